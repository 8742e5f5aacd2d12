"""The catalogue is complete: every rule of a duel has a test, every test names a rule of it."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from dtsim.dicethrone.program.rulings import RULINGS

from .readings import READINGS

ROOT = Path(__file__).parents[2]
RULES = tomllib.loads((ROOT / "docs" / "rules.toml").read_text(encoding="utf-8"))
MODES = ("1v1", "team", "koth", "big")
RULE_ID = re.compile(r"DT-[0-9A-Z]+-(?:EX)?[0-9]+")


def marked(path: Path) -> Iterator[str]:
    """Rules that the tests of a file prove: named by `@rule(...)` or `@pytest.mark.rule(...)`."""
    for test in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        for mark in getattr(test, "decorator_list", ()):
            if isinstance(mark, ast.Call) and ast.unparse(mark.func) in ("rule", "pytest.mark.rule"):
                yield from map(ast.literal_eval, mark.args)


MARKED = {
    name: str(path.relative_to(ROOT))
    for path in sorted((ROOT / "tests").rglob("test_*.py"))
    for name in marked(path)
}
DUEL = [name for name, rule in RULES.items() if rule["mode"] == "1v1"]


@pytest.mark.parametrize("name", DUEL)
def test_every_rule_of_a_duel_has_a_test(name: str) -> None:
    assert name in MARKED, f"{name} has no test: {RULES[name]['text']}"


def test_every_marker_names_a_rule_of_the_catalogue() -> None:
    unknown = {name: path for name, path in MARKED.items() if name not in RULES}
    assert unknown == {}


@pytest.mark.parametrize("folder", ["dtsim", "tests", "heroes", "docs"])
def test_every_rule_that_is_named_anywhere_is_in_the_catalogue(folder: str) -> None:
    unknown = {
        f"{path.relative_to(ROOT)}: {name}"
        for path in (ROOT / folder).rglob("*.*")
        if path.suffix in (".py", ".toml", ".md")
        for name in RULE_ID.findall(path.read_text(encoding="utf-8"))
        if name not in RULES
    }
    assert unknown == set()


@pytest.mark.parametrize("name", RULES)
def test_a_rule_of_the_catalogue_is_one_sentence_with_its_chapter_and_mode(name: str) -> None:
    rule = RULES[name]
    assert RULE_ID.fullmatch(name)
    assert set(rule) == {"chapter", "mode", "text"}
    assert rule["mode"] in MODES
    assert re.fullmatch(r"[A-Z].{15,120}[^.]\.", rule["text"])


def test_rules_of_one_kind_are_numbered_without_gaps_in_one_chapter() -> None:
    kinds: dict[str, list[tuple[int, int]]] = {}
    for name, rule in RULES.items():
        kind, number = re.fullmatch(r"(.*-(?:EX)?)([0-9]+)", name).groups()
        kinds.setdefault(kind, []).append((int(number), rule["chapter"]))
    for kind, found in kinds.items():
        assert [number for number, _ in found] == list(range(1, len(found) + 1)), kind
        assert len({chapter for _, chapter in found}) == 1, kind


# ---------------------------------------------------------------- rulings


def documented() -> dict[str, str]:
    """Rulings of the first table of docs/rulings.md, with the rule they are about."""
    page = (ROOT / "docs" / "rulings.md").read_text(encoding="utf-8")
    table = page.split("## Rulings without an effect on duels")[0]
    return dict(re.findall(r"^\| `([a-z]\S+)` \|.* \| (DT-\S+) \|$", table, re.MULTILINE))


def test_every_ruling_is_documented_with_its_rule() -> None:
    assert documented() == {name: READINGS[name].rule for name in RULINGS}


def test_every_ruling_has_a_scene_that_shows_both_readings() -> None:
    assert list(READINGS) == list(RULINGS)
    for name, found in READINGS.items():
        assert found.default != found.other, name


def test_the_rule_of_every_ruling_is_named_beside_it_in_the_code() -> None:
    source = (ROOT / "dtsim" / "dicethrone" / "program" / "rulings.py").read_text(encoding="utf-8")
    named = dict(re.findall(r'"([a-z-]+)": L\.\w+,  # (DT-[A-Z]+-[0-9]+)', source))
    assert named == {name: found.rule for name, found in READINGS.items()}

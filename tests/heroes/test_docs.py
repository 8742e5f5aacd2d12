"""The page for designers is true: examples can be read, tables are complete, messages are as shown."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner

from dtsim.cli import app
from dtsim.dicethrone.heroes.library import load_common
from dtsim.dicethrone.heroes.model.hero import Hero
from dtsim.dicethrone.heroes.places import Sentence
from dtsim.dicethrone.heroes.reader import read_hero
from dtsim.dicethrone.heroes.tables import TABLES, keys_of
from dtsim.dicethrone.heroes.text import parse
from dtsim.dicethrone.heroes.vocabulary import Vocabulary
from dtsim.dicethrone.heroes.words import KINDS, MOMENTS
from dtsim.errors import FileError
from dtsim.files import shipped_folder

from .sentences import words_of_the_language

PAGE = Path(__file__).parents[2] / "docs" / "hero-files.md"
TEXT = PAGE.read_text(encoding="utf-8")
COMMON = load_common(shipped_folder("heroes"))


def chapter(title: str) -> str:
    """What stands under a heading, up to the next one of its rank."""
    rank = title.partition(" ")[0]
    return re.split(rf"^{rank} ", TEXT.partition(f"\n{title}\n")[2], maxsplit=1, flags=re.MULTILINE)[0]


def blocks(language: str, text: str = TEXT) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", text, flags=re.MULTILINE | re.DOTALL)


def table(title: str) -> Iterator[list[str]]:
    """The rows of the first table under a heading, without the first two."""
    lines = [line for line in chapter(title).splitlines() if line.startswith("|")]
    return ([cell.strip() for cell in line.strip("|").split("|")] for line in lines[2:])


def quoted(text: str) -> list[str]:
    return re.findall(r"`([^`]+)`", text)


def read(source: str) -> Hero:
    return read_hero(source, "reef-warden.toml", "reef-warden", COMMON)


def test_the_first_commands_of_the_page_work_one_after_the_other(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    commands = [shlex.split(line, comments=True) for line in blocks("")[0].splitlines()]
    assert [command[:3] for command in commands] == [
        ["dtsim", "hero", verb] for verb in ("new", "check", "show")
    ]
    for _, *words in commands:
        result = CliRunner().invoke(app, words)
        assert result.exit_code == 0, result.output


STEPS = blocks("toml", chapter("## Step by step"))
PIECES = blocks("toml", chapter("## Further pieces"))
COMPLETE = re.sub(r"complete = false.*\n", "", "\n".join(STEPS))


def test_every_toml_block_of_the_page_is_tested_here():
    assert len(STEPS) + len(PIECES) == len(blocks("toml"))


@pytest.mark.parametrize("steps", range(1, len(STEPS) + 1))
def test_the_hero_holds_after_every_step(steps):
    read("\n".join(STEPS[:steps]))


def test_the_hero_is_complete_in_the_end():
    hero = read(COMPLETE)
    assert hero.complete
    assert {upgrade.ability.slot for upgrade in hero.upgrades} == {"offensive", "defensive"}


@pytest.mark.parametrize("piece", PIECES)
def test_every_further_piece_can_be_added(piece):
    read(piece if "[hero]" in piece else COMPLETE + piece)


def test_a_mistake_looks_as_shown():
    (shown,) = blocks("text", chapter("## When something is wrong"))
    source = "\n".join(STEPS).replace("4/5/7 dmg", "4/5/7 dgm").replace("Brine, deal 4", "Brien, deal 4")
    with pytest.raises(FileError) as caught:
        read(source)
    assert str(caught.value) == shown.rstrip("\n")


def test_the_addresses_are_there():
    (listed,) = blocks("text", chapter("## Every number has an address"))
    numbers = {number.address: number.value for number in read(COMPLETE).numbers}
    for line in listed.splitlines():
        address, value = line.rsplit(maxsplit=1)
        assert numbers[address.strip()] == int(value)


# ---------------------------------------------------------------- the language


def _vocabulary() -> Vocabulary:
    """The words of the Reef Warden with all further pieces, on a board of two sides."""
    hero = read(COMPLETE + "\n".join(piece for piece in PIECES if "[hero]" not in piece))
    faces: dict[str, set[int]] = {}
    for face, symbol in enumerate(hero.dice, start=1):
        faces.setdefault(symbol, set()).add(face)
    return Vocabulary(
        {symbol: frozenset(shown) for symbol, shown in faces.items()},
        frozenset(token.name for token in hero.tokens),
        frozenset(item.name for item in (*hero.abilities, *hero.keywords)),
        ("ebb", "flood"),
    )


PARTS = {
    "### Verbs": "line",
    "### Damage": "line",
    "### Guards": "line",
    "### Amounts": "amount",
    "### Dice": "needs",
    "### Conditions": "condition",
    "### Who": "line",
}
EXAMPLES = [
    (start, example) for title, start in PARTS.items() for row in table(title) for example in quoted(row[-1])
]


@pytest.mark.parametrize(("start", "example"), EXAMPLES, ids=[example for _, example in EXAMPLES])
def test_the_example_can_be_read(start, example):
    vocabulary = _vocabulary()
    assert parse(Sentence(example, 1, 1), start, vocabulary, "page") is not None, vocabulary.mistakes


def test_every_row_has_an_example():
    assert all(quoted(row[-1]) for title in PARTS for row in table(title))


def test_every_word_of_the_language_is_in_an_example():
    examples = " ".join(quoted(chapter("## The language, word by word")))
    assert words_of_the_language() - set(re.findall("[a-z]+", examples)) == set()


def test_every_moment_and_kind_is_explained():
    assert sorted(moment for row in table("### Moments") for moment in quoted(row[0])) == sorted(MOMENTS)
    explained = chapter("### Tables and keys")
    assert all(kind in explained for kind in KINDS)


def test_every_key_of_every_table_is_listed():
    listed = {name: set(quoted(row[1])) for row in table("### Tables and keys") for name in quoted(row[0])}
    for name, shape in TABLES.items():
        keys = set(keys_of(shape))
        if name == "stack_limit":
            continue  # { you = 5, others = 3 } is shown in an example
        if name == "passive":
            keys -= {"spend"}  # refused: a passive ability is no token
        header = {"hero": "[hero]", "also": "also", "adds": "[[upgrade.adds]]"}.get(name, f"[[{name}]]")
        assert listed[header] == keys, header


def test_the_common_status_effects_are_those_named():
    sentence = re.search(r"brought by several heroes: (.*?)\.", TEXT, flags=re.DOTALL)
    assert sentence is not None
    assert {name.strip() for name in sentence[1].replace("\n", " ").split(",")} == set(COMMON.tokens)

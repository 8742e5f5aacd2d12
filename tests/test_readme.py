"""The README keeps its word: every command, snippet and link in it works, and so do its two commands."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner

from dtsim.cli import app

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```(\w*)\n(.*?)^```$", README, re.M | re.S)
PROSE = re.sub(r"^```.*?^```$", "", README, flags=re.M | re.S)
LINES = [line for language, block in BLOCKS if not language for line in block.splitlines()]
LINKS = [link for link in re.findall(r"\]\(([^)\s]+)\)", README) if not re.match(r"\w+:", link)]


def _commands() -> Iterator[str]:
    """In the order of the text, where a command may go on with the file that another wrote."""
    for block, inline in re.findall(r"^```\w*\n(.*?)^```$|`(dtsim [^`]+)`", README, re.M | re.S):
        yield from (line for line in [inline, *block.splitlines()] if line.startswith("dtsim "))


def test_something_is_found_in_the_readme() -> None:
    assert len(list(_commands())) > 5
    assert LINKS
    assert {"", "python", "toml"} == {language for language, _ in BLOCKS}


def test_every_command_of_the_readme_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("DTSIM_HEROES", raising=False)
    for command in _commands():
        _, *words = shlex.split(command, comments=True)
        done = CliRunner().invoke(app, words)
        assert done.exit_code == 0, f"{command}\n{done.output}\n{done.exception}"
        assert done.output.strip(), f"{command} says nothing"


@pytest.mark.parametrize("block", [block for language, block in BLOCKS if language == "python"])
def test_every_python_block_runs(block: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    exec(compile(block, "README.md", "exec"), {})


@pytest.mark.parametrize("block", [block for language, block in BLOCKS if language == "toml"])
def test_every_piece_of_a_hero_is_cut_from_a_shipped_file(block: str) -> None:
    assert tomllib.loads(block)
    assert any(block in path.read_text(encoding="utf-8") for path in (ROOT / "heroes").glob("*.toml"))


@pytest.mark.parametrize("link", LINKS)
def test_every_link_within_the_project_leads_somewhere(link: str) -> None:
    assert (ROOT / link.partition("#")[0]).exists()


@pytest.mark.parametrize("name", re.findall(r"`([\w./-]+/)`", PROSE))
def test_every_folder_that_the_readme_names_is_there(name: str) -> None:
    assert (ROOT / name).is_dir()


# ----------------------------------------------------------------------------------------- the two commands


def _recipe(target: str) -> str:
    """What make would do; a `make test` around this test must not pass its own flags on."""
    variables = {name: value for name, value in os.environ.items() if not name.startswith(("MAKE", "MFLAGS"))}
    command = ["make", "--dry-run", "--always-make", target]
    done = subprocess.run(command, cwd=ROOT, env=variables, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_two_commands_start_everything() -> None:
    makes = [shlex.split(line, comments=True)[1:] for line in LINES if line.startswith("make ")]
    assert makes == [["demo"], ["test"]]
    for target in {*re.findall(r"\bmake (\w+)`", PROSE), "demo", "test"}:
        assert _recipe(target)


def test_each_of_the_two_commands_sets_up_what_it_needs() -> None:
    for target in ("demo", "test"):
        assert "pip install" in _recipe(target)
    assert "dtsim run quick" in _recipe("demo")
    checks = [line.split("/bin/")[-1] for line in _recipe("test").splitlines() if "/bin/" in line]
    assert checks[-5:-2] == ["ruff check .", "ruff format --check .", "mypy"]
    assert [check.split()[0] for check in checks[-2:]] == ["dtsim", "pytest"]  # compiled once, then tested


def test_the_project_is_checked_with_the_test_command_and_nothing_else() -> None:
    script = ROOT / ".ci" / "run"
    assert os.access(script, os.X_OK)
    lines = [line for line in script.read_text().splitlines() if line and not line.startswith("#")]
    browser = slice(lines.index("if ! command -v chromium && command -v apt-get; then"), -1)
    assert lines[browser][-1] == "fi > /dev/null 2>&1"
    del lines[browser]
    assert lines == ["set -euo pipefail", 'cd "$(dirname "$0")/.."', "make test"]


def test_the_workflow_runs_the_test_command_on_every_supported_python() -> None:
    workflow = ROOT / ".github" / "workflows" / "test.yml"
    if not workflow.exists():
        pytest.skip("not part of the source archive")
    text = workflow.read_text()
    assert re.findall(r"run: (.*)", text) == ["make test"]
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    (matrix,) = re.findall(r"python: \[(.*)\]", text)
    pythons = re.findall(r'"3\.(\d+)"', matrix)
    said = [text.rpartition(".")[2] for text in project["classifiers"] if re.search(r":: 3\.\d+$", text)]
    assert pythons == said
    assert project["requires-python"] == f">=3.{pythons[0]}"

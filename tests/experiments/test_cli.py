"""`dtsim matchups` and `dtsim run` as a user meets them."""

from __future__ import annotations

import csv
import io
import json
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from dtsim.cli import app
from dtsim.errors import DtsimError
from dtsim.experiments.store import FILE

SCENARIO = """
heroes = ["paladin", "barbarian", "gunslinger"]
games = 8
seed = 5
[output]
formats = ["csv", "json", "md"]
"""


def _dtsim(*words: str) -> Result:
    return CliRunner().invoke(app, list(words))


def _data(*words: str) -> dict[str, Any]:
    done = _dtsim("matchups", *words, "--format", "json")
    assert done.exit_code == 0, done.output
    data: dict[str, Any] = json.loads(done.stdout)
    return data


@pytest.fixture(scope="module")
def data() -> dict[str, Any]:
    return _data("paladin", "barbarian", "--games", "8", "--seed", "5", "--threads", "1")


def _without_timing(data: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in data.items() if key != "timing"}


def test_one_and_two_threads_differ_in_timing_only(data: dict[str, Any]) -> None:
    other = _data("paladin", "barbarian", "--games", "8", "--seed", "5", "--threads", "2")
    assert other["timing"]["threads"] == 2
    assert _without_timing(other) == _without_timing(data)


def test_the_command_in_the_provenance_plays_the_same_again(data: dict[str, Any]) -> None:
    command = data["provenance"]["command"].split()
    assert command[:2] == ["dtsim", "matchups"]
    assert _without_timing(_data(*command[2:])) == _without_timing(data)


def test_the_matrix_can_be_written_in_every_format(tmp_path: Path) -> None:
    words = ("matchups", "paladin:greedy", "barbarian:random", "--games", "2", "--out")
    for ending in ("csv", "json", "md", "txt"):
        done = _dtsim(*words, str(tmp_path / f"matrix.{ending}"))
        assert done.exit_code == 0, done.output
    (row,) = csv.DictReader(io.StringIO((tmp_path / "matrix.csv").read_text()))
    assert (row["a"], row["b"], row["games"]) == ("paladin:greedy", "barbarian:random", "2")
    assert "paladin:greedy" in (tmp_path / "matrix.md").read_text()


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("paladin",), "at least two heroes"),
        (("paladin", "barbarin"), "did you mean 'barbarian'"),
        (("--games", "0"), "at least one game"),
        (("--half-width", "0.9"), "between 0 and 0.5"),
        (("--coupling", "fool"), "unknown coupling 'fool'"),
        (("--coupling", "full"), "name the other with --against"),
        (("--against", "printed"), "both versions are the same"),
        (("--against", "nowhere.toml"), "nowhere.toml: no such hero file"),
        (("paladin", "barbarian", "--against", "huntress"), "'Huntress' does not take part"),
        (("--player", "gredy"), "did you mean 'greedy'"),
        (("--number", "x=1"), "write HERO/ADDRESS=NUMBER"),
        (("--number", "paladin/nothing=1"), "unknown number 'nothing'"),
    ],
)
def test_bad_input_is_one_message(words: tuple[str, ...], message: str) -> None:
    done = _dtsim("matchups", *words)
    assert isinstance(done.exception, DtsimError)  # which main() prints, with exit code 2
    assert message in str(done.exception)


def test_a_changed_number_changes_the_games(data: dict[str, Any]) -> None:
    words = ("paladin", "barbarian", "--games", "8", "--seed", "5", "--number", "barbarian/Smack/deal/1=40")
    changed = _data(*words)
    assert changed["cells"][0]["seed"] == data["cells"][0]["seed"]
    assert changed["cells"][0]["fingerprint"] != data["cells"][0]["fingerprint"]
    assert "--number barbarian/Smack/deal/1=40" in changed["cells"][0]["replays"][0]


# ---------------------------------------------------------------------------------------------- dtsim run


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A finished run."""
    folder = tmp_path_factory.mktemp("run")
    (folder / "mine.toml").write_text(SCENARIO)
    done = _dtsim("run", str(folder / "mine.toml"), "--out", str(folder / "out"))
    assert done.exit_code == 0, done.output
    return folder


def test_a_run_writes_its_tables(folder: Path) -> None:
    names = {path.name for path in (folder / "out").iterdir()}
    assert {FILE, "matchups.json", "matchups.md", "cells.csv", "ratings.csv", "turns.csv"} <= names
    assert not [name for name in names if name.startswith(".")]  # no draft is left behind


def test_a_run_that_is_finished_writes_the_same_again(folder: Path) -> None:
    before = json.loads((folder / "out" / "matchups.json").read_text())
    done = _dtsim("run", str(folder / "mine.toml"), "--out", str(folder / "out"))
    assert done.exit_code == 0, done.output
    after = json.loads((folder / "out" / "matchups.json").read_text())
    assert after["timing"]["games"] == 0
    assert _without_timing(after) == _without_timing(before)


def test_a_changed_scenario_is_refused_in_the_same_folder(folder: Path, tmp_path: Path) -> None:
    other = tmp_path / "mine.toml"
    other.write_text(SCENARIO.replace("seed = 5", "seed = 6"))
    done = _dtsim("run", str(other), "--out", str(folder / "out"))
    assert isinstance(done.exception, DtsimError)
    assert "the seed was 5 and is 6" in str(done.exception)


FATAL = """
import os, signal, sys
from dtsim.experiments import store

append, lines = store._append, []

def append_and_die(path, record):
    append(path, record)
    lines.append(record)
    if len(lines) == 2:
        os.kill(os.getpid(), signal.SIGKILL)  # leaves no time to tidy up

store._append = append_and_die
from dtsim.cli import main
sys.argv[0] = "dtsim"
main()
"""


def test_a_killed_run_ends_as_an_uninterrupted_one(folder: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    words = ["run", str(folder / "mine.toml"), "--out", str(out)]
    killed = subprocess.run([sys.executable, "-c", FATAL, *words], capture_output=True, check=False)
    assert killed.returncode == -signal.SIGKILL, killed.stderr
    assert [path.name for path in out.iterdir()] == [FILE]
    done = _dtsim(*words)
    assert done.exit_code == 0, done.output
    resumed, whole = (json.loads((path / "matchups.json").read_text()) for path in (out, folder / "out"))
    assert resumed["timing"]["games"] == 8  # of 24
    assert _without_timing(resumed) == _without_timing(whole)


def test_a_folder_in_the_way_is_one_message(tmp_path: Path) -> None:
    (tmp_path / "out").write_text("a file")
    (tmp_path / "mine.toml").write_text(SCENARIO)
    done = _dtsim("run", str(tmp_path / "mine.toml"), "--out", str(tmp_path / "out"))
    assert isinstance(done.exception, DtsimError)
    assert "cannot be used for results" in str(done.exception)
    assert (tmp_path / "out").read_text() == "a file"


def test_a_broken_scenario_plays_nothing(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text("games = 0\n")
    done = _dtsim("run", str(tmp_path / "mine.toml"), "--out", str(tmp_path / "out"))
    assert isinstance(done.exception, DtsimError)
    assert not (tmp_path / "out").exists()


def test_matchups_from_python_are_those_of_the_command_line(data: dict[str, Any]) -> None:
    import dtsim

    result = dtsim.matchups("paladin", "barbarian", games=8, seed=5)
    assert [cell.outcomes.wins for cell in result.cells] == [cell["wins"] for cell in data["cells"]]

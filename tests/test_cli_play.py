"""`dtsim play` and `dtsim replay`: what they print, and one clear message with exit code 2 for bad input."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from dtsim import jit
from dtsim.cli import app, main
from dtsim.dicethrone import batch as batches
from dtsim.dicethrone.batch import play as play_games
from dtsim.files import shipped_folder

HEROES = "cursed-pirate", "paladin"
FIELDS = ["heroes", "players", "seed", "games", "wins", "draws", "unfinished", "score", "start_player_score"]
FIELDS += ["by_start", "turns", "fingerprint", "version", "digests", "player_digests", "rulings"]


def dtsim(*words: object) -> str:
    """What `dtsim ...` prints when all is well."""
    result = CliRunner().invoke(app, list(map(str, words)))
    assert (result.exit_code, result.exception) == (0, None), result.output
    return result.stdout


def play(*words: object) -> dict[str, Any]:
    data: dict[str, Any] = json.loads(dtsim("play", *HEROES, *words, "--format", "json"))
    return data


@pytest.fixture
def refused(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Callable[..., str]:
    """What a command says when something is wrong: exit code 2, nothing printed as a result, no traceback."""
    # what was compiled before says nothing about a message
    monkeypatch.setattr("dtsim.cli.play.say_when_compiling", lambda: None)

    def run(*words: object) -> str:
        monkeypatch.setattr("sys.argv", ["dtsim", *map(str, words)])
        with pytest.raises(SystemExit) as stop:
            main()
        said = capsys.readouterr()
        assert stop.value.code == 2, said.err
        assert said.out == ""
        assert "Traceback" not in said.err
        return said.err

    return run


# ---------------------------------------------------------------- play


def test_json_has_the_fields_that_are_promised() -> None:
    data = play("--games", 40, "--seed", 3)
    assert list(data) == FIELDS
    assert data["heroes"] == list(HEROES)
    assert data["players"] == ["greedy", "greedy"]
    assert (data["seed"], data["games"]) == (3, 40)
    assert data["fingerprint"] == play_games(*HEROES, games=40, seed=3).fingerprint


def test_the_table_says_the_same_as_json() -> None:
    data = play("--games", 40, "--seed", 3)
    text = dtsim("play", *HEROES, "--games", 40, "--seed", 3)
    assert text.startswith("cursed-pirate against paladin\n")
    shown = {"paladin wins": data["wins"][1], "draws": data["draws"], "unfinished": data["unfinished"]}
    for name, number in shown.items():
        assert f"{name} {number}" in " ".join(text.split())
    score = data["score"]
    assert f"{100 * score['value']:.1f} % [{100 * score['low']:.1f}, {100 * score['high']:.1f}]" in text
    assert data["fingerprint"] in text
    for hero in HEROES:
        assert f"... when {hero} starts" in text


def test_csv_has_a_row_for_each_figure() -> None:
    rows = list(csv.reader(io.StringIO(dtsim("play", *HEROES, "--games", 4, "--format", "csv"))))
    assert rows[0] == ["what", "value"]
    assert rows[1][0] == "cursed-pirate wins"


def test_threads_change_nothing() -> None:
    assert play("--games", 12, "--threads", 1) == play("--games", 12, "--threads", 2)


def test_each_hero_may_have_its_own_player() -> None:
    assert play("--games", 4, "--players", "random", "greedy")["players"] == ["random", "greedy"]
    assert play("--games", 4, "--player", "random")["players"] == ["random", "random"]


def test_the_turn_cap_and_rulings_are_options() -> None:
    data = play("--games", 4, "--turn-cap", 2, "--ruling", "defence-forced")
    assert (data["unfinished"], data["rulings"]) == (4, ["defence-forced"])
    assert data["score"] == {"value": None, "low": None, "high": None}


def test_a_hero_may_be_a_file(tmp_path: Path) -> None:
    source = (shipped_folder("heroes") / "paladin.toml").read_text(encoding="utf-8")
    (tmp_path / "my-paladin.toml").write_text(source, encoding="utf-8")
    words = "--games", 10, "--seed", 4, "--format", "json"
    by_path = json.loads(dtsim("play", "barbarian", tmp_path / "my-paladin.toml", *words))
    by_folder = json.loads(dtsim("play", "barbarian", "my-paladin", *words, "--heroes", tmp_path))
    shipped = json.loads(dtsim("play", "barbarian", "paladin", *words))
    assert by_path == by_folder
    assert by_path["heroes"] == ["barbarian", "my-paladin"]
    assert by_path["fingerprint"] == shipped["fingerprint"]


def test_a_result_can_be_written_to_a_file(tmp_path: Path) -> None:
    assert dtsim("play", *HEROES, "--games", 4, "--out", tmp_path / "found.json") == ""
    assert json.loads((tmp_path / "found.json").read_text()) == play("--games", 4)


def test_an_interruption_reports_what_is_done(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(*heroes: str, **options: Any) -> batches.Batch:
        def on_progress(_: int) -> None:
            raise KeyboardInterrupt

        return play_games(*heroes, **(options | {"on_progress": on_progress, "threads": 1}))

    monkeypatch.setattr(batches, "CHUNK", 2)
    monkeypatch.setattr(batches, "play", interrupted)
    monkeypatch.setattr("sys.argv", ["dtsim", "play", *HEROES, "--games", "30000", "--format", "json"])
    with pytest.raises(SystemExit) as stop:
        main()
    said = capsys.readouterr()
    data = json.loads(said.out)
    assert not stop.value.code
    assert 2 <= data["games"] < 30000
    assert f"interrupted: {data['games']:,} of 30,000 games are finished" in said.err
    assert data["fingerprint"] == play_games(*HEROES, games=data["games"]).fingerprint


def test_what_must_be_compiled_is_announced_once(capsys: pytest.CaptureFixture[str]) -> None:
    from dtsim.cli.play import COMPILING, say_when_compiling

    @jit.kernel
    def twice(number: Any) -> Any:
        return 2 * number

    say_when_compiling()
    assert capsys.readouterr().err == ""
    assert (twice(1), twice(1.5)) == (2, 3.0), "compiled for two types"
    assert capsys.readouterr().err == f"{COMPILING}\n"
    assert twice(2) == 4
    assert capsys.readouterr().err == ""


# ---------------------------------------------------------------- replay


def test_a_replay_is_the_game_of_the_batch() -> None:
    batch = play_games(*HEROES, games=6, seed=3)
    data = json.loads(dtsim("replay", *HEROES, "--seed", 3, "--game", 5, "--format", "json"))
    assert data["health"] == batch.healths[5].tolist()
    assert (data["turns"], data["winner"]) == (batch.rows[5, 1], batch.outcomes[5])
    text = dtsim("replay", *HEROES, "--seed", 3, "--game", 5)
    assert text.startswith("Cursed Pirate against Paladin: game 5 of seed 3, played by greedy against ")
    pirate, paladin = batch.healths[5]
    assert text.endswith(f" (health: Cursed Pirate {pirate}, Paladin {paladin}).\n")


def test_a_replay_takes_what_a_matchup_asks_for() -> None:
    words = "--start", 1, "--number", "paladin/Mighty Prayer/deal/1=1", "--format", "json"
    data = json.loads(dtsim("replay", *HEROES, *words))
    assert next(event for event in data["events"] if event["event"] == "turn")["player"] == 1


# ---------------------------------------------------------------- mistakes


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["play", "gunslingr", "paladin"], "unknown hero 'gunslingr': did you mean 'gunslinger'? known: "),
        (["play", "paladin", "nobody.toml"], "nobody.toml: no such hero file"),
        (["play", *HEROES, "--games", 0], "a run needs at least one game, not 0"),
        (["play", *HEROES, "--games", -3], "a run needs at least one game, not -3"),
        (["play", *HEROES, "--seed", 2**63], f"a seed has at most 63 bits, {2**63} has more"),
        (["play", *HEROES, "--threads", 0], "a run needs at least one thread, not 0"),
        (["play", *HEROES, "--turn-cap", 0], "a game needs at least one turn, not 0"),
        (["play", *HEROES, "--player", "greed"], "unknown player 'greed': did you mean 'greedy'? known: "),
        (["play", *HEROES, "--ruling", "defence-force"], "unknown ruling 'defence-force': did you mean "),
        (["play", *HEROES, "--heroes", "nowhere"], "--heroes nowhere: no such folder"),
        (["play", *HEROES, "--games", 1, "--out", "no/such/folder.json"], "no/such/folder.json: cannot be "),
        (["replay", *HEROES, "--game", -1], "games are numbered from 0, there is no game -1"),
        (["replay", *HEROES, "--players", "greedy", "grandma"], "unknown player 'grandma': did you mean "),
        (["replay", *HEROES, "--number", "paladin/Retaliate=x"], "'paladin/Retaliate=x' changes no number: "),
    ],
)
def test_bad_input_gets_one_line(
    words: list[object],
    message: str,
    refused: Callable[..., str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    said = refused(*words)
    assert said.startswith(message)
    assert said.count("\n") == 1


@pytest.mark.parametrize(
    ("words", "option", "problem"),
    [
        (["play", *HEROES, "--seed", "luck"], "--seed", "valid integer"),
        (["play", *HEROES, "--games", "1e6"], "--games", "valid integer"),
        (["play", *HEROES, "--format", "xml"], "--format", "json"),
        (["replay", *HEROES, "--start", "2"], "--start", "1"),
    ],
)
def test_an_option_of_the_wrong_kind_is_named(
    words: list[object], option: str, problem: str, refused: Callable[..., str]
) -> None:
    last = refused(*words).splitlines()[-1]
    assert last.startswith(f"Error: Invalid value for '{option}'")
    assert problem in last


def test_a_hero_without_an_opponent_is_told_so(refused: Callable[..., str]) -> None:
    assert "Missing argument 'OPPONENT'" in refused("play", "paladin")


def test_a_hero_marked_incomplete_plays_no_games(refused: Callable[..., str], tmp_path: Path) -> None:
    source = (shipped_folder("heroes") / "paladin.toml").read_text(encoding="utf-8")
    path = tmp_path / "half.toml"
    path.write_text(source.replace("[hero]\n", "[hero]\ncomplete = false\n", 1), encoding="utf-8")
    for command in ("play", "replay"):
        assert refused(command, path, "barbarian") == (
            "Paladin is marked incomplete: its odds can be asked for, it cannot play\n"
        )


def test_a_broken_hero_file_shows_its_mistake(refused: Callable[..., str], tmp_path: Path) -> None:
    source = (shipped_folder("heroes") / "paladin.toml").read_text(encoding="utf-8")
    path = tmp_path / "broken.toml"
    path.write_text(source.replace("text ", "txet ", 1), encoding="utf-8")
    for command in ("play", "replay"):
        said = refused(command, "barbarian", path)
        assert said.startswith(f"{path}:")
        assert "^^^^" in said
        assert "did you mean 'text'?" in said


@pytest.mark.parametrize("command", ["play", "replay", "matchups"])
def test_an_unwritable_file_is_said_before_the_games(
    refused: Callable[..., str], tmp_path: Path, command: str
) -> None:
    # a hero that does not exist would be the next thing to be found
    for out in (tmp_path, tmp_path / "missing" / "x.json", tmp_path / "file" / "x.json"):
        (tmp_path / "file").write_text("kept")
        assert refused(command, "nobody", "nobody", "--out", out).startswith(f"{out}: cannot be written")
    assert (tmp_path / "file").read_text() == "kept"


@pytest.mark.parametrize("command", ["play", "replay", "matchups"])
def test_a_file_that_is_there_already_stays_when_nothing_is_played(
    refused: Callable[..., str], tmp_path: Path, command: str
) -> None:
    old = tmp_path / "old.json"
    old.write_text("kept")
    assert "nobody" in refused(command, "nobody", "nobody", "--out", old)
    assert [path.read_text() for path in tmp_path.iterdir()] == ["kept"]

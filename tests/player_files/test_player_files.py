"""Player files are read with the care of hero files, and each seat plays by its own."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from typer.testing import CliRunner

import dtsim
from dtsim.cli import app
from dtsim.dicethrone.batch import pair_up, play_batch
from dtsim.dicethrone.player_files.library import list_players, load_player
from dtsim.dicethrone.player_files.model import KINDS
from dtsim.dicethrone.player_files.reader import default_weights, read_player
from dtsim.dicethrone.player_files.template import new_player
from dtsim.dicethrone.players.memory import SIMPLE_NAMES
from dtsim.dicethrone.players.mind import WEIGHT_NAMES
from dtsim.errors import DtsimError, FileError

HOARDER = 'kind = "planner"\n[weights]\ncp = 3.0\n'


def _run(*words: str) -> tuple[int, str]:
    done = CliRunner().invoke(app, words)
    if isinstance(done.exception, DtsimError):
        return 2, str(done.exception)
    return done.exit_code, done.output


def test_the_files_that_come_with_dtsim_hold_every_weight_and_no_other() -> None:
    assert [listed.name for listed in list_players()] == sorted(KINDS)
    assert tuple(default_weights("planner")) == WEIGHT_NAMES
    assert tuple(default_weights("greedy")) == SIMPLE_NAMES
    assert default_weights("random") == {}


def test_what_a_file_leaves_out_is_as_in_the_one_of_its_kind() -> None:
    player = read_player(HOARDER, "hoarder.toml", "hoarder")
    assert dict(player.weights) == default_weights("planner") | {"cp": 3.0}


@pytest.mark.parametrize(
    ("source", "said"),
    [
        ("", "'kind' is missing"),
        ('kind = "planer"', "1:8: 'kind' cannot be 'planer'"),
        ('kind = "planner"\n[weights]\ncd = 1', "3:1: unknown weight 'cd'"),
        ('kind = "random"\n[weights]\ncp = 1', "'random' has no weights"),
        ('kind = "planner"\n[weights]\ncp = "1"', "'cp' should be a number, found '1'"),
        ('kind = "planner"\n[weights]\ncp = -1', "'cp' should be at least 0"),
        ('kind = "planner"\n[weights]\ncp = inf', "'cp' should be"),
        ('kind = "planner"\n[nevr]', "unknown key 'nevr'"),
        ('kind = "planner"\n[never]\nreroll = true', "unknown key 'reroll'"),
        ('kind = "planner"\n[never]\nrerolls = 1', "'rerolls' should be true or false"),
        ('kind = "planner"\n[never]\ncards = "Six-It!"', "'cards' should be a list"),
        ("kind = planner", "text stands in quotation marks"),
        ('kind = "planner"\n[weights]\ncp = .8', "a number begins with a digit: 0.8"),
    ],
)
def test_a_mistake_is_shown_in_its_line(source: str, said: str) -> None:
    with pytest.raises(FileError) as refused:
        read_player(source, "my.toml", "my")
    assert said in str(refused.value)
    assert str(refused.value).startswith("my.toml:")


def test_all_mistakes_are_shown_at_once() -> None:
    with pytest.raises(FileError, match=r"3 mistakes in my\.toml"):
        read_player('kind = "planner"\n[weights]\ncd = 1\ncp = -1\n[never]\nrerolls = 1', "my.toml", "my")


def test_two_planners_with_different_files_play_each_by_its_own() -> None:
    """Seat 0 with a file and seat 1 without plays what seat 0 alone decides from the file."""
    hoarder = read_player(HOARDER, "hoarder.toml", "hoarder")
    heroes = ("gunslinger", "barbarian")
    rows = {
        seats: play_batch(pair_up(heroes, seed=3, seats=seats), range(60)).rows.tobytes()
        for seats in ((hoarder, "planner"), ("planner", hoarder), ("planner", "planner"), (hoarder, hoarder))
    }
    assert len(set(rows.values())) == 4


def test_a_file_that_says_what_planner_says_plays_as_planner() -> None:
    same = replace(load_player("planner"), name="other", digest="other")
    heroes = ("gunslinger", "barbarian")
    plain = play_batch(pair_up(heroes, seed=3, player="planner"), range(60)).rows
    for seats in ((same, "planner"), ("planner", same)):
        assert (play_batch(pair_up(heroes, seed=3, seats=seats), range(60)).rows == plain).all()


def test_a_player_of_ones_own_plays_the_same_with_any_number_of_threads() -> None:
    hoarder = read_player(HOARDER, "hoarder.toml", "hoarder")
    pairing = pair_up(("huntress", "paladin"), seed=3, seats=(hoarder, "planner"))
    one, two = (play_batch(pairing, range(60), threads=threads) for threads in (1, 2))
    assert one.fingerprint == two.fingerprint


# ----------------------------------------------------------------------------------------- commands


def test_every_command_takes_a_player_file(tmp_path: Path) -> None:
    path = tmp_path / "hoarder.toml"
    path.write_text(HOARDER)
    status, said = _run(
        "play", "paladin", "barbarian", "--games", "20", "--player", str(path), "--format", "json"
    )
    assert status == 0
    data = json.loads(said)
    assert (data["players"], data["player_digests"]) == (["hoarder"] * 2, [load_player(path).digest] * 2)
    assert _run("replay", "paladin", "barbarian", "--players", str(path), "greedy")[0] == 0
    status, said = _run("matchups", f"paladin:{path}", "paladin:greedy", "--games", "20", "--format", "json")
    assert status == 0
    assert str(path) in json.loads(said)["provenance"]["command"]


def test_a_resumed_run_notices_a_changed_player(tmp_path: Path) -> None:
    path, folder = tmp_path / "hoarder.toml", tmp_path / "results"
    path.write_text(HOARDER)
    dtsim.matchups("paladin", "barbarian", player=path, games=20, folder=folder)
    dtsim.matchups("paladin", "barbarian", player=path, games=20, folder=folder)
    path.write_text(HOARDER.replace("3.0", "2.0"))
    with pytest.raises(DtsimError, match="the player 'hoarder' has changed"):
        dtsim.matchups("paladin", "barbarian", player=path, games=20, folder=folder)


def test_a_scenario_takes_player_files_beside_it(tmp_path: Path) -> None:
    from dtsim.experiments.scenario import load_scenario

    (tmp_path / "hoarder.toml").write_text(HOARDER)
    scenario = tmp_path / "mine.toml"
    scenario.write_text(
        'heroes = ["paladin", "barbarian:hoarder.toml"]\nplayers = ["hoarder.toml", "greedy"]'
    )
    plan = load_scenario(scenario).plan
    assert plan.labels == ("paladin:hoarder", "paladin:greedy", "barbarian:hoarder")
    scenario.write_text('heroes = ["paladin", "barbarian"]\nplayers = ["nobody.toml", "gredy"]')
    with pytest.raises(FileError, match="2 mistakes") as refused:
        load_scenario(scenario)
    assert "no such player file" in str(refused.value)
    assert "did you mean 'greedy'" in str(refused.value)


def test_two_files_of_one_name_are_refused(tmp_path: Path) -> None:
    paths = []
    for folder, cp in (("a", 1), ("b", 2)):
        (tmp_path / folder).mkdir()
        paths.append(tmp_path / folder / "mine.toml")
        paths[-1].write_text(f'kind = "planner"\n[weights]\ncp = {cp}\n')
    with pytest.raises(DtsimError, match=r"two different players are called 'mine'"):
        dtsim.matchups(f"paladin:{paths[0]}", f"barbarian:{paths[1]}", games=10)


def test_players_are_listed_shown_and_checked(tmp_path: Path) -> None:
    status, said = _run("player", "list", "--format", "json")
    assert status == 0
    assert {row["name"] for row in json.loads(said)} == set(KINDS)
    status, said = _run("player", "show", "planner", "--format", "json")
    assert json.loads(said)["weights"] == default_weights("planner")
    assert _run("player", "check")[0] == 0
    bad = tmp_path / "bad.toml"
    bad.write_text("kind = 1")
    assert _run("player", "check", str(bad))[0] == 2
    assert "did you mean 'planner'" in _run("player", "show", "plannr")[1]
    assert "no such player file" in _run("player", "check", "nobody.toml")[1]


@pytest.mark.parametrize("kind", KINDS)
def test_a_new_player_is_sound_and_plays_like_the_one_it_was_copied_from(kind: str, tmp_path: Path) -> None:
    player = read_player(new_player("My Player", kind), "my.toml", "my")
    assert player.play == load_player(kind).play
    out = tmp_path / "my.toml"
    assert _run("player", "new", "My Player", "--like", kind, "--out", str(out))[0] == 0
    assert "exists already" in _run("player", "new", "My Player", "--out", str(out))[1]


def test_every_line_that_the_template_offers_is_allowed() -> None:
    source = new_player("My Player").replace("\n# ", "\n").replace("What it never does", "# What")
    lines = [line for line in source.splitlines() if "=" in line or line.startswith(("[", "#"))]
    never = read_player("\n".join(lines), "my.toml", "my").never
    assert never.abilities
    assert never.cards
    assert never.status
    assert never.rerolls
    assert never.upgrades
    assert never.defence

"""Advice: the planner's own choice and values, in replays and at the table."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

import dtsim
from dtsim.cli import app
from dtsim.dicethrone.batch import pair_up
from dtsim.dicethrone.replay import explain_game, replay_game
from dtsim.errors import DtsimError, FileError

QUESTIONS_WITH_VALUES = {"keep", "announce", "window", "main phase"}


@pytest.mark.parametrize("players", [("planner", "planner"), ("random", "planner"), ("greedy", "random")])
def test_an_explained_game_is_the_game(players: tuple[str, str]) -> None:
    pairing = pair_up(("cursed-pirate", "paladin"), seed=3, seats=players)
    explained, plain = explain_game(pairing, 2), replay_game(pairing, 2)
    assert explained.events == plain.events
    assert explained.result == plain.result


def test_a_planner_takes_the_option_of_the_greatest_value() -> None:
    decisions = explain_game(pair_up(("gunslinger", "paladin"), seed=3, player="planner"), 0).decisions
    weighed = [advice for _, advice in decisions if advice.question in QUESTIONS_WITH_VALUES]
    assert {advice.question for advice in weighed} == QUESTIONS_WITH_VALUES
    for advice in weighed:
        values = [choice.value for choice in advice.choices if choice.value is not None]
        assert advice.chosen.value == pytest.approx(max(values), abs=1e-6)
        assert values == sorted(values, reverse=True)


def test_greedy_has_no_values_to_show() -> None:
    found = explain_game(pair_up(("gunslinger", "paladin"), seed=3, player="greedy"), 0)
    assert not any(advice.is_weighed for _, advice in found.decisions)
    assert (
        found.story() == replay_game(pair_up(("gunslinger", "paladin"), seed=3, player="greedy"), 0).story()
    )


def test_the_story_tells_the_chosen_keep_and_some_others() -> None:
    story = dtsim.replay("gunslinger", "barbarian", seed=1, player="planner", explain=True).story()
    assert "(keep: keep 1,2,3,4 " in story
    assert "(announce: announce " in story


# ----------------------------------------------------------------------------------------- at the table


def test_a_finished_large_straight_is_not_broken_up() -> None:
    counsel = dtsim.advise("barbarian", "gunslinger", dice="2,3,4,5,6", rolls_left=2)
    assert counsel.chosen == "stop"
    assert counsel.advice.dice == (2, 3, 4, 5, 6)
    assert counsel.advice.rolls_left == 2


def test_without_rolls_left_an_ability_is_announced() -> None:
    counsel = dtsim.advise("barbarian", "gunslinger", dice=[2, 3, 4, 5, 6], rolls_left=0)
    assert (counsel.advice.question, counsel.chosen) == ("announce", "announce Reckless")


def test_a_card_that_changes_dice_raises_what_the_dice_are_worth() -> None:
    bare, armed = (
        dtsim.advise("gunslinger", "barbarian", dice="6,6,6,6,1", rolls_left=1, you={"hand": hand, "cp": 5})
        for hand in ([], ["Six-It!"])
    )
    assert {c.option: c.value for c in armed.advice.choices}["stop"] > {
        c.option: c.value for c in bare.advice.choices
    }["stop"]


def test_in_a_main_phase_upgrades_are_weighed() -> None:
    counsel = dtsim.advise("gunslinger", "barbarian", phase="main 1", you={"cp": 4, "hand": ["Deadeye II"]})
    assert counsel.advice.question == "main phase"
    assert counsel.chosen == "upgrade Deadeye II"


def test_in_the_opponents_turn_one_is_asked_about_the_attack() -> None:
    counsel = dtsim.advise(
        "gunslinger",
        "barbarian",
        dice="1,1,1,1,6",
        turn="opponent",
        you={"health": 5, "tokens": {"Evasive": 1}},
    )
    assert counsel.advice.player == 0
    assert counsel.advice.question in ("window", "defend")


def test_a_position_file_says_the_same(tmp_path: Path) -> None:
    path = tmp_path / "table.toml"
    path.write_text(
        'heroes = ["gunslinger", "barbarian"]\ndice = [1, 1, 4, 5, 6]\nrolls_left = 1\n'
        '[you]\ncp = 3\nhand = ["Six-It!"]\n[opponent]\nhealth = 20\ntokens = { Knockdown = 1 }\n'
    )
    from_file = dtsim.advise(position=path)
    said = dtsim.advise(
        "gunslinger",
        "barbarian",
        dice="1,1,4,5,6",
        rolls_left=1,
        you={"cp": 3, "hand": ["Six-It!"]},
        opponent={"health": 20, "tokens": {"Knockdown": 1}},
    )
    assert from_file.advice == said.advice
    path.write_text("dice = [1, 1, 7, 5, 6]\n[you]\nhelth = 3\n")
    with pytest.raises(FileError, match="2 mistakes"):
        dtsim.advise("gunslinger", "barbarian", position=path)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ((), "name two heroes"),
        (("gunslinger",), "two heroes"),
        (("gunslinger", "barbarian", "--dice", "1,2"), "five dice are on the table"),
        (("gunslinger", "barbarian", "--rolls-left", "1"), "rolls left need dice"),
        (("gunslinger", "barbarian", "--hand", "Sixit"), "unknown card 'Sixit'"),
        (("gunslinger", "barbarian", "--token", "Evasve=1"), "did you mean 'Evasive'"),
        (("gunslinger", "barbarian", "--token", "Evasive=x"), "names no tokens"),
        (("gunslinger", "barbarian", "--token", "Evasive=44"), "at most, found 44"),
        (("gunslinger", "barbarian", "--cp", "99"), "less than or equal to 15"),
        (("gunslinger", "barbarian", "--phase", "lunch"), "phase"),
        (("gunslinger", "barbarian", "--upgrade", "Deadeye"), "unknown"),
        (("gunslinger", "barbarian", "--their-turn"), "add the opponent's dice"),
        (("gunslinger", "barbarian", "--phase", "main 2", "--dice", "11111"), "in the phase 'roll'"),
        (("gunslinger", "barbarian", "--player", "plannr"), "did you mean 'planner'"),
    ],
)
def test_an_impossible_position_is_refused_in_one_sentence(words: tuple[str, ...], said: str) -> None:
    done = CliRunner().invoke(app, ["advise", *words])
    assert isinstance(done.exception, DtsimError), done.output
    assert said in str(done.exception)


def test_every_format_of_advice() -> None:
    words = ["advise", "gunslinger", "barbarian", "--dice", "1,1,4,5,6", "--rolls-left", "1"]
    data = json.loads(CliRunner().invoke(app, [*words, "--format", "json"]).stdout)
    assert data["chosen"] == data["options"][0]["option"]
    assert len(data["options"]) > 20
    for format in ("table", "csv", "md"):
        assert data["chosen"] in CliRunner().invoke(app, [*words, "--format", format]).output

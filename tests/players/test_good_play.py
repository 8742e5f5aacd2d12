"""Decisions that a good player at the table would not have to think about."""

from __future__ import annotations

from typing import Any

import dtsim
from dtsim.dicethrone.advice import Adviser
from dtsim.dicethrone.batch import pair_up
from dtsim.dicethrone.engine.steps import O1
from dtsim.dicethrone.game import Game
from dtsim.dicethrone.position import Counsel
from dtsim.dicethrone.program import layout as L


def _values(counsel: Counsel) -> dict[str, float]:
    return {choice.option: choice.value for choice in counsel.advice.choices if choice.value is not None}


def test_tokens_beyond_the_stack_limit_count_for_nothing() -> None:
    """Mighty Prayer gives Crit: whoever has it already gains less by the ability."""
    empty, full = (
        _values(dtsim.advise("paladin", "barbarian", dice="1,1,2,6,6", rolls_left=0, you={"tokens": tokens}))[
            "announce Mighty Prayer"
        ]
        for tokens in ({}, {"Crit": 1})
    )
    assert full < empty - 1


def test_an_upgrade_of_no_use_is_sold() -> None:
    counsel = dtsim.advise(
        "gunslinger",
        "barbarian",
        phase="main 1",
        you={"cp": 0, "hand": ["Showdown II"], "upgrades": ["Showdown III"]},
    )
    assert counsel.chosen == "sell Showdown II"


def test_a_useful_card_is_not_sold_for_nothing() -> None:
    counsel = dtsim.advise("gunslinger", "barbarian", phase="main 1", you={"cp": 0, "hand": ["Six-It!"]})
    assert counsel.chosen == "end phase"


def _scene(heroes: tuple[str, str], dice: tuple[int, ...], **you: Any) -> tuple[Adviser, Game]:
    """The last throw of the first hero's opponent, or (`attacks`) of the first hero; the dice to come."""
    adviser = Adviser(pair_up(heroes, player="planner"))
    game = adviser.new_game(scene=True)
    active = 0 if you.pop("attacks", False) else 1
    game.players[0].set(**you)
    game.record[L.TURN] = game.record[L.ROUND] = 2
    game.record[L.ACTIVE] = active
    game.record[L.FRAMES + L.F_PC] = O1
    game.record[L.ATTEMPTS_LEFT] = 1
    game.script(*dice).resume()
    return adviser, game


def _until(adviser: Adviser, game: Game, option: str) -> str:
    """Both players go on as advised until the first takes the option: at which step of the turn."""
    for _ in range(60):
        advice = adviser.ask(game)
        if game.asked == 0 and advice.chosen.option == option:
            return game.step
        adviser.take(game, advice)
    raise AssertionError(f"{option} was never chosen")


def test_damage_is_prevented_when_the_defence_is_over() -> None:
    adviser, game = _scene(("gunslinger", "barbarian"), (2, 3, 4, 5, 5, 1, 6), cp=1, hand=["Not This Time!"])
    assert _until(adviser, game, "play Not This Time!") == "Z1"


def test_dice_are_changed_in_a_defence() -> None:
    """Thick Skin heals 2 for each life: Samesies! makes one more where health is short."""
    adviser, game = _scene(
        ("barbarian", "gunslinger"), (1, 1, 1, 1, 2, 4, 1, 2, 3), health=6, cp=1, hand=["Samesies!"]
    )
    assert _until(adviser, game, "play Samesies!") == "DF4"


def test_two_dice_are_set_for_what_they_come_to_together() -> None:
    """Twice As Wild! makes five pow of three: Rage!"""
    adviser, game = _scene(
        ("barbarian", "gunslinger"), (2, 3, 6, 6, 6), attacks=True, cp=3, hand=["Twice As Wild!"]
    )
    assert _until(adviser, game, "announce Rage!") == "O4"


def test_an_attempt_is_added_when_all_are_used_up() -> None:
    adviser, game = _scene(
        ("barbarian", "gunslinger"), (6, 6, 6, 4, 4), attacks=True, cp=1, hand=["One More Time!"]
    )
    assert _until(adviser, game, "play One More Time!") == "O3"


def test_a_knockdown_is_paid_for_rather_than_an_upgrade() -> None:
    """Who would lose the whole Offensive Roll Phase keeps the CP that avert it."""
    you = {"cp": 2, "hand": ["Fortitude II"], "tokens": {"Knockdown": 1}}
    values = _values(dtsim.advise("barbarian", "gunslinger", phase="main 1", you=you))
    assert values["upgrade Fortitude II"] < values["end phase"]


def test_companions_take_damage_when_their_owner_is_weak() -> None:
    adviser, game = _scene(
        ("huntress", "barbarian"), (2, 3, 4, 5, 5), health=8, tokens={"Nyra": 7, "Nyra Awake": 1}
    )
    assert _until(adviser, game, "accept") == "DF2"


def test_healing_above_the_most_there_may_be_is_no_gain() -> None:
    """Fortitude heals 4 with three life; of 59 health only one point is left to be gained."""
    weak, strong = (
        _values(
            dtsim.advise("barbarian", "gunslinger", dice="4,4,5,6,3", rolls_left=0, you={"health": health})
        )["announce Fortitude (3 life)"]
        for health in (30, 59)
    )
    assert weak == 4
    assert strong == 1


def test_a_deadly_ability_is_broken_though_its_player_may_roll_on() -> None:
    adviser, game = _scene(("huntress", "paladin"), (2, 3, 4, 5, 6), health=8, cp=1, hand=["Helping Hand"])
    game.record[L.ATTEMPTS_LEFT] = 1
    assert _until(adviser, game, "play Helping Hand") == "O5"


def test_a_card_is_sold_to_pay_for_the_card_that_wins() -> None:
    """3 CP for Twice As Wild! are there once a card of no use is sold."""
    position: dict[str, Any] = {"cp": 2, "hand": ["Twice As Wild!", "Smack II", "Smack III"]}
    heroes = ("barbarian", "gunslinger")
    rich = dtsim.advise(*heroes, phase="main 1", you=position | {"cp": 3}, opponent={"health": 5})
    poor = dtsim.advise(*heroes, phase="main 1", you=position, opponent={"health": 5})
    assert rich.chosen == "end phase"
    assert poor.chosen.startswith("sell Smack")


def test_a_card_is_sold_to_pay_for_getting_up() -> None:
    """Knockdown costs a whole Roll Phase unless 2 CP are paid."""
    you: dict[str, Any] = {"hand": ["Revolver II", "Get That Outta Here!"], "tokens": {"Knockdown": 1}}
    choices = {
        cp: dtsim.advise("gunslinger", "gunslinger", phase="main 1", you=you | {"cp": cp}).chosen
        for cp in (1, 2)
    }
    assert choices[1].startswith("sell ")
    assert not choices[2].startswith("sell ")


def test_a_blow_that_protect_halves_is_no_last_blow() -> None:
    """9 dmg defeat nobody who has 5 health and Protect; without it they do."""
    open_, guarded = (
        _values(
            dtsim.advise(
                "barbarian",
                "paladin",
                dice="2,3,4,5,5",
                rolls_left=0,
                opponent={"health": 5, "tokens": tokens},
            )
        )["announce Mighty Blow"]
        for tokens in ({}, {"Protect": 1})
    )
    assert open_ > 15
    assert guarded < open_ - 8


def test_what_a_passive_can_repair_is_worth_keeping() -> None:
    """Each CP of the Paladin is another throw of a die."""
    values = [
        max(
            _values(
                dtsim.advise("paladin", "barbarian", dice="3,5,6,6,6", rolls_left=1, you={"cp": cp})
            ).values()
        )
        for cp in (0, 1, 2)
    ]
    assert values[0] + 0.3 < values[1] < values[2]


def test_the_attacker_prevents_what_the_defence_deals_back() -> None:
    """The Duel deals 3 to a Barbarian who has 3 health."""
    adviser, game = _scene(
        ("barbarian", "gunslinger"),
        (2, 3, 4, 5, 5, 1, 6),
        attacks=True,
        health=3,
        cp=1,
        hand=["Not This Time!"],
    )
    assert _until(adviser, game, "play Not This Time!") == "Z1"


def test_a_free_card_is_played_when_its_moment_has_come() -> None:
    """Head Bash! takes an Income from whoever was dealt 8."""
    adviser, game = _scene(
        ("barbarian", "barbarian"), (1, 2, 3, 1, 3, 1, 2, 3), attacks=True, hand=["Head Bash!"]
    )
    assert _until(adviser, game, "play Head Bash!") == "Z5"

"""Targeting Roll Phase, as far as a duel has one: no die decides, and rolls after targeting come at once."""

from __future__ import annotations

import pytest

from .blows import FIST, fighter, strike
from .scene import announce, dice_cast, events, finish, go_to, pass_all, rule, scene


@rule("DT-TGT-1")
def test_a_duel_rolls_no_targeting_die() -> None:
    game = finish(announce(scene("barbarian", "barbarian", dice=[1, 1, 1, 4, 4]), "Smack"))
    assert dice_cast(game) == [[1, 1, 1, 4, 4]]
    assert [event["to"] for event in events(game, "damage")] == [1]


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("gain 2 Evasive", [{"Evasive": 2}, {}]),
        ("inflict Targeted to chosen opponent", [{}, {"Targeted": 1}]),
    ],
)
@rule("DT-TGT-3")
def test_what_has_no_target_or_names_a_chosen_one_rolls_no_targeting_die(
    text: str, tokens: list[dict[str, int]]
) -> None:
    game = finish(strike(fighter(text), fighter()))
    assert dice_cast(game) == [list(FIST)]
    assert [player.tokens for player in game.players] == tokens


@rule("DT-TGT-6")
def test_collateral_damage_hits_those_its_text_names() -> None:
    game = finish(strike(fighter("deal 2 collateral dmg to all opponents; receive 1 dmg"), fighter()))
    assert [player.health for player in game.players] == [49, 48]
    assert dice_cast(game) == [list(FIST)]


@rule("DT-TGT-7")
def test_rolls_after_targeting_come_between_the_activation_and_the_defence() -> None:
    game = scene("gunslinger", "barbarian", dice=[1, 2, 3, 4, 4, 3, 4, 4, 4, 4])
    go_to(announce(game, "Showdown"), "defend").take("defend with Thick Skin")
    shown = [
        (event["event"], event.get("dice"))
        for event in game.events
        if event["event"] in ("activated", "dice", "defends")
    ]
    assert [kind for kind, _ in shown] == ["dice", "activated", "dice", "dice", "defends", "dice"]
    assert [dice for _, dice in shown[2:4]] == [[3], [4]]
    assert game.dice_left == 0


@rule("DT-TGT-7")
def test_the_lower_roll_of_a_showdown_deals_5() -> None:
    game = finish(announce(scene("gunslinger", "barbarian", dice=[1, 2, 3, 4, 4, 3, 4]), "Showdown"))
    assert game.players[1].health == 45
    assert game.dice_left == 0


@rule("DT-TGT-7")
def test_dice_rolled_after_targeting_may_be_altered() -> None:
    mine = {"cp": 9, "hand": ["Tip It!"]}
    game = announce(scene("gunslinger", "barbarian", mine, dice=[1, 2, 3, 4, 4, 3, 4]), "Showdown")
    while len(dice_cast(game)) < 3:
        game.take("pass")
    game.take("play Tip It!").take("die 1 to 4")
    finish(pass_all(game))
    assert game.players[1].health == 43
    assert game.dice_left == 0

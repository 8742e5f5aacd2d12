"""Final damage calculation (chapter 14): the three steps, the worked example, reflections and sources."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import permutations
from typing import Any

import pytest

from dtsim.dicethrone.engine.damage import final_total
from dtsim.dicethrone.engine.rules import incoming
from dtsim.dicethrone.game import Game

from .blows import LAST_WINDOW, PUSH, STARS, fighter, go_to_offer, health, play, strike, totals, watch
from .scene import announce, defend, events, finish, go_to, rule, scene

# Barbarian against Paladin: what is played after the Overpower of 18, by the numbers of the example
RETRIBUTION, PROTECT, DEFENCE, GET_SOME, ABSOLUTION, PROTECT_AGAIN = range(2, 8)
ALL = (RETRIBUTION, PROTECT, DEFENCE, GET_SOME, ABSOLUTION, PROTECT_AGAIN)
CHOICES = {
    RETRIBUTION: ("spend Retribution", 1, ()),
    PROTECT: ("spend Protect", 1, ()),
    DEFENCE: ("defend with Divine Defense", 1, (3, 3, 4, 6)),
    GET_SOME: ("play Get Some!", 0, (1, 1, 2, 2, 3)),
    ABSOLUTION: ("play Absolution!", 1, (3,)),
    PROTECT_AGAIN: ("spend Protect", 1, ()),
}


def overpower(plays: Iterable[int], *, barbarian: int = 50) -> Game:
    """The Overpower of the example, answered by these plays, up to where the last of them has resolved."""
    plays = tuple(plays)
    dice = [1, 2, 3, 6, 6, 6, 6, 6, *(face for number in plays for face in CHOICES[number][2])]
    mine = {"health": barbarian, "cp": 2, "hand": ["Get Some!"]}
    theirs = {
        "cp": 1,
        "hand": ["Absolution!"],
        "tokens": {"Retribution": 1, "Protect": 1},
        "upgrades": ["Divine Defense III"],
    }
    game = announce(scene("barbarian", "paladin", mine, theirs, dice=dice), "Overpower")
    for number in plays:
        choice, player, _ = CHOICES[number]
        go_to_offer(game, choice, player).take(choice)
    return game


def example(plays: Iterable[int] = ALL, *, barbarian: int = 50) -> Game:
    """The example to its end, with the dice used up."""
    game = finish(overpower(plays, barbarian=barbarian))
    assert game.dice_left == 0
    return game


# ---------------------------------------------------------------- the worked example


@rule("DT-FIN-EX1", "DT-FIN-2", "DT-FIN-5", "DT-FIN-8", "DT-TOK-16")
def test_barbarian_against_paladin_ends_with_0_and_9():
    game = example()
    assert totals(game) == [(1, 17, 0), (0, 9, 9)]
    assert health(game) == [41, 50]


@rule("DT-FIN-EX1", "DT-MOD-8")
def test_barbarian_against_paladin_leaves_a_concussion_and_no_token_of_the_paladin():
    game = example()
    assert game.players[1].tokens == {"Concussion": 1}
    assert [player.cp for player in game.players] == [1, 1]  # 2 + Income - 2, 1 - 1 + a Prayer


@pytest.mark.parametrize(
    ("missing", "expected"),
    [
        ([PROTECT_AGAIN], [(1, 17, 8), (0, 9, 9)]),
        ([GET_SOME], [(1, 12, 0), (0, 6, 6)]),
        ([PROTECT, PROTECT_AGAIN], [(1, 17, 17), (0, 9, 9)]),
        ([RETRIBUTION], [(1, 17, 0)]),
        ([ABSOLUTION], [(1, 20, 0), (0, 10, 10)]),
    ],
)
@rule("DT-FIN-EX1")
def test_the_example_with_less_of_it(missing, expected):
    assert totals(example(number for number in ALL if number not in missing)) == expected


@rule("DT-FIN-EX1", "DT-FIN-8")
def test_the_reflected_9_defeat_a_barbarian_on_9():
    game = example(barbarian=9)
    assert (game.winner, health(game)) == (1, [0, 50])


LEGAL = [
    order
    for order in permutations(ALL)
    if order.index(PROTECT_AGAIN) > max(order.index(PROTECT), order.index(DEFENCE))
]


@pytest.mark.parametrize("order", LEGAL[::20])
@rule("DT-FIN-15", "DT-FIN-EX1")
def test_the_order_of_the_plays_does_not_change_the_totals(order):
    assert totals(example(order)) == [(1, 17, 0), (0, 9, 9)]


# ---------------------------------------------------------------- the three steps


@rule("DT-FIN-1")
def test_the_incoming_damage_is_what_the_ability_deals():
    game = overpower([])
    go_to(game, "defend")
    assert incoming(game.record, 1) == 18


@rule("DT-FIN-2")
def test_every_plus_and_minus_counts_whoever_played_it_and_whenever():
    game = example([ABSOLUTION, DEFENCE, GET_SOME])
    assert [event["amount"] for event in events(game, "prevented", player=1)] == [3, 3]
    assert [event["amount"] for event in events(game, "added", player=0)] == [5]
    assert totals(game) == [(1, 17, 17)]


PUSHES = PUSH.replace("add 3 dmg", "add 5 dmg")
PROTECTED = {"tokens": {"Protect": 1}}


@pytest.mark.parametrize("plays", [("spend Protect", "play Push!"), ("play Push!", "spend Protect")])
@rule("DT-FIN-3")
def test_a_half_is_taken_last_whenever_it_is_played(plays):
    game = strike(fighter("deal 10 dmg", more=PUSHES), fighter(), {"hand": ["Push!"]}, PROTECTED)
    assert totals(finish(play(game, *plays))) == [(1, 15, 7)]


@rule("DT-FIN-3", "DT-FIN-4")
def test_the_half_of_a_defence_is_taken_last_too():
    mine = {"hand": ["Push!"]}
    game = defend(strike(fighter("deal 10 dmg", more=PUSHES), "gunslinger", mine, then=[6, 1]))
    go_to(game, "option").take("option 2")
    assert totals(finish(play(game, "play Push!"))) == [(1, 15, 7)]
    assert game.dice_left == 0


@rule("DT-FIN-4")
def test_two_halves_are_taken_of_the_same_subtotal():
    game = defend(strike(fighter("deal 7 dmg"), "gunslinger", theirs=PROTECTED, then=[6, 1]))
    go_to(game, "option").take("option 2")
    assert totals(finish(play(game, "spend Protect"))) == [(1, 7, 0)]
    assert game.dice_left == 0


@pytest.mark.parametrize(
    ("subtotal", "halves", "total"),
    [(17, 2, 0), (17, 1, 8), (1, 1, 0), (0, 1, 0), (5, 1, 2), (8, 1, 4), (9, 0, 9)],
)
@rule("DT-FIN-4", "DT-FIN-5", "DT-FIN-6", "DT-FIN-7")
def test_each_prevented_half_is_rounded_up(subtotal, halves, total):
    assert final_total(subtotal, halves, 0) == total


# ---------------------------------------------------------------- multiples

MULTIPLES = """
[[card]]
name = "Twice!"
play = "roll phase"
cost = 0
copies = 2
attack_modifier = true
text = "multiply dmg by 2"
[[card]]
name = "Half More!"
play = "roll phase"
cost = 0
attack_modifier = true
text = "add half dmg"
[[card]]
name = "Push!"
play = "roll phase"
cost = 0
attack_modifier = true
text = "add 3 dmg"
"""


def multiplied(blow: str, *plays: str, theirs: dict[str, object] | None = None, **options: Any) -> Game:
    """A blow of a fighter with these plays, each as soon as it is offered."""
    hand = [play.removeprefix("play ") for play in plays if play.startswith("play ")]
    game = strike(fighter(blow, more=MULTIPLES), fighter(), {"hand": hand}, theirs, **options)
    return finish(play(game, *plays))


@pytest.mark.parametrize(
    ("plays", "total"),
    [
        (["play Twice!"], 14),
        (["play Twice!", "play Twice!"], 21),  # each of the same subtotal
        (["play Half More!"], 11),  # half of 7, rounded up
        (["play Twice!", "play Half More!"], 18),
        (["play Twice!", "spend Protect"], 10),  # 7 + 7 - 4
        (["play Half More!", "spend Protect"], 7),
    ],
)
@rule("DT-FIN-3", "DT-FIN-4", "DT-FIN-5", "DT-FIN-10")
def test_multiples_and_halves_are_computed_apart_of_the_same_subtotal(plays, total):
    game = multiplied("deal 7 dmg", *plays, theirs=PROTECTED)
    assert totals(game) == [(1, 7, total)]
    assert health(game) == [50, 50 - total]


@pytest.mark.parametrize("order", list(permutations(["play Twice!", "play Push!", "spend Protect"])))
@rule("DT-FIN-3", "DT-FIN-10", "DT-FIN-15")
def test_the_plus_comes_before_the_multiple_whatever_is_played_first(order):
    assert totals(multiplied("deal 5 dmg", *order, theirs=PROTECTED)) == [(1, 8, 12)]  # 8 + 8 - 4


@rule("DT-FIN-7", "DT-FIN-10")
def test_halves_that_outweigh_the_multiples_leave_nothing():
    assert final_total(7, 3, 4) == 0


@rule("DT-FIN-10", "DT-ABL-8", "DT-DMG-5")
def test_pure_damage_is_not_multiplied():
    blow = "deal 4 undefendable dmg; deal 3 pure dmg"
    assert totals(multiplied(blow, "play Twice!")) == [(1, 7, 11)]
    game = strike(fighter("deal 4 pure dmg", more=MULTIPLES), fighter(), {"hand": ["Twice!"]})
    assert not [asked for asked in watch(game) if asked.offers("play Twice!")]


@rule("DT-FIN-10", "DT-DMG-8", "DT-MOD-9")
def test_an_ultimate_is_multiplied():
    game = multiplied("deal 1 dmg", "play Twice!", ability="Last Word!", dice=STARS)
    assert totals(game) == [(1, 10, 20)]


@rule("DT-FIN-8", "DT-FIN-10")
def test_what_is_reflected_is_half_of_the_damage_before_it_was_multiplied():
    held = {"tokens": {"Retribution": 1}}
    game = strike(fighter("deal 10 dmg", more=MULTIPLES), "paladin", {"hand": ["Twice!"]}, held)
    assert totals(finish(play(game, "play Twice!", "spend Retribution"))) == [(1, 10, 20), (0, 5, 5)]


@rule("DT-FIN-11", "DT-FIN-10")
def test_a_dodge_leaves_nothing_to_multiply():
    held = {"tokens": {"Evasive": 1}}
    game = multiplied("deal 7 dmg", "play Twice!", "spend Evasive", theirs=held, then=[1])
    assert totals(game) == [(1, 0, 0)]


@rule("DT-FIN-10")
def test_an_ability_may_multiply_its_own_damage():
    hero = fighter("deal 4 undefendable dmg; on 2 eye: multiply dmg by 3")
    assert totals(finish(strike(hero, fighter()))) == [(1, 4, 12)]


@rule("DT-FIN-6")
def test_half_of_5_prevents_3():
    game = finish(play(strike(fighter(), fighter(), theirs=PROTECTED), "spend Protect"))
    assert health(game) == [50, 48]


@rule("DT-FIN-5")
def test_a_reflected_half_is_rounded_up_on_its_own():
    game = strike(fighter(), "paladin", theirs={"cp": 0, "tokens": {"Retribution": 1, "Protect": 1}})
    assert totals(finish(play(game, "spend Retribution", "spend Protect"))) == [(1, 5, 2), (0, 3, 3)]


@rule("DT-FIN-7")
def test_more_prevention_than_damage_heals_nobody():
    game = strike(fighter(), fighter(guard="prevent 9 dmg"), theirs={"health": 30}, then=[1])
    assert totals(finish(defend(game))) == [(1, 0, 0)]
    assert health(game) == [50, 30]
    assert game.dice_left == 0


# ---------------------------------------------------------------- reflections


def answered(blow: int, *, then: Iterable[int], rulings: Iterable[str] = (), **theirs: object) -> Game:
    """A Paladin who may reflect a blow."""
    return strike(fighter(f"deal {blow} dmg"), "paladin", theirs=theirs, then=then, rulings=rulings)


@rule("DT-FIN-8")
def test_a_reflection_takes_half_of_the_subtotal_not_of_what_is_received():
    game = answered(10, then=(), cp=0, tokens={"Retribution": 1, "Protect": 1})
    assert totals(finish(play(game, "spend Retribution", "spend Protect"))) == [(1, 10, 5), (0, 5, 5)]


@rule("DT-FIN-9")
def test_nothing_is_reflected_of_a_subtotal_below_0():
    game = answered(3, then=[5], cp=1, hand=["Absolution!"], tokens={"Retribution": 1})
    assert totals(finish(play(game, "spend Retribution", "play Absolution!"))) == [(1, 0, 0), (0, 0, 0)]
    assert health(game) == [50, 50]
    assert game.dice_left == 0


EVASIVE = {"cp": 0, "tokens": {"Retribution": 1, "Evasive": 1}}


@pytest.mark.parametrize(("die", "expected"), [(1, [(1, 0, 0), (0, 0, 0)]), (4, [(1, 10, 10), (0, 5, 5)])])
@rule("DT-FIN-11")
def test_a_dodge_leaves_nothing_to_reflect(die, expected):
    game = answered(10, then=[die], **EVASIVE)
    assert totals(finish(play(game, "spend Retribution", "spend Evasive"))) == expected
    assert game.dice_left == 0


@rule("DT-FIN-11")
def test_the_order_of_dodge_and_reflection_does_not_matter():
    game = finish(play(answered(10, then=[1], **EVASIVE), "spend Evasive", "spend Retribution"))
    assert health(game) == [50, 50]
    assert game.dice_left == 0


@rule("DT-FIN-11")
def test_by_the_ruling_a_dodge_keeps_the_reflection():
    game = answered(10, then=[1], rulings=["dodge-keeps-reflection"], **EVASIVE)
    assert health(finish(play(game, "spend Retribution", "spend Evasive"))) == [45, 50]
    assert game.dice_left == 0


@rule("DT-FIN-11")
def test_shadows_leave_nothing_to_reflect():
    theirs = {"cp": 0, "tokens": {"Retribution": 1, "Shadows": 1}}
    dagger = {"ability": "Dagger Strike", "dice": [1, 1, 2, 3, 3]}
    game = strike("shadow-thief", "paladin", {"cp": 0}, theirs, **dagger)
    assert health(finish(play(game, "spend Retribution"))) == [50, 50]
    assert [event["token"] for event in events(game, "spent")] == ["Retribution"]


# ---------------------------------------------------------------- when, and source by source


@rule("DT-FIN-12")
def test_nobody_acts_between_the_calculation_and_the_damage():
    game = example()
    kinds = [event["event"] for event in game.events]
    first = kinds.index("total")
    last = len(kinds) - 1 - kinds[::-1].index("health")
    assert set(kinds[first : last + 1]) == {"total", "step", "health"}


@rule("DT-FIN-12")
def test_the_calculation_waits_until_both_players_have_finished():
    game = overpower([DEFENCE])
    while game.step != LAST_WINDOW or game.asked != 1:
        game.take("pass")
    assert events(game, "total") == []
    game.script(3).take("play Absolution!")
    assert (game.step, events(game, "total")) == (LAST_WINDOW, [])
    assert totals(finish(game)) == [(1, 12, 12)]
    assert game.dice_left == 0


@rule("DT-FIN-13")
def test_every_source_is_calculated_on_its_own_and_all_hit_together():
    game = defend(strike(fighter(), fighter(guard="deal 3 dmg"), theirs=PROTECTED, then=[1]))
    finish(play(game, "spend Protect"))
    assert totals(game) == [(1, 5, 2), (0, 3, 3)]
    changed = [index for index, event in enumerate(game.events) if event["event"] == "health"]
    assert [game.events[index]["now"] for index in changed] == [47, 48]
    assert changed[1] == changed[0] + 1
    assert game.dice_left == 0


@rule("DT-FIN-13")
def test_collateral_damage_is_a_source_beside_the_attack():
    blow = fighter("deal 5 dmg; additionally deal 3 collateral dmg to all opponents")
    game = go_to_offer(strike(blow, fighter(), theirs=PROTECTED), "spend Protect against 3 dmg")
    assert totals(finish(game.take("spend Protect against 3 dmg"))) == [(1, 5, 5), (1, 3, 1)]
    assert health(game) == [50, 44]


@rule("DT-FIN-14")
def test_upkeep_damage_takes_the_same_three_steps():
    mine = {"health": 30, "cp": 0, "tokens": {"Poison": 3, "Protect": 1}}
    game = scene("paladin", "shadow-thief", mine)
    go_to_offer(game, "spend Protect").take("spend Protect")
    assert totals(go_to(game, "main phase")) == [(0, 3, 1)]
    assert game.players[0].health == 29


@rule("DT-FIN-14")
def test_the_damage_of_a_main_phase_card_takes_them_too():
    theirs = {"health": 30, "cp": 0, "tokens": {"Protect": 1}}
    game = scene("gunslinger", "paladin", {"hand": ["Roulette!"], "cp": 5}, theirs, dice=[1])
    go_to(game, "main phase").take("play Roulette!").take("player 1")
    go_to_offer(game, "spend Protect").take("spend Protect")
    assert totals(go_to(game, "main phase")) == [(1, 2, 1)]
    assert game.dice_left == 0


@rule("DT-FIN-13", "DT-ULT-4")
def test_no_half_is_taken_of_an_ultimate():
    game = finish(strike(fighter(), fighter(), theirs=PROTECTED, ability="Last Word!", dice=STARS))
    assert (totals(game), game.players[1].tokens) == ([(1, 10, 10)], {"Protect": 1})

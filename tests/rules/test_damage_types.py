"""Damage types and their attributes (chapter 12)."""

from __future__ import annotations

import pytest

from dtsim.dicethrone.engine.rules import incoming

from .blows import (
    BEFORE_DEFENCE,
    PUSH,
    SHAME,
    STARS,
    WITHER,
    fighter,
    go_to_offer,
    health,
    offered,
    play,
    strike,
    totals,
    watch,
)
from .scene import defend, events, finish, go_to, pass_all, rule, scene

BLOWS = {
    "normal": "deal 5 dmg",
    "undefendable": "deal 5 undefendable dmg",
    "pure": "deal 5 pure dmg",
    "collateral": "deal 5 collateral dmg to all opponents",
    "ultimate": "deal 5 ultimate dmg",
}
EVASIVE = {"tokens": {"Evasive": 1}}


@pytest.mark.parametrize(
    ("damage_type", "attributes"),
    [
        ("normal", (True, True, True)),
        ("undefendable", (False, True, True)),
        ("pure", (False, True, False)),
        ("collateral", (False, True, False)),
        ("ultimate", (False, False, True)),
    ],
)
@rule("DT-DMG-1")
def test_each_type_is_defendable_avoidable_and_modifiable_as_the_chart_says(damage_type, attributes):
    game = strike(fighter(BLOWS[damage_type], more=PUSH), fighter(), {"hand": ["Push!"]}, EVASIVE)
    asked = watch(game)
    defendable = any(found.question == "defend" for found in asked)
    avoidable, modifiable = bool(offered(asked, "spend Evasive")), bool(offered(asked, "play Push!"))
    assert (defendable, avoidable, modifiable) == attributes
    assert {event["type"] for event in events(game, "damage")} == {damage_type}


@rule("DT-DMG-2")
def test_there_is_no_defence_against_the_damage_of_a_defence():
    game = defend(strike(fighter(), fighter(guard="deal 3 dmg"), then=[1]))
    assert "defend" not in [asked.question for asked in watch(game)]
    assert health(game) == [47, 45]
    assert game.dice_left == 0


@rule("DT-DMG-3")
def test_undefendable_damage_is_dodged():
    game = strike(fighter("deal 6 undefendable dmg"), fighter(), theirs=EVASIVE, then=[2])
    assert health(finish(play(game, "spend Evasive"))) == [50, 50]
    assert game.dice_left == 0


@rule("DT-DMG-3")
def test_an_ultimate_is_not_dodged():
    game = strike(fighter(), fighter(), theirs=EVASIVE, ability="Last Word!", dice=STARS)
    assert offered(watch(game), "spend Evasive") == []
    assert health(game) == [50, 40]


@rule("DT-DMG-4")
def test_no_modifier_is_played_on_pure_damage():
    game = strike(fighter("deal 4 pure dmg", more=PUSH), fighter(), {"hand": ["Push!"]})
    assert offered(watch(game), "play Push!") == []
    assert health(game) == [50, 46]


@rule("DT-DMG-5")
def test_pure_damage_is_prevented():
    game = strike(fighter("deal 4 pure dmg"), "paladin", theirs={"hand": ["Absolution!"], "cp": 1}, then=[3])
    assert health(finish(play(game, "play Absolution!"))) == [50, 49]
    assert game.dice_left == 0


@rule("DT-DMG-6")
def test_collateral_damage_is_no_attack_and_takes_no_bounty():
    blow = "deal 2 collateral dmg to all opponents"
    game = finish(strike(fighter(blow), "gunslinger", {"cp": 0}, {"tokens": {"Bounty": 1}}))
    assert health(game) == [50, 48]
    assert game.players[0].cp == 1  # of Income


@rule("DT-DMG-6")
def test_collateral_damage_waits_for_the_last_window_and_is_dodged_there():
    blow = "deal 2 collateral dmg to all opponents"
    game = strike(fighter(blow), fighter(), theirs=EVASIVE, then=[1])
    assert health(go_to_offer(game, "spend Evasive")) == [50, 50]
    assert health(finish(play(game, "spend Evasive"))) == [50, 50]
    assert game.dice_left == 0


@rule("DT-DMG-8")
def test_an_ultimate_is_raised_and_never_lowered():
    game = strike("gunslinger", "cursed-pirate", {"tokens": {"Wither": 2}}, ability="Fill'Em", dice=STARS)
    assert totals(finish(game)) == [(1, 11, 11)]


@pytest.mark.parametrize(
    ("token", "dice", "ability", "blow", "total"),
    [
        ({"Wither": 1}, None, "Blow", "deal 4 pure dmg", 4),
        ({"Wither": 2}, None, "Blow", "deal 2 collateral dmg to all opponents", 2),
        ({"Wither": 1}, STARS, "Last Word!", "deal 5 dmg", 10),
        ({"Wither": 1}, None, "Blow", "deal 5 undefendable dmg", 4),
        ({"Shame": 1}, None, "Blow", "deal 4 pure dmg", 4),
        ({"Shame": 2}, None, "Blow", "deal 5 dmg", 3),
    ],
)
@rule("DT-DMG-9", "DT-DMG-8")
def test_tokens_of_the_attacker_lower_only_what_is_modifiable(token, dice, ability, blow, total):
    options = {"ability": ability, **({"dice": dice} if dice else {})}
    game = strike(fighter(blow, more=WITHER + SHAME), fighter(), {"tokens": token}, **options)
    assert health(finish(game)) == [50, 50 - total]


@pytest.mark.parametrize(("blow", "left"), [("deal 4 pure dmg", {"Shame": 1}), ("deal 4 dmg", {})])
@rule("DT-DMG-9")
def test_shame_stays_where_it_has_nothing_to_lower(blow, left):
    game = strike(fighter(blow, more=SHAME), fighter(), {"tokens": {"Shame": 1}})
    assert finish(game).players[0].tokens == left


@rule("DT-DMG-9")
def test_a_card_prevents_pure_damage_that_wither_leaves_alone():
    theirs = {"hand": ["Absolution!"], "cp": 1}
    game = strike(
        fighter("deal 4 pure dmg", more=WITHER), "paladin", {"tokens": {"Wither": 1}}, theirs, then=[3]
    )
    assert health(finish(play(game, "play Absolution!"))) == [50, 49]


@rule("DT-DMG-10")
def test_the_damage_of_a_duel_is_dodged_by_the_attacker():
    game = defend(strike(fighter(), "gunslinger", EVASIVE, then=[5, 4, 1]))
    go_to(game, "option").take("option 1")
    assert totals(finish(play(game, "spend Evasive"))) == [(1, 5, 5), (0, 0, 0)]
    assert health(game) == [50, 45]
    assert game.dice_left == 0


@rule("DT-DMG-10")
def test_attack_modifiers_do_not_change_the_damage_of_a_defence():
    mine = {"hand": ["Push!"], "tokens": {"Targeted": 1}}
    theirs = {"hand": ["Push!"], "tokens": {"Wither": 1}}
    both = PUSH + WITHER
    game = defend(strike(fighter(more=both), fighter(guard="deal 3 dmg", more=both), mine, theirs, then=[1]))
    assert offered(watch(game), "play Push!", 1) == []
    assert health(game) == [47, 45]


@rule("DT-DMG-11")
def test_an_exploding_keg_is_labelled_undefendable_and_dodged():
    mine = {"tokens": {"Powder Keg": 1, "Evasive": 1}}
    game = scene(fighter(), "cursed-pirate", mine, dice=[1, 2])
    play(game, "spend Evasive")
    assert go_to(game, "main phase").players[0].health == 50
    assert [event["type"] for event in events(game, "damage")] == ["undefendable"]
    assert game.dice_left == 0


@rule("DT-DMG-12")
def test_incoming_damage_is_what_waits_to_be_dealt():
    game = go_to(strike(fighter(), fighter()), "defend")
    assert incoming(game.record, 1) == 5
    assert health(game) == [50, 50]
    assert incoming(finish(game).record, 1) == 0


KEG = {"health": 30, "tokens": {"Powder Keg": 1}}


def lit(*, then=(), **theirs):
    """The Pirate lights a second Powder Keg and deals 7."""
    mine = {"side": "human", "tokens": {"Cursed Doubloon": 0}}
    straight = {"ability": "Light the Fuse", "dice": [1, 2, 3, 4, 4], "then": then}
    return strike("cursed-pirate", fighter(), mine, {**KEG, **theirs}, **straight)


@rule("DT-DMG-13", "DT-TOK-12")
def test_an_isolated_burst_lands_before_the_attack_is_settled():
    game = go_to(lit(), "defend")
    assert game.players[1].health == 27
    assert finish(game).players[1].health == 20
    assert game.players[1].tokens == {"Powder Keg": 1}


@rule("DT-DMG-13")
def test_the_burst_alone_is_dodged_just_before_it_lands():
    game = lit(tokens={"Powder Keg": 1, "Evasive": 1}, then=[2])
    go_to_offer(game, "spend Evasive against 3 dmg")
    assert game.players[1].health == 30
    game.take("spend Evasive against 3 dmg")
    assert go_to(game, "defend").players[1].health == 30
    assert finish(game).players[1].health == 23
    assert game.dice_left == 0


@rule("DT-DMG-13")
def test_a_keg_that_explodes_in_upkeep_lands_at_once():
    mine = {"health": 20, "hand": ["Tip It!"], "cp": 5, "tokens": {"Powder Keg": 1, "Cursed Doubloon": 2}}
    game = scene("barbarian", "cursed-pirate", mine, dice=[1])
    go_to(game, "order").take("resolve Powder Keg")
    pass_all(game, step="U3")
    changes = [event["now"] for event in events(go_to(game, "main phase"), "health")]
    assert changes == [17, 15]
    assert game.dice_left == 0


@rule("DT-DMG-13")
def test_before_a_burst_lands_roll_phase_cards_are_offered_in_the_roll_phase():
    game = lit(hand=["Not This Time!"], cp=1)
    go_to(game, "window", asked=1, step="DF2").take("play Not This Time!")
    game.take("against 3 dmg")
    assert go_to(game, step=BEFORE_DEFENCE).players[1].health == 30

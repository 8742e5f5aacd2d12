"""Ultimates (chapter 15): the lock, what still works, and what neither stops nor weakens them."""

from __future__ import annotations

import pytest

from dtsim.dicethrone.game import Game

from .blows import (
    BLIND,
    FIST,
    LAST_WINDOW,
    SHAME,
    STARS,
    fighter,
    go_to_dice,
    health,
    play,
    question,
    strike,
    totals,
    watch,
)
from .scene import dice_cast, events, finish, go_to, keep, rule, scene, step_on, texts

ARMED = {
    "tokens": {"Evasive": 3, "Protect": 1},
    "hand": ["Getting Paid!", "So Wild!", "Not This Time!"],
    "cp": 9,
}


def last_word(mine=None, theirs=None, *, by=None, on=None, dice=STARS, then=(), **options) -> Game:
    """Last Word! has been announced."""
    by, on = by or fighter(), on or fighter()
    return strike(by, on, mine, theirs, ability="Last Word!", dice=dice, then=then, **options)


def fill_em(mine=None, theirs=None, *, on=None, then=()) -> Game:
    """Fill'Em With Lead! has been announced."""
    return strike("gunslinger", on or fighter(), mine, theirs, ability="Fill'Em", dice=STARS, then=then)


# ---------------------------------------------------------------- the lock


@rule("DT-ULT-1")
def test_opponents_do_nothing_from_the_activation_until_the_roll_phase_concludes():
    game = last_word(theirs=ARMED)
    asked_before = []
    while not events(game, "activated"):
        asked_before.append(game.asked)
        step_on(game)
    assert 1 in asked_before
    assert [found for found in watch(game) if found.asked == 1] == []
    assert health(game) == [50, 40]


@rule("DT-ULT-1")
def test_the_same_opponent_is_asked_during_an_ordinary_attack():
    asked = watch(strike(fighter(), fighter(), theirs=ARMED))
    assert {"play Getting Paid!", "spend Protect against 5 dmg to player 1"} <= {
        text for found in asked if found.asked == 1 and found.step == LAST_WINDOW for text in found.options
    }


CHEAT = """
[[status]]
name        = "Luck"
kind        = "positive"
stack_limit = 1
when        = "attacked"
text        = "may: gain 2 cp"
"""


@pytest.mark.parametrize(
    ("ability", "dice", "is_asked"), [("Blow", FIST, True), ("Last Word!", STARS, False)]
)
@rule("DT-ULT-1")
def test_a_token_of_the_opponent_asks_nothing_during_the_lock(ability, dice, is_asked):
    lucky = fighter(more=CHEAT)
    game = strike(lucky, lucky, None, {"tokens": {"Luck": 1}}, ability=ability, dice=dice)
    assert ("may" in [found.question for found in watch(game)]) is is_asked


@rule("DT-ULT-2")
def test_the_lock_ends_with_the_roll_phase():
    theirs = {"hand": ["Getting Paid!"], "cp": 0}
    game = finish(last_word({"hand": ["Vegas Baby!"]}, theirs))
    assert (game.asked, game.question) == (0, "main phase")
    game.take("sell Vegas Baby!")
    assert (game.asked, game.step, texts(game)) == (1, "N1", ["pass", "play Getting Paid!"])


@rule("DT-ULT-2")
def test_the_opponent_may_alter_the_dice_of_the_pass_that_rage_grants():
    theirs = {"hand": ["So Wild!"], "cp": 5}
    game = strike("barbarian", "barbarian", None, theirs, ability="Rage!", dice=STARS, then=[1, 1, 1, 4, 4])
    while not events(game, "extra pass"):
        step_on(game)
    go_to_dice(game, "offense", 1).take("play So Wild!").take("die 1 to 6")
    assert (game.dice, game.step) == ([6, 1, 1, 4, 4], "O3")
    assert game.dice_left == 0


@rule("DT-ULT-7")
def test_the_attacker_acts_during_the_lock():
    mine = {"tokens": {"Reload": 1}, "hand": ["Getting Paid!"], "cp": 5}
    asked = [found for found in watch(last_word(mine, on="gunslinger")) if found.step == LAST_WINDOW]
    assert [found.asked for found in asked] == [0]
    assert asked[0].offers("spend Reload")
    assert asked[0].offers("play Getting Paid!")


@rule("DT-ULT-7", "DT-MOD-7")
def test_the_attacker_alters_the_dice_of_an_own_modifier_during_the_lock():
    mine = {"tokens": {"Reload": 1}, "hand": ["Six-It!"], "cp": 5}
    theirs = {"hand": ["So Wild!"], "cp": 5}
    game = play(last_word(mine, theirs, on="gunslinger", then=[1]), "spend Reload")
    assert (game.asked, question(game).dice_for) == (0, "Reload")
    game.take("play Six-It!")
    assert [found for found in watch(game) if found.asked == 1] == []
    assert totals(game) == [(1, 13, 13)]
    assert game.dice_left == 0


# ---------------------------------------------------------------- what stops it


@rule("DT-ULT-3")
def test_an_opponent_stops_an_ultimate_by_changing_a_die_before_the_activation():
    game = go_to_dice(last_word(theirs={"hand": ["So Wild!"], "cp": 5}), "offense", 1)
    assert events(game, "announced")[-1]["ability"] == "Last Word!"
    game.take("play So Wild!").take("die 5 to 1")
    assert (game.asked, game.question, texts(game)) == (0, "announce", ["announce none", "roll again"])
    finish(game.take("announce none"))
    assert (events(game, "activated"), health(game)) == ([], [50, 50])


@rule("DT-ULT-3")
def test_after_a_changed_die_the_attacker_may_roll_for_the_ultimate_again():
    game = go_to_dice(last_word(theirs={"hand": ["So Wild!"], "cp": 5}, then=[6]), "offense", 1)
    game.take("play So Wild!").take("die 5 to 1").take("roll again")
    keep(game, 6, 6, 6, 6)
    finish(go_to(game, "announce").take("announce Last Word!"))
    assert health(game) == [50, 40]
    assert game.dice_left == 0


@rule("DT-ULT-11")
def test_a_test_of_the_phase_does_not_stop_an_ultimate_and_is_used_up_without_a_roll():
    game = finish(last_word({"tokens": {"Blind": 1}}, by=fighter(more=BLIND)))
    assert health(game) == [50, 40]
    assert dice_cast(game) == [list(STARS)]
    assert game.players[0].tokens == {}


# ---------------------------------------------------------------- what weakens and strengthens it


@rule("DT-ULT-4")
def test_wither_and_parlay_do_not_weaken_an_ultimate():
    game = finish(last_word({"tokens": {"Wither": 2, "Parlay": 1}}, on="cursed-pirate"))
    assert totals(game) == [(1, 10, 10)]
    assert game.players[0].tokens == {"Wither": 2}


@rule("DT-ULT-4")
def test_parlay_does_not_weaken_an_ultimate_of_another_type_either():
    hero = fighter(ultimate="deal 10 undefendable dmg")
    game = finish(last_word({"tokens": {"Parlay": 1}}, by=hero, on="cursed-pirate"))
    assert totals(game) == [(1, 10, 10)]


WARD = """
[[status]]
name        = "Ward"
kind        = "positive"
stack_limit = 1
when        = "attacked"
text        = "{text}"
"""


@pytest.mark.parametrize(
    ("text", "left"), [("prevent 3 dmg", 48), ("prevent half dmg", 48), ("prevent all dmg", 50)]
)
@rule("DT-ULT-4")
def test_a_token_of_the_target_that_weakens_attacks_by_itself_is_ignored(text, left):
    warded = fighter(more=WARD.format(text=text))
    theirs = {"tokens": {"Ward": 1}}
    assert finish(strike(fighter(), warded, None, theirs)).players[1].health == left
    assert finish(last_word(theirs=theirs, on=warded)).players[1].health == 40


@rule("DT-ULT-4")
def test_shame_is_used_up_without_effect():
    game = finish(last_word({"tokens": {"Shame": 2}}, by=fighter(more=SHAME)))
    assert (totals(game), game.players[0].tokens) == ([(1, 10, 10)], {})


@rule("DT-ULT-4")
def test_shadows_do_not_keep_an_ultimate_off():
    game = finish(last_word(theirs={"tokens": {"Shadows": 1}}, on="shadow-thief"))
    assert health(game) == [50, 40]


@rule("DT-ULT-5")
def test_what_an_ultimate_inflicts_before_its_damage_strengthens_it():
    game = finish(fill_em({"cp": 2}))
    assert totals(game) == [(1, 11, 11)]
    assert game.players[0].cp == 4  # 2 + Income + Bounty
    assert game.players[0].tokens == {"Evasive": 1, "Reload": 1}
    assert game.players[1].tokens == {"Bounty": 1, "Knockdown": 1}


@rule("DT-ULT-5")
def test_tokens_in_play_strengthen_an_ultimate():
    assert totals(finish(last_word(theirs={"tokens": {"Targeted": 1}}))) == [(1, 12, 12)]


@pytest.mark.parametrize(
    ("hero", "side", "ultimate"),
    [
        ("barbarian", None, "Rage!"),
        ("gunslinger", None, "Fill'Em With Lead!"),
        ("huntress", None, "Jungle Fury!"),
        ("paladin", None, "Resolute Faith!"),
        ("shadow-thief", None, "Shadow Shank!"),
        ("cursed-pirate", "human", "Pirate's Touch!"),
        ("cursed-pirate", "cursed", "Cursed Touch!"),
    ],
)
@rule("DT-ULT-6")
def test_the_plain_damage_of_an_ultimate_is_of_type_ultimate(hero, side, ultimate):
    game = strike(hero, fighter(), {"side": side} if side else None, ability=ultimate, dice=STARS)
    while not events(game, "damage"):
        step_on(game)
    assert [event["type"] for event in events(game, "damage")] == ["ultimate"]


@rule("DT-ULT-6")
def test_damage_of_another_type_on_an_ultimate_keeps_its_type():
    hero = fighter(ultimate="deal 10 dmg; additionally deal 2 collateral dmg to all opponents")
    assert [event["type"] for event in events(finish(last_word(by=hero)), "damage")] == [
        "ultimate",
        "collateral",
    ]


@rule("DT-ULT-9")
def test_stack_limits_hold_against_an_ultimate():
    game = finish(fill_em(theirs={"tokens": {"Knockdown": 1}}))
    assert game.players[1].tokens == {"Bounty": 1, "Knockdown": 1}


# ---------------------------------------------------------------- what acts by itself

THORNS = """
[[passive]]
name = "Thorns"
when = "attacked"
text = "deal 1 dmg"
"""


@pytest.mark.parametrize(("ability", "dice", "left"), [("Blow", FIST, 49), ("Last Word!", STARS, 50)])
@rule("DT-ULT-10")
def test_passives_of_the_opponent_are_silent_during_an_ultimate(ability, dice, left):
    game = finish(strike(fighter(), fighter(more=THORNS), ability=ability, dice=dice))
    assert game.players[0].health == left


@rule("DT-ULT-10")
def test_blessing_of_divinity_saves_from_an_ultimate():
    game = finish(last_word(theirs={"health": 8, "tokens": {"Blessing of Divinity": 1}}))
    assert (game.players[1].health, game.players[1].tokens, game.is_over) == (1, {}, False)


VINE = """
[[status]]
name        = "Barbed Vine"
kind        = "negative"
stack_limit = 1
when        = "roll phase ends"
text        = "receive 1 x reroll at most 2 dmg, remove this token"
"""


@pytest.mark.parametrize(("throws", "left"), [(1, 50), (2, 49), (3, 48)])
@rule("DT-ULT-10")
def test_a_token_that_bites_the_attacker_works_during_an_ultimate(throws, left):
    rolls = [1, 6, 6, 6, 6, *[1] * (throws - 2), 6] if throws > 1 else STARS
    game = scene(fighter(more=VINE), fighter(), {"tokens": {"Barbed Vine": 1}}, dice=rolls)
    for _ in range(throws - 1):
        keep(go_to(game, "keep"), 6, 6, 6, 6)
    go_to(game, "announce").take("announce Last Word!")
    assert health(finish(game)) == [left, 40]
    assert game.players[0].tokens == {}
    assert game.dice_left == 0

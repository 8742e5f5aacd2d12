"""Attack modifiers (chapter 13): what changes an Attack, whose, when, and what it cannot touch."""

from __future__ import annotations

from typing import Any

import pytest

from dtsim.dicethrone.game import Game
from dtsim.dicethrone.heroes.library import load_common
from dtsim.dicethrone.heroes.model.hero import Hero
from dtsim.dicethrone.heroes.reader import read_hero
from dtsim.files import shipped_folder

from .blows import (
    BEFORE_DEFENCE,
    END_OF_OFFENSE,
    FIST,
    LAST_WINDOW,
    PUSH,
    SHAME,
    STARS,
    fighter,
    go_to_dice,
    go_to_offer,
    health,
    offered,
    play,
    strike,
    totals,
    watch,
)
from .scene import defend, dice_cast, events, finish, go_to, offers, rule, scene

ALL_WINDOWS = [END_OF_OFFENSE, BEFORE_DEFENCE, LAST_WINDOW]
RELOAD = {"tokens": {"Reload": 1}}

PIERCE = """
[[card]]
name = "Pierce!"
play = "roll phase"
cost = 0
attack_modifier = true
text = "make the attack undefendable"
"""


def shipped_with(hero: str, old: str, new: str) -> Hero:
    """A hero that comes with dtsim, with one passage of its file changed."""
    source = (shipped_folder("heroes") / f"{hero}.toml").read_text(encoding="utf-8")
    assert source.count(old) == 1
    return read_hero(source.replace(old, new), f"{hero}.toml", hero, load_common(shipped_folder("heroes")))


# ---------------------------------------------------------------- what a modifier is


@pytest.mark.parametrize(
    ("foe", "mine", "theirs", "change"),
    [
        ("gunslinger", {}, {"Bounty": 1}, 1),
        ("gunslinger", {}, {"Targeted": 1}, 2),
        ("cursed-pirate", {"Wither": 1}, {}, -1),
        ("barbarian", {"Shame": 1}, {}, -1),
    ],
)
@rule("DT-MOD-1")
def test_tokens_that_change_an_attack_are_modifiers_and_leave_pure_damage_alone(foe, mine, theirs, change):
    for kind, expected in (("undefendable", 4 + change), ("pure", 4)):
        blow = fighter(f"deal 4 {kind} dmg", more=SHAME)
        game = finish(strike(blow, foe, {"tokens": mine}, {"tokens": theirs}))
        assert totals(game) == [(1, expected, expected)]


@pytest.mark.parametrize(("kind", "is_offered"), [("undefendable", True), ("pure", False)])
@rule("DT-MOD-1")
def test_reload_is_a_modifier_and_not_for_pure_damage(kind, is_offered):
    game = strike(fighter(f"deal 4 {kind} dmg"), "gunslinger", RELOAD)
    assert bool(offered(watch(game), "spend Reload")) is is_offered


@pytest.mark.parametrize(("kind", "is_offered"), [("undefendable", True), ("pure", False)])
@rule("DT-MOD-1")
def test_get_some_is_a_modifier_and_not_for_pure_damage(kind, is_offered):
    barbarian = shipped_with("barbarian", "deal 4 undefendable dmg", f"deal 4 {kind} dmg")
    mine = {"hand": ["Get Some!"], "cp": 9}
    game = strike(barbarian, fighter(), mine, ability="Sturdy Blow", dice=[1, 2, 4, 6, 6])
    assert bool(offered(watch(game), "play Get Some!")) is is_offered


@pytest.mark.parametrize("kind", ["undefendable", "pure"])
@rule("DT-MOD-1")
def test_what_the_defender_avoids_with_is_no_modifier(kind):
    theirs = {"tokens": {"Evasive": 1, "Protect": 1}, "hand": ["Not This Time!"], "cp": 5}
    asked = watch(strike(fighter(f"deal 4 {kind} dmg"), fighter(), theirs=theirs))
    for choice in ("spend Evasive", "spend Protect", "play Not This Time!"):
        assert offered(asked, choice, 1) == ALL_WINDOWS


# ---------------------------------------------------------------- when


def get_some(window: str) -> Game:
    """Get Some! with five Swords in one of the windows of a Smack that a Paladin defends against."""
    mine = {"hand": ["Get Some!"], "cp": 9}
    guard, swords = [3, 3, 1], [1, 1, 2, 2, 3]
    then = [*guard, *swords] if window == LAST_WINDOW else [*swords, *guard]
    game = strike("barbarian", "paladin", mine, {"cp": 0}, ability="Smack", dice=[1, 1, 1, 4, 4], then=then)
    if window == LAST_WINDOW:
        defend(game)
    go_to(game, asked=0, step=window).take("play Get Some!")
    return game if window == LAST_WINDOW else defend(game)


@pytest.mark.parametrize("window", ALL_WINDOWS)
@rule("DT-MOD-2")
def test_a_modifier_counts_the_same_before_and_after_the_defence(window):
    game = finish(get_some(window))
    assert totals(game)[0] == (1, 7, 7)  # 4 + 5 less 2
    assert game.dice_left == 0


@rule("DT-MOD-2")
def test_a_modifier_for_the_end_of_the_offensive_roll_phase_is_not_offered_later():
    game = strike(
        "paladin", "barbarian", {"tokens": {"Accuracy": 1}, "cp": 0}, ability="Holy", dice=[1, 2, 3, 4, 4]
    )
    assert offered(watch(game), "spend Accuracy") == [END_OF_OFFENSE]


@rule("DT-MOD-3")
def test_a_modifier_is_offered_in_every_window_of_the_attack_and_in_no_earlier_one():
    game = scene(fighter(more=PUSH), fighter(), {"hand": ["Push!"]}, dice=FIST)
    go_to(game, "announce")
    assert offered(watch(game.take("announce Blow")), "play Push!") == ALL_WINDOWS


@rule("DT-MOD-3")
def test_no_modifier_is_offered_before_there_is_an_attack():
    game = scene(fighter(more=PUSH), fighter(), {"hand": ["Push!"]}, dice=FIST)
    while game.question != "announce":
        assert not offers(game, "play Push!")
        game.take("end phase" if game.question == "main phase" else "stop")


@rule("DT-MOD-10")
def test_an_attack_is_made_undefendable_until_the_defence_is_rolled_or_declined():
    game = strike(fighter(more=PIERCE), fighter(), {"hand": ["Pierce!"]})
    assert offered(watch(game), "play Pierce!") == [END_OF_OFFENSE, BEFORE_DEFENCE]


@rule("DT-MOD-10")
def test_nothing_makes_an_attack_undefendable_when_the_defence_dice_are_cast():
    game = defend(strike(fighter(more=PIERCE + PUSH), fighter(), {"hand": ["Pierce!", "Push!"]}, then=[1]))
    asked = watch(game)
    assert (offered(asked, "play Pierce!"), offered(asked, "play Push!")) == ([], ["DF4", LAST_WINDOW])
    assert game.dice_left == 0


@rule("DT-MOD-10")
def test_the_window_before_the_defence_is_the_last_one_to_make_an_attack_undefendable():
    game = strike(fighter(more=PIERCE), fighter(guard="prevent 5 dmg"), {"hand": ["Pierce!"]})
    go_to(game, asked=0, step=BEFORE_DEFENCE).take("play Pierce!")
    assert "defend" not in [asked.question for asked in watch(game)]
    assert health(game) == [50, 45]


# ---------------------------------------------------------------- on what


@rule("DT-MOD-4")
def test_added_damage_takes_the_type_of_the_attack():
    game = strike(
        fighter("deal 6 undefendable dmg", more=PUSH), fighter(guard="prevent 9 dmg"), {"hand": ["Push!"]}
    )
    play(game, "play Push!")
    assert "defend" not in [asked.question for asked in watch(game)]
    assert totals(game) == [(1, 9, 9)]


@rule("DT-MOD-4")
def test_damage_added_to_a_normal_attack_is_prevented_by_the_defence():
    game = strike(fighter(more=PUSH), fighter(guard="prevent 9 dmg"), {"hand": ["Push!"]}, then=[1])
    assert totals(finish(defend(play(game, "play Push!")))) == [(1, 0, 0)]
    assert game.dice_left == 0


@rule("DT-MOD-5")
def test_reload_is_not_spent_on_an_ability_without_damage():
    mine = {"tokens": {"Reload": 2}, "upgrades": ["Take Cover II"]}
    game = strike("gunslinger", fighter(), mine, ability="Mark the Target", dice=[4, 4, 4, 1, 6])
    assert offered(watch(game), "spend Reload") == []
    assert game.players[0].tokens["Reload"] == 2


@rule("DT-MOD-5")
def test_no_modifier_is_played_on_collateral_damage():
    blow = fighter("deal 5 collateral dmg to all opponents", more=PUSH)
    assert offered(watch(strike(blow, fighter(), {"hand": ["Push!"]})), "play Push!") == []


@rule("DT-MOD-6")
def test_the_defender_plays_no_modifier_on_the_attack_of_another():
    theirs = {"hand": ["Get Some!"], "cp": 9, "tokens": {"Reload": 1}}
    asked = watch(strike("gunslinger", "barbarian", None, theirs, ability="Revolver"))
    assert offered(asked, "play Get Some!") == []
    assert offered(asked, "spend Reload", 1) == []
    assert offered(asked, "spend Reload", 0) == ALL_WINDOWS


@rule("DT-MOD-7")
def test_reload_raises_an_ultimate():
    game = strike(fighter(), "gunslinger", RELOAD, ability="Last Word!", dice=STARS, then=[5])
    assert totals(finish(play(game, "spend Reload"))) == [(1, 13, 13)]
    assert game.dice_left == 0


@rule("DT-MOD-8")
def test_get_some_adds_its_swords_and_inflicts_concussion():
    game = get_some(LAST_WINDOW)
    assert [event["amount"] for event in events(game, "added")] == [5]
    assert game.players[1].tokens == {"Concussion": 1}


ULTIMATES: list[tuple[str, str, str, dict[str, Any]]] = [
    ("barbarian", "Rage!", "play Get Some!", {"hand": ["Get Some!"]}),
    ("gunslinger", "Fill'Em", "play Eat Lead!", {"hand": ["Eat Lead!"]}),
    ("huntress", "Jungle Fury!", "play Pounce!", {"hand": ["Pounce!"]}),
    ("cursed-pirate", "Pirate's Touch!", "play Shark Bait!", {"hand": ["Shark Bait!"]}),
    ("paladin", "Resolute Faith!", "spend Crit", {"tokens": {"Crit": 1}}),
    ("shadow-thief", "Shadow Shank!", "spend Sneak Attack", {"tokens": {"Sneak Attack": 1}}),
]


@pytest.mark.parametrize(("hero", "ultimate", "modifier", "mine"), ULTIMATES)
@rule("DT-MOD-9")
def test_ordinary_modifiers_are_for_the_own_ultimate_too(hero, ultimate, modifier, mine):
    game = strike(hero, fighter(), {"cp": 9, **mine}, ability=ultimate, dice=STARS)
    base = events(go_to_offer(game, modifier), "damage")[-1]
    assert (base["type"], game.step) == ("ultimate", END_OF_OFFENSE)


# ---------------------------------------------------------------- one after the other


def reloading(*dice: int) -> Game:
    return strike(fighter(), "gunslinger", {"tokens": {"Reload": 2}}, then=dice)


@rule("DT-MOD-11")
def test_a_second_token_is_spent_when_the_die_of_the_first_is_known():
    game = go_to_offer(reloading(1, 6), "spend Reload").take("spend Reload")
    assert (dice_cast(game, "Reload"), [event["amount"] for event in events(game, "added")]) == ([[1]], [1])
    assert offers(game, "spend Reload")
    assert totals(finish(game.take("spend Reload"))) == [(1, 9, 9)]
    assert game.dice_left == 0


@rule("DT-MOD-11")
def test_a_second_token_may_be_kept():
    game = finish(go_to_offer(reloading(6), "spend Reload").take("spend Reload"))
    assert game.players[0].tokens == {"Reload": 1}
    assert totals(game) == [(1, 8, 8)]
    assert game.dice_left == 0


@rule("DT-MOD-11")
def test_no_second_token_is_spent_while_the_die_of_the_first_may_still_change():
    mine = {"tokens": {"Reload": 2}, "hand": ["Tip It!"], "cp": 5}
    game = strike(fighter(), "gunslinger", mine, then=[1])
    go_to_offer(game, "spend Reload").take("spend Reload")
    go_to_dice(game, "Reload", 0)
    assert offers(game, "play Tip It!")
    assert not offers(game, "spend Reload")
    assert game.dice_left == 0

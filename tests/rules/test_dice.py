"""Dice and requirements (chapter 10 of the rule catalogue)."""

from __future__ import annotations

from itertools import product
from math import comb

import numpy as np
import pytest
from scipy import stats

from dtsim.dicethrone.engine.dice import cast
from dtsim.dicethrone.game import Game
from dtsim.dicethrone.heroes.library import load_hero
from dtsim.dicethrone.odds.lattice import N_RESULTS, dice_of
from dtsim.dicethrone.odds.solver import solve
from dtsim.dicethrone.program import layout as L

from .blows import BLIND, FIST, STARS, fighter, go_to_dice, health, play, show, strike, watch
from .scene import announce, defend, dice_cast, finish, go_to, offers, rule, scene


def announced(hero, dice):
    """A scene in which these dice lie there and an ability is to be announced."""
    return go_to(scene(hero, "barbarian", dice=dice), "announce")


@rule("DT-DIC-1")
def test_requirements_are_met_by_the_dice_after_all_alterations():
    mine = {"hand": ["So Wild!"], "cp": 2}
    game = scene("gunslinger", "barbarian", mine, dice=[1, 2, 3, 4, 4])
    assert not offers(go_to(game.clone(), "announce"), "announce Fan the Hammer")
    play(game, "play So Wild!", "die 5 to 5")
    assert offers(go_to(game, "announce"), "announce Fan the Hammer")
    assert game.dice_left == 0


@pytest.mark.parametrize(("needs", "is_met"), [("3 fist", True), ("3 fist + 1 eye", True), ("2 eye", False)])
@rule("DT-DIC-2")
def test_a_requirement_asks_for_at_least_its_symbols_and_ignores_spare_dice(needs, is_met):
    hero = fighter(more=f'[[offensive]]\nname = "Asked"\nneeds = "{needs}"\ntext = "deal 1 dmg"')
    assert offers(announced(hero, [1, 2, 3, 4, 6]), "announce Asked") is is_met


@pytest.mark.parametrize(
    ("dice", "is_met"), [([1, 2, 2, 3, 4], True), ([1, 2, 3, 5, 6], False), ([3, 4, 5, 6, 6], True)]
)
@rule("DT-DIC-3")
def test_a_small_straight_is_four_numbers_in_a_row(dice, is_met):
    assert offers(announced("gunslinger", dice), "announce Showdown") is is_met


@pytest.mark.parametrize(("dice", "is_met"), [([2, 3, 4, 5, 6], True), ([1, 2, 3, 4, 6], False)])
@rule("DT-DIC-4")
def test_a_large_straight_is_five_numbers_in_a_row(dice, is_met):
    assert offers(announced("gunslinger", dice), "announce Fan the Hammer") is is_met


@pytest.mark.parametrize(("ability", "count"), [("Showdown", 1200), ("Fan the Hammer", 240)])
@rule("DT-DIC-3", "DT-DIC-4")
def test_so_many_of_the_7776_rolls_are_straights(ability, count):
    game = announced("gunslinger", [1, 1, 1, 1, 1])
    rolls = {}
    for dice in product(range(1, 7), repeat=5):
        rolls[tuple(sorted(dice))] = rolls.get(tuple(sorted(dice)), 0) + 1
    met = sum(ways for dice, ways in rolls.items() if offers(show(game, dice), f"announce {ability}"))
    assert met == count


@rule("DT-DIC-5")
def test_a_large_straight_is_a_small_one_too():
    game = announced("gunslinger", [1, 2, 3, 4, 5])
    assert offers(game, "announce Showdown")
    assert offers(game, "announce Fan the Hammer")


@pytest.mark.parametrize(("dice", "is_met"), [([1, 1, 2, 3, 3], False), ([1, 1, 1, 2, 3], True)])
@rule("DT-DIC-6")
def test_of_a_kind_counts_numbers_and_not_symbols(dice, is_met):
    hero = fighter(more='[[offensive]]\nname = "Alike"\nneeds = "3 of a kind"\ntext = "deal 1 dmg"')
    game = announced(hero, dice)
    assert offers(game, "announce Blow")  # three fists all the same
    assert offers(game, "announce Alike") is is_met


@pytest.mark.parametrize(
    ("hero", "ability"),
    [("gunslinger", "Fan the Hammer"), ("shadow-thief", "Insidious Strike"), ("huntress", "Onslaught")],
)
@rule("DT-DIC-7")
def test_straights_use_the_numbers_whatever_symbols_they_carry(hero, ability):
    assert offers(announced(hero, [2, 3, 4, 5, 1]), f"announce {ability}")


@pytest.mark.parametrize("level", [3, 4])
@rule("DT-DIC-8")
def test_an_ability_of_several_levels_is_used_at_any_level_the_dice_meet(level):
    game = announced("gunslinger", [1, 1, 2, 3, 6])
    assert not offers(game, "announce Revolver (5 bullet)")
    announce(game, f"Revolver ({level} bullet)")
    assert health(finish(game)) == [50, 50 - level]


@rule("DT-DIC-9")
def test_the_dice_of_a_game_are_fair():
    """60,000 faces at a fixed key; an honest die fails once in 10,000 keys."""
    record = Game("gunslinger", "barbarian", scene=True).record
    journal = np.zeros((1, L.EVENT), dtype=np.int64)
    record[L.LOGGING] = 0
    counts = np.zeros(7, dtype=np.int64)
    for index in range(12_000):
        dice = int(cast(record, journal, 0, L.FOR_OFFENSE, index, 0, 0b11111))
        for place in range(5):
            counts[(dice >> (4 * place)) & 15] += 1
    assert counts[0] == 0
    assert stats.chisquare(counts[1:]).pvalue > 1e-4


@rule("DT-DIC-9")
def test_the_dice_of_the_gunslinger_show_three_bullets_two_dashes_and_a_bullseye():
    assert load_hero("gunslinger").dice == ("bullet", "bullet", "bullet", "dash", "dash", "bullseye")


@rule("DT-DIC-10")
def test_dice_that_were_not_rolled_by_an_instruction_do_not_count_for_it():
    hero = fighter("roll 1 die; on 6: gain 1 cp")
    game = strike(hero, "barbarian", {"cp": 3}, dice=[1, 1, 1, 6, 6], then=[2])
    assert finish(game).players[0].cp == 3 + 1  # the one of Income
    assert game.dice_left == 0


@rule("DT-DIC-11")
def test_a_die_rolled_inside_an_ability_feeds_several_clauses():
    hero = fighter("roll 1 die; deal the roll dmg; on 6: inflict Knockdown")
    game = finish(strike(hero, "barbarian", then=[6]))
    assert game.players[1].health == 44
    assert game.players[1].tokens == {"Knockdown": 1}
    assert game.dice_left == 0


@pytest.mark.parametrize("faces", [(1, 2, 3), (4, 5), (6,)])
@pytest.mark.parametrize("attempts", [1, 2, 3])
@rule("DT-DIC-12")
def test_symbols_follow_the_binomial_tail(faces, attempts):
    hit = 1 - (1 - len(faces) / 6) ** attempts
    for count in range(1, 6):
        goal = [float(sum(die in faces for die in dice_of(index)) >= count) for index in range(N_RESULTS)]
        tail = sum(comb(5, k) * hit**k * (1 - hit) ** (5 - k) for k in range(count, 6))
        assert solve(np.array(goal), attempts).value == pytest.approx(tail, abs=1e-12)


# ---------------------------------------------------------------- the die window

ALTERING = ["So Wild!", "Tip It!"]
ATTEMPTS = ["One More Time!", "Better D!"]


def roll_scene(kind, hand):
    """Dice of a kind are about to be cast, or have been, and both players hold these cards."""
    mine, theirs = {"hand": hand, "cp": 9}, {"hand": hand, "cp": 9, "tokens": {"Evasive": 1}}
    match kind:
        case "offense":
            return scene("gunslinger", "barbarian", mine, theirs, dice=FIST)
        case "Showdown":
            straight = {"ability": "Showdown", "dice": (1, 2, 3, 4, 4)}
            return strike("gunslinger", "barbarian", mine, theirs, **straight, then=[3, 4])
        case "defence":
            return defend(strike("gunslinger", "barbarian", mine, theirs, ability="Revolver", then=[1, 2, 3]))
        case "Blind":
            mine["tokens"] = {"Blind": 1}
            return strike(fighter(more=BLIND), "barbarian", mine, theirs, then=[3])
        case "Overpower":
            swords = {"ability": "Overpower", "dice": (1, 1, 2, 6, 6)}
            return strike("barbarian", "gunslinger", mine, theirs, **swords, then=[3, 3, 3])
    game = strike("gunslinger", "barbarian", mine, theirs, ability="Revolver", then=[3])
    return play(game, f"spend {kind}")


@pytest.mark.parametrize("kind", ["Reload", "Evasive", "Blind", "Overpower"])
@rule("DT-DIC-13")
def test_no_card_grants_a_roll_attempt_for_dice_of_an_effect(kind):
    game = roll_scene(kind, ATTEMPTS + ALTERING)
    looks = [asked for asked in watch(game) if asked.dice_for == kind]
    assert {asked.asked for asked in looks} == {0, 1}
    for asked in looks:
        assert asked.offers("play So Wild!")
        assert not asked.offers("play One More Time!")
        assert not asked.offers("play Better D!")


@rule("DT-DIC-13")
def test_cards_grant_roll_attempts_for_offensive_and_defensive_dice():
    looks = [asked for asked in watch(roll_scene("offense", ATTEMPTS)) if asked.dice_for == "offense"]
    assert looks
    assert all(asked.offers("play One More Time!") and not asked.offers("play Better D!") for asked in looks)
    looks = [asked for asked in watch(roll_scene("defence", ATTEMPTS)) if asked.dice_for == "defence"]
    assert looks
    assert all(asked.offers("play Better D!") and not asked.offers("play One More Time!") for asked in looks)


@pytest.mark.parametrize("kind", ["offense", "Showdown", "defence", "Evasive", "Reload"])
@rule("DT-DIC-14")
def test_everybody_may_change_dice_before_they_are_read(kind):
    game = roll_scene(kind, ALTERING)
    cast_for = {"Showdown": "duel"}.get(kind, kind)
    looks = [asked for asked in watch(game) if asked.dice_for == cast_for]
    assert {asked.asked for asked in looks} == {0, 1}
    assert all(asked.offers("play So Wild!") and asked.offers("play Tip It!") for asked in looks)


@rule("DT-DIC-14")
def test_dice_are_read_as_they_lie_after_the_die_window():
    game = roll_scene("Showdown", ["Tip It!"])
    go_to_dice(game, "duel", 0)
    assert dice_cast(game)[-2:] == [[3], [4]]
    play(game, "play Tip It!", "die 1 to 4")
    assert health(finish(game)) == [50, 43]
    assert game.dice_left == 0


@rule("DT-DIC-14")
def test_in_the_die_window_only_plays_that_change_these_dice_are_offered():
    hand = [*ALTERING, "Getting Paid!", "Buh, Bye!", "Not This Time!", "Double Up!"]
    looks = [asked for asked in watch(roll_scene("Evasive", hand)) if asked.dice_for == "Evasive"]
    assert looks
    assert all(set(asked.options) == {"pass", "play So Wild!", "play Tip It!"} for asked in looks)


@rule("DT-DIC-14")
def test_a_powder_keg_die_in_upkeep_is_changed_at_instant_speed_only():
    both = {"hand": ALTERING, "cp": 9}
    game = scene("barbarian", "cursed-pirate", {**both, "tokens": {"Powder Keg": 1}}, both, dice=[4])
    looks = [asked for asked in watch(game, "M1") if asked.dice_for == "Powder Keg"]
    assert {asked.asked for asked in looks} == {0, 1}
    assert all(asked.options == ("pass", "play Tip It!") for asked in looks)
    assert game.dice_left == 0


@rule("DT-DIC-14")
def test_after_the_activation_of_an_ultimate_its_opponents_change_no_dice():
    both = {"hand": ALTERING, "cp": 9}
    game = strike("gunslinger", "barbarian", both, both, ability="Fill'Em", dice=STARS, then=[3])
    play(game, "spend Reload")
    looks = [asked for asked in watch(game) if asked.dice_for == "Reload"]
    assert [asked.asked for asked in looks] == [0]
    assert game.dice_left == 0

"""The random numbers of real games: dice, cards and starting players under the keys that the engine uses."""

from __future__ import annotations

import functools
import itertools
import random
from collections import Counter
from typing import NamedTuple

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy import stats

from dtsim.dicethrone.engine.record import when
from dtsim.dicethrone.game import Game, engine
from dtsim.dicethrone.heroes.common import Common
from dtsim.dicethrone.heroes.library import load_hero
from dtsim.dicethrone.heroes.reader import read_hero
from dtsim.dicethrone.labels import faces
from dtsim.dicethrone.program import layout as L
from dtsim.dicethrone.program.compiler import compile_heroes
from dtsim.dicethrone.program.program import Program
from dtsim.jit import is_compiling

# The keys are fixed, so that every run gives the same answer. An honest generator fails a test of this level
# once in 10,000 choices of them; a defect that matters to a game fails it by many orders of magnitude.
LEVEL = 1e-4
SEEDS = 4
GAMES = 160 if is_compiling() else 40  # of each seed
TURNS = 24  # looked at in each game
HEROES = ("gunslinger", "huntress")
DECK = """
[hero]
name = "Few"
dice = ["claw", "claw", "claw", "moon", "moon", "star"]
[[offensive]]
name  = "Scratch"
needs = "3 claw"
text  = "deal 4 dmg"
[[ultimate]]
name  = "Star Fall!"
needs = "5 star"
text  = "deal 10 dmg"
[[defensive]]
name = "Guard"
dice = 1
text = "gain 0 cp"
""" + "".join(
    f'[[card]]\nname = "Card {letter}!"\nplay = "main phase"\ncost = 9\ntext = "gain 1 cp"\n'
    for letter in "ABCDE"
)


class Cast(NamedTuple):
    """Dice that were cast in a game, and what for."""

    turn: int
    who: int
    purpose: int
    index: int
    dice: tuple[int, ...]
    thrown: tuple[int, ...]  # places


class Played(NamedTuple):
    """What chance did in a game."""

    starter: int
    casts: list[Cast]
    drawn: list[list[tuple[int, int]]]  # of each player: turn and slot


@functools.cache
def program() -> Program:
    return compile_heroes([load_hero(name) for name in HEROES])


@functools.cache
def played(seed: int, number: int) -> Played:
    """A game of random players, or its first turns."""
    game = Game(*HEROES, seed=seed, game=number, program=program())
    starter = game.active
    chance = random.Random(1000 * seed + number)
    while not game.is_over and game.turn <= TURNS:
        engine.take(game.record, int(game._options[chance.randrange(game._count)]))
        game._run()
    casts: list[Cast] = []
    drawn: list[list[tuple[int, int]]] = [[], []]
    turn = -1
    for kind, who, a, b, c, d in game._journal[: int(game.record[L.N_EVENTS])].tolist():
        if kind == L.E_TURN:
            turn = a
        elif kind == L.E_DICE and turn < TURNS:
            places = tuple(place for place in range(10) if (c >> place) & 1)
            casts.append(Cast(turn, who, a, d, tuple(faces(b)), places))
        elif kind == L.E_DRAWN:
            drawn[who].append((turn, a))
    return Played(starter, casts, drawn)


def all_played() -> list[tuple[int, int, Played]]:
    return [(seed, number, played(seed, number)) for seed in range(SEEDS) for number in range(GAMES)]


@functools.cache
def first_throws() -> NDArray[np.int64]:
    """The five dice of the first attempt: [seed, game, turn, place], 0 where there was none."""
    table = np.zeros((SEEDS, GAMES, TURNS, 5), dtype=np.int64)
    for seed, number, found in all_played():
        for cast in found.casts:
            if cast.purpose == L.FOR_OFFENSE and cast.index == 0:
                table[seed, number, cast.turn] = cast.dice
    return table


def uniform(shown: list[int] | NDArray[np.int64], kinds: int = 6) -> float:
    """The p-value of a chi-square test: is every kind equally likely?"""
    return float(stats.chisquare(np.bincount(np.asarray(shown), minlength=kinds + 1)[1:]).pvalue)


def independent(one: NDArray[np.int64], two: NDArray[np.int64]) -> float:
    """The p-value of a chi-square test: are all 36 pairs of faces equally likely? 0 stands for no die."""
    both = (one > 0) & (two > 0)
    pairs = (one[both] - 1) * 6 + two[both] - 1
    assert len(pairs) > 36 * 5
    return float(stats.chisquare(np.bincount(pairs, minlength=36)).pvalue)


def unrelated(one: list[int], two: list[int]) -> float:
    """The p-value of a chi-square test for dice that need not be uniform, because something selected them."""
    table = np.zeros((6, 6))
    np.add.at(table, (np.array(one) - 1, np.array(two) - 1), 1)
    return float(stats.chi2_contingency(table).pvalue)


# ---------------------------------------------------------------- dice


@pytest.mark.parametrize("place", range(5))
def test_every_place_of_the_offensive_dice_is_fair(place: int) -> None:
    shown = first_throws()[..., place].ravel()
    assert uniform(shown[shown > 0]) > LEVEL


@pytest.mark.parametrize("kind", ["offense again", "defence", "cards and tokens"])
def test_every_place_of_the_other_dice_is_fair(kind: str) -> None:
    shown: dict[int, list[int]] = {}
    for _, _, found in all_played():
        for cast in found.casts:
            of_kind = {
                "offense again": cast.purpose == L.FOR_OFFENSE and cast.index > 0,
                "defence": cast.purpose in (L.FOR_DEFENCE, L.FOR_DUEL),
                "cards and tokens": cast.purpose >= L.FIRST_ITEM_PURPOSE,
            }
            for place in cast.thrown if of_kind[kind] else ():
                shown.setdefault(place, []).append(cast.dice[place])
    tested = {place: values for place, values in shown.items() if len(values) > 60}
    assert tested
    for place, values in tested.items():
        assert uniform(values) > LEVEL, f"place {place} of {kind}"


@pytest.mark.parametrize(("one", "two"), [*itertools.combinations(range(5), 2)])
def test_dice_of_one_throw_do_not_know_each_other(one: int, two: int) -> None:
    table = first_throws()
    assert independent(table[..., one].ravel(), table[..., two].ravel()) > LEVEL


@pytest.mark.parametrize("lag", [1, 2, 3])
@pytest.mark.parametrize("axis", [0, 1, 2], ids=["seeds", "games", "turns"])
def test_neighbouring_seeds_games_and_turns_do_not_know_each_other(axis: int, lag: int) -> None:
    table = np.moveaxis(first_throws(), axis, 0)
    for place in range(5):
        before, after = table[:-lag, ..., place].ravel(), table[lag:, ..., place].ravel()
        assert independent(before, after) > LEVEL / 5


def test_totals_of_neighbouring_turns_and_games_are_not_correlated() -> None:
    totals = first_throws().sum(axis=3).astype(float)
    for axis in range(3):
        moved = np.moveaxis(totals, axis, 0)
        before, after = moved[:-1].ravel(), moved[1:].ravel()
        there = (before > 0) & (after > 0)
        correlation = np.corrcoef(before[there], after[there])[0, 1]
        assert abs(correlation) < 4 / np.sqrt(there.sum())


def test_a_die_thrown_again_does_not_know_what_it_showed() -> None:
    before, after = [], []
    for _, _, found in all_played():
        last: dict[tuple[int, int], Cast] = {}
        for cast in found.casts:
            if cast.purpose == L.FOR_OFFENSE:
                earlier = last.get((cast.turn, cast.who))
                if cast.index % 16 and earlier:
                    before += [earlier.dice[place] for place in cast.thrown]
                    after += [cast.dice[place] for place in cast.thrown]
                last[cast.turn, cast.who] = cast
    assert unrelated(before, after) > LEVEL


def test_the_defence_does_not_know_the_attack() -> None:
    attack, defence = [], []
    for _, _, found in all_played():
        offense = {cast.turn: cast.dice for cast in found.casts if cast.purpose == L.FOR_OFFENSE}
        for cast in found.casts:
            if cast.purpose == L.FOR_DEFENCE and cast.turn in offense:
                attack.append(offense[cast.turn][0])
                defence.append(cast.dice[0])
    assert unrelated(attack, defence) > LEVEL


def test_both_players_have_dice_of_their_own() -> None:
    """Turn by turn, the throws of the second player do not follow those of the first."""
    table = first_throws()
    starters = np.array([[played(seed, number).starter for number in range(GAMES)] for seed in range(SEEDS)])
    for starter in (0, 1):
        games = table[starters == starter]
        assert independent(games[:, 0::2, 0].ravel(), games[:, 1::2, 0].ravel()) > LEVEL


# ---------------------------------------------------------------- keys


def test_no_two_casts_of_a_game_have_the_same_key() -> None:
    for seed, number, found in all_played():
        keys = Counter((cast.turn, cast.who, cast.purpose, cast.index) for cast in found.casts)
        assert max(keys.values()) == 1, f"seed {seed}, game {number}: {keys.most_common(1)}"


@pytest.mark.parametrize("start", [0, 1])
def test_the_turns_of_a_game_are_all_different_for_a_player(start: int) -> None:
    game = Game(*HEROES, seed=3, start=start, program=program())
    chance = random.Random(3)
    seen: list[set[int]] = [set(), set()]
    turns = set()
    while not game.is_over and game.turn <= 40:
        turns.add(game.turn)
        for who in (0, 1):
            seen[who].add(int(when(game.record, who)))
        engine.take(game.record, int(game._options[chance.randrange(game._count)]))
        game._run()
    assert [len(found) for found in seen] == [len(turns)] * 2


@pytest.mark.parametrize("start", [0, 1])
def test_what_is_rolled_before_the_game_is_not_repeated_in_the_first_turn(start: int) -> None:
    """A hero who rolls five dice by the same passive in the setup and in every Upkeep."""
    omen = '[[passive]]\nname = "Omen"\nwhen = "setup"\ntext = "roll 5 dice"\n'
    omen += '[[passive.also]]\nwhen = "upkeep"\ntext = "roll 5 dice"\n'
    hero = read_hero(DECK + omen, "few.toml", "few", Common())
    seen = set()
    for number in range(3):
        game = Game(hero, hero, seed=8, game=number, start=start)
        rows = game._journal[: int(game.record[L.N_EVENTS])].tolist()
        dice = [(who, b) for kind, who, _, b, *_ in rows if kind == L.E_DICE]
        assert [who for who, _ in dice] == [start, 1 - start, start]
        seen |= {shown for _, shown in dice}
    assert len(seen) == 9


# ---------------------------------------------------------------- cards and who starts


def test_every_order_of_the_opening_hand_is_equally_likely() -> None:
    hero = read_hero(DECK, "few.toml", "few", Common())
    few = compile_heroes([hero, hero])
    orders: Counter[tuple[int, ...]] = Counter()
    for number in range(6_000 if is_compiling() else 1_000):
        game = Game(hero, hero, seed=11, game=number, program=few)
        rows = game._journal[: int(game.record[L.N_EVENTS])].tolist()
        drawn = [a for kind, who, a, *_ in rows if kind == L.E_DRAWN and who == 0]
        orders[tuple(drawn[:4])] += 1
    possible = list(itertools.permutations(range(5), 4))
    assert set(orders) <= set(possible)
    assert stats.chisquare([orders[order] for order in possible]).pvalue > LEVEL


@pytest.mark.parametrize("who", [0, 1])
@pytest.mark.parametrize("draw", range(4))
def test_every_card_is_equally_likely_at_every_place_of_the_opening_hand(who: int, draw: int) -> None:
    slots = [found.drawn[who][draw][1] + 1 for _, _, found in all_played()]
    cards = len(program().names.cards[who])
    assert uniform(slots, cards) > LEVEL


def test_later_draws_do_not_know_the_opening_hand_or_the_draws_before() -> None:
    """By rank in the deck: a number used twice would draw the neighbour of the same card again."""
    for back in range(1, 6):
        early, late = [], []
        for _, _, found in all_played():
            for drawn in found.drawn:
                later = [slot for turn, slot in drawn if turn >= 0][:12]
                opening = [slot for turn, slot in drawn if turn < 0]
                sequence = opening + later
                early += sequence[:-back]
                late += sequence[back:]
        correlation = np.corrcoef(early, late)[0, 1]
        # without replacement a card is a little less likely again: allow for that, not for a shared number
        assert -0.1 < correlation < 4 / np.sqrt(len(early)), back


def test_the_first_draws_of_the_first_turn_do_not_repeat_the_opening_hand() -> None:
    first, again = [], []
    for _, _, found in all_played():
        for drawn in found.drawn:
            in_first_turns = [slot for turn, slot in drawn if turn in (0, 1)]
            for opening, later in zip(
                [slot for turn, slot in drawn if turn < 0], in_first_turns, strict=False
            ):
                first.append(opening)
                again.append(later)
    correlation = np.corrcoef(first, again)[0, 1]
    assert -0.1 - 4 / np.sqrt(len(first)) < correlation < 4 / np.sqrt(len(first))


def test_who_starts_is_fair_and_not_known_from_the_game_before() -> None:
    starters = np.array([[played(seed, number).starter for number in range(GAMES)] for seed in range(SEEDS)])
    assert stats.binomtest(int(starters.sum()), starters.size).pvalue > LEVEL
    for one, two in ((starters[:, :-1], starters[:, 1:]), (starters[:-1], starters[1:])):
        pairs = np.bincount((2 * one + two).ravel(), minlength=4)
        assert stats.chisquare(pairs).pvalue > LEVEL


def test_who_starts_is_not_known_from_the_first_die() -> None:
    starters = np.array([found.starter for _, _, found in all_played()])
    dice = first_throws()[:, :, 0, 0].ravel()
    pairs = np.bincount((starters * 6 + dice - 1)[dice > 0], minlength=12)
    assert stats.chisquare(pairs).pvalue > LEVEL


# ---------------------------------------------------------------- these tests can fail


def test_a_generator_that_repeats_itself_would_be_noticed() -> None:
    dice = first_throws()[..., 0].ravel()
    dice = dice[dice > 0]
    assert independent(dice, dice) < 1e-12
    biased = np.where(
        (dice == 6) & (np.arange(len(dice)) % 4 == 0), 1, dice
    )  # a quarter of the sixes is lost
    assert uniform(biased) < LEVEL
    now_and_then = np.where(np.arange(len(dice)) % 3 == 0, dice, np.roll(dice, 1))  # a third is repeated
    assert independent(dice, now_and_then) < LEVEL

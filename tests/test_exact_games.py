"""Games small enough to be solved on paper: the simulation agrees with the Markov chain of the whole game."""

from __future__ import annotations

import functools
import itertools
import math
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
import pytest

from dtsim.dicethrone.batch import Batch, play
from dtsim.dicethrone.heroes.common import Common
from dtsim.dicethrone.heroes.model.hero import Hero
from dtsim.dicethrone.heroes.reader import read_hero
from dtsim.jit import is_compiling

GAMES = 40_000 if is_compiling() else 400
SIGMAS = 4.5  # a sound simulation leaves this interval once in 150,000 choices of the seed

State = tuple[int, ...]
Turn = Callable[[State, int], Iterable[tuple[Fraction, State]]]

BOARD = """
[hero]
name = "{name}"
dice = ["claw", "claw", "claw", "moon", "moon", "star"]
"""
# heroes without a card: what a turn does depends on the dice and the board alone
ROGUE = """
[[offensive]]
name  = "Stab"
needs = "3 star"
text  = "deal 25 undefendable dmg"
[[ultimate]]
name  = "Stab Stab!"
needs = "5 star"
text  = "deal 25 dmg"
[[defensive]]
name = "Dodge"
dice = 1
text = "gain 0 cp"
"""
BRAWLER = """
[[offensive]]
name  = "Punch"
needs = "4 moon"
text  = "deal 20 dmg"
[[ultimate]]
name  = "Haymaker!"
needs = "4 moon + 1 star"
text  = "deal 1 dmg"
[[defensive]]
name = "Counter"
dice = 1
text = "on moon: deal 30 dmg"
"""
DANCER = """
[[offensive]]
name  = "Kick"
needs = "4 claw"
text  = "gain Poise, deal 20 undefendable dmg"
[[ultimate]]
name  = "Spin!"
needs = "4 claw + 1 star"
text  = "gain 0 cp"
[[defensive]]
name = "Step Back"
dice = 1
text = "gain 0 cp"
[[status]]
name        = "Poise"
kind        = "positive"
stack_limit = 1
spend       = "damaged"
text        = "roll 1 die; on 1-2: prevent all dmg"
"""
GUARD = """
[[offensive]]
name  = "Slash"
needs = "3/4/5 claw"
text  = "deal 10/15/16 dmg"
[[ultimate]]
name  = "Cleave!"
needs = "5 claw"
text  = "deal 25 dmg"
[[defensive]]
name = "Shield"
dice = 3
text = "prevent 2 x moon dmg"
[[passive]]
name = "Second Wind"
when = "upkeep"
text = "heal 1"
"""


def hero(name: str, source: str) -> Hero:
    return read_hero(BOARD.format(name=name) + source, f"{name}.toml", name.lower(), Common())


# ---------------------------------------------------------------- chances of one turn


def binomial(n: int, chance: Fraction) -> Iterator[tuple[Fraction, int]]:
    for count in range(n + 1):
        yield math.comb(n, count) * chance**count * (1 - chance) ** (n - count), count


def kept(faces: int, attempts: int = 3) -> Fraction:
    """The chance that a die shows one of some faces when it is thrown until it does, at most so often."""
    return 1 - Fraction(6 - faces, 6) ** attempts


def at_least(count: int, faces: int) -> Fraction:
    """The chance of so many of a symbol among five dice, with every die of it kept (DT-DIC-12)."""
    return sum((chance for chance, shown in binomial(5, kept(faces)) if shown >= count), Fraction(0))


def hurt(state: State, seat: int, amount: int) -> State:
    """Health of both, then whatever else a chain remembers."""
    health = max(0, state[seat] - amount)
    return (*state[:seat], health, *state[seat + 1 :])


def rogue(state: State, active: int) -> Iterator[tuple[Fraction, State]]:
    hit = at_least(3, 1)
    yield hit, hurt(state, 1 - active, 25)
    yield 1 - hit, state


def brawler(state: State, active: int) -> Iterator[tuple[Fraction, State]]:
    hit, countered = at_least(4, 2), Fraction(2, 6)
    struck = hurt(state, 1 - active, 20)
    yield hit * countered, hurt(struck, active, 30)  # at the same moment: both may fall
    yield hit * (1 - countered), struck
    yield 1 - hit, state


def dancer(state: State, active: int) -> Iterator[tuple[Fraction, State]]:
    """State: health of both, Poise of both."""
    hit, dodged = at_least(4, 3), Fraction(2, 6)
    poised = list(state)
    poised[2 + active] = 1
    struck = hurt(tuple(poised), 1 - active, 20)
    if state[2 + 1 - active]:
        spent, missed = list(struck), list(poised)
        spent[2 + 1 - active] = missed[2 + 1 - active] = 0
        yield hit * dodged, tuple(missed)
        yield hit * (1 - dodged), tuple(spent)
    else:
        yield hit, struck
    yield 1 - hit, state


def guard(state: State, active: int) -> Iterator[tuple[Fraction, State]]:
    health = min(60, state[active] + 1)  # Second Wind
    state = (*state[:active], health, *state[active + 1 :])
    for chance, claws in binomial(5, kept(3)):
        if claws < 3:
            yield chance, state
        elif claws == 5:
            yield chance, hurt(state, 1 - active, 25)  # the Ultimate: no defence
        else:
            for shown, moons in binomial(3, Fraction(2, 6)):
                yield chance * shown, hurt(state, 1 - active, max(0, {3: 10, 4: 15}[claws] - 2 * moons))


# ---------------------------------------------------------------- the chain


@dataclass(frozen=True, slots=True)
class Solution:
    """What a game comes to, by who starts: chances of first seat, second seat, draw; the mean of turns."""

    chances: np.ndarray  # [starter, outcome]
    turns: np.ndarray  # [starter]


def solve(turn: Turn, start: State) -> Solution:
    """Absorbing chain: states are the position and who is active, absorbed when somebody is at 0."""
    numbers: dict[tuple[State, int], int] = {}
    waiting = [(start, 0), (start, 1)]
    moves: list[tuple[int, float, tuple[State, int]]] = []
    while waiting:
        node = waiting.pop()
        if node in numbers:
            continue
        numbers[node] = len(numbers)
        following = list(turn(*node))
        assert sum(chance for chance, _ in following) == 1
        for chance, state in following:
            after = (state, 1 - node[1])
            moves.append((numbers[node], float(chance), after))
            if state[0] > 0 and state[1] > 0:
                waiting.append(after)
    size = len(numbers)
    stay = np.eye(size)
    ends = np.zeros((size, 4))
    ends[:, 3] = 1
    for number, chance, after in moves:
        if after in numbers:
            stay[number, numbers[after]] -= chance
        else:
            fallen = [health <= 0 for health in after[0][:2]]
            ends[number, 2 if all(fallen) else 0 if fallen[1] else 1] += chance
    solved = np.linalg.solve(stay, ends)[[numbers[start, 0], numbers[start, 1]]]
    return Solution(solved[:, :3], solved[:, 3])


GAMES_ON_PAPER = {
    "one kind of blow": (ROGUE, ROGUE, rogue, (50, 50)),
    "blows that are returned, so that both may fall": (BRAWLER, BRAWLER, brawler, (50, 50)),
    "tokens that dodge": (DANCER, DANCER, dancer, (50, 50, 0, 0)),
    "a ladder, a defence, an Ultimate and healing": (GUARD, GUARD, guard, (50, 50)),
    "two different heroes": (ROGUE, BRAWLER, None, (50, 50)),
}


def against_a_counter(state: State, active: int) -> Iterator[tuple[Fraction, State]]:
    """The Rogue's blow cannot be defended against; the Rogue's defence does nothing to a Punch."""
    if active == 0:
        yield from rogue(state, active)
    else:
        hit = at_least(4, 2)
        yield hit, hurt(state, 0, 20)
        yield 1 - hit, state


@functools.cache
def both(name: str) -> tuple[Solution, Batch]:
    one, two, turn, start = GAMES_ON_PAPER[name]
    heroes = hero("Ann", one), hero("Bob", two)
    batch = play(*heroes, games=GAMES, seed=2024, turn_cap=2_000)
    return solve(turn or against_a_counter, start), batch


def agrees(seen: float, expected: float, deviation: float) -> bool:
    return abs(seen - expected) <= SIGMAS * deviation


# ---------------------------------------------------------------- tests


@pytest.mark.parametrize("name", GAMES_ON_PAPER)
def test_chances_to_win_and_to_draw_are_those_of_the_chain(name: str) -> None:
    solution, batch = both(name)
    assert batch.unfinished == 0
    chances = solution.chances.mean(axis=0)  # either player starts half of the games
    for count, chance in zip([*batch.wins, batch.draws], chances, strict=True):
        assert agrees(count, batch.games * chance, math.sqrt(batch.games * chance * (1 - chance)))


@pytest.mark.parametrize("name", GAMES_ON_PAPER)
@pytest.mark.parametrize("starter", [0, 1])
def test_chances_by_who_starts_are_those_of_the_chain(name: str, starter: int) -> None:
    solution, batch = both(name)
    outcomes = batch.outcomes[batch.starters == starter]
    assert agrees(len(outcomes), batch.games / 2, math.sqrt(batch.games) / 2)
    for outcome, chance in zip((0, 1, -1), solution.chances[starter], strict=True):
        deviation = math.sqrt(len(outcomes) * chance * (1 - chance))
        assert agrees((outcomes == outcome).sum(), len(outcomes) * chance, deviation)


@pytest.mark.parametrize("name", GAMES_ON_PAPER)
def test_the_mean_length_of_a_game_is_that_of_the_chain(name: str) -> None:
    solution, batch = both(name)
    turns = batch.turns.astype(float)
    assert agrees(turns.mean(), solution.turns.mean(), turns.std() / math.sqrt(len(turns)))


def test_the_games_on_paper_are_no_trivial_ones() -> None:
    """They have draws where damage is returned, and an advantage of the first turn."""
    brawl, race = both("blows that are returned, so that both may fall")[0], both("one kind of blow")[0]
    assert 0.05 < brawl.chances[0, 2] < 0.5
    assert race.chances[0, 2] == 0
    assert race.chances[0, 0] > 0.55


def test_the_chain_of_a_single_blow_is_known_in_closed_form() -> None:
    """Whoever hits first with chance p wins: the first to roll wins with 1 / (2 - p)."""
    hit = at_least(3, 1)

    def once(state: State, active: int) -> Iterator[tuple[Fraction, State]]:
        yield hit, hurt(state, 1 - active, 50)
        yield 1 - hit, state

    assert np.isclose(solve(once, (50, 50)).chances[0, 0], float(1 / (2 - hit)))


@pytest.mark.parametrize("player", ["greedy", "random"])
@pytest.mark.parametrize("name", ["barbarian", "paladin"])
def test_a_mirror_match_scores_one_half(name: str, player: str) -> None:
    batch = play(name, name, games=GAMES // 4, seed=7, player=player)
    finished = batch.outcomes[batch.outcomes >= -1]
    scores = np.where(finished == 0, 1.0, np.where(finished == -1, 0.5, 0.0))
    assert len(scores) > 0.9 * batch.games  # random players may reach the turn cap
    assert agrees(scores.mean(), 0.5, scores.std() / math.sqrt(len(scores)))


def test_swapping_the_seats_of_different_heroes_changes_nothing_but_the_names() -> None:
    one, two = hero("Ann", ROGUE), hero("Bob", BRAWLER)
    there, back = (play(*heroes, games=GAMES, seed=5) for heroes in ((one, two), (two, one)))
    chance = there.wins[0] / there.games
    deviation = math.sqrt(2 * chance * (1 - chance) / there.games)
    assert agrees(back.wins[1] / back.games, chance, deviation)


def test_the_keeps_of_the_chain_are_the_best_ones() -> None:
    """At least three of a face in three attempts, from the table of exact odds in chapter 10."""
    assert at_least(3, 1) == Fraction(27807523471, 78364164096)
    assert at_least(4, 2) == Fraction(7688939, 14348907)
    assert at_least(4, 3) == Fraction(7203, 8192)
    assert sum(chance for chance, _ in itertools.chain(binomial(5, kept(3)))) == 1

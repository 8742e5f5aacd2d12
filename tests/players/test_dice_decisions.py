"""The planner's keeps are the exact optimum of its own values: every throw and every card counted out."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache

import pytest

from dtsim.dicethrone.advice import Adviser
from dtsim.dicethrone.batch import pair_up
from dtsim.dicethrone.engine.steps import O1
from dtsim.dicethrone.game import Game
from dtsim.dicethrone.program import layout as L
from dtsim.dicethrone.roll_value import roll_value

Dice = tuple[int, ...]
HEROES = ("barbarian", "cursed-pirate", "gunslinger", "huntress", "paladin", "shadow-thief")
ANY = {1, 2, 3, 4, 5, 6}
SETS: dict[str, Callable[[Dice, int], set[int]]] = {  # to which faces a card may turn the die at a place
    "Six-It!": lambda dice, place: {6},
    "So Wild!": lambda dice, place: ANY,
    "Wild Shadow!": lambda dice, place: ANY,  # without Shadows
    "Tip It!": lambda dice, place: {dice[place] - 1, dice[place] + 1} & ANY,
    "Samesies!": lambda dice, place: set(dice[:place] + dice[place + 1 :]),
}
TWICE, AGAIN, MORE = "Twice As Wild!", "Try, Try Again!", "One More Time!"
CARDS = (*SETS, TWICE, AGAIN, MORE)


@cache
def _throws(number: int) -> tuple[tuple[Dice, float], ...]:
    found = Counter(tuple(sorted(dice)) for dice in itertools.product(range(1, 7), repeat=number))
    return tuple((dice, float(Fraction(count, 6**number))) for dice, count in found.items())


def _keeps(dice: Dice) -> set[Dice]:
    return {kept for number in range(5) for kept in itertools.combinations(dice, number)}


class _Position:
    """A board of the planner: what it holds each result worth when it announces, and the slow optimum."""

    def __init__(self, adviser: Adviser, seed: int) -> None:
        self.adviser, self.rng = adviser, random.Random(seed)
        rng = self.rng
        self.health = rng.choice([3, 8, 14, 30, 50]), rng.choice([2, 6, 11, 16, 40])
        self.cp = rng.randrange(1, 7)
        self.throws = 2 * (adviser.pairing.heroes[0].slug == "paladin")  # Tithe: 1 CP throws a die anew
        upgrades = [
            name
            for name in dict.fromkeys(adviser.program.names.cards[0])
            if name.endswith(" II") and rng.random() < 0.4
        ]
        self.upgrades = upgrades
        self.hand = rng.sample([name for name in CARDS if name in adviser.program.names.cards[0]], 3)
        self.weights = dict(adviser.pairing.players[0].weights)

    def scene(self, dice: Dice, left: int, hand: list[str], cp: int) -> Game:
        game = self.adviser.new_game(scene=True)
        game.players[0].set(health=self.health[0], cp=cp, hand=hand, upgrades=self.upgrades)
        game.players[1].set(health=self.health[1])
        game.record[L.TURN] = game.record[L.ROUND] = 2
        game.record[L.ACTIVE] = 0
        game.record[L.FRAMES + L.F_PC] = O1
        game.record[L.ATTEMPTS_LEFT] = 1 + left
        game.script(*dice).resume()
        while game.question == "window":
            game.take("pass")
        return game

    @cache  # noqa: B019
    def worth(self, dice: Dice, cp: int) -> float:
        """The best that may be announced, without cards, with so many CP left."""
        game = self.scene(dice, 0, [], cp)
        if game.question != "announce":
            return 0.0
        return max(0.0, *(choice.value or 0.0 for choice in self.adviser.ask(game).choices))

    @cache  # noqa: B019
    def final(self, dice: Dice, cards: tuple[str, ...], cp: int, thrown: int = 0) -> float:
        """When rolling is over: announce, or play cards and throw dice for their prices, in any order."""
        best = self.worth(dice, cp)
        if thrown < self.throws and cp > 0:
            best = max(best, self.thrown(dice, cards, cp - 1, thrown + 1) - self.weights["cp"])
        for card in cards:
            if (cost := self.cost(card)) <= cp:
                rest = tuple(other for other in cards if other != card)
                played = self.played(card, dice, rest, cp - cost, thrown)
                card_itself = self.weights["cp" if card in (AGAIN, MORE) else "card"]
                best = max(best, played - card_itself - self.weights["cp"] * cost)
        return best

    def played(self, card: str, dice: Dice, rest: tuple[str, ...], cp: int, thrown: int) -> float:
        """What a card leads to, the other cards still in hand."""
        if card == MORE:
            return max(self.kept(kept, 1, rest, cp) for kept in _keeps(dice))
        if card == AGAIN:
            return max(
                sum(
                    max(self.final(once, rest, cp, thrown), self.thrown(once, rest, cp, thrown))
                    for once in throw
                )
                / 6
                for throw in _one_thrown(dice)
            )
        if card == TWICE:
            changed = {_with(dice, place, face) for place in range(5) for face in ANY}
            changed |= {
                _with(once, place, face)
                for kept in range(5)
                for first in ANY
                for once in [(*dice[:kept], first, *dice[kept + 1 :])]
                for place in range(5)
                if place != kept
                for face in ANY
            }
        else:
            changed = {_with(dice, place, face) for place in range(5) for face in SETS[card](dice, place)}
        return max(self.final(once, rest, cp, thrown) for once in changed)

    @cache  # noqa: B019
    def thrown(self, dice: Dice, rest: tuple[str, ...], cp: int, thrown: int) -> float:
        """The best of throwing one die anew."""
        return max(
            sum(self.final(once, rest, cp, thrown) for once in throw) / 6 for throw in _one_thrown(dice)
        )

    def cost(self, card: str) -> int:
        table = self.adviser.program.table
        slot = self.adviser.program.names.cards[0].index(card)
        cards = int(table[int(table[L.P_HEROES]) + L.H_CARDS])
        return int(table[cards + slot * L.K_SIZE + L.K_COST])

    @cache  # noqa: B019
    def value(self, dice: Dice, left: int, cards: tuple[str, ...], cp: int) -> float:
        stop = self.final(dice, cards, cp)
        return max([stop, *(self.kept(kept, left, cards, cp) for kept in _keeps(dice))]) if left else stop

    @cache  # noqa: B019
    def kept(self, kept: Dice, left: int, cards: tuple[str, ...], cp: int) -> float:
        return sum(
            chance * self.value(tuple(sorted(kept + throw)), left - 1, cards, cp)
            for throw, chance in _throws(5 - len(kept))
        )


def _with(dice: Dice, place: int, face: int) -> Dice:
    return tuple(sorted((*dice[:place], face, *dice[place + 1 :])))


def _one_thrown(dice: Dice) -> Iterator[list[Dice]]:
    """For each die the six results of throwing it anew."""
    for place in range(5):
        yield [_with(dice, place, face) for face in range(1, 7)]


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("hero", HEROES)
def test_a_planner_keeps_what_is_best_for_its_own_values(hero: str, seed: int) -> None:
    rng = random.Random(seed)
    adviser = Adviser(pair_up((hero, "barbarian"), player="planner"))
    position = _Position(adviser, seed)
    for _ in range(12):
        dice = tuple(sorted(rng.randrange(1, 7) for _ in range(5)))
        left = rng.randrange(1, 3)
        advice = adviser.ask(position.scene(dice, left, position.hand, position.cp))
        assert advice.question == "keep"
        found = {choice.option: choice.value for choice in advice.choices}
        hand, cp = tuple(position.hand), position.cp
        assert found["stop"] == pytest.approx(position.final(dice, hand, cp), abs=1e-9), (dice, hand, cp)
        for kept in _keeps(dice):
            name = f"keep {','.join(map(str, kept)) or 'nothing'}"
            assert found[name] == pytest.approx(position.kept(kept, left, hand, cp), abs=1e-9), (
                dice,
                hand,
                cp,
            )
        assert advice.chosen.value == pytest.approx(position.value(dice, left, hand, cp), abs=1e-9)


@pytest.mark.parametrize("hero", HEROES)
def test_the_planner_reaches_all_of_the_roll_value_and_the_others_less(hero: str) -> None:
    shares = [roll_value(hero, player).share for player in ("random", "greedy", "planner")]
    assert shares[2] == pytest.approx(1, abs=1e-9)
    assert shares[0] < shares[1] <= shares[2]

"""Exact odds of a hero from the hand-written boards and the brute force: nothing of dtsim is used."""

from __future__ import annotations

import heapq
from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement

from . import reference
from .brute_force import STOP, BruteForce, Dice, Play, Table, rolls_of
from .reference import Defender, Outcome, Row

RESULTS: list[Dice] = list(combinations_with_replacement(range(1, 7), 5))

ANY = (1, 2, 3, 4, 5, 6)
CARDS: dict[str, Play] = {
    "Six-It!": ("change", (6,), 1, 1, False),
    "So Wild!": ("change", ANY, 1, 2, False),
    "Twice As Wild!": ("change", ANY, 2, 3, False),
    "Tip It!": ("step", (), 1, 1, False),
    "Samesies!": ("copy", (), 1, 1, False),
    "Try, Try Again!": ("reroll", (), 2, 1, False),
    "One More Time!": ("attempt", (), 1, 1, False),
    "Tithe": ("reroll", (), 1, 1, True),
    "Wild Shadow!": ("change", ANY, 1, 4, False),
}


@cache
def oracle_of(
    hero: str,
    side: str | None = None,
    level: int = 1,
    cards: tuple[str, ...] = (),
    least: int | None = None,
    wanted: tuple[int, ...] | None = None,
    against: Defender | None = None,
) -> Oracle:
    """One oracle for each question; every number of rolls and of CP shares its work."""
    return Oracle(hero, side, level, cards, least, wanted, against)


class Oracle:
    """The best policy of a hero: for the most damage, for `least` damage, or for any of the `wanted` rows."""

    def __init__(
        self,
        hero: str,
        side: str | None,
        level: int,
        cards: Sequence[str],
        least: int | None,
        wanted: tuple[int, ...] | None,
        against: Defender | None,
    ) -> None:
        self.rows = reference.rows_of(hero, side, level, against)
        self.defences = reference.DEFENCES[against] if against else []
        self.least = least
        self.wanted = wanted
        self.activation = cache(self._activation)
        self.brute = BruteForce(
            lambda dice, cp: self.activation(dice, cp)[0], rolls=4, plays=[CARDS[card] for card in cards]
        )

    def start(self, rolls: int = 3, cp: int = 2) -> Table:
        """Before the first roll."""
        return self.table((), rolls - 1, cp)

    def table(self, dice: Dice, rolls_left: int, cp: int = 2) -> Table:
        return Table(dice, rolls_left, tuple(range(len(self.brute.plays))), cp, 0)

    def value(self, start: Table) -> Fraction:
        return self.brute.worth(start)

    def distributions(self, start: Table) -> tuple[dict[str, Fraction], Outcome]:
        """The chance of each ability and of each damage."""
        abilities = {row.name: Fraction(0) for row in self.rows} | {"none": Fraction(0)}
        damage: Outcome = {}
        for (dice, cp), share in final_of(self.brute, start).items():
            _, name, outcome = self.activation(dice, cp)
            abilities[name] += share
            for amount, chance in outcome.items():
                damage[amount] = damage.get(amount, Fraction(0)) + share * chance
        return abilities, damage

    def _activation(self, dice: Dice, cp: int) -> tuple[Fraction, str, Outcome]:
        """The best ability: for the goal, then by mean damage, then the first printed, its highest step."""
        best: tuple[Fraction, Fraction] | None = None
        nothing: Outcome = {0: Fraction(1)}
        found = (self._worth(None, nothing), "none", nothing)
        for name in dict.fromkeys(row.name for row in self.rows):
            own = [index for index, row in enumerate(self.rows) if row.name == name]
            for index in reversed(own):
                row: Row = self.rows[index]
                if row.met(dice):
                    outcome = reference.net(row.strike(dice, cp), self.defences, self._goal)
                    value = self._worth(index, outcome)
                    if best is None or (value, reference.mean(outcome)) > best:
                        best, found = (value, reference.mean(outcome)), (value, name, outcome)
        return found

    def _goal(self, damage: int) -> int:
        return damage if self.least is None else int(damage >= self.least)

    def _worth(self, index: int | None, outcome: Outcome) -> Fraction:
        if self.wanted is not None:
            return Fraction(index in self.wanted)
        return reference.mean(outcome, self._goal)


def final_of(brute: BruteForce, start: Table) -> dict[tuple[Dice, int], Fraction]:
    """Where the dice and the CP end up when the policy is followed from a table on."""
    mass = {start: Fraction(1)}
    queue = [(_order(start), start)]
    final: dict[tuple[Dice, int], Fraction] = {}

    def add(table: Table, share: Fraction) -> None:
        if table not in mass:
            mass[table] = Fraction(0)
            heapq.heappush(queue, (_order(table), table))
        mass[table] += share

    while queue:
        _, table = heapq.heappop(queue)
        share = mass.pop(table)
        if len(table.dice) < 5:
            missing = 5 - len(table.dice)
            for roll, weight in rolls_of(missing):
                add(table._replace(dice=tuple(sorted(table.dice + roll))), share * weight / 6**missing)
        else:
            choice = brute.choice(table)
            if choice == STOP:
                final[table.dice, table.cp] = final.get((table.dice, table.cp), Fraction(0)) + share
            else:
                assert isinstance(choice, Table)
                add(choice, share)
    return final


def _order(table: Table) -> tuple[int, ...]:
    """Every decision leads to a table later in this order."""
    return -table.rolls_left, -table.cp, -len(table.held), -table.rerolls, len(table.dice)


_chases: dict[tuple[bool, ...], BruteForce] = {}


def chance_of(met: reference.Met, rolls: int) -> Fraction:
    """The chance to meet a requirement without cards; equal requirements of all heroes share their work."""
    key = tuple(bool(met(dice)) for dice in RESULTS)
    if key not in _chases:
        good = dict(zip(RESULTS, key, strict=True))
        _chases[key] = BruteForce(lambda dice, cp: Fraction(good[dice]), rolls=4)
    return _chases[key].worth(Table((), rolls - 1, (), 0, 0))

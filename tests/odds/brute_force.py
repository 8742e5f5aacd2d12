"""The best decisions with five dice, found the slow and obvious way: the oracle of the solver.

Dice are sorted tuples. Every subset of the five places is tried as a keep, every roll of the other dice is
listed with the number of its orderings, every card is tried on the dice themselves. Nothing of dtsim is used.
Numbers may be `Fraction` (tolerance 0) or float (tolerance 1e-12).

A play is a plain tuple (kind, faces, count, cost, repeatable):
    ("change", (6,), 1, 1, False)                Six-It!: one die to 6 for 1 CP
    ("change", (1, 2, 3, 4, 5, 6), 2, 3, False)  Twice As Wild!: one or two dice to any face
    ("step", (), 1, 1, False)                    Tip It!
    ("copy", (), 1, 1, False)                    Samesies!
    ("reroll", (), 2, 1, False)                  Try, Try Again!: one die, then perhaps one more
    ("reroll", (), 1, 1, True)                   Tithe: again and again
    ("attempt", (), 1, 1, False)                 One More Time!
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from typing import Any, NamedTuple

Dice = tuple[int, ...]
Play = tuple[str, Dice, int, int, bool]
OfResult = Callable[[Dice, int], Any]  # of the final dice and the CP left

STOP = "stop"


class Table(NamedTuple):
    """Dice lying on the table (the missing ones are about to be rolled) and what the player has left."""

    dice: Dice
    rolls_left: int
    held: Dice  # which plays
    cp: int
    rerolls: int  # single re-rolls left of the play in progress


class BruteForce:
    """The best policy for one payoff. Of equal options the first one listed by `options` is taken."""

    def __init__(
        self, payoff: OfResult, rolls: int, plays: Sequence[Play] = (), cp: int = 0, tolerance: float = 0
    ) -> None:
        self.payoff = payoff
        self.plays = tuple(plays)
        self.tolerance = tolerance
        self.cp = cp
        self.rolls = rolls
        self._best: dict[Table, tuple[Any, Table | str]] = {}
        self._worth: dict[Table, Any] = {}

    def value(self) -> Any:
        """The expected payoff before the first roll."""
        return self.worth(self.start())

    def value_at(self, dice: Sequence[int], rolls_left: int) -> Any:
        """The expected payoff with five dice on the table."""
        return self.worth(self.table(dice, rolls_left))

    def expect(self, feature: OfResult, table: Table | None = None) -> Any:
        """The mean of a feature of the final dice and CP when the policy is followed."""

        @cache
        def mean(table: Table) -> Any:
            if len(table.dice) < 5:
                return _mean_of_rolls(table, mean)
            choice = self.choice(table)
            return feature(table.dice, table.cp) if isinstance(choice, str) else mean(choice)

        return mean(table or self.start())

    def start(self) -> Table:
        return Table((), self.rolls - 1, tuple(range(len(self.plays))), self.cp, 0)

    def table(self, dice: Sequence[int], rolls_left: int) -> Table:
        return Table(tuple(sorted(dice)), rolls_left, tuple(range(len(self.plays))), self.cp, 0)

    def worth(self, table: Table) -> Any:
        if len(table.dice) == 5:
            return self.best(table)[0]
        if table not in self._worth:
            self._worth[table] = _mean_of_rolls(table, self.worth)
        return self._worth[table]

    def choice(self, table: Table) -> Table | str:
        return self.best(table)[1]

    def best(self, table: Table) -> tuple[Any, Table | str]:
        """The value of five dice on the table, and the table that the best option leads to."""
        if table not in self._best:
            found: tuple[Any, Table | str] | None = None
            for option in self.options(table):
                value = self.payoff(table.dice, table.cp) if isinstance(option, str) else self.worth(option)
                if found is None or self._is_better(value, found[0]):
                    found = value, option
            assert found is not None
            self._best[table] = found
        return self._best[table]

    def _is_better(self, value: Any, best: Any) -> bool:
        if value <= best or not self.tolerance:
            return bool(value > best)
        return bool(value > best + self.tolerance * max(1, abs(best)))

    def options(self, table: Table) -> Iterator[Table | str]:
        """In the order of preference."""
        if table.rerolls:
            yield table._replace(rerolls=0)
            for keep in keeps_of(table.dice, 1):
                yield table._replace(dice=keep, rerolls=table.rerolls - 1)
            return
        yield STOP
        if table.rolls_left:
            for n_rolled in range(1, 6):
                for keep in sorted(keeps_of(table.dice, n_rolled)):
                    yield table._replace(dice=keep, rolls_left=table.rolls_left - 1)
        for index in table.held:
            _, _, _, cost, repeatable = self.plays[index]
            if cost <= table.cp:
                held = table.held if repeatable else tuple(i for i in table.held if i != index)
                yield from self.uses(table._replace(held=held, cp=table.cp - cost), index)

    def uses(self, paid: Table, index: int) -> Iterator[Table]:
        kind, faces, count, _, _ = self.plays[index]
        dice = paid.dice
        if kind == "attempt":
            for n_rolled in range(1, 6):
                for keep in sorted(keeps_of(dice, n_rolled)):
                    yield paid._replace(dice=keep)
        elif kind == "reroll":
            for keep in keeps_of(dice, 1):
                yield paid._replace(dice=keep, rerolls=count - 1)
        else:
            for after in changes(kind, faces, count, dice):
                yield paid._replace(dice=after)


@cache
def keeps_of(dice: Dice, n_rolled: int) -> list[Dice]:
    """What stays when so many dice are picked up, in ascending order of the dice picked up."""
    places = combinations(range(5), n_rolled)
    kept = [tuple(dice[place] for place in range(5) if place not in away) for away in places]
    return list(dict.fromkeys(kept))


@cache
def changes(kind: str, faces: Dice, count: int, dice: Dice) -> list[Dice]:
    """The dice after a card that sets some: fewer dice first, then lower dice, then lower new faces."""
    after = []
    if kind == "change":
        for n_set in range(1, count + 1):
            for places in combinations(range(5), n_set):
                for new in product(faces, repeat=n_set):
                    after.append(with_dice(dice, places, new))
    elif kind == "step":
        for place in range(5):
            for new_face in (dice[place] - 1, dice[place] + 1):
                if new_face in range(1, 7):
                    after.append(with_dice(dice, (place,), (new_face,)))
    elif kind == "copy":
        for place in range(5):
            for model in range(5):
                if model != place:
                    after.append(with_dice(dice, (place,), (dice[model],)))
    else:
        raise AssertionError(kind)
    return list(dict.fromkeys(after))


def with_dice(dice: Dice, places: Sequence[int], new: Sequence[int]) -> Dice:
    changed = list(dice)
    for place, face in zip(places, new, strict=True):
        changed[place] = face
    return tuple(sorted(changed))


@cache
def rolls_of(n_dice: int) -> list[tuple[Dice, int]]:
    """Every roll of so many dice, and in how many of all 6 x 6 x ... ordered rolls it appears."""
    return sorted(Counter(tuple(sorted(roll)) for roll in product(range(1, 7), repeat=n_dice)).items())


def _mean_of_rolls(table: Table, worth: Callable[[Table], Any]) -> Any:
    missing = 5 - len(table.dice)
    total: Any = Fraction(0)
    for roll, weight in rolls_of(missing):
        total = total + weight * worth(table._replace(dice=tuple(sorted(table.dice + roll))))
    return total / 6**missing

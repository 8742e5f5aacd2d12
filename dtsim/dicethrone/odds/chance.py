"""Chances in fractions: rolls of a few dice, and distributions of damage."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable
from fractions import Fraction
from itertools import combinations_with_replacement
from math import factorial, prod

Counts = tuple[int, ...]
"""How many dice show 1, how many show 2, ... how many show 6."""

Outcome = dict[int, Fraction]
"""The chance of each amount of damage."""

MOST_DICE = 8


@functools.cache
def rolls_of(n_dice: int) -> tuple[tuple[Counts, int], ...]:
    """Every roll of so many dice with the number of its orderings; all orderings together are 6^n."""
    faces = range(1, 7)
    return tuple(
        (counts, factorial(n_dice) // prod(map(factorial, counts)))
        for dice in combinations_with_replacement(faces, n_dice)
        for counts in [tuple(dice.count(face) for face in faces)]
    )


@functools.cache
def totals_of(n_dice: int) -> tuple[tuple[int, int], ...]:
    """Every total of so many dice with the number of its orderings."""
    ways: dict[int, int] = {}
    for counts, weight in rolls_of(n_dice):
        ways[total(counts)] = ways.get(total(counts), 0) + weight
    return tuple(sorted(ways.items()))


def total(counts: Counts) -> int:
    """The sum of the dice."""
    return sum(face * count for face, count in enumerate(counts, start=1))


def best_dice(counts: Counts, n_dice: int) -> int:
    """The sum of the highest dice."""
    faces = [face for face in range(6, 0, -1) for _ in range(counts[face - 1])]
    return sum(faces[:n_dice])


def mix(branches: Iterable[tuple[int, Outcome]]) -> Outcome:
    """One of the outcomes, with chances in proportion to the weights."""
    amounts: dict[int, Fraction] = {}
    whole = 0
    for weight, outcome in branches:
        whole += weight
        for amount, chance in outcome.items():
            amounts[amount] = amounts.get(amount, Fraction(0)) + weight * chance
    return {amount: chance / whole for amount, chance in sorted(amounts.items())}


def mean(outcome: Outcome, worth: Callable[[int], int] = int) -> Fraction:
    """The expected worth of the damage."""
    return sum((worth(amount) * chance for amount, chance in outcome.items()), Fraction(0))

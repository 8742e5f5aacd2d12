"""Payoffs of well-known goals, as functions of five dice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dtsim.dicethrone.odds.lattice import N_RESULTS, dice_of

Dice = tuple[int, ...]
SYMBOLS = {1: "A", 2: "A", 3: "A", 4: "B", 5: "B", 6: "C"}


def payoff(goal: Callable[[Dice], Any], number: Callable[[Any], Any] = float) -> NDArray[Any]:
    """The goal of each of the 252 results, in floats or (with `number=Fraction`) exactly."""
    dtype = object if number is Fraction else None
    return np.array([number(goal(dice_of(result))) for result in range(N_RESULTS)], dtype=dtype)


def straight(length: int) -> Callable[[Dice], bool]:
    return lambda dice: any(set(range(low, low + length)) <= set(dice) for low in range(1, 8 - length))


def of_a_kind(count: int) -> Callable[[Dice], bool]:
    return lambda dice: max(Counter(dice).values()) >= count


def of_faces(faces: Dice, count: int) -> Callable[[Dice], bool]:
    return lambda dice: sum(die in faces for die in dice) >= count


def symbols(needs: str) -> Callable[[Dice], bool]:
    """For dice with A on 1, 2, 3, B on 4, 5 and C on 6."""
    return lambda dice: Counter(needs) <= Counter(SYMBOLS[die] for die in dice)


def barbarian_damage(dice: Dice) -> int:
    """The Barbarian's abilities at level I, Overpower counted as 10: A Sword, B Life, C Pow."""
    abilities = [
        (4, symbols("AAA")),
        (6, symbols("AAAA")),
        (8, symbols("AAAAA")),
        (4, symbols("AACC")),
        (10, symbols("AAACC")),
        (9, straight(4)),
        (15, straight(5)),
        (5, symbols("CCCC")),
        (15, symbols("CCCCC")),
    ]
    return max((damage for damage, is_active in abilities if is_active(dice)), default=0)

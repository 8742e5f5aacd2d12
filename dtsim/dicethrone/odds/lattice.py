"""The 462 ways to show zero to five dice, whatever their order, and how one die more connects them.

Every way (a multiset of faces) has an index. The 252 Final Dice Results of five dice come first, then the
multisets of four dice, three, two, one, and last the empty one; equal sizes are in ascending order of their
faces: 0 is 1-1-1-1-1, 251 is 6-6-6-6-6, 252 is 1-1-1-1, 461 is no die at all. So a smaller index never means
fewer dice, and the index of a full result is also its place in a payoff. Column 0 of a table is face 1.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations_with_replacement
from math import factorial, prod
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

Entry = TypeVar("Entry", np.int8, np.int16, np.int64)

N_DICE = 5
N_FACES = 6
N_RESULTS = 252
N_MULTISETS = 462
EMPTY = N_MULTISETS - 1

_MULTISETS: list[tuple[int, ...]] = [
    dice
    for size in range(N_DICE, -1, -1)
    for dice in combinations_with_replacement(range(1, N_FACES + 1), size)
]
_INDEX = {dice: index for index, dice in enumerate(_MULTISETS)}

FIRST: tuple[int, ...] = tuple(
    next(index for index, dice in enumerate(_MULTISETS) if len(dice) == size) for size in range(N_DICE + 1)
)
"""The index of the first multiset of zero, one, ... five dice."""


def dice_id(dice: Iterable[int]) -> int:
    """The index of zero to five dice, given in any order."""
    return _INDEX[tuple(sorted(dice))]


def dice_of(index: int) -> tuple[int, ...]:
    """The dice of an index, in ascending order."""
    return _MULTISETS[index]


def counts_id(counts: Iterable[int]) -> int:
    """The index of the dice that show face 1 so many times, face 2 so many times, and so on."""
    return _INDEX[tuple(face for face, count in enumerate(counts, start=1) for _ in range(count))]


def block(size: int) -> slice:
    """Where the multisets of so many dice stand: `ORDERINGS[block(3)]` are the weights of three dice."""
    last = FIRST[size - 1] if size else N_MULTISETS
    return slice(FIRST[size], last)


def probabilities(size: int) -> NDArray[np.float64]:
    """The chance of each multiset of `block(size)` when so many dice are rolled once."""
    chances: NDArray[np.float64] = ORDERINGS[block(size)] / N_FACES**size
    return chances


def _orderings(dice: tuple[int, ...]) -> int:
    """In how many ways dice of different colours show these faces: 6-6-1 in three."""
    return factorial(len(dice)) // prod(factorial(dice.count(face)) for face in set(dice))


def _plus(dice: tuple[int, ...], face: int) -> int:
    return dice_id((*dice, face)) if len(dice) < N_DICE else -1


def _minus(dice: tuple[int, ...], face: int) -> int:
    return _without(dice, dice.index(face)) if face in dice else -1


def _without(dice: tuple[int, ...], place: int) -> int:
    return dice_id(dice[:place] + dice[place + 1 :]) if place < len(dice) else -1


def _table(rows: Iterable[Iterable[int]], dtype: type[Entry]) -> NDArray[Entry]:
    table = np.array([list(row) for row in rows], dtype=dtype)
    table.setflags(write=False)
    return table


_FACES = range(1, N_FACES + 1)

SIZE = _table(((len(dice),) for dice in _MULTISETS), np.int8)[:, 0]
"""How many dice."""

FACES = _table(((*dice, 0, 0, 0, 0, 0)[:N_DICE] for dice in _MULTISETS), np.int8)
"""The faces in ascending order, then zeros."""

COUNTS = _table(((dice.count(face) for face in _FACES) for dice in _MULTISETS), np.int8)
"""How many dice show each face."""

PLUS = _table(((_plus(dice, face) for face in _FACES) for dice in _MULTISETS), np.int16)
"""The multiset with one die more, -1 where there are five already."""

MINUS = _table(((_minus(dice, face) for face in _FACES) for dice in _MULTISETS), np.int16)
"""The multiset with one die less, -1 where no die shows the face."""

WITHOUT = _table(((_without(dice, place) for place in range(N_DICE)) for dice in _MULTISETS), np.int16)
"""What stays without the first, second, ... die in ascending order, -1 where there are not so many dice."""

ORDERINGS = _table(((_orderings(dice),) for dice in _MULTISETS), np.int64)[:, 0]
"""How many of the 6 x 6 x ... ordered rolls show these dice."""

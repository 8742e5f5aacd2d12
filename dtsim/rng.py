"""Random numbers from a key: who rolls for what, when; never "the next number of the stream".

Two variants of a hero see the same dice wherever they do the same thing, and a game can be replayed alone.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from dtsim.jit import leaf

GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_FIRST = np.uint64(0xBF58476D1CE4E5B9)
_SECOND = np.uint64(0x94D049BB133111EB)
_S30 = np.uint64(30)
_S27 = np.uint64(27)
_S31 = np.uint64(31)
_S32 = np.uint64(32)
_LOW = np.uint64(0xFFFFFFFF)
_SIX = np.uint64(6)


@leaf
def mix(value: Any) -> Any:
    """The finaliser of splitmix64: every bit of the input changes half of the bits of the output."""
    value = (value ^ (value >> _S30)) * _FIRST
    value = (value ^ (value >> _S27)) * _SECOND
    return value ^ (value >> _S31)


@leaf
def game_key(seed: Any, game: Any) -> Any:
    """The key of one game (or block of games that share their dice) of a run."""
    return mix(mix(np.uint64(seed) + GOLDEN) + np.uint64(game) * GOLDEN)


@leaf
def draw(key: Any, who: Any, purpose: Any, turn: Any, index: Any) -> Any:
    """64 random bits for the index-th draw of a purpose by somebody in a turn."""
    event = np.uint64(who) | np.uint64(purpose) << np.uint64(4) | np.uint64(index) << np.uint64(24)
    return mix(np.uint64(key) + mix(event + np.uint64(turn) * GOLDEN))


@leaf
def face(bits: Any, die: Any) -> Any:
    """The face (1 to 6) of one of up to ten dice cast together; each half of the bits serves five dice.

    A die is a base-6 digit, so rolling fewer dice leaves the faces of the others as they were. A face is off
    its chance of 1/6 by less than one part in a million.
    """
    digits = bits >> _S32 if die < 5 else bits & _LOW
    for _ in range(die % 5):
        digits = (digits * _SIX) & _LOW
    return np.int64((digits * _SIX) >> _S32) + 1


@leaf
def below(bits: Any, bound: Any) -> Any:
    """A whole number from 0 to bound - 1, for bounds far below 2**32 (multiply and shift, no division)."""
    return np.int64(((bits >> _S32) * np.uint64(bound)) >> _S32)

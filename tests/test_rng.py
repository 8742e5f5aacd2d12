"""Random numbers by key: fair, independent between neighbouring keys, and the same for the same key."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np
import pytest
from scipy import stats

from dtsim import jit, rng

# Each test looks once at fixed keys, so that it always gives the same answer; 1e-4 is a level that an honest
# generator fails once in 10,000 choices of these keys.
LEVEL = 1e-4
KEYS = 120_000


@jit.kernel
def _fill(faces: Any, axis: int, count: int, dice: int) -> None:
    """Faces of consecutive keys that differ in one part only: game, who, purpose, turn or index."""
    for i in range(count):
        game = i if axis == 0 else 7
        who = i % 6 if axis == 1 else 1
        purpose = i % 1000 if axis == 2 else 3
        turn = i if axis == 3 else 5
        index = i if axis == 4 else 2
        if axis in (1, 2):
            turn = i // 6 if axis == 1 else i // 1000
        bits = rng.draw(rng.game_key(2026, game), who, purpose, turn, index)
        for die in range(dice):
            faces[i * dice + die] = rng.face(bits, die)


def _faces(axis: int, dice: int = 5) -> np.ndarray:
    faces = np.zeros(KEYS * dice, dtype=np.int64)
    _fill(faces, axis, KEYS, dice)
    return faces.reshape(KEYS, dice)


@pytest.mark.parametrize("axis", range(5), ids=["game", "who", "purpose", "turn", "index"])
def test_faces_are_uniform_whatever_part_of_the_key_changes(axis: int) -> None:
    """DT-DIC-9: 600,000 faces, chi-square."""
    faces = _faces(axis)
    assert faces.min() == 1
    assert faces.max() == 6
    assert stats.chisquare(np.bincount(faces.ravel(), minlength=7)[1:]).pvalue > LEVEL


@pytest.mark.parametrize("axis", range(5))
def test_dice_of_one_cast_are_independent(axis: int) -> None:
    faces = _faces(axis, dice=10) - 1
    for first, second in itertools.combinations(range(10), 2):
        table = np.bincount(faces[:, first] * 6 + faces[:, second], minlength=36)
        assert stats.chisquare(table).pvalue > LEVEL / 45


@pytest.mark.parametrize("axis", range(5))
def test_neighbouring_keys_are_independent(axis: int) -> None:
    faces = _faces(axis) - 1
    for lag in (1, 2, 6, 64):
        table = np.bincount(faces[:-lag, 0] * 6 + faces[lag:, 0], minlength=36)
        assert stats.chisquare(table).pvalue > LEVEL / 4


def test_five_dice_show_each_of_the_7776_casts_equally_often() -> None:
    faces = _faces(0) - 1
    casts = faces @ 6 ** np.arange(5)
    assert stats.chisquare(np.bincount(casts, minlength=6**5)).pvalue > LEVEL


@pytest.mark.parametrize("bound", [2, 6, 13, 33])
def test_a_draw_below_a_bound_is_uniform(bound: int) -> None:
    draws = [int(rng.below(_bits(rng, 1, game, 0, 1, 0), bound)) for game in range(20_000)]
    assert stats.chisquare(np.bincount(draws, minlength=bound)).pvalue > LEVEL


def test_the_uncompiled_copy_draws_the_same_numbers() -> None:
    slow = jit.uncompiled("dtsim.rng")
    with np.errstate(over="ignore"):
        for game, who, turn, die in itertools.product(range(5), range(3), range(3), range(10)):
            compiled = _bits(rng, 9, game, who, 4, turn)
            plain = _bits(slow, 9, game, who, 4, turn)
            assert compiled == plain
            assert rng.face(compiled, die) == slow.face(plain, die)


def _bits(source: Any, seed: int, game: int, who: int, purpose: int, turn: int) -> np.uint64:
    # a compiled function hands 64 bits back as a Python int, which must be told again that it has no sign
    key = np.uint64(source.game_key(seed, game))
    return np.uint64(source.draw(key, who, purpose, turn, 0))

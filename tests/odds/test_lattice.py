"""The 462 multisets of zero to five dice."""

from collections import Counter
from itertools import product

import numpy as np
import pytest

from dtsim.dicethrone.odds.lattice import (
    COUNTS,
    EMPTY,
    FACES,
    FIRST,
    MINUS,
    N_MULTISETS,
    N_RESULTS,
    ORDERINGS,
    PLUS,
    SIZE,
    WITHOUT,
    block,
    counts_id,
    dice_id,
    dice_of,
    probabilities,
)


def test_there_are_252_final_dice_results_and_462_multisets():
    assert len({dice_of(index) for index in range(N_MULTISETS)}) == N_MULTISETS == 462
    assert np.bincount(SIZE).tolist() == [1, 6, 21, 56, 126, 252]


def test_full_results_come_first_and_fewer_dice_later():
    assert [len(dice_of(index)) for index in range(N_RESULTS)] == [5] * 252
    assert (np.diff(SIZE) <= 0).all()
    assert dice_of(0) == (1, 1, 1, 1, 1)
    assert dice_of(EMPTY) == ()


def test_equal_sizes_are_in_ascending_order_of_faces():
    for size in range(6):
        dice = [dice_of(index) for index in range(N_MULTISETS)[block(size)]]
        assert dice == sorted(dice)
        assert dice_of(FIRST[size]) == dice[0]


def test_dice_are_found_in_any_order_and_by_their_counts():
    assert dice_id([6, 1, 5, 1, 2]) == dice_id((1, 1, 2, 5, 6))
    for index in range(N_MULTISETS):
        assert dice_id(dice_of(index)) == counts_id(COUNTS[index]) == index
        assert tuple(FACES[index][: SIZE[index]]) == dice_of(index)
        assert not FACES[index][SIZE[index] :].any()


def test_one_die_more_and_one_die_less_are_inverse():
    for index in range(N_MULTISETS):
        for column in range(6):
            if SIZE[index] < 5:
                assert dice_of(PLUS[index, column]) == tuple(sorted((*dice_of(index), column + 1)))
                assert MINUS[PLUS[index, column], column] == index
            else:
                assert PLUS[index, column] == -1
            if COUNTS[index, column]:
                assert PLUS[MINUS[index, column], column] == index
            else:
                assert MINUS[index, column] == -1


def test_without_a_die_is_one_die_less_of_its_face():
    for index in range(N_MULTISETS):
        for place, face in enumerate(FACES[index]):
            assert WITHOUT[index, place] == (MINUS[index, face - 1] if face else -1)


@pytest.mark.parametrize("size", range(6))
def test_weights_count_the_ordered_rolls(size):
    counted = Counter(tuple(sorted(roll)) for roll in product(range(1, 7), repeat=size))
    weights = ORDERINGS[block(size)]
    dice = [dice_of(index) for index in range(N_MULTISETS)[block(size)]]
    assert dict(zip(dice, weights.tolist(), strict=True)) == counted
    assert weights.sum() == 6**size
    assert probabilities(size).sum() == pytest.approx(1, abs=1e-15)


def test_tables_cannot_be_changed():
    for table in (SIZE, FACES, COUNTS, PLUS, MINUS, WITHOUT, ORDERINGS):
        assert not table.flags.writeable

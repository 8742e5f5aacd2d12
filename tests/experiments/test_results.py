"""The results of a matchup add like numbers, and a file gives back what was put into it."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest

from dtsim.errors import DtsimError
from dtsim.results import CellResult
from dtsim.stats.pairs import Pairs

from .samples import made_up

ONE = CellResult((1, 2, 3, 4, 5, 6, 7, 8, 9), 2, ((0, 1), (0, 0, 5)), (1, 3), ((2,), (0, 7)), 2**64 - 1)


@pytest.fixture
def some() -> list[CellResult]:
    rng = np.random.default_rng(1)
    return [made_up(rate, 50, rng, stopped=index) for index, rate in enumerate((0.3, 0.5, 0.8))]


def test_results_add_in_any_order(some: list[CellResult]) -> None:
    first, second, third = some
    assert (first + second) + third == third + (second + first)


def test_nothing_adds_nothing(some: list[CellResult]) -> None:
    assert some[0] + CellResult() == some[0]


def test_histograms_of_different_lengths_add() -> None:
    longer = CellResult(turns=((0, 0, 4), (1,)))
    assert (ONE + longer).turns == ((0, 1, 4), (1, 0, 5))
    assert ONE.all_turns == (0, 1, 5)


def test_a_fingerprint_keeps_64_bits() -> None:
    assert (ONE + CellResult(fingerprint=3)).fingerprint == 2


def test_the_opponents_view_swaps_who_started_and_who_won() -> None:
    seen = ONE.reversed()
    assert Pairs(seen.counts, seen.stopped) == Pairs(ONE.counts, ONE.stopped).reversed()
    assert seen.turns == ((0, 0, 5), (0, 1))
    assert seen.stopped_games == (3, 1)
    assert seen.health_left == ((0, 7), (2,))
    assert seen.reversed() == ONE


def test_games_are_two_for_each_pair_stopped_ones_included() -> None:
    assert ONE.pairs == 47
    assert ONE.games == 94


def test_a_saved_result_is_loaded_as_it_was(some: list[CellResult]) -> None:
    for result in (*some, ONE, CellResult()):
        assert CellResult.loaded(json.loads(json.dumps(result.saved()))) == result


@pytest.mark.parametrize(
    "saved",
    [
        None,
        [],
        5,
        {},
        {**ONE.saved(), "more": 1},
        {**ONE.saved(), "stopped": "2"},
        {**ONE.saved(), "counts": [1]},
    ],
)
def test_what_is_no_result_is_refused(saved: Any) -> None:
    with pytest.raises(DtsimError, match="not the results of a matchup"):
        CellResult.loaded(saved)

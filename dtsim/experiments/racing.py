"""Games where they do most good: the next batch goes to the matchup that is furthest from its target."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import inf, sqrt

import numpy as np

from dtsim.experiments.plan import Key, Plan
from dtsim.results import CellResult
from dtsim.stats.allocation import unmet
from dtsim.stats.differences import paired_difference
from dtsim.stats.estimate import Estimate
from dtsim.stats.pairs import Pairs

ROUND = 16
"""Batches that are given out before one looks at their results: work for several threads, yet a fixed number,
so that the schedule does not depend on the machine."""


class Race:
    """Who gets the next batches, decided by the counts alone or by the schedule of an earlier run."""

    def __init__(self, plan: Plan, recorded: Sequence[Key] = ()) -> None:
        self.target = plan.budget.half_width or inf
        self.batch = plan.budget.batch
        self.budget = plan.budget.pairs * len(plan.matchups())
        self.recorded = tuple(recorded)
        self.schedule: list[Key] = []

    def next_round(self, results: Mapping[Key, CellResult]) -> list[Key]:
        """The matchups that get a batch now, one entry for each batch; none when the race is over."""
        begun = len(self.schedule)
        batches = list(self.recorded[begun : begun + ROUND]) if self.recorded else self._widest(results)
        self.schedule += batches
        return batches

    def unmet(self, results: Mapping[Key, CellResult]) -> dict[Key, float]:
        """Matchups that are still too wide, with half-width over target."""
        return unmet({key: _known(one) for key, one in results.items()}, self.target)

    def expected(self, results: Mapping[Key, CellResult]) -> int:
        """About how many pairs are still to be played: widths shrink with the root of their number."""
        wide = self.unmet(results)
        missing = sum((min(ratio, 1e6) ** 2 - 1) * max(results[key].pairs, 1) for key, ratio in wide.items())
        return int(min(missing, self._left(results)))

    def _widest(self, results: Mapping[Key, CellResult]) -> list[Key]:
        """As if batches were given one by one, with the widths that can be expected in between."""
        wide = self.unmet(results)
        given = dict.fromkeys(wide, 0)
        left, batches = self._left(results), list[Key]()

        def width(key: Key) -> float:
            pairs = results[key].pairs
            if wide[key] == inf:
                return inf if not given[key] else 0.0
            return wide[key] * sqrt(pairs / (pairs + given[key] * self.batch))

        while wide and len(batches) < ROUND and len(batches) * self.batch < left:
            key = max(wide, key=width)
            if width(key) <= 1:
                break
            given[key] += 1
            batches.append(key)
        return batches

    def _left(self, results: Mapping[Key, CellResult]) -> int:
        return max(0, self.budget - sum(one.pairs for one in results.values()))


def _known(result: CellResult) -> Estimate:
    """What a matchup is played for: its score, or its change from another version."""
    if result.changes:
        return paired_difference(np.reshape(result.changes, (5, 5))).change
    return Pairs(result.counts, result.stopped).score_rate()

"""What a change of the heroes does: every matchup in both versions, on the same dice and decks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np

from dtsim.experiments.plan import Key, Plan
from dtsim.results import CellResult
from dtsim.stats.anytime import sign_log_e
from dtsim.stats.coupling import CouplingReport, difference_coupling
from dtsim.stats.differences import PairedDifference, mean_difference, paired_difference
from dtsim.stats.estimate import Estimate
from dtsim.stats.multiplicity import benjamini_hochberg, e_benjamini_hochberg
from dtsim.stats.pairs import score_rate

LEVEL = 0.05


@dataclass(frozen=True, slots=True)
class Change:
    """A matchup in two versions, seen by its first entrant; only pairs that ended in both versions count."""

    before: Estimate  # points per game
    after: Estimate
    change: Estimate  # after minus before, on common dice
    up: int  # pairs that brought more points than before
    down: int  # and fewer
    shared: CouplingReport  # what common dice did to the variance of the change
    log_e: float  # evidence against "rises and falls are equally likely", whenever one looks
    p_value: float
    q_value: float | None  # after looking at all matchups; None if games were given out on the way
    is_sure: bool  # with a false discovery rate of 5 %

    @property
    def pairs(self) -> int:
        return self.change.n // 2

    def reversed(self) -> Change:
        """The same pairs from the opponent's chair."""
        return replace(
            self,
            before=self.before.complement(),
            after=self.after.complement(),
            change=self.change.mapped(lambda gain: -gain),
            up=self.down,
            down=self.up,
        )

    @property
    def discordance(self) -> float | None:
        """Share of pairs whose points changed at all."""
        return (self.up + self.down) / self.pairs if self.pairs else None


def changes_of(plan: Plan, results: Mapping[Key, CellResult]) -> dict[Key, Change]:
    """Of every matchup that was played in both versions."""
    tables = {key: np.reshape(one.changes, (5, 5)) for key, one in results.items() if one.changes}
    found = {key: paired_difference(table) for key, table in tables.items()}
    log_e = [float(sign_log_e(one.up, one.down)) for one in found.values()]
    is_fixed = plan.budget.half_width is None
    q_values = benjamini_hochberg([one.test.p_value for one in found.values()])
    is_sure = q_values <= LEVEL if is_fixed else e_benjamini_hochberg(log_e, LEVEL)
    return {
        key: _change(tables[key], one, evidence, float(q) if is_fixed else None, bool(sure))
        for (key, one), evidence, q, sure in zip(found.items(), log_e, q_values, is_sure, strict=True)
    }


def changes_by_hero(plan: Plan, changes: Mapping[Key, Change]) -> dict[str, Estimate]:
    """The change of each entrant over all its opponents; unknown if a matchup that may change is missing."""
    found = {}
    for one in plan.entrants:
        others = [other for other in plan.entrants if other.label != one.label]
        touched = [other for other in others if plan.is_touched(one, other)]
        known = [_seen_by(one.label, other.label, changes) for other in touched]
        found[one.label] = mean_difference(known, len(others) - len(touched))
    return found


def _seen_by(label: str, other: str, changes: Mapping[Key, Change]) -> Estimate:
    if (label, other) in changes:
        return changes[label, other].change
    if (other, label) in changes:
        return changes[other, label].reversed().change
    return Estimate.unknown()


def _change(
    table: np.ndarray, found: PairedDifference, log_e: float, q_value: float | None, is_sure: bool
) -> Change:
    return Change(
        score_rate(table.sum(axis=1)),
        score_rate(table.sum(axis=0)),
        replace(found.change, n=2 * found.change.n),
        found.up,
        found.down,
        difference_coupling(table),
        log_e,
        found.test.p_value,
        q_value,
        is_sure,
    )

"""Where the next games do most good: give each batch to the matchup that is furthest from its target."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from dtsim.stats.estimate import Estimate
from dtsim.stats.matchups import Cell
from dtsim.stats.pairs import Pairs
from dtsim.stats.tiers import THRESHOLDS

FIRST_PAIRS = 500
BATCH_PAIRS = 500
TARGET_QUICK, TARGET, TARGET_PRECISE = 0.02, 0.01, 0.005


def next_cell(
    cells: Mapping[Cell, Pairs], target: float = TARGET, targets: Mapping[Cell, float] | None = None
) -> Cell | None:
    """The matchup to play next: any without its first pairs, then the one furthest from its target, or None.

    Depends on nothing but the counts, so a recorded run replays exactly.
    """
    for cell, pairs in cells.items():
        if pairs.n + pairs.truncated < FIRST_PAIRS:
            return cell
    open_cells = unmet({cell: pairs.score_rate() for cell, pairs in cells.items()}, target, targets)
    return max(open_cells, key=lambda cell: open_cells[cell]) if open_cells else None


def unmet(
    estimates: Mapping[Cell, Estimate], target: float = TARGET, targets: Mapping[Cell, float] | None = None
) -> dict[Cell, float]:
    """Matchups whose interval is still too wide, with half-width over target; infinite if never played.

    Stopping on width keeps the interval's coverage (Chow & Robbins 1965), stopping on a verdict does not.
    """
    ratios = {}
    for cell, estimate in estimates.items():
        half_width = estimate.half_width
        ratio = float("inf") if half_width is None else half_width / (targets or {}).get(cell, target)
        if ratio > 1:
            ratios[cell] = ratio
    return ratios


def still_in_race(estimates: Mapping[str, Estimate]) -> tuple[str, ...]:
    """Who may still be the best: heroes whose upper bound reaches the best lower bound.

    The estimates must be confidence sequences if the race is watched while it runs.
    """
    best = max((e.low for e in estimates.values() if e.low is not None), default=None)
    return tuple(hero for hero, e in estimates.items() if best is None or e.high is None or e.high >= best)


def is_settled(estimate: Estimate, boundaries: Sequence[float] = THRESHOLDS) -> bool:
    """Whether the interval lies between two neighbouring boundaries, so that more games change nothing."""
    return estimate.value is not None and not any(estimate.contains(boundary) for boundary in boundaries)

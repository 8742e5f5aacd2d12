"""What a change of the heroes does: scores before and now, and the paired change with its interval."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from dtsim.report.canvas import BLUE, INK, MUTED, PAPER
from dtsim.report.changes import change_rows, hero_rows, points
from dtsim.report.figures.frame import draw_interval, lines, percent_axis, span_of
from dtsim.report.figures.words import hero_name, origin_of

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from dtsim.experiments.matchups import Matchups
    from dtsim.stats.estimate import Estimate

MOST = 40  # matchups that a figure shows; the table has all


def version_changes(result: Matchups) -> Figure | None:
    """Heroes first, over all their opponents; then their matchups, the greatest change first."""
    heroes, rows = hero_rows(result), change_rows(result)
    if not rows:
        return None
    shown = rows[:MOST]
    left_out = f" The {len(rows) - MOST} smallest changes are in the table." if len(rows) > MOST else ""
    figure = lines(
        "What the change does",
        "Both versions played the same games. Bold: a hero against all. Grey: "
        f"could be unchanged (false discovery rate 5 %).{left_out}",
        origin_of(result),
        [*(hero_name(hero) for hero, _ in heroes)]
        + [f"{hero_name(row.hero)} – {hero_name(row.other)}" for row in shown],
        bold=len(heroes),
    )
    changes = [found for _, found in heroes] + [row.change.change for row in shown]
    texts = figure.frame.right - 1.75
    half = (texts - figure.left - 0.55) / 2
    scores = figure.panel(figure.left, half, "Score before and now")
    axes = figure.panel(figure.left + half + 0.3, half, "Change, with its 95 % interval")
    both = [(row.change.before, row.change.after) for row in shown]
    _draw_scores(scores, both, figure.centres[len(heroes) :])
    axes.set_xlim(span_of(changes, 0.0, 0.005))
    axes.axvline(0, color=INK, linewidth=1, zorder=2)
    colours = [INK] * len(heroes) + [BLUE if row.change.is_sure else MUTED for row in shown]
    for index, (found, colour, y) in enumerate(zip(changes, colours, figure.centres, strict=True)):
        draw_interval(axes, y, found, colour, "D" if index < len(heroes) else "o")
    percent_axis(axes, "Right of 0 %: better than before")
    figure.write(texts, [points(found) for found in changes], "Change in points")
    return figure.frame.figure


def _draw_scores(axes: Axes, scores: list[tuple[Estimate, Estimate]], centres: list[float]) -> None:
    """A dumbbell for each matchup: hollow before, filled now."""
    axes.set_xlim(span_of([found for both in scores for found in both], 0.5, 0.02))
    axes.axvline(0.5, color=INK, linewidth=1, zorder=2)
    for (before, after), y in zip(scores, centres, strict=True):
        ends = np.array([before.value, after.value], dtype=float)
        axes.plot(ends, [y, y], color=BLUE, linewidth=1.6, zorder=3)
        axes.plot(ends[:1], [y], "o", ms=6.5, mfc=PAPER, mec=BLUE, mew=1.3, zorder=4)
        axes.plot(ends[1:], [y], "o", ms=6.5, mfc=BLUE, mec="white", mew=1.1, zorder=5)
    percent_axis(axes, "Hollow: before. Filled: now")

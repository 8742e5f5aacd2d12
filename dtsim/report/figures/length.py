"""How long games last: how many end in each turn, and how many are still going."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from dtsim.report.canvas import BLUE, GREEN, INK, MUTED, SKY
from dtsim.report.figures.frame import AXIS, HEADING, frame, percent_axis, plain_axis
from dtsim.report.figures.words import number_of, origin_of

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from dtsim.experiments.matchups import Lengths, Matchups

HEIGHT, GAP, LABELS = 2.7, 0.3, 0.55  # inches


def game_length(result: Matchups) -> Figure:
    """Histogram of turns, and the Kaplan-Meier curve with its band."""
    lengths = result.lengths
    stopped = f" {lengths.stopped:,} games were stopped at turn {lengths.turn_cap}."
    page = frame(
        "Game length",
        f"A game lasts {number_of(lengths.mean, 2)} turns on average, counting the turns of both players; "
        f"half of the games end by turn {number_of(lengths.median, 0)}, 95 % by turn "
        f"{number_of(lengths.high, 0)}.{stopped if lengths.stopped else ''}",
        f"{origin_of(result)} · intervals and bands of 95 %",
        HEADING + HEIGHT + AXIS,
    )
    width = (page.right - page.left - GAP - 2 * LABELS) / 2
    top = page.top - HEADING
    last = _last_turn(lengths)
    first = page.left + LABELS
    page.heading(page.left, "Games that end in each turn", top)
    _draw_histogram(page.page.axes(first, top - HEIGHT, width, HEIGHT), lengths, last)
    second = first + width + GAP + LABELS
    page.heading(second - LABELS, "Games still going after each turn", top)
    _draw_survival(page.page.axes(second, top - HEIGHT, width, HEIGHT), lengths, last)
    return page.figure


def _last_turn(lengths: Lengths) -> int:
    """Where nearly all games are over: the last few would squeeze all others."""
    counts = np.asarray(lengths.histogram)
    reached = np.flatnonzero(np.cumsum(counts) >= 0.9995 * (counts.sum() + lengths.stopped))
    return int(reached[0]) if len(reached) else lengths.turn_cap


def _draw_histogram(axes: Axes, lengths: Lengths, last: int) -> None:
    counts = np.asarray(lengths.histogram, dtype=float)
    shares = counts / max(1.0, counts.sum() + lengths.stopped)
    turns = np.arange(len(shares))
    median = lengths.median.value
    axes.bar(turns, shares, width=0.8, color=SKY if median is None else _shades(turns, lengths), zorder=2)
    axes.set_xlim(0.3, last + 0.7)
    axes.set_ylim(0, 1.22 * float(shares.max(initial=0.01)))
    for found, name in ((lengths.low, "5 %"), (lengths.median, "half"), (lengths.high, "95 %")):
        if found.value is not None:
            _mark(axes, found.value + 0.5, name, is_before=found is lengths.low)
    axes.axhline(0, color=INK, linewidth=0.8, zorder=3)
    percent_axis(axes, which="y")
    axes.tick_params(axis="x", labelsize=8, labelcolor=MUTED)
    axes.set_xlabel("turn; marks: so many games are over after it", size=9, color=INK, labelpad=6, loc="left")


def _shades(turns: np.ndarray, lengths: Lengths) -> list[str]:
    """The middle 90 % of games stand out."""
    low = lengths.low.value or 0
    high = float("inf") if lengths.high.value is None else lengths.high.value
    return [GREEN if low <= turn <= high else "#9FD3C2" for turn in turns]


def _mark(axes: Axes, turn: float, name: str, is_before: bool) -> None:
    axes.axvline(turn, color=INK, linewidth=1, linestyle=(0, (4, 3)), zorder=3)
    axes.annotate(
        name,
        (turn, axes.get_ylim()[1]),
        xytext=(-3 if is_before else 3, 0),
        ha="right" if is_before else "left",
        textcoords="offset points",
        va="top",
        size=8,
        color=INK,
        zorder=4,
    )


def _draw_survival(axes: Axes, lengths: Lengths, last: int) -> None:
    curve = lengths.survival()
    turns = np.arange(len(curve.share))
    axes.fill_between(turns, curve.low, curve.high, step="post", color=SKY, alpha=0.5, linewidth=0, zorder=2)
    axes.step(turns, curve.share, where="post", color=BLUE, linewidth=1.8, zorder=3)
    if lengths.stopped and lengths.turn_cap <= last:
        axes.plot([lengths.turn_cap], [curve.share[-1]], "x", color=INK, ms=8, mew=2, zorder=4, clip_on=False)
    axes.set(xlim=(0, last + 0.7), ylim=(0, 1.02))
    axes.axhline(0, color=INK, linewidth=0.8, zorder=3)
    percent_axis(axes, which="y")
    stopped = "; cross: stopped games" if lengths.stopped else ""
    plain_axis(axes, f"turn{stopped}")

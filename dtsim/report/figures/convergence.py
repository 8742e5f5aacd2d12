"""How the scores settled as games were added, matchup by matchup."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from dtsim.report.canvas import BLUE, INK, MUTED, ORANGE, SKY, text_width
from dtsim.report.figures.frame import AXIS, Frame, frame, percent_axis
from dtsim.report.figures.words import hero_name, origin_of
from dtsim.stats.diagnostics import convergence as running

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from dtsim.experiments.matchups import Cell, Matchups
    from dtsim.stats.estimate import Estimate

COLUMNS, MOST = 4, 16
HEIGHT, HEADING, LABELS, GAP = 1.05, 0.62, 0.48, 0.12  # inches


def convergence(result: Matchups) -> Figure | None:
    """The running score of each matchup with the band for this number of games and the one for any number."""
    cells = [cell for cell in result.cells if len(cell.steps) > 1 and cell.pairs.n]
    cells = [cell for cell in cells if cell.a != cell.b] or cells  # a mirror is 50 % by symmetry
    if not cells:
        return None
    shown = sorted(cells, key=_doubt)[:MOST]
    shown.sort(key=lambda cell: cells.index(cell))
    n_rows = -(-len(shown) // COLUMNS)
    left_out = len(cells) - len(shown)
    page = frame(
        "Convergence",
        "Score after each batch of games. Blue band: the 95 % interval at that number of games. Thin "
        "lines: bounds that hold with 95 % at all numbers of games at once, so one may look at any time."
        + (f" The {len(shown)} matchups closest to 50 %; {left_out} are left out." if left_out else ""),
        origin_of(result),
        n_rows * (HEIGHT + HEADING) + AXIS - 0.2,
    )
    names = [f"{hero_name(cell.a)} – {hero_name(cell.b)}" for cell in shown]
    size = 8.0
    while max(text_width(name, size, "bold") for name in names) > _width(page) + LABELS and size > 5:
        size -= 0.5
    reach = 1.6 * max(map(_reach, shown))  # the same for all, so that they can be compared
    for index, cell in enumerate(shown):
        row, column = divmod(index, COLUMNS)
        axes = _place(page, names[index], size, row, column)
        _draw_running(axes, cell, reach)
        if index + COLUMNS >= len(shown):
            axes.set_xlabel("games", size=8.5, color=INK, labelpad=3, loc="left")
    return page.figure


def _doubt(cell: Cell) -> float:
    """Half-widths from 50 %: small where more games could change the verdict."""
    assert cell.score.value is not None
    return abs(cell.score.value - 0.5) / max(cell.score.half_width or 0.0, 1e-9)


def _width(page: Frame) -> float:
    return (page.right - page.left - COLUMNS * LABELS - (COLUMNS - 1) * GAP) / COLUMNS


def _place(page: Frame, name: str, size: float, row: int, column: int) -> Axes:
    width = _width(page)
    left = page.left + LABELS + column * (width + LABELS + GAP)
    top = page.top - HEADING + 0.22 - row * (HEIGHT + HEADING)
    page.heading(left - LABELS + 0.05, name, top - 0.03, size=size)
    return page.page.axes(left, top - HEIGHT, width, HEIGHT)


def _draw_running(axes: Axes, cell: Cell, reach: float) -> None:
    points = running(cell.steps, cell.pairs.n)
    games = np.array([point.fixed.n for point in points])
    fixed = [point.fixed for point in points]
    low, high = _ends(fixed)
    axes.fill_between(games, low, high, color=SKY, alpha=0.55, linewidth=0, zorder=2)
    for bound in _ends([point.anytime for point in points]):
        axes.plot(games, bound, color=ORANGE, linewidth=1.1, zorder=3)
    axes.plot(games, [x.value or 0.0 for x in fixed], color=BLUE, linewidth=1.6, zorder=4)
    middle = cell.score.value or 0.5
    axes.set(xlim=(games[0], games[-1]), ylim=(middle - reach, middle + reach))
    axes.axhline(0.5, color=INK, linewidth=0.8, zorder=1)
    percent_axis(axes, which="y")
    _count_games(axes)


def _reach(cell: Cell) -> float:
    """How far the score and its interval ever were from the score in the end."""
    low, high = _ends([point.fixed for point in running(cell.steps, cell.pairs.n)])
    middle = cell.score.value or 0.5
    return float(max(np.nanmax(high) - middle, middle - np.nanmin(low)))


def _ends(found: list[Estimate]) -> tuple[Any, Any]:
    low = [np.nan if x.low is None else x.low for x in found]
    high = [np.nan if x.high is None else x.high for x in found]
    return np.array(low), np.array(high)


def _count_games(axes: Axes) -> None:
    from matplotlib.ticker import FuncFormatter, MaxNLocator

    axes.xaxis.set_major_locator(MaxNLocator(3, steps=[1, 2, 5, 10], integer=True))
    axes.xaxis.set_major_formatter(FuncFormatter(lambda n, _: f"{n / 1000:g}k" if n >= 1000 else f"{n:g}"))
    axes.tick_params(labelsize=7.5, labelcolor=MUTED)

"""How health goes down, turn by turn, for each hero."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from dtsim.report.canvas import BLUE, INK, MUTED, ORANGE
from dtsim.report.figures.frame import AXIS, Frame, frame, plain_axis
from dtsim.report.figures.words import hero_name, order_of, origin_of

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from dtsim.experiments.matchups import Matchups
    from dtsim.report.field_events import FieldEvents

COLUMNS = 3
HEIGHT, HEADING, LABELS, GAP = 1.75, 0.62, 0.38, 0.2  # inches
BANDS = ((0, 4, "#CFE4F2"), (1, 3, "#8FC1E3"))  # levels between which a band lies, and its colour
MEDIAN = 2
SHOWN = 0.99  # turns until so many games are over


def health_fan(result: Matchups, events: FieldEvents) -> Figure:
    """Bands of health by turn over all games, and the median of those still alive."""
    order = [hero for hero in order_of(result) if hero in events.heroes]
    n_rows = -(-len(order) // COLUMNS)
    page = frame(
        "Health by turn",
        "Health at the end of each turn, of both players' turns: the median, and the ranges of the middle "
        "50 % and 90 % of all games; the defeated stay at 0, the victor keeps what is left. Dashed: the "
        "median of those alive and still playing, ever fewer and luckier.",
        origin_of(result),
        n_rows * (HEIGHT + HEADING) + AXIS - 0.35,
    )
    fans = {hero: events.heroes[hero] for hero in order}
    last = max(_last_turn(fan["health_of_the_living"]["n"]) for fan in fans.values())
    top = max(np.nanmax(np.array(fan["health"]["values"], dtype=float)[:last]) for fan in fans.values())
    for index, (hero, fan) in enumerate(fans.items()):
        row, column = divmod(index, COLUMNS)
        axes = _place(page, row, column, hero_name(hero), _games(fan))
        _draw_fan(axes, fan, last)
        axes.set(xlim=(1, last), ylim=(0, float(top) * 1.04))
        plain_axis(axes, "turn" if index + COLUMNS >= len(order) else "")
        plain_axis(axes, which="y")
    return page.figure


def _games(fan: dict[str, Any]) -> str:
    return f"{max(fan['health']['n'], default=0):,} games"


def _last_turn(alive: list[int]) -> int:
    """The turn after which hardly anybody plays."""
    going = np.flatnonzero(np.asarray(alive) > (1 - SHOWN) * max(alive))
    return int(going[-1]) + 1


def _place(page: Frame, row: int, column: int, name: str, games: str) -> Axes:
    width = (page.right - page.left - COLUMNS * LABELS - (COLUMNS - 1) * GAP) / COLUMNS
    left = page.left + LABELS + column * (width + LABELS + GAP)
    top = page.top - HEADING + 0.25 - row * (HEIGHT + HEADING)
    page.heading(left, name, top - 0.02)
    style = {"size": 8, "color": MUTED, "va": "bottom", "ha": "right"}
    page.page.text(left + width, top + 0.08, games, **style)
    return page.page.axes(left, top - HEIGHT, width, HEIGHT)


def _draw_fan(axes: Axes, fan: dict[str, Any], last: int) -> None:
    values = _filled(np.array(fan["health"]["values"], dtype=float), last)
    turns = np.arange(1, len(values) + 1)
    for low, high, colour in BANDS:
        axes.fill_between(turns, values[:, low], values[:, high], color=colour, linewidth=0, zorder=2)
    axes.plot(turns, values[:, MEDIAN], color=BLUE, linewidth=2, zorder=3)
    living = fan["health_of_the_living"]
    alive = np.array(living["values"], dtype=float)[: _last_turn(living["n"]), MEDIAN]
    axes.plot(turns[: len(alive)], alive, color=ORANGE, linewidth=1.5, linestyle=(0, (3, 2)), zorder=4)
    axes.axhline(0, color=INK, linewidth=0.8, zorder=5)


def _filled(values: Any, last: int) -> Any:
    """Once all games are over nothing changes any more."""
    missing = max(0, last - len(values))
    return np.concatenate([values, np.repeat(values[-1:], missing, axis=0)])[:last]

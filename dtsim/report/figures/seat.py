"""What it is worth to start, for all games and for the games of each hero."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dtsim.report.canvas import BLUE, INK
from dtsim.report.figures.frame import draw_interval, lines, percent_axis, span_of
from dtsim.report.figures.words import hero_name, number_of, order_of, origin_of, percent_of

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from dtsim.experiments.matchups import Matchups


def seat_advantage(result: Matchups) -> Figure:
    """A forest plot of the Start Player's score."""
    heroes = [hero for hero in order_of(result) if result.seat.by_hero[hero].value is not None]
    found = [result.seat.score, *(result.seat.by_hero[hero] for hero in heroes)]
    elo = result.seat.elo
    worth = f" Starting is worth {number_of(elo, 0)} Elo." if elo and elo.value else ""
    figure = lines(
        "Seat advantage",
        "Score of whoever starts, with its 95 % interval: in all games, and in those each hero takes part in."
        + worth,
        origin_of(result),
        ["All games", *map(hero_name, heroes)],
        bold=1,
    )
    texts = figure.frame.right - 2.75
    axes = figure.panel(figure.left, texts - figure.left - 0.25, "Score of the Start Player")
    axes.set_xlim(span_of(found, 0.5, 0.01))
    axes.axvline(0.5, color=INK, linewidth=1, zorder=2)
    for index, (estimate, y) in enumerate(zip(found, figure.centres, strict=True)):
        draw_interval(axes, y, estimate, INK if index == 0 else BLUE, "D" if index == 0 else "o")
    percent_axis(axes, "50 %: it does not matter who starts")
    figure.write(texts, [percent_of(one) for one in found], "Score")
    figure.write(figure.frame.right, [f"{one.n:,}" for one in found], "Games", ha="right")
    return figure.frame.figure

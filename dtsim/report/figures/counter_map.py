"""Who counters whom, beyond what strength explains: the strongest disc game and the top cycles."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from dtsim.report.canvas import BLUE, FAINT, INK, MUTED, PAPER, SKY, text_width
from dtsim.report.figures.frame import Frame, draw_interval, frame, percent_axis
from dtsim.report.figures.words import hero_name, origin_of, p_text, percent_of
from dtsim.report.tables import percent
from dtsim.stats.intransitivity import cyclic_part, discs

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from dtsim.experiments.matchups import Matchups
    from dtsim.stats.arrays import FloatArray
    from dtsim.stats.estimate import Estimate
    from dtsim.stats.intransitivity import Cycle, Disc

SIDE, REACH = 4.5, 1.36  # of the map: inches, radii from its middle
FEWEST, MOST_SURPRISES, MOST_CYCLES = 3, 6, 3
SWEEPS = 4  # a name gives way to names that were placed after it


def counter_map(result: Matchups) -> Figure | None:
    """A map on which each hero does better than its strength says against those a quarter turn ahead."""
    advantages = advantages_of(result)
    found = None if advantages is None else next(iter(discs(advantages)), None)
    if advantages is None or found is None or result.intransitivity is None:
        return None
    share, test = result.intransitivity.corrected, result.intransitivity.test
    doubt = "" if test.p_value < 0.05 else " That is no more than chance: do not read much into this map."
    page = frame(
        "Counter map",
        f"{percent(share)} of the matrix is rock-paper-scissors, which no ranking shows "
        f"({p_text(test.p_value)}). A hero does better than its strength says against those that lie "
        f"anticlockwise of it, most at a quarter turn; heroes in the middle have no counters.{doubt}",
        origin_of(result),
        SIDE + 0.2,
    )
    axes = page.page.axes(page.left - 0.1, page.bottom + 0.05, SIDE, SIDE)
    _draw_disc(axes, found, [hero_name(hero) for hero in result.heroes])
    left = page.left + SIDE + 0.2
    below = _draw_surprises(page, surprises(result, advantages), left)
    _write_cycles(page, result.cycles, left, below)
    return page.figure


def advantages_of(result: Matchups) -> FloatArray | None:
    """Logits of all scores; none if heroes are too few or some have not met."""
    if len(result.heroes) < FEWEST or not result.is_complete:
        return None
    rates, games = result.matrix.rates(), result.matrix.effective_games()
    advantages = np.log((rates * games + 0.5) / ((1 - rates) * games + 0.5))
    np.fill_diagonal(advantages, 0.0)
    return np.asarray(advantages)


@dataclass(frozen=True, slots=True)
class Surprise:
    """A matchup, its score, and the score that the strengths of the two heroes explain."""

    hero: str
    other: str
    score: Estimate
    expected: float


def surprises(result: Matchups, advantages: FloatArray) -> list[Surprise]:
    """Matchups that are furthest from what strength explains, seen by the hero that gains."""
    cyclic = cyclic_part(advantages)
    explained = 1 / (1 + np.exp(cyclic - advantages))
    found = [
        Surprise(a, b, result.matrix.cell(a, b).score_rate(), float(explained[i, j]))
        for i, a in enumerate(result.heroes)
        for j, b in enumerate(result.heroes)
        if cyclic[i, j] > 0
    ]
    return sorted(found, key=lambda one: one.expected - (one.score.value or 0.0))


def _draw_disc(axes: Axes, disc: Disc, names: list[str]) -> None:
    from matplotlib.patches import Circle, FancyArrowPatch

    radius = float(np.hypot(disc.x, disc.y).max()) * 1.12
    axes.set(
        xlim=(-REACH * radius, REACH * radius), ylim=(-REACH * radius, REACH * radius), xticks=[], yticks=[]
    )
    axes.set_aspect("equal")
    for part in (0.5, 1.0):
        axes.add_patch(Circle((0, 0), part * radius, fill=False, edgecolor=FAINT, linewidth=1, zorder=0))
    axes.plot([0], [0], "+", color=MUTED, ms=8, zorder=1)
    for start, end in ((200, 250), (20, 70)):
        first, last = (1.2 * radius * np.array([np.cos(a), np.sin(a)]) for a in np.radians([start, end]))
        axes.add_patch(
            FancyArrowPatch(
                tuple(first),
                tuple(last),
                connectionstyle="arc3,rad=0.22",
                arrowstyle="-|>",
                mutation_scale=11,
                color=MUTED,
                linewidth=1.2,
            )
        )
    corner: dict[str, Any] = {"size": 8, "color": MUTED}
    axes.text(0.33 * radius, 1.16 * radius, "gains against", ha="right", va="center", **corner)
    axes.text(-0.33 * radius, -1.16 * radius, "gains against", ha="left", va="center", **corner)
    axes.scatter(disc.x, disc.y, s=62, color=BLUE, edgecolor="white", linewidth=1.2, zorder=3)
    inch = 2 * REACH * radius / SIDE
    points = [(float(x), float(y)) for x, y in zip(disc.x, disc.y, strict=True)]
    size = 9 if len(names) <= 8 else 7
    for name, box in zip(names, _label_places(points, names, size, inch, radius), strict=True):
        middle = box.bottom + box.height / 2
        axes.text(box.left, middle, name, size=size, color=INK, va="center", zorder=4)


@dataclass(frozen=True, slots=True)
class Box:
    """A piece of the map."""

    left: float
    bottom: float
    width: float
    height: float

    def overlap(self, other: Box) -> float:
        wide = min(self.left + self.width, other.left + other.width) - max(self.left, other.left)
        high = min(self.bottom + self.height, other.bottom + other.height) - max(self.bottom, other.bottom)
        return wide * high if wide > 0 and high > 0 else 0.0


def _label_places(
    points: list[tuple[float, float]], names: list[str], size: float, inch: float, radius: float
) -> list[Box]:
    """Beside each point, on the side where a name covers least of other points and names."""
    high, gap = 0.14 * inch * size / 9, 0.09 * inch
    dots = [Box(x - gap, y - gap, 2 * gap, 2 * gap) for x, y in points]
    # names keep off the arrows beside the circle and off its middle
    edges = [Box(-gap / 2, -gap / 2, gap, gap)]
    edges += [Box(side * radius - (side < 0) * radius, -radius, radius, 2 * radius) for side in (-0.9, 0.9)]
    found: dict[int, Box] = {}
    for index in list(range(len(points))) * SWEEPS:
        (x, y), wide = points[index], text_width(names[index], size) * inch
        right, left, middle = x + 1.2 * gap, x - 1.2 * gap - wide, x - wide / 2
        level, above, below = y - high / 2, y + gap, y - gap - high
        sides = [(right, level), (left, level), (middle, above), (middle, below)]
        sides += [(right, above), (left, above), (right, below), (left, below)]
        others = [box for k, box in [*enumerate(dots), *found.items()] if k != index]
        boxes = [Box(*side, wide, high) for side in sides]
        found[index] = min(boxes, key=lambda box: sum(map(box.overlap, [*others, *edges])))
    return [found[index] for index in range(len(points))]


def _draw_surprises(page: Frame, found: list[Surprise], left: float) -> float:
    """Dumbbells from the expected to the observed score; returns where the next block may begin."""
    shown = found[:MOST_SURPRISES]
    names = [f"{hero_name(one.hero)} – {hero_name(one.other)}" for one in shown]
    label = max(text_width(name, 8.5) for name in names) + 0.15
    top, height = page.top - 0.55, 0.25 * len(shown)
    page.heading(left, "Better than strength explains", top + 0.17)
    page.page.text(left, top + 0.1, "○ explained   ● played", size=8, color=MUTED, va="bottom")
    axes = page.page.axes(left + label, top - height, page.right - left - label, height)
    axes.set(ylim=(height, 0), yticks=[])
    for index, (one, name) in enumerate(zip(shown, names, strict=True)):
        y = 0.25 * (index + 0.5)
        page.page.text(left, top - y, name, size=8.5, color=INK, va="center")
        axes.plot([one.expected, one.score.value or 0.5], [y, y], color=SKY, linewidth=2, zorder=2)
        draw_interval(axes, y, one.score)
        axes.plot([one.expected], [y], "o", ms=6, mfc=PAPER, mec=BLUE, mew=1.3, zorder=5)
    percent_axis(axes)
    axes.margins(x=0.08)
    return top - height - 0.35


def _write_cycles(page: Frame, cycles: tuple[Cycle, ...], left: float, top: float) -> None:
    page.heading(left, "Strongest cycles", top - 0.35)
    y = top - 0.45
    if not cycles:
        text = "No three heroes beat each other in a circle."
        page.page.text(left, y - 0.05, text, size=8.5, color=MUTED, va="top")
    for cycle in cycles[:MOST_CYCLES]:
        names = "  >  ".join(hero_name(hero) for hero in (*cycle.heroes, cycle.heroes[0]))
        room, size = page.right - left, 8.5
        while text_width(names, size, "bold") > room and size > 5:
            size -= 0.5
        page.page.text(left, y, names, size=size, weight="bold", color=INK, va="top")
        scores = ", ".join(f"{100 * (edge.value or 0):.1f}" for edge in cycle.edges)
        sure = "all sure" if cycle.is_sure else "not all sure"
        text = f"{scores} %; the weakest {percent_of(cycle.weakest)}; {sure}"
        page.page.text(left, y - 0.17, text, size=8, color=MUTED, va="top")
        y -= 0.4

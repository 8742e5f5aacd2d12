"""Title, panels and lines of heroes: what the figures of a run have in common."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from dtsim.report.canvas import (
    BLUE,
    FAINT,
    INK,
    MARGIN,
    MUTED,
    Page,
    fold,
    new_figure,
    text_width,
    write_texts,
)

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from dtsim.stats.estimate import Estimate

WIDTH = 10.0  # of every figure if its content allows: letters are then equally large on a page
ROW = 0.34
HEADER, FOOTER, HEADING, AXIS = 0.86, 0.42, 0.34, 0.6  # inches


@dataclass(frozen=True, slots=True)
class Frame:
    """A page with its texts written; what is drawn stands between `bottom` and `top`."""

    page: Page
    bottom: float
    top: float

    @property
    def figure(self) -> Figure:
        return self.page.figure

    @property
    def left(self) -> float:
        return MARGIN

    @property
    def right(self) -> float:
        return self.page.width - MARGIN

    def heading(self, left: float, text: str, top: float | None = None, **style: Any) -> None:
        """A small bold line over a panel."""
        place = (self.top if top is None else top) + 0.1
        look = {"size": 9.5, "weight": "bold", "color": INK, "va": "bottom"} | style
        self.page.text(left, place, text, **look)


def frame(title: str, subtitle: str, caption: str, body: float, width: float = WIDTH) -> Frame:
    """Paper for a body of this height, headings over panels and an axis below them included."""
    room = width - 2 * MARGIN
    above, below = fold(subtitle, room, 9.5), fold(caption, room, 7.5)
    footer = FOOTER + 0.15 * (len(below) - 1)
    height = footer + body + HEADER + 0.2 * (len(above) - 1)
    page = Page(new_figure(width, height), width, height)
    write_texts(page, title, above, below)
    return Frame(page, footer, footer + body)


@dataclass(frozen=True, slots=True)
class Lines:
    """Names from the top down, and panels beside them in which each name has its line."""

    frame: Frame
    names: tuple[str, ...]
    top: float  # of the first line, in inches
    left: float  # of the first panel

    @property
    def height(self) -> float:
        return ROW * len(self.names)

    @property
    def centres(self) -> list[float]:
        """Where the lines are in the panels, in inches from their lower edge."""
        return [(len(self.names) - index - 0.5) * ROW for index in range(len(self.names))]

    def panel(self, left: float, width: float, title: str = "") -> Axes:
        """An axes whose vertical unit is the inch, with a grid of thin lines between the names."""
        axes = self.frame.page.axes(left, self.top - self.height, width, self.height)
        axes.set(ylim=(0, self.height), yticks=[])
        axes.set_axisbelow(True)
        axes.tick_params(axis="x", labelsize=8, labelcolor=MUTED, pad=4)
        self.frame.heading(left, title, self.top)
        return axes

    def write(self, left: float, texts: Sequence[str], title: str = "", **style: Any) -> None:
        """A column of texts."""
        look = {"size": 8.5, "color": INK, "va": "center"} | style
        self.frame.heading(left, title, self.top, ha=look.get("ha", "left"))
        for text, y in zip(texts, self.centres, strict=True):
            self.frame.page.text(left, self.top - self.height + y, text, **look)


def lines(
    title: str, subtitle: str, caption: str, names: Sequence[str], *, bold: int = 0, extra: float = 0.0
) -> Lines:
    """A figure with a line for each name; the first `bold` ones stand out; `extra` inches below the axis."""
    page = frame(title, subtitle, caption, HEADING + ROW * len(names) + AXIS + extra)
    top = page.top - HEADING
    widest = max(text_width(name, 9.5, "bold" if k < bold else "normal") for k, name in enumerate(names))
    found = Lines(page, tuple(names), top, page.left + widest + 0.25)
    for index, (name, y) in enumerate(zip(names, found.centres, strict=True)):
        weight = "bold" if index < bold else "normal"
        page.page.text(
            page.left, top - found.height + y, name, size=9.5, color=INK, va="center", weight=weight
        )
    return found


def percent_axis(axes: Axes, label: str = "", which: str = "x") -> None:
    """Shares as percentages, with a grid."""
    from matplotlib.ticker import FuncFormatter

    axis = axes.xaxis if which == "x" else axes.yaxis
    axis.set_major_formatter(FuncFormatter(lambda share, _: f"{100 * share:.5g} %"))
    plain_axis(axes, label, which)


def plain_axis(axes: Axes, label: str = "", which: str = "x") -> None:
    """Small grey numbers and a grid behind the data."""
    axes.tick_params(axis=which, labelsize=8, labelcolor=MUTED)  # type: ignore[arg-type]
    axes.grid(axis=which, color=FAINT, linewidth=0.8, zorder=0)  # type: ignore[arg-type]
    axes.set_axisbelow(True)
    if which == "x":
        axes.set_xlabel(label, size=9, color=INK, labelpad=6, loc="left")
    else:
        axes.set_ylabel(label, size=9, color=INK, labelpad=6, loc="top")


def draw_interval(axes: Axes, y: float, found: Estimate, colour: str = BLUE, marker: str = "o") -> None:
    """A point with its interval; an end that is not known stays open."""
    if found.value is None:
        return
    low = found.value if found.low is None else found.low
    high = found.value if found.high is None else found.high
    axes.plot([low, high], [y, y], color=colour, linewidth=2.2, solid_capstyle="butt", zorder=3)
    axes.plot([found.value], [y], marker, ms=6.5, mfc=colour, mec="white", mew=1.1, zorder=4)


def span_of(estimates: Sequence[Estimate], around: float, least: float) -> tuple[float, float]:
    """Limits of an axis that hold all intervals and `least` on either side of `around`, with some air."""
    ends = [x for found in estimates for x in (found.value, found.low, found.high) if x is not None]
    low, high = min([around - least, *ends]), max([around + least, *ends])
    air = 0.06 * (high - low)
    return low - air, high + air


def chance_axis(axes: Axes, label: str = "") -> None:
    """From 0 to 100 %, whose outer labels stay within the panel."""
    axes.set_xlim(0, 1)
    axes.set_xticks([0, 0.5, 1])
    percent_axis(axes, label)
    first, *_, last = axes.get_xticklabels()
    first.set_horizontalalignment("left")
    last.set_horizontalalignment("right")

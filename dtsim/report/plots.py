"""Charts that can be put in front of a team as they are: horizontal bars, and a histogram beside them.

Whoever draws says what to draw in plain values; this module knows about inches, colours and files.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from dtsim.report.canvas import (
    BLUE,
    FAINT,
    GREEN,
    INK,
    MARGIN,
    MUTED,
    ORANGE,
    PAPER,
    SKY,
    Page,
    check_suffix,
    fold,
    new_figure,
    picture,
    save_picture,
    styled,
    text_width,
    write_texts,
)

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

# inches
ROW, DIE, GAP = 0.34, 0.235, 0.18
BARS_WIDTH, NOTES_WIDTH, HISTOGRAM_WIDTH, HISTOGRAM_LEAST = 5.2, 0.75, 4.4, 2.7
HEADER, PANEL, AXIS, FOOTER = 0.86, 0.34, 0.6, 0.42


@dataclass(frozen=True, slots=True)
class Die:
    """A die as it is drawn: kept, rolled again, or set to a new face."""

    face: int
    state: str = "kept"  # "kept", "rolled", "changed"


@dataclass(frozen=True, slots=True)
class Bar:
    """One line of the chart: what it is called, how long it is, what is written at its end."""

    value: float
    shown: str
    name: str = ""
    detail: str = ""
    dice: tuple[Die, ...] = ()
    note: str = ""  # at the right edge
    mark: float | None = None  # a second value, drawn as a diamond
    faint: bool = False


@dataclass(frozen=True, slots=True)
class Bars:
    """Horizontal bars of chances or, without `percent`, of other amounts."""

    axis: str
    bars: tuple[Bar, ...]
    percent: bool = True
    title: str = ""
    notes: str = ""  # the heading over the notes
    legend: tuple[str, str] | None = None  # what the bar is, what the diamond is


@dataclass(frozen=True, slots=True)
class Histogram:
    """The chance of each whole number."""

    axis: str
    chances: tuple[tuple[int, float], ...]
    title: str = ""
    mean: float | None = None
    least: int | None = None  # everything from here on is emphasised


@dataclass(frozen=True, slots=True)
class Chart:
    title: str
    subtitle: str
    caption: str
    bars: Bars
    histogram: Histogram | None = None


def save_chart(chart: Chart, path: str | Path) -> None:
    """Draw the chart into a file, whole or not at all; the suffix says of which kind."""
    check_suffix(path)
    with styled():
        save_picture(picture(draw(chart), Path(path).suffix.lower()[1:]), path)


def draw(chart: Chart) -> Figure:
    """The chart as a figure; sizes follow from the number of bars and the length of the names."""
    bars, histogram = chart.bars, chart.histogram
    names = max((text_width(bar.name, 9.5) for bar in bars.bars), default=0)
    details = max((text_width(bar.detail, 8.5) for bar in bars.bars), default=0)
    dice = max((len(bar.dice) for bar in bars.bars), default=0) * (DIE + 0.05)
    labels = sum(part + GAP for part in (names, details, dice) if part)
    notes = NOTES_WIDTH if bars.notes else 0
    height = ROW * max(1, len(bars.bars))
    body = max(height, HISTOGRAM_LEAST) if histogram else height
    width = MARGIN + labels + BARS_WIDTH + notes + MARGIN
    width += GAP * 3 + HISTOGRAM_WIDTH if histogram else 0
    caption = fold(chart.caption, width - 2 * MARGIN, 7.5)
    subtitle = fold(chart.subtitle, width - 2 * MARGIN, 9.5)
    footer = FOOTER + 0.15 * (len(caption) - 1)
    total = footer + AXIS + body + PANEL + HEADER + 0.2 * (len(subtitle) - 1)
    figure = new_figure(width, total)
    page = Page(figure, width, total)
    write_texts(page, chart.title, subtitle, caption)
    top = footer + AXIS + body
    heading = {"size": 9.5, "weight": "bold", "color": INK, "va": "bottom"}
    page.text(MARGIN, top + 0.1, bars.title, **heading)
    _draw_labels(page.axes(MARGIN, top - height, labels, height), bars.bars, names, dice)
    _draw_bars(page.axes(MARGIN + labels, top - height, BARS_WIDTH, height), bars)
    _draw_notes(page, bars, MARGIN + labels + BARS_WIDTH + notes, top)
    if histogram:
        left = width - MARGIN - HISTOGRAM_WIDTH
        page.text(left, top + 0.1, histogram.title, **heading)
        _draw_histogram(page.axes(left, footer + AXIS, HISTOGRAM_WIDTH, body), histogram)
    return figure


# ---------------------------------------------------------------- bars


def _draw_labels(axes: Axes, bars: Sequence[Bar], names: float, dice: float) -> None:
    """Names on the left, what they need next to the bars; data units are inches."""
    from matplotlib.transforms import Bbox

    box: Bbox = axes.get_position()
    figure_width, figure_height = axes.figure.get_size_inches()  # type: ignore[union-attr]
    width, height = box.width * figure_width, box.height * figure_height
    axes.set(xlim=(0, width), ylim=(0, height), xticks=[], yticks=[])
    has_dice = dice > 0
    before = ""
    for bar, y in zip(bars, _centres(bars), strict=True):
        colour = MUTED if bar.faint else INK
        if bar.name != before:
            axes.text(0, y, bar.name, size=9.5, color=colour, va="center")
        before = bar.name
        axes.text(
            width - GAP / 2,
            y,
            bar.detail,
            size=8.5,
            color=INK if has_dice else MUTED,
            va="center",
            ha="right",
        )
        left = names + (GAP if names else 0)
        for index, die in enumerate(bar.dice):
            _draw_die(axes, left + index * (DIE + 0.05), y - DIE / 2, die)


def _centres(bars: Sequence[Bar]) -> list[float]:
    """The middle of each row in inches, from the top down."""
    return [(len(bars) - index - 0.5) * ROW for index in range(len(bars))]


_DIE_STYLES = {
    "kept": {"face": BLUE, "edge": BLUE, "digit": PAPER},
    "changed": {"face": ORANGE, "edge": ORANGE, "digit": INK},
    "rolled": {"face": PAPER, "edge": "#BDBDBD", "digit": "#BDBDBD"},
}


def _draw_die(axes: Axes, left: float, bottom: float, die: Die) -> None:
    from matplotlib.patches import FancyBboxPatch

    style = _DIE_STYLES[die.state]
    axes.add_patch(
        FancyBboxPatch(
            (left + 0.03, bottom + 0.03),
            DIE - 0.06,
            DIE - 0.06,
            boxstyle="round,pad=0.03,rounding_size=0.05",
            facecolor=style["face"],
            edgecolor=style["edge"],
            linewidth=0.9,
            clip_on=False,
        )
    )
    middle = DIE / 2
    axes.text(
        left + middle,
        bottom + middle - 0.008,
        str(die.face),
        size=8.5,
        weight="bold",
        color=style["digit"],
        ha="center",
        va="center",
    )


def _draw_bars(axes: Axes, bars: Bars) -> None:
    most = 1.0 if bars.percent else max((bar.value for bar in bars.bars), default=1) or 1
    centres = _centres(bars.bars)
    axes.set(xlim=(0, most * 1.12), ylim=(0, ROW * max(1, len(bars.bars))), yticks=[])
    axes.barh(
        centres,
        [bar.value for bar in bars.bars],
        height=ROW * 0.62,
        color=[SKY if bar.faint else BLUE for bar in bars.bars],
        zorder=2,
    )
    for bar, y in zip(bars.bars, centres, strict=True):
        end = max(bar.value, bar.mark or 0)
        axes.annotate(
            bar.shown,
            (end, y),
            xytext=(5 if bar.mark is None else 8, 0),
            textcoords="offset points",
            size=8.5,
            color=INK,
            va="center",
            zorder=4,
        )
        if bar.mark is not None:
            axes.plot([bar.mark], [y], "D", ms=5.5, mfc=ORANGE, mec=INK, mew=0.7, zorder=3, clip_on=False)
    _scale(axes, bars.percent, most)
    axes.set_xlabel(bars.axis, size=9, color=INK, labelpad=6, loc="left")
    if bars.legend:
        _draw_legend(axes, bars.legend)


def _draw_notes(page: Page, bars: Bars, right: float, top: float) -> None:
    """A column of small texts at the right edge, under their heading."""
    style = {"size": 8.5, "color": MUTED, "ha": "right"}
    page.text(right, top + 0.1, bars.notes, va="bottom", **style)
    height = ROW * len(bars.bars)
    for bar, y in zip(bars.bars, _centres(bars.bars), strict=True):
        page.text(right, top - height + y, bar.note, va="center", **style)


def _scale(axes: Axes, percent: bool, most: float) -> None:
    from matplotlib.ticker import FuncFormatter, MaxNLocator

    if percent:
        axes.set_xticks([0, 0.25, 0.5, 0.75, 1])
        axes.xaxis.set_major_formatter(FuncFormatter(lambda share, _: f"{100 * share:.0f} %"))
    else:
        axes.xaxis.set_major_locator(MaxNLocator(7, steps=[1, 2, 5, 10], integer=most > 3))
    axes.tick_params(axis="x", labelsize=8, labelcolor=MUTED)
    axes.grid(axis="x", color=FAINT, linewidth=0.8, zorder=0)
    axes.set_axisbelow(True)
    axes.axvline(0, color=INK, linewidth=0.8, zorder=3)


def _draw_legend(axes: Axes, legend: tuple[str, str]) -> None:
    from matplotlib.lines import Line2D
    from matplotlib.patches import Patch

    handles = [
        Patch(facecolor=BLUE, label=legend[0]),
        Line2D([], [], marker="D", ms=5.5, mfc=ORANGE, mec=INK, mew=0.7, ls="", label=legend[1]),
    ]
    axes.legend(
        handles=handles,
        loc="lower right",
        bbox_to_anchor=(1.0, 1.0),
        bbox_transform=axes.transAxes,
        ncols=2,
        frameon=False,
        fontsize=8,
        handlelength=1.1,
        columnspacing=1.4,
        borderaxespad=0.55,
        borderpad=0,
        labelcolor=INK,
    )


# ---------------------------------------------------------------- histogram


def _draw_histogram(axes: Axes, histogram: Histogram) -> None:
    from matplotlib.ticker import FuncFormatter, MaxNLocator

    amounts = [amount for amount, _ in histogram.chances]
    shares = [share for _, share in histogram.chances]
    top = max(shares, default=1) or 1
    first, last = min(amounts, default=0), max(amounts, default=0)
    reached = [histogram.least is None or amount >= histogram.least for amount in amounts]
    axes.bar(amounts, shares, width=0.78, color=[GREEN if hit else "#9FD3C2" for hit in reached], zorder=2)
    axes.set(xlim=(first - 0.8, last + 0.8), ylim=(0, top * 1.16))
    axes.yaxis.set_major_locator(MaxNLocator(5))
    axes.yaxis.set_major_formatter(FuncFormatter(lambda share, _: f"{100 * share:.0f} %"))
    axes.xaxis.set_major_locator(MaxNLocator(12, integer=True))
    axes.tick_params(labelsize=8, labelcolor=MUTED)
    axes.grid(axis="y", color=FAINT, linewidth=0.8, zorder=0)
    axes.set_axisbelow(True)
    axes.axhline(0, color=INK, linewidth=0.8, zorder=3)
    for text in _column_texts(histogram, last - first + 1, top):
        axes.annotate(
            text[0],
            text[1],
            xytext=(0, 2.5),
            textcoords="offset points",
            ha="center",
            va="bottom",
            size=7.5,
            color=INK,
            zorder=4,
        )
    axes.set_xlabel(histogram.axis, size=9, color=INK, labelpad=6, loc="left")
    if histogram.mean is not None:
        axes.axvline(histogram.mean, color=INK, linewidth=1, linestyle=(0, (4, 3)), zorder=3)
        right = histogram.mean < (first + last) / 2
        axes.annotate(
            f"mean {histogram.mean:.2f}",
            (histogram.mean, top * 1.13),
            xytext=(4 if right else -4, 0),
            textcoords="offset points",
            ha="left" if right else "right",
            va="top",
            size=8.5,
            weight="bold",
            color=INK,
            zorder=4,
        )


def _column_texts(histogram: Histogram, span: int, top: float) -> Iterator[tuple[str, tuple[float, float]]]:
    """Percentages over the columns, where there is room for them."""
    digits = 0 if span > 9 else 1
    if span <= 16:
        for amount, share in histogram.chances:
            if share >= 0.005 and share > top / 60:
                yield f"{100 * share:.{digits}f}", (amount, share)

"""How strong the heroes are: score against the field, possible places, chance of each tier."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any

from dtsim.report.canvas import BLUE, FAINT, INK, MUTED, PAPER, text_width
from dtsim.report.figures.frame import (
    ROW,
    Lines,
    chance_axis,
    draw_interval,
    lines,
    percent_axis,
    plain_axis,
    span_of,
)
from dtsim.report.figures.words import hero_name, number_of, origin_of, percent_of
from dtsim.stats.tiers import THRESHOLDS, TIERS

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from dtsim.experiments.matchups import Matchups, Rating

# from dark to light, so that the order survives a copier
SHADES = ("#08306B", "#2171B5", "#6BAED6", "#BDD7E7", "#EFF3FF")
PLACES, CHANCES = 1.4, 1.9  # inches


def tier_list(result: Matchups) -> Figure:
    """Best first; without a full matrix the rating takes the place of the score."""
    ratings = result.ratings
    assert ratings
    has_tiers = all(rating.tier is not None for rating in ratings)
    figure = lines(
        "Tier list" if has_tiers else "Ratings",
        _subtitle(has_tiers),
        origin_of(result),
        [hero_name(rating.hero) for rating in ratings],
    )
    right = figure.frame.right
    first = figure.left
    if has_tiers:
        figure.write(first, [rating.tier.label for rating in ratings if rating.tier], "Tier", weight="bold")
        first += 0.6
        right -= CHANCES
        _draw_chances(figure, ratings, right)
        right -= 0.3
    right -= PLACES
    _draw_places(figure, ratings, right)
    right -= 0.3
    _draw_strengths(figure, ratings, first, right, has_tiers)
    return figure.frame.figure


def _subtitle(has_tiers: bool) -> str:
    if not has_tiers:
        return (
            "Rating (Bradley-Terry, in Elo) with its 95 % interval, and the places that the games leave "
            "possible, 95 % sure for all heroes at once."
        )
    return (
        "Score against all others with its 95 % interval, the places that the games leave possible (95 % "
        "sure for all heroes at once), and the chance of each tier. A tier is given if it is 80 % sure."
    )


def _draw_strengths(
    figure: Lines, ratings: tuple[Rating, ...], left: float, right: float, has_tiers: bool
) -> None:
    found = [rating.field if has_tiers else rating.elo for rating in ratings]
    texts = [percent_of(one) if has_tiers else number_of(one, 0, "+") for one in found]
    width = right - left - 1.55
    axes = figure.panel(left, width, "Score against all" if has_tiers else "Elo")
    limits = span_of(found, 0.5, 0.07) if has_tiers else span_of(found, 0, 50)
    axes.set_xlim(limits)
    if has_tiers:
        edges = [limits[1], *THRESHOLDS, limits[0]]
        for index, (high, low) in enumerate(pairwise(edges)):
            if index % 2 == 0:
                axes.axvspan(low, high, color="#F3F5F8", zorder=0)
            if (high - low) / (limits[1] - limits[0]) * width > 0.13:
                axes.annotate(
                    TIERS[index],
                    ((high + low) / 2, figure.height),
                    xytext=(0, -1),
                    textcoords="offset points",
                    ha="center",
                    va="top",
                    size=7,
                    color=MUTED,
                )
        axes.axvline(0.5, color=INK, linewidth=0.8, zorder=2)
        percent_axis(axes, "points per game; a draw is half")
    else:
        axes.axvline(0, color=INK, linewidth=0.8, zorder=2)
        plain_axis(axes, "0 is the average of these heroes")
    for estimate, y in zip(found, figure.centres, strict=True):
        draw_interval(axes, y, estimate)
    figure.write(right - 1.4, texts)


def _draw_places(figure: Lines, ratings: tuple[Rating, ...], left: float) -> None:
    axes = figure.panel(left, PLACES, "Place")
    size = len(ratings)
    axes.set_xlim(0.4, size + 0.6)
    for rating, y in zip(ratings, figure.centres, strict=True):
        best, worst = rating.rank.best, rating.rank.worst
        width = worst - best
        axes.barh([y], [width + 0.7], left=[best - 0.35], height=ROW * 0.5, color=BLUE, zorder=3)
        text = str(best) if width == 0 else f"{best}–{worst}"
        place, side, colour = (best + worst) / 2, "center", "white"
        if text_width(text, 7.5) > (width + 0.7) * PLACES / (size + 0.2):  # it stands beside its box
            place, side, colour = worst + 0.5, "left", INK
            if best > size / 2:
                place, side = best - 0.5, "right"
        axes.annotate(text, (place, y), ha=side, va="center", size=7.5, color=colour, zorder=4)
    axes.set_xticks(range(1, size + 1, max(1, -(-size // 8))))
    plain_axis(axes, "1 is the best")


def _draw_chances(figure: Lines, ratings: tuple[Rating, ...], left: float) -> None:
    axes = figure.panel(left, CHANCES, "Chance of each tier")
    for rating, y in zip(ratings, figure.centres, strict=True):
        start = 0.0
        for index, chance in enumerate(rating.tier.probabilities if rating.tier else ()):
            look: dict[str, Any] = {"color": SHADES[index], "ec": PAPER, "lw": 0.5, "zorder": 3}
            axes.barh([y], [chance], left=[start], height=ROW * 0.62, **look)
            if chance > 0.12:
                axes.annotate(
                    TIERS[index],
                    (start + chance / 2, y),
                    ha="center",
                    va="center",
                    size=7.5,
                    color="white" if index < 2 else INK,
                    zorder=4,
                )
            start += chance
        axes.barh([y], [1], height=ROW * 0.62, color="none", ec=FAINT, lw=0.8, zorder=2)
    chance_axis(axes)
    bands = [f"{TIERS[0]} from {100 * THRESHOLDS[0]:.0f} %"]
    bands += [f"{tier} {100 * low:.0f}" for tier, low in zip(TIERS[1:4], THRESHOLDS[1:], strict=True)]
    axes.set_xlabel(", ".join([*bands, f"{TIERS[4]} below"]), size=7, color=MUTED, labelpad=6, loc="left")

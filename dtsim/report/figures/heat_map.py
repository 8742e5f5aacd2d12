"""Who beats whom: the matrix of all matchups."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from dtsim.report.canvas import FAINT, INK, MARGIN, MUTED, PAPER, fold, text_width
from dtsim.report.figures.frame import WIDTH, Frame, frame
from dtsim.report.figures.words import hero_name, order_of, origin_of

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.colors import Colormap, Normalize
    from matplotlib.figure import Figure

    from dtsim.experiments.matchups import Cell, Matchups
    from dtsim.stats.estimate import Estimate

# From losing to winning. Orange and blue differ for every kind of colour-blindness; in grey both ends are
# dark, so that there the weight of the numbers says who wins.
SCALE = ("#A34A00", "#DE8A3A", "#F6CFA4", "#FAFAFA", "#AFD0E8", "#4A94C6", "#00548A")
HATCH = "#C2C2C2"
LEAST_SPAN, SPAN_STEP = 0.10, 0.05  # of the scale on either side of 50 %


@dataclass(frozen=True, slots=True)
class Look:
    """How much a cell says follows from how many there are."""

    width: float
    height: float
    size: float  # of the score
    digits: int
    interval: str  # "ends", "reach", ""


LOOKS = ((8, Look(0.98, 0.58, 10.5, 1, "ends")), (14, Look(0.62, 0.5, 9.5, 1, "reach")))
SMALL = Look(0.36, 0.32, 7.5, 0, "")


def heat_map(result: Matchups) -> Figure:
    """Score of the row against the column, best hero first."""
    order = order_of(result)
    rows = [hero for hero in order if _met_all(result, hero)] or order
    look = next((look for most, look in LOOKS if len(order) <= most), SMALL)
    names = max(text_width(hero_name(hero), 9.5) for hero in rows) + 0.2
    columns = _column_names(order, look)
    over = 0.18 * max(map(len, columns)) + 0.1 if look is not SMALL else _longest(order) + 0.1
    with_field = len(order) > 2 and all(rating.field.value is not None for rating in result.ratings)
    field = 0.18 + max(look.width, 0.5) if with_field and result.ratings else 0.0
    body = over + look.height * len(rows) + 0.75
    width = max(WIDTH, 2 * MARGIN + names + look.width * len(order) + field)
    page = frame("Matchups", _subtitle(result, look), origin_of(result), body, width)
    left, bottom = page.left + names, page.top - over - look.height * len(rows)
    axes = page.page.axes(left, bottom, look.width * len(order), look.height * len(rows))
    axes.set(xlim=(0, len(order)), ylim=(len(rows), 0), xticks=[], yticks=[])
    colours, norm = _scale(result)
    for y, row in enumerate(rows):
        page.page.text(
            page.left,
            bottom + look.height * (len(rows) - y - 0.5),
            hero_name(row),
            size=9.5,
            color=INK,
            va="center",
        )
        for x, column in enumerate(order):
            seen = _seen(result, row, column)
            _draw_cell(axes, x, y, seen, row == column, look, colours, norm, _id_of(row, column))
    _write_columns(page, columns, _heading_size(order, look), left, page.top - over, look)
    if field:
        right = left + look.width * len(order) + 0.18
        _draw_field(page, result, rows, right, bottom, look, colours, norm)
    _draw_key(page, result, colours, norm)
    return page.figure


def hints_of(result: Matchups) -> dict[str, str]:
    """What a pointer over a cell shows, by the id of the cell in the picture."""
    found = {}
    for cell in result.cells:
        for row, column in {(cell.a, cell.b), (cell.b, cell.a)}:
            _, score = _seen(result, row, column)
            games = cell.outcomes if row == cell.a else cell.pairs.reversed().games
            text = (
                f"{hero_name(row)} against {hero_name(column)}: {score}; won {games.wins:,}, "
                f"drawn {games.draws:,}, lost {games.losses:,}; coupling {cell.coupling}, seed {cell.seed}"
            )
            found[_id_of(row, column)] = found[f"{_id_of(row, column)}-hatched"] = text
    return found


def _id_of(row: str, column: str) -> str:
    return f"{row}-{column}".replace(":", "-")


def _met_all(result: Matchups, hero: str) -> bool:
    """Whether the run has a matchup of this hero with everybody: of one against the field, one has."""
    return all(result.cell(hero, other) for other in result.heroes if other != hero)


def _seen(result: Matchups, row: str, column: str) -> tuple[Cell | None, Estimate | None]:
    cell = result.cell(row, column)
    if cell is None:
        return None, None
    return cell, cell.score if cell.a == row else cell.score.complement()


def _subtitle(result: Matchups, look: Look) -> str:
    sorted_by = "the strongest first" if result.ratings else "in the order named"
    widths = [cell.score.half_width for cell in result.cells if cell.score.half_width is not None]
    interval = " with its 95 % interval"
    if not look.interval and widths:
        interval = f" (half a 95 % interval is {100 * min(widths):.1f} to {100 * max(widths):.1f})"
    return f"Score of the row against the column in percent{interval}, {sorted_by}; a draw is half."


def _column_names(order: list[str], look: Look) -> list[list[str]]:
    if look is SMALL:
        return [[hero_name(hero)] for hero in order]
    return [fold(hero_name(hero), look.width - 0.06, _heading_size(order, look)) for hero in order]


def _heading_size(order: list[str], look: Look) -> float:
    """Letters so large that the longest word is no wider than its column."""
    words = [word for hero in order for word in hero_name(hero).split()]
    widest = max(text_width(word, 8.5) for word in words)
    return 8.5 if look is SMALL else 8.5 * min(1.0, (look.width - 0.06) / widest)


def _longest(order: list[str]) -> float:
    return max(text_width(hero_name(hero), 8.5) for hero in order)


def _write_columns(
    page: Frame, columns: list[list[str]], size: float, left: float, top: float, look: Look
) -> None:
    for x, names in enumerate(columns):
        middle = left + look.width * (x + 0.5)
        if look is SMALL:
            style: dict[str, Any] = {"rotation": 90, "ha": "center", "va": "bottom"}
            page.page.text(middle, top + 0.06, names[0], size=8.5, color=INK, **style)
            continue
        for up, name in enumerate(reversed(names)):
            place = top + 0.06 + 0.15 * up
            page.page.text(middle, place, name, size=size, color=INK, ha="center", va="bottom")


def _scale(result: Matchups) -> tuple[Colormap, Normalize]:
    """As far on either side of 50 % as the furthest matchup, in steps, so that runs stay comparable."""
    from math import ceil

    from matplotlib.colors import LinearSegmentedColormap, Normalize

    away = [abs(cell.score.value - 0.5) for cell in result.cells if cell.score.value is not None]
    span = min(0.5, max(LEAST_SPAN, SPAN_STEP * ceil(max(away, default=0) / SPAN_STEP - 1e-9)))
    return LinearSegmentedColormap.from_list("score", SCALE), Normalize(0.5 - span, 0.5 + span)


def _draw_cell(
    axes: Axes,
    x: int,
    y: int,
    seen: tuple[Cell | None, Estimate | None],
    is_mirror: bool,
    look: Look,
    colours: Colormap,
    norm: Normalize,
    name: str,
) -> None:
    from matplotlib.patches import Rectangle

    cell, score = seen
    if cell is None or score is None or score.value is None:
        mark = "·" if is_mirror or cell is None else "?"
        axes.text(x + 0.5, y + 0.5, mark, size=look.size, color=MUTED, ha="center", va="center")
        return
    face = FAINT if is_mirror else colours(norm(score.value))
    axes.add_patch(Rectangle((x, y), 1, 1, facecolor=face, edgecolor=PAPER, linewidth=1.5, gid=name))
    if score.contains(0.5) and not is_mirror:
        hatched = Rectangle(
            (x + 0.03, y + 0.04), 0.94, 0.92, fill=False, hatch="////", edgecolor=HATCH, linewidth=0
        )
        hatched.set_gid(f"{name}-hatched")
        axes.add_patch(hatched)
    _write_score(axes, x, y, score, is_mirror, look, _ink_on(face))
    if cell.flag is not None and cell.flag.is_flagged:
        size = 3.6 if look.interval else 2.4
        axes.plot([x + 0.88], [y + 0.15], "o", ms=size, mfc=_ink_on(face), mec="none")


def _write_score(
    axes: Axes, x: int, y: int, score: Estimate, is_mirror: bool, look: Look, colour: str
) -> None:
    assert score.value is not None
    weight = "bold" if score.value > 0.5 and not is_mirror else "normal"
    middle = y + (0.37 if look.interval else 0.5)
    style: dict[str, Any] = {"color": colour, "ha": "center", "va": "center"}
    text = f"{100 * score.value:.{look.digits}f}"
    axes.text(x + 0.5, middle, text, size=look.size, weight=weight, **style)
    if score.low is None or score.high is None or not look.interval:
        return
    if look.interval == "ends":
        interval = f"{100 * score.low:.1f} – {100 * score.high:.1f}"
    else:
        interval = f"±{50 * (score.high - score.low):.1f}"
    axes.text(x + 0.5, y + 0.73, interval, size=7, **style)


def _ink_on(face: Any) -> str:
    """Black or white, whichever reads better."""
    from matplotlib.colors import to_rgb

    red, green, blue = (x / 12.92 if x <= 0.04045 else ((x + 0.055) / 1.055) ** 2.4 for x in to_rgb(face))
    return INK if 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.25 else PAPER


def _draw_field(
    page: Frame,
    result: Matchups,
    rows: list[str],
    left: float,
    bottom: float,
    look: Look,
    colours: Colormap,
    norm: Normalize,
) -> None:
    """One more column: the score against all others."""
    from matplotlib.patches import Rectangle

    field = {rating.hero: rating.field for rating in result.ratings}
    width, height = max(look.width, 0.5), look.height * len(rows)
    axes = page.page.axes(left, bottom, width, height)
    axes.set(xlim=(0, 1), ylim=(len(rows), 0), xticks=[], yticks=[])
    for y, hero in enumerate(rows):
        score = field[hero]
        assert score.value is not None
        face = colours(norm(score.value))
        axes.add_patch(Rectangle((0, y), 1, 1, facecolor=face, edgecolor=PAPER, linewidth=1.5))
        _write_score(axes, 0, y, score, False, look, _ink_on(face))
    page.page.text(
        left + width / 2, bottom + height + 0.06, "all", size=8.5, weight="bold", ha="center", va="bottom"
    )


def _draw_key(page: Frame, result: Matchups, colours: Colormap, norm: Normalize) -> None:
    """What colour, hatching, dot and weight mean."""
    from matplotlib.patches import Rectangle

    wide, low = 2.3, page.bottom + 0.3
    bar = page.page.axes(page.left, low, wide, 0.15)
    bar.imshow([[k / 255 for k in range(256)]], aspect="auto", cmap=colours, extent=(0, 1, 0, 1))
    bar.set(yticks=[], xticks=[0, 0.5, 1])
    ends = (norm.vmin or 0.0, 0.5, norm.vmax or 1.0)
    labels = bar.set_xticklabels([f"{100 * end:.0f} %" for end in ends], size=8, color=MUTED)
    labels[0].set_horizontalalignment("left")
    labels[-1].set_horizontalalignment("right")
    key = page.page.axes(page.left + wide + 0.4, low - 0.1, page.right - page.left - wide - 0.4, 0.35)
    inches = page.right - page.left - wide - 0.4
    key.set(xlim=(0, inches), ylim=(0, 0.35), xticks=[], yticks=[])
    key.add_patch(
        Rectangle((0, 0.08), 0.3, 0.2, facecolor=SCALE[3], edgecolor=HATCH, hatch="////", linewidth=0.6)
    )
    style: dict[str, Any] = {"size": 8, "color": INK, "va": "center"}
    key.text(0.38, 0.175, "could be even", **style)
    place = 1.45
    if any(cell.flag is not None for cell in result.cells):
        key.plot([place], [0.18], "o", ms=4, mfc=INK, mec="none")
        key.text(place + 0.1, 0.175, "surely outside 45–55 % (false discoveries 5 %)", **style)
        place += 3.25
    key.text(place, 0.175, "54.2", weight="bold", **style)
    key.text(place + 0.36, 0.175, "the row wins more", **style)

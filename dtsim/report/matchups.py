"""The matrix of all matchups, for people and for programs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from dtsim.report.changes import change_source, change_summary, change_tables
from dtsim.report.figures.words import p_text
from dtsim.report.matchups_data import estimate, matchups_data, tables_of
from dtsim.report.tables import Column, Report, Table, percent
from dtsim.stats.diagnostics import mirror_z

if TYPE_CHECKING:
    from dtsim.experiments.matchups import Cell, Matchups, Rating
    from dtsim.stats.estimate import Estimate

FITS, FITS_AT_MOST = 80, 100  # columns of a terminal

__all__ = ["estimate", "matchups_data", "matchups_report", "summary", "tables_of"]


def matchups_report(result: Matchups) -> Report:
    """Terminal and Markdown: the matrix and the ratings; JSON: `matchups_data`; CSV: one row per matchup.

    Of two versions the tables are those of the change.
    """
    if result.provenance.before is None:
        tables = [*_matrix(result), *_ratings(result)] or [_list(result)]
    else:
        tables = change_tables(result) or [_list(result)]
    return Report(
        tuple(tables),
        matchups_data(result),
        _flat_table(result),
        title=result.title,
        notes=(*summary(result), *_origin(result)),
    )


def _flat_table(result: Matchups) -> Table:
    tables = tables_of(result)
    return tables.get("changes", tables["cells"])


def summary(result: Matchups) -> tuple[str, ...]:
    """What the matrix says as a whole, in sentences."""
    lines = [*change_summary(result), f"Whoever starts scores {result.seat.score.percent()}."]
    lengths, card = result.lengths, result.scorecard
    if lengths.mean.value is not None:
        lines.append(
            f"A game lasts {_interval(lengths.mean, 'turns')}; "
            f"half of them {_whole(lengths.median)} or fewer, 95 % {_whole(lengths.high)} or fewer."
        )
    if any(cell.outcomes.truncated for cell in result.cells):
        lines.append(_stopped(result))
    if card is not None:
        cells = len([cell for cell in result.cells if cell.a != cell.b])
        lines.append(
            f"Matchups are {_interval(card.mean_deviation, 'points', 100)} from even on average; "
            f"{card.outside_45_55} of {cells} surely outside 45-55 %, {card.outside_40_60} outside 40-60 %."
        )
        cyclic = (
            f"; {percent(card.intransitivity.corrected)} of the matrix is rock-paper-scissors "
            f"({p_text(card.intransitivity.test.p_value)})"
        )
        lines.append(
            f"The Nash mix is as varied as {_interval(card.effective_heroes, 'equal heroes')}"
            f"{cyclic if len(result.heroes) > 2 else ''}."
        )
    if mirrors := [mirror_z(cell.pairs) for cell in result.cells if cell.a == cell.b]:
        lines.append(
            f"Self test: mirror matches are even but for z = {max(mirrors, key=abs):+.1f} at most "
            f"({len(mirrors)} of them)."
        )
    lines += [_cycle(cycle) for cycle in result.cycles[:1] if cycle.is_sure]
    return tuple(lines)


def _matrix(result: Matchups) -> list[Table]:
    """Score of the row against the column, best hero first, as exact as the terminal is wide."""
    heroes = [rating.hero for rating in result.ratings] or list(result.heroes)
    label = max(map(len, heroes))
    for with_width, digits, cell_width in ((True, 1, 9), (False, 1, 5), (False, 0, 3)):
        columns = _named(heroes, cell_width) if with_width else _numbered(heroes)
        total = label + (0 if with_width else 3) + len(heroes) * (cell_width + 2)
        if total <= (FITS if digits else FITS_AT_MOST):
            break
    else:
        return []
    rows = tuple(
        (
            hero if with_width else f"{number:2} {hero}",
            *(_score(result, hero, other, with_width, digits) for other in heroes),
        )
        for number, hero in enumerate(heroes, start=1)
    )
    return [Table((Column("hero", "Score in %"), *columns), rows, notes=(_key_of_marks(result, with_width),))]


def _named(heroes: Sequence[str], width: int) -> list[Column]:
    """Beginnings of names, if they tell the heroes apart; else numbers."""
    short = [hero[:width] for hero in heroes]
    if len(set(short)) < len(short):
        return _numbered(heroes)
    return [Column(hero, title, right=True) for hero, title in zip(heroes, short, strict=True)]


def _numbered(heroes: Sequence[str]) -> list[Column]:
    return [Column(hero, str(number), right=True) for number, hero in enumerate(heroes, start=1)]


def _key_of_marks(result: Matchups, with_width: bool) -> str:
    widths = [cell.score.half_width for cell in result.cells if cell.score.half_width is not None]
    reach = "± half a 95 % interval"
    if not with_width and widths:
        reach = f"half a 95 % interval is {100 * min(widths):.1f} to {100 * max(widths):.1f}"
    band = "" if result.provenance.half_width else "; ! surely outside 45-55 % (false discovery rate 5 %)"
    return f"{reach}; * surely not even{band}"


def _score(result: Matchups, row: str, column: str, with_width: bool, digits: int) -> str:
    cell = result.cell(row, column)
    if row == column and cell is None:
        return "·"
    if cell is None or cell.score.value is None or cell.score.half_width is None:
        return "?"
    value = 100 * (cell.score.value if cell.a == row else 1 - cell.score.value)
    mark = "!" if cell.flag and cell.flag.is_flagged else "*" if cell.is_uneven else ""
    reach = f"±{100 * cell.score.half_width:.1f}" if with_width else ""
    return f"{mark}{value:.{digits}f}{reach}"


def _ratings(result: Matchups) -> list[Table]:
    if not result.ratings:
        return []
    weights = dict(zip(result.heroes, result.nash.weights, strict=True)) if result.nash else {}
    rows = tuple(_rating(rating, weights.get(rating.hero)) for rating in result.ratings)
    columns = [
        Column("rank", "Place", right=True),
        Column("hero"),
        Column("field", "Against all", right=True),
        Column("elo", right=True),
        Column("tier"),
        Column("letters", "Equal"),
        Column("nash", "Nash mix", right=True),
    ]
    kept = [k for k in range(len(columns)) if any(row[k] for row in rows)]
    for name in ("letters", "nash"):  # what gives way to long names; files have it all
        if sum(2 + max(len(columns[k].heading), *(len(row[k]) for row in rows)) for k in kept) - 2 > FITS:
            kept = [k for k in kept if columns[k].name != name]
    shown = {columns[k].name for k in kept}
    alike = "; those who share a letter under Equal cannot be told apart" if "letters" in shown else ""
    notes = [f"Place: 95 % sure for all at once{alike}."]
    if "nash" in shown:
        notes.append("Nash mix: the share in the mix that nobody can exploit, with its 5-95 % range.")
    if result.fit is not None and result.fit.is_regularised:
        notes.append("Someone won or lost everything: a prior keeps the ratings finite.")
    return [
        Table(
            tuple(columns[k] for k in kept),
            tuple(tuple(r[k] for k in kept) for r in rows),
            notes=tuple(notes),
        )
    ]


def _rating(rating: Rating, weight: Estimate | None) -> tuple[str, ...]:
    best, worst = rating.rank.best, rating.rank.worst
    return (
        str(best) if best == worst else f"{best}-{worst}",
        rating.hero,
        _plus_minus(rating.field, 100, 1, " %"),
        _plus_minus(rating.elo, 1, 0, sign="+"),
        rating.tier.label if rating.tier else "",
        rating.letters,
        "" if weight is None else _range(weight),
    )


def _list(result: Matchups) -> Table:
    """Matchups one by one: for what is neither a matrix nor a ranking, such as a mirror alone."""
    columns = (Column("a", "Hero"), Column("b", "Against"), Column("score", right=True))
    rows = tuple((cell.a, cell.b, cell.score.percent()) for cell in result.cells)
    return Table(columns, rows)


def _origin(result: Matchups) -> tuple[str, ...]:
    """Where the numbers come from."""
    source, timing = result.provenance, result.timing
    speed = timing.games_per_second
    rulings = f", rulings {', '.join(source.rulings)}" if source.rulings else ""
    digests = ", ".join(f"{one.hero} {one.digest}" for one in {o.hero: o for o in source.entrants}.values())
    players = ", ".join(source.players)
    lines = [
        f"{result.games:,} games{' of each version' if source.before else ''} ({_per_cell(result)} per "
        f"matchup), players {players}, seed {source.seed}"
        f"{rulings}; {_couplings(result)}; dtsim {source.version}, engine {source.engine}"
        f"{f'; {speed:,.0f} games/s' if speed else ''}.",
        f"Heroes: {digests}.",
        *change_source(result),
    ]
    if source.half_width is not None and source.unmet:
        cells = ", ".join("/".join(cell) for cell in source.unmet)
        lines.append(f"Wider than ±{100 * source.half_width:g} % when the games ran out: {cells}.")
    if source.is_interrupted:
        lines.append("Interrupted: this is what is finished.")
    lines += [f"One of the games: {cell.replays[0]}" for cell in result.cells[:1]]
    return tuple(lines)


def _per_cell(result: Matchups) -> str:
    games = sorted({cell.result.games for cell in result.cells})
    return f"{games[0]:,}" if len(games) == 1 else f"{games[0]:,} to {games[-1]:,}"


def _couplings(result: Matchups) -> str:
    """`coupling seat 4x (variance ratio 1.31)`: how much the shared chance was worth."""
    by_name: dict[str, list[Cell]] = {}
    for cell in result.cells:
        if cell.result.pairs:
            by_name.setdefault(cell.coupling, []).append(cell)
    parts = []
    for name, cells in by_name.items():
        reports = [cell.change.shared if cell.change else cell.shared for cell in cells]
        ratios = [report.variance_ratio for report in reports if report.variance_ratio is not None]
        mean = f" (variance ratio {sum(ratios) / len(ratios):.2f})" if ratios else ""
        parts.append(f"{name}{f' {len(cells)}x' if len(by_name) > 1 else ''}{mean}")
    return f"coupling {', '.join(parts)}"


def _stopped(result: Matchups) -> str:
    worst = max(result.cells, key=lambda cell: cell.outcomes.truncated)
    games = sum(cell.outcomes.truncated for cell in result.cells)
    low, high = worst.outcomes.score_rate_bounds() or (0.0, 1.0)
    doubt = " That is too many to trust the score." if _is_error(worst) else ""
    return (
        f"{games:,} games belong to pairs stopped at turn {result.provenance.turn_cap}; scores leave them "
        f"out. Most are {worst.a} against {worst.b}: {percent(low)} if all were lost, {percent(high)} if all "
        f"were won.{doubt}"
    )


def _is_error(cell: Cell) -> bool:
    return cell.outcomes.truncation.value == "error"


def _cycle(cycle: Any) -> str:
    beats = " beats ".join([*cycle.heroes, cycle.heroes[0]])
    return f"{beats}: by {cycle.weakest.percent()} at least."


def _interval(found: Estimate, unit: str, factor: float = 1) -> str:
    """`14.0 turns [13.9, 14.1]`."""
    value, low, high = (
        "?" if x is None else f"{factor * x:.1f}" for x in (found.value, found.low, found.high)
    )
    return f"{value} {unit} [{low}, {high}]"


def _plus_minus(found: Estimate, factor: float, digits: int, unit: str = "", sign: str = "") -> str:
    if found.value is None or found.half_width is None:
        return ""
    return f"{factor * found.value:{sign}.{digits}f}{unit} ±{factor * found.half_width:.{digits}f}"


def _range(found: Estimate) -> str:
    if found.value is None or found.low is None or found.high is None:
        return ""
    return f"{100 * found.value:.0f} % [{100 * found.low:.0f}, {100 * found.high:.0f}]"


def _whole(found: Estimate) -> str:
    return "more than were played" if found.value is None else f"{found.value:.0f}"

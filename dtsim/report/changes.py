"""What a change of the heroes does to every matchup, as tables and as plain values."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from dtsim.report.figures.words import hero_name, p_text, percent_of
from dtsim.report.tables import Column, Table, percent

if TYPE_CHECKING:
    from dtsim.experiments.changes import Change
    from dtsim.experiments.matchups import Matchups
    from dtsim.stats.estimate import Estimate

UNTOUCHED = "Matchups that the change cannot touch are the same in both versions and were not played."


@dataclass(frozen=True, slots=True)
class ChangeRow:
    """A matchup seen by the hero that was changed, if only one of the two was."""

    hero: str
    other: str
    change: Change


def change_rows(result: Matchups) -> list[ChangeRow]:
    """Every matchup of both versions, the greatest change first."""
    changed = _changed_heroes(result)
    rows = []
    for cell in result.cells:
        if cell.change is not None and cell.change.change.value is not None:
            row = ChangeRow(cell.a, cell.b, cell.change)
            if cell.b in changed and cell.a not in changed:
                row = ChangeRow(cell.b, cell.a, cell.change.reversed())
            rows.append(row)
    return sorted(rows, key=lambda row: -abs(row.change.change.value or 0.0))


def hero_rows(result: Matchups) -> list[tuple[str, Estimate]]:
    """What the change does to each hero, the greatest gain first."""
    known = [(hero, found) for hero, found in result.changes.items() if found.value is not None]
    return sorted(known, key=lambda row: -(row[1].value or 0.0))


def change_tables(result: Matchups) -> list[Table]:
    """Both, for terminals."""
    rows = change_rows(result)
    matchups = Table(
        (
            Column("hero"),
            Column("against"),
            Column("before", right=True),
            Column("after", "Now", right=True),
            Column("change", "Change", right=True),
            Column("pairs", "+/- pairs", right=True),
        ),
        tuple(
            (
                row.hero,
                row.other,
                _score(row.change.before),
                _score(row.change.after),
                ("*" if row.change.is_sure else "") + points(row.change.change),
                f"{row.change.up}/{row.change.down}",
            )
            for row in rows
        ),
        notes=(
            "Scores in %, ± half a 95 % interval; the change with its 95 % interval, from the same dice and "
            "decks in both versions; * surely changed (false discovery rate 5 %); pairs of games that "
            "brought the hero more points, and fewer.",
        ),
    )
    heroes = Table(
        (Column("hero"), Column("change", "Change against all", right=True), Column("games", right=True)),
        tuple((hero, points(found), f"{found.n:,}") for hero, found in hero_rows(result)),
    )
    return [table for table in (matchups, heroes) if table.rows]


def change_summary(result: Matchups) -> Iterator[str]:
    """What the change does as a whole, in sentences."""
    rows = change_rows(result)
    if not rows:
        return
    first, sure = rows[0], sum(row.change.is_sure for row in rows)
    greatest = f"{first.hero} against {first.other}: {first.change.change.points()}"
    if any(row.change.up or row.change.down for row in rows):
        yield f"{sure} of {len(rows)} matchups surely changed. The greatest change is {greatest}."
    else:
        yield f"No pair of games brought other points than before: {greatest}."
    ratios = [ratio for row in rows if (ratio := row.change.shared.variance_ratio) is not None]
    if ratios:
        yield (
            f"Coupling full: on dice of their own the two versions would need {min(ratios):.1f} to "
            f"{max(ratios):.1f} times as many games (variance ratio)."
        )
    if len(result.heroes) > 2 and not result.is_complete:
        yield UNTOUCHED


def change_source(result: Matchups) -> list[str]:
    """Which versions were compared."""
    before = result.provenance.before
    if before is None:
        return []
    digests = [
        f"{one.label} {digest} (now {one.digest})"
        for one, digest in zip(result.provenance.entrants, before.digests, strict=True)
        if one.digest != digest
    ]
    numbers = dict(number for one in result.provenance.entrants for number in one.numbers)
    now = [f"{address} = {value}" for address, value in numbers.items()]
    then = [f"{address} = {value}" for address, value in before.numbers]
    facts = [f"Compared with {', '.join(before.given)}: {', '.join(digests) or 'the same heroes'}"]
    facts += [f"numbers now {', '.join(now)}"] if now else []
    facts += [f"numbers before {', '.join(then)}"] if then else []
    if before.rulings != result.provenance.rulings:
        facts.append(f"rulings before {', '.join(before.rulings) or 'none'}")
    return [f"{'; '.join(facts)}."]


def change_data(change: Change) -> dict[str, Any]:
    """A change with all that is known of it."""
    found = change.change
    return {
        "value": found.value,
        "low": found.low,
        "high": found.high,
        "n": found.n,
        "before": _estimate(change.before),
        "after": _estimate(change.after),
        "pairs_up": change.up,
        "pairs_down": change.down,
        "discordance": change.discordance,
        "variance_ratio": change.shared.variance_ratio,
        "correlation": change.shared.correlation,
        "log_e": change.log_e,
        "p_value": change.p_value,
        "q_value": change.q_value,
        "sure": change.is_sure,
    }


def change_page_table(result: Matchups) -> Table:
    """One line for each matchup, for the page."""
    columns = (
        Column("hero"),
        Column("against"),
        Column("before"),
        Column("after", "Now"),
        Column("change", "Change in points"),
        Column("verdict"),
        Column("pairs", "Pairs better – worse", right=True),
        Column("share", "Changed at all", right=True),
        Column("games", "Games of each version", right=True),
        Column("ratio", "Variance ratio", right=True),
    )
    rows = tuple(
        (
            hero_name(row.hero),
            hero_name(row.other),
            percent_of(row.change.before),
            percent_of(row.change.after),
            points(row.change.change),
            _verdict(row.change),
            f"{row.change.up:,} – {row.change.down:,}",
            None if row.change.discordance is None else percent(row.change.discordance),
            f"{row.change.change.n:,}",
            None if row.change.shared.variance_ratio is None else f"{row.change.shared.variance_ratio:.1f}",
        )
        for row in change_rows(result)
    )
    return Table(columns, rows, "All changes", (UNTOUCHED,) if not result.is_complete else ())


def points(found: Estimate) -> str:
    """`+2.9 [+2.6, +3.2]`: points of a hundred; the games stand elsewhere."""
    return found.points().replace(" pp", "").rpartition(", n")[0]


def _verdict(change: Change) -> str:
    q = "" if change.q_value is None else f" ({p_text(change.q_value, 'q')})"
    return f"surely changed{q}" if change.is_sure else f"could be unchanged{q}"


def _score(found: Estimate) -> str:
    if found.value is None or found.half_width is None:
        return "?"
    return f"{100 * found.value:.1f}±{100 * found.half_width:.1f}"


def _estimate(found: Estimate) -> dict[str, Any]:
    return {"value": found.value, "low": found.low, "high": found.high, "n": found.n}


def _changed_heroes(result: Matchups) -> set[str]:
    source = result.provenance
    digests = source.before.digests if source.before else ()
    return {one.label for one, digest in zip(source.entrants, digests, strict=False) if one.digest != digest}

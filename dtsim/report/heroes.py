"""What there is to say about hero files: the roster, the printed numbers, the mistakes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from dtsim.errors import Mistake, nearest
from dtsim.report.boards import dice_key
from dtsim.report.tables import Column, Report, Table

if TYPE_CHECKING:
    from dtsim.dicethrone.heroes.model.hero import Number
    from dtsim.dicethrone.heroes.roster import Listed, Verdict


def roster_report(listed: Sequence[Listed]) -> Report:
    """JSON: a list of slug, name, dice, cards, plays (games, odds only, broken), doubts, path, shipped."""
    records = [_listed(entry) for entry in listed]
    columns = [
        Column("slug", "Hero"),
        Column("name", wrap=True),
        Column("dice", show=dice_key, wrap=True),
        Column("cards", right=True),
        Column("plays"),
        Column("doubts", right=True),
    ]
    if not all(record["shipped"] for record in records):
        columns.append(Column("folder", show=lambda folder: str(folder), wrap=True))
    rows = tuple(tuple(record[column.name] for column in columns) for record in records)
    flat = (
        Table(tuple(map(Column, records[0])), tuple(tuple(r.values()) for r in records)) if records else None
    )
    data = [{key: value for key, value in record.items() if key != "folder"} for record in records]
    count = f"{len(records)} heroes" if len(records) != 1 else "1 hero"
    return Report((Table(tuple(columns), rows),), data, flat, notes=(f"{count}. More: dtsim hero show HERO",))


def _listed(entry: Listed) -> dict[str, Any]:
    hero = entry.hero
    facts: dict[str, Any] = {"slug": entry.slug, "name": None, "dice": None, "cards": None}
    facts |= {"plays": "broken", "doubts": None}
    if hero is not None:
        cards = sum(card.copies for card in hero.cards) + sum(upgrade.copies for upgrade in hero.upgrades)
        facts |= {"name": hero.name, "dice": list(hero.dice), "cards": cards if hero.complete else None}
        facts |= {"plays": "games" if hero.complete else "odds only", "doubts": len(hero.doubts)}
    folder = None if entry.shipped else str(entry.path.parent)
    return {**facts, "path": str(entry.path), "shipped": entry.shipped, "folder": folder}


def numbers_report(numbers: Sequence[Number]) -> Report:
    """JSON: a list of address, value, line, column."""
    names = ("address", "value", "line", "column")
    rows = tuple((number.address, number.value, number.place.line, number.place.column) for number in numbers)
    columns = (Column("address", wrap=True), Column("value", right=True), Column("line", right=True))
    return Report(
        tables=(Table(columns, tuple(row[:3] for row in rows)),),
        data=[dict(zip(names, row, strict=True)) for row in rows],
        flat=Table(tuple(map(Column, names)), rows),
    )


def check_report(verdicts: Sequence[Verdict]) -> Report:
    """JSON: a list of files with path, ok, error (why it could not be checked), mistakes.

    A mistake has line, column, width, message, where, found, allowed, nearest.
    """
    data = [
        {
            "path": verdict.path,
            "ok": verdict.is_sound,
            "error": None if verdict.is_sound or verdict.mistakes else verdict.report,
            "mistakes": [_mistake(mistake) for mistake in verdict.mistakes],
        }
        for verdict in verdicts
    ]
    table = Table(
        (
            Column("file"),
            Column("line", right=True),
            Column("column", right=True),
            Column("message", wrap=True),
        ),
        tuple(row for verdict in verdicts for row in _verdict_rows(verdict)),
    )
    blocks = [f"ok  {verdict.path}" if verdict.is_sound else verdict.report for verdict in verdicts]
    return Report((table,), data, text="\n".join([*blocks, _summary(verdicts)]))


def _mistake(mistake: Mistake) -> dict[str, Any]:
    place = mistake.place
    return {
        "line": place.line,
        "column": place.column,
        "width": place.width,
        "message": mistake.message,
        "where": mistake.where,
        "found": mistake.found,
        "allowed": list(mistake.allowed),
        "nearest": nearest(mistake.found, mistake.allowed) if mistake.found else None,
    }


def _verdict_rows(verdict: Verdict) -> list[tuple[Any, ...]]:
    if verdict.mistakes:
        return [(verdict.path, m.place.line, m.place.column, m.message) for m in verdict.mistakes]
    return [(verdict.path, None, None, verdict.report or "ok")]


def _summary(verdicts: Sequence[Verdict]) -> str:
    broken = [verdict for verdict in verdicts if not verdict.is_sound]
    files = f"{len(verdicts)} file{'s' if len(verdicts) != 1 else ''}"
    if not broken:
        return f"{files} checked, no mistakes"
    count = sum(max(1, len(verdict.mistakes)) for verdict in broken)
    return f"{files} checked, {count} mistake{'s' if count != 1 else ''} in {len(broken)} of them"

"""What there is to say about player files."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from dtsim.report.tables import Column, Report, Table

if TYPE_CHECKING:
    from dtsim.dicethrone.player_files.library import Listed
    from dtsim.dicethrone.player_files.model import PlayerFile


def players_report(listed: Sequence[Listed]) -> Report:
    """JSON: a list of name, kind (empty: its file has mistakes), about, path, shipped, digest."""
    records = [
        {
            "name": one.name,
            "kind": one.player.kind if one.player else None,
            "about": about(one.player) if one.player else "broken: 'dtsim player check' says why",
            "path": str(one.path),
            "shipped": one.shipped,
            "digest": one.player.digest if one.player else None,
        }
        for one in listed
    ]
    columns = (Column("name", "Player"), Column("kind"), Column("about", wrap=True))
    rows = tuple(tuple(record[column.name] for column in columns) for record in records)
    names = ("name", "kind", "about", "path", "shipped", "digest")
    flat = Table(
        tuple(map(Column, names)), tuple(tuple(record[name] for name in names) for record in records)
    )
    notes = ("More: dtsim player show PLAYER",)
    return Report((Table(columns, rows),), records, flat, notes=notes)


def player_report(player: PlayerFile) -> Report:
    """JSON: name, kind, about, digest, weights by name, never (abilities, cards, status, three switches)."""
    never = _never(player)
    data = {
        "name": player.name,
        "kind": player.kind,
        "about": about(player),
        "digest": player.digest,
        "weights": dict(player.weights),
        "never": never,
    }
    rows: list[tuple[str, Any]] = [("kind", player.kind)]
    rows += [(f"weight of {name}", f"{value:g}") for name, value in player.weights]
    for name, value in never.items():
        if value:
            rows.append((f"never: {name}", ", ".join(value) if isinstance(value, list) else "none at all"))
    table = Table((Column("what", ""), Column("value", "", wrap=True)), tuple(rows), player.name)
    intro = (about(player),) if about(player) else ()
    return Report((table,), data, Table(table.columns, table.rows), intro=intro)


def about(player: PlayerFile) -> str:
    """The comment at the top of the file."""
    lines = []
    for line in player.source.splitlines():
        if not line.startswith("#"):
            break
        lines.append(line.lstrip("# "))
    return " ".join(lines)


def _never(player: PlayerFile) -> dict[str, Any]:
    never = player.never
    return {
        "abilities": list(never.abilities),
        "cards": list(never.cards),
        "status": list(never.status),
        "rerolls": never.rerolls,
        "upgrades": never.upgrades,
        "defence": never.defence,
    }

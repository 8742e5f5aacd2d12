"""One game as a story for people and as events for programs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dtsim.report.tables import Column, Report, Table

if TYPE_CHECKING:
    from dtsim.dicethrone.replay import Replay


def replay_report(found: Replay) -> Report:
    """The story; JSON has the events (and decisions, if they are explained), CSV one row for each event."""
    data: dict[str, object] = {
        "heroes": list(found.slugs),
        "players": list(found.players),
        "seed": found.seed,
        "game": found.game,
        "result": found.result,
        "winner": found.winner,
        "turns": found.turns,
        "health": list(found.health),
        "events": list(found.events),
    }
    if found.decisions:
        data["decisions"] = [{"events": count, **advice.data()} for count, advice in found.decisions]
    columns = (Column("event"), Column("player"), Column("details"))
    rows = tuple((event["event"], event.get("player"), _details(event)) for event in found.events)
    return Report((), data, Table(columns, rows), text=found.story(), wraps=True)


def _details(event: dict[str, object]) -> str:
    return "; ".join(f"{key} {value}" for key, value in event.items() if key not in ("event", "player"))

"""Event statistics of each hero against all its opponents, and of all games of a run."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from dtsim.report.events import events_data

if TYPE_CHECKING:
    from dtsim.dicethrone.events import Tally
    from dtsim.dicethrone.exact import RowOdds
    from dtsim.experiments.matchups import Matchups

Record = dict[str, Any]
Odds = Mapping[str, Sequence["RowOdds | None"]]  # by hero, in the order of its abilities


@dataclass(frozen=True, slots=True)
class FieldEvents:
    """What `events_data` says of each entrant, and of all games together."""

    heroes: Mapping[str, Record]  # by label: the entry of the hero, as in `events_data`
    feels: Mapping[str, Record]  # by label: its part of the feel of the games
    all_games: Record


def field_events(result: Matchups, odds: Odds | None = None) -> FieldEvents | None:
    """Events of a run, mirror matches left out; None if none were counted."""
    cells = [cell for cell in result.cells if cell.events is not None and cell.a != cell.b]
    if not cells:
        return None
    heroes, feels = {}, {}
    for label in result.heroes:
        seen = [_seen(cell.events, cell.a == label) for cell in cells if label in (cell.a, cell.b)]
        if not seen:
            continue
        data = _data(seen, odds)
        heroes[label] = data["heroes"][0]
        feels[label] = data["game_feel"]["by_hero"][0]
    return FieldEvents(heroes, feels, _data([cell.events for cell in cells], None))


def _seen(tally: Tally | None, is_first: bool) -> Tally:
    assert tally is not None
    return tally if is_first else tally.swapped()


def _data(tallies: Sequence[Any], odds: Odds | None) -> Record:
    pooled = tallies[0].pooled(tallies[1:])
    rows = (odds or {}).get(pooled.sheet.heroes[0])
    return events_data(pooled, (tuple(rows), ()) if rows else None)

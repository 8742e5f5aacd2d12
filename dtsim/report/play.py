"""The results of many games of one pairing, for people and for programs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from dtsim.report.events import events_data
from dtsim.report.events_tables import events_flat, events_tables
from dtsim.report.tables import Column, Report, Table
from dtsim.stats.estimate import Estimate
from dtsim.stats.games import Games

if TYPE_CHECKING:
    from dtsim.dicethrone.batch import Batch
    from dtsim.dicethrone.exact import Odds


def play_data(batch: Batch, version: str, exact: Odds | None = None) -> dict[str, Any]:
    """Everything `dtsim play` says, as plain values; `events` if they were counted."""
    import numpy as np

    wins, draws = batch.wins, batch.draws
    turns = batch.turns
    starter_won = int((batch.outcomes == batch.starters).sum())
    decided = sum(wins)
    starter = Games(starter_won, draws, decided - starter_won)
    lengths: dict[str, Any] = {"mean": None, "median": None, "low": None, "high": None}
    if len(turns):
        low, median, high = np.quantile(turns, [0.05, 0.5, 0.95], method="inverted_cdf")
        lengths = {
            "mean": round(float(turns.mean()), 3),
            "median": int(median),
            "low": int(low),
            "high": int(high),
        }
    data = {
        "heroes": list(batch.heroes),
        "players": [player.name for player in batch.pairing.players],
        "seed": batch.pairing.seed,
        "games": batch.games,
        "wins": wins,
        "draws": draws,
        "unfinished": batch.unfinished,
        "score": _estimate(Games(wins[0], draws, wins[1]).score_rate()),
        "start_player_score": _estimate(starter.score_rate()),
        "by_start": [_by_start(batch, seat) for seat in range(2)],
        "turns": lengths,
        "fingerprint": batch.fingerprint,
        "version": version,
        "digests": [hero.digest for hero in batch.pairing.heroes],
        "player_digests": [player.digest for player in batch.pairing.players],
        "rulings": list(batch.pairing.rulings),
    }
    return data if batch.tally is None else data | {"events": events_data(batch.tally, exact)}


def _by_start(batch: Batch, seat: int) -> dict[str, Any]:
    """The first hero's score when this seat started."""
    outcomes = batch.outcomes[batch.starters == seat]
    games = Games(int((outcomes == 0).sum()), int((outcomes == -1).sum()), int((outcomes == 1).sum()))
    return {"starts": batch.heroes[seat], "games": games.n, "score": _estimate(games.score_rate())}


def _estimate(found: Estimate) -> dict[str, Any]:
    return {"value": found.value, "low": found.low, "high": found.high}


def play_report(data: dict[str, Any]) -> Report:
    """The table of `dtsim play`."""
    first, second = data["heroes"]
    rows = [
        (f"{first} wins", f"{data['wins'][0]:,}"),
        (f"{second} wins", f"{data['wins'][1]:,}"),
        ("draws", f"{data['draws']:,}"),
        ("unfinished", f"{data['unfinished']:,}"),
        (f"score of {first}", _percent(data["score"])),
        *((f"... when {row['starts']} starts", _percent(row["score"])) for row in data["by_start"]),
        ("score of the Start Player", _percent(data["start_player_score"])),
        ("turns", _turns(data["turns"])),
    ]
    players = " against ".join(data["players"])
    notes = (
        f"{data['games']:,} games, seed {data['seed']}, played by {players}; "
        f"intervals of 95 %, a draw counts half; fingerprint {data['fingerprint']}, dtsim {data['version']}",
    )
    table = Table(
        (Column("what", "", wrap=True), Column("value", "", right=True)),
        tuple(rows),
        f"{first} against {second}",
        notes,
    )
    if "events" not in data:
        return Report((table,), data)
    return Report((table, *events_tables(data["events"])), data, events_flat(data["events"]))


def _percent(score: dict[str, Any]) -> str:
    if score["value"] is None:
        return "–"
    return f"{100 * score['value']:.1f} % [{100 * score['low']:.1f}, {100 * score['high']:.1f}]"


def _turns(turns: dict[str, Any]) -> str:
    if turns["mean"] is None:
        return "–"
    return f"mean {turns['mean']:.1f}, median {turns['median']}, 5-95 %: {turns['low']} to {turns['high']}"

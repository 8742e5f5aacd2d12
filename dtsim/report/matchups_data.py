"""The results of a run as plain values: the keys of its JSON and the columns of its CSV files."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from dtsim.report.changes import change_data, change_rows, hero_rows
from dtsim.report.tables import Column, Table
from dtsim.stats.tiers import TIERS

if TYPE_CHECKING:
    from dtsim.experiments.matchups import Cell, Lengths, Matchups, Rating
    from dtsim.experiments.provenance import Provenance
    from dtsim.stats.estimate import Estimate

Record = dict[str, Any]


def matchups_data(result: Matchups) -> Record:
    """All that a run says; only `timing` differs between two runs of the same plan."""
    return {
        "title": result.title,
        "heroes": list(result.heroes),
        "games": result.games,
        "cells": [_cell(cell) for cell in result.cells],
        "ratings": [_rating(rating) for rating in result.ratings],
        "seat": {
            "score": estimate(result.seat.score),
            "elo": estimate(result.seat.elo),
            "by_hero": {hero: estimate(score) for hero, score in result.seat.by_hero.items()},
        },
        "turns": _lengths(result.lengths),
        "nash": _nash(result),
        "intransitivity": _intransitivity(result),
        "cycles": [
            {"heroes": list(cycle.heroes), "scores": [estimate(edge) for edge in cycle.edges]}
            | {"sure": cycle.is_sure}
            for cycle in result.cycles
        ],
        "scorecard": _scorecard(result),
        **_changes(result),
        "provenance": _provenance(result.provenance, result),
        "timing": {
            "seconds": result.timing.seconds,
            "games": result.timing.games,
            "games_per_second": result.timing.games_per_second,
            "threads": result.timing.threads,
        },
    }


def tables_of(result: Matchups) -> dict[str, Table]:
    """Every table of a run by the name of its CSV file; an estimate takes four columns."""
    cells = [_cell(cell) for cell in result.cells]
    for cell in cells:
        cell["replay"] = cell.pop("replays")[0]
        cell.pop("change", None)  # has a table of its own
    tables = {
        "cells": cells,
        "ratings": [_rating(rating) for rating in result.ratings],
        "seat": [
            {"hero": hero, "score": estimate(score)}
            for hero, score in [("all", result.seat.score), *result.seat.by_hero.items()]
        ],
        "turns": _turn_rows(result),
        "nash": _nash_rows(result),
        "cycles": [
            dict(zip("abc", cycle.heroes, strict=True))
            | {
                f"score_{pair}": estimate(edge)
                for pair, edge in zip(("ab", "bc", "ca"), cycle.edges, strict=True)
            }
            | {"sure": cycle.is_sure}
            for cycle in result.cycles
        ],
        "changes": _change_rows(result),
        "changes-by-hero": _changes(result).get("changes", []),
        "convergence": _convergence_rows(result),
        "heroes": [_entrant(one) for one in result.provenance.entrants],
    }
    return {name: flat_table(records) for name, records in tables.items() if records}


def estimate(found: Estimate | None) -> Record | None:
    """A number with its interval and the games behind it."""
    if found is None:
        return None
    return {"value": found.value, "low": found.low, "high": found.high, "n": found.n}


def _cell(cell: Cell) -> Record:
    games = cell.outcomes
    return {
        "a": cell.a,
        "b": cell.b,
        "wins": games.wins,
        "losses": games.losses,
        "draws": games.draws,
        "stopped": games.truncated,  # both games of a pair with a game stopped by the turn cap
        "games": cell.result.games,
        "score": estimate(cell.score),
        "start_player_score": estimate(cell.seat),
        "turns": _lengths(cell.lengths),
        "uneven": cell.is_uneven,
        "outside_45_55": cell.flag.is_flagged if cell.flag else None,
        "q_value": cell.flag.q_value if cell.flag else None,
        "coupling": cell.coupling,
        "variance_ratio": cell.shared.variance_ratio,
        "correlation": cell.shared.correlation,
        "seed": str(cell.seed),  # as a text: readers of JSON may know no integers above 2^53
        "fingerprint": f"{cell.result.fingerprint:016x}",
        "replays": list(cell.replays),
        **({"change": change_data(cell.change)} if cell.change else {}),
    }


def _changes(result: Matchups) -> Record:
    """By hero; nothing, if the run is not compared with another version."""
    if result.provenance.before is None:
        return {}
    return {"changes": [{"hero": hero, "change": estimate(found)} for hero, found in hero_rows(result)]}


def _rating(rating: Rating) -> Record:
    tier = rating.tier
    return {
        "hero": rating.hero,
        "elo": estimate(rating.elo),
        "rank": {"best": rating.rank.best, "worst": rating.rank.worst},
        "letters": rating.letters,
        "field": estimate(rating.field),
        "tier": tier.label if tier else None,
        "tiers": dict(zip(TIERS, tier.probabilities, strict=True)) if tier else None,
    }


def _lengths(lengths: Lengths) -> Record:
    return {
        "mean": estimate(lengths.mean),
        "low": estimate(lengths.low),
        "median": estimate(lengths.median),
        "high": estimate(lengths.high),
    }


def _nash(result: Matchups) -> Record | None:
    if result.nash is None:
        return None
    return {
        "mix": [
            {"hero": row["hero"], "weight": row["weight"], "support": row["support"], "value": row["value"]}
            for row in _nash_rows(result)
        ],
        "effective_heroes": estimate(result.nash.effective_heroes),
        "dominated": list(result.nash.dominated),
        "layers": [list(layer) for layer in result.nash.layers],
    }


def _nash_rows(result: Matchups) -> list[Record]:
    """What a hero wins against the mix is its value: 0 inside the mix, below outside."""
    nash = result.nash
    if nash is None:
        return []
    rows = zip(nash.heroes, nash.weights, nash.support, nash.values.tolist(), strict=True)
    return [
        {"hero": hero, "weight": estimate(weight), "support": support, "value": value}
        for hero, weight, support, value in rows
    ]


def _intransitivity(result: Matchups) -> Record | None:
    found = result.intransitivity
    if found is None:
        return None
    return {"share": found.share, "corrected": found.corrected, "p_value": found.test.p_value}


def _scorecard(result: Matchups) -> Record | None:
    card = result.scorecard
    if card is None:
        return None
    return {
        "mean_deviation": estimate(card.mean_deviation),
        "outlier": card.outlier,
        "outlier_score": estimate(card.outlier_rate),
        "outside_45_55": card.outside_45_55,
        "outside_40_60": card.outside_40_60,
        "effective_heroes": estimate(card.effective_heroes),
        "intransitivity": card.intransitivity.corrected,
        "start_player_score": estimate(card.seat_advantage),
        "stopped": estimate(card.truncated),
    }


def _provenance(source: Provenance, result: Matchups) -> Record:
    return {
        "version": source.version,
        "engine": source.engine,
        "command": source.command,
        "seed": source.seed,
        "players": list(source.players),
        "entrants": [_entrant(one) for one in source.entrants],
        "coupling": source.coupling,
        "rulings": list(source.rulings),
        "turn_cap": source.turn_cap,
        "games": source.games,
        "half_width": source.half_width,
        "batch": source.batch,
        "schedule": ["/".join(key) for key in source.schedule],
        "unmet": ["/".join(key) for key in source.unmet],
        "interrupted": source.is_interrupted,
        "before": _before(source),
        "fingerprint": f"{sum(cell.result.fingerprint for cell in result.cells) % 2**64:016x}",
    }


def _before(source: Provenance) -> Record | None:
    if source.before is None:
        return None
    return {
        "given": list(source.before.given),
        "digests": {
            one.label: digest for one, digest in zip(source.entrants, source.before.digests, strict=True)
        },
        "numbers": dict(source.before.numbers),
        "rulings": list(source.before.rulings),
    }


def _entrant(one: Any) -> Record:
    numbers = dict(one.numbers)
    return {
        "label": one.label,
        "hero": one.hero,
        "player": one.player,
        "player_digest": one.player_digest,
        "digest": one.digest,
        "numbers": numbers,
    }


def _turn_rows(result: Matchups) -> list[Record]:
    """How many games lasted so many turns, matchup by matchup."""
    return [
        {"a": cell.a, "b": cell.b, "turns": turns, "games": games}
        for cell in result.cells
        for turns, games in enumerate(cell.lengths.histogram)
        if games
    ]


def _change_rows(result: Matchups) -> list[Record]:
    """What another version changes, matchup by matchup."""
    return [
        {"hero": row.hero, "against": row.other, "change": change_data(row.change)}
        for row in change_rows(result)
    ]


def _convergence_rows(result: Matchups) -> list[Record]:
    """The score after each batch."""
    rows = []
    for cell in result.cells:
        total = None
        for pairs in cell.steps:
            total = pairs if total is None else total + pairs
            rows.append({"a": cell.a, "b": cell.b, "score": estimate(total.score_rate())})
    return rows


def flat_table(records: list[Record]) -> Table:
    """Records as rows, with a column for each value in them."""
    return _table([_flat(record) for record in records])


def _flat(record: Record) -> Record:
    """Tables inside a record become columns of their own: `score`, `score_low`, `score_high`, `score_n`."""
    flat: Record = {}
    for key, value in record.items():
        if key == "numbers":
            flat[key] = [f"{address}={number}" for address, number in value.items()]
        elif isinstance(value, dict):
            inner = {key if name == "value" else f"{key}_{name}": found for name, found in value.items()}
            flat |= _flat(inner)
        else:
            flat[key] = value
    return flat


def _table(records: list[Record]) -> Table:
    names = list(dict.fromkeys(name for record in records for name in record))
    return Table(
        tuple(map(Column, names)), tuple(tuple(record.get(name) for name in names) for record in records)
    )

"""The tables of a report: as people read them on the page, and as files."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from dtsim.report.figures.counter_map import advantages_of, surprises
from dtsim.report.figures.words import hero_name, number_of, p_text, percent_of
from dtsim.report.matchups_data import flat_table, tables_of
from dtsim.report.tables import Column, Table, percent
from dtsim.stats.estimate import Estimate
from dtsim.stats.tiers import TIERS

if TYPE_CHECKING:
    from dtsim.experiments.matchups import Cell, Matchups
    from dtsim.report.field_events import FieldEvents

Record = dict[str, Any]

# ---------------------------------------------------------------- files


def file_tables(result: Matchups, events: FieldEvents | None) -> dict[str, Table]:
    """Every table by the name of its files, with plain values in all cells."""
    tables = dict(tables_of(result))
    if result.scorecard is not None:
        tables["scorecard"] = _plain([(name, *_parts(found)) for name, found in scores(result)], _ESTIMATE)
    if rows := _surprise_rows(result):
        tables["counters"] = _plain(rows, ("hero", "against", *_ESTIMATE[1:], "explained"))
    if events is not None:
        tables |= _event_tables(events)
    return tables


_ESTIMATE = ("what", "value", "low", "high", "n")


def _plain(rows: list[tuple[Any, ...]], names: tuple[str, ...]) -> Table:
    return Table(tuple(map(Column, names)), tuple(rows))


def _parts(found: Estimate) -> tuple[Any, ...]:
    return found.value, found.low, found.high, found.n


def _surprise_rows(result: Matchups) -> list[tuple[Any, ...]]:
    advantages = advantages_of(result)
    found = [] if advantages is None else surprises(result, advantages)
    return [(one.hero, one.other, *_parts(one.score), one.expected) for one in found]


def _event_tables(events: FieldEvents) -> dict[str, Table]:
    """Abilities, damage, status effects and cards of all heroes; the feel of all games and of theirs."""
    found: dict[str, list[Record]] = {"abilities": [], "damage": [], "status-effects": [], "cards": []}
    for label, hero in events.heroes.items():
        parts = (hero["abilities"], hero["damage"]["by_source"], hero["status_effects"], hero["cards"])
        for name, entries in zip(found, parts, strict=True):
            found[name] += [{"hero": label} | entry for entry in entries]
    feel = {name: entry for name, entry in events.all_games["game_feel"].items() if name != "by_hero"}
    found["game-feel"] = [{"hero": "all"} | feel]
    found["game-feel"] += [entry | {"hero": label} for label, entry in events.feels.items()]
    tables = {name: flat_table(records) for name, records in found.items() if records}
    return tables | {"health": _health_table(events)}


def _health_table(events: FieldEvents) -> Table:
    """Quantiles of health by hero and turn: over all games, and over those alive and still playing."""
    rows, levels = [], []
    for label, entry in events.heroes.items():
        for of, fan in (("all games", entry["health"]), ("alive", entry["health_of_the_living"])):
            levels = [f"q{100 * level:02.0f}" for level in fan["levels"]]
            for turn, (values, n) in enumerate(zip(fan["values"], fan["n"], strict=True), start=1):
                rows.append((label, of, turn, *(None if v != v else v for v in values), n))
    return _plain(rows, ("hero", "of", "turn", *levels, "n"))


# ---------------------------------------------------------------- the page


def scores(result: Matchups) -> list[tuple[str, Estimate]]:
    """The balance of the run in single numbers, each with its interval."""
    card, lengths = result.scorecard, result.lengths
    found = [("score of the Start Player", result.seat.score), ("turns, median", lengths.median)]
    if card is not None:
        found = [
            ("mean distance of matchups from 50 %", card.mean_deviation),
            (f"score of the outlier, {card.outlier}", card.outlier_rate),
            ("heroes in the Nash mix, as if equally frequent", card.effective_heroes),
            *found,
            ("pairs with a stopped game", card.truncated),
        ]
    return found


def matchup_table(result: Matchups) -> Table:
    """One line for each matchup."""
    columns = (
        Column("hero"),
        Column("against"),
        Column("score", "Score of the hero"),
        Column("results", "Won – drawn – lost", right=True),
        Column("games", right=True),
        Column("verdict"),
        Column("seat", "Score of the Start Player"),
        Column("turns", "Turns, median", right=True),
        Column("coupling"),
        Column("ratio", "Variance ratio", right=True),
    )
    rows = tuple(_matchup_row(result, cell) for cell in result.cells)
    notes = (
        "Variance ratio: how many times as many independent games would be as exact; the coupling that "
        "scatters less is chosen by trying, unless the run names one.",
    )
    return Table(columns, rows, "All matchups", notes)


def _matchup_row(result: Matchups, cell: Cell) -> tuple[Any, ...]:
    games, ratio = cell.outcomes, cell.shared.variance_ratio
    return (
        hero_name(cell.a),
        hero_name(cell.b),
        percent_of(cell.score),
        f"{games.wins:,} – {games.draws:,} – {games.losses:,}",
        f"{cell.result.games:,}",
        _verdict(cell),
        percent_of(cell.seat),
        number_of(cell.lengths.median, 0),
        cell.coupling,
        None if ratio is None else f"{ratio:.2f}",
    )


def _verdict(cell: Cell) -> str:
    if cell.a == cell.b:
        return "mirror: 50 % by symmetry"
    if cell.score.value is None:
        return "not played"
    if cell.flag is not None and cell.flag.is_flagged:
        return f"outside 45–55 % ({p_text(cell.flag.q_value, 'q')})"
    return "uneven" if cell.is_uneven else "could be even" if cell.score.contains(0.5) else "perhaps uneven"


def rating_table(result: Matchups) -> Table:
    """One line for each hero, best first."""
    columns = (
        Column("place", right=True),
        Column("hero"),
        Column("tier"),
        Column("field", "Score against all"),
        Column("elo", "Elo", right=True),
        Column("letters", "Equal"),
        Column("tiers", f"Chance of {', '.join(TIERS)}", right=True),
    )
    rows = tuple(
        (
            _places(rating.rank.best, rating.rank.worst),
            hero_name(rating.hero),
            rating.tier.label if rating.tier else None,
            percent_of(rating.field),
            number_of(rating.elo, 0, "+"),
            rating.letters,
            " · ".join(f"{100 * chance:.0f}" for chance in rating.tier.probabilities)
            if rating.tier
            else None,
        )
        for rating in result.ratings
    )
    notes = ["Places hold with 95 % for all heroes at once. Heroes that share a letter cannot be told apart."]
    if result.fit is not None and result.fit.is_regularised:
        notes.append("Someone won or lost everything: a prior keeps the ratings finite.")
    return Table(columns, rows, "Ratings", tuple(notes))


def _places(best: int, worst: int) -> str:
    return str(best) if best == worst else f"{best}–{worst}"


def length_table(result: Matchups) -> Table:
    """How long the games of each matchup last."""
    columns = (
        Column("hero"),
        Column("against"),
        *(Column(name, right=True) for name in ("mean", "median")),
        Column("low", "5 %", right=True),
        Column("high", "95 %", right=True),
        Column("stopped", right=True),
    )
    rows = tuple(
        (
            hero_name(cell.a),
            hero_name(cell.b),
            number_of(cell.lengths.mean, 2),
            *(number_of(one, 0) for one in (cell.lengths.median, cell.lengths.low, cell.lengths.high)),
            f"{cell.lengths.stopped:,}",
        )
        for cell in result.cells
    )
    return Table(columns, rows, "Turns by matchup", ("5 % and 95 % of the games are not longer.",))


def counter_table(result: Matchups) -> Table:
    """Matchups beside what strength explains, the largest surprise first."""
    columns = (
        Column("hero"),
        Column("against"),
        Column("score"),
        Column("explained", "Explained by strength", right=True),
        Column("surplus", "Surplus in points", right=True),
    )
    rows = tuple(
        (
            hero_name(a),
            hero_name(b),
            _shown(value, low, high),
            percent(explained),
            f"{100 * (value - explained):+.1f}",
        )
        for a, b, value, low, high, _, explained in _surprise_rows(result)
    )
    return Table(columns, rows, "Score and strength")


def _shown(value: float, low: float, high: float) -> str:
    return f"{100 * value:.1f} % [{100 * low:.1f}, {100 * high:.1f}]"


def cycle_table(result: Matchups) -> Table:
    """Circles of three heroes that beat each other."""
    columns = (Column("cycle"), Column("scores"), Column("sure", "All three sure"))
    rows = tuple(
        (
            " beats ".join(hero_name(hero) for hero in (*cycle.heroes, cycle.heroes[0])),
            ", ".join(percent_of(edge) for edge in cycle.edges),
            "yes" if cycle.is_sure else "no",
        )
        for cycle in result.cycles
    )
    return Table(columns, rows, "Cycles")


def feels_table(events: FieldEvents) -> Table:
    """Comebacks, first damage and margins of each hero."""
    shares = {
        "comebacks": "Comebacks",
        "first_blood": "First damage",
        "blow_outs": "Won with 25 or more left",
    }
    columns = (
        Column("hero"),
        *(Column(name, title, right=True) for name, title in shares.items()),
        Column("margin", "Health left as the victor", right=True),
    )
    rows = tuple(
        (
            hero_name(hero),
            *(percent_of(_estimate(entry[name])) for name in shares),
            number_of(_estimate(entry["winning_margin"])),
        )
        for hero, entry in events.feels.items()
    )
    notes = ("Comebacks: won although 10 health or more behind at half time.",)
    return Table(columns, rows, "By hero", notes)


def _estimate(found: Record) -> Estimate:
    return Estimate(found["value"], found["low"], found["high"], found["n"])


def replay_table(result: Matchups) -> Table:
    """How to see a game of each matchup."""
    columns = (Column("hero"), Column("against"), Column("command"))
    rows = tuple((hero_name(cell.a), hero_name(cell.b), cell.replays[0]) for cell in result.cells)
    return Table(columns, rows, "Commands that tell one game of each matchup")


def source_table(result: Matchups) -> Table:
    """What is needed to get the same numbers again."""
    source, timing = result.provenance, result.timing
    speed = timing.games_per_second
    rows: list[tuple[str, str]] = [
        ("command", source.command),
        ("dtsim", source.version),
        ("digest of rules and players", source.engine),
        ("seed", str(source.seed)),
        ("players", ", ".join(source.players)),
        ("games", f"{result.games:,} in {len(result.cells)} matchups"),
        ("asked for", _asked(result)),
        ("coupling", _coupling(result)),
        ("rulings", ", ".join(source.rulings) or "as printed"),
        ("turn cap", str(source.turn_cap)),
        ("fingerprint of all games", f"{sum(c.result.fingerprint for c in result.cells) % 2**64:016x}"),
    ]
    if speed:
        threads = f"{timing.threads} thread{'s' if timing.threads != 1 else ''}"
        games = f"{timing.games:,} games, those of couplings that were only tried included"
        rows.append(
            ("speed", f"{speed:,.0f} games per second: {games}, in {timing.seconds:,.1f} s with {threads}")
        )
    if source.unmet:
        rows.append(("wider than asked for", ", ".join("/".join(key) for key in source.unmet)))
    if source.is_interrupted:
        rows.append(("interrupted", "this is what was finished"))
    return Table((Column("what", ""), Column("value", "")), tuple(rows), "The run")


def _asked(result: Matchups) -> str:
    source = result.provenance
    if source.half_width is None:
        return f"{source.games:,} games of every matchup, in batches of {source.batch} pairs"
    most = f"at most {source.games:,} games of a matchup on average"
    return f"every score to ±{100 * source.half_width:g} %, {most}"


def _coupling(result: Matchups) -> str:
    """`pilot: seat 9x (variance ratio 1.10 to 1.31), independent 6x (...)`."""
    by_name: dict[str, list[float | None]] = {}
    for cell in result.cells:
        by_name.setdefault(cell.coupling, []).append(cell.shared.variance_ratio)
    parts = []
    for name, found in by_name.items():
        ratios = [ratio for ratio in found if ratio is not None]
        ends = dict.fromkeys(f"{ratio:.2f}" for ratio in (min(ratios), max(ratios))) if ratios else ()
        span = f" (variance ratio {' to '.join(ends)})" if ends else ""
        parts.append(f"{name} in {len(found)}{span}")
    asked = result.provenance.coupling
    return f"{'' if asked in by_name else f'{asked}: '}{', '.join(parts)}"


def hero_table(result: Matchups) -> Table:
    """The heroes as they took part."""
    columns = (
        Column("hero"),
        Column("digest"),
        Column("player"),
        Column("player_digest", "Its digest"),
        Column("numbers", "Changed numbers"),
    )
    rows = tuple(
        (
            one.hero,
            one.digest,
            one.player,
            one.player_digest,
            ", ".join(f"{address} = {number}" for address, number in one.numbers),
        )
        for one in result.provenance.entrants
    )
    return Table(
        columns, rows, "The heroes", ("A digest changes with every change of a hero's or player's file.",)
    )


def intransitivity_text(result: Matchups) -> str:
    found = result.intransitivity
    if found is None:
        return ""
    return f"{percent(found.corrected)} of the matrix ({p_text(found.test.p_value)})"

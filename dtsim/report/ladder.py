"""The ladder of skill, for people and for programs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from dtsim.report.tables import Column, Report, Table, percent
from dtsim.stats.estimate import Estimate

if TYPE_CHECKING:
    from dtsim.experiments.ladder import Ladder, Rung


def ladder_report(found: Ladder, version: str) -> Report:
    """JSON: heroes, players, seed, games, interrupted, version; scores, skills, orders, agreements.

    A score has hero, player, against, score (value, low, high, n), games; a skill has player, digest,
    share, roll_value by hero (reached, optimum), games_per_second; an agreement has player, against, tau.
    """
    rungs = [*found.rungs, *found.overall()]
    data: dict[str, Any] = {
        "heroes": list(found.heroes),
        "players": list(found.players),
        "seed": found.seed,
        "games": found.games,
        "interrupted": found.is_interrupted,
        "version": version,
        "scores": [_rung(rung) for rung in rungs],
        "skills": [
            {
                "player": skill.player,
                "digest": skill.digest,
                "share": skill.share,
                "roll_value": {
                    hero: {"reached": one.reached, "optimum": one.optimum}
                    for hero, one in skill.rolls.items()
                },
                "games_per_second": skill.games_per_second,
            }
            for skill in found.skills
        ],
        "orders": {player: list(order) for player, order in found.orders.items()},
        "agreements": [
            {"player": one.player, "against": one.against, "tau": _estimate(one.tau)}
            for one in found.agreements
        ],
    }
    flat = Table(
        tuple(map(Column, ("hero", "player", "against", "score", "score_low", "score_high", "games"))),
        tuple(
            (r.hero, r.player, r.against, r.score.value, r.score.low, r.score.high, r.result.games)
            for r in rungs
        ),
    )
    tables = [_scores(rungs, found)]
    if found.skills:
        tables.append(_skills(found))
    if found.orders:
        tables.append(_orders(found))
    if found.agreements:
        tables.append(_agreements(found))
    return Report(tuple(tables), data, flat)


def _rung(rung: Rung) -> dict[str, Any]:
    return {
        "hero": rung.hero,
        "player": rung.player,
        "against": rung.against,
        "score": _estimate(rung.score),
        "games": rung.result.games,
    }


def _estimate(found: Estimate) -> dict[str, Any]:
    return {"value": found.value, "low": found.low, "high": found.high, "n": found.n}


def _scores(rungs: list[Rung], found: Ladder) -> Table:
    columns = (
        Column("hero"),
        Column("player"),
        Column("against"),
        Column("score", show=_shown, right=True),
        Column("games", show=lambda games: f"{games:,}", right=True),
    )
    rows = tuple((r.hero, r.player, r.against, r.score, r.result.games) for r in rungs)
    notes = (
        f"Mirror matches in pairs with the seats swapped and the same dice, seed {found.seed}; "
        "intervals of 95 %, a draw counts half.",
    )
    return Table(columns, rows, "Player against player", notes)


def _shown(score: Estimate) -> str:
    if score.value is None or score.low is None or score.high is None:
        return "–"
    return f"{100 * score.value:.1f} % [{100 * score.low:.1f}, {100 * score.high:.1f}]"


def _skills(found: Ladder) -> Table:
    columns = (
        Column("player"),
        Column("share", "Roll value", show=percent, right=True),
        Column("worst", "Least with", wrap=True),
        Column("games_per_second", show=lambda speed: f"{speed:,.0f}", right=True),
    )
    rows = []
    for skill in found.skills:
        hero, least = min(skill.rolls.items(), key=lambda item: item[1].share)
        rows.append((skill.player, skill.share, f"{hero}: {percent(least.share)}", skill.games_per_second))
    notes = (
        "Roll value: the expected worth of an Offensive Roll Phase as the player rolls and announces, of the "
        "most there is; exact, without upgrades and cards, abilities as the planner values them.",
        f"Games per second: {found.timed} games of {found.heroes[0]} against itself.",
    )
    return Table(columns, tuple(rows), "Player by player", notes)


def _orders(found: Ladder) -> Table:
    columns = (Column("player"), Column("order", "Heroes, the best first", wrap=True))
    rows = tuple((player, ", ".join(order)) for player, order in found.orders.items())
    return Table(columns, rows, "The order of the heroes")


def _agreements(found: Ladder) -> Table:
    columns = (
        Column("player"),
        Column("against"),
        Column("tau", "Kendall's tau", show=_tau, right=True),
        Column("games", show=lambda games: f"{games:,}", right=True),
    )
    rows = tuple((one.player, one.against, one.tau, one.tau.n) for one in found.agreements)
    notes = (
        "1: the same order, -1: the other way round; intervals of 95 % by drawing the strengths anew within "
        "their uncertainty.",
    )
    return Table(columns, rows, "How much the orders agree", notes)


def _tau(tau: Estimate) -> str:
    return f"{tau.value:.2f} [{tau.low:.2f}, {tau.high:.2f}]"

"""Runs that were never played: plans of shipped heroes and made-up results, to see what is said of them."""

from __future__ import annotations

from functools import cache

import numpy as np

from dtsim import load_hero
from dtsim.dicethrone.player_files.library import load_player
from dtsim.experiments.matchups import Matchups, Played, analyse
from dtsim.experiments.plan import Budget, Entrant, Plan
from dtsim.experiments.provenance import Timing, provenance_of
from dtsim.results import CellResult

HEROES = ("gunslinger", "barbarian", "paladin", "cursed-pirate")


def plan_of(*heroes: str, player: str = "greedy", **changes: object) -> Plan:
    """A plan of shipped heroes: `paladin`, or `paladin:random` for a player of its own."""
    entrants = []
    for name in heroes or HEROES:
        slug, _, own = name.partition(":")
        entrants.append(Entrant(load_hero(slug), load_player(own or player), slug))
    return Plan(tuple(entrants), **{"seed": 7, "budget": Budget(2_000), **changes})  # type: ignore[arg-type]


def made_up(rate: float, pairs: int, rng: np.random.Generator, stopped: int = 0) -> CellResult:
    """Results of independent games that the hero wins with this rate, a little more often if it starts."""
    points = [_points(min(1.0, max(0.0, rate + edge)), pairs, rng) for edge in (0.03, -0.03)]
    counts = np.bincount(3 * points[0] + points[1], minlength=9)
    turns = [_histogram(6 + rng.poisson(8, pairs)) for _ in range(2)]
    left = [_histogram(rng.integers(1, 40, int((points[0] == result).sum()))) for result in (2, 0)]
    return CellResult(
        tuple(counts.tolist()),
        stopped,
        (turns[0], turns[1]),
        (stopped, 0),
        (left[0], left[1]),
        int(rng.integers(2**63)),
    )


def played_of(plan: Plan, batches: int = 2, stopped: int = 0) -> dict[tuple[str, str], Played]:
    """Two batches of 500 pairs for every matchup, with rates that differ from cell to cell."""
    rng = np.random.default_rng(plan.seed)
    rates = rng.uniform(0.35, 0.65, len(plan.matchups()))
    return {
        matchup.key: Played("seat", tuple(made_up(rate, 500, rng, stopped) for _ in range(batches)))
        for matchup, rate in zip(plan.matchups(), rates, strict=True)
    }


@cache
def small_matchups(*heroes: str) -> Matchups:
    """A finished run of some heroes (four, if none is named)."""
    plan = plan_of(*heroes)
    return analyse(
        plan, played_of(plan), provenance_of(plan, command="dtsim matchups"), Timing(2.0, 12_000, 2)
    )


def _points(rate: float, pairs: int, rng: np.random.Generator) -> np.ndarray:
    drawn = rng.random(pairs) < 0.02
    return np.where(drawn, 1, 2 * (rng.random(pairs) < rate)).astype(np.int64)


def _histogram(values: np.ndarray) -> tuple[int, ...]:
    return tuple(np.bincount(values).tolist())

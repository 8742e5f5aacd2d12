"""The pieces of a run: some pairs of one matchup, played and kept at a time."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from dtsim.experiments.plan import PILOT, Key, Matchup, Plan

LARGEST_PILOT = 2_000  # pairs by which a coupling is judged
SMALLEST_PILOT = 200  # fewer would show chance and not the coupling
PILOT_SHARE = 5  # trying may cost a fifth of the games at most
WITHOUT_PILOT = "independent"
SWAPPED = "seat"
TRIED = (WITHOUT_PILOT, SWAPPED)

JobKey = tuple[Key, str, int, int]


@dataclass(frozen=True, slots=True)
class Job:
    """Some pairs of a matchup in one coupling."""

    matchup: Matchup
    coupling: str
    start: int
    stop: int

    @property
    def key(self) -> JobKey:
        return self.matchup.key, self.coupling, self.start, self.stop

    @property
    def games(self) -> int:
        return 2 * (self.stop - self.start)


def cut(matchup: Matchup, coupling: str, start: int, stop: int, batch: int) -> Iterator[Job]:
    """The pairs from `start` to `stop` in batches."""
    for first in range(start, stop, batch):
        yield Job(matchup, coupling, first, min(first + batch, stop))


def pilot_pairs(plan: Plan) -> int:
    """Pairs of each coupling that are tried before one is chosen; 0 if none is."""
    if plan.coupling != PILOT:
        return 0
    if plan.budget.half_width is not None:
        return plan.budget.batch
    tried = min(LARGEST_PILOT, plan.budget.pairs // PILOT_SHARE)
    return tried if tried >= SMALLEST_PILOT else 0


def fixed_coupling(plan: Plan, matchup: Matchup) -> str:
    """The coupling of a matchup if none is chosen by trying.

    With the seats swapped and nothing else changed, a mirror match would be the same game twice.
    """
    if plan.coupling == PILOT or (matchup.is_mirror and plan.coupling == SWAPPED):
        return WITHOUT_PILOT
    return plan.coupling


def pilot_jobs(plan: Plan) -> Iterator[Job]:
    """What is played to choose the couplings; the pairs of the coupling that is chosen count."""
    pairs = pilot_pairs(plan)
    for matchup in plan.matchups():
        for coupling in TRIED if not matchup.is_mirror else (WITHOUT_PILOT,):
            yield from cut(matchup, coupling, 0, pairs, plan.budget.batch)


def total(jobs: Iterable[Job]) -> int:
    """Games of all these jobs."""
    return sum(job.games for job in jobs)

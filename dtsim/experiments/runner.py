"""Playing a plan: batches over all cores, the same results with any number of threads and interruptions."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from threading import Event

from dtsim.dicethrone.batch import play_batch
from dtsim.dicethrone.events import Tally
from dtsim.dicethrone.pairs import play_pairs
from dtsim.experiments.jobs import (
    WITHOUT_PILOT,
    Job,
    JobKey,
    cut,
    fixed_coupling,
    pilot_jobs,
    pilot_pairs,
    total,
)
from dtsim.experiments.matchups import Played
from dtsim.experiments.plan import Key, Plan
from dtsim.experiments.provenance import Timing
from dtsim.experiments.racing import Race
from dtsim.experiments.store import Store
from dtsim.experiments.tally import tally
from dtsim.results import CellResult
from dtsim.stats.coupling import best_coupling
from dtsim.stats.pairs import Pairs

OnProgress = Callable[[int, int], None]
"""Is told the games that are finished and those of the whole run, as far as they are known."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What was played of a plan."""

    played: dict[Key, Played]
    schedule: tuple[Key, ...]
    unmet: tuple[Key, ...]
    is_interrupted: bool
    timing: Timing


def run_plan(
    plan: Plan,
    store: Store | None = None,
    *,
    threads: int | None = None,
    on_progress: OnProgress | None = None,
    schedule: Sequence[Key] = (),
) -> Outcome:
    """Play what the store does not hold yet. An interruption keeps what is finished.

    A run to a half-width decides on the way which matchup to play; with the `schedule` of an earlier one it
    plays that.
    """
    runner = _Runner(plan, store or Store(plan), max(1, threads or os.cpu_count() or 1), on_progress)
    race = Race(plan, schedule)
    runner.choose_couplings()
    if plan.budget.half_width is None:
        runner.play_all()
    else:
        runner.race(race)
    return runner.outcome(race)


class _Runner:
    """The jobs of one session, as they are done. After an interruption nothing more is played."""

    def __init__(self, plan: Plan, store: Store, threads: int, on_progress: OnProgress | None) -> None:
        self.plan, self.store, self.threads = plan, store, threads
        self.on_progress = on_progress
        self.matchups = {matchup.key: matchup for matchup in plan.matchups()}
        self.couplings: dict[Key, str] = {}
        self.batches: dict[Key, list[CellResult]] = {key: [] for key in self.matchups}
        self.is_interrupted = False
        self.seconds = 0.0  # of playing
        self.fresh = self.finished = self.expected = 0  # games

    def choose_couplings(self) -> None:
        """The coupling of the plan, or for each matchup the one whose pairs scatter less."""
        jobs = list(pilot_jobs(self.plan))
        if not jobs:
            self.couplings = {key: fixed_coupling(self.plan, one) for key, one in self.matchups.items()}
            return
        self.expected = total(jobs) + self._games_behind_pilots()
        tried: dict[Key, dict[str, list[Job]]] = {}
        for job in jobs:
            tried.setdefault(job.matchup.key, {}).setdefault(job.coupling, []).append(job)
        results = self._play(jobs)
        for key, by_coupling in tried.items():
            if all(job.key in results for job in jobs if job.matchup.key == key):
                self.couplings[key] = chosen = _least_scattered(
                    {name: [results[job.key] for job in of] for name, of in by_coupling.items()}
                )
                self.batches[key] += [results[job.key] for job in by_coupling[chosen]]

    def play_all(self) -> None:
        """The same number of pairs for every matchup."""
        pairs, done = self.plan.budget.pairs, pilot_pairs(self.plan)
        jobs = [
            job
            for key, coupling in self.couplings.items()
            for job in cut(self.matchups[key], coupling, done, pairs, self.plan.budget.batch)
        ]
        self.expected = self.finished + total(jobs)
        self._keep(jobs, self._play(jobs))

    def race(self, race: Race) -> None:
        """Rounds of batches until every interval is narrow enough."""
        while not self.is_interrupted and (keys := race.next_round(self._sums())):
            jobs: list[Job] = []
            for key in keys:
                start = self._pairs(key) + sum(job.games // 2 for job in jobs if job.matchup.key == key)
                stop = start + self.plan.budget.batch
                jobs.append(Job(self.matchups[key], self.couplings[key], start, stop))
            self.expected = self.finished + max(total(jobs), 2 * race.expected(self._sums()))
            self._keep(jobs, self._play(jobs))

    def outcome(self, race: Race) -> Outcome:
        """What is finished by now."""
        return Outcome(
            {
                key: Played(self.couplings[key], tuple(of), self.store.events(key, self.couplings[key]))
                for key, of in self.batches.items()
                if of
            },
            tuple(race.schedule),
            tuple(race.unmet(self._sums())),
            self.is_interrupted,
            Timing(self.seconds, self.plan.n_versions * self.fresh, self.threads),
        )

    def _play(self, jobs: Sequence[Job]) -> dict[JobKey, CellResult]:
        """What these jobs came to; an interruption leaves out those that were not finished."""
        found = {job.key: result for job in jobs if (result := self.store.get(job)) is not None}
        self._report(sum(job.games for job in jobs if job.key in found))
        missing = [job for job in jobs if job.key not in found]
        if not missing or self.is_interrupted:
            return found
        if not self.fresh:
            self._compile(missing[0])
        if self.is_interrupted:
            return found
        stopped, began = Event(), time.perf_counter()

        def play(job: Job) -> tuple[CellResult, Tally | None] | None:
            return None if stopped.is_set() else play_job(self.plan, job)

        with ThreadPoolExecutor(max_workers=self.threads) as pool:
            waiting = {pool.submit(play, job): job for job in missing}
            try:
                while waiting:
                    try:
                        for done in as_completed(waiting):
                            self._finish(waiting.pop(done), done.result(), found)
                    except KeyboardInterrupt:
                        stopped.set()  # batches that run are played to their end and kept
                        self.is_interrupted = True
            finally:
                stopped.set()
        self.seconds += time.perf_counter() - began
        return found

    def _compile(self, job: Job) -> None:
        """Play a game that does not count: the first of an installation takes a minute or two to compile."""
        with ThreadPoolExecutor(max_workers=1) as pool:  # an interruption reaches this thread, not the game
            game = pool.submit(
                play_batch, self.plan.pairing(job.matchup), range(1), threads=1, events=self.plan.events
            )
            try:
                game.result()
            except KeyboardInterrupt:
                self.is_interrupted = True

    def _finish(
        self, job: Job, done: tuple[CellResult, Tally | None] | None, found: dict[JobKey, CellResult]
    ) -> None:
        if done is None:
            return
        result, events = done
        self.store.add(job, result, events)
        found[job.key] = result
        self.fresh += job.games
        self._report(job.games)

    def _report(self, games: int) -> None:
        self.finished += games
        if self.on_progress and games:
            times = self.plan.n_versions
            self.on_progress(times * self.finished, times * max(self.expected, self.finished))

    def _keep(self, jobs: Sequence[Job], results: Mapping[JobKey, CellResult]) -> None:
        for job in jobs:
            if job.key in results:
                self.batches[job.matchup.key].append(results[job.key])

    def _sums(self) -> dict[Key, CellResult]:
        return {key: sum(of, CellResult()) for key, of in self.batches.items()}

    def _pairs(self, key: Key) -> int:
        return sum(batch.pairs for batch in self.batches[key])

    def _games_behind_pilots(self) -> int:
        if self.plan.budget.half_width is not None:
            return 0
        return 2 * (self.plan.budget.pairs - pilot_pairs(self.plan)) * len(self.matchups)


def play_job(plan: Plan, job: Job) -> tuple[CellResult, Tally | None]:
    """Play the pairs of a job, in both versions if there are two; what happens is counted in the first."""
    numbers, before = range(job.start, job.stop), plan.pairing_before(job.matchup)
    pairs = play_pairs(plan.pairing(job.matchup), numbers, job.coupling, threads=1, events=plan.events)
    others = None if before is None else play_pairs(before, numbers, job.coupling, threads=1)
    return tally(pairs, others), pairs.tally


def _least_scattered(tried: Mapping[str, Sequence[CellResult]]) -> str:
    """The coupling to go on with."""
    sums = {name: sum(batches, CellResult()) for name, batches in tried.items()}
    pilots = {name: Pairs(one.counts, one.stopped) for name, one in sums.items()}
    return best_coupling(pilots) if all(pairs.n for pairs in pilots.values()) else WITHOUT_PILOT

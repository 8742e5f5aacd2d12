"""What a run says: every matchup with its interval, and what follows for the heroes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np

from dtsim.dicethrone.events import Tally
from dtsim.experiments.changes import Change, changes_by_hero, changes_of
from dtsim.experiments.jobs import fixed_coupling
from dtsim.experiments.plan import Key, Matchup, Plan
from dtsim.experiments.provenance import Provenance, Timing
from dtsim.experiments.replays import replay_commands
from dtsim.results import CellResult, Histogram
from dtsim.stats.bradley_terry import ELO_PER_LOGIT, Ratings, rate_pairs
from dtsim.stats.coupling import CouplingReport, pair_coupling
from dtsim.stats.estimate import Estimate
from dtsim.stats.field import field_estimates
from dtsim.stats.flags import Flag, flag_cells, uneven_cells
from dtsim.stats.games import Games
from dtsim.stats.intransitivity import Cycle, Intransitivity, matrix_intransitivity, top_cycles
from dtsim.stats.matchups import Matchups as Matrix
from dtsim.stats.nash import NashReport, nash_report
from dtsim.stats.pairs import Pairs
from dtsim.stats.quantiles import quantile
from dtsim.stats.ranks import RankInterval, letters, rank_intervals, surely_better
from dtsim.stats.scorecard import Scorecard, scorecard
from dtsim.stats.seat import seat_advantage, seat_by_hero
from dtsim.stats.survival import Survival, kaplan_meier
from dtsim.stats.tiers import Tier, tier_list


@dataclass(frozen=True, slots=True)
class Played:
    """The results of one matchup of a run, in the alphabetical order of its entrants."""

    coupling: str
    batches: tuple[CellResult, ...]  # in the order of the pairs
    events: Tally | None = None  # what happened in all of them, if it was counted


@dataclass(frozen=True, slots=True)
class Lengths:
    """How long games last, in turns; stopped games are longer than all others."""

    mean: Estimate
    low: Estimate  # 5 % of the games are not longer
    median: Estimate
    high: Estimate  # 95 % of the games are not longer
    histogram: Histogram  # of finished games
    stopped: int
    turn_cap: int

    def survival(self) -> Survival:
        """Share of games still going after each turn."""
        return _survival(self.histogram, self.stopped, self.turn_cap)


@dataclass(frozen=True, slots=True)
class Cell:
    """One matchup seen by `a`; nothing in it is a number without its interval."""

    a: str
    b: str
    seed: int
    coupling: str
    result: CellResult
    steps: tuple[Pairs, ...]  # batch by batch, for the convergence of the score
    score: Estimate  # points per game of a; a draw is half a point
    seat: Estimate  # points per game of whoever starts
    lengths: Lengths
    shared: CouplingReport  # what the coupling did to the variance
    flag: Flag | None  # whether the score is outside 45-55 %; None if games were given out on the way
    is_uneven: bool  # surely not 50 %, whenever one looks
    events: Tally | None  # abilities, cards, status effects, health by turn, if they were counted
    replays: tuple[str, str]  # commands that tell the games of the first pair: a starts, b starts
    change: Change | None = None  # from the version that the run is compared with

    @property
    def pairs(self) -> Pairs:
        return _pairs(self.result)

    @property
    def outcomes(self) -> Games:
        """Wins, draws and losses of a; both games of a pair with a stopped game count as stopped."""
        return self.pairs.games


@dataclass(frozen=True, slots=True)
class Rating:
    """How strong an entrant is."""

    hero: str
    elo: Estimate
    rank: RankInterval
    letters: str  # entrants that share a letter cannot be told apart
    field: Estimate  # points per game against all others; unknown until all were met
    tier: Tier | None  # None until all matchups were played


@dataclass(frozen=True, slots=True)
class Seat:
    """What it is worth to start."""

    score: Estimate  # points per game of whoever starts
    by_hero: Mapping[str, Estimate]  # the same over the matchups of each entrant
    elo: Estimate | None  # on the scale of the ratings


@dataclass(frozen=True, slots=True, eq=False)
class Matchups:
    """A matrix of matchups and what it says of the heroes.

    `heroes` are labels: the hero's slug, or `slug:player` where players differ. What needs all matchups is
    None as long as some were not played.
    """

    title: str
    heroes: tuple[str, ...]
    cells: tuple[Cell, ...]
    matrix: Matrix
    ratings: tuple[Rating, ...]  # best first; none as long as some entrants cannot be compared
    fit: Ratings | None
    seat: Seat
    lengths: Lengths
    nash: NashReport | None
    intransitivity: Intransitivity | None
    cycles: tuple[Cycle, ...]
    scorecard: Scorecard | None
    provenance: Provenance
    timing: Timing = field(default=Timing())
    changes: Mapping[str, Estimate] = field(default_factory=dict)  # by entrant, over all its opponents

    @property
    def games(self) -> int:
        """All games that count; those of couplings that were tried and dropped do not."""
        return sum(cell.result.games for cell in self.cells)

    @property
    def is_complete(self) -> bool:
        """Whether every matchup of the matrix has a score; a run against the field leaves some out."""
        return not bool(np.isnan(self.matrix.rates()).any())

    def cell(self, a: str, b: str) -> Cell | None:
        """The matchup of these two, in the orientation in which it is kept."""
        return next((cell for cell in self.cells if {cell.a, cell.b} == {a, b}), None)


def analyse(plan: Plan, played: Mapping[Key, Played], provenance: Provenance, timing: Timing) -> Matchups:
    """Judge what was played of a plan: all of it, or what an interrupted run has finished."""
    seen = _seen(plan, played)
    matrix = Matrix(plan.labels, {key: _pairs(one.result) for key, one in seen.items()})
    is_complete = len(plan.labels) > 1 and not np.isnan(matrix.rates()).any()
    fit = rate_pairs(matrix) if _is_connected(matrix) else None
    flags = {} if plan.budget.half_width else {(f.row, f.column): f for f in flag_cells(matrix)}
    uneven = set(uneven_cells(matrix))
    nash = nash_report(matrix, _chance(plan, 2)) if is_complete else None
    changes = changes_of(plan, {key: one.result for key, one in seen.items()})
    return Matchups(
        title=plan.title,
        heroes=plan.labels,
        cells=tuple(
            _cell(key, one, plan, flags.get(key), key in uneven, changes.get(key))
            for key, one in seen.items()
        ),
        matrix=matrix,
        ratings=_ratings(matrix, fit, tier_list(matrix, _chance(plan, 1)) if is_complete else ()),
        fit=fit,
        seat=Seat(seat_advantage(matrix), seat_by_hero(matrix), _seat_elo(fit)),
        lengths=lengths_of(sum((one.result for one in seen.values()), CellResult()), plan.turn_cap),
        nash=nash,
        intransitivity=matrix_intransitivity(matrix) if is_complete else None,
        cycles=top_cycles(matrix),
        scorecard=scorecard(matrix, _chance(plan, 3), nash=nash) if is_complete else None,
        provenance=provenance,
        timing=timing,
        changes=changes_by_hero(plan, changes) if plan.against else {},
    )


def lengths_of(result: CellResult, turn_cap: int) -> Lengths:
    """Mean and quantiles of the number of turns."""
    histogram, stopped = result.all_turns, sum(result.stopped_games)
    low, median, high = (quantile(histogram, level, stopped) for level in (0.05, 0.5, 0.95))
    mean = _survival(histogram, stopped, turn_cap).mean()
    return Lengths(mean, low, median, high, histogram, stopped, turn_cap)


def _survival(histogram: Histogram, stopped: int, turn_cap: int) -> Survival:
    finished = np.zeros(max(len(histogram), turn_cap + 1 if stopped else 0), dtype=np.int64)
    finished[: len(histogram)] = histogram
    cut = np.zeros_like(finished)
    if stopped:
        cut[turn_cap] = stopped
    return kaplan_meier(finished, cut)


@dataclass(frozen=True, slots=True)
class _Seen:
    """A matchup and its results, seen by the entrant that was named first."""

    matchup: Matchup
    coupling: str
    batches: tuple[CellResult, ...]
    result: CellResult
    events: Tally | None
    replays: tuple[str, str]


def _seen(plan: Plan, played: Mapping[Key, Played]) -> dict[Key, _Seen]:
    """Every matchup in the order of the entrants."""
    place = {label: index for index, label in enumerate(plan.labels)}
    found = {}
    for matchup in plan.matchups():
        one = played.get(matchup.key)
        coupling = one.coupling if one else fixed_coupling(plan, matchup)
        batches, events = (one.batches, one.events) if one else ((), None)
        replays = replay_commands(plan, matchup, coupling)
        key = matchup.key
        if place[key[0]] > place[key[1]]:
            key, replays = key[::-1], replays[::-1]
            batches = tuple(batch.reversed() for batch in batches)
            events = events.swapped() if events else None
        found[key] = _Seen(matchup, coupling, batches, sum(batches, CellResult()), events, replays)
    return dict(sorted(found.items(), key=lambda item: (place[item[0][0]], place[item[0][1]])))


def _cell(
    key: Key, seen: _Seen, plan: Plan, flag: Flag | None, is_uneven: bool, change: Change | None
) -> Cell:
    pairs = _pairs(seen.result)
    return Cell(
        a=key[0],
        b=key[1],
        seed=seen.matchup.seed,
        coupling=seen.coupling,
        result=seen.result,
        steps=tuple(map(_pairs, seen.batches)),
        score=pairs.score_rate(),
        seat=pairs.seat_advantage(),
        lengths=lengths_of(seen.result, plan.turn_cap),
        shared=pair_coupling(pairs),
        flag=flag,
        is_uneven=is_uneven,
        events=seen.events,
        replays=seen.replays,
        change=change,
    )


def _pairs(result: CellResult) -> Pairs:
    return Pairs(result.counts, result.stopped)


def _is_connected(matrix: Matrix) -> bool:
    """Whether all entrants can be put on one scale: they met, directly or through others."""
    reached, edges = {0}, [(row, column) for row, column, _ in matrix.played()]
    for _ in matrix.heroes:
        reached |= {index for edge in edges if reached & set(edge) for index in edge}
    return len(reached) == len(matrix.heroes) > 1


def _ratings(matrix: Matrix, fit: Ratings | None, tiers: tuple[Tier, ...]) -> tuple[Rating, ...]:
    if fit is None:
        return ()
    better = surely_better(fit.strengths, fit.covariance)
    columns = (
        fit.elo(),
        rank_intervals(better),
        letters(better, fit.strengths),
        field_estimates(matrix),
        tiers or (None,) * len(matrix.heroes),
    )
    rows = [Rating(hero, *facts) for hero, *facts in zip(matrix.heroes, *columns, strict=True)]
    return tuple(sorted(rows, key=lambda row: -(row.elo.value or 0.0)))


def _seat_elo(fit: Ratings | None) -> Estimate | None:
    return fit.seat.mapped(lambda logit: ELO_PER_LOGIT * logit) if fit and fit.seat else None


def _chance(plan: Plan, question: int) -> np.random.Generator:
    """Bootstrap draws of their own for each question, so that an answer does not hang on the others."""
    return np.random.default_rng([plan.seed % 2**64, question])

"""How strong each hero is on one scale, allowing for the seat, for draws and for the dependence in pairs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import log

import numpy as np

from dtsim.errors import DtsimError
from dtsim.stats.arrays import FloatArray
from dtsim.stats.chi_square import ChiSquare, chi_square
from dtsim.stats.davidson import GameRows, fit, is_separated, residual_factors, saturated_log_likelihood
from dtsim.stats.estimate import Estimate
from dtsim.stats.games import Games
from dtsim.stats.matchups import Cell, Matchups
from dtsim.stats.normal import z_of

ELO_PER_LOGIT = 400 / log(10)
PRIOR_DEVIATION = 1.0  # of a strength on the logit scale, about 174 Elo; used only where no maximum exists


@dataclass(frozen=True, slots=True, eq=False)
class Ratings:
    """Strengths on the logit scale, adding up to zero, with their covariance."""

    heroes: tuple[str, ...]
    strengths: FloatArray
    covariance: FloatArray
    seat: Estimate | None  # what starting is worth, on the logit scale; None: not asked, or not to be known
    draw_weight: float  # nu of Davidson: how readily even games are drawn
    log_likelihood: float
    deviance: ChiSquare  # distance from the model in which every matchup and seat has its own chances
    is_regularised: bool  # some hero won or lost everything; a prior keeps its strength finite
    n: int

    def elo(self, confidence: float = 0.95) -> tuple[Estimate, ...]:
        """Each hero's rating, the mean of all being 0."""
        if self.n == 0:
            return tuple(Estimate.unknown() for _ in self.heroes)
        reaches = z_of(confidence) * np.sqrt(np.diag(self.covariance))
        return tuple(
            Estimate(float(value), float(value - reach), float(value + reach), self.n)
            for value, reach in zip(ELO_PER_LOGIT * self.strengths, ELO_PER_LOGIT * reaches, strict=True)
        )


def rate_games(
    heroes: Sequence[str], results: Mapping[Cell, Games], seat: bool = True, firth: bool = False
) -> Ratings:
    """Ratings from independent games: `results[i, j]` are those of i in the games that i started."""
    rows = _Rows.of_games(tuple(heroes), results, seat)
    return _rate(rows, firth)


def rate_pairs(matchups: Matchups, seat: bool = True, firth: bool = False) -> Ratings:
    """Ratings from pairs; the covariance is the sandwich that lets the two games of a pair be dependent."""
    return _rate(_Rows.of_pairs(matchups, seat), firth)


def seat_test(heroes: Sequence[str], results: Mapping[Cell, Games]) -> ChiSquare:
    """Does the seat matter? For independent games: twice the log-likelihood gained by one more parameter."""
    without, with_seat = (rate_games(heroes, results, seat).log_likelihood for seat in (False, True))
    return chi_square(2 * (with_seat - without), 1)


def lack_of_fit(heroes: Sequence[str], results: Mapping[Cell, Games], seat: bool = True) -> ChiSquare:
    """Is one scale enough? Against a model in which every matchup has a difference of its own.

    Large where heroes counter each other in cycles. Degrees of freedom: matchups played less heroes plus one.
    For independent games; `intransitivity` asks the same of pairs.
    """
    rows = _Rows.of_games(tuple(heroes), results, seat)
    cells = sorted({tuple(sorted(cell)) for cell in rows.cells})
    own = np.zeros((len(rows.cells), len(cells)))
    for row, (first, second) in enumerate(rows.cells):
        own[row, cells.index(tuple(sorted((first, second))))] = 1 if first < second else -1
    free = GameRows(np.column_stack([own, rows.games.design[:, rows.n_strengths :]]), rows.games.counts)
    # A matchup without a loss has no maximum: a faint prior stops close to its limit.
    limit, one_scale = (fit(games, np.full(games.n_parameters, 1e-6)) for games in (free, rows.games))
    gain = limit.log_likelihood - one_scale.log_likelihood
    return chi_square(2 * gain, len(cells) - (len(heroes) - 1))


@dataclass(frozen=True, slots=True, eq=False)
class _Rows:
    """Rows of the likelihood: one per matchup and starting hero that was played."""

    heroes: tuple[str, ...]
    cells: tuple[tuple[int, int], ...]  # who starts, who follows; for pairs: the row hero, its opponent
    games: GameRows
    basis: FloatArray  # strengths = basis @ free coordinates, so that they add up to zero
    has_seat: bool
    pair_tables: tuple[FloatArray, ...] = ()  # for pairs: rows 2 c and 2 c + 1 belong to table c

    @property
    def n_strengths(self) -> int:
        return int(self.basis.shape[1])

    @classmethod
    def of_games(cls, heroes: tuple[str, ...], results: Mapping[Cell, Games], seat: bool) -> _Rows:
        position = {hero: index for index, hero in enumerate(heroes)}
        played = [
            (position[i], position[j], games) for (i, j), games in results.items() if games.n and i != j
        ]
        counts = [[games.losses, games.draws, games.wins] for _, _, games in played]
        cells = [(i, j) for i, j, _ in played]
        return cls._build(heroes, cells, [1.0] * len(cells), counts, seat)

    @classmethod
    def of_pairs(cls, matchups: Matchups, seat: bool) -> _Rows:
        cells, starts, counts, tables = [], [], [], []
        for row, column, pairs in matchups.played():
            table = pairs.table
            cells += [(row, column)] * 2
            starts += [1.0, -1.0]
            counts += [table.sum(axis=1).tolist(), table.sum(axis=0).tolist()]
            tables.append(table.astype(float))
        return cls._build(matchups.heroes, cells, starts, counts, seat, tuple(tables))

    @classmethod
    def _build(
        cls,
        heroes: tuple[str, ...],
        cells: list[tuple[int, int]],
        starts: list[float],
        counts: list[list[int]],
        seat: bool,
        tables: tuple[FloatArray, ...] = (),
    ) -> _Rows:
        _refuse_separate_groups(heroes, cells)
        basis = _zero_sum_basis(len(heroes))
        differences = np.zeros((len(cells), len(heroes)))
        for row, (i, j) in enumerate(cells):
            differences[row, i], differences[row, j] = 1.0, -1.0
        design = differences @ basis
        with_seat = np.column_stack([design, np.array(starts)])
        # If every hero met its opponents from one seat only, seat and strength cannot be told apart.
        seat = seat and len(cells) > 0 and np.linalg.matrix_rank(with_seat) > np.linalg.matrix_rank(design)
        if seat:
            design = with_seat
        results = np.array(counts, dtype=float).reshape(len(cells), 3)
        return cls(heroes, tuple(cells), GameRows(design, results), basis, seat, tables)


def _rate(rows: _Rows, firth: bool) -> Ratings:
    games, size = rows.games, rows.games.n_parameters
    n = int(games.counts.sum())
    precision, is_regularised = np.zeros(size), False
    if not firth and is_separated(games):
        is_regularised = True
        strengths_only = np.arange(size) < rows.n_strengths
        # If seat or draws alone are separated (whoever starts wins always), they need the prior as well.
        covered = np.ones(size, dtype=bool) if is_separated(games, ~strengths_only) else strengths_only
        precision[covered] = PRIOR_DEVIATION**-2
    best = fit(games, precision, firth)
    inverse = np.linalg.inv(best.information)
    covariance = inverse if not rows.pair_tables else inverse @ _meat(rows, best.probabilities) @ inverse
    strengths, k = rows.basis @ best.parameters[: rows.n_strengths], rows.n_strengths
    seat = None
    if rows.has_seat and n > 0:
        value, reach = float(best.parameters[k]), z_of(0.95) * float(np.sqrt(covariance[k, k]))
        seat = Estimate(value, value - reach, value + reach, n)
    degrees = len(rows.cells) * (1 + games.has_draws) - size
    return Ratings(
        rows.heroes,
        strengths,
        rows.basis @ covariance[:k, :k] @ rows.basis.T,
        seat,
        float(np.exp(best.parameters[-1])) if games.has_draws else 0.0,
        best.log_likelihood,
        chi_square(2 * (saturated_log_likelihood(games) - best.log_likelihood), degrees),
        is_regularised,
        n,
    )


def _meat(rows: _Rows, probabilities: FloatArray) -> FloatArray:
    """Sum over pairs of the outer product of their score: the spread that dependent games really have."""
    along, drawn = residual_factors(probabilities)
    size = rows.games.n_parameters
    total = np.zeros((size, size))
    for c, table in enumerate(rows.pair_tables):
        scores = []
        for row in (2 * c, 2 * c + 1):
            score = along[row][:, None] * rows.games.design[row]
            scores.append(np.column_stack([score, drawn[row]]) if rows.games.has_draws else score)
        joint = (scores[0][:, None, :] + scores[1][None, :, :]).reshape(9, size)
        total += joint.T @ (table.reshape(9, 1) * joint)
    return total


def _zero_sum_basis(n_heroes: int) -> FloatArray:
    """Orthonormal directions in which strengths add up to zero: no hero is special, lengths are kept."""
    vectors, _, _ = np.linalg.svd(np.eye(n_heroes) - 1 / max(1, n_heroes))
    return vectors[:, : max(0, n_heroes - 1)]


def _refuse_separate_groups(heroes: tuple[str, ...], cells: list[tuple[int, int]]) -> None:
    """Heroes that never met, directly or through others, cannot be put on one scale."""
    group = list(range(len(heroes)))
    for i, j in cells:
        old, new = group[i], group[j]
        group = [new if g == old else g for g in group]
    if len(set(group)) > 1:
        parts = [
            [hero for hero, g in zip(heroes, group, strict=True) if g == part]
            for part in dict.fromkeys(group)
        ]
        listed = "; ".join(", ".join(part) for part in parts)
        raise DtsimError(f"these groups of heroes never met, so no rating can compare them: {listed}")

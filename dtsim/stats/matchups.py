"""The matrix of all matchups: which hero beats which, by pairs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

import numpy as np

from dtsim.stats.arrays import FloatArray
from dtsim.stats.pairs import Pairs, effective_games

Cell = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Matchups:
    """Pairs by (row hero, opponent), in either orientation; matrices of the same heroes add like numbers.

    A mirror match (a hero against itself) may be stored: it tests the engine and shows the value of the seat,
    and has no say in how good the hero is.
    """

    heroes: tuple[str, ...]
    cells: Mapping[Cell, Pairs] = field(default_factory=dict)

    def __post_init__(self) -> None:
        assert len(set(self.heroes)) == len(self.heroes)
        position = {hero: index for index, hero in enumerate(self.heroes)}
        upright: dict[Cell, Pairs] = {}
        for (row, column), pairs in self.cells.items():
            if position[row] > position[column]:
                row, column, pairs = column, row, pairs.reversed()
            upright[row, column] = upright.get((row, column), Pairs()) + pairs
        object.__setattr__(self, "cells", upright)

    def __add__(self, other: Matchups) -> Matchups:
        assert self.heroes == other.heroes
        keys = dict.fromkeys([*self.cells, *other.cells])
        return Matchups(self.heroes, {key: self.cell(*key) + other.cell(*key) for key in keys})

    def cell(self, row: str, column: str) -> Pairs:
        """The pairs of this matchup seen by the row hero; empty if it was never played."""
        if (row, column) in self.cells:
            return self.cells[row, column]
        return self.cells.get((column, row), Pairs()).reversed()

    def played(self) -> Iterator[tuple[int, int, Pairs]]:
        """Every matchup of two different heroes with at least one pair: row, column, pairs, row < column."""
        position = {hero: index for index, hero in enumerate(self.heroes)}
        for (row, column), pairs in self.cells.items():
            if row != column and pairs.n > 0:
                yield position[row], position[column], pairs

    def rates(self) -> FloatArray:
        """Score rate of row against column; 1/2 for a hero against itself, nan where nothing was played."""
        return self._matrices()[0]

    def effective_games(self) -> FloatArray:
        """Independent games that would know each rate as well; 0 where nothing was played."""
        return self._matrices()[1]

    def _matrices(self) -> tuple[FloatArray, FloatArray]:
        size = len(self.heroes)
        rates, n_effective = np.full((size, size), np.nan), np.zeros((size, size))
        np.fill_diagonal(rates, 0.5)
        for row, column, pairs in self.played():
            rate, n = effective_games(pairs.pentanomial)
            rates[row, column], rates[column, row] = rate, 1 - rate
            n_effective[row, column] = n_effective[column, row] = n
        return rates, n_effective

"""What it is worth to start: the score of the start player, over all games, by hero and by matchup."""

from __future__ import annotations

from dtsim.stats.estimate import Estimate
from dtsim.stats.matchups import Cell, Matchups
from dtsim.stats.pairs import Pairs


def seat_advantage(matchups: Matchups, confidence: float = 0.95) -> Estimate:
    """Points per game of whoever starts, mirror matches included: 50 % if the seat does not matter."""
    return sum(matchups.cells.values(), Pairs()).seat_advantage(confidence)


def seat_by_hero(matchups: Matchups, confidence: float = 0.95) -> dict[str, Estimate]:
    """The same over the matchups of each hero."""
    return {
        hero: sum((pairs for cell, pairs in matchups.cells.items() if hero in cell), Pairs()).seat_advantage(
            confidence
        )
        for hero in matchups.heroes
    }


def seat_by_matchup(matchups: Matchups, confidence: float = 0.95) -> dict[Cell, Estimate]:
    """The same for every matchup that was played."""
    return {cell: pairs.seat_advantage(confidence) for cell, pairs in matchups.cells.items() if pairs.n}

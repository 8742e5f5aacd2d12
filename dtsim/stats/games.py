"""Wins, draws and losses of single games, and what games stopped by the turn cap can change."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from dtsim.stats.estimate import Estimate
from dtsim.stats.intervals import wilson


class Truncation(Enum):
    """What the share of games stopped by the turn cap demands."""

    NEGLIGIBLE = "negligible"
    SHOWN = "shown"  # above 0.1 %: the bounds of the rate are printed
    ERROR = "error"  # above 1 %: the headline cannot be trusted


@dataclass(frozen=True, slots=True)
class Games:
    """Results of one hero. They add like numbers; stopped games are counted apart, never as draws."""

    wins: int = 0
    draws: int = 0
    losses: int = 0
    truncated: int = 0

    def __post_init__(self) -> None:
        assert min(self.wins, self.draws, self.losses, self.truncated) >= 0

    def __add__(self, other: Games) -> Games:
        return Games(
            self.wins + other.wins,
            self.draws + other.draws,
            self.losses + other.losses,
            self.truncated + other.truncated,
        )

    @property
    def n(self) -> int:
        """Games with a result."""
        return self.wins + self.draws + self.losses

    @property
    def points(self) -> float:
        """A win is one point, a draw half of one."""
        return self.wins + self.draws / 2

    def reversed(self) -> Games:
        """The same games from the opponent's chair."""
        return Games(self.losses, self.draws, self.wins, self.truncated)

    def score_rate(self, confidence: float = 0.95) -> Estimate:
        """Points per game, for independent games; draws make Wilson's interval too wide, never too narrow."""
        return wilson(self.points, self.n, confidence)

    def score_rate_bounds(self) -> tuple[float, float] | None:
        """Win rate if stopped games and draws had been lost, and if they had been won: the widest doubt."""
        total = self.n + self.truncated
        if total == 0:
            return None
        return self.wins / total, (self.wins + self.draws + self.truncated) / total

    @property
    def truncation(self) -> Truncation:
        """Whether the stopped games are too many to pass over, or to trust the rate at all."""
        if self.truncated * 100 > self.n:
            return Truncation.ERROR
        if self.truncated * 1000 > self.n:
            return Truncation.SHOWN
        return Truncation.NEGLIGIBLE

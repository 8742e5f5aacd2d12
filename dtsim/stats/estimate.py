"""A number never travels alone: the estimate, its interval and the games behind it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Estimate:
    """A value, the interval that holds the truth with the stated confidence, and the number of games.

    Nothing observed means no number: the value is None, never 0 or 50 %. A bound may be None alone when the
    games cannot bound that side (a quantile beyond the turn cap).
    """

    value: float | None
    low: float | None
    high: float | None
    n: int

    def __post_init__(self) -> None:
        assert self.n >= 0
        assert self.value is None or self.n > 0
        assert self.value is not None or (self.low is None and self.high is None)

    @classmethod
    def unknown(cls, n: int = 0) -> Estimate:
        """What is said of a quantity that these games do not determine."""
        return cls(None, None, None, n)

    @property
    def half_width(self) -> float | None:
        """Half the length of the interval: the +- of a table."""
        if self.low is None or self.high is None:
            return None
        return (self.high - self.low) / 2

    def contains(self, truth: float) -> bool:
        """Whether the interval admits this value; an unbounded side admits everything."""
        above_low = self.low is None or self.low <= truth
        return above_low and (self.high is None or truth <= self.high)

    def complement(self) -> Estimate:
        """The same rate seen from the other side of the table: 1 - p."""
        return self.mapped(lambda rate: 1 - rate)

    def mapped(self, scale: Callable[[float], float]) -> Estimate:
        """The estimate on another scale, for a function that only rises or only falls."""
        value, low, high = (None if x is None else scale(x) for x in (self.value, self.low, self.high))
        falls = (low is not None and value is not None and low > value) or (
            high is not None and value is not None and high < value
        )
        return Estimate(value, high, low, self.n) if falls else Estimate(value, low, high, self.n)

    def percent(self, digits: int = 1) -> str:
        """A rate as tables show it: `54.2 % [53.9, 54.5], n = 100,000`."""
        return self._show(100, f".{digits}f", " %")

    def points(self, digits: int = 1) -> str:
        """A difference of rates: `+2.9 pp [+2.6, +3.2], n = 40,000`."""
        return self._show(100, f"+z.{digits}f", " pp")

    def number(self, digits: int = 1) -> str:
        """A plain number such as turns or Elo: `12.3 [12.1, 12.5], n = 4,000`."""
        return self._show(1, f".{digits}f", "")

    def __str__(self) -> str:
        return self.percent()

    def _show(self, factor: float, form: str, unit: str) -> str:
        value, low, high = (
            "–" if x is None else format(factor * x, form) for x in (self.value, self.low, self.high)
        )
        return f"{value}{unit} [{low}, {high}], n = {self.n:,}"

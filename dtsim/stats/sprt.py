"""When the evidence is enough to stop: the sequential probability ratio test on pairs, as in fishtest."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum
from math import log

import numpy as np

from dtsim.stats.arrays import ArrayLike
from dtsim.stats.gsprt import logistic_llr, normalized_llr, score_llr

MAX_PAIRS = 400_000


class Scale(Enum):
    """The unit in which the two hypotheses are given."""

    POINTS = "pp"  # percentage points away from 50 %
    LOGISTIC = "elo"
    NORMALIZED = "nelo"


class Decision(Enum):
    """What the test says so far."""

    GO_ON = "go on"
    LOW = "the low hypothesis holds"
    HIGH = "the high hypothesis holds"
    INCONCLUSIVE = "inconclusive"


@dataclass(frozen=True, slots=True)
class Hypotheses:
    """Two strengths to decide between."""

    low: float
    high: float
    scale: Scale = Scale.POINTS

    def llr(self, counts: ArrayLike) -> float:
        """Exact log-likelihood ratio of high against low."""
        if self.scale is Scale.LOGISTIC:
            return float(logistic_llr(counts, self.low, self.high))
        if self.scale is Scale.NORMALIZED:
            return float(normalized_llr(counts, self.low, self.high))
        return float(score_llr(counts, 0.5 + self.low / 100, 0.5 + self.high / 100))


NON_REGRESSION = Hypotheses(-1.0, 0.0)
CHANGE_DETECTION = Hypotheses(0.0, 1.0)


def stopping_bounds(alpha: float = 0.05, beta: float = 0.05) -> tuple[float, float]:
    """ln(beta / (1 - alpha)) and ln((1 - beta) / alpha): where the errors are alpha and beta (Wald 1945)."""
    return log(beta / (1 - alpha)), log((1 - beta) / alpha)


@dataclass(frozen=True, slots=True)
class Records:
    """How far the LLR jumps each time it sets a new record: the size of its overshoot at a bound."""

    record: float = 0.0
    jumps: float = 0.0
    squares: float = 0.0

    def after(self, value: float) -> Records:
        """Count a value beyond the record; `value` grows in the direction of the bound."""
        jump = value - self.record
        if jump <= 0:
            return self
        return Records(value, self.jumps + jump, self.squares + jump**2)

    @property
    def overshoot(self) -> float:
        """Expected excess over a bound: half the mean square over the mean jump (Siegmund 1985, 8.33)."""
        return self.squares / (2 * self.jumps) if self.jumps > 0 else 0.0


@dataclass(frozen=True, slots=True)
class Sprt:
    """A running test. Feed it the counts so far after every batch; it answers with the next state."""

    hypotheses: Hypotheses = CHANGE_DETECTION
    alpha: float = 0.05
    beta: float = 0.05
    max_units: int = MAX_PAIRS
    n: int = 0
    llr: float = 0.0
    lows: Records = Records()
    highs: Records = Records()

    def after(self, counts: ArrayLike) -> Sprt:
        """The test after all results so far (cumulative counts of games or pairs, low to high)."""
        return self.at(int(np.sum(counts)), self.hypotheses.llr(counts))

    def at(self, n: int, llr: float) -> Sprt:
        """The test after n units with this LLR, for callers that weigh many tests at once (`gsprt`)."""
        return replace(self, n=n, llr=llr, lows=self.lows.after(-llr), highs=self.highs.after(llr))

    @property
    def bounds(self) -> tuple[float, float]:
        """Where the test stops: Wald's bounds, moved in by the expected overshoot to save its games."""
        low, high = stopping_bounds(self.alpha, self.beta)
        return low + self.lows.overshoot, high - self.highs.overshoot

    @property
    def decision(self) -> Decision:
        """Stop at a bound; give up, and say so, when the budget is spent."""
        low, high = self.bounds
        if self.n > 0 and self.llr <= low:
            return Decision.LOW
        if self.n > 0 and self.llr >= high:
            return Decision.HIGH
        return Decision.INCONCLUSIVE if self.n >= self.max_units else Decision.GO_ON

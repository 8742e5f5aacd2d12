"""What the games of one matchup came to: counts that add like numbers, and are saved and loaded as such."""

from __future__ import annotations

from dataclasses import dataclass, fields
from itertools import zip_longest
from typing import Any

from dtsim.errors import DtsimError

Histogram = tuple[int, ...]
"""How often 0, 1, 2 ... was seen."""

_BITS = 2**64


@dataclass(frozen=True, slots=True)
class CellResult:
    """Pairs of games between a hero and an opponent: the hero starts the first game, the opponent the second.

    `counts[3 * a + b]` pairs got result `a` in the first and `b` in the second game, seen by the hero: 0 is a
    loss, 1 a draw, 2 a win. A pair with a game stopped by the turn cap is counted in `stopped` alone. What is
    kept by game, not by pair, covers the games of those pairs too.

    If the same pairs were played in another version of the heroes, `changes[5 * a + b]` of them got `a`
    points there and `b` here, a win being 2 and a draw 1; pairs stopped in either are left out.
    """

    counts: tuple[int, ...] = (0,) * 9
    stopped: int = 0
    turns: tuple[Histogram, Histogram] = ((), ())  # turns of finished games: hero starts, opponent starts
    stopped_games: tuple[int, int] = (0, 0)  # hero starts, opponent starts
    health_left: tuple[Histogram, Histogram] = ((), ())  # of the winner: the hero, the opponent
    fingerprint: int = 0  # 64 bits over the games, whatever the order in which they were played
    changes: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        assert len(self.counts) == 9
        assert len(self.changes) in (0, 25)
        assert min(*self.counts, self.stopped, *self.stopped_games) >= 0

    @property
    def pairs(self) -> int:
        """All pairs that were played."""
        return sum(self.counts) + self.stopped

    @property
    def games(self) -> int:
        """All games that were played."""
        return 2 * self.pairs

    @property
    def all_turns(self) -> Histogram:
        """Turns of the finished games, whoever started."""
        return _sum(*self.turns)

    def __add__(self, other: CellResult) -> CellResult:
        return CellResult(
            _sum(self.counts, other.counts),
            self.stopped + other.stopped,
            (_sum(self.turns[0], other.turns[0]), _sum(self.turns[1], other.turns[1])),
            (self.stopped_games[0] + other.stopped_games[0], self.stopped_games[1] + other.stopped_games[1]),
            (
                _sum(self.health_left[0], other.health_left[0]),
                _sum(self.health_left[1], other.health_left[1]),
            ),
            (self.fingerprint + other.fingerprint) % _BITS,
            _sum(self.changes, other.changes),
        )

    def reversed(self) -> CellResult:
        """The same games from the opponent's chair: what was started now follows, what was won is lost."""
        counts = tuple(self.counts[3 * (2 - b) + 2 - a] for a in range(3) for b in range(3))
        return CellResult(
            counts,
            self.stopped,
            self.turns[::-1],
            self.stopped_games[::-1],
            self.health_left[::-1],
            self.fingerprint,
            self.changes[::-1],  # what was a of 4 points is 4 - a
        )

    def saved(self) -> dict[str, Any]:
        """Plain values, for a file."""
        return {field.name: getattr(self, field.name) for field in fields(self)}

    @classmethod
    def loaded(cls, saved: Any) -> CellResult:
        """The result that `saved` made these values of."""
        try:
            assert set(saved) == {field.name for field in fields(cls)}
            return cls(**{name: _frozen(value) for name, value in saved.items()})
        except (TypeError, AssertionError) as error:
            raise DtsimError("not the results of a matchup") from error


def _sum(first: Histogram, second: Histogram) -> Histogram:
    return tuple(mine + theirs for mine, theirs in zip_longest(first, second, fillvalue=0))


def _frozen(value: Any) -> Any:
    if isinstance(value, list):
        return tuple(map(_frozen, value))
    if not isinstance(value, int):
        raise TypeError(f"{value!r} is not a count")
    return value

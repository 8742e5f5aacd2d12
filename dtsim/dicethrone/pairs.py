"""Pairs of games: each hero starts one of them. What chance the two games share is the coupling."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from dtsim.dicethrone.batch import Batch, Pairing, play_batch
from dtsim.dicethrone.events import Tally
from dtsim.errors import unknown

COUPLINGS = {
    "independent": "the two games share nothing",
    "seat": "dice and decks follow the seat: the heroes change places, as in duplicate bridge",
    "hero": "dice and decks follow the hero: only the Start Player changes",
    "full": "the two games share nothing, but both are played alike in two versions of the heroes",
}


@dataclass(frozen=True, slots=True)
class Pairs:
    """Games of two heroes, two by two: the first hero starts, then the second."""

    first: Batch
    second: Batch
    is_swapped: bool  # in the second game of a pair the heroes sit on each other's seats

    @property
    def n(self) -> int:
        return self.first.games

    @property
    def tally(self) -> Tally | None:
        """What happened in both games of all pairs, by hero; None if it was not counted."""
        first, second = self.first.tally, self.second.tally
        if first is None or second is None or first.games != self.n or second.games != self.n:
            return None  # an interruption left more games of one kind than pairs
        return first + (second.swapped() if self.is_swapped else second)

    def scores(self) -> NDArray[np.int8]:
        """[pair, game]: twice the first hero's points (0, 1, 2), or -1 for a game stopped at the cap."""
        second = self.second.outcomes
        if self.is_swapped:
            second = np.where(second >= 0, 1 - second, second)
        outcomes = np.stack([self.first.outcomes, second], axis=1)
        return np.select([outcomes == 0, outcomes == -1, outcomes == 1], [2, 1, 0], -1).astype(np.int8)


def games_of(pairing: Pairing, coupling: str) -> tuple[Pairing, Pairing]:
    """Both games of a pair; each can be played alone."""
    if coupling not in COUPLINGS:
        raise unknown("coupling", coupling, COUPLINGS)
    first = replace(pairing, start=0)
    return (
        (first, replace(pairing.swapped(), start=0))
        if coupling == "seat"
        else (first, replace(first, start=1))
    )


def numbers_of(coupling: str, pairs: range) -> tuple[range, range]:
    """The numbers of the games of these pairs: what has the same number (and seed) shares its chance."""
    if coupling in ("independent", "full"):
        first = range(2 * pairs.start, 2 * pairs.stop, 2)
        return first, range(first.start + 1, first.stop + 1, 2)
    return pairs, pairs


def play_pairs(
    pairing: Pairing,
    pairs: range,
    coupling: str = "independent",
    *,
    threads: int | None = None,
    on_progress: Callable[[int], None] | None = None,
    events: bool = False,
) -> Pairs:
    """Play these pairs of a run; an interruption keeps the pairs of which both games are finished."""
    games = [
        play_batch(one, numbers, threads=threads, on_progress=on_progress, events=events)
        for one, numbers in zip(games_of(pairing, coupling), numbers_of(coupling, pairs), strict=True)
    ]
    complete = min(batch.games for batch in games)
    first, second = (replace(batch, rows=batch.rows[:complete]) for batch in games)
    return Pairs(first, second, coupling == "seat")

"""Counting the games of a batch of pairs."""

from __future__ import annotations

import hashlib

import numpy as np
from numpy.typing import NDArray

from dtsim.dicethrone.batch import Batch
from dtsim.dicethrone.pairs import Pairs
from dtsim.results import CellResult, Histogram
from dtsim.stats.differences import joint_table

WIN, LOSS = 2, 0
STOPPED = -1


def tally(pairs: Pairs, before: Pairs | None = None) -> CellResult:
    """What these pairs came to, seen by their first hero; and what the same came to in another version."""
    scores = pairs.scores()
    whole = scores[(scores != STOPPED).all(axis=1)]
    counts = np.bincount(3 * whole[:, 0] + whole[:, 1], minlength=9)
    batches = (pairs.first, pairs.second)
    seats = (0, 1 if pairs.is_swapped else 0)  # of the first hero
    return CellResult(
        counts=tuple(counts.tolist()),
        stopped=len(scores) - len(whole),
        turns=(_histogram(pairs.first.turns), _histogram(pairs.second.turns)),
        stopped_games=(pairs.first.unfinished, pairs.second.unfinished),
        health_left=(
            _histogram(_health(batches, scores == WIN, seats)),
            _histogram(_health(batches, scores == LOSS, (1 - seats[0], 1 - seats[1]))),
        ),
        fingerprint=_fingerprint(batches),
        changes=() if before is None else _changes(before.scores(), scores),
    )


def _changes(before: NDArray[np.int8], after: NDArray[np.int8]) -> tuple[int, ...]:
    """Pairs by their points in one version and the other."""
    assert len(before) == len(after)
    whole = ((before != STOPPED) & (after != STOPPED)).all(axis=1)
    table = joint_table(before[whole].sum(axis=1), after[whole].sum(axis=1), 5)
    return tuple(table.ravel().tolist())


def _health(
    batches: tuple[Batch, Batch], games: NDArray[np.bool_], seats: tuple[int, int]
) -> NDArray[np.int16]:
    """Health at the end, in these games, of the hero that sits there."""
    return np.concatenate(
        [batch.healths[games[:, k], seat] for k, (batch, seat) in enumerate(zip(batches, seats, strict=True))]
    )


def _histogram(values: NDArray[np.int16]) -> Histogram:
    return tuple(np.bincount(values).tolist())


def _fingerprint(batches: tuple[Batch, Batch]) -> int:
    """64 bits over all games of the batch; those of several batches are added."""
    digest = hashlib.blake2b(digest_size=8)
    for batch in batches:
        digest.update(np.ascontiguousarray(batch.rows).tobytes())
    return int.from_bytes(digest.digest(), "big")

"""What counting events costs: the same games of greedy players with and without a tally, one thread."""

from __future__ import annotations

from functools import partial
from time import perf_counter

from benchmarks.measure import Table
from dtsim.dicethrone.batch import Pairing, pair_up, play_batch

PAIRS = ("gunslinger", "barbarian"), ("cursed-pirate", "huntress"), ("paladin", "shadow-thief")
GAMES = 4_000
REPEATS = 7


def run() -> Table:
    rows = tuple(_compare(pair_up(heroes, seed=1)) for heroes in PAIRS)
    heads = "heroes", "games/s", "games/s with events", "slower by", "a game"
    return Table(f"Counting events: {GAMES:,} games of greedy players, one thread", heads, rows)


def _compare(pairing: Pairing) -> tuple[str, ...]:
    """Both in turn, the best of several: other work on the machine only adds to a time."""
    calls = [partial(play_batch, pairing, range(GAMES), threads=1, events=events) for events in (False, True)]
    plain, counted = (call() for call in calls)
    assert plain.fingerprint == counted.fingerprint
    times = [[_seconds(call) for call in calls] for _ in range(REPEATS)]
    without, with_events = (min(column) for column in zip(*times, strict=True))
    return (
        " - ".join(plain.heroes),
        f"{GAMES / without:,.0f}",
        f"{GAMES / with_events:,.0f}",
        f"{100 * (with_events / without - 1):.1f} %",
        f"{1e6 * (with_events - without) / GAMES:.2f} us",
    )


def _seconds(call: partial[object]) -> float:
    start = perf_counter()
    call()
    return perf_counter() - start

"""Whole games: players on one and two threads, the same source uncompiled, and OpenSpiel's pig beside them.

Pig is a game of one die with two moves; what is compared is how many games a second a user of each library
gets to the end of, from Python and on one thread. Turns are those of one player.
"""

from __future__ import annotations

import random
import warnings
from collections.abc import Callable
from functools import partial
from time import perf_counter
from typing import Any

import numpy as np

from benchmarks.measure import Table
from dtsim import jit
from dtsim.dicethrone.batch import CHUNK, pair_up, play_batch

HEROES = "gunslinger", "barbarian"
GAMES = 4 * CHUNK
UNCOMPILED_GAMES = 40
PIG_GAMES = 1_000
REPEATS = 5

Run = Callable[[], tuple[int, int]]  # how many games were played, and how many turns they had


def run() -> Table:
    runs: dict[str, Run] = {
        "greedy, uncompiled": _uncompiled(),
        **{
            f"{player}, {threads} thread{'s' * (threads > 1)}": _play(player, threads)
            for player in ("greedy", "planner")
            for threads in (1, 2)
        },
    }
    pig = _pig()
    if pig is not None:
        runs["OpenSpiel pig, Python loop"] = pig
    speeds = _measure(runs)
    rows = [_row(name, speeds) for name in runs]
    if pig is None:
        rows.append(("OpenSpiel pig is not installed: pip install open_spiel", *["-"] * 5))
    heads = "player", "games/s", "ns a turn", "x uncompiled", "x pig", "x one thread"
    return Table(f"Whole games: {' - '.join(HEROES)}, {GAMES:,} games", heads, tuple(rows))


def _play(player: str, threads: int) -> Run:
    pairing = pair_up(HEROES, seed=1, player=player)

    def call() -> tuple[int, int]:
        rows = play_batch(pairing, range(GAMES), threads=threads).rows
        return len(rows), int(rows[:, 1].sum())

    return call


def _uncompiled() -> Run:
    """The same games by the same source, as plain Python."""
    plain: Any = jit.uncompiled("dtsim.dicethrone.batch")
    pairing = plain.pair_up(HEROES, seed=1)
    compiled = play_batch(pair_up(HEROES, seed=1), range(UNCOMPILED_GAMES))

    def call() -> tuple[int, int]:
        with warnings.catch_warnings(action="ignore"):  # random numbers wrap around on purpose
            rows = plain.play_batch(pairing, range(UNCOMPILED_GAMES), threads=1).rows
        assert np.array_equal(rows, compiled.rows)
        return len(rows), int(rows[:, 1].sum())

    return call


def _pig() -> Run | None:
    """Random play, as OpenSpiel's own examples write it."""
    try:
        import pyspiel
    except ImportError:
        return None
    return partial(_play_pig, pyspiel.load_game("pig"))


def _play_pig(game: Any) -> tuple[int, int]:
    turns = 0
    for _ in range(PIG_GAMES):
        state, player = game.new_initial_state(), -1
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(random.choices(outcomes, chances)[0])
            else:
                turns += state.current_player() != player
                player = state.current_player()
                state.apply_action(random.choice(state.legal_actions()))
    return PIG_GAMES, turns


def _measure(runs: dict[str, Run]) -> dict[str, tuple[float, float]]:
    """Games a second and seconds a turn: all in turn, the best of several, for other work only adds."""
    best: dict[str, tuple[float, float]] = {}
    for run in runs.values():
        run()  # compiles, studies, fills caches
    for _ in range(REPEATS):
        for name, run in runs.items():
            start = perf_counter()
            games, turns = run()
            seconds = perf_counter() - start
            best[name] = max(best.get(name, (0.0, 0.0)), (games / seconds, seconds / turns))
    return best


def _row(name: str, speeds: dict[str, tuple[float, float]]) -> tuple[str, ...]:
    games, turn = speeds[name]

    def times(other: str) -> str:
        return f"{games / speeds[other][0]:,.2f}" if other in speeds else "-"

    alone = f"{name.partition(',')[0]}, 1 thread"
    return (
        name,
        f"{games:,.0f}",
        f"{1e9 * turn:,.0f}",
        times("greedy, uncompiled"),
        times("OpenSpiel pig, Python loop"),
        times(alone) if name.endswith("threads") else "-",
    )

"""Ask the player who must decide; play a game, or many, to the end."""

from __future__ import annotations

from typing import Any

import numpy as np

from dtsim.bare import bare
from dtsim.dicethrone.engine.game import advance, begin, take
from dtsim.dicethrone.engine.record import player
from dtsim.dicethrone.engine.scratch import IS_WANTED, bare_counting
from dtsim.dicethrone.engine.tally import tally
from dtsim.dicethrone.players import mind as M
from dtsim.dicethrone.players.bans import permitted
from dtsim.dicethrone.players.greedy import choose_greedily
from dtsim.dicethrone.players.memory import bare_memory
from dtsim.dicethrone.players.planner import choose_by_plan
from dtsim.dicethrone.players.ponder import ponder
from dtsim.dicethrone.program import layout as L
from dtsim.jit import kernel, leaf, part
from dtsim.rng import below, draw, game_key, mix

RANDOM, GREEDY, PLANNER = range(3)

# a row of results
OUTCOME, TURNS, STARTER, HEALTHS = range(4)
ROW = HEALTHS + L.MAX_PLAYERS


@kernel
def choose(s: Any, t: Any, opts: Any, n: Any, kind: Any, memory: Any) -> Any:
    """The option that a kind of player takes."""
    if n == 1:
        return opts[0]
    if kind == RANDOM:
        bits = draw(mix(np.uint64(s[L.KEY])), s[L.ASKED], L.FOR_PLAYER, s[L.TURN], s[L.DECISIONS])
        return opts[below(bits, n)]
    if kind == PLANNER:
        return choose_by_plan(s, t, opts, n, memory)
    return choose_greedily(s, t, opts, n, memory)


@leaf
def must_ponder(memory: Any) -> Any:
    """Did the planner ask for something it has not looked into yet?"""
    return memory.mind[M.WANTED] != 0 or memory.mind[M.WORTH_KNOWN] == 0


@part
def decide(s: Any, t: Any, opts: Any, n: Any, kind: Any, memory: Any) -> Any:
    """The option that the player who is asked takes, of those that it does not forbid itself."""
    n = permitted(s, opts, n, memory.bans)
    chosen = choose(s, t, opts, n, kind, memory)
    while kind == PLANNER and must_ponder(memory):
        ponder(s, t, opts, n, memory)
        chosen = choose(s, t, opts, n, kind, memory)
    return chosen


@part
def play_on(s: Any, t: Any, opts: Any, journal: Any, kinds: Any, first: Any, second: Any) -> None:
    """Play a game to its end, each player with its own memory."""
    while True:
        n = advance(s, t, opts, journal)
        if n == 0:
            return
        who = s[L.ASKED]
        chosen = decide(s, t, opts, n, kinds[who], first if who == 0 else second)
        s[L.DECISIONS] += 1
        take(s, chosen)


@kernel
def decide_once(record: Any, table: Any, options: Any, n: Any, kind: Any, memory: Any) -> Any:
    """What a player takes in the position at hand: for those who go step by step."""
    return decide(bare(record), bare(table), bare(options), n, kind, bare_memory(memory))


@kernel
def play_many(
    record: Any,
    table: Any,
    start: Any,
    seed: Any,
    first: Any,
    stride: Any,
    options: Any,
    journal: Any,
    kinds: Any,
    memories: Any,
    rows: Any,
    counting: Any,
) -> None:
    """Play games `first`, `first` + `stride` ... of a run, one row of results each; count their events."""
    s, t, opts, events = bare(record), bare(table), bare(options), bare(journal)
    kinds_of, start_of = bare(kinds), bare(start)
    one, other = bare_memory(memories[0]), bare_memory(memories[1])
    counted = bare_counting(counting)
    for index in range(len(rows)):
        begin(s, t, start_of, game_key(seed, first + index * stride), events)
        play_on(s, t, opts, events, kinds_of, one, other)
        rows[index, OUTCOME] = s[L.WINNER] if s[L.OVER] == L.DECIDED else -1 - s[L.OVER]
        rows[index, TURNS] = s[L.TURN] + 1
        rows[index, STARTER] = s[L.START_PLAYER]
        for who in range(s[L.N_PLAYERS]):
            rows[index, HEALTHS + who] = s[player(who) + L.HEALTH]
        if counted.plan[IS_WANTED] != 0:
            tally(s, t, start_of, events, counted)

"""Which dice a simple player keeps: exactly what is best for the worth of the abilities on the board."""

from __future__ import annotations

from typing import Any

from dtsim.bare import lent
from dtsim.dicethrone.engine.dice import meets, result_of
from dtsim.dicethrone.engine.options import is_shown
from dtsim.dicethrone.engine.record import die, option, player, top
from dtsim.dicethrone.engine.rules import whole
from dtsim.dicethrone.odds.kernels import solve_plain
from dtsim.dicethrone.odds.lattice import COUNTS, N_MULTISETS, N_RESULTS
from dtsim.dicethrone.players.bans import never_takes
from dtsim.dicethrone.players.memory import (
    ATTEMPTS,
    BEST,
    DECISIONS,
    NODES,
    PAYOFF,
    POLICY,
    SLOTS,
    TOPS,
    VALUES,
)
from dtsim.dicethrone.program import layout as L
from dtsim.jit import kernel

_COUNTS = COUNTS.copy()


@kernel
def best_keep(s: Any, t: Any, who: Any, memory: Any) -> Any:
    """The option to stop, or to throw the dice that the best keep leaves over."""
    base = top(s)
    slot = _board(s, t, who, memory)
    dice = s[base + L.F_DICE]
    node = result_of(dice)
    attempts = min(ATTEMPTS - 1, s[L.ATTEMPTS_LEFT])
    kept = memory.keeps[slot * POLICY + attempts * N_RESULTS + node]
    if kept == node:
        return option(L.STOP_ROLLING, 0, 0)
    thrown = 0
    counts = 0
    for face in range(6):
        counts |= whole(_COUNTS[kept, face]) << (4 * face)
    for place in range(L.DICE):
        shift = 4 * (die(dice, place) - 1)
        if (counts >> shift) & 15:
            counts -= 1 << shift
        else:
            thrown |= 1 << place
    return option(L.REROLL_DICE, thrown, 0)


@kernel
def _board(s: Any, t: Any, who: Any, memory: Any) -> Any:
    """The slot of the memory for the offensive side of the board as it lies: its levels and its side."""
    base = player(who)
    key = s[base + L.SIDE] * 8 + who + 1
    spaces = whole(t[t[L.P_HEROES + who] + L.H_OFFENSES])
    for index in range(t[spaces]):
        key = key * 4 + s[base + L.LEVEL + t[t[spaces + 1 + index] + L.S_INDEX]]
    slot = ((key * 0x9E3779B1) >> 13) & (SLOTS - 1)
    if memory.keys[slot] != key:
        memory.keys[slot] = key
        _solve(s, t, who, memory, slot)
    return slot


@kernel
def _solve(s: Any, t: Any, who: Any, memory: Any, slot: Any) -> None:
    """The worth of the best ability that the dice activate, then the best keeps for it."""
    for result in range(N_RESULTS):
        memory.floats[PAYOFF + result] = 0.0
    spaces = whole(t[t[L.P_HEROES + who] + L.H_OFFENSES])
    for index in range(t[spaces]):
        space = whole(t[spaces + 1 + index])
        abilities = whole(t[space + L.S_LEVELS + s[player(who) + L.LEVEL + t[space + L.S_INDEX]]])
        for which in range(t[abilities]):
            ability = whole(t[abilities + 1 + which])
            if is_shown(s, t, ability, who) and not never_takes(memory, who, ability):
                _offer(t, ability, memory)
    solve_plain(
        lent(memory.floats, PAYOFF, 1, N_RESULTS)[0],
        1e-9,
        lent(memory.floats, VALUES, ATTEMPTS, N_MULTISETS),
        lent(memory.keeps, DECISIONS, ATTEMPTS, N_RESULTS),
        lent(memory.keeps, NODES, ATTEMPTS, N_RESULTS),
        lent(memory.floats, TOPS, 1, N_MULTISETS)[0],
        lent(memory.keeps, BEST, 1, N_MULTISETS)[0],
    )
    for index in range(POLICY):
        memory.keeps[slot * POLICY + index] = memory.keeps[NODES + index]


@kernel
def _offer(t: Any, ability: Any, memory: Any) -> None:
    worths = whole(t[ability + L.AB_WORTH])
    results = whole(t[ability + L.AB_RESULTS])
    for step in range(t[worths]):
        worth = t[worths + 1 + step] * 1.0
        for result in range(N_RESULTS):
            if meets(t, results, step, result) and worth > memory.floats[PAYOFF + result]:
                memory.floats[PAYOFF + result] = worth

"""What the planner does in a Main Phase: upgrades, cards, tokens and sales, by what they gain."""

from __future__ import annotations

from typing import Any

from dtsim.dicethrone.engine.play import card_at, upgrade_cost
from dtsim.dicethrone.engine.record import code_of, first_of, lowest, player
from dtsim.dicethrone.odds.lattice import EMPTY, N_RESULTS
from dtsim.dicethrone.players import mind as M
from dtsim.dicethrone.players.bans import never_plays, never_rerolls
from dtsim.dicethrone.players.gains import gain_of_card, gain_of_token
from dtsim.dicethrone.players.notes import note
from dtsim.dicethrone.players.solve import board, solve, values_at, weight
from dtsim.dicethrone.program import layout as L
from dtsim.jit import kernel


@kernel
def _turns_left(s: Any) -> Any:
    """A guess at how often each player will still attack."""
    least = min(s[player(0) + L.HEALTH], s[player(1) + L.HEALTH])
    return 1.0 + least / 7.0


@kernel
def act_in_main_phase(s: Any, t: Any, opts: Any, n: Any, who: Any, memory: Any) -> Any:
    best = weight(memory, M.W_MARGIN)
    chosen = opts[0]
    edge = M.UNKNOWN
    wanted = M.UNKNOWN
    note(memory, chosen, best)
    for index in range(1, n):
        code = code_of(opts[index])
        gain = 0.0
        if code == L.INSTALL:
            if edge == M.UNKNOWN:
                edge = _edge(s, t, who, memory)
            gain = _gain_of_upgrade(s, t, who, first_of(opts[index]), edge, memory)
        elif code == L.SELL_CARD:
            if wanted == M.UNKNOWN:
                wanted = _gain_of_cp(s, t, who, memory)
            gain = wanted - _worth_of_card(s, t, who, first_of(opts[index]), memory)
        elif code == L.PLAY_CARD:
            gain = gain_of_card(s, t, who, first_of(opts[index]), -1, memory)
        elif code == L.SPEND_TOKEN:
            gain = gain_of_token(s, t, opts[index], who, memory)
        note(memory, opts[index], gain)
        if gain > best:
            best = gain
            chosen = opts[index]
    return chosen


@kernel
def _gain_of_cp(s: Any, t: Any, who: Any, memory: Any) -> Any:
    """What one more CP is worth: more than usual when it pays for an upgrade in hand."""
    base = player(who)
    if s[base + L.CP] >= L.CP_CAP:
        return 0.0
    best = 0.0
    edge = M.UNKNOWN
    upgrades = s[base + L.HAND] & s[base + L.CARDS_UPGRADE] & ~never_plays(memory, who)
    while upgrades != 0:
        slot = lowest(upgrades)
        upgrades &= upgrades - 1
        cost = upgrade_cost(s, t, who, slot)
        if cost == s[base + L.CP] + 1:
            if edge == M.UNKNOWN:
                edge = _edge(s, t, who, memory)
            gain = _gain_of_upgrade(s, t, who, slot, edge, memory)
            if gain > 0.0:  # the next Income would pay for it, too: what is gained is one turn
                best = max(best, (gain + weight(memory, M.W_CP) * cost) / _turns_left(s))
    return best + weight(memory, M.W_CP)


@kernel
def _worth_of_card(s: Any, t: Any, who: Any, slot: Any, memory: Any) -> Any:
    """What a card is worth in hand: what it is sold for at least; nothing if it is an upgrade of no use."""
    card = card_at(t, who, slot)
    least = weight(memory, M.W_CP)
    if t[card + L.K_PLAY] == L.UPGRADE:
        return 0.0 if upgrade_cost(s, t, who, slot) < 0 else max(least, 3 * weight(memory, M.W_CARD))
    if memory.mind[M.CARDS + (who * 64 + slot) * M.CARD + M.KIND] != M.NOT_DICE:
        return max(least, 2 * weight(memory, M.W_CARD))
    return max(least, weight(memory, M.W_CARD))


@kernel
def _edge(s: Any, t: Any, who: Any, memory: Any) -> Any:
    """How much more a turn is worth to a player than one of the opponent's to that."""
    return _turn(s, t, who, memory) - _turn(s, t, 1 - who, memory)


@kernel
def _gain_of_upgrade(s: Any, t: Any, who: Any, slot: Any, before: Any, memory: Any) -> Any:
    """How much better a turn gets (own, or the opponent's worse), for the turns to come."""
    card = card_at(t, who, slot)
    space = player(who) + L.LEVEL + t[card + L.K_SPACE]
    level = s[space]
    paid = weight(memory, M.W_CP) * upgrade_cost(s, t, who, slot)
    s[space] = t[card + L.K_LEVEL]
    after = _edge(s, t, who, memory)
    s[space] = level
    gain = (after - before) * _turns_left(s)
    prior = weight(memory, M.W_UPGRADE) * _turns_left(s) * t[card + L.K_COST]
    return max(gain, prior) - paid


@kernel
def _turn(s: Any, t: Any, who: Any, memory: Any) -> Any:
    """What an Offensive Roll Phase is worth on the board as it lies, far from the end."""
    slot = board(s, t, who, M.KILLS + 1, memory)
    if memory.thoughts[M.TURNS + slot] <= M.UNKNOWN:
        for result in range(N_RESULTS):
            memory.thoughts[M.WORK + result] = memory.thoughts[M.BOARDS + slot * N_RESULTS + result]
        solve(M.WORK, 3, memory)
        attempts = 0 if never_rerolls(memory, who) else 2
        memory.thoughts[M.TURNS + slot] = memory.thoughts[values_at(M.WORK, attempts) + EMPTY]
        if memory.mind[M.WANTED] != 0:
            memory.thoughts[M.TURNS + slot] = M.UNKNOWN
            return 0.0
    return memory.thoughts[M.TURNS + slot]


@kernel
def least_card(s: Any, t: Any, opts: Any, n: Any, who: Any, memory: Any) -> Any:
    """Upgrades that are no use any more, then what is worth least."""
    best = 1e9
    chosen = opts[0]
    for index in range(n):
        if code_of(opts[index]) == L.PASS_ON:
            continue
        value = _worth_of_card(s, t, who, first_of(opts[index]), memory)
        note(memory, opts[index], -value)
        if value < best:
            best = value
            chosen = opts[index]
    return chosen

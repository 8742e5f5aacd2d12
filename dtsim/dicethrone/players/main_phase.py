"""What the planner does in a Main Phase: upgrades, cards, tokens and sales, by what they gain."""

from __future__ import annotations

from typing import Any

from dtsim.dicethrone.engine.play import card_at, upgrade_cost
from dtsim.dicethrone.engine.record import code_of, first_of, lowest, player, size
from dtsim.dicethrone.engine.rules import whole
from dtsim.dicethrone.engine.steps import O1
from dtsim.dicethrone.odds.lattice import EMPTY, N_RESULTS
from dtsim.dicethrone.players import mind as M
from dtsim.dicethrone.players.bans import never_plays, never_rerolls
from dtsim.dicethrone.players.boards import FAR, board, board_key
from dtsim.dicethrone.players.gains import (
    cp_that_avert,
    dearest,
    gain_in_main_phase,
    gain_of_card,
    gain_of_passive,
    gain_of_token,
    price_of,
    worth_of_reaction,
    worth_on,
)
from dtsim.dicethrone.players.looks import HOME
from dtsim.dicethrone.players.memory import KEYS_OF_TURNS
from dtsim.dicethrone.players.notes import note
from dtsim.dicethrone.players.solve import prepare, solve, values_at, weight
from dtsim.dicethrone.program import layout as L
from dtsim.jit import kernel

MOST_SALES = 3  # in one Main Phase, to pay for cards
PACE = 10.0  # points of health that go in a turn, at a guess


@kernel
def _turns_left(s: Any) -> Any:
    """A guess at how often each player will still attack."""
    least = min(s[player(0) + L.HEALTH], s[player(1) + L.HEALTH])
    return 1.0 + least / PACE


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
            gain = _gain_of_sale(s, t, who, first_of(opts[index]), wanted, memory)
        elif code == L.PLAY_CARD:
            gain = gain_of_card(s, t, who, first_of(opts[index]), -1, memory)
        elif code == L.SPEND_TOKEN:
            gain = gain_of_token(s, t, opts[index], who, memory)
        elif code == L.USE_PASSIVE:
            gain = gain_of_passive(s, t, first_of(opts[index]), who, -1, memory)
        note(memory, opts[index], gain)
        if gain > best:
            best = gain
            chosen = opts[index]
    return chosen


@kernel
def _gain_of_cp(s: Any, t: Any, who: Any, memory: Any) -> Any:
    """What one more CP is worth: more than usual when it pays for an upgrade or dice cards in hand."""
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
            if gain > 2 * weight(
                memory, M.W_MARGIN
            ):  # the next Income would pay for it, too: what is gained is one turn
                best = max(best, (gain + weight(memory, M.W_CP) * cost) / _turns_left(s))
    if s[L.FRAMES + L.F_PC] < O1 and s[L.ACTIVE] == who:
        best = max(best, _gain_for_dice(s, t, who, memory), _gain_for_a_payment(s, t, who, memory))
    is_asked_for = s[base + L.CP] < dearest(t, who, s[base + L.HAND])
    return best + weight(memory, M.W_CP if is_asked_for else M.W_SPARE)


@kernel
def _gain_for_dice(s: Any, t: Any, who: Any, memory: Any) -> Any:
    """What each of a few CP more adds to the dice of this turn, with the cards that change them."""
    base = player(who)
    hand = s[base + L.HAND]
    cards = hand & memory.mind[M.CHANGING + who] & ~never_plays(memory, who)
    cp = s[base + L.CP]
    short = dearest(t, who, cards) - cp
    most = min(MOST_SALES, short, size(hand & ~cards))
    if cards == 0 or most <= 0:
        return 0.0
    best = 0.0
    before = 0.0
    for more in range(most + 1):
        s[base + L.CP] = cp + more
        worth = memory.thoughts[values_at(prepare(s, t, who, 0, memory), 1) + EMPTY]
        if more == 0:
            before = worth
        else:
            best = max(best, (worth - before) / more)
    s[base + L.CP] = cp
    return best


@kernel
def _gain_for_a_payment(s: Any, t: Any, who: Any, memory: Any) -> Any:
    """What each CP is worth that is missing to avert what a token does before the own Roll Phase."""
    base = player(who)
    best = 0.0
    rules = t[L.P_MOMENTS + L.BEFORE_OFFENSE]
    for index in range(t[rules]):
        asked = cp_that_avert(s, t, who, whole(t[rules + 1 + index]))
        short = asked - s[base + L.CP]
        if 0 < short <= size(s[base + L.HAND]):
            counter = whole(t[whole(t[rules + 1 + index]) + L.R_COUNTER])
            best = max(best, -worth_on(who, counter, who, memory) / short)
    return best


@kernel
def _gain_of_sale(s: Any, t: Any, who: Any, slot: Any, wanted: Any, memory: Any) -> Any:
    """What selling a card gains, at most: nothing sells for more than a card of any use is worth at least."""
    is_upgrade = (s[player(who) + L.CARDS_UPGRADE] >> slot) & 1 == 1
    if wanted <= weight(memory, M.W_CP) and not (is_upgrade and upgrade_cost(s, t, who, slot) < 0):
        return wanted - weight(memory, M.W_CP)
    return wanted - _worth_of_card(s, t, who, slot, memory)


@kernel
def _worth_of_card(s: Any, t: Any, who: Any, slot: Any, memory: Any) -> Any:
    """What a card is worth in hand: what it is sold for at least; nothing if it is an upgrade of no use."""
    card = card_at(t, who, slot)
    least = weight(memory, M.W_CP)
    if t[card + L.K_PLAY] == L.UPGRADE:
        if upgrade_cost(s, t, who, slot) < 0:
            return 0.0
        gain = _gain_of_upgrade(s, t, who, slot, _edge(s, t, who, memory), memory)
        return max(least, weight(memory, M.W_CARD) + max(0.0, gain))
    place = M.CARDS + (who * 64 + slot) * M.CARD
    timing = memory.mind[place + M.TIMING]
    if memory.mind[place + M.KIND] != M.NOT_DICE or timing == M.IN_ATTACK or timing == M.AT_LAST:
        return max(least, 2 * weight(memory, M.W_CARD))
    if timing == M.IN_MAIN or timing == M.ANY_MOMENT:
        gain = 0.0
        if t[card + L.K_REQUIRES] & (L.NEEDS_STATUS | L.NEEDS_YOUR_STATUS | L.NEEDS_TRANSFER) == 0:
            gain = gain_in_main_phase(s, t, who, slot, memory)
        return least + max(0.0, gain)
    return max(least, worth_of_reaction(s, t, who, slot, timing, memory))


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
    cost = upgrade_cost(s, t, who, slot)
    paid = price_of(s, t, who, cost, s[player(who) + L.HAND] & ~(1 << slot), memory)
    s[space] = t[card + L.K_LEVEL]
    after = _edge(s, t, who, memory)
    s[space] = level
    return max(0.0, after - before) * _turns_left(s) - paid


@kernel
def _turn(s: Any, t: Any, who: Any, memory: Any) -> Any:
    """What an Offensive Roll Phase is worth on the board as it lies, far from the end and without tokens."""
    mind, thoughts = memory.mind, memory.thoughts
    mind[M.PLAIN] = 1
    key = board_key(s, t, who, FAR, M.KILLS + 1, memory)
    place = ((key * HOME) >> 40) & (M.N_TURNS - 1)
    if memory.keys[KEYS_OF_TURNS + place] != key:
        payoff = M.BOARDS + board(s, t, who, FAR, M.KILLS + 1, memory) * N_RESULTS
        for result in range(N_RESULTS):
            thoughts[M.WORK + result] = thoughts[payoff + result]
        attempts = 0 if never_rerolls(memory, who) else L.ROLL_ATTEMPTS - 1
        solve(M.WORK, attempts + 1, memory)
        thoughts[M.TURNS + place] = thoughts[values_at(M.WORK, attempts) + EMPTY]
        memory.keys[KEYS_OF_TURNS + place] = key if mind[M.WANTED] == 0 else -1
    mind[M.PLAIN] = 0
    return thoughts[M.TURNS + place]


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

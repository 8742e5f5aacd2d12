"""`greedy`: the beginner. Most damage now; spends everything as soon as it can."""

from __future__ import annotations

from typing import Any

from dtsim.dicethrone.engine.damage import packet_at
from dtsim.dicethrone.engine.play import card_at, upgrade_cost
from dtsim.dicethrone.engine.record import code_of, first_of, player, second_of, top
from dtsim.dicethrone.engine.rules import whole
from dtsim.dicethrone.players.keeps import best_keep
from dtsim.dicethrone.players.memory import CARD, DODGE, SIMPLE_WEIGHTS
from dtsim.dicethrone.program import layout as L
from dtsim.jit import kernel

# moments at which tokens are spent
IN_ATTACKS = 1 << L.DAMAGED | 1 << L.ATTACKING | 1 << L.ATTACKED | 1 << L.OFFENSE_ENDS


@kernel
def choose_greedily(s: Any, t: Any, opts: Any, n: Any, memory: Any) -> Any:
    """One of the options."""
    question = s[L.QUESTION]
    who = s[L.ASKED]
    if n == 1:
        return opts[0]
    if question == L.Q_KEEP:
        if s[L.PHASE] == L.PHASE_DEFENCE:
            return opts[n - 1]
        return best_keep(s, t, who, memory)
    if question == L.Q_ANNOUNCE:
        return _announce(s, t, opts, n)
    if question == L.Q_WINDOW:
        return _in_window(s, t, opts, n, who, memory)
    if question == L.Q_MAIN:
        return _in_main_phase(s, t, opts, n, who, memory)
    if question == L.Q_MAY or question == L.Q_SPEND or question == L.Q_AMOUNT:
        return opts[n - 1]
    if question == L.Q_DEFEND:
        return opts[1] if code_of(opts[0]) == L.PASS_ON else opts[0]
    if question == L.Q_PLAYER:
        return _player(s, t, opts, n, who)
    if question == L.Q_TOKEN:
        return _token(s, opts, n, who)
    if question == L.Q_MOVE_TOKEN:
        return _move(s, opts, n, who)
    if question == L.Q_PACKET:
        return _packet(s, opts, n, who)
    if question == L.Q_SELL or question == L.Q_DISCARD:
        return _cheapest(s, t, opts, n, who)
    return opts[0]


@kernel
def _announce(s: Any, t: Any, opts: Any, n: Any) -> Any:
    """The ability of the greatest worth."""
    best = opts[0]
    most = 0
    for index in range(n):
        if code_of(opts[index]) == L.ANNOUNCE:
            worths = whole(t[first_of(opts[index]) + L.AB_WORTH])
            worth = t[worths + 1 + second_of(opts[index])]
            if worth > most:
                most = worth
                best = opts[index]
    return best


# ---------------------------------------------------------------- windows and Main Phases


@kernel
def _in_window(s: Any, t: Any, opts: Any, n: Any, who: Any, memory: Any) -> Any:
    for index in range(1, n):
        code = code_of(opts[index])
        if code == L.SPEND_TOKEN and _spends(s, t, opts[index], memory):
            return opts[index]
        if code == L.PLAY_CARD and _plays(s, t, first_of(opts[index]), who, memory):
            return opts[index]
    return opts[0]


@kernel
def _spends(s: Any, t: Any, action: Any, memory: Any) -> Any:
    """Tokens for an Attack at once, tokens against damage when there is enough of it."""
    moment = t[first_of(action) + L.R_MOMENT]
    if moment == L.DAMAGED:
        return _threat(s, second_of(action) - 1) >= memory.floats[SIMPLE_WEIGHTS + DODGE]
    return moment == L.ATTACKING or moment == L.ATTACKED or moment == L.OFFENSE_ENDS


@kernel
def _threat(s: Any, packet: Any) -> Any:
    place = packet_at(packet)
    return s[place + L.PK_BASE] + s[place + L.PK_ADDED]


@kernel
def _plays(s: Any, t: Any, slot: Any, who: Any, memory: Any) -> Any:
    """Cards as soon as they do some good; dice stay as they fell."""
    card = card_at(t, who, slot)
    needs = t[card + L.K_REQUIRES]
    if needs & (L.NEEDS_YOUR_DICE | L.NEEDS_OPPONENT_DICE | L.NEEDS_DICE | L.NEEDS_ATTEMPT):
        return False
    if needs & (L.NEEDS_STATUS | L.NEEDS_YOUR_STATUS | L.NEEDS_TRANSFER):
        return (s[player(who) + L.HELD] & s[L.NEGATIVE]) != 0
    if needs & (L.NEEDS_DAMAGE | L.NEEDS_YOUR_DAMAGE):
        for packet in range(L.MAX_PACKETS):
            place = packet_at(packet)
            if (
                s[place + L.PK_KIND] != L.FREE
                and s[place + L.PK_TARGET] == who
                and _threat(s, packet) >= memory.floats[SIMPLE_WEIGHTS + CARD]
            ):
                return True
        return False
    return True


@kernel
def _in_main_phase(s: Any, t: Any, opts: Any, n: Any, who: Any, memory: Any) -> Any:
    """The dearest upgrade that can be paid, then cards."""
    best = opts[0]
    dearest = -1
    for index in range(1, n):
        if code_of(opts[index]) == L.INSTALL:
            cost = upgrade_cost(s, t, who, first_of(opts[index]))
            if cost > dearest:
                dearest = cost
                best = opts[index]
    if dearest >= 0:
        return best
    for index in range(1, n):
        if code_of(opts[index]) == L.PLAY_CARD and _plays(s, t, first_of(opts[index]), who, memory):
            return opts[index]
    return opts[0]


@kernel
def _cheapest(s: Any, t: Any, opts: Any, n: Any, who: Any) -> Any:
    best = opts[0]
    least = 99
    for index in range(n):
        cost = t[card_at(t, who, first_of(opts[index])) + L.K_COST]
        if cost < least:
            least = cost
            best = opts[index]
    return best


# ---------------------------------------------------------------- whom and what


@kernel
def _player(s: Any, t: Any, opts: Any, n: Any, who: Any) -> Any:
    """Good things for oneself, bad ones for the others: by the next row that names the chosen one."""
    row = s[top(s) + L.F_PC] + L.ROW
    good = False
    for _ in range(16):
        code = t[row]
        if code == L.OP_END:
            break
        removes = code == L.OP_REMOVE_STATUS
        if t[row + 1] == L.THEM and (removes or L.OP_GAIN <= code <= L.OP_RECEIVE):
            mine = s[player(who) + L.HELD] & s[L.NEGATIVE]
            good = code == L.OP_GAIN or code == L.OP_HEAL or code == L.OP_DRAW or code == L.OP_ATTEMPT
            good = good or (code == L.OP_CP and t[row + 3] > 0) or (removes and mine != 0)
            break
        row += L.ROW
    for index in range(n):
        if code_of(opts[index]) == L.TAKE_PLAYER and (first_of(opts[index]) == who) == good:
            return opts[index]
    return opts[0]


@kernel
def _token(s: Any, opts: Any, n: Any, who: Any) -> Any:
    """An own negative one, else a positive one of somebody else."""
    for index in range(n):
        if code_of(opts[index]) != L.TAKE_TOKEN:
            continue
        if first_of(opts[index]) == who and (s[L.NEGATIVE] >> second_of(opts[index])) & 1:
            return opts[index]
    for index in range(n):
        if code_of(opts[index]) != L.TAKE_TOKEN:
            continue
        if first_of(opts[index]) != who and (s[L.NEGATIVE] >> second_of(opts[index])) & 1 == 0:
            return opts[index]
    return opts[0]


@kernel
def _move(s: Any, opts: Any, n: Any, who: Any) -> Any:
    """An own negative token to somebody else."""
    for index in range(n):
        if code_of(opts[index]) != L.MOVE_TOKEN:
            continue
        if second_of(opts[index]) >> 4 == who and (s[L.NEGATIVE] >> first_of(opts[index])) & 1:
            return opts[index]
    return opts[0]


@kernel
def _packet(s: Any, opts: Any, n: Any, who: Any) -> Any:
    """The greatest damage against oneself."""
    best = opts[0]
    most = -1
    for index in range(n):
        packet = first_of(opts[index])
        if s[packet_at(packet) + L.PK_TARGET] == who and _threat(s, packet) > most:
            most = _threat(s, packet)
            best = opts[index]
    return best

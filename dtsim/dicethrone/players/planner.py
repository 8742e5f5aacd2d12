"""`planner`: takes what is worth most in points of health; dice are solved exactly with the cards in hand."""

from __future__ import annotations

from typing import Any

from dtsim.dicethrone.engine.dice import result_of
from dtsim.dicethrone.engine.record import (
    code_of,
    die,
    first_of,
    frame,
    option,
    second_of,
    top,
)
from dtsim.dicethrone.odds.lattice import EMPTY, N_RESULTS, PLUS
from dtsim.dicethrone.players import mind as M
from dtsim.dicethrone.players.gains import gain_of_card, gain_of_passive, gain_of_token
from dtsim.dicethrone.players.greedy import choose_greedily
from dtsim.dicethrone.players.main_phase import act_in_main_phase, least_card
from dtsim.dicethrone.players.notes import begin_notes, note
from dtsim.dicethrone.players.solve import (
    change_one,
    health_class,
    move_of,
    payoff_of,
    prepare,
    values_at,
    weight,
    worth_of,
)
from dtsim.dicethrone.program import layout as L
from dtsim.jit import kernel, leaf

_PLUS = PLUS.astype("uint16")


@kernel
def choose_by_plan(s: Any, t: Any, opts: Any, n: Any, memory: Any) -> Any:
    """One of the options."""
    begin_notes(memory)
    question = s[L.QUESTION]
    who = s[L.ASKED]
    if question == L.Q_KEEP and s[L.PHASE] != L.PHASE_DEFENCE:
        return _keep(s, t, who, memory)
    if question == L.Q_ANNOUNCE:
        return _announce(s, t, opts, n, who, memory)
    if question == L.Q_WINDOW:
        return _in_window(s, t, opts, n, who, memory)
    if question == L.Q_MAIN:
        return act_in_main_phase(s, t, opts, n, who, memory)
    if question == L.Q_DIE:
        return _die(s, t, opts, n, who, memory)
    if question == L.Q_SELL or question == L.Q_DISCARD:
        return least_card(s, t, opts, n, who, memory)
    if question == L.Q_TOKEN:
        return _token(s, opts, n, who, memory)
    if question == L.Q_MOVE_TOKEN:
        return _move(opts, n, who, memory)
    if (
        question == L.Q_KEEP
        or question == L.Q_PLAYER
        or n > M.MAX_TRIED
        or (question == L.Q_DEFEND and n == 2)
    ):
        return choose_greedily(s, t, opts, n, memory)
    return _tried(opts, n, memory)


@kernel
def _tried(opts: Any, n: Any, memory: Any) -> Any:
    """Rare questions are answered by trying each option (see `ponder`): wait until that was done."""
    if memory.mind[M.TRIED] == 0:
        memory.mind[M.WANTED] = M.A_TRIAL
        return opts[0]
    memory.mind[M.TRIED] = 0
    for index in range(n):
        note(memory, opts[index], memory.thoughts[M.TRIALS + index])
    return opts[memory.mind[M.TRIED + 1]]


@kernel
def _move(opts: Any, n: Any, who: Any, memory: Any) -> Any:
    """The token that is worth most where it goes, and least where it is."""
    best = 0.0
    chosen = opts[0]
    for index in range(n):
        value = 0.0
        if code_of(opts[index]) == L.MOVE_TOKEN:
            giver, receiver = second_of(opts[index]) >> 4, second_of(opts[index]) & 15
            value = _worth_on(receiver, first_of(opts[index]), who, memory)
            value -= _worth_on(giver, first_of(opts[index]), who, memory)
        note(memory, opts[index], value)
        if index == 0 or value > best:
            best = value
            chosen = opts[index]
    return chosen


@leaf
def _worth_on(seat: Any, counter: Any, who: Any, memory: Any) -> Any:
    """What a token on somebody's board is worth to a player."""
    worth = memory.thoughts[M.WORTH + seat * L.MAX_COUNTERS + counter]
    return worth if seat == who else -worth


# ---------------------------------------------------------------- dice


@kernel
def _keep(s: Any, t: Any, who: Any, memory: Any) -> Any:
    """Stop, or throw what the best keep leaves over."""
    base = top(s)
    attempts = min(M.ROWS - 1, s[L.ATTEMPTS_LEFT])
    solution = prepare(s, t, who, attempts - 1, memory)
    values = values_at(solution, attempts - 1)
    dice = s[base + L.F_DICE]
    best = memory.thoughts[solution + result_of(dice)] + 1e-9
    chosen = option(L.STOP_ROLLING, 0, 0)
    note(memory, chosen, memory.thoughts[solution + result_of(dice)])
    nodes = memory.mind
    nodes[M.NODES] = EMPTY
    for place in range(L.DICE):  # the multisets of all subsets of the dice: each die doubles them
        face = die(dice, place) - 1
        for subset in range(1 << place):
            nodes[M.NODES + subset + (1 << place)] = _PLUS[nodes[M.NODES + subset], face]
    for thrown in range(1, 1 << L.DICE):
        value = memory.thoughts[values + nodes[M.NODES + (1 << L.DICE) - 1 - thrown]]
        note(memory, option(L.REROLL_DICE, thrown, 0), value)
        if value > best + 1e-9:
            best = value
            chosen = option(L.REROLL_DICE, thrown, 0)
    return chosen


@kernel
def _announce(s: Any, t: Any, opts: Any, n: Any, who: Any, memory: Any) -> Any:
    """What is worth most; nothing, or rolling on, if that is more."""
    result = result_of(s[top(s) + L.F_DICE])
    best = 0.0
    chosen = opts[0]
    note(memory, chosen, best)
    for index in range(n):
        code = code_of(opts[index])
        if code == L.ANNOUNCE:
            move = move_of(s, who, first_of(opts[index]), second_of(opts[index]), memory)
            kind = memory.member[move * N_RESULTS + result]
            worth = worth_of(s, t, move, kind, who, health_class(s, who), memory)
            note(memory, opts[index], worth)
            if worth > best:
                best = worth
                chosen = opts[index]
        elif code == L.RESUME_ROLLING:
            attempts = min(M.ROWS - 1, s[L.ATTEMPTS_LEFT])
            solution = prepare(s, t, who, attempts, memory)
            value = memory.thoughts[values_at(solution, attempts) + result]
            note(memory, opts[index], value)
            if value > best + 1e-6 and value > memory.thoughts[solution + result] + 1e-6:
                best = value
                chosen = opts[index]
    return chosen


# ---------------------------------------------------------------- windows


@kernel
def _in_window(s: Any, t: Any, opts: Any, n: Any, who: Any, memory: Any) -> Any:
    """The action that gains most beyond its price, or none."""
    best = weight(memory, M.W_MARGIN)
    chosen = opts[0]
    note(memory, chosen, best)
    pool = s[top(s) + L.W_POOL]
    for index in range(1, n):
        code = code_of(opts[index])
        gain = 0.0
        if code == L.PLAY_CARD:
            gain = gain_of_card(s, t, who, first_of(opts[index]), pool, memory)
        elif code == L.SPEND_TOKEN:
            gain = gain_of_token(s, t, opts[index], who, memory)
        elif code == L.USE_PASSIVE:
            gain = gain_of_passive(s, t, first_of(opts[index]), who, pool, memory)
        note(memory, opts[index], gain)
        if gain > best:
            best = gain
            chosen = opts[index]
    return chosen


# ---------------------------------------------------------------- dice inside texts


@kernel
def _die(s: Any, t: Any, opts: Any, n: Any, who: Any, memory: Any) -> Any:
    """The change that makes the own dice best, or the opponent's worst."""
    pool = s[top(s) + L.F_POOL]
    if pool < 0 or s[frame(pool) + L.F_KIND] != L.A_TURN or s[L.PHASE] != L.PHASE_OFFENSE:
        return opts[0]
    base = frame(pool)
    roller = s[base + L.F_ROLLER]
    place = payoff_of(s, t, roller, memory)
    sign = 1.0 if roller == who else -1.0
    more = s[top(s) + L.F_LEFT] > 1 and roller == who
    best = -1e9
    chosen = opts[0]
    result = result_of(s[base + L.F_DICE])
    for index in range(n):
        if code_of(opts[index]) == L.PASS_ON:
            value = sign * memory.thoughts[place + result]
        else:
            face = second_of(opts[index])
            node = EMPTY
            for number in range(L.DICE):
                if number != first_of(opts[index]):
                    node = _PLUS[node, die(s[base + L.F_DICE], number) - 1]
            if face == 0:
                total = 0.0
                for each in range(6):
                    total += memory.thoughts[place + _PLUS[node, each]]
                value = sign * total / 6
            elif more:
                value = change_one(M.SETS, 63, place, _PLUS[node, face - 1], memory)
                value = max(value, memory.thoughts[place + _PLUS[node, face - 1]])
            else:
                value = sign * memory.thoughts[place + _PLUS[node, face - 1]]
        note(memory, opts[index], value)
        if value > best:
            best = value
            chosen = opts[index]
    return chosen


# ---------------------------------------------------------------- tokens


@kernel
def _token(s: Any, opts: Any, n: Any, who: Any, memory: Any) -> Any:
    """The token whose loss helps most."""
    best = -1e9
    chosen = opts[0]
    for index in range(n):
        if code_of(opts[index]) != L.TAKE_TOKEN:
            continue
        value = -_worth_on(first_of(opts[index]), second_of(opts[index]), who, memory)
        note(memory, opts[index], value)
        if value > best:
            best = value
            chosen = opts[index]
    return chosen

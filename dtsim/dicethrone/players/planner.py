"""`planner`: takes what is worth most in points of health; dice are solved exactly with the cards in hand."""

from __future__ import annotations

from typing import Any

from dtsim.dicethrone.engine.dice import result_of
from dtsim.dicethrone.engine.record import code_of, die, first_of, frame, option, player, second_of, top
from dtsim.dicethrone.engine.rules import whole
from dtsim.dicethrone.engine.steps import DF3, Z1
from dtsim.dicethrone.odds.lattice import EMPTY, N_RESULTS, PLUS
from dtsim.dicethrone.players import mind as M
from dtsim.dicethrone.players.boards import move_of, payoff_of, worth_of, worth_of_nothing
from dtsim.dicethrone.players.defend import choose_defence, die_in_defence, keep_in_defence
from dtsim.dicethrone.players.gains import gain_of_card, gain_of_passive, gain_of_token, worth_on
from dtsim.dicethrone.players.greedy import choose_greedily
from dtsim.dicethrone.players.main_phase import act_in_main_phase, least_card
from dtsim.dicethrone.players.notes import begin_notes, note
from dtsim.dicethrone.players.reach import reach
from dtsim.dicethrone.players.solve import changing, prepare, values_at, weight, with_cards
from dtsim.dicethrone.program import layout as L
from dtsim.jit import kernel

_PLUS = PLUS.astype("uint16")


@kernel
def choose_by_plan(s: Any, t: Any, opts: Any, n: Any, memory: Any) -> Any:
    """One of the options."""
    begin_notes(memory)
    question = s[L.QUESTION]
    who = s[L.ASKED]
    if question == L.Q_KEEP:
        if s[L.PHASE] == L.PHASE_DEFENCE:
            return keep_in_defence(s, t, opts, n, memory)
        return _keep(s, t, who, memory)
    if question == L.Q_ANNOUNCE:
        return _announce(s, t, opts, n, who, memory)
    if question == L.Q_WINDOW:
        if n <= M.MAX_TRIED and _is_worth_a_trial(s, opts, n, who, memory):
            return _tried(opts, n, memory)
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
    if question == L.Q_MAY and _is_another_throw(s, t, who):
        return _throw_again(s, t, opts, who, memory)
    if question == L.Q_PLAYER and _takes_all(s, t):
        return _whose_tokens(s, opts, n, who, memory)
    if question == L.Q_DEFEND and n > 2:  # the only one there is does no harm
        return choose_defence(s, t, opts, n, memory)
    if question == L.Q_DEFEND or question == L.Q_PLAYER or n > M.MAX_TRIED:
        return choose_greedily(s, t, opts, n, memory)
    return _tried(opts, n, memory)


@kernel
def _is_worth_a_trial(s: Any, opts: Any, n: Any, who: Any, memory: Any) -> Any:
    """Is there a card whose worth hangs on this very Attack?"""
    step = s[L.FRAMES + L.F_PC]
    for index in range(1, n):
        if code_of(opts[index]) == L.PLAY_CARD:
            timing = memory.mind[M.CARDS + (who * 64 + first_of(opts[index])) * M.CARD + M.TIMING]
            if timing == M.IN_ATTACK and (step == DF3 or step > Z1):
                return True
    return False


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
            value = worth_on(receiver, first_of(opts[index]), who, memory)
            value -= worth_on(giver, first_of(opts[index]), who, memory)
        note(memory, opts[index], value)
        if index == 0 or value > best:
            best = value
            chosen = opts[index]
    return chosen


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
    best = worth_of_nothing(s, t, who, memory)
    chosen = opts[0]
    note(memory, chosen, best)
    for index in range(n):
        code = code_of(opts[index])
        if code == L.ANNOUNCE:
            move = move_of(s, who, first_of(opts[index]), second_of(opts[index]), memory)
            kind = whole(memory.member[move * N_RESULTS + result])
            worth = worth_of(s, t, move, kind, who, memory)
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
    """The change that makes the own dice best, or the opponent's worst; other cards may follow."""
    pool = s[top(s) + L.F_POOL]
    if pool < 0 or s[frame(pool) + L.F_KIND] != L.A_TURN:  # the dice of a text
        return _tried(opts, n, memory) if n <= M.MAX_TRIED else opts[0]
    if s[L.PHASE] == L.PHASE_DEFENCE:
        return die_in_defence(s, t, opts, n, who, memory)
    if s[L.PHASE] != L.PHASE_OFFENSE:
        return opts[0]
    base = frame(pool)
    roller = s[base + L.F_ROLLER]
    values = payoff_of(s, t, roller, memory)
    sign = 1.0 if roller == who else -1.0
    faces = 0  # to which a second die may be set
    if roller == who:
        values = with_cards(s, t, who, changing(s, who, memory), s[player(who) + L.CP], memory)
        row = s[top(s) + L.F_PC]
        if t[row] == L.OP_CHANGE and s[top(s) + L.F_LEFT] > 1:
            faces = whole(t[row + 3])
        elif t[row] == L.OP_REROLL and _throws_to_come(t, row + L.ROW):
            values = _or_another_throw(values, memory)
    best = -1e9
    chosen = opts[0]
    result = result_of(s[base + L.F_DICE])
    for index in range(n):
        value = sign * memory.thoughts[values + result]
        if code_of(opts[index]) != L.PASS_ON:
            number, face = first_of(opts[index]), second_of(opts[index])
            value = sign * _after(s, base, number, face, values, memory)
            if faces != 0:
                value = max(value, _after_two(s, base, number, face, faces, values, memory))
        note(memory, opts[index], value)
        if value > best:
            best = value
            chosen = opts[index]
    return chosen


@kernel
def _after(s: Any, base: Any, number: Any, face: Any, values: Any, memory: Any) -> Any:
    """The worth of the dice with one of them set to a face; 0: thrown anew."""
    node = EMPTY
    for place in range(L.DICE):
        if place != number:
            node = _PLUS[node, die(s[base + L.F_DICE], place) - 1]
    if face != 0:
        return memory.thoughts[values + _PLUS[node, face - 1]]
    total = 0.0
    for each in range(6):
        total += memory.thoughts[values + _PLUS[node, each]]
    return total / 6


@kernel
def _after_two(s: Any, base: Any, number: Any, face: Any, faces: Any, values: Any, memory: Any) -> Any:
    """The worth of the dice with one of them set to a face and another one to the best for it."""
    best = -1e9
    for other in range(L.DICE):
        if other == number:
            continue
        node = _PLUS[EMPTY, face - 1]
        for place in range(L.DICE):
            if place != number and place != other:
                node = _PLUS[node, die(s[base + L.F_DICE], place) - 1]
        for each in range(6):
            if (faces >> each) & 1:
                best = max(best, memory.thoughts[values + _PLUS[node, each]])
    return best


@kernel
def _or_another_throw(values: Any, memory: Any) -> Any:
    """The worth of the results when one die may be thrown anew once more; where it begins."""
    reach(M.THROWS, 1, 0, values, memory)
    for result in range(N_RESULTS):
        memory.thoughts[M.ONCE + result] = max(
            memory.thoughts[values + result], memory.thoughts[M.SPARE + result]
        )
    return M.ONCE


@kernel
def _throws_to_come(t: Any, row: Any) -> Any:
    """Does the rest of a text throw a die anew?"""
    while t[row] != L.OP_END:
        if t[row] == L.OP_REROLL:
            return True
        row += L.ROW
    return False


@kernel
def _is_another_throw(s: Any, t: Any, who: Any) -> Any:
    """May an own die of the Offensive Roll be thrown anew?"""
    pool = s[top(s) + L.F_POOL]
    if pool < 0 or s[frame(pool) + L.F_KIND] != L.A_TURN or s[L.PHASE] != L.PHASE_OFFENSE:
        return False
    row = s[top(s) + L.F_PC] + L.ROW
    while t[row] == L.OP_TAKEN:
        row += L.ROW
    return t[row] == L.OP_REROLL and s[frame(pool) + L.F_ROLLER] == who


@kernel
def _throw_again(s: Any, t: Any, opts: Any, who: Any, memory: Any) -> Any:
    """If throwing the best die for it anew is worth more than the dice are."""
    values = with_cards(s, t, who, changing(s, who, memory), s[player(who) + L.CP], memory)
    result = result_of(s[frame(s[top(s) + L.F_POOL]) + L.F_DICE])
    reach(M.THROWS, 1, 0, values, memory)
    note(memory, opts[0], memory.thoughts[values + result])
    note(memory, opts[1], memory.thoughts[M.SPARE + result])
    return opts[1] if memory.thoughts[M.SPARE + result] > memory.thoughts[values + result] else opts[0]


# ---------------------------------------------------------------- tokens


@kernel
def _token(s: Any, opts: Any, n: Any, who: Any, memory: Any) -> Any:
    """The token whose loss helps most."""
    best = -1e9
    chosen = opts[0]
    for index in range(n):
        if code_of(opts[index]) != L.TAKE_TOKEN:
            continue
        value = -worth_on(first_of(opts[index]), second_of(opts[index]), who, memory)
        note(memory, opts[index], value)
        if value > best:
            best = value
            chosen = opts[index]
    return chosen


@kernel
def _takes_all(s: Any, t: Any) -> Any:
    """Does the next row take every status effect from the one who is chosen?"""
    row = s[top(s) + L.F_PC] + L.ROW
    return t[row] == L.OP_REMOVE_STATUS and t[whole(t[row + 2])] == L.ALL_OF_IT


@kernel
def _whose_tokens(s: Any, opts: Any, n: Any, who: Any, memory: Any) -> Any:
    """The player whose tokens all together are best away."""
    best = -1e9
    chosen = opts[0]
    for index in range(n):
        if code_of(opts[index]) != L.TAKE_PLAYER:
            continue
        seat = first_of(opts[index])
        value = 0.0
        for counter in range(s[L.N_COUNTERS]):
            if ((s[L.STATUS] & ~s[L.UNREMOVABLE]) >> counter) & 1:
                value -= worth_on(seat, counter, who, memory) * s[player(seat) + L.COUNT + counter]
        note(memory, opts[index], value)
        if value > best:
            best = value
            chosen = opts[index]
    return chosen

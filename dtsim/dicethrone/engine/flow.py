"""A text is played row by row; a row that needs a decision, a window or a burst stops and is resumed."""

from __future__ import annotations

from typing import Any

from dtsim.dicethrone.engine.dice import counts_of, is_met
from dtsim.dicethrone.engine.moves import play_move
from dtsim.dicethrone.engine.record import (
    answered,
    ask,
    code_of,
    first_of,
    gain_cp,
    lowest,
    open_window,
    player,
    pop,
    top,
)
from dtsim.dicethrone.engine.resources import play_resource
from dtsim.dicethrone.engine.rolls import play_roll
from dtsim.dicethrone.engine.rows import ATTACK_WINDOW, INSTANT_WINDOW, go_on, jump
from dtsim.dicethrone.engine.rules import MANY, holds, is_locked, is_up_to, value, who_is, whole
from dtsim.dicethrone.engine.statuses import play_status
from dtsim.dicethrone.engine.strike import play_damage
from dtsim.dicethrone.engine.tokens import lose_tokens
from dtsim.dicethrone.program import layout as L
from dtsim.jit import kernel, leaf


@kernel
def step_text(s: Any, t: Any, journal: Any) -> None:
    """Play rows until something else has to happen first."""
    depth = s[L.DEPTH]
    while s[L.DEPTH] == depth and s[L.ASKED] < 0 and s[L.OVER] == 0:
        base = top(s)
        row = s[base + L.F_PC]
        code = t[row]
        if s[base + L.F_AIMED] == L.NOT_AIMED and not _is_aim(t, row):
            # a Main Phase card without an object to aim at: the window lies before its effects (M2)
            if code != L.OP_RESET:
                s[base + L.F_AIMED] = L.AIMED
                passive = L.NO_PASSIVES if s[base + L.F_AIM] == L.AGREED else 0
                open_window(s, INSTANT_WINDOW | passive, s[base + L.F_POOL])
                return
        if code <= L.OP_THEN:
            _flow(s, t, journal, base, row, code)
        elif code <= L.OP_SET_SIDE:
            play_resource(s, t, journal, base, row, code)
        elif code <= L.OP_MAKE:
            play_damage(s, t, journal, base, row, code)
        elif code <= L.OP_CHOOSE_PLAYERS:
            play_roll(s, t, journal, base, row, code)
        elif code <= L.OP_REFLECT:
            play_move(s, t, journal, base, row, code)
        else:
            play_status(s, t, journal, base, row, code)


@leaf
def _is_aim(t: Any, row: Any) -> Any:
    """Does the row ask for the object of a card?"""
    code = t[row]
    return (
        code == L.OP_CHOOSE_PLAYERS
        or code == L.OP_TRANSFER_STATUS
        or (code >= L.OP_REMOVE_STATUS and t[row + 5] != 0)
    )


@kernel
def _flow(s: Any, t: Any, journal: Any, base: Any, row: Any, code: Any) -> None:
    if code == L.OP_END:
        _end(s, journal, base)
    elif code == L.OP_RESET:
        s[base + L.F_TAKEN] = 0
        go_on(s, base)
    elif code == L.OP_TAKEN:
        s[base + L.F_TAKEN] = 1
        go_on(s, base)
    elif code == L.OP_ELSE:
        if s[base + L.F_TAKEN] != 0:
            jump(s, t, base, row)
        else:
            go_on(s, base)
    elif code == L.OP_ON:
        if is_met(t, whole(t[row + 1]), counts_of(s[base + L.F_DICE], s[base + L.F_N_DICE])):
            go_on(s, base)
        else:
            jump(s, t, base, row)
    elif code == L.OP_IF:
        if holds(s, t, whole(t[row + 1]), base):
            go_on(s, base)
        else:
            jump(s, t, base, row)
    elif code == L.OP_MAY:
        _may(s, t, base, row)
    elif code == L.OP_SPEND:
        _spend(s, t, journal, base, row)
    elif code == L.OP_CHOOSE_OPTION:
        answer = answered(s)
        if answer < 0:
            ask(s, s[base + L.F_YOU], L.Q_OPTION)
        else:
            s[base + L.F_PC] = t[row + L.ROW * (1 + first_of(answer)) + L.JUMP]
    elif code == L.OP_GOTO:
        jump(s, t, base, row)
    elif code == L.OP_THEN:
        go_on(s, base)
        _then(s, t, base)
    else:
        go_on(s, base)


@kernel
def _end(s: Any, journal: Any, base: Any) -> None:
    """A card is discarded after its effect (DT-CRD-3)."""
    slot = s[base + L.F_CARD]
    if slot >= 0:
        you = player(s[base + L.F_YOU])
        s[you + L.RESOLVING] &= ~(1 << slot)
        s[you + L.DISCARD] |= 1 << slot
    pop(s)


@kernel
def _may(s: Any, t: Any, base: Any, row: Any) -> None:
    who = lowest(who_is(s, base, t[row + 1]))
    if is_locked(s, t, who):  # is never asked (DT-FSM-2)
        jump(s, t, base, row)
        return
    if s[base + L.F_AIM] == L.AGREED:  # to use the passive was the choice
        s[base + L.F_AIM] = -1
        go_on(s, base)
        return
    answer = answered(s)
    if answer < 0:
        ask(s, who, L.Q_MAY)
    elif code_of(answer) == L.ACCEPT:
        go_on(s, base)
    else:
        jump(s, t, base, row)


@kernel
def payable(s: Any, t: Any, row: Any, base: Any) -> Any:
    """The most that can be paid, 0 if too little is there."""
    who = lowest(who_is(s, base, t[row + 1]))
    wanted = value(s, t, whole(t[row + 2]), base, who)
    there = s[player(who) + L.CP]
    if t[row + 3] == L.COUNTER_THING:
        there = s[player(who) + L.COUNT + t[row + 4]]
    if is_up_to(t, whole(t[row + 2])) or wanted == MANY:
        return min(wanted, there)
    return wanted if there >= wanted else 0


@kernel
def _spend(s: Any, t: Any, journal: Any, base: Any, row: Any) -> None:
    who = lowest(who_is(s, base, t[row + 1]))
    most = payable(s, t, row, base)
    if most == 0 or is_locked(s, t, who):
        s[base + L.F_AIM] = -1
        jump(s, t, base, row)
        return
    paid = most
    if s[base + L.F_AIM] == L.AGREED and not is_up_to(t, whole(t[row + 2])):
        s[base + L.F_AIM] = -1
    else:
        answer = answered(s)
        if answer < 0:
            ask(s, who, L.Q_SPEND)
            return
        if code_of(answer) == L.PASS_ON:
            jump(s, t, base, row)
            return
        paid = first_of(answer)
    s[base + L.F_SPENT] = paid
    if t[row + 3] == L.CP_THING:
        gain_cp(s, journal, who, -paid)
    else:
        lose_tokens(s, t, journal, who, whole(t[row + 4]), paid)
    go_on(s, base)


@kernel
def _then(s: Any, t: Any, base: Any) -> None:
    """A window between the clauses, except inside an Instant, a Roll Phase card or a spend (DT-FSM-3)."""
    is_ability = s[base + L.F_LANDING] == L.LANDS_AS_ATTACK or s[base + L.F_LANDING] == L.LANDS_IN_DEFENCE
    is_main_card = s[base + L.F_CARD] >= 0 and s[L.PHASE] == L.PHASE_MAIN and s[base + L.F_YOU] == s[L.ACTIVE]
    if is_main_card:
        is_main_card = (s[player(s[base + L.F_YOU]) + L.CARDS_MAIN] >> s[base + L.F_CARD]) & 1 == 1
    if is_ability or _is_later_then(s, t, base):
        open_window(s, ATTACK_WINDOW, -1)
    elif is_main_card:
        open_window(s, INSTANT_WINDOW, -1)


@kernel
def _is_later_then(s: Any, t: Any, base: Any) -> Any:
    """A further `then` behind the damage of an ability; before the first one lies the window of step Z4."""
    ability = s[L.ANNOUNCED]
    if ability <= 0 or s[base + L.F_ITEM] != ability:
        return False
    first = whole(t[ability + L.AB_PARTS + L.AFTER_DAMAGE])
    while t[first] == L.OP_USE_ROLL:
        first += L.ROW
    return s[base + L.F_PC] > first + L.ROW and s[base + L.F_LANDING] == L.LANDS_AT_ONCE

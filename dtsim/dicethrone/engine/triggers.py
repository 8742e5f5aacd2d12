"""What happens by itself at a moment: the active player's first, in each player's order (DT-FSM-4)."""

from __future__ import annotations

from typing import Any

from dtsim.dicethrone.engine.play import conditions_hold
from dtsim.dicethrone.engine.record import (
    answered,
    around,
    ask,
    first_of,
    is_alive,
    log,
    lowest,
    open_window,
    player,
    pop,
    push_text,
    top,
)
from dtsim.dicethrone.engine.rows import INSTANT_WINDOW
from dtsim.dicethrone.engine.rules import applies, is_locked, partner, whole
from dtsim.dicethrone.engine.tokens import in_roll_phase
from dtsim.dicethrone.program import layout as L
from dtsim.jit import kernel


@kernel
def is_anything(s: Any, moment: Any) -> Any:
    """Could anything happen at this moment at all?"""
    tokens = s[L.AUTOMATIC + moment]
    found = s[L.BOARD_RULES + moment] != 0
    for who in range(s[L.N_PLAYERS]):
        if s[player(who) + L.HELD] & tokens:
            found = True
    return found


@kernel
def step_triggers(s: Any, t: Any, journal: Any) -> None:
    base = top(s)
    moment = s[base + L.T_MOMENT]
    if s[base + L.F_PC] == 0:
        _fix_list(s, t, base, moment)
        s[base + L.F_PC] = 1
        if moment == L.UPKEEP:
            open_window(s, INSTANT_WINDOW, -1)
            return
    subject = s[base + L.F_YOU]
    for position in range(s[L.N_PLAYERS]):
        holder = around(s, s[L.ACTIVE] + position)
        pending = s[base + L.F_A + holder]
        if pending == 0:
            continue
        index = lowest(pending)
        # the order of a sum makes no difference, and nobody acts in the settlement (DT-FIN-12, DT-FIN-15)
        if pending & (pending - 1) and moment != L.SETTLING and not is_locked(s, t, holder):
            answer = answered(s)
            if answer < 0:
                ask(s, holder, L.Q_ORDER)
                return
            index = first_of(answer)
        s[base + L.F_A + holder] = pending & ~(1 << index)
        _run(s, t, journal, base, moment, holder, subject, index)
        return
    was_something = s[base + L.F_LEFT] != 0
    pop(s)
    if was_something and (moment == L.TURN_ENDS or (moment == L.BEFORE_OFFENSE and s[L.PASS] == 0)):
        open_window(s, INSTANT_WINDOW, -1)  # steps M3 and X2


@kernel
def _fix_list(s: Any, t: Any, base: Any, moment: Any) -> None:
    """The list is fixed when the moment comes (DT-UPK-2)."""
    rules = t[L.P_MOMENTS + moment]
    subject = s[base + L.F_YOU]
    for holder in range(s[L.N_PLAYERS]):
        found = 0
        if is_alive(s, holder):
            for index in range(t[rules]):
                rule = whole(t[rules + 1 + index])
                if t[rule + L.R_SPEND] == 0 and applies(
                    s, t, rule, moment, holder, subject, s[base + L.F_PURPOSE]
                ):
                    if not _ends_too_early(s, t, rule, moment, holder) and conditions_hold(
                        s, t, whole(t[rule + L.R_CONDITION]), holder, _focus(s, base, moment)
                    ):
                        found |= 1 << index
        s[base + L.F_A + holder] = found
        s[base + L.F_LEFT] |= found


@kernel
def _focus(s: Any, base: Any, moment: Any) -> Any:
    """The damage that rules of this moment are about."""
    if moment == L.ATTACKED or moment == L.ATTACKING or moment == L.SETTLING or moment == L.OFFENSE_ENDS:
        return s[L.ATTACK]
    return s[base + L.F_FOCUS]


@kernel
def _ends_too_early(s: Any, t: Any, rule: Any, moment: Any, holder: Any) -> Any:
    """A token that ends with the Roll Phase was there when it began; a marker need not (step C)."""
    counter = t[rule + L.R_COUNTER]
    if moment != L.ROLL_PHASE_ENDS or counter < 0 or holder != s[L.ACTIVE]:
        return False
    return (s[L.STATUS] >> counter) & 1 == 1 and (s[L.HELD_AT_START] >> counter) & 1 == 0


@kernel
def _run(s: Any, t: Any, journal: Any, base: Any, moment: Any, holder: Any, subject: Any, index: Any) -> None:
    rule = whole(t[t[L.P_MOMENTS + moment] + 1 + index])
    focus = _focus(s, base, moment)
    if not applies(s, t, rule, moment, holder, subject, s[base + L.F_PURPOSE]):
        return
    if not conditions_hold(s, t, whole(t[rule + L.R_CONDITION]), holder, focus):
        return
    log(s, journal, L.E_TRIGGER, holder, rule, moment, 0, 0)
    if t[rule + L.R_USES] >= 0:
        s[player(holder) + L.USES + t[rule + L.R_USES]] += 1
    text = push_text(
        s,
        whole(t[rule + L.R_TEXT]),
        holder,
        partner(s, t, rule, holder, subject),
        rule,
        t[rule + L.R_PURPOSE],
        _landing(s, moment),
    )
    s[text + L.F_COUNTER] = t[rule + L.R_COUNTER]
    s[text + L.F_FOCUS] = focus
    s[text + L.F_POOL] = s[base + L.F_POOL]


@kernel
def _landing(s: Any, moment: Any) -> Any:
    if moment == L.SETTLING:
        return L.LANDS_IN_SETTLEMENT
    if moment == L.UPKEEP or moment == L.TURN_ENDS:
        return L.LANDS_WITH_PHASE
    if moment == L.ROLL_PHASE_ENDS or moment == L.EXTRA_PASS:
        return L.LANDS_AT_ONCE  # the settlement is over
    return L.LANDS_LATER if in_roll_phase(s) else L.LANDS_AT_ONCE

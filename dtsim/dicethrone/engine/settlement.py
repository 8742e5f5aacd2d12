"""The end of a Roll Phase: damage is settled and lands, what follows it (steps Z1 to C)."""

from __future__ import annotations

from typing import Any

from dtsim.dicethrone.engine.damage import apply_all, compute_all, has_pending, packet_at
from dtsim.dicethrone.engine.parts import run_part
from dtsim.dicethrone.engine.record import (
    answered,
    ask,
    first_of,
    is_alive,
    open_window,
)
from dtsim.dicethrone.engine.rows import ROLL_WINDOW
from dtsim.dicethrone.engine.rules import (
    deals_nothing,
)
from dtsim.dicethrone.engine.steps import (
    N1,
    O1,
    Z1,
    Z1T,
    Z2,
    Z3,
    Z4,
    Z5,
    Z5A,
    Z6,
    Z6P,
    C,
    enter,
)
from dtsim.dicethrone.engine.triggers import is_anything
from dtsim.dicethrone.engine.windows import open_triggers
from dtsim.dicethrone.program import layout as L
from dtsim.jit import kernel


@kernel
def step_settlement(s: Any, t: Any, journal: Any, base: Any, step: Any) -> None:
    active = s[L.ACTIVE]
    if step == Z1:
        s[L.DEFENCE_TO_COME] = 0
        enter(s, journal, base, Z1T)
        if s[L.ATTACK] >= 0 and is_anything(s, L.SETTLING):
            _settling(s, t)
    elif step == Z1T:
        compute_all(s, t, journal)
        if s[L.ATTACK] >= 0:
            place = packet_at(s[L.ATTACK])
            s[L.DMG_DEALT] = s[place + L.PK_TOTAL]
        enter(s, journal, base, Z2)
        if s[L.ANNOUNCED] > 0:
            run_part(s, t, L.SETTLEMENT)
    elif step == Z2:
        _pass_on(s, t, journal, base)
    elif step == Z3:
        had_attack = s[L.ATTACK] >= 0
        enter(s, journal, base, Z4)
        s[base + L.F_LEFT] = 1 if had_attack else 0
        if has_pending(s):
            apply_all(s, t, journal)
    elif step == Z4:
        had_attack = s[base + L.F_LEFT]
        enter(s, journal, base, Z5)
        if had_attack or (s[L.ANNOUNCED] > 0 and t[s[L.ANNOUNCED] + L.AB_PARTS + L.AFTER_DAMAGE] != 0):
            open_window(s, ROLL_WINDOW | 1 << L.ROLL_PHASE_ENDS, -1)
    elif step == Z5:
        enter(s, journal, base, Z5A)
        if s[L.ANNOUNCED] > 0 and is_alive(s, active):
            run_part(s, t, L.AFTER_DAMAGE)
    elif step == Z5A:
        enter(s, journal, base, Z6)
        if s[L.ANNOUNCED] > 0 and is_alive(s, active):
            run_part(s, t, L.ADDITIONALLY)
    elif step == Z6:
        enter(s, journal, base, Z6P)
        if is_anything(s, L.EXTRA_PASS):
            open_triggers(s, L.EXTRA_PASS, active)
    elif step == Z6P:
        if s[L.EXTRA] == active and s[L.PASS] < 8:
            s[L.EXTRA] = -1
            s[L.PASS] += 1
            enter(s, journal, base, O1)
        else:
            s[L.EXTRA] = -1
            s[L.LOCKED_BY] = -1
            enter(s, journal, base, C)
    else:
        s[L.PHASE] = L.PHASE_DEFENCE
        enter(s, journal, base, N1)
        if is_anything(s, L.ROLL_PHASE_ENDS):
            open_triggers(s, L.ROLL_PHASE_ENDS, active)


@kernel
def _settling(s: Any, t: Any) -> None:
    """Flat plus and minus of tokens in play, summed now (DT-TOK-7, DT-FSM-10)."""
    if not deals_nothing(s, t):  # nobody was Attacked (DT-TOK-14)
        open_triggers(s, L.SETTLING, s[L.DEFENDER])
    open_triggers(s, L.SETTLING, s[L.ATTACKER])


@kernel
def _pass_on(s: Any, t: Any, journal: Any, base: Any) -> None:
    """Z2: the owner of a companion says how much of the final damage it takes."""
    answer = answered(s)
    if answer >= 0:
        place = packet_at(s[base + L.F_LEFT])
        s[place + L.PK_PART] = first_of(answer)
        s[place + L.PK_MOVED] = 3
        return
    for packet in range(L.MAX_PACKETS):
        place = packet_at(packet)
        if s[place + L.PK_KIND] != L.FREE and s[place + L.PK_MOVED] == 2 and s[place + L.PK_TOTAL] > 0:
            s[base + L.F_LEFT] = packet
            ask(s, s[place + L.PK_TARGET], L.Q_AMOUNT)
            return
    enter(s, journal, base, Z3)

"""The Defensive Roll Phase: choosing a Defensive Ability, the roll, its results (steps DF1 to DF6)."""

from __future__ import annotations

from typing import Any

from dtsim.dicethrone.engine.damage import has_pending, packet_at
from dtsim.dicethrone.engine.dice import cast
from dtsim.dicethrone.engine.parts import run_part
from dtsim.dicethrone.engine.record import (
    answered,
    ask,
    code_of,
    first_of,
    log,
    open_window,
    push_text,
)
from dtsim.dicethrone.engine.rows import ATTACK_WINDOW
from dtsim.dicethrone.engine.rules import (
    FORBIDS_DEFENCE,
    attack_type,
    deals_nothing,
    forbidden,
    is_attacked,
    is_locked,
    value,
    whole,
)
from dtsim.dicethrone.engine.steps import (
    DF1,
    DF2,
    DF2W,
    DF3,
    DF4,
    DF4R,
    DF5,
    DF6,
    Z1,
    enter,
)
from dtsim.dicethrone.engine.triggers import is_anything
from dtsim.dicethrone.engine.windows import open_triggers
from dtsim.dicethrone.program import layout as L
from dtsim.jit import kernel


@kernel
def step_defence(s: Any, t: Any, journal: Any, base: Any, step: Any) -> None:
    if step == DF1:
        s[L.PHASE] = L.PHASE_DEFENCE
        enter(s, journal, base, DF2)
        run_part(s, t, L.TARGETED)
    elif step == DF2:
        s[L.PHASE] = L.PHASE_DEFENCE
        enter(s, journal, base, DF2W)
        _when_attacked(s, t, journal, base)
    elif step == DF2W:
        enter(s, journal, base, DF3)
        open_window(s, ATTACK_WINDOW | L.BEFORE_DEFENCE, -1)
    elif step == DF3:
        _choose_defence(s, t, journal, base)
    elif step == DF4:
        _roll_defence(s, t, journal, base)
    elif step == DF4R:
        _reroll_defence(s, t, journal, base)
    elif step == DF5:
        _use_defence(s, t, journal, base)
    else:
        enter(s, journal, base, Z1)
        if has_pending(s):
            open_window(s, ATTACK_WINDOW, -1)


@kernel
def _when_attacked(s: Any, t: Any, journal: Any, base: Any) -> None:
    if s[L.ATTACK] >= 0:
        if not deals_nothing(s, t) and is_anything(s, L.ATTACKED):
            open_triggers(s, L.ATTACKED, s[L.DEFENDER])
        if is_anything(s, L.ATTACKING):
            open_triggers(s, L.ATTACKING, s[L.ATTACKER])  # on top: the attacker's come first (DT-FSM-4)
    elif is_anything(s, L.NO_ATTACK):
        open_triggers(s, L.NO_ATTACK, s[L.ACTIVE])


@kernel
def _choose_defence(s: Any, t: Any, journal: Any, base: Any) -> None:
    """An Attack that is defendable now, and nothing that forbids it (DT-DRP-3)."""
    defender = s[L.DEFENDER]
    answer = answered(s)
    if answer < 0:
        allowed = (
            s[L.ATTACK] >= 0
            and _is_defendable(s)
            and s[L.SKIP_DEFENCE] == 0
            and is_attacked(s, t, defender)
            and not is_locked(s, t, defender)
            and (forbidden(s, t, defender) & FORBIDS_DEFENCE) == 0
        )
        if allowed:
            ask(s, defender, L.Q_DEFEND)
        else:
            s[L.DEFENCE_TO_COME] = 0
            enter(s, journal, base, DF6)
        return
    s[L.DEFENCE_TO_COME] = 0
    if code_of(answer) == L.PASS_ON:
        enter(s, journal, base, DF6)
        return
    s[L.IS_DEFENDED] = 1
    s[base + L.F_ITEM] = first_of(answer)
    log(s, journal, L.E_DEFENDS, defender, first_of(answer), 0, 0, 0)
    enter(s, journal, base, DF4)


@kernel
def _is_defendable(s: Any) -> Any:
    """Is any component of the Attack defendable (DT-ABL-8)?"""
    if attack_type(s) == L.NORMAL:
        return True
    for packet in range(L.MAX_PACKETS):
        place = packet_at(packet)
        if (
            s[place + L.PK_KIND] == L.A_COMPONENT
            and s[place + L.PK_OF] == s[L.ATTACK]
            and s[place + L.PK_TYPE] == L.NORMAL
        ):
            return True
    return False


@kernel
def _roll_defence(s: Any, t: Any, journal: Any, base: Any) -> None:
    """The Defense Roll; for a duel the attacker's die is cast with it."""
    defender = s[L.DEFENDER]
    ability = s[base + L.F_ITEM]
    s[base + L.F_YOU] = defender
    n_dice = (
        min(10, value(s, t, whole(t[ability + L.AB_DICE]), base, defender)) if t[ability + L.AB_DICE] else 0
    )
    s[base + L.F_ROLLER] = defender
    s[base + L.F_N_DICE] = n_dice
    s[base + L.F_DICE] = 0
    s[L.ATTEMPTS_LEFT] = 0
    if n_dice > 0:
        s[base + L.F_DICE] = cast(s, journal, defender, L.FOR_DEFENCE, s[L.PASS] * 16, 0, (1 << n_dice) - 1)
    if t[ability + L.AB_DUELS]:
        s[base + L.F_ROLLER_2] = s[L.ATTACKER]
        s[base + L.F_N_DICE_2] = n_dice
        s[base + L.F_DICE_2] = cast(
            s, journal, s[L.ATTACKER], L.FOR_DUEL, s[L.PASS] * 16, 0, (1 << n_dice) - 1
        )
    enter(s, journal, base, DF4R)
    open_window(s, ATTACK_WINDOW | L.IN_DEFENCE, s[L.DEPTH])


@kernel
def _reroll_defence(s: Any, t: Any, journal: Any, base: Any) -> None:
    """A granted attempt lets the defender throw any of the dice anew (Better D!)."""
    answer = answered(s)
    if answer < 0:
        if s[L.ATTEMPTS_LEFT] > 0:
            ask(s, s[L.DEFENDER], L.Q_KEEP)
        else:
            enter(s, journal, base, DF5)
        return
    if code_of(answer) == L.STOP_ROLLING:
        s[L.ATTEMPTS_LEFT] = 0
        return
    s[L.ATTEMPTS_LEFT] -= 1
    s[base + L.F_STEP] += 1  # the attempts of the Offensive Roll Phase are counted apart
    index = s[L.PASS] * 16 + s[base + L.F_STEP]
    s[base + L.F_DICE] = cast(
        s, journal, s[L.DEFENDER], L.FOR_DEFENCE, index, s[base + L.F_DICE], first_of(answer)
    )
    open_window(s, ATTACK_WINDOW | L.IN_DEFENCE, s[L.DEPTH])


@kernel
def _use_defence(s: Any, t: Any, journal: Any, base: Any) -> None:
    ability = s[base + L.F_ITEM]
    n_dice = s[base + L.F_N_DICE]
    n_dice_2 = s[base + L.F_N_DICE_2]
    s[base + L.F_N_DICE] = 0  # locked when its results are applied (DT-DRP-13)
    s[base + L.F_N_DICE_2] = 0
    enter(s, journal, base, DF6)
    rows = whole(t[ability + L.AB_PARTS])
    if rows == 0:
        return
    text = push_text(
        s, rows, s[L.DEFENDER], s[L.ATTACKER], ability, t[ability + L.AB_PURPOSE], L.LANDS_IN_DEFENCE
    )
    s[text + L.F_DICE] = s[base + L.F_DICE]
    s[text + L.F_N_DICE] = n_dice
    s[text + L.F_DICE_2] = s[base + L.F_DICE_2]
    s[text + L.F_N_DICE_2] = n_dice_2
    s[text + L.F_FOCUS] = s[L.ATTACK]

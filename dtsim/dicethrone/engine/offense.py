"""The Offensive Roll Phase: rolling, announcing, activating (steps O1 to T4)."""

from __future__ import annotations

from typing import Any

from dtsim.dicethrone.engine.dice import cast
from dtsim.dicethrone.engine.net import drop_if_nothing_is_left
from dtsim.dicethrone.engine.parts import run_part
from dtsim.dicethrone.engine.record import (
    answered,
    ask,
    code_of,
    first_of,
    log,
    open_window,
    opponent_of,
    player,
    second_of,
)
from dtsim.dicethrone.engine.rows import ROLL_WINDOW
from dtsim.dicethrone.engine.rules import (
    applies,
    whole,
)
from dtsim.dicethrone.engine.steps import (
    DF1,
    DF2,
    N1,
    O1,
    O2,
    O3,
    O4,
    O5,
    O6,
    O6B,
    O7,
    O8,
    T4,
    T4W,
    C,
    enter,
)
from dtsim.dicethrone.engine.tokens import lose_tokens
from dtsim.dicethrone.engine.triggers import is_anything
from dtsim.dicethrone.engine.windows import open_triggers
from dtsim.dicethrone.program import layout as L
from dtsim.jit import kernel, leaf

END_OF_OFFENSE = ROLL_WINDOW | 1 << L.OFFENSE_ENDS | 1 << L.ATTACKING | L.IN_TARGETING


@kernel
def step_offense(s: Any, t: Any, journal: Any, base: Any, step: Any) -> None:
    active = s[L.ACTIVE]
    if step == O1:
        _begin_offense(s, t, journal, base)
    elif step == O2:
        s[L.ATTEMPTS_LEFT] -= 1
        s[L.ATTEMPTS_USED] = 1
        s[base + L.F_ROLLER] = active
        s[base + L.F_N_DICE] = L.DICE
        s[base + L.F_N_DICE_2] = 0
        s[base + L.F_DICE] = cast(s, journal, active, L.FOR_OFFENSE, s[L.PASS] * 16, 0, (1 << L.DICE) - 1)
        enter(s, journal, base, O3)
        open_window(s, _after_a_roll(s), s[L.DEPTH])
    elif step == O3:
        _roll_attempts(s, t, journal, base)
    elif step == O4:
        _announce(s, t, journal, base)
    elif step == O5:
        _after_announcement(s, t, journal, base)
    elif step == O6:
        _resist(s, t, journal, base)
    elif step == O6B:
        if s[L.SKIP_ABILITY] != 0:
            s[L.ANNOUNCED] = 0
            enter(s, journal, base, DF2)
        else:
            enter(s, journal, base, O7)
            s[L.FINAL_DICE] = s[base + L.F_DICE]
            if is_anything(s, L.ACTIVATING):
                open_triggers(s, L.ACTIVATING, active)
    elif step == O7:
        _activate(s, t, journal, base)
    elif step == O8:
        enter(s, journal, base, T4)
        s[L.DEFENCE_TO_COME] = 1
        s[base + L.F_N_DICE] = 0  # these dice are locked now (DT-ORP-16)
        if t[s[L.ANNOUNCED] + L.AB_PARTS + L.AFTER_TARGETING] == 0:
            _values_are_fixed(s, t, journal)
            _offense_ends(s)
        open_window(s, END_OF_OFFENSE, -1)
    elif step == T4:
        if t[s[L.ANNOUNCED] + L.AB_PARTS + L.AFTER_TARGETING] == 0:
            enter(s, journal, base, DF1)
        else:
            enter(s, journal, base, T4W)
            run_part(s, t, L.AFTER_TARGETING)
    else:
        enter(s, journal, base, DF1)
        _values_are_fixed(s, t, journal)
        _offense_ends(s)
        open_window(s, END_OF_OFFENSE, -1)


@kernel
def _values_are_fixed(s: Any, t: Any, journal: Any) -> None:
    """An ability that deals damage is an Attack; by a ruling only if something is left of it (DT-ABL-7)."""
    if s[L.RULINGS] & L.ATTACK_BY_NET_DAMAGE:
        drop_if_nothing_is_left(s, t, journal)


@kernel
def _offense_ends(s: Any) -> None:
    """What is used up by attacking (Shame), behind the window that ends the phase (step O8)."""
    if is_anything(s, L.OFFENSE_ENDS):
        open_triggers(s, L.OFFENSE_ENDS, s[L.ACTIVE])


@kernel
def _begin_offense(s: Any, t: Any, journal: Any, base: Any) -> None:
    active = s[L.ACTIVE]
    if s[base + L.F_STEP] == 0:
        s[L.PHASE] = L.PHASE_OFFENSE
        s[L.LOCKED_BY] = -1
        s[L.ANNOUNCED] = 0
        s[L.ATTACK] = -1
        s[L.ATTACKER] = active
        s[L.IS_ULTIMATE] = 0
        s[L.SKIP_ABILITY] = 0
        s[L.SKIP_DEFENCE] = 0
        s[L.IS_DEFENDED] = 0
        s[L.DEFENCE_TO_COME] = 0
        s[L.DICE_CHANGED] = 0
        s[L.ATTACK_MADE] = 0
        s[L.DMG_DEALT] = 0
        if s[L.PASS] > 0:
            s[L.ATTEMPTS_LEFT] = L.ROLL_ATTEMPTS  # in the first pass set in M3, before tokens take some
        s[L.ATTEMPTS_USED] = 0
        s[base + L.F_N_DICE] = 0
        s[base + L.F_N_DICE_2] = 0
        for who in range(s[L.N_PLAYERS]):
            s[player(who) + L.LANDED] = 0
        if s[L.PASS] == 0:
            s[L.HELD_AT_START] = s[player(active) + L.HELD]
            s[L.DEFENDER] = -1
            s[L.DEFENDER] = opponent_of(s, active)
        elif is_anything(s, L.BEFORE_OFFENSE):
            s[base + L.F_STEP] = 1
            open_triggers(s, L.BEFORE_OFFENSE, active)
            return
    if s[L.SKIP_OFFENSE] != 0:
        s[L.SKIP_OFFENSE] = 0
        keeps = s[L.PASS] == 0 and s[L.RULINGS] & L.SKIPPED_PHASE_DROPS_TOKENS == 0
        enter(s, journal, base, N1 if keeps else C)
        return
    enter(s, journal, base, O2)
    open_window(s, ROLL_WINDOW | L.BEFORE_ROLLING, -1)


@kernel
def _roll_attempts(s: Any, t: Any, journal: Any, base: Any) -> None:
    """Throw any dice anew while attempts are left, or stop."""
    active = s[L.ACTIVE]
    answer = answered(s)
    if answer < 0:
        if s[L.ATTEMPTS_LEFT] > 0:
            ask(s, active, L.Q_KEEP)
        else:
            enter(s, journal, base, O4)
        return
    if code_of(answer) == L.STOP_ROLLING:
        enter(s, journal, base, O4)
        return
    s[L.ATTEMPTS_LEFT] -= 1
    index = s[L.PASS] * 16 + s[L.ATTEMPTS_USED]
    s[L.ATTEMPTS_USED] += 1
    s[base + L.F_DICE] = cast(s, journal, active, L.FOR_OFFENSE, index, s[base + L.F_DICE], first_of(answer))
    open_window(s, _after_a_roll(s), s[L.DEPTH])


@leaf
def _after_a_roll(s: Any) -> Any:
    return ROLL_WINDOW | (L.IN_ROLLING if s[L.ATTEMPTS_LEFT] > 0 else L.AFTER_ROLLING)


@kernel
def _announce(s: Any, t: Any, journal: Any, base: Any) -> None:
    """Announce an ability and its level, or none; then everybody may still change the dice (DT-ORP-6)."""
    answer = answered(s)
    if answer < 0:
        ask(s, s[L.ACTIVE], L.Q_ANNOUNCE)
        return
    code = code_of(answer)
    if code == L.RESUME_ROLLING:
        enter(s, journal, base, O3)
        return
    s[L.ANNOUNCED] = first_of(answer) if code == L.ANNOUNCE else 0
    s[L.LADDER_STEP] = second_of(answer) if code == L.ANNOUNCE else 0
    s[L.DICE_CHANGED] = 0
    log(s, journal, L.E_ANNOUNCED, s[L.ACTIVE], s[L.ANNOUNCED], s[L.LADDER_STEP], s[base + L.F_DICE], 0)
    enter(s, journal, base, O5)
    open_window(s, ROLL_WINDOW | L.WHEN_ANNOUNCED, s[L.DEPTH])


@kernel
def _after_announcement(s: Any, t: Any, journal: Any, base: Any) -> None:
    """Changed dice reopen the announcement: the same if still met, another, none, or on (DT-ORP-7)."""
    if s[L.DICE_CHANGED] != 0:
        enter(s, journal, base, O4)
        s[base + L.F_STEP] = 1
    elif s[L.ANNOUNCED] == 0:
        s[base + L.F_N_DICE] = 0
        s[L.FINAL_DICE] = s[base + L.F_DICE]
        enter(s, journal, base, DF2)
    else:
        enter(s, journal, base, O6)


@kernel
def _resist(s: Any, t: Any, journal: Any, base: Any) -> None:
    """Tests of tokens before the activation; an Ultimate is not tested (DT-ULT-11)."""
    enter(s, journal, base, O6B)
    if not is_anything(s, L.RESISTING):
        return
    if t[s[L.ANNOUNCED] + L.AB_ULTIMATE] == 0 or s[L.RULINGS] & L.TESTED_ULTIMATES:
        open_triggers(s, L.RESISTING, s[L.ACTIVE])
    else:
        _use_up_tests(s, t, journal)


@kernel
def _use_up_tests(s: Any, t: Any, journal: Any) -> None:
    """Tokens that a test would have used up go without a roll."""
    active = s[L.ACTIVE]
    rules = t[L.P_MOMENTS + L.RESISTING]
    for index in range(t[rules]):
        rule = whole(t[rules + 1 + index])
        counter = whole(t[rule + L.R_COUNTER])
        if counter >= 0 and applies(s, t, rule, L.RESISTING, active, active, -1):
            row = whole(t[rule + L.R_TEXT])
            while t[row] != L.OP_END and t[row] != L.OP_REMOVE_THIS:
                row += L.ROW
            if t[row] == L.OP_REMOVE_THIS:
                lose_tokens(s, t, journal, active, counter, 1)


@kernel
def _activate(s: Any, t: Any, journal: Any, base: Any) -> None:
    """O7 and O8: an Ultimate locks its opponents; values, the type and what needs no target."""
    ability = s[L.ANNOUNCED]
    if t[ability + L.AB_ULTIMATE]:
        s[L.IS_ULTIMATE] = 1
        s[L.LOCKED_BY] = s[L.ACTIVE]
    log(s, journal, L.E_ACTIVATED, s[L.ACTIVE], ability, s[L.LADDER_STEP], s[L.FINAL_DICE], 0)
    enter(s, journal, base, O8)
    run_part(s, t, L.ACTIVATION)

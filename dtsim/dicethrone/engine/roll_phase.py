"""The Roll Phase: Offensive and Defensive Roll Phase, settlement and conclusion (steps O1 to C)."""

from __future__ import annotations

from typing import Any

from dtsim.dicethrone.engine.damage import apply_all, compute_all, has_pending, packet_at
from dtsim.dicethrone.engine.dice import cast
from dtsim.dicethrone.engine.record import (
    answered,
    ask,
    code_of,
    first_of,
    is_alive,
    log,
    open_window,
    opponent_of,
    player,
    push_text,
    second_of,
)
from dtsim.dicethrone.engine.rows import ATTACK_WINDOW, ROLL_WINDOW
from dtsim.dicethrone.engine.rules import (
    FORBIDS_DEFENCE,
    applies,
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
from dtsim.dicethrone.engine.tokens import lose_tokens
from dtsim.dicethrone.engine.triggers import is_anything
from dtsim.dicethrone.engine.windows import open_triggers
from dtsim.dicethrone.program import layout as L
from dtsim.jit import kernel

END_OF_OFFENSE = ROLL_WINDOW | 1 << L.OFFENSE_ENDS | 1 << L.ATTACKING


# ---------------------------------------------------------------- Offensive Roll Phase


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
        open_window(s, ROLL_WINDOW, s[L.DEPTH])
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
            _offense_ends(s)
        open_window(s, END_OF_OFFENSE, -1)
    elif step == T4:
        if t[s[L.ANNOUNCED] + L.AB_PARTS + L.AFTER_TARGETING] == 0:
            enter(s, journal, base, DF1)
        else:
            enter(s, journal, base, T4W)
            _run_part(s, t, L.AFTER_TARGETING)
    else:
        enter(s, journal, base, DF1)
        _offense_ends(s)
        open_window(s, END_OF_OFFENSE, -1)


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
    open_window(s, ROLL_WINDOW, -1)


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
    open_window(s, ROLL_WINDOW, s[L.DEPTH])


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
    open_window(s, ROLL_WINDOW, s[L.DEPTH])


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
    _run_part(s, t, L.ACTIVATION)


@kernel
def _run_part(s: Any, t: Any, part: Any) -> None:
    """Play the part of the activated ability that belongs to this step."""
    ability = s[L.ANNOUNCED]
    rows = whole(t[ability + L.AB_PARTS + part])
    if rows == 0:
        return
    text = push_text(
        s, rows, s[L.ACTIVE], s[L.DEFENDER], ability, t[ability + L.AB_PURPOSE], L.LANDS_AS_ATTACK
    )
    s[text + L.F_DICE] = s[L.FINAL_DICE]
    s[text + L.F_N_DICE] = L.DICE
    s[text + L.F_FOCUS] = s[L.ATTACK]
    if part == L.SETTLEMENT:
        s[text + L.F_LANDING] = L.LANDS_IN_SETTLEMENT
    elif part >= L.AFTER_DAMAGE:
        s[text + L.F_LANDING] = L.LANDS_AT_ONCE


# ---------------------------------------------------------------- Defensive Roll Phase


@kernel
def step_defence(s: Any, t: Any, journal: Any, base: Any, step: Any) -> None:
    if step == DF1:
        s[L.PHASE] = L.PHASE_DEFENCE
        enter(s, journal, base, DF2)
        _run_part(s, t, L.TARGETED)
    elif step == DF2:
        s[L.PHASE] = L.PHASE_DEFENCE
        enter(s, journal, base, DF2W)
        _when_attacked(s, t, journal, base)
    elif step == DF2W:
        enter(s, journal, base, DF3)
        open_window(s, ATTACK_WINDOW, -1)
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
    open_window(s, ATTACK_WINDOW, s[L.DEPTH])


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
    open_window(s, ATTACK_WINDOW, s[L.DEPTH])


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


# ---------------------------------------------------------------- settlement and conclusion


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
            _run_part(s, t, L.SETTLEMENT)
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
            _run_part(s, t, L.AFTER_DAMAGE)
    elif step == Z5A:
        enter(s, journal, base, Z6)
        if s[L.ANNOUNCED] > 0 and is_alive(s, active):
            _run_part(s, t, L.ADDITIONALLY)
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

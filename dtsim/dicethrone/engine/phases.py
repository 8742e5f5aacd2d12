"""The turn from Upkeep to the end, step by step (section 33 of the rule catalogue)."""

from __future__ import annotations

from typing import Any

from dtsim.dicethrone.engine.cards import draw_cards
from dtsim.dicethrone.engine.damage import apply_all, compute_all, has_pending
from dtsim.dicethrone.engine.defence import step_defence
from dtsim.dicethrone.engine.offense import step_offense
from dtsim.dicethrone.engine.play import install, play_card, sell, upgrade_cost
from dtsim.dicethrone.engine.record import (
    answered,
    around,
    ask,
    code_of,
    could_act,
    first_of,
    gain_cp,
    log,
    lowest,
    open_window,
    player,
    push_window,
    size,
    top,
)
from dtsim.dicethrone.engine.rows import INSTANT_WINDOW, MAIN_PHASE
from dtsim.dicethrone.engine.rules import is_locked
from dtsim.dicethrone.engine.settlement import step_settlement
from dtsim.dicethrone.engine.steps import (
    DF1,
    I1,
    I2,
    M1,
    M3,
    N1,
    O1,
    U1,
    U3,
    U4,
    U5,
    X1,
    X2,
    X3,
    X4,
    Z1,
    enter,
)
from dtsim.dicethrone.engine.triggers import is_anything
from dtsim.dicethrone.engine.windows import declare, open_triggers
from dtsim.dicethrone.program import layout as L
from dtsim.jit import kernel


@kernel
def step_turn(s: Any, t: Any, journal: Any) -> None:
    """The steps of the turn, until something else has to happen first."""
    depth = s[L.DEPTH]
    base = top(s)
    while s[L.DEPTH] == depth and s[L.ASKED] < 0 and s[L.OVER] == 0:
        step = s[base + L.F_PC]
        if step < O1:
            _before_the_roll(s, t, journal, base, step)
        elif step < DF1:
            step_offense(s, t, journal, base, step)
        elif step < Z1:
            step_defence(s, t, journal, base, step)
        elif step < N1:
            step_settlement(s, t, journal, base, step)
        else:
            _end_of_turn(s, t, journal, base, step)


# ---------------------------------------------------------------- Upkeep, Income, Main (1)


@kernel
def _before_the_roll(s: Any, t: Any, journal: Any, base: Any, step: Any) -> None:
    active = s[L.ACTIVE]
    if step == U1:
        _begin_turn(s, journal)
        enter(s, journal, base, U3)
        open_triggers(s, L.UPKEEP, active)
    elif step == U3:
        if has_pending(s):
            enter(s, journal, base, U4)
            open_window(s, INSTANT_WINDOW, -1)
        else:
            enter(s, journal, base, I1)
    elif step == U4:
        enter(s, journal, base, U5)
        compute_all(s, t, journal)
        apply_all(s, t, journal)
    elif step == U5:
        enter(s, journal, base, I1)
        open_window(s, INSTANT_WINDOW, -1)
    elif step == I1:
        s[L.PHASE] = L.PHASE_INCOME
        enter(s, journal, base, I2)
        if is_anything(s, L.INCOME):
            open_triggers(s, L.INCOME, active)
    elif step == I2:
        _income(s, journal, base)
    elif step == M1:
        _main_phase(s, t, journal, base, M3)
    else:
        enter(s, journal, base, O1)
        s[L.ATTEMPTS_LEFT] = L.ROLL_ATTEMPTS
        if is_anything(s, L.BEFORE_OFFENSE):
            open_triggers(s, L.BEFORE_OFFENSE, active)


@kernel
def _begin_turn(s: Any, journal: Any) -> None:
    """What is counted by the turn starts anew."""
    log(s, journal, L.E_TURN, s[L.ACTIVE], s[L.TURN], 0, 0, 0)
    s[L.PHASE] = L.PHASE_UPKEEP
    s[L.ROUND] = max(1, s[L.ROUND])  # the setup has random numbers of its own
    s[L.PASS] = 0
    s[L.SKIP_INCOME] = 0
    s[L.SKIP_OFFENSE] = 0
    s[L.EXTRA] = -1
    s[L.ATTACK_MADE] = 0
    s[L.DMG_DEALT] = 0
    s[L.ATTACKER] = -1
    s[L.DEFENDER] = -1
    s[L.ANNOUNCED] = 0
    s[L.DEFENCE_TO_COME] = 0
    for who in range(s[L.N_PLAYERS]):
        base = player(who)
        s[base + L.DRAWS] = 0
        for index in range(L.MAX_USES):
            s[base + L.USES + index] = 0
        for index in range(16):
            s[base + L.INNER + index] = 0
        for counter in range(s[L.N_COUNTERS]):
            s[base + L.FRESH + counter] = 0


@kernel
def _income(s: Any, journal: Any, base: Any) -> None:
    """1 CP, then 1 card, without a window between; not in the first turn of the Start Player (DT-SET-8)."""
    active = s[L.ACTIVE]
    enter(s, journal, base, M1)
    s[L.PHASE] = L.PHASE_MAIN
    if s[L.TURN] == 0 or s[L.SKIP_INCOME] != 0:
        return
    gain_cp(s, journal, active, 1)
    draw_cards(s, journal, active, 1)
    open_window(s, INSTANT_WINDOW, -1)


@kernel
def _main_phase(s: Any, t: Any, journal: Any, base: Any, then: Any) -> None:
    """Act as often as wished; after each act the others may answer."""
    active = s[L.ACTIVE]
    answer = answered(s)
    if answer < 0:
        if is_locked(s, t, active) or not _could_act(s, t, active):
            enter(s, journal, base, then)
        else:
            ask(s, active, L.Q_MAIN)
        return
    code = code_of(answer)
    if code == L.PASS_ON:
        enter(s, journal, base, then)
        return
    push_window(s, INSTANT_WINDOW, -1)
    window = top(s)
    s[window + L.W_FIRST] = 1
    s[window + L.W_ASKING] = 1
    if code == L.SELL_CARD:
        sell(s, journal, active, first_of(answer))
    elif code == L.INSTALL:
        install(s, t, journal, active, first_of(answer))
    elif code == L.PLAY_CARD and (s[player(active) + L.CARDS_MAIN] >> first_of(answer)) & 1:
        play_card(s, t, journal, active, first_of(answer), -1)
    else:
        declare(s, t, journal, active, answer)


@kernel
def _could_act(s: Any, t: Any, who: Any) -> Any:
    """A quick look: might the player have something to do in a Main Phase?"""
    base = player(who)
    hand = s[base + L.HAND]
    if s[base + L.HEEDS_SALES] != 0 and hand != 0:
        return True
    if hand & s[base + L.CARDS_MAIN] & s[base + L.AFFORDABLE + s[base + L.CP]] & s[base + L.HEEDS]:
        return True
    upgrades = hand & s[base + L.CARDS_UPGRADE] & s[base + L.HEEDS]
    while upgrades != 0:
        if 0 <= upgrade_cost(s, t, who, lowest(upgrades)) <= s[base + L.CP]:
            return True
        upgrades &= upgrades - 1
    return could_act(s, MAIN_PHASE, -1, who)


# ---------------------------------------------------------------- Main (2), Discard, end of the turn


@kernel
def _end_of_turn(s: Any, t: Any, journal: Any, base: Any, step: Any) -> None:
    active = s[L.ACTIVE]
    if step == N1:
        s[L.PHASE] = L.PHASE_MAIN
        _main_phase(s, t, journal, base, X1)
    elif step == X1:
        s[L.PHASE] = L.PHASE_DISCARD
        _discard_phase(s, journal, base)
    elif step == X2:
        enter(s, journal, base, X3)
        if is_anything(s, L.TURN_ENDS):
            open_triggers(s, L.TURN_ENDS, active)
    elif step == X3:
        enter(s, journal, base, X4)
        if has_pending(s):
            compute_all(s, t, journal)
            apply_all(s, t, journal)
    else:
        _next_player(s, journal, base)


@kernel
def _discard_phase(s: Any, journal: Any, base: Any) -> None:
    """Sell down to six, by a ruling also further; cards drawn in the window after it count too (DT-DSC-2)."""
    active = s[L.ACTIVE]
    answer = answered(s)
    if answer >= 0 and code_of(answer) == L.SELL_CARD:
        sell(s, journal, active, first_of(answer))
        s[base + L.F_STEP] |= 1
        return
    hand = size(s[player(active) + L.HAND])
    may_sell = hand > 0 and (s[L.RULINGS] & L.FREE_SALES_IN_DISCARD) != 0 and s[base + L.F_STEP] < 2
    if answer < 0 and (hand > L.HAND_LIMIT or may_sell):
        ask(s, active, L.Q_SELL)
    elif s[base + L.F_STEP] & 1:
        s[base + L.F_STEP] = 2
        open_window(s, INSTANT_WINDOW, -1)
    else:
        enter(s, journal, base, X2)


@kernel
def _next_player(s: Any, journal: Any, base: Any) -> None:
    """The next living player in turn order; at the cap the game stays unfinished (DT-SIM-5)."""
    if s[L.TURN] + 1 >= s[L.TURN_CAP]:
        s[L.OVER] = L.UNFINISHED
        log(s, journal, L.E_OVER, -1, L.UNFINISHED, 0, 0, 0)
        return
    s[L.TURN] += 1
    players = s[L.N_PLAYERS]
    active = s[L.ACTIVE]
    for _ in range(players):
        active = around(s, active + 1)
        if active == s[L.START_PLAYER]:
            s[L.ROUND] += 1
        if s[player(active) + L.HEALTH] > 0:
            break
    s[L.ACTIVE] = active
    enter(s, journal, base, U1)

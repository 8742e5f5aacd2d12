"""Windows: who may act, in which order, until all have passed in a row (chapter 21 and DT-FSM-1)."""

from __future__ import annotations

from typing import Any

from dtsim.dicethrone.engine.damage import apply_one
from dtsim.dicethrone.engine.options import is_legal
from dtsim.dicethrone.engine.play import play_card, spend_token, use_passive
from dtsim.dicethrone.engine.record import (
    answered,
    around,
    ask,
    code_of,
    could_act,
    first_of,
    open_window,
    pop,
    push,
    push_window,
    second_of,
    top,
)
from dtsim.dicethrone.engine.rows import ATTACK_WINDOW, INSTANT_WINDOW
from dtsim.dicethrone.engine.rules import is_locked
from dtsim.dicethrone.engine.tokens import in_roll_phase
from dtsim.dicethrone.program import layout as L
from dtsim.jit import kernel


@kernel
def step_window(s: Any, t: Any, journal: Any) -> None:
    """Ask the players in turn order from the active one; an action starts the asking anew."""
    base = top(s)
    if s[base + L.W_DECLARED] >= 0:
        _resolve_declared(s, t, journal, base)
        return
    while True:
        position = s[base + L.W_ASKING]
        if position >= s[base + L.W_LIMIT]:
            pop(s)
            return
        who = around(s, s[L.ACTIVE] + position)
        answer = answered(s)
        if answer < 0:
            if could_act(s, s[base + L.W_MOMENTS], s[base + L.W_POOL], who) and not is_locked(s, t, who):
                ask(s, who, L.Q_WINDOW)
                return
            s[base + L.W_ASKING] = position + 1
            continue
        if code_of(answer) == L.PASS_ON:
            s[base + L.W_ASKING] = position + 1
            continue
        s[base + L.W_DECLARED] = answer
        s[base + L.W_DECLARER] = who
        if position > 0:
            s[base + L.W_FIRST] = 0  # of a Main Phase: its active player is asked anew, too (DT-FSM-1)
        if s[L.RULINGS] & L.INSTANTS_INTERRUPT_INSTANTS:
            open_window(s, s[base + L.W_MOMENTS], s[base + L.W_POOL])
            return
        if position > 0:
            _let_earlier_players_act(s, base, position)
            return
        _resolve_declared(s, t, journal, base)
        return


@kernel
def _let_earlier_players_act(s: Any, base: Any, position: Any) -> None:
    """Before a declared action resolves, players earlier in priority may act first (DT-TIM-1)."""
    moments = s[base + L.W_MOMENTS]
    pool = s[base + L.W_POOL]
    push_window(s, moments, pool)
    s[top(s) + L.W_LIMIT] = position


@kernel
def declare(s: Any, t: Any, journal: Any, who: Any, action: Any) -> None:
    """An act of a Main Phase; by a ruling everybody may act before it resolves (DT-CRD-7)."""
    if s[L.RULINGS] & L.INSTANTS_INTERRUPT_INSTANTS:
        base = top(s)
        s[base + L.W_DECLARED] = action
        s[base + L.W_DECLARER] = who
        open_window(s, s[base + L.W_MOMENTS], -1)
    else:
        act(s, t, journal, who, action, -1)


@kernel
def _resolve_declared(s: Any, t: Any, journal: Any, base: Any) -> None:
    """What was declared happens, if it is still possible; then the asking starts anew."""
    declared = s[base + L.W_DECLARED]
    who = s[base + L.W_DECLARER]
    pool = s[base + L.W_POOL]
    s[base + L.W_DECLARED] = -1
    s[base + L.W_ASKING] = s[base + L.W_FIRST]
    if not is_legal(s, t, declared, who, s[base + L.W_MOMENTS], pool):
        return
    act(s, t, journal, who, declared, pool)


@kernel
def act(s: Any, t: Any, journal: Any, who: Any, action: Any, pool: Any) -> None:
    """Play a card, spend a token or use a passive."""
    code = code_of(action)
    if code == L.PLAY_CARD:
        play_card(s, t, journal, who, first_of(action), pool)
    elif code == L.SPEND_TOKEN:
        spend_token(s, t, journal, who, first_of(action), pool, second_of(action) - 1)
    else:
        use_passive(s, t, journal, who, first_of(action), pool)


@kernel
def step_burst(s: Any, t: Any, journal: Any) -> None:
    """B: a window before it lands, then the damage."""
    base = top(s)
    if s[base + L.F_PC] == 0:
        s[base + L.F_PC] = 1
        open_window(s, ATTACK_WINDOW if in_roll_phase(s) else INSTANT_WINDOW, -1)
        return
    packet = s[base + L.F_FOCUS]
    pop(s)
    apply_one(s, t, journal, packet)


@kernel
def open_triggers(s: Any, moment: Any, subject: Any) -> None:
    """Everything that happens by itself at a moment of a player."""
    base = push(s, L.TRIGGERS, subject, 0)
    s[base + L.T_MOMENT] = moment

"""Rows that steal, pass on, skip and repeat."""

from __future__ import annotations

from typing import Any

from dtsim.dicethrone.engine.damage import check_defeat
from dtsim.dicethrone.engine.deal import reflect, transfer_damage
from dtsim.dicethrone.engine.record import (
    answered,
    ask,
    first_of,
    gain_cp,
    is_alive,
    log,
    lowest,
    player,
    push_text,
    set_health,
)
from dtsim.dicethrone.engine.rows import go_on
from dtsim.dicethrone.engine.rules import is_up_to, value, who_is, whole
from dtsim.dicethrone.engine.statuses import movable_to
from dtsim.dicethrone.engine.tokens import gain_tokens, lose_tokens
from dtsim.dicethrone.program import layout as L
from dtsim.jit import kernel


@kernel
def play_move(s: Any, t: Any, journal: Any, base: Any, row: Any, code: Any) -> None:
    you = s[base + L.F_YOU]
    amount = whole(t[row + 2])
    if code == L.OP_STEAL_CP or code == L.OP_STEAL_HEALTH or code == L.OP_STEAL:
        players = who_is(s, base, t[row + 1])
        go_on(s, base)
        for victim in range(s[L.N_PLAYERS]):
            if (players >> victim) & 1 and is_alive(s, victim):
                _steal(s, t, journal, you, victim, value(s, t, amount, base, you), code, whole(t[row + 3]))
    elif code == L.OP_TRANSFER_THIS:
        _transfer_this(s, t, journal, base)
    elif code == L.OP_TRANSFER_DMG:
        transfer_damage(s, base, whole(t[row + 3]), 2 if is_up_to(t, amount) else 1)
        go_on(s, base)
    elif code == L.OP_SKIP:
        go_on(s, base)
        _skip(s, journal, you, t[row + 3])
    elif code == L.OP_REPEAT:
        s[L.EXTRA] = lowest(who_is(s, base, t[row + 1]))
        log(s, journal, L.E_EXTRA_PASS, s[L.EXTRA], 0, 0, 0, 0)
        go_on(s, base)
    elif code == L.OP_ACTIVATE:
        go_on(s, base)
        inner = push_text(
            s,
            whole(t[row + 3]),
            you,
            s[base + L.F_OPPONENT],
            s[base + L.F_ITEM],
            s[base + L.F_PURPOSE],
            s[base + L.F_LANDING],
        )
        s[inner + L.F_CHOSEN] = s[base + L.F_CHOSEN]
        s[inner + L.F_FOCUS] = s[base + L.F_FOCUS]
        s[inner + L.F_COUNTER] = s[base + L.F_COUNTER]
        s[inner + L.F_POOL] = s[base + L.F_POOL]
    elif code == L.OP_LOOK:
        log(s, journal, L.E_LOOKED, you, lowest(who_is(s, base, t[row + 1])), 0, 0, 0)
        go_on(s, base)
    elif code == L.OP_REFLECT:
        go_on(s, base)
        reflect(s, journal, base)
    else:
        go_on(s, base)


@kernel
def _steal(
    s: Any, t: Any, journal: Any, thief: Any, victim: Any, wanted: Any, code: Any, counter: Any
) -> None:
    """The victim loses up to what is there; what the thief has no room for is lost (DT-TXT-7, DT-TXT-8)."""
    if code == L.OP_STEAL_CP:
        taken = min(wanted, s[player(victim) + L.CP])
        if s[L.RULINGS] & L.STEAL_ONLY_TO_CAP:
            taken = min(taken, L.CP_CAP - s[player(thief) + L.CP])
        gain_cp(s, journal, victim, -taken)
        gain_cp(s, journal, thief, taken)
    elif code == L.OP_STEAL_HEALTH:
        taken = min(wanted, s[player(victim) + L.HEALTH])
        set_health(s, journal, victim, s[player(victim) + L.HEALTH] - taken)
        risen = min(s[player(thief) + L.CEILING], s[player(thief) + L.HEALTH] + taken)
        set_health(s, journal, thief, max(s[player(thief) + L.HEALTH], risen))
        check_defeat(s)
    else:
        taken = lose_tokens(s, t, journal, victim, counter, wanted)
        gain_tokens(s, t, journal, thief, counter, taken, thief)


@kernel
def _transfer_this(s: Any, t: Any, journal: Any, base: Any) -> None:
    """The token of this text goes to another player, who may be a bearer only if the surplus acts."""
    you = s[base + L.F_YOU]
    counter = s[base + L.F_COUNTER]
    receivers = 0
    for who in range(s[L.N_PLAYERS]):
        if who != you and is_alive(s, who) and movable_to(s, t, counter, who):
            receivers |= 1 << who
    if receivers == 0 or (s[player(you) + L.HELD] >> counter) & 1 == 0:
        go_on(s, base)
        return
    s[base + L.F_PICKED] = receivers
    answer = answered(s)
    if answer < 0:
        ask(s, you, L.Q_PLAYER)
        return
    go_on(s, base)
    lose_tokens(s, t, journal, you, counter, 1)
    gain_tokens(s, t, journal, first_of(answer), counter, 1, you)


@kernel
def _skip(s: Any, journal: Any, who: Any, what: Any) -> None:
    log(s, journal, L.E_SKIPPED, who, what, 0, 0, 0)
    if what == L.SKIP_INCOME_PHASE:
        s[L.SKIP_INCOME] = 1
    elif what == L.SKIP_OFFENSE_PHASE:
        s[L.SKIP_OFFENSE] = 1
    elif what == L.SKIP_DEFENCE_PHASE:
        s[L.SKIP_DEFENCE] = 1
    elif what == L.SKIP_AN_ATTEMPT:
        s[L.ATTEMPTS_LEFT] = max(0, s[L.ATTEMPTS_LEFT] - 1)
    else:
        s[L.SKIP_ABILITY] = 1

"""Rows about tokens, CP, health and cards."""

from __future__ import annotations

from typing import Any

from dtsim.dicethrone.engine.cards import discard_card, draw_cards, random_card
from dtsim.dicethrone.engine.damage import check_defeat
from dtsim.dicethrone.engine.deal import heal
from dtsim.dicethrone.engine.record import (
    answered,
    ask,
    first_of,
    gain_cp,
    is_alive,
    log,
    lowest,
    player,
    set_health,
    size,
)
from dtsim.dicethrone.engine.rows import go_on
from dtsim.dicethrone.engine.rules import held, is_locked, is_up_to, value, who_is, whole
from dtsim.dicethrone.engine.tokens import gain_tokens, lose_tokens, raise_limit
from dtsim.dicethrone.program import layout as L
from dtsim.jit import kernel, leaf


@kernel
def play_resource(s: Any, t: Any, journal: Any, base: Any, row: Any, code: Any) -> None:
    amount = whole(t[row + 2])
    you = s[base + L.F_YOU]
    if code == L.OP_DISCARD:
        _discard(s, t, journal, base, row)
        return
    if code == L.OP_REMOVE_THIS:
        go_on(s, base)
        lose_tokens(s, t, journal, you, s[base + L.F_COUNTER], 1)
        return
    if code == L.OP_RAISE:
        go_on(s, base)
        raise_limit(s, journal, you, whole(t[row + 3]), value(s, t, amount, base, you))
        return
    if code == L.OP_SET_HEALTH:
        go_on(s, base)
        set_health(s, journal, you, value(s, t, amount, base, you))
        return
    if code == L.OP_SET_SIDE:
        go_on(s, base)
        s[player(you) + L.SIDE] = amount
        log(s, journal, L.E_SIDE, you, amount, 0, 0, 0)
        return
    chosen = -1
    if is_up_to(t, amount):
        answer = answered(s)
        if answer < 0:
            ask(s, you, L.Q_AMOUNT)
            return
        chosen = first_of(answer)
    players = who_is(s, base, t[row + 1])
    go_on(s, base)
    for who in range(s[L.N_PLAYERS]):
        if (players >> who) & 1 and is_alive(s, who):
            subject = who if code != L.OP_INFLICT else you
            number = value(s, t, amount, base, subject) if chosen < 0 else chosen
            _one_resource(s, t, journal, base, row, code, who, number)


@kernel
def _one_resource(
    s: Any, t: Any, journal: Any, base: Any, row: Any, code: Any, who: Any, number: Any
) -> None:
    you = s[base + L.F_YOU]
    if code == L.OP_GAIN or code == L.OP_INFLICT:
        gain_tokens(s, t, journal, who, whole(t[row + 3]), number, you)
    elif code == L.OP_REMOVE:
        _lose(s, t, journal, who, whole(t[row + 3]), number, t[row + 4])
    elif code == L.OP_CONVERT:
        room = max(0, s[player(who) + L.LIMIT + t[row + 5]] - s[player(who) + L.COUNT + t[row + 5]])
        lost = _lose(s, t, journal, who, whole(t[row + 3]), min(number, room), t[row + 4])
        gain_tokens(s, t, journal, who, whole(t[row + 5]), lost, you)
    elif code == L.OP_CP:
        gain_cp(s, journal, who, min(number, 99) * t[row + 3])
    elif code == L.OP_HEALTH:
        set_health(s, journal, who, max(0, s[player(who) + L.HEALTH] - number))
        check_defeat(s)
    elif code == L.OP_ATTEMPT:
        if who == _roller(s):
            s[L.ATTEMPTS_LEFT] = max(0, s[L.ATTEMPTS_LEFT] + number * t[row + 3])
            s[L.DICE_CHANGED] = 1
    elif code == L.OP_HEAL:
        heal(s, journal, who, number, s[base + L.F_LANDING])
    elif code == L.OP_DRAW:
        draw_cards(s, journal, who, min(number, 62))


@kernel
def _lose(s: Any, t: Any, journal: Any, who: Any, counter: Any, wanted: Any, age: Any) -> Any:
    """Tokens of an age go; how many there were."""
    lost = min(wanted, held(s, who, counter, age))
    if age == L.NEW:
        s[player(who) + L.FRESH + counter] -= lost
    return lose_tokens(s, t, journal, who, counter, lost)


@leaf
def _roller(s: Any) -> Any:
    """Whose Roll Attempts are being made."""
    return s[L.DEFENDER] if s[L.PHASE] == L.PHASE_DEFENCE else s[L.ACTIVE]


@kernel
def _discard(s: Any, t: Any, journal: Any, base: Any, row: Any) -> None:
    """The discarding player picks, unless chance does."""
    who = lowest(who_is(s, base, t[row + 1]))
    hand = s[player(who) + L.HAND]
    if s[base + L.F_STEP] == 0:
        s[base + L.F_STEP] = 1
        s[base + L.F_LEFT] = min(size(hand), value(s, t, whole(t[row + 2]), base, who))
    if s[base + L.F_LEFT] <= 0 or hand == 0:
        go_on(s, base)
        return
    if s[base + L.F_LEFT] == size(hand):
        slot = lowest(hand)
    elif t[row + 3] != 0 or (is_locked(s, t, who) and who != s[base + L.F_YOU]):
        slot = random_card(s, who)
    else:
        answer = answered(s)
        if answer < 0:
            ask(s, who, L.Q_DISCARD)
            return
        slot = first_of(answer)
    s[base + L.F_LEFT] -= 1
    discard_card(s, journal, who, slot)

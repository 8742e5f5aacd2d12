"""Rows about status effects without a name: removed, prevented, stolen or moved, one by one."""

from __future__ import annotations

from typing import Any

from dtsim.dicethrone.engine.record import code_of, first_of, is_alive, log, lowest, player, second_of
from dtsim.dicethrone.engine.rows import aimed_answer, fizzle, go_on
from dtsim.dicethrone.engine.rules import MANY, value, who_is, whole
from dtsim.dicethrone.engine.tokens import gain_tokens, lose_tokens, overflows
from dtsim.dicethrone.program import layout as L
from dtsim.jit import kernel


@kernel
def play_status(s: Any, t: Any, journal: Any, base: Any, row: Any, code: Any) -> None:
    """Ask for one token after the other, until there are enough or none is left."""
    if s[base + L.F_STEP] == 0:
        s[base + L.F_STEP] = 1
        s[base + L.X_HOLDER] = 0
        s[base + L.F_LEFT] = value(s, t, whole(t[row + 2]), base, s[base + L.F_YOU])
    if s[base + L.F_LEFT] <= 0 or not has_object(s, t, base, row):
        fizzled = s[base + L.F_AIMED] == L.IN_WINDOW
        s[base + L.F_AIMED] = L.AIMED
        if fizzled:
            fizzle(s, t, base)
        else:
            go_on(s, base)
        return
    if s[base + L.F_LEFT] == MANY and code != L.OP_TRANSFER_STATUS:
        _take_all(s, t, journal, base, row, code)
        return
    question = L.Q_MOVE_TOKEN if code == L.OP_TRANSFER_STATUS else L.Q_TOKEN
    answer = aimed_answer(s, base, s[base + L.F_YOU], question)
    if answer < 0:
        return
    if code_of(answer) == L.PASS_ON:
        s[base + L.F_LEFT] = 0
        return
    s[base + L.F_LEFT] -= 1
    if code == L.OP_TRANSFER_STATUS:
        giver = second_of(answer) >> 4
        receiver = second_of(answer) & 15
        _remember(s, base, giver, receiver, t[row + 5])
        lose_tokens(s, t, journal, giver, first_of(answer), 1)
        gain_tokens(s, t, journal, receiver, first_of(answer), 1, s[base + L.F_YOU])
    else:
        _remember(s, base, first_of(answer), 0, t[row + 5] & L.HOLDER_IS_CHOSEN)
        _take(s, t, journal, base, code, first_of(answer), second_of(answer), 1)


@kernel
def _remember(s: Any, base: Any, holder: Any, receiver: Any, chosen: Any) -> None:
    """Whose tokens were chosen once is settled for the rest of the sentence, and is `them` from now on."""
    s[base + L.X_HOLDER] = 1 << holder
    if chosen != 0:
        s[base + L.F_CHOSEN] = 0
    if chosen & L.HOLDER_IS_CHOSEN:
        s[base + L.F_CHOSEN] |= 1 << holder
    if chosen & L.RECEIVER_IS_CHOSEN:
        s[base + L.F_CHOSEN] |= 1 << receiver


@kernel
def _take(s: Any, t: Any, journal: Any, base: Any, code: Any, holder: Any, counter: Any, wanted: Any) -> None:
    you = s[base + L.F_YOU]
    if code == L.OP_PREVENT_STATUS:
        place = player(holder)
        prevented = min(wanted, s[place + L.LANDINGS + counter])
        s[place + L.LANDINGS + counter] -= prevented
        if s[place + L.LANDINGS + counter] == 0:
            s[place + L.LANDED] &= ~(1 << counter)
        for _ in range(prevented):
            log(s, journal, L.E_PREVENTED_STATUS, you, counter, 0, 0, 0)
        lose_tokens(s, t, journal, holder, counter, prevented)
    else:
        taken = lose_tokens(s, t, journal, holder, counter, wanted)
        if code == L.OP_STEAL_STATUS:
            gain_tokens(s, t, journal, you, counter, taken, you)


@kernel
def _take_all(s: Any, t: Any, journal: Any, base: Any, row: Any, code: Any) -> None:
    go_on(s, base)
    for holder in range(s[L.N_PLAYERS]):
        tokens = tokens_of(s, t, base, row, holder)
        while tokens != 0:
            counter = lowest(tokens)
            tokens &= tokens - 1
            _take(s, t, journal, base, code, holder, counter, MANY)


# ---------------------------------------------------------------- which tokens a row may take


@kernel
def removable(s: Any, who: Any, sign: Any) -> Any:
    """Status effects of a player that a text without a name may remove."""
    return _of_sign(s, s[player(who) + L.HELD] & s[L.STATUS] & ~s[L.UNREMOVABLE], sign)


@kernel
def _of_sign(s: Any, tokens: Any, sign: Any) -> Any:
    if sign == 1:
        return tokens & s[L.POSITIVE]
    if sign == 2:
        return tokens & s[L.NEGATIVE]
    return tokens


@kernel
def tokens_of(s: Any, t: Any, base: Any, row: Any, holder: Any) -> Any:
    """The tokens of a player that a row may take; for a move those that somebody may be given."""
    holders = who_is(s, base, t[row + 1])
    if s[base + L.F_STEP] != 0 and s[base + L.X_HOLDER] != 0:
        holders = s[base + L.X_HOLDER]
    if (holders >> holder) & 1 == 0:
        return 0
    sign = t[row + 3]
    code = t[row]
    if code == L.OP_REMOVE_STATUS:
        return removable(s, holder, sign)
    place = player(holder)
    if code == L.OP_PREVENT_STATUS:
        return _of_sign(s, s[place + L.LANDED] & s[place + L.HELD], sign)
    tokens = _of_sign(s, s[place + L.HELD] & s[L.STATUS] & ~s[L.UNMOVABLE], sign)
    if code == L.OP_STEAL_STATUS:
        return tokens if holder != s[base + L.F_YOU] else 0
    movable = 0
    while tokens != 0:
        counter = lowest(tokens)
        tokens &= tokens - 1
        if receivers_of(s, t, base, row, holder, counter) != 0:
            movable |= 1 << counter
    return movable


@kernel
def receivers_of(s: Any, t: Any, base: Any, row: Any, giver: Any, counter: Any) -> Any:
    """The players a token of this giver may move to, as a set."""
    found = 0
    named = who_is(s, base, t[row + 4])
    for who in range(s[L.N_PLAYERS]):
        if (named >> who) & 1 and who != giver and is_alive(s, who) and movable_to(s, t, counter, who):
            found |= 1 << who
    return found


@kernel
def movable_to(s: Any, t: Any, counter: Any, receiver: Any) -> Any:
    """Is there room for one more, or does the surplus do something of its own? (DT-STA-20)"""
    from_limit = s[player(receiver) + L.LIMIT + counter] > s[player(receiver) + L.COUNT + counter]
    return from_limit or overflows(t, counter)


@kernel
def has_object(s: Any, t: Any, base: Any, row: Any) -> Any:
    """Is there a token that the row may take?"""
    for holder in range(s[L.N_PLAYERS]):
        if tokens_of(s, t, base, row, holder) != 0:
            return True
    return False

"""Whether an ability is an Attack by its net value, by a ruling (DT-ABL-7)."""

from __future__ import annotations

from typing import Any

from dtsim.dicethrone.engine.damage import flat_sums, packet_at
from dtsim.dicethrone.engine.play import conditions_hold
from dtsim.dicethrone.engine.record import is_alive, log, stand_in
from dtsim.dicethrone.engine.rules import (
    MANY,
    applies,
    attack_is_modifiable,
    deals_nothing,
    holds,
    partner,
    value,
    whole,
)
from dtsim.dicethrone.program import layout as L
from dtsim.jit import kernel, leaf


@kernel
def drop_if_nothing_is_left(s: Any, t: Any, journal: Any) -> None:
    """An ability whose net value is 0 is no Attack: there is nothing to modify and nothing to defend."""
    attack = s[L.ATTACK]
    if attack < 0 or _net_value(s, t) > 0:
        return
    for packet in range(L.MAX_PACKETS):
        place = packet_at(packet)
        is_part = s[place + L.PK_KIND] == L.A_COMPONENT and s[place + L.PK_OF] == attack
        if packet == attack or is_part:
            s[place + L.PK_KIND] = L.FREE
            s[L.N_PACKETS] -= 1
    s[L.ATTACK] = -1
    s[L.ATTACK_MADE] = 0
    log(s, journal, L.E_NO_ATTACK, s[L.ATTACKER], attack, 0, 0, 0)


@kernel
def _net_value(s: Any, t: Any) -> Any:
    """Its own value, with the flat plus and minus that rules in play will bring by themselves."""
    place = packet_at(s[L.ATTACK])
    added, less, prevented = s[place + L.PK_ADDED], s[place + L.PK_LESS], s[place + L.PK_PREVENTED]
    if not deals_nothing(s, t):  # nobody was Attacked (DT-TOK-14)
        _count(s, t, L.ATTACKED, s[L.DEFENDER])
        _count(s, t, L.SETTLING, s[L.DEFENDER])
    _count(s, t, L.ATTACKING, s[L.ATTACKER])
    _count(s, t, L.SETTLING, s[L.ATTACKER])
    net = flat_sums(s, s[L.ATTACK])[0]
    s[place + L.PK_ADDED], s[place + L.PK_LESS], s[place + L.PK_PREVENTED] = added, less, prevented
    return net


@kernel
def _count(s: Any, t: Any, moment: Any, subject: Any) -> None:
    """What the rules of a moment would add and take off."""
    rules = t[L.P_MOMENTS + moment]
    for holder in range(s[L.N_PLAYERS]):
        for index in range(t[rules]):
            rule = whole(t[rules + 1 + index])
            if t[rule + L.R_SPEND] != 0 or not is_alive(s, holder) or not _happens_by_itself(t, rule):
                continue
            if not applies(s, t, rule, moment, holder, subject, -1):
                continue
            if conditions_hold(s, t, whole(t[rule + L.R_CONDITION]), holder, s[L.ATTACK]):
                _sum_up(s, t, rule, holder, subject)


@leaf
def _happens_by_itself(t: Any, rule: Any) -> Any:
    """No choice and no dice in its text."""
    row = whole(t[rule + L.R_TEXT])
    while t[row] != L.OP_END:
        code = t[row]
        if code == L.OP_ON or L.OP_MAY <= code <= L.OP_OPTION or code == L.OP_ROLL or code == L.OP_DUEL:
            return False
        row += L.ROW
    return True


@kernel
def _sum_up(s: Any, t: Any, rule: Any, holder: Any, subject: Any) -> None:
    place = packet_at(s[L.ATTACK])
    counter = t[rule + L.R_COUNTER]
    base = stand_in(s, holder, s[L.ATTACK])
    s[base + L.F_OPPONENT] = partner(s, t, rule, holder, subject)
    s[base + L.F_COUNTER] = counter
    row = whole(t[rule + L.R_TEXT])
    is_taken = False
    while t[row] != L.OP_END:
        code = t[row]
        if code == L.OP_RESET:
            is_taken = False
        elif code == L.OP_TAKEN:
            is_taken = True
        elif (code == L.OP_ELSE and is_taken) or (
            code == L.OP_IF and not holds(s, t, whole(t[row + 1]), base)
        ):
            row = whole(t[row + L.JUMP])
            continue
        elif code == L.OP_ADD and attack_is_modifiable(s):
            s[place + L.PK_ADDED] += max(0, value(s, t, whole(t[row + 2]), base, holder))
        elif code == L.OP_PREVENT and t[whole(t[row + 2])] != L.HALF_OF_FOCUS:
            number = value(s, t, whole(t[row + 2]), base, holder)
            if number < MANY:  # to prevent all is an answer to an Attack
                own = counter >= 0 and holder == s[L.ATTACKER]
                s[place + (L.PK_LESS if own else L.PK_PREVENTED)] += number
        row += L.ROW

"""Rows about damage and the type of the Attack."""

from __future__ import annotations

from typing import Any

from dtsim.dicethrone.engine.damage import packet_at
from dtsim.dicethrone.engine.deal import add_damage, deal_damage, multiply_damage, prevent
from dtsim.dicethrone.engine.record import is_alive, log, player
from dtsim.dicethrone.engine.rows import go_on
from dtsim.dicethrone.engine.rules import MANY, value, who_is, whole
from dtsim.dicethrone.program import layout as L
from dtsim.jit import kernel


@kernel
def play_damage(s: Any, t: Any, journal: Any, base: Any, row: Any, code: Any) -> None:
    amount = whole(t[row + 2])
    you = s[base + L.F_YOU]
    if code == L.OP_DEAL or code == L.OP_RECEIVE:
        players = who_is(s, base, t[row + 1])
        go_on(s, base)
        for who in range(s[L.N_PLAYERS]):
            if (players >> who) & 1 and is_alive(s, who):
                number = value(s, t, amount, base, you if code == L.OP_DEAL else who)
                if number == MANY:  # all health, stolen
                    number = s[player(who) + L.HEALTH]
                source = you if code == L.OP_DEAL or who != you else s[base + L.F_OPPONENT]
                deal_damage(
                    s, t, journal, base, source, who, t[row + 3], t[row + 4], number,
                    code == L.OP_DEAL, t[row + 5] != 0,
                )  # fmt: skip
    elif code == L.OP_ADD:
        add_damage(s, journal, base, value(s, t, amount, base, you))
        go_on(s, base)
    elif code == L.OP_MULTIPLY:
        multiply_damage(s, journal, base, t[row + 3])
        go_on(s, base)
    elif code == L.OP_PREVENT:
        if prevent(s, t, journal, base, row):
            go_on(s, base)
    elif code == L.OP_MAKE:
        go_on(s, base)
        _make(s, journal, t[row + 3])


@kernel
def _make(s: Any, journal: Any, damage_type: Any) -> None:
    """Change the type of the Attack and all its components; an Ultimate stays one."""
    if s[L.ATTACK] < 0:
        return
    for packet in range(L.MAX_PACKETS):
        place = packet_at(packet)
        belongs = packet == s[L.ATTACK] or (
            s[place + L.PK_KIND] == L.A_COMPONENT and s[place + L.PK_OF] == s[L.ATTACK]
        )
        if belongs and s[place + L.PK_TYPE] != L.ULTIMATE and s[place + L.PK_TYPE] != L.PURE:
            s[place + L.PK_TYPE] = damage_type
    log(s, journal, L.E_TYPE, s[L.ATTACKER], damage_type, 0, 0, 0)

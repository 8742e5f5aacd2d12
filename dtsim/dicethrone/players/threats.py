"""Damage on its way to somebody, as it would land now."""

from __future__ import annotations

from typing import Any

from dtsim.dicethrone.engine.damage import as_it_stands, packet_at
from dtsim.dicethrone.engine.play import conditions_hold
from dtsim.dicethrone.engine.record import player, stand_in
from dtsim.dicethrone.engine.rules import applies, value, whole
from dtsim.dicethrone.engine.steps import Z1
from dtsim.dicethrone.program import layout as L
from dtsim.jit import kernel, leaf


@kernel
def threat(s: Any, t: Any, packet: Any) -> Any:
    """What a source would deal now, with what tokens add to an Attack when it is settled.

    Nothing, where a companion takes all of it.
    """
    if s[packet_at(packet) + L.PK_MOVED] == 1:
        return 0
    _, total, _, _ = as_it_stands(s, t, packet)
    if total > 0 and packet == s[L.ATTACK] and s[L.FRAMES + L.F_PC] <= Z1:
        total += _settled(s, t)
    return max(0, total)


@kernel
def _settled(s: Any, t: Any) -> Any:
    """The flat plus and minus of tokens in play (DT-TOK-7), as far as it is sure."""
    found = 0
    rules = t[L.P_MOMENTS + L.SETTLING]
    for index in range(t[rules]):
        rule = whole(t[rules + 1 + index])
        for holder in range(s[L.N_PLAYERS]):
            if applies(s, t, rule, L.SETTLING, holder, holder, -1):
                if conditions_hold(s, t, whole(t[rule + L.R_CONDITION]), holder, -1):
                    row = whole(t[rule + L.R_TEXT])
                    while t[row] == L.OP_RESET:
                        row += L.ROW
                    amount = whole(t[row + 2])
                    if t[row] == L.OP_ADD:
                        found += value(s, t, amount, stand_in(s, holder, -1), holder)
                    elif t[row] == L.OP_PREVENT and holder == s[L.ATTACKER]:
                        found -= value(s, t, amount, stand_in(s, holder, -1), holder)
    return found


@kernel
def all_threats(s: Any, t: Any, who: Any) -> Any:
    """What all sources would deal to a player now, less the healing that lands with it."""
    total = -s[player(who) + L.HEAL_PENDING]
    for packet in range(L.MAX_PACKETS):
        place = packet_at(packet)
        kind = s[place + L.PK_KIND]
        if kind != L.FREE and kind != L.A_COMPONENT and s[place + L.PK_TARGET] == who:
            total += threat(s, t, packet)
    return total


@leaf
def is_burst(s: Any, packet: Any) -> Any:
    return s[packet_at(packet) + L.PK_KIND] == L.A_BURST


@kernel
def hardest_blow(s: Any, t: Any, who: Any) -> Any:
    """The source of the most damage for a player: the Attack, or what a defence deals back; -1 if none."""
    most = 0
    chosen = -1
    for packet in range(L.MAX_PACKETS):
        place = packet_at(packet)
        kind = s[place + L.PK_KIND]
        if kind != L.FREE and kind != L.A_COMPONENT and s[place + L.PK_TARGET] == who:
            damage = threat(s, t, packet)
            if damage > most:
                most = damage
                chosen = packet
    return chosen

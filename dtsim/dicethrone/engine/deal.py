"""What texts do to damage: deal, add, prevent, reflect, pass on; and healing, which lands like damage."""

from __future__ import annotations

from typing import Any

from dtsim.dicethrone.engine.damage import add_to_phase, burst, compute, new_packet, packet_at
from dtsim.dicethrone.engine.record import answered, are_opponents, ask, first_of, log, player, set_health
from dtsim.dicethrone.engine.rules import (
    MANY,
    attack_is_modifiable,
    deals_nothing,
    is_avoidable,
    is_modifiable,
    value,
    whole,
)
from dtsim.dicethrone.program import layout as L
from dtsim.jit import kernel, leaf


@kernel
def deal_damage(
    s: Any,
    t: Any,
    journal: Any,
    base: Any,
    source: Any,
    target: Any,
    damage_type: Any,
    isolated: Any,
    amount: Any,
    is_dealt: Any,
    is_stolen: Any,
) -> None:
    """By the origin of the text: at once, with the phase, with the Attack or beside it (DT-MAI-7)."""
    if amount <= 0:
        return
    landing = s[base + L.F_LANDING]
    if landing == L.LANDS_LATER and s[L.RULINGS] & L.CARD_DAMAGE_AT_ONCE and s[base + L.F_CARD] >= 0:
        landing = L.LANDS_AT_ONCE
    if isolated != 0 or landing == L.LANDS_AT_ONCE:
        packet = burst(s, journal, source, target, damage_type, amount)
    elif landing == L.LANDS_WITH_PHASE:
        packet = add_to_phase(s, journal, source, target, damage_type, amount)
    elif (
        landing == L.LANDS_AS_ATTACK and is_dealt and damage_type != L.COLLATERAL and target == s[L.DEFENDER]
    ):
        if s[L.ATTACK] < 0:
            packet = new_packet(s, journal, L.AN_ATTACK, source, target, damage_type, amount)
            s[L.ATTACK] = packet
            s[L.ATTACK_MADE] = 1
        else:
            packet = new_packet(s, journal, L.A_COMPONENT, source, target, damage_type, amount)
            s[packet_at(packet) + L.PK_OF] = s[L.ATTACK]
    elif landing == L.LANDS_IN_DEFENCE:
        packet = new_packet(s, journal, L.A_DEFENCE, source, target, damage_type, amount)
    else:
        packet = new_packet(s, journal, L.ANOTHER, source, target, damage_type, amount)
        if landing == L.LANDS_AS_ATTACK:
            s[packet_at(packet) + L.PK_OF] = L.OF_ABILITY
    if is_stolen:
        s[packet_at(packet) + L.PK_SOURCE] = source  # of a phase: the thief, whoever dealt the rest
        s[packet_at(packet) + L.PK_STOLEN] += amount
    if landing == L.LANDS_IN_SETTLEMENT and isolated == 0:
        compute(s, t, journal, packet)


@kernel
def heal(s: Any, journal: Any, who: Any, amount: Any, landing: Any) -> None:
    """At once for the owner of an Offensive Ability and for cards; with the damage otherwise (DT-ORP-11)."""
    if amount <= 0:
        return
    later = landing != L.LANDS_AT_ONCE and landing != L.LANDS_AS_ATTACK
    if landing == L.LANDS_AS_ATTACK and s[L.RULINGS] & L.OFFENSIVE_HEAL_LATER:
        later = True
    base = player(who)
    if later:
        s[base + L.HEAL_PENDING] += amount
        log(s, journal, L.E_HEALING, who, amount, 0, 0, 0)
    elif s[base + L.HEALTH] > 0:
        risen = min(s[base + L.CEILING], s[base + L.HEALTH] + amount)
        set_health(s, journal, who, max(s[base + L.HEALTH], risen))


# ---------------------------------------------------------------- plus and minus


@kernel
def _modified(s: Any, base: Any) -> Any:
    """The damage that a plus of this text goes to, or -1."""
    packet = s[base + L.F_FOCUS] if s[base + L.F_FOCUS] >= 0 else s[L.ATTACK]
    if packet < 0:
        return -1
    if packet == s[L.ATTACK]:
        return packet if attack_is_modifiable(s) else -1
    return packet if is_modifiable(s[packet_at(packet) + L.PK_TYPE]) else -1


@kernel
def multiply_damage(s: Any, journal: Any, base: Any, halves: Any) -> None:
    """By so many halves; how much that is shows in the settlement (DT-FIN-3, DT-FIN-10)."""
    packet = _modified(s, base)
    if packet < 0:
        return
    s[packet_at(packet) + L.PK_MULTIPLES] += halves // 2 - 1
    s[packet_at(packet) + L.PK_MORE_HALVES] += halves % 2
    log(s, journal, L.E_MULTIPLIED, s[base + L.F_YOU], halves, packet, s[base + L.F_ITEM], 0)


@kernel
def add_damage(s: Any, journal: Any, base: Any, amount: Any) -> None:
    packet = _modified(s, base)
    if packet < 0 or amount <= 0:
        return
    s[packet_at(packet) + L.PK_ADDED] += amount
    s[base + L.F_ADDED] += amount
    log(s, journal, L.E_ADDED, s[base + L.F_YOU], amount, packet, s[base + L.F_ITEM], 0)


@kernel
def preventable(s: Any, t: Any, who: Any, packet: Any) -> Any:
    """Damage that may be avoided and still threatens: of a player, or of anybody for who < 0."""
    place = packet_at(packet)
    kind = s[place + L.PK_KIND]
    if kind == L.FREE or kind == L.A_COMPONENT or s[place + L.PK_DODGED] != 0:
        return False
    if not is_avoidable(s[place + L.PK_TYPE]):
        return False
    if who >= 0 and s[place + L.PK_TARGET] != who:
        return False
    if _is_of_ability(s, packet) and deals_nothing(s, t):
        return False
    return kind == L.A_REFLECTION or s[place + L.PK_BASE] + s[place + L.PK_ADDED] > 0


@kernel
def n_preventable(s: Any, t: Any, who: Any) -> Any:
    found = 0
    for packet in range(L.MAX_PACKETS):
        if preventable(s, t, who, packet):
            found += 1
    return found


@kernel
def prevent(s: Any, t: Any, journal: Any, base: Any, row: Any) -> Any:
    """Take damage off a packet; ask which one if several could be meant. True when done."""
    you = s[base + L.F_YOU]
    packet = s[base + L.F_FOCUS]
    if packet < 0 and s[base + L.F_LANDING] == L.LANDS_IN_DEFENCE:
        packet = s[L.ATTACK]
    if packet < 0:
        who = -1 if t[row + 1] == L.CHOSEN else you
        if n_preventable(s, t, who) == 0:
            return True
        answer = answered(s)
        if answer < 0:
            s[base + L.F_PICKED] = who
            ask(s, you, L.Q_PACKET)
            return False
        packet = first_of(answer)
    _prevent_on(s, t, journal, base, row, packet)
    return True


@kernel
def _prevent_on(s: Any, t: Any, journal: Any, base: Any, row: Any, packet: Any) -> None:
    place = packet_at(packet)
    amount = whole(t[row + 2])
    you = s[base + L.F_YOU]
    if s[place + L.PK_KIND] == L.FREE:
        return
    is_token = s[base + L.F_COUNTER] >= 0
    if is_token and s[place + L.PK_SOURCE] == you and are_opponents(s, you, s[place + L.PK_TARGET]):
        # a token on the attacker: governed by Modifiable, not by Avoidable (DT-DMG-9)
        less = value(s, t, amount, base, you)
        s[place + L.PK_LESS] += less
        log(s, journal, L.E_PREVENTED, you, less, packet, 0, 1)
        return
    if not is_avoidable(s[place + L.PK_TYPE]):
        return
    if t[amount] == L.HALF_OF_FOCUS:
        if s[base + L.F_LANDING] == L.LANDS_IN_DEFENCE:
            s[place + L.PK_GUARDED_HALVES] += 1
        else:
            s[place + L.PK_HALVES] += 1
        log(s, journal, L.E_PREVENTED, you, 0, packet, 1, 0)
        return
    number = value(s, t, amount, base, you)
    if number >= MANY:
        if s[place + L.PK_DODGED] == 0:
            _dodge(s, packet)
            log(s, journal, L.E_DODGED, you, packet, 0, 0, 0)
    elif number > 0:
        if s[base + L.F_LANDING] == L.LANDS_IN_DEFENCE:
            s[place + L.PK_GUARDED] += number
        else:
            s[place + L.PK_PREVENTED] += number
        s[base + L.F_PREVENTED] += number
        log(s, journal, L.E_PREVENTED, you, number, packet, 0, 0)


@leaf
def _is_of_ability(s: Any, packet: Any) -> Any:
    """Does an Offensive Ability deal this, as the Attack or beside it?"""
    place = packet_at(packet)
    return s[place + L.PK_KIND] == L.AN_ATTACK or s[place + L.PK_OF] == L.OF_ABILITY


@kernel
def _dodge(s: Any, packet: Any) -> None:
    """One dodge avoids everything the ability deals to that player (DT-ABL-8)."""
    place = packet_at(packet)
    s[place + L.PK_DODGED] = 1
    if _is_of_ability(s, packet):
        for other in range(L.MAX_PACKETS):
            if _is_of_ability(s, other) and s[packet_at(other) + L.PK_TARGET] == s[place + L.PK_TARGET]:
                s[packet_at(other) + L.PK_DODGED] = 1


@kernel
def reflect(s: Any, journal: Any, base: Any) -> None:
    """Half of the incoming damage goes back to where it comes from; how much is known in the settlement."""
    packet = s[base + L.F_FOCUS] if s[base + L.F_FOCUS] >= 0 else s[L.ATTACK]
    if packet < 0:
        return
    source = s[packet_at(packet) + L.PK_SOURCE]
    back = new_packet(s, journal, L.A_REFLECTION, s[base + L.F_YOU], source, L.NORMAL, 0)
    s[packet_at(back) + L.PK_OF] = packet


@kernel
def transfer_damage(s: Any, base: Any, counter: Any, mode: Any) -> None:
    """All (1) or any part (2) of what the ability deals to the one who is hit goes to a counter of theirs."""
    packet = s[base + L.F_FOCUS] if s[base + L.F_FOCUS] >= 0 else s[L.ATTACK]
    if packet < 0:
        return
    target = s[packet_at(packet) + L.PK_TARGET]
    for other in range(L.MAX_PACKETS):
        place = packet_at(other)
        beside = _is_of_ability(s, packet) and _is_of_ability(s, other) and s[place + L.PK_TARGET] == target
        if (other == packet or beside) and is_avoidable(s[place + L.PK_TYPE]):
            s[place + L.PK_MOVED] = mode
            s[place + L.PK_MOVED_TO] = counter

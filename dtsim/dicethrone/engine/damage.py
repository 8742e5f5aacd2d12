"""Damage on its way, the Final Dmg Total, and its application to all at once (chapters 12 and 14)."""

from __future__ import annotations

from typing import Any

from dtsim.dicethrone.engine.record import is_alive, log, player, push, set_health, top
from dtsim.dicethrone.engine.rules import deals_nothing, is_avoidable, is_modifiable
from dtsim.dicethrone.engine.tokens import lose_tokens
from dtsim.dicethrone.program import layout as L
from dtsim.jit import kernel, leaf


@leaf
def packet_at(packet: Any) -> Any:
    return L.PACKETS + packet * L.PACKET_SIZE


@kernel
def new_packet(
    s: Any, journal: Any, kind: Any, source: Any, target: Any, damage_type: Any, amount: Any
) -> Any:
    """Damage that waits; its number."""
    for packet in range(L.MAX_PACKETS):
        place = packet_at(packet)
        if s[place + L.PK_KIND] == L.FREE:
            for field in range(L.PACKET_SIZE):
                s[place + field] = 0
            s[place + L.PK_KIND] = kind
            s[L.N_PACKETS] += 1
            s[place + L.PK_SOURCE] = source
            s[place + L.PK_TARGET] = target
            s[place + L.PK_TYPE] = damage_type
            s[place + L.PK_BASE] = amount
            s[place + L.PK_OF] = -1
            log(s, journal, L.E_DAMAGE, source, target, amount, damage_type, _origin(s, packet, kind))
            return packet
    s[L.OVER] = L.BROKEN
    return 0


@kernel
def add_to_phase(s: Any, journal: Any, source: Any, target: Any, damage_type: Any, amount: Any) -> Any:
    """The damage a phase brings a player is one source (DT-UPK-7); its packet."""
    for packet in range(L.MAX_PACKETS):
        place = packet_at(packet)
        if s[place + L.PK_KIND] == L.OF_PHASE and s[place + L.PK_TARGET] == target:
            s[place + L.PK_BASE] += amount
            origin = _origin(s, packet, L.OF_PHASE)
            log(s, journal, L.E_DAMAGE, source, target, amount, damage_type, origin)
            return packet
    return new_packet(s, journal, L.OF_PHASE, source, target, damage_type, amount)


@kernel
def burst(s: Any, journal: Any, source: Any, target: Any, damage_type: Any, amount: Any) -> Any:
    """A source of its own that lands before anything else goes on; its packet."""
    packet = new_packet(s, journal, L.A_BURST, source, target, damage_type, amount)
    item = s[top(s) + L.F_ITEM]
    base = push(s, L.A_BURST_FRAME, target, source)
    s[base + L.F_FOCUS] = packet
    s[base + L.F_ITEM] = item  # a text that hits several deals the next burst from here
    return packet


@leaf
def _origin(s: Any, packet: Any, kind: Any) -> Any:
    """For the journal: what kind of damage, the packet, and the card, ability or rule that deals it."""
    return kind | packet << 8 | s[top(s) + L.F_ITEM] << 16


# ---------------------------------------------------------------- the Final Dmg Total


@leaf
def half(amount: Any) -> Any:
    """Always rounded up (DT-FIN-5)."""
    return (amount + 1) // 2


@leaf
def final_total(subtotal: Any, halves: Any, more: Any) -> Any:
    """Each half is taken of the subtotal, multiples add their `more`; then summed (DT-FIN-4 to DT-FIN-10)."""
    return max(0, subtotal + more - halves * half(subtotal))


@leaf
def _takes_less(s: Any, damage_type: Any) -> Any:
    """Do the attacker's own tokens lower it? Governed by Modifiable, by a ruling by Avoidable (DT-DMG-9)."""
    if is_modifiable(damage_type):
        return damage_type != L.ULTIMATE
    return (s[L.RULINGS] & L.LESS_OF_PURE) != 0


@kernel
def compute(s: Any, t: Any, journal: Any, packet: Any) -> None:
    """Subtotal and total of one source, its further components included."""
    place = packet_at(packet)
    subtotal, total, stolen, stolen_defendable = as_it_stands(s, t, packet)
    s[place + L.PK_SUBTOTAL] = subtotal
    s[place + L.PK_TOTAL] = total
    s[place + L.PK_LOOT] = min(total, _total(s, place, stolen, stolen, stolen_defendable))
    s[place + L.PK_PART] = total if s[place + L.PK_MOVED] == 1 else 0
    log(s, journal, L.E_TOTAL, s[place + L.PK_TARGET], packet, subtotal, total, s[place + L.PK_SOURCE])


@kernel
def as_it_stands(s: Any, t: Any, packet: Any) -> Any:
    """What a source comes to as things are: subtotal and total, and of the subtotal what is stolen."""
    place = packet_at(packet)
    of_ability = s[place + L.PK_KIND] == L.AN_ATTACK or s[place + L.PK_OF] == L.OF_ABILITY
    subtotal, modifiable, defendable, stolen, stolen_defendable = flat_sums(s, packet)
    if of_ability and deals_nothing(s, t):
        subtotal = 0
        modifiable = 0
    total = _total(s, place, subtotal, modifiable, defendable)
    if s[place + L.PK_DODGED] != 0:
        total = 0
        if s[L.RULINGS] & L.DODGE_KEEPS_REFLECTION == 0:
            subtotal = 0
    return subtotal, total, stolen, stolen_defendable


@kernel
def flat_sums(s: Any, packet: Any) -> Any:
    """After flat plus and minus: all of it, what is modifiable, what is defendable, and what is stolen."""
    place = packet_at(packet)
    added = s[place + L.PK_ADDED]
    less = s[place + L.PK_LESS]
    guard = s[place + L.PK_GUARDED]
    shield = s[place + L.PK_PREVENTED]
    subtotal = 0
    defendable = 0
    modifiable = 0
    stolen = 0
    stolen_defendable = 0
    for other in range(packet, L.MAX_PACKETS):
        part = packet_at(other)
        belongs = other == packet or (s[part + L.PK_KIND] == L.A_COMPONENT and s[part + L.PK_OF] == packet)
        if not belongs:
            continue
        amount = s[part + L.PK_BASE]
        if is_modifiable(s[part + L.PK_TYPE]):
            amount += added
            added = 0
        if _takes_less(s, s[part + L.PK_TYPE]):
            used = min(less, amount)
            amount -= used
            less -= used
        if s[part + L.PK_TYPE] == L.NORMAL:
            used = min(guard, amount)
            amount -= used
            guard -= used
        if is_avoidable(s[part + L.PK_TYPE]):
            used = min(shield, amount)
            amount -= used
            shield -= used
        subtotal += amount
        if s[part + L.PK_TYPE] == L.NORMAL:
            defendable += amount
        if is_modifiable(s[part + L.PK_TYPE]):
            modifiable += amount
        if s[part + L.PK_STOLEN] != 0:
            loot = (
                amount if s[part + L.PK_STOLEN] == s[part + L.PK_BASE] else min(s[part + L.PK_STOLEN], amount)
            )
            stolen += loot
            stolen_defendable += loot if s[part + L.PK_TYPE] == L.NORMAL else 0
    return subtotal, modifiable, defendable, stolen, stolen_defendable


@leaf
def _total(s: Any, place: Any, subtotal: Any, modifiable: Any, defendable: Any) -> Any:
    more = s[place + L.PK_MULTIPLES] * modifiable + s[place + L.PK_MORE_HALVES] * half(modifiable)
    total = final_total(subtotal, s[place + L.PK_HALVES], more)
    return max(0, total - s[place + L.PK_GUARDED_HALVES] * half(defendable))


@kernel
def compute_all(s: Any, t: Any, journal: Any) -> None:
    """Every source on its own; what is reflected is half of the subtotal of what it reflects (DT-FIN-8)."""
    for packet in range(L.MAX_PACKETS):
        kind = s[packet_at(packet) + L.PK_KIND]
        if kind != L.FREE and kind != L.A_COMPONENT and kind != L.A_REFLECTION and kind != L.A_BURST:
            compute(s, t, journal, packet)
    for packet in range(L.MAX_PACKETS):
        place = packet_at(packet)
        if s[place + L.PK_KIND] == L.A_REFLECTION:
            s[place + L.PK_BASE] = half(s[packet_at(s[place + L.PK_OF]) + L.PK_SUBTOTAL])
            compute(s, t, journal, packet)


# ---------------------------------------------------------------- application


@kernel
def apply_all(s: Any, t: Any, journal: Any) -> None:
    """All damage and accumulated healing of all players together: net, clamp, then the question of defeat."""
    for who in range(s[L.N_PLAYERS]):
        s[player(who) + L.HEALTH_LOST] = 0
    if s[L.RULINGS] & L.STOLEN_HEALTH_IS_DAMAGE:
        _share_out(s, journal)
    for packet in range(L.MAX_PACKETS):
        place = packet_at(packet)
        kind = s[place + L.PK_KIND]
        if kind != L.FREE and kind != L.A_BURST:
            if kind != L.A_COMPONENT:
                _take(s, t, journal, packet)
            s[place + L.PK_KIND] = L.FREE
            s[L.N_PACKETS] -= 1
    s[L.ATTACK] = -1
    for who in range(s[L.N_PLAYERS]):
        _settle(s, journal, who)
    check_defeat(s)


@kernel
def apply_one(s: Any, t: Any, journal: Any, packet: Any) -> None:
    """A burst lands alone."""
    place = packet_at(packet)
    who = s[place + L.PK_TARGET]
    compute(s, t, journal, packet)
    s[player(who) + L.HEALTH_LOST] = 0
    _take(s, t, journal, packet)
    s[place + L.PK_KIND] = L.FREE
    s[L.N_PACKETS] -= 1
    before = s[player(who) + L.HEALTH]
    set_health(s, journal, who, max(0, before - s[player(who) + L.HEALTH_LOST]))
    thief = s[place + L.PK_SOURCE]
    stolen = min(before, _loot(s, place))
    if stolen > 0 and is_alive(s, thief):
        risen = min(s[player(thief) + L.CEILING], s[player(thief) + L.HEALTH] + stolen)
        set_health(s, journal, thief, max(s[player(thief) + L.HEALTH], risen))
    check_defeat(s)


@kernel
def _share_out(s: Any, journal: Any) -> None:
    """Thieves heal, with all the rest, by what their victims really lose (DT-TXT-9)."""
    for who in range(s[L.N_PLAYERS]):
        base = player(who)
        s[base + L.CAN_LOSE] = s[base + L.HEALTH] + s[base + L.HEAL_PENDING]
        if s[L.RULINGS] & L.CLAMP_HEAL_FIRST:
            s[base + L.CAN_LOSE] = min(s[base + L.CEILING], s[base + L.CAN_LOSE])
    for packet in range(L.MAX_PACKETS):
        place = packet_at(packet)
        kind = s[place + L.PK_KIND]
        if kind != L.FREE and kind != L.A_COMPONENT and kind != L.A_BURST:
            victim = player(s[place + L.PK_TARGET])
            stolen = min(s[victim + L.CAN_LOSE], _loot(s, place))
            if stolen > 0:
                s[victim + L.CAN_LOSE] -= stolen
                s[player(s[place + L.PK_SOURCE]) + L.HEAL_PENDING] += stolen
                log(s, journal, L.E_HEALING, s[place + L.PK_SOURCE], stolen, 1, 0, 0)


@leaf
def _loot(s: Any, place: Any) -> Any:
    """What is stolen of this damage; what a companion takes is not."""
    return min(s[place + L.PK_LOOT], s[place + L.PK_TOTAL] - s[place + L.PK_PART])


@kernel
def _take(s: Any, t: Any, journal: Any, packet: Any) -> None:
    """Damage passed to a companion lowers its count; what is beyond that is lost."""
    place = packet_at(packet)
    who = s[place + L.PK_TARGET]
    part = s[place + L.PK_PART]
    if part > 0:
        log(s, journal, L.E_MOVED, who, s[place + L.PK_MOVED_TO], part, 0, 0)
        lose_tokens(s, t, journal, who, s[place + L.PK_MOVED_TO], part)
    s[player(who) + L.HEALTH_LOST] += s[place + L.PK_TOTAL] - part


@kernel
def _settle(s: Any, journal: Any, who: Any) -> None:
    base = player(who)
    heal = s[base + L.HEAL_PENDING]
    lost = s[base + L.HEALTH_LOST]
    s[base + L.HEAL_PENDING] = 0
    if s[base + L.HEALTH] <= 0 or (heal == 0 and lost == 0):
        return
    if s[L.RULINGS] & L.CLAMP_HEAL_FIRST:
        health = min(s[base + L.CEILING], s[base + L.HEALTH] + heal) - lost
    else:
        health = min(s[base + L.CEILING], s[base + L.HEALTH] + heal - lost)
    set_health(s, journal, who, max(0, health))


@kernel
def check_defeat(s: Any) -> None:
    """Somebody is at 0: find out whether something acts instead of the defeat, then who is left."""
    for who in range(s[L.N_PLAYERS]):
        if s[player(who) + L.HEALTH] <= 0:
            for other in range(s[L.N_PLAYERS]):
                s[player(other) + L.REVIVED] = 0
            push(s, L.A_DEFEAT, who, 0)
            return


@kernel
def has_pending(s: Any) -> Any:
    """Does anything wait to be applied?"""
    for packet in range(L.MAX_PACKETS):
        kind = s[packet_at(packet) + L.PK_KIND]
        if kind != L.FREE and kind != L.A_BURST:
            return True
    for who in range(s[L.N_PLAYERS]):
        if s[player(who) + L.HEAL_PENDING] != 0:
            return True
    return False

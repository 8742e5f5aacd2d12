"""What happened in a game, read from its journal when it is over and added to the counters."""

from __future__ import annotations

from typing import Any

from dtsim.dicethrone.engine import counters as N
from dtsim.dicethrone.engine import scratch as W
from dtsim.dicethrone.engine.dice import result_of
from dtsim.dicethrone.engine.play import card_at
from dtsim.dicethrone.engine.record import lowest
from dtsim.dicethrone.engine.totals import add_totals, count_phases, end_turn
from dtsim.dicethrone.program import layout as L
from dtsim.jit import kernel


@kernel
def tally(s: Any, t: Any, start: Any, journal: Any, counting: Any) -> None:
    """Add a game that is over to the counters."""
    plan, work, counts = counting.plan, counting.work, counting.counts
    _open(start, work)
    n_events = min(s[L.N_EVENTS], s[L.LOGGING])
    for index in range(n_events):
        event = index * L.EVENT
        kind = journal[event]
        if kind == L.E_TURN:
            _begin_turn(work, counts)
        elif kind == L.E_HEALTH:
            work[W.hero_at(journal[event + 1]) + W.HEALTH] = journal[event + 3]
        elif kind == L.E_DICE:
            _see_dice(journal, event, work, counts)
        elif kind == L.E_TOKENS:
            _see_tokens(journal, event, plan, work, counts)
        elif kind == L.E_DAMAGE or kind == L.E_ADDED or kind == L.E_MULTIPLIED:
            _see_damage(journal, event, plan, work)
        elif kind == L.E_TOTAL:
            _see_total(journal, event, work, counts)
        elif kind == L.E_NO_ATTACK:
            work[W.N_PARTS + journal[event + 2]] = 0
        elif kind != L.E_CP:
            _see_action(t, journal, event, kind, plan, work, counts)
    add_totals(s, plan, work, counts)


@kernel
def _open(start: Any, work: Any) -> None:
    for place in range(W.CLEARED):
        work[place] = 0
    work[W.BLOOD_BY] = -1
    for who in range(N.HEROES):
        base = L.PLAYERS + who * L.PLAYER_SIZE
        work[W.hero_at(who) + W.HEALTH] = start[base + L.HEALTH]
        work[W.hero_at(who) + W.SIDE] = start[base + L.SIDE]
        for space in range(L.MAX_SPACES):
            work[W.hero_at(who) + W.LEVEL + space] = start[base + L.LEVEL + space]


# ---------------------------------------------------------------- turns, dice, tokens


@kernel
def _begin_turn(work: Any, counts: Any) -> None:
    """The turn before is over; what a hero holds now counts for the whole turn."""
    if work[W.TURN] > 0:
        end_turn(work, counts)
    work[W.TURN] += 1
    for who in range(N.HEROES):
        mine = W.hero_at(who)
        held = work[mine + W.HELD]
        while held != 0:
            token = lowest(held)
            held &= held - 1
            work[mine + W.TOKEN_TURNS + token] += 1
            work[mine + W.TOKEN_STACKS + token] += work[mine + W.TOKEN_COUNT + token]


@kernel
def _see_dice(journal: Any, event: Any, work: Any, counts: Any) -> None:
    """The first roll of an Offensive Roll Phase: five dice, whoever plays them."""
    if journal[event + 2] == L.FOR_OFFENSE and journal[event + 5] & 15 == 0:
        who = journal[event + 1]
        work[W.hero_at(who) + W.PHASES] += 1
        counts[N.ROLLS_AT + who * N.DICE_RESULTS + result_of(journal[event + 3])] += 1


@kernel
def _see_tokens(journal: Any, event: Any, plan: Any, work: Any, counts: Any) -> None:
    who = journal[event + 1]
    token = plan[W.TOKEN_ROW + journal[event + 2]]
    change = journal[event + 3]
    now = journal[event + 4]
    mine = W.hero_at(who)
    work[mine + W.TOKEN_COUNT + token] = now
    if now > 0:
        work[mine + W.HELD] |= 1 << token
    else:
        work[mine + W.HELD] &= ~(1 << token)
    place = N.token_counts(who, token)
    if change > 0:
        counts[place + N.T_GAINED] += change
        if journal[event + 5] != who:
            counts[place + N.T_INFLICTED] += change
    else:
        counts[place + N.T_LOST] -= change


# ---------------------------------------------------------------- abilities and cards


@kernel
def _see_action(t: Any, journal: Any, event: Any, kind: Any, plan: Any, work: Any, counts: Any) -> None:
    who = journal[event + 1]
    number = journal[event + 2]
    if kind == L.E_DRAWN or kind == L.E_CARD or kind == L.E_SOLD or kind == L.E_DISCARDED:
        _see_card(kind, who, plan[W.CARD_ROW + who * N.MAX_CARDS + number], work, counts)
    elif kind == L.E_INSTALLED:
        _see_card(L.E_CARD, who, plan[W.CARD_ROW + who * N.MAX_CARDS + number], work, counts)
        count_phases(plan, work, who)
        card = card_at(t, who, number)
        work[W.hero_at(who) + W.LEVEL + t[card + L.K_SPACE]] = t[card + L.K_LEVEL]
    elif kind == L.E_SIDE:
        count_phases(plan, work, who)
        work[W.hero_at(who) + W.SIDE] = number
    elif kind == L.E_ANNOUNCED:
        if number > 0:
            row = (plan[W.ITEM_CODE + number] >> W.ROW_BIT) + journal[event + 3]
            counts[N.row_at(who, row) + N.A_ANNOUNCED] += 1
    elif kind == L.E_ACTIVATED:
        work[W.ABILITY] = number
        work[W.STEP] = journal[event + 3]
        row = (plan[W.ITEM_CODE + number] >> W.ROW_BIT) + journal[event + 3]
        work[W.hero_at(who) + W.ROW_USED + row] += 1
    elif kind == L.E_DEFENDS:
        counts[N.HEROES_AT + who * N.HERO_WIDTH + N.H_DEFENCES] += 1
        work[W.hero_at(who) + W.ROW_USED + (plan[W.ITEM_CODE + number] >> W.ROW_BIT)] += 1
    elif kind == L.E_SPENT:
        counts[N.token_counts(who, plan[W.TOKEN_ROW + journal[event + 3]]) + N.T_SPENT] += 1
    elif kind == L.E_PASSIVE or kind == L.E_TRIGGER:
        code = plan[W.ITEM_CODE + number]
        if code & W.ORIGIN == N.OF_PASSIVE:
            work[W.hero_at(who) + W.ROW_USED + (code >> W.ROW_BIT)] += 1


@kernel
def _see_card(kind: Any, who: Any, row: Any, work: Any, counts: Any) -> None:
    mine = W.hero_at(who)
    place = N.card_counts(who, row)
    if kind == L.E_DRAWN:
        counts[place + N.K_DRAWN] += 1
        fate = W.OPENING if work[mine + W.DRAWS] < L.OPENING_HAND else W.LATER
        work[mine + fate] |= 1 << row
        work[mine + W.DRAWS] += 1
    elif kind == L.E_CARD:
        counts[place + N.K_PLAYED] += 1
        work[mine + W.PLAYED] |= 1 << row
    elif kind == L.E_SOLD:
        counts[place + N.K_SOLD] += 1
        work[mine + W.SOLD] |= 1 << row
    else:
        counts[place + N.K_DISCARDED] += 1


# ---------------------------------------------------------------- damage


@kernel
def _see_damage(journal: Any, event: Any, plan: Any, work: Any) -> None:
    """Something joins a source of damage: who deals it, through what, how much."""
    dealer = journal[event + 1]
    if journal[event] != L.E_DAMAGE:
        packet, item, amount = journal[event + 3], journal[event + 4], journal[event + 2]
        if journal[event] == L.E_MULTIPLIED:
            amount = _multiplied(work, packet, amount)
        if work[W.N_PARTS + packet] > 0:  # a token of the victim may add to it: the damage stays the dealer's
            dealer = work[W.PARTS + packet * W.MAX_PARTS * 3]
    else:
        origin = journal[event + 5]
        kind, packet, item, amount = origin & 255, (origin >> 8) & 255, origin >> 16, journal[event + 3]
        if kind == L.A_COMPONENT:
            packet = work[W.ATTACK]
        elif kind != L.OF_PHASE:
            work[W.N_PARTS + packet] = 0
            if kind == L.AN_ATTACK:
                work[W.ATTACK] = packet
    code = plan[W.ITEM_CODE + item]
    if item == work[W.ABILITY]:
        code += work[W.STEP] << W.ROW_BIT
    part = min(work[W.N_PARTS + packet], W.MAX_PARTS - 1)
    place = W.PARTS + (packet * W.MAX_PARTS + part) * 3
    if part < work[W.N_PARTS + packet]:
        work[place + 2] += amount
        return
    work[place] = dealer
    work[place + 1] = code
    work[place + 2] = amount
    work[W.N_PARTS + packet] = part + 1


@kernel
def _multiplied(work: Any, packet: Any, halves: Any) -> Any:
    """What a multiple makes of the damage planned so far: the share it will have in the total."""
    planned = 0
    for part in range(work[W.N_PARTS + packet]):
        planned += work[W.PARTS + (packet * W.MAX_PARTS + part) * 3 + 2]
    return (planned * (halves - 2) + 1) // 2


@kernel
def _see_total(journal: Any, event: Any, work: Any, counts: Any) -> None:
    """The Final Dmg Total goes to its parts in proportion, in whole points that add up to it."""
    target = journal[event + 1]
    packet = journal[event + 2]
    total = journal[event + 4]
    n_parts = work[W.N_PARTS + packet]
    work[W.N_PARTS + packet] = 0
    if total == 0 or n_parts == 0:
        return
    first = W.PARTS + packet * W.MAX_PARTS * 3
    planned = 0
    for part in range(n_parts):
        planned += work[first + part * 3 + 2]
    if planned == 0:  # reflected: how much was not known before
        work[first + 2] = planned = 1
    so_far = given = 0
    for part in range(n_parts):
        place = first + part * 3
        so_far += work[place + 2]
        up_to = (2 * total * so_far + planned) // (2 * planned)
        if up_to > given:
            _credit(work, counts, work[place], target, work[place + 1], up_to - given)
            given = up_to


@kernel
def _credit(work: Any, counts: Any, dealer: Any, target: Any, code: Any, amount: Any) -> None:
    origin = code & W.ORIGIN
    owner = (code >> W.OWNER_BIT) & 1 if origin != N.OF_STATUS and origin != N.OF_OTHERS else dealer
    if owner == target:  # "receive 1 dmg" on a card of one's own
        counts[N.HEROES_AT + owner * N.HERO_WIDTH + N.H_SELF] += amount
        return
    mine = W.hero_at(owner)
    row = code >> W.ROW_BIT
    if work[W.BLOOD_BY] < 0:
        work[W.BLOOD_BY] = owner
        work[W.BLOOD_TURN] = work[W.TURN]
    work[mine + W.DAMAGE] += amount
    work[mine + W.BY_ORIGIN + origin] += amount
    if origin == N.OF_CARD:
        work[mine + W.CARD_DAMAGE + row] += amount
    elif origin == N.OF_STATUS:
        work[mine + W.TOKEN_DAMAGE + row] += amount
    elif origin != N.OF_OTHERS:
        work[mine + W.ROW_DAMAGE + row] += amount

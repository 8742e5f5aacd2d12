"""Dice in a defence: what a Defense Roll is worth, what cards make of it, what to throw again."""

from __future__ import annotations

from typing import Any

import numpy as np

from dtsim.dicethrone.engine.alter import SECOND
from dtsim.dicethrone.engine.record import code_of, die, first_of, second_of
from dtsim.dicethrone.engine.rules import whole
from dtsim.dicethrone.odds.lattice import EMPTY, FIRST, N_MULTISETS, PLUS
from dtsim.dicethrone.players import mind as M
from dtsim.dicethrone.players.boards import health_to_take, own_health, worth_at
from dtsim.dicethrone.players.looks import damage_told_apart, look_at_defence, situation
from dtsim.dicethrone.players.memory import KEY_OF_DEFENCE
from dtsim.dicethrone.players.notes import note
from dtsim.dicethrone.players.reach import change_of, how_many, works_on_own
from dtsim.dicethrone.players.solve import means
from dtsim.dicethrone.players.threats import threat
from dtsim.dicethrone.program import layout as L
from dtsim.jit import kernel

_PLUS = PLUS.astype("uint16")
_FIRST = np.array(FIRST, dtype="int64")


@kernel
def defence_at_hand(s: Any, memory: Any) -> Any:
    """The row of the Defensive Ability whose dice lie on the table, or -1: it has none that can be solved."""
    row = _row_of(s[L.FRAMES + L.F_ITEM], memory)
    if row >= 0 and s[L.FRAMES + L.F_N_DICE] != memory.mind[M.DEFENDING + row * M.DEFENCE + M.D_DICE]:
        return -1
    return row


@kernel
def _row_of(ability: Any, memory: Any) -> Any:
    for row in range(memory.mind[M.N_DEFENDING]):
        if memory.mind[M.DEFENDING + row * M.DEFENCE + M.D_ABILITY] == ability:
            return row
    return -1


@kernel
def defence_values(s: Any, t: Any, row: Any, memory: Any) -> None:
    """What each Defense Roll is worth to the defender, into DEFEND: by multiset, or by the dice of a duel."""
    place = M.DEFENDING + row * M.DEFENCE
    who = s[L.DEFENDER]
    damage = damage_told_apart(threat(s, t, s[L.ATTACK]))
    own, other = own_health(s, who, memory), health_to_take(s, t, 1 - who, memory)
    key = (((row * 2 + who) * 32 + damage) * 16 + own) * 32 + other
    key = situation(s, who, memory.mind[place + M.D_OWN], memory.mind[place + M.D_OTHER], key, memory)
    if memory.keys[KEY_OF_DEFENCE] == key:
        return
    _fill_values(s, row, who, damage, own, other, memory)
    memory.keys[KEY_OF_DEFENCE] = key if memory.mind[M.WANTED] == 0 else -1


@kernel
def _fill_values(s: Any, row: Any, who: Any, damage: Any, own: Any, other: Any, memory: Any) -> None:
    place = M.DEFENDING + row * M.DEFENCE
    if memory.mind[place + M.D_DUELS] != 0:
        for dice in range(36):
            at = look_at_defence(s, row, dice, damage, who, memory)
            memory.thoughts[M.DEFEND + dice] = worth_at(at, own, other, memory)
        return
    n_dice = memory.mind[place + M.D_DICE]
    for node in range(_FIRST[n_dice], _FIRST[n_dice - 1]):
        kind = whole(memory.member[M.DEFENCE_KINDS + row * N_MULTISETS + node])
        if kind == node:
            at = look_at_defence(s, row, kind, damage, who, memory)
            memory.thoughts[M.DEFEND + node] = worth_at(at, own, other, memory)
        else:  # the first of its kind has a smaller index
            memory.thoughts[M.DEFEND + node] = memory.thoughts[M.DEFEND + kind]


@kernel
def roll_at_hand(s: Any, row: Any, memory: Any) -> Any:
    """The Defense Roll on the table, as `defence_values` numbers it."""
    base = L.FRAMES
    if memory.mind[M.DEFENDING + row * M.DEFENCE + M.D_DUELS] != 0:
        return _duel(die(s[base + L.F_DICE], 0), die(s[base + L.F_DICE_2], 0))
    return _kept(s, 0, s[base + L.F_N_DICE])


@kernel
def _duel(own: Any, other: Any) -> Any:
    return (own - 1) * 6 + other - 1


@kernel
def gain_in_defence(s: Any, t: Any, who: Any, slot: Any, memory: Any) -> Any:
    """What a card that changes dice makes of a Defense Roll, for the defender or for the attacker."""
    card = M.CARDS + (who * 64 + slot) * M.CARD
    kind, whose = memory.mind[card + M.KIND], memory.mind[card + M.WHOSE]
    if kind == M.ATTEMPT:
        return _gain_of_attempt(s, t, memory) if who == s[L.DEFENDER] else 0.0
    if how_many(s, t, who, card, memory) == 0:
        return 0.0
    return gain_of_change(s, t, who, kind, memory.mind[card + M.FACES], whose, memory)


@kernel
def gain_of_change(s: Any, t: Any, who: Any, kind: Any, faces: Any, whose: Any, memory: Any) -> Any:
    """The best that changing one die of the Defense Roll on the table gains somebody."""
    row = defence_at_hand(s, memory)
    if row < 0 or s[L.ATTACK] < 0:
        return 0.0
    sign = 1.0 if who == s[L.DEFENDER] else -1.0
    now = roll_at_hand(s, row, memory)
    defence_values(s, t, row, memory)
    before = sign * memory.thoughts[M.DEFEND + now]
    place = M.DEFENDING + row * M.DEFENCE
    of_defender = works_on_own(whose) if sign > 0.0 else whose != L.YOUR_DICE
    of_attacker = works_on_own(whose) if sign < 0.0 else whose != L.YOUR_DICE
    if memory.mind[place + M.D_DUELS] == 0:
        if not of_defender:
            return 0.0
        return change_of(kind, faces, M.DEFEND, now, memory.mind[place + M.D_DICE], sign, memory) - before
    best = before
    if of_defender:
        best = max(best, _duel_changed(kind, faces, now, True, sign, memory))
    if of_attacker:
        best = max(best, _duel_changed(kind, faces, now, False, sign, memory))
    return best - before


@kernel
def _gain_of_attempt(s: Any, t: Any, memory: Any) -> Any:
    """What throwing any dice of the Defense Roll anew gains the defender."""
    row = defence_at_hand(s, memory)
    if row < 0 or s[L.ATTACK] < 0:
        return 0.0
    now = roll_at_hand(s, row, memory)
    defence_values(s, t, row, memory)
    before = memory.thoughts[M.DEFEND + now]
    place = M.DEFENDING + row * M.DEFENCE
    if memory.mind[place + M.D_DUELS] != 0:
        return _duel_changed(M.THROWS, 0, now, True, 1.0, memory) - before
    n_dice = memory.mind[place + M.D_DICE]
    means(M.DEFEND, n_dice, memory)
    best = before
    for thrown in range(1, 1 << n_dice):
        best = max(best, memory.thoughts[M.DEFEND + _kept(s, thrown, n_dice)])
    return best - before


@kernel
def choose_defence(s: Any, t: Any, opts: Any, n: Any, memory: Any) -> Any:
    """The Defensive Ability that is worth most over all its rolls, or none."""
    who = s[L.DEFENDER]
    damage = damage_told_apart(threat(s, t, s[L.ATTACK]))
    best = -1e9
    chosen = opts[n - 1]
    for index in range(n):
        value = -1.0 * damage  # without a defence
        if damage >= own_health(s, who, memory) and own_health(s, who, memory) <= M.RISKS:
            value -= memory.thoughts[M.WEIGHTS + M.W_WIN]
        if code_of(opts[index]) == L.DEFEND_WITH:
            row = _row_of(first_of(opts[index]), memory)
            if row < 0:
                continue
            value = _mean_over_rolls(s, t, row, memory)
        note(memory, opts[index], value)
        if value > best:
            best = value
            chosen = opts[index]
    return chosen


@kernel
def _mean_over_rolls(s: Any, t: Any, row: Any, memory: Any) -> Any:
    place = M.DEFENDING + row * M.DEFENCE
    defence_values(s, t, row, memory)
    if memory.mind[place + M.D_DUELS] == 0:
        means(M.DEFEND, memory.mind[place + M.D_DICE], memory)
        return memory.thoughts[M.DEFEND + EMPTY]
    total = 0.0
    for dice in range(36):
        total += memory.thoughts[M.DEFEND + dice]
    return total / 36


@kernel
def _duel_changed(kind: Any, faces: Any, now: Any, is_own: Any, sign: Any, memory: Any) -> Any:
    """The best that changing one die of a duel leads to: the defender's, or the attacker's."""
    own, other = now // 6 + 1, now % 6 + 1
    shown = own if is_own else other
    best = -1e9
    total = 0.0
    for face in range(1, 7):
        node = _duel(face, other) if is_own else _duel(own, face)
        value = sign * memory.thoughts[M.DEFEND + node]
        total += value / 6
        if kind == M.SETS:
            is_reached = (faces >> (face - 1)) & 1 == 1
        else:
            is_reached = kind == M.STEPS and abs(face - shown) == faces
        if face != shown and is_reached:
            best = max(best, value)
    return max(total, sign * memory.thoughts[M.DEFEND + now]) if kind == M.THROWS else best


@kernel
def _kept(s: Any, thrown: Any, n_dice: Any) -> Any:
    """The multiset of the dice that stay on the table."""
    node = EMPTY
    for place in range(n_dice):
        if (thrown >> place) & 1 == 0:
            node = _PLUS[node, die(s[L.FRAMES + L.F_DICE], place) - 1]
    return np.int64(node)


@kernel
def keep_in_defence(s: Any, t: Any, opts: Any, n: Any, memory: Any) -> Any:
    """Throw what is worth most anew, if anything is."""
    row = defence_at_hand(s, memory)
    if row < 0 or s[L.ATTACK] < 0:
        return opts[0]
    defence_values(s, t, row, memory)
    now = roll_at_hand(s, row, memory)
    place = M.DEFENDING + row * M.DEFENCE
    n_dice = memory.mind[place + M.D_DICE]
    duels = memory.mind[place + M.D_DUELS] != 0
    if not duels:
        means(M.DEFEND, n_dice, memory)
    best = memory.thoughts[M.DEFEND + now]
    chosen = opts[0]
    note(memory, chosen, best)
    for index in range(1, n):
        thrown = first_of(opts[index])
        if duels:
            value = 0.0
            for face in range(1, 7):
                value += memory.thoughts[M.DEFEND + _duel(face, now % 6 + 1)] / 6
        else:
            value = memory.thoughts[M.DEFEND + _kept(s, thrown, n_dice)]
        note(memory, opts[index], value)
        if value > best + 1e-9:
            best = value
            chosen = opts[index]
    return chosen


@kernel
def die_in_defence(s: Any, t: Any, opts: Any, n: Any, who: Any, memory: Any) -> Any:
    """The change of a Defense Roll that is worth most to the player."""
    row = defence_at_hand(s, memory)
    if row < 0 or s[L.ATTACK] < 0:
        return opts[0]
    defence_values(s, t, row, memory)
    now = roll_at_hand(s, row, memory)
    sign = 1.0 if who == s[L.DEFENDER] else -1.0
    duels = memory.mind[M.DEFENDING + row * M.DEFENCE + M.D_DUELS] != 0
    best = -1e9
    chosen = opts[0]
    for index in range(n):
        value = sign * memory.thoughts[M.DEFEND + now]
        if code_of(opts[index]) == L.TAKE_DIE:
            value = sign * _after_change(s, now, first_of(opts[index]), second_of(opts[index]), duels, memory)
        note(memory, opts[index], value)
        if value > best + 1e-9:
            best = value
            chosen = opts[index]
    return chosen


@kernel
def _after_change(s: Any, now: Any, number: Any, face: Any, duels: Any, memory: Any) -> Any:
    """What the Defense Roll is worth with one die changed; face 0: thrown anew."""
    total = 0.0
    for each in range(1, 7):
        if face != 0 and each != face:
            continue
        if duels:
            own, other = now // 6 + 1, now % 6 + 1
            node = _duel(own, each) if number >= SECOND else _duel(each, other)
        else:
            node = EMPTY
            for place in range(s[L.FRAMES + L.F_N_DICE]):
                shown = each if place == number else die(s[L.FRAMES + L.F_DICE], place)
                node = np.int64(_PLUS[node, shown - 1])
        total += memory.thoughts[M.DEFEND + node]
    return total / 6 if face == 0 else total

"""Changing dice on the table: re-roll, set to a face, step, copy (DT-DIC-14)."""

from __future__ import annotations

from typing import Any

from dtsim.dicethrone.engine.dice import cast, next_inner
from dtsim.dicethrone.engine.record import (
    answered,
    are_opponents,
    ask,
    code_of,
    die,
    first_of,
    frame,
    log,
    option,
    second_of,
    with_die,
)
from dtsim.dicethrone.engine.rules import value, whole
from dtsim.dicethrone.program import layout as L
from dtsim.jit import kernel, leaf

SECOND = 16  # dice of the other half of a duel are numbered from here


@leaf
def is_whose(s: Any, you: Any, roller: Any, whose: Any) -> Any:
    """Are dice of this roller the ones a text means?"""
    if whose == L.YOUR_DICE:
        return not are_opponents(s, you, roller)
    if whose == L.OPPONENT_DICE:
        return are_opponents(s, you, roller)
    return True


@kernel
def pool_die(s: Any, pool: Any, number: Any) -> Any:
    """The face of a numbered die of a pool."""
    base = frame(pool)
    if number >= SECOND:
        return die(s[base + L.F_DICE_2], number - SECOND)
    return die(s[base + L.F_DICE], number)


@kernel
def set_pool_die(s: Any, pool: Any, number: Any, shown: Any) -> None:
    base = frame(pool)
    if number >= SECOND:
        s[base + L.F_DICE_2] = with_die(s[base + L.F_DICE_2], number - SECOND, shown)
    else:
        s[base + L.F_DICE] = with_die(s[base + L.F_DICE], number, shown)
    if s[base + L.F_KIND] == L.A_TURN:
        s[L.DICE_CHANGED] = 1


@kernel
def list_dice(
    s: Any, opts: Any, n: Any, you: Any, pool: Any, whose: Any, code: Any, argument: Any, picked: Any
) -> Any:
    """Every change of one die that a row allows: die and new face (0: thrown anew); the new length."""
    if pool < 0:
        return n
    base = frame(pool)
    for number in range(SECOND + 10):
        if number < SECOND:
            if number >= s[base + L.F_N_DICE] or not is_whose(s, you, s[base + L.F_ROLLER], whose):
                continue
        elif number - SECOND >= s[base + L.F_N_DICE_2] or not is_whose(s, you, s[base + L.F_ROLLER_2], whose):
            continue
        if (picked >> number) & 1:
            continue
        shown = pool_die(s, pool, number)
        if code == L.OP_REROLL or code == L.OP_CHOOSE_DICE:
            opts[n] = option(L.TAKE_DIE, number, 0)
            n += 1
            continue
        for wanted in range(1, 7):
            if wanted != shown and _reaches(s, pool, number, shown, wanted, code, argument):
                opts[n] = option(L.TAKE_DIE, number, wanted)
                n += 1
    return n


@kernel
def _reaches(s: Any, pool: Any, number: Any, shown: Any, wanted: Any, code: Any, argument: Any) -> Any:
    if code == L.OP_CHANGE:
        return (argument >> (wanted - 1)) & 1 == 1
    if code == L.OP_STEP_DIE:
        return abs(wanted - shown) == argument
    base = frame(pool)  # the same as another die of that roll
    if number >= SECOND:
        for other in range(s[base + L.F_N_DICE_2]):
            if other != number - SECOND and die(s[base + L.F_DICE_2], other) == wanted:
                return True
        return False
    for other in range(s[base + L.F_N_DICE]):
        if other != number and die(s[base + L.F_DICE], other) == wanted:
            return True
    return False


@kernel
def has_dice(s: Any, you: Any, pool: Any, whose: Any, must_differ: Any) -> Any:
    """Are there dice on the table that a text could change: 1 to a six, 2 to another of them?"""
    if pool < 0:
        return False
    base = frame(pool)
    for half in range(2):
        n_dice = s[base + L.F_N_DICE_2] if half else s[base + L.F_N_DICE]
        roller = s[base + L.F_ROLLER_2] if half else s[base + L.F_ROLLER]
        if n_dice > 0 and is_whose(s, you, roller, whose):
            if not must_differ:
                return True
            dice = s[base + L.F_DICE_2] if half else s[base + L.F_DICE]
            for index in range(n_dice):
                if die(dice, index) != (6 if must_differ == 1 else die(dice, 0)):
                    return True
    return False


@kernel
def alter_dice(s: Any, t: Any, journal: Any, base: Any, row: Any, code: Any) -> Any:
    """Change dice one by one, each a different one; after the first the player may stop. True when done."""
    you = s[base + L.F_YOU]
    if s[base + L.F_STEP] == 0:
        s[base + L.F_STEP] = 1
        s[base + L.F_LEFT] = value(s, t, whole(t[row + 2]), base, you)
        s[base + L.F_PICKED] = 0
    if s[base + L.F_LEFT] <= 0 or s[base + L.F_POOL] < 0 or not _any_change(s, t, base, row, code):
        return True
    answer = answered(s)
    if answer < 0:
        ask(s, you, L.Q_DIE)
        return False
    if code_of(answer) == L.PASS_ON:
        return True
    number = first_of(answer)
    wanted = second_of(answer)
    pool = s[base + L.F_POOL]
    if wanted == 0:
        _throw(s, journal, base, number)
    else:
        before = pool_die(s, pool, number)
        set_pool_die(s, pool, number, wanted)
        log(s, journal, L.E_ALTERED, you, number, before, wanted, 0)
    s[base + L.F_PICKED] |= 1 << number
    s[base + L.F_LEFT] -= 1
    return s[base + L.F_LEFT] <= 0


@kernel
def _any_change(s: Any, t: Any, base: Any, row: Any, code: Any) -> Any:
    """Could the row still change a die?"""
    pool = s[base + L.F_POOL]
    you = s[base + L.F_YOU]
    place = frame(pool)
    for number in range(SECOND + 10):
        if number < SECOND:
            if number >= s[place + L.F_N_DICE] or not is_whose(s, you, s[place + L.F_ROLLER], t[row + 1]):
                continue
        elif number - SECOND >= s[place + L.F_N_DICE_2] or not is_whose(
            s, you, s[place + L.F_ROLLER_2], t[row + 1]
        ):
            continue
        if (s[base + L.F_PICKED] >> number) & 1:
            continue
        if code == L.OP_REROLL:
            return True
        shown = pool_die(s, pool, number)
        for wanted in range(1, 7):
            if wanted != shown and _reaches(s, pool, number, shown, wanted, code, t[row + 3]):
                return True
    return False


@kernel
def _throw(s: Any, journal: Any, base: Any, number: Any) -> None:
    """Throw one die of the pool anew."""
    pool = s[base + L.F_POOL]
    place = frame(pool)
    second = number >= SECOND
    roller = s[place + L.F_ROLLER_2] if second else s[place + L.F_ROLLER]
    index = number - SECOND if second else number
    dice = s[place + L.F_DICE_2] if second else s[place + L.F_DICE]
    purpose = s[base + L.F_PURPOSE]
    thrown = cast(s, journal, roller, purpose, next_inner(s, roller, purpose), dice, 1 << index)
    set_pool_die(s, pool, number, die(thrown, index))


@kernel
def choose_dice(s: Any, t: Any, base: Any, row: Any) -> Any:
    """Name dice; what happens to them follows. True when done."""
    if s[base + L.F_STEP] == 0:
        s[base + L.F_STEP] = 1
        s[base + L.F_LEFT] = value(s, t, whole(t[row + 2]), base, s[base + L.F_YOU])
        s[base + L.F_PICKED] = 0
    if s[base + L.F_LEFT] <= 0 or not has_dice(s, s[base + L.F_YOU], s[base + L.F_POOL], t[row + 1], 0):
        return True
    answer = answered(s)
    if answer < 0:
        ask(s, s[base + L.F_YOU], L.Q_DIE)
        return False
    s[base + L.F_PICKED] |= 1 << first_of(answer)
    s[base + L.F_LEFT] -= 1
    return s[base + L.F_LEFT] <= 0


@kernel
def reroll_chosen(s: Any, journal: Any, base: Any) -> None:
    for number in range(SECOND + 10):
        if (s[base + L.F_PICKED] >> number) & 1:
            _throw(s, journal, base, number)

"""Rows that roll dice or choose players and dice."""

from __future__ import annotations

from typing import Any

from dtsim.dicethrone.engine.alter import alter_dice, choose_dice, reroll_chosen
from dtsim.dicethrone.engine.dice import cast, next_inner
from dtsim.dicethrone.engine.record import code_of, first_of, lowest, open_window, player, push, size
from dtsim.dicethrone.engine.rows import aimed_answer, fizzle, go_on
from dtsim.dicethrone.engine.rules import value, who_is, whole
from dtsim.dicethrone.engine.statuses import removable
from dtsim.dicethrone.engine.tokens import in_roll_phase
from dtsim.dicethrone.program import layout as L
from dtsim.jit import kernel, leaf


@kernel
def play_roll(s: Any, t: Any, journal: Any, base: Any, row: Any, code: Any) -> None:
    if code == L.OP_ROLL:
        _roll(s, t, journal, base, row)
    elif code == L.OP_DUEL:
        _duel(s, t, journal, base, row)
    elif code == L.OP_USE_ROLL:
        index = t[row + 3]
        s[base + L.F_DICE] = s[L.INNER_DICE + index]
        s[base + L.F_N_DICE] = s[L.INNER_COUNT + index]
        s[base + L.F_DICE_2] = s[L.INNER_DICE_2 + index]
        s[base + L.F_N_DICE_2] = s[L.INNER_COUNT + index]
        go_on(s, base)
    elif code == L.OP_CHOOSE_PLAYERS:
        _choose_players(s, t, base, row)
    elif code == L.OP_CHOOSE_DICE:
        if choose_dice(s, t, base, row):
            go_on(s, base)
    elif code == L.OP_REROLL_CHOSEN:
        reroll_chosen(s, journal, base)
        go_on(s, base)
    elif alter_dice(s, t, journal, base, row, code):
        go_on(s, base)


@kernel
def _roll(s: Any, t: Any, journal: Any, base: Any, row: Any) -> None:
    """Roll, rules that answer to the roll, die window; only then are the dice read (DT-DIC-14)."""
    step = s[base + L.F_STEP]
    purpose = s[base + L.F_PURPOSE]
    if step == 0:
        who = lowest(who_is(s, base, t[row + 1]))
        n_dice = min(10, value(s, t, whole(t[row + 2]), base, who))
        s[base + L.F_ROLLER] = who
        s[base + L.F_N_DICE] = n_dice
        s[base + L.F_N_DICE_2] = 0
        s[base + L.F_DICE] = cast(s, journal, who, purpose, next_inner(s, who, purpose), 0, (1 << n_dice) - 1)
        s[base + L.F_STEP] = 1
        if (s[L.AUTOMATIC + L.ROLLED] & s[player(who) + L.HELD]) != 0 or (
            s[L.BOARD_RULES + L.ROLLED] >> who
        ) & 1:
            triggers = push(s, L.TRIGGERS, who, s[base + L.F_OPPONENT])
            s[triggers + L.T_MOMENT] = L.ROLLED
            s[triggers + L.F_PURPOSE] = purpose
            s[triggers + L.F_POOL] = s[L.DEPTH] - 1
            s[triggers + L.F_FOCUS] = s[base + L.F_FOCUS]
            return
    if s[base + L.F_STEP] == 1:
        s[base + L.F_STEP] = 2
        if _die_window(s, t, base):
            return
    _keep_roll(s, t, base, row)


@kernel
def _duel(s: Any, t: Any, journal: Any, base: Any, row: Any) -> None:
    """Both roll and compare. In a defence the Defense Roll is one half, cast with the other."""
    if s[base + L.F_LANDING] == L.LANDS_IN_DEFENCE:
        go_on(s, base)
        return
    if s[base + L.F_STEP] == 0:
        you = s[base + L.F_YOU]
        other = s[base + L.F_OPPONENT]
        n_dice = min(10, value(s, t, whole(t[row + 2]), base, you))
        thrown = (1 << n_dice) - 1
        purpose = s[base + L.F_PURPOSE]
        s[base + L.F_ROLLER] = you
        s[base + L.F_N_DICE] = n_dice
        s[base + L.F_DICE] = cast(s, journal, you, purpose, next_inner(s, you, purpose), 0, thrown)
        s[base + L.F_ROLLER_2] = other
        s[base + L.F_N_DICE_2] = n_dice
        s[base + L.F_DICE_2] = cast(
            s, journal, other, L.FOR_DUEL, next_inner(s, other, L.FOR_DUEL), 0, thrown
        )
        s[base + L.F_STEP] = 2
        if _die_window(s, t, base):
            return
    _keep_roll(s, t, base, row)


@kernel
def _die_window(s: Any, t: Any, base: Any) -> Any:
    """Only plays that change these dice; Roll Phase cards only in the roll phases."""
    if s[base + L.F_CARD] >= 0 or _is_keyword_of_card(s, base):
        fixed = s[L.RULINGS] & L.CARD_DICE_FIXED
    elif s[base + L.F_COUNTER] >= 0 and t[s[base + L.F_ITEM] + L.R_SPEND] != 0:
        fixed = s[L.RULINGS] & L.TOKEN_DICE_FIXED
    else:
        fixed = 0
    if fixed != 0:
        return False
    moments = 1 << L.INSTANT | 1 << L.ANY_TIME | L.ONLY_DICE
    if in_roll_phase(s):
        moments |= 1 << L.ROLL_PHASE
    depth = s[L.DEPTH]
    open_window(s, moments, depth)
    return s[L.DEPTH] != depth


@leaf
def _is_keyword_of_card(s: Any, base: Any) -> Any:
    """Is this an action that a card has named, on top of the text of that card?"""
    below = base - L.FRAME_SIZE
    return (
        s[below + L.F_KIND] == L.A_TEXT
        and s[below + L.F_ITEM] == s[base + L.F_ITEM]
        and s[below + L.F_CARD] >= 0
    )


@kernel
def _keep_roll(s: Any, t: Any, base: Any, row: Any) -> None:
    index = t[row + 3]
    if index >= 0:
        s[L.INNER_DICE + index] = s[base + L.F_DICE]
        s[L.INNER_COUNT + index] = s[base + L.F_N_DICE]
        s[L.INNER_DICE_2 + index] = s[base + L.F_DICE_2]
    go_on(s, base)


@kernel
def candidates(s: Any, t: Any, base: Any, row: Any) -> Any:
    """Players that may be chosen, as a set."""
    kind = t[row + 1]
    you = s[base + L.F_YOU]
    everyone = who_is(s, base, L.EVERYONE)
    if kind == L.CHOOSE_OPPONENT:
        everyone = who_is(s, base, L.ALL_OPPONENTS)
    elif kind == L.CHOOSE_ALLY:
        everyone = who_is(s, base, L.ALL_ALLIES)
    if t[row + 3] >= L.HAS_STATUS:
        for who in range(s[L.N_PLAYERS]):
            if removable(s, who, t[row + 3] - L.HAS_STATUS) == 0:
                everyone &= ~(1 << who)
    return everyone if you >= 0 else 0


@kernel
def _choose_players(s: Any, t: Any, base: Any, row: Any) -> None:
    """One by one, the player may stop when enough are chosen."""
    if s[base + L.F_STEP] == 0:
        s[base + L.F_STEP] = 1
        s[base + L.F_CHOSEN] = 0
    chosen = s[base + L.F_CHOSEN]
    left = candidates(s, t, base, row) & ~chosen
    if left == 0 and chosen == 0 and s[base + L.F_AIMED] == L.IN_WINDOW:
        s[base + L.F_AIMED] = L.AIMED
        fizzle(s, t, base)
        return
    if left == 0 or size(chosen) >= t[row + 2]:
        s[base + L.F_AIMED] = L.AIMED
        go_on(s, base)
        return
    answer = aimed_answer(s, base, s[base + L.F_YOU], L.Q_PLAYER)
    if answer < 0:
        return
    if code_of(answer) == L.PASS_ON:
        go_on(s, base)
    else:
        s[base + L.F_CHOSEN] = chosen | 1 << first_of(answer)

"""Reading and writing the game record: players, sets, counters, dice, frames, events."""

from __future__ import annotations

from typing import Any

import numpy as np

from dtsim.dicethrone.program import layout as L
from dtsim.jit import kernel, leaf


@leaf
def player(who: Any) -> Any:
    """Where the record of a player begins."""
    return L.PLAYERS + who * L.PLAYER_SIZE


@leaf
def top(s: Any) -> Any:
    """Where the topmost frame begins."""
    return L.FRAMES + s[L.DEPTH] * L.FRAME_SIZE


@leaf
def frame(depth: Any) -> Any:
    """Where a frame begins."""
    return L.FRAMES + depth * L.FRAME_SIZE


@leaf
def around(s: Any, number: Any) -> Any:
    """The seat of this number, counted on around the table."""
    return number if number < s[L.N_PLAYERS] else number - s[L.N_PLAYERS]


@leaf
def when(s: Any, who: Any) -> Any:
    """The turn as random numbers know it: which round, and how long after the own turn of the one who draws.

    Whoever starts, the dice of a player's n-th own turn are the same: games may share the luck of a hero.
    """
    return s[L.ROUND] * L.MAX_PLAYERS + around(s, s[L.ACTIVE] - who + s[L.N_PLAYERS])


# ---------------------------------------------------------------- events


@leaf
def log(s: Any, journal: Any, kind: Any, who: Any, a: Any, b: Any, c: Any, d: Any) -> None:
    """Write an event if somebody wants to read it."""
    if s[L.LOGGING] != 0:
        if s[L.N_EVENTS] < s[L.LOGGING]:
            row = s[L.N_EVENTS] * L.EVENT
            journal[row] = kind
            journal[row + 1] = who
            journal[row + 2] = a
            journal[row + 3] = b
            journal[row + 4] = c
            journal[row + L.EVENT - 1] = d
        s[L.N_EVENTS] += 1


# ---------------------------------------------------------------- sets as bits


@leaf
def size(members: Any) -> Any:
    """How many members a set has."""
    members = members - ((members >> 1) & 0x5555555555555555)
    members = (members & 0x3333333333333333) + ((members >> 2) & 0x3333333333333333)
    members = (members + (members >> 4)) & 0x0F0F0F0F0F0F0F0F
    members += members >> 8
    members += members >> 16
    members += members >> 32
    return members & 127


@leaf
def lowest(members: Any) -> Any:
    """The lowest member of a set that is not empty."""
    return size((members & -members) - 1)


@kernel
def member(members: Any, index: Any) -> Any:
    """The index-th member of a set."""
    for _ in range(index):
        members &= members - 1
    return lowest(members)


# ---------------------------------------------------------------- players


@leaf
def are_opponents(s: Any, one: Any, other: Any) -> Any:
    return s[player(one) + L.TEAM] != s[player(other) + L.TEAM]


@leaf
def is_alive(s: Any, who: Any) -> Any:
    return s[player(who) + L.HEALTH] > 0


@kernel
def opponent_of(s: Any, who: Any) -> Any:
    """The opponent a text means: the one of the Attack, else the next living one in turn order."""
    if who == s[L.ACTIVE] and s[L.DEFENDER] >= 0:
        return s[L.DEFENDER]
    players = s[L.N_PLAYERS]
    for step in range(1, players):
        other = around(s, who + step)
        if are_opponents(s, who, other) and is_alive(s, other):
            return other
    return around(s, who + 1)


@leaf
def gain_cp(s: Any, journal: Any, who: Any, amount: Any) -> None:
    """0 <= CP <= 15; a gain above the cap is lost (DT-CP-1)."""
    place = player(who) + L.CP
    before = s[place]
    after = min(L.CP_CAP, max(0, before + amount))
    if after != before:
        s[place] = after
        log(s, journal, L.E_CP, who, after - before, after, 0, 0)


@leaf
def set_health(s: Any, journal: Any, who: Any, health: Any) -> None:
    place = player(who) + L.HEALTH
    if s[place] != health:
        log(s, journal, L.E_HEALTH, who, health - s[place], health, 0, 0)
        s[place] = health


# ---------------------------------------------------------------- dice: four bits each, the first lowest


@leaf
def die(dice: Any, index: Any) -> Any:
    return (dice >> (4 * index)) & 15


@leaf
def with_die(dice: Any, index: Any, face: Any) -> Any:
    return (dice & ~(15 << (4 * index))) | (face << (4 * index))


# ---------------------------------------------------------------- questions


@leaf
def ask(s: Any, who: Any, question: Any) -> None:
    """Stop until the player has decided."""
    s[L.ASKED] = who
    s[L.QUESTION] = question


@leaf
def answered(s: Any) -> Any:
    """The option taken, or -1 when the question is still to be put."""
    answer = s[L.ANSWER]
    s[L.ANSWER] = -1
    return answer


@leaf
def option(code: Any, a: Any, b: Any) -> Any:
    return np.int64(code) | (np.int64(a) << 8) | (np.int64(b) << 24)


@leaf
def code_of(answer: Any) -> Any:
    return answer & 255


@leaf
def first_of(answer: Any) -> Any:
    return (answer >> 8) & 0xFFFF


@leaf
def second_of(answer: Any) -> Any:
    return answer >> 24


# ---------------------------------------------------------------- frames


@kernel
def push(s: Any, kind: Any, you: Any, opponent: Any) -> Any:
    """Put an empty frame on the stack; where it begins."""
    if s[L.DEPTH] + 1 >= L.MAX_DEPTH:
        s[L.OVER] = L.BROKEN
        return top(s)
    s[L.DEPTH] += 1
    base = top(s)
    s[base + L.F_KIND] = kind
    s[base + L.F_PC] = 0
    s[base + L.F_YOU] = you
    s[base + L.F_OPPONENT] = opponent
    s[base + L.F_ITEM] = 0
    s[base + L.F_PURPOSE] = 0
    s[base + L.F_CHOSEN] = 0
    s[base + L.F_SPENT] = 0
    s[base + L.F_TAKEN] = 0
    s[base + L.F_ADDED] = 0
    s[base + L.F_PREVENTED] = 0
    s[base + L.F_FOCUS] = -1
    s[base + L.F_LANDING] = 0
    s[base + L.F_COUNTER] = -1
    s[base + L.F_CARD] = -1
    s[base + L.F_STEP] = 0
    s[base + L.F_LEFT] = 0
    s[base + L.F_DICE] = 0
    s[base + L.F_N_DICE] = 0
    s[base + L.F_ROLLER] = you
    s[base + L.F_DICE_2] = 0
    s[base + L.F_N_DICE_2] = 0
    s[base + L.F_ROLLER_2] = opponent
    s[base + L.F_PICKED] = 0
    s[base + L.F_POOL] = -1
    s[base + L.F_AIM] = -1
    s[base + L.F_AIMED] = 2
    return base


@kernel
def stand_in(s: Any, who: Any, focus: Any) -> Any:
    """A frame above the stack that stands in for a text, for questions in the name of a player."""
    base = top(s) + L.FRAME_SIZE
    s[base + L.F_YOU] = who
    s[base + L.F_OPPONENT] = around(s, who + 1)
    s[base + L.F_FOCUS] = focus
    s[base + L.F_N_DICE] = 0
    s[base + L.F_N_DICE_2] = 0
    s[base + L.F_CHOSEN] = 0
    s[base + L.F_SPENT] = 0
    s[base + L.F_ADDED] = 0
    s[base + L.F_PREVENTED] = 0
    s[base + L.F_STEP] = 0
    return base


@leaf
def pop(s: Any) -> None:
    s[L.DEPTH] -= 1


@leaf
def push_window(s: Any, moments: Any, pool: Any) -> None:
    """A window for every living player: which moments are open, and the frame whose dice are on the table."""
    base = push(s, L.A_WINDOW, s[L.ACTIVE], 0)
    s[base + L.W_MOMENTS] = moments
    s[base + L.W_ASKING] = 0
    s[base + L.W_FIRST] = 0
    s[base + L.W_LIMIT] = s[L.N_PLAYERS]
    s[base + L.W_DECLARED] = -1
    s[base + L.W_POOL] = pool


@leaf
def _is_any_status(s: Any) -> Any:
    for who in range(s[L.N_PLAYERS]):
        if s[player(who) + L.HELD] & s[L.STATUS]:
            return True
    return False


@kernel
def could_act(s: Any, moments: Any, pool: Any, who: Any) -> Any:
    """A quick look: might the player have something to play, and think of it? Who has not passes silently."""
    place = player(who)
    if s[place + L.HEALTH] <= 0:
        return False
    kind = moments >> L.WINDOW_KIND
    if (s[L.PASSIVES] >> who) & (s[place + L.HEEDS_PASSIVES] >> kind) & 1:
        return True
    cards = s[place + L.CARDS_INSTANT]
    if moments & 1 << L.ROLL_PHASE:
        cards |= s[place + L.CARDS_ROLL]
    if moments & s[L.LATE_MOMENTS]:
        cards |= s[place + L.CARDS_LATE]
    if moments & L.ONLY_DICE:
        cards &= s[place + L.CARDS_DICE]
    cards &= s[place + L.HAND] & s[place + L.AFFORDABLE + s[place + L.CP]] & s[place + L.HEEDS + kind]
    if cards != 0:
        if pool < 0:
            cards &= ~s[place + L.CARDS_ON_DICE]
        if s[L.ATTACK] < 0 or s[L.ATTACKER] != who:
            cards &= ~s[place + L.CARDS_ON_ATTACK]
        if s[L.N_PACKETS] == 0:
            cards &= ~s[place + L.CARDS_ON_DAMAGE]
        if cards & s[place + L.CARDS_ON_STATUS] and not _is_any_status(s):
            cards &= ~s[place + L.CARDS_ON_STATUS]
        if cards != 0:
            return True
    tokens = s[place + L.HELD] & s[L.ANY_SPENDABLE]
    if tokens == 0:
        return False
    asked = moments & s[L.SPEND_MOMENTS] & s[place + L.HEEDS_TOKENS + kind]
    if s[L.N_PACKETS] == 0:
        asked &= ~(1 << L.DAMAGED | 1 << L.ATTACKED | 1 << L.ATTACKING)
    while asked != 0:
        if tokens & s[L.SPENDABLE + lowest(asked)]:
            return True
        asked &= asked - 1
    return False


@kernel
def open_window(s: Any, moments: Any, pool: Any) -> None:
    """A window, if anybody could act in it as things are."""
    for who in range(s[L.N_PLAYERS]):
        if could_act(s, moments, pool, who):
            push_window(s, moments, pool)
            return


@leaf
def push_text(s: Any, rows: Any, you: Any, opponent: Any, item: Any, purpose: Any, landing: Any) -> Any:
    """Run a text."""
    base = push(s, L.A_TEXT, you, opponent)
    s[base + L.F_PC] = rows
    s[base + L.F_ITEM] = item
    s[base + L.F_PURPOSE] = purpose
    s[base + L.F_LANDING] = landing
    return base

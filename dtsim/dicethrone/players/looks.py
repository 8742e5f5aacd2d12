"""What the planner has seen of a thing: a move, a card, a reaction, a Defense Roll, as the position matters.

What was never looked into is asked for (`WANTED`); the game waits until `ponder` has measured it. What is
remembered is found by a key made of everything that the measurement depends on.
"""

from __future__ import annotations

from typing import Any

from dtsim.dicethrone.engine.record import code_of, first_of, lowest, player
from dtsim.dicethrone.engine.rules import whole
from dtsim.dicethrone.players import mind as M
from dtsim.dicethrone.players.memory import KEYS_OF_LOOKS
from dtsim.dicethrone.program import layout as L
from dtsim.jit import kernel, leaf

MIX = 0x5851F42D4C957F2D
POSITIVE = 0x7FFFFFFFFFFFFFFF
HOME = 0x9E3779B97F4A7C1
NEARBY = 16  # places in which something may be remembered
MANY, FULL = 5, 7  # tokens of a kind: 5 or more, and as many as there may be


@leaf
def seen_of_opponent(s: Any, who: Any, counters: Any, memory: Any) -> Any:
    """The opponent's counters that matter; near the end what may be spent against an Attack will be."""
    is_near = s[player(1 - who) + L.HEALTH] <= M.KILLS
    return counters | memory.mind[M.GUARDS] if is_near else counters


@kernel
def look_at_move(s: Any, t: Any, move: Any, kind: Any, who: Any, memory: Any) -> Any:
    """Where the worth of a move for a kind of results is written."""
    row = M.MOVES + move * M.MOVE
    defence = defence_of(s, t, 1 - who)
    key = (kind * M.DEFENCE_LEVELS + defence) * 4 + s[player(1 - who) + L.SIDE]
    key = with_cp(s, who, memory.mind[row + M.CP], memory.mind[row + M.THEIR_CP], key) * 8 + M.A_MOVE
    if memory.mind[M.PLAIN] == 0:
        other = seen_of_opponent(s, who, memory.mind[row + M.OTHER], memory)
        key = situation(s, who, memory.mind[row + M.OWN], other, key, memory)
    else:
        key = situation(s, who, 0, 0, key, memory)
    return _find(s, key, M.A_MOVE, move, kind, who, defence, memory)


@kernel
def look_at_nothing(s: Any, who: Any, memory: Any) -> Any:
    """Where the worth of announcing nothing is written."""
    sides = s[player(who) + L.SIDE] * 4 + s[player(1 - who) + L.SIDE]
    key = situation(s, who, 0, 0, (sides * 2 + who + 1) * -8 + M.A_MOVE, memory)
    return _find(s, key, M.A_MOVE, M.NO_MOVE, 0, who, 0, memory)


@kernel
def look_at_card(s: Any, t: Any, slot: Any, who: Any, memory: Any) -> Any:
    """Where the worth of what a card does in a Main Phase is written, its price not taken off."""
    card = M.CARDS + (who * 64 + slot) * M.CARD
    key = (who * 64 + slot) * 4 + s[player(who) + L.SIDE]
    key = with_cp(s, who, memory.mind[card + M.CARD_CP], memory.mind[card + M.CARD_THEIR_CP], key)
    named = memory.mind[card + M.CARD_COUNTERS]
    key = situation(s, who, named, named, key * 8 + M.A_CARD, memory)
    return _find(s, key, M.A_CARD, slot, s[player(who) + L.SIDE], who, 0, memory)


@kernel
def look_at_reaction(s: Any, t: Any, option: Any, when: Any, blow: Any, who: Any, memory: Any) -> Any:
    """Where the worth of a card or a token in an Attack (see `blow_of`) is written, without its price."""
    own, other = seen_by_reaction(option, when, who, memory)
    levels = defence_of(s, t, 1 - who) if when == M.BEFORE_THEIR_DEFENCE else 0
    key = ((((option << 8) + blow) * M.DEFENCE_LEVELS + levels) * M.WHENS + when) * 4 + who
    key = situation(s, who, own, other, key * 8 + M.A_REACTION, memory)
    return _find(s, key, M.A_REACTION, option, levels * M.WHENS + when, who, blow, memory)


@kernel
def seen_by_reaction(option: Any, when: Any, who: Any, memory: Any) -> Any:
    """The counters of both that matter to a reaction: companions, markers, what a card names; to an own
    Attack, those that matter to the board.
    """
    own, other = memory.mind[M.STANDING], 0
    if when >= M.BEFORE_THEIR_DEFENCE:
        own |= memory.mind[M.SEES + who * M.SEEN_BY + M.SEES_OWN]
        other = memory.mind[M.SEES + who * M.SEEN_BY + M.SEES_OTHER]
    if code_of(option) == L.PLAY_CARD:
        own |= memory.mind[M.CARDS + (who * 64 + first_of(option)) * M.CARD + M.CARD_COUNTERS]
    return own, other


@leaf
def blow_of(damage: Any, of_type: Any) -> Any:
    """Damage of a type, as far as it is told apart."""
    return damage_told_apart(damage) | of_type << M.TYPES


@kernel
def look_at_defence(s: Any, row: Any, dice: Any, damage: Any, who: Any, memory: Any) -> Any:
    """Where the worth of a Defense Roll against so much damage is written."""
    key = (row << 40) + (dice << 8) + damage
    place = M.DEFENDING + row * M.DEFENCE
    own, other = memory.mind[place + M.D_OWN], memory.mind[place + M.D_OTHER]
    key = situation(s, who, own, other, key * 8 + M.A_DEFENCE, memory)
    return _find(s, key, M.A_DEFENCE, row, dice, who, damage, memory)


@kernel
def doom_of(s: Any, who: Any, less: Any, memory: Any) -> Any:
    """Health that the next Upkeep of a player more likely than not takes: by Poison, by a cursed side.

    `less`: a counter of which there shall be one less, or -1.
    """
    mind, thoughts = memory.mind, memory.thoughts
    side = s[player(who) + L.SIDE]
    if s[player(who) + L.HELD] & mind[M.FATEFUL] == 0 and side == 0:
        return 0
    key = ((less + 1) * 8 + who * 4 + side) * 8 + M.A_FATE
    at = _find(s, situation(s, who, mind[M.FATEFUL], 0, key, memory), M.A_FATE, less, 0, who, 0, memory)
    doom = 0
    while doom < M.RISKS and thoughts[at + M.LOSSES + doom + 1] > 0.5:
        doom += 1
    return doom


@kernel
def _find(s: Any, key: Any, code: Any, a: Any, b: Any, who: Any, c: Any, memory: Any) -> Any:
    """Where it is remembered; if nowhere, it is wanted."""
    key &= POSITIVE
    at = home(key)
    for step in range(NEARBY):
        if memory.keys[KEYS_OF_LOOKS + ((at + step) & (M.N_LOOKS - 1))] == key:
            return M.LOOKS + ((at + step) & (M.N_LOOKS - 1)) * M.LOOK
    mind = memory.mind
    mind[M.WANTED] = code
    mind[M.WANTED + 1] = a
    mind[M.WANTED + 2] = b
    mind[M.WANTED + 3] = who
    mind[M.WANTED + 4] = c
    mind[M.WANTED + M.WANTED_KEY] = key
    mind[M.WANTED + M.WANTED_PLAIN] = mind[M.PLAIN]
    mind[M.WANTED + M.WANTED_CP] = s[player(who) + L.CP]
    mind[M.WANTED + M.WANTED_THEIR_CP] = cp_of_opponent(s, who)
    return M.LOOKS


@kernel
def room_for(key: Any, memory: Any) -> Any:
    """Where to remember it: a free place, or that of something else; its number."""
    at = home(key)
    for step in range(NEARBY):
        place = (at + step) & (M.N_LOOKS - 1)
        if memory.keys[KEYS_OF_LOOKS + place] < 0:
            return place
    memory.mind[M.FORGOTTEN] += 1  # not the same one every time: what is needed together must find room
    return (at + memory.mind[M.FORGOTTEN] % NEARBY) & (M.N_LOOKS - 1)


@leaf
def home(key: Any) -> Any:
    """The first place to look for a key."""
    return ((key * HOME) >> 40) & (M.N_LOOKS - 1)


@leaf
def _stirred(key: Any) -> Any:
    key *= MIX
    return key ^ (key >> 29)


@kernel
def situation(s: Any, who: Any, own: Any, other: Any, key: Any, memory: Any) -> Any:
    """The key with what the player has of some counters, and the opponent of others."""
    key = _stirred(key)
    there = own & s[player(who) + L.HELD]
    while there != 0:
        counter = lowest(there)
        there &= there - 1
        key = _stirred(key ^ (counter * 2 * M.MOST_STATES + told_apart(s, who, counter, memory)))
    there = other & s[player(1 - who) + L.HELD]
    while there != 0:
        counter = lowest(there)
        there &= there - 1
        told = told_apart(s, 1 - who, counter, memory)
        key = _stirred(key ^ ((counter * 2 + 1) * M.MOST_STATES + told))
    return key


@leaf
def told_apart(s: Any, who: Any, counter: Any, memory: Any) -> Any:
    """How many of a counter a player has, as far as it is told apart."""
    count = s[player(who) + L.COUNT + counter]
    if (memory.mind[M.SPENT] >> counter) & 1:
        return min(2, count)  # more are seldom spent at once
    if count <= 3 or counter == memory.mind[M.COMPANION + 2 * who]:
        return count
    if count >= s[player(who) + L.LIMIT + counter]:
        return FULL
    return 3 if count == 4 else MANY


@leaf
def as_told(s: Any, who: Any, counter: Any, memory: Any) -> Any:
    """A number of a counter that stands for those that are not told apart."""
    told = told_apart(s, who, counter, memory)
    return s[player(who) + L.COUNT + counter] if told == FULL else told


@leaf
def with_cp(s: Any, who: Any, sees_own: Any, sees_theirs: Any, key: Any) -> Any:
    """The key with the CP that are seen; it always has room for them, lest two things come to share one."""
    key = key * 16 + (s[player(who) + L.CP] if sees_own != 0 else 0)
    return key * 8 + (cp_of_opponent(s, who) if sees_theirs != 0 else 0)


@leaf
def cp_of_opponent(s: Any, who: Any) -> Any:
    """CP that may be taken from the opponent, as far as they are told apart."""
    return min(M.CP_TOLD_APART, s[player(1 - who) + L.CP])


@leaf
def damage_told_apart(damage: Any) -> Any:
    """Damage on its way, as far as it is told apart."""
    return max(1, min(M.MOST_DAMAGE, damage if damage <= 6 else damage - damage % 2))


@leaf
def defence_of(s: Any, t: Any, who: Any) -> Any:
    """The levels of up to two Defensive Abilities."""
    spaces = whole(t[t[L.P_HEROES + who] + L.H_DEFENCES])
    levels = 0
    for index in range(min(2, t[spaces])):
        levels = levels * 3 + s[player(who) + L.LEVEL + t[t[spaces + 1 + index] + L.S_INDEX]] - 1
    return levels

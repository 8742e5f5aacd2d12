"""What the results of the dice are worth on a board: the best ability that each of them activates."""

from __future__ import annotations

from typing import Any

from dtsim.dicethrone.engine.options import is_shown
from dtsim.dicethrone.engine.record import player
from dtsim.dicethrone.engine.rules import whole
from dtsim.dicethrone.odds.lattice import N_RESULTS
from dtsim.dicethrone.players import mind as M
from dtsim.dicethrone.players.bans import never_takes
from dtsim.dicethrone.players.looks import (
    HOME,
    POSITIVE,
    defence_of,
    doom_of,
    look_at_move,
    look_at_nothing,
    seen_of_opponent,
    situation,
    with_cp,
)
from dtsim.dicethrone.players.memory import KEYS_OF_BOARDS
from dtsim.dicethrone.program import layout as L
from dtsim.jit import kernel, leaf

FAR = M.RISKS + 1  # an own health that is not near an end
LOW_HEALTH = 12  # from which on a point of health is worth more than 1


@kernel
def board(s: Any, t: Any, who: Any, own: Any, other: Any, memory: Any) -> Any:
    """The slot with the worth of every Final Dice Result, for the abilities on the board of a player.

    `own` and `other` are the healths of the player and of the opponent, as far as they matter.
    """
    key = board_key(s, t, who, own, other, memory)
    slot = ((key * HOME) >> 40) & (M.N_BOARDS - 1)
    place = M.BOARDS + slot * N_RESULTS
    if memory.keys[KEYS_OF_BOARDS + slot] != key:
        memory.keys[KEYS_OF_BOARDS + slot] = key
        _fill_board(s, t, who, own, other, memory, place)
        if memory.mind[M.WANTED] != 0:
            memory.keys[KEYS_OF_BOARDS + slot] = -1  # something is not known yet
    return slot


@kernel
def board_now(s: Any, t: Any, who: Any, memory: Any) -> Any:
    """The slot of the board in the position at hand."""
    return board(s, t, who, own_health(s, who, memory), health_to_take(s, t, 1 - who, memory), memory)


@leaf
def payoff_of(s: Any, t: Any, who: Any, memory: Any) -> Any:
    """Where the worth of every Final Dice Result is, for the board of a player."""
    return M.BOARDS + board_now(s, t, who, memory) * N_RESULTS


@kernel
def payoff_with(s: Any, t: Any, who: Any, cp: Any, memory: Any) -> Any:
    """The same with so many CP: what they are spent on does not come back as damage."""
    place = player(who) + L.CP
    before = s[place]
    if cp == before or memory.mind[M.SEES + who * M.SEEN_BY + M.SEES_CP] == 0:
        return payoff_of(s, t, who, memory)
    s[place] = cp
    payoff = payoff_of(s, t, who, memory)
    s[place] = before
    return payoff


@kernel
def own_health(s: Any, who: Any, memory: Any) -> Any:
    """The own health where it matters: near 0; FAR; or beyond FAR, by how much it may still rise."""
    base = player(who)
    room = s[base + L.CEILING] - s[base + L.HEALTH]
    if room <= M.ROOM:
        return FAR + 1 + max(0, room)
    return min(FAR, lasting_health(s, who, memory))


@kernel
def lasting_health(s: Any, who: Any, memory: Any) -> Any:
    """The health less what the next Upkeep is going to take of it; the last point is still fought for."""
    health = s[player(who) + L.HEALTH]
    return health if health > M.KILLS + M.RISKS else max(1, health - doom_of(s, who, -1, memory))


@kernel
def health_to_take(s: Any, t: Any, who: Any, memory: Any) -> Any:
    """The health of somebody who is attacked where it matters: near an end that nothing averts."""
    health = lasting_health(s, who, memory)
    if health > M.KILLS:
        return M.KILLS + 1
    rules = t[L.P_MOMENTS + L.DEFEATED]
    for index in range(t[rules]):
        counter = t[t[rules + 1 + index] + L.R_COUNTER]
        if counter >= 0 and (s[player(who) + L.HELD] >> counter) & 1:
            return M.KILLS + 1
    return health


@kernel
def board_key(s: Any, t: Any, who: Any, own: Any, other: Any, memory: Any) -> Any:
    """Everything the worth of the board is computed from."""
    base = player(who)
    key = who + 2 * s[base + L.SIDE]
    for space in range(L.MAX_SPACES):
        key = key * 4 + s[base + L.LEVEL + space]
    key = (key * M.DEFENCE_LEVELS + defence_of(s, t, 1 - who)) * 4 + s[player(1 - who) + L.SIDE]
    key = (key * 16 + own) * 32 + other
    sees = M.SEES + who * M.SEEN_BY
    key = with_cp(s, who, memory.mind[sees + M.SEES_CP], memory.mind[sees + M.SEES_THEIR_CP], key)
    if memory.mind[M.PLAIN] != 0:
        return situation(s, who, 0, 0, key, memory) & POSITIVE
    own_counters = memory.mind[sees + M.SEES_OWN]
    their_counters = seen_of_opponent(s, who, memory.mind[sees + M.SEES_OTHER], memory)
    return situation(s, who, own_counters, their_counters, key, memory) & POSITIVE


@kernel
def _fill_board(s: Any, t: Any, who: Any, own: Any, other: Any, memory: Any, place: Any) -> None:
    thoughts = memory.thoughts
    nothing = worth_at(look_at_nothing(s, who, memory), own, other, memory)
    for result in range(N_RESULTS):
        thoughts[place + result] = nothing
    for move in range(memory.mind[M.FIRST_MOVE + 2 * who], memory.mind[M.FIRST_MOVE + 2 * who + 1]):
        row = M.MOVES + move * M.MOVE
        level = s[player(who) + L.LEVEL + memory.mind[row + M.SPACE]]
        if (memory.mind[row + M.LEVELS] >> level) & 1 == 0:
            continue
        ability = memory.mind[row + M.ABILITY]
        if not is_shown(s, t, ability, who) or never_takes(memory, who, ability):
            continue
        first = memory.mind[row + M.FIRST_KIND]
        for kind in range(first, first + memory.mind[row + M.N_KINDS]):
            at = look_at_move(s, t, move, kind, who, memory)
            worth = worth_at(at, own, other, memory)
            for index in range(memory.mind[M.RESULTS + kind], memory.mind[M.RESULTS + kind + 1]):
                result = whole(memory.member[M.LISTS + index])
                if worth > thoughts[place + result]:
                    thoughts[place + result] = worth


@kernel
def worth_of(s: Any, t: Any, move: Any, kind: Any, who: Any, memory: Any) -> Any:
    """A move in points of health, in the position at hand."""
    at = look_at_move(s, t, move, kind, who, memory)
    return worth_at(at, own_health(s, who, memory), health_to_take(s, t, 1 - who, memory), memory)


@kernel
def worth_of_nothing(s: Any, t: Any, who: Any, memory: Any) -> Any:
    """Announcing nothing, in the position at hand."""
    at = look_at_nothing(s, who, memory)
    return worth_at(at, own_health(s, who, memory), health_to_take(s, t, 1 - who, memory), memory)


@kernel
def worth_at(at: Any, own: Any, other: Any, memory: Any) -> Any:
    """What was seen, in points of health.

    Damage beyond the opponent's health is lost, the last of it wins; to lose all of one's own loses; to heal
    above what there may be is no gain.
    """
    thoughts = memory.thoughts
    worth = thoughts[at + M.REST]
    wins = 0.0
    if other > M.KILLS:
        worth += thoughts[at + M.DAMAGE]
    else:
        wins = thoughts[at + M.CHANCES + other]
        worth += thoughts[at + M.CAPPED + other] + thoughts[M.WEIGHTS + M.W_WIN] * wins
        for dealt in range(1, other):
            worth += slope(other - dealt + 1, memory) * thoughts[at + M.CHANCES + dealt]
    if own > FAR:
        worth -= max(0.0, thoughts[at + M.HEALED] - (own - FAR - 1))
    elif own < FAR:
        worth -= thoughts[M.WEIGHTS + M.W_WIN] * (1.0 - wins) * thoughts[at + M.LOSSES + own]
        worth += slope(own, memory) * thoughts[at + M.HEALED]
        for lost in range(1, own):
            worth -= slope(own - lost + 1, memory) * thoughts[at + M.LOSSES + lost]
    return worth


@leaf
def slope(health: Any, memory: Any) -> Any:
    """How much more than 1 the point of health is worth that is the highest of so many."""
    return memory.thoughts[M.WEIGHTS + M.W_DANGER] * max(0.0, LOW_HEALTH + 1 - health) / LOW_HEALTH


@kernel
def move_of(s: Any, who: Any, ability: Any, step: Any, memory: Any) -> Any:
    """The number of a move."""
    for move in range(memory.mind[M.FIRST_MOVE + 2 * who], memory.mind[M.FIRST_MOVE + 2 * who + 1]):
        row = M.MOVES + move * M.MOVE
        if memory.mind[row + M.ABILITY] == ability and memory.mind[row + M.STEP] == step:
            return move
    return -1

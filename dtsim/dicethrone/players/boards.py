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
    look_at_move,
    look_at_nothing,
    situation,
)
from dtsim.dicethrone.players.memory import KEYS_OF_BOARDS
from dtsim.dicethrone.program import layout as L
from dtsim.jit import kernel, leaf

FAR = M.RISKS + 1  # an own health that is not near an end


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
    return board(s, t, who, own_health(s, who), health_to_take(s, t, 1 - who), memory)


@leaf
def payoff_of(s: Any, t: Any, who: Any, memory: Any) -> Any:
    """Where the worth of every Final Dice Result is, for the board of a player."""
    return M.BOARDS + board_now(s, t, who, memory) * N_RESULTS


@leaf
def own_health(s: Any, who: Any) -> Any:
    """The own health where it matters: near 0; FAR; or beyond FAR, by how much it may still rise."""
    base = player(who)
    room = s[base + L.CEILING] - s[base + L.HEALTH]
    if room <= M.ROOM:
        return FAR + 1 + max(0, room)
    return min(FAR, s[base + L.HEALTH])


@kernel
def health_to_take(s: Any, t: Any, who: Any) -> Any:
    """The health of somebody who is attacked where it matters: near an end that nothing averts."""
    if s[player(who) + L.HEALTH] > M.KILLS:
        return M.KILLS + 1
    rules = t[L.P_MOMENTS + L.DEFEATED]
    for index in range(t[rules]):
        counter = t[t[rules + 1 + index] + L.R_COUNTER]
        if counter >= 0 and (s[player(who) + L.HELD] >> counter) & 1:
            return M.KILLS + 1
    return s[player(who) + L.HEALTH]


@kernel
def board_key(s: Any, t: Any, who: Any, own: Any, other: Any, memory: Any) -> Any:
    """Everything the worth of the board is computed from."""
    base = player(who)
    key = who + 2 * s[base + L.SIDE]
    for space in range(L.MAX_SPACES):
        key = key * 4 + s[base + L.LEVEL + space]
    key = (key * M.DEFENCE_LEVELS + defence_of(s, t, 1 - who)) * 4 + s[player(1 - who) + L.SIDE]
    key = (key * 16 + own) * 32 + other
    sees = M.SEES + 3 * who
    if memory.mind[sees] != 0:
        key = key * 16 + s[base + L.CP]
    if memory.mind[M.PLAIN] != 0:
        return situation(s, who, 0, 0, key, memory) & POSITIVE
    return situation(s, who, memory.mind[sees + 1], memory.mind[sees + 2], key, memory) & POSITIVE


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
    return worth_at(at, own_health(s, who), health_to_take(s, t, 1 - who), memory)


@kernel
def worth_of_nothing(s: Any, t: Any, who: Any, memory: Any) -> Any:
    """Announcing nothing, in the position at hand."""
    at = look_at_nothing(s, who, memory)
    return worth_at(at, own_health(s, who), health_to_take(s, t, 1 - who), memory)


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
    if own > FAR:
        worth -= max(0.0, thoughts[at + M.HEALED] - (own - FAR - 1))
    elif own < FAR:
        worth -= thoughts[M.WEIGHTS + M.W_WIN] * (1.0 - wins) * thoughts[at + M.LOSSES + own]
    return worth


@kernel
def move_of(s: Any, who: Any, ability: Any, step: Any, memory: Any) -> Any:
    """The number of a move."""
    for move in range(memory.mind[M.FIRST_MOVE + 2 * who], memory.mind[M.FIRST_MOVE + 2 * who + 1]):
        row = M.MOVES + move * M.MOVE
        if memory.mind[row + M.ABILITY] == ability and memory.mind[row + M.STEP] == step:
            return move
    return -1

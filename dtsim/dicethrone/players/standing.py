"""What a position that was played out comes to, in points of health."""

from __future__ import annotations

from typing import Any

from dtsim.dicethrone.engine.play import card_at
from dtsim.dicethrone.engine.record import code_of, first_of, player, size
from dtsim.dicethrone.players import mind as M
from dtsim.dicethrone.players.boards import LOW_HEALTH, slope
from dtsim.dicethrone.program import layout as L
from dtsim.jit import kernel, leaf


@kernel
def standing(who: Any, memory: Any) -> Any:
    """The position for the player, with CP, cards, tokens and the sides of the boards."""
    mind, thoughts = memory.mind, memory.thoughts
    total = 0.0
    for seat in range(2):
        base = M.SCRATCH + player(seat)
        own = 1.0 * mind[base + L.HEALTH]
        own += thoughts[M.WEIGHTS + M.W_CP] * mind[base + L.CP]
        own += thoughts[M.WEIGHTS + M.W_CARD] * size(mind[base + L.HAND])
        worths = M.WORTH + seat * L.MAX_COUNTERS
        mate, marker = mind[M.COMPANION + 2 * seat], mind[M.COMPANION + 2 * seat + 1]
        for counter in range(mind[M.SCRATCH + L.N_COUNTERS]):
            if mate < 0 or (counter != mate and counter != marker):
                own += thoughts[worths + counter] * mind[base + L.COUNT + counter]
        if mate >= 0:
            mark = mind[base + L.COUNT + marker] if marker >= 0 else 0
            own += thoughts[state_of_companion(seat, mark, mind[base + L.COUNT + mate])]
        if mind[base + L.SIDE] != 0:
            own += thoughts[M.SIDES + seat]
        total += own if seat == who else -own
    return total


@leaf
def state_of_companion(seat: Any, mark: Any, count: Any) -> Any:
    """Where the worth of a state is written."""
    return M.STATES + (seat * 2 + mark) * M.MOST_STATES + count


@kernel
def prospect(who: Any, memory: Any) -> Any:
    """The standing, with the end of the game in sight."""
    mind = memory.mind
    end = 0.0
    if mind[M.SCRATCH + L.OVER] == L.DECIDED and mind[M.SCRATCH + L.WINNER] >= 0:
        won = mind[M.SCRATCH + L.WINNER] == who
        end = memory.thoughts[M.WEIGHTS + M.W_WIN] * (1.0 if won else -1.0)
    own = mind[M.SCRATCH + player(who) + L.HEALTH]
    other = mind[M.SCRATCH + player(1 - who) + L.HEALTH]
    return standing(who, memory) + end - _danger(own, memory) + _danger(other, memory)


@kernel
def _danger(health: Any, memory: Any) -> Any:
    """What is lost, beyond 1 each, with the points of health that are missing."""
    total = 0.0
    for missing in range(max(0, health) + 1, LOW_HEALTH + 1):
        total += slope(missing, memory)
    return total


@kernel
def lead(who: Any, memory: Any) -> Any:
    """How far the player is ahead in health, CP, cards and sides; tokens have shown what they are worth."""
    mind, thoughts = memory.mind, memory.thoughts
    own, other = M.SCRATCH + player(who), M.SCRATCH + player(1 - who)
    total = mind[own + L.HEALTH] - mind[other + L.HEALTH]
    total += thoughts[M.WEIGHTS + M.W_CP] * (mind[own + L.CP] - mind[other + L.CP])
    total += thoughts[M.WEIGHTS + M.W_CARD] * (size(mind[own + L.HAND]) - size(mind[other + L.HAND]))
    if mind[own + L.SIDE] != 0:
        total += thoughts[M.SIDES + who]
    if mind[other + L.SIDE] != 0:
        total -= thoughts[M.SIDES + 1 - who]
    return total


@kernel
def price_of_option(t: Any, option: Any, who: Any, memory: Any) -> Any:
    """What it takes to play a card or to spend a token; moves and rolls have no price."""
    thoughts = memory.thoughts
    first = first_of(option)
    if option > 0 and code_of(option) == L.PLAY_CARD:
        cost = t[card_at(t, who, first) + L.K_COST]
        return thoughts[M.WEIGHTS + M.W_CARD] + thoughts[M.WEIGHTS + M.W_CP] * cost
    if option > 0 and code_of(option) == L.SPEND_TOKEN:
        return thoughts[M.WORTH + who * L.MAX_COUNTERS + t[first + L.R_COUNTER]]
    return 0.0

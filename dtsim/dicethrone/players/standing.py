"""What a position that was played out comes to, in points of health."""

from __future__ import annotations

from typing import Any

from dtsim.dicethrone.engine.play import card_at
from dtsim.dicethrone.engine.record import code_of, first_of, player, size
from dtsim.dicethrone.players import mind as M
from dtsim.dicethrone.program import layout as L
from dtsim.jit import kernel, leaf

LOW_HEALTH = 12


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
        for counter in range(mind[M.SCRATCH + L.N_COUNTERS]):
            own += thoughts[worths + counter] * mind[base + L.COUNT + counter]
        if mind[base + L.SIDE] != 0:
            own += thoughts[M.SIDES + seat]
        total += own if seat == who else -own
    return total


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
    return standing(who, memory) + end - _danger(own) + _danger(other)


@leaf
def _danger(health: Any) -> Any:
    """Near the end a point of health is worth more than one."""
    missing = max(0, LOW_HEALTH - health)
    return missing * missing / (2.0 * LOW_HEALTH)


@kernel
def lead(who: Any, memory: Any) -> Any:
    """How far the player is ahead in health, CP and sides; tokens have shown what they are worth."""
    mind, thoughts = memory.mind, memory.thoughts
    own, other = M.SCRATCH + player(who), M.SCRATCH + player(1 - who)
    total = mind[own + L.HEALTH] - mind[other + L.HEALTH]
    total += thoughts[M.WEIGHTS + M.W_CP] * (mind[own + L.CP] - mind[other + L.CP])
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

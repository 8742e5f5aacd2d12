"""What the planner has seen of a move: its worth for a kind of results, as far as the position matters.

What was never looked into is asked for (`WANTED`); the game waits until `ponder` has measured it.
"""

from __future__ import annotations

from typing import Any

from dtsim.dicethrone.engine.record import player
from dtsim.dicethrone.engine.rules import whole
from dtsim.dicethrone.players import mind as M
from dtsim.dicethrone.program import layout as L
from dtsim.jit import kernel, leaf


@kernel
def look(s: Any, t: Any, move: Any, kind: Any, who: Any, memory: Any) -> Any:
    """Where the worth of a kind of results for a move is written, in the present context."""
    defence = defence_of(s, t, 1 - who)
    context = _context(s, move, who, memory)
    at = (kind * M.DEFENCES + defence) * M.CONTEXTS + context
    mind = memory.mind
    if mind[M.KNOWN + at] == 0:
        mind[M.WANTED] = M.A_LOOK
        mind[M.WANTED + 1] = move
        mind[M.WANTED + 2] = kind
        mind[M.WANTED + 3] = defence
        mind[M.WANTED + 4] = context
    return M.LOOKS + at * M.LOOK


@leaf
def _context(s: Any, move: Any, who: Any, memory: Any) -> Any:
    """CP, or how many tokens of the counter that matters both players have: up to three each."""
    depends = memory.mind[M.MOVES + move * M.MOVE + M.DEPENDS]
    if depends == 0:
        return 0
    if depends == M.ON_CP:
        return s[player(who) + L.CP]
    counter = depends - M.ON_COUNTER
    own, other = s[player(who) + L.COUNT + counter], s[player(1 - who) + L.COUNT + counter]
    return min(3, own) * 4 + min(3, other)


@leaf
def defence_of(s: Any, t: Any, who: Any) -> Any:
    """The levels of up to two Defensive Abilities."""
    spaces = whole(t[t[L.P_HEROES + who] + L.H_DEFENCES])
    levels = 0
    for index in range(min(2, t[spaces])):
        levels = levels * 3 + s[player(who) + L.LEVEL + t[t[spaces + 1 + index] + L.S_INDEX]] - 1
    return levels

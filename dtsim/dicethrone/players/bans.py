"""What a player forbids itself: options are left out between the rules and the choice.

The bans of a seat are integers: whether there are any, the seat, a set of cards, two switches, and a mark for
each place of the program (an ability, a rule, a row of a text) that this player never takes.
"""

from __future__ import annotations

from typing import Any

from dtsim.dicethrone.engine.record import code_of, first_of, top
from dtsim.dicethrone.program import layout as L
from dtsim.jit import kernel, leaf

IS_RESTRICTED, SEAT, CARDS, NO_REROLLS, NO_DEFENCE, PLACES = range(6)


@kernel
def permitted(s: Any, opts: Any, n: Any, bans: Any) -> Any:
    """Leave out what the player never does; how many options are left. What the rules force stays."""
    if bans[IS_RESTRICTED] == 0 or s[L.ASKED] != bans[SEAT]:
        return n
    left = 0
    for index in range(n):
        if not _is_banned(s, opts[index], bans):
            left += 1
    if left == 0 or left == n:
        return n
    left = 0
    for index in range(n):
        if not _is_banned(s, opts[index], bans):
            opts[left] = opts[index]
            left += 1
    return left


@kernel
def _is_banned(s: Any, option: Any, bans: Any) -> Any:
    code = code_of(option)
    first = first_of(option)
    if code == L.PLAY_CARD or code == L.INSTALL:
        return (bans[CARDS] >> first) & 1 != 0
    if code == L.REROLL_DICE or code == L.RESUME_ROLLING:
        return bans[NO_REROLLS] != 0
    if code == L.DEFEND_WITH:
        return bans[NO_DEFENCE] != 0 or bans[PLACES + first] != 0
    if code == L.ANNOUNCE or code == L.SPEND_TOKEN or code == L.USE_PASSIVE:
        return bans[PLACES + first] != 0
    row = s[top(s) + L.F_PC]
    if code == L.ACCEPT or (code == L.TAKE_AMOUNT and first > 0 and s[top(s) + L.F_KIND] == L.A_TEXT):
        return bans[PLACES + row] != 0
    if code == L.TAKE_OPTION:
        return bans[PLACES + row + L.ROW * (1 + first)] != 0
    return False


@leaf
def never_takes(memory: Any, who: Any, place: Any) -> Any:
    """Does the player whose memory this is never take what stands at a place of the program?"""
    bans = memory.bans
    return bans[IS_RESTRICTED] != 0 and who == bans[SEAT] and bans[PLACES + place] != 0


@leaf
def never_plays(memory: Any, who: Any) -> Any:
    """The set of cards that the player whose memory this is never plays."""
    return memory.bans[CARDS] if who == memory.bans[SEAT] else 0


@leaf
def never_rerolls(memory: Any, who: Any) -> Any:
    """Does the player whose memory this is stay with the first roll?"""
    return memory.bans[NO_REROLLS] != 0 and who == memory.bans[SEAT]

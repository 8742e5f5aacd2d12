"""What a kind of player would ever think of in a window. Nobody is asked who would pass anyway.

This changes no game: the sets hold at least everything that the player might take. Most windows of a game
end in a pass, and most of the time went into them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dtsim.dicethrone.players import mind as M
from dtsim.dicethrone.players.choose import GREEDY, PLANNER
from dtsim.dicethrone.players.greedy import IN_ATTACKS
from dtsim.dicethrone.players.study.cards import dice_card, timing
from dtsim.dicethrone.program import layout as L
from dtsim.dicethrone.program.program import Program

LATE_TOKENS = 1 << L.DAMAGED | 1 << L.ATTACKED  # that are spent against damage


def heed(start: NDArray[np.int64], program: Program, kinds: NDArray[np.int64]) -> None:
    """Write into a starting record what the players would think of; a random one thinks of everything."""
    for seat, kind in enumerate(kinds):
        if kind == GREEDY:
            _as_greedy(start, seat)
        elif kind == PLANNER:
            _as_planner(start, program, seat)


def _as_greedy(start: NDArray[np.int64], seat: int) -> None:
    """Dice stay as they fell, tokens are for Attacks, upgrades for CP."""
    base = L.PLAYERS + seat * L.PLAYER_SIZE
    start[base + L.HEEDS : base + L.HEEDS + L.WINDOW_KINDS] = ~start[base + L.CARDS_ON_DICE]
    start[base + L.HEEDS_TOKENS : base + L.HEEDS_TOKENS + L.WINDOW_KINDS] = IN_ATTACKS
    start[base + L.HEEDS_PASSIVES] = 0
    start[base + L.HEEDS_SALES] = 0


def _as_planner(start: NDArray[np.int64], program: Program, seat: int) -> None:
    """Dice are changed when an ability is announced or in a defence, attempts added when all are used up.

    In a Main Phase a player who may sell is asked in any case; elsewhere cards and tokens wait for their
    moment: the defence comes before whatever is meant for what lands.
    """
    base = L.PLAYERS + seat * L.PLAYER_SIZE
    sets = _sets_of_cards(program, seat)
    dice = sets["changes"] | sets["attempts"]
    moments = sets["removals"] | sets["early"] | sets["trials"] | sets["late"]
    whenever = ~(LATE_TOKENS | 1 << L.ATTACKING)
    early = LATE_TOKENS if _have_early_spends(program, (L.DAMAGED, L.ATTACKED), _before_defence) else 0
    if _have_early_spends(program, (L.ATTACKING,), _on_condition):
        early |= 1 << L.ATTACKING
    for kind, cards, tokens in (
        (L.ELSEWHERE, dice | moments, -1),
        (L.IN_MAIN_PHASE, dice | moments, -1),
        (L.BEFORE_ROLLING, 0, whenever),
        (L.IN_ROLLING, 0, -1),
        (L.AFTER_ROLLING, sets["attempts"], -1),
        (L.WHEN_ANNOUNCED, sets["changes"], -1),
        (L.IN_TARGETING, sets["early"], whenever | early),
        (L.BEFORE_DEFENCE, sets["early"] | sets["trials"] | sets["removals"], whenever | early),
        (L.IN_DEFENCE, dice, whenever | early),
    ):
        start[base + L.HEEDS + (kind >> L.WINDOW_KIND)] = cards
        start[base + L.HEEDS_TOKENS + (kind >> L.WINDOW_KIND)] = tokens
    start[base + L.HEEDS_PASSIVES] = sum(
        1 << (kind >> L.WINDOW_KIND) for kind in (L.IN_MAIN_PHASE, L.WHEN_ANNOUNCED, L.IN_DEFENCE)
    )


def _sets_of_cards(program: Program, seat: int) -> dict[str, int]:
    """The cards of a planner by what they are good for, as bits."""
    sets = dict.fromkeys(("attempts", "changes", "removals", "early", "trials", "late"), 0)
    names = {M.ANY_MOMENT: "removals", M.BEFORE_DEFENCE: "early", M.IN_ATTACK: "trials"}
    for slot in range(len(program.names.cards[seat])):
        kind = dice_card(program.table, seat, slot)[M.KIND]
        moment = timing(program.table, seat, slot)
        if kind != M.NOT_DICE:
            sets["attempts" if kind == M.ATTEMPT else "changes"] |= 1 << slot
        elif moment != M.IN_MAIN:
            sets[names.get(moment, "late")] |= 1 << slot
    return sets


def _have_early_spends(
    program: Program, moments: tuple[int, ...], is_early: Callable[[Any, int], bool]
) -> bool:
    """Is there a token for one of these moments that is spent before the defence?"""
    table = program.table
    rules = [
        int(table[place + 1 + index])
        for moment in moments
        for place in [int(table[L.P_MOMENTS + moment])]
        for index in range(table[place])
    ]
    return any(table[rule + L.R_SPEND] and is_early(table, rule) for rule in rules)


def _before_defence(table: Any, rule: int) -> bool:
    return bool(table[rule + L.R_REQUIRES] & L.NEEDS_NO_DEFENCE_YET)


def _on_condition(table: Any, rule: int) -> bool:
    """The defence may take its chance away."""
    return bool(table[rule + L.R_CONDITION])

"""What a kind of player would ever think of in a window. Nobody is asked who would pass anyway.

This changes no game: the sets hold at least everything that the player might take. Most windows of a game
end in a pass, and most of the time went into them.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from dtsim.dicethrone.players import mind as M
from dtsim.dicethrone.players.choose import GREEDY, PLANNER
from dtsim.dicethrone.players.greedy import IN_ATTACKS
from dtsim.dicethrone.players.study.cards import dice_card, timing
from dtsim.dicethrone.program import layout as L
from dtsim.dicethrone.program.program import Program


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
    start[base + L.HEEDS : base + L.HEEDS + 4] = ~start[base + L.CARDS_ON_DICE]
    start[base + L.HEEDS_TOKENS] = IN_ATTACKS
    start[base + L.HEEDS_PASSIVES] = 0
    start[base + L.HEEDS_SALES] = 0


def _as_planner(start: NDArray[np.int64], program: Program, seat: int) -> None:
    """Dice are changed when an ability is announced or in a defence, attempts added when all are used up.

    In a Main Phase a player who may sell is asked in any case; elsewhere cards wait for their moment.
    """
    base = L.PLAYERS + seat * L.PLAYER_SIZE
    changes = attempts = moments = 0
    for slot in range(len(program.names.cards[seat])):
        kind = dice_card(program.table, seat, slot)[M.KIND]
        if kind == M.ATTEMPT:
            attempts |= 1 << slot
        elif kind != M.NOT_DICE:
            changes |= 1 << slot
        elif timing(program.table, seat, slot) != M.IN_MAIN:
            moments |= 1 << slot
    for kind, cards in (
        (L.ELSEWHERE, moments | changes | attempts),
        (L.IN_ROLLING, 0),
        (L.AFTER_ROLLING, attempts),
        (L.WHEN_ANNOUNCED, changes),
    ):
        start[base + L.HEEDS + (kind >> L.WINDOW_KIND)] = cards
    start[base + L.HEEDS_PASSIVES] = 1 | 1 << (L.WHEN_ANNOUNCED >> L.WINDOW_KIND)  # and in Main Phases

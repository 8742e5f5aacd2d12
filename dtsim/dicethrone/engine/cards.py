"""Cards in sets: drawing without an order of the deck, discarding, reshuffling (chapter 18)."""

from __future__ import annotations

from typing import Any

import numpy as np

from dtsim.dicethrone.engine.record import log, member, player, size, when
from dtsim.dicethrone.program import layout as L
from dtsim.jit import kernel
from dtsim.rng import below, draw


@kernel
def draw_cards(s: Any, journal: Any, who: Any, wanted: Any) -> None:
    """Card by card; an empty deck first becomes the shuffled discard pile (DT-CRD-19)."""
    base = player(who)
    for _ in range(wanted):
        if s[base + L.DECK] == 0:
            if s[base + L.DISCARD] == 0:
                return
            s[base + L.DECK] = s[base + L.DISCARD]
            s[base + L.DISCARD] = 0
            log(s, journal, L.E_RESHUFFLED, who, size(s[base + L.DECK]), 0, 0, 0)
        bits = draw(np.uint64(s[L.KEY]), who, L.FOR_DECK, when(s, who), s[base + L.DRAWS])
        s[base + L.DRAWS] += 1
        slot = member(s[base + L.DECK], below(bits, size(s[base + L.DECK])))
        s[base + L.DECK] &= ~(1 << slot)
        s[base + L.HAND] |= 1 << slot
        log(s, journal, L.E_DRAWN, who, slot, 0, 0, 0)


@kernel
def discard_card(s: Any, journal: Any, who: Any, slot: Any) -> None:
    """From the hand onto the pile, without CP (DT-DSC-6)."""
    base = player(who)
    s[base + L.HAND] &= ~(1 << slot)
    s[base + L.DISCARD] |= 1 << slot
    log(s, journal, L.E_DISCARDED, who, slot, 0, 0, 0)


@kernel
def random_card(s: Any, who: Any) -> Any:
    """A card of the hand that nobody chose."""
    base = player(who)
    bits = draw(np.uint64(s[L.KEY]), who, L.FOR_DISCARD, when(s, who), s[base + L.DRAWS])
    s[base + L.DRAWS] += 1
    return member(s[base + L.HAND], below(bits, size(s[base + L.HAND])))

"""Rulings users may flip: where the rulebook is silent, the other reading."""

from __future__ import annotations

from collections.abc import Iterable

from dtsim.dicethrone.program import layout as L
from dtsim.errors import DtsimError, unknown

RULINGS = {
    "clamp-heal-first": L.CLAMP_HEAL_FIRST,  # DT-UPK-4
    "offensive-heal-later": L.OFFENSIVE_HEAL_LATER,  # DT-ORP-11
    "defence-forced": L.DEFENCE_FORCED,  # DT-DRP-4
    "free-sales-in-discard": L.FREE_SALES_IN_DISCARD,  # DT-DSC-3
    "dodge-keeps-reflection": L.DODGE_KEEPS_REFLECTION,  # DT-FIN-11
    "token-dice-fixed": L.TOKEN_DICE_FIXED,  # DT-STA-17
    "card-dice-fixed": L.CARD_DICE_FIXED,  # DT-CRD-22
    "card-damage-at-once": L.CARD_DAMAGE_AT_ONCE,  # DT-MAI-7
    "skipped-phase-drops-tokens": L.SKIPPED_PHASE_DROPS_TOKENS,  # DT-ORP-13
    "bounty-cp-on-pure": L.BOUNTY_CP_ON_PURE,  # DT-TOK-9
    "steal-only-to-cap": L.STEAL_ONLY_TO_CAP,  # DT-TXT-8
    "wither-lowers-pure": L.LESS_OF_PURE,  # DT-DMG-9
    "blind-stops-ultimate": L.TESTED_ULTIMATES,  # DT-ULT-11
    "new-tokens-wait": L.NEW_TOKENS_WAIT,  # DT-TOK-8
    "additionally-before-damage": L.ADDITIONALLY_BEFORE_DAMAGE,  # DT-TXT-5
    "stolen-health-is-damage": L.STOLEN_HEALTH_IS_DAMAGE,  # DT-TXT-9
    "attack-by-net-damage": L.ATTACK_BY_NET_DAMAGE,  # DT-ABL-7
    "instants-interrupt-instants": L.INSTANTS_INTERRUPT_INSTANTS,  # DT-CRD-7
}


def ruling_bits(names: Iterable[str]) -> int:
    """The rulings that are read the other way."""
    bits = 0
    for name in names:
        if name not in RULINGS:
            raise DtsimError(unknown("ruling", name, RULINGS))
        bits |= RULINGS[name]
    return bits

"""The closed lists of words a hero file may use, and what belongs together among them."""

from __future__ import annotations

from typing import Literal, get_args

Slot = Literal["offensive", "ultimate", "defensive", "passive"]

Kind = Literal["positive", "negative", "unique", "companion", "marker"]

Moment = Literal[
    "setup",
    "upkeep",
    "income",
    "main phase",
    "before offensive roll phase",
    "reroll",
    "rolled",
    "roll phase",
    "activating",
    "offensive roll phase ends",
    "attacking",
    "attacked",
    "inflicted",
    "damaged",
    "defeated",
    "roll phase ends",
    "turn ends",
    "gained",
    "gained at limit",
    "removed",
    "any time",
    "instant",
    "always",
]

Whose = Literal["you", "opponent", "anyone", "others"]

Lock = Literal["transfer", "remove"]

MOMENTS: tuple[str, ...] = get_args(Moment)
KINDS: tuple[str, ...] = get_args(Kind)

VERBS = (
    "gain",
    "inflict",
    "remove",
    "heal",
    "draw",
    "discard",
    "raise",
    "set",
    "deal",
    "receive",
    "add",
    "multiply",
    "prevent",
    "make",
    "roll",
    "duel",
    "reroll",
    "change",
    "steal",
    "transfer",
    "skip",
    "repeat",
    "forbid",
    "activate",
    "choose",
    "play",
    "look",
)

# A rule at one of these moments does not happen by itself: the player must want it.
OPTIONAL_MOMENTS = ("main phase", "any time", "instant", "roll phase")

# Moments at which damage is on its way, so that `add` and `prevent` have something to work on.
MOMENTS_WITH_DAMAGE = (
    "roll phase",
    "activating",
    "offensive roll phase ends",
    "attacking",
    "attacked",
    "inflicted",
    "damaged",
    "rolled",
    "any time",
    "instant",
)

# Moments that belong to a player's own turn or attack; `on` may then read the Final Dice Result.
MOMENTS_WITH_DICE = (
    "activating",
    "offensive roll phase ends",
    "attacking",
    "attacked",
    "rolled",
    "roll phase ends",
    "reroll",
)

DAMAGE_TYPES = ("normal", "undefendable", "pure", "collateral", "ultimate")

"""How many: the amounts that a text can name."""

from __future__ import annotations

from dataclasses import dataclass

from dtsim.dicethrone.heroes.model.needs import Faces
from dtsim.dicethrone.heroes.model.things import Counter


@dataclass(frozen=True, slots=True)
class Fixed:
    """A printed number."""

    number: int


@dataclass(frozen=True, slots=True)
class Ladder:
    """`3/4/5`: one number for each step of the requirement."""

    numbers: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Counted:
    """What `2 x ...` counts: dice faces, pairs of them, a counter, cp, cards, upgrades, spent, rerolls."""

    what: str  # "faces", "pair", "counter", "cp", "health", "card", "upgrade", "spent", "reroll"
    faces: Faces | None = None
    counter: Counter | None = None


@dataclass(frozen=True, slots=True)
class Lookup:
    """`1/3/5 by Nanite`: the number for one, two, three of the counted thing (none: 0; more: the last)."""

    numbers: tuple[int, ...]
    counted: Counted


@dataclass(frozen=True, slots=True)
class Times:
    """`2 x sword`."""

    number: int
    counted: Counted


@dataclass(frozen=True, slots=True)
class Register:
    """A value the game remembers: `the roll`, `incoming`, `dmg dealt`, `cp`."""

    name: str


@dataclass(frozen=True, slots=True)
class Half:
    """Half of a value, rounded up; of nothing named: half of the damage in focus."""

    of: Register | None


@dataclass(frozen=True, slots=True)
class Every:
    """`all`: everything there is, or up to the limit."""


@dataclass(frozen=True, slots=True)
class UpTo:
    """`up to 2`, or `any` number when no most is named: the player chooses."""

    most: Amount | None


@dataclass(frozen=True, slots=True)
class Best:
    """`best 2 dice`: the sum of the highest dice of the roll."""

    dice: int


@dataclass(frozen=True, slots=True)
class Sum:
    """`1 + 2 x life`."""

    terms: tuple[Amount, ...]


@dataclass(frozen=True, slots=True)
class AtMost:
    """`2 x sword at most 5`."""

    amount: Amount
    most: int


Amount = Fixed | Ladder | Lookup | Times | Register | Half | Every | UpTo | Best | Sum | AtMost

"""Whom and what a text names: players, counters, damage, cards, dice."""

from __future__ import annotations

from dataclasses import dataclass, field

from dtsim.dicethrone.heroes.model.needs import Faces
from dtsim.errors import NOWHERE, Place


@dataclass(frozen=True, slots=True)
class Who:
    """A player or players as the text names them."""

    word: str  # "you", "opponent", "chosen player", "all opponents", "them", "holder" ...
    most: int = 1  # of "up to N chosen opponents"
    counter: Counter | None = None  # of "holder of X"


@dataclass(frozen=True, slots=True)
class Counter:
    """A counter or group by name; `age`: "old" for tokens of earlier turns, "new" for those of this one."""

    name: str
    age: str = ""
    place: Place = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Status:
    """Any status effect token, or any of one sign."""

    sign: str = ""  # "", "positive", "negative"


@dataclass(frozen=True, slots=True)
class ThisToken:
    """The token whose text this is."""


@dataclass(frozen=True, slots=True)
class Damage:
    """Damage of a type; `isolated` is dealt at once, outside the accumulated damage."""

    type: str = "normal"
    isolated: bool = False


@dataclass(frozen=True, slots=True)
class Cards:
    """Cards of a hand or deck."""

    how: str = ""  # "", "random", "chosen", "seen"
    upgrades: bool = False
    free: bool = False


@dataclass(frozen=True, slots=True)
class Dice:
    """Dice of a player: `your`, `opponent`, `chosen ally`, or `any` on the table; `them` = chosen before."""

    whose: str = "any"


@dataclass(frozen=True, slots=True)
class Word:
    """Something with a name of its own: cp, health, roll attempt, hand, a phase, the ability, a side."""

    word: str
    place: Place = field(default=NOWHERE, compare=False)


Thing = Counter | Status | ThisToken | Damage | Cards | Dice | Faces | Word

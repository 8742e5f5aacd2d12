"""Everything a hero file says: abilities, upgrades, cards, tokens and their rules."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from dtsim.dicethrone.heroes.model.amounts import Amount
from dtsim.dicethrone.heroes.model.lines import Condition, Text
from dtsim.dicethrone.heroes.model.needs import Need
from dtsim.dicethrone.heroes.words import Kind, Lock, Slot
from dtsim.errors import NOWHERE, Place


@dataclass(frozen=True, slots=True)
class Limit:
    """`2 per turn`."""

    times: int
    per: str  # "turn", "game"


@dataclass(frozen=True, slots=True)
class Rule:
    """What happens at a moment. `spend`: the holder may spend one token of the item for it."""

    moment: str
    text: Text
    spend: bool = False
    whose: str = "you"
    of: str = ""
    side: str = ""
    condition: Condition | None = None
    limit: Limit | None = None
    place: Place = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Ability:
    """One space of the board at one level. `dice` is the Defense Roll; `rules` are its standing rules."""

    name: str
    slot: Slot
    level: int = 1
    needs: tuple[Need, ...] = ()
    dice: Amount | None = None
    text: Text = ()
    side: str = ""
    condition: Condition | None = None
    limit: Limit | None = None  # shared by the rules
    rules: tuple[Rule, ...] = ()
    printed: str = ""  # the text as the file has it
    place: Place = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Upgrade:
    """A Hero Upgrade card: a new level of an ability, and abilities it adds to that space."""

    name: str
    cost: int
    ability: Ability  # the ability at its new level, under the name of its space
    adds: tuple[Ability, ...] = ()
    copies: int = 1
    place: Place = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Card:
    """An Action card."""

    name: str
    play: str
    cost: int
    text: Text
    attack_modifier: bool = False
    copies: int = 1
    condition: Condition | None = None
    side: str = ""
    common: bool = False
    printed: str = ""
    place: Place = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Token:
    """A counter: a status effect token, a companion (its count may be health) or an invisible marker."""

    name: str
    kind: Kind
    limit_you: int
    limit_others: int
    persistent: bool = False
    locked: tuple[Lock, ...] = ()
    rules: tuple[Rule, ...] = ()
    limit: Limit | None = None
    common: bool = False
    place: Place = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Keyword:
    """An action the hero names and activates."""

    name: str
    text: Text
    condition: Condition | None = None
    limit: Limit | None = None
    place: Place = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Group:
    """A name for several counters or keywords: any one of them is meant."""

    name: str
    members: tuple[str, ...]
    stack_limit: int | None = None
    place: Place = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Number:
    """A printed number with the address by which scenarios override it."""

    address: str
    value: int
    place: Place


@dataclass(frozen=True, slots=True)
class Hero:
    """Everything a hero file says."""

    slug: str
    name: str
    dice: tuple[str, ...]
    abilities: tuple[Ability, ...]
    upgrades: tuple[Upgrade, ...] = ()
    cards: tuple[Card, ...] = ()  # the common cards included
    tokens: tuple[Token, ...] = ()  # the common ones this hero names included
    keywords: tuple[Keyword, ...] = ()
    groups: tuple[Group, ...] = ()
    sides: tuple[str, ...] = ()
    complexity: int | None = None
    complete: bool = True
    doubts: tuple[str, ...] = ()
    numbers: tuple[Number, ...] = ()
    digest: str = ""

    def ability(self, name: str) -> Ability:
        """The ability of this name at level I."""
        return next(ability for ability in self.abilities if ability.name == name)

    def spaces(self, slot: Slot) -> Iterator[Ability]:
        """The abilities printed on the board in this slot."""
        return (ability for ability in self.abilities if ability.slot == slot)

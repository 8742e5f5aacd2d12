"""A hero in the rulebook's words: frozen, without numpy, and able to be printed back as a board."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from dtsim.dicethrone.heroes.words import Kind, Lock, Slot
from dtsim.errors import Place

NOWHERE = Place(0, 0, 0)

# ---------------------------------------------------------------- dice


@dataclass(frozen=True, slots=True)
class Faces:
    """A set of die faces under the name the text gives them: a symbol, `6` or `1-2`."""

    word: str
    faces: frozenset[int]


@dataclass(frozen=True, slots=True)
class Show:
    """At least `count` dice show one of the faces; a count of 0 means that none does."""

    count: int
    faces: Faces

    def __str__(self) -> str:
        return f"{self.count} {self.faces.word}"


@dataclass(frozen=True, slots=True)
class Straight:
    """`length` consecutive numbers: 4 is a Small Straight, 5 a Large one."""

    length: int

    def __str__(self) -> str:
        return "small straight" if self.length == 4 else "large straight"


@dataclass(frozen=True, slots=True)
class OfAKind:
    """At least `count` dice with the same number."""

    count: int

    def __str__(self) -> str:
        return f"{self.count} of a kind"


@dataclass(frozen=True, slots=True)
class Need:
    """An Activation Requirement: all its parts must be met by the same dice."""

    parts: tuple[Show | Straight | OfAKind, ...]

    def __str__(self) -> str:
        return " + ".join(str(part) for part in self.parts)

    def is_met(self, counts: tuple[int, ...]) -> bool:
        """Do dice with `counts[f - 1]` times the face f meet every part?"""
        return all(_part_is_met(part, counts) for part in self.parts)


def _part_is_met(part: Show | Straight | OfAKind, counts: tuple[int, ...]) -> bool:
    if isinstance(part, Show):
        shown = sum(counts[face - 1] for face in part.faces.faces)
        return shown == 0 if part.count == 0 else shown >= part.count
    if isinstance(part, OfAKind):
        return max(counts) >= part.count
    starts = range(6 - part.length + 1)
    return any(all(counts[start + step] for step in range(part.length)) for start in starts)


# ---------------------------------------------------------------- amounts


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

# ---------------------------------------------------------------- who and what


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

# ---------------------------------------------------------------- conditions and text


@dataclass(frozen=True, slots=True)
class Condition:
    """A question about the position: `about` names it, the other fields fill it in."""

    about: str
    least: int = 0
    exact: bool = False
    who: Who | None = None
    counted: Counted | None = None
    word: str = ""
    negated: bool = False
    place: Place = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Else:
    """No line of the chain above was taken."""


@dataclass(frozen=True, slots=True)
class May:
    """The player (you, unless named) may decline."""

    who: Who | None = None


@dataclass(frozen=True, slots=True)
class Spend:
    """Pay to get what follows; may be declined."""

    amount: Amount
    thing: Thing
    who: Who | None = None


@dataclass(frozen=True, slots=True)
class On:
    """The last roll of this text, else the Final Dice Result, shows one of these."""

    needs: tuple[Need, ...]


@dataclass(frozen=True, slots=True)
class If:
    """The condition holds now, or when the damage it asks for is known."""

    condition: Condition


Guard = Else | May | Spend | On | If


@dataclass(frozen=True, slots=True)
class Action:
    """[who] verb [amount] [thing] [to or from whom or what]."""

    verb: str
    who: Who | None = None
    amount: Amount = Fixed(1)
    thing: Thing | None = None
    source: Who | None = None  # from whom
    to: Who | Counter | Faces | Word | None = None
    place: Place = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Line:
    """One sentence: guards, then one option of actions or several to choose from."""

    options: tuple[tuple[Action, ...], ...]
    guards: tuple[Guard, ...] = ()
    link: str = ""  # "", "then", "additionally"
    place: Place = field(default=NOWHERE, compare=False)


Text = tuple[Line, ...]

UNREAD = Line(
    ()
)  # stands for a sentence with a mistake, so that the checks do not complain of what it might have said

# ---------------------------------------------------------------- items of a hero


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

"""A text, line by line: on which conditions who does what."""

from __future__ import annotations

from dataclasses import dataclass, field

from dtsim.dicethrone.heroes.model.amounts import Amount, Counted, Fixed
from dtsim.dicethrone.heroes.model.needs import Faces, Need
from dtsim.dicethrone.heroes.model.things import Counter, Thing, Who, Word
from dtsim.errors import NOWHERE, Place

ONCE = Fixed(1)  # where no number is named


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
    amount: Amount = ONCE
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

# stands for a sentence with a mistake, so that the checks do not complain of what it might have said
UNREAD = Line(())

"""The flat table a program is written into, and the records that texts share: needs, amounts, conditions."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from dtsim.dicethrone.heroes.model.amounts import (
    Amount,
    AtMost,
    Best,
    Counted,
    Every,
    Fixed,
    Half,
    Ladder,
    Lookup,
    Register,
    Sum,
    Times,
    UpTo,
)
from dtsim.dicethrone.heroes.model.lines import Condition
from dtsim.dicethrone.heroes.model.needs import Need, OfAKind, Show, Straight
from dtsim.dicethrone.heroes.model.things import Who
from dtsim.dicethrone.odds.lattice import COUNTS, N_RESULTS
from dtsim.dicethrone.program import layout as L
from dtsim.errors import DtsimError


class CannotPlay(DtsimError):
    """The language can say it, the engine cannot play it yet."""


_COUNTED = {
    "cp": L.CP_COUNT,
    "health": L.HEALTH_COUNT,
    "card": L.CARD_COUNT,
    "upgrade": L.UPGRADE_COUNT,
    "spent": L.SPENT,
    "reroll": L.REROLLS,
}
_REGISTERS = {"the roll": L.THE_ROLL, "incoming": L.INCOMING, "dmg dealt": L.DEALT, "cp": L.OWN_CP}
AGES = {"": L.EVERY_AGE, "old": L.OLD, "new": L.NEW}
_WHO = {
    "you": L.YOU,
    "opponent": L.OPPONENT,
    "attacker": L.THE_ATTACKER,
    "defender": L.THE_DEFENDER,
    "owner": L.THE_OWNER,
    "everyone": L.EVERYONE,
    "them": L.THEM,
    "all opponents": L.ALL_OPPONENTS,
    "all allies": L.ALL_ALLIES,
    "holder": L.HOLDER,
}
_QUESTIONS = {
    "has": L.ASK_HAS,
    "dmg_is": L.ASK_DMG,
    "was_spent": L.ASK_SPENT,
    "roll_is": L.ASK_ROLL,
    "roll_is_greater": L.ASK_ROLL_GREATER,
    "roll_is_not_less": L.ASK_ROLL_NOT_LESS,
    "attack_is": L.ASK_ATTACK,
    "attempts_used": L.ASK_ATTEMPTS_USED,
    "attack_made": L.ASK_ATTACK_MADE,
    "you_are_attacked": L.ASK_ATTACKED,
    "you_are_attacking": L.ASK_ATTACKING,
    "you_are_start_player": L.ASK_START_PLAYER,
    "side_is": L.ASK_SIDE,
    "phase_is": L.ASK_PHASE,
    "health_is": L.ASK_HEALTH,
    "ability_needs": L.ASK_ABILITY_NEEDS,
}
_DMG_WAS = {"dealt": L.ASK_DMG_DEALT, "added": L.ASK_DMG_ADDED, "prevented": L.ASK_DMG_PREVENTED}
_ATTACK_IS = {
    "normal": L.NORMAL,
    "undefendable": L.UNDEFENDABLE,
    "pure": L.PURE,
    "ultimate": L.ULTIMATE,
    "defended": L.ATTACK_DEFENDED,
}


def faces_mask(faces: Iterable[int]) -> int:
    """A set of faces as bits."""
    return sum(1 << (face - 1) for face in faces)


class Builder:
    """Writes records into one flat table; equal records are written once."""

    def __init__(self, counters: Sequence[str]) -> None:
        self.words: list[int] = [0] * L.HEAD_SIZE
        self.counters = {name: index for index, name in enumerate(counters)}
        self._known: dict[tuple[int, ...], int] = {}

    def add(self, record: Sequence[int]) -> int:
        """Write a record that may be changed or run over later; its place."""
        place = len(self.words)
        self.words.extend(record)
        if len(self.words) > 32767:
            raise CannotPlay("these heroes together are too large for one program")
        return place

    def share(self, record: Sequence[int]) -> int:
        """Write a record unless the same one is there already; its place."""
        key = tuple(record)
        if key not in self._known:
            self._known[key] = self.add(record)
        return self._known[key]

    def listed(self, places: Sequence[int]) -> int:
        """A list: its length, then its items."""
        return self.share((len(places), *places))

    # ------------------------------------------------------------ needs

    def needs(self, alternatives: Sequence[Need]) -> int:
        """Dice that show one of the alternatives."""
        record = [len(alternatives)]
        for need in alternatives:
            record.append(len(need.parts))
            for part in need.parts:
                record.extend(_part(part))
        return self.share(record)

    def results(self, steps: Sequence[Need]) -> int:
        """For each step the Final Dice Results that meet it, as bits: 16 to a word."""
        record = []
        for need in steps:
            met = [need.is_met(tuple(int(n) for n in COUNTS[result])) for result in range(N_RESULTS)]
            for first in range(0, 16 * L.RESULT_WORDS, 16):
                word = sum(1 << bit for bit, is_met in enumerate(met[first : first + 16]) if is_met)
                record.append(word - 0x10000 if word > 0x7FFF else word)
        return self.share(record)

    # ------------------------------------------------------------ amounts

    def amount(self, amount: Amount | None) -> int:
        """How many: a mode, a ceiling and the terms that are added up."""
        mode, ceiling = L.EXACTLY, -1
        if isinstance(amount, AtMost):
            ceiling, amount = amount.most, amount.amount
        if isinstance(amount, Every):
            return self.share((L.ALL_OF_IT, ceiling, 0))
        if isinstance(amount, Half) and amount.of is None:
            return self.share((L.HALF_OF_FOCUS, ceiling, 0))
        if isinstance(amount, UpTo):
            mode, amount = L.UP_TO, amount.most
            if amount is None:
                return self.share((L.UP_TO, ceiling, 1, L.FIXED, 999, 0, 0))
        terms = amount.terms if isinstance(amount, Sum) else (amount or Fixed(1),)
        record = [mode, ceiling, len(terms)]
        for term in terms:
            record.extend(self._term(term))
        return self.share(record)

    def _term(self, term: Amount) -> tuple[int, int, int, int]:
        """Kind, number, argument, age; a negative number asks for half of the value, rounded up."""
        match term:
            case Fixed(number):
                return L.FIXED, number, 0, 0
            case Ladder(numbers):
                return L.LADDER, 1, self.listed(numbers), 0
            case Times(number, counted):
                kind, argument, age = self.counted(counted)
                return kind, number, argument, age
            case Register(name):
                return _REGISTERS[name], 1, 0, 0
            case Half(Register(name)):
                return _REGISTERS[name], -1, 0, 0
            case Best(dice):
                return L.BEST_DICE, dice, 0, 0
            case Lookup(numbers, counted):
                return L.LOOKUP, 1, self.listed((*self.counted(counted), *numbers)), 0
        raise CannotPlay(f"the engine cannot add up {term!r}")

    def counted(self, counted: Counted) -> tuple[int, int, int]:
        """What is counted: its kind, an argument and the age of tokens."""
        if counted.what in ("faces", "pair"):
            assert counted.faces is not None
            kind = L.FACES if counted.what == "faces" else L.PAIRS
            return kind, faces_mask(counted.faces.faces), 0
        if counted.what == "counter":
            assert counted.counter is not None
            return L.COUNTER, self.counter(counted.counter.name), AGES[counted.counter.age]
        return _COUNTED[counted.what], 0, 0

    def counter(self, name: str) -> int:
        """The index of a counter."""
        if name not in self.counters:
            raise CannotPlay(f"the engine cannot play the group {name!r} yet")
        return self.counters[name]

    # ------------------------------------------------------------ conditions

    def conditions(
        self, conditions: Iterable[Condition | None], sides: Sequence[str], dice: Sequence[str]
    ) -> int:
        """A list of conditions that must all hold; 0 when there is none."""
        places = [self.condition(found, sides, dice) for found in conditions if found is not None]
        return self.listed(places) if places else 0

    def condition(self, condition: Condition, sides: Sequence[str], dice: Sequence[str]) -> int:
        """Question, least, exact, negated, who, and what it is about."""
        arguments = [0, 0, 0]
        if condition.about == "dmg_was":
            question = _DMG_WAS[condition.word]
        elif condition.about in _QUESTIONS:
            question = _QUESTIONS[condition.about]
        else:
            raise CannotPlay(f"the engine cannot ask {condition.about.replace('_', ' ')!r} yet")
        if condition.about == "has":
            assert condition.counted is not None
            arguments = list(self.counted(condition.counted))
        elif condition.about == "attack_is":
            arguments[0] = _ATTACK_IS[condition.word]
        elif condition.about == "side_is":
            arguments[0] = sides.index(condition.word)
        elif condition.about == "phase_is":
            arguments[0] = L.PHASES.index(condition.word)
        elif condition.about == "ability_needs":
            faces = [face for face, symbol in enumerate(dice, 1) if symbol == condition.word]
            arguments[0] = faces_mask(faces)
        return self.share(
            (
                question,
                condition.least,
                int(condition.exact),
                int(condition.negated),
                self.who(condition.who),
                *arguments,
            )
        )

    def who(self, who: Who | None, default: int = L.YOU) -> int:
        """The player or players a text names."""
        if who is None:
            return default
        if who.word not in _WHO or who.word == "holder":
            raise CannotPlay(f"the engine cannot name {who.word!r} here yet")
        return _WHO[who.word]


def _part(part: Show | Straight | OfAKind) -> tuple[int, int, int]:
    if isinstance(part, Show):
        return L.SHOW, part.count, faces_mask(part.faces.faces)
    if isinstance(part, Straight):
        return L.STRAIGHT, part.length, 0
    return L.OF_A_KIND, part.count, 0

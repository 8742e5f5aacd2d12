"""A tiny position: what the text of one ability reads and changes while it is resolved.

Player 0 is the one who attacks, player 1 the opponent. Only what can matter for the damage is kept.
"""

from __future__ import annotations

from typing import NamedTuple, TypeVar

T = TypeVar("T")

ATTACKER = 0
OPPONENT = 1
START_CP = 2
MAX_CP = 15
START_HEALTH = 50

Tokens = tuple[tuple[str, int], ...]
"""Counters of one player by name, sorted, none of them 0."""

# DT-DMG-1; damage that is `received` rather than dealt in an Attack behaves like collateral damage
MODIFIABLE = ("normal", "undefendable", "ultimate")
AVOIDABLE = ("normal", "undefendable", "pure", "collateral")
NOT_AN_ATTACK = "collateral"


class Attack(NamedTuple):
    """The damage on its way to the opponent."""

    parts: tuple[tuple[str, int], ...] = ()  # type and amount, in the order in which they were dealt
    grown: int = 0  # what the ability adds to itself
    added: int = 0  # Attack Modifiers, up and down
    prevented: int = 0  # by tokens and the like, of anything avoidable
    halves: int = 0
    multiples: int = 0  # how many times the subtotal is added (DT-FIN-10)
    more_halves: int = 0  # how many times half of it is
    none: bool = False  # all damage is prevented
    parried: int = 0  # by the Defensive Ability, of defendable damage only
    parried_halves: int = 0
    parried_all: bool = False
    made: str = ""  # "undefendable", "pure", "defendable"

    def deal(self, kind: str, amount: int) -> Attack:
        """More damage; equal types are one component (DT-ABL-8)."""
        if any(part == kind for part, _ in self.parts):
            parts = tuple((part, old + amount * (part == kind)) for part, old in self.parts)
        else:
            parts = (*self.parts, (kind, amount))
        return self._replace(parts=parts)

    def types(self) -> tuple[tuple[str, int], ...]:
        """The components with what the ability added to itself and what the attack was made into."""
        parts = self.parts
        own = next((place for place, (kind, _) in enumerate(parts) if kind != NOT_AN_ATTACK), None)
        if self.grown and own is not None:
            kind, amount = parts[own]
            parts = (*parts[:own], (kind, amount + self.grown), *parts[own + 1 :])
        return tuple((self._made(kind), amount) for kind, amount in parts)

    def _made(self, kind: str) -> str:
        if kind in ("ultimate", "collateral") or not self.made:
            return kind
        if self.made == "defendable":
            return "normal" if kind == "undefendable" else kind
        return self.made if kind == "normal" or self.made == "pure" else kind

    def is_attack(self) -> bool:
        """DT-ABL-6, DT-ABL-7: 1 damage or more of the ability's own, collateral aside."""
        return any(amount > 0 for kind, amount in self.types() if kind != NOT_AN_ATTACK)

    def is_defendable(self) -> bool:
        """DT-DRP-11: at least 1 defendable damage."""
        return any(amount > 0 for kind, amount in self.types() if kind == "normal")

    def is_modifiable(self) -> bool:
        return any(kind in MODIFIABLE for kind, _ in self.types())

    def incoming(self) -> int:
        """What waits to be dealt before anybody prevents it."""
        return sum(self._modified().values())

    def final_total(self) -> int:
        """DT-FIN: plus and minus first; each half is taken of that subtotal and rounded up."""
        amounts = self._modified()
        normal = amounts.get("normal", 0) - self.parried
        if self.parried_all:
            normal = 0
        left = max(0, self.prevented - max(0, normal))
        defendable = max(0, normal - self.prevented)
        others = sum(amounts.get(kind, 0) for kind in AVOIDABLE if kind != "normal")
        subtotal = defendable + max(0, others - left)
        modifiable = defendable + max(0, amounts.get("undefendable", 0) - left)
        avoidable = subtotal + self._more(modifiable)
        avoidable -= self.parried_halves * _half(defendable) + self.halves * _half(subtotal)
        ultimate = amounts.get("ultimate", 0)
        return (0 if self.none else max(0, avoidable)) + ultimate + self._more(ultimate)

    def _more(self, subtotal: int) -> int:
        """What multiples make of it, each on its own (DT-FIN-10)."""
        return self.multiples * subtotal + self.more_halves * _half(subtotal)

    def _modified(self) -> dict[str, int]:
        """DT-ABL-8: a bonus joins the first modifiable component; what lowers it goes on to the next."""
        amounts: dict[str, int] = {}
        for kind, amount in self.types():
            amounts[kind] = amounts.get(kind, 0) + amount
        change = self.added
        for kind in amounts:
            if kind in MODIFIABLE:
                changed = amounts[kind] + change
                amounts[kind], change = max(0, changed), min(0, changed)
        return amounts


def _half(amount: int) -> int:
    return (amount + 1) // 2


class Position(NamedTuple):
    """Both players and the attack between them."""

    cp: tuple[int, int]
    tokens: tuple[Tokens, Tokens] = ((), ())
    sides: tuple[str, str] = ("", "")
    attack: Attack = Attack()
    lost: int = 0  # health the opponent has lost; below 0 if more was healed
    healed: int = 0  # health the opponent regains together with the damage
    dealt: int | None = None  # the Final Total of the attack, once it is known
    undefended: bool = False  # the Defensive Roll Phase is skipped
    failed: bool = False  # the ability is skipped
    ability: str = ""  # the one that was activated
    final: tuple[int, ...] = ()  # the Final Dice Result, only if a rule of the attack looks at it
    start: tuple[Tokens, Tokens] = ((), ())  # tokens that lay there before the turn
    fired: frozenset[tuple[int, str, int]] = frozenset()  # rules that have acted in this attack

    def held(self, player: int, name: str) -> int:
        """How many of a counter a player has."""
        return _count(self.tokens[player], name)

    def start_count(self, player: int, name: str) -> int:
        """How many of them are older than this turn."""
        return _count(self.start[player], name)

    def with_count(self, player: int, name: str, number: int) -> Position:
        others = [entry for entry in self.tokens[player] if entry[0] != name]
        new = tuple(sorted([*others, (name, number)] if number else others))
        return self._replace(tokens=_put(self.tokens, player, new))

    def with_cp(self, player: int, number: int) -> Position:
        return self._replace(cp=_put(self.cp, player, max(0, min(MAX_CP, number))))

    def with_side(self, player: int, side: str) -> Position:
        return self._replace(sides=_put(self.sides, player, side))

    def with_attack(self, **changes: object) -> Position:
        return self._replace(attack=self.attack._replace(**changes))  # type: ignore[arg-type]


def _count(tokens: Tokens, name: str) -> int:
    return next((number for token, number in tokens if token == name), 0)


def _put(pair: tuple[T, T], player: int, value: T) -> tuple[T, T]:
    return (value, pair[1]) if player == ATTACKER else (pair[0], value)

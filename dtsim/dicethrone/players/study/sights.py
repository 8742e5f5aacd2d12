"""What a text sees: of the dice, of the CP and of the counters on both boards."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields, is_dataclass
from typing import Any

from dtsim.dicethrone.heroes.model.amounts import Counted, Register
from dtsim.dicethrone.heroes.model.hero import Ability, Token
from dtsim.dicethrone.heroes.model.lines import Action, On
from dtsim.dicethrone.heroes.model.things import Counter
from dtsim.dicethrone.players import mind as M
from dtsim.dicethrone.program.program import Program

# moments of rules: when tokens are spent on an own Attack; what comes for the one who attacks, for the
# other, and for both
GUARDING = ("attacked", "damaged")
SPENT = ("attacking", "offensive roll phase ends")
MOVER = ("attacking", "activating", "offensive roll phase ends", "rolled", "reroll")
TARGET = ("attacked", "inflicted", "damaged")
BOTH = ("always", "roll phase ends")
TAKES = ("steal", "remove")  # what somebody else has


def dice_seen(text: Any, counts: tuple[int, ...]) -> Iterator[int]:
    """What a text sees of dice with so many of each face."""
    for part in parts(text):
        if isinstance(part, On):
            yield int(any(need.is_met(counts) for need in part.needs))
        elif isinstance(part, Counted) and part.faces is not None:
            yield sum(counts[face - 1] for face in part.faces.faces)


@dataclass(frozen=True, slots=True)
class Sees:
    """Whether it depends on the own CP and the opponent's, and on which counters of both, as bits."""

    cp: int = 0
    their_cp: int = 0
    own: int = 0
    other: int = 0


def all_of(several: list[Sees]) -> Sees:
    """What several things together see."""
    cp = their_cp = own = other = 0
    for sees in several:
        cp, their_cp = cp | sees.cp, their_cp | sees.their_cp
        own, other = own | sees.own, other | sees.other
    return Sees(cp, their_cp, own, other)


def seen_by_text(program: Program, *texts: Any) -> Sees:
    """What a text names: CP and counters; what is gained on the own board, what is inflicted on the other."""
    cp = their_cp = own = other = 0
    for part in parts(texts):
        if isinstance(part, Counter):
            own |= _bit(program, part)
            other |= _bit(program, part)
        elif isinstance(part, Register) and part.name == "cp":
            cp = 1
        elif isinstance(part, Counted) and part.what == "cp":
            cp = 1
        elif isinstance(part, Action) and part.verb in TAKES and getattr(part.thing, "word", "") == "cp":
            their_cp = 1
        elif isinstance(part, _Met):
            own |= _bit(program, part.counter) if part.is_own else 0
            other |= 0 if part.is_own else _bit(program, part.counter)
    return Sees(cp, their_cp, own, other)


def _bit(program: Program, counter: Counter) -> int:
    names = program.names.counters
    return 1 << names.index(counter.name) if counter.name in names else 0


@dataclass(frozen=True, slots=True)
class _Met:
    """A counter that is gained by oneself or inflicted on the opponent: the limit of that board matters."""

    counter: Counter
    is_own: bool


def seen_by_move(program: Program, ability: Ability) -> Sees:
    """What its text names and, if it deals damage, counters that do something to an Attack by themselves."""
    own = seen_by_text(program, ability.text, ability.condition)
    deals = any(isinstance(part, Action) and part.verb in ("deal", "steal") for part in parts(ability.text))
    return all_of([own, _seen_by_attacks(program)]) if deals else own


def _seen_by_attacks(program: Program) -> Sees:
    """Counters with a rule that answers to an Attack by itself, and those that such rules ask for."""
    several = []
    for token in tokens_of(program):
        for rule in token.rules:
            if rule.spend:  # those of the attacker are spent on an Attack, those of the other may be kept
                if rule.moment in SPENT:
                    several.append(Sees(own=1 << program.names.counters.index(token.name)))
                continue
            if rule.moment not in MOVER + TARGET + BOTH:
                continue
            named = seen_by_text(program, rule.text, rule.condition).own
            if token.kind != "companion":
                named |= 1 << program.names.counters.index(token.name)
            several.append(
                Sees(
                    own=named if rule.moment not in TARGET else 0,
                    other=named if rule.moment not in MOVER else 0,
                )
            )
    return all_of(several)


def companion_of(program: Program, seat: int) -> tuple[int, int]:
    """The companion of a hero and the marker that tells its state; -1: there is none, or more than one."""
    names = program.names.counters
    own = [token for token in program.heroes[seat].tokens if token.name in names]
    mates = [token for token in own if token.kind == "companion"]
    marks = [token for token in own if token.kind == "marker"]
    if len(mates) != 1 or mates[0].limit_you >= M.MOST_STATES:
        return -1, -1
    return names.index(mates[0].name), names.index(marks[0].name) if len(marks) == 1 else -1


def tokens_of(program: Program) -> list[Token]:
    """The tokens of both heroes, each once."""
    found = {token.name: token for hero in program.heroes for token in hero.tokens}
    return [token for name, token in found.items() if name in program.names.counters]


def parts(node: Any) -> Iterator[Any]:
    """Every part of a text; a counter that the text lays down is met, not asked for."""
    if isinstance(node, tuple):
        for part in node:
            yield from parts(part)
    elif (
        isinstance(node, Action)
        and isinstance(node.thing, Counter)
        and node.who is None
        and (node.verb == "gain" or (node.verb == "inflict" and node.to is None))
    ):
        yield node
        yield from parts(node.amount)
        yield _Met(node.thing, node.verb == "gain")
    elif is_dataclass(node):
        yield node
        for each in fields(node):
            yield from parts(getattr(node, each.name))

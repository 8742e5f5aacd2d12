"""Walking through a hero: every text with the moment at which it is read, every part of a line."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass

from dtsim.dicethrone.heroes.model.amounts import Amount, AtMost, Counted, Half, Lookup, Sum, Times, UpTo
from dtsim.dicethrone.heroes.model.hero import Ability, Hero, Rule
from dtsim.dicethrone.heroes.model.lines import Action, Condition, If, Line, May, Spend, Text
from dtsim.dicethrone.heroes.model.things import Who
from dtsim.errors import Place


@dataclass(frozen=True, slots=True)
class Passage:
    """A text with what is known about the moment at which it is read."""

    where: str
    text: Text
    moment: str = ""  # of a rule or card; "" for the text of an ability or keyword
    slot: str = ""  # of an ability
    steps: int = 0  # steps of the ladder in `needs`
    inherits: bool = False  # a keyword goes on with the dice and the chosen of its caller


def abilities(hero: Hero) -> Iterator[tuple[str, Ability]]:
    """Every ability at every level, by the name of the board's space or of the card that brings it."""
    for ability in hero.abilities:
        yield ability.name, ability
    for upgrade in hero.upgrades:
        yield upgrade.name, upgrade.ability
        for added in upgrade.adds:
            yield added.name, added


def rules(hero: Hero) -> Iterator[tuple[str, Rule]]:
    """Every rule that the hero's own file brings, by the name of its item."""
    for name, ability in abilities(hero):
        for rule in ability.rules:
            yield name, rule
    for token in hero.tokens:
        if not token.common:
            for rule in token.rules:
                yield token.name, rule


def passages(hero: Hero) -> Iterator[Passage]:
    """Every text that the hero's own file brings."""
    for name, ability in abilities(hero):
        yield Passage(f"{name} > text", ability.text, slot=ability.slot, steps=len(ability.needs))
    for name, rule in rules(hero):
        yield Passage(f"{name} > text", rule.text, rule.moment)
    for card in hero.cards:
        if not card.common:
            yield Passage(f"{card.name} > text", card.text, card.play)
    for keyword in hero.keywords:
        yield Passage(f"{keyword.name} > text", keyword.text, inherits=True)


def actions(line: Line) -> Iterator[Action]:
    return itertools.chain.from_iterable(line.options)


def actions_of(text: Text) -> Iterator[Action]:
    return itertools.chain.from_iterable(map(actions, text))


def conditions(line: Line) -> Iterator[Condition]:
    return (guard.condition for guard in line.guards if isinstance(guard, If))


def amounts(line: Line) -> Iterator[tuple[Amount, Place]]:
    """Every amount, and every amount inside it."""
    for guard in line.guards:
        if isinstance(guard, Spend):
            yield from ((part, line.place) for part in parts(guard.amount))
    for action in actions(line):
        yield from ((part, action.place) for part in parts(action.amount))


def parts(amount: Amount) -> Iterator[Amount]:
    """The amount and those it is made of."""
    yield amount
    if isinstance(amount, Sum):
        for term in amount.terms:
            yield from parts(term)
    elif isinstance(amount, AtMost):
        yield from parts(amount.amount)
    elif isinstance(amount, UpTo) and amount.most is not None:
        yield from parts(amount.most)
    elif isinstance(amount, Half) and amount.of is not None:
        yield amount.of


def counted(amount: Amount) -> Counted | None:
    """What `2 x ...` or `1/3/5 by ...` counts."""
    return amount.counted if isinstance(amount, Times | Lookup) else None


def people(line: Line) -> Iterator[tuple[Who, Place]]:
    """Everybody the line names."""
    for guard in line.guards:
        if isinstance(guard, May | Spend) and guard.who:
            yield guard.who, line.place
    for action in actions(line):
        for who in (action.who, action.source, action.to):
            if isinstance(who, Who):
                yield who, action.place

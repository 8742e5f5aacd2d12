"""What a hero file may not say although every word of it is right."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from dtsim.dicethrone.heroes.draft import Document, Draft
from dtsim.dicethrone.heroes.model import (
    Ability,
    Action,
    Amount,
    AtMost,
    Best,
    Cards,
    Condition,
    Counted,
    Damage,
    Dice,
    Else,
    Half,
    Hero,
    If,
    Ladder,
    Line,
    Lookup,
    May,
    On,
    Register,
    Rule,
    Spend,
    Sum,
    Text,
    ThisToken,
    Times,
    Token,
    UpTo,
    Who,
    Word,
)
from dtsim.dicethrone.heroes.words import MOMENTS_WITH_DAMAGE, MOMENTS_WITH_DICE, OPTIONAL_MOMENTS
from dtsim.errors import Mistake, Place


@dataclass(frozen=True, slots=True)
class Passage:
    """A text with what is known about the moment at which it is read."""

    where: str
    text: Text
    moment: str = ""  # of a rule or card; "" for the text of an ability or keyword
    slot: str = ""  # of an ability
    steps: int = 0  # steps of the ladder in `needs`
    inherits: bool = False  # a keyword goes on with the dice and the chosen of its caller


def check_items(document: Document, sections: tuple[str, ...]) -> None:
    """Names are unique, and each rule has one moment."""
    seen: dict[str, str] = {}
    for section in sections:
        for draft in document.items(section):
            for named in (draft, *draft.items("adds")):
                name = named.string("name")
                if name in seen:
                    named.mistake("name", f"'{name}' is the name of another {seen[name]} already")
                seen.setdefault(name, section)
            if section in ("status", "passive"):
                _check_moments(draft, has_own_rule=draft.has("text"))
            for also in draft.items("also"):
                _check_moments(also, has_own_rule=True)


def _check_moments(draft: Draft, has_own_rule: bool) -> None:
    if draft.has("when") and draft.has("spend"):
        draft.mistake("spend", "a rule has either 'when' or 'spend', not both")
    elif has_own_rule and not draft.has("when") and not draft.has("spend"):
        draft.mistake("text", "the rule has no moment: add 'when' or 'spend'")


def check_hero(document: Document, hero: Hero) -> None:
    """The refusals that need the whole hero."""
    report = _reporter(document)
    passages = list(_passages(hero))
    for passage in passages:
        for check in (_check_ladders, _check_rolls, _check_damage, _check_references, _check_else):
            check(passage, report)
    for ability in _all_abilities(hero):
        _check_needs(ability, report)
    for rule, where in _rules(hero):
        _check_rule(rule, where, hero, report)
    _check_tokens(hero, passages, report)
    _check_upgrades(hero, report)
    _check_keywords(hero, report)
    _check_groups(hero, report)
    _check_completeness(document, hero)


Report = Callable[[Place, str, str], None]


def _reporter(document: Document) -> Report:
    def report(place: Place, message: str, where: str) -> None:
        document.vocabulary.mistakes.append(Mistake(place, message, where))

    return report


# ---------------------------------------------------------------- walking through a hero


def _all_abilities(hero: Hero) -> Iterator[Ability]:
    yield from hero.abilities
    for upgrade in hero.upgrades:
        yield upgrade.ability
        yield from upgrade.adds


def _owned_rules(hero: Hero) -> Iterator[tuple[str, tuple[Rule, ...]]]:
    for ability in _all_abilities(hero):
        yield ability.name, ability.rules
    for token in hero.tokens:
        if not token.common:
            yield token.name, token.rules


def _rules(hero: Hero) -> Iterator[tuple[Rule, str]]:
    for name, rules in _owned_rules(hero):
        for rule in rules:
            yield rule, f"{name} > text"


def _passages(hero: Hero) -> Iterator[Passage]:
    seen: set[int] = set()  # an upgrade may share the text of the level below
    for ability in _all_abilities(hero):
        if ability.text and id(ability.text) not in seen:
            seen.add(id(ability.text))
            yield Passage(f"{ability.name} > text", ability.text, slot=ability.slot, steps=len(ability.needs))
    for name, rules in _owned_rules(hero):
        for rule in rules:
            if id(rule.text) not in seen:
                seen.add(id(rule.text))
                yield Passage(f"{name} > text", rule.text, rule.moment)
    for card in hero.cards:
        if not card.common:
            yield Passage(f"{card.name} > text", card.text, card.play)
    for keyword in hero.keywords:
        yield Passage(f"{keyword.name} > text", keyword.text, inherits=True)


def _actions(line: Line) -> Iterator[Action]:
    return itertools.chain.from_iterable(line.options)


def _amounts(line: Line) -> Iterator[tuple[Amount, Place]]:
    for guard in line.guards:
        if isinstance(guard, Spend):
            yield from ((part, line.place) for part in _parts(guard.amount))
    for action in _actions(line):
        yield from ((part, action.place) for part in _parts(action.amount))


def _parts(amount: Amount) -> Iterator[Amount]:
    yield amount
    if isinstance(amount, Sum):
        for term in amount.terms:
            yield from _parts(term)
    elif isinstance(amount, AtMost):
        yield from _parts(amount.amount)
    elif isinstance(amount, UpTo) and amount.most is not None:
        yield from _parts(amount.most)
    elif isinstance(amount, Half) and amount.of is not None:
        yield amount.of


def _counted(amount: Amount) -> Counted | None:
    return amount.counted if isinstance(amount, Times | Lookup) else None


def _conditions(line: Line) -> Iterator[Condition]:
    return (guard.condition for guard in line.guards if isinstance(guard, If))


def _people(line: Line) -> Iterator[tuple[Who, Place]]:
    for guard in line.guards:
        if isinstance(guard, May | Spend) and guard.who:
            yield guard.who, line.place
    for action in _actions(line):
        for who in (action.who, action.source, action.to):
            if isinstance(who, Who):
                yield who, action.place


# ---------------------------------------------------------------- texts


def _check_ladders(passage: Passage, report: Report) -> None:
    for line in passage.text:
        for amount, place in _amounts(line):
            if isinstance(amount, Ladder) and len(amount.numbers) != passage.steps and not passage.inherits:
                steps = f"'needs' has {passage.steps}" if passage.steps else "there is no 'needs' to follow"
                ladder = "/".join(map(str, amount.numbers))
                report(
                    place, f"the ladder {ladder} has {len(amount.numbers)} steps, but {steps}", passage.where
                )


def _check_rolls(passage: Passage, report: Report) -> None:
    has_dice = bool(passage.slot) or passage.inherits or passage.moment in MOMENTS_WITH_DICE
    has_roll = passage.slot == "defensive" or passage.inherits or passage.moment == "rolled"
    for line in passage.text:
        if not has_dice:
            if any(isinstance(guard, On) for guard in line.guards):
                report(
                    line.place, "'on' has no roll to look at: roll dice in a line before it", passage.where
                )
            for amount, place in _amounts(line):
                counted = _counted(amount)
                if counted and counted.what in ("faces", "pair"):
                    report(place, "there is no roll to count dice of: roll dice first", passage.where)
        if not has_roll:
            for amount, place in _amounts(line):
                if isinstance(amount, Best) or amount == Register("the roll"):
                    report(
                        place,
                        "'the roll' has no roll to look at: roll dice in a line before it",
                        passage.where,
                    )
        for condition in _conditions(line):
            if condition.about.startswith("roll_is") and not has_roll:
                report(
                    condition.place,
                    "there is no roll to look at: roll dice in a line before it",
                    passage.where,
                )
        if any(action.verb in ("roll", "duel") for action in _actions(line)):
            has_dice = has_roll = True


def _check_damage(passage: Passage, report: Report) -> None:
    if passage.inherits:
        return
    timely = bool(passage.slot) or passage.moment in MOMENTS_WITH_DAMAGE
    for line in passage.text:
        for action in _actions(line):
            on_damage = isinstance(action.thing, Damage) and action.verb in ("add", "prevent", "transfer")
            if on_damage and not timely:
                report(
                    action.place, f"no damage is on its way at the moment '{passage.moment}'", passage.where
                )
            late = passage.slot == "defensive" or passage.moment in ("damaged", "roll phase ends")
            if action.verb == "make" and late:
                report(
                    action.place, "too late to change the attack: the defence has been rolled", passage.where
                )


def _check_references(passage: Passage, report: Report) -> None:
    """`spent`, `them` and `seen` speak of something that a line before must have named."""
    spent = chosen = seen = passage.inherits
    for line in passage.text:
        spent = spent or any(isinstance(guard, Spend) for guard in line.guards)
        chosen = chosen or any(who.word.startswith("chosen") for who, _ in _people(line))
        for amount, place in _amounts(line):
            counted = _counted(amount)
            if counted and counted.what == "spent" and not spent:
                report(place, "nothing is spent before this", passage.where)
        for who, place in _people(line):
            if who.word == "them" and not chosen:
                report(place, "nobody is chosen before 'them'", passage.where)
        for condition in _conditions(line):
            if condition.about == "was_spent" and not spent:
                report(condition.place, "nothing is spent before this", passage.where)
            if condition.about == "was_seen" and not seen:
                report(condition.place, "nothing is looked at before this", passage.where)
        for action in _actions(line):
            if action.thing == Dice("them") and not chosen:
                report(action.place, "no dice are chosen before 'them'", passage.where)
            if isinstance(action.thing, Cards) and action.thing.how == "seen" and not seen:
                report(action.place, "no cards are looked at before this", passage.where)
            chosen = chosen or action.verb == "choose"
            seen = seen or action.verb == "look"


def _check_else(passage: Passage, report: Report) -> None:
    chain = False
    for line in passage.text:
        if any(isinstance(guard, Else) for guard in line.guards) and not chain:
            report(line.place, "'else' needs a line with a condition right above it", passage.where)
        chain = bool(line.guards)


# ---------------------------------------------------------------- abilities, rules, tokens


def _check_needs(ability: Ability, report: Report) -> None:
    where = f"{ability.name} > needs"
    for step in ability.needs:
        if not any(step.is_met(counts) for counts in _results_of_five_dice()):
            report(ability.place, f"five dice can never show {step}", where)


def _results_of_five_dice() -> Iterator[tuple[int, ...]]:
    for dice in itertools.combinations_with_replacement(range(6), 5):
        yield tuple(dice.count(face) for face in range(6))


def _check_rule(rule: Rule, where: str, hero: Hero, report: Report) -> None:
    guards = rule.text[0].guards if rule.text else (May(),)
    is_optional = rule.spend or any(isinstance(guard, May | Spend) for guard in guards)
    if rule.moment in OPTIONAL_MOMENTS and not is_optional:
        message = f"a rule at '{rule.moment}' is the player's choice: begin with 'may:' or 'spend ...:'"
        report(rule.text[0].place, message, where)
    if rule.side and rule.side not in hero.sides:
        report(rule.place, f"unknown side '{rule.side}': sides are {', '.join(hero.sides) or 'none'}", where)
    known = {token.name for token in hero.tokens} | {ability.name for ability in _all_abilities(hero)}
    if rule.of and rule.of not in known | {"upgrade"}:
        report(rule.place, f"unknown name in of = '{rule.of}'", where)


def _check_tokens(hero: Hero, passages: list[Passage], report: Report) -> None:
    for token in hero.tokens:
        if token.common:
            continue
        if not token.limit_you and not token.limit_others:
            report(token.place, "a stack_limit of 0 means that nobody can ever hold it", token.name)
        if token.kind == "marker":
            if not _is_cleared(token, passages):
                report(token.place, "a marker needs a rule that removes it again", token.name)
        elif not token.rules and not token.persistent and token.kind != "companion":
            report(token.place, "the token neither acts, nor is spent, nor persists", token.name)


def _is_cleared(marker: Token, passages: list[Passage]) -> bool:
    own = {id(rule.text) for rule in marker.rules}
    for passage in passages:
        for line in passage.text:
            for action in _actions(line):
                if action.verb == "remove":
                    thing = action.thing
                    if thing == ThisToken() and id(passage.text) in own:
                        return True
                    if getattr(thing, "name", "") == marker.name:
                        return True
    return False


def _check_upgrades(hero: Hero, report: Report) -> None:
    levels = {(upgrade.ability.name, upgrade.ability.level) for upgrade in hero.upgrades}
    seen: set[tuple[str, int]] = set()
    for upgrade in hero.upgrades:
        name, level = upgrade.ability.name, upgrade.ability.level
        if level == 3 and (name, 2) not in levels:
            report(upgrade.place, f"{name} has a level III but no level II", f"{upgrade.name} > level")
        if (name, level) in seen:
            report(upgrade.place, f"{name} has a second level {level}", f"{upgrade.name} > level")
        seen.add((name, level))
        if upgrade.ability.side and upgrade.ability.side not in hero.sides:
            report(upgrade.place, f"unknown side '{upgrade.ability.side}'", upgrade.name)
    for ability in hero.abilities:
        if ability.side and ability.side not in hero.sides:
            sides = ", ".join(hero.sides) or "none: add sides = [...] to [hero]"
            report(
                ability.place, f"unknown side '{ability.side}'; sides are {sides}", f"{ability.name} > side"
            )


def _check_keywords(hero: Hero, report: Report) -> None:
    groups = {group.name: group.members for group in hero.groups}
    calls: dict[str, set[str]] = {}
    for keyword in hero.keywords:
        called: set[str] = set()
        for line in keyword.text:
            for action in _actions(line):
                if action.verb == "activate" and isinstance(action.thing, Word):
                    called |= set(groups.get(action.thing.word, (action.thing.word,)))
        calls[keyword.name] = called
    for keyword in hero.keywords:
        reached: set[str] = set()
        waiting = set(calls[keyword.name])
        while waiting:
            name = waiting.pop()
            if name not in reached:
                reached.add(name)
                waiting |= calls.get(name, set())
        if keyword.name in reached:
            report(keyword.place, f"'{keyword.name}' activates itself", f"{keyword.name} > text")


def _check_groups(hero: Hero, report: Report) -> None:
    known = {token.name for token in hero.tokens} | {keyword.name for keyword in hero.keywords}
    for group in hero.groups:
        for member in group.members:
            if member not in known:
                report(group.place, f"unknown member '{member}'", f"{group.name} > of")


def _check_completeness(document: Document, hero: Hero) -> None:
    if hero.complete and not document.vocabulary.mistakes:
        for slot, title in (("defensive", "Defensive Ability"), ("ultimate", "Ultimate")):
            if not any(True for _ in hero.spaces(slot)):  # type: ignore[arg-type]
                message = (
                    f"a hero that plays games needs a [[{slot}]] {title}; complete = false serves odds only"
                )
                document.vocabulary.mistakes.append(
                    Mistake(document.places.key(("hero",)), message, "[hero]")
                )

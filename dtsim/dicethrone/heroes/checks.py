"""What a hero file may not say although every word of it is right."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from dtsim.dicethrone.heroes.draft import Document, Draft
from dtsim.dicethrone.heroes.model import (
    UNREAD,
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
    Keyword,
    Ladder,
    Line,
    Lookup,
    May,
    Need,
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


def check_items(document: Document) -> None:
    """Names are unique, and each rule has one moment."""
    seen: dict[str, str] = {}
    for section in document.tables:
        for draft in document.items(section):
            for named in (draft, *draft.items("adds")):
                name = named.string("name")
                if name and name in seen:
                    named.mistake("name", f"'{name}' is the name of another {seen[name]} already")
                seen.setdefault(name, section)
            if section in ("status", "passive"):
                _check_moments(draft, section, has_own_rule=draft.has("text"))
            for part in _parts_of(draft):
                if part.path[-2] == "also":
                    _check_moments(part, section, has_own_rule=True)


def _check_moments(draft: Draft, section: str, has_own_rule: bool) -> None:
    if draft.has("when") and draft.has("spend"):
        draft.mistake("spend", "a rule has either 'when' or 'spend', not both")
    elif has_own_rule and not draft.has("when") and not draft.has("spend"):
        draft.mistake("text", "the rule has no moment: add 'when' or 'spend'")
    elif draft.has("spend") and section != "status":
        draft.mistake("spend", "there is no token to spend: use 'when', and a price in the text")


def check_needs(draft: Draft, needs: tuple[Need, ...]) -> None:
    """Five dice can show every step of an Activation Requirement."""
    for step in needs:
        if not any(step.is_met(counts) for counts in _results_of_five_dice()):
            draft.mistake("needs", f"five dice can never show {step}")


def _results_of_five_dice() -> Iterator[tuple[int, ...]]:
    for dice in itertools.combinations_with_replacement(range(6), 5):
        yield tuple(dice.count(face) for face in range(6))


def check_upgrade_keys(draft: Draft, slot: str) -> None:
    """An upgrade changes only what its ability has; the rule of a passive needs its moment again."""
    owners = {"needs": ("offensive", "ultimate"), "dice": ("defensive",), "when": ("passive",)}
    for key, slots in owners.items():
        if draft.has(key) and slot not in slots:
            draft.mistake(
                key, f"'{key}' belongs to the upgrade of another kind of ability, not of a {slot} one"
            )
    if slot == "passive" and draft.has("text") and not draft.has("when"):
        draft.mistake("text", "the rule has no moment: add 'when'")


def check_hero(document: Document, hero: Hero) -> None:
    """The refusals that need the whole hero."""
    report = _reporter(document)
    passages = list(_passages(hero))
    for passage in passages:
        for check in (_check_ladders, _check_rolls, _check_damage, _check_references, _check_else):
            check(passage, report)
    for rule, where in _rules(hero):
        _check_choice(rule, where, report)
    _check_names(document, hero)
    _check_tokens(hero, passages, report)
    _check_upgrades(hero, report)
    _check_calls(hero, report)
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
    for ability in _all_abilities(hero):
        yield Passage(f"{ability.name} > text", ability.text, slot=ability.slot, steps=len(ability.needs))
    for name, rules in _owned_rules(hero):
        for rule in rules:
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
    if passage.slot in ("offensive", "ultimate") and not passage.steps:
        return  # its `needs` could not be read
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
        if line is UNREAD or any(action.verb in ("roll", "duel") for action in _actions(line)):
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
        if line is UNREAD:
            return
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
        chain = bool(line.guards) or line is UNREAD


# ---------------------------------------------------------------- rules, names, tokens


def _check_choice(rule: Rule, where: str, report: Report) -> None:
    if rule.spend or rule.moment not in OPTIONAL_MOMENTS or not rule.text or rule.text[0] is UNREAD:
        return
    if not any(isinstance(guard, May | Spend) for guard in rule.text[0].guards):
        message = f"a rule at '{rule.moment}' is the player's choice: begin with 'may:' or 'spend ...:'"
        report(rule.text[0].place, message, where)


def _check_names(document: Document, hero: Hero) -> None:
    """Every side, every `of` and every member of a group exists."""
    counters = tuple(token.name for token in hero.tokens)
    keywords = tuple(keyword.name for keyword in hero.keywords)
    abilities = tuple(dict.fromkeys(ability.name for ability in _all_abilities(hero)))
    cards = tuple(card.name for card in hero.cards if not card.common)
    for section in document.tables:
        for draft in document.items(section):
            if section == "group":
                for index, member in enumerate(draft.strings("of")):
                    if member not in (*counters, *keywords):
                        place = document.places.value((*draft.path, "of", index))
                        draft.report(
                            place, f"unknown member '{member}'", "of", member, (*counters, *keywords)
                        )
            for part in _parts_of(draft):
                side, of = part.string("side"), part.string("of")
                if side and side not in hero.sides:
                    hint = "" if hero.sides else ": add sides = [...] to [hero]"
                    part.mistake("side", f"unknown side '{side}'{hint}", side, hero.sides)
                # the `of` of an upgrade is an ability and was looked for when it was read
                known = (*counters, *abilities, *keywords, *cards, "upgrade")
                is_upgrade = section == "upgrade" and part is draft
                if of and of not in known and not is_upgrade:
                    part.mistake("of", f"unknown name '{of}'", of, known)


def _parts_of(draft: Draft) -> Iterator[Draft]:
    yield draft
    yield from draft.items("also")
    for adds in draft.items("adds"):
        yield adds
        yield from adds.items("also")


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
            if line is UNREAD:
                return True
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


def _check_calls(hero: Hero, report: Report) -> None:
    """Neither a keyword nor an ability comes back to itself by `activate`."""
    groups = {group.name: group.members for group in hero.groups}
    callers: list[Keyword | Ability] = [*hero.keywords, *_all_abilities(hero)]
    calls: dict[str, set[str]] = {}
    for caller in callers:
        called = calls.setdefault(caller.name, set())
        for line in caller.text:
            for action in _actions(line):
                if action.verb == "activate" and isinstance(action.thing, Word):
                    called |= set(groups.get(action.thing.word, (action.thing.word,)))
    for caller in callers:
        reached: set[str] = set()
        waiting = set(calls[caller.name])
        while waiting:
            name = waiting.pop()
            if name not in reached:
                reached.add(name)
                waiting |= calls.get(name, set())
        if caller.name in reached:
            report(caller.place, f"'{caller.name}' activates itself", f"{caller.name} > text")


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

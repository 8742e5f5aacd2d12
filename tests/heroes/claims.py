"""What a case may claim to exercise: everything a hero file says, and how the events prove that it happened.

| claim | proof |
|---|---|
| `Revolver II (4 bullet)`, `Duel II` | the ability was activated at this level and step, the defence used |
| `upgrade Revolver II`, `card Roulette!` | the card was installed, played |
| `status Bounty: attacked`, `passive Tithe: any time (draw)` | the rule acted; it was spent, used |
| `status Parlay: always` | somebody had the token |
| `card Roulette!, on bullet` | as above, the dice showed it, and each action of the line left its trace |
| `Duel, deal 3 dmg` | as above, and each action of this option left its trace |
| `Divine Defense, gain 1 x prayer cp` | as above: there was something to count |
| `keyword Refuse, on 3-6` | its dice were cast and showed it, and the line left its trace |
"""

from __future__ import annotations

import functools
from collections import Counter as Tally
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from dtsim.dicethrone.heroes.library import common_path, find_hero, load_common, load_hero
from dtsim.dicethrone.heroes.model.amounts import Amount, Every, Fixed, Half, Sum, Times
from dtsim.dicethrone.heroes.model.hero import Ability, Card, Hero, Rule, Token
from dtsim.dicethrone.heroes.model.lines import Action, Else, Line, On, Spend, Text
from dtsim.dicethrone.heroes.model.things import Counter, Damage, Status, ThisToken, Word
from dtsim.files import shipped_folder
from tests.heroes.scripted import Played, hero_of

Event = dict[str, Any]
Proof = Callable[[Played], bool]
ROMAN = {1: "", 2: " II", 3: " III"}


@dataclass(frozen=True, slots=True)
class Item:
    """Something printed that happens at one moment of a game: where it begins, whose dice it reads."""

    label: str
    name: str
    text: Text
    begins: dict[str, Any]  # a fragment of the event
    dice: str = ""  # what the dice of its text are cast for; of the Final Dice Result: `final`


@functools.cache
def claims_of(name: str) -> dict[str, Proof]:
    """Every claim about a hero; for `common`, about what all heroes share."""
    if name == "common":
        path = common_path([])
        common = load_common(shipped_folder("heroes"))
        items = [*_cards(common.cards), *_statuses(common.tokens.values())]
    else:
        path = find_hero(str(hero_of(name)))
        hero = load_hero(path)
        items = [*_boards(hero.abilities, 1)]
        for upgrade in hero.upgrades:
            level = upgrade.ability.level
            items += _boards([upgrade.ability], level)
            items += _boards(upgrade.adds, level, ROMAN[1])
            installed = {"event": "installed", "player": 0, "card": upgrade.name}
            items.append(Item(f"upgrade {upgrade.name}", upgrade.name, (), installed))
        items += _cards(card for card in hero.cards if not card.common)
        items += _statuses(token for token in hero.tokens if not token.common)
        items += _keywords(hero)
    source = path.read_text(encoding="utf-8").splitlines()
    claims: dict[str, Proof] = {}
    for item in items:
        for label, proof in _claims(item, source):
            assert label not in claims, f"two claims are called {label!r}"
            claims[label] = proof
    return claims


# ---------------------------------------------------------------- items


def _boards(abilities: Iterable[Ability], level: int, roman: str | None = None) -> Iterator[Item]:
    for ability in abilities:
        name = ability.name + (ROMAN[level] if roman is None else roman)
        mine = {"player": 0, "level": level}
        if ability.slot == "defensive":
            begins = {"event": "defends", "ability": ability.name, **mine}
            yield Item(name, ability.name, ability.text, begins, "defence")
        elif ability.slot != "passive":
            begins = {"event": "activated", "ability": ability.name, **mine}
            for need in ability.needs[1:] and ability.needs:
                step = f" ({need})"
                yield Item(name + step, ability.name, (), {**begins, "ability": ability.name + step})
            yield Item(name, ability.name, ability.text, begins, "final")
        yield from _rules(
            f"passive {name}" if ability.slot == "passive" else name, ability.name, ability.rules, mine
        )


def _cards(cards: Iterable[Card]) -> Iterator[Item]:
    for card in cards:
        begins = {"event": "card", "player": 0, "card": card.name}
        yield Item(f"card {card.name}", card.name, card.text, begins, card.name)


def _statuses(tokens: Iterable[Token]) -> Iterator[Item]:
    for token in tokens:
        yield from _rules(f"status {token.name}", token.name, token.rules, {})


def _keywords(hero: Hero) -> Iterator[Item]:
    """What a card activates by a name; its dice are cast for the card."""
    for keyword in hero.keywords:
        for card in hero.cards:
            if any(action.thing == Word(keyword.name) for action in _actions(card.text)):
                begins = {"event": "dice", "for": card.name}
                yield Item(f"keyword {keyword.name}", card.name, keyword.text, begins, card.name)


def _rules(label: str, name: str, rules: tuple[Rule, ...], mine: Event) -> Iterator[Item]:
    moments = Tally(rule.moment for rule in rules)
    for rule in rules:
        verb = next(_actions(rule.text)).verb
        begins: Event = {"event": "trigger", "rule": name, "when": rule.moment, **mine}
        if rule.moment == "always":
            begins = {"always": name}
        elif rule.spend:
            begins = {"event": "spent", "token": name, "when": rule.moment}
        elif rule.moment in ("any time", "instant", "main phase", "roll phase"):
            begins = {"event": "passive", "passive": name, "does": verb, **mine}
        several = f" ({verb})" if moments[rule.moment] > 1 else ""
        yield Item(f"{label}: {rule.moment}{several}", name, rule.text, begins, name)


# ---------------------------------------------------------------- claims and their proofs


def _claims(item: Item, source: list[str]) -> Iterator[tuple[str, Proof]]:
    label = item.label
    yield label, lambda played: bool(_since(item, played))
    for line in item.text:
        place = line.place
        words = source[place.line - 1][place.column - 1 : place.column - 1 + place.width]
        guards, _, acts = words.rpartition(": ") if line.guards else ("", "", words)
        for option, told in zip(line.options, acts.split(" or "), strict=True) if line.options[1:] else ():
            yield f"{label}, {told}", _proof(item, line, option)
        if line.guards:
            yield f"{label}, {guards}", _proof(item, line, *line.options)
        elif any(_may_be_nothing(action.amount) for action in _actions([line])):
            yield f"{label}, {words}", _proof(item, line, *line.options)


def _proof(item: Item, line: Line, *options: tuple[Action, ...]) -> Proof:
    def proof(played: Played) -> bool:
        events = _since(item, played)
        shown = _shown(item, line, events)
        return (
            bool(events)
            and all(shown(guard) for guard in line.guards if isinstance(guard, On))
            and all(_is_paid(guard, events) for guard in line.guards if isinstance(guard, Spend))
            and not (_is_else(line) and any(shown(guard) for guard in _above(item, line)))
            and any(all(_left_a_trace(act, item.name, events) for act in option) for option in options)
        )

    return proof


def _since(item: Item, played: Played) -> list[Event]:
    """The events from where the item began, or none."""
    events = list(played.events)
    if "always" in item.begins:
        token = item.begins["always"]
        had = any(token in position["tokens"] for position in played.before)
        came = any(event.get("token") == token and event.get("change", 0) > 0 for event in events)
        return events if had or came else []
    for index, event in enumerate(events):
        if all(_is(event.get(key), value) for key, value in item.begins.items()):
            return events[index:]
    return []


def _is(found: object, wanted: object) -> bool:
    """The same, or a step of the ladder of that name."""
    return found == wanted or (isinstance(found, str) and found.startswith(f"{wanted} ("))


def _shown(item: Item, line: Line, events: list[Event]) -> Callable[[On], bool]:
    """Did the dice that a line of the item reads show this?"""
    above = [action.verb for earlier in item.text[: item.text.index(line)] for action in _actions([earlier])]
    rolls = "roll" in above or "duel" in above
    if item.dice == "final" and not rolls:
        casts = [event["dice"] for event in events[:1]]
    else:
        cause = item.name if item.dice == "final" else item.dice
        casts = [event["dice"] for event in events if event["event"] == "dice" and event["for"] == cause]

    def shown(guard: On) -> bool:
        return any(need.is_met(_counts(dice)) for dice in casts[-1:] for need in guard.needs)

    return shown


def _may_be_nothing(amount: Amount) -> bool:
    """Does it only count what the dice show or what somebody has?"""
    return isinstance(amount, Times) or (isinstance(amount, Sum) and all(map(_may_be_nothing, amount.terms)))


def _is_paid(guard: Spend, events: list[Event]) -> bool:
    assert isinstance(guard.amount, Fixed)
    return any(event["event"] == "cp" and event["change"] == -guard.amount.number for event in events)


def _counts(dice: list[int]) -> tuple[int, ...]:
    return tuple(dice.count(face) for face in range(1, 7))


def _is_else(line: Line) -> bool:
    return any(isinstance(guard, Else) for guard in line.guards)


def _above(item: Item, line: Line) -> list[On]:
    """What the dice would have had to show for the lines that an `else` belongs to."""
    found = []
    for earlier in reversed(item.text[: item.text.index(line)]):
        if not earlier.guards or _is_else(earlier):
            break
        found += [guard for guard in earlier.guards if isinstance(guard, On)]
    return found


def _actions(text: Iterable[Line]) -> Iterator[Action]:
    return (action for line in text for option in line.options for action in option)


# ---------------------------------------------------------------- the traces that actions leave


def _left_a_trace(action: Action, name: str, events: list[Event]) -> bool:
    """Is there an event that this action causes? A printed number must be the number of the event."""
    number = action.amount.number if isinstance(action.amount, Fixed) else None

    def by(amount: int, sign: int) -> bool:
        return amount * sign > 0 and number in (None, amount * sign)

    match action.verb, action.thing:
        case "draw" | "discard", _:
            kind = "drawn" if action.verb == "draw" else "discarded"
            return sum(event["event"] == kind for event in events) >= (number or 1)
        case "change" | "reroll", _:
            altered = sum(event["event"] in ("altered", "dice") for event in events)
            return altered >= (number or 1)
        case "transfer", Damage():
            return any(event["event"] == "moved" for event in events)
    return any(_is_trace(action, name, event, by) for event in events)


def _is_trace(action: Action, name: str, event: Event, by: Callable[[int, int], bool]) -> bool:
    kind = event["event"]
    match action.verb, action.thing:
        case "gain" | "inflict", Counter(token):
            return kind == "tokens" and event["token"] == token and by(event["change"], 1)
        case "remove", Counter(token):
            return kind == "tokens" and event["token"] == token and by(event["change"], -1)
        case "remove" | "transfer", ThisToken():
            return kind == "tokens" and event["token"] == name and event["change"] == -1
        case "remove", Status():
            return kind == "tokens" and by(event["change"], -1)
        case "gain", Word("cp"):
            return kind == "cp" and by(event["change"], 1)
        case "steal" | "remove", Word("cp"):
            return kind == "cp" and event["change"] < 0
        case "heal", _:
            return kind == "health" and by(event["change"], 1)
        case "deal" | "receive", Damage(type):
            return kind == "damage" and by(event["amount"], 1) and event["type"] in (type, "ultimate")
        case "add", _:
            return kind == "added" and by(event["amount"], 1)
        case "prevent", Damage():
            if isinstance(action.amount, Every):
                return kind == "dodged"
            half = isinstance(action.amount, Half)
            return kind == "prevented" and (event["amount"] == "half" if half else by(event["amount"], 1))
        case "prevent", _:
            return kind == "prevented status"
        case "make", _:
            return kind == "type"
        case "set", _:
            return kind == "side"
        case "look", _:
            return kind == "looked"
        case "activate" | "roll", _:
            return kind == "dice"
        case "skip" | "repeat", _:
            return kind == ("skipped" if action.verb == "skip" else "extra pass")
    raise AssertionError(action)

"""TOML to Hero: every mistake of the file at once, or a hero that holds."""

from __future__ import annotations

import hashlib
import re
import tomllib
from dataclasses import replace
from pathlib import Path as FilePath
from typing import Any

from pydantic import ValidationError

from dtsim.dicethrone.heroes.checks import (
    check_dice,
    check_hero,
    check_items,
    check_needs,
    check_upgrade_keys,
)
from dtsim.dicethrone.heroes.draft import Document, Draft
from dtsim.dicethrone.heroes.model.amounts import Amount
from dtsim.dicethrone.heroes.model.hero import (
    Ability,
    Card,
    Group,
    Hero,
    Keyword,
    Limit,
    Rule,
    Token,
    Upgrade,
)
from dtsim.dicethrone.heroes.model.needs import Need
from dtsim.dicethrone.heroes.places import locate
from dtsim.dicethrone.heroes.shape import shape_mistakes
from dtsim.dicethrone.heroes.tables import CommonFile, HeroFile
from dtsim.dicethrone.heroes.text import Vocabulary, is_reserved
from dtsim.dicethrone.heroes.toml_mistakes import toml_mistake
from dtsim.dicethrone.heroes.words import Slot
from dtsim.errors import DtsimError, FileError, Mistake, Place, nearest


def read_source(path: FilePath) -> str:
    """The text of a file, or a sentence about why it cannot be read."""
    try:
        return path.read_text(encoding="utf-8-sig")  # some editors put a mark at the front
    except UnicodeDecodeError as error:
        line = error.object[: error.start].count(b"\n") + 1
        raise DtsimError(f"{path}:{line}: not a text in UTF-8; save hero files with this encoding") from error
    except OSError as error:
        raise DtsimError(f"{path}: cannot be read: {error.strerror}") from error


def read_common(source: str, path: str) -> Common:
    """The cards and status effects that several heroes share."""
    document = _open(source, path, CommonFile)
    document.vocabulary.counters = frozenset(draft.string("name") for draft in document.items("status"))
    named: dict[str, set[str]] = {}
    tokens = []
    for draft in document.items("status"):
        document.vocabulary.named = set()
        tokens.append(_token(draft))
        named[draft.string("name")] = document.vocabulary.named
    cards = tuple(_card(draft) for draft in document.items("card"))
    check_items(document)
    check_hero(document, Hero("common", "Common", (), (), (), cards, tuple(tokens), complete=False))
    _stop_at_mistakes(document, source, path)
    return Common(
        tuple(replace(token, common=True) for token in tokens),
        tuple(replace(card, common=True) for card in cards),
        tuple(document.numbers),
        named,
        _digest(source),
    )


class Common:
    """`common.toml`: tokens by name, the cards of every deck."""

    def __init__(
        self,
        tokens: tuple[Token, ...] = (),
        cards: tuple[Card, ...] = (),
        numbers: tuple[Any, ...] = (),
        named: dict[str, set[str]] | None = None,
        digest: str = "",
    ) -> None:
        self.tokens = {token.name: token for token in tokens}
        self.cards = cards
        self.numbers = numbers
        self.digest = digest
        self._named = named or {}

    def names(self) -> dict[str, str]:
        """Names that are taken, and by what."""
        cards = {card.name: "card" for card in self.cards}
        return cards | dict.fromkeys(self.tokens, "status effect")

    def reached_from(self, names: set[str]) -> list[Token]:
        """The common tokens a hero brings: those its texts name, and those that these name."""
        reached: set[str] = set()
        waiting = list(names)
        while waiting:
            name = waiting.pop()
            if name in self.tokens and name not in reached:
                reached.add(name)
                waiting += self._named.get(name, ())
        return [token for name, token in self.tokens.items() if name in reached]


def read_hero(source: str, path: str, slug: str, common: Common) -> Hero:
    """The hero of a file; raises FileError with every mistake of it."""
    document = _open(source, path, HeroFile)
    head = _head(document)
    _learn_words(document, head, common)
    abilities = tuple(
        _ability(draft, slot)
        for slot in ("offensive", "ultimate", "passive", "defensive")
        for draft in document.items(slot)
    )
    upgrades = _upgrades(document, abilities)
    own_tokens = tuple(_token(draft) for draft in document.items("status"))
    own_cards = tuple(_card(draft) for draft in document.items("card"))
    keywords = tuple(_keyword(draft) for draft in document.items("keyword"))
    groups = tuple(_group(draft) for draft in document.items("group"))
    own_names = {token.name for token in own_tokens}
    shared = [
        token for token in common.reached_from(document.vocabulary.named) if token.name not in own_names
    ]
    hero = Hero(
        slug=slug,
        name=head.string("name", slug),
        dice=head.strings("dice"),
        abilities=abilities,
        upgrades=upgrades,
        cards=(*common.cards, *own_cards),
        tokens=(*own_tokens, *shared),
        keywords=keywords,
        groups=groups,
        sides=head.strings("sides"),
        complexity=head.raw.get("complexity"),
        complete=head.flag("complete", True),
        doubts=head.strings("doubts"),
        numbers=tuple(sorted(document.numbers, key=lambda number: (number.place.line, number.place.column))),
        digest=_digest(source + common.digest),
    )
    check_items(document, common.names())
    check_hero(document, hero)
    _stop_at_mistakes(document, source, path)
    return hero


def with_numbers(source: str, hero: Hero, changes: dict[str, int]) -> str:
    """The source of the hero with some printed numbers replaced, by address."""
    lines = source.split("\n")
    numbers = {number.address: number for number in hero.numbers}
    for address in changes:
        if address not in numbers:
            guess = nearest(address, numbers)
            hint = f"did you mean '{guess}'? " if guess else ""
            raise DtsimError(
                f"unknown number '{address}': {hint}'dtsim hero numbers {hero.slug}' lists them all"
            )
    for address in sorted(changes, key=lambda a: (numbers[a].place.line, -numbers[a].place.column)):
        place = numbers[address].place
        line = lines[place.line - 1]
        start = place.column - 1
        lines[place.line - 1] = line[:start] + str(changes[address]) + line[start + place.width :]
    return "\n".join(lines)


# ---------------------------------------------------------------- opening


def _open(source: str, path: str, shape: type[CommonFile]) -> Document:
    try:
        tables = tomllib.loads(source)
    except ValueError as error:
        raise FileError(path, source, [toml_mistake(error, source)]) from error
    if not tables:
        message = "the file is empty; 'dtsim hero new NAME' writes one to start from"
        raise FileError(path, source, [Mistake(Place(1, 1), message)])
    places = locate(source)
    vocabulary = Vocabulary({}, frozenset())
    try:
        shape.model_validate(tables)
    except ValidationError as error:
        vocabulary.mistakes += shape_mistakes(error, tables, places, shape)
    return Document(tables, places, vocabulary, spellings=_spellings(tables, shape))


def _spellings(tables: dict[str, Any], shape: type[CommonFile]) -> dict[str, str]:
    """What was meant by the names of tables that nobody knows."""
    known = tuple(shape.model_fields)
    meant = {key: nearest(key, known) for key in tables if key not in known}
    return {key: guess for key, guess in meant.items() if guess}


def _head(document: Document) -> Draft:
    heads = document.items("hero")
    # without [hero] its keys may still stand at the top: texts are not blamed for what they name
    head = heads[0] if heads else Draft(document, (), document.tables, "")
    head.label = "hero"
    return head


def _learn_words(document: Document, head: Draft, common: Common) -> None:
    words = document.vocabulary
    faces: dict[str, set[int]] = {}
    dice = head.strings("dice")
    for face, symbol in enumerate(dice, start=1):
        faces.setdefault(symbol.lower(), set()).add(face)
        is_word = re.fullmatch(r"[a-z][a-z-]*", symbol)
        if is_reserved(symbol) or not is_word:
            why = "it is a word of the card language" if is_word else "use small letters and hyphens only"
            place = document.places.value((*head.path, "dice", face - 1))
            head.report(place, f"'{symbol}' cannot be a die symbol: {why}", "dice")
    words.any_symbol = len(dice) != 6
    groups = {draft.string("name"): draft.strings("of") for draft in document.items("group")}
    own = {draft.string("name") for draft in document.items("status")}
    counters = own | set(common.tokens)
    keywords = {draft.string("name") for draft in document.items("keyword")}
    abilities = {
        draft.string("name")
        for slot in ("offensive", "ultimate", "defensive")
        for draft in document.items(slot)
    }
    words.symbols = {symbol: frozenset(shown) for symbol, shown in faces.items()}
    of_keywords = {name for name, of in groups.items() if set(of) & keywords}
    # an item without a name is a mistake of its shape, not a word
    words.counters = frozenset((counters | groups.keys() - of_keywords) - {""})
    words.activities = frozenset((keywords | abilities | of_keywords) - {""})
    words.sides = head.strings("sides")


def _stop_at_mistakes(document: Document, source: str, path: str) -> None:
    mistakes = document.vocabulary.mistakes
    if mistakes:
        # a text that two levels share is checked for both
        once = {(mistake.place, mistake.message): mistake for mistake in reversed(mistakes)}
        raise FileError(path, source, once.values())


def _digest(source: str) -> str:
    return hashlib.blake2b(source.encode(), digest_size=8).hexdigest()


# ---------------------------------------------------------------- items


def _rule(draft: Draft, limit: Limit | None = None) -> Rule:
    spend = draft.string("spend")
    return Rule(
        moment=draft.string("when") or spend,
        condition=draft.condition(),  # before the text: addresses of numbers count in this order
        text=draft.text(),
        spend=bool(spend),
        whose=draft.string("whose", "you"),
        of=draft.string("of"),
        side=draft.string("side"),
        limit=limit,
        place=draft.at("text"),
    )


def _rules(draft: Draft) -> tuple[Rule, ...]:
    """The rule written into the item itself, then those under `also`; a limit of the item is shared."""
    own = (_rule(draft),) if draft.has("text") else ()
    return (*own, *_also(draft))


def _also(draft: Draft) -> tuple[Rule, ...]:
    return tuple(_rule(also, also.limit()) for also in draft.items("also"))


def _ability(draft: Draft, slot: str) -> Ability:
    name: Slot = slot  # type: ignore[assignment]
    base = Ability(draft.string("name"), name, side=draft.string("side"), place=draft.place)
    if slot == "passive":
        return replace(base, limit=draft.limit(), rules=_rules(draft), printed=draft.string("text"))
    return replace(
        base,
        needs=_needs(draft),
        dice=_dice(draft),
        condition=draft.condition(),
        text=draft.text(),
        rules=_also(draft),
        printed=draft.string("text"),
    )


def _needs(draft: Draft) -> tuple[Need, ...]:
    needs = draft.needs()
    check_needs(draft, needs)
    return needs


def _dice(draft: Draft) -> Amount | None:
    dice = draft.amount("dice")
    if dice is not None:
        check_dice(draft, dice)
    return dice


def _upgrades(document: Document, abilities: tuple[Ability, ...]) -> tuple[Upgrade, ...]:
    """In the order of the file. What a level leaves out stays as the level below has it."""
    spaces = {ability.name: ability for ability in abilities}
    drafts = document.items("upgrade")
    read: dict[int, Upgrade] = {}
    for index in sorted(range(len(drafts)), key=lambda index: _plain_number(drafts[index], "level", 2)):
        read[index] = _upgrade(drafts[index], spaces)
        spaces |= {name: read[index].ability for name in spaces if name == read[index].ability.name}
    return tuple(read[index] for index in range(len(drafts)))


def _upgrade(draft: Draft, spaces: dict[str, Ability]) -> Upgrade:
    of = draft.string("of")
    space = spaces.get(of)
    if space is None:
        if of:
            draft.mistake("of", f"unknown ability '{of}'", of, tuple(spaces))
        space = Ability(of, "offensive")
    else:
        check_upgrade_keys(draft, space.slot)
    if space.slot == "passive":
        # `of` names the ability here, not what the moment is about
        own = (replace(_rule(draft), of=""),) if draft.has("text") else ()
        rules = (*own, *_also(draft)) or space.rules
        ability = replace(space, rules=rules, printed=draft.string("text", space.printed))
    else:
        rules = _also(draft)
        ability = replace(
            space,
            needs=_needs(draft) or space.needs,
            dice=_dice(draft) or space.dice,
            text=draft.text() or space.text,
            rules=rules or space.rules,
            printed=draft.string("text", space.printed),
        )
    return Upgrade(
        name=draft.string("name"),
        cost=draft.number("cost"),
        ability=replace(ability, level=_plain_number(draft, "level", 2), place=draft.place),
        adds=tuple(_ability(adds, "offensive") for adds in draft.items("adds")),
        copies=draft.number("copies", 1),
        place=draft.place,
    )


def _plain_number(draft: Draft, key: str, default: int) -> int:
    """A number that is no parameter of the game: a level is a name."""
    value = draft.raw.get(key)
    return value if isinstance(value, int) else default


def _card(draft: Draft) -> Card:
    return Card(
        name=draft.string("name"),
        play=draft.string("play"),
        cost=draft.number("cost"),
        condition=draft.condition(),
        text=draft.text(),
        attack_modifier=draft.flag("attack_modifier"),
        copies=draft.number("copies", 1),
        side=draft.string("side"),
        printed=draft.string("text"),
        place=draft.place,
    )


def _token(draft: Draft) -> Token:
    limits = draft.raw.get("stack_limit")
    if isinstance(limits, dict):
        pair = Draft(draft.document, (*draft.path, "stack_limit"), limits, f"{draft.label}/stack_limit")
        you, others = pair.number("you"), pair.number("others")
    else:
        you = others = draft.number("stack_limit")
    return Token(
        name=draft.string("name"),
        kind=draft.string("kind", "positive"),  # type: ignore[arg-type]
        limit_you=you,
        limit_others=others,
        persistent=draft.flag("persistent"),
        locked=draft.strings("locked"),  # type: ignore[arg-type]
        rules=_rules(draft),
        limit=draft.limit(),
        place=draft.place,
    )


def _keyword(draft: Draft) -> Keyword:
    condition = draft.condition()
    return Keyword(draft.string("name"), draft.text(), condition, draft.limit(), draft.place)


def _group(draft: Draft) -> Group:
    limit = draft.number("stack_limit") if draft.has("stack_limit") else None
    members = draft.strings("of")
    draft.document.vocabulary.named.update(members)  # common ones come along although no text names them
    return Group(draft.string("name"), members, limit, draft.place)

"""TOML to Hero: every mistake of the file at once, or a hero that holds."""

from __future__ import annotations

import re

from dtsim.dicethrone.heroes.checks import check_hero, check_items
from dtsim.dicethrone.heroes.common import Common
from dtsim.dicethrone.heroes.draft import Document, Draft
from dtsim.dicethrone.heroes.grammar import is_reserved
from dtsim.dicethrone.heroes.items import ability_of, card_of, group_of, keyword_of, token_of, upgrades_of
from dtsim.dicethrone.heroes.model.hero import Hero
from dtsim.dicethrone.heroes.opening import digest_of, open_document, stop_at_mistakes
from dtsim.dicethrone.heroes.tables import HeroFile


def read_hero(source: str, path: str, slug: str, common: Common) -> Hero:
    """The hero of a file; raises FileError with every mistake of it."""
    document = open_document(source, path, HeroFile)
    head = _head(document)
    _learn_words(document, head, common)
    abilities = tuple(
        ability_of(draft, slot)
        for slot in ("offensive", "ultimate", "passive", "defensive")
        for draft in document.items(slot)
    )
    upgrades = upgrades_of(document, abilities)
    own_tokens = tuple(token_of(draft) for draft in document.items("status"))
    own_cards = tuple(card_of(draft) for draft in document.items("card"))
    keywords = tuple(keyword_of(draft) for draft in document.items("keyword"))
    groups = tuple(group_of(draft) for draft in document.items("group"))
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
        digest=digest_of(source + common.digest),
    )
    check_items(document, common.names())
    check_hero(document, hero)
    stop_at_mistakes(document, source, path)
    return hero


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

"""`common.toml`: the cards and status effects that several heroes share."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from dtsim.dicethrone.heroes.checks import check_hero, check_items
from dtsim.dicethrone.heroes.items import card_of, token_of
from dtsim.dicethrone.heroes.model.hero import Card, Hero, Token
from dtsim.dicethrone.heroes.opening import digest_of, open_document, stop_at_mistakes
from dtsim.dicethrone.heroes.tables import CommonFile


def read_common(source: str, path: str) -> Common:
    """The cards and status effects that several heroes share."""
    document = open_document(source, path, CommonFile)
    document.vocabulary.counters = frozenset(draft.string("name") for draft in document.items("status"))
    named: dict[str, set[str]] = {}
    tokens = []
    for draft in document.items("status"):
        document.vocabulary.named = set()
        tokens.append(token_of(draft))
        named[draft.string("name")] = document.vocabulary.named
    cards = tuple(card_of(draft) for draft in document.items("card"))
    check_items(document)
    check_hero(document, Hero("common", "Common", (), (), (), cards, tuple(tokens), complete=False))
    stop_at_mistakes(document, source, path)
    return Common(
        tuple(replace(token, common=True) for token in tokens),
        tuple(replace(card, common=True) for card in cards),
        tuple(document.numbers),
        named,
        digest_of(source),
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

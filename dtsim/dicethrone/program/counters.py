"""The tokens of all heroes become counters, each with one limit and its rules."""

from __future__ import annotations

from collections.abc import Sequence

from dtsim.dicethrone.heroes.model.hero import Hero, Token
from dtsim.dicethrone.program import layout as L
from dtsim.dicethrone.program.builder import CannotPlay
from dtsim.dicethrone.program.draft import Draft
from dtsim.dicethrone.program.rules import write_rule

_KINDS = {
    "positive": L.POSITIVE_TOKEN,
    "negative": L.NEGATIVE_TOKEN,
    "unique": L.UNIQUE_TOKEN,
    "companion": L.COMPANION,
    "marker": L.MARKER,
}


def tokens_of(heroes: Sequence[Hero]) -> list[Token]:
    """The counters of all heroes: one counter and one limit for each name."""
    found: dict[str, Token] = {}
    for hero in heroes:
        for token in hero.tokens:
            known = found.setdefault(token.name, token)
            if known != token:
                raise CannotPlay(
                    f"two of these heroes bring a {token.name} of their own, with different rules"
                )
    if len(found) > L.MAX_COUNTERS:
        raise CannotPlay(f"these heroes bring more than {L.MAX_COUNTERS} counters together")
    return list(found.values())


def write_counters(draft: Draft) -> None:
    """Each counter with the heroes that bring it; a companion's rules are those of each of them."""
    records: list[int] = []
    for token in draft.tokens:
        records += [_KINDS[token.kind], sum(1 << player for player in _bringers(draft, token))]
    draft.builder.words[L.P_COUNTERS] = draft.builder.add(records)
    draft.builder.words[L.P_N_COUNTERS] = len(draft.tokens)
    for index, token in enumerate(draft.tokens):
        _mark(draft, index, token)
        players = _bringers(draft, token)
        reading = draft.reading(draft.heroes[players[0]])
        shared = draft.use_slot(token.limit)
        for rule in token.rules:
            rule_limit = rule.limit or token.limit
            slot = shared if rule.limit is None else draft.use_slot(rule.limit)
            for owner in players if token.kind == "companion" else [-1]:
                write_rule(
                    draft,
                    token.name,
                    rule,
                    reading,
                    counter=index,
                    hero=owner,
                    times=rule_limit.times if rule_limit else 0,
                    slot=slot,
                )


def _bringers(draft: Draft, token: Token) -> list[int]:
    return [
        player
        for player, hero in enumerate(draft.heroes)
        if any(own.name == token.name for own in hero.tokens)
    ]


def _mark(draft: Draft, index: int, token: Token) -> None:
    """The sets that the counter is in, as bits of the first record."""
    bit = 1 << index
    if token.kind in ("positive", "negative", "unique"):
        draft.record[L.STATUS] |= bit
    if token.kind == "positive":
        draft.record[L.POSITIVE] |= bit
    if token.kind == "negative":
        draft.record[L.NEGATIVE] |= bit
    if "remove" in token.locked:
        draft.record[L.UNREMOVABLE] |= bit
    if "transfer" in token.locked:
        draft.record[L.UNMOVABLE] |= bit
    for rule in token.rules:
        if rule.moment == "always":
            draft.record[L.ALWAYS_HELD] |= bit

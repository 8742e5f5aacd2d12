"""Positions out of the ordinary, so that rare things meet: low health, full boards, many upgrades."""

from __future__ import annotations

import random
from dataclasses import dataclass

from dtsim.dicethrone.heroes.model.hero import Hero, Token


@dataclass(frozen=True)
class Board:
    """What lies before a player."""

    health: int
    cp: int
    side: str
    tokens: dict[str, int]
    upgrades: tuple[str, ...]
    hand: tuple[str, ...]


@dataclass(frozen=True)
class Scene:
    """Two boards, and whose turn begins."""

    boards: tuple[Board, ...]
    active: int
    turn: int

    @property
    def start(self) -> int:
        """Who had the first turn."""
        return (self.active + self.turn) % 2


def odd_scene(heroes: list[Hero], chance: random.Random) -> Scene:
    tokens = {token.name: token for hero in heroes for token in hero.tokens}
    boards = tuple(_board(hero, list(tokens.values()), chance) for hero in heroes)
    return Scene(boards, chance.randrange(2), chance.choice([1, 2]))


def _board(hero: Hero, tokens: list[Token], chance: random.Random) -> Board:
    held = {}
    for token in tokens:
        # Stun never outlives a Roll Phase; markers are set by what they mark
        is_possible = token.kind in ("positive", "negative", "unique") and token.name != "Stun"
        if is_possible and chance.random() < 0.3:
            own = token in hero.tokens
            held[token.name] = chance.randint(1, token.limit_you if own else token.limit_others)
    if any(token.name == "Nyra" for token in hero.tokens):
        held["Nyra"] = chance.randint(0, 7)
        held["Nyra Awake"] = chance.randint(0, 1) if held["Nyra"] else 0
    upgrades = tuple(upgrade.name for upgrade in hero.upgrades if chance.random() < 0.4)
    cards = [card.name for card in hero.cards if card.copies]
    rest = cards + [upgrade.name for upgrade in hero.upgrades if upgrade.name not in upgrades]
    return Board(
        health=chance.choice([chance.randint(1, 10), chance.randint(1, 60)]),
        cp=chance.randint(0, 15),
        side=chance.choice(hero.sides) if hero.sides else "",
        tokens=held,
        upgrades=upgrades,
        hand=tuple(chance.sample(rest, chance.randint(0, 9))),
    )

"""Two boards at the table: what their heroes bring, and the rules that act by themselves."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from dtsim.dicethrone.heroes.model.hero import Ability, Group, Hero, Keyword, Limit, Rule, Token
from dtsim.dicethrone.heroes.model.lines import May, Spend
from dtsim.dicethrone.odds.board import Board
from dtsim.dicethrone.odds.frame import Frame
from dtsim.dicethrone.odds.position import ATTACKER, OPPONENT, Position
from dtsim.errors import DtsimError, Place


class Standing(NamedTuple):
    """A rule that acts by itself, and whose it is."""

    player: int | None  # None: of whoever holds the token
    home: int
    item: str
    place: int  # among the rules of the item
    rule: Rule
    limit: Limit | None  # of the rule, or the one that all rules of the item share

    @property
    def key(self) -> tuple[str, int]:
        return self.item, self.place

    @property
    def limit_key(self) -> tuple[str, int]:
        """Under which its uses are counted; no rule has a place below 0."""
        return self.item, -2 - self.place if self.rule.limit else -1

    def is_optional(self) -> bool:
        """Does nothing happen unless somebody wants it?"""
        guarded = (any(isinstance(guard, May | Spend) for guard in line.guards) for line in self.rule.text)
        return all(guarded)


class Game:
    """What does not change while an ability is resolved. Without a second board the opponent is nobody."""

    def __init__(self, attacker: Board, defender: Board | None) -> None:
        self.boards = (attacker, defender)
        heroes = [self.hero(player) for player in (OPPONENT, ATTACKER)]
        self._tokens = {token.name: token for hero in heroes if hero for token in hero.tokens}
        self._standing: dict[str, list[Standing]] = {}
        for standing in self._rules():
            if not standing.rule.spend:
                self._standing.setdefault(standing.rule.moment, []).append(standing)

    def hero(self, player: int) -> Hero | None:
        board = self.boards[player]
        return board.hero if board else None

    def ability(self, player: int, name: str) -> Ability | None:
        board = self.boards[player]
        found = (ability for ability in board.abilities if ability.name == name) if board else iter(())
        return next(found, None)

    def keyword(self, player: int, name: str) -> Keyword | None:
        return next((word for word in self.keywords(player) if word.name == name), None)

    def keywords(self, player: int) -> tuple[Keyword, ...]:
        hero = self.hero(player)
        return hero.keywords if hero else ()

    def members(self, player: int, name: str) -> tuple[str, ...]:
        """The counters or keywords that a name stands for."""
        group = self._group(player, name)
        return group.members if group else (name,)

    def shared_limit(self, player: int, name: str) -> int | None:
        """The Stack Limit that the members of a group share, if they do."""
        group = self._group(player, name)
        return group.stack_limit if group else None

    def _group(self, player: int, name: str) -> Group | None:
        hero = self.hero(player)
        return next((group for group in hero.groups if group.name == name), None) if hero else None

    def token(self, name: str) -> Token | None:
        return self._tokens.get(name)

    def is_own(self, player: int, name: str) -> bool:
        """Does the token come from this player's hero?"""
        hero = self.hero(player)
        return any(token.name == name for token in hero.tokens) if hero else False

    def limit(self, player: int, name: str) -> int:
        """The Stack Limit of a token on this player's board."""
        token = self.token(name)
        if token is None:
            return 0
        return token.limit_you if self.is_own(player, name) else token.limit_others

    def is_ultimate(self, position: Position) -> bool:
        """Has an Ultimate been activated?"""
        ability = self.ability(ATTACKER, position.ability)
        return ability is not None and ability.slot == "ultimate"

    def standing(self, moment: str, subject: int, position: Position) -> Iterator[tuple[int, Standing]]:
        """The rules that act when this moment comes for a player, each with the player whose rule it is."""
        for standing in self._standing.get(moment, ()):
            holders = (ATTACKER, OPPONENT) if standing.player is None else (standing.player,)
            for holder in holders:
                rule = standing.rule
                if standing.player is None and not position.held(holder, standing.item):
                    continue
                if rule.side and position.sides[standing.home] != rule.side:
                    continue
                if self._is_moment_of(rule.whose, holder, subject, standing.item):
                    yield holder, standing

    def all_standing(self, moment: str) -> list[Standing]:
        """The rules of a moment, whoever may hold them."""
        return self._standing.get(moment, [])

    def _is_moment_of(self, whose: str, holder: int, subject: int, item: str) -> bool:
        if whose == "others":
            return holder == subject and not self.is_own(holder, item)
        return {"you": holder == subject, "opponent": holder != subject}.get(whose, True)

    def _rules(self) -> Iterator[Standing]:
        seen: set[str] = set()
        for player, board in enumerate(self.boards):
            if board is None:
                continue
            for ability in board.abilities:
                for index, rule in enumerate(ability.rules):
                    yield Standing(player, player, ability.name, index, rule, rule.limit or ability.limit)
            for token in board.hero.tokens:
                # a companion's rules are its hero's, wherever it lies; a token's are its holder's
                owner = player if token.kind == "companion" else None
                if owner is None and token.name in seen:
                    continue
                seen.add(token.name)
                for index, rule in enumerate(token.rules):
                    yield Standing(owner, player, token.name, index, rule, rule.limit or token.limit)

    def refusal(self, frame: Frame, place: Place, reason: str) -> DtsimError:
        """The text cannot be worked out: better no number than a wrong one."""
        hero = self.hero(frame.home)
        where = f"{hero.slug if hero else 'hero'}.toml, line {place.line}" if place.line else "hero file"
        return DtsimError(f"{where}: {frame.item}: exact odds cannot work this out: {reason}")

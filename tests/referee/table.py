"""What lies on the table, and the plain handling of it: CP, health, tokens, cards, dice."""

from __future__ import annotations

import zlib
from collections import Counter as Tally
from collections.abc import Generator, Iterable
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from dtsim.dicethrone.heroes.model.hero import Ability, Card, Hero, Rule, Token, Upgrade
from dtsim.rng import below, draw, face, game_key
from tests.referee.scenes import Board

CP_CAP = 15  # DT-CP-1
CEILING = 60  # DT-HP-2
HAND_LIMIT = 6  # DT-DSC-1

# the agreement: what a random number is drawn for
FOR_START, FOR_DECK, FOR_OFFENSE, FOR_DEFENCE, FOR_DUEL, FOR_DISCARD, _, FIRST_ITEM = range(1, 9)


def purpose_of(name: str) -> int:
    return FIRST_ITEM + zlib.crc32(name.encode()) % 30000


@dataclass(frozen=True)
class Ask:
    """A question: what a player may answer, in words, and what each answer means."""

    who: int
    question: str
    options: tuple[tuple[str, Any], ...]


Asking = Generator[Ask, Any, Any]


class GameOver(Exception):
    """Raised where the game stops."""


@dataclass
class Pool:
    """Dice that lie together on the table; in a duel also those of the other player."""

    roller: Player
    faces: list[int]
    other: Player | None = None
    other_faces: list[int] = field(default_factory=list)
    is_attempt: bool = False  # the dice of an Offensive or Defensive Roll (DT-DIC-13)

    def halves(self) -> list[tuple[str, Player, list[int]]]:
        found = [("die", self.roller, self.faces)]
        if self.other is not None:
            found.append(("other die", self.other, self.other_faces))
        return found


@dataclass(eq=False)
class Source:
    """Damage on its way to one player (DT-FIN-13)."""

    kind: str  # "attack", "collateral", "defence", "card", "reflection", "phase", "burst", "recoil"
    by: Player
    to: Player
    type: str
    base: int
    added: int = 0
    less: int = 0  # taken off by tokens of the attacker
    guarded: int = 0  # prevented by the Defensive Ability
    prevented: int = 0
    halves: int = 0
    factors: list[float] = field(default_factory=list)
    dodged: bool = False
    passed_to: str = ""  # the companion that takes it
    part: int | None = None  # how much of it the companion takes; None: all
    subtotal: int = 0
    total: int = 0
    is_stolen: bool = False  # by a ruling: `by` heals by what is lost
    stolen: int = 0  # of the total
    beside: list[Source] = field(default_factory=list)  # what the same Attack deals further (DT-ABL-8)

    @property
    def is_avoidable(self) -> bool:
        return self.type != "ultimate"

    @property
    def is_modifiable(self) -> bool:
        return self.type in ("normal", "undefendable", "ultimate")

    def __str__(self) -> str:
        if self.kind == "reflection":
            return f"reflected dmg to player {self.to.seat}"
        return f"{self.base + self.added} dmg to player {self.to.seat}"


@dataclass(eq=False)
class Player:
    """One player; cards are numbers of a list, so that piles have an order to draw by."""

    seat: int
    hero: Hero
    cards: list[Card | Upgrade]
    deck: list[int]
    limits: dict[str, int]
    health: int = 50
    cp: int = 2
    hand: list[int] = field(default_factory=list)
    discard: list[int] = field(default_factory=list)
    installed: list[int] = field(default_factory=list)
    tokens: Tally[str] = field(default_factory=Tally)
    fresh: Tally[str] = field(default_factory=Tally)  # gained this turn
    landed: Tally[str] = field(default_factory=Tally)  # inflicted in this pass of the Roll Phase
    owners: dict[str, Player] = field(default_factory=dict)  # who put a token here
    levels: dict[str, int] = field(default_factory=dict)
    side: str = ""
    heal_pending: int = 0
    draws: int = 0
    rolls: Tally[int] = field(default_factory=Tally)

    def name_of(self, card: int) -> str:
        return self.cards[card].name

    def piles(self) -> tuple[list[int], ...]:
        return self.hand, self.deck, self.discard, self.installed

    def number_of(self, name: str) -> int:
        return next(number for number, card in enumerate(self.cards) if card.name == name)

    def abilities(self, *slots: str) -> list[tuple[Ability, int]]:
        """The abilities the board shows now, with their levels; those that upgrades add included."""
        shown: list[tuple[Ability, int]] = []
        for space in self.hero.abilities:
            if space.slot not in slots or (space.side and space.side != self.side):
                continue
            level = self.levels.get(space.name, 1)
            upgrade = next(
                (u for u in self.hero.upgrades if u.ability.name == space.name and u.ability.level == level),
                None,
            )
            shown.append((upgrade.ability if upgrade else space, level))
            if upgrade:
                shown += [(added, level) for added in upgrade.adds]
        return shown


class Table:
    """Two players, the random numbers of this game, and the list of what happened."""

    def __init__(
        self, heroes: Iterable[Hero], seed: int, turn_cap: int = 200, rulings: Iterable[str] = ()
    ) -> None:
        self.key = np.uint64(game_key(seed, 0))
        self.turn_cap = turn_cap
        self.rulings = frozenset(rulings)  # rules that are read the other way
        self.turn = 0
        self.active: Player | None = None
        self.events: list[dict[str, Any]] = []
        heroes = list(heroes)
        self.kinds: dict[str, Token] = {}
        for hero in heroes:
            for token in hero.tokens:
                self.kinds.setdefault(token.name, token)
        self.players = [self._seat(seat, hero) for seat, hero in enumerate(heroes)]
        self.winner: int | None = None
        self.result = "running"

    def _seat(self, seat: int, hero: Hero) -> Player:
        cards = [card for card in hero.cards for _ in range(card.copies)]
        upgrades = [upgrade for upgrade in hero.upgrades for _ in range(upgrade.copies)]
        own = {token.name for token in hero.tokens}
        limits = {
            name: token.limit_you if name in own else token.limit_others for name, token in self.kinds.items()
        }
        everything: list[Card | Upgrade] = [*cards, *upgrades]
        player = Player(seat, hero, everything, list(range(len(everything))), limits)
        player.side = hero.sides[0] if hero.sides else ""
        return player

    def lay_out(self, player: Player, board: Board) -> None:
        """The board of a scene instead of an opening hand and a hero's setup."""
        player.health, player.cp, player.side = board.health, board.cp, board.side
        player.tokens.update(board.tokens)
        player.owners = {token: self.other(player) for token in board.tokens}
        player.hand = [player.number_of(name) for name in board.hand]
        player.installed = [player.number_of(name) for name in board.upgrades]
        for card in player.installed:
            upgrade = player.cards[card]
            assert isinstance(upgrade, Upgrade)
            player.levels[upgrade.ability.name] = upgrade.ability.level
        player.deck = [card for card in player.deck if card not in (*player.hand, *player.installed)]

    def other(self, player: Player) -> Player:
        return self.players[1 - player.seat]

    # ------------------------------------------------------------ events and questions

    def log(self, event: str, player: Player | None = None, **details: Any) -> None:
        found: dict[str, Any] = {"event": event}
        if player is not None:
            found["player"] = player.seat
        self.events.append(found | details)

    def ask(self, who: Player, question: str, options: list[tuple[str, Any]]) -> Asking:
        """Questions with a single answer answer themselves."""
        if len(options) == 1:
            return options[0][1]
        return (yield Ask(who.seat, question, tuple(options)))

    # ------------------------------------------------------------ random numbers

    def moment(self, who: int) -> int:
        """The round, from 1 (0 for the opening), and whether it is the turn of the one who draws."""
        if self.active is None:
            return 0 if who == 0 else 1
        return (self.turn // 2 + 1) * 6 + (0 if self.active.seat == who else 1)

    def bits(self, who: int, purpose: int, index: int) -> Any:
        with np.errstate(over="ignore"):
            return np.uint64(draw(self.key, who, purpose, self.moment(who), index))

    def below(self, bits: Any, bound: int) -> int:
        with np.errstate(over="ignore"):
            return int(below(bits, bound))

    def cast(
        self, who: Player, purpose: int, label: str, index: int, faces: list[int], places: Iterable[int]
    ) -> None:
        """Throw the dice at these places; each place has a random digit of its own."""
        bits = self.bits(who.seat, purpose, index)
        thrown = sorted(places)
        with np.errstate(over="ignore"):
            for place in thrown:
                faces[place] = int(face(bits, place))
        self.log("dice", who, **{"for": label}, dice=list(faces), thrown=[place + 1 for place in thrown])

    def cast_for(
        self, who: Player, item: str, faces: list[int], places: Iterable[int], purpose: int = 0
    ) -> None:
        """Dice of a card, token or ability: numbered by the turn."""
        purpose = purpose or purpose_of(item)
        who.rolls[purpose & 15] += 1
        self.cast(who, purpose, item, who.rolls[purpose & 15], faces, places)

    # ------------------------------------------------------------ CP, health

    def gain_cp(self, who: Player, amount: int) -> None:
        after = max(0, min(CP_CAP, who.cp + amount))  # DT-CP-1
        if after != who.cp:
            self.log("cp", who, change=after - who.cp, now=after)
            who.cp = after

    def set_health(self, who: Player, health: int) -> None:
        health = max(0, min(CEILING, health))
        if health != who.health:
            self.log("health", who, change=health - who.health, now=health)
            who.health = health

    # ------------------------------------------------------------ cards

    def draw(self, who: Player, wanted: int) -> None:
        """Card by card; an empty deck first becomes the shuffled discard pile (DT-CRD-19)."""
        for _ in range(wanted):
            if not who.deck:
                if not who.discard:
                    return
                who.deck, who.discard = sorted(who.discard), []
                self.log("reshuffled", who, cards=len(who.deck))
            bits = self.bits(who.seat, FOR_DECK, who.draws)
            who.draws += 1
            card = sorted(who.deck)[self.below(bits, len(who.deck))]
            who.deck.remove(card)
            who.hand.append(card)
            self.log("drawn", who, card=who.name_of(card))

    def throw_away(self, who: Player, card: int) -> None:
        """A discarded card is not sold: no CP (DT-DSC-6)."""
        who.hand.remove(card)
        who.discard.append(card)
        self.log("discarded", who, card=who.name_of(card))

    def random_card(self, who: Player) -> int:
        bits = self.bits(who.seat, FOR_DISCARD, who.draws)
        who.draws += 1
        return sorted(who.hand)[self.below(bits, len(who.hand))]

    # ------------------------------------------------------------ tokens

    def lose(self, who: Player, token: str, amount: int) -> int:
        """Tokens leave; with the last one goes what depends on it."""
        lost = min(amount, who.tokens[token])
        if lost <= 0:
            return 0
        who.tokens[token] -= lost
        who.fresh[token] = min(who.fresh[token], who.tokens[token])
        self.log("tokens", who, token=token, change=-lost, now=who.tokens[token], by=who.seat)
        return lost

    def held(self, who: Player) -> list[Token]:
        return [kind for name, kind in self.kinds.items() if who.tokens[name] > 0]

    def is_status(self, token: str) -> bool:
        """Companions and markers are no status effects (DT-CMP-1)."""
        return self.kinds[token].kind in ("positive", "negative", "unique")

    def removable(self, who: Player, sign: str = "") -> list[str]:
        """Status effects that a card may take away (DT-STA-12, 14, 15)."""
        return [
            token.name
            for token in self.held(who)
            if self.is_status(token.name)
            and "remove" not in token.locked
            and (not sign or token.kind == sign)
        ]

    def forbidden(self, who: Player) -> set[str]:
        """What the tokens of a player forbid as long as they lie there."""
        return {
            action.thing.word  # type: ignore[union-attr]
            for token in self.held(who)
            for rule in token.rules
            if rule.moment == "always"
            for line in rule.text
            for option in line.options
            for action in option
        }

    # ------------------------------------------------------------ rules of tokens and boards

    def rules(self, holder: Player, moment: str) -> list[tuple[str, str, Rule]]:
        """Rules of this player at a moment: item, token (or nothing for a board), rule."""
        found: list[tuple[str, str, Rule]] = []
        for name, token in self.kinds.items():
            if token.kind == "companion":  # her rules are her hero's, however little is left of her
                mine = any(own.name == name for own in holder.hero.tokens)
            else:
                mine = holder.tokens[name] > 0
            if mine:
                found += [(name, name, rule) for rule in token.rules if rule.moment == moment]
        for ability, _ in self._spaces(holder):
            found += [
                (ability.name, "", rule)
                for rule in ability.rules
                if rule.moment == moment and (not rule.side or rule.side == holder.side)
            ]
        return found

    def _spaces(self, holder: Player) -> list[tuple[Ability, int]]:
        return holder.abilities("offensive", "ultimate", "defensive", "passive")

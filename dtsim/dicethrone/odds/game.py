"""Two players at the table, their rules, and what a text reads of the position: amounts and conditions."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from dtsim.dicethrone.heroes.model.amounts import (
    Amount,
    AtMost,
    Best,
    Counted,
    Every,
    Fixed,
    Half,
    Ladder,
    Lookup,
    Register,
    Sum,
    Times,
    UpTo,
)
from dtsim.dicethrone.heroes.model.hero import Ability, Group, Hero, Keyword, Limit, Rule, Token
from dtsim.dicethrone.heroes.model.lines import Condition, May, Spend, Text
from dtsim.dicethrone.heroes.model.needs import Faces, Show
from dtsim.dicethrone.heroes.model.things import Counter, Who, Word
from dtsim.dicethrone.odds.board import Board
from dtsim.dicethrone.odds.chance import Counts, best_dice, total
from dtsim.dicethrone.odds.position import ATTACKER, OPPONENT, Position
from dtsim.errors import DtsimError, Place

START_CP = 2
START_HEALTH = 50


class Frame(NamedTuple):
    """A text while it is being read: whose it is, which dice it looks at, what it has chosen and spent."""

    me: int
    item: str  # the ability, token or card of the text
    read: Position  # DT-ORP-15: resources are read as they were at the last `then`
    role: str = "ability"  # "ability", "defence" or "rule"
    home: int = ATTACKER  # whose hero file the text comes from
    dice: Counts = ()
    other: int = 0  # the total of the other player in a duel
    step: int = 0
    chosen: tuple[int, ...] = ()
    spent: int = 0
    taken: bool = False  # a line of the chain above was taken
    text: Text = ()
    at: int = -1  # the line being read
    late: Text = ()  # lines of the ability that wait for its damage

    @property
    def opponent(self) -> int:
        return 1 - self.me


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

    def forbidden(self, player: int, position: Position) -> frozenset[str]:
        """What tokens forbid this player: `actions`, `defence`, `dmg`, or an ability by its name."""
        found: set[str] = set()
        for holder, standing in self.standing("always", player, position):
            rule, frame = standing.rule, Frame(holder, standing.item, position, "rule", standing.home)
            if rule.condition is None or self.holds(rule.condition, frame, position):
                found |= {
                    action.thing.word
                    for line in rule.text
                    for action in line.options[0]
                    if action.verb == "forbid" and isinstance(action.thing, Word)
                }
        return frozenset(found)

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

    # ---------------------------------------------------------------- amounts

    def number(self, amount: Amount, player: int, frame: Frame, position: Position, place: Place) -> int:
        """The value of an amount for the player who acts; choices are made elsewhere."""

        def value(part: Amount) -> int:
            return self.number(part, player, frame, position, place)

        match amount:
            case Fixed(number):
                return number
            case Ladder(numbers):
                return numbers[min(frame.step, len(numbers) - 1)]
            case Times(number, counted):
                return number * self.count(counted, player, frame, frame.read, place)
            case Lookup(numbers, counted):
                found = self.count(counted, player, frame, frame.read, place)
                return numbers[min(found, len(numbers)) - 1] if found else 0
            case Sum(terms):
                return sum(map(value, terms))
            case AtMost(inner, most):
                return min(value(inner), most)
            case Best(n_dice):
                return best_dice(self.dice(frame, place), n_dice)
            case Half(Register() as register):
                return (value(register) + 1) // 2
            case Register("cp"):
                return frame.read.cp[player]
            case Register("the roll"):
                return total(self.dice(frame, place))
            case Register("incoming"):
                return position.attack.incoming()
            case Register("dmg dealt"):
                if position.dealt is None or frame.role == "defence":
                    raise self.refusal(frame, place, "the damage is not dealt yet")
                return position.dealt
            case Half() | Every() | UpTo() | Register():
                raise self.refusal(frame, place, f"'{_named(amount)}' is not a number here")

    def dice(self, frame: Frame, place: Place) -> Counts:
        """The dice a text looks at: its last roll, else the Final Dice Result."""
        if not frame.dice:
            raise self.refusal(frame, place, "there are no dice to look at")
        return frame.dice

    def count(self, counted: Counted, player: int, frame: Frame, position: Position, place: Place) -> int:
        """How many of the counted thing there are."""
        if counted.what == "faces" and counted.faces:
            return shown(counted.faces, self.dice(frame, place))
        if counted.what == "pair" and counted.faces:
            return shown(counted.faces, self.dice(frame, place)) // 2
        if counted.what == "counter" and counted.counter:
            return self.count_of(counted.counter, player, frame, position)
        if counted.what == "cp":
            return position.cp[player]
        if counted.what == "spent":
            return frame.spent
        if counted.what == "health":
            return START_HEALTH - (position.lost if player == OPPONENT else 0)
        if counted.what == "upgrade":
            return self._upgrades(player)
        raise self.refusal(frame, place, f"a fresh board does not tell the number of '{counted.what}'")

    def _upgrades(self, player: int) -> int:
        """Upgrades in play; an ability that an upgrade adds to its space is none of its own."""
        board = self.boards[player]
        if board is None:
            return 0
        spaces = {ability.name for ability in board.hero.abilities}
        return sum(ability.level > 1 and ability.name in spaces for ability in board.abilities)

    def count_of(self, counter: Counter, player: int, frame: Frame, position: Position) -> int:
        """Tokens of a name; those of this turn are new, nothing on a fresh board is old but the setup."""
        names = self.members(frame.home, counter.name)
        held = {name: position.held(player, name) for name in names}
        if not counter.age:
            return sum(held.values())
        old = {name: min(number, frame.read.start_count(player, name)) for name, number in held.items()}
        return sum(old.values()) if counter.age == "old" else sum(held.values()) - sum(old.values())

    # ---------------------------------------------------------------- conditions

    def holds(self, condition: Condition, frame: Frame, position: Position) -> bool:
        """Is the condition true now?"""
        return self._asks(condition, frame, position) != condition.negated

    def _asks(self, asked: Condition, frame: Frame, position: Position) -> bool:
        match asked.about:
            case "has":
                assert asked.counted is not None
                player = self._person(asked.who, frame, position, asked.place)
                return _enough(self.count(asked.counted, player, frame, position, asked.place), asked)
            case "dmg_is":
                return _enough(position.attack.incoming(), asked)
            case "dmg_was":
                return self._damage_was(asked, frame, position) >= asked.least
            case "was_spent":
                return frame.spent >= asked.least
            case "roll_is":
                return _enough(total(self.dice(frame, asked.place)), asked)
            case "roll_is_greater":
                return total(self.dice(frame, asked.place)) > frame.other
            case "roll_is_not_less":
                return total(self.dice(frame, asked.place)) >= frame.other
            case "attack_is":
                return self._attack_is(asked.word, frame, position)
            case "attack_made" | "you_are_attacked" | "you_are_attacking":
                who = {"attack_made": None, "you_are_attacked": OPPONENT, "you_are_attacking": ATTACKER}
                return position.attack.is_attack() and who[asked.about] in (None, frame.me)
            case "you_are_start_player":
                return frame.me == ATTACKER
            case "side_is":
                return position.sides[frame.home] == asked.word
            case "phase_is":
                return asked.word == ("defensive" if frame.role == "defence" else "offensive")
            case "health_is":
                return _enough(START_HEALTH - (position.lost if frame.me == OPPONENT else 0), asked)
            case "ability_needs":
                return self._ability_needs(asked.word, position)
        raise self.refusal(
            frame, asked.place, f"a fresh board does not answer '{asked.about.replace('_', ' ')}'"
        )

    def _damage_was(self, asked: Condition, frame: Frame, position: Position) -> int:
        attack = position.attack
        if asked.word == "added":
            return attack.grown + attack.added
        if asked.word == "prevented":
            return attack.prevented + attack.parried
        if position.dealt is None or frame.role == "defence":
            raise self.refusal(frame, asked.place, "the damage is not dealt yet")
        return position.dealt

    def _attack_is(self, word: str, frame: Frame, position: Position) -> bool:
        if word == "ultimate":
            return self.is_ultimate(position)
        if word == "defended":
            return frame.role == "defence" or (position.attack.is_defendable() and not position.undefended)
        types = {kind for kind, amount in position.attack.types() if amount}
        return word in types and not (word == "normal" and self.is_ultimate(position))

    def is_ultimate(self, position: Position) -> bool:
        """Has an Ultimate been activated?"""
        ability = self.ability(ATTACKER, position.ability)
        return ability is not None and ability.slot == "ultimate"

    def _ability_needs(self, word: str, position: Position) -> bool:
        ability = self.ability(ATTACKER, position.ability)
        parts = [part for need in ability.needs for part in need.parts] if ability else []
        return any(isinstance(part, Show) and part.faces.word == word for part in parts)

    def _person(self, who: Who | None, frame: Frame, position: Position, place: Place) -> int:
        people = self.people(who, frame, position, place)
        if len(people) != 1:
            raise self.refusal(frame, place, "the condition is about several players")
        return people[0]

    def people(self, who: Who | None, frame: Frame, position: Position, place: Place) -> tuple[int, ...]:
        """The players a text names, where nobody has to choose: in a duel there is one opponent, no ally."""
        word = who.word if who else "you"
        match word:
            case "you" | "chosen ally" | "all allies":
                return (frame.me,)
            case "opponent" | "chosen opponent" | "all opponents":
                return (frame.opponent,)
            case "attacker":
                return (ATTACKER,)
            case "defender":
                return (OPPONENT,)
            case "owner":
                return (frame.home,)
            case "everyone":
                return (ATTACKER, OPPONENT)
            case "them":
                return frame.chosen
            case "holder" if who and who.counter:
                name = who.counter.name
                return tuple(player for player in (0, 1) if position.held(player, name))
        raise self.refusal(frame, place, f"'{word}' has to be chosen here")


def shown(faces: Faces, dice: Counts) -> int:
    """How many dice show one of the faces."""
    return sum(dice[face - 1] for face in faces.faces)


def _enough(found: int, asked: Condition) -> bool:
    return found == asked.least if asked.exact else found >= asked.least


def _named(amount: Amount) -> str:
    names = {Every: "all", UpTo: "up to", Half: "half"}
    return names.get(type(amount), getattr(amount, "name", "amount"))

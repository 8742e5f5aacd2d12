"""Heroes become a Program: read-only integers of one shape for all heroes, so that numba compiles once."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from dtsim.dicethrone.heroes.model.amounts import Every, Half
from dtsim.dicethrone.heroes.model.hero import Ability, Card, Hero, Limit, Rule, Token, Upgrade
from dtsim.dicethrone.heroes.model.lines import Action, If, Line, May, On, Spend, Text
from dtsim.dicethrone.heroes.model.things import Counter, Damage, ThisToken, Word
from dtsim.dicethrone.heroes.words import MOMENTS, OPTIONAL_MOMENTS
from dtsim.dicethrone.program import layout as L
from dtsim.dicethrone.program.builder import Builder, CannotPlay, faces_mask
from dtsim.dicethrone.program.playable import (
    check_groups,
    check_keyword,
    check_played,
    check_rule,
    check_text,
)
from dtsim.dicethrone.program.requirements import requirements
from dtsim.dicethrone.program.stages import stages
from dtsim.dicethrone.program.texts import Reading, compile_lines, compile_text
from dtsim.dicethrone.program.worth import worth

_KINDS = {
    "positive": L.POSITIVE_TOKEN,
    "negative": L.NEGATIVE_TOKEN,
    "unique": L.UNIQUE_TOKEN,
    "companion": L.COMPANION,
    "marker": L.MARKER,
}
_WHOSE = {"you": L.YOURS, "opponent": L.OPPONENTS, "anyone": L.ANYONES, "others": L.OTHERS}
_PURPOSES = {L.FOR_OFFENSE: "offense", L.FOR_DEFENCE: "defence", L.FOR_DUEL: "duel"}
_CARD_NEEDS = {
    L.CARDS_DICE: L.CHANGES_DICE,
    L.CARDS_ON_DICE: L.NEEDS_YOUR_DICE | L.NEEDS_OPPONENT_DICE | L.NEEDS_DICE | L.NEEDS_ATTEMPT,
    L.CARDS_ON_ATTACK: L.NEEDS_ATTACK,
    L.CARDS_ON_DAMAGE: L.NEEDS_DAMAGE | L.NEEDS_YOUR_DAMAGE,
    L.CARDS_ON_STATUS: L.NEEDS_STATUS | L.NEEDS_YOUR_STATUS | L.NEEDS_TRANSFER,
}
_NOT_YET = ("reroll", "inflicted", "gained")
# moments at which a card is played or a token spent: windows open for them
_WINDOWS = (
    *OPTIONAL_MOMENTS,
    "offensive roll phase ends",
    "attacking",
    "attacked",
    "damaged",
    "roll phase ends",
)


@dataclass(frozen=True, slots=True)
class Names:
    """What the numbers of a program are called: for the journal and for people who build scenes."""

    heroes: tuple[str, ...]
    counters: tuple[str, ...]
    cards: tuple[tuple[str, ...], ...]  # of each player, by slot
    spaces: tuple[tuple[str, ...], ...]
    sides: tuple[tuple[str, ...], ...]
    dice: tuple[tuple[str, ...], ...]
    items: dict[int, str]  # by place: abilities, cards, rules
    levels: dict[int, int]  # of abilities and of the rules of a board, by place
    steps: dict[int, tuple[str, ...]]  # of abilities: what each step of a ladder needs
    verbs: dict[int, str]  # of rules: what they do first
    purposes: dict[int, str]  # what dice are cast for
    moments: dict[int, str]  # of rules: when they happen, in the word of the file


@dataclass(frozen=True, slots=True)
class Program:
    """The heroes of a game as integers, and the record that every game of theirs starts from."""

    heroes: tuple[Hero, ...]
    table: NDArray[np.int16]
    start: NDArray[np.int64]
    names: Names


def compile_heroes(
    heroes: Sequence[Hero], *, rulings: int = 0, turn_cap: int = 200, start: int | None = None
) -> Program:
    """The program of a game between these heroes, in the order of their seats; `start`: who begins."""
    if len(heroes) > 4:  # DT-BIG-1
        raise CannotPlay(f"{len(heroes)} players: the variant rules for more than four are not known")
    if len(heroes) != 2:
        raise CannotPlay(f"the engine plays duels of two heroes, not games of {len(heroes)}")
    for hero in heroes:
        if not hero.complete:
            raise CannotPlay(f"{hero.name} is marked incomplete: its odds can be asked for, it cannot play")
    return _Compiler(heroes, rulings, turn_cap, -1 if start is None else start).program()


def purpose_of(name: str) -> int:
    """The number under which the dice of a card, token or ability are drawn: the same in every game."""
    return L.FIRST_ITEM_PURPOSE + zlib.crc32(name.encode()) % 30000


@dataclass
class _Compiler:
    heroes: Sequence[Hero]
    rulings: int
    turn_cap: int
    start: int
    items: dict[int, str] = field(default_factory=dict)
    levels: dict[int, int] = field(default_factory=dict)
    steps: dict[int, tuple[str, ...]] = field(default_factory=dict)
    verbs: dict[int, str] = field(default_factory=dict)
    moments: dict[int, str] = field(default_factory=dict)
    by_moment: dict[int, list[int]] = field(default_factory=dict)
    uses: dict[str, int] = field(default_factory=lambda: {"turn": 0, "game": 0})

    def program(self) -> Program:
        self.tokens = _tokens(self.heroes)
        self.builder = Builder([token.name for token in self.tokens])
        self.record = np.zeros(L.GAME_SIZE, dtype=np.int64)
        self._compile_counters()
        cards = [self._compile_hero(player, hero) for player, hero in enumerate(self.heroes)]
        words = self.builder.words
        for moment in range(L.N_MOMENTS):
            words[L.P_MOMENTS + moment] = self.builder.listed(self.by_moment.get(moment, []))
        table = np.array(words, dtype=np.int16)
        self._start()
        table.setflags(write=False)
        self.record.setflags(write=False)
        names = Names(
            tuple(hero.name for hero in self.heroes),
            tuple(token.name for token in self.tokens),
            tuple(tuple(names) for names in cards),
            tuple(tuple(ability.name for ability in hero.abilities) for hero in self.heroes),
            tuple(hero.sides for hero in self.heroes),
            tuple(hero.dice for hero in self.heroes),
            self.items,
            self.levels,
            self.steps,
            self.verbs,
            {**_PURPOSES, **{purpose_of(name): name for name in self.items.values()}},
            self.moments,
        )
        return Program(tuple(self.heroes), table, self.record, names)

    # ------------------------------------------------------------ counters and their rules

    def _compile_counters(self) -> None:
        records: list[int] = []
        for token in self.tokens:
            bringers = sum(
                1 << player
                for player, hero in enumerate(self.heroes)
                if any(own.name == token.name for own in hero.tokens)
            )
            records += [_KINDS[token.kind], bringers]
        self.builder.words[L.P_COUNTERS] = self.builder.add(records)
        self.builder.words[L.P_N_COUNTERS] = len(self.tokens)
        for index, token in enumerate(self.tokens):
            self._mark(index, token)
            players = [
                player
                for player, hero in enumerate(self.heroes)
                if any(own.name == token.name for own in hero.tokens)
            ]
            reading = self._reading(self.heroes[players[0]])
            shared = self._use_slot(token.limit)
            for rule in token.rules:
                rule_limit = rule.limit or token.limit
                slot = shared if rule.limit is None else self._use_slot(rule.limit)
                for owner in players if token.kind == "companion" else [-1]:
                    self._compile_rule(
                        token.name,
                        rule,
                        reading,
                        counter=index,
                        hero=owner,
                        times=rule_limit.times if rule_limit else 0,
                        slot=slot,
                    )

    def _mark(self, index: int, token: Token) -> None:
        bit = 1 << index
        if token.kind in ("positive", "negative", "unique"):
            self.record[L.STATUS] |= bit
        if token.kind == "positive":
            self.record[L.POSITIVE] |= bit
        if token.kind == "negative":
            self.record[L.NEGATIVE] |= bit
        if "remove" in token.locked:
            self.record[L.UNREMOVABLE] |= bit
        if "transfer" in token.locked:
            self.record[L.UNMOVABLE] |= bit
        for rule in token.rules:
            if rule.moment == "always":
                self.record[L.ALWAYS_HELD] |= bit

    def _use_slot(self, limit: Limit | None) -> int:
        """Where uses are counted: by the turn, or behind those by the game."""
        if limit is None:
            return -1
        slot = self.uses[limit.per]
        self.uses[limit.per] += 1
        if slot >= L.MAX_USES:
            raise CannotPlay("these heroes together have too many rules with a limit of uses")
        return slot + (L.USES_OF_GAME - L.USES if limit.per == "game" else 0)

    # ------------------------------------------------------------ rules

    def _compile_rule(
        self,
        name: str,
        rule: Rule,
        reading: Reading,
        *,
        counter: int = -1,
        hero: int = -1,
        space: int = -1,
        level: int = 0,
        side: str = "",
        conditions: tuple[object, ...] = (),
        times: int = 0,
        slot: int = -1,
    ) -> None:
        if rule.moment in _NOT_YET:
            raise CannotPlay(f"{name}: the engine does not know the moment {rule.moment!r} yet")
        chosen = rule.moment in OPTIONAL_MOMENTS and not rule.spend
        if rule.spend and rule.moment not in _WINDOWS:
            raise CannotPlay(f"{name}: the engine has no window for spending at {rule.moment!r} yet")
        if not rule.spend and (rule.moment == "damaged" or (chosen and hero < 0)):
            raise CannotPlay(f"{name}: the engine cannot let a token act at {rule.moment!r} yet")
        check_rule(name, rule, token=counter >= 0, limited=times > 0)
        self._check_text(name, rule.text, reading, rule.moment, token=counter >= 0)
        if rule.spend or chosen:
            check_played(name, rule.text)
        needs = requirements(rule.text, chosen=chosen)
        of = purpose_of(rule.of) if rule.of else -1
        sides = reading.sides
        place_side = sides.index(rule.side or side) if rule.side or side else -1
        condition = self.builder.conditions((rule.condition, *conditions), sides, reading.dice)  # type: ignore[arg-type]
        for moment, role, text in _parts_of_rule(rule, needs):
            place = self.builder.add(
                [
                    moment, int(rule.spend), counter, hero, space, level, place_side, _WHOSE[rule.whose], of,
                    condition, _forbidden(text) if moment == L.ALWAYS else compile_text(text, reading), needs,
                    times, slot, purpose_of(name), role,
                ]
            )  # fmt: skip
            self.items[place] = name
            self.verbs[place] = next((action.verb for action in _actions(text)), "")
            self.moments[place] = rule.moment
            if space >= 0:
                self.levels[place] = level
            self.by_moment.setdefault(moment, []).append(place)
            if counter >= 0:
                self.record[(L.SPENDABLE if rule.spend else L.AUTOMATIC) + moment] |= 1 << counter
            if rule.spend:
                self.record[L.SPEND_MOMENTS] |= 1 << moment
                self.record[L.ANY_SPENDABLE] |= 1 << counter
            if hero >= 0:
                self.record[L.BOARD_RULES + moment] |= 1 << hero
                if rule.moment in OPTIONAL_MOMENTS and not rule.spend:
                    self.record[L.PASSIVES] |= 1 << hero

    def _reading(self, hero: Hero, ultimate: bool = False) -> Reading:
        keywords = {word.name: word.text for word in hero.keywords}
        return Reading(self.builder, hero.sides, hero.dice, keywords, ultimate, self.rulings)

    def _check_text(
        self,
        name: str,
        text: Text,
        reading: Reading,
        moment: str = "",
        *,
        token: bool = False,
        offense: bool = False,
    ) -> None:
        """The text itself, and those of the keywords it activates."""
        check_text(name, text, moment, token=token, offense=offense)
        for action in _actions(text):
            if action.verb == "activate" and isinstance(action.thing, Word):
                self._check_text(
                    name, reading.keywords.get(action.thing.word, ()), reading, moment, token=token
                )

    # ------------------------------------------------------------ heroes

    def _compile_hero(self, player: int, hero: Hero) -> list[str]:
        check_groups(hero.groups)
        for keyword in hero.keywords:
            check_keyword(keyword)
        if len(hero.abilities) > L.MAX_SPACES:
            raise CannotPlay(f"{hero.name} has more than {L.MAX_SPACES} spaces on the board")
        offenses, defences = [], []
        for space, ability in enumerate(hero.abilities):
            place = self._compile_space(player, hero, space, ability)
            if ability.slot in ("offensive", "ultimate"):
                offenses.append(place)
            if ability.slot == "defensive":
                defences.append(place)
        cards, names = self._compile_cards(player, hero)
        self.builder.words[L.P_HEROES + player] = self.builder.add(
            [self.builder.listed(defences), self.builder.listed(offenses), cards, len(names), 0]
        )
        return names

    def _compile_space(self, player: int, hero: Hero, space: int, ability: Ability) -> int:
        levels = [self.builder.listed([])]
        upgrades = {
            upgrade.ability.level: upgrade
            for upgrade in hero.upgrades
            if upgrade.ability.name == ability.name
        }
        shown: list[Ability] = [ability]
        added: tuple[Ability, ...] = ()
        for level in (1, 2, 3):
            if level in upgrades:
                shown, added = [upgrades[level].ability], upgrades[level].adds
            if level == 1 or level in upgrades:
                places = [self._compile_ability(player, hero, space, one, level) for one in (*shown, *added)]
            levels.append(self.builder.listed(places))
        return self.builder.add([space, *levels])

    def _compile_ability(self, player: int, hero: Hero, space: int, ability: Ability, level: int) -> int:
        reading = self._reading(hero, ability.slot == "ultimate")
        is_offense = ability.slot in ("offensive", "ultimate")
        self._check_text(ability.name, ability.text, reading, offense=is_offense)
        if is_offense:
            staged = stages(ability.text, self.rulings).values()
            parts = [compile_lines(lines, reading) for lines in staged]
        else:
            parts = [compile_text(ability.text, reading), 0, 0, 0, 0, 0]
        steps = [self.builder.needs((need,)) for need in ability.needs]
        symbols = faces_mask(
            {
                face
                for need in ability.needs
                for part in need.parts
                for face in getattr(getattr(part, "faces", None), "faces", ())
            }
        )
        worths = [worth(ability, step) for step in range(len(steps))]
        duels = any(action.verb == "duel" for action in _actions(ability.text))
        place = self.builder.add(
            [
                space, int(ability.slot == "ultimate"),
                hero.sides.index(ability.side) if ability.side else -1,
                self.builder.conditions((ability.condition,), hero.sides, hero.dice),
                self.builder.listed(steps), *parts,
                self.builder.amount(ability.dice) if ability.dice is not None else 0, int(duels),
                purpose_of(ability.name), symbols, self.builder.listed(worths),
                self.builder.results(ability.needs),
            ]
        )  # fmt: skip
        self.items[place] = ability.name
        self.levels[place] = level
        many = len(ability.needs) > 1
        self.steps[place] = tuple(f" ({need})" if many else "" for need in ability.needs)
        slot = self._use_slot(ability.limit)
        for rule in ability.rules:
            limit = rule.limit or ability.limit
            self._compile_rule(
                ability.name, rule, reading, hero=player, space=space, level=level, side=ability.side,
                conditions=() if is_offense else (ability.condition,), times=limit.times if limit else 0,
                slot=slot if rule.limit is None else self._use_slot(rule.limit),
            )  # fmt: skip
        return place

    # ------------------------------------------------------------ cards

    def _compile_cards(self, player: int, hero: Hero) -> tuple[int, list[str]]:
        reading = self._reading(hero)
        records: list[tuple[str, list[int]]] = []
        for card in hero.cards:
            if card.copies:
                records += [(card.name, self._card(card, hero, reading))] * card.copies
        for upgrade in hero.upgrades:
            records += [(upgrade.name, self._upgrade(upgrade, hero))] * upgrade.copies
        if len(records) > 62:
            raise CannotPlay(f"{hero.name} has more than 62 cards")
        first = self.builder.add([word for _, record in records for word in record])
        base = L.PLAYERS + player * L.PLAYER_SIZE
        for slot, (name, record) in enumerate(records):
            self.items[first + slot * L.K_SIZE] = name
            bit = 1 << slot
            self.record[base + _card_set(record[L.K_PLAY])] |= bit
            for place, needs in _CARD_NEEDS.items():
                if record[L.K_REQUIRES] & needs:
                    self.record[base + place] |= bit
            if _card_set(record[L.K_PLAY]) == L.CARDS_LATE:
                self.record[L.LATE_MOMENTS] |= 1 << record[L.K_PLAY]
            for cp in range(16):
                if record[L.K_COST] <= cp:
                    self.record[base + L.AFFORDABLE + cp] |= bit
        self.record[base + L.DECK] = (1 << len(records)) - 1
        return first, [name for name, _ in records]

    def _card(self, card: Card, hero: Hero, reading: Reading) -> list[int]:
        if card.play not in _WINDOWS:
            raise CannotPlay(f"{card.name}: the engine has no window for playing it at {card.play!r} yet")
        self._check_text(card.name, card.text, reading, card.play)
        check_played(card.name, card.text)
        return [
            MOMENTS.index(card.play), card.cost, compile_text(card.text, reading),
            self.builder.conditions((card.condition,), hero.sides, hero.dice),
            requirements(card.text, attack_modifier=card.attack_modifier), int(card.attack_modifier),
            hero.sides.index(card.side) if card.side else -1, -1, 0, purpose_of(card.name),
        ]  # fmt: skip

    def _upgrade(self, upgrade: Upgrade, hero: Hero) -> list[int]:
        space = next(
            index for index, ability in enumerate(hero.abilities) if ability.name == upgrade.ability.name
        )
        level = upgrade.ability.level
        return [L.UPGRADE, upgrade.cost, 0, 0, 0, 0, -1, space, level, purpose_of(upgrade.name)]

    # ------------------------------------------------------------ the record that games start from

    def _start(self) -> None:
        record = self.record
        record[L.N_PLAYERS] = len(self.heroes)
        record[L.RULINGS] = self.rulings
        record[L.N_COUNTERS] = len(self.tokens)
        record[L.TURN_CAP] = self.turn_cap
        record[L.ASKED] = record[L.ANSWER] = record[L.ATTACK] = record[L.LOCKED_BY] = record[L.EXTRA] = -1
        record[L.WINNER] = -1
        record[L.START_PLAYER] = self.start
        record[L.DEPTH] = -1
        for player, hero in enumerate(self.heroes):
            base = L.PLAYERS + player * L.PLAYER_SIZE
            own = {token.name for token in hero.tokens if not token.common}
            record[base + L.HEALTH] = L.STARTING_HEALTH
            record[base + L.CEILING] = L.STARTING_HEALTH + L.HEALING_ABOVE_START
            record[base + L.CP] = L.STARTING_CP
            record[base + L.TEAM] = player
            record[base + L.HERO] = player
            record[base + L.HEEDS : base + L.HEEDS_SALES + 1] = -1  # everything
            for space in range(L.MAX_SPACES):
                record[base + L.LEVEL + space] = 1
            for index, token in enumerate(self.tokens):
                brings = token.name in own or (
                    token.common and any(t.name == token.name for t in hero.tokens)
                )
                record[base + L.LIMIT + index] = token.limit_you if brings else token.limit_others


def _tokens(heroes: Sequence[Hero]) -> list[Token]:
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


def _card_set(play: int) -> int:
    sets = {
        L.MAIN_PHASE: L.CARDS_MAIN,
        L.ROLL_PHASE: L.CARDS_ROLL,
        L.INSTANT: L.CARDS_INSTANT,
        L.ANY_TIME: L.CARDS_INSTANT,
        L.UPGRADE: L.CARDS_UPGRADE,
    }
    return sets.get(play, L.CARDS_LATE)


def _actions(text: Text) -> Iterable[Action]:
    return (action for line in text for option in line.options for action in option)


def _forbidden(text: Text) -> int:
    """What a standing rule forbids, as bits."""
    words = {"actions": 1, "card": 2, "cards": 2, "defence": 4, "dmg": 8}
    found = 0
    for action in _actions(text):
        word = action.thing.word if isinstance(action.thing, Word) else ""
        if action.verb != "forbid" or word not in words:
            raise CannotPlay(f"the engine cannot forbid {word or 'this'!r} yet")
        found |= words[word]
    return found


def _parts_of_rule(rule: Rule, needs: int) -> list[tuple[int, int, Text]]:
    """The moments at which a rule really happens, with the part of its text that does."""
    moment = MOMENTS.index(rule.moment)
    if rule.spend:
        return [(moment, 0, rule.text)]
    verbs = {action.verb for action in _actions(rule.text)}
    if moment == L.ROLL_PHASE_ENDS:
        if "repeat" in verbs:
            return [(L.EXTRA_PASS, 0, rule.text)]
        if any(_asks_for_no_attack(line) for line in rule.text):
            return [(L.NO_ATTACK, 0, rule.text)]
    if moment == L.ACTIVATING and any(_skips_the_ability(action) for action in _actions(rule.text)):
        return [(L.RESISTING, 0, rule.text)]
    if moment in (L.ATTACKING, L.ATTACKED):
        now, later = _split(rule.text)
        parts = [(moment, moment, now), (L.SETTLING, moment, later)]
        return [part for part in parts if part[2]]
    return [(moment, 0, rule.text)]


def _split(text: Text) -> tuple[Text, Text]:
    """What happens when the Attack arrives, and the plus and minus counted with the damage (DT-TOK-7)."""
    if any(
        len(line.options) > 1 or any(isinstance(guard, May | Spend | On) for guard in line.guards)
        for line in text
    ) or any(action.verb in ("roll", "duel") or _uses_up(action) for action in _actions(text)):
        return text, ()
    now = tuple(_keep(line, lambda action: not _is_counted(action)) for line in text)
    later = tuple(_keep(line, lambda action: _is_counted(action) or _is_total(action)) for line in text)
    return _if_it_acts(now), _if_it_acts(later)


def _uses_up(action: Action) -> bool:
    """The token goes with what it does: nothing would be left to count later."""
    return action.thing == ThisToken() or (action.verb == "remove" and isinstance(action.thing, Counter))


def _keep(line: Line, wanted: Callable[[Action], bool]) -> Line:
    return replace(line, options=(tuple(action for action in line.options[0] if wanted(action)),))


def _if_it_acts(text: Text) -> Text:
    return text if any(line.options[0] for line in text) else ()


def _is_counted(action: Action) -> bool:
    if action.verb not in ("add", "prevent") or not isinstance(action.thing, Damage):
        return False
    return not isinstance(action.amount, Every | Half)


def _is_total(action: Action) -> bool:
    """Damage that is not received at all: also if the token comes only after the Attack has arrived."""
    return action.verb == "prevent" and isinstance(action.thing, Damage) and isinstance(action.amount, Every)


def _asks_for_no_attack(line: Line) -> bool:
    return any(
        isinstance(guard, If) and guard.condition.about == "attack_made" and guard.condition.negated
        for guard in line.guards
    )


def _skips_the_ability(action: Action) -> bool:
    return action.verb == "skip" and action.thing == Word("the ability")

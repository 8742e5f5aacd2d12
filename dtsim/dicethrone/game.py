"""One game, step by step: for tests, notebooks and other people's agents.

game = Game("gunslinger", "barbarian", seed=1)
while not game.is_over:
    game.take(game.options[0])
game.result, game.events
"""

from __future__ import annotations

import copy
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dtsim.bare import table_of
from dtsim.dicethrone.engine import doors as engine
from dtsim.dicethrone.engine.steps import NAMES as STEPS
from dtsim.dicethrone.engine.steps import U1
from dtsim.dicethrone.heroes.library import load_hero
from dtsim.dicethrone.heroes.model.hero import Hero
from dtsim.dicethrone.labels import QUESTIONS, RESULTS, event, option_label
from dtsim.dicethrone.program import layout as L
from dtsim.dicethrone.program.compiler import compile_heroes
from dtsim.dicethrone.program.program import Program
from dtsim.dicethrone.program.rulings import ruling_bits
from dtsim.errors import DtsimError, unknown
from dtsim.rng import game_key

MAX_EVENTS = 20_000


@dataclass(frozen=True, slots=True)
class Option:
    """Something the player who is asked may do."""

    text: str
    code: int

    def __str__(self) -> str:
        return self.text


class Player:
    """What lies before one player: read it, or set a scene."""

    def __init__(self, game: Game, seat: int) -> None:
        self._game = game
        self._seat = seat
        self._base = L.PLAYERS + seat * L.PLAYER_SIZE

    def _get(self, place: int) -> int:
        return int(self._game.record[self._base + place])

    @property
    def hero(self) -> str:
        return self._game.program.names.heroes[self._seat]

    @property
    def health(self) -> int:
        return self._get(L.HEALTH)

    @property
    def cp(self) -> int:
        return self._get(L.CP)

    @property
    def side(self) -> str:
        sides = self._game.program.names.sides[self._seat]
        return sides[self._get(L.SIDE)] if sides else ""

    @property
    def hand(self) -> list[str]:
        return self._cards(L.HAND)

    @property
    def deck(self) -> list[str]:
        return self._cards(L.DECK)

    @property
    def discard(self) -> list[str]:
        return self._cards(L.DISCARD)

    @property
    def installed(self) -> list[str]:
        return self._cards(L.INSTALLED)

    @property
    def tokens(self) -> dict[str, int]:
        """Counters this player has, by name."""
        names = self._game.program.names.counters
        held = {name: self._get(L.COUNT + index) for index, name in enumerate(names)}
        return {name: count for name, count in held.items() if count}

    @property
    def limits(self) -> dict[str, int]:
        names = self._game.program.names.counters
        return {name: self._get(L.LIMIT + index) for index, name in enumerate(names)}

    @property
    def levels(self) -> dict[str, int]:
        names = self._game.program.names.spaces[self._seat]
        return {name: self._get(L.LEVEL + index) for index, name in enumerate(names)}

    def _cards(self, place: int) -> list[str]:
        members = self._get(place)
        names = self._game.program.names.cards[self._seat]
        return [name for slot, name in enumerate(names) if (members >> slot) & 1]

    # ------------------------------------------------------------ scenes

    def set(
        self,
        *,
        health: int | None = None,
        cp: int | None = None,
        side: str | None = None,
        tokens: Mapping[str, int] | None = None,
        hand: Iterable[str] | None = None,
        deck: Iterable[str] | None = None,
        discard: Iterable[str] | None = None,
        upgrades: Iterable[str] = (),
    ) -> Player:
        """Change what lies before this player; cards named nowhere stay where they are, or go to the deck."""
        record, base, names = self._game.record, self._base, self._game.program.names
        if health is not None:
            record[base + L.HEALTH] = health
        if cp is not None:
            record[base + L.CP] = cp
        if side is not None:
            record[base + L.SIDE] = _index(names.sides[self._seat], side, "side")
        for name, count in (tokens or {}).items():
            self._set_token(name, count)
        for name in upgrades:
            self._install(name)
        for place, cards in ((L.HAND, hand), (L.DISCARD, discard), (L.DECK, deck)):
            if cards is not None:
                self._place(place, list(cards))
        return self

    def _set_token(self, name: str, count: int) -> None:
        record = self._game.record
        index = _index(self._game.program.names.counters, name, "token")
        record[self._base + L.COUNT + index] = count
        record[self._base + L.OWNER + index] = (self._seat + 1) % 2
        held = int(record[self._base + L.HELD])
        record[self._base + L.HELD] = held | 1 << index if count else held & ~(1 << index)

    def _install(self, name: str) -> None:
        slot = _index(self._game.program.names.cards[self._seat], name, "card")
        self._move(slot, L.INSTALLED)
        table, record = self._game.program.table, self._game.record
        card = int(table[table[L.P_HEROES + self._seat] + L.H_CARDS]) + slot * L.K_SIZE
        record[self._base + L.LEVEL + int(table[card + L.K_SPACE])] = table[card + L.K_LEVEL]

    def _place(self, place: int, cards: list[str]) -> None:
        """These cards lie here and no others; what lay here before goes to the discard pile (or the deck)."""
        record, names = self._game.record, self._game.program.names.cards[self._seat]
        elsewhere = L.DISCARD if place == L.DECK else L.DECK
        for slot in range(len(names)):
            if (int(record[self._base + place]) >> slot) & 1:
                self._move(slot, elsewhere)
        taken: set[int] = set()
        for name in cards:
            slots = [slot for slot, known in enumerate(names) if known == name and slot not in taken]
            if not slots:
                raise DtsimError(unknown("card", name, names))
            taken.add(slots[0])
            self._move(slots[0], place)

    def _move(self, slot: int, place: int) -> None:
        record = self._game.record
        for pile in (L.HAND, L.DECK, L.DISCARD, L.INSTALLED, L.RESOLVING):
            record[self._base + pile] &= ~(1 << slot)
        record[self._base + place] |= 1 << slot


def _index(names: Sequence[str], name: str, what: str) -> int:
    if name not in names:
        raise DtsimError(unknown(what, name, names))
    return names.index(name)


class Game:
    """A game between heroes, stopped wherever a player must decide."""

    def __init__(
        self,
        *heroes: str | Path | Hero,
        seed: int = 0,
        game: int = 0,
        start: int | None = None,
        rulings: Iterable[str] = (),
        turn_cap: int = 200,
        scene: bool = False,
        program: Program | None = None,
    ) -> None:
        """`scene`: stop before the first turn with empty hands, to set a position and call `begin`."""
        loaded = [hero if isinstance(hero, Hero) else load_hero(hero) for hero in heroes]
        self.program = program or compile_heroes(loaded, rulings=ruling_bits(rulings), turn_cap=turn_cap)
        self._table = table_of(self.program.table)
        self.record = np.zeros(L.GAME_SIZE, dtype=np.int64)
        self._journal = np.zeros((MAX_EVENTS, L.EVENT), dtype=np.int64)
        self._options = np.zeros(L.MAX_OPTIONS, dtype=np.int64)
        self._count = 0
        opening = self.program.start.copy()
        opening[L.LOGGING] = MAX_EVENTS
        if start is not None:
            opening[L.START_PLAYER] = start
        key = np.uint64(game_key(np.int64(seed), game))
        engine.begin(self.record, self._table, opening, key, self._journal.reshape(-1))
        self.players = tuple(Player(self, seat) for seat in range(len(self.program.heroes)))
        if scene:
            for player in self.players:
                player.set(hand=[], discard=[])
            self.record[L.DEPTH] = 0  # without the heroes' setup
            self.record[L.N_EVENTS] = 0
        else:
            self._run()

    # ------------------------------------------------------------ scenes

    def begin(self, *, turn: int = 2, active: int | None = None, dice: Iterable[int] = ()) -> Game:
        """Begin a turn of the scene (not the first one, so that Income happens) with dice to come."""
        if active is not None:
            self.record[L.ACTIVE] = active
        self.record[L.TURN] = turn
        self.record[L.ROUND] = turn // len(self.players) + 1
        self.record[L.FRAMES + L.F_PC] = U1
        self.script(*dice)
        self._run()
        return self

    def resume(self) -> Game:
        """Run the rules of a scene from wherever its turn was set to."""
        self._run()
        return self

    def script(self, *dice: int) -> Game:
        """The next dice that are cast, whoever casts them; behind those already scripted."""
        used, length = int(self.record[L.SCRIPT_USED]), int(self.record[L.SCRIPT_LENGTH])
        room = L.SCRIPT_WORDS * L.DICE_PER_WORD
        waiting = [self._scripted(index) for index in range(used, length)] + list(dice)
        if len(waiting) > room:
            raise DtsimError(f"at most {room} dice can be scripted at once")
        self.record[L.SCRIPT : L.SCRIPT + L.SCRIPT_WORDS] = 0
        for index, face in enumerate(waiting):
            if face not in range(1, 7):
                raise DtsimError(f"a die shows 1 to 6, not {face}")
            word, place = divmod(index, L.DICE_PER_WORD)
            self.record[L.SCRIPT + word] |= face << (4 * place)
        self.record[L.SCRIPT_USED] = 0
        self.record[L.SCRIPT_LENGTH] = len(waiting)
        return self

    def _scripted(self, index: int) -> int:
        word, place = divmod(index, L.DICE_PER_WORD)
        return (int(self.record[L.SCRIPT + word]) >> (4 * place)) & 15

    @property
    def dice_left(self) -> int:
        """Scripted dice that nobody has cast yet."""
        return int(self.record[L.SCRIPT_LENGTH] - self.record[L.SCRIPT_USED])

    # ------------------------------------------------------------ reading

    @property
    def is_over(self) -> bool:
        return bool(self.record[L.OVER])

    @property
    def result(self) -> str:
        """`running`, `decided`, `unfinished`; a decided game without a winner is a draw."""
        return RESULTS[int(self.record[L.OVER])]

    @property
    def winner(self) -> int | None:
        return int(self.record[L.WINNER]) if self.record[L.WINNER] >= 0 else None

    @property
    def is_draw(self) -> bool:
        return self.result == "decided" and self.winner is None

    @property
    def turn(self) -> int:
        return int(self.record[L.TURN]) + 1

    @property
    def active(self) -> int:
        return int(self.record[L.ACTIVE])

    @property
    def asked(self) -> int | None:
        """The player who must decide."""
        return int(self.record[L.ASKED]) if self.record[L.ASKED] >= 0 and not self.is_over else None

    @property
    def question(self) -> str:
        return QUESTIONS[int(self.record[L.QUESTION])] if self.asked is not None else ""

    @property
    def step(self) -> str:
        """The step of the order of play the turn has reached, e.g. `M1`, `O3`, `DF6`."""
        return STEPS[int(self.record[L.FRAMES + L.F_PC])]

    @property
    def dice(self) -> list[int]:
        """The dice on the table."""
        for depth in range(int(self.record[L.DEPTH]), -1, -1):
            base = L.FRAMES + depth * L.FRAME_SIZE
            count = int(self.record[base + L.F_N_DICE])
            if self.record[base + L.F_KIND] != L.A_WINDOW and count:
                return [(int(self.record[base + L.F_DICE]) >> (4 * place)) & 15 for place in range(count)]
        return []

    @property
    def options(self) -> list[Option]:
        """What the player who is asked may do."""
        names = self.program.names
        return [
            Option(option_label(names, self.record, self.program.table, int(code)), int(code))
            for code in self._options[: self._count]
        ]

    @property
    def journal(self) -> NDArray[np.int64]:
        """The events as numbers, with room for more."""
        return self._journal

    @property
    def events(self) -> list[dict[str, Any]]:
        """Everything that has happened, as plain data."""
        count = min(int(self.record[L.N_EVENTS]), MAX_EVENTS)
        return [event(self.program.names, row, STEPS) for row in self._journal[:count]]

    # ------------------------------------------------------------ going on

    def take(self, option: Option | str | int) -> Game:
        """Take an option: itself, its text (or the beginning of it), or its place in the list."""
        if self.asked is None:
            raise DtsimError("nobody is asked: the game is over")
        options = self.options
        if isinstance(option, int):
            chosen = options[option]
        elif isinstance(option, Option):
            chosen = option
        else:
            chosen = _named(option, options)
        if chosen not in options:
            raise DtsimError(f"{chosen} is not possible now: " + "; ".join(map(str, options)))
        engine.take(self.record, chosen.code)
        self._run()
        return self

    def _run(self) -> None:
        self._count = int(engine.advance(self.record, self._table, self._options, self._journal.reshape(-1)))

    def clone(self) -> Game:
        """A copy that goes on by itself."""
        other = copy.copy(self)
        other.record = self.record.copy()
        other._journal = self._journal.copy()
        other._options = self._options.copy()
        other.players = tuple(Player(other, seat) for seat in range(len(self.players)))
        return other


def _named(text: str, options: list[Option]) -> Option:
    exact = [option for option in options if option.text == text]
    found = exact or [option for option in options if option.text.startswith(text)]
    if len({option.text for option in found}) != 1:
        asked = "several options begin with" if found else "there is no option"
        raise DtsimError(f"{asked} {text!r}: " + "; ".join(map(str, options)))
    return found[0]

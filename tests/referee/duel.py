"""One game in both: the compiled rules and the referee get the same choices and must tell the same story."""

from __future__ import annotations

import functools
import random
from collections import Counter
from dataclasses import dataclass
from typing import Any

from dtsim.dicethrone.engine.steps import NAMES
from dtsim.dicethrone.game import Game
from dtsim.dicethrone.heroes.library import load_hero
from dtsim.dicethrone.heroes.model.hero import Hero
from dtsim.dicethrone.labels import event
from dtsim.dicethrone.program.compiler import compile_heroes
from dtsim.dicethrone.program.layout import N_EVENTS
from dtsim.dicethrone.program.program import Program
from dtsim.dicethrone.program.rulings import RULINGS, ruling_bits
from tests.referee.inventions import INVENTED, invented
from tests.referee.scenes import Scene, odd_scene
from tests.referee.tastes import TASTES
from tests.referee.turn import Referee

# how the engine keeps its books, not what happens on the table
NOT_COMPARED = {"step", "choice", "trigger"}
NOT_COMPARED_IN = {
    "damage": {"of", "level", "source"},
    "added": {"of", "level", "source"},
    "multiplied": {"of", "level", "source"},
    "total": {"source"},
    "prevented": {"source"},
    "dodged": {"source"},
    "passive": {"level"},
}
TURNS_OF_A_SCENE = 8


class Disagreement(AssertionError):
    """What the two say, so that a person can see who is right."""


@dataclass(frozen=True)
class Match:
    """A game, told by its heroes and a number: the number settles everything else."""

    first: str
    second: str
    number: int
    ruling: str = ""  # played in any case

    @property
    def taste(self) -> str:
        return list(TASTES)[self.number % len(TASTES)]

    @property
    def is_scene(self) -> bool:
        return self.number % 4 == 3

    @property
    def rulings(self) -> tuple[str, ...]:
        """Every fifth game is played by other rulings."""
        chance = random.Random(self.number)
        others = [name for name in RULINGS if self.number % 5 == 4 and chance.random() < 0.3]
        return tuple(name for name in RULINGS if name == self.ruling or name in others)

    def __str__(self) -> str:
        how = [f"choices {self.taste}", *(["from a scene"] if self.is_scene else []), *self.rulings]
        played = ", ".join(map(repr, (self.first, self.second, self.number, self.ruling)))
        return f"Match({played}) ({', '.join(how)})"


def play(match: Match) -> int:
    """Play it in both; how many decisions it took."""
    duel = _Duel(match)
    while duel.compare():
        duel.decide()
    return duel.decisions


@functools.cache
def hero(name: str) -> Hero:
    return invented(name) if name in INVENTED else load_hero(name)


@functools.cache
def program(first: str, second: str, rulings: tuple[str, ...], turn_cap: int) -> Program:
    return compile_heroes([hero(first), hero(second)], rulings=ruling_bits(rulings), turn_cap=turn_cap)


class _Duel:
    def __init__(self, match: Match) -> None:
        self.match = match
        self.chance = random.Random(match.number)
        self.taste = TASTES[match.taste]
        self.told: list[str] = []
        self.seen = 0
        self.decisions = 0
        heroes = [hero(match.first), hero(match.second)]
        scene = odd_scene(heroes, self.chance) if match.is_scene else None
        cap = scene.turn + TURNS_OF_A_SCENE if scene else 200
        compiled = program(match.first, match.second, match.rulings, cap)
        if scene:
            self.game = Game(*heroes, seed=match.number, program=compiled, start=scene.start, scene=True)
            _lay_out(self.game, scene)
        else:
            self.game = Game(*heroes, seed=match.number, program=compiled)
        self.referee = Referee(heroes, match.number, cap, match.rulings, scene)

    def compare(self) -> bool:
        """Is there anything left to decide, and do both say the same up to here?"""
        theirs, ours = self._told_by_engine(), _compared(self.referee.events)
        self.referee.events.clear()
        question, mine = self._asked_by_engine(), self._asked_by_referee()
        if ours != theirs or question != mine:
            raise Disagreement(self._both(theirs + question, ours + mine))
        boards, mine = _boards_of_engine(self.game), _boards_of_referee(self.referee)
        if boards != mine:
            raise Disagreement(self._both(boards, mine))
        self.told += map(str, theirs)
        return self.referee.asked is not None

    def decide(self) -> None:
        """Take one of the options at random, in both."""
        asked = self.referee.asked
        assert asked
        texts = [text for text, _ in asked.options]
        weights = [self.taste(text) for text in texts]
        index = self.chance.choices(range(len(texts)), weights if any(weights) else None)[0]
        twin = texts[:index].count(texts[index])  # dice of the same face give options of the same name
        options = [option for option in self.options if option.text == texts[index]]
        self.told.append(f"    player {asked.who}, {asked.question}: {texts[index]}")
        self.game.take(options[twin])
        self.referee.answer(asked.options[index][1])
        self.decisions += 1

    def _told_by_engine(self) -> list[Any]:
        game = self.game
        rows = game._journal[self.seen : int(game.record[N_EVENTS])]
        self.seen += len(rows)
        return _compared([event(game.program.names, row, NAMES) for row in rows])

    def _asked_by_engine(self) -> list[Any]:
        game = self.game
        self.options = game.options
        if game.asked is None:
            return [f"over: {game.result}, won by {game.winner}"]
        return [f"player {game.asked} is asked: {game.question}", *sorted(map(str, self.options))]

    def _asked_by_referee(self) -> list[Any]:
        asked = self.referee.asked
        if asked is None:
            return [f"over: {self.referee.result}, won by {self.referee.winner}"]
        return [f"player {asked.who} is asked: {asked.question}", *sorted(text for text, _ in asked.options)]

    def _both(self, theirs: list[Any], ours: list[Any]) -> str:
        steps = (
            f"turn {self.game.turn}, the engine is at {self.game.step}, the referee at {self.referee.step}"
        )
        return "\n".join(
            [
                f"{self.match}: {steps}",
                "what happened before:",
                *self.told[-25:],
                "the engine:",
                *_marked(theirs, ours),
                "the referee:",
                *_marked(ours, theirs),
            ]
        )


def _lay_out(game: Game, scene: Scene) -> None:
    for player, board in zip(game.players, scene.boards, strict=True):
        player.set(
            health=board.health,
            cp=board.cp,
            side=board.side or None,
            tokens=board.tokens,
            upgrades=board.upgrades,
            hand=board.hand,
        )
    game.begin(active=scene.active, turn=scene.turn)


def _compared(events: list[dict[str, Any]]) -> list[Any]:
    return [
        {key: value for key, value in event.items() if key not in NOT_COMPARED_IN.get(event["event"], ())}
        for event in events
        if event["event"] not in NOT_COMPARED
    ]


def _boards_of_engine(game: Game) -> list[Any]:
    return [
        (
            player.health, player.cp, player.side, player.tokens,
            player.hand, player.deck, player.discard, player.installed,
        )
        for player in game.players
    ]  # fmt: skip


def _boards_of_referee(referee: Referee) -> list[Any]:
    return [
        (
            player.health, player.cp, player.side, {name: n for name, n in player.tokens.items() if n},
            *([player.name_of(card) for card in sorted(pile)] for pile in player.piles()),
        )
        for player in referee.players
    ]  # fmt: skip


def _marked(lines: list[Any], others: list[Any]) -> list[str]:
    """With a star what only one of the two says."""
    left = Counter(map(str, others))
    marked = []
    for line in map(str, lines):
        marked.append(("    " if left[line] > 0 else "  * ") + line)
        left[line] -= 1
    return marked

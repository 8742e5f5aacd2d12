"""What a player would do in a position, and what it holds each option worth."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from dtsim.bare import table_of
from dtsim.dicethrone.batch import Pairing
from dtsim.dicethrone.game import Game
from dtsim.dicethrone.labels import option_label
from dtsim.dicethrone.players import notes as N
from dtsim.dicethrone.players.choose import decide_once
from dtsim.dicethrone.program import layout as L

UNITS = {
    "keep": "points of health expected from the dice, cards in hand included",
    "announce": "points of health that the ability is worth",
    "window": "points of health gained beyond the price",
    "main phase": "points of health gained beyond the price",
    "die": "points of health that the dice are worth then",
    "token": "points of health that its loss is worth",
    "sell": "how little the card is missed",
    "discard": "how little the card is missed",
}
"""What the values of a planner mean, by question; to the other questions it has a rule and no values."""


@dataclass(frozen=True, slots=True)
class Choice:
    """An option, and what the player holds it worth; None if it did not weigh it."""

    option: str
    code: int
    value: float | None


@dataclass(frozen=True, slots=True)
class Advice:
    """A decision: who is asked what, the options with the best first, and the one that is taken."""

    player: int
    question: str
    dice: tuple[int, ...]
    rolls_left: int
    choices: tuple[Choice, ...]
    chosen: Choice

    @property
    def is_weighed(self) -> bool:
        """Did the player compare values, or follow a rule?"""
        return sum(choice.value is not None for choice in self.choices) > 1

    @property
    def unit(self) -> str:
        return UNITS.get(self.question, "") if self.is_weighed else ""

    def data(self) -> dict[str, Any]:
        """Plain values: player, question, dice, rolls_left, unit, chosen, options (option, value)."""
        return {
            "player": self.player,
            "question": self.question,
            "dice": list(self.dice),
            "rolls_left": self.rolls_left,
            "unit": self.unit,
            "chosen": self.chosen.option,
            "options": [{"option": choice.option, "value": choice.value} for choice in self.choices],
        }


class Adviser:
    """Asks the players of a pairing what they would do in a game that goes step by step."""

    def __init__(self, pairing: Pairing) -> None:
        self.pairing = pairing
        self.program = pairing.program()
        self.memories = pairing.new_memories(room=L.MAX_OPTIONS)
        self._table = table_of(self.program.table)

    def new_game(self, game: int = 0, *, scene: bool = False) -> Game:
        """A game of the pairing, to be played step by step."""
        pairing = self.pairing
        return Game(*pairing.heroes, seed=pairing.seed, game=game, scene=scene, program=self.program)

    def ask(self, game: Game) -> Advice:
        """What the player who is asked would do."""
        who = game.asked
        assert who is not None
        record, memory = game.record.copy(), self.memories[who]
        codes = np.array([option.code for option in game.options] + [0] * 8, dtype=np.int64)
        memory.notes[N.COUNT] = 0
        taken = int(
            decide_once(record, self._table, codes, len(game.options), self.pairing.kinds[who], memory)
        )
        noted = memory.notes[N.NOTES : N.NOTES + 2 * int(memory.notes[N.COUNT])].reshape(-1, 2)
        values = {int(code): float(value) for code, value in noted}
        choices = [Choice(option.text, option.code, values.get(option.code)) for option in game.options]
        label = option_label(self.program.names, game.record, self.program.table, taken)
        return Advice(
            who,
            game.question,
            tuple(game.dice),
            int(game.record[L.ATTEMPTS_LEFT]),
            _best_first(choices, taken),
            Choice(label, taken, values.get(taken)),
        )

    def take(self, game: Game, advice: Advice) -> None:
        """Go on as advised."""
        game.record[L.DECISIONS] += 1  # what a random player draws by
        game.take(next(option for option in game.options if option.code == advice.chosen.code))


def _best_first(choices: list[Choice], taken: int) -> tuple[Choice, ...]:
    """Each text once: dice that show the same are the same to a player; what is taken leads its equals."""
    first: dict[str, Choice] = {}
    for choice in sorted(
        choices, key=lambda one: (one.value is None, -(one.value or 0.0), one.code != taken)
    ):
        first.setdefault(choice.option, choice)
    return tuple(first.values())

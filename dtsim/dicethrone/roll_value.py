"""How much of the best possible roll value a player reaches: its dice policy, evaluated exactly.

The scene is an Offensive Roll Phase of a mirror match: boards without upgrades, no cards, no CP, no tokens,
both players at full health. An ability is worth what the planner that comes with dtsim measures, in points of
health. The optimum keeps and announces what is best for these values; a player keeps and announces what it
really chooses for each of the 252 results with two, one and no rolls left (`random`: all options with equal
chances). Both expectations are sums over all dice, so nothing is estimated.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from dtsim.dicethrone.advice import Advice, Adviser
from dtsim.dicethrone.batch import pair_up
from dtsim.dicethrone.engine.steps import O1
from dtsim.dicethrone.game import Game
from dtsim.dicethrone.heroes.model.hero import Hero
from dtsim.dicethrone.odds.lattice import EMPTY, FACES, N_MULTISETS, N_RESULTS, PLUS
from dtsim.dicethrone.player_files.model import PlayerFile
from dtsim.dicethrone.program import layout as L

Values = NDArray[np.float64]
REROLLS = L.ROLL_ATTEMPTS - 1
_THROWN = 1 << L.DICE


@dataclass(frozen=True, slots=True)
class RollValue:
    """Of a hero and a player: the expected worth of a Roll Phase, and the greatest there is."""

    reached: float
    optimum: float

    @property
    def share(self) -> float:
        return self.reached / self.optimum


def roll_value(hero: str | Path | Hero, player: str | Path | PlayerFile) -> RollValue:
    """The exact expectation of the player's dice policy beside the optimum."""
    yardstick = Adviser(pair_up((hero, hero), player="planner"))
    deciding = Adviser(pair_up((hero, hero), player=player))
    is_random = deciding.pairing.players[0].kind == "random"
    worth = [_worths(advice) for advice in _asked_about(yardstick, 0)]
    best = np.array([max(0.0, *options.values()) for options in worth])
    if is_random:
        final = np.array([sum(options.values()) / len(options) for options in worth])
    else:
        taken = _codes(deciding, 0)
        final = np.array([options[code] for options, code in zip(worth, taken, strict=True)])
    values, optimum = final, best
    for left in range(1, REROLLS + 1):
        before = _means(values)
        if is_random and not deciding.pairing.players[0].never.rerolls:
            values = np.array([_at_random(result, final, before) for result in range(N_RESULTS)])
        else:
            codes = _codes(deciding, left)
            values = np.array([_after(result, code, final, before) for result, code in enumerate(codes)])
        optimum = _best_keeps(best, _means(optimum))
    return RollValue(float(_means(values)[EMPTY]), float(_means(optimum)[EMPTY]))


def _asked_about(adviser: Adviser, left: int) -> Iterator[Advice | None]:
    """What the first player does with each result and so many rolls left; None where there is no choice."""
    scene = _scene(adviser, left)
    base = L.FRAMES + int(scene.record[L.DEPTH]) * L.FRAME_SIZE
    question = scene.question
    for result in range(N_RESULTS):
        game = scene.clone()
        game.record[base + L.F_DICE] = sum(int(face) << 4 * place for place, face in enumerate(FACES[result]))
        yield adviser.ask(game) if game.resume().question == question and game.dice else None


def _codes(adviser: Adviser, left: int) -> list[int]:
    return [advice.chosen.code if advice else L.ANNOUNCE_NONE for advice in _asked_about(adviser, left)]


def _scene(adviser: Adviser, left: int) -> Game:
    game = adviser.new_game(scene=True)
    for player in game.players:
        player.set(cp=0)
    game.record[L.TURN] = game.record[L.ROUND] = 2
    game.record[L.ACTIVE] = 0
    game.record[L.FRAMES + L.F_PC] = O1
    game.record[L.ATTEMPTS_LEFT] = 1 + left
    game.script(1, 2, 3, 4, 4).resume()
    while game.question not in ("keep", "announce"):
        game.take("pass")
    return game


def _worths(advice: Advice | None) -> dict[int, float]:
    if advice is None:
        return {L.ANNOUNCE_NONE: 0.0}
    return {choice.code: choice.value or 0.0 for choice in advice.choices}


def _means(values: Values) -> Values:
    """By multiset: with fewer than five dice, the mean over the faces of one die more."""
    means = np.zeros(N_MULTISETS)
    means[:N_RESULTS] = values
    for node in range(N_RESULTS, N_MULTISETS):
        means[node] = np.mean([means[PLUS[node, face]] for face in range(6)])
    return means


def _after(result: int, code: int, final: Values, before: Values) -> float:
    """The value when these dice are thrown anew, or none."""
    if code & 255 == L.STOP_ROLLING:
        return float(final[result])
    return float(before[_kept(result, (code >> 8) & 0xFFFF)])


def _kept(result: int, thrown: int) -> int:
    node = EMPTY
    for place, face in enumerate(FACES[result]):
        if not (thrown >> place) & 1:
            node = PLUS[node, face - 1]
    return int(node)


def _at_random(result: int, final: Values, before: Values) -> float:
    thrown = [float(before[_kept(result, dice)]) for dice in range(1, _THROWN)]
    return (float(final[result]) + sum(thrown)) / _THROWN


def _best_keeps(best: Values, before: Values) -> Values:
    return np.array(
        [
            max(best[result], *(before[_kept(result, dice)] for dice in range(1, _THROWN)))
            for result in range(N_RESULTS)
        ]
    )

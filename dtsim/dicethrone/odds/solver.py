"""The best decisions with five dice: what to keep, which cards to play, when to stop, and what that is worth.

A payoff gives each of the 252 Final Dice Results a number: 1 for a Large Straight and 0 for the rest, or the
damage of the best ability. `solve` finds the decisions with the greatest expected payoff. After any roll the
player may stop, keep some dice and roll the others (while Roll Attempts are left), or use a play that is in
hand and can be paid for. The payoff may also depend on the CP left in the end: `payoff[cp, result]`.

Ties are settled, so that every policy is unique: an option is only taken when it is better than all options
before it by more than 1e-12 x max(1, |best|). The options are, in this order,

1. stop;
2. roll again: the fewest dice first, and for equally many the kept dice with the smaller lattice index;
3. the plays in the order given. A play that sets dice prefers to set fewer, then lower dice, then to set them
   to lower faces. A re-roll prefers the lowest die; after its first die the rest of the play is put away
   unless another re-roll is better. One More Time! chooses its dice as in 2.

For exact fractions take a payoff of `fractions.Fraction` in an object array and the copy of this module that
`dtsim.jit.uncompiled` makes; there an option has to be better by any amount.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dtsim.dicethrone.odds import kernels
from dtsim.dicethrone.odds.lattice import EMPTY, N_DICE, N_MULTISETS, N_RESULTS, SIZE, dice_id, dice_of
from dtsim.dicethrone.odds.plays import MAX_CP, Layers, Play, PlayKind, layers_of, uses_of

TOLERANCE = 1e-12

Array = NDArray[Any]


@dataclass(frozen=True, slots=True)
class Action:
    """Which of five dice stay, which are rolled and which are set; to keep all without a play is to stop."""

    keep: tuple[int, ...]
    roll: tuple[int, ...] = ()
    change: tuple[tuple[int, int], ...] = ()  # (face, new face) of each die that is set
    play: int | None = None  # which of the plays given; None for stopping and for a Roll Attempt


@dataclass(frozen=True, slots=True)
class Decision:
    """The best action with these dice on the table and so many Roll Attempts left, and its value."""

    dice: tuple[int, ...]
    rolls_left: int
    action: Action
    value: float


@dataclass(frozen=True, slots=True)
class Option:
    """An action, its value when everything after it is done in the best way, and what it gives away."""

    action: Action
    value: float
    regret: float  # how much better the best option is
    features: tuple[float, ...]  # the mean of each feature after this action


@dataclass(frozen=True, slots=True, eq=False)
class Solution:
    """The best policy for one payoff. Values are floats, or fractions in exact arithmetic."""

    rolls: int
    cp: int
    plays: tuple[Play, ...]
    stop: Array  # the payoff of each result with all CP left
    layers: Layers
    tables: kernels.Policy

    @property
    def value(self) -> float:
        """The expected payoff before the first roll."""
        return self._value(self._row(self.rolls - 1), EMPTY)

    def value_at(self, dice: Iterable[int], rolls_left: int) -> float:
        """The expected payoff with these five dice on the table and every play still in hand."""
        return self._value(self._row(rolls_left), _result_id(dice))

    def best(self, dice: Iterable[int], rolls_left: int) -> Decision:
        """The best action with these five dice on the table and every play still in hand."""
        row, result = self._row(rolls_left), _result_id(dice)
        node, decision = int(self.tables.nodes[row, result]), int(self.tables.decisions[row, result])
        action = _action(result, node, self._play(decision))
        return Decision(dice_of(result), rolls_left, action, self._value(row, result))

    def policy(self) -> tuple[Decision, ...]:
        """The best action for each of the 252 results: with no Roll Attempt left, with one, and so on."""
        results = [dice_of(result) for result in range(N_RESULTS)]
        return tuple(self.best(dice, rolls_left) for rolls_left in range(self.rolls) for dice in results)

    def final(self, dice: Iterable[int] | None = None, rolls_left: int = 0) -> Array:
        """The chance to end with so many CP and each result, `[cp, result]`, when the policy is followed.

        From before the first roll, or from these five dice on with so many Roll Attempts left.
        """
        if dice is None:
            return self._final_from(self._row(self.rolls - 1), EMPTY, self._no_mass())
        return self._final_from(self._row(rolls_left), _result_id(dice), self._no_mass())

    def expect(
        self, features: ArrayLike, dice: Iterable[int] | None = None, rolls_left: int = 0
    ) -> tuple[float, ...]:
        """The mean of each feature, `[k, result]` or `[k, cp, result]`, when the policy is followed.

        From before the first roll, or from these five dice on with so many Roll Attempts left.
        """
        return _means(self._flat(features), self.final(dice, rolls_left))

    def advice(
        self, dice: Iterable[int], rolls_left: int, features: ArrayLike | None = None
    ) -> tuple[Option, ...]:
        """Stopping, every keep, and the best use of every play that can be paid for; the best comes first."""
        row, result = self._row(rolls_left), _result_id(dice)
        flat = self._flat(np.empty((0, N_RESULTS)) if features is None else features)
        best, mass = self._value(row, result), self._no_mass()
        stopped = self._no_chances()
        stopped[self.cp, result] = self._certain()
        options = [self._option(_action(result, result), self.stop.item(result), best, flat, stopped)]
        for play, target, node in [*self._keeps(row, result), *self._uses(row, result)]:
            action, final = _action(result, node, play), self._final_from(target, node, mass)
            options.append(self._option(action, self._value(target, node), best, flat, final))
        # rounded, so that equally good options stay in the order in which they are preferred
        return tuple(sorted(options, key=lambda option: (option.regret > 0, round(option.regret, 12))))

    def _option(self, action: Action, value: float, best: float, flat: Array, final: Array) -> Option:
        regret = best - value if self._is_better(best, value) else best - best
        return Option(action, value, regret, _means(flat, final))

    def _keeps(self, row: int, result: int) -> list[tuple[int | None, int, int]]:
        """(no play, row, kept dice) of every Roll Attempt that rolls at least one die."""
        source = row - self._n_layers
        return [(None, source, node) for node in uses_of(_ROLL_ATTEMPT)[result]] if source >= 0 else []

    def _uses(self, row: int, result: int) -> list[tuple[int | None, int, int]]:
        """(play, row, multiset) of the best use of every play that can be paid for."""
        found: list[tuple[int | None, int, int]] = []
        for option in range(*self.layers.first_option[-2:]):
            play = int(self.layers.option_play[option])
            target = row - (self._n_layers - 1) + int(self.layers.option_target[option])
            best, *others = uses_of(self.plays[play])[result]
            for node in others:
                if self._is_better(self._value(target, node), self._value(target, best)):
                    best = node
            found.append((play, target, best))
        return found

    def _play(self, decision: int) -> int | None:
        if decision < kernels.FIRST_PLAY:
            return None
        return int(self.layers.option_play[self.layers.first_option[-2] + decision - kernels.FIRST_PLAY])

    @property
    def _n_layers(self) -> int:
        return len(self.layers.cp)

    def _row(self, rolls_left: int) -> int:
        """The full hand is the last layer of each number of Roll Attempts left."""
        assert 0 <= rolls_left < self.rolls
        return (rolls_left + 1) * self._n_layers - 1

    def _value(self, row: int, node: int) -> float:
        return self.tables.values.item(row, node)  # type: ignore[no-any-return]

    def _is_better(self, value: float, best: float) -> bool:
        return value > best + kernels.margin(best, _tolerance(self.stop))  # type: ignore[no-any-return]

    def _flat(self, features: ArrayLike) -> Array:
        """One row per feature over every number of CP and every result."""
        table = np.asarray(features)
        if table.ndim == 2:
            table = np.repeat(table[:, np.newaxis, :], self.cp + 1, axis=1)
        assert table.shape[1:] == (self.cp + 1, N_RESULTS)
        return table.reshape(len(table), (self.cp + 1) * N_RESULTS)

    def _final_from(self, row: int, node: int, mass: Array) -> Array:
        final = self._no_chances()
        mass[row, node] = self._certain()
        kernels.spread(row, self.layers, self.tables, mass, final)
        return final

    def _no_mass(self) -> Array:
        return np.zeros(self.tables.values.shape, dtype=self.stop.dtype)

    def _no_chances(self) -> Array:
        return np.zeros((self.cp + 1, N_RESULTS), dtype=self.stop.dtype)

    def _certain(self) -> Any:
        return Fraction(1) if self.stop.dtype == object else 1.0


_ROLL_ATTEMPT = Play(PlayKind.ATTEMPT)


def solve(payoff: ArrayLike, rolls: int, plays: Sequence[Play] = (), cp: int = 0) -> Solution:
    """The policy with the greatest expected payoff: `rolls` Roll Attempts, the first one with all five dice.

    The payoff is `[result]`, or `[cp, result]` for 0 to `cp` CP left.
    """
    assert rolls >= 1
    assert 0 <= cp <= MAX_CP
    numbers = _numbers(payoff)
    assert numbers.shape in ((N_RESULTS,), (cp + 1, N_RESULTS))
    stop = numbers if numbers.ndim == 1 else numbers[cp]
    layers = layers_of(tuple(plays), cp)
    n_rows = rolls * len(layers.cp)
    tables = kernels.Policy(
        values=np.empty((n_rows, N_MULTISETS), dtype=numbers.dtype),
        decisions=np.empty((n_rows, N_RESULTS), dtype=np.int16),
        nodes=np.empty((n_rows, N_RESULTS), dtype=np.int16),
    )
    scratch = kernels.Scratch(
        np.empty(N_MULTISETS, dtype=numbers.dtype), np.empty(N_MULTISETS, dtype=np.int16)
    )
    if len(layers.cp) == 1:
        kernels.solve_plain(stop, _tolerance(numbers), *tables, *scratch)
    else:
        every_cp = np.ascontiguousarray(np.broadcast_to(numbers, (cp + 1, N_RESULTS)))
        kernels.solve_layers(every_cp, _tolerance(numbers), layers, tables, scratch)
    return Solution(rolls, cp, tuple(plays), stop, layers, tables)


def _numbers(payoff: ArrayLike) -> Array:
    numbers = np.asarray(payoff)
    if numbers.dtype != object:
        return np.ascontiguousarray(numbers, dtype=np.float64)
    # an int divided by six would be a float
    return np.frompyfunc(Fraction, 1, 1)(numbers)  # type: ignore[no-any-return]


def _tolerance(numbers: Array) -> float:
    return 0 if numbers.dtype == object else TOLERANCE


def _means(flat: Array, final: Array) -> tuple[float, ...]:
    return tuple((flat @ final.ravel()).tolist())


def _result_id(dice: Iterable[int]) -> int:
    result = dice_id(dice)
    assert result < N_RESULTS, "five dice are on the table"
    return result


def _action(result: int, node: int, play: int | None = None) -> Action:
    """What leads from five dice to a multiset: missing dice are rolled, new ones are set."""
    before, after = Counter(dice_of(result)), Counter(dice_of(node))
    keep, gone = tuple(sorted((before & after).elements())), sorted((before - after).elements())
    if SIZE[node] < N_DICE:
        return Action(keep, roll=tuple(gone), play=play)
    return Action(keep, change=tuple(zip(gone, sorted((after - before).elements()), strict=True)), play=play)

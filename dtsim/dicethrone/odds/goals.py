"""What the dice are rolled for, and what each Final Dice Result is worth to that goal."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dtsim.dicethrone.odds.board import Board, Row, match_name
from dtsim.dicethrone.odds.chance import Outcome, mean
from dtsim.dicethrone.odds.lattice import COUNTS, N_RESULTS
from dtsim.dicethrone.odds.outcomes import Outcomes
from dtsim.errors import DtsimError, unknown

NONE = "none"
"""What the distribution of abilities calls activating nothing."""


@dataclass(frozen=True, slots=True)
class Goal:
    """The most damage, a damage of at least so much, or one of some abilities."""

    text: str
    least: int | None = None
    rows: frozenset[int] | None = None  # which rows of the board

    @property
    def is_chance(self) -> bool:
        """Is the value a probability?"""
        return self.least is not None or self.rows is not None

    def worth(self, damage: int) -> int:
        """What this damage is worth to whoever has to choose."""
        return damage if self.least is None else int(damage >= self.least)


DAMAGE = Goal("damage")


def goal_of(words: str | Sequence[str], board: Board) -> Goal:
    """`damage`, `damage>=12`, an ability, one step of it (`Revolver: 4`), or any of several abilities."""
    asked = [words] if isinstance(words, str) else list(words)
    goals = [_goal_of(word, board) for word in asked]
    if len(goals) == 1:
        return goals[0]
    if not goals or any(goal.rows is None for goal in goals):
        raise DtsimError("several goals can only be abilities, any of which will do; damage stands alone")
    rows = frozenset().union(*(goal.rows or frozenset() for goal in goals))
    return Goal(" or ".join(goal.text for goal in goals), rows=rows)


def _goal_of(word: str, board: Board) -> Goal:
    plain = re.sub(r"\s+", "", word).casefold()
    if re.match(r"(damage|dmg)($|[<>=\d])", plain):
        found = re.fullmatch(r"(?:damage|dmg)(?:>=(\d+))?", plain)
        if not found:
            raise DtsimError(f"'{word}' is not a goal: write damage, or damage>=12 for 12 damage or more")
        return Goal(f"damage>={int(found[1])}", int(found[1])) if found[1] else DAMAGE
    name, colon, step = word.partition(":")
    rows = board.rows
    try:
        known = match_name("ability", _without_level(name, board), [row.name for row in rows])
    except DtsimError:
        raise unknown("goal", word, ["damage", "damage>=N", *(row.name for row in rows)]) from None
    own = {index: row for index, row in enumerate(rows) if row.name == known}
    if not colon:
        return Goal(known, rows=frozenset(own))
    return _step_of(known, step.strip(), own)


def _without_level(name: str, board: Board) -> str:
    """`Revolver II` is Revolver when that upgrade is on the board."""
    upgrades = {upgrade.name: upgrade.ability for upgrade in board.hero.upgrades}
    upgraded = upgrades.get(name.strip())
    is_on_board = upgraded and any(
        (ability.name, ability.level) == (upgraded.name, upgraded.level) for ability in board.abilities
    )
    return upgraded.name if upgraded and is_on_board else name


def _step_of(name: str, step: str, rows: dict[int, Row]) -> Goal:
    found = [index for index, row in rows.items() if str(row.need).startswith(step.casefold())]
    if len(found) != 1 or not step:
        raise unknown(f"step of {name}", step, [f"{name}: {row.need}" for row in rows.values()])
    return Goal(f"{name}: {rows[found[0]].need}", rows=frozenset(found))


# ---------------------------------------------------------------- payoffs


@dataclass(frozen=True, slots=True, eq=False)
class Payoffs:
    """For each number of CP left and each of the 252 results: what to activate and what that is worth."""

    rows: tuple[Row, ...]
    chosen: NDArray[np.int16]  # [cp, result]: a row, or -1 for none
    outcomes: list[list[Outcome]]  # [cp][result]
    worth: list[list[Fraction]]  # [cp][result]

    def payoff(self, exact: bool) -> NDArray[Any]:
        """What the solver maximises; one line when the CP do not matter."""
        numbers = _array(self.worth, exact)
        return numbers[0] if all(line is self.worth[0] for line in self.worth) else numbers

    def names(self) -> list[str]:
        return [*dict.fromkeys(row.name for row in self.rows), NONE]

    def ability_features(self, exact: bool) -> NDArray[Any]:
        """1 where an ability is activated, `[ability, cp, result]`; the last one is none at all."""
        names = np.array([*(row.name for row in self.rows), NONE])  # -1 is the last entry
        shown = names[self.chosen]
        table = np.array([shown == name for name in self.names()])
        return np.vectorize(Fraction, otypes=[object])(table.astype(int)) if exact else table.astype(float)

    def amounts(self) -> list[int]:
        """Every damage that can come out."""
        distinct = {id(outcome): outcome for line in self.outcomes for outcome in line}
        return sorted({amount for outcome in distinct.values() for amount in outcome})

    def damage_features(self, exact: bool) -> NDArray[Any]:
        """The chance of each damage, `[amount, cp, result]`."""
        nothing = Fraction(0)
        return np.array(
            [
                _array([[outcome.get(amount, nothing) for outcome in line] for line in self.outcomes], exact)
                for amount in self.amounts()
            ]
        )


def _array(table: list[list[Fraction]], exact: bool) -> NDArray[Any]:
    if exact:
        return np.array(table, dtype=object)
    return np.array([[float(number) for number in line] for line in table])


def met_results(row: Row, outcomes: Outcomes, cp: int) -> NDArray[np.bool_]:
    """For each number of CP left and each of the 252 results: can this step be activated?"""
    met = np.array([row.need.is_met(dice) for dice in _dice()])
    return np.array([met & outcomes.is_usable(row.ability, left) for left in range(cp + 1)])


def payoffs_of(goal: Goal, outcomes: Outcomes, met: Sequence[NDArray[np.bool_]], cp: int) -> Payoffs:
    """The best activation of every result.

    Of equally good ones the mean damage decides, then the order of the board and the highest step; activating
    something is preferred to nothing.
    """
    rows = outcomes.board.rows
    order = sorted(range(len(rows)), key=lambda index: (_place(rows, index), -rows[index].step))
    reads_cp = any(outcomes.reads_cp(row.ability) for row in rows)
    score = _scorer(goal)
    nothing = -1, _NOTHING, score(-1, _NOTHING)[0]
    lines = [
        [
            _best_activation(result, left, order, met, outcomes, score) or nothing
            for result in range(N_RESULTS)
        ]
        for left in range(cp + 1 if reads_cp else 1)
    ]
    lines = lines if reads_cp else lines * (cp + 1)
    worth = [[worth for _, _, worth in line] for line in (lines if reads_cp else lines[:1])]
    return Payoffs(
        rows=rows,
        chosen=np.array([[index for index, _, _ in line] for line in lines], dtype=np.int16),
        outcomes=[[outcome for _, outcome, _ in line] for line in lines],
        worth=worth if reads_cp else worth * (cp + 1),
    )


def _place(rows: tuple[Row, ...], index: int) -> int:
    return next(place for place, row in enumerate(rows) if row.name == rows[index].name)


def _scorer(goal: Goal) -> Callable[[int, Outcome], tuple[Fraction, Fraction]]:
    known: dict[int, tuple[Fraction, Fraction]] = {}  # outcomes are worked out once and stay alive

    def score(row: int, outcome: Outcome) -> tuple[Fraction, Fraction]:
        if id(outcome) not in known:
            known[id(outcome)] = mean(outcome, goal.worth), mean(outcome)
        worth, damage = known[id(outcome)]
        return (Fraction(row in goal.rows) if goal.rows is not None else worth), damage

    return score


_NOTHING: Outcome = {0: Fraction(1)}


def _best_activation(
    result: int,
    cp: int,
    order: list[int],
    met: Sequence[NDArray[np.bool_]],
    outcomes: Outcomes,
    score: Callable[[int, Outcome], tuple[Fraction, Fraction]],
) -> tuple[int, Outcome, Fraction] | None:
    best, chosen = (Fraction(-1), Fraction(-1)), None
    for index in order:
        if met[index][cp, result]:
            outcome = outcomes.of(outcomes.board.rows[index], _dice()[result], cp)
            found = score(index, outcome)
            if found > best:
                best, chosen = found, (index, outcome, found[0])
    return chosen


_DICE: list[tuple[int, ...]] = []


def _dice() -> list[tuple[int, ...]]:
    """The 252 results as plain counts."""
    if not _DICE:
        _DICE.extend(tuple(row) for row in COUNTS[:N_RESULTS].tolist())
    return _DICE

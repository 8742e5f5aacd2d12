"""One exact policy for one objective: five dice, three Roll Attempts, the best keep of every roll.

icepool and dyce know the distribution of a roll; the optimal keeps are the user's own recursion on top. It is
written here with every keep and every roll computed once, and in two ways for each library: with its own mean
of a function of the dice, and as a bare sum over the rolls and weights that the library listed before.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import cache, partial
from itertools import combinations
from typing import Any

import dyce
import icepool
import numpy as np

from benchmarks.measure import Table, seconds
from dtsim.dicethrone.odds import kernels
from dtsim.dicethrone.odds.lattice import N_MULTISETS, N_RESULTS, dice_of
from dtsim.dicethrone.odds.solver import TOLERANCE, solve

ROLLS = 3

Dice = tuple[int, ...]
Goal = Callable[[Dice], float]
MeanOfRoll = Callable[[int, Goal], float]  # of so many dice, and a function of them


def run() -> Table:
    goals = {"large straight": large_straight, "Barbarian's damage": barbarian_damage}
    rows = [row for name, goal in goals.items() for row in _compare(name, goal)]
    heads = "objective", "by", "value", "time", "x solve()", "x kernel"
    return Table("One exact policy: 252 rolls, 3 Roll Attempts, one objective", heads, tuple(rows))


def large_straight(dice: Dice) -> float:
    return float(dice in ((1, 2, 3, 4, 5), (2, 3, 4, 5, 6)))


def barbarian_damage(dice: Dice) -> float:
    """Level I: Sword on 1, 2, 3, Life on 4, 5, Pow on 6; Overpower counted as 10."""
    shown = Counter("SSSLLP"[die - 1] for die in dice)
    swords, pows = shown["S"], shown["P"]
    small = any(set(range(low, low + 4)) <= set(dice) for low in (1, 2, 3))
    damage = [0, 0, 0, 4, 6, 8][swords]  # Smack
    if swords >= 2 and pows >= 2:
        damage = max(damage, 4)  # Sturdy Blow
    if swords >= 3 and pows >= 2:
        damage = max(damage, 10)  # Overpower
    if pows >= 4:
        damage = max(damage, 5 if pows == 4 else 15)  # Crit Bash, Rage!
    if small:
        damage = max(damage, 15 if large_straight(dice) else 9)  # Mighty Blow, Reckless
    return float(damage)


def _compare(name: str, goal: Goal) -> list[tuple[str, ...]]:
    payoff = np.array([goal(dice_of(result)) for result in range(N_RESULTS)])
    solution = solve(payoff, ROLLS)
    work = *solution.tables, np.empty(N_MULTISETS), np.empty(N_MULTISETS, dtype=np.int16)
    timed: dict[str, tuple[float, Callable[[], Any]]] = {
        "dtsim, kernel": (solution.value, partial(kernels.solve_plain, payoff, TOLERANCE, *work)),
        "dtsim, solve()": (solution.value, partial(solve, payoff, ROLLS)),
    }
    for label, mean_of_roll in PEERS.items():
        call = partial(policy_of, goal, mean_of_roll)
        value, _ = call()
        assert abs(value - solution.value) < 1e-9, f"{label}: {value} against {solution.value}"
        timed[label] = float(value), call
    times = {label: seconds(call) for label, (_, call) in timed.items()}
    return [
        (
            name,
            label,
            f"{value:.10f}",
            f"{1e6 * times[label]:,.1f} us",
            f"{times[label] / times['dtsim, solve()']:,.1f}",
            f"{times[label] / times['dtsim, kernel']:,.1f}",
        )
        for label, (value, _) in timed.items()
    ]


def policy_of(goal: Goal, mean_of_roll: MeanOfRoll) -> tuple[float, dict[tuple[Dice, int], Dice]]:
    """The value, and the dice to keep for every roll and number of Roll Attempts left."""
    keeps: dict[tuple[Dice, int], Dice] = {}

    @cache
    def worth_of_keep(keep: Dice, rolls_left: int) -> float:
        return mean_of_roll(5 - len(keep), lambda rolled: worth(tuple(sorted(keep + rolled)), rolls_left))

    @cache
    def worth(dice: Dice, rolls_left: int) -> float:
        options = [(goal(dice), dice)]
        if rolls_left:
            subsets = {keep for size in range(5) for keep in combinations(dice, size)}
            options += [(worth_of_keep(keep, rolls_left - 1), keep) for keep in subsets]
        best, keeps[dice, rolls_left] = max(options)
        return best

    return worth_of_keep((), ROLLS - 1), keeps


_ICEPOOL = {size: icepool.d6.pool(size).expand() for size in range(1, 6)}
_DYCE = {size: size @ dyce.P(6) for size in range(1, 6)}
_LISTED: dict[str, dict[int, tuple[list[tuple[Any, int]], int]]] = {
    "icepool": {size: (list(die.items()), die.denominator()) for size, die in _ICEPOOL.items()},
    "dyce": {size: (list(pool.rolls_with_counts()), pool.total) for size, pool in _DYCE.items()},
}


def _mean_by_icepool(size: int, goal: Goal) -> float:
    return float(_ICEPOOL[size].map(goal, star=False).mean())


def _mean_by_dyce(size: int, goal: Goal) -> float:
    pool = _DYCE[size]
    return sum(count * goal(roll) for roll, count in pool.rolls_with_counts()) / pool.total


def _mean_of_list(library: str, size: int, goal: Goal) -> float:
    rolls, total = _LISTED[library][size]
    return sum(count * goal(roll) for roll, count in rolls) / total


PEERS: dict[str, MeanOfRoll] = {
    "icepool": _mean_by_icepool,
    "dyce": _mean_by_dyce,
    "icepool, rolls listed before": partial(_mean_of_list, "icepool"),
    "dyce, rolls listed before": partial(_mean_of_list, "dyce"),
}

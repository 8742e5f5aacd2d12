"""The exact odds that the observed frequencies of abilities stand beside."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from dtsim.dicethrone.heroes.model.hero import Hero
from dtsim.dicethrone.odds.api import ability_odds
from dtsim.dicethrone.odds.board import board_of
from dtsim.dicethrone.odds.lattice import COUNTS, N_DICE, N_FACES, N_RESULTS, ORDERINGS, block
from dtsim.dicethrone.program.layout import ROLL_ATTEMPTS
from dtsim.dicethrone.sheet import AbilityRow, Sheet


@dataclass(frozen=True, slots=True, eq=False)
class RowOdds:
    """One step of an Offensive Ability."""

    chased: float  # to meet it within three rolls when nothing else is aimed at and no card is played
    first_roll: float  # to meet it with the first five dice, whatever anybody wants
    met: NDArray[np.bool_]  # by which of the 252 results


Odds = tuple[tuple[RowOdds | None, ...], ...]  # of each hero, in the order of its abilities


def exact_odds(heroes: Sequence[Hero], sheet: Sheet) -> Odds:
    """The odds of every Offensive Ability of a sheet; None for other abilities."""
    return tuple(_odds_of(hero, rows) for hero, rows in zip(heroes, sheet.abilities, strict=True))


def _odds_of(hero: Hero, rows: tuple[AbilityRow, ...]) -> tuple[RowOdds | None, ...]:
    found = _odds_by_name(hero)
    return tuple(found[row.name, row.level, row.needs] if row.is_offensive else None for row in rows)


def _odds_by_name(hero: Hero) -> dict[tuple[str, int, str], RowOdds]:
    """By ability, level and step, as `AbilityRow` says them."""
    chances = ORDERINGS[block(N_DICE)] / N_FACES**N_DICE
    shown = [tuple(int(count) for count in COUNTS[result]) for result in range(N_RESULTS)]
    found = {}
    for level in sorted({1} | {upgrade.ability.level for upgrade in hero.upgrades}):
        for side in hero.sides or (None,):
            odds = ability_odds(hero, ROLL_ATTEMPTS, levels=level, side=side)
            for row, chance in zip(board_of(hero, level, side).rows, odds, strict=True):
                met = np.array([row.need.is_met(counts) for counts in shown])
                step = str(row.need) if len(row.ability.needs) > 1 else ""
                found[row.name, chance.level, step] = RowOdds(
                    chance.probability, float(chances[met].sum()), met
                )
    return found

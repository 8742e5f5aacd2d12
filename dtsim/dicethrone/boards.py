"""A hero's board together with the exact chance of each of its abilities."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from dtsim.dicethrone.heroes.board import load_board
from dtsim.dicethrone.heroes.model.hero import Hero

ROLLS = 3


def board_with_chances(name: str | Path, heroes: Iterable[str | Path] = ()) -> dict[str, Any]:
    """The board of `heroes.board`; abilities with `needs` also have `chances`.

    A chance is `needs`, one step of the requirement, and the `probability` to show it within three rolls
    when nothing else is aimed at and no card is played.
    """
    hero, board = load_board(name, heroes=heroes)
    if hero is not None:
        chances = _chances(hero)
        for entry in board["abilities"]:
            if entry["needs"]:
                entry["chances"] = chances.get((entry["name"], entry["level"]), [])
    return board


def _chances(hero: Hero) -> dict[tuple[str, int], list[dict[str, Any]]]:
    from dtsim.dicethrone.odds.api import ability_odds

    found: dict[tuple[str, int], dict[str, float]] = {}
    for level in sorted({1} | {upgrade.ability.level for upgrade in hero.upgrades}):
        for side in hero.sides or (None,):
            for row in ability_odds(hero, ROLLS, levels=level, side=side):
                found.setdefault((row.name, row.level), {})[row.needs] = row.probability
    return {
        key: [{"needs": needs, "probability": chance} for needs, chance in steps.items()]
        for key, steps in found.items()
    }

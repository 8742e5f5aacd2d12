"""Where the abilities of a board lie in a program, and which they are."""

from __future__ import annotations

from collections.abc import Iterator

from dtsim.dicethrone.heroes.model.hero import Ability, Hero
from dtsim.dicethrone.program import layout as L
from dtsim.dicethrone.program.program import Program


def places(program: Program, seat: int, slots: int) -> Iterator[tuple[int, int, int]]:
    """Space, level and place of the abilities in some slots, level by level."""
    table = program.table
    spaces = int(table[int(table[L.P_HEROES + seat]) + slots])
    for index in range(table[spaces]):
        space = int(table[spaces + 1 + index])
        for level in (1, 2, 3):
            abilities = int(table[space + L.S_LEVELS + level])
            for which in range(table[abilities]):
                yield int(table[space + L.S_INDEX]), level, int(table[abilities + 1 + which])


def ability_at(program: Program, hero: Hero, place: int) -> Ability:
    """The ability of the hero that a place of the program holds."""
    name, level = program.names.items[place], program.names.levels[place]
    every = [
        *hero.abilities,
        *(ability for upgrade in hero.upgrades for ability in (upgrade.ability, *upgrade.adds)),
    ]
    named = [ability for ability in every if ability.name == name]
    found = [ability for ability in named if ability.level == level] or named
    return next(iter(found))

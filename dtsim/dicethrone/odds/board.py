"""The board of a hero with some upgrades in play: which abilities it has, at which level, on which side."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from dtsim.dicethrone.heroes.model.hero import Ability, Hero
from dtsim.dicethrone.heroes.model.needs import Need
from dtsim.errors import DtsimError, unknown

Levels = int | str | Mapping[str, int] | Iterable[str] | None
"""2 for everything; {"Revolver": 2}; "Revolver=2"; "Revolver II"; or several of these strings."""

ROMAN = {1: "I", 2: "II", 3: "III"}


@dataclass(frozen=True, slots=True)
class Row:
    """One ability at its level with one step of its requirement."""

    ability: Ability
    step: int

    @property
    def name(self) -> str:
        return self.ability.name

    @property
    def need(self) -> Need:
        return self.ability.needs[self.step]


@dataclass(frozen=True, slots=True)
class Board:
    """A hero with its abilities as they lie on the table; those of another side are left out of `rows`."""

    hero: Hero
    abilities: tuple[Ability, ...]
    side: str

    @property
    def rows(self) -> tuple[Row, ...]:
        """Every step of every Offensive Ability and Ultimate of this side, in the order of the board."""
        return tuple(
            Row(ability, step)
            for ability in self.abilities
            if ability.slot in ("offensive", "ultimate") and ability.side in ("", self.side)
            for step in range(len(ability.needs))
        )

    def of_slot(self, *slots: str) -> tuple[Ability, ...]:
        return tuple(ability for ability in self.abilities if ability.slot in slots)


def board_of(hero: Hero, levels: Levels = None, side: str | None = None) -> Board:
    """Lay out the board; an upgrade may bring further abilities to its space."""
    chosen = levels_of(hero, levels)
    abilities: list[Ability] = []
    for ability in hero.abilities:
        level = chosen.get(ability.name, 1)
        if level == 1:
            abilities.append(ability)
            continue
        upgrade = next(
            card for card in hero.upgrades if (card.ability.name, card.ability.level) == (ability.name, level)
        )
        added = (replace(new, level=level, side=new.side or ability.side) for new in upgrade.adds)
        abilities += [upgrade.ability, *added]
    return Board(hero, tuple(abilities), side_of(hero, side))


def side_of(hero: Hero, side: str | None) -> str:
    """The side the board lies on; the first one named in the file unless another is asked for."""
    if side is None:
        return hero.sides[0] if hero.sides else ""
    if not hero.sides:
        raise DtsimError(f"{hero.name} has a board with one side only, found side '{side}'")
    return match_name("side", side, hero.sides)


def levels_of(hero: Hero, levels: Levels) -> dict[str, int]:
    """The level of each ability that is not at level I."""
    highest = {ability.name: 1 for ability in hero.abilities}
    for upgrade in hero.upgrades:
        name = upgrade.ability.name
        highest[name] = max(highest.get(name, 1), upgrade.ability.level)
    found: dict[str, int] = {}
    for word, level in _asked_levels(hero, levels):
        if not 1 <= level <= 3:
            raise DtsimError(f"a level is 1, 2 or 3, found {level}")
        if word is None:
            found |= {ability: min(level, most) for ability, most in highest.items()}
            continue
        known = match_name("ability", word, highest)
        if level > highest[known]:
            most = ROMAN[highest[known]]
            raise DtsimError(f"{known} of {hero.name} has no level {ROMAN[level]}: the highest is {most}")
        found[known] = level
    return {name: level for name, level in found.items() if level > 1}


def _asked_levels(hero: Hero, levels: Levels) -> list[tuple[str | None, int]]:
    if levels is None:
        return []
    if isinstance(levels, int):
        return [(None, levels)]
    if isinstance(levels, str):
        return [_asked_level(hero, levels)]
    if isinstance(levels, Mapping):
        return list(levels.items())
    return [_asked_level(hero, word) for word in levels]


def _asked_level(hero: Hero, word: str) -> tuple[str | None, int]:
    word = word.strip()
    if word.isdecimal():
        return None, int(word)
    name, equals, level = word.rpartition("=")
    if equals and level.strip().isdecimal():
        return name, int(level)
    upgrades = {upgrade.name: upgrade for upgrade in hero.upgrades}
    first_level = {f"{ability.name} I": ability.name for ability in hero.abilities}
    known = match_name("upgrade", word, [*upgrades, *first_level], shown=upgrades)
    if known in first_level:
        return first_level[known], 1
    return upgrades[known].ability.name, upgrades[known].ability.level


def match_name(what: str, word: str, names: Iterable[str], shown: Iterable[str] | None = None) -> str:
    """The name that a word means; capitals, spaces and signs do not matter: `six it` is `Six-It!`."""
    names = list(names)
    plain = {_plain(name): name for name in reversed(names)}
    if _plain(word) not in plain:
        raise unknown(what, word, names if shown is None else shown)
    return plain[_plain(word)]


def _plain(name: str) -> str:
    return re.sub(r"[\W_]+", "", name).casefold()

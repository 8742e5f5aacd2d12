"""Who takes part: heroes by name, file or as they are, each with the players that decide for it."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from pathlib import Path

from dtsim.dicethrone.heroes.changes import Numbers
from dtsim.dicethrone.heroes.library import COMMON, find_hero, load_hero
from dtsim.dicethrone.heroes.model import Hero
from dtsim.dicethrone.heroes.roster import roster
from dtsim.dicethrone.player_files.library import load_player
from dtsim.dicethrone.player_files.model import PlayerFile
from dtsim.errors import DtsimError
from dtsim.experiments.plan import Entrant
from dtsim.files import shipped_folder


def enter(
    heroes: Sequence[str | Path | Hero],
    players: Sequence[str | Path | PlayerFile],
    *,
    numbers: Numbers | None = None,
    heroes_from: Iterable[str | Path] = (),
) -> tuple[Entrant, ...]:
    """Every hero with every player; `paladin:random` names its own player. No hero: all complete ones."""
    folders = list(heroes_from)
    names = list(heroes) or complete_heroes(folders)
    deciding = [load_player(player) for player in players]
    entrants = [entrant for name in names for entrant in _entrants(name, deciding, numbers or {}, folders)]
    known = {COMMON, *(entrant.hero.slug for entrant in entrants)}
    for slug in numbers or {}:
        if slug not in known:
            raise DtsimError(f"numbers of '{slug}' are changed, but this hero does not take part")
    return tuple(entrants)


def complete_heroes(heroes_from: Iterable[str | Path] = ()) -> list[str]:
    """The slugs of all heroes at hand that can play games."""
    return [listed.slug for listed in roster(heroes_from) if listed.hero is not None and listed.hero.complete]


def split_player(name: str) -> tuple[str, str]:
    """`paladin:random` is the hero and its player; the player is empty if none is named."""
    hero, colon, player = name.rpartition(":")
    is_player = os.sep not in player or player.endswith(".toml")
    if colon and len(hero) > 1 and is_player and not os.path.exists(name):
        return hero, player
    return name, ""


def _entrants(
    name: str | Path | Hero, players: Sequence[PlayerFile], numbers: Numbers, folders: Sequence[str | Path]
) -> list[Entrant]:
    if isinstance(name, Hero):
        return [Entrant(name, player, name.slug) for player in players]
    asked, own = split_player(str(name))
    path = find_hero(asked, folders)
    hero = load_hero(asked, heroes=folders, numbers=numbers)
    given = hero.slug if path.parent == shipped_folder("heroes") else str(path)
    changes = tuple(
        (f"{slug}/{address}", value)
        for slug in (hero.slug, COMMON)
        for address, value in sorted(numbers.get(slug, {}).items())
    )
    return [Entrant(hero, player, given, changes) for player in ([load_player(own)] if own else players)]

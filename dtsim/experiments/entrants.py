"""Who takes part: heroes by name, file or as they are, each with its players; and as they were before."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path

from dtsim.dicethrone.heroes.changes import Numbers
from dtsim.dicethrone.heroes.library import COMMON, find_hero, load_hero
from dtsim.dicethrone.heroes.model.hero import Hero
from dtsim.dicethrone.heroes.roster import roster
from dtsim.dicethrone.player_files.library import load_player
from dtsim.dicethrone.player_files.model import PlayerFile
from dtsim.errors import DtsimError
from dtsim.experiments.plan import PRINTED, Entrant, Version
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
        if name.slug in numbers:
            raise DtsimError(f"numbers of '{name.slug}' can be changed if it is named, not as it is")
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


# ---------------------------------------------------------------- another version of them


def version_of(
    entrants: Sequence[Entrant],
    files: Sequence[str | Path | Hero] = (PRINTED,),
    *,
    numbers: Numbers | None = None,
    rulings: Iterable[str] = (),
    heroes_from: Iterable[str | Path] = (),
) -> Version:
    """The entrants as their files print them; those of the named files, or folders of them, as these do."""
    folders, origins = list(heroes_from), dict[str, Path | Hero]()
    for file in files:
        origins |= _origins(file, entrants, folders)
    heroes = [_earlier(one, origins.get(one.hero.slug), numbers or {}, folders) for one in entrants]
    given = tuple(file.slug if isinstance(file, Hero) else str(file) for file in files)
    changes = [(f"{slug}/{at}", value) for slug, of in (numbers or {}).items() for at, value in of.items()]
    return Version(tuple(heroes), tuple(rulings), given, tuple(sorted(changes)))


def _origins(
    file: str | Path | Hero, entrants: Sequence[Entrant], folders: Sequence[str | Path]
) -> dict[str, Path | Hero]:
    """By slug, where the other version of these heroes comes from."""
    if isinstance(file, Hero):
        return {_slug_of(file, entrants, file.slug): file}
    if str(file) == PRINTED:
        return {}
    if not Path(file).is_dir():
        path = find_hero(str(file), folders)
        return {_slug_of(load_hero(path), entrants, str(file)): path}
    slugs = dict.fromkeys(one.hero.slug for one in entrants)
    paths = {slug: Path(file, f"{slug}.toml") for slug in slugs}
    found: dict[str, Path | Hero] = {slug: path for slug, path in paths.items() if path.is_file()}
    if not found:
        raise DtsimError(f"{file}: holds another version of none of the heroes: {', '.join(slugs)}")
    return found


def _earlier(
    one: Entrant, origin: Path | Hero | None, numbers: Numbers, folders: Sequence[str | Path]
) -> Hero:
    """The hero of an entrant in the other version; it keeps its slug, whatever its file is called."""
    hero = origin or one.hero
    if isinstance(origin, Path) or (origin is None and (one.numbers or numbers)):
        path = origin or find_hero(one.given, folders)
        changes = {COMMON: numbers.get(COMMON, {}), path.stem: numbers.get(one.hero.slug, {})}
        hero = load_hero(path, numbers=changes)
    assert isinstance(hero, Hero)
    return replace(hero, slug=one.hero.slug)


def _slug_of(hero: Hero, entrants: Sequence[Entrant], given: str) -> str:
    """Which entrant this is another version of: by the name of the file, else by the printed name."""
    slugs = {one.hero.slug: one.hero.slug for one in entrants}
    names = {one.hero.name: one.hero.slug for one in entrants}
    found = slugs.get(hero.slug) or names.get(hero.name)
    if found is None:
        raise DtsimError(f"{given}: '{hero.name}' does not take part; there are {', '.join(names)}")
    return found

"""Mistakes in values of the right shape: names that a scenario file uses and nobody knows."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from dtsim.dicethrone.heroes.library import COMMON, find_hero, hero_paths, load_hero
from dtsim.dicethrone.heroes.places import Path as Steps
from dtsim.dicethrone.heroes.places import Places
from dtsim.dicethrone.heroes.roster import numbers_of
from dtsim.dicethrone.pairs import COUPLINGS
from dtsim.dicethrone.player_files.library import is_path, load_player, player_paths
from dtsim.dicethrone.program.rulings import RULINGS
from dtsim.errors import DtsimError, FileError, Mistake, Place, nearest
from dtsim.experiments.entrants import complete_heroes, split_player
from dtsim.experiments.plan import FULL, PILOT


def mistakes_of(
    tables: dict[str, Any], places: Places, path: Path, folders: list[str | Path]
) -> Iterator[Mistake]:
    """Names that nobody knows; values of the wrong shape are passed over, for they are reported already."""
    for index, name in _strings(tables.get("players")):
        yield from _player_mistakes(name, places.value(("players", index)), path, "players")
    yield from _unknown_words(tables, ("rulings",), places, "ruling", RULINGS)
    names = _strings(tables.get("heroes"))
    slugs: dict[str, str] = {}  # of the heroes that take part, and how they can be loaded
    for index, name in names:
        yield from _hero_mistakes(name, places.value(("heroes", index)), path, folders, slugs)
    if not names and not tables.get("heroes"):
        slugs = {slug: slug for slug in complete_heroes(folders)}
    if len(names) == 1 and len(_strings(tables.get("players"))) < 2 and tables.get("mirrors") is not True:
        yield Mistake(places.value(("heroes",)), "matchups need at least two heroes, or 'mirrors = true'")
    for index, label in _strings(tables.get("focus")):
        if slugs and split_player(label)[0] not in slugs:
            message = f"'{label}' does not take part"
            yield Mistake(places.value(("focus", index)), message, "focus", label, tuple(slugs))
    yield from _number_mistakes(tables.get("numbers"), ("numbers",), places, slugs, folders)
    yield from _coupling_mistakes(tables, places)
    if isinstance(tables.get("against"), dict):
        yield from _against_mistakes(tables["against"], places, path, slugs, folders)


def beside(name: str, path: Path) -> str:
    """Hero and player files are named as seen from the scenario file."""
    hero, player = split_player(name)
    if hero.endswith(".toml") or os.sep in hero:
        hero = str(path.parent / hero)
    return f"{hero}:{player_beside(player, path)}" if player else hero


def player_beside(name: str, path: Path) -> str:
    """So is the file of a player."""
    return str(path.parent / name) if is_path(name) else name


def version_beside(name: str, path: Path) -> str:
    """A folder of hero files too is named as seen from the scenario file."""
    folder = path.parent / name
    return str(folder) if folder.is_dir() else beside(name, path)


def _unknown_words(
    tables: dict[str, Any], steps: Steps, places: Places, what: str, known: Iterable[str]
) -> Iterator[Mistake]:
    for index, word in _strings(tables.get(str(steps[-1]))):
        if word not in known:
            place = places.value((*steps, index))
            yield Mistake(place, f"unknown {what} '{word}'", " > ".join(map(str, steps)), word, tuple(known))


def _coupling_mistakes(tables: dict[str, Any], places: Places) -> Iterator[Mistake]:
    """Two versions share all they can, and one version cannot."""
    coupling, place = tables.get("coupling", PILOT), places.value(("coupling",))
    if "against" not in tables and coupling == FULL:
        yield Mistake(place, f"the coupling '{FULL}' is that of two versions: '[against]' is missing")
    if "against" in tables and coupling in COUPLINGS and coupling != FULL:
        yield Mistake(place, f"two versions are compared with the coupling '{FULL}', not '{coupling}'")


def _against_mistakes(
    against: dict[str, Any], places: Places, path: Path, slugs: dict[str, str], folders: list[str | Path]
) -> Iterator[Mistake]:
    files = dict(slugs)
    for index, name in _strings(against.get("heroes")):
        file, place = Path(version_beside(name, path)), places.value(("against", "heroes", index))
        if file.is_dir():
            files |= {slug: str(file / f"{slug}.toml") for slug in slugs if (file / f"{slug}.toml").is_file()}
            continue
        try:
            found = find_hero(str(file), folders)
            files[load_hero(found).slug] = str(found)
        except FileError as error:
            message = f"{name} has mistakes of its own: {str(error).splitlines()[-1]}"
            yield Mistake(place, message, "against > heroes")
        except DtsimError:
            message = f"'{name}' is no hero, hero file or folder of them"
            yield Mistake(place, message, "against > heroes", name, tuple(hero_paths(folders)))
    yield from _unknown_words(against, ("against", "rulings"), places, "ruling", RULINGS)
    yield from _number_mistakes(against.get("numbers"), ("against", "numbers"), places, files, folders)


def _player_mistakes(name: str, place: Place, path: Path, key: str) -> Iterator[Mistake]:
    try:
        load_player(player_beside(name, path))
    except FileError as error:
        yield Mistake(place, f"{name} has mistakes of its own: {str(error).splitlines()[-1]}", key)
    except DtsimError as error:
        if is_path(name):
            yield Mistake(place, str(error), key)
        else:
            yield Mistake(place, f"unknown player '{name}'", key, name, tuple(player_paths()))


def _hero_mistakes(
    name: str, place: Place, path: Path, folders: list[str | Path], slugs: dict[str, str]
) -> Iterator[Mistake]:
    hero, player = split_player(name)
    if player:
        yield from _player_mistakes(player, place, path, "heroes")
    asked = split_player(beside(name, path))[0]
    try:
        file = find_hero(asked, folders)
    except DtsimError as error:
        is_file = asked != hero or hero.endswith(".toml")
        known = () if is_file else tuple(hero_paths(folders))
        yield Mistake(place, str(error) if is_file else f"unknown hero '{hero}'", "heroes", hero, known)
        return
    try:
        found = load_hero(file)
    except DtsimError as error:
        yield Mistake(place, f"{hero} has mistakes of its own: {str(error).splitlines()[-1]}", "heroes")
        return
    slugs[found.slug] = str(file)
    if not found.complete:
        yield Mistake(
            place, f"'{hero}' has odds only; its file is not complete enough to play games", "heroes"
        )


def _number_mistakes(
    numbers: Any, steps: Steps, places: Places, slugs: dict[str, str], folders: list[str | Path]
) -> Iterator[Mistake]:
    for slug, changes in numbers.items() if isinstance(numbers, dict) else ():
        table: Steps = (*steps, slug)
        if slug not in slugs and slug != COMMON:
            allowed = (*slugs, COMMON)
            where = " > ".join(map(str, steps))
            yield Mistake(places.key(table), f"'{slug}' does not take part", where, slug, allowed)
            continue
        numbers_at = " > ".join(map(str, table))
        known = [number.address for number in numbers_of(slugs.get(slug, str(slug)), folders)]
        for address in changes if isinstance(changes, dict) else ():
            if address not in known:
                message = f"unknown number '{address}': 'dtsim hero numbers {slug}' lists them all"
                allowed = tuple(_neighbours(address, known))
                yield Mistake(places.key((*table, address)), message, numbers_at, address, allowed)


def _neighbours(address: str, known: list[str]) -> Iterator[str]:
    """The numbers of the card or ability that was probably meant: a hero has too many to list."""
    guess = nearest(address, known)
    item = guess.partition("/")[0] if guess else address.partition("/")[0]
    return (other for other in known if other.partition("/")[0] == item)


def _strings(value: Any) -> list[tuple[int, str]]:
    """The texts of a list with their places in it."""
    entries = value if isinstance(value, list) else []
    return [(index, entry) for index, entry in enumerate(entries) if isinstance(entry, str)]

"""All heroes at hand, and what is wrong with their files."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from dtsim.dicethrone.heroes.common import read_common
from dtsim.dicethrone.heroes.library import (
    COMMON,
    common_path,
    find_hero,
    hero_folders,
    hero_paths,
    load_common,
    load_hero,
)
from dtsim.dicethrone.heroes.model.hero import Hero, Number
from dtsim.dicethrone.heroes.reader import read_hero
from dtsim.dicethrone.heroes.source import read_source
from dtsim.errors import DtsimError, FileError, Mistake, unknown
from dtsim.files import shipped_folder

Folders = Iterable[str | Path]


@dataclass(frozen=True, slots=True)
class Listed:
    """A hero that can be named; without `hero` its file has mistakes."""

    slug: str
    path: Path
    shipped: bool
    hero: Hero | None


@dataclass(frozen=True, slots=True)
class Verdict:
    """One file read to its end; `report` is empty when nothing is wrong with it."""

    path: str
    mistakes: tuple[Mistake, ...] = ()
    report: str = ""

    @property
    def is_sound(self) -> bool:
        return not self.report


def roster(heroes: Folders = ()) -> list[Listed]:
    """Every hero that can be named without a path, by name."""
    home = shipped_folder("heroes")
    paths = sorted(hero_paths(heroes).items())
    return [Listed(slug, path, path.parent == home, _hero_or_none(path)) for slug, path in paths]


def _hero_or_none(path: Path) -> Hero | None:
    try:
        return load_hero(path)
    except DtsimError:
        return None


def numbers_of(name: str, heroes: Folders = ()) -> tuple[Number, ...]:
    """Every printed number of a hero, or of `common`, in the order of the file."""
    if name == COMMON:
        return tuple(load_common(common_path(hero_folders(heroes)).parent).numbers)
    return load_hero(name, heroes=heroes).numbers


def check_heroes(targets: Iterable[str] = (), heroes: Folders = ()) -> list[Verdict]:
    """Read every file, hero or folder named, or all heroes at hand; mistakes are collected, not raised."""
    targets = tuple(targets)
    if not targets:
        paths = [common_path(hero_folders(heroes)), *hero_paths(heroes).values()]
        return [_verdict(path) for path in paths]
    known = {*hero_paths(heroes), COMMON}
    return [verdict for target in targets for verdict in _verdicts(target, heroes, known)]


def _verdicts(target: str, heroes: Folders, known: set[str]) -> Iterator[Verdict]:
    path = Path(target)
    if path.is_dir():
        files = sorted(path.glob("*.toml"))
        yield from map(_verdict, files)
        if not files:
            yield Verdict(target, report=f"{target}: no hero file (*.toml) in this folder")
    elif target == COMMON:
        yield _verdict(common_path(hero_folders(heroes)))
    else:
        yield _named_verdict(target, heroes, known)


def _named_verdict(target: str, heroes: Folders, known: set[str]) -> Verdict:
    try:
        path = find_hero(target, heroes)
    except DtsimError as error:
        message = str(error)
        if not target.endswith(".toml") and os.sep not in target:
            message = str(unknown("hero or file", target, known))
        return Verdict(target, report=message)
    return _verdict(path)


def _verdict(path: Path) -> Verdict:
    return verdict_of(path, _read)


def _read(path: Path) -> None:
    if path.stem == COMMON:
        read_common(read_source(path), str(path))
    else:
        read_hero(read_source(path), str(path), path.stem, load_common(path.parent))


def verdict_of(path: Path, read: Callable[[Path], object]) -> Verdict:
    """What is wrong with a file, by what reading it says."""
    shown = _near(path)
    try:
        read(Path(shown))
    except FileError as error:
        if error.path == shown:
            return Verdict(shown, tuple(error.mistakes), str(error))
        return Verdict(shown, report=f"{shown}: not checked, for {_near(Path(error.path))} has mistakes")
    except DtsimError as error:
        return Verdict(shown, report=str(error))
    return Verdict(shown)


def _near(path: Path) -> str:
    """As seen from the folder the user is in, when the file is inside it."""
    here = Path.cwd()
    return str(path.relative_to(here)) if path.is_absolute() and path.is_relative_to(here) else str(path)

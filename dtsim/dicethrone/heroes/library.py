"""Finding hero files: by path, in folders the user names, in the folder that comes with dtsim."""

from __future__ import annotations

import functools
import os
from collections.abc import Iterable, Mapping
from pathlib import Path

from dtsim.dicethrone.heroes.changes import Numbers
from dtsim.dicethrone.heroes.common import Common, read_common
from dtsim.dicethrone.heroes.model.hero import Hero
from dtsim.dicethrone.heroes.reader import read_hero
from dtsim.dicethrone.heroes.source import read_source, with_numbers
from dtsim.errors import DtsimError, unknown
from dtsim.files import shipped_folder

VARIABLE = "DTSIM_HEROES"
COMMON = "common"


def hero_folders(extra: Iterable[str | Path] = ()) -> list[Path]:
    """Folders in the order they are searched; the user's come before the shipped one."""
    named = [("--heroes", Path(folder)) for folder in extra]
    variable = [(VARIABLE, Path(name)) for name in os.environ.get(VARIABLE, "").split(os.pathsep) if name]
    for origin, folder in (*named, *variable):
        if not folder.is_dir():
            raise DtsimError(f"{origin} {folder}: no such folder")
    return [*(folder for _, folder in (*named, *variable)), shipped_folder("heroes")]


def hero_paths(extra: Iterable[str | Path] = ()) -> dict[str, Path]:
    """The file of each hero that can be named without a path."""
    found: dict[str, Path] = {}
    for folder in hero_folders(extra):
        for path in sorted(folder.glob("*.toml")):
            if path.stem != COMMON:
                found.setdefault(path.stem, path)
    return found


def find_hero(name: str, extra: Iterable[str | Path] = ()) -> Path:
    """The file of a hero given by slug, printed name or path."""
    if name.endswith(".toml") or os.sep in name:
        path = Path(name)
        if not path.is_file():
            raise DtsimError(f"{name}: {'a folder, not a' if path.is_dir() else 'no such'} hero file")
        return path
    known = hero_paths(extra)
    slug = name.strip().lower().replace(" ", "-")
    if slug not in known:
        raise unknown("hero", name, known)
    return known[slug]


def load_hero(
    name: str | Path,
    *,
    heroes: Iterable[str | Path] = (),
    numbers: Numbers | None = None,
) -> Hero:
    """Read a hero by name or path; every mistake of its file in one FileError.

    `numbers` replaces printed numbers by address, for each hero by its slug and for `common`: {"gunslinger":
    {"Revolver/deal/1": 5}}. What concerns other heroes is passed over.
    """
    path = find_hero(str(name), heroes)
    source, common = read_source(path), load_common(path.parent)
    if changes := (numbers or {}).get(COMMON):
        common = _changed_common(path.parent, common, changes)
    hero = read_hero(source, str(path), path.stem, common)
    if changes := (numbers or {}).get(hero.slug):
        hero = read_hero(with_numbers(source, hero, dict(changes)), str(path), hero.slug, common)
    return hero


def _changed_common(beside: Path, common: Common, changes: Mapping[str, int]) -> Common:
    path = common_path([beside])
    printed = Hero(COMMON, "Common", (), (), numbers=common.numbers)
    return read_common(with_numbers(read_source(path), printed, dict(changes)), str(path))


def load_common(beside: Path) -> Common:
    """`common.toml` beside the hero file, else the shipped one."""
    path = common_path([beside])
    return _read_common(path, path.stat().st_mtime_ns)


def common_path(folders: Iterable[Path]) -> Path:
    """The first `common.toml` of the folders, else the one that comes with dtsim."""
    paths = [folder / f"{COMMON}.toml" for folder in (*folders, shipped_folder("heroes"))]
    for path in paths:
        if path.is_file():
            return path
    raise DtsimError(f"{paths[0]}: missing; this file holds the cards and status effects that heroes share")


@functools.lru_cache(maxsize=8)
def _read_common(path: Path, _stamp: int) -> Common:
    return read_common(read_source(path), str(path))

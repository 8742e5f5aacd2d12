"""Scenario files: an experiment as a text, with every mistake of it shown at once in its line."""

from __future__ import annotations

import os
import shlex
import tomllib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import Field, ValidationError

from dtsim.dicethrone.heroes.library import COMMON, find_hero, hero_paths, load_hero
from dtsim.dicethrone.heroes.places import Path as Steps
from dtsim.dicethrone.heroes.places import Places, locate
from dtsim.dicethrone.heroes.reader import read_source
from dtsim.dicethrone.heroes.roster import numbers_of
from dtsim.dicethrone.heroes.shape import shape_mistakes
from dtsim.dicethrone.heroes.tables import Table, Words
from dtsim.dicethrone.heroes.toml_mistakes import toml_mistake
from dtsim.dicethrone.player_files.library import is_path, load_player, player_paths
from dtsim.dicethrone.program.rulings import RULINGS
from dtsim.errors import DtsimError, FileError, Mistake, Place, nearest, unknown
from dtsim.experiments.api import budget_of
from dtsim.experiments.entrants import complete_heroes, enter, split_player
from dtsim.experiments.plan import TURN_CAP, Plan
from dtsim.files import shipped_folder


class OutputTable(Table):
    """Where results go, and in which forms."""

    folder: Words | None = None
    formats: list[Literal["csv", "json", "md", "html"]] = Field(default=["csv", "json", "html"], min_length=1)


class ScenarioFile(Table):
    """An experiment."""

    title: str = ""
    heroes: list[Words] = Field(default=[])
    focus: list[Words] = Field(default=[])
    players: list[Words] = Field(default=["planner"], min_length=1)
    mode: Literal["1v1"] = "1v1"
    games: Annotated[int, Field(ge=1)] | None = None
    half_width: Annotated[float, Field(gt=0, lt=0.5)] | None = None
    seed: Annotated[int, Field(ge=-(2**63), lt=2**63)] = 0
    coupling: Literal["pilot", "independent", "seat", "hero"] = "pilot"
    mirrors: bool = False
    rulings: list[Words] = Field(default=[])
    turn_cap: Annotated[int, Field(ge=1)] = TURN_CAP
    numbers: dict[str, dict[str, Annotated[int, Field(ge=0)]]] = Field(default={})
    output: OutputTable = OutputTable()


@dataclass(frozen=True, slots=True)
class Scenario:
    """What a scenario file asks for."""

    name: str
    plan: Plan
    folder: Path
    formats: tuple[str, ...]
    command: str


def find_scenario(name: str) -> Path:
    """A scenario by path, or by the name of one that comes with dtsim."""
    if name.endswith(".toml") or os.sep in name:
        path = Path(name)
        if not path.is_file():
            raise DtsimError(f"{name}: {'a folder, not a' if path.is_dir() else 'no such'} scenario file")
        return path
    known = {path.stem: path for path in shipped_folder("scenarios").glob("*.toml")}
    if name not in known:
        raise unknown("scenario", name, known)
    return known[name]


def load_scenario(name: str | Path, *, heroes_from: Iterable[str | Path] = ()) -> Scenario:
    """Read a scenario; every mistake of its file in one FileError."""
    path = find_scenario(str(name))
    return read_scenario(read_source(path), path, heroes_from=heroes_from)


def read_scenario(source: str, path: Path, *, heroes_from: Iterable[str | Path] = ()) -> Scenario:
    """The scenario of a file; heroes by path are looked for beside it."""
    folders = list(heroes_from)
    try:
        tables = tomllib.loads(source)
    except ValueError as error:
        raise FileError(str(path), source, [toml_mistake(error, source)]) from error
    places = locate(source)
    try:
        asked = ScenarioFile.model_validate(tables)
    except ValidationError as error:
        mistakes = shape_mistakes(error, tables, places, ScenarioFile)
        raise FileError(str(path), source, [*mistakes, *_mistakes(tables, places, path, folders)]) from error
    if mistakes := list(_mistakes(tables, places, path, folders)):
        raise FileError(str(path), source, mistakes)
    return _scenario(asked, path, folders)


def _scenario(asked: ScenarioFile, path: Path, folders: list[str | Path]) -> Scenario:
    heroes = [_beside(name, path) for name in asked.heroes]
    players = [_player_beside(name, path) for name in asked.players]
    entrants = enter(heroes, players, numbers=asked.numbers, heroes_from=folders)
    plan = Plan(
        entrants,
        asked.seed,
        asked.coupling,
        tuple(asked.rulings),
        asked.turn_cap,
        budget_of(asked.games, asked.half_width),
        tuple(asked.focus),
        asked.mirrors,
        True,
        asked.title,
    )
    folder = Path(asked.output.folder or Path("reports", path.stem))
    shown = path.stem if path.parent == shipped_folder("scenarios") else str(path)
    command = shlex.join(["dtsim", "run", shown])
    return Scenario(path.stem, plan, folder, tuple(dict.fromkeys(asked.output.formats)), command)


def _beside(name: str, path: Path) -> str:
    """Hero and player files are named as seen from the scenario file."""
    hero, player = split_player(name)
    if hero.endswith(".toml") or os.sep in hero:
        hero = str(path.parent / hero)
    return f"{hero}:{_player_beside(player, path)}" if player else hero


def _player_beside(name: str, path: Path) -> str:
    return str(path.parent / name) if is_path(name) else name


# ---------------------------------------------------------------- mistakes in values of the right shape


def _mistakes(
    tables: dict[str, Any], places: Places, path: Path, folders: list[str | Path]
) -> Iterator[Mistake]:
    """Names that nobody knows; values of the wrong shape are passed over, for they are reported already."""
    for index, name in _strings(tables.get("players")):
        yield from _player_mistakes(name, places.value(("players", index)), path, "players")
    yield from _unknown_words(tables, "rulings", places, "ruling", RULINGS)
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
    yield from _number_mistakes(tables.get("numbers"), places, slugs, folders)


def _unknown_words(
    tables: dict[str, Any], key: str, places: Places, what: str, known: Iterable[str]
) -> Iterator[Mistake]:
    for index, word in _strings(tables.get(key)):
        if word not in known:
            yield Mistake(places.value((key, index)), f"unknown {what} '{word}'", key, word, tuple(known))


def _player_mistakes(name: str, place: Place, path: Path, key: str) -> Iterator[Mistake]:
    try:
        load_player(_player_beside(name, path))
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
    asked = split_player(_beside(name, path))[0]
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
    numbers: Any, places: Places, slugs: dict[str, str], folders: list[str | Path]
) -> Iterator[Mistake]:
    for slug, changes in numbers.items() if isinstance(numbers, dict) else ():
        table: Steps = ("numbers", slug)
        if slug not in slugs and slug != COMMON:
            allowed = (*slugs, COMMON)
            yield Mistake(places.key(table), f"'{slug}' does not take part", "numbers", slug, allowed)
            continue
        numbers_at = f"numbers > {slug}"
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

"""Scenario files: an experiment as a text, with every mistake of it shown at once in its line."""

from __future__ import annotations

import os
import shlex
import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal

from pydantic import Field, ValidationError

from dtsim.dicethrone.heroes.places import locate
from dtsim.dicethrone.heroes.shape import shape_mistakes
from dtsim.dicethrone.heroes.source import read_source
from dtsim.dicethrone.heroes.tables import Table, Words
from dtsim.dicethrone.heroes.toml_mistakes import toml_mistake
from dtsim.errors import DtsimError, FileError, Mistake, unknown
from dtsim.experiments.api import budget_of
from dtsim.experiments.entrants import enter, version_of
from dtsim.experiments.plan import PRINTED, TURN_CAP, Entrant, Plan, Version
from dtsim.experiments.scenario_mistakes import beside, mistakes_of, player_beside, version_beside
from dtsim.files import shipped_folder


class OutputTable(Table):
    """Where results go, and in which forms."""

    folder: Words | None = None
    formats: list[Literal["csv", "json", "md", "html"]] = Field(default=["csv", "json", "html"], min_length=1)


class AgainstTable(Table):
    """Another version of the heroes, to see what the change does; without keys, as their files print them."""

    heroes: list[Words] = Field(default=[])  # files, or folders of them
    rulings: list[Words] = Field(default=[])
    numbers: dict[str, dict[str, Annotated[int, Field(ge=0)]]] = Field(default={})


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
    coupling: Literal["pilot", "independent", "seat", "hero", "full"] = "pilot"
    mirrors: bool = False
    rulings: list[Words] = Field(default=[])
    turn_cap: Annotated[int, Field(ge=1)] = TURN_CAP
    numbers: dict[str, dict[str, Annotated[int, Field(ge=0)]]] = Field(default={})
    against: AgainstTable | None = None
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
        raise FileError(
            str(path), source, [*mistakes, *mistakes_of(tables, places, path, folders)]
        ) from error
    if mistakes := list(mistakes_of(tables, places, path, folders)):
        raise FileError(str(path), source, mistakes)
    try:
        return _scenario(asked, path, folders)
    except FileError:
        raise
    except DtsimError as error:
        if asked.against is None:
            raise
        raise FileError(str(path), source, [Mistake(places.key(("against",)), str(error))]) from error


def _scenario(asked: ScenarioFile, path: Path, folders: list[str | Path]) -> Scenario:
    heroes = [beside(name, path) for name in asked.heroes]
    players = [player_beside(name, path) for name in asked.players]
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
        _version(asked.against, entrants, path, folders) if asked.against else None,
    )
    folder = Path(asked.output.folder or Path("reports", path.stem))
    shown = path.stem if path.parent == shipped_folder("scenarios") else str(path)
    command = shlex.join(["dtsim", "run", shown])
    return Scenario(path.stem, plan, folder, tuple(dict.fromkeys(asked.output.formats)), command)


def _version(
    asked: AgainstTable, entrants: tuple[Entrant, ...], path: Path, folders: list[str | Path]
) -> Version:
    files = [version_beside(name, path) for name in asked.heroes] or [PRINTED]
    return version_of(entrants, files, numbers=asked.numbers, rulings=asked.rulings, heroes_from=folders)

"""TOML to a player: every mistake of the file at once, or a player that holds."""

from __future__ import annotations

import functools
import hashlib
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import Field, ValidationError

from dtsim.dicethrone.heroes.places import Places, locate
from dtsim.dicethrone.heroes.shape import shape_mistakes
from dtsim.dicethrone.heroes.source import read_source
from dtsim.dicethrone.heroes.tables import Table, Words
from dtsim.dicethrone.heroes.toml_mistakes import toml_mistake
from dtsim.dicethrone.player_files.model import KINDS, Never, PlayerFile
from dtsim.errors import FileError, Mistake, Place
from dtsim.files import shipped_folder

Weight = Annotated[float, Field(ge=0, le=1000, allow_inf_nan=False)]


class NeverTable(Table):
    """What the player forbids itself."""

    abilities: list[Words] = Field(default=[])
    cards: list[Words] = Field(default=[])
    status: list[Words] = Field(default=[])
    rerolls: bool = False
    upgrades: bool = False
    defence: bool = False


class PlayerTables(Table):
    """The shape of a player file."""

    kind: Literal["random", "greedy", "planner"] | None = None
    weights: dict[str, Weight] = Field(default={})
    never: NeverTable = NeverTable()


def read_player(source: str, path: str, name: str, given: str = "") -> PlayerFile:
    """The player of a file; raises FileError with every mistake of it."""
    try:
        tables = tomllib.loads(source)
    except ValueError as error:
        raise FileError(path, source, [toml_mistake(error, source)]) from error
    places = locate(source)
    mistakes: list[Mistake] = []
    try:
        PlayerTables.model_validate(tables)
    except ValidationError as error:
        mistakes += shape_mistakes(error, tables, places, PlayerTables)
    mistakes += _mistakes(tables, places)
    if mistakes:
        raise FileError(path, source, mistakes)
    asked = PlayerTables.model_validate(tables)
    assert asked.kind is not None
    never = asked.never
    weights = default_weights(asked.kind) | asked.weights
    return PlayerFile(
        name,
        asked.kind,
        tuple(weights.items()),
        Never(
            tuple(never.abilities),
            tuple(never.cards),
            tuple(never.status),
            never.rerolls,
            never.upgrades,
            never.defence,
        ),
        hashlib.blake2b(source.encode(), digest_size=8).hexdigest(),
        given or name,
        source,
        {(key, word): place for key, word, place in _named(tables, places)},
    )


@functools.cache
def default_weights(kind: str) -> dict[str, float]:
    """The weights of a kind, by name: all that a file may set, and what it leaves out."""
    tables = tomllib.loads(read_source(shipped_folder("players") / f"{kind}.toml"))
    return {name: float(weight) for name, weight in tables.get("weights", {}).items()}


def _mistakes(tables: dict[str, Any], places: Places) -> Iterator[Mistake]:
    """What the shape cannot say: a kind there must be, and which weights it has."""
    if "kind" not in tables:
        yield Mistake(Place(1, 1), "'kind' is missing: who is it that decides?", "", "", KINDS)
    kind, weights = tables.get("kind"), tables.get("weights")
    if kind not in KINDS or not isinstance(weights, dict):
        return
    known = default_weights(kind)
    for name in weights:
        if name not in known:
            message = f"unknown weight '{name}'" if known else f"'{kind}' has no weights"
            yield Mistake(places.key(("weights", name)), message, "weights", name, tuple(known))


def _named(tables: dict[str, Any], places: Places) -> Iterator[tuple[str, str, Place]]:
    """Where abilities, cards and status effects are named."""
    for key, words in tables.get("never", {}).items():
        for index, word in enumerate(words if isinstance(words, list) else ()):
            yield key, word, places.value(("never", key, index))


def read_player_file(path: Path, given: str = "") -> PlayerFile:
    """The player of a file that is there."""
    return read_player(read_source(path), str(path), path.stem, given)

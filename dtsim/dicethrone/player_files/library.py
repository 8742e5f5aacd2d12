"""Finding player files: by path, in folders the user names, among those that come with dtsim."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from dtsim.dicethrone.heroes.roster import Verdict, verdict_of
from dtsim.dicethrone.player_files.model import PlayerFile
from dtsim.dicethrone.player_files.reader import read_player_file
from dtsim.errors import DtsimError, unknown
from dtsim.files import shipped_folder

VARIABLE = "DTSIM_PLAYERS"


@dataclass(frozen=True, slots=True)
class Listed:
    """A player that can be named; without `player` its file has mistakes."""

    name: str
    path: Path
    shipped: bool
    player: PlayerFile | None


def player_paths() -> dict[str, Path]:
    """The file of each player that can be named without a path; the user's come before the shipped ones."""
    named = [Path(name) for name in os.environ.get(VARIABLE, "").split(os.pathsep) if name]
    for folder in named:
        if not folder.is_dir():
            raise DtsimError(f"{VARIABLE} {folder}: no such folder")
    found: dict[str, Path] = {}
    for folder in (*named, shipped_folder("players")):
        for path in sorted(folder.glob("*.toml")):
            found.setdefault(path.stem, path)
    return found


def is_path(name: str) -> bool:
    """Is this a file, not a name?"""
    return name.endswith(".toml") or os.sep in name


def find_player(name: str) -> Path:
    """The file of a player given by name or path."""
    if is_path(name):
        path = Path(name)
        if not path.is_file():
            raise DtsimError(f"{name}: {'a folder, not a' if path.is_dir() else 'no such'} player file")
        return path
    known = player_paths()
    if name not in known:
        raise unknown("player", name, known)
    return known[name]


def load_player(name: str | Path | PlayerFile) -> PlayerFile:
    """Read a player by name or path; every mistake of its file in one FileError."""
    if isinstance(name, PlayerFile):
        return name
    return read_player_file(find_player(str(name)), str(name))


def list_players() -> list[Listed]:
    """Every player that can be named without a path, by name."""
    home = shipped_folder("players")
    return [
        Listed(name, path, path.parent == home, _player_or_none(path))
        for name, path in sorted(player_paths().items())
    ]


def _player_or_none(path: Path) -> PlayerFile | None:
    try:
        return read_player_file(path)
    except DtsimError:
        return None


def check_players(targets: Iterable[str] = ()) -> list[Verdict]:
    """Read every file, player or folder named, or all players at hand; mistakes are collected, not raised."""
    named = tuple(targets)
    if not named:
        return [verdict_of(path, read_player_file) for path in player_paths().values()]
    return [verdict for target in named for verdict in _verdicts(target)]


def _verdicts(target: str) -> Iterator[Verdict]:
    path = Path(target)
    if path.is_dir():
        files = sorted(path.glob("*.toml"))
        yield from (verdict_of(file, read_player_file) for file in files)
        if not files:
            yield Verdict(target, report=f"{target}: no player file (*.toml) in this folder")
        return
    try:
        found = find_player(target)
    except DtsimError as error:
        yield Verdict(target, report=str(error))
        return
    yield verdict_of(found, read_player_file)

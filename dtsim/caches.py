"""Where dtsim keeps between runs what it has worked out from its own sources."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from pathlib import Path


def cache_folder_of(name: str) -> Path:
    """The folder of this name in the user's cache, or where else it can be filled."""
    return next(folder for base in _bases() if _can_be_filled(folder := base / name))


def _bases() -> Iterator[Path]:
    """The user's cache; for a user without one a temporary folder, at worst for this run only."""
    import platformdirs

    yield platformdirs.user_cache_path("dtsim")
    user = getattr(os, "getuid", int)()  # on Windows all is user 0's, and the temporary folder is private
    temporary = Path(tempfile.gettempdir()) / f"dtsim-{user}"
    # what lies in a cache is run as it is found: nobody else may have laid it there
    if _can_be_filled(temporary) and temporary.lstat().st_uid == user:
        yield temporary
    yield Path(tempfile.mkdtemp(prefix="dtsim-"))


def _can_be_filled(folder: Path) -> bool:
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError:
        return False
    return os.access(folder, os.W_OK)

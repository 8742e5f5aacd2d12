"""Files that come with dtsim, and writing files so that nothing is ever half-written."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from pathlib import Path

from dtsim.errors import DtsimError

_PACKAGE = Path(__file__).parent


def shipped_folder(name: str) -> Path:
    """`heroes`, `players` or `scenarios`: inside the wheel, or beside the package in a checkout."""
    packed = _PACKAGE / "data" / name
    return packed if packed.is_dir() else _PACKAGE.parent / name


def write_file(path: str | Path, write: Callable[[Path], None]) -> None:
    """Let `write` fill a temporary file beside `path`, then rename it: the old file stays whole till then."""
    target = Path(path)
    try:
        if target.exists() and not target.is_file():
            write(target)  # a pipe, a terminal, /dev/null: a rename would put a file in its place
        else:
            _replace(Path(os.path.realpath(target)), write)  # a link goes on pointing at its file
    except OSError as error:
        raise DtsimError(f"{path}: cannot be written: {error.strerror or error}") from error


def _replace(target: Path, write: Callable[[Path], None]) -> None:
    # beside the target, because a rename is all or nothing only within one file system
    draft = target.parent / f".dtsim-{os.urandom(4).hex()}{target.suffix}"
    draft.touch(exist_ok=False)
    try:
        write(draft)
        if target.exists():
            shutil.copymode(target, draft)  # what was private stays private
        draft.replace(target)
    finally:
        draft.unlink(missing_ok=True)


def write_text(path: str | Path, text: str) -> None:
    """Write a text file whole or not at all."""

    def write(draft: Path) -> None:
        draft.write_text(text, encoding="utf-8")

    write_file(path, write)

"""Files that come with dtsim, and writing files so that nothing is ever half-written."""

from __future__ import annotations

import errno
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


def check_writable(path: str | Path) -> None:
    """Refuse a file that could not be written, before the work is done that it is for; nothing is changed."""
    target = Path(path)
    try:
        if target.is_dir():
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
        if target.exists() and not target.is_file():
            if not os.access(target, os.W_OK):
                raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
        else:
            draft = _draft(Path(os.path.realpath(target)))
            draft.touch(exist_ok=False)
            draft.unlink()
    except OSError as error:
        raise DtsimError(f"{path}: cannot be written: {error.strerror or error}") from error


def _draft(target: Path) -> Path:
    """A name beside the target, because a rename is all or nothing only within one file system."""
    return target.parent / f".dtsim-{os.urandom(4).hex()}{target.suffix}"


def _replace(target: Path, write: Callable[[Path], None]) -> None:
    draft = _draft(target)
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

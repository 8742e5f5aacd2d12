"""Files that come with dtsim, and writing files so that nothing is ever half-written."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable
from pathlib import Path

from dtsim.errors import DtsimError

_PACKAGE = Path(__file__).parent


def shipped_folder(name: str) -> Path:
    """`heroes` or `scenarios`: inside the wheel, or beside the package in a checkout."""
    packed = _PACKAGE / "data" / name
    return packed if packed.is_dir() else _PACKAGE.parent / name


def write_file(path: str | Path, write: Callable[[Path], None]) -> None:
    """Let `write` fill a temporary file beside `path`, then rename it: the old file stays whole till then."""
    target = Path(path)
    try:
        handle, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.stem}-", suffix=target.suffix)
    except OSError as error:
        raise DtsimError(f"{path}: cannot be written: {error.strerror}") from error
    os.close(handle)
    draft = Path(name)
    try:
        write(draft)
        mask = os.umask(0)
        os.umask(mask)
        draft.chmod(0o666 & ~mask)
        draft.replace(target)
    except OSError as error:
        raise DtsimError(f"{path}: cannot be written: {error.strerror or error}") from error
    finally:
        draft.unlink(missing_ok=True)


def write_text(path: str | Path, text: str) -> None:
    """Write a text file whole or not at all."""

    def write(draft: Path) -> None:
        draft.write_text(text, encoding="utf-8")

    write_file(path, write)

"""Options that commands share, and how a report leaves the program."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path
from typing import Annotated

import typer

from dtsim.report.tables import Format, Report, render

HeroArgument = Annotated[
    str,
    typer.Argument(
        metavar="HERO", help="A name from 'dtsim hero list', or the path of a hero file.", show_default=False
    ),
]
HeroesOption = Annotated[
    list[Path] | None,
    typer.Option(
        "--heroes",
        metavar="FOLDER",
        help="Look for heroes here first; may be given again. The variable DTSIM_HEROES does the same.",
        show_default=False,
    ),
]
FormatOption = Annotated[
    Format | None,
    typer.Option(
        "--format",
        help="How to write the result. Default: what FILE ends in, else table.",
        case_sensitive=False,
        show_default=False,
    ),
]
OutOption = Annotated[
    Path | None,
    typer.Option(
        "--out", metavar="FILE", help="Write to this file instead of the terminal.", show_default=False
    ),
]


def show(report: Report, format: Format | None = None, out: Path | None = None) -> None:
    """Print the report, or write it to a file whole or not at all."""
    if out is None:
        colour = sys.stdout.isatty() and "NO_COLOR" not in os.environ
        width = shutil.get_terminal_size().columns
        sys.stdout.write(render(report, format or Format.TABLE, width, colour=colour))
    else:
        write(out, render(report, format or _format_of(out)))


def check_out(out: Path | None) -> None:
    """Before long work: could its result be written?"""
    from dtsim.files import check_writable

    if out is not None:
        check_writable(out)


def write(out: Path, text: str) -> None:
    """Write a file and say so, where it does not mix with a result."""
    from dtsim.files import write_text

    write_text(out, text)
    print(f"wrote {out}", file=sys.stderr)


def write_new(text: str, out: Path | None, name: str, force: bool) -> Path:
    """Write a file that was not there before, as `out` or under its name in the folder `out`; where it is."""
    from dtsim.errors import DtsimError

    path = out or Path(name)
    path = path / name if path.is_dir() else path
    if path.exists() and not force:
        raise DtsimError(f"{path}: exists already; --force overwrites it, --out names another file")
    write(path, text)
    return path


def _format_of(out: Path) -> Format:
    ending = out.suffix.lower().removeprefix(".")
    return Format(ending) if ending in set(Format) else Format.TABLE

"""The folder of a run: its tables as files, and the report."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from dtsim.errors import DtsimError
from dtsim.files import write_text
from dtsim.report.matchups import matchups_report, tables_of
from dtsim.report.tables import Format, Report, render

if TYPE_CHECKING:
    from dtsim.experiments.matchups import Matchups
    from dtsim.report.field_events import Odds

STEM = "matchups"


def write_run(result: Matchups, folder: Path, formats: Iterable[str], odds: Odds | None = None) -> list[Path]:
    """Write the tables as CSV (one file each), all of them as JSON, the summary as Markdown, the report."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise DtsimError(f"{folder}: cannot be used for results: {error.strerror}") from error
    written = []
    for form in formats:
        match form:
            case "csv":
                for name, table in tables_of(result).items():
                    written.append(_write(folder / f"{name}.csv", render(Report((table,)), Format.CSV)))
            case "html":
                from dtsim.report.page import write_report

                written.append(write_report(result, folder, odds))
            case _:
                text = render(matchups_report(result), Format(form))
                written.append(_write(folder / f"{STEM}.{form}", text))
    return written


def _write(path: Path, text: str) -> Path:
    write_text(path, text)
    return path

"""The report of a run: one page that needs nothing but itself, its figures and its tables as files."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from dtsim.errors import DtsimError
from dtsim.files import write_text
from dtsim.report.canvas import save_picture
from dtsim.report.field_events import Odds, field_events
from dtsim.report.figures.words import hero_name, number_of, percent_of
from dtsim.report.matchups import summary
from dtsim.report.page_tables import file_tables, intransitivity_text
from dtsim.report.pictures import pictures_of
from dtsim.report.sections import Section, sections_of
from dtsim.report.tables import Format, Report, Table, render

if TYPE_CHECKING:
    from dtsim.experiments.matchups import Matchups
    from dtsim.report.field_events import FieldEvents
    from dtsim.stats.estimate import Estimate

PAGE = "report.html"
FIGURES = "figures"


def write_report(result: Matchups, folder: Path, odds: Odds | None = None) -> Path:
    """Write the figures (PNG, SVG) and tables (CSV, JSON) of a run and, last, the page; returns its path.

    `odds` are the exact odds of the abilities by hero, to stand beside what was observed.
    """
    _make(folder / FIGURES)
    events = field_events(result, odds)
    pictures = pictures_of(result, events)
    for picture in pictures.values():
        save_picture(picture.png, folder / FIGURES / f"{picture.name}.png")
        save_picture(picture.svg, folder / FIGURES / f"{picture.name}.svg")
    tables = file_tables(result, events)
    for name, table in tables.items():
        for form in (Format.CSV, Format.JSON):
            write_text(folder / f"{name}.{form}", render(Report((table,)), form))
    page = folder / PAGE
    write_text(page, _html(result, events, sections_of(result, events, pictures), set(tables)))
    return page


def _make(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise DtsimError(f"{folder}: cannot be used for a report: {error.strerror}") from error


def _html(result: Matchups, events: FieldEvents | None, sections: list[Section], files: set[str]) -> str:
    from jinja2 import Environment, PackageLoader, StrictUndefined

    environment = Environment(
        loader=PackageLoader("dtsim.report"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    source = result.provenance
    return environment.get_template("report.html.j2").render(
        title=result.title or "Matchups",
        subtitle=_subtitle(result),
        is_interrupted=source.is_interrupted,
        summary=summary(result),
        tiles=_tiles(result, events),
        sections=[_plain(section, files) for section in sections],
        version=source.version,
        command=source.command,
    )


def _subtitle(result: Matchups) -> str:
    source = result.provenance
    heroes = f"{len(result.heroes)} hero{'es' if len(result.heroes) != 1 else ''}"
    games = f"{result.games:,} games{' of each version' if source.before else ''}"
    return f"{heroes}, {games}, played by {', '.join(source.players)}, seed {source.seed}"


def _plain(section: Section, files: set[str]) -> dict[str, Any]:
    """What the template writes, in plain words."""
    return {
        "name": section.name,
        "title": section.title,
        "texts": section.texts,
        "missing": section.missing,
        "picture": section.picture,
        "groups": [
            {
                "title": group.title,
                "is_open": group.is_open,
                "tables": [_shown(table) for table in group.tables if table.rows],
            }
            for group in section.groups
        ],
        "files": [name for name in section.files if name in files],
    }


def _shown(table: Table) -> dict[str, Any]:
    return {
        "title": table.title,
        "notes": table.notes,
        "has_head": [column.name for column in table.columns] != ["what", "value"],
        "columns": [{"heading": column.heading, "right": column.right} for column in table.columns],
        "rows": [
            [column.cell(value) for column, value in zip(table.columns, row, strict=True)]
            for row in table.rows
        ],
    }


def _tiles(result: Matchups, events: FieldEvents | None) -> list[dict[str, str]]:
    """The scorecard: single numbers by which two versions of a game can be held against each other."""
    card = result.scorecard
    tiles = []
    if card is not None:
        n_cells = sum(cell.a != cell.b for cell in result.cells)
        tiles += [
            _tile("Matchups from 50 %, mean", percent_of(card.mean_deviation), card.mean_deviation),
            _tile(f"Outlier: {hero_name(card.outlier)}", percent_of(card.outlier_rate), card.outlier_rate),
            _counted("Matchups outside 45–55 %", card.outside_45_55, n_cells),
            _counted("Matchups outside 40–60 %", card.outside_40_60, n_cells),
            _tile("Effective heroes (Nash)", number_of(card.effective_heroes), card.effective_heroes),
            {"name": "Rock-paper-scissors", "value": intransitivity_text(result), "note": ""},
        ]
    if result.seat.score.value is not None:
        tiles.append(_tile("Start Player scores", percent_of(result.seat.score), result.seat.score))
    if result.lengths.median.value is not None:
        tiles.append(_tile("Turns, median", number_of(result.lengths.median, 0), result.lengths.median))
    if events is not None:
        feel = events.all_games["game_feel"]
        tiles.append(_from_record("Lead changes in a game", feel["lead_changes"], 1, ""))
        tiles.append(_from_record("Comebacks from 10 behind", feel["comebacks"], 100, " %"))
    if card is not None:
        tiles.append(_tile("Pairs stopped by the turn cap", percent_of(card.truncated, 2), card.truncated))
    return tiles


def _tile(name: str, text: str, found: Estimate) -> dict[str, str]:
    value, _, interval = text.partition(" [")
    return {"name": name, "value": value, "note": f"[{interval}, n = {found.n:,}" if interval else ""}


def _counted(name: str, count: int, of: int) -> dict[str, str]:
    return {"name": name, "value": f"{count} of {of}", "note": "after correction for looking at all"}


def _from_record(name: str, found: dict[str, Any], factor: float, unit: str) -> dict[str, str]:
    if found["value"] is None:
        return {"name": name, "value": "not known", "note": ""}
    ends = ", ".join("–" if found[end] is None else f"{factor * found[end]:.1f}" for end in ("low", "high"))
    return {
        "name": name,
        "value": f"{factor * found['value']:.1f}{unit}",
        "note": f"[{ends}], n = {found['n']:,}",
    }

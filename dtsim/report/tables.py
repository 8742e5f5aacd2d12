"""One way to show a result: a report of tables as aligned text, CSV, JSON or Markdown."""

from __future__ import annotations

import csv
import io
import json
import math
import textwrap
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rich.console import Console, ConsoleOptions, RenderResult
    from rich.measure import Measurement

NARROWEST = 40  # a terminal below this width gets lines that are too long rather than unreadable


class Format(StrEnum):
    """What `--format` may be."""

    TABLE = "table"
    CSV = "csv"
    JSON = "json"
    MD = "md"


@dataclass(frozen=True, slots=True)
class Column:
    """A column: `name` in CSV and JSON, `title` for people, `show` turns a value into what people read."""

    name: str
    title: str = ""
    show: Callable[[Any], str] = str
    right: bool = False
    wrap: bool = False  # the column that gives way when the terminal is narrow

    @property
    def heading(self) -> str:
        return self.title or self.name.replace("_", " ").capitalize()

    def cell(self, value: Any) -> str:
        return "" if value is None else self.show(value)


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of plain values, one for each column; None is an empty cell. Notes follow the table."""

    columns: tuple[Column, ...]
    rows: tuple[tuple[Any, ...], ...]
    title: str = ""
    notes: tuple[str, ...] = ()

    def records(self) -> list[dict[str, Any]]:
        """The rows as dictionaries with raw values."""
        names = [column.name for column in self.columns]
        return [dict(zip(names, row, strict=True)) for row in self.rows]


@dataclass(frozen=True, slots=True)
class Report:
    """Tables as people read them; `data` is what JSON says and `flat` what CSV says.

    With one table both may be left out: its records are meant. Whoever builds `data` documents its keys.
    """

    tables: tuple[Table, ...]
    data: Any = None
    flat: Table | None = None
    title: str = ""
    intro: tuple[str, ...] = ()  # sentences before the tables
    notes: tuple[str, ...] = ()  # and after them
    text: str = ""  # written out: instead of the tables, for what people do not read as tables
    wraps: bool = False  # lines of the text may be broken to the width of the terminal


def percent(share: float) -> str:
    """`0.6154` reads `61.5 %`; below one percent two digits count, and only what is certain is 100 %."""
    if 0 < share < 0.01:
        return f"{100 * share:.2g} %"
    if 0.9995 <= share < 1:
        return ">99.9 %"
    return f"{100 * share:.0f} %" if share in (0, 1) else f"{100 * share:.1f} %"


def render(report: Report, format: Format, width: int = 80, *, colour: bool = False) -> str:
    """The report as text that ends in a line break; `width` and `colour` matter to tables only."""
    match format:
        case Format.CSV:
            return _csv(report)
        case Format.JSON:
            return json.dumps(_data(report), indent=2, ensure_ascii=False, default=_plain) + "\n"
        case Format.MD:
            return _blocks(_markdown(report))
        case Format.TABLE:
            return _blocks(_text(report, max(width, NARROWEST), colour))


def _blocks(blocks: Iterable[str]) -> str:
    return "\n\n".join(block.rstrip("\n") for block in blocks if block.strip()) + "\n"


# ---------------------------------------------------------------- for programs


def _csv(report: Report) -> str:
    table = report.flat or _only_table(report)
    lines = io.StringIO()
    writer = csv.writer(lines, lineterminator="\n")
    writer.writerow(column.name for column in table.columns)
    writer.writerows([_csv_value(value) for value in row] for row in table.rows)
    return lines.getvalue()


def _only_table(report: Report) -> Table:
    assert len(report.tables) == 1, "a report of several tables says itself what its CSV and JSON are"
    return report.tables[0]


def _csv_value(value: Any) -> Any:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, list | tuple | set | frozenset):
        return " ".join(map(str, value))
    return value


def _data(report: Report) -> Any:
    return _finite(_only_table(report).records() if report.data is None else report.data)


def _finite(value: Any) -> Any:
    """JSON knows no NaN and no infinity: both are null."""
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, dict):
        return {str(key): _finite(entry) for key, entry in value.items()}
    if isinstance(value, list | tuple):
        return [_finite(entry) for entry in value]
    return value


def _plain(value: Any) -> Any:
    """numpy numbers and arrays, sets and paths."""
    if hasattr(value, "tolist"):
        return _finite(value.tolist())
    return sorted(value) if isinstance(value, set | frozenset) else str(value)


# ---------------------------------------------------------------- for people


def _markdown(report: Report) -> Iterator[str]:
    if report.title:
        yield f"# {report.title}"
    yield from report.intro
    if report.text:
        yield f"```\n{report.text.rstrip()}\n```"
    else:
        for table in report.tables:
            yield _markdown_table(table)
            yield from table.notes
    yield from report.notes


def _markdown_table(table: Table) -> str:
    rows = [
        [column.heading for column in table.columns],
        ["---:" if column.right else "---" for column in table.columns],
        *(
            [_markdown_cell(column.cell(value)) for column, value in zip(table.columns, row, strict=True)]
            for row in table.rows
        ),
    ]
    lines = [f"| {' | '.join(cells)} |" for cells in rows]
    return "\n".join([f"## {table.title}", "", *lines] if table.title else lines)


def _markdown_cell(cell: str) -> str:
    return cell.strip().replace("\\", "\\\\").replace("|", "\\|").replace("\n", "<br>")


def _text(report: Report, width: int, colour: bool) -> Iterator[str]:
    if report.title:
        yield _bold(report.title, colour)
    yield "\n".join(_wrapped(line, width, "  ") for line in report.intro)
    if report.text:
        yield _wrapped(report.text, width, "  ") if report.wraps else report.text
    else:
        for table in report.tables:
            yield _text_table(table, width, colour)
            yield "\n".join(_wrapped(note, width, "  ") for note in table.notes)
    yield "\n".join(_wrapped(note, width, "  ") for note in report.notes)


def _bold(text: str, colour: bool) -> str:
    return f"\x1b[1m{text}\x1b[0m" if colour else text


def _wrapped(text: str, width: int, hanging: str = "") -> str:
    """Every line of the text broken to the width; what goes on hangs by `hanging` more than its line."""
    lines = []
    for line in text.splitlines():
        indent = " " * (len(line) - len(line.lstrip()))
        lines += textwrap.wrap(line, width, subsequent_indent=indent + hanging, break_on_hyphens=False) or [
            ""
        ]
    return "\n".join(lines)


def _text_table(table: Table, width: int, colour: bool) -> str:
    from rich import box
    from rich.console import Console
    from rich.table import Table as Grid
    from rich.text import Text

    grid = Grid(
        box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0), pad_edge=False, show_edge=False, header_style="bold"
    )
    for column in table.columns:
        grid.add_column(
            column.heading,
            justify="right" if column.right else "left",
            no_wrap=not column.wrap,
            overflow="fold" if column.wrap else "ellipsis",
        )
    for row in table.rows:
        cells = [(column, column.cell(value)) for column, value in zip(table.columns, row, strict=True)]
        grid.add_row(*(_Sentences(cell) if column.wrap else Text(cell) for column, cell in cells))
    console = Console(
        file=io.StringIO(), width=width, force_terminal=colour, no_color=not colour, legacy_windows=False
    )
    with console.capture() as capture:
        console.print(grid)
    lines = [line.rstrip() for line in capture.get().splitlines()]
    return "\n".join([_bold(table.title, colour), "", *lines] if table.title else lines)


class _Sentences:
    """A cell whose lines hang, so that a sentence too long for its column still reads as one."""

    def __init__(self, text: str) -> None:
        self.text = text

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        from rich.text import Text

        yield Text(_wrapped(self.text, options.max_width, "  "), overflow="fold")

    def __rich_measure__(self, console: Console, options: ConsoleOptions) -> Measurement:
        from rich.measure import Measurement

        longest = max((len(line) for line in self.text.splitlines()), default=0)
        return Measurement(min(longest, 12), max(longest, 1))

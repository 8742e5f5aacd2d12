"""What every benchmark needs: the time of a call, and a table to show it in."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from time import perf_counter
from typing import Any


@dataclass(frozen=True, slots=True)
class Table:
    """A title, the heads of the columns, and rows of cells."""

    title: str
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]

    def __str__(self) -> str:
        columns = [_aligned(column) for column in zip(self.heads, *self.rows, strict=True)]
        lines = ["  ".join(cells).rstrip() for cells in zip(*columns, strict=True)]
        return "\n".join([self.title, "", *lines, ""])


def _aligned(column: tuple[str, ...]) -> list[str]:
    """Cells of one width, with a rule under the head: numbers to the right, words to the left."""
    width = max(map(len, column))
    is_number = all(cell[:1].isdigit() for cell in column[1:])
    aligned = [cell.rjust(width) if is_number else cell.ljust(width) for cell in column]
    return [aligned[0], "-" * width, *aligned[1:]]


def seconds(call: Callable[[], Any], at_least: float = 0.05, repeats: int = 9) -> float:
    """The time of one warm call: the best of several runs, since other work only adds to it."""
    n_calls = 1
    while (total := _total(call, n_calls)) < at_least:
        n_calls = max(n_calls + 1, int(1.2 * n_calls * at_least / total))
    return min([total, *(_total(call, n_calls) for _ in range(repeats - 1))]) / n_calls


def _total(call: Callable[[], Any], n_calls: int) -> float:
    start = perf_counter()
    for _ in range(n_calls):
        call()
    return perf_counter() - start

"""What the words of a text refer to, and the rows that it becomes."""

from __future__ import annotations

from dataclasses import dataclass

from dtsim.dicethrone.heroes.model.lines import Text
from dtsim.dicethrone.program.builder import Builder

Row = list[int]


@dataclass(frozen=True, slots=True)
class Reading:
    """What the words of a text refer to."""

    builder: Builder
    sides: tuple[str, ...]
    dice: tuple[str, ...]
    keywords: dict[str, Text]
    is_ultimate: bool = False
    rulings: int = 0


def row_of(code: int, a: int = 0, b: int = 0, c: int = 0, d: int = 0, e: int = 0) -> Row:
    """A code with its arguments; where it jumps is known later."""
    return [code, a, b, c, d, e, 0, 0]

"""Activation Requirements: what dice must show."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Faces:
    """A set of die faces under the name the text gives them: a symbol, `6` or `1-2`."""

    word: str
    faces: frozenset[int]


@dataclass(frozen=True, slots=True)
class Show:
    """At least `count` dice show one of the faces; a count of 0 means that none does."""

    count: int
    faces: Faces

    def __str__(self) -> str:
        return f"{self.count} {self.faces.word}"


@dataclass(frozen=True, slots=True)
class Straight:
    """`length` consecutive numbers: 4 is a Small Straight, 5 a Large one."""

    length: int

    def __str__(self) -> str:
        return "small straight" if self.length == 4 else "large straight"


@dataclass(frozen=True, slots=True)
class OfAKind:
    """At least `count` dice with the same number."""

    count: int

    def __str__(self) -> str:
        return f"{self.count} of a kind"


@dataclass(frozen=True, slots=True)
class Need:
    """An Activation Requirement: all its parts must be met by the same dice."""

    parts: tuple[Show | Straight | OfAKind, ...]

    def __str__(self) -> str:
        return " + ".join(str(part) for part in self.parts)

    def is_met(self, counts: tuple[int, ...]) -> bool:
        """Do dice with `counts[f - 1]` times the face f meet every part?"""
        return all(_part_is_met(part, counts) for part in self.parts)


def _part_is_met(part: Show | Straight | OfAKind, counts: tuple[int, ...]) -> bool:
    if isinstance(part, Show):
        shown = sum(counts[face - 1] for face in part.faces.faces)
        return shown == 0 if part.count == 0 else shown >= part.count
    if isinstance(part, OfAKind):
        return max(counts) >= part.count
    starts = range(6 - part.length + 1)
    return any(all(counts[start + step] for step in range(part.length)) for start in starts)

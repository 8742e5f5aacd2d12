"""What a user did wrong, said so that it can be mended: file, line, what was found, what is allowed."""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from dataclasses import dataclass


class DtsimError(Exception):
    """A mistake of the user. The command line prints it without a traceback and exits with code 2."""


def nearest(word: str, allowed: Iterable[str]) -> str | None:
    """The allowed word that `word` was probably meant to be."""
    by_lower_case = {candidate.lower(): candidate for candidate in allowed}
    found = difflib.get_close_matches(word.lower(), by_lower_case, n=1, cutoff=0.6)
    return by_lower_case[found[0]] if found else None


def unknown(what: str, word: str, allowed: Iterable[str]) -> DtsimError:
    """`unknown hero 'gunslingr': did you mean 'gunslinger'? known: ...`"""
    names = sorted(set(allowed))
    guess = nearest(word, names)
    hint = f"did you mean '{guess}'? " if guess else ""
    return DtsimError(f"unknown {what} '{word}': {hint}known: {', '.join(names) or 'none'}")


@dataclass(frozen=True, slots=True)
class Place:
    """Where something stands in a file: line and column from 1, and how many characters it covers."""

    line: int
    column: int
    width: int = 1


NOWHERE = Place(0, 0, 0)


@dataclass(frozen=True, slots=True)
class Mistake:
    """One mistake in a file."""

    place: Place
    message: str
    where: str = ""  # "Deadeye > text"
    found: str = ""  # the word as written, for the nearest allowed one
    allowed: tuple[str, ...] = ()

    def show(self, path: str, lines: list[str]) -> str:
        """The mistake with its line and a caret under it."""
        place = self.place
        source = lines[place.line - 1] if 0 < place.line <= len(lines) else ""
        margin = f"{place.line:5} | "
        # a tab is as wide as the terminal likes: the caret stands under its word if the same tabs lead to it
        indent = "".join("\t" if sign == "\t" else " " for sign in source[: place.column - 1])
        width = max(1, min(place.width, len(source) - place.column + 1))
        report = [
            f"{path}:{place.line}:{place.column}: {self.message}",
            f"{margin}{source}",
            f"{' ' * (len(margin) - 2)}| {indent.ljust(place.column - 1)}{'^' * width}",
        ]
        if self.where:
            report.append(f"        in {self.where}")
        guess = nearest(self.found, self.allowed) if self.found else None
        hints = [f"did you mean '{guess}'?"] if guess else []
        if self.allowed:
            hints.append(f"allowed here: {', '.join(self.allowed)}")
        if hints:
            report.append(f"        {' '.join(hints)}")
        return "\n".join(report)


class FileError(DtsimError):
    """Every mistake of one file, in the order of its lines."""

    def __init__(self, path: str, source: str, mistakes: Iterable[Mistake]) -> None:
        self.path = path
        self.source = source
        self.mistakes = sorted(mistakes, key=lambda m: (m.place.line, m.place.column))
        super().__init__(path, source, self.mistakes)  # its parts, so that a worker process can send it

    def __str__(self) -> str:
        # TOML ends a line with LF or CRLF alone; splitlines() would also end it at rarer signs of Unicode
        lines = [line.removesuffix("\r") for line in self.source.split("\n")]
        count = len(self.mistakes)
        closing = f"{count} mistake{'s' if count != 1 else ''} in {self.path}"
        return "\n".join([*(m.show(self.path, lines) for m in self.mistakes), closing])

"""The text of a hero file: as it lies on the disk, and with some of its printed numbers replaced."""

from __future__ import annotations

from pathlib import Path

from dtsim.dicethrone.heroes.model.hero import Hero
from dtsim.errors import DtsimError, nearest


def read_source(path: Path) -> str:
    """The text of a file, or a sentence about why it cannot be read."""
    try:
        return path.read_text(encoding="utf-8-sig")  # some editors put a mark at the front
    except UnicodeDecodeError as error:
        line = error.object[: error.start].count(b"\n") + 1
        raise DtsimError(f"{path}:{line}: not a text in UTF-8; save hero files with this encoding") from error
    except OSError as error:
        raise DtsimError(f"{path}: cannot be read: {error.strerror}") from error


def with_numbers(source: str, hero: Hero, changes: dict[str, int]) -> str:
    """The source of the hero with some printed numbers replaced, by address."""
    lines = source.split("\n")
    numbers = {number.address: number for number in hero.numbers}
    for address in changes:
        if address not in numbers:
            guess = nearest(address, numbers)
            hint = f"did you mean '{guess}'? " if guess else ""
            raise DtsimError(
                f"unknown number '{address}': {hint}'dtsim hero numbers {hero.slug}' lists them all"
            )
    for address in sorted(changes, key=lambda a: (numbers[a].place.line, -numbers[a].place.column)):
        place = numbers[address].place
        line = lines[place.line - 1]
        start = place.column - 1
        lines[place.line - 1] = line[:start] + str(changes[address]) + line[start + place.width :]
    return "\n".join(lines)

"""What happened in many games, counted: abilities, cards, tokens, health. Tallies add like numbers."""

from __future__ import annotations

import base64
import binascii
import zlib
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from math import prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dtsim.dicethrone.engine import counters as N
from dtsim.dicethrone.sheet import Sheet
from dtsim.errors import DtsimError

Counts = NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class Tally:
    """Counters of games between two heroes, by hero and not by seat."""

    sheet: Sheet
    counts: Counts

    def __post_init__(self) -> None:
        size = sum(map(prod, _shapes(self.sheet).values()))
        if self.counts.shape != (size,):
            raise DtsimError(
                f"a tally has {size} counters, not {self.counts.size}: "
                "was it made by another version of dtsim?"
            )
        self.counts.setflags(write=False)

    @classmethod
    def empty(cls, sheet: Sheet) -> Tally:
        return cls(sheet, np.zeros(N.N_COUNTS, dtype=np.int64))

    def __add__(self, other: Tally) -> Tally:
        if self.sheet != other.sheet:
            ours, theirs = (" against ".join(tally.sheet.heroes) for tally in (self, other))
            raise DtsimError(
                f"events of {theirs} cannot be added to those of {ours}: other heroes, or edited ones"
            )
        return Tally(self.sheet, self.counts + other.counts)

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Tally)
            and self.sheet == other.sheet
            and np.array_equal(self.counts, other.counts)
        )

    __hash__ = None  # type: ignore[assignment]

    def swapped(self) -> Tally:
        """The same games seen from the other hero."""
        parts = [self.section(name)[::-1].ravel() for name in N.SECTIONS]
        return Tally(self.sheet.swapped(), np.concatenate(parts))

    def pooled(self, others: Sequence[Tally]) -> Tally:
        """The first hero against all these opponents together; its own rows are kept, theirs left out.

        Tallies of different first heroes have no rows in common: the feel of their games is left.
        """
        tallies = [self, *others]
        sheet = _pooled_sheet([tally.sheet for tally in tallies])
        parts = []
        for name in N.SECTIONS:
            total: Counts = np.zeros(_shapes(sheet)[name], dtype=np.int64)
            for tally in tallies:
                total += _by_token(tally, sheet) if name == "tokens" else tally.section(name)
            if name in _BY_ROW:
                total[1 if sheet.heroes[0] else 0 :] = 0
            parts.append(total.ravel())
        return Tally(sheet, np.concatenate(parts))

    @property
    def games(self) -> int:
        return int(self.section("games")[0].sum())

    def section(self, name: str) -> Counts:
        """The counters of one kind, with the hero first: `health[hero, turn, health]`."""
        start = 0
        for section, shape in _shapes(self.sheet).items():
            if section == name:
                return self.counts[start : start + prod(shape)].reshape(shape)
            start += prod(shape)
        raise KeyError(name)

    def field(self, section: str, name: str) -> Counts:
        """One field of the heroes, abilities, cards or tokens; by outcome or origin as its last axis."""
        width, start = N.FIELDS[section][name], N.FIELD_PLACES[section][name]
        found = self.section(section)[..., start : start + width]
        return found if width > 1 else found[..., 0]

    def health_by_turn(self) -> Counts:
        """[hero, turn, health] over all games: the defeated stay at 0, the victor keeps its health."""
        ended = np.cumsum(self.section("final_health"), axis=1)
        before = np.zeros_like(ended)
        before[:, 1:] = ended[:, :-1]
        return self.section("health") + before

    def to_json(self) -> dict[str, Any]:
        """Plain values; the counters are 64-bit integers, packed, in the letters of base64."""
        packed = zlib.compress(self.counts.astype("<i8").tobytes())
        return {"sheet": self.sheet.to_json(), "counts": base64.b64encode(packed).decode("ascii")}

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Tally:
        try:
            unpacked = zlib.decompress(base64.b64decode(data["counts"], validate=True))
            counts = np.frombuffer(unpacked, dtype="<i8").astype(np.int64)
            sheet = Sheet.from_json(data["sheet"])
        except (KeyError, TypeError, ValueError, binascii.Error, zlib.error) as error:
            raise DtsimError(f"this is no tally of events: {error}") from None
        return cls(sheet, counts)


_BY_ROW = ("abilities", "cards", "fates", "tokens")


def _pooled_sheet(sheets: Sequence[Sheet]) -> Sheet:
    """The rows of the first hero, if it is the same in all; tokens that most opponents bring come first."""
    first = sheets[0]
    if len({(sheet.heroes[0], sheet.digests[0]) for sheet in sheets}) > 1:
        return Sheet(("", ""), ("", ""), ("", ""), ((), ()), ((), ()), ())
    met = Counter(row for sheet in sheets for row in sheet.tokens)
    tokens = sorted(met, key=lambda row: (-met[row], row.name))
    heroes, names, digests = (of[0] for of in (first.heroes, first.names, first.digests))
    return Sheet(
        (heroes, ""),
        (names, ""),
        (digests, ""),
        (first.abilities[0], ()),
        (first.cards[0], ()),
        tuple(tokens),
    )


def _by_token(tally: Tally, sheet: Sheet) -> Counts:
    """The counters of tokens, in the order of another sheet."""
    counts, found = tally.section("tokens"), np.zeros(_shapes(sheet)["tokens"], dtype=np.int64)
    places = {row: place for place, row in enumerate(sheet.tokens)}
    for place, row in enumerate(tally.sheet.tokens):
        if row in places:
            found[:, places[row]] = counts[:, place]
    return found


def _shapes(sheet: Sheet) -> dict[str, tuple[int, ...]]:
    """Of the sections of a tally. A game has room for so many tokens; all opponents may bring more."""
    heroes, most, width = N.SECTIONS["tokens"]
    return N.SECTIONS | {"tokens": (heroes, max(most, len(sheet.tokens)), width)}

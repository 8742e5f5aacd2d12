"""A hero file while it is being read: values where they are sound, mistakes where they are not."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from dtsim.dicethrone.heroes.model import UNREAD, Amount, Condition, Fixed, Limit, Need, Number, Text
from dtsim.dicethrone.heroes.places import Path, Places, Sentence
from dtsim.dicethrone.heroes.text import Vocabulary, parse
from dtsim.errors import Mistake, Place

# Words that own the numbers behind them in an address such as `Revolver/deal/1`.
_OWNERS = re.compile(
    r"(?:gain|inflict|remove|heal|draw|discard|raise|set|deal|receive|add|prevent|make|roll|duel|reroll|change"
    r"|steal|transfer|skip|repeat|forbid|activate|choose|play|look)s?$|(?:spend|on|if)$"
)


@dataclass(slots=True)
class Document:
    """One TOML file: its tables, where everything stands, the words it may use."""

    tables: dict[str, Any]
    places: Places
    vocabulary: Vocabulary
    numbers: list[Number] = field(default_factory=list)

    def items(self, section: str) -> list[Draft]:
        """The tables `[[section]]`."""
        return _items(self, self.tables.get(section), (section,), "")


@dataclass(slots=True)
class Draft:
    """One table. A value of the wrong shape reads as its default: the shape check has reported it."""

    document: Document
    path: Path
    raw: dict[str, Any]
    label: str  # "Nyra > also 2"
    counts: dict[str, int] = field(default_factory=dict)  # numbers met so far, by the word that owns them

    @property
    def place(self) -> Place:
        return self.document.places.value((*self.path, "name"))

    def at(self, key: str) -> Place:
        return self.document.places.value((*self.path, key))

    def has(self, key: str) -> bool:
        return key in self.raw

    def string(self, key: str, default: str = "") -> str:
        value = self.raw.get(key)
        return value if isinstance(value, str) else default

    def strings(self, key: str) -> tuple[str, ...]:
        value = self.raw.get(key)
        return tuple(entry for entry in value if isinstance(entry, str)) if isinstance(value, list) else ()

    def flag(self, key: str, default: bool = False) -> bool:
        value = self.raw.get(key)
        return value if isinstance(value, bool) else default

    def number(self, key: str, default: int = 0) -> int:
        """A printed number, with an address."""
        value = self.raw.get(key)
        if not isinstance(value, int) or isinstance(value, bool):
            return default
        self.record(key, value, self.at(key))
        return value

    def items(self, key: str) -> list[Draft]:
        found = _items(self.document, self.raw.get(key), (*self.path, key), self.label)
        for draft in found:
            if key == "also":  # the rules of an item share its addresses
                draft.counts = self.counts
        return found

    def mistake(self, key: str, message: str, found: str = "", allowed: tuple[str, ...] = ()) -> None:
        self.report(self.at(key), message, key, found, allowed)

    def report(
        self, place: Place, message: str, key: str = "text", found: str = "", allowed: tuple[str, ...] = ()
    ) -> None:
        label = f"{self.label} > {key}" if key else self.label
        self.document.vocabulary.mistakes.append(Mistake(place, message, label, found, allowed))

    # ---- values in the card language

    def text(self, key: str = "text") -> Text:
        return tuple(self._parse(sentence, "line", key) or UNREAD for sentence in self._sentences(key))

    def needs(self, key: str = "needs") -> tuple[Need, ...]:
        found = self._parse_one("needs", key)
        return found if isinstance(found, tuple) else ()

    def condition(self, key: str = "if") -> Condition | None:
        found = self._parse_one("condition", key)
        return found if isinstance(found, Condition) else None

    def amount(self, key: str) -> Amount | None:
        if isinstance(self.raw.get(key), int):
            return Fixed(self.number(key))
        found: Amount | None = self._parse_one("amount", key)
        return found

    def limit(self) -> Limit | None:
        times, _, per = self.string("limit").partition(" per ")
        if not times.isdigit():
            return None
        place = self.at("limit")
        self.record("limit", int(times), Place(place.line, place.column + 1, len(times)))
        return Limit(int(times), per)

    def _sentences(self, key: str) -> list[Sentence]:
        has_text = isinstance(self.raw.get(key), str)
        return self.document.places.sentences((*self.path, key)) if has_text else []

    def _parse_one(self, start: str, key: str) -> Any | None:
        sentences = self._sentences(key)
        if len(sentences) > 1:
            self.mistake(key, f"'{key}' should be one line")
        return self._parse(sentences[0], start, key) if len(sentences) == 1 else None

    def _parse(self, sentence: Sentence, start: str, key: str) -> Any | None:
        self._record_numbers(sentence, key)
        return parse(sentence, start, self.document.vocabulary, f"{self.label} > {key}")

    # ---- numbers

    def record(self, key: str, value: int, place: Place) -> None:
        item = self.label.partition(" > ")[0]
        self.document.numbers.append(Number(f"{item}/{key}", value, place))

    def _record_numbers(self, sentence: Sentence, key: str) -> None:
        owner, before = key, ""  # in "the roll", "your roll" and "1 x reroll" the verb is a noun
        for match in re.finditer(r"[A-Za-z][\w'’!?-]*|\d+", sentence.words):
            word = match.group()
            if word.isdigit():
                self.counts[owner] = self.counts.get(owner, 0) + 1
                place = Place(sentence.line, sentence.column + match.start(), len(word))
                self.record(f"{owner}/{self.counts[owner]}", int(word), place)
            elif key == "text" and _OWNERS.match(word) and before not in ("the", "your", "x"):
                owner = word.removesuffix("s")
            before = word


def _items(document: Document, tables: Any, path: Path, parent: str) -> list[Draft]:
    return list(_drafts(document, tables, path, parent)) if isinstance(tables, list) else []


def _drafts(document: Document, tables: list[Any], path: Path, parent: str) -> Iterator[Draft]:
    for index, raw in enumerate(tables):
        if isinstance(raw, dict):
            name = raw.get("name")
            title = name if isinstance(name, str) else f"{path[-1]} {index + 1}"
            # an added ability is an item of its own, a further rule is part of its item
            label = f"{parent} > {title}" if parent and path[-1] == "also" else title
            yield Draft(document, (*path, index), raw, label)

"""A hero file while it is being read: values where they are sound, mistakes where they are not."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

from dtsim.dicethrone.heroes.model.amounts import Amount, Fixed
from dtsim.dicethrone.heroes.model.hero import Limit, Number
from dtsim.dicethrone.heroes.model.lines import UNREAD, Condition, Line, Text
from dtsim.dicethrone.heroes.model.needs import Need
from dtsim.dicethrone.heroes.places import Path, Places, Sentence
from dtsim.dicethrone.heroes.text import parse
from dtsim.dicethrone.heroes.vocabulary import Vocabulary
from dtsim.dicethrone.heroes.words import VERBS
from dtsim.errors import Mistake, Place

# Words that own the numbers behind them in an address such as `Revolver/deal/1`.
_OWNERS = re.compile(rf"(?:{'|'.join(VERBS)})s?$|(?:spend|on|if)$")

MOST = 99  # of a number in a text


@dataclass(slots=True)
class Document:
    """One TOML file: its tables, where everything stands, the words it may use."""

    tables: dict[str, Any]
    places: Places
    vocabulary: Vocabulary
    numbers: list[Number] = field(default_factory=list)
    spellings: dict[str, str] = field(default_factory=dict)  # of tables: as written, as meant

    def sections(self) -> list[str]:
        """The kinds of tables in the file, each once."""
        return list(dict.fromkeys(self.spellings.get(key, key) for key in self.tables))

    def items(self, section: str) -> list[Draft]:
        """The tables `[[section]]`; those under a misspelt name too, so that one slip is one mistake."""
        keys = [key for key in self.tables if self.spellings.get(key, key) == section]
        return [draft for key in keys for draft in _items(self, self.tables[key], (key,), "")]


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
        lines: list[Line] = []
        for sentence in self._sentences(key):
            if sentence.words.startswith("["):  # the rest of the file has been swallowed
                place = Place(sentence.line, sentence.column, len(sentence.words))
                self.report(place, 'a table begins inside this text: the """ at its end is missing', key)
                return (*lines, UNREAD)
            lines.append(self._parse(sentence, "line", key) or UNREAD)
        return tuple(lines)

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
        if not self._record_numbers(sentence, key):
            return None
        return parse(sentence, start, self.document.vocabulary, f"{self.label} > {key}")

    # ---- numbers

    def record(self, key: str, value: int, place: Place) -> None:
        item = self.label.partition(" > ")[0]
        self.document.numbers.append(Number(f"{item}/{key}", value, place))

    def _record_numbers(self, sentence: Sentence, key: str) -> bool:
        """Give every number of the sentence its address; False if one of them is too large."""
        owner, before = key, ""  # in "the roll", "your roll" and "1 x reroll" the verb is a noun
        for match in re.finditer(r"[A-Za-z][\w'’!?-]*|\d+", sentence.words):
            word = match.group()
            if word.isdigit():
                self.counts[owner] = self.counts.get(owner, 0) + 1
                place = Place(sentence.line, sentence.column + match.start(), len(word))
                if len(word) > len(str(MOST)):
                    self.report(place, f"a number in a text should be at most {MOST}", key)
                    return False
                self.record(f"{owner}/{self.counts[owner]}", int(word), place)
            elif key == "text" and _OWNERS.match(word) and before not in ("the", "your", "x"):
                owner = word.removesuffix("s")
            before = word
        return True


def _items(document: Document, tables: Any, path: Path, parent: str) -> list[Draft]:
    if isinstance(tables, dict):  # [passive] instead of [[passive]]
        return [_draft(document, tables, path, str(path[-1]), parent)]
    if not isinstance(tables, list):
        return []
    return [
        _draft(document, raw, (*path, index), f"{path[-1]} {index + 1}", parent)
        for index, raw in enumerate(tables)
        if isinstance(raw, dict)
    ]


def _draft(document: Document, raw: dict[str, Any], path: Path, title: str, parent: str) -> Draft:
    name = raw.get("name")
    if isinstance(name, str):
        title = name
    # an added ability is an item of its own, a further rule is part of its item
    is_rule = parent and "also" in path
    return Draft(document, path, raw, f"{parent} > {title}" if is_rule else title)

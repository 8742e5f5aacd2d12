"""The names in a sentence; those that nobody has brought are mistakes."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from lark import Token

from dtsim.dicethrone.heroes.model.needs import Faces
from dtsim.dicethrone.heroes.model.things import Counter, Word
from dtsim.dicethrone.heroes.places import Sentence
from dtsim.dicethrone.heroes.syntax import STRAIGHTS
from dtsim.dicethrone.heroes.vocabulary import Vocabulary
from dtsim.errors import Mistake, Place


@dataclass(frozen=True, slots=True)
class Names:
    """Reads the names of one sentence against the words of its hero."""

    vocabulary: Vocabulary
    sentence: Sentence
    start: str  # what the sentence was parsed as
    where: str

    def counter(self, parts: list[Token]) -> Counter:
        """A status effect, companion or marker, or a group of them; before the name there may be its age."""
        name = parts[-1]
        if str(name) in self.vocabulary.activities:
            self.mistake(name, f"'{name}' is not a status effect: texts can only activate or forbid it")
        elif str(name) not in self.vocabulary.counters:
            self._unknown("status effect", name, self.vocabulary.counters)
        self.vocabulary.named.add(str(name))
        return Counter(str(name), str(parts[0]) if len(parts) == 2 else "", self.place(name))

    def activity(self, name: Token) -> Word:
        """A keyword or an ability."""
        if str(name) in self.vocabulary.counters:
            self.mistake(name, f"'{name}' is a status effect, not a keyword or ability")
        elif str(name) not in self.vocabulary.activities:
            self._unknown("keyword or ability", name, self.vocabulary.activities)
        return Word(str(name), self.place(name))

    def side(self, name: Token) -> Word:
        """A side of the board."""
        if not self.vocabulary.sides:
            self.mistake(name, f"unknown side '{name}': [hero] names no sides")
        elif str(name) not in self.vocabulary.sides:
            self._unknown("side", name, self.vocabulary.sides)
        return Word(str(name), self.place(name))

    def faces(self, token: Token) -> Faces:
        """A die symbol, a face or a range of faces."""
        word = str(token)
        if word in self.vocabulary.symbols:
            return Faces(word, self.vocabulary.symbols[word])
        first, _, last = word.partition("-")
        if first.isdigit() and 1 <= int(first) <= int(last or first) <= 6:
            return Faces(word, frozenset(range(int(first), int(last or first) + 1)))
        if self.vocabulary.any_symbol and not first.isdigit():
            return Faces(word, frozenset(range(1, 7)))
        what = "die face" if first.isdigit() else "die symbol"
        straights = STRAIGHTS if self.start == "needs" else ()
        self._unknown(what, token, [*self.vocabulary.symbols, *"123456", *straights])
        return Faces(word, frozenset())

    def place(self, token: Token) -> Place:
        """Where a word stands in the file."""
        column = token.column if token.column is not None else 1
        return Place(self.sentence.line, self.sentence.column + column - 1, len(token))

    def mistake(self, token: Token, message: str, found: str = "", allowed: tuple[str, ...] = ()) -> None:
        self.vocabulary.mistakes.append(Mistake(self.place(token), message, self.where, found, allowed))

    def _unknown(self, what: str, token: Token, allowed: Iterable[str]) -> None:
        self.mistake(token, f"unknown {what} '{token}'", str(token), tuple(sorted(allowed)))

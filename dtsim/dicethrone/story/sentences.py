"""Sentences: a cause, and who does what because of it."""

from __future__ import annotations

from dataclasses import dataclass, field

from dtsim.dicethrone.story.phrases import closed, listed


@dataclass(slots=True)
class Clause:
    """Who does what: `draws Six-It! and So Wild!`."""

    who: int
    verb: str
    objects: list[str] = field(default_factory=list)
    source: int = -1  # of damage that this clause threatens with

    def __str__(self) -> str:
        return f"{self.verb} {listed(self.objects)}".rstrip()


@dataclass(slots=True)
class Sentence:
    """A cause and what it does."""

    who: int
    cause: str
    is_empty_talk: bool  # not worth a line unless something follows from it
    clauses: list[Clause] = field(default_factory=list)
    paid: int = 0  # CP that the cause has told of already
    spent: str = ""  # the token that it has told of
    sold: list[str] = field(default_factory=list)  # and the cards


class Page:
    """The lines written so far, and the sentence that may go on."""

    def __init__(self, heroes: tuple[str, ...]) -> None:
        twins = len(set(heroes)) < len(heroes)
        self.names = [f"{name} {'AB'[seat]}" if twins else name for seat, name in enumerate(heroes)]
        self.lines: list[str] = []
        self.sentence: Sentence | None = None

    def begin(self, who: int, cause: str, *, is_empty_talk: bool = False) -> Sentence:
        """A new sentence, after the one before it."""
        self.end()
        self.sentence = Sentence(who, cause, is_empty_talk)
        return self.sentence

    def end(self) -> None:
        """Write the sentence down."""
        found, self.sentence = self.sentence, None
        if found is None or (found.is_empty_talk and not found.clauses):
            return
        clauses, speaker = [], found.who if found.cause else -1
        for clause in found.clauses:
            clauses.append(str(clause) if clause.who == speaker else f"{self.names[clause.who]} {clause}")
            speaker = clause.who
        said = ", ".join(clauses)
        self.lines.append("  " + closed(f"{found.cause}{': ' if found.cause and said else ''}{said}"))

    def add(self, who: int, verb: str, *objects: str, source: int = -1) -> None:
        """A clause more; without a cause it stands for itself."""
        if self.sentence is None:
            self.sentence = Sentence(who, "", False)
        clauses = self.sentence.clauses
        if objects and clauses and (clauses[-1].who, clauses[-1].verb) == (who, verb) and source < 0:
            clauses[-1].objects += objects
        else:
            clauses.append(Clause(who, verb, list(objects), source))

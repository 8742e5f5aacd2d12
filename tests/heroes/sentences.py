"""A hero that nobody plays, whose words the sentences of the tests may use."""

from __future__ import annotations

import re
from importlib import resources
from typing import Any

from dtsim.dicethrone.heroes.model.needs import Faces
from dtsim.dicethrone.heroes.places import Sentence
from dtsim.dicethrone.heroes.text import parse
from dtsim.dicethrone.heroes.vocabulary import Vocabulary

SYMBOLS = {"claw": frozenset({1, 2, 3}), "full-moon": frozenset({4, 5}), "star": frozenset({6})}
COUNTERS = {"Rage", "Wolf", "Thorn", "Sprout", "Bush", "Night Eye", "Wolf's Bond", "Song of the Deep", "X"}
ACTIVITIES = {"Howl", "Trick", "Moon Bite", "X Marks the Den"}

CLAW = Faces("claw", SYMBOLS["claw"])
MOON = Faces("full-moon", SYMBOLS["full-moon"])
STAR = Faces("star", SYMBOLS["star"])
LOW = Faces("1-2", frozenset({1, 2}))


def read(sentence: str, start: str = "line") -> Any:
    """What the sentence means; it has no mistake."""
    vocabulary = Vocabulary(SYMBOLS, frozenset(COUNTERS), frozenset(ACTIVITIES), ("human", "Great Beast"))
    found = parse(Sentence(sentence, 1, 1), start, vocabulary, "test")
    assert not vocabulary.mistakes, vocabulary.mistakes
    return found


def words_of_the_language() -> set[str]:
    """Every word that the grammar knows, in the singular where it takes both."""
    source = resources.files("dtsim.dicethrone.heroes").joinpath("grammar.lark").read_text(encoding="utf-8")
    source = "\n".join(line.partition("//")[0] for line in source.splitlines())
    words = set(re.findall(r'"([a-z]+)"', source))
    for pattern in re.findall(r"/\(?([a-z|?]+)\)?\(\?", source):
        words |= {word.removesuffix("s?") for word in pattern.split("|")}
    return words

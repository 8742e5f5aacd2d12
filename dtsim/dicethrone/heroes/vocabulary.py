"""The words a hero brings to the card language, and the mistakes found so far."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from dtsim.errors import Mistake


@dataclass(slots=True)
class Vocabulary:
    """Die symbols, counters, actions and sides of one hero; texts are read against them."""

    symbols: Mapping[str, frozenset[int]]
    counters: frozenset[str]
    activities: frozenset[str] = frozenset()  # keywords, groups of keywords, abilities
    sides: tuple[str, ...] = ()
    mistakes: list[Mistake] = field(default_factory=list)
    named: set[str] = field(default_factory=set)  # counters that some text speaks of
    any_symbol: bool = False  # the dice could not be read: no text is blamed for its symbols

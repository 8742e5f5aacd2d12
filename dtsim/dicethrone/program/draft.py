"""A program while it is being written: its table, the first record, the names of both."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from dtsim.dicethrone.heroes.model.hero import Hero, Limit, Token
from dtsim.dicethrone.program import layout as L
from dtsim.dicethrone.program.builder import Builder, CannotPlay
from dtsim.dicethrone.program.reading import Reading


@dataclass(slots=True)
class Draft:
    """What the parts of the compiler write into; places are those of the table."""

    heroes: Sequence[Hero]
    tokens: list[Token]
    rulings: int
    builder: Builder = field(init=False)
    record: NDArray[np.int64] = field(default_factory=lambda: np.zeros(L.GAME_SIZE, dtype=np.int64))
    items: dict[int, str] = field(default_factory=dict)
    levels: dict[int, int] = field(default_factory=dict)
    steps: dict[int, tuple[str, ...]] = field(default_factory=dict)
    verbs: dict[int, str] = field(default_factory=dict)
    moments: dict[int, str] = field(default_factory=dict)
    by_moment: dict[int, list[int]] = field(default_factory=dict)
    uses: dict[str, int] = field(default_factory=lambda: {"turn": 0, "game": 0})

    def __post_init__(self) -> None:
        self.builder = Builder([token.name for token in self.tokens])

    def reading(self, hero: Hero, ultimate: bool = False) -> Reading:
        """What the words of a text of this hero refer to."""
        keywords = {word.name: word.text for word in hero.keywords}
        return Reading(self.builder, hero.sides, hero.dice, keywords, ultimate, self.rulings)

    def use_slot(self, limit: Limit | None) -> int:
        """Where uses are counted: by the turn, or behind those by the game."""
        if limit is None:
            return -1
        slot = self.uses[limit.per]
        self.uses[limit.per] += 1
        if slot >= L.MAX_USES:
            raise CannotPlay("these heroes together have too many rules with a limit of uses")
        return slot + (L.USES_OF_GAME - L.USES if limit.per == "game" else 0)

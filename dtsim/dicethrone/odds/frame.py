"""A text while it is being read: whose it is, which dice it looks at, what it has chosen and spent."""

from __future__ import annotations

from typing import NamedTuple

from dtsim.dicethrone.heroes.model.lines import Text
from dtsim.dicethrone.odds.chance import Counts
from dtsim.dicethrone.odds.position import ATTACKER, Position


class Frame(NamedTuple):
    """Where the reading of a text stands."""

    me: int
    item: str  # the ability, token or card of the text
    read: Position  # DT-ORP-15: resources are read as they were at the last `then`
    role: str = "ability"  # "ability", "defence" or "rule"
    home: int = ATTACKER  # whose hero file the text comes from
    dice: Counts = ()
    other: int = 0  # the total of the other player in a duel
    step: int = 0
    chosen: tuple[int, ...] = ()
    spent: int = 0
    taken: bool = False  # a line of the chain above was taken
    text: Text = ()
    at: int = -1  # the line being read
    late: Text = ()  # lines of the ability that wait for its damage

    @property
    def opponent(self) -> int:
        return 1 - self.me

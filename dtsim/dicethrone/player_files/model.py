"""A player as its file has it: a kind, weights, and what it never does."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from dtsim.errors import Place

KINDS = ("random", "greedy", "planner")


@dataclass(frozen=True, slots=True)
class Never:
    """What a player forbids itself; what the rules force happens all the same."""

    abilities: tuple[str, ...] = ()
    cards: tuple[str, ...] = ()  # upgrades too
    status: tuple[str, ...] = ()  # never spent, never gained by choice
    rerolls: bool = False
    upgrades: bool = False
    defence: bool = False

    @property
    def is_anything(self) -> bool:
        return (
            bool(self.abilities or self.cards or self.status) or self.rerolls or self.upgrades or self.defence
        )


@dataclass(frozen=True, slots=True)
class PlayerFile:
    """Who decides: equal files play equally, whatever they are called."""

    name: str
    kind: str
    weights: tuple[tuple[str, float], ...] = ()  # by name, in the order of the file that comes with dtsim
    never: Never = Never()
    digest: str = ""
    given: str = ""  # the name or path by which it can be asked for again
    source: str = field(default="", repr=False)
    places: Mapping[tuple[str, str], Place] = field(default_factory=dict, compare=False, repr=False)

    @property
    def play(self) -> tuple[str, tuple[tuple[str, float], ...], Never]:
        """Everything that its choices follow from."""
        return self.kind, self.weights, self.never

    def __str__(self) -> str:
        return self.name

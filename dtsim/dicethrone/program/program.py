"""A program: the heroes of a game as integers, and what the integers are called."""

from __future__ import annotations

import zlib
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from dtsim.dicethrone.heroes.model.hero import Hero
from dtsim.dicethrone.program import layout as L


@dataclass(frozen=True, slots=True)
class Names:
    """What the numbers of a program are called: for the journal and for people who build scenes."""

    heroes: tuple[str, ...]
    counters: tuple[str, ...]
    cards: tuple[tuple[str, ...], ...]  # of each player, by slot
    spaces: tuple[tuple[str, ...], ...]
    sides: tuple[tuple[str, ...], ...]
    dice: tuple[tuple[str, ...], ...]
    items: dict[int, str]  # by place: abilities, cards, rules
    levels: dict[int, int]  # of abilities and of the rules of a board, by place
    steps: dict[int, tuple[str, ...]]  # of abilities: what each step of a ladder needs
    verbs: dict[int, str]  # of rules: what they do first
    purposes: dict[int, str]  # what dice are cast for
    moments: dict[int, str]  # of rules: when they happen, in the word of the file


@dataclass(frozen=True, slots=True)
class Program:
    """The heroes of a game as integers, and the record that every game of theirs starts from."""

    heroes: tuple[Hero, ...]
    table: NDArray[np.int16]
    start: NDArray[np.int64]
    names: Names


def purpose_of(name: str) -> int:
    """The number under which the dice of a card, token or ability are drawn: the same in every game."""
    return L.FIRST_ITEM_PURPOSE + zlib.crc32(name.encode()) % 30000

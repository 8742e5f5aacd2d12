"""Cards and passives that change dice: what each can do to a roll, and in which order they can be used up.

A play leads from a full roll to a multiset of the lattice: Six-It! on 1-2-3-4-5 to 2-3-4-5-6 or another full
roll, a re-roll of one die to the four dice that stay. Its *uses* for a roll are these multisets, in the order
in which equally good ones are preferred.

A *layer* is what a player still holds: the plays that can be paid for and the CP, or a card like Try, Try
Again! of which one re-roll is left. Plays lead from layer to layer and never back, so the layers are numbered
from the emptiest to the full hand, the last one.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import IntEnum
from functools import lru_cache
from itertools import combinations, combinations_with_replacement
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from dtsim.dicethrone.odds.lattice import N_DICE, N_FACES, N_RESULTS, dice_id, dice_of

ANY_FACE = 0b111111
MAX_CP = 15
MAX_PLAYS = 8


class PlayKind(IntEnum):
    """What a play does to the dice on the table."""

    CHANGE = 0
    """Set one die, or up to `count` dice, to any face of `faces`: Six-It!, So Wild!, Twice As Wild!"""
    STEP = 1
    """Move one die up or down by one; a 1 cannot go down, a 6 cannot go up: Tip It!"""
    COPY = 2
    """Set one die equal to another one: Samesies!"""
    REROLL = 3
    """Re-roll one die, and again up to `count` times, the same or another: Try, Try Again!, Tithe."""
    ATTEMPT = 4
    """Re-roll any number of dice at once, beside the Roll Attempts of the phase: One More Time!"""


@dataclass(frozen=True, slots=True)
class Play:
    """A card or passive: what it does, what it costs, and whether it may be used again and again.

    Whoever uses it changes or rolls at least one die, though a die may be set to the face it shows already.
    """

    kind: PlayKind
    cost: int = 0
    faces: int = ANY_FACE  # bit 0 stands for face 1; only CHANGE asks for it
    count: int = 1  # dice of a CHANGE, single re-rolls of a REROLL
    repeatable: bool = False  # as long as the CP last

    def __post_init__(self) -> None:
        assert 0 <= self.cost <= MAX_CP
        assert 0 < self.faces <= ANY_FACE
        assert 1 <= self.count <= N_DICE
        assert self.cost > 0 or not self.repeatable, "a free play used again and again would never end"


class Layers(NamedTuple):
    """Layers as the arrays that the kernels read; options are the plays of a layer, in the order given."""

    cp: NDArray[np.int16]  # CP left in each layer
    finish: NDArray[np.int16]  # half a play: the layer after putting it away; -1 elsewhere
    first_option: NDArray[np.int32]  # the options of layer i are first_option[i] .. first_option[i + 1]
    option_play: NDArray[np.int16]
    option_target: NDArray[np.int16]  # the layer after the play
    option_is_attempt: NDArray[np.bool_]
    first_use: NDArray[
        np.int32
    ]  # uses of play p for roll d: use_nodes[first_use[p, d]] .. [first_use[p, d + 1]]
    use_nodes: NDArray[np.int16]


@lru_cache(maxsize=256)
def layers_of(plays: tuple[Play, ...], cp: int) -> Layers:
    """Every layer that a hand of plays and so many CP can lead to."""
    assert len([play for play in plays if not play.repeatable]) <= MAX_PLAYS
    rows = _LayerRows(plays)
    rows.number_of(tuple(range(len(plays))), cp)
    options = [option for layer in rows.options for option in layer]
    starts, nodes = _stack([uses_of(play) for play in plays])
    return Layers(
        cp=np.array(rows.cp, dtype=np.int16),
        finish=np.array(rows.finish, dtype=np.int16),
        first_option=np.cumsum([0] + [len(layer) for layer in rows.options], dtype=np.int32),
        option_play=np.array([play for play, _ in options], dtype=np.int16),
        option_target=np.array([target for _, target in options], dtype=np.int16),
        option_is_attempt=np.array(
            [plays[play].kind == PlayKind.ATTEMPT for play, _ in options], dtype=np.bool_
        ),
        first_use=starts,
        use_nodes=nodes,
    )


class _LayerRows:
    """Numbers the layers, each after all those it can lead to."""

    def __init__(self, plays: tuple[Play, ...]) -> None:
        self.plays = plays
        self.cp: list[int] = []
        self.finish: list[int] = []
        self.options: list[list[tuple[int, int]]] = []  # (play, layer after it)
        self._numbers: dict[tuple[tuple[int, ...], int], int] = {}
        self._halves: dict[tuple[int, int], int] = {}

    def number_of(self, held: tuple[int, ...], cp: int) -> int:
        """The layer of a hand; what cannot be paid any more is the same as not held, for CP only go down."""
        held = tuple(play for play in held if self.plays[play].cost <= cp)
        if (held, cp) not in self._numbers:
            options = [(play, self._after(play, held, cp)) for play in self._distinct(held)]
            self._numbers[held, cp] = self._add(cp, -1, options)
        return self._numbers[held, cp]

    def _distinct(self, held: tuple[int, ...]) -> list[int]:
        """Of several equal cards the first one is played first."""
        first: dict[Play, int] = {}
        for play in held:
            first.setdefault(self.plays[play], play)
        return list(first.values())

    def _after(self, index: int, held: tuple[int, ...], cp: int) -> int:
        play = self.plays[index]
        left = held if play.repeatable else tuple(other for other in held if other != index)
        after = self.number_of(left, cp - play.cost)
        rerolls = play.count - 1 if play.kind == PlayKind.REROLL else 0
        return self._half(index, after, rerolls)

    def _half(self, play: int, finish: int, rerolls: int) -> int:
        """The layer in which single re-rolls of a play are left: one more, or put the card away."""
        if rerolls == 0:
            return finish
        if (finish, rerolls) not in self._halves:
            again = self._half(play, finish, rerolls - 1)
            self._halves[finish, rerolls] = self._add(self.cp[finish], finish, [(play, again)])
        return self._halves[finish, rerolls]

    def _add(self, cp: int, finish: int, options: list[tuple[int, int]]) -> int:
        self.cp.append(cp)
        self.finish.append(finish)
        self.options.append(options)
        return len(self.cp) - 1


def uses_of(play: Play) -> list[list[int]]:
    """For each of the 252 rolls where the play can lead to, the preferred use first."""
    return _uses_of(play.kind, play.faces, play.count)


@lru_cache(maxsize=256)
def _uses_of(kind: PlayKind, faces: int, count: int) -> list[list[int]]:
    return [list(dict.fromkeys(_uses(kind, faces, count, dice_of(roll)))) for roll in range(N_RESULTS)]


def _uses(kind: PlayKind, faces: int, count: int, dice: tuple[int, ...]) -> Iterator[int]:
    if kind == PlayKind.CHANGE:
        chosen = tuple(face for face in range(1, N_FACES + 1) if faces >> (face - 1) & 1)
        for n_dice in range(1, count + 1):
            for rest in _without(dice, n_dice):
                yield from _filled(rest, chosen)
    elif kind == PlayKind.ATTEMPT:
        for n_dice in range(1, N_DICE + 1):
            yield from sorted(dice_id(rest) for rest in _without(dice, n_dice))
    else:
        for rest, face in zip(_without(dice, 1), sorted(set(dice)), strict=True):
            if kind == PlayKind.REROLL:
                yield dice_id(rest)
            elif kind == PlayKind.STEP:
                yield from (dice_id((*rest, new)) for new in (face - 1, face + 1) if 1 <= new <= N_FACES)
            else:
                yield from (dice_id((*rest, new)) for new in sorted(set(rest)))


@lru_cache(maxsize=4096)
def _without(dice: tuple[int, ...], n_dice: int) -> tuple[tuple[int, ...], ...]:
    """What stays when so many dice are taken away, the lowest dice taken first."""
    places = range(len(dice))
    taken = {
        tuple(dice[place] for place in away): tuple(dice[place] for place in places if place not in away)
        for away in combinations(places, n_dice)
    }
    return tuple(taken[away] for away in sorted(taken))


@lru_cache(maxsize=4096)
def _filled(rest: tuple[int, ...], faces: tuple[int, ...]) -> tuple[int, ...]:
    """The full rolls made by adding dice of these faces, the lowest faces first."""
    missing = N_DICE - len(rest)
    return tuple(dice_id((*rest, *new)) for new in combinations_with_replacement(faces, missing))


def _stack(tables: list[list[list[int]]]) -> tuple[NDArray[np.int32], NDArray[np.int16]]:
    """Lists of uses, one behind the other, and where each begins."""
    starts: list[list[int]] = []
    nodes: list[int] = []
    for table in tables:
        row = [len(nodes)]
        for uses in table:
            nodes += uses
            row.append(len(nodes))
        starts.append(row)
    return np.array(starts, dtype=np.int32).reshape(-1, N_RESULTS + 1), np.array(nodes, dtype=np.int16)

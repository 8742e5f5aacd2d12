"""What cards make of the dice on the table: the best result that each of them turns a result into."""

from __future__ import annotations

from typing import Any

import numpy as np

from dtsim.dicethrone.engine.record import stand_in
from dtsim.dicethrone.engine.rules import holds, whole
from dtsim.dicethrone.odds.lattice import COUNTS, FACES, FIRST, N_RESULTS, PLUS, WITHOUT
from dtsim.dicethrone.players import mind as M
from dtsim.dicethrone.program import layout as L
from dtsim.jit import kernel, leaf

_PLUS = PLUS.astype("uint16")
_WITHOUT = WITHOUT.astype("uint16")
_FACES = FACES.astype("uint8")
_SHOWN = ((COUNTS > 0) << np.arange(6)).sum(axis=1).astype("uint8")  # faces of a multiset, as bits
_FOURS = FIRST[4]  # the first multiset of four dice
_THREES = FIRST[3]
SIXTH = 1 / 6


@leaf
def works_on_own(whose: Any) -> Any:
    return whose == L.YOUR_DICE or whose == L.ANY_DICE


@kernel
def how_many(s: Any, t: Any, who: Any, card: Any, memory: Any) -> Any:
    """How many dice a card changes, as things are."""
    condition = memory.mind[card + M.CONDITION]
    if condition == 0 or holds(s, t, condition, stand_in(s, who, -1)):
        return memory.mind[card + M.COUNT]
    return memory.mind[card + M.OTHERWISE]


@kernel
def reach(kind: Any, number: Any, faces: Any, payoff: Any, memory: Any) -> None:
    """What each result is worth after so many dice were changed, into SPARE; to stop short is allowed.

    `faces`: those that a die may be set to, as bits, or by how much it steps.
    """
    if kind == M.STEPS:
        _reach_by_steps(faces, payoff, memory)
        return
    if kind == M.THROWS and number > 1:
        _tops_of_throws(payoff, memory)
        _best_of_tops(memory)
        thoughts = memory.thoughts
        for result in range(N_RESULTS):
            thoughts[M.ONCE + result] = max(thoughts[payoff + result], thoughts[M.SPARE + result])
        _tops_of_throws(M.ONCE, memory)
    elif kind == M.THROWS:
        _tops_of_throws(payoff, memory)
    else:
        _tops_of_faces(kind, faces, payoff, memory)
        if number > 1:
            _tops_of_two(faces, memory)
    _best_of_tops(memory)


@kernel
def _tops_of_throws(payoff: Any, memory: Any) -> None:
    """Four dice, and one that is thrown: the mean over its faces."""
    thoughts = memory.thoughts
    for node in range(_FOURS, _THREES):
        low = thoughts[payoff + _PLUS[node, 0]] + thoughts[payoff + _PLUS[node, 1]]
        middle = thoughts[payoff + _PLUS[node, 2]] + thoughts[payoff + _PLUS[node, 3]]
        high = thoughts[payoff + _PLUS[node, 4]] + thoughts[payoff + _PLUS[node, 5]]
        thoughts[M.TOPS + node] = (low + middle + high) * SIXTH  # to divide takes longer than all the rest


@kernel
def _tops_of_faces(kind: Any, faces: Any, payoff: Any, memory: Any) -> None:
    """Four dice, and one that is set: the best of the faces it may be set to."""
    thoughts = memory.thoughts
    for node in range(_FOURS, _THREES):
        best = -1e9
        allowed = whole(_SHOWN[node]) if kind == M.COPIES else faces
        for face in range(6):
            if (allowed >> face) & 1:
                best = max(best, thoughts[payoff + _PLUS[node, face]])
        thoughts[M.TOPS + node] = best


@kernel
def _tops_of_two(faces: Any, memory: Any) -> None:
    """A second die may be set, too."""
    thoughts = memory.thoughts
    for node in range(_THREES, FIRST[2]):
        best = -1e9
        for face in range(6):
            if (faces >> face) & 1:
                best = max(best, thoughts[M.TOPS + _PLUS[node, face]])
        thoughts[M.TOPS + node] = best
    for node in range(_FOURS, _THREES):
        best = thoughts[M.TOPS + node]
        for place in range(4):
            best = max(best, thoughts[M.TOPS + _WITHOUT[node, place]])
        thoughts[M.SPARE + node] = best
    for node in range(_FOURS, _THREES):
        thoughts[M.TOPS + node] = thoughts[M.SPARE + node]


@kernel
def _best_of_tops(memory: Any) -> None:
    """The die that is changed is the one whose change is worth most."""
    thoughts = memory.thoughts
    for result in range(N_RESULTS):
        best = max(
            max(thoughts[M.TOPS + _WITHOUT[result, 0]], thoughts[M.TOPS + _WITHOUT[result, 1]]),
            max(thoughts[M.TOPS + _WITHOUT[result, 2]], thoughts[M.TOPS + _WITHOUT[result, 3]]),
        )
        thoughts[M.SPARE + result] = max(best, thoughts[M.TOPS + _WITHOUT[result, 4]])


@kernel
def _reach_by_steps(step: Any, payoff: Any, memory: Any) -> None:
    thoughts = memory.thoughts
    for result in range(N_RESULTS):
        best = -1e9
        for place in range(L.DICE):
            node = _WITHOUT[result, place]
            shown = whole(_FACES[result, place])
            if shown > step:
                best = max(best, thoughts[payoff + _PLUS[node, shown - step - 1]])
            if shown + step <= 6:
                best = max(best, thoughts[payoff + _PLUS[node, shown + step - 1]])
        thoughts[M.SPARE + result] = best


@kernel
def change_of(kind: Any, faces: Any, values: Any, node: Any, n_dice: Any, sign: Any, memory: Any) -> Any:
    """The best, for somebody, that changing one of so many dice leads to; `sign` is -1 for an opponent's."""
    thoughts = memory.thoughts
    best = -1e9
    for place in range(n_dice):
        rest = _WITHOUT[node, place]
        shown = whole(_shown_at(node, rest))
        if kind == M.THROWS:
            total = 0.0
            for face in range(6):
                total += thoughts[values + _PLUS[rest, face]]
            best = max(best, sign * total / 6)
            continue
        for face in range(1, 7):
            if face == shown:
                continue
            if kind == M.SETS:
                is_reached = (faces >> (face - 1)) & 1 == 1
            elif kind == M.STEPS:
                is_reached = abs(face - shown) == faces
            else:
                is_reached = (whole(_SHOWN[rest]) >> (face - 1)) & 1 == 1
            if is_reached:
                best = max(best, sign * thoughts[values + _PLUS[rest, face - 1]])
    return best


@leaf
def _shown_at(node: Any, rest: Any) -> Any:
    """The face by which a multiset is more than another."""
    shown = 0
    for face in range(6):
        if _PLUS[rest, face] == node:
            shown = face + 1
    return shown

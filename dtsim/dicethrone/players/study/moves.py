"""Moves and kinds of results.

A move is an Offensive Ability at one step of its ladder. Final Dice Results that its text cannot tell apart
form a kind: what it is worth is measured once for each kind (see `ponder`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from dtsim.dicethrone.heroes.model.hero import Ability
from dtsim.dicethrone.odds.lattice import COUNTS, FACES, N_RESULTS
from dtsim.dicethrone.players import mind as M
from dtsim.dicethrone.players.study.places import ability_at, places
from dtsim.dicethrone.players.study.sights import Sees, all_of, dice_seen, seen_by_move
from dtsim.dicethrone.program import layout as L
from dtsim.dicethrone.program.program import Program
from dtsim.errors import DtsimError


def study_moves(program: Program, ints: NDArray[np.int64], member: NDArray[np.int16]) -> None:
    """Every move with its kinds of results, and what the worth of a player's moves depends on."""
    moves = [move for seat in range(len(program.heroes)) for move in _moves(program, seat)]
    if len(moves) > M.MAX_MOVES:
        raise DtsimError(f"the planner can think of {M.MAX_MOVES} moves, these heroes have {len(moves)}")
    kinds: list[int] = []
    for index, move in enumerate(moves):
        seen: dict[object, int] = {}
        first = len(kinds)
        for result in range(N_RESULTS):
            if (kind := move.kind(result)) is not None:
                if kind not in seen:
                    seen[kind] = len(kinds)
                    kinds.append(result)
                member[index * N_RESULTS + result] = seen[kind]
        row = M.MOVES + index * M.MOVE
        ints[row : row + M.MOVE] = (
            move.seat,
            move.place,
            move.step,
            move.space,
            move.levels,
            move.sees.cp,
            move.sees.their_cp,
            move.sees.own,
            move.sees.other,
            first,
            len(seen),
        )
    if len(kinds) > M.MAX_KINDS:
        raise DtsimError(f"the planner can tell {M.MAX_KINDS} kinds of results apart, here are {len(kinds)}")
    for seat in range(len(program.heroes)):
        own = [index for index, move in enumerate(moves) if move.seat == seat]
        ints[M.FIRST_MOVE + 2 * seat : M.FIRST_MOVE + 2 * seat + 2] = own[0], own[-1] + 1
        sees = all_of([moves[index].sees for index in own])
        place = M.SEES + seat * M.SEEN_BY
        ints[place : place + M.SEEN_BY] = sees.cp, sees.their_cp, sees.own, sees.other
    listed = M.LISTS
    for kind in range(len(kinds)):
        results = np.flatnonzero(member[: M.LISTS] == kind) % N_RESULTS
        member[listed : listed + len(results)] = results
        listed += len(results)
        ints[M.RESULTS + kind + 1] = listed - M.LISTS
    for index, result in enumerate(kinds):
        ints[M.SHOWS + index] = _packed(FACES[result])


def _packed(faces: Iterable[int]) -> int:
    """Dice as the record of a game has them: four bits each."""
    return sum(int(face) << (4 * place) for place, face in enumerate(faces))


@dataclass(frozen=True, slots=True)
class _Move:
    seat: int
    place: int
    step: int
    space: int
    levels: int  # bits of the levels of the space at which it is on the board
    sees: Sees
    ability: Ability

    def kind(self, result: int) -> object:
        """What the text sees of a result; None if the result does not meet the step."""
        counts = tuple(int(n) for n in COUNTS[result])
        if not self.ability.needs[self.step].is_met(counts):
            return None
        return tuple(dice_seen(self.ability.text, counts))


def _moves(program: Program, seat: int) -> Iterator[_Move]:
    hero = program.heroes[seat]
    shown: dict[int, tuple[int, int]] = {}
    for space, level, place in places(program, seat, L.H_OFFENSES):
        shown[place] = space, shown.get(place, (space, 0))[1] | 1 << level
    for place, (space, levels) in shown.items():
        ability = ability_at(program, hero, place)
        sees = seen_by_move(program, ability)
        for step in range(len(ability.needs)):
            yield _Move(seat, place, step, space, levels, sees, ability)

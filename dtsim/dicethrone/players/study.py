"""What the planner knows of a pairing before it plays: moves, kinds of results, cards that change dice.

A move is an Offensive Ability at one step of its ladder. Final Dice Results that its text cannot tell apart
form a kind: what it is worth is measured once for each kind (see `ponder`).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, fields, is_dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dtsim.dicethrone.heroes.model import Ability, Counted, Counter, Hero, On, Register
from dtsim.dicethrone.odds.lattice import COUNTS, FACES, N_RESULTS
from dtsim.dicethrone.players import mind as M
from dtsim.dicethrone.program import layout as L
from dtsim.dicethrone.program.compiler import Program
from dtsim.errors import DtsimError


@dataclass(slots=True)
class Study:
    """The integers of a mind that follow from the program, and what workers have measured since."""

    ints: NDArray[np.int64]
    member: NDArray[np.int16]
    looks: dict[int, NDArray[np.float64]] = field(default_factory=dict)
    worth: NDArray[np.float64] | None = None

    def teach(self, mind: NDArray[np.int64], thoughts: NDArray[np.float64]) -> None:
        """Tell a new worker what others have measured: it need not do so again."""
        if self.worth is None:
            return
        mind[M.WORTH_KNOWN] = 1
        thoughts[M.WORTH : M.WORTH + len(self.worth)] = self.worth
        for at, seen in list(self.looks.items()):
            mind[M.KNOWN + at] = 1
            thoughts[M.LOOKS + at * M.LOOK : M.LOOKS + (at + 1) * M.LOOK] = seen

    def learn(self, mind: NDArray[np.int64], thoughts: NDArray[np.float64]) -> None:
        """Keep what a worker has measured; two who measure the same find the same."""
        if mind[M.WORTH_KNOWN] == 0:
            return
        for at in np.flatnonzero(mind[M.KNOWN : M.KNOWN + M.N_LOOKS]).tolist():
            if at not in self.looks:
                self.looks[at] = thoughts[M.LOOKS + at * M.LOOK : M.LOOKS + (at + 1) * M.LOOK].copy()
        self.worth = thoughts[M.WORTH : M.WORTH + 2 * L.MAX_COUNTERS].copy()


def study(program: Program) -> Study:
    """Read a program."""
    ints = np.zeros(M.N_INTS, dtype=np.int64)
    member = np.full(M.N_MEMBERS, -1, dtype=np.int16)
    moves = [move for seat in range(len(program.heroes)) for move in _moves(program, seat)]
    if len(moves) > M.MAX_MOVES:
        raise DtsimError(f"the planner can think of {M.MAX_MOVES} moves, these heroes have {len(moves)}")
    kinds: list[int] = []
    for index, move in enumerate(moves):
        row = M.MOVES + index * M.MOVE
        ints[row : row + M.MOVE] = (
            move.seat,
            move.place,
            move.step,
            move.space,
            move.levels,
            move.depends,
            len(kinds),
            0,
        )
        seen: dict[object, int] = {}
        for result in range(N_RESULTS):
            if (kind := move.kind(result)) is not None:
                if kind not in seen:
                    seen[kind] = len(kinds)
                    kinds.append(result)
                member[index * N_RESULTS + result] = seen[kind]
        ints[row + M.N_KINDS] = len(seen)
    if len(kinds) > M.MAX_KINDS:
        raise DtsimError(f"the planner can tell {M.MAX_KINDS} kinds of results apart, here are {len(kinds)}")
    for seat in range(len(program.heroes)):
        own = [index for index, move in enumerate(moves) if move.seat == seat]
        ints[M.FIRST_MOVE + 2 * seat : M.FIRST_MOVE + 2 * seat + 2] = own[0], own[-1] + 1
        sees = [_sees(program, moves[index].ability) for index in own]
        ints[M.SEES + 2 * seat] = int(any(cp for cp, _ in sees))
        ints[M.SEES + 2 * seat + 1] = sum(1 << counter for counter in set().union(*(c for _, c in sees)))
        for slot in range(len(program.names.cards[seat])):
            at = M.CARDS + (seat * 64 + slot) * M.CARD
            card = ints[at : at + M.CARD] = dice_card(program.table, seat, slot)
            if M.SETS <= card[M.KIND] <= M.COPIES and card[M.WHOSE] in (L.YOUR_DICE, L.ANY_DICE):
                ints[M.CHANGING + seat] |= 1 << slot
    listed = M.LISTS
    for kind in range(len(kinds)):
        results = np.flatnonzero(member[: M.LISTS] == kind) % N_RESULTS
        member[listed : listed + len(results)] = results
        listed += len(results)
        ints[M.RESULTS + kind + 1] = listed - M.LISTS
    for index, result in enumerate(kinds):
        ints[M.SHOWS + index] = sum(int(face) << (4 * place) for place, face in enumerate(FACES[result]))
    ints[M.START : M.START + L.FRAMES] = program.start[: L.FRAMES]
    return Study(ints, member)


# ---------------------------------------------------------------- moves


@dataclass(frozen=True, slots=True)
class _Move:
    seat: int
    place: int
    step: int
    space: int
    levels: int  # bits of the levels of the space at which it is on the board
    depends: int
    ability: Ability

    def kind(self, result: int) -> object:
        """What the text sees of a result; None if the result does not meet the step."""
        counts = tuple(int(n) for n in COUNTS[result])
        if not self.ability.needs[self.step].is_met(counts):
            return None
        return tuple(_seen(self.ability.text, counts))


def _moves(program: Program, seat: int) -> Iterator[_Move]:
    table = program.table
    hero = program.heroes[seat]
    spaces = int(table[int(table[L.P_HEROES + seat]) + L.H_OFFENSES])
    for index in range(table[spaces]):
        space = int(table[spaces + 1 + index])
        number = int(table[space + L.S_INDEX])
        shown: dict[int, int] = {}
        for level in (1, 2, 3):
            abilities = int(table[space + L.S_LEVELS + level])
            for which in range(table[abilities]):
                place = int(table[abilities + 1 + which])
                shown[place] = shown.get(place, 0) | 1 << level
        for place, levels in shown.items():
            ability = _ability(hero, program.names.items[place], program.names.levels[place])
            for step in range(len(ability.needs)):
                yield _Move(seat, place, step, number, levels, _depends(program, ability), ability)


def _ability(hero: Hero, name: str, level: int) -> Ability:
    every = [
        *hero.abilities,
        *(ability for upgrade in hero.upgrades for ability in (upgrade.ability, *upgrade.adds)),
    ]
    named = [ability for ability in every if ability.name == name]
    found = [ability for ability in named if ability.level == level] or named
    return next(iter(found))


def _seen(text: Any, counts: tuple[int, ...]) -> Iterator[int]:
    for part in _parts(text):
        if isinstance(part, On):
            yield int(any(need.is_met(counts) for need in part.needs))
        elif isinstance(part, Counted) and part.faces is not None:
            yield sum(counts[face - 1] for face in part.faces.faces)


def _depends(program: Program, ability: Ability) -> int:
    """What of the position its worth depends on: nothing, the own CP, or how many of a counter there are."""
    for part in _parts(ability.text):
        if isinstance(part, Register) and part.name == "cp":
            return M.ON_CP
        if isinstance(part, Counted) and part.counter is not None:
            return M.ON_COUNTER + program.names.counters.index(part.counter.name)
    return 0


def _sees(program: Program, ability: Ability) -> tuple[bool, set[int]]:
    """Whether its worth or its condition asks for CP, and for which counters."""
    parts = list(_parts((ability.text, ability.condition)))
    counters = {part.name for part in parts if isinstance(part, Counter)} & set(program.names.counters)
    asks_cp = any(isinstance(part, Register) and part.name == "cp" for part in parts)
    asks_cp |= any(isinstance(part, Counted) and part.what == "cp" for part in parts)
    return asks_cp, {program.names.counters.index(name) for name in counters}


def _parts(node: Any) -> Iterator[Any]:
    if isinstance(node, tuple):
        for part in node:
            yield from _parts(part)
    elif is_dataclass(node):
        yield node
        for each in fields(node):
            yield from _parts(getattr(node, each.name))


# ---------------------------------------------------------------- cards that change dice


def dice_card(table: NDArray[Any], seat: int, slot: int) -> tuple[int, int, int, int]:
    """Kind, whose dice, how many of them, faces they may be set to (or by how much they step)."""
    card = int(table[int(table[L.P_HEROES + seat]) + L.H_CARDS]) + slot * L.K_SIZE
    if table[card + L.K_PLAY] == L.UPGRADE:
        return M.NOT_DICE, 0, 0, 0
    row = int(table[card + L.K_TEXT])
    while table[row] == L.OP_RESET:
        row += L.ROW
    kind = _KINDS.get(int(table[row]), M.NOT_DICE)
    if kind == M.NOT_DICE:
        return kind, 0, 0, 0
    amount = int(table[row + 2])
    count = int(table[amount + 4]) if table[amount + 2] == 1 and table[amount + 3] == L.FIXED else 1
    return kind, int(table[row + 1]), count, int(table[row + 3])


_KINDS = {
    L.OP_CHANGE: M.SETS,
    L.OP_STEP_DIE: M.STEPS,
    L.OP_SAME_DIE: M.COPIES,
    L.OP_REROLL: M.THROWS,
    L.OP_ATTEMPT: M.ATTEMPT,
}

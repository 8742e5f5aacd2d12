"""A study: what the planner knows of two heroes before it plays, and what workers measure of it."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from dtsim.dicethrone.players import mind as M
from dtsim.dicethrone.players.looks import HOME, NEARBY
from dtsim.dicethrone.players.memory import KEYS_OF_LOOKS, Memory
from dtsim.dicethrone.players.study.cards import paid_throw, study_card
from dtsim.dicethrone.players.study.defences import study_defences
from dtsim.dicethrone.players.study.moves import study_moves
from dtsim.dicethrone.players.study.sights import GUARDING, SPENT, companion_of, tokens_of
from dtsim.dicethrone.program import layout as L
from dtsim.dicethrone.program.program import Program


@dataclass(slots=True)
class Study:
    """The integers of a mind that follow from the program, and what workers have measured since."""

    ints: NDArray[np.int64]
    member: NDArray[np.int16]
    looks: dict[int, NDArray[np.float64]] = field(default_factory=dict)  # by key
    worth: NDArray[np.float64] | None = None  # of tokens, sides and companions

    def teach(self, memory: Memory) -> None:
        """Tell a new worker what others have measured: it need not do so again."""
        if self.worth is None:
            return
        memory.mind[M.WORTH_KNOWN] = 1
        memory.thoughts[M.WORTH : M.WORTH + len(self.worth)] = self.worth
        looks = list(self.looks.items())
        keys = np.array([key for key, _ in looks], dtype=np.int64)
        homes = ((keys * HOME) >> 40) & (M.N_LOOKS - 1)  # as `room_for` finds them
        for (key, seen), at in zip(looks, homes.tolist(), strict=True):
            nearby = [(at + step) & (M.N_LOOKS - 1) for step in range(NEARBY)]
            place = next((near for near in nearby if memory.keys[KEYS_OF_LOOKS + near] < 0), at)
            memory.keys[KEYS_OF_LOOKS + place] = key
            memory.thoughts[M.LOOKS + place * M.LOOK : M.LOOKS + (place + 1) * M.LOOK] = seen

    def learn(self, memory: Memory) -> None:
        """Keep what a worker has measured; two who measure the same find the same."""
        if memory.mind[M.WORTH_KNOWN] == 0:
            return
        keys = memory.keys[KEYS_OF_LOOKS : KEYS_OF_LOOKS + M.N_LOOKS]
        for place in np.flatnonzero(keys >= 0).tolist():
            key = int(keys[place])
            if key not in self.looks:
                at = M.LOOKS + place * M.LOOK
                self.looks[key] = memory.thoughts[at : at + M.LOOK].copy()
        self.worth = memory.thoughts[M.WORTH : M.BOARDS].copy()


def study(program: Program) -> Study:
    """Read a program."""
    ints = np.zeros(M.N_INTS, dtype=np.int64)
    member = np.full(M.N_MEMBERS, -1, dtype=np.int16)
    ints[M.START : M.START + L.FRAMES] = program.start[: L.FRAMES]
    ints[M.PICK] = M.NO_PICK
    for seat, hero in enumerate(program.heroes):
        ints[M.TWO_SIDED] |= (len(hero.sides) > 1) << seat
    for token in tokens_of(program):
        bit = 1 << program.names.counters.index(token.name)
        if token.kind in ("companion", "marker"):
            ints[M.STANDING] |= bit
        elif any(rule.spend and rule.moment in SPENT for rule in token.rules):
            ints[M.SPENT] |= bit
        if token.kind != "companion" and any(rule.moment == "upkeep" for rule in token.rules):
            ints[M.FATEFUL] |= bit
        if any(rule.spend and rule.moment in GUARDING for rule in token.rules):
            ints[M.GUARDS] |= bit
    study_moves(program, ints, member)
    study_defences(program, ints, member)
    for seat in range(len(program.heroes)):
        for slot in range(len(program.names.cards[seat])):
            study_card(program, seat, slot, ints)
        ints[M.COMPANION + 2 * seat : M.COMPANION + 2 * seat + 2] = companion_of(program, seat)
        ints[M.PAID_THROW + 2 * seat : M.PAID_THROW + 2 * seat + 2] = paid_throw(program.table, seat)
    return Study(ints, member)

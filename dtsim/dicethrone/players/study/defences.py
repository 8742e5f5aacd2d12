"""Defense Rolls with a fixed number of dice, and which of their results a text tells apart."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from dtsim.dicethrone.heroes.model.amounts import Fixed, Register
from dtsim.dicethrone.odds.lattice import COUNTS, FIRST, N_DICE, N_MULTISETS
from dtsim.dicethrone.players import mind as M
from dtsim.dicethrone.players.study.places import ability_at, places
from dtsim.dicethrone.players.study.sights import dice_seen, parts, seen_by_text
from dtsim.dicethrone.program import layout as L
from dtsim.dicethrone.program.program import Program


def study_defences(program: Program, ints: NDArray[np.int64], member: NDArray[np.int16]) -> None:
    """Defense Rolls with a fixed number of dice; those that the text cannot tell apart are one kind."""
    for seat, hero in enumerate(program.heroes):
        for _, _, place in places(program, seat, L.H_DEFENCES):
            ability = ability_at(program, hero, place)
            row = int(ints[M.N_DEFENDING])
            dice = ability.dice.number if isinstance(ability.dice, Fixed) else 0
            duels = int(program.table[place + L.AB_DUELS])
            if row == M.MAX_DEFENCES or not 1 <= dice <= (1 if duels else N_DICE):
                continue
            sees = seen_by_text(program, ability.text)
            at = M.DEFENDING + row * M.DEFENCE
            ints[at : at + M.DEFENCE] = place, dice, duels, sees.own, sees.other
            ints[M.N_DEFENDING] += 1
            first: dict[object, int] = {}
            counts_all = any(
                isinstance(part, Register) and "roll" in part.name for part in parts(ability.text)
            )
            for node in range(FIRST[dice], FIRST[dice - 1]):
                counts = tuple(int(n) for n in COUNTS[node])
                kind = counts if counts_all else tuple(dice_seen(ability.text, counts))
                member[M.DEFENCE_KINDS + row * N_MULTISETS + node] = first.setdefault(kind, node)

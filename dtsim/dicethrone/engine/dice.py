"""Dice: casting them from keys or from a script, and what they show (chapter 10)."""

from __future__ import annotations

from typing import Any

import numpy as np

from dtsim.dicethrone.engine.record import die, log, player, when, with_die
from dtsim.dicethrone.odds.lattice import EMPTY, N_DICE, PLUS
from dtsim.dicethrone.program import layout as L
from dtsim.jit import kernel, leaf
from dtsim.rng import draw, face

_PLUS = PLUS.copy()


@kernel
def cast(s: Any, journal: Any, who: Any, purpose: Any, index: Any, dice: Any, thrown: Any) -> Any:
    """Throw the dice of a set; the others stay. Each place of a throw has its own random digit."""
    bits = draw(np.uint64(s[L.KEY]), who, purpose, when(s, who), index)
    place = 0
    rest = thrown
    while rest != 0:
        if rest & 1:
            if s[L.SCRIPT_USED] < s[L.SCRIPT_LENGTH]:
                used = s[L.SCRIPT_USED]
                shown = die(s[L.SCRIPT + used // L.DICE_PER_WORD], used % L.DICE_PER_WORD)
                s[L.SCRIPT_USED] = used + 1
            else:
                shown = face(bits, place)
            dice = with_die(dice, place, shown)
        rest >>= 1
        place += 1
    log(s, journal, L.E_DICE, who, purpose, dice, thrown, index)
    return dice


@leaf
def next_inner(s: Any, who: Any, purpose: Any) -> Any:
    """How many times this turn somebody has rolled for this purpose (or one that shares its place)."""
    place = player(who) + L.INNER + (purpose & 15)
    s[place] += 1
    return s[place]


@leaf
def counts_of(dice: Any, n_dice: Any) -> Any:
    """How many dice show each face: four bits a face."""
    counts = 0
    for index in range(n_dice):
        counts += 1 << (4 * (die(dice, index) - 1))
    return counts


@leaf
def showing(counts: Any, faces: Any) -> Any:
    """How many dice show one of the faces."""
    shown = 0
    for index in range(6):
        if (faces >> index) & 1:
            shown += (counts >> (4 * index)) & 15
    return shown


@leaf
def total(dice: Any, n_dice: Any) -> Any:
    """The sum of the dice."""
    pips = 0
    for index in range(n_dice):
        pips += die(dice, index)
    return pips


@kernel
def best_dice(dice: Any, n_dice: Any, wanted: Any) -> Any:
    """The sum of the highest dice."""
    counts = counts_of(dice, n_dice)
    pips = 0
    for index in range(5, -1, -1):
        taken = min(wanted, (counts >> (4 * index)) & 15)
        pips += taken * (index + 1)
        wanted -= taken
    return pips


@leaf
def result_of(dice: Any) -> Any:
    """The index of the Final Dice Result that five dice show."""
    node = EMPTY
    for place in range(N_DICE):
        node = _PLUS[node, die(dice, place) - 1]
    return np.int64(node)


@leaf
def meets(t: Any, results: Any, step: Any, result: Any) -> Any:
    """Does a Final Dice Result meet a step of an ability?"""
    word = t[results + step * L.RESULT_WORDS + (result >> 4)]
    return (word >> (result & 15)) & 1 == 1


@kernel
def is_met(t: Any, place: Any, counts: Any) -> Any:
    """Do the dice show one of the alternatives, every part of it?"""
    alternatives = t[place]
    place += 1
    for _ in range(alternatives):
        parts = t[place]
        place += 1
        met = True
        for _part in range(parts):
            if met and not _part_is_met(t, place, counts):
                met = False
            place += L.PART
        if met:
            return True
    return False


@leaf
def _part_is_met(t: Any, place: Any, counts: Any) -> Any:
    kind = t[place]
    wanted = t[place + 1]
    if kind == L.SHOW:
        shown = showing(counts, t[place + 2])
        return shown == 0 if wanted == 0 else shown >= wanted
    if kind == L.OF_A_KIND:
        for index in range(6):
            if (counts >> (4 * index)) & 15 >= wanted:
                return True
        return False
    run = 0
    for index in range(6):
        run = run + 1 if (counts >> (4 * index)) & 15 else 0
        if run >= wanted:
            return True
    return False

"""What cards do to dice, and when the others are thought of."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dtsim.dicethrone.players import mind as M
from dtsim.dicethrone.players.study.sights import Sees, seen_by_text
from dtsim.dicethrone.program import layout as L
from dtsim.dicethrone.program.program import Program

_KINDS = {
    L.OP_CHANGE: M.SETS,
    L.OP_STEP_DIE: M.STEPS,
    L.OP_SAME_DIE: M.COPIES,
    L.OP_REROLL: M.THROWS,
    L.OP_CHOOSE_DICE: M.THROWS,
    L.OP_ATTEMPT: M.ATTEMPT,
}
_NO_MATTER = (L.OP_RESET, L.OP_CHOOSE_PLAYERS, L.OP_TAKEN)


def study_card(program: Program, seat: int, slot: int, ints: NDArray[np.int64]) -> None:
    """A card of a player: what it does to dice, what its text sees, when it is thought of."""
    at = M.CARDS + (seat * 64 + slot) * M.CARD
    card = dice_card(program.table, seat, slot)
    model = next((c for c in program.heroes[seat].cards if c.name == program.names.cards[seat][slot]), None)
    sees = seen_by_text(program, model.text, model.condition) if model else Sees()
    moment = timing(program.table, seat, slot) if card[M.KIND] == M.NOT_DICE else M.IN_MAIN
    ints[at : at + M.CARD] = *card, sees.cp, sees.their_cp, sees.own, moment
    if card[M.KIND] == M.ATTEMPT:
        if card[M.PHASE] in (-1, L.PHASE_OFFENSE):
            ints[M.GRANTING + seat] |= 1 << slot
    elif card[M.KIND] != M.NOT_DICE and card[M.WHOSE] in (L.YOUR_DICE, L.ANY_DICE):
        ints[M.CHANGING + seat] |= 1 << slot


def dice_card(table: NDArray[Any], seat: int, slot: int) -> tuple[int, ...]:
    """What a card does to dice, in the order of `mind`: kind, whose, how many, faces (or the step) ..."""
    card = _card_at(table, seat, slot)
    nothing = (M.NOT_DICE, 0, 0, 0, 0, 0, -1)
    if table[card + L.K_PLAY] == L.UPGRADE:
        return nothing
    rows = [row for row in _rows_from(table, card + L.K_TEXT) if table[row] not in _NO_MATTER]
    condition = 0
    phase = _phase_of(table, card)
    if rows and table[rows[0]] == L.OP_IF:
        condition, rows = int(table[rows[0] + 1]), rows[1:]
    if not rows or table[rows[0]] not in _KINDS:
        return nothing
    kind, whose, argument = _KINDS[int(table[rows[0]])], int(table[rows[0] + 1]), int(table[rows[0] + 3])
    if kind == M.THROWS:
        throws = sum(table[row] in (L.OP_REROLL, L.OP_CHOOSE_DICE) for row in rows)
        return kind, whose, min(2, throws), 0, 0, 0, phase
    if kind == M.ATTEMPT:
        return kind, whose, 1, 0, 0, 0, phase
    number = _number(table, rows[0])
    if condition == 0:
        return kind, whose, number, argument, 0, 0, phase
    other = [row for row in rows[1:] if _KINDS.get(int(table[row])) == kind]
    return kind, whose, number, argument, condition, _number(table, other[0]) if other else 0, phase


def timing(table: NDArray[Any], seat: int, slot: int) -> int:
    """When a card that does not change dice is thought of."""
    card = _card_at(table, seat, slot)
    play, needs = int(table[card + L.K_PLAY]), int(table[card + L.K_REQUIRES])
    codes = {int(table[row]) for row in _rows_from(table, card + L.K_TEXT)}
    if play == L.UPGRADE:
        return M.IN_MAIN
    if needs & (L.NEEDS_STATUS | L.NEEDS_YOUR_STATUS | L.NEEDS_TRANSFER):
        return M.IN_MAIN if play == L.MAIN_PHASE else M.ANY_MOMENT
    if needs & (L.NEEDS_DAMAGE | L.NEEDS_YOUR_DAMAGE) or L.OP_PREVENT in codes:
        return M.BEFORE_DEFENCE if needs & L.NEEDS_NO_DEFENCE_YET else M.ON_DAMAGE
    if play in (L.MAIN_PHASE, L.INSTANT):
        return M.BEFORE_DEFENCE if play == L.INSTANT and L.OP_GAIN in codes else M.IN_MAIN
    return M.AT_LAST if codes & {L.OP_ADD, L.OP_MULTIPLY} else M.IN_ATTACK


def paid_throw(table: NDArray[Any], seat: int) -> tuple[int, int]:
    """The passive of a player that throws an own die anew, at any time, and its cost in CP; or 0, 0."""
    rules = int(table[L.P_MOMENTS + L.ANY_TIME])
    for rule in map(int, table[rules + 1 : rules + 1 + table[rules]]):
        if table[rule + L.R_SPEND] or table[rule + L.R_HERO] != seat:
            continue
        rows = [row for row in _rows_from(table, rule + L.R_TEXT) if table[row] not in _NO_MATTER]
        if [int(table[row]) for row in rows[:2]] == [L.OP_SPEND, L.OP_REROLL]:
            if table[rows[0] + 3] == L.CP_THING:
                return rule, _number(table, rows[0])
    return 0, 0


def _card_at(table: NDArray[Any], seat: int, slot: int) -> int:
    return int(table[int(table[L.P_HEROES + seat]) + L.H_CARDS]) + slot * L.K_SIZE


def _rows_from(table: NDArray[Any], place: int) -> Iterator[int]:
    row = int(table[place])
    while table[row] != L.OP_END:
        yield row
        row += L.ROW


def _number(table: NDArray[Any], row: int) -> int:
    """A fixed amount of a row, else 1."""
    amount = int(table[row + 2])
    return int(table[amount + 4]) if table[amount + 2] == 1 and table[amount + 3] == L.FIXED else 1


def _phase_of(table: NDArray[Any], card: int) -> int:
    """The phase that a card asks for, or -1."""
    conditions = int(table[card + L.K_CONDITION])
    for index in range(table[conditions] if conditions else 0):
        place = int(table[conditions + 1 + index])
        if table[place] == L.ASK_PHASE and not table[place + 3]:
            return int(table[place + 5])
    return -1

"""What the dice on the table are worth to a planner, with the cards in hand: exact keeps on the lattice."""

from __future__ import annotations

from typing import Any

import numpy as np

from dtsim.dicethrone.engine.options import is_shown
from dtsim.dicethrone.engine.play import card_at
from dtsim.dicethrone.engine.record import lowest, player
from dtsim.dicethrone.engine.rules import whole
from dtsim.dicethrone.odds.lattice import COUNTS, EMPTY, FACES, FIRST, N_MULTISETS, N_RESULTS, PLUS, WITHOUT
from dtsim.dicethrone.players import mind as M
from dtsim.dicethrone.players.bans import never_plays, never_takes
from dtsim.dicethrone.players.looks import defence_of, look
from dtsim.dicethrone.players.memory import KEYS_OF_BOARDS, KEYS_OF_SOLUTIONS
from dtsim.dicethrone.program import layout as L
from dtsim.jit import kernel, leaf

_PLUS = PLUS.astype("uint16")
_WITHOUT = WITHOUT.astype("uint16")
_FACES = FACES.copy()
_SHOWN = ((COUNTS > 0) << np.arange(6)).sum(axis=1).astype("uint8")  # faces of a multiset, as bits
_LOWEST = np.array([0, *((n & -n).bit_length() - 1 for n in range(1, 64))], dtype="uint8")
_FOURS = FIRST[4]  # the first multiset of four dice


# ---------------------------------------------------------------- the board


@kernel
def board(s: Any, t: Any, who: Any, health: Any, memory: Any) -> Any:
    """The slot with the worth of every Final Dice Result, for the abilities on the board of a player.

    `health`: the opponent's, as far as it matters (see `health_class`).
    """
    key = _board_key(s, t, who, health, memory)
    slot = ((key * 0x9E3779B97F4A7C1) >> 40) & (M.N_BOARDS - 1)
    place = M.BOARDS + slot * N_RESULTS
    if memory.keys[KEYS_OF_BOARDS + slot] != key:
        memory.keys[KEYS_OF_BOARDS + slot] = key
        memory.thoughts[M.TURNS + slot] = M.UNKNOWN
        _fill_board(s, t, who, health, memory, place)
        if memory.mind[M.WANTED] != 0:
            memory.keys[KEYS_OF_BOARDS + slot] = -1  # something is not known yet
    return slot


@leaf
def payoff_of(s: Any, t: Any, who: Any, memory: Any) -> Any:
    """Where the worth of every Final Dice Result is, for the board of a player."""
    return M.BOARDS + board(s, t, who, health_class(s, who), memory) * N_RESULTS


@leaf
def health_class(s: Any, who: Any) -> Any:
    """The opponent's health where it matters: near the end."""
    return min(M.KILLS + 1, s[player(1 - who) + L.HEALTH])


@kernel
def _board_key(s: Any, t: Any, who: Any, health: Any, memory: Any) -> Any:
    """Everything the worth of the board is computed from."""
    base = player(who)
    key = who + 2 * s[base + L.SIDE]
    for space in range(L.MAX_SPACES):
        key = key * 4 + s[base + L.LEVEL + space]
    key = (key * M.DEFENCES + defence_of(s, t, 1 - who)) * 32 + health
    if memory.mind[M.SEES + 2 * who] != 0:
        key = key * 16 + s[base + L.CP]
    seen = memory.mind[M.SEES + 2 * who + 1] & (s[base + L.HELD] | s[player(1 - who) + L.HELD])
    while seen != 0:
        counter = lowest(seen)
        seen &= seen - 1
        there = 0
        for seat in range(2):
            place = player(seat) + counter
            there = (there * 64 + s[place + L.COUNT]) * 64 + s[place + L.LIMIT]
        key = key * 0x5851F42D4C957F2D + there * 64 + counter
        key ^= key >> 31
    return key & 0x7FFFFFFFFFFFFFFF


@kernel
def _fill_board(s: Any, t: Any, who: Any, health: Any, memory: Any, place: Any) -> None:
    for result in range(N_RESULTS):
        memory.thoughts[place + result] = 0.0  # announcing nothing
    for move in range(memory.mind[M.FIRST_MOVE + 2 * who], memory.mind[M.FIRST_MOVE + 2 * who + 1]):
        row = M.MOVES + move * M.MOVE
        level = s[player(who) + L.LEVEL + memory.mind[row + M.SPACE]]
        if (memory.mind[row + M.LEVELS] >> level) & 1 == 0:
            continue
        ability = memory.mind[row + M.ABILITY]
        if not is_shown(s, t, ability, who) or never_takes(memory, who, ability):
            continue
        first = memory.mind[row + M.FIRST_KIND]
        for kind in range(first, first + memory.mind[row + M.N_KINDS]):
            worth = worth_of(s, t, move, kind, who, health, memory)
            for index in range(memory.mind[M.RESULTS + kind], memory.mind[M.RESULTS + kind + 1]):
                result = memory.member[M.LISTS + index]
                if worth > memory.thoughts[place + result]:
                    memory.thoughts[place + result] = worth


@kernel
def worth_of(s: Any, t: Any, move: Any, kind: Any, who: Any, health: Any, memory: Any) -> Any:
    """A move in points of health; damage beyond the opponent's health is lost, the last of it wins."""
    at = look(s, t, move, kind, who, memory)
    worth = memory.thoughts[at + 1] - _lost(s, at + M.GIVEN, who, memory)
    if health > M.KILLS:
        return memory.thoughts[at] + worth
    for point in range(1, health + 1):
        worth += memory.thoughts[at + 1 + point]
    return worth + weight(memory, M.W_WIN) * memory.thoughts[at + 1 + health]


@kernel
def _lost(s: Any, given: Any, who: Any, memory: Any) -> Any:
    """What tokens beyond a Stack Limit would have been worth."""
    lost = 0.0
    for index in range(M.MAX_GIVEN):
        number = memory.thoughts[given + 2 * index + 1]
        if number <= 0.0:
            return lost
        place = int(memory.thoughts[given + 2 * index])
        base, counter = player(place // L.MAX_COUNTERS), place % L.MAX_COUNTERS
        room = s[base + L.LIMIT + counter] - s[base + L.COUNT + counter]
        if number > room:
            worth = memory.thoughts[M.WORTH + place] * (number - room)
            lost += worth if place // L.MAX_COUNTERS == who else -worth
    return lost


@kernel
def move_of(s: Any, who: Any, ability: Any, step: Any, memory: Any) -> Any:
    """The number of a move."""
    for move in range(memory.mind[M.FIRST_MOVE + 2 * who], memory.mind[M.FIRST_MOVE + 2 * who + 1]):
        row = M.MOVES + move * M.MOVE
        if memory.mind[row + M.ABILITY] == ability and memory.mind[row + M.STEP] == step:
            return move
    return -1


# ---------------------------------------------------------------- cards that change dice


@leaf
def weight(memory: Any, index: Any) -> Any:
    """What something is held worth."""
    return memory.thoughts[M.WEIGHTS + index]


@leaf
def price(s: Any, t: Any, who: Any, slot: Any, memory: Any) -> Any:
    """What it takes to play a card: its CP, and the card itself."""
    cost = t[card_at(t, who, slot) + L.K_COST]
    return weight(memory, M.W_CARD) + weight(memory, M.W_CP) * cost


@leaf
def works_on_own(whose: Any) -> Any:
    return whose == L.YOUR_DICE or whose == L.ANY_DICE


@leaf
def _changing(s: Any, who: Any, memory: Any) -> Any:
    """The cards in hand that turn own dice to other faces, one by one affordable."""
    base = player(who)
    cards = s[base + L.HAND] & memory.mind[M.CHANGING + who] & s[base + L.AFFORDABLE + s[base + L.CP]]
    return cards & ~never_plays(memory, who)


@kernel
def with_cards(s: Any, t: Any, who: Any, payoff: Any, but: Any, target: Any, memory: Any) -> None:
    """The worth of every result when cards (all but one) may still change it, one card after the other."""
    for result in range(N_RESULTS):
        memory.thoughts[target + result] = memory.thoughts[payoff + result]
    base = player(who)
    cards = _changing(s, who, memory)
    spent = 0
    while cards != 0:
        slot = lowest(cards)
        cards &= cards - 1
        if slot == but:
            continue
        card = M.CARDS + (who * 64 + slot) * M.CARD
        kind = memory.mind[card + M.KIND]
        cost = t[card_at(t, who, slot) + L.K_COST]
        together = spent + cost <= s[base + L.CP]
        _reach(kind, card, target if together else payoff, memory)
        paid = price(s, t, who, slot, memory)
        for result in range(N_RESULTS):
            changed = memory.thoughts[M.SPARE + result] - paid
            if changed > memory.thoughts[target + result]:
                memory.thoughts[target + result] = changed
        spent += cost


@kernel
def _reach(kind: Any, card: Any, payoff: Any, memory: Any) -> None:
    """The best result that one card makes of each result, into SPARE."""
    thoughts = memory.thoughts
    argument = memory.mind[card + M.FACES]
    if kind == M.SETS:
        for node in range(_FOURS, FIRST[3]):
            best = -1e9
            for face in range(6):
                if (argument >> face) & 1:
                    best = max(best, thoughts[payoff + _PLUS[node, face]])
            thoughts[M.TOPS + node] = best
        if memory.mind[card + M.COUNT] > 1:
            _reach_twice(argument, memory)
        for result in range(N_RESULTS):
            best = -1e9
            for place in range(L.DICE):
                best = max(best, thoughts[M.TOPS + _WITHOUT[result, place]])
            thoughts[M.SPARE + result] = best
        return
    for result in range(N_RESULTS):
        thoughts[M.SPARE + result] = change_one(kind, argument, payoff, result, memory)


@kernel
def _reach_twice(argument: Any, memory: Any) -> None:
    """A second die may be set, too."""
    thoughts = memory.thoughts
    for node in range(FIRST[3], FIRST[2]):
        best = -1e9
        for face in range(6):
            if (argument >> face) & 1:
                best = max(best, thoughts[M.TOPS + _PLUS[node, face]])
        thoughts[M.TOPS + node] = best
    for node in range(_FOURS, FIRST[3]):
        best = thoughts[M.TOPS + node]
        for place in range(4):
            best = max(best, thoughts[M.TOPS + _WITHOUT[node, place]])
        thoughts[M.SPARE + node] = best
    for node in range(_FOURS, FIRST[3]):
        thoughts[M.TOPS + node] = thoughts[M.SPARE + node]


@kernel
def change_one(kind: Any, argument: Any, payoff: Any, result: Any, memory: Any) -> Any:
    """The best result that changing one die leads to."""
    best = -1e9
    before = 0
    for place in range(L.DICE):
        shown = whole(_FACES[result, place])
        if shown == before:  # the same as the die before it
            continue
        before = shown
        node = _WITHOUT[result, place]
        faces = _reachable(kind, argument, node, shown)
        while faces != 0:
            best = max(best, memory.thoughts[payoff + _PLUS[node, _LOWEST[faces]]])
            faces &= faces - 1
    return best


@leaf
def _reachable(kind: Any, argument: Any, node: Any, shown: Any) -> Any:
    """The faces that a card makes of a die, as bits; `node` are the other dice."""
    own = 1 << (shown - 1)
    if kind == M.SETS:
        return argument & ~own
    if kind == M.STEPS:
        return (own << argument | own >> argument) & 63
    return whole(_SHOWN[node]) & ~own


# ---------------------------------------------------------------- keeps


@kernel
def prepare(s: Any, t: Any, who: Any, attempts: Any, memory: Any) -> Any:
    """The solution for the dice of the position at hand, with the cards in hand.

    To decide with two attempts left one must know what the dice are worth with one left: two rows are enough.
    """
    base = player(who)
    slot = board(s, t, who, health_class(s, who), memory)
    cards = _changing(s, who, memory)
    if attempts >= M.ATTEMPTS_SOLVED:
        with_cards(s, t, who, M.BOARDS + slot * N_RESULTS, -1, M.WORK, memory)
        solve(M.WORK, attempts + 1, memory)
        return M.WORK
    key = memory.keys[KEYS_OF_BOARDS + slot] ^ (cards * 0x2545F4914F6CDD1D)
    if cards != 0:
        key ^= min(s[base + L.CP], _together(t, who, cards)) << 56  # how many of them can be paid for
    at = ((key * 0x9E3779B97F4A7C1) >> 40) & (M.N_SOLUTIONS - 1)
    solution = M.SOLUTIONS + at * M.SOLUTION
    if memory.keys[KEYS_OF_SOLUTIONS + at] != key:
        memory.keys[KEYS_OF_SOLUTIONS + at] = key
        with_cards(s, t, who, M.BOARDS + slot * N_RESULTS, -1, solution, memory)
        solve(solution, M.ATTEMPTS_SOLVED, memory)
        if memory.mind[M.WANTED] != 0:
            memory.keys[KEYS_OF_SOLUTIONS + at] = -1
    return solution


@kernel
def _together(t: Any, who: Any, cards: Any) -> Any:
    """What cards cost together."""
    total = 0
    while cards != 0:
        total += t[card_at(t, who, lowest(cards)) + L.K_COST]
        cards &= cards - 1
    return total


@leaf
def values_at(solution: Any, attempts: Any) -> Any:
    """Where the values with so many Roll Attempts left begin."""
    return solution + N_RESULTS + attempts * N_MULTISETS


@kernel
def solve(solution: Any, rows: Any, memory: Any) -> None:
    """The value of every multiset with none, one, ... Roll Attempts left, behind the worth of the results."""
    payoff = solution
    values = values_at(solution, 0)
    thoughts = memory.thoughts
    for result in range(N_RESULTS):
        thoughts[values + result] = thoughts[payoff + result]
    _means(values, memory)
    for row in range(1, rows):
        before = values
        values = values_at(solution, row)
        _best_keeps(before, memory)
        for result in range(N_RESULTS):
            best = max(thoughts[payoff + result], thoughts[before + result])
            for place in range(L.DICE):
                best = max(best, thoughts[M.TOPS + _WITHOUT[result, place]])
            thoughts[values + result] = best
        _means(values, memory)


@kernel
def _means(values: Any, memory: Any) -> None:
    """Fewer than five dice are worth the mean over the six faces of one die more."""
    thoughts = memory.thoughts
    for node in range(N_RESULTS, N_MULTISETS):
        total = (
            thoughts[values + _PLUS[node, 0]]
            + thoughts[values + _PLUS[node, 1]]
            + thoughts[values + _PLUS[node, 2]]
            + thoughts[values + _PLUS[node, 3]]
            + thoughts[values + _PLUS[node, 4]]
            + thoughts[values + _PLUS[node, 5]]
        )
        thoughts[values + node] = total / 6


@kernel
def _best_keeps(values: Any, memory: Any) -> None:
    """For fewer than five dice the value of the best of their sub-multisets, themselves included."""
    thoughts = memory.thoughts
    thoughts[M.TOPS + EMPTY] = thoughts[values + EMPTY]
    for dice in range(1, L.DICE):
        for node in range(FIRST[dice], FIRST[dice - 1]):
            best = thoughts[values + node]
            for place in range(dice):
                best = max(best, thoughts[M.TOPS + _WITHOUT[node, place]])
            thoughts[M.TOPS + node] = best

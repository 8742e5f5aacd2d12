"""What the dice on the table are worth to a planner, with the cards in hand: exact keeps on the lattice."""

from __future__ import annotations

from typing import Any

import numpy as np

from dtsim.dicethrone.engine.play import card_at
from dtsim.dicethrone.engine.record import lowest, player
from dtsim.dicethrone.odds.lattice import EMPTY, FIRST, N_MULTISETS, N_RESULTS, PLUS, WITHOUT
from dtsim.dicethrone.players import mind as M
from dtsim.dicethrone.players.bans import never_plays, never_rerolls, never_takes
from dtsim.dicethrone.players.boards import board_now, payoff_with
from dtsim.dicethrone.players.looks import HOME, POSITIVE
from dtsim.dicethrone.players.memory import KEYS_OF_BOARDS, KEYS_OF_SOLUTIONS
from dtsim.dicethrone.players.reach import SIXTH, how_many, reach
from dtsim.dicethrone.program import layout as L
from dtsim.jit import kernel, leaf

_PLUS = PLUS.astype("uint16")
_WITHOUT = WITHOUT.astype("uint16")
_FIRST = np.array(FIRST, dtype="int64")


@leaf
def weight(memory: Any, index: Any) -> Any:
    """What something is held worth."""
    return memory.thoughts[M.WEIGHTS + index]


@leaf
def cost_of(t: Any, who: Any, slot: Any) -> Any:
    return t[card_at(t, who, slot) + L.K_COST]


@leaf
def price(t: Any, who: Any, slot: Any, memory: Any) -> Any:
    """What it takes to play a card: its CP, and the card itself."""
    return price_of_card(who, slot, memory) + weight(memory, M.W_CP) * cost_of(t, who, slot)


@leaf
def price_of_card(who: Any, slot: Any, memory: Any) -> Any:
    """What a card is worth that is not played now: it sells, or, if it sets dice, may do more later."""
    kind = memory.mind[M.CARDS + (who * 64 + slot) * M.CARD + M.KIND]
    sets_dice = kind == M.SETS or kind == M.STEPS or kind == M.COPIES
    return weight(memory, M.W_CARD if sets_dice else M.W_CP)


# ---------------------------------------------------------------- cards


@leaf
def _usable(s: Any, who: Any, cards: Any, memory: Any) -> Any:
    """Those of a set of cards that are in hand, one by one affordable and not forbidden."""
    base = player(who)
    return cards & s[base + L.HAND] & s[base + L.AFFORDABLE + s[base + L.CP]] & ~never_plays(memory, who)


@leaf
def changing(s: Any, who: Any, memory: Any) -> Any:
    """The cards in hand that make own dice better."""
    return _usable(s, who, memory.mind[M.CHANGING + who], memory)


@kernel
def granting(s: Any, who: Any, memory: Any) -> Any:
    """The slot of a card in hand that grants a Roll Attempt, or -1."""
    cards = _usable(s, who, memory.mind[M.GRANTING + who], memory)
    return lowest(cards) if cards != 0 and not never_rerolls(memory, who) else -1


@kernel
def paid_throws(who: Any, cp: Any, memory: Any) -> Any:
    """How often a passive may throw an own die anew for so many CP."""
    rule, cost = memory.mind[M.PAID_THROW + 2 * who], memory.mind[M.PAID_THROW + 2 * who + 1]
    if rule == 0 or never_takes(memory, who, rule):
        return 0
    return min(M.MOST_THROWS, cp // cost)


@kernel
def with_cards(s: Any, t: Any, who: Any, cards: Any, cp: Any, memory: Any) -> Any:
    """The worth of every result when cards may still change it, in whatever order pays; where it begins.

    Each set of cards still in hand has a layer: the best of announcing with the CP that are left, and of
    playing one of them next. A throw that a passive is paid for is one of the set.
    """
    thoughts, mind = memory.thoughts, memory.mind
    number = 0
    while cards != 0 and number < M.MOST_CARDS:
        slot = lowest(cards)
        cards &= cards - 1
        mind[M.SLOTS + number] = slot
        mind[M.DICE_OF + number] = how_many(s, t, who, M.CARDS + (who * 64 + slot) * M.CARD, memory)
        mind[M.COSTS + (1 << number)] = cost_of(t, who, slot)
        number += 1
    n_cards = number
    for _ in range(min(M.MOST_CARDS - number, paid_throws(who, cp, memory))):
        mind[M.SLOTS + number] = M.A_THROW
        mind[M.COSTS + (1 << number)] = mind[M.PAID_THROW + 2 * who + 1]
        number += 1
    mind[M.COSTS] = 0
    whole_hand = (1 << number) - 1
    for played in range(1, whole_hand + 1):
        first = played & -played
        mind[M.COSTS + played] = mind[M.COSTS + first] + mind[M.COSTS + (played ^ first)]
    for hand in range(whole_hand + 1):
        left = cp - mind[M.COSTS + (whole_hand ^ hand)]
        throws = hand >> n_cards
        if left < 0 or throws & (throws + 1) != 0:  # throws are alike: the last in the row goes first
            continue
        layer = M.LAYERS + hand * N_RESULTS
        payoff = payoff_with(s, t, who, left, memory)
        for result in range(N_RESULTS):
            thoughts[layer + result] = thoughts[payoff + result]
        for index in range(number):
            is_next = index < n_cards or hand >> index == 1
            if is_next and (hand >> index) & 1 and mind[M.COSTS + (1 << index)] <= left:
                _play(who, index, M.LAYERS + (hand ^ 1 << index) * N_RESULTS, layer, t, memory)
    return M.LAYERS + whole_hand * N_RESULTS


@kernel
def _play(who: Any, index: Any, below: Any, layer: Any, t: Any, memory: Any) -> None:
    """The card is played first, or the die thrown, then what is left of the hand."""
    thoughts, mind = memory.thoughts, memory.mind
    slot = mind[M.SLOTS + index]
    if slot == M.A_THROW:
        reach(M.THROWS, 1, 0, below, memory)
        paid = weight(memory, M.W_CP) * mind[M.COSTS + (1 << index)]
    else:
        card = M.CARDS + (who * 64 + slot) * M.CARD
        reach(mind[card + M.KIND], mind[M.DICE_OF + index], mind[card + M.FACES], below, memory)
        paid = price(t, who, slot, memory)
    for result in range(N_RESULTS):
        thoughts[layer + result] = max(thoughts[layer + result], thoughts[M.SPARE + result] - paid)


# ---------------------------------------------------------------- solutions


@kernel
def prepare(s: Any, t: Any, who: Any, attempts: Any, memory: Any) -> Any:
    """The solution for the dice of the position at hand, with the cards in hand.

    To decide with two attempts left one must know what the dice are worth with one left: two rows are enough.
    """
    slot = board_now(s, t, who, memory)
    cards, grant = changing(s, who, memory), granting(s, who, memory)
    if attempts >= M.ATTEMPTS_SOLVED:
        _fill(s, t, who, cards, grant, M.WORK, memory)
        solve(M.WORK, attempts + 1, memory)
        return M.WORK
    key = memory.keys[KEYS_OF_BOARDS + slot]
    throws = paid_throws(who, s[player(who) + L.CP], memory)
    if cards != 0 or grant >= 0 or throws > 0:
        total = _together(t, who, cards, grant) + M.MOST_THROWS * memory.mind[M.PAID_THROW + 2 * who + 1]
        cp = min(s[player(who) + L.CP], total)  # how many can be paid for
        key = ((key ^ (cards * 0x2545F4914F6CDD1D)) * 0x5851F42D4C957F2D + cp * 64 + grant) & POSITIVE
        key ^= _conditions(s, t, who, cards, memory)
    at = ((key * HOME) >> 40) & (M.N_SOLUTIONS - 1)
    solution = M.SOLUTIONS + at * M.SOLUTION
    if memory.keys[KEYS_OF_SOLUTIONS + at] != key:
        memory.keys[KEYS_OF_SOLUTIONS + at] = key
        _fill(s, t, who, cards, grant, solution, memory)
        solve(solution, M.ATTEMPTS_SOLVED, memory)
        if memory.mind[M.WANTED] != 0:
            memory.keys[KEYS_OF_SOLUTIONS + at] = -1
    return solution


@kernel
def _fill(s: Any, t: Any, who: Any, cards: Any, grant: Any, solution: Any, memory: Any) -> None:
    """The worth of every result when no attempt is left: with cards, and with the attempt that one grants."""
    thoughts = memory.thoughts
    best = with_cards(s, t, who, cards, s[player(who) + L.CP], memory)
    for result in range(N_RESULTS):
        thoughts[solution + result] = thoughts[best + result]
    if grant >= 0:
        solve_granted(s, t, who, cards, grant, memory)
        paid = price(t, who, grant, memory)
        more = values_at(M.MORE, 1)
        for result in range(N_RESULTS):
            thoughts[solution + result] = max(thoughts[solution + result], thoughts[more + result] - paid)


@kernel
def solve_granted(s: Any, t: Any, who: Any, cards: Any, grant: Any, memory: Any) -> None:
    """What the dice are worth once a card has granted an attempt and is paid for, into MORE."""
    thoughts = memory.thoughts
    best = with_cards(s, t, who, cards, s[player(who) + L.CP] - cost_of(t, who, grant), memory)
    for result in range(N_RESULTS):
        thoughts[M.MORE + result] = thoughts[best + result]
    means(M.MORE, L.DICE, memory)
    _or_throw(M.MORE, M.MORE, values_at(M.MORE, 1), memory)


@kernel
def _together(t: Any, who: Any, cards: Any, grant: Any) -> Any:
    """What cards cost together."""
    total = 0 if grant < 0 else cost_of(t, who, grant)
    while cards != 0:
        total += cost_of(t, who, lowest(cards))
        cards &= cards - 1
    return total


@kernel
def _conditions(s: Any, t: Any, who: Any, cards: Any, memory: Any) -> Any:
    """Which of the cards do more or less as things are, as bits high up."""
    found = 0
    while cards != 0:
        slot = lowest(cards)
        cards &= cards - 1
        card = M.CARDS + (who * 64 + slot) * M.CARD
        if memory.mind[card + M.CONDITION] != 0:
            found = found * 4 + how_many(s, t, who, card, memory)
    return found << 40


@leaf
def values_at(solution: Any, attempts: Any) -> Any:
    """Where the values with so many Roll Attempts left begin."""
    return solution + attempts * N_MULTISETS


@kernel
def solve(solution: Any, rows: Any, memory: Any) -> None:
    """The value of every multiset with none, one, ... Roll Attempts left; that of the results is known."""
    values = values_at(solution, 0)
    means(values, L.DICE, memory)
    for row in range(1, rows):
        before = values
        values = values_at(solution, row)
        _or_throw(solution, before, values, memory)
        means(values, L.DICE, memory)


@kernel
def _or_throw(payoff: Any, before: Any, values: Any, memory: Any) -> None:
    """With an attempt more, a result is worth what stopping is or the best keep, whichever is more."""
    _best_keeps(before, memory)
    thoughts = memory.thoughts
    for result in range(N_RESULTS):
        best = max(
            max(thoughts[M.TOPS + _WITHOUT[result, 0]], thoughts[M.TOPS + _WITHOUT[result, 1]]),
            max(thoughts[M.TOPS + _WITHOUT[result, 2]], thoughts[M.TOPS + _WITHOUT[result, 3]]),
        )
        best = max(best, thoughts[M.TOPS + _WITHOUT[result, 4]])
        thoughts[values + result] = max(best, thoughts[payoff + result])


@kernel
def means(values: Any, n_dice: Any, memory: Any) -> None:
    """Fewer than so many dice are worth the mean over the six faces of one die more."""
    thoughts = memory.thoughts
    for node in range(_FIRST[n_dice - 1], N_MULTISETS):
        low = thoughts[values + _PLUS[node, 0]] + thoughts[values + _PLUS[node, 1]]
        middle = thoughts[values + _PLUS[node, 2]] + thoughts[values + _PLUS[node, 3]]
        high = thoughts[values + _PLUS[node, 4]] + thoughts[values + _PLUS[node, 5]]
        thoughts[values + node] = (low + middle + high) * SIXTH


@kernel
def _best_keeps(values: Any, memory: Any) -> None:
    """For fewer than five dice the value of the best of their sub-multisets, themselves included."""
    thoughts = memory.thoughts
    nothing = thoughts[values + EMPTY]
    for node in range(FIRST[1], FIRST[0]):
        thoughts[M.TOPS + node] = max(thoughts[values + node], nothing)
    for node in range(FIRST[2], FIRST[1]):
        best = max(thoughts[M.TOPS + _WITHOUT[node, 0]], thoughts[M.TOPS + _WITHOUT[node, 1]])
        thoughts[M.TOPS + node] = max(best, thoughts[values + node])
    for node in range(FIRST[3], FIRST[2]):
        best = max(thoughts[M.TOPS + _WITHOUT[node, 0]], thoughts[M.TOPS + _WITHOUT[node, 1]])
        other = max(thoughts[M.TOPS + _WITHOUT[node, 2]], thoughts[values + node])
        thoughts[M.TOPS + node] = max(best, other)
    for node in range(FIRST[4], FIRST[3]):
        best = max(thoughts[M.TOPS + _WITHOUT[node, 0]], thoughts[M.TOPS + _WITHOUT[node, 1]])
        other = max(thoughts[M.TOPS + _WITHOUT[node, 2]], thoughts[M.TOPS + _WITHOUT[node, 3]])
        thoughts[M.TOPS + node] = max(max(best, other), thoughts[values + node])

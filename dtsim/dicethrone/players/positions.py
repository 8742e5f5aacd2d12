"""Plain positions from which things are measured: boards without upgrades, no cards, no tokens.

Only what `looks` tells apart may make a difference: it is taken over from the position at hand.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from dtsim.bare import behind
from dtsim.dicethrone.engine.damage import new_packet
from dtsim.dicethrone.engine.game import begin, take
from dtsim.dicethrone.engine.offense import END_OF_OFFENSE
from dtsim.dicethrone.engine.record import (
    code_of,
    first_of,
    frame,
    lowest,
    open_window,
    option,
    player,
    size,
)
from dtsim.dicethrone.engine.rules import whole
from dtsim.dicethrone.engine.steps import DF2, DF2W, DF5, DF6, N1, O1, U1, X4
from dtsim.dicethrone.odds.lattice import FACES
from dtsim.dicethrone.players import mind as M
from dtsim.dicethrone.players.greedy import IN_ATTACKS
from dtsim.dicethrone.players.looks import as_told, seen_by_reaction, seen_of_opponent
from dtsim.dicethrone.program import layout as L
from dtsim.jit import kernel
from dtsim.rng import mix

PLAIN_HEALTH = 40
PLAIN_CP = 3
PLAIN_HAND = 3  # cards of each player, not to be played
ENOUGH_CP = 6  # to play a card that is looked into
FOREVER = 1 << 30

_FACES = FACES.astype("uint8")


@kernel
def _set_up(t: Any, who: Any, sample: Any, memory: Any) -> None:
    """A plain position in the turn of a player."""
    record = behind(memory.mind, M.SCRATCH)
    memory.mind[M.START + L.START_PLAYER] = who
    begin(record, t, behind(memory.mind, M.START), mix(np.uint64(sample + 1)), behind(memory.mind, M.OPTIONS))
    for seat in range(record[L.N_PLAYERS]):
        base = player(seat)
        cards = record[base + L.DECK] | record[base + L.HAND]
        record[base + L.HAND] = _first_cards(cards, PLAIN_HAND)
        record[base + L.DECK] = cards & ~record[base + L.HAND]
        for kind in range(L.WINDOW_KINDS):
            record[base + L.HEEDS + kind] = 0  # nobody plays cards
        record[base + L.HEALTH] = PLAIN_HEALTH
        record[base + L.CP] = PLAIN_CP
    record[L.DEPTH] = 0  # without the heroes' setup
    record[L.TURN] = 2
    record[L.ROUND] = 2


@kernel
def _first_cards(cards: Any, number: Any) -> Any:
    """So many cards of a set, or all of it: cards that may be lost, whichever they are."""
    taken = 0
    while cards != 0 and number > 0:
        taken |= cards & -cards
        cards &= cards - 1
        number -= 1
    return taken


# ---------------------------------------------------------------- things


@kernel
def set_up_look(s: Any, t: Any, wanted: Any, sample: Any, without: Any, memory: Any) -> Any:
    """A plain position for the thing that is wanted; the option that is to be taken in it, or 0."""
    mind = memory.mind
    who = mind[M.WANTED + 3]
    is_own_turn = wanted == M.A_MOVE or wanted == M.A_CARD or wanted == M.A_FATE
    if wanted == M.A_REACTION and mind[M.WANTED + 2] % M.WHENS >= M.BEFORE_THEIR_DEFENCE:
        is_own_turn = True
    active = who if is_own_turn else 1 - who
    _set_up(t, active, sample, memory)
    record = behind(mind, M.SCRATCH)
    record[L.TURN_CAP] = record[L.TURN] + 1  # what the opponent's next turn brings is no part of it
    if wanted == M.A_MOVE:
        return _set_up_move(s, t, who, memory)
    if wanted == M.A_CARD:
        return _set_up_card(s, who, without, memory)
    if wanted == M.A_FATE:
        record[player(who) + L.SIDE] = s[player(who) + L.SIDE]
        _take_over(s, record, who, mind[M.FATEFUL], 0, memory)
        less = mind[M.WANTED + 1]
        if less >= 0:
            _give(record, who, less, record[player(who) + L.COUNT + less] - 1)
        record[L.FRAMES + L.F_PC] = U1
        return 0
    record[L.ATTACKER] = active
    record[L.DEFENDER] = 1 - active
    record[L.PHASE] = L.PHASE_DEFENCE
    record[L.ATTACK] = -1
    opts = behind(mind, M.OPTIONS)
    damage, of_type = mind[M.WANTED + 4] & ((1 << M.TYPES) - 1), mind[M.WANTED + 4] >> M.TYPES
    record[L.ATTACK] = new_packet(record, opts, L.AN_ATTACK, active, 1 - active, of_type, damage)
    record[L.ATTACK_MADE] = 1
    if wanted == M.A_REACTION:
        return _set_up_reaction(s, t, who, without, memory)
    return _set_up_defence(s, who, memory)


@kernel
def _set_up_move(s: Any, t: Any, who: Any, memory: Any) -> Any:
    """The dice show what the move needs."""
    mind = memory.mind
    record = behind(mind, M.SCRATCH)
    record[player(who) + L.SIDE] = s[player(who) + L.SIDE]
    record[player(1 - who) + L.SIDE] = s[player(1 - who) + L.SIDE]
    record[L.SCRIPT_LENGTH] = L.DICE
    record[L.ATTEMPTS_LEFT] = 1
    record[L.FRAMES + L.F_PC] = O1
    if mind[M.WANTED + 1] == M.NO_MOVE:
        record[L.SCRIPT] = mind[
            M.SHOWS + mind[M.MOVES + mind[M.FIRST_MOVE + 2 * who] * M.MOVE + M.FIRST_KIND]
        ]
        return option(L.ANNOUNCE_NONE, 0, 0)
    row = M.MOVES + mind[M.WANTED + 1] * M.MOVE
    ability = mind[row + M.ABILITY]
    _set_defence(record, t, 1 - who, mind[M.WANTED + 4])
    record[player(who) + L.LEVEL + mind[row + M.SPACE]] = lowest(mind[row + M.LEVELS])  # where it is printed
    if t[ability + L.AB_SIDE] >= 0:
        record[player(who) + L.SIDE] = t[ability + L.AB_SIDE]
    if mind[row + M.CP] != 0:
        record[player(who) + L.CP] = mind[M.WANTED + M.WANTED_CP]
    if mind[row + M.THEIR_CP] != 0:
        record[player(1 - who) + L.CP] = mind[M.WANTED + M.WANTED_THEIR_CP]
    if mind[M.WANTED + M.WANTED_PLAIN] == 0:
        other = seen_of_opponent(s, who, mind[row + M.OTHER], memory)
        _take_over(s, record, who, mind[row + M.OWN], other, memory)
    record[L.SCRIPT] = mind[M.SHOWS + mind[M.WANTED + 2]]
    return option(L.ANNOUNCE, ability, mind[row + M.STEP])


@kernel
def _set_up_card(s: Any, who: Any, without: Any, memory: Any) -> Any:
    """A second Main Phase with the card in hand, or without."""
    mind = memory.mind
    record = behind(mind, M.SCRATCH)
    slot = mind[M.WANTED + 1]
    card = M.CARDS + (who * 64 + slot) * M.CARD
    record[L.ATTACKER] = -1
    record[L.DEFENDER] = -1
    record[L.PHASE] = L.PHASE_MAIN
    _put_in_hand(record, who, slot, without)
    record[player(who) + L.SIDE] = mind[M.WANTED + 2]
    record[player(who) + L.CP] = mind[M.WANTED + M.WANTED_CP] if mind[card + M.CARD_CP] != 0 else ENOUGH_CP
    if mind[card + M.CARD_THEIR_CP] != 0:
        record[player(1 - who) + L.CP] = mind[M.WANTED + M.WANTED_THEIR_CP]
    _take_over(s, record, who, mind[card + M.CARD_COUNTERS], mind[card + M.CARD_COUNTERS], memory)
    record[L.FRAMES + L.F_PC] = N1
    return 0 if without else option(L.PLAY_CARD, slot, 0)


@kernel
def _set_up_reaction(s: Any, t: Any, who: Any, without: Any, memory: Any) -> Any:
    """An Attack before the defence, or when that is over, on the player or by the player; with the reaction,
    or without.
    """
    mind = memory.mind
    record = behind(mind, M.SCRATCH)
    reaction, when = mind[M.WANTED + 1], mind[M.WANTED + 2] % M.WHENS
    own, other = seen_by_reaction(reaction, when, who, memory)
    _take_over(s, record, who, own, other, memory)
    late = when == M.LATE or when == M.IN_OWN_ATTACK
    record[L.DEFENCE_TO_COME] = 0 if late else 1
    record[L.FRAMES + L.F_PC] = DF6 if late else DF2W
    if code_of(reaction) == L.PLAY_CARD:
        if without == 0:
            _put_in_hand(record, who, first_of(reaction), 0)
            record[player(who) + L.CP] = ENOUGH_CP
    else:
        _give(record, who, t[first_of(reaction) + L.R_COUNTER], 1 - without)
    if when == M.BEFORE_THEIR_DEFENCE:
        _set_defence(record, t, 1 - who, mind[M.WANTED + 2] // M.WHENS)
        record[L.PHASE] = L.PHASE_TARGETING
        record[L.FRAMES + L.F_PC] = DF2
        open_window(record, END_OF_OFFENSE, -1)
    return 0 if without else reaction


@kernel
def _set_up_defence(s: Any, who: Any, memory: Any) -> Any:
    """A Defense Roll that has been made."""
    mind = memory.mind
    record = behind(mind, M.SCRATCH)
    row = M.DEFENDING + mind[M.WANTED + 1] * M.DEFENCE
    roll, n_dice = mind[M.WANTED + 2], mind[row + M.D_DICE]
    _take_over(s, record, who, mind[row + M.D_OWN], mind[row + M.D_OTHER], memory)
    base = L.FRAMES
    record[L.IS_DEFENDED] = 1
    record[base + L.F_ITEM] = mind[row + M.D_ABILITY]
    record[base + L.F_YOU] = who
    record[base + L.F_ROLLER] = who
    record[base + L.F_N_DICE] = n_dice
    record[base + L.F_DICE] = 0
    if mind[row + M.D_DUELS] != 0:
        record[base + L.F_ROLLER_2] = 1 - who
        record[base + L.F_N_DICE_2] = 1
        record[base + L.F_DICE] = roll // 6 + 1
        record[base + L.F_DICE_2] = roll % 6 + 1
    else:
        for place in range(n_dice):
            record[base + L.F_DICE] |= whole(_FACES[roll, place]) << (4 * place)
    record[base + L.F_PC] = DF5
    return 0


@kernel
def _put_in_hand(record: Any, who: Any, slot: Any, without: Any) -> None:
    """The card that may be played, beside the others; or it lies elsewhere."""
    base = player(who)
    record[base + L.HAND] &= ~(1 << slot)
    record[base + L.DECK] &= ~(1 << slot)
    if without == 0:
        record[base + L.HAND] |= 1 << slot
        for kind in range(L.WINDOW_KINDS):
            record[base + L.HEEDS + kind] = 1 << slot


@kernel
def _take_over(s: Any, record: Any, who: Any, own: Any, other: Any, memory: Any) -> None:
    """Counters as both players have them."""
    for counter in range(s[L.N_COUNTERS]):
        if (own >> counter) & 1:
            _give(record, who, counter, as_told(s, who, counter, memory))
        if (other >> counter) & 1:
            _give(record, 1 - who, counter, as_told(s, 1 - who, counter, memory))


@kernel
def _give(record: Any, who: Any, counter: Any, number: Any) -> None:
    record[player(who) + L.COUNT + counter] = number
    if number > 0:
        record[player(who) + L.HELD] |= 1 << counter
    else:
        record[player(who) + L.HELD] &= ~(1 << counter)


@kernel
def _set_defence(record: Any, t: Any, who: Any, levels: Any) -> None:
    spaces = whole(t[t[L.P_HEROES + who] + L.H_DEFENCES])
    for index in range(min(2, t[spaces]) - 1, -1, -1):
        record[player(who) + L.LEVEL + t[t[spaces + 1 + index] + L.S_INDEX]] = levels % 3 + 1
        levels //= 3


# ---------------------------------------------------------------- tokens and sides


@kernel
def set_up_setup(t: Any, counter: Any, who: Any, experiment: Any, memory: Any) -> None:
    """The heroes' setup and nothing behind it: a companion is worth something where it begins.

    What one gains oneself meets the opponent's turn first, what is inflicted the own turn.
    """
    bad = counter >= 0 and (memory.mind[M.START + L.NEGATIVE] >> counter) & 1 == 1
    _set_up(t, who if bad else 1 - who, experiment, memory)
    record = behind(memory.mind, M.SCRATCH)
    for seat in range(record[L.N_PLAYERS]):  # whole turns follow, with the cards that are drawn in them
        record[player(seat) + L.HAND] = 0
        for kind in range(L.WINDOW_KINDS):
            record[player(seat) + L.HEEDS + kind] = -1
    record[L.DEPTH] = record[L.N_PLAYERS]
    record[L.TURN_CAP] = 0
    record[L.FRAMES + L.F_PC] = X4


@kernel
def set_up_token(counter: Any, who: Any, more: Any, memory: Any) -> Any:
    """A turn with one token, or without; of what the setup gave, with all or with half; how many apart."""
    record = behind(memory.mind, M.SCRATCH)
    given = record[player(who) + L.COUNT + counter]
    most, least = max(1, given), given // 2
    _give(record, who, counter, most if more else least)
    _begin_turns(record)
    return most - least


@kernel
def set_up_companion(who: Any, count: Any, mark: Any, memory: Any) -> None:
    """A turn with a companion in a state."""
    record = behind(memory.mind, M.SCRATCH)
    mate, marker = memory.mind[M.COMPANION + 2 * who], memory.mind[M.COMPANION + 2 * who + 1]
    _give(record, who, mate, count)
    if marker >= 0:
        _give(record, who, marker, mark)
    _begin_turns(record)


@kernel
def set_up_side(who: Any, more: Any, memory: Any) -> Any:
    """A turn with the second side of the board up, or with the first."""
    record = behind(memory.mind, M.SCRATCH)
    record[player(who) + L.SIDE] = more
    _begin_turns(record)
    return 1


@kernel
def _begin_turns(record: Any) -> None:
    record[L.OVER] = 0
    record[L.TURN_CAP] = FOREVER
    record[L.FRAMES + L.F_PC] = U1


# ---------------------------------------------------------------- trials


@kernel
def set_up_trial(s: Any, chosen: Any, sample: Any, memory: Any) -> None:
    """The position at hand with other luck and without what is hidden; the option is taken.

    The next die shows a 2, then a 5, and again: two samples of half a die come out exactly.
    """
    record = behind(memory.mind, M.SCRATCH)
    for index in range(player(s[L.N_PLAYERS])):
        record[index] = s[index]
    for index in range(L.PACKETS, frame(s[L.DEPTH] + 2)):
        record[index] = s[index]
    for seat in range(s[L.N_PLAYERS]):  # nobody plays cards: the question is what the option itself leads to
        base = player(seat)
        for kind in range(L.WINDOW_KINDS):
            record[base + L.HEEDS + kind] = 0
            record[base + L.HEEDS_TOKENS + kind] = IN_ATTACKS
        record[base + L.HEEDS_PASSIVES] = 0
        record[base + L.HEEDS_SALES] = 0
    record[L.KEY] = np.int64(mix(np.uint64(sample + 1)))
    other = player(1 - s[L.ASKED])
    unseen = record[other + L.DECK] | record[other + L.HAND]
    record[other + L.HAND] = _first_cards(unseen, size(record[other + L.HAND]))
    record[other + L.DECK] = unseen & ~record[other + L.HAND]
    record[L.SCRIPT] = 5 if sample % 2 else 2
    record[L.SCRIPT_USED] = 0
    record[L.SCRIPT_LENGTH] = 1
    record[L.LOGGING] = 0
    record[L.TURN_CAP] = s[L.TURN] + 1
    take(record, chosen)


@kernel
def was_luck(s: Any, memory: Any) -> Any:
    """Were dice thrown or cards drawn in a trial? Else another sample would come to the same."""
    record = behind(memory.mind, M.SCRATCH)
    if record[L.SCRIPT_USED] != 0:
        return True
    for seat in range(s[L.N_PLAYERS]):
        if record[player(seat) + L.DRAWS] != s[player(seat) + L.DRAWS]:
            return True
    return False

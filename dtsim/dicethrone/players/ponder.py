"""What a move, or a token, is worth: the engine itself is asked, with dice that are the same every time.

A move is carried out many times from the same plain position (nobody has cards or tokens), and what changed is
counted in points of health. A token is worth what it changes in the next turns of simple players who have the
same luck with it and without it. So a hero written tomorrow is understood without anybody tuning anything.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from dtsim.bare import behind
from dtsim.dicethrone.engine.game import advance, begin, take
from dtsim.dicethrone.engine.record import option, player, size
from dtsim.dicethrone.engine.rules import whole
from dtsim.dicethrone.engine.steps import N1, O1, U1
from dtsim.dicethrone.players import mind as M
from dtsim.dicethrone.players.greedy import choose_greedily
from dtsim.dicethrone.program import layout as L
from dtsim.jit import kernel, leaf
from dtsim.rng import mix

SAMPLES = 96
PLAIN_HEALTH = 40
PLAIN_CP = 3
TURNS = 4  # in which a token shows its worth
EXPERIMENTS = 200


# ---------------------------------------------------------------- moves


@kernel
def look(s: Any, t: Any, move: Any, kind: Any, who: Any, memory: Any) -> Any:
    """Where the worth of a kind of results for a move is written, in the present context; measured if new."""
    foe = (who + 1) % s[L.N_PLAYERS]
    at = (kind * M.DEFENCES + _defence(s, t, foe)) * M.CONTEXTS + _context(s, move, who, memory)
    place = M.LOOKS + at * M.LOOK
    if memory.mind[M.KNOWN + at] == 0:
        memory.mind[M.KNOWN + at] = 1
        _measure(s, t, move, kind, who, memory, place)
    return place


@leaf
def _context(s: Any, move: Any, who: Any, memory: Any) -> Any:
    depends = memory.mind[M.MOVES + move * M.MOVE + M.DEPENDS]
    if depends == 0:
        return 0
    if depends == M.ON_CP:
        return s[player(who) + L.CP]
    counter = depends - M.ON_COUNTER
    here = max(s[player(who) + L.COUNT + counter], s[player(1 - who) + L.COUNT + counter])
    return min(M.CONTEXTS - 1, here)


@leaf
def _defence(s: Any, t: Any, who: Any) -> Any:
    """The levels of up to two Defensive Abilities."""
    spaces = whole(t[t[L.P_HEROES + who] + L.H_DEFENCES])
    levels = 0
    for index in range(min(2, t[spaces])):
        levels = levels * 3 + s[player(who) + L.LEVEL + t[t[spaces + 1 + index] + L.S_INDEX]] - 1
    return levels


@kernel
def _measure(s: Any, t: Any, move: Any, kind: Any, who: Any, memory: Any, place: Any) -> None:
    foe = (who + 1) % s[L.N_PLAYERS]
    row = M.MOVES + move * M.MOVE
    thoughts = memory.thoughts
    record = behind(memory.mind, M.SCRATCH)
    for index in range(M.LOOK):
        thoughts[place + index] = 0.0
    for sample in range(SAMPLES):
        _set_up(s, t, who, memory, sample)
        record[L.SCRIPT] = memory.mind[M.SHOWS + kind]
        record[L.SCRIPT_LENGTH] = L.DICE
        record[L.ATTEMPTS_LEFT] = 1
        record[L.FRAMES + L.F_PC] = O1
        depends = memory.mind[row + M.DEPENDS]
        if depends == M.ON_CP:
            record[player(who) + L.CP] = s[player(who) + L.CP]
        elif depends >= M.ON_COUNTER:
            for seat in range(2):
                _give(
                    record, seat, depends - M.ON_COUNTER, s[player(seat) + L.COUNT + depends - M.ON_COUNTER]
                )
        before = _standing(record, who, memory)
        _carry_out(record, t, memory.mind[row + M.ABILITY], memory.mind[row + M.STEP], memory)
        dealt = PLAIN_HEALTH - record[player(foe) + L.HEALTH]
        thoughts[place] += dealt
        thoughts[place + 1] += _standing(record, who, memory) - before - dealt
        for health in range(1, min(dealt, M.KILLS) + 1):
            thoughts[place + 1 + health] += 1.0
    for index in range(M.LOOK):
        thoughts[place + index] /= SAMPLES


@kernel
def _set_up(s: Any, t: Any, who: Any, memory: Any, sample: Any) -> None:
    """A plain position with the boards of the present one: no cards, no tokens."""
    record = behind(memory.mind, M.SCRATCH)
    memory.mind[M.START + L.START_PLAYER] = who
    begin(record, t, behind(memory.mind, M.START), mix(np.uint64(sample + 1)), behind(memory.mind, M.OPTIONS))
    for seat in range(s[L.N_PLAYERS]):
        base = player(seat)
        record[base + L.HAND] = 0
        record[base + L.HEALTH] = PLAIN_HEALTH
        record[base + L.CP] = PLAIN_CP
        record[base + L.SIDE] = s[base + L.SIDE]
        for space in range(L.MAX_SPACES):
            record[base + L.LEVEL + space] = s[base + L.LEVEL + space]
    record[L.DEPTH] = 0  # without the heroes' setup
    record[L.TURN] = 2


@kernel
def _give(record: Any, who: Any, counter: Any, number: Any) -> None:
    record[player(who) + L.COUNT + counter] = number
    if number > 0:
        record[player(who) + L.HELD] |= 1 << counter
    else:
        record[player(who) + L.HELD] &= ~(1 << counter)


@kernel
def _carry_out(record: Any, t: Any, ability: Any, step: Any, memory: Any) -> None:
    """Announce the move, then go on as simple players do until the Roll Phase is over."""
    opts = behind(memory.mind, M.OPTIONS)
    while True:
        n = advance(record, t, opts, opts)
        if n == 0 or record[L.QUESTION] == L.Q_MAIN or record[L.FRAMES + L.F_PC] >= N1:
            return
        if record[L.QUESTION] == L.Q_ANNOUNCE:
            take(record, option(L.ANNOUNCE, ability, step))
        else:
            take(record, choose_greedily(record, t, opts, n, memory))


@kernel
def _standing(record: Any, who: Any, memory: Any) -> Any:
    """The position in points of health, for the player."""
    total = 0.0
    for seat in range(2):
        base = player(seat)
        own = 1.0 * record[base + L.HEALTH]
        own += memory.thoughts[M.WEIGHTS + M.W_CP] * record[base + L.CP]
        own += memory.thoughts[M.WEIGHTS + M.W_CARD] * size(record[base + L.HAND])
        held = record[base + L.HELD]
        counter = 0
        while held != 0:
            if held & 1:
                own += (
                    memory.thoughts[M.WORTH + seat * L.MAX_COUNTERS + counter]
                    * record[base + L.COUNT + counter]
                )
            held >>= 1
            counter += 1
        total += own if seat == who else -own
    return total


# ---------------------------------------------------------------- tokens


@kernel
def measure_tokens(s: Any, t: Any, memory: Any) -> None:
    """What one token of each counter is worth to each player who may come to have it."""
    for counter in range(s[L.N_COUNTERS]):
        for who in range(2):
            at = who * L.MAX_COUNTERS + counter
            memory.thoughts[M.WORTH + at] = 0.0
            if s[player(who) + L.LIMIT + counter] > 0:
                memory.thoughts[M.WORTH + at] = _token(s, t, counter, who, memory)


@kernel
def _token(s: Any, t: Any, counter: Any, who: Any, memory: Any) -> Any:
    """The mean change of the standing some turns later, with the same luck."""
    record = behind(memory.mind, M.SCRATCH)
    # what one gains oneself meets the opponent's turn first, what is inflicted the own turn
    bad = (s[L.NEGATIVE] >> counter) & 1
    first = who if bad else 1 - who
    total = 0.0
    for experiment in range(EXPERIMENTS):
        without = _some_turns(s, t, first, who, counter, 0, experiment, memory)
        with_it = _some_turns(s, t, first, who, counter, 1, experiment, memory)
        total += with_it - without
    record[L.DEPTH] = 0
    return total / EXPERIMENTS


@kernel
def _some_turns(
    s: Any, t: Any, first: Any, who: Any, counter: Any, number: Any, experiment: Any, memory: Any
) -> Any:
    record = behind(memory.mind, M.SCRATCH)
    opts = behind(memory.mind, M.OPTIONS)
    _set_up(s, t, first, memory, experiment)
    for seat in range(2):
        for each in range(s[L.N_COUNTERS]):
            _give(record, seat, each, 0)
    _give(record, who, counter, number)
    record[L.FRAMES + L.F_PC] = U1
    last = record[L.TURN] + TURNS
    while True:
        n = advance(record, t, opts, opts)
        if n == 0 or record[L.TURN] >= last:
            break
        take(record, choose_greedily(record, t, opts, n, memory))
    lead = record[player(who) + L.HEALTH] - record[player(1 - who) + L.HEALTH]
    cp = record[player(who) + L.CP] - record[player(1 - who) + L.CP]
    return lead + memory.thoughts[M.WEIGHTS + M.W_CP] * cp

"""What a move, or a token, is worth: the engine itself is asked, with dice that are the same every time.

A move is carried out many times from the same plain position (nobody has cards or tokens), and what changed
is counted in points of health. A token is worth what it changes in the next turns of simple players who have
the same luck with it and without it. So a hero written tomorrow is understood without any tuning.

Only `rollout` runs the engine: a compiled function takes everything below it along, so the fewer functions
stand above the engine, the shorter the compilation.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from dtsim.bare import behind
from dtsim.dicethrone.engine.game import advance, begin, take
from dtsim.dicethrone.engine.record import frame, option, player, size
from dtsim.dicethrone.engine.rules import whole
from dtsim.dicethrone.engine.steps import N1, O1, O5, U1, X4
from dtsim.dicethrone.players import mind as M
from dtsim.dicethrone.players.bans import permitted
from dtsim.dicethrone.players.greedy import IN_ATTACKS, choose_greedily
from dtsim.dicethrone.program import layout as L
from dtsim.jit import kernel, leaf
from dtsim.rng import mix

SAMPLES = 96
PLAIN_HEALTH = 40
PLAIN_CP = 3
TURNS = 4  # in which a token shows its worth
MORE_TURNS = 6  # in which what a hero begins with does
EXPERIMENTS = 200
FOREVER = 1 << 30


@kernel
def ponder(s: Any, t: Any, opts: Any, n: Any, memory: Any) -> None:
    """Measure what is wanted: everything about tokens at first, then one kind of results of a move, or what
    the options at hand lead to.
    """
    mind, thoughts = memory.mind, memory.thoughts
    if mind[M.WORTH_KNOWN] == 0:
        mind[M.WORTH_KNOWN] = 1
        for experiment in range(mind[M.START + L.N_COUNTERS] * 2 * EXPERIMENTS):
            at = experiment // EXPERIMENTS
            counter, who = at // 2, at % 2
            if mind[M.START + player(who) + L.LIMIT + counter] == 0:
                continue
            for more in range(2):
                _set_up_setup(t, counter, who, experiment % EXPERIMENTS, memory)
                rollout(t, 0, 0, FOREVER, memory)
                apart = _set_up_turn(counter, who, more, memory)
                rollout(t, 0, 0, 2 + (MORE_TURNS if apart > 1 else TURNS), memory)
                change = _lead(who, memory) / (EXPERIMENTS * apart)
                thoughts[M.WORTH + who * L.MAX_COUNTERS + counter] += change if more else -change
    wanted = mind[M.WANTED]
    mind[M.WANTED] = 0
    if wanted == 0:
        return
    if wanted == M.A_TRIAL:
        samples = _trials(s)
        mind[M.TRIED] = 1
        mind[M.TRIED + 1] = 0
        for index in range(n):
            thoughts[M.TRIALS + index] = 0.0
            for sample in range(samples):
                _set_up_trial(s, opts[index], sample, memory)
                rollout(t, 0, 0, FOREVER, memory)
                thoughts[M.TRIALS + index] += _prospect(s[L.ASKED], memory) / samples
            if thoughts[M.TRIALS + index] > thoughts[M.TRIALS + mind[M.TRIED + 1]] + 1e-9:
                mind[M.TRIED + 1] = index
        return
    move = mind[M.WANTED + 1]
    row = M.MOVES + move * M.MOVE
    who = mind[row + M.SEAT]
    at = (mind[M.WANTED + 2] * M.DEFENCES + mind[M.WANTED + 3]) * M.CONTEXTS + mind[M.WANTED + 4]
    mind[M.KNOWN + at] = 1
    for place in range(2 * L.MAX_COUNTERS):
        thoughts[M.CHANGES + place] = 0.0
    for sample in range(SAMPLES):
        _set_up_move(t, move, who, sample, memory)
        before = _standing(who, memory)
        _count_tokens(-1.0 / SAMPLES, memory)
        rollout(t, mind[row + M.ABILITY], mind[row + M.STEP], FOREVER, memory)
        _count_tokens(1.0 / SAMPLES, memory)
        _note(M.LOOKS + at * M.LOOK, who, _standing(who, memory) - before, memory)
    _note_tokens(M.LOOKS + at * M.LOOK + M.GIVEN, who, memory)


@leaf
def _trials(s: Any) -> Any:
    """How often an option is tried: the more of the turn is over, the less is left to chance."""
    return 2 if O5 <= s[L.FRAMES + L.F_PC] < N1 else 4


@kernel
def rollout(t: Any, ability: Any, step: Any, last: Any, memory: Any) -> None:
    """Go on as simple players do: with a move to the end of its Roll Phase, without one to a turn."""
    record = behind(memory.mind, M.SCRATCH)
    opts = behind(memory.mind, M.OPTIONS)
    move = option(L.ANNOUNCE, ability, step)
    while True:
        n = advance(record, t, opts, opts)
        if n == 0 or record[L.TURN] >= last:
            return
        n = permitted(record, opts, n, memory.bans)
        if ability == 0:
            take(record, choose_greedily(record, t, opts, n, memory))
        elif record[L.QUESTION] == L.Q_MAIN or record[L.FRAMES + L.F_PC] >= N1:
            return
        elif record[L.QUESTION] == L.Q_ANNOUNCE and move >= 0:
            take(record, move)
            move = -1  # a further Offensive Roll Phase is played with the dice that fall
        else:
            take(record, choose_greedily(record, t, opts, n, memory))


# ---------------------------------------------------------------- positions


@kernel
def _set_up(t: Any, who: Any, sample: Any, memory: Any) -> None:
    """A plain position: boards without upgrades, no cards, no tokens."""
    record = behind(memory.mind, M.SCRATCH)
    memory.mind[M.START + L.START_PLAYER] = who
    begin(record, t, behind(memory.mind, M.START), mix(np.uint64(sample + 1)), behind(memory.mind, M.OPTIONS))
    for seat in range(record[L.N_PLAYERS]):
        base = player(seat)
        record[base + L.HAND] = 0
        record[base + L.HEALTH] = PLAIN_HEALTH
        record[base + L.CP] = PLAIN_CP
    record[L.DEPTH] = 0  # without the heroes' setup
    record[L.TURN] = 2
    record[L.ROUND] = 2


@kernel
def _set_up_move(t: Any, move: Any, who: Any, sample: Any, memory: Any) -> None:
    """Only what `look` tells apart may make a difference."""
    _set_up(t, who, sample, memory)
    record = behind(memory.mind, M.SCRATCH)
    row = M.MOVES + move * M.MOVE
    ability = memory.mind[row + M.ABILITY]
    _set_defence(record, t, 1 - who, memory.mind[M.WANTED + 3])
    if t[ability + L.AB_SIDE] >= 0:
        record[player(who) + L.SIDE] = t[ability + L.AB_SIDE]
    record[L.SCRIPT] = memory.mind[M.SHOWS + memory.mind[M.WANTED + 2]]
    record[L.SCRIPT_LENGTH] = L.DICE
    record[L.ATTEMPTS_LEFT] = 1
    record[L.TURN_CAP] = record[L.TURN] + 1  # what the opponent's next turn brings is no part of the move
    record[L.FRAMES + L.F_PC] = O1
    depends = memory.mind[row + M.DEPENDS]
    context = memory.mind[M.WANTED + 4]
    if depends == M.ON_CP:
        record[player(who) + L.CP] = context
    elif depends >= M.ON_COUNTER:
        _give(record, who, depends - M.ON_COUNTER, context >> 2)
        _give(record, 1 - who, depends - M.ON_COUNTER, context & 3)


@kernel
def _set_up_setup(t: Any, counter: Any, who: Any, experiment: Any, memory: Any) -> None:
    """The heroes' setup and nothing behind it: a companion is worth something where it begins.

    What one gains oneself meets the opponent's turn first, what is inflicted the own turn.
    """
    bad = (memory.mind[M.START + L.NEGATIVE] >> counter) & 1
    _set_up(t, who if bad else 1 - who, experiment, memory)
    record = behind(memory.mind, M.SCRATCH)
    record[L.DEPTH] = record[L.N_PLAYERS]
    record[L.TURN_CAP] = 0
    record[L.FRAMES + L.F_PC] = X4


@kernel
def _set_up_turn(counter: Any, who: Any, more: Any, memory: Any) -> Any:
    """A turn with one token, or without; of what the setup gave, with all or with half; how many apart."""
    record = behind(memory.mind, M.SCRATCH)
    given = record[player(who) + L.COUNT + counter]
    most, least = max(1, given), given // 2
    _give(record, who, counter, most if more else least)
    record[L.OVER] = 0
    record[L.TURN_CAP] = FOREVER
    record[L.FRAMES + L.F_PC] = U1
    return most - least


@kernel
def _set_defence(record: Any, t: Any, who: Any, levels: Any) -> None:
    spaces = whole(t[t[L.P_HEROES + who] + L.H_DEFENCES])
    for index in range(min(2, t[spaces]) - 1, -1, -1):
        record[player(who) + L.LEVEL + t[t[spaces + 1 + index] + L.S_INDEX]] = levels % 3 + 1
        levels //= 3


@kernel
def _give(record: Any, who: Any, counter: Any, number: Any) -> None:
    record[player(who) + L.COUNT + counter] = number
    if number > 0:
        record[player(who) + L.HELD] |= 1 << counter
    else:
        record[player(who) + L.HELD] &= ~(1 << counter)


@kernel
def _set_up_trial(s: Any, chosen: Any, sample: Any, memory: Any) -> None:
    """The position at hand with other luck and without what is hidden; the option is taken."""
    record = behind(memory.mind, M.SCRATCH)
    for index in range(player(s[L.N_PLAYERS])):
        record[index] = s[index]
    for index in range(L.PACKETS, frame(s[L.DEPTH] + 2)):
        record[index] = s[index]
    for seat in range(s[L.N_PLAYERS]):  # nobody plays cards: the question is what the option itself leads to
        base = player(seat)
        for kind in range(4):
            record[base + L.HEEDS + kind] = 0
        record[base + L.HEEDS_TOKENS] = IN_ATTACKS
        record[base + L.HEEDS_PASSIVES] = 0
        record[base + L.HEEDS_SALES] = 0
    record[L.KEY] = np.int64(mix(np.uint64(sample + 1)))
    other = player(1 - s[L.ASKED])
    record[other + L.DECK] |= record[other + L.HAND]
    record[other + L.HAND] = 0
    record[L.SCRIPT_LENGTH] = 0
    record[L.LOGGING] = 0
    record[L.TURN_CAP] = s[L.TURN] + 1
    take(record, chosen)


# ---------------------------------------------------------------- what came of it


@kernel
def _note(place: Any, who: Any, gained: Any, memory: Any) -> None:
    """Add a sample: the damage, the rest of what was gained, and which healths it would have ended."""
    thoughts = memory.thoughts
    dealt = PLAIN_HEALTH - memory.mind[M.SCRATCH + player(1 - who) + L.HEALTH]
    thoughts[place] += dealt / SAMPLES
    thoughts[place + 1] += (gained - dealt) / SAMPLES
    for health in range(1, min(dealt, M.KILLS) + 1):
        thoughts[place + 1 + health] += 1.0 / SAMPLES


@kernel
def _count_tokens(share: Any, memory: Any) -> None:
    """Add the tokens of both players, so many times."""
    record = behind(memory.mind, M.SCRATCH)
    for seat in range(2):
        for counter in range(record[L.N_COUNTERS]):
            held = record[player(seat) + L.COUNT + counter]
            memory.thoughts[M.CHANGES + seat * L.MAX_COUNTERS + counter] += share * held


@kernel
def _note_tokens(place: Any, who: Any, memory: Any) -> None:
    """The tokens that a move gives: those that matter most, for they may meet a Stack Limit.

    Only tokens that a board names: on others its remembered worth must not depend (see `board`).
    """
    thoughts = memory.thoughts
    seen = memory.mind[M.SEES + 2 * who + 1]
    for index in range(M.MAX_GIVEN):
        best, most = 0, 0.0
        for at in range(2 * L.MAX_COUNTERS):
            matters = thoughts[M.CHANGES + at] * abs(thoughts[M.WORTH + at])
            if matters > most and (seen >> at % L.MAX_COUNTERS) & 1:
                best, most = at, matters
        thoughts[place + 2 * index] = best
        thoughts[place + 2 * index + 1] = thoughts[M.CHANGES + best] if most > 0.0 else 0.0
        thoughts[M.CHANGES + best] = 0.0


@kernel
def _lead(who: Any, memory: Any) -> Any:
    """How far the player is ahead in points of health; tokens have shown their worth, they do not count."""
    record = behind(memory.mind, M.SCRATCH)
    lead = record[player(who) + L.HEALTH] - record[player(1 - who) + L.HEALTH]
    cp = record[player(who) + L.CP] - record[player(1 - who) + L.CP]
    return lead + memory.thoughts[M.WEIGHTS + M.W_CP] * cp


@kernel
def _prospect(who: Any, memory: Any) -> Any:
    """The standing, with the end of the game in sight."""
    record = behind(memory.mind, M.SCRATCH)
    end = 0.0
    if record[L.OVER] == L.DECIDED:
        end = memory.thoughts[M.WEIGHTS + M.W_WIN] * (1.0 if record[player(who) + L.HEALTH] > 0 else -1.0)
    return _standing(who, memory) + end


@kernel
def _standing(who: Any, memory: Any) -> Any:
    """The position in points of health, for the player, with cards and tokens."""
    record = behind(memory.mind, M.SCRATCH)
    total = 0.0
    for seat in range(2):
        base = player(seat)
        own = 1.0 * record[base + L.HEALTH]
        own += memory.thoughts[M.WEIGHTS + M.W_CP] * record[base + L.CP]
        own += memory.thoughts[M.WEIGHTS + M.W_CARD] * size(record[base + L.HAND])
        worths = M.WORTH + seat * L.MAX_COUNTERS
        for counter in range(record[L.N_COUNTERS]):
            own += memory.thoughts[worths + counter] * record[base + L.COUNT + counter]
        total += own if seat == who else -own
    return total

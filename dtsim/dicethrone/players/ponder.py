"""What a thing is worth: the engine itself is asked, with dice that are the same every time.

A move, a card, a reaction or a Defense Roll is carried out many times from the same plain position, and what
changed is counted in points of health. A token is worth what it changes in the next turns of simple players
who have the same luck with it and without it. So a hero written tomorrow is understood without any tuning.

A compiled function takes everything below it along and optimises it again: whatever stands above the engine
is a part of its caller, so that only `ponder` is compiled with it.
"""

from __future__ import annotations

from typing import Any

from dtsim.bare import behind
from dtsim.dicethrone.engine.game import advance, take
from dtsim.dicethrone.engine.record import code_of, first_of, player
from dtsim.dicethrone.engine.steps import I1, N1, O1, O5
from dtsim.dicethrone.players import mind as M
from dtsim.dicethrone.players.bans import permitted
from dtsim.dicethrone.players.greedy import choose_greedily
from dtsim.dicethrone.players.looks import room_for
from dtsim.dicethrone.players.memory import KEYS_OF_LOOKS
from dtsim.dicethrone.players.positions import (
    FOREVER,
    PLAIN_HEALTH,
    set_up_companion,
    set_up_look,
    set_up_setup,
    set_up_side,
    set_up_token,
    set_up_trial,
    was_luck,
)
from dtsim.dicethrone.players.solve import price_of_card
from dtsim.dicethrone.players.standing import lead, price_of_option, prospect, standing, state_of_companion
from dtsim.dicethrone.program import layout as L
from dtsim.jit import kernel, leaf, part

SAMPLES = 64
ENOUGH = 24  # samples after which a thing without luck in it is known
TURNS = 4  # in which a token shows its worth
MORE_TURNS = 4  # in which what a hero begins with does
MANY_TURNS = 12  # in which a companion does
EXPERIMENTS = 300
NOTHING = -1
NEVER = 99  # a step that does not come
MOST_PICKS = 3  # answers to a question on the way that are looked into


@kernel
def ponder(s: Any, t: Any, opts: Any, n: Any, memory: Any) -> None:
    """Measure what is wanted: sides, tokens and companions at first, then a thing or a choice at hand."""
    mind = memory.mind
    if mind[M.WORTH_KNOWN] == 0:
        mind[M.WORTH_KNOWN] = 1
        for thing in range(1 + mind[M.START + L.N_COUNTERS]):  # sides first: tokens may bring them about
            for who in range(2):
                _measure_worth(t, thing - 1, who, memory)
        for who in range(2):
            _measure_companion(t, who, memory)
    wanted = mind[M.WANTED]
    mind[M.WANTED] = 0
    if wanted == M.A_TRIAL:
        _try_options(s, t, opts, n, memory)
    elif wanted != 0:
        _look(s, t, wanted, memory)


@part
def _measure_worth(t: Any, counter: Any, who: Any, memory: Any) -> None:
    """A token on a board, or (counter -1) its second side: what it changes in the turns to come."""
    mind, thoughts = memory.mind, memory.thoughts
    if counter < 0 and (mind[M.TWO_SIDED] >> who) & 1 == 0:
        return
    if counter >= 0 and mind[M.START + player(who) + L.LIMIT + counter] == 0:
        return
    companion = M.COMPANION + 2 * who
    if counter >= 0 and (counter == mind[companion] or counter == mind[companion + 1]):
        return
    place = M.SIDES + who if counter < 0 else M.WORTH + who * L.MAX_COUNTERS + counter
    worth = 0.0
    for experiment in range(EXPERIMENTS):
        for more in range(2):
            set_up_setup(t, counter, who, experiment, memory)
            rollout(t, NOTHING, 0, 0, FOREVER, NEVER, memory)
            apart = (
                set_up_side(who, more, memory) if counter < 0 else set_up_token(counter, who, more, memory)
            )
            turns = MORE_TURNS if counter < 0 or apart > 1 else TURNS
            rollout(t, NOTHING, 0, 0, 2 + turns, NEVER, memory)
            change = lead(who, memory) / (EXPERIMENTS * apart)
            worth += change if more else -change
    thoughts[place] = worth


@part
def _measure_companion(t: Any, who: Any, memory: Any) -> None:
    """Every state of a companion: one who is awake with little health may be worth more than one asleep."""
    mind, thoughts = memory.mind, memory.thoughts
    mate = mind[M.COMPANION + 2 * who]
    if mate < 0:
        return
    for mark in range(2):
        for count in range(mind[M.START + player(who) + L.LIMIT + mate] + 1):
            worth = 0.0
            for experiment in range(EXPERIMENTS):
                set_up_setup(t, -1, who, experiment, memory)
                rollout(t, NOTHING, 0, 0, FOREVER, NEVER, memory)
                set_up_companion(who, count, mark if count > 0 else 0, memory)
                rollout(t, NOTHING, 0, 0, 2 + MANY_TURNS, NEVER, memory)
                worth += lead(who, memory) / EXPERIMENTS
            thoughts[state_of_companion(who, mark, count)] = worth


@part
def _look(s: Any, t: Any, wanted: Any, memory: Any) -> None:
    """Carry a thing out many times, and write down where it is looked for what came of it.

    If somebody is asked on the way which of several effects there shall be, or whether, each answer is looked
    into: the one who is asked picks what is best for them.
    """
    mind, thoughts = memory.mind, memory.thoughts
    who, key = mind[M.WANTED + 3], mind[M.WANTED + M.WANTED_KEY]
    end = I1 if wanted == M.A_FATE else N1
    found = room_for(key, memory)
    place = M.LOOKS + found * M.LOOK
    compares = wanted == M.A_CARD or wanted == M.A_REACTION
    mind[M.PICKS] = 1
    pick = 0
    while pick < mind[M.PICKS]:
        for index in range(M.LOOK):
            thoughts[M.SEEN + index] = 0.0
        number = 0
        first = 0.0
        is_luck = False
        mind[M.PICK] = pick
        while number < SAMPLES and (number < ENOUGH or is_luck):
            gained = 0.0
            dealt = lost = 0
            for without in range(2 if compares else 1):
                sign = -1 if without else 1
                taken = set_up_look(s, t, wanted, number, without, memory)
                before = standing(who, memory)
                is_taken = rollout(t, taken, _question_of(wanted), who, FOREVER, end, memory)
                change = standing(who, memory) - before
                if is_taken:
                    change += price_of_option(t, taken, who, memory)
                gained += sign * change
                dealt += sign * (PLAIN_HEALTH - mind[M.SCRATCH + player(1 - who) + L.HEALTH])
                lost += sign * (PLAIN_HEALTH - mind[M.SCRATCH + player(who) + L.HEALTH])
            if wanted == M.A_REACTION:
                points = dealt if mind[M.WANTED + 2] % M.WHENS >= M.BEFORE_THEIR_DEFENCE else -lost
                _note(gained, points, 0, 0, memory)
            else:
                _note(gained - dealt, dealt, dealt, lost, memory)
            told = gained + 1000.0 * dealt + 100000.0 * lost
            if number == 0:
                first = told
            is_luck = is_luck or told != first
            number += 1
        _keep_what_is_picked(place, pick, mind[M.PICKED_BY] == who, number, memory)
        pick += 1
    mind[M.PICK] = M.NO_PICK
    memory.keys[KEYS_OF_LOOKS + found] = key


@kernel
def _keep_what_is_picked(place: Any, pick: Any, is_own: Any, number: Any, memory: Any) -> None:
    """The first answer, or one that is better for the one who picks; near the end, what then decides."""
    thoughts = memory.thoughts
    now = (thoughts[M.SEEN + M.DAMAGE] + thoughts[M.SEEN + M.REST]) / number
    before = thoughts[place + M.DAMAGE] + thoughts[place + M.REST]
    is_better = pick == 0 or (now > before if is_own else now < before)
    sign = 1.0 if is_own else -1.0
    for index in range(M.LOOK):
        seen = thoughts[M.SEEN + index] / number
        if pick > 0 and M.CHANCES < index <= M.CHANCES + M.KILLS:
            seen = sign * max(sign * seen, sign * thoughts[place + index])
        elif pick > 0 and M.LOSSES < index <= M.LOSSES + M.RISKS:
            seen = -sign * max(-sign * seen, -sign * thoughts[place + index])
        elif not is_better:
            continue
        thoughts[place + index] = seen


@leaf
def _question_of(wanted: Any) -> Any:
    """The question to which the thing that is looked into is an answer."""
    if wanted == M.A_MOVE:
        return L.Q_ANNOUNCE
    return L.Q_MAIN if wanted == M.A_CARD else L.Q_WINDOW


@kernel
def _note(rest: Any, points: Any, damage: Any, lost: Any, memory: Any) -> None:
    """Add a sample: the damage and the rest; how many points were dealt, or prevented; the health it cost."""
    thoughts = memory.thoughts
    thoughts[M.SEEN + M.DAMAGE] += damage
    thoughts[M.SEEN + M.REST] += rest
    for health in range(1, M.KILLS + 1):
        if points >= health:
            thoughts[M.SEEN + M.CHANCES + health] += 1.0
        thoughts[M.SEEN + M.CAPPED + health] += min(damage, health)
    thoughts[M.SEEN + M.HEALED] += max(0, -lost)
    for health in range(1, M.RISKS + 1):
        if lost >= health:
            thoughts[M.SEEN + M.LOSSES + health] += 1.0


@part
def _try_options(s: Any, t: Any, opts: Any, n: Any, memory: Any) -> None:
    """Play each option to the end of the turn, or of the Attack, a few times: the best is wanted.

    What is left to no luck need be played once; what twice comes to the same for all will go on so.
    """
    mind, thoughts = memory.mind, memory.thoughts
    end = _end_of_trial(s)
    samples = 2 if end == N1 else 4  # the more of the turn is over, the less is left to chance
    lucky = (1 << n) - 1  # options that luck makes a difference to
    done = 0
    while done < samples and lucky != 0:
        for index in range(n):
            if (lucky >> index) & 1:
                set_up_trial(s, opts[index], done, memory)
                rollout(t, 0, 0, 0, FOREVER, end, memory)
                before = thoughts[M.TRIALS + index] if done > 0 else 0.0  # the mean of the samples before
                thoughts[M.TRIALS + index] = before + (prospect(s[L.ASKED], memory) - before) / (done + 1)
                if not was_luck(s, memory):
                    lucky &= ~(1 << index)
        done += 1
        if done == 2 and _come_to_the_same(n, memory):
            lucky = 0
    for index in range(n):
        if code_of(opts[index]) == L.PLAY_CARD:  # what is left in hand counted as any card does
            thoughts[M.TRIALS + index] += thoughts[M.WEIGHTS + M.W_CARD]
            thoughts[M.TRIALS + index] -= price_of_card(s[L.ASKED], first_of(opts[index]), memory)
    mind[M.TRIED] = 1
    mind[M.TRIED + 1] = 0
    margin = -1e-9 if s[L.QUESTION] == L.Q_MAY else 1e-9  # what costs nothing is accepted
    for index in range(1, n):
        if thoughts[M.TRIALS + index] > thoughts[M.TRIALS + mind[M.TRIED + 1]] + margin:
            mind[M.TRIED + 1] = index


@kernel
def _come_to_the_same(n: Any, memory: Any) -> Any:
    for index in range(1, n):
        if abs(memory.thoughts[M.TRIALS + index] - memory.thoughts[M.TRIALS]) > 1e-9:
            return False
    return True


@leaf
def _end_of_trial(s: Any) -> Any:
    """The step before which a trial is over: the Upkeep has its end, an Attack, else the turn."""
    step = s[L.FRAMES + L.F_PC]
    if step < I1:
        return O1
    return N1 if O5 <= step < N1 else NEVER


@leaf
def _is_picked(question: Any) -> Any:
    return question == L.Q_OPTION or question == L.Q_MAY


@part
def rollout(t: Any, taken: Any, question: Any, who: Any, last: Any, end: Any, memory: Any) -> Any:
    """Go on as simple players do, to a turn, or to a step or Main Phase; with an option to take, or 0.

    The option is taken when a player is first asked this question; was it there? A further Offensive Roll
    Phase is played with the dice that fall.
    """
    record = behind(memory.mind, M.SCRATCH)
    opts = behind(memory.mind, M.OPTIONS)
    is_taken = False
    left = taken
    while True:
        n = advance(record, t, opts, opts)
        if n == 0 or record[L.TURN] >= last:
            return is_taken
        n = permitted(record, opts, n, memory.bans)
        chosen = NOTHING
        if left > 0 and record[L.QUESTION] == question and record[L.ASKED] == who:
            for index in range(n):
                if opts[index] == left:
                    chosen = left
                    is_taken = True
            left = 0
        elif end != NEVER and (record[L.QUESTION] == L.Q_MAIN or record[L.FRAMES + L.F_PC] > end):
            return is_taken
        elif memory.mind[M.PICK] != M.NO_PICK and _is_picked(record[L.QUESTION]):
            chosen = opts[min(memory.mind[M.PICK], n - 1)]
            memory.mind[M.PICKS] = max(memory.mind[M.PICKS], min(n, MOST_PICKS))
            memory.mind[M.PICKED_BY] = record[L.ASKED]
        if chosen == NOTHING:
            chosen = choose_greedily(record, t, opts, n, memory)
        take(record, chosen)

"""`planner`: takes what is worth most in points of health; dice are solved exactly with the cards in hand."""

from __future__ import annotations

from typing import Any

from dtsim.dicethrone.engine.damage import packet_at
from dtsim.dicethrone.engine.dice import result_of
from dtsim.dicethrone.engine.play import card_at, upgrade_cost
from dtsim.dicethrone.engine.record import code_of, die, first_of, frame, option, player, second_of, size, top
from dtsim.dicethrone.engine.rules import whole
from dtsim.dicethrone.engine.steps import O3, O5
from dtsim.dicethrone.odds.lattice import EMPTY, FACES, N_RESULTS, PLUS, WITHOUT
from dtsim.dicethrone.players import mind as M
from dtsim.dicethrone.players.greedy import choose_greedily
from dtsim.dicethrone.players.solve import (
    board,
    change_one,
    health_class,
    move_of,
    prepare,
    price,
    solve,
    values_at,
    with_cards,
    works_on_own,
    worth_of,
)
from dtsim.dicethrone.program import layout as L
from dtsim.jit import kernel, leaf

_PLUS = PLUS.astype("uint16")
_WITHOUT = WITHOUT.astype("uint16")
_FACES = FACES.copy()


@leaf
def weight(memory: Any, index: Any) -> Any:
    return memory.thoughts[M.WEIGHTS + index]


@kernel
def choose_by_plan(s: Any, t: Any, opts: Any, n: Any, memory: Any) -> Any:
    """One of the options."""
    question = s[L.QUESTION]
    who = s[L.ASKED]
    if question == L.Q_KEEP and s[L.PHASE] != L.PHASE_DEFENCE:
        return _keep(s, t, who, memory)
    if question == L.Q_ANNOUNCE:
        return _announce(s, t, opts, n, who, memory)
    if question == L.Q_WINDOW:
        return _in_window(s, t, opts, n, who, memory)
    if question == L.Q_MAIN:
        return _in_main_phase(s, t, opts, n, who, memory)
    if question == L.Q_DIE:
        return _die(s, t, opts, n, who, memory)
    if question == L.Q_SELL or question == L.Q_DISCARD:
        return _least_card(s, t, opts, n, who, memory)
    if question == L.Q_TOKEN:
        return _token(s, opts, n, who, memory)
    return choose_greedily(s, t, opts, n, memory)


# ---------------------------------------------------------------- dice


@leaf
def payoff_of(s: Any, t: Any, who: Any, memory: Any) -> Any:
    """Where the worth of every Final Dice Result is, for the board of a player."""
    return M.BOARDS + board(s, t, who, health_class(s, who), memory) * N_RESULTS


@kernel
def _keep(s: Any, t: Any, who: Any, memory: Any) -> Any:
    """Stop, or throw what the best keep leaves over."""
    base = top(s)
    attempts = min(M.ROWS - 1, s[L.ATTEMPTS_LEFT])
    solution = prepare(s, t, who, attempts - 1, memory)
    values = values_at(solution, attempts - 1)
    dice = s[base + L.F_DICE]
    best = memory.thoughts[solution + result_of(dice)] + 1e-9
    chosen = option(L.STOP_ROLLING, 0, 0)
    for thrown in range(1, 1 << L.DICE):
        node = EMPTY
        for place in range(L.DICE):
            if (thrown >> place) & 1 == 0:
                node = _PLUS[node, die(dice, place) - 1]
        value = memory.thoughts[values + node]
        if value > best + 1e-9:
            best = value
            chosen = option(L.REROLL_DICE, thrown, 0)
    return chosen


@kernel
def _announce(s: Any, t: Any, opts: Any, n: Any, who: Any, memory: Any) -> Any:
    """What is worth most; nothing, or rolling on, if that is more."""
    result = result_of(s[top(s) + L.F_DICE])
    best = 0.0
    chosen = opts[0]
    for index in range(n):
        code = code_of(opts[index])
        if code == L.ANNOUNCE:
            move = move_of(s, who, first_of(opts[index]), second_of(opts[index]), memory)
            kind = memory.member[move * N_RESULTS + result]
            worth = worth_of(s, t, move, kind, who, health_class(s, who), memory)
            if worth > best:
                best = worth
                chosen = opts[index]
        elif code == L.RESUME_ROLLING:
            attempts = min(M.ROWS - 1, s[L.ATTEMPTS_LEFT])
            solution = prepare(s, t, who, attempts, memory)
            value = memory.thoughts[values_at(solution, attempts) + result]
            if value > best + 1e-6 and value > memory.thoughts[solution + result] + 1e-6:
                best = value
                chosen = opts[index]
    return chosen


# ---------------------------------------------------------------- windows


@kernel
def _in_window(s: Any, t: Any, opts: Any, n: Any, who: Any, memory: Any) -> Any:
    """The action that gains most beyond its price, or none."""
    best = weight(memory, M.W_MARGIN)
    chosen = opts[0]
    pool = s[top(s) + L.W_POOL]
    for index in range(1, n):
        code = code_of(opts[index])
        gain = 0.0
        if code == L.PLAY_CARD:
            gain = _gain_of_card(s, t, who, first_of(opts[index]), pool, memory)
        elif code == L.SPEND_TOKEN:
            gain = _gain_of_token(s, t, opts[index], who, memory)
        elif code == L.USE_PASSIVE:
            gain = _gain_of_passive(s, t, first_of(opts[index]), who, pool, memory)
        if gain > best:
            best = gain
            chosen = opts[index]
    return chosen


@kernel
def _gain_of_card(s: Any, t: Any, who: Any, slot: Any, pool: Any, memory: Any) -> Any:
    """What a card gains now, beyond its price."""
    card = M.CARDS + (who * 64 + slot) * M.CARD
    kind = memory.mind[card + M.KIND]
    paid = price(s, t, who, slot, memory)
    if kind != M.NOT_DICE:
        if pool < 0 or s[frame(pool) + L.F_KIND] != L.A_TURN or s[L.PHASE] != L.PHASE_OFFENSE:
            return 0.0
        return _gain_of_dice(s, t, who, slot, kind, card, pool, memory) - paid
    return _gain_of_text(s, t, who, slot, memory) - paid


@kernel
def _gain_of_dice(s: Any, t: Any, who: Any, slot: Any, kind: Any, card: Any, pool: Any, memory: Any) -> Any:
    """Changing the own dice when the rolling is over, or the opponent's when an ability is announced."""
    base = frame(pool)
    result = result_of(s[base + L.F_DICE])
    whose = memory.mind[card + M.WHOSE]
    step = s[base + L.F_PC]
    if s[base + L.F_ROLLER] == who:
        if kind == M.ATTEMPT:
            if step != O3 or s[L.ATTEMPTS_LEFT] > 0:
                return 0.0
            solution = prepare(s, t, who, 1, memory)
            more = memory.thoughts[values_at(solution, 1) + result]
            return more - memory.thoughts[solution + result]
        if step != O5 or not works_on_own(whose):
            return 0.0
        place = payoff_of(s, t, who, memory)
        with_cards(s, t, who, place, slot, M.OTHER, memory)
        now = memory.thoughts[M.OTHER + result]
        if kind == M.THROWS:
            return _best_throw(place, result, memory) - now
        argument = memory.mind[card + M.FACES]
        if memory.mind[card + M.COUNT] > 1:
            return _change_two(argument, M.OTHER, result, memory) - now
        return change_one(kind, argument, M.OTHER, result, memory) - now
    if step != O5 or s[L.ANNOUNCED] == 0 or kind == M.ATTEMPT or kind == M.COPIES or whose == L.YOUR_DICE:
        return 0.0
    if s[L.ATTEMPTS_LEFT] > 0:
        return 0.0
    return _gain_of_breaking(s, t, 1 - who, kind, memory.mind[card + M.FACES], result, memory)


@kernel
def _gain_of_breaking(s: Any, t: Any, foe: Any, kind: Any, argument: Any, result: Any, memory: Any) -> Any:
    """How much less the opponent's dice are worth after the change that hurts most."""
    place = payoff_of(s, t, foe, memory)
    now = memory.thoughts[place + result]
    least = now
    for which in range(L.DICE):
        node = _WITHOUT[result, which]
        shown = _FACES[result, which]
        if kind == M.THROWS:
            total = 0.0
            for face in range(6):
                total += memory.thoughts[place + _PLUS[node, face]]
            least = min(least, total / 6)
            continue
        for face in range(1, 7):
            if face != shown and (kind == M.SETS or abs(face - shown) == argument):
                least = min(least, memory.thoughts[place + _PLUS[node, face - 1]])
    return now - least - weight(memory, M.W_BREAK)


@kernel
def _best_throw(payoff: Any, result: Any, memory: Any) -> Any:
    best = -1e9
    for which in range(L.DICE):
        node = _WITHOUT[result, which]
        total = 0.0
        for face in range(6):
            total += memory.thoughts[payoff + _PLUS[node, face]]
        best = max(best, total / 6)
    return best


@kernel
def _change_two(argument: Any, payoff: Any, result: Any, memory: Any) -> Any:
    best = -1e9
    for which in range(L.DICE):
        node = _WITHOUT[result, which]
        for face in range(6):
            if (argument >> face) & 1:
                best = max(best, change_one(M.SETS, argument, payoff, _PLUS[node, face], memory))
    return best


@kernel
def _threat(s: Any, packet: Any) -> Any:
    place = packet_at(packet)
    return s[place + L.PK_BASE] + s[place + L.PK_ADDED] - s[place + L.PK_PREVENTED]


@kernel
def _worst_threat(s: Any, who: Any) -> Any:
    """The greatest damage on its way to the player."""
    worst = 0
    for packet in range(L.MAX_PACKETS):
        place = packet_at(packet)
        if s[place + L.PK_KIND] != L.FREE and s[place + L.PK_TARGET] == who and s[place + L.PK_DODGED] == 0:
            worst = max(worst, _threat(s, packet))
    return worst


@kernel
def _gain_of_text(s: Any, t: Any, who: Any, slot: Any, memory: Any) -> Any:
    """Cards that do something else."""
    card = card_at(t, who, slot)
    needs = t[card + L.K_REQUIRES]
    if needs & (L.NEEDS_STATUS | L.NEEDS_YOUR_STATUS | L.NEEDS_TRANSFER):
        return _gain_of_removal(s, who, memory)
    if needs & (L.NEEDS_DAMAGE | L.NEEDS_YOUR_DAMAGE):
        threat = _worst_threat(s, who)
        if threat >= s[player(who) + L.HEALTH]:
            return weight(memory, M.W_WIN)
        return threat - weight(memory, M.W_PREVENT)
    if needs & (L.NEEDS_YOUR_DICE | L.NEEDS_OPPONENT_DICE | L.NEEDS_DICE | L.NEEDS_ATTEMPT):
        return 0.0
    if size(s[player(who) + L.HAND]) >= L.HAND_LIMIT and _draws(t, card):
        return 0.0
    return weight(memory, M.W_HAND) + price(s, t, who, slot, memory)


@kernel
def _draws(t: Any, card: Any) -> Any:
    row = whole(t[card + L.K_TEXT])
    while t[row] != L.OP_END:
        if t[row] == L.OP_DRAW:
            return True
        row += L.ROW
    return False


@kernel
def _gain_of_removal(s: Any, who: Any, memory: Any) -> Any:
    """The worst token of one's own, or the best of the opponent's."""
    best = 0.0
    for seat in range(2):
        held = s[player(seat) + L.HELD] & s[L.STATUS] & ~s[L.UNREMOVABLE]
        counter = 0
        while held != 0:
            if held & 1:
                worth = memory.thoughts[M.WORTH + seat * L.MAX_COUNTERS + counter]
                best = max(best, -worth if seat == who else worth)
            held >>= 1
            counter += 1
    return best


@kernel
def _gain_of_token(s: Any, t: Any, action: Any, who: Any, memory: Any) -> Any:
    """Tokens for an Attack at once; tokens against damage when they save more than they are worth."""
    rule = first_of(action)
    moment = t[rule + L.R_MOMENT]
    worth = memory.thoughts[M.WORTH + who * L.MAX_COUNTERS + t[rule + L.R_COUNTER]]
    if moment == L.DAMAGED:
        threat = _threat(s, second_of(action) - 1)
        if threat >= s[player(who) + L.HEALTH]:
            return weight(memory, M.W_WIN)
        return threat * 0.4 - 0.5 * min(worth, 4.0)
    if moment == L.ATTACKING or moment == L.ATTACKED or moment == L.OFFENSE_ENDS:
        return 1.0
    if t[rule + L.R_REQUIRES] & (L.NEEDS_STATUS | L.NEEDS_YOUR_STATUS):
        return _gain_of_removal(s, who, memory) - max(1.0, worth)
    return 0.0


@kernel
def _gain_of_passive(s: Any, t: Any, rule: Any, who: Any, pool: Any, memory: Any) -> Any:
    """A passive that throws an own die anew for CP."""
    if pool < 0 or s[frame(pool) + L.F_KIND] != L.A_TURN or s[L.PHASE] != L.PHASE_OFFENSE:
        return 0.0
    base = frame(pool)
    if s[base + L.F_ROLLER] != who or s[base + L.F_PC] != O5:
        return 0.0
    row = whole(t[rule + L.R_TEXT])
    if t[row] == L.OP_RESET:
        row += L.ROW
    if t[row] != L.OP_SPEND or t[row + L.ROW] != L.OP_REROLL:
        return 0.0
    place = payoff_of(s, t, who, memory)
    result = result_of(s[base + L.F_DICE])
    gain = _best_throw(place, result, memory) - memory.thoughts[place + result]
    return gain - weight(memory, M.W_CP)


# ---------------------------------------------------------------- dice inside texts


@kernel
def _die(s: Any, t: Any, opts: Any, n: Any, who: Any, memory: Any) -> Any:
    """The change that makes the own dice best, or the opponent's worst."""
    pool = s[top(s) + L.F_POOL]
    if pool < 0 or s[frame(pool) + L.F_KIND] != L.A_TURN or s[L.PHASE] != L.PHASE_OFFENSE:
        return opts[0]
    base = frame(pool)
    roller = s[base + L.F_ROLLER]
    place = payoff_of(s, t, roller, memory)
    sign = 1.0 if roller == who else -1.0
    more = s[top(s) + L.F_LEFT] > 1 and roller == who
    best = -1e9
    chosen = opts[0]
    result = result_of(s[base + L.F_DICE])
    for index in range(n):
        if code_of(opts[index]) == L.PASS_ON:
            value = sign * memory.thoughts[place + result]
        else:
            face = second_of(opts[index])
            node = EMPTY
            for number in range(L.DICE):
                if number != first_of(opts[index]):
                    node = _PLUS[node, die(s[base + L.F_DICE], number) - 1]
            if face == 0:
                total = 0.0
                for each in range(6):
                    total += memory.thoughts[place + _PLUS[node, each]]
                value = sign * total / 6
            elif more:
                value = change_one(M.SETS, 63, place, _PLUS[node, face - 1], memory)
                value = max(value, memory.thoughts[place + _PLUS[node, face - 1]])
            else:
                value = sign * memory.thoughts[place + _PLUS[node, face - 1]]
        if value > best:
            best = value
            chosen = opts[index]
    return chosen


# ---------------------------------------------------------------- Main Phases


@kernel
def turns_left(s: Any) -> Any:
    """A guess at how often each player will still attack."""
    least = min(s[player(0) + L.HEALTH], s[player(1) + L.HEALTH])
    return 1.0 + least / 7.0


@kernel
def _in_main_phase(s: Any, t: Any, opts: Any, n: Any, who: Any, memory: Any) -> Any:
    best = weight(memory, M.W_MARGIN)
    chosen = opts[0]
    for index in range(1, n):
        code = code_of(opts[index])
        gain = 0.0
        if code == L.INSTALL:
            gain = _gain_of_upgrade(s, t, who, first_of(opts[index]), memory)
        elif code == L.PLAY_CARD:
            gain = _gain_of_card(s, t, who, first_of(opts[index]), -1, memory)
        elif code == L.SPEND_TOKEN:
            gain = _gain_of_token(s, t, opts[index], who, memory)
        if gain > best:
            best = gain
            chosen = opts[index]
    return chosen


@kernel
def _gain_of_upgrade(s: Any, t: Any, who: Any, slot: Any, memory: Any) -> Any:
    """How much better a turn gets (own, or the opponent's worse), for the turns to come."""
    card = card_at(t, who, slot)
    space = player(who) + L.LEVEL + t[card + L.K_SPACE]
    level = s[space]
    paid = weight(memory, M.W_CP) * upgrade_cost(s, t, who, slot)
    before = _turn(s, t, who, memory) - _turn(s, t, 1 - who, memory)
    s[space] = t[card + L.K_LEVEL]
    after = _turn(s, t, who, memory) - _turn(s, t, 1 - who, memory)
    s[space] = level
    gain = (after - before) * turns_left(s)
    prior = weight(memory, M.W_UPGRADE) * turns_left(s) * t[card + L.K_COST]
    return max(gain, prior) - paid


@kernel
def _turn(s: Any, t: Any, who: Any, memory: Any) -> Any:
    """What an Offensive Roll Phase is worth on the board as it lies, far from the end."""
    slot = board(s, t, who, M.KILLS + 1, memory)
    if memory.thoughts[M.TURNS + slot] <= M.UNKNOWN:
        for result in range(N_RESULTS):
            memory.thoughts[M.WORK + result] = memory.thoughts[M.BOARDS + slot * N_RESULTS + result]
        solve(M.WORK, 3, memory)
        memory.thoughts[M.TURNS + slot] = memory.thoughts[values_at(M.WORK, 2) + EMPTY]
        if memory.mind[M.WANTED] != 0:
            memory.thoughts[M.TURNS + slot] = M.UNKNOWN
            return 0.0
    return memory.thoughts[M.TURNS + slot]


@kernel
def _least_card(s: Any, t: Any, opts: Any, n: Any, who: Any, memory: Any) -> Any:
    """Upgrades that are no use any more, then what is dear and does not help."""
    best = 1e9
    chosen = opts[0]
    for index in range(n):
        if code_of(opts[index]) == L.PASS_ON:
            continue
        slot = first_of(opts[index])
        card = card_at(t, who, slot)
        value = 1.0
        if t[card + L.K_PLAY] == L.UPGRADE:
            value = -1.0 if upgrade_cost(s, t, who, slot) < 0 else 3.0
        elif memory.mind[M.CARDS + (who * 64 + slot) * M.CARD + M.KIND] != M.NOT_DICE:
            value = 2.0
        if value < best:
            best = value
            chosen = opts[index]
    return chosen


@kernel
def _token(s: Any, opts: Any, n: Any, who: Any, memory: Any) -> Any:
    """The token whose loss helps most."""
    best = -1e9
    chosen = opts[0]
    for index in range(n):
        if code_of(opts[index]) != L.TAKE_TOKEN:
            continue
        seat = first_of(opts[index])
        worth = memory.thoughts[M.WORTH + seat * L.MAX_COUNTERS + second_of(opts[index])]
        value = -worth if seat == who else worth
        if value > best:
            best = value
            chosen = opts[index]
    return chosen

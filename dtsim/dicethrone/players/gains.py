"""What a card, a token or a passive gains in a window, in points of health beyond its price."""

from __future__ import annotations

from typing import Any

from dtsim.dicethrone.engine.damage import packet_at
from dtsim.dicethrone.engine.dice import result_of
from dtsim.dicethrone.engine.play import card_at
from dtsim.dicethrone.engine.record import first_of, frame, player, second_of, size, stand_in
from dtsim.dicethrone.engine.rules import value, whole
from dtsim.dicethrone.engine.steps import O3, O5
from dtsim.dicethrone.odds.lattice import FACES, PLUS, WITHOUT
from dtsim.dicethrone.players import mind as M
from dtsim.dicethrone.players.bans import never_rerolls
from dtsim.dicethrone.players.solve import (
    change_one,
    payoff_of,
    prepare,
    price,
    values_at,
    weight,
    with_cards,
    works_on_own,
)
from dtsim.dicethrone.program import layout as L
from dtsim.jit import kernel

_PLUS = PLUS.astype("uint16")
_WITHOUT = WITHOUT.astype("uint16")
_FACES = FACES.copy()


@kernel
def gain_of_card(s: Any, t: Any, who: Any, slot: Any, pool: Any, memory: Any) -> Any:
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
            if step != O3 or s[L.ATTEMPTS_LEFT] > 0 or never_rerolls(memory, who):
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
    if _does_nothing(s, t, whole(t[card + L.K_TEXT]), who):
        return 0.0
    return weight(memory, M.W_HAND) + price(s, t, who, slot, memory)


@kernel
def _does_nothing(s: Any, t: Any, row: Any, who: Any) -> Any:
    """Does a text only give tokens for which there is no room?"""
    while t[row] != L.OP_END:
        if t[row] != L.OP_RESET:
            if t[row] == L.OP_GAIN and t[row + 1] == L.YOU:
                base = player(who)
            elif t[row] == L.OP_INFLICT and t[row + 1] == L.OPPONENT:
                base = player(1 - who)
            else:
                return False
            if s[base + L.COUNT + t[row + 3]] < s[base + L.LIMIT + t[row + 3]]:
                return False
        row += L.ROW
    return True


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
def gain_of_token(s: Any, t: Any, action: Any, who: Any, memory: Any) -> Any:
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
    return _gain_of_rows(s, t, whole(t[rule + L.R_TEXT]), who, memory) - max(0.0, worth)


@kernel
def _gain_of_rows(s: Any, t: Any, row: Any, who: Any, memory: Any) -> Any:
    """What a text surely gives its player, up to the first row that decides something or rolls."""
    base = stand_in(s, who, -1)
    place = player(who)
    total = 0.0
    while True:
        code = t[row]
        if code == L.OP_RESET:
            row += L.ROW
            continue
        if t[row + 1] != L.YOU or not (code == L.OP_GAIN or code == L.OP_HEAL or code == L.OP_DRAW):
            return total
        amount = value(s, t, whole(t[row + 2]), base, who)
        if code == L.OP_GAIN:
            counter = whole(t[row + 3])
            room = s[place + L.LIMIT + counter] - s[place + L.COUNT + counter]
            total += memory.thoughts[M.WORTH + who * L.MAX_COUNTERS + counter] * min(amount, room)
        elif code == L.OP_HEAL:
            total += min(amount, s[place + L.CEILING] - s[place + L.HEALTH])
        else:
            total += weight(memory, M.W_CARD) * amount
        row += L.ROW


@kernel
def gain_of_passive(s: Any, t: Any, rule: Any, who: Any, pool: Any, memory: Any) -> Any:
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

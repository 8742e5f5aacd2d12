"""What a card, a token or a passive gains now, in points of health beyond its price."""

from __future__ import annotations

from typing import Any

from dtsim.dicethrone.engine.dice import result_of
from dtsim.dicethrone.engine.play import card_at
from dtsim.dicethrone.engine.record import (
    first_of,
    frame,
    lowest,
    option,
    player,
    second_of,
    size,
    stand_in,
    top,
)
from dtsim.dicethrone.engine.rules import attack_type, value, whole
from dtsim.dicethrone.engine.steps import DF2, O1, O3, O5, O7, Z1
from dtsim.dicethrone.odds.lattice import N_RESULTS
from dtsim.dicethrone.players import mind as M
from dtsim.dicethrone.players.boards import (
    health_to_take,
    lasting_health,
    own_health,
    payoff_of,
    slope,
    worth_at,
)
from dtsim.dicethrone.players.defend import gain_in_defence, gain_of_change
from dtsim.dicethrone.players.looks import blow_of, doom_of, look_at_card, look_at_reaction
from dtsim.dicethrone.players.reach import change_of, how_many, reach, works_on_own
from dtsim.dicethrone.players.solve import (
    changing,
    cost_of,
    prepare,
    price,
    solve,
    solve_granted,
    values_at,
    weight,
    with_cards,
)
from dtsim.dicethrone.players.standing import state_of_companion
from dtsim.dicethrone.players.threats import all_threats, hardest_blow, is_burst, threat
from dtsim.dicethrone.program import layout as L
from dtsim.jit import kernel, leaf

A_GOOD_BLOW = 8  # damage against which a card that prevents some is worth keeping
HELD_BACK = 0.5  # a reaction may have to wait for its moment
KEPT = 0.75  # of the worth of a token that one could as well spend later


@kernel
def gain_of_card(s: Any, t: Any, who: Any, slot: Any, pool: Any, memory: Any) -> Any:
    """What a card gains now, beyond its price."""
    card = M.CARDS + (who * 64 + slot) * M.CARD
    if memory.mind[card + M.KIND] == M.NOT_DICE:
        is_rolling = pool >= 0 and s[L.PHASE] == L.PHASE_OFFENSE  # the dice come first
        return 0.0 if is_rolling else _gain_of_text(s, t, who, slot, memory.mind[card + M.TIMING], memory)
    if pool < 0 or s[frame(pool) + L.F_KIND] != L.A_TURN:
        return 0.0
    if s[L.PHASE] == L.PHASE_DEFENCE:
        return gain_in_defence(s, t, who, slot, memory) - price(t, who, slot, memory)
    if s[L.PHASE] != L.PHASE_OFFENSE:
        return 0.0
    if s[frame(pool) + L.F_ROLLER] == who:
        return _gain_of_own_dice(s, t, who, slot, card, pool, memory)
    return _gain_of_breaking(s, t, who, slot, card, pool, memory) - price(t, who, slot, memory)


# ---------------------------------------------------------------- dice


@kernel
def _gain_of_own_dice(s: Any, t: Any, who: Any, slot: Any, card: Any, pool: Any, memory: Any) -> Any:
    """Changing the own dice when an ability is announced, throwing once more when all attempts are used up.

    What other cards in hand may do afterwards is part of it.
    """
    base = frame(pool)
    result = result_of(s[base + L.F_DICE])
    kind = memory.mind[card + M.KIND]
    if kind == M.ATTEMPT:
        if (
            s[base + L.F_PC] != O3
            or s[L.ATTEMPTS_LEFT] > 0
            or (memory.mind[M.GRANTING + who] >> slot) & 1 == 0
        ):
            return 0.0
        if not _may_gain_by_cards(s, t, who, result, memory):
            return 0.0
        cards = changing(s, who, memory)
        now = memory.thoughts[with_cards(s, t, who, cards, s[player(who) + L.CP], memory) + result]
        solve_granted(s, t, who, cards, slot, memory)
        more = memory.thoughts[values_at(M.MORE, 1) + result]
        return more - now - price(t, who, slot, memory)
    if s[base + L.F_PC] != O5 or not works_on_own(memory.mind[card + M.WHOSE]):
        return 0.0
    if not _may_gain_by_cards(s, t, who, result, memory):
        return 0.0
    before = memory.thoughts[payoff_of(s, t, who, memory) + result]
    rest = changing(s, who, memory) & ~(1 << slot)
    left = s[player(who) + L.CP] - cost_of(t, who, slot)
    after = with_cards(s, t, who, rest, left, memory)
    number, faces = how_many(s, t, who, card, memory), memory.mind[card + M.FACES]
    if number == 1:
        changed = change_of(kind, faces, after, result, L.DICE, 1.0, memory)
    else:
        reach(kind, number, faces, after, memory)
        changed = memory.thoughts[M.SPARE + result]
    return changed - before - price(t, who, slot, memory)


@kernel
def _may_gain_by_cards(s: Any, t: Any, who: Any, result: Any, memory: Any) -> Any:
    """Is any card in hand worth its price for this result?"""
    solution = prepare(s, t, who, 0, memory)
    best = memory.thoughts[solution + result]
    return best > memory.thoughts[payoff_of(s, t, who, memory) + result]


@kernel
def _gain_of_breaking(s: Any, t: Any, who: Any, slot: Any, card: Any, pool: Any, memory: Any) -> Any:
    """How much less the opponent's dice are worth after the change that hurts most."""
    base = frame(pool)
    kind, whose = memory.mind[card + M.KIND], memory.mind[card + M.WHOSE]
    if s[base + L.F_PC] != O5 or s[L.ANNOUNCED] == 0:
        return 0.0
    if kind == M.ATTEMPT or whose == L.YOUR_DICE:
        return 0.0
    payoff = payoff_of(s, t, 1 - who, memory)
    result = result_of(s[base + L.F_DICE])
    after = payoff
    attempts = min(M.ROWS - 1, s[L.ATTEMPTS_LEFT])
    if attempts > 0:  # who has attempts left may roll on
        for index in range(N_RESULTS):
            memory.thoughts[M.WORK + index] = memory.thoughts[payoff + index]
        solve(M.WORK, attempts + 1, memory)
        after = values_at(M.WORK, attempts)
    least = -change_of(kind, memory.mind[card + M.FACES], after, result, L.DICE, -1.0, memory)
    return memory.thoughts[payoff + result] - least - weight(memory, M.W_BREAK)


# ---------------------------------------------------------------- what else cards do


@kernel
def _gain_of_text(s: Any, t: Any, who: Any, slot: Any, timing: Any, memory: Any) -> Any:
    """Cards that do not change dice: what was seen of them, when their moment has come."""
    needs = t[card_at(t, who, slot) + L.K_REQUIRES]
    if needs & (L.NEEDS_STATUS | L.NEEDS_YOUR_STATUS | L.NEEDS_TRANSFER):
        if timing == M.ANY_MOMENT and _nothing_is_new(s):
            return 0.0
        text = whole(t[card_at(t, who, slot) + L.K_TEXT])
        return gain_of_removal(s, t, text, who, memory) - price(t, who, slot, memory)
    if s[L.QUESTION] == L.Q_MAIN and timing != M.ON_DAMAGE:
        return gain_in_main_phase(s, t, who, slot, memory)
    if timing == M.ON_DAMAGE or timing == M.BEFORE_DEFENCE:
        packet = hardest_blow(s, t, who)
        against = gain_against(s, t, option(L.PLAY_CARD, slot, 0), packet, timing, who, memory)
        held = max(weight(memory, M.W_CARD), worth_of_reaction(s, t, who, slot, timing, memory))
        return against - held - weight(memory, M.W_CP) * cost_of(t, who, slot)
    if timing == M.AT_LAST and s[L.FRAMES + L.F_PC] >= Z1:
        reaction = option(L.PLAY_CARD, slot, 0)
        added = _gain_in_own_attack(s, t, reaction, M.IN_OWN_ATTACK, who, memory)
        return added - price(t, who, slot, memory)
    return 0.0


@leaf
def _nothing_is_new(s: Any) -> Any:
    """Is this a window in which no token is there that was not there in the one before?"""
    if s[L.QUESTION] != L.Q_WINDOW:
        return False
    kind = (s[top(s) + L.W_MOMENTS] >> L.WINDOW_KIND) << L.WINDOW_KIND
    return kind == L.BEFORE_ROLLING or kind == L.IN_TARGETING or kind == L.IN_DEFENCE


@kernel
def gain_in_main_phase(s: Any, t: Any, who: Any, slot: Any, memory: Any) -> Any:
    """What a card does in a Main Phase; CP that nothing in hand asks for are cheap."""
    at = look_at_card(s, t, slot, who, memory)
    own, other = own_health(s, who, memory), health_to_take(s, t, 1 - who, memory)
    if size(s[player(who) + L.HAND]) > L.HAND_LIMIT and _draws(t, card_at(t, who, slot)):
        return 0.0
    return worth_at(at, own, other, memory) - weight(memory, M.W_CP) - price_of_cp(s, t, who, slot, memory)


@kernel
def price_of_cp(s: Any, t: Any, who: Any, slot: Any, memory: Any) -> Any:
    """What the CP are worth that a card costs: little, where the rest of the hand does not ask for them."""
    return price_of(s, t, who, cost_of(t, who, slot), s[player(who) + L.HAND] & ~(1 << slot), memory)


@kernel
def price_of(s: Any, t: Any, who: Any, cost: Any, hand: Any, memory: Any) -> Any:
    """What so many CP are worth to somebody who keeps these cards."""
    spare = max(0, min(cost, s[player(who) + L.CP] - dearest(t, who, hand)))
    if s[L.FRAMES + L.F_PC] < O1 and s[L.ACTIVE] == who:
        phase = _lost_without(s, t, who, cost, memory)
        if phase > 0.0:
            return phase + cost * weight(memory, M.W_CP)
    return spare * weight(memory, M.W_SPARE) + (cost - spare) * weight(memory, M.W_CP)


@kernel
def dearest(t: Any, who: Any, hand: Any) -> Any:
    """What the dearest of some cards costs."""
    most = 0
    while hand != 0:
        most = max(most, cost_of(t, who, lowest(hand)))
        hand &= hand - 1
    return most


@kernel
def _lost_without(s: Any, t: Any, who: Any, cost: Any, memory: Any) -> Any:
    """What a token does before the own Offensive Roll Phase once the CP that would avert it are spent."""
    lost = 0.0
    cp = s[player(who) + L.CP]
    rules = t[L.P_MOMENTS + L.BEFORE_OFFENSE]
    for index in range(t[rules]):
        rule = whole(t[rules + 1 + index])
        if cp - cost < cp_that_avert(s, t, who, rule) <= cp:
            lost = max(lost, -worth_on(who, whole(t[rule + L.R_COUNTER]), who, memory))
    return lost


@kernel
def cp_that_avert(s: Any, t: Any, who: Any, rule: Any) -> Any:
    """The CP that may be spent against what a token of the player does; 0 if there is no such thing."""
    counter = whole(t[rule + L.R_COUNTER])
    if counter < 0 or (s[player(who) + L.HELD] >> counter) & 1 == 0:
        return 0
    row = whole(t[rule + L.R_TEXT])
    while t[row] == L.OP_RESET:
        row += L.ROW
    if t[row] != L.OP_SPEND or t[row + 3] != L.CP_THING:
        return 0
    return value(s, t, whole(t[row + 2]), stand_in(s, who, -1), who)


@kernel
def _draws(t: Any, card: Any) -> Any:
    row = whole(t[card + L.K_TEXT])
    while t[row] != L.OP_END:
        if t[row] == L.OP_DRAW:
            return True
        row += L.ROW
    return False


@kernel
def gain_of_removal(s: Any, t: Any, row: Any, who: Any, memory: Any) -> Any:
    """What a text gains by its first row that takes status effects away, or moves them."""
    while t[row] < L.OP_REMOVE_STATUS and t[row] != L.OP_END:
        row += L.ROW
    takes_all = t[row] == L.OP_REMOVE_STATUS and t[whole(t[row + 2])] == L.ALL_OF_IT
    best = 0.0
    for seat in range(2):
        total = 0.0
        held = s[player(seat) + L.HELD] & s[L.STATUS] & ~s[L.UNREMOVABLE]
        while held != 0:
            counter = lowest(held)
            held &= held - 1
            count = s[player(seat) + L.COUNT + counter]
            gain = -worth_on(seat, counter, who, memory) + _life_without(s, seat, counter, who, memory)
            total += gain * count
            if t[row] == L.OP_TRANSFER_STATUS and (s[L.UNMOVABLE] >> counter) & 1 == 0:
                place = player(1 - seat) + counter
                if s[place + L.COUNT] < s[place + L.LIMIT]:
                    gain += worth_on(1 - seat, counter, who, memory)
            if not takes_all:
                best = max(best, gain)
        if takes_all:
            best = max(best, total)
    return best


@kernel
def _life_without(s: Any, seat: Any, counter: Any, who: Any, memory: Any) -> Any:
    """What one token less means to a player for somebody whose next Upkeep would else be the last."""
    health = s[player(seat) + L.HEALTH]
    if (memory.mind[M.FATEFUL] >> counter) & 1 == 0 or doom_of(s, seat, -1, memory) < health:
        return 0.0
    if doom_of(s, seat, counter, memory) >= health:
        return 0.0
    return weight(memory, M.W_WIN) if seat == who else -weight(memory, M.W_WIN)


@leaf
def worth_on(seat: Any, counter: Any, who: Any, memory: Any) -> Any:
    """What a token on somebody's board is worth to a player."""
    worth = memory.thoughts[M.WORTH + seat * L.MAX_COUNTERS + counter]
    return worth if seat == who else -worth


# ---------------------------------------------------------------- reactions


@kernel
def gain_against(s: Any, t: Any, reaction: Any, packet: Any, timing: Any, who: Any, memory: Any) -> Any:
    """What a card or a token does against damage, once it is clear how much of it will land."""
    if packet < 0 or s[L.PACKETS + packet * L.PACKET_SIZE + L.PK_TARGET] != who:
        return 0.0
    early = timing == M.BEFORE_DEFENCE
    if early and s[L.DEFENCE_TO_COME] == 0:
        return 0.0
    if not early and not is_burst(s, packet) and O7 <= s[L.FRAMES + L.F_PC] < Z1:
        return 0.0  # the defence comes first
    damage = threat(s, t, packet)
    if damage <= 0:
        return 0.0
    when = M.EARLY if early else M.LATE
    of_type = s[L.PACKETS + packet * L.PACKET_SIZE + L.PK_TYPE]
    at = look_at_reaction(s, t, reaction, when, blow_of(damage, of_type), who, memory)
    health = lasting_health(s, who, memory)
    gain = memory.thoughts[at + M.REST] * (1.0 + slope(health, memory))
    deadly = all_threats(s, t, who) - health + 1  # so much must be prevented to live
    if 1 <= deadly <= M.KILLS:
        gain += weight(memory, M.W_WIN) * memory.thoughts[at + M.CHANCES + deadly]
    return gain


@kernel
def worth_of_reaction(s: Any, t: Any, who: Any, slot: Any, timing: Any, memory: Any) -> Any:
    """What a card is worth that waits for damage on its way."""
    when = M.LATE if timing == M.ON_DAMAGE else M.EARLY
    blow = blow_of(A_GOOD_BLOW, L.NORMAL)
    at = look_at_reaction(s, t, option(L.PLAY_CARD, slot, 0), when, blow, who, memory)
    paid = weight(memory, M.W_CP) * cost_of(t, who, slot)
    return HELD_BACK * (memory.thoughts[at + M.REST] - paid)


@kernel
def _gain_in_own_attack(s: Any, t: Any, reaction: Any, when: Any, who: Any, memory: Any) -> Any:
    """What a card or a token adds to an Attack: nothing where none of it lands, or enough does."""
    if s[L.ATTACK] < 0 or s[L.ATTACKER] != who:
        return 0.0
    foe = 1 - who
    damage, health = threat(s, t, s[L.ATTACK]), s[player(foe) + L.HEALTH]
    if damage <= 0 or (when == M.IN_OWN_ATTACK and all_threats(s, t, foe) >= health):
        return 0.0
    at = look_at_reaction(s, t, reaction, when, blow_of(damage, attack_type(s)), who, memory)
    gain = memory.thoughts[at + M.REST]
    missing = health_to_take(s, t, foe, memory) - all_threats(s, t, foe)
    if 1 <= missing <= M.KILLS and health <= M.KILLS:
        gain += weight(memory, M.W_WIN) * memory.thoughts[at + M.CHANCES + missing]
    return gain


@kernel
def gain_of_token(s: Any, t: Any, action: Any, who: Any, memory: Any) -> Any:
    """Tokens for an Attack that deals something; against one that is worth it; others by their text."""
    rule = first_of(action)
    moment = t[rule + L.R_MOMENT]
    counter = whole(t[rule + L.R_COUNTER])
    worth = memory.thoughts[M.WORTH + who * L.MAX_COUNTERS + counter]
    kept = KEPT * max(0.0, worth)
    if moment == L.ATTACKING or (moment == L.OFFENSE_ENDS and s[L.ATTACK] >= 0):
        # what the Attack meets by itself comes first; so does the defence, unless it may take the chance away
        waits = moment == L.ATTACKING and whole(t[rule + L.R_CONDITION]) == 0
        if moment == L.ATTACKING and s[L.FRAMES + L.F_PC] < (Z1 if waits else DF2):
            return 0.0
        when = M.IN_OWN_ATTACK if s[L.FRAMES + L.F_PC] >= Z1 else M.BEFORE_THEIR_DEFENCE
        return _gain_in_own_attack(s, t, option(L.SPEND_TOKEN, rule, 0), when, who, memory) - kept
    if moment == L.DAMAGED or moment == L.ATTACKED:
        packet = second_of(action) - 1 if moment == L.DAMAGED else s[L.ATTACK]
        early = t[rule + L.R_REQUIRES] & L.NEEDS_NO_DEFENCE_YET
        timing = M.BEFORE_DEFENCE if early else M.ON_DAMAGE
        plain = option(L.SPEND_TOKEN, rule, 1 if moment == L.DAMAGED else 0)
        return gain_against(s, t, plain, packet, timing, who, memory) - kept
    if t[rule + L.R_REQUIRES] & (L.NEEDS_STATUS | L.NEEDS_YOUR_STATUS):
        return gain_of_removal(s, t, whole(t[rule + L.R_TEXT]), who, memory) - max(1.0, worth)
    return _gain_of_rows(s, t, whole(t[rule + L.R_TEXT]), who, memory) - max(0.0, worth)


@kernel
def _gain_of_rows(s: Any, t: Any, row: Any, who: Any, memory: Any) -> Any:
    """What a text surely gives its player, up to the first row that decides something or rolls."""
    base = stand_in(s, who, -1)
    place = player(who)
    total = 0.0
    while True:
        code = t[row]
        if code == L.OP_RESET or code == L.OP_TAKEN:
            row += L.ROW
            continue
        if t[row + 1] != L.YOU or not (code == L.OP_GAIN or code == L.OP_HEAL or code == L.OP_DRAW):
            return total
        amount = value(s, t, whole(t[row + 2]), base, who)
        if code == L.OP_GAIN:
            total += _gain_of_counter(s, who, whole(t[row + 3]), amount, memory)
        elif code == L.OP_HEAL:
            total += min(amount, s[place + L.CEILING] - s[place + L.HEALTH])
        else:
            room = L.HAND_LIMIT - size(s[place + L.HAND])
            total += weight(memory, M.W_CARD) * max(0, min(amount, room))
        row += L.ROW


@kernel
def _gain_of_counter(s: Any, who: Any, counter: Any, amount: Any, memory: Any) -> Any:
    """What so many of a counter more are worth to a player, as far as there is room for them."""
    place = player(who) + counter
    gained = min(amount, s[place + L.LIMIT] - s[place + L.COUNT])
    marker = memory.mind[M.COMPANION + 2 * who + 1]
    if counter != memory.mind[M.COMPANION + 2 * who]:
        return gained * memory.thoughts[M.WORTH + who * L.MAX_COUNTERS + counter]
    mark = s[player(who) + L.COUNT + marker] if marker >= 0 else 0
    at = state_of_companion(who, mark, s[place + L.COUNT])
    return memory.thoughts[at + gained] - memory.thoughts[at]


@kernel
def gain_of_passive(s: Any, t: Any, rule: Any, who: Any, pool: Any, memory: Any) -> Any:
    """A passive paid with CP: it throws an own die anew, or gives something for sure."""
    row = whole(t[rule + L.R_TEXT])
    if t[row] == L.OP_RESET:
        row += L.ROW
    if t[row] != L.OP_SPEND or t[row + 3] != L.CP_THING:
        return 0.0
    cost = value(s, t, whole(t[row + 2]), stand_in(s, who, -1), who)
    row += L.ROW
    while t[row] == L.OP_TAKEN:
        row += L.ROW
    if t[row] == L.OP_REROLL:
        return _gain_of_a_throw(s, t, who, cost, pool, memory) - weight(memory, M.W_CP) * cost
    if s[L.QUESTION] != L.Q_MAIN:
        return 0.0
    paid = price_of(s, t, who, cost, s[player(who) + L.HAND], memory)
    return _gain_of_rows(s, t, row, who, memory) - paid


@kernel
def _gain_of_a_throw(s: Any, t: Any, who: Any, cost: Any, pool: Any, memory: Any) -> Any:
    if pool < 0 or s[frame(pool) + L.F_KIND] != L.A_TURN:
        return 0.0
    base = frame(pool)
    if s[L.PHASE] == L.PHASE_DEFENCE:
        return gain_of_change(s, t, who, M.THROWS, 0, L.YOUR_DICE, memory)
    if s[L.PHASE] != L.PHASE_OFFENSE or s[base + L.F_ROLLER] != who or s[base + L.F_PC] != O5:
        return 0.0
    result = result_of(s[base + L.F_DICE])
    now = memory.thoughts[payoff_of(s, t, who, memory) + result]
    after = with_cards(s, t, who, changing(s, who, memory), s[player(who) + L.CP] - cost, memory)
    return change_of(M.THROWS, 0, after, result, L.DICE, 1.0, memory) - now

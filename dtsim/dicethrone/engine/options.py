"""The legal options of the player who is asked."""

from __future__ import annotations

from typing import Any

from dtsim.dicethrone.engine.alter import list_dice
from dtsim.dicethrone.engine.damage import packet_at
from dtsim.dicethrone.engine.deal import preventable
from dtsim.dicethrone.engine.dice import meets, result_of
from dtsim.dicethrone.engine.flow import payable
from dtsim.dicethrone.engine.play import (
    card_at,
    card_fits,
    may_play_cards,
    passive_fits,
    spend_fits,
    upgrade_cost,
)
from dtsim.dicethrone.engine.record import frame, lowest, option, player, size, stand_in, top
from dtsim.dicethrone.engine.rolls import candidates
from dtsim.dicethrone.engine.rows import MAIN_PHASE
from dtsim.dicethrone.engine.rules import all_hold, held, is_up_to, value, who_is, whole
from dtsim.dicethrone.engine.statuses import receivers_of, tokens_of
from dtsim.dicethrone.program import layout as L
from dtsim.jit import kernel

# rules of a board at these moments happen only if the player wants them to
OPTIONAL = 1 << L.ANY_TIME | 1 << L.INSTANT | 1 << L.MAIN_PHASE | 1 << L.ROLL_PHASE


@kernel
def legal(s: Any, t: Any, opts: Any) -> Any:
    """Write the options of the question that is open; how many there are."""
    question = s[L.QUESTION]
    base = top(s)
    row = s[base + L.F_PC]
    who = s[L.ASKED]
    if question == L.Q_WINDOW:
        opts[0] = L.PASS_ON
        n = _actions(s, t, opts, 1, who, s[base + L.W_MOMENTS], s[base + L.W_POOL])
        return _not_waiting(s, opts, n, who) if s[L.RULINGS] & L.INSTANTS_INTERRUPT_INSTANTS else n
    if question == L.Q_MAIN:
        return _main(s, t, opts, who)
    if question == L.Q_KEEP:
        return _keeps(s, opts, base)
    if question == L.Q_ANNOUNCE:
        return _announcements(s, t, opts, base)
    if question == L.Q_DEFEND:
        return _defences(s, t, opts, who, base)
    if question == L.Q_MAY:
        opts[0] = L.PASS_ON
        opts[1] = option(L.ACCEPT, 1, 0)
        return 2
    if question == L.Q_SPEND:
        return _payments(s, t, opts, base, row)
    if question == L.Q_OPTION:
        for index in range(t[row + 1]):
            opts[index] = option(L.TAKE_OPTION, index, 0)
        return whole(t[row + 1])
    if question == L.Q_DIE:
        return _dice(s, t, opts, base, row)
    if question == L.Q_TOKEN:
        return _tokens(s, t, opts, base, row)
    if question == L.Q_PLAYER:
        return _players(s, t, opts, base, row)
    if question == L.Q_AMOUNT:
        return _amounts(s, t, opts, base, row)
    if question == L.Q_DISCARD or question == L.Q_SELL:
        return _cards_in_hand(s, opts, who, L.TAKE_CARD if question == L.Q_DISCARD else L.SELL_CARD)
    if question == L.Q_ORDER:
        return _order(s, opts, base, who)
    if question == L.Q_PACKET:
        return _packets(s, t, opts, base)
    return _moves(s, t, opts, base, row)


# ---------------------------------------------------------------- windows and Main Phases


@kernel
def _actions(s: Any, t: Any, opts: Any, n: Any, who: Any, moments: Any, pool: Any) -> Any:
    """Cards, tokens and passives that the open moments allow."""
    base = player(who)
    only_dice = moments & L.ONLY_DICE != 0
    cards = s[base + L.CARDS_INSTANT]
    if moments & 1 << L.ROLL_PHASE:
        cards |= s[base + L.CARDS_ROLL]
    cards |= s[base + L.CARDS_LATE]
    if only_dice:
        cards &= s[base + L.CARDS_DICE]
    cards &= s[base + L.HAND] & s[base + L.AFFORDABLE + s[base + L.CP]]
    if cards != 0 and may_play_cards(s, t, who):
        while cards != 0:
            slot = lowest(cards)
            cards &= cards - 1
            play = t[card_at(t, who, slot) + L.K_PLAY]
            late = (s[base + L.CARDS_LATE] >> slot) & 1
            if (not late or (moments >> play) & 1) and card_fits(s, t, who, slot, pool):
                opts[n] = option(L.PLAY_CARD, slot, 0)
                n += 1
    uses = OPTIONAL if (s[L.PASSIVES] >> who) & 1 and moments & L.NO_PASSIVES == 0 else 0
    open_moments = moments & (s[L.SPEND_MOMENTS] | uses)
    while open_moments != 0:
        moment = lowest(open_moments)
        open_moments &= open_moments - 1
        if s[base + L.HELD] & s[L.SPENDABLE + moment]:
            n = _spends(s, t, opts, n, who, moment, pool, only_dice)
        if (uses >> moment) & (s[L.BOARD_RULES + moment] >> who) & 1:
            n = _passives(s, t, opts, n, who, moment, pool, only_dice)
    return n


@kernel
def _not_waiting(s: Any, opts: Any, n: Any, who: Any) -> Any:
    """What a player has declared is not offered again before it has resolved."""
    for depth in range(s[L.DEPTH]):
        base = frame(depth)
        if s[base + L.F_KIND] == L.A_WINDOW and s[base + L.W_DECLARER] == who:
            left = 0
            for index in range(n):
                if opts[index] != s[base + L.W_DECLARED]:
                    opts[left] = opts[index]
                    left += 1
            n = left
    return n


@kernel
def _spends(s: Any, t: Any, opts: Any, n: Any, who: Any, moment: Any, pool: Any, only_dice: Any) -> Any:
    rules = t[L.P_MOMENTS + moment]
    for index in range(t[rules]):
        rule = whole(t[rules + 1 + index])
        if t[rule + L.R_SPEND] == 0 or (only_dice and t[rule + L.R_REQUIRES] & L.CHANGES_DICE == 0):
            continue
        if moment == L.DAMAGED:
            for packet in range(L.MAX_PACKETS):
                if s[packet_at(packet) + L.PK_KIND] != L.FREE and spend_fits(s, t, rule, who, pool, packet):
                    opts[n] = option(L.SPEND_TOKEN, rule, packet + 1)
                    n += 1
        elif spend_fits(s, t, rule, who, pool, -1):
            opts[n] = option(L.SPEND_TOKEN, rule, 0)
            n += 1
    return n


@kernel
def _passives(s: Any, t: Any, opts: Any, n: Any, who: Any, moment: Any, pool: Any, only_dice: Any) -> Any:
    rules = t[L.P_MOMENTS + moment]
    for index in range(t[rules]):
        rule = whole(t[rules + 1 + index])
        if t[rule + L.R_SPEND] != 0 or t[rule + L.R_HERO] != who:
            continue
        if only_dice and not _changes_dice(t, rule):
            continue
        if passive_fits(s, t, rule, who, pool):
            opts[n] = option(L.USE_PASSIVE, rule, 0)
            n += 1
    return n


@kernel
def _changes_dice(t: Any, rule: Any) -> Any:
    return t[rule + L.R_REQUIRES] & L.CHANGES_DICE != 0


@kernel
def _main(s: Any, t: Any, opts: Any, who: Any) -> Any:
    """Sell, upgrade, play, act at Instant speed, or end (DT-MAI-1)."""
    base = player(who)
    opts[0] = L.PASS_ON
    n = 1
    hand = s[base + L.HAND]
    while hand != 0:
        slot = lowest(hand)
        hand &= hand - 1
        opts[n] = option(L.SELL_CARD, slot, 0)
        n += 1
        if (s[base + L.CARDS_UPGRADE] >> slot) & 1:
            cost = upgrade_cost(s, t, who, slot)
            if 0 <= cost <= s[base + L.CP]:
                opts[n] = option(L.INSTALL, slot, 0)
                n += 1
        elif (s[base + L.CARDS_MAIN] & s[base + L.AFFORDABLE + s[base + L.CP]]) >> slot & 1:
            if may_play_cards(s, t, who) and card_fits(s, t, who, slot, -1):
                opts[n] = option(L.PLAY_CARD, slot, 0)
                n += 1
    return _actions(s, t, opts, n, who, MAIN_PHASE, -1)


@kernel
def _cards_in_hand(s: Any, opts: Any, who: Any, code: Any) -> Any:
    hand = s[player(who) + L.HAND]
    n = 0
    if code == L.SELL_CARD and s[L.RULINGS] & L.FREE_SALES_IN_DISCARD and size(hand) <= L.HAND_LIMIT:
        opts[0] = L.PASS_ON
        n = 1
    while hand != 0:
        opts[n] = option(code, lowest(hand), 0)
        hand &= hand - 1
        n += 1
    return n


# ---------------------------------------------------------------- rolls


@kernel
def _keeps(s: Any, opts: Any, base: Any) -> Any:
    """Stop, or throw any of the dice anew."""
    opts[0] = L.STOP_ROLLING
    n_dice = s[base + L.F_N_DICE]
    for thrown in range(1, 1 << n_dice):
        opts[thrown] = option(L.REROLL_DICE, thrown, 0)
    return 1 << n_dice


@kernel
def _announcements(s: Any, t: Any, opts: Any, base: Any) -> Any:
    """Every ability and level that the dice meet, or none; after a change of dice also to go on rolling."""
    who = s[L.ACTIVE]
    opts[0] = L.ANNOUNCE_NONE
    n = 1
    if s[base + L.F_STEP] != 0 and s[L.ATTEMPTS_LEFT] > 0:
        opts[1] = L.RESUME_ROLLING
        n = 2
    result = result_of(s[base + L.F_DICE])
    spaces = whole(t[t[L.P_HEROES + who] + L.H_OFFENSES])
    for index in range(t[spaces]):
        space = whole(t[spaces + 1 + index])
        level = s[player(who) + L.LEVEL + t[space + L.S_INDEX]]
        abilities = whole(t[space + L.S_LEVELS + level])
        for which in range(t[abilities]):
            ability = whole(t[abilities + 1 + which])
            if not is_shown(s, t, ability, who):
                continue
            steps = whole(t[ability + L.AB_NEEDS])
            results = whole(t[ability + L.AB_RESULTS])
            for step in range(t[steps]):
                if meets(t, results, step, result):
                    opts[n] = option(L.ANNOUNCE, ability, step)
                    n += 1
    return n


@kernel
def is_shown(s: Any, t: Any, ability: Any, who: Any) -> Any:
    """Is the ability on the side of the board that lies up, and does its condition hold?"""
    side = t[ability + L.AB_SIDE]
    if side >= 0 and side != s[player(who) + L.SIDE]:
        return False
    if t[ability + L.AB_CONDITION] == 0:
        return True
    return all_hold(s, t, whole(t[ability + L.AB_CONDITION]), stand_in(s, who, -1))


@kernel
def _defences(s: Any, t: Any, opts: Any, who: Any, base: Any) -> Any:
    n = 0
    if s[L.RULINGS] & L.DEFENCE_FORCED == 0:
        opts[0] = L.PASS_ON
        n = 1
    spaces = whole(t[t[L.P_HEROES + who] + L.H_DEFENCES])
    for index in range(t[spaces]):
        space = whole(t[spaces + 1 + index])
        level = s[player(who) + L.LEVEL + t[space + L.S_INDEX]]
        abilities = whole(t[space + L.S_LEVELS + level])
        ability = whole(t[abilities + 1])
        if is_shown(s, t, ability, who):
            opts[n] = option(L.DEFEND_WITH, ability, 0)
            n += 1
    return n


# ---------------------------------------------------------------- inside texts


@kernel
def _payments(s: Any, t: Any, opts: Any, base: Any, row: Any) -> Any:
    opts[0] = L.PASS_ON
    most = payable(s, t, row, base)
    if not is_up_to(t, whole(t[row + 2])):
        opts[1] = option(L.ACCEPT, most, 0)
        return 2
    for paid in range(1, most + 1):
        opts[paid] = option(L.ACCEPT, paid, 0)
    return most + 1


@kernel
def _dice(s: Any, t: Any, opts: Any, base: Any, row: Any) -> Any:
    n = 0
    code = t[row]
    mode = t[whole(t[row + 2])]
    may_stop = mode == L.UP_TO or (s[base + L.F_PICKED] != 0 and mode != L.ALL_OF_IT)
    if may_stop and code != L.OP_CHOOSE_DICE:
        opts[0] = L.PASS_ON
        n = 1
    argument = whole(t[row + 3])
    return list_dice(
        s, opts, n, s[base + L.F_YOU], s[base + L.F_POOL], t[row + 1], code, argument, s[base + L.F_PICKED]
    )


@kernel
def _tokens(s: Any, t: Any, opts: Any, base: Any, row: Any) -> Any:
    n = _may_stop(t, opts, row)
    for who in range(s[L.N_PLAYERS]):
        tokens = tokens_of(s, t, base, row, who)
        while tokens != 0:
            opts[n] = option(L.TAKE_TOKEN, who, lowest(tokens))
            tokens &= tokens - 1
            n += 1
    return n


@kernel
def _may_stop(t: Any, opts: Any, row: Any) -> Any:
    """Up to so many tokens: fewer will do."""
    if not is_up_to(t, whole(t[row + 2])):
        return 0
    opts[0] = L.PASS_ON
    return 1


@kernel
def _players(s: Any, t: Any, opts: Any, base: Any, row: Any) -> Any:
    n = 0
    if t[row] == L.OP_TRANSFER_THIS:
        left = s[base + L.F_PICKED]
    else:
        chosen = s[base + L.F_CHOSEN]
        left = candidates(s, t, base, row) & ~chosen
        if size(chosen) >= t[row + 4]:
            opts[0] = L.PASS_ON
            n = 1
    while left != 0:
        opts[n] = option(L.TAKE_PLAYER, lowest(left), 0)
        left &= left - 1
        n += 1
    return n


@kernel
def _amounts(s: Any, t: Any, opts: Any, base: Any, row: Any) -> Any:
    """From nothing to the most there is: of a counter, of CP, or of damage to be passed on."""
    if s[base + L.F_KIND] == L.A_TURN:
        most = s[packet_at(s[base + L.F_LEFT]) + L.PK_TOTAL]
    else:
        you = s[base + L.F_YOU]
        most = value(s, t, whole(t[row + 2]), base, you)
        who = lowest(who_is(s, base, t[row + 1]))
        if t[row] == L.OP_REMOVE:
            most = min(most, held(s, who, whole(t[row + 3]), t[row + 4]))
        elif t[row] == L.OP_CONVERT:
            room = s[player(who) + L.LIMIT + t[row + 5]] - s[player(who) + L.COUNT + t[row + 5]]
            most = min(most, held(s, who, whole(t[row + 3]), t[row + 4]), room)
        elif t[row] == L.OP_GAIN or t[row] == L.OP_INFLICT:
            most = min(most, s[player(who) + L.LIMIT + t[row + 3]])
        elif t[row] == L.OP_CP:
            most = min(most, s[player(who) + L.CP] if t[row + 3] < 0 else L.CP_CAP)
        else:
            most = min(most, 60)
    for amount in range(most + 1):
        opts[amount] = option(L.TAKE_AMOUNT, amount, 0)
    return most + 1


@kernel
def _order(s: Any, opts: Any, base: Any, who: Any) -> Any:
    pending = s[base + L.F_A + who]
    n = 0
    while pending != 0:
        opts[n] = option(L.TAKE_TRIGGER, lowest(pending), 0)
        pending &= pending - 1
        n += 1
    return n


@kernel
def _packets(s: Any, t: Any, opts: Any, base: Any) -> Any:
    n = 0
    for packet in range(L.MAX_PACKETS):
        if preventable(s, t, s[base + L.F_PICKED], packet):
            opts[n] = option(L.TAKE_PACKET, packet, 0)
            n += 1
    return n


@kernel
def _moves(s: Any, t: Any, opts: Any, base: Any, row: Any) -> Any:
    """Tokens that may move, from whom and to whom."""
    n = _may_stop(t, opts, row)
    for giver in range(s[L.N_PLAYERS]):
        tokens = tokens_of(s, t, base, row, giver)
        while tokens != 0:
            counter = lowest(tokens)
            tokens &= tokens - 1
            receivers = receivers_of(s, t, base, row, giver, counter)
            while receivers != 0:
                opts[n] = option(L.MOVE_TOKEN, counter, giver << 4 | lowest(receivers))
                receivers &= receivers - 1
                n += 1
    return n


@kernel
def is_legal(s: Any, t: Any, wanted: Any, who: Any, moments: Any, pool: Any) -> Any:
    """Is a declared action still possible (DT-TIM-9)?"""
    code = wanted & 255
    argument = (wanted >> 8) & 0xFFFF
    base = player(who)
    if code == L.PLAY_CARD:
        affordable = s[base + L.HAND] & s[base + L.AFFORDABLE + s[base + L.CP]]
        if not may_play_cards(s, t, who):
            return False
        return (affordable >> argument) & 1 == 1 and card_fits(s, t, who, argument, pool)
    if code == L.SPEND_TOKEN:
        return spend_fits(s, t, argument, who, pool, (wanted >> 24) - 1)
    return passive_fits(s, t, argument, who, pool)

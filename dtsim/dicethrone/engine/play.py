"""What may be played now, and playing it: cards, tokens, passives, upgrades, sales (chapters 16, 18)."""

from __future__ import annotations

from typing import Any

from dtsim.dicethrone.engine.alter import has_dice
from dtsim.dicethrone.engine.deal import n_preventable, preventable
from dtsim.dicethrone.engine.flow import payable
from dtsim.dicethrone.engine.record import around, frame, gain_cp, log, player, push_text, stand_in, top
from dtsim.dicethrone.engine.rolls import candidates
from dtsim.dicethrone.engine.rules import (
    FORBIDS_CARDS,
    all_hold,
    applies,
    attack_is_modifiable,
    attack_type,
    forbidden,
    is_attacked,
    partner,
    whole,
)
from dtsim.dicethrone.engine.statuses import has_object
from dtsim.dicethrone.engine.tokens import lose_tokens
from dtsim.dicethrone.program import layout as L
from dtsim.jit import kernel, leaf

TOKENS_NEEDED = L.NEEDS_STATUS | L.NEEDS_YOUR_STATUS | L.NEEDS_TRANSFER


@leaf
def card_at(t: Any, who: Any, slot: Any) -> Any:
    return t[t[L.P_HEROES + who] + L.H_CARDS] + slot * L.K_SIZE


# ---------------------------------------------------------------- what must be there


@kernel
def fits(s: Any, t: Any, needs: Any, text: Any, who: Any, pool: Any) -> Any:
    """Is what a text works on there?"""
    if needs & L.NEEDS_YOUR_DICE and not has_dice(s, who, pool, L.YOUR_DICE, _differs(needs)):
        return False
    if needs & L.NEEDS_OPPONENT_DICE and not has_dice(s, who, pool, L.OPPONENT_DICE, 0):
        return False
    if needs & L.NEEDS_DICE and not has_dice(s, who, pool, L.ANY_DICE, 0):
        return False
    if needs & L.NEEDS_ATTACK:
        if s[L.ATTACK] < 0 or s[L.ATTACKER] != who:
            return False
        if needs & L.IS_MODIFIER and not attack_is_modifiable(s):
            return False
        if needs & L.NEEDS_DEFENDABLE and (attack_type(s) != L.NORMAL or s[L.DEFENCE_TO_COME] == 0):
            return False
    if needs & L.NEEDS_DAMAGE and n_preventable(s, t, -1) == 0:
        return False
    if needs & L.NEEDS_YOUR_DAMAGE and n_preventable(s, t, who) == 0:
        return False
    if needs & L.NEEDS_NO_DEFENCE_YET and s[L.DEFENCE_TO_COME] == 0:
        return False
    if needs & L.NEEDS_ATTEMPT and (pool < 0 or s[frame(pool) + L.F_KIND] != L.A_TURN):
        return False
    return needs & TOKENS_NEEDED == 0 or _finds_tokens(s, t, text, who)


@kernel
def _finds_tokens(s: Any, t: Any, text: Any, who: Any) -> Any:
    """Is there a token for every row that asks for one?"""
    base = stand_in(s, who, -1)
    row = text
    while t[row] != L.OP_END:
        if t[row] == L.OP_CHOOSE_PLAYERS:
            s[base + L.F_CHOSEN] = candidates(s, t, base, row)
        if t[row] >= L.OP_REMOVE_STATUS and not has_object(s, t, base, row):
            return False
        row += L.ROW
    return True


@leaf
def _differs(needs: Any) -> Any:
    if needs & L.NEEDS_TWO_FACES:
        return 2
    return 1 if needs & L.NEEDS_OTHER_FACE else 0


@kernel
def card_fits(s: Any, t: Any, who: Any, slot: Any, pool: Any) -> Any:
    """May this card be played now, as far as its text goes? Cost and moment are asked for apart."""
    card = card_at(t, who, slot)
    side = t[card + L.K_SIDE]
    if side >= 0 and side != s[player(who) + L.SIDE]:
        return False
    if not fits(s, t, whole(t[card + L.K_REQUIRES]), whole(t[card + L.K_TEXT]), who, pool):
        return False
    return t[card + L.K_CONDITION] == 0 or conditions_hold(s, t, whole(t[card + L.K_CONDITION]), who, -1)


@kernel
def conditions_hold(s: Any, t: Any, conditions: Any, who: Any, focus: Any) -> Any:
    """Ask conditions in the name of a player."""
    return all_hold(s, t, conditions, stand_in(s, who, focus))


@kernel
def rule_fits(s: Any, t: Any, rule: Any, moment: Any, who: Any, subject: Any, pool: Any, focus: Any) -> Any:
    """Does a rule of this player answer to the moment, with its condition and what it works on?"""
    if not applies(s, t, rule, moment, who, subject, -1):
        return False
    needs = whole(t[rule + L.R_REQUIRES]) & ~L.NEEDS_YOUR_DAMAGE
    if not fits(s, t, needs, whole(t[rule + L.R_TEXT]), who, pool):
        return False
    return t[rule + L.R_CONDITION] == 0 or conditions_hold(s, t, whole(t[rule + L.R_CONDITION]), who, focus)


@kernel
def spend_fits(s: Any, t: Any, rule: Any, who: Any, pool: Any, focus: Any) -> Any:
    """May the token of this rule be spent now, against this packet?"""
    moment = t[rule + L.R_MOMENT]
    if moment == L.ATTACKED and not is_attacked(s, t, who):
        return False
    if moment == L.ATTACKING and (s[L.ATTACK] < 0 or s[L.ATTACKER] != who):
        return False
    if moment == L.DAMAGED and not preventable(s, t, who, focus):
        return False
    if moment == L.OFFENSE_ENDS and s[L.ACTIVE] != who:
        return False
    return rule_fits(s, t, rule, moment, who, who, pool, focus)


@kernel
def passive_fits(s: Any, t: Any, rule: Any, who: Any, pool: Any) -> Any:
    """May this passive be used, and can its price be paid?"""
    if not rule_fits(s, t, rule, t[rule + L.R_MOMENT], who, who, pool, -1):
        return False
    row = whole(t[rule + L.R_TEXT])
    if t[row] == L.OP_RESET:
        row += L.ROW
    if t[row] != L.OP_SPEND:
        return True
    base = top(s) + L.FRAME_SIZE
    s[base + L.F_YOU] = who
    return payable(s, t, row, base) > 0


# ---------------------------------------------------------------- playing


@kernel
def landing_of(s: Any, play: Any) -> Any:
    """Damage of a Roll Phase card joins the accumulated damage; others land at once (DT-MAI-7)."""
    return L.LANDS_LATER if play == L.ROLL_PHASE else L.LANDS_AT_ONCE


@kernel
def play_card(s: Any, t: Any, journal: Any, who: Any, slot: Any, pool: Any) -> None:
    """Pay, then the text."""
    card = card_at(t, who, slot)
    base = player(who)
    s[L.ACTIONS] += 1
    s[base + L.HAND] &= ~(1 << slot)
    s[base + L.RESOLVING] |= 1 << slot
    log(s, journal, L.E_CARD, who, slot, t[card + L.K_COST], 0, 0)
    gain_cp(s, journal, who, -t[card + L.K_COST])
    other = _opponent(s, who)
    text = push_text(
        s,
        whole(t[card + L.K_TEXT]),
        who,
        other,
        card,
        t[card + L.K_PURPOSE],
        landing_of(s, t[card + L.K_PLAY]),
    )
    s[text + L.F_CARD] = slot
    s[text + L.F_POOL] = pool
    if t[card + L.K_MODIFIER]:
        s[text + L.F_FOCUS] = s[L.ATTACK]
    if t[card + L.K_PLAY] == L.MAIN_PHASE:
        s[text + L.F_AIMED] = L.NOT_AIMED


@kernel
def _opponent(s: Any, who: Any) -> Any:
    if s[L.DEFENDER] >= 0:
        if who == s[L.DEFENDER]:
            return s[L.ATTACKER]
        if who == s[L.ATTACKER]:
            return s[L.DEFENDER]
    return around(s, who + 1) if who == s[L.ACTIVE] else s[L.ACTIVE]


@kernel
def spend_token(s: Any, t: Any, journal: Any, who: Any, rule: Any, pool: Any, focus: Any) -> None:
    """Spending counts as an Instant Action and cannot be interrupted (DT-STA-16)."""
    counter = whole(t[rule + L.R_COUNTER])
    moment = t[rule + L.R_MOMENT]
    s[L.ACTIONS] += 1
    log(s, journal, L.E_SPENT, who, rule, counter, focus, 0)
    in_attack = s[L.ATTACK] >= 0
    text = push_text(
        s,
        whole(t[rule + L.R_TEXT]),
        who,
        partner(s, t, rule, who, who),
        rule,
        t[rule + L.R_PURPOSE],
        L.LANDS_LATER if in_attack else L.LANDS_AT_ONCE,
    )
    s[text + L.F_COUNTER] = counter
    s[text + L.F_POOL] = pool
    s[text + L.F_FOCUS] = focus
    if focus < 0 and (moment == L.ATTACKING or moment == L.ATTACKED or moment == L.OFFENSE_ENDS):
        s[text + L.F_FOCUS] = s[L.ATTACK]
    _count_use(s, t, who, rule)
    lose_tokens(s, t, journal, who, counter, 1)


@kernel
def use_passive(s: Any, t: Any, journal: Any, who: Any, rule: Any, pool: Any) -> None:
    """Not an Instant Action: a window lies before it resolves (DT-TIM-12), by a ruling before every act."""
    s[L.ACTIONS] += 1
    log(s, journal, L.E_PASSIVE, who, rule, 0, 0, 0)
    text = push_text(
        s,
        whole(t[rule + L.R_TEXT]),
        who,
        partner(s, t, rule, who, who),
        rule,
        t[rule + L.R_PURPOSE],
        L.LANDS_LATER if s[L.ATTACK] >= 0 else L.LANDS_AT_ONCE,
    )
    s[text + L.F_POOL] = pool
    s[text + L.F_AIM] = L.AGREED
    if s[L.RULINGS] & L.INSTANTS_INTERRUPT_INSTANTS == 0:
        s[text + L.F_AIMED] = L.NOT_AIMED
    _count_use(s, t, who, rule)


@leaf
def _count_use(s: Any, t: Any, who: Any, rule: Any) -> None:
    if t[rule + L.R_USES] >= 0:
        s[player(who) + L.USES + t[rule + L.R_USES]] += 1


# ---------------------------------------------------------------- Main Phases


@kernel
def sell(s: Any, journal: Any, who: Any, slot: Any) -> None:
    """1 CP whatever the card costs (DT-MAI-2)."""
    base = player(who)
    s[base + L.HAND] &= ~(1 << slot)
    s[base + L.DISCARD] |= 1 << slot
    log(s, journal, L.E_SOLD, who, slot, 0, 0, 0)
    gain_cp(s, journal, who, 1)


@kernel
def upgrade_cost(s: Any, t: Any, who: Any, slot: Any) -> Any:
    """III over II pays only the difference; -1 if the space is already that far (DT-CRD-12 to DT-CRD-15)."""
    card = card_at(t, who, slot)
    space = t[card + L.K_SPACE]
    level = s[player(who) + L.LEVEL + space]
    if t[card + L.K_LEVEL] <= level:
        return -1
    if level == 1:
        return whole(t[card + L.K_COST])
    for other in range(t[t[L.P_HEROES + who] + L.H_N_CARDS]):
        installed = card_at(t, who, other)
        if (
            t[installed + L.K_PLAY] == L.UPGRADE
            and t[installed + L.K_SPACE] == space
            and t[installed + L.K_LEVEL] == level
            and (s[player(who) + L.INSTALLED] >> other) & 1
        ):
            return max(0, whole(t[card + L.K_COST]) - t[installed + L.K_COST])
    return whole(t[card + L.K_COST])


@kernel
def install(s: Any, t: Any, journal: Any, who: Any, slot: Any) -> None:
    base = player(who)
    card = card_at(t, who, slot)
    cost = upgrade_cost(s, t, who, slot)
    s[L.ACTIONS] += 1
    s[base + L.HAND] &= ~(1 << slot)
    s[base + L.INSTALLED] |= 1 << slot
    log(s, journal, L.E_INSTALLED, who, slot, cost, 0, 0)
    gain_cp(s, journal, who, -cost)
    s[base + L.LEVEL + t[card + L.K_SPACE]] = t[card + L.K_LEVEL]


@kernel
def may_play_cards(s: Any, t: Any, who: Any) -> Any:
    return (forbidden(s, t, who) & FORBIDS_CARDS) == 0

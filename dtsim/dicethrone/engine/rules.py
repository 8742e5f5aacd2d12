"""Questions a text asks of the position: who, how many, whether, and which rules apply."""

from __future__ import annotations

from typing import Any

import numpy as np

from dtsim.dicethrone.engine.dice import best_dice, counts_of, showing, total
from dtsim.dicethrone.engine.record import are_opponents, is_alive, opponent_of, player, size
from dtsim.dicethrone.program import layout as L
from dtsim.jit import kernel, leaf

MANY = 999
FORBIDS_ACTIONS, FORBIDS_CARDS, FORBIDS_DEFENCE, FORBIDS_DMG = 1, 2, 4, 8


# ---------------------------------------------------------------- who


@kernel
def who_is(s: Any, base: Any, who: Any) -> Any:
    """The living players a word of this text means, as a set."""
    you = s[base + L.F_YOU]
    if who == L.YOU:
        return 1 << you
    if who == L.OPPONENT:
        return 1 << s[base + L.F_OPPONENT]
    if who == L.THEM:
        return s[base + L.F_CHOSEN]
    if who == L.THE_ATTACKER:
        return 1 << s[L.ATTACKER]
    if who == L.THE_DEFENDER:
        return 1 << s[L.DEFENDER]
    if who == L.THE_OWNER:
        return 1 << s[player(you) + L.OWNER + s[base + L.F_COUNTER]]
    found = 0
    for other in range(s[L.N_PLAYERS]):
        if is_alive(s, other):
            hostile = are_opponents(s, you, other)
            if (
                who == L.EVERYONE
                or (who == L.ALL_OPPONENTS and hostile)
                or (who == L.ALL_ALLIES and not hostile)
            ):
                found |= 1 << other
    return found


# ---------------------------------------------------------------- how many


@kernel
def held(s: Any, who: Any, counter: Any, age: Any) -> Any:
    """How many of a counter somebody has: all, those of earlier turns, those of this one."""
    base = player(who)
    count = s[base + L.COUNT + counter]
    fresh = min(count, s[base + L.FRESH + counter])
    if age == L.OLD:
        return count - fresh
    if age == L.NEW:
        return fresh
    return count


@kernel
def counted(s: Any, kind: Any, argument: Any, age: Any, base: Any, subject: Any) -> Any:
    """How many there are of what an amount or a condition counts."""
    if kind == L.FIXED:
        return 1
    if kind == L.FACES or kind == L.PAIRS:
        shown = showing(counts_of(s[base + L.F_DICE], s[base + L.F_N_DICE]), argument)
        return shown // 2 if kind == L.PAIRS else shown
    if kind == L.COUNTER:
        return held(s, subject, argument, age)
    if kind == L.CP_COUNT:
        return s[player(subject) + L.CP]
    if kind == L.OWN_CP:
        return s[player(s[base + L.F_YOU]) + L.CP]
    if kind == L.HEALTH_COUNT:
        return s[player(subject) + L.HEALTH]
    if kind == L.CARD_COUNT:
        return size(s[player(subject) + L.HAND])
    if kind == L.UPGRADE_COUNT:
        return size(s[player(subject) + L.INSTALLED])
    if kind == L.SPENT:
        return s[base + L.F_SPENT]
    if kind == L.REROLLS:
        return max(0, s[L.ATTEMPTS_USED] - 1)
    if kind == L.THE_ROLL:
        return total(s[base + L.F_DICE], s[base + L.F_N_DICE])
    if kind == L.DEALT:
        return s[L.DMG_DEALT]
    if kind == L.INCOMING:
        return incoming(s, subject)
    return 0


@kernel
def incoming(s: Any, who: Any) -> Any:
    """Damage that waits to be dealt to a player (DT-DMG-12)."""
    waiting = 0
    for packet in range(L.MAX_PACKETS):
        place = L.PACKETS + packet * L.PACKET_SIZE
        if s[place + L.PK_KIND] != L.FREE and s[place + L.PK_TARGET] == who:
            waiting += s[place + L.PK_BASE] + s[place + L.PK_ADDED]
    return waiting


@kernel
def value(s: Any, t: Any, amount: Any, base: Any, subject: Any) -> Any:
    """The number an amount stands for; the most of it where the player chooses; MANY for all."""
    if t[amount] == L.ALL_OF_IT:
        return MANY
    sum_of_terms = 0
    for index in range(t[amount + 2]):
        place = amount + 3 + index * L.TERM
        kind = t[place]
        number = whole(t[place + 1])
        argument = whole(t[place + 2])
        if kind == L.LADDER:
            sum_of_terms += t[argument + 1 + s[L.LADDER_STEP]]
        elif kind == L.BEST_DICE:
            sum_of_terms += best_dice(s[base + L.F_DICE], s[base + L.F_N_DICE], number)
        elif kind == L.LOOKUP:
            listed = t[argument] - 3
            found = counted(s, t[argument + 1], whole(t[argument + 2]), t[argument + 3], base, subject)
            if found > 0:
                sum_of_terms += t[argument + 3 + min(found, listed)]
        else:
            found = counted(s, kind, argument, t[place + 3], base, subject)
            sum_of_terms += (found + 1) // 2 if number < 0 else number * found
    ceiling = t[amount + 1]
    return sum_of_terms if ceiling < 0 else min(sum_of_terms, ceiling)


@leaf
def whole(word: Any) -> Any:
    """A word of the program as a plain integer."""
    return np.int64(word)


@leaf
def is_up_to(t: Any, amount: Any) -> Any:
    """Does the player choose the number?"""
    return t[amount] == L.UP_TO


# ---------------------------------------------------------------- whether


@kernel
def holds(s: Any, t: Any, place: Any, base: Any) -> Any:
    """A condition, asked by the text of a frame."""
    truth = _question(s, t, place, base)
    return truth != (t[place + 3] != 0)


@kernel
def all_hold(s: Any, t: Any, conditions: Any, base: Any) -> Any:
    """Every condition of a list; 0 is no list."""
    if conditions == 0:
        return True
    for index in range(t[conditions]):
        if not holds(s, t, whole(t[conditions + 1 + index]), base):
            return False
    return True


@leaf
def _enough(found: Any, least: Any, exact: Any) -> Any:
    return found == least if exact != 0 else found >= least


@kernel
def _question(s: Any, t: Any, place: Any, base: Any) -> Any:
    question = t[place]
    least = t[place + 1]
    exact = t[place + 2]
    you = s[base + L.F_YOU]
    if question == L.ASK_HAS:
        asked = who_is(s, base, t[place + 4])
        for who in range(s[L.N_PLAYERS]):
            if (asked >> who) & 1:
                found = counted(s, t[place + 5], whole(t[place + 6]), t[place + 7], base, who)
                return _enough(found, least, exact)
        return False
    if question == L.ASK_DMG:
        packet = s[base + L.F_FOCUS] if s[base + L.F_FOCUS] >= 0 else s[L.ATTACK]
        found = s[L.PACKETS + packet * L.PACKET_SIZE + L.PK_BASE] if packet >= 0 else 0
        return _enough(found, least, exact)
    if question == L.ASK_DMG_DEALT:
        return you == s[L.ATTACKER] and _enough(s[L.DMG_DEALT], least, exact)  # by you
    if question == L.ASK_DMG_ADDED:
        return _enough(s[base + L.F_ADDED], least, exact)
    if question == L.ASK_DMG_PREVENTED:
        return _enough(s[base + L.F_PREVENTED], least, exact)
    if question == L.ASK_SPENT:
        return _enough(s[base + L.F_SPENT], least, exact)
    if question == L.ASK_ROLL:
        return _enough(total(s[base + L.F_DICE], s[base + L.F_N_DICE]), least, exact)
    if question == L.ASK_ROLL_GREATER or question == L.ASK_ROLL_NOT_LESS:
        mine = total(s[base + L.F_DICE], s[base + L.F_N_DICE])
        theirs = total(s[base + L.F_DICE_2], s[base + L.F_N_DICE_2])
        return mine > theirs if question == L.ASK_ROLL_GREATER else mine >= theirs
    if question == L.ASK_ATTACK:
        if s[L.ATTACK] < 0:
            return False
        if t[place + 5] == L.ATTACK_DEFENDED:
            return s[L.IS_DEFENDED] != 0
        return attack_type(s) == t[place + 5]
    if question == L.ASK_ATTEMPTS_USED:
        return _enough(s[L.ATTEMPTS_USED], least, exact)
    if question == L.ASK_ATTACK_MADE:
        return s[L.ATTACK_MADE] != 0
    if question == L.ASK_ATTACKED:
        return is_attacked(s, t, you)
    if question == L.ASK_ATTACKING:
        return s[L.ATTACK] >= 0 and s[L.ATTACKER] == you
    if question == L.ASK_START_PLAYER:
        return s[L.START_PLAYER] == you
    if question == L.ASK_SIDE:
        return s[player(you) + L.SIDE] == t[place + 5]
    if question == L.ASK_PHASE:
        return s[L.PHASE] == t[place + 5]
    if question == L.ASK_HEALTH:
        return _enough(s[player(you) + L.HEALTH], least, exact)
    if question == L.ASK_ABILITY_NEEDS:
        return s[L.ANNOUNCED] > 0 and (t[s[L.ANNOUNCED] + L.AB_SYMBOLS] & t[place + 5]) != 0
    return False


# ---------------------------------------------------------------- the Attack


@leaf
def attack_type(s: Any) -> Any:
    return s[L.PACKETS + s[L.ATTACK] * L.PACKET_SIZE + L.PK_TYPE]


@leaf
def is_modifiable(damage_type: Any) -> Any:
    return damage_type != L.PURE and damage_type != L.COLLATERAL


@kernel
def attack_is_modifiable(s: Any) -> Any:
    """Can any component of the Attack take a plus or minus (DT-ABL-8)?"""
    for packet in range(L.MAX_PACKETS):
        place = L.PACKETS + packet * L.PACKET_SIZE
        belongs = packet == s[L.ATTACK] or (
            s[place + L.PK_KIND] == L.A_COMPONENT and s[place + L.PK_OF] == s[L.ATTACK]
        )
        if belongs and is_modifiable(s[place + L.PK_TYPE]):
            return True
    return False


@leaf
def is_avoidable(damage_type: Any) -> Any:
    return damage_type != L.ULTIMATE


@kernel
def is_attacked(s: Any, t: Any, who: Any) -> Any:
    """Under Parlay nobody is Attacked, as far as the other side goes (DT-TOK-14)."""
    return s[L.ATTACK] >= 0 and s[L.DEFENDER] == who and not deals_nothing(s, t)


@kernel
def deals_nothing(s: Any, t: Any) -> Any:
    """The attacker may not deal damage; an Ultimate does not care (DT-ULT-4)."""
    if s[L.IS_ULTIMATE] != 0 or (s[L.ATTACK] >= 0 and attack_type(s) == L.ULTIMATE):
        return False
    return (forbidden(s, t, s[L.ATTACKER]) & FORBIDS_DMG) != 0


# ---------------------------------------------------------------- standing rules and locks


@kernel
def forbidden(s: Any, t: Any, who: Any) -> Any:
    """What the tokens of a player forbid, as bits."""
    if (s[player(who) + L.HELD] & s[L.ALWAYS_HELD]) == 0:
        return 0
    found = 0
    rules = t[L.P_MOMENTS + L.ALWAYS]
    for index in range(t[rules]):
        rule = whole(t[rules + 1 + index])
        if (s[player(who) + L.HELD] >> t[rule + L.R_COUNTER]) & 1:
            found |= t[rule + L.R_TEXT]
    return found


@leaf
def is_locked(s: Any, t: Any, who: Any) -> Any:
    """Nothing is asked of a player who is locked by an Ultimate or stunned (DT-FSM-2)."""
    by = s[L.LOCKED_BY]
    if by >= 0 and are_opponents(s, by, who):
        return True
    return (forbidden(s, t, who) & FORBIDS_ACTIONS) != 0


# ---------------------------------------------------------------- which rules apply


@kernel
def applies(s: Any, t: Any, rule: Any, moment: Any, holder: Any, subject: Any, item: Any) -> Any:
    """Does a rule of `holder` answer to this moment of `subject`? Conditions are asked for apart."""
    base = player(holder)
    counter = t[rule + L.R_COUNTER]
    hero = t[rule + L.R_HERO]
    if hero >= 0:
        if hero != holder:
            return False
        space = t[rule + L.R_SPACE]
        if space >= 0 and s[base + L.LEVEL + space] != t[rule + L.R_LEVEL]:
            return False
        # boards and companions of the opponents are silent during an Ultimate (DT-ULT-10, DT-CMP-3); tokens
        # are not, nor is what a companion leaves behind
        if moment != L.REMOVED and s[L.LOCKED_BY] >= 0 and are_opponents(s, s[L.LOCKED_BY], holder):
            return False
    elif (s[base + L.HELD] >> counter) & 1 == 0:
        return False
    if t[rule + L.R_SIDE] >= 0 and t[rule + L.R_SIDE] != s[base + L.SIDE]:
        return False
    if t[rule + L.R_OF] >= 0 and t[rule + L.R_OF] != item:
        return False
    if t[rule + L.R_USES] >= 0 and s[base + L.USES + t[rule + L.R_USES]] >= t[rule + L.R_LIMIT]:
        return False
    whose = t[rule + L.R_WHOSE]
    if whose == L.YOURS:
        if subject != holder:
            return False
    elif whose == L.OPPONENTS:
        if not are_opponents(s, holder, subject):
            return False
    elif whose == L.OTHERS:
        if subject != holder or (t[t[L.P_COUNTERS] + counter * L.C_SIZE + L.C_BRINGERS] >> holder) & 1:
            return False
    elif whose != L.ANYONES:
        return False
    role = t[rule + L.R_ROLE] if moment == L.SETTLING else moment
    if role == L.ATTACKING or role == L.ATTACKED:
        if s[L.ATTACK] < 0:
            return False
        if role == L.ATTACKED and counter >= 0 and s[L.RULINGS] & L.NEW_TOKENS_WAIT:
            if (s[base + L.LANDED] >> counter) & 1:
                return False
        if (t[rule + L.R_REQUIRES] & L.IS_MODIFIER or role == L.ATTACKING) and not attack_is_modifiable(s):
            if moment == L.SETTLING and role == L.ATTACKING and s[L.RULINGS] & L.LESS_OF_PURE:
                return s[L.ATTACKER] == holder
            return moment == L.ATTACKED and (s[L.RULINGS] & L.BOUNTY_CP_ON_PURE) != 0
        if moment == L.SETTLING:
            if role == L.ATTACKING:
                return s[L.ATTACKER] == holder
            return s[L.DEFENDER] == holder
    return True


@kernel
def partner(s: Any, t: Any, rule: Any, holder: Any, subject: Any) -> Any:
    """Whom a rule means by `opponent`: the one whose moment it is, if that is somebody else."""
    if t[rule + L.R_WHOSE] == L.OPPONENTS:
        return subject
    if s[L.DEFENDER] == holder and s[L.ATTACKER] >= 0:
        return s[L.ATTACKER]
    if s[L.ATTACKER] == holder and s[L.ACTIVE] == holder and s[L.DEFENDER] >= 0:
        return s[L.DEFENDER]
    return opponent_of(s, holder)

"""The totals of a game that was read: sums, squares and products for the counters."""

from __future__ import annotations

from typing import Any

from dtsim.dicethrone.engine import counters as N
from dtsim.dicethrone.engine import scratch as W
from dtsim.dicethrone.engine.record import lowest
from dtsim.dicethrone.program import layout as L
from dtsim.jit import kernel, leaf

FAR_BEHIND = 10  # health points at half time


@kernel
def end_turn(work: Any, counts: Any) -> None:
    """Health and lead as they are now."""
    turn = work[W.TURN] - 1
    lead = work[W.hero_at(0) + W.HEALTH] - work[W.hero_at(1) + W.HEALTH]
    if turn < W.MAX_LEADS:
        work[W.LEADS + turn] = lead
    if turn < N.TURNS:
        for who in range(N.HEROES):
            counts[N.HEALTH_AT + _health_of(work, who, turn)] += 1
    leader = 1 if lead > 0 else -1
    if lead != 0:
        if work[W.LEADER] == -leader:
            work[W.CHANGES] += 1
        work[W.LEADER] = leader


@leaf
def _health_of(work: Any, who: Any, turn: Any) -> Any:
    """The place of a hero's health in a histogram by turn."""
    health = max(0, min(N.LEVELS_OF_HEALTH - 1, work[W.hero_at(who) + W.HEALTH]))
    return (who * N.TURNS + turn) * N.LEVELS_OF_HEALTH + health


@kernel
def count_phases(plan: Any, work: Any, who: Any) -> None:
    """The phases since the board last changed count for every ability that was on it."""
    mine = W.hero_at(who)
    phases = work[mine + W.PHASES] - work[mine + W.PHASES_COUNTED]
    if phases == 0:
        return
    work[mine + W.PHASES_COUNTED] = work[mine + W.PHASES]
    for row in range(plan[W.N_ROWS + who]):
        at = who * N.MAX_ROWS + row
        space = plan[W.ROW_SPACE + at]
        if space >= 0 and plan[W.ROW_LEVEL + at] == work[mine + W.LEVEL + space]:
            side = plan[W.ROW_SIDE + at]
            if side < 0 or side == work[mine + W.SIDE]:
                work[mine + W.ROW_PHASES + row] += phases


@kernel
def add_totals(s: Any, plan: Any, work: Any, counts: Any) -> None:
    """The game is over."""
    turns = work[W.TURN]
    if turns > 0:
        end_turn(work, counts)
    length = min(N.ROUNDS - 1, max(0, turns - 1) // 2)
    for who in range(N.HEROES):
        outcome = _outcome(s, who)
        counts[N.GAMES_AT + (who * N.ROUNDS + length) * N.OUTCOMES + outcome] += 1
        counts[N.CHANGES_AT + who * N.MAX_LEAD_CHANGES + min(N.MAX_LEAD_CHANGES - 1, work[W.CHANGES])] += 1
        if 0 < turns <= N.TURNS:
            counts[N.FINAL_AT + _health_of(work, who, turns - 1)] += 1
        count_phases(plan, work, who)
        _close_hero(s, work, counts, who, outcome, turns)
        _close_abilities(plan, work, counts, who, outcome)
        _close_cards(work, counts, who, outcome, length)
        _close_tokens(plan, work, counts, who, turns)


@leaf
def _outcome(s: Any, who: Any) -> Any:
    if s[L.OVER] != L.DECIDED:
        return N.STOPPED
    if s[L.WINNER] < 0:
        return N.DRAWN
    return N.WON if s[L.WINNER] == who else N.LOST


@kernel
def _close_hero(s: Any, work: Any, counts: Any, who: Any, outcome: Any, turns: Any) -> None:
    mine = W.hero_at(who)
    place = N.HEROES_AT + who * N.HERO_WIDTH
    damage = work[mine + W.DAMAGE]
    counts[place + N.H_PHASES] += work[mine + W.PHASES]
    counts[place + N.H_TURNS] += turns
    counts[place + N.H_TURNS + 1] += turns * turns
    counts[place + N.H_DAMAGE + outcome] += damage
    counts[place + N.H_DAMAGE + N.OUTCOMES + outcome] += damage * damage
    if s[L.N_EVENTS] > s[L.LOGGING]:
        counts[place + N.H_CUT] += 1
    for origin in range(N.ORIGINS):
        part = work[mine + W.BY_ORIGIN + origin]
        counts[place + N.H_ORIGIN + origin] += part
        counts[place + N.H_ORIGIN + N.ORIGINS + origin] += part * part
        counts[place + N.H_ORIGIN + 2 * N.ORIGINS + origin] += part * damage
    if work[W.BLOOD_BY] == who:
        turn = max(0, min(N.TURNS, work[W.BLOOD_TURN]) - 1)
        counts[N.BLOOD_AT + (who * N.OUTCOMES + outcome) * N.TURNS + turn] += 1
    if outcome == N.WON:
        health = max(0, min(N.LEVELS_OF_HEALTH - 1, work[mine + W.HEALTH]))
        counts[N.MARGINS_AT + who * N.LEVELS_OF_HEALTH + health] += 1
    if outcome == N.WON or outcome == N.LOST:
        lead = work[W.LEADS + min(W.MAX_LEADS - 1, max(0, turns // 2 - 1))]
        if (lead if who == 0 else -lead) <= -FAR_BEHIND:
            counts[place + N.H_BEHIND] += 1
            if outcome == N.WON:
                counts[place + N.H_COMEBACKS] += 1


@kernel
def _close_abilities(plan: Any, work: Any, counts: Any, who: Any, outcome: Any) -> None:
    mine = W.hero_at(who)
    total = work[mine + W.DAMAGE]
    for row in range(plan[W.N_ROWS + who]):
        phases = work[mine + W.ROW_PHASES + row]
        used = work[mine + W.ROW_USED + row]
        damage = work[mine + W.ROW_DAMAGE + row]
        place = N.row_at(who, row)
        if phases != 0:
            counts[place] += phases
            counts[place + 1] += phases * phases
        if used | damage != 0:
            counts[place + N.A_USED + outcome] += used
            counts[place + N.A_USED + N.OUTCOMES] += used * used
            counts[place + N.A_USED + N.OUTCOMES + 1] += used * phases
            counts[place + N.A_DAMAGE + outcome] += damage
            counts[place + N.A_DAMAGE + N.OUTCOMES + outcome] += damage * damage
            counts[place + N.A_DAMAGE + 2 * N.OUTCOMES + outcome] += damage * total
            counts[place + N.A_DAMAGE + 3 * N.OUTCOMES] += damage * used


@kernel
def _close_cards(work: Any, counts: Any, who: Any, outcome: Any, length: Any) -> None:
    mine = W.hero_at(who)
    opening = work[mine + W.OPENING]
    later = work[mine + W.LATER] & ~opening
    played = work[mine + W.PLAYED]
    sold = work[mine + W.SOLD]
    fates = N.FATES_AT + ((who * N.ROUNDS + length) * N.OUTCOMES + outcome) * N.MAX_CARDS * N.FATES
    total = work[mine + W.DAMAGE]
    seen = opening | later | played | sold
    while seen != 0:
        row = lowest(seen)
        seen &= seen - 1
        place = fates + row * N.FATES
        counts[place + N.IN_OPENING_HAND] += (opening >> row) & 1
        counts[place + N.DRAWN_LATER] += (later >> row) & 1
        counts[place + N.WAS_PLAYED] += (played >> row) & 1
        counts[place + N.WAS_SOLD] += (sold >> row) & 1
        damage = work[mine + W.CARD_DAMAGE + row]
        if damage != 0:
            own = N.card_counts(who, row) + N.K_DAMAGE
            counts[own] += damage
            counts[own + 1] += damage * damage
            counts[own + 2] += damage * total


@kernel
def _close_tokens(plan: Any, work: Any, counts: Any, who: Any, turns: Any) -> None:
    mine = W.hero_at(who)
    total = work[mine + W.DAMAGE]
    for token in range(plan[W.N_TOKENS]):
        held = work[mine + W.TOKEN_TURNS + token]
        damage = work[mine + W.TOKEN_DAMAGE + token]
        place = N.token_counts(who, token)
        if held != 0:
            counts[place + N.T_HELD] += held
            counts[place + N.T_HELD + 1] += held * held
            counts[place + N.T_HELD + 2] += held * turns
            stacks = work[mine + W.TOKEN_STACKS + token]
            counts[place + N.T_STACKS] += stacks
            counts[place + N.T_STACKS + 1] += stacks * stacks
            counts[place + N.T_STACKS + 2] += stacks * turns
        if damage != 0:
            counts[place + N.T_DAMAGE] += damage
            counts[place + N.T_DAMAGE + 1] += damage * damage
            counts[place + N.T_DAMAGE + 2] += damage * total

"""Tokens come and go: stack limits, who put them there, what their coming and going sets off (chapter 16)."""

from __future__ import annotations

from typing import Any

from dtsim.dicethrone.engine.record import are_opponents, log, opponent_of, player, push_text
from dtsim.dicethrone.engine.rules import applies, whole
from dtsim.dicethrone.program import layout as L
from dtsim.jit import kernel, leaf


@leaf
def in_roll_phase(s: Any) -> Any:
    return L.PHASE_OFFENSE <= s[L.PHASE] <= L.PHASE_DEFENCE


@kernel
def gain_tokens(s: Any, t: Any, journal: Any, who: Any, counter: Any, wanted: Any, by: Any) -> None:
    """Up to the limit, all at once (DT-STA-6); a token with a rule for the surplus runs it once for each."""
    if wanted <= 0:
        return
    base = player(who)
    room = max(0, s[base + L.LIMIT + counter] - s[base + L.COUNT + counter])
    gained = min(wanted, room)
    if gained > 0:
        s[base + L.COUNT + counter] += gained
        s[base + L.FRESH + counter] += gained
        s[base + L.OWNER + counter] = by
        s[base + L.HELD] |= 1 << counter
        log(s, journal, L.E_TOKENS, who, counter, gained, s[base + L.COUNT + counter], by)
        if are_opponents(s, who, by) and in_roll_phase(s) and (s[L.STATUS] >> counter) & 1:
            if (s[base + L.LANDED] >> counter) & 1 == 0:
                s[base + L.LANDINGS + counter] = 0
            s[base + L.LANDED] |= 1 << counter
            s[base + L.LANDINGS + counter] += gained
    if wanted < 900:
        for _ in range(wanted - gained):
            _set_off(s, t, journal, L.GAINED_AT_LIMIT, who, counter)


@kernel
def lose_tokens(s: Any, t: Any, journal: Any, who: Any, counter: Any, wanted: Any) -> Any:
    """How many were really there to lose; the last one sets off what its leaving does."""
    base = player(who)
    lost = min(wanted, s[base + L.COUNT + counter])
    if lost > 0:
        s[base + L.COUNT + counter] -= lost
        s[base + L.FRESH + counter] = min(s[base + L.FRESH + counter], s[base + L.COUNT + counter])
        log(s, journal, L.E_TOKENS, who, counter, -lost, s[base + L.COUNT + counter], who)
        if s[base + L.COUNT + counter] == 0:
            _set_off(s, t, journal, L.REMOVED, who, counter)
            s[base + L.HELD] &= ~(1 << counter)
    return lost


@kernel
def raise_limit(s: Any, journal: Any, who: Any, counter: Any, amount: Any) -> None:
    """For this player and the rest of the game (DT-STA-5)."""
    s[player(who) + L.LIMIT + counter] += amount
    log(s, journal, L.E_LIMIT, who, counter, s[player(who) + L.LIMIT + counter], 0, 0)


@kernel
def _set_off(s: Any, t: Any, journal: Any, moment: Any, who: Any, counter: Any) -> None:
    rules = t[L.P_MOMENTS + moment]
    for index in range(t[rules]):
        rule = whole(t[rules + 1 + index])
        if t[rule + L.R_COUNTER] == counter and applies(s, t, rule, moment, who, who, -1):
            log(s, journal, L.E_TRIGGER, who, rule, moment, 0, 0)
            landing = L.LANDS_LATER if in_roll_phase(s) else L.LANDS_AT_ONCE
            other = opponent_of(s, who) if who == s[L.ACTIVE] else s[L.ACTIVE]
            base = push_text(s, whole(t[rule + L.R_TEXT]), who, other, rule, t[rule + L.R_PURPOSE], landing)
            s[base + L.F_COUNTER] = counter


@kernel
def overflows(t: Any, counter: Any) -> Any:
    """Does one more than there is room for set something off? Then a full board may be given one."""
    rules = t[L.P_MOMENTS + L.GAINED_AT_LIMIT]
    for index in range(t[rules]):
        if t[t[rules + 1 + index] + L.R_COUNTER] == counter:
            return True
    return False

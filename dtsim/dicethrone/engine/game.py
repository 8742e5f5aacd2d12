"""A game: begin it, run the rules until somebody must decide, take a decision."""

from __future__ import annotations

from typing import Any

import numpy as np

from dtsim.dicethrone.engine.cards import draw_cards
from dtsim.dicethrone.engine.flow import step_text
from dtsim.dicethrone.engine.options import legal
from dtsim.dicethrone.engine.phases import step_turn
from dtsim.dicethrone.engine.play import conditions_hold
from dtsim.dicethrone.engine.record import around, log, player, pop, push, push_text, top
from dtsim.dicethrone.engine.rules import applies, whole
from dtsim.dicethrone.engine.triggers import step_triggers
from dtsim.dicethrone.engine.windows import open_triggers, step_burst, step_window
from dtsim.dicethrone.program import layout as L
from dtsim.jit import kernel
from dtsim.rng import below, draw


@kernel
def begin(s: Any, t: Any, start: Any, key: Any, journal: Any) -> None:
    """Set a game up: the starting record, opening hands, the starting roll, hero setup (chapter 1)."""
    for index in range(L.FRAMES):
        s[index] = start[index]
    s[L.KEY] = np.int64(key)
    for who in range(s[L.N_PLAYERS]):
        draw_cards(s, journal, who, L.OPENING_HAND)
    # DT-SET-6: ties are rolled again among the tied, which is a uniform draw
    if s[L.START_PLAYER] < 0:
        s[L.START_PLAYER] = below(draw(np.uint64(key), 0, L.FOR_START, 0, 0), s[L.N_PLAYERS])
    s[L.ACTIVE] = s[L.START_PLAYER]
    push(s, L.A_TURN, s[L.ACTIVE], 0)
    for position in range(s[L.N_PLAYERS] - 1, -1, -1):
        who = around(s, s[L.ACTIVE] + position)
        open_triggers(s, L.SETUP, who)


@kernel
def advance(s: Any, t: Any, opts: Any, journal: Any) -> Any:
    """Run the rules until a player has more than one option; how many, or 0 when the game is over."""
    while s[L.OVER] == 0:
        if s[L.ASKED] >= 0:
            n = legal(s, t, opts)
            if n > 1:
                return n
            take(s, opts[0])
            continue
        kind = s[top(s) + L.F_KIND]
        if kind == L.A_TEXT:
            step_text(s, t, journal)
        elif kind == L.A_WINDOW:
            step_window(s, t, journal)
        elif kind == L.A_TURN:
            step_turn(s, t, journal)
        elif kind == L.TRIGGERS:
            step_triggers(s, t, journal)
        elif kind == L.A_BURST_FRAME:
            step_burst(s, t, journal)
        else:
            _step_defeat(s, t, journal)
    return 0


@kernel
def take(s: Any, chosen: Any) -> None:
    """The player who is asked takes an option."""
    s[L.ANSWER] = chosen
    s[L.ASKED] = -1


@kernel
def _step_defeat(s: Any, t: Any, journal: Any) -> None:
    """What acts instead of a defeat, once for each application; then who is left (DT-HP-4, DT-SIM-2)."""
    rules = t[L.P_MOMENTS + L.DEFEATED]
    for who in range(s[L.N_PLAYERS]):
        base = player(who)
        if s[base + L.HEALTH] > 0:
            continue
        for index in range(t[rules]):
            rule = whole(t[rules + 1 + index])
            if (s[base + L.REVIVED] >> index) & 1 or t[rule + L.R_SPEND] != 0:
                continue
            if not applies(s, t, rule, L.DEFEATED, who, who, -1):
                continue
            if not conditions_hold(s, t, whole(t[rule + L.R_CONDITION]), who, -1):
                continue
            s[base + L.REVIVED] |= 1 << index
            log(s, journal, L.E_TRIGGER, who, rule, L.DEFEATED, 0, 0)
            text = push_text(
                s,
                whole(t[rule + L.R_TEXT]),
                who,
                around(s, who + 1),
                rule,
                t[rule + L.R_PURPOSE],
                L.LANDS_AT_ONCE,
            )
            s[text + L.F_COUNTER] = t[rule + L.R_COUNTER]
            return
    pop(s)
    _who_is_left(s, journal)


@kernel
def _who_is_left(s: Any, journal: Any) -> None:
    teams = 0
    survivor = -1
    for who in range(s[L.N_PLAYERS]):
        if s[player(who) + L.HEALTH] > 0:
            if (teams >> s[player(who) + L.TEAM]) & 1 == 0:
                teams |= 1 << s[player(who) + L.TEAM]
                survivor = who if survivor < 0 else -2
        else:
            log(s, journal, L.E_DEFEATED, who, 0, 0, 0, 0)
    if survivor == -2:
        return
    s[L.OVER] = L.DECIDED
    s[L.WINNER] = survivor
    log(s, journal, L.E_OVER, survivor, L.DECIDED, 0, 0, 0)

"""The parts of an activated Offensive Ability, each played at its step of the turn."""

from __future__ import annotations

from typing import Any

from dtsim.dicethrone.engine.record import (
    push_text,
)
from dtsim.dicethrone.engine.rules import (
    whole,
)
from dtsim.dicethrone.program import layout as L
from dtsim.jit import kernel


@kernel
def run_part(s: Any, t: Any, part: Any) -> None:
    """Play the part of the activated ability that belongs to this step."""
    ability = s[L.ANNOUNCED]
    rows = whole(t[ability + L.AB_PARTS + part])
    if rows == 0:
        return
    text = push_text(
        s, rows, s[L.ACTIVE], s[L.DEFENDER], ability, t[ability + L.AB_PURPOSE], L.LANDS_AS_ATTACK
    )
    s[text + L.F_DICE] = s[L.FINAL_DICE]
    s[text + L.F_N_DICE] = L.DICE
    s[text + L.F_FOCUS] = s[L.ATTACK]
    if part == L.SETTLEMENT:
        s[text + L.F_LANDING] = L.LANDS_IN_SETTLEMENT
    elif part >= L.AFTER_DAMAGE:
        s[text + L.F_LANDING] = L.LANDS_AT_ONCE

"""What rows of a text share: where they go on, how a card is aimed, which windows they open."""

from __future__ import annotations

from typing import Any

from dtsim.dicethrone.engine.record import answered, ask, open_window
from dtsim.dicethrone.program import layout as L
from dtsim.jit import kernel, leaf

INSTANT_WINDOW = 1 << L.INSTANT | 1 << L.ANY_TIME | 1 << L.DAMAGED
# what its player may do there
MAIN_PHASE = 1 << L.INSTANT | 1 << L.ANY_TIME | 1 << L.MAIN_PHASE | L.IN_MAIN_PHASE
ROLL_WINDOW = INSTANT_WINDOW | 1 << L.ROLL_PHASE
ATTACK_WINDOW = ROLL_WINDOW | 1 << L.ATTACKING | 1 << L.ATTACKED  # from the activation on (DT-TOK-4)


@leaf
def go_on(s: Any, base: Any) -> None:
    s[base + L.F_PC] += L.ROW
    s[base + L.F_STEP] = 0
    s[base + L.F_LEFT] = 0


@kernel
def fizzle(s: Any, t: Any, base: Any) -> None:
    """A card whose object is gone ends without effect (DT-TIM-9)."""
    while t[s[base + L.F_PC]] != L.OP_END:
        s[base + L.F_PC] += L.ROW
    s[base + L.F_STEP] = 0


@leaf
def jump(s: Any, t: Any, base: Any, row: Any) -> None:
    s[base + L.F_PC] = t[row + L.JUMP]
    s[base + L.F_STEP] = 0


@kernel
def aimed_answer(s: Any, base: Any, who: Any, question: Any) -> Any:
    """The object of a text. A Main Phase card is aimed, a window opens, it may be aimed anew (DT-TIM-9)."""
    if s[base + L.F_AIMED] == L.IN_WINDOW:
        if s[L.ACTIONS] == s[base + L.F_PICKED]:
            s[base + L.F_AIMED] = L.AIMED
            s[base + L.F_PICKED] = 0
            return s[base + L.F_AIM]
        s[base + L.F_AIMED] = L.AIMED
        s[base + L.F_PICKED] = 0
    answer = answered(s)
    if answer < 0:
        ask(s, who, question)
        return -1
    if s[base + L.F_AIMED] == L.NOT_AIMED:
        s[base + L.F_AIMED] = L.IN_WINDOW
        s[base + L.F_AIM] = answer
        s[base + L.F_PICKED] = s[L.ACTIONS]
        open_window(s, INSTANT_WINDOW, -1)
        return -1
    return answer

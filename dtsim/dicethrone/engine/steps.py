"""The steps of a turn, under the names of the order of play (section 33 of the rule catalogue)."""

from __future__ import annotations

from typing import Any

from dtsim.dicethrone.engine.record import log
from dtsim.dicethrone.program.layout import BRIEF, E_STEP, F_PC, F_STEP, LOGGING
from dtsim.jit import leaf

# Upkeep, Income, Main (1)
U1, U3, U4, U5, I1, I2, M1, M3 = range(8)
# Offensive Roll Phase, and rolls after targeting
O1, O2, O3, O4, O5, O6, O6B, O7, O8, T4, T4W = range(8, 19)
# Defensive Roll Phase
DF1, DF2, DF2W, DF3, DF4, DF4R, DF5, DF6 = range(19, 27)
# settlement and conclusion
Z1, Z1T, Z1S, Z2, Z3, Z4, Z5, Z5T, Z5A, Z6, Z6P, C = range(27, 39)
# Main (2), Discard, end of the turn
N1, X1, X2, X3, X4 = range(39, 44)

NAMES = (
    "U1 U3 U4 U4 I1 I2 M1 M3 O1 O2 O3 O4 O5 O6 O6 O7 O8 T4 T4 "
    "DF1 DF2 DF2 DF3 DF4 DF4 DF5 DF6 Z1 Z1 Z1 Z2 Z3 Z4 Z5 Z5 Z5 Z6 Z6 C N1 X1 X2 X3 X4"
).split()


@leaf
def enter(s: Any, journal: Any, base: Any, step: Any) -> None:
    """Go on with a step."""
    s[base + F_PC] = step
    s[base + F_STEP] = 0
    if s[LOGGING] > BRIEF:
        log(s, journal, E_STEP, -1, step, 0, 0, 0)

"""What a worker remembers between games: keeps that were solved once need not be solved again.

What is remembered follows from the position alone: forgetting or sharing changes nothing but the time.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from dtsim.bare import bare
from dtsim.dicethrone.odds.lattice import N_MULTISETS, N_RESULTS
from dtsim.jit import leaf

SLOTS = 2048  # boards remembered
ATTEMPTS = 5  # Roll Attempts left: none to four
POLICY = ATTEMPTS * N_RESULTS

# scratch of the solver: floats, and behind the remembered keeps, multisets
PAYOFF = 0
VALUES = PAYOFF + N_RESULTS
TOPS = VALUES + ATTEMPTS * N_MULTISETS
N_FLOATS = TOPS + N_MULTISETS
DECISIONS = SLOTS * POLICY
NODES = DECISIONS + POLICY
BEST = NODES + POLICY
N_KEEPS = BEST + N_MULTISETS


class Memory(NamedTuple):
    """Memory and scratch of one worker."""

    keys: Any  # [slot] int64
    keeps: Any  # [slot, attempts left, result] int16: the multiset to keep; then scratch
    floats: Any  # scratch


def new_memory() -> Memory:
    return Memory(np.full(SLOTS, -1, dtype=np.int64), np.zeros(N_KEEPS, dtype=np.int16), np.zeros(N_FLOATS))


@leaf
def bare_memory(memory: Any) -> Any:
    """As compiled code hands it on."""
    return Memory(bare(memory.keys), bare(memory.keeps), bare(memory.floats))

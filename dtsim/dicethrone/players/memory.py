"""What a worker remembers between games: what was solved or measured once need not be done again.

What is remembered follows from the position alone: forgetting or sharing changes nothing but the time.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from dtsim.bare import bare
from dtsim.dicethrone.odds.lattice import N_MULTISETS, N_RESULTS
from dtsim.dicethrone.players import mind as M
from dtsim.dicethrone.players.bans import PLACES
from dtsim.dicethrone.players.notes import NOTES, ROOM
from dtsim.jit import leaf

if TYPE_CHECKING:
    from dtsim.dicethrone.players.study.study import Study

SLOTS = 2048  # boards whose keeps the simple player remembers
ATTEMPTS = 5  # Roll Attempts left: none to four
POLICY = ATTEMPTS * N_RESULTS
KEYS_OF_BOARDS = SLOTS  # behind the keys of the simple player: those of the planner
KEYS_OF_SOLUTIONS = KEYS_OF_BOARDS + M.N_BOARDS
KEYS_OF_TURNS = KEYS_OF_SOLUTIONS + M.N_SOLUTIONS
KEYS_OF_LOOKS = KEYS_OF_TURNS + M.N_TURNS
KEY_OF_DEFENCE = KEYS_OF_LOOKS + M.N_LOOKS
N_KEYS = KEY_OF_DEFENCE + 1

# scratch of the solver: floats, and behind the remembered keeps, multisets
PAYOFF = 0
VALUES = PAYOFF + N_RESULTS
TOPS = VALUES + ATTEMPTS * N_MULTISETS
SIMPLE_WEIGHTS = TOPS + N_MULTISETS  # of the simple player
DODGE, CARD = range(2)
SIMPLE_NAMES = ("dodge", "card")
N_FLOATS = SIMPLE_WEIGHTS + len(SIMPLE_NAMES)
DECISIONS = SLOTS * POLICY
NODES = DECISIONS + POLICY
BEST = NODES + POLICY
N_KEEPS = BEST + N_MULTISETS


class Memory(NamedTuple):
    """Memory and scratch of one worker."""

    keys: Any  # [slot] int64
    keeps: Any  # [slot, attempts left, result] int16: the multiset to keep; then scratch
    floats: Any  # scratch
    mind: Any  # integers of the planner, see mind.py
    thoughts: Any  # its floats
    member: Any  # which results belong together, see mind.py
    bans: Any  # what the player never does, see bans.py
    notes: Any  # what it holds the options of a decision worth, see notes.py


def new_memory(
    simple: NDArray[np.float64],
    study: Study | None = None,
    weights: NDArray[np.float64] | None = None,
    bans: NDArray[np.int64] | None = None,
    room: int = 0,
) -> Memory:
    """A new memory with the weights of the simple player; a planner needs a study of the pairing and its own.

    `room`: for how many options of a decision it notes down what they are worth.
    """
    memory = Memory(
        np.full(N_KEYS, -1, dtype=np.int64),
        np.zeros(N_KEEPS, dtype=np.int16),
        np.zeros(N_FLOATS),
        np.zeros(1, dtype=np.int64) if study is None else study.ints.copy(),
        np.zeros(1 if study is None else M.N_FLOATS),
        np.zeros(1, dtype=np.int16) if study is None else study.member,
        np.zeros(PLACES, dtype=np.int64) if bans is None else bans,
        np.zeros(NOTES + 2 * room),
    )
    memory.notes[ROOM] = room
    memory.floats[SIMPLE_WEIGHTS:] = simple
    if study is not None and weights is not None:
        memory.thoughts[M.WEIGHTS : M.WEIGHTS + len(weights)] = weights
        study.teach(memory)
    return memory


@leaf
def bare_memory(memory: Any) -> Any:
    """As compiled code hands it on."""
    return Memory(
        bare(memory.keys),
        bare(memory.keeps),
        bare(memory.floats),
        bare(memory.mind),
        bare(memory.thoughts),
        bare(memory.member),
        bare(memory.bans),
        bare(memory.notes),
    )

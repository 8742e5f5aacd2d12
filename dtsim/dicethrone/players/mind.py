"""Where things are in the mind of a planner: codes and places, shared by its compiled parts."""

from __future__ import annotations

from dtsim.dicethrone.odds.lattice import N_MULTISETS, N_RESULTS
from dtsim.dicethrone.program import layout as L

MAX_MOVES = 192
MAX_KINDS = 1024
DEFENCES = 9  # levels of two Defensive Abilities
CONTEXTS = 16  # CP, or tokens of a kind
KILLS = 24  # healths for which the chance to defeat is known

# a move
SEAT, ABILITY, STEP, SPACE, LEVELS, DEPENDS, FIRST_KIND, N_KINDS = range(8)
MOVE = 8
ON_CP, ON_COUNTER = 1, 2

# a card that changes dice
NOT_DICE, SETS, STEPS, COPIES, THROWS, ATTEMPT = range(6)
KIND, WHOSE, COUNT, FACES = range(4)
CARD = 4

# integers
FIRST_MOVE = 0
MOVES = FIRST_MOVE + 2 * L.MAX_PLAYERS
SHOWS = MOVES + MAX_MOVES * MOVE  # dice that show a kind
CARDS = SHOWS + MAX_KINDS
KNOWN = CARDS + 2 * 64 * CARD
START = KNOWN + MAX_KINDS * DEFENCES * CONTEXTS
SCRATCH = START + L.FRAMES
OPTIONS = SCRATCH + L.GAME_SIZE
WORTH_KNOWN = OPTIONS + L.MAX_OPTIONS
SOLVED = WORTH_KNOWN + 2 * L.MAX_COUNTERS  # what the values in hand were solved for
N_SOLVED = 4
N_INTS = SOLVED + N_SOLVED

# floats
WEIGHTS = 0
N_WEIGHTS = 32
ROWS = 5  # Roll Attempts left: none to four
PAYOFF = WEIGHTS + N_WEIGHTS  # of the board at hand
OTHER = PAYOFF + N_RESULTS  # of the opponent's board
WITH_CARDS = OTHER + N_RESULTS
SPARE = WITH_CARDS + N_RESULTS
VALUES = SPARE + N_MULTISETS
TOPS = VALUES + ROWS * N_MULTISETS
BY_KIND = TOPS + N_MULTISETS
WORTH = BY_KIND + MAX_KINDS
BOARDS = WORTH + 2 * L.MAX_COUNTERS
N_BOARDS = 512
LOOKS = BOARDS + N_BOARDS * N_RESULTS
LOOK = 2 + KILLS  # mean damage, the rest, chances to deal at least 1, 2 ...
N_FLOATS = LOOKS + MAX_KINDS * DEFENCES * CONTEXTS * LOOK

# weights, in points of health
(
    W_CP,
    W_CARD,
    W_WIN,
    W_TURNS,
    W_UPGRADE,
    W_MARGIN,
    W_BREAK,
    W_PREVENT,
    W_STATUS,
    W_HAND,
    W_SELL,
) = range(11)

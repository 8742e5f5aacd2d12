"""Where things are in the mind of a planner: codes and places, shared by its compiled parts."""

from __future__ import annotations

from dtsim.dicethrone.odds.lattice import N_MULTISETS, N_RESULTS
from dtsim.dicethrone.program import layout as L

MAX_MOVES = 192
MAX_KINDS = 1024
DEFENCES = 9  # levels of two Defensive Abilities
CONTEXTS = 16  # CP, or tokens of a kind
N_LOOKS = MAX_KINDS * DEFENCES * CONTEXTS
KILLS = 16  # healths for which the chance to defeat is known

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
SEES = MOVES + MAX_MOVES * MOVE  # of each player: whether the board depends on CP; on which counters
SHOWS = SEES + 2 * L.MAX_PLAYERS  # dice that show a kind
RESULTS = SHOWS + MAX_KINDS  # where the list of the results of a kind begins
CARDS = RESULTS + MAX_KINDS + 1
CHANGING = CARDS + 2 * 64 * CARD  # of each player: cards that turn own dice to other faces
KNOWN = CHANGING + L.MAX_PLAYERS
START = KNOWN + N_LOOKS
SCRATCH = START + L.FRAMES
OPTIONS = SCRATCH + L.GAME_SIZE
WORTH_KNOWN = OPTIONS + L.MAX_OPTIONS
WANTED = (
    WORTH_KNOWN + 1
)  # what must be measured first: A_LOOK and its move, kind, defence, context; or A_TRIAL
TRIED = WANTED + 5  # the option that a trial has chosen, if there was one
NODES = TRIED + 2  # scratch: the multisets that subsets of the dice show
N_INTS = NODES + (1 << L.DICE)

# members: [move, result]: which kind the result is of, or -1; then the results of each kind
LISTS = MAX_MOVES * N_RESULTS
N_MEMBERS = LISTS + MAX_MOVES * N_RESULTS

A_LOOK, A_TRIAL = 1, 2
MAX_TRIED = 8

# floats
WEIGHTS = 0
N_WEIGHTS = 8
ROWS = 5  # Roll Attempts left: none to four
OTHER = WEIGHTS + N_WEIGHTS  # worth of the results when all cards but one may change them
SPARE = OTHER + N_RESULTS
WORK = SPARE + N_MULTISETS  # a solution with up to four attempts
TOPS = WORK + N_RESULTS + ROWS * N_MULTISETS
TRIALS = TOPS + N_MULTISETS  # what the options that were tried came to
CHANGES = TRIALS + MAX_TRIED  # scratch: how many tokens of each kind a move has given, to each player
WORTH = CHANGES + 2 * L.MAX_COUNTERS
BOARDS = WORTH + 2 * L.MAX_COUNTERS
N_BOARDS = 512
TURNS = BOARDS + N_BOARDS * N_RESULTS  # what a whole Roll Phase is worth on a board; below all: not known
LOOKS = TURNS + N_BOARDS
GIVEN = (
    2 + KILLS
)  # mean damage, the rest, chances to deal at least 1, 2 ..., then the tokens given: where, how many
MAX_GIVEN = 4
LOOK = GIVEN + 2 * MAX_GIVEN
UNKNOWN = -1e9
SOLUTIONS = LOOKS + N_LOOKS * LOOK
N_SOLUTIONS = 4096
ATTEMPTS_SOLVED = 2
SOLUTION = N_RESULTS + ATTEMPTS_SOLVED * N_MULTISETS  # worth of the results with cards; with rolls to come
N_FLOATS = SOLUTIONS + N_SOLUTIONS * SOLUTION

# weights, in points of health
WEIGHT_NAMES = ("cp", "card", "win", "upgrade", "margin", "break", "prevent", "hand")
W_CP, W_CARD, W_WIN, W_UPGRADE, W_MARGIN, W_BREAK, W_PREVENT, W_HAND = range(8)

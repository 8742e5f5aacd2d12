"""Where things are in the mind of a planner: codes and places, shared by its compiled parts."""

from __future__ import annotations

from dtsim.dicethrone.odds.lattice import N_MULTISETS, N_RESULTS
from dtsim.dicethrone.program import layout as L

MAX_MOVES = 192
NO_MOVE = -1  # announcing nothing
MAX_KINDS = 1024
MAX_DEFENCES = 32
DEFENCE_LEVELS = 9  # levels of two Defensive Abilities
KILLS = 16  # healths of the opponent for which the chance to defeat is known
ROOM = 5  # health below the most there may be, from which on healing may be lost
RISKS = 8  # own healths for which the chance to be defeated by the own move is
MOST_CARDS = 6  # that change dice, looked at together
MOST_LAYERS = 1 << MOST_CARDS
MOST_THROWS = 2  # of a die that a passive is paid for, looked at together
A_THROW = -1  # in the place of a card
MOST_DAMAGE = 16  # damage on its way beyond which reactions are not told apart
MAX_TRIED = 32  # options that a trial compares

# a move: an Offensive Ability at a step of its ladder; what its worth depends on: the own CP, those of the
# opponent, counters of the player and of the opponent as bits
SEAT, ABILITY, STEP, SPACE, LEVELS, CP, THEIR_CP, OWN, OTHER, FIRST_KIND, N_KINDS = range(11)
MOVE = 11
CP_TOLD_APART = 5  # of the opponent: 5 or more are alike

# a Defensive Ability at a level: how many dice, whether both players roll, counters as bits
D_ABILITY, D_DICE, D_DUELS, D_OWN, D_OTHER = range(5)
DEFENCE = 5

# a card that changes dice
NOT_DICE, SETS, STEPS, COPIES, THROWS, ATTEMPT = range(6)
# how many dice it changes; if a condition (0: none) does not hold, OTHERWISE; the phase it is for, or -1
KIND, WHOSE, COUNT, FACES, CONDITION, OTHERWISE, PHASE, CARD_CP, CARD_THEIR_CP, CARD_COUNTERS, TIMING = range(
    11
)
CARD = 11
# when a card that does not change dice is thought of
IN_MAIN, ANY_MOMENT, ON_DAMAGE, BEFORE_DEFENCE, IN_ATTACK, AT_LAST = range(6)

# when a reaction is looked into: before the defence and after it; the same of one's own opponent
EARLY, LATE, BEFORE_THEIR_DEFENCE, IN_OWN_ATTACK = range(4)
WHENS = 4
TYPES = 5  # damage that is told apart, below the type of the damage: bits

# integers
FIRST_MOVE = 0
MOVES = FIRST_MOVE + 2 * L.MAX_PLAYERS
DEFENDING = MOVES + MAX_MOVES * MOVE
N_DEFENDING = DEFENDING + MAX_DEFENCES * DEFENCE
# of each player: whether the board depends on the own CP, on the opponent's; on which counters, of both
SEES = N_DEFENDING + 1
SEES_CP, SEES_THEIR_CP, SEES_OWN, SEES_OTHER = range(4)
SEEN_BY = 4
SHOWS = SEES + SEEN_BY * L.MAX_PLAYERS  # dice that show a kind
RESULTS = SHOWS + MAX_KINDS  # where the list of the results of a kind begins
CARDS = RESULTS + MAX_KINDS + 1
CHANGING = CARDS + 2 * 64 * CARD  # of each player: cards that make own dice better
GRANTING = CHANGING + L.MAX_PLAYERS  # and those that grant a Roll Attempt
STANDING = GRANTING + L.MAX_PLAYERS  # counters that are companions or markers, as bits
SPENT = STANDING + 1  # and those that are spent on an own Attack
FATEFUL = SPENT + 1  # and those that do something in an Upkeep
GUARDS = FATEFUL + 1  # and those that may be spent against an Attack
PAID_THROW = GUARDS + 1  # of each player: the passive that throws an own die anew, or 0, and what it costs
COMPANION = PAID_THROW + 2 * L.MAX_PLAYERS  # of each player: a companion and the marker of its state, or -1
TWO_SIDED = COMPANION + 2 * L.MAX_PLAYERS  # players whose board has two sides, as bits
START = TWO_SIDED + 1
SCRATCH = START + L.FRAMES
OPTIONS = SCRATCH + L.GAME_SIZE
WORTH_KNOWN = OPTIONS + L.MAX_OPTIONS
WANTED = WORTH_KNOWN + 1  # what must be measured first: one of the codes below, what it is about, its key
PLAIN = WANTED + 9  # whether positions are looked at as if nobody had tokens
TRIED = PLAIN + 1  # the option that a trial has chosen, if there was one
NO_PICK = -1
PICK = TRIED + 2  # which answer is looked into, how many there are, whose it is
PICKS = PICK + 1
PICKED_BY = PICK + 2
FORGOTTEN = PICK + 3  # how often there was no room for something seen
SLOTS = FORGOTTEN + 1  # scratch: cards in hand that change dice, how many dice each, costs of sets
DICE_OF = SLOTS + MOST_CARDS
COSTS = DICE_OF + MOST_CARDS
NODES = COSTS + MOST_LAYERS  # scratch: the multisets that subsets of the dice show
N_INTS = NODES + (1 << L.DICE)

A_MOVE, A_CARD, A_REACTION, A_DEFENCE, A_TRIAL, A_FATE = 1, 2, 3, 4, 5, 6
WANTED_KEY, WANTED_PLAIN, WANTED_CP, WANTED_THEIR_CP = 5, 6, 7, 8

# members: [move, result]: which kind the result is of, or -1; then the results of each kind; then [defence,
# multiset]: the multiset that stands for its kind
LISTS = MAX_MOVES * N_RESULTS
DEFENCE_KINDS = LISTS + MAX_MOVES * N_RESULTS
N_MEMBERS = DEFENCE_KINDS + MAX_DEFENCES * N_MULTISETS

# floats
WEIGHTS = 0
N_WEIGHTS = 8
ROWS = 5  # Roll Attempts left: none to four
LAYERS = WEIGHTS + N_WEIGHTS  # worth of the results with each set of cards in hand
ONCE = LAYERS + MOST_LAYERS * N_RESULTS  # scratch: when one die may be thrown again
SPARE = ONCE + N_RESULTS
WORK = SPARE + N_MULTISETS  # a solution with up to four attempts
DEFEND = WORK + ROWS * N_MULTISETS  # worth of the Defense Rolls
MORE = DEFEND + N_MULTISETS  # one with an attempt that a card grants
TOPS = MORE + 2 * N_MULTISETS
TRIALS = TOPS + N_MULTISETS  # what the options that were tried came to
WORTH = TRIALS + MAX_TRIED  # of a token on each board
SIDES = WORTH + 2 * L.MAX_COUNTERS  # of the second side of a board lying up
STATES = SIDES + 2  # of a companion: [player, marker, count]
MOST_STATES = 16  # counts of a companion, and of any counter as far as they are told apart
BOARDS = STATES + 2 * 2 * MOST_STATES
N_BOARDS = 4096
TURNS = BOARDS + N_BOARDS * N_RESULTS  # what a whole Roll Phase is worth on a board
N_TURNS = 8192
LOOKS = TURNS + N_TURNS
# mean damage; the rest; chances to deal at least 1, 2 ...; damage up to 1, 2 ...; chances to lose as much
DAMAGE, REST, CHANCES, CAPPED, LOSSES = 0, 1, 1, 1 + KILLS, 1 + 2 * KILLS  # + health
HEALED = 2 + 2 * KILLS + RISKS  # the mean of what is healed
LOOK = HEALED + 1
N_LOOKS = 32768
SEEN = LOOKS + N_LOOKS * LOOK  # scratch: what is being looked into
UNKNOWN = -1e9
SOLUTIONS = SEEN + LOOK
N_SOLUTIONS = 4096
ATTEMPTS_SOLVED = 2
SOLUTION = ATTEMPTS_SOLVED * N_MULTISETS  # worth of all multisets, with cards, by the attempts that are left
N_FLOATS = SOLUTIONS + N_SOLUTIONS * SOLUTION

# weights, in points of health
WEIGHT_NAMES = ("cp", "spare", "card", "win", "danger", "margin", "break")
W_CP, W_SPARE, W_CARD, W_WIN, W_DANGER, W_MARGIN, W_BREAK = range(7)

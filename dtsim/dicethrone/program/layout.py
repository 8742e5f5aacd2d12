"""Codes, and the places of the game record and of a program: what compiler, engine and players share.

A game is one row of 64-bit integers, a program one row of 16-bit integers, both read by constant offsets.
"""

from __future__ import annotations

MAX_PLAYERS = 6
MAX_COUNTERS = 40
MAX_SPACES = 20
MAX_USES = 8  # rules with a limit of uses
MAX_DEPTH = 40
MAX_PACKETS = 12
MAX_INNER_ROLLS = 4  # of one Offensive Ability
MAX_OPTIONS = 1024  # ten dice may be kept in as many ways
SCRIPT_WORDS = 16
DICE_PER_WORD = 15  # four bits a die

# ---------------------------------------------------------------- damage types, as in DT-DMG-1
NORMAL, UNDEFENDABLE, PURE, COLLATERAL, ULTIMATE = range(5)

# ---------------------------------------------------------------- moments, in the order of words.MOMENTS
(
    SETUP,
    UPKEEP,
    INCOME,
    MAIN_PHASE,
    BEFORE_OFFENSE,
    REROLL,
    ROLLED,
    ROLL_PHASE,
    ACTIVATING,
    OFFENSE_ENDS,
    ATTACKING,
    ATTACKED,
    INFLICTED,
    DAMAGED,
    DEFEATED,
    ROLL_PHASE_ENDS,
    TURN_ENDS,
    GAINED,
    GAINED_AT_LIMIT,
    REMOVED,
    ANY_TIME,
    INSTANT,
    ALWAYS,
) = range(23)
# moments that no file names: parts of the ones above
SETTLING = 23  # flat plus and minus of `attacking` and `attacked`, summed with the damage (Z1)
NO_ATTACK = 24  # the Offensive Roll Phase led to no Attack (DF2)
EXTRA_PASS = 25  # a further Offensive Roll Phase may be due (Z6)
RESISTING = 26  # tests before an activation (O6)
N_MOMENTS = 27

# ---------------------------------------------------------------- kinds of windows, beside bits of moments
WINDOW_KINDS = 9
WINDOW_KIND = 31  # where the kind of a window is written

# ---------------------------------------------------------------- phases, in the order of the word list
PHASES = ("upkeep", "income", "main", "offensive", "targeting", "defensive", "discard")
PHASE_UPKEEP, PHASE_INCOME, PHASE_MAIN, PHASE_OFFENSE, PHASE_TARGETING, PHASE_DEFENCE, PHASE_DISCARD = range(
    7
)


class Places:
    """Hands out consecutive places."""

    def __init__(self, first: int = 0) -> None:
        self.used = first

    def take(self, size: int = 1) -> int:
        self.used += size
        return self.used - size


# ---------------------------------------------------------------- the game record: the table
_game = Places()
KEY = _game.take()
TURN = _game.take()
ROUND = _game.take()  # 0: before the first turn
ACTIVE = _game.take()
START_PLAYER = _game.take()
N_PLAYERS = _game.take()
OVER = _game.take()
WINNER = _game.take()
TURN_CAP = _game.take()
RULINGS = _game.take()
DEPTH = _game.take()  # of the stack of frames
ASKED = _game.take()  # the player who must decide, or -1
QUESTION = _game.take()
ANSWER = _game.take()  # the option taken and not yet read, or -1
DECISIONS = _game.take()
ACTIONS = _game.take()  # cards played, tokens spent, passives used: to see whether somebody acted
PHASE = _game.take()
PASS = _game.take()  # Offensive Roll Phases of this turn before this one
ATTEMPTS_LEFT = _game.take()
ATTEMPTS_USED = _game.take()
ANNOUNCED = _game.take()  # place of the announced ability, or 0
LADDER_STEP = _game.take()
DICE_CHANGED = _game.take()  # since the announcement
FINAL_DICE = _game.take()
ATTACKER = _game.take()
DEFENDER = _game.take()
ATTACK = _game.take()  # packet of the Attack, or -1
IS_ULTIMATE = _game.take()
LOCKED_BY = _game.take()  # whose Ultimate locks the opponents, or -1
DEFENCE_TO_COME = _game.take()
SKIP_DEFENCE = _game.take()
IS_DEFENDED = _game.take()
SKIP_OFFENSE = _game.take()
SKIP_INCOME = _game.take()
SKIP_ABILITY = _game.take()
EXTRA = _game.take()  # to whom a further Offensive Roll Phase is due, or -1
ATTACK_MADE = _game.take()
DMG_DEALT = _game.take()
INNER_DICE = _game.take(MAX_INNER_ROLLS)  # of an Offensive Ability, for the parts of it that come later
INNER_COUNT = _game.take(MAX_INNER_ROLLS)
INNER_DICE_2 = _game.take(MAX_INNER_ROLLS)
HELD_AT_START = _game.take()  # counters the active player held when the Roll Phase began
SCRIPT_LENGTH = _game.take()
SCRIPT_USED = _game.take()
SCRIPT = _game.take(SCRIPT_WORDS)
N_EVENTS = _game.take()
N_COUNTERS = _game.take()
LOGGING = _game.take()  # how many events there is room for; 0: nobody reads them; up to BRIEF: no steps
SPENDABLE = _game.take(N_MOMENTS)  # counters that may be spent at a moment
AUTOMATIC = _game.take(N_MOMENTS)  # counters with something that happens at a moment
BOARD_RULES = _game.take(N_MOMENTS)  # heroes with board rules at a moment
ALWAYS_HELD = _game.take()  # counters with a standing rule
SPEND_MOMENTS = _game.take()  # moments at which some token may be spent, as bits
LATE_MOMENTS = _game.take()  # moments at which cards beside the three usual kinds are played, as bits
ANY_SPENDABLE = _game.take()  # counters that may be spent at some moment
PASSIVES = _game.take()  # heroes whose board has something to use
N_PACKETS = _game.take()  # packets of damage on their way
STATUS = _game.take()  # counters that are status effects
POSITIVE = _game.take()
NEGATIVE = _game.take()
UNREMOVABLE = _game.take()
UNMOVABLE = _game.take()

# how a game ended
DECIDED, UNFINISHED, BROKEN = 1, 2, 3  # broken: a limit of the record was reached; reported, never silent

# ---------------------------------------------------------------- the game record: a player
_player = Places()
HEALTH = _player.take()
CP = _player.take()
HAND = _player.take()  # sets of card slots
DECK = _player.take()
DISCARD = _player.take()
INSTALLED = _player.take()
RESOLVING = _player.take()  # cards paid for and not yet discarded
SIDE = _player.take()
HELD = _player.take()  # set of counters
TEAM = _player.take()
CEILING = _player.take()
HEAL_PENDING = _player.take()
HEALTH_LOST = _player.take()  # in the settlement that is being computed
DRAWS = _player.take()  # this turn
LANDED = _player.take()  # counters inflicted in this pass of the Roll Phase
CAN_LOSE = _player.take()  # health that is left to be stolen in it
REVIVED = _player.take()  # rules against defeat tried in this application
HERO = _player.take()
CARDS_MAIN = _player.take()
CARDS_ROLL = _player.take()
CARDS_INSTANT = _player.take()
CARDS_UPGRADE = _player.take()
CARDS_LATE = _player.take()  # played at other moments
CARDS_DICE = _player.take()  # that change dice
CARDS_ON_DICE = _player.take()  # that need dice on the table
CARDS_ON_ATTACK = _player.take()  # that need an own Attack
CARDS_ON_DAMAGE = _player.take()  # that need damage on its way
CARDS_ON_STATUS = _player.take()  # that need a status effect
# by the kind of window: cards that the player would think of, moments at which tokens would be spent, as
# bits; nobody else is asked
HEEDS = _player.take(WINDOW_KINDS)
HEEDS_TOKENS = _player.take(WINDOW_KINDS)
HEEDS_PASSIVES = _player.take()  # kinds of windows in which the player would use passives, as bits
HEEDS_SALES = _player.take()  # whether the player would sell in a Main Phase
AFFORDABLE = _player.take(16)  # card slots that cost at most so much CP
LEVEL = _player.take(MAX_SPACES)
USES = _player.take(MAX_USES)
USES_OF_GAME = _player.take(MAX_USES)  # slots that follow those of the turn
INNER = _player.take(16)  # rolls this turn, by purpose
COUNT = _player.take(MAX_COUNTERS)
LIMIT = _player.take(MAX_COUNTERS)
FRESH = _player.take(MAX_COUNTERS)  # gained this turn
OWNER = _player.take(MAX_COUNTERS)  # who put it there
LANDINGS = _player.take(MAX_COUNTERS)  # of a counter that has landed: how many
PLAYER_SIZE = _player.used
PLAYERS = _game.take(MAX_PLAYERS * PLAYER_SIZE)

# ---------------------------------------------------------------- the game record: damage on its way
_packet = Places()
PK_KIND = _packet.take()
PK_SOURCE = _packet.take()
PK_TARGET = _packet.take()
PK_TYPE = _packet.take()
PK_BASE = _packet.take()
PK_ADDED = _packet.take()
PK_LESS = _packet.take()  # taken off by the attacker's own tokens
PK_GUARDED = _packet.take()  # prevented by the Defensive Ability
PK_PREVENTED = _packet.take()
PK_MULTIPLES = _packet.take()  # how many times the subtotal is added
PK_MORE_HALVES = _packet.take()  # how many times half of it is
PK_HALVES = _packet.take()
PK_GUARDED_HALVES = _packet.take()  # prevented by the Defensive Ability, of what can be defended
PK_DODGED = _packet.take()
PK_OF = _packet.take()  # the packet that a component belongs to or that is reflected; OF_ABILITY; or -1
PK_MOVED = _packet.take()  # 1 all of it, 2 any part of it goes to a counter
PK_MOVED_TO = _packet.take()
PK_PART = _packet.take()  # how much of it goes there
PK_SUBTOTAL = _packet.take()
PK_TOTAL = _packet.take()
PK_STOLEN = _packet.take()  # how much of the base the source steals, by a ruling
PK_LOOT = _packet.take()  # how much of the total
PACKET_SIZE = _packet.used
PACKETS = _game.take(MAX_PACKETS * PACKET_SIZE)

OF_ABILITY = -2  # dealt by an Offensive Ability beside the Attack
FREE, AN_ATTACK, A_COMPONENT, A_DEFENCE, A_REFLECTION, ANOTHER, OF_PHASE, A_BURST = range(8)

# ---------------------------------------------------------------- the game record: frames
_frame = Places()
F_KIND = _frame.take()
F_PC = _frame.take()
F_YOU = _frame.take()
F_OPPONENT = _frame.take()
F_ITEM = _frame.take()  # place of the card, ability or rule in the program
F_PURPOSE = _frame.take()
F_CHOSEN = _frame.take()  # set of players
F_SPENT = _frame.take()
F_TAKEN = _frame.take()  # a line of the chain was taken
F_ADDED = _frame.take()  # dmg added by this text
F_PREVENTED = _frame.take()
F_FOCUS = _frame.take()  # packet, or -1
F_LANDING = _frame.take()  # how damage of this text lands
F_COUNTER = _frame.take()  # the token whose text this is, or -1
F_CARD = _frame.take()  # card slot, or -1
F_STEP = _frame.take()  # inside a row
F_LEFT = _frame.take()  # repetitions left in a row
F_DICE = _frame.take()
F_N_DICE = _frame.take()
F_ROLLER = _frame.take()
F_DICE_2 = _frame.take()  # the other dice of a duel
F_N_DICE_2 = _frame.take()
F_ROLLER_2 = _frame.take()
F_PICKED = _frame.take()  # chosen dice, as bits
F_POOL = _frame.take()  # the frame whose dice this text may change, or -1
F_AIM = _frame.take()  # the answer aimed with, AGREED, or -1
F_AIMED = _frame.take()
F_A = _frame.take(MAX_PLAYERS)  # by kind of frame
FRAME_SIZE = _frame.used
FRAMES = _game.take((MAX_DEPTH + 1) * FRAME_SIZE)  # one to spare, for questions asked without a text
GAME_SIZE = _game.used

A_TURN, A_WINDOW, A_TEXT, A_BURST_FRAME, TRIGGERS, A_DEFEAT, A_PLAY = range(7)

# a window
W_MOMENTS = F_A  # bits of the moments that are open
W_ASKING = F_A + 1  # place in priority order
W_LIMIT = F_A + 2  # how many players take part
W_DECLARED = F_A + 3
W_DECLARER = F_A + 4
W_POOL = F_A + 5  # the frame whose dice lie on the table, or -1

W_FIRST = F_LEFT  # where asking begins
# beside the moments of a window
ONLY_DICE = 1 << 30  # only what changes the dice on the table
NO_PASSIVES = 1 << 29  # a passive is answered at Instant speed only (DT-TIM-12)
(
    ELSEWHERE,
    IN_MAIN_PHASE,
    BEFORE_ROLLING,
    IN_ROLLING,
    AFTER_ROLLING,
    WHEN_ANNOUNCED,
    IN_TARGETING,
    BEFORE_DEFENCE,
    IN_DEFENCE,
) = (kind << WINDOW_KIND for kind in range(WINDOW_KINDS))

# triggers: F_YOU is the player whose moment it is, F_A holds the rules of each player that are to come
T_MOMENT = F_COUNTER

# a text
X_HOLDER = F_A  # whose tokens a row takes, once that is settled, as a set; 0: not yet

AGREED = -2  # the payment was agreed to when the text was chosen
NOT_AIMED, IN_WINDOW, AIMED = range(3)

# how damage and healing of a text land
LANDS_AT_ONCE, LANDS_LATER, LANDS_WITH_PHASE, LANDS_AS_ATTACK, LANDS_IN_DEFENCE, LANDS_IN_SETTLEMENT = range(
    6
)

# ---------------------------------------------------------------- a program: head
_head = Places()
P_HEROES = _head.take(MAX_PLAYERS)  # places of the heroes
P_MOMENTS = _head.take(N_MOMENTS + 1)  # places of the lists of rules
P_COUNTERS = _head.take()
P_N_COUNTERS = _head.take()
HEAD_SIZE = _head.used

# a hero
H_DEFENCES = 0  # list of spaces
H_OFFENSES = 1  # list of spaces
H_CARDS = 2  # place of the first card
H_N_CARDS = 3
H_SETUP = 4
HERO_SIZE = 5

# a list is its length, then the places of its items

# a counter
C_KIND = 0
C_BRINGERS = 1  # set of heroes (players) whose file has it
C_SIZE = 2
POSITIVE_TOKEN, NEGATIVE_TOKEN, UNIQUE_TOKEN, COMPANION, MARKER = range(5)

# a space: its abilities at level 0 (unused) to 3, each a list of places (added abilities follow)
S_INDEX = 0
S_LEVELS = 1
SPACE_SIZE = 5

# an ability
AB_SPACE = 0
AB_ULTIMATE = 1
AB_SIDE = 2  # -1: every side
AB_CONDITION = 3
AB_NEEDS = 4  # list of ladder steps, each a place of a need
AB_PARTS = 5  # the text in six parts, by the step of the turn in which it happens
AB_DICE = 11  # amount: the Defense Roll
AB_DUELS = 12
AB_PURPOSE = 13
AB_SYMBOLS = 14  # faces its requirement asks for, as bits
AB_WORTH = 15  # list: what a simple player thinks of each step, in tenths of a point of damage
AB_RESULTS = 16  # for each step the Final Dice Results that meet it, as bits
AB_SIZE = 17
RESULT_WORDS = 16
ACTIVATION, AFTER_TARGETING, TARGETED, SETTLEMENT, AFTER_DAMAGE, ADDITIONALLY = range(6)

# a card
K_PLAY = 0  # moment; UPGRADE for upgrades
K_COST = 1
K_TEXT = 2
K_CONDITION = 3
K_REQUIRES = 4
K_MODIFIER = 5
K_SIDE = 6
K_SPACE = 7
K_LEVEL = 8
K_PURPOSE = 9
K_SIZE = 10
UPGRADE = 99

# a rule
R_MOMENT = 0
R_SPEND = 1
R_COUNTER = 2  # token or companion, or -1
R_HERO = 3  # of a board or companion, or -1
R_SPACE = 4
R_LEVEL = 5
R_SIDE = 6
R_WHOSE = 7
R_OF = 8  # purpose of the item it asks about, or -1
R_CONDITION = 9
R_TEXT = 10
R_REQUIRES = 11
R_LIMIT = 12
R_USES = 13  # slot of the use counter, or -1
R_PURPOSE = 14
R_ROLE = 15  # who is attacked or attacking for a part of SETTLING
R_SIZE = 16
YOURS, OPPONENTS, ANYONES, OTHERS = range(4)

# what must be there before a text may be played, as bits
NEEDS_YOUR_DICE = 1
NEEDS_OPPONENT_DICE = 2
NEEDS_DICE = 4
NEEDS_OTHER_FACE = 8  # of your dice, one that is not yet what it would become
NEEDS_STATUS = 16
NEEDS_YOUR_STATUS = 32
NEEDS_DAMAGE = 64
NEEDS_YOUR_DAMAGE = 128
NEEDS_ATTACK = 256
NEEDS_ATTEMPT = 512
NEEDS_TRANSFER = 1024
NEEDS_NO_DEFENCE_YET = 2048
NEEDS_DEFENDABLE = 4096
CHANGES_DICE = 8192
IS_MODIFIER = 16384
NEEDS_TWO_FACES = -32768  # the sixteenth bit of a word: of your dice, two that differ

# ---------------------------------------------------------------- a program: rows of a text
ROW = 8  # code, six fields, where to jump
JUMP = 7
(
    OP_END,
    OP_RESET,
    OP_ELSE,
    OP_ON,
    OP_IF,
    OP_MAY,
    OP_SPEND,
    OP_CHOOSE_OPTION,
    OP_OPTION,
    OP_TAKEN,
    OP_GOTO,
    OP_THEN,
    OP_GAIN,
    OP_INFLICT,
    OP_REMOVE,
    OP_CONVERT,
    OP_REMOVE_THIS,
    OP_CP,
    OP_HEALTH,
    OP_ATTEMPT,
    OP_HEAL,
    OP_DRAW,
    OP_DISCARD,
    OP_RAISE,
    OP_SET_HEALTH,
    OP_SET_SIDE,
    OP_DEAL,
    OP_RECEIVE,
    OP_ADD,
    OP_MULTIPLY,
    OP_PREVENT,
    OP_MAKE,
    OP_ROLL,
    OP_DUEL,
    OP_USE_ROLL,
    OP_REROLL,
    OP_REROLL_CHOSEN,
    OP_CHANGE,
    OP_STEP_DIE,
    OP_SAME_DIE,
    OP_CHOOSE_DICE,
    OP_CHOOSE_PLAYERS,
    OP_STEAL_CP,
    OP_STEAL_HEALTH,
    OP_STEAL,
    OP_TRANSFER_THIS,
    OP_TRANSFER_DMG,
    OP_SKIP,
    OP_REPEAT,
    OP_ACTIVATE,
    OP_LOOK,
    OP_REFLECT,
    OP_REMOVE_STATUS,
    OP_PREVENT_STATUS,
    OP_STEAL_STATUS,
    OP_TRANSFER_STATUS,
) = range(56)

# things a Spend or Skip names
CP_THING, COUNTER_THING, CARD_THING, STATUS_THING = range(4)
SKIP_INCOME_PHASE, SKIP_OFFENSE_PHASE, SKIP_DEFENCE_PHASE, SKIP_AN_ATTEMPT, SKIP_THE_ABILITY = range(5)

# who
(
    YOU,
    OPPONENT,
    THE_ATTACKER,
    THE_DEFENDER,
    THE_OWNER,
    EVERYONE,
    THEM,
    ALL_OPPONENTS,
    ALL_ALLIES,
    HOLDER,
    CHOSEN,  # one player of the table, chosen with the packet
) = range(11)
CHOOSE_PLAYER, CHOOSE_OPPONENT, CHOOSE_ALLY = range(3)
NO_FILTER, HAS_STATUS = range(2)  # HAS_STATUS + sign: of that sign
HOLDER_IS_CHOSEN, RECEIVER_IS_CHOSEN = 1, 2

# whose dice
YOUR_DICE, OPPONENT_DICE, ANY_DICE = range(3)

# a need: number of alternatives, for each: number of parts, then parts of PART words
PART = 3
SHOW, STRAIGHT, OF_A_KIND = range(3)

# an amount: mode, ceiling (-1: none), number of terms, then terms of TERM words
TERM = 4
EXACTLY, UP_TO, ALL_OF_IT, HALF_OF_FOCUS = range(4)
(
    FIXED,
    LADDER,
    FACES,
    PAIRS,
    COUNTER,
    CP_COUNT,
    HEALTH_COUNT,
    CARD_COUNT,
    UPGRADE_COUNT,
    SPENT,
    REROLLS,
    THE_ROLL,
    INCOMING,
    DEALT,
    BEST_DICE,
    LOOKUP,
    OWN_CP,  # of the one whose text it is, whoever the sentence is about
) = range(17)
EVERY_AGE, OLD, NEW = range(3)

# a condition: question, least, exact, negated, who, and two arguments
CONDITION_SIZE = 8
(
    ASK_HAS,
    ASK_DMG,
    ASK_DMG_DEALT,
    ASK_DMG_ADDED,
    ASK_DMG_PREVENTED,
    ASK_SPENT,
    ASK_ROLL,
    ASK_ROLL_GREATER,
    ASK_ROLL_NOT_LESS,
    ASK_ATTACK,
    ASK_ATTEMPTS_USED,
    ASK_ATTACK_MADE,
    ASK_ATTACKED,
    ASK_ATTACKING,
    ASK_START_PLAYER,
    ASK_SIDE,
    ASK_PHASE,
    ASK_HEALTH,
    ASK_ABILITY_NEEDS,
) = range(19)
ATTACK_DEFENDED = 9  # beside the damage types

# ---------------------------------------------------------------- questions and options
(
    Q_WINDOW,
    Q_MAIN,
    Q_KEEP,
    Q_ANNOUNCE,
    Q_DEFEND,
    Q_MAY,
    Q_SPEND,
    Q_OPTION,
    Q_DIE,
    Q_TOKEN,
    Q_PLAYER,
    Q_AMOUNT,
    Q_DISCARD,
    Q_SELL,
    Q_ORDER,
    Q_PACKET,
    Q_MOVE_TOKEN,
) = range(17)

# an option is its code (8 bits), with two arguments of 16 bits above it
ARGUMENT_BITS = 16
(
    PASS_ON,  # pass, decline, done, end of the phase
    PLAY_CARD,  # slot
    SPEND_TOKEN,  # rule, packet + 1
    USE_PASSIVE,  # rule
    SELL_CARD,  # slot
    INSTALL,  # slot
    REROLL_DICE,  # set of dice
    STOP_ROLLING,
    ANNOUNCE,  # ability, ladder step
    ANNOUNCE_NONE,
    RESUME_ROLLING,
    DEFEND_WITH,  # ability
    ACCEPT,  # how much is paid
    TAKE_OPTION,  # which
    TAKE_DIE,  # die, face
    TAKE_TOKEN,  # player, counter
    TAKE_PLAYER,  # player
    TAKE_AMOUNT,  # amount
    TAKE_CARD,  # slot
    TAKE_TRIGGER,  # rule
    TAKE_PACKET,  # packet
    MOVE_TOKEN,  # counter, from and to
) = range(22)

# ---------------------------------------------------------------- rulings, as bits that flip the default
CLAMP_HEAL_FIRST = 1
OFFENSIVE_HEAL_LATER = 2
DEFENCE_FORCED = 4
FREE_SALES_IN_DISCARD = 8
DODGE_KEEPS_REFLECTION = 16
TOKEN_DICE_FIXED = 32
CARD_DICE_FIXED = 64
CARD_DAMAGE_AT_ONCE = 128
SKIPPED_PHASE_DROPS_TOKENS = 256
BOUNTY_CP_ON_PURE = 512
STEAL_ONLY_TO_CAP = 1024
LESS_OF_PURE = 2048
TESTED_ULTIMATES = 4096
NEW_TOKENS_WAIT = 8192
ADDITIONALLY_BEFORE_DAMAGE = 16384
STOLEN_HEALTH_IS_DAMAGE = 32768
ATTACK_BY_NET_DAMAGE = 65536
INSTANTS_INTERRUPT_INSTANTS = 131072

# ---------------------------------------------------------------- random numbers: what a draw is for
FOR_START, FOR_DECK, FOR_OFFENSE, FOR_DEFENCE, FOR_DUEL, FOR_DISCARD, FOR_PLAYER, FIRST_ITEM_PURPOSE = range(
    1, 9
)

# ---------------------------------------------------------------- events: kind, player, four numbers
EVENT = 6
BRIEF = 12_000  # a journal with more room than this gets the steps of the turn too
(
    E_TURN,
    E_STEP,
    E_CHOICE,
    E_DICE,
    E_ANNOUNCED,
    E_ACTIVATED,
    E_CARD,
    E_SPENT,
    E_PASSIVE,
    E_SOLD,
    E_INSTALLED,
    E_CP,
    E_HEALTH,
    E_TOKENS,
    E_DRAWN,
    E_DISCARDED,
    E_RESHUFFLED,
    E_DAMAGE,
    E_ADDED,
    E_PREVENTED,
    E_TOTAL,
    E_SIDE,
    E_LIMIT,
    E_DEFENDS,
    E_TYPE,
    E_DODGED,
    E_SKIPPED,
    E_EXTRA_PASS,
    E_MOVED,
    E_DEFEATED,
    E_TRIGGER,
    E_LOOKED,
    E_OVER,
    E_ALTERED,
    E_HEALING,
    E_PREVENTED_STATUS,
    E_MULTIPLIED,
    E_NO_ATTACK,
) = range(38)

STARTING_HEALTH = 50
HEALING_ABOVE_START = 10
STARTING_CP = 2
CP_CAP = 15
OPENING_HAND = 4
HAND_LIMIT = 6
ROLL_ATTEMPTS = 3
DICE = 5

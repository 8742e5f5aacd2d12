"""Where the counters of event statistics stand: one flat row of integers that adds over games.

Every section begins with the hero, in the order of the seats, so that it can be turned to the other hero.
"""

from __future__ import annotations

from math import prod
from typing import Any

from dtsim.dicethrone.program import layout as L
from dtsim.jit import leaf

HEROES = 2
MAX_ROWS = 192  # abilities of a hero: each level and each step of a ladder
MAX_CARDS = 64
ROUNDS = 32  # lengths of games that are told apart; the last holds all longer ones
TURNS = 64  # turns of which the health is kept
LEVELS_OF_HEALTH = L.STARTING_HEALTH + L.HEALING_ABOVE_START + 1
MAX_LEAD_CHANGES = 32
DICE_RESULTS = 252

WON, DRAWN, LOST, STOPPED = range(4)  # how a game ended for a hero; stopped: at the turn cap
OUTCOMES = 4
IN_OPENING_HAND, DRAWN_LATER, WAS_PLAYED, WAS_SOLD = range(4)  # what became of a card in a game
FATES = 4
OF_OTHERS, OF_OFFENSE, OF_DEFENCE, OF_PASSIVE, OF_CARD, OF_STATUS = range(6)  # where damage comes from
ORIGINS = 6

# Fields of a section with the numbers that each takes. `a_b` is the sum over games of the product of a and b
# of the game: what the error of a ratio needs.
FIELDS: dict[str, dict[str, int]] = {
    "heroes": {
        "phases": 1,  # Offensive Roll Phases in which dice were cast
        "defences": 1,
        "turns": 1,
        "turns_turns": 1,
        "damage": OUTCOMES,  # dealt to the opponent
        "damage_damage": OUTCOMES,
        "self_damage": 1,
        "by_origin": ORIGINS,
        "by_origin_squared": ORIGINS,
        "by_origin_damage": ORIGINS,
        "behind": 1,  # decided games in which this hero was far behind at half time
        "comebacks": 1,
        "cut": 1,  # games with more events than the journal has room for
    },
    "abilities": {
        "phases": 1,  # Offensive Roll Phases in which it was on the board
        "phases_phases": 1,
        "announced": 1,
        "used": OUTCOMES,
        "used_used": 1,
        "used_phases": 1,
        "damage": OUTCOMES,
        "damage_damage": OUTCOMES,
        "damage_total": OUTCOMES,
        "damage_used": 1,
    },
    "cards": {
        "drawn": 1,
        "played": 1,
        "sold": 1,
        "discarded": 1,
        "damage": 1,
        "damage_damage": 1,
        "damage_total": 1,
    },
    "tokens": {
        "held": 1,  # turns that began with at least one
        "held_held": 1,
        "held_turns": 1,
        "stacks": 1,  # of them, when turns began
        "stacks_stacks": 1,
        "stacks_turns": 1,
        "gained": 1,
        "inflicted": 1,  # of these, by the opponent
        "lost": 1,
        "spent": 1,
        "damage": 1,  # dealt by this hero through the token, whoever holds it
        "damage_damage": 1,
        "damage_total": 1,
    },
}

WIDTHS = {section: sum(fields.values()) for section, fields in FIELDS.items()}

SECTIONS: dict[str, tuple[int, ...]] = {
    "games": (HEROES, ROUNDS, OUTCOMES),
    "heroes": (HEROES, WIDTHS["heroes"]),
    "abilities": (HEROES, MAX_ROWS, WIDTHS["abilities"]),
    "cards": (HEROES, MAX_CARDS, WIDTHS["cards"]),
    "fates": (HEROES, ROUNDS, OUTCOMES, MAX_CARDS, FATES),  # games by what became of a card
    "tokens": (HEROES, L.MAX_COUNTERS, WIDTHS["tokens"]),
    "health": (HEROES, TURNS, LEVELS_OF_HEALTH),  # at the end of each turn that was played
    "final_health": (HEROES, TURNS, LEVELS_OF_HEALTH),  # by the turn the game ended in
    "margins": (HEROES, LEVELS_OF_HEALTH),  # health of this hero as the victor
    "first_blood": (HEROES, OUTCOMES, TURNS),  # games in which this hero dealt the first damage
    "first_rolls": (HEROES, DICE_RESULTS),
    "lead_changes": (HEROES, MAX_LEAD_CHANGES),  # the same for both
}


def _places(sizes: dict[str, int]) -> dict[str, int]:
    found, used = {}, 0
    for name, size in sizes.items():
        found[name] = used
        used += size
    return found


OFFSETS = _places({section: prod(shape) for section, shape in SECTIONS.items()})
N_COUNTS = sum(prod(shape) for shape in SECTIONS.values())
FIELD_PLACES = {section: _places(fields) for section, fields in FIELDS.items()}

# for compiled code
GAMES_AT, HEROES_AT, ABILITIES_AT = OFFSETS["games"], OFFSETS["heroes"], OFFSETS["abilities"]
CARDS_AT, FATES_AT, TOKENS_AT = OFFSETS["cards"], OFFSETS["fates"], OFFSETS["tokens"]
HEALTH_AT, FINAL_AT, MARGINS_AT = OFFSETS["health"], OFFSETS["final_health"], OFFSETS["margins"]
BLOOD_AT, ROLLS_AT, CHANGES_AT = OFFSETS["first_blood"], OFFSETS["first_rolls"], OFFSETS["lead_changes"]
HERO_WIDTH, ROW_WIDTH = WIDTHS["heroes"], WIDTHS["abilities"]
CARD_WIDTH, TOKEN_WIDTH = WIDTHS["cards"], WIDTHS["tokens"]
_of_hero, _of_row = FIELD_PLACES["heroes"], FIELD_PLACES["abilities"]
_of_card, _of_token = FIELD_PLACES["cards"], FIELD_PLACES["tokens"]
H_PHASES, H_DEFENCES, H_TURNS = _of_hero["phases"], _of_hero["defences"], _of_hero["turns"]
H_DAMAGE, H_SELF, H_ORIGIN = _of_hero["damage"], _of_hero["self_damage"], _of_hero["by_origin"]
H_BEHIND, H_COMEBACKS, H_CUT = _of_hero["behind"], _of_hero["comebacks"], _of_hero["cut"]
A_ANNOUNCED, A_USED, A_DAMAGE = _of_row["announced"], _of_row["used"], _of_row["damage"]
K_DRAWN, K_PLAYED, K_SOLD = _of_card["drawn"], _of_card["played"], _of_card["sold"]
K_DISCARDED, K_DAMAGE = _of_card["discarded"], _of_card["damage"]
T_HELD, T_STACKS, T_GAINED = _of_token["held"], _of_token["stacks"], _of_token["gained"]
T_INFLICTED, T_LOST, T_SPENT = _of_token["inflicted"], _of_token["lost"], _of_token["spent"]
T_DAMAGE = _of_token["damage"]


@leaf
def row_at(who: Any, row: Any) -> Any:
    return ABILITIES_AT + (who * MAX_ROWS + row) * ROW_WIDTH


@leaf
def card_counts(who: Any, row: Any) -> Any:
    return CARDS_AT + (who * MAX_CARDS + row) * CARD_WIDTH


@leaf
def token_counts(who: Any, row: Any) -> Any:
    return TOKENS_AT + (who * L.MAX_COUNTERS + row) * TOKEN_WIDTH

"""The boards of the six heroes once more, by hand: requirements, damage and defences as plain functions.

Written from the printed boards, not from the hero files, and with nothing of dtsim in it: whatever the hero
files and the interpreter of their texts say must come out of this table too.

An attack is a dictionary from (kind, amount) to its chance; kind is "dmg" (a defence is possible), "undef",
"pure" or "ult". The amount holds what acts by itself on a fresh board: Bounty of the same ability (+1), Nyra
(+2 to every Attack). A defence turns an amount of "dmg" into the distributions the defender can choose from.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import product
from typing import NamedTuple

Dice = tuple[int, ...]
Attack = dict[tuple[str, int], Fraction]
Outcome = dict[int, Fraction]
Met = Callable[[Dice], bool]
Strike = Callable[[Dice, int], Attack]
Defender = tuple[str, str | None, int]
"""Hero, side of its board, level of its Defensive Abilities."""


class Step(NamedTuple):
    met: Met
    strike: Strike


class Space(NamedTuple):
    """An ability: its steps at each level, and what an upgrade adds beside it."""

    name: str
    levels: dict[int, list[Step]]
    adds: dict[int, list[tuple[str, list[Step]]]] | None = None


class Row(NamedTuple):
    name: str
    level: int
    met: Met
    strike: Strike


# ---------------------------------------------------------------- dice


def shows(*wanted: tuple[int, tuple[int, ...]]) -> Met:
    """At least so many dice of each set of faces."""
    return lambda dice: all(sum(die in faces for die in dice) >= count for count, faces in wanted)


def straight(length: int) -> Met:
    return lambda dice: any(set(range(low, low + length)) <= set(dice) for low in range(1, 8 - length))


SS, LS = straight(4), straight(5)


def most_equal(dice: Dice) -> int:
    return max(Counter(dice).values())


def rolls(n_dice: int) -> list[tuple[Dice, Fraction]]:
    """Every ordered roll with its chance: slow and plain."""
    return [(roll, Fraction(1, 6**n_dice)) for roll in product(range(1, 7), repeat=n_dice)]


def count(dice: Dice, faces: tuple[int, ...]) -> int:
    return sum(die in faces for die in dice)


def half(amount: int) -> int:
    return -(-amount // 2)


# ---------------------------------------------------------------- strikes


def hit(kind: str, amount: int) -> Strike:
    return lambda dice, cp: {(kind, amount): Fraction(1)}


NOTHING: Strike = hit("undef", 0)


def rolled(n_dice: int, strike: Callable[[Dice], tuple[str, int]]) -> Strike:
    """Inner dice decide."""

    def attack(dice: Dice, cp: int) -> Attack:
        found: Attack = {}
        for roll, chance in rolls(n_dice):
            found[strike(roll)] = found.get(strike(roll), Fraction(0)) + chance
        return found

    return attack


def ladder(faces: tuple[int, ...], counts: tuple[int, ...], strikes: list[Strike]) -> list[Step]:
    return [Step(shows((n, faces)), strike) for n, strike in zip(counts, strikes, strict=True)]


def one(met: Met, strike: Strike) -> list[Step]:
    return [Step(met, strike)]


# ---------------------------------------------------------------- Gunslinger

BULLET, DASH, BULLSEYE = (1, 2, 3), (4, 5), (6,)


def showdown(win: int, lose: int) -> Strike:
    return rolled(2, lambda roll: ("dmg", win if roll[0] >= roll[1] else lose))


GUNSLINGER = [
    Space(
        "Revolver",
        {
            1: ladder(BULLET, (3, 4, 5), [hit("dmg", 3), hit("dmg", 4), hit("dmg", 5)]),
            2: ladder(BULLET, (3, 4, 5), [hit("dmg", 4), hit("dmg", 5), hit("dmg", 6)]),
        },
    ),
    Space(
        "Bounty Hunter",
        {
            1: one(shows((2, BULLET), (2, BULLSEYE)), hit("undef", 1 + 1)),
            2: one(shows((2, BULLET), (2, BULLSEYE)), hit("undef", 2 + 1)),
        },
    ),
    Space("Showdown", {1: one(SS, showdown(7, 5)), 2: one(SS, showdown(8, 6)), 3: one(SS, showdown(9, 6))}),
    Space(
        "Deadeye",
        {1: one(shows((4, BULLSEYE)), hit("undef", 6)), 2: one(shows((4, BULLSEYE)), hit("undef", 8))},
        {2: [("Enforcer", one(shows((3, BULLSEYE)), NOTHING))]},
    ),
    Space(
        "Take Cover",
        {
            1: one(shows((2, BULLET), (3, DASH)), hit("dmg", 5)),
            2: one(shows((2, BULLET), (3, DASH)), hit("dmg", 6)),
        },
        {2: [("Mark the Target", one(shows((3, DASH)), NOTHING))]},
    ),
    Space(
        "Fan the Hammer",
        {1: one(LS, hit("dmg", 7)), 2: one(LS, hit("dmg", 8))},
        {2: [("Pistol Whip", one(shows((2, DASH), (1, BULLSEYE)), hit("undef", 1)))]},
    ),
    Space("Fill'Em With Lead!", {1: one(shows((5, BULLSEYE)), hit("ult", 10 + 1))}),
]

# ---------------------------------------------------------------- Barbarian

SWORD, LIFE, POW = (1, 2, 3), (4, 5), (6,)


def smack(amount: int) -> Strike:
    """Level II and III: four of a kind make the attack undefendable."""
    return lambda dice, cp: {("undef" if most_equal(dice) >= 4 else "dmg", amount): Fraction(1)}


OVERPOWER = rolled(3, lambda roll: ("dmg", sum(roll)))

BARBARIAN = [
    Space(
        "Smack",
        {
            1: ladder(SWORD, (3, 4, 5), [hit("dmg", 4), hit("dmg", 6), hit("dmg", 8)]),
            2: ladder(SWORD, (3, 4, 5), [smack(5), smack(7), smack(9)]),
            3: ladder(SWORD, (3, 4, 5), [smack(6), smack(8), smack(10)]),
        },
    ),
    Space(
        "Sturdy Blow",
        {
            1: one(shows((2, SWORD), (2, POW)), hit("undef", 4)),
            2: one(shows((2, SWORD), (2, POW)), hit("undef", 5)),
            3: one(shows((2, SWORD), (2, POW)), hit("undef", 6)),
        },
    ),
    Space(
        "Fortitude",
        {1: ladder(LIFE, (3, 4, 5), [NOTHING] * 3), 2: ladder(LIFE, (3, 4, 5), [NOTHING] * 3)},
    ),
    Space(
        "Overpower",
        {
            1: one(shows((3, SWORD), (2, POW)), OVERPOWER),
            2: one(shows((3, SWORD), (2, POW)), OVERPOWER),
        },
        {2: [("War Cry", one(shows((2, SWORD), (2, LIFE)), hit("undef", 2)))]},
    ),
    Space("Mighty Blow", {1: one(SS, hit("dmg", 9)), 2: one(SS, hit("undef", 8))}),
    Space(
        "Crit Bash",
        {1: one(shows((4, POW)), hit("undef", 5)), 2: one(shows((4, POW)), hit("undef", 7))},
        {2: [("Crit Smash", one(shows((3, POW)), hit("undef", 2)))]},
    ),
    Space("Reckless", {1: one(LS, hit("dmg", 15)), 2: one(LS, hit("dmg", 20))}),
    Space("Rage!", {1: one(shows((5, POW)), hit("ult", 15))}),
]

# ---------------------------------------------------------------- Paladin

P_SWORD, HELMET, P_LIFE, PRAYER = (1, 2), (3, 4), (5,), (6,)


def righteous(base: int, n_dice: int) -> Strike:
    return rolled(n_dice, lambda roll: ("dmg", base + count(roll, HELMET) + 2 * count(roll, P_SWORD)))


RIGHTEOUS = shows((3, P_SWORD), (2, HELMET))

PALADIN = [
    Space(
        "Righteous Combat",
        {
            1: one(RIGHTEOUS, righteous(5, 2)),
            2: one(RIGHTEOUS, righteous(5, 3)),
            3: one(RIGHTEOUS, righteous(6, 3)),
        },
        {3: [("Steadfast", one(shows((2, P_SWORD), (1, HELMET)), hit("undef", 2)))]},
    ),
    Space(
        "Retaliate",
        {1: one(shows((3, HELMET), (1, PRAYER)), NOTHING), 2: one(shows((3, HELMET), (1, PRAYER)), NOTHING)},
        {
            2: [
                (
                    "Requital",
                    one(shows((1, P_SWORD), (1, HELMET), (1, P_LIFE), (1, PRAYER)), hit("undef", 3)),
                )
            ]
        },
    ),
    Space(
        "Mighty Prayer",
        {
            1: one(shows((3, P_SWORD), (1, PRAYER)), hit("undef", 3)),
            2: one(shows((3, P_SWORD), (1, PRAYER)), hit("undef", 4)),
        },
        {2: [("Offensive Stance", one(shows((2, P_SWORD), (1, PRAYER)), hit("undef", 2)))]},
    ),
    Space(
        "Holy Attack",
        {
            # two sources print 5 on a small straight; the hero file notes the doubt and takes 6
            1: [Step(SS, hit("dmg", 6)), Step(LS, hit("dmg", 8))],
            2: [Step(SS, hit("dmg", 7)), Step(LS, hit("dmg", 9))],
        },
    ),
    Space(
        "Righteous Prayer",
        {1: one(shows((4, PRAYER)), hit("dmg", 8)), 2: one(shows((4, PRAYER)), hit("undef", 8))},
        {2: [("Prosperity", one(shows((3, PRAYER)), NOTHING))]},
    ),
    Space("Holy Light", {1: one(shows((2, P_LIFE)), NOTHING), 2: one(shows((2, P_LIFE)), NOTHING)}),
    Space("Resolute Faith!", {1: one(shows((5, PRAYER)), hit("ult", 10))}),
]

# ---------------------------------------------------------------- Shadow Thief

DAGGER, BAG, CARD, SHADOW = (1, 2), (3, 4), (5,), (6,)


def of_cp(kind: str, gained: int, amount: Callable[[int], int]) -> Strike:
    """First CP are gained (15 at most), then they are counted."""
    return lambda dice, cp: {(kind, amount(min(15, cp + gained))): Fraction(1)}


SHADOW_THIEF = [
    Space(
        "Dagger Strike",
        {
            1: ladder(DAGGER, (3, 4, 5), [hit("dmg", 4), hit("dmg", 6), hit("dmg", 8)]),
            2: ladder(DAGGER, (3, 4, 5), [hit("dmg", 4), hit("dmg", 6), hit("dmg", 8)]),
        },
    ),
    Space(
        "Pickpocket",
        {1: ladder(BAG, (2, 3, 4), [NOTHING] * 3), 2: ladder(BAG, (2, 3, 4, 5), [NOTHING] * 4)},
    ),
    Space(
        "Shifty Strike",
        {1: one(SS, of_cp("dmg", 3, half)), 2: one(SS, of_cp("dmg", 4, half))},
        {2: [("Shadow Strike", one(shows((2, DAGGER), (2, SHADOW)), of_cp("dmg", 0, half)))]},
    ),
    Space(
        "Insidious Strike",
        {1: one(LS, of_cp("dmg", 3, int)), 2: one(LS, of_cp("dmg", 4, int))},
        {2: [("Shank Attack", one(shows((1, DAGGER), (1, BAG), (1, CARD), (1, SHADOW)), NOTHING))]},
    ),
    Space(
        "Shadow Dance",
        {
            1: one(shows((3, SHADOW)), rolled(1, lambda roll: ("pure", half(roll[0])))),
            2: one(shows((3, SHADOW)), rolled(1, lambda roll: ("pure", half(roll[0])))),
        },
    ),
    Space("Carducopia", {1: one(shows((2, CARD)), NOTHING), 2: one(shows((2, CARD)), NOTHING)}),
    Space("Shadow Shank!", {1: one(shows((5, SHADOW)), of_cp("ult", 3, lambda cp: cp + 5))}),
]

# ---------------------------------------------------------------- Huntress

SPEAR, CLAW, BOND, SABER = (1, 2), (3, 4), (5,), (6,)
NYRA = 2


def savage(base: int) -> Strike:
    return rolled(1, lambda roll: ("dmg", base + NYRA + count(roll, SPEAR) + 2 * count(roll, CLAW)))


SAVAGE = shows((3, CLAW), (1, SABER))
FERAL_INSTINCTS = shows((3, SPEAR), (1, BOND))
PREDATORY = shows((2, SPEAR), (2, CLAW), (1, BOND))

HUNTRESS = [
    Space(
        "Animalistic",
        {
            1: ladder(SPEAR, (3, 4, 5), [hit("dmg", 3 + NYRA), hit("dmg", 4 + NYRA), hit("dmg", 5 + NYRA)]),
            2: ladder(SPEAR, (3, 4, 5), [hit("dmg", 4 + NYRA), hit("dmg", 5 + NYRA), hit("dmg", 6 + NYRA)]),
        },
    ),
    Space(
        "Savage",
        {1: one(SAVAGE, savage(4)), 2: one(SAVAGE, savage(5))},
        {2: [("Hunt", one(shows((2, CLAW), (1, SABER)), hit("dmg", 3 + NYRA)))]},
    ),
    Space("Resuscitate", {1: one(shows((2, BOND)), NOTHING), 2: one(shows((2, BOND)), NOTHING)}),
    Space(
        "Feral Instincts",
        {1: one(FERAL_INSTINCTS, hit("undef", 2 + NYRA)), 2: one(FERAL_INSTINCTS, hit("undef", 3 + NYRA))},
        {2: [("Swipe", one(shows((2, SPEAR), (1, SABER)), NOTHING))]},
    ),
    Space(
        "Onslaught",
        {
            1: [Step(SS, hit("dmg", 4 + NYRA)), Step(LS, hit("dmg", 7 + NYRA))],
            2: [Step(SS, hit("dmg", 5 + NYRA)), Step(LS, hit("dmg", 8 + NYRA))],
        },
    ),
    Space(
        "Predatory Advance",
        {1: one(PREDATORY, hit("dmg", 5 + NYRA)), 2: one(PREDATORY, hit("dmg", 6 + NYRA))},
        {2: [("Jugular", one(shows((1, SPEAR), (1, CLAW), (1, SABER)), NOTHING))]},
    ),
    Space(
        "Feral",
        {
            1: one(shows((4, SABER)), hit("undef", 5 + NYRA)),
            2: one(shows((4, SABER)), hit("undef", 6 + NYRA)),
        },
        {2: [("Ferocious", one(shows((3, SABER)), NOTHING))]},
    ),
    Space("Jungle Fury!", {1: one(shows((5, SABER)), hit("ult", 12 + NYRA))}),
]

# ---------------------------------------------------------------- Cursed Pirate

CUTLASS, BOOTY, SKULL = (1, 2, 3), (4, 5), (6,)
PLANK = shows((1, CUTLASS), (2, BOOTY), (1, SKULL))
SHIVER = shows((1, CUTLASS), (3, SKULL))

PIRATE_HUMAN = [
    Space("Cutlass Strike", {1: ladder(CUTLASS, (3, 4, 5), [hit("dmg", 5), hit("dmg", 6), hit("dmg", 7)])}),
    Space(
        "X Marks the Spot",
        {1: one(shows((3, BOOTY)), rolled(3, lambda roll: ("undef", 2 * count(roll, CUTLASS))))},
    ),
    Space("Walk the Plank", {1: one(PLANK, hit("dmg", 7))}),
    Space("Light the Fuse", {1: [Step(SS, hit("dmg", 7)), Step(LS, hit("dmg", 9))]}),
    Space("Shiver Me Timbers", {1: one(SHIVER, hit("undef", 7))}),
    Space("Black Spot", {1: one(shows((4, SKULL)), hit("undef", 7))}),
    Space("Pirate's Touch!", {1: one(shows((5, SKULL)), hit("ult", 12))}),
]

# The Shivering hurts each opponent for the Cursed Doubloons on them: only another Pirate has some from the
# setup on (DT-SET-7), on either side of her board.
DOUBLOONS = 3

PIRATE_CURSED = [
    Space("Soul Cutlass", {1: ladder(CUTLASS, (3, 4, 5), [hit("dmg", 5), hit("dmg", 7), hit("dmg", 9)])}),
    Space(
        "Dread Mark",
        {1: one(shows((3, BOOTY)), rolled(4, lambda roll: ("undef", 2 * count(roll, CUTLASS))))},
    ),
    Space("Abyssal Walk", {1: one(PLANK, hit("dmg", 8))}),
    Space("Thar She Blows", {1: [Step(SS, hit("dmg", 7)), Step(LS, hit("dmg", 10))]}),
    Space("The Shivering", {1: one(SHIVER, hit("undef", 8))}),
    Space("Black Soul", {1: one(shows((4, SKULL)), hit("undef", 8))}),
    Space("Cursed Touch!", {1: one(shows((5, SKULL)), hit("ult", 13))}),
]

BOARDS: dict[tuple[str, str | None], list[Space]] = {
    ("gunslinger", None): GUNSLINGER,
    ("barbarian", None): BARBARIAN,
    ("paladin", None): PALADIN,
    ("shadow-thief", None): SHADOW_THIEF,
    ("huntress", None): HUNTRESS,
    ("cursed-pirate", "human"): PIRATE_HUMAN,
    ("cursed-pirate", "cursed"): PIRATE_CURSED,
}


def rows_of(hero: str, side: str | None, level: int, against: Defender | None = None) -> list[Row]:
    """The board with every ability at this level, or the highest below it."""
    found: list[Row] = []
    for space in BOARDS[hero, side]:
        at = max(n for n in space.levels if n <= level)
        found += [Row(space.name, at, *step) for step in space.levels[at]]
        for name, steps in (space.adds or {}).get(at, []):
            found += [Row(name, at, *step) for step in steps]
    if against and against[0] == "cursed-pirate":
        found = [
            row._replace(strike=hit("undef", 8 + DOUBLOONS)) if row.name == "The Shivering" else row
            for row in found
        ]
    return found


# ---------------------------------------------------------------- defences


def _defence(n_dice: int, taken: Callable[[int, Dice], int]) -> Callable[[int], Outcome]:
    @cache
    def defend(amount: int) -> Outcome:
        found: Outcome = {}
        for roll, chance in rolls(n_dice):
            left = max(0, taken(amount, roll))
            found[left] = found.get(left, Fraction(0)) + chance
        return found

    return defend


def _duel(wins: Callable[[int, int], bool]) -> Callable[[int], Outcome]:
    # the winner prevents half, rounded up: hitting back for 3 would not lower the damage
    return _defence(2, lambda amount, roll: amount - half(amount) if wins(roll[0], roll[1]) else amount)


def _undefended(amount: int) -> Outcome:
    return {amount: Fraction(1)}


def _prevents(n_dice: int, amount_of: Callable[[Dice], int]) -> Callable[[int], Outcome]:
    return _defence(n_dice, lambda amount, roll: amount - amount_of(roll))


def _shadows(n_dice: int) -> Callable[[int], Outcome]:
    return _defence(n_dice, lambda amount, roll: 0 if count(roll, SHADOW) >= 2 else amount)


def _divine(roll: Dice) -> int:
    return count(roll, HELMET) + 2 * count(roll, P_LIFE)


# The defences to choose from. What a defence heals counts against the damage (DT-DRP-10); hitting back does
# not, nor does anything that its owner would have to want or spend: Nyra, Protect, Evasive.
DEFENCES: dict[Defender, list[Callable[[int], Outcome]]] = {
    ("gunslinger", None, 1): [_duel(lambda mine, theirs: mine > theirs)],
    ("gunslinger", None, 2): [_duel(lambda mine, theirs: mine >= theirs)],
    ("barbarian", None, 1): [_prevents(3, lambda roll: 2 * count(roll, LIFE))],
    ("barbarian", None, 2): [_prevents(4, lambda roll: 2 * count(roll, LIFE))],
    ("paladin", None, 1): [_prevents(3, _divine)],
    ("paladin", None, 2): [_prevents(4, _divine)],
    ("paladin", None, 3): [_prevents(4, _divine)],
    ("shadow-thief", None, 1): [_shadows(4), _undefended],
    ("shadow-thief", None, 2): [_shadows(5), _undefended],
    ("huntress", None, 1): [_undefended],
    ("huntress", None, 2): [_undefended],
    ("huntress", None, 3): [_undefended],
    ("cursed-pirate", "human", 1): [_prevents(4, lambda roll: 2 * count(roll, SKULL))],
    ("cursed-pirate", "cursed", 1): [_prevents(5, lambda roll: 2 * count(roll, SKULL))],
}


def net(
    attack: Attack, defences: list[Callable[[int], Outcome]], worth: Callable[[int], int] = int
) -> Outcome:
    """The damage that is left when the defender picks the defence that is worst for the attacker."""
    found: Outcome = {}
    for (kind, amount), chance in attack.items():
        outcomes = [_undefended(amount)]
        if kind == "dmg" and amount > 0:
            outcomes = [*(defend(amount) for defend in defences), _undefended(amount)]
        best = min(outcomes, key=lambda outcome: (mean(outcome, worth), mean(outcome)))
        for left, share in best.items():
            found[left] = found.get(left, Fraction(0)) + chance * share
    return found


def mean(outcome: Outcome, worth: Callable[[int], int] = int) -> Fraction:
    return sum((worth(amount) * chance for amount, chance in outcome.items()), Fraction(0))

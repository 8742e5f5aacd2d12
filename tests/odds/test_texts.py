"""What a text does to the damage: heroes to be invented, every outcome worked out by hand.

The dice on the table are 1-1-2-4-6: three swords, a life, a pow. Inner dice are listed roll by roll.
"""

from fractions import Fraction
from itertools import product

import pytest

import dtsim
from dtsim.errors import DtsimError

HERO = """
[hero]
name     = "{name}"
dice     = ["sword", "sword", "sword", "life", "life", "pow"]
complete = false
"""
STRIKE = """
[[{slot}]]
name  = "Strike"
needs = "1 sword"
{more}
text  = \"\"\"
{text}
\"\"\"
"""
OTHER = """
[[offensive]]
name  = "Poke"
needs = "5 life"
text  = "deal 1 dmg"
"""
GUARD = """
[[defensive]]
name = "{name}"
dice = {dice}
text = \"\"\"
{text}
\"\"\"
"""
MARK = """
[[status]]
name        = "Mark"
kind        = "negative"
stack_limit = 2
persistent  = true
when        = "attacked"
text        = "add 1 x Mark dmg"
"""
WEAK = """
[[status]]
name        = "Weak"
kind        = "negative"
stack_limit = 3
persistent  = true
when        = "attacking"
text        = "prevent 1 x Weak dmg"
"""
THICK = """
[[passive]]
name = "Thick"
when = "attacked"
text = "prevent 1 dmg"
"""
PEACE = """
[[status]]
name        = "Peace"
kind        = "negative"
stack_limit = 1
when        = "always"
text        = "forbid dmg"
[[status.also]]
when        = "roll phase ends"
text        = "remove this token"
"""
FOG = """
[[passive]]
name = "Fog"
when = "setup"
text = "gain Dim"
[[status]]
name        = "Dim"
kind        = "negative"
stack_limit = 1
when        = "activating"
text        = "roll 1 die; remove this token; on 1-2: skip the ability"
"""


def keyword(text, more=""):
    return f'\n[[keyword]]\nname = "Flurry"\n{more}\ntext = "{text}"\n'


def guard(text, dice=1, name="Guard"):
    return GUARD.format(name=name, dice=dice, text=text)


@pytest.fixture
def damage(tmp_path):
    """The damage of one Strike, as exact chances."""

    def worked_out(text, *, guarded="", extra="", slot="offensive", more="", goal="damage", **asked):
        strike = STRIKE.format(slot=slot, more=more, text=text)
        attacker, defender = tmp_path / "attacker.toml", tmp_path / "defender.toml"
        attacker.write_text(HERO.format(name="Attacker") + strike + OTHER + extra, encoding="utf-8")
        defender.write_text(HERO.format(name="Defender") + OTHER + guarded, encoding="utf-8")
        against = defender if guarded else None
        asked |= {"dice": "1 1 2 4 6", "rolls_left": 0, "against": against}
        return dtsim.odds(attacker, 1, goal, **asked, exact=True).best.damage_exact

    return worked_out


def rolled(n_dice, amount):
    """Every roll of so many dice has the same chance."""
    chances = {}
    for roll in product(range(1, 7), repeat=n_dice):
        chances[amount(*roll)] = chances.get(amount(*roll), 0) + Fraction(1, 6**n_dice)
    return chances


def swords(*dice):
    return sum(die <= 3 for die in dice)


ALONE = {
    "a number": ("deal 5 dmg", {5: 1}),
    "the dice of the roll": ("deal 2 x sword dmg", {6: 1}),
    "a pair of the roll": ("deal 3 x pair of sword dmg", {3: 1}),
    "the dice of the roll, then inner dice": (
        "deal 1 x sword dmg\nroll 2 dice\ndeal 2 x sword undefendable dmg",
        rolled(2, lambda *dice: 3 + 2 * swords(*dice)),
    ),
    "the best of some dice": ("roll 3 dice\ndeal best 2 dice dmg", rolled(3, lambda *d: sum(sorted(d)[1:]))),
    "an upper limit": (
        "roll 2 dice\ndeal 2 x sword + 1 x pow at most 3 dmg",
        rolled(2, lambda *dice: min(3, 2 * swords(*dice) + dice.count(6))),
    ),
    "on and else": ("on 2 pow: deal 9 dmg\non life: deal 4 dmg\nelse: deal 1 dmg", {4: 1}),
    "two ons": ("on sword: deal 4 dmg\non life: deal 3 dmg", {7: 1}),
    "of a kind": (
        "roll 2 dice\non 2 of a kind: deal 8 dmg\nelse: deal 3 dmg",
        rolled(2, lambda one, two: 8 if one == two else 3),
    ),
    "a duel": (
        "duel 2 dice\nif your roll is greater: deal 7 dmg\nelse: deal 5 dmg",
        rolled(4, lambda a, b, c, d: 7 if a + b > c + d else 5),
    ),
    "an ability that adds to itself": (
        "roll 1 die\non pow: add 2 dmg\ndeal 4 dmg",
        rolled(1, lambda die: 6 if die == 6 else 4),
    ),
    "dice that are read after the damage": (
        "roll 1 die\ndeal 3 dmg\nif 1+ dmg was dealt: deal the roll undefendable dmg",
        rolled(1, lambda die: 3 + die),
    ),
    "a guard that is asked after the damage": (
        "roll 1 die\ndeal 3 dmg\nif 1+ dmg was dealt, on pow: deal 2 undefendable dmg",
        rolled(1, lambda die: 5 if die == 6 else 3),
    ),
    "then behind damage": ("deal 4 dmg\nthen roll 1 die\ndeal the roll dmg", rolled(1, lambda die: 4 + die)),
    "cp as they were at activation": ("gain 3 cp\ndeal half cp dmg", {1: 1}),
    "cp behind a then": ("gain 3 cp\nthen deal half cp dmg", {3: 1}),
    "stolen cp": ("steal 3 cp\nthen deal cp dmg", {4: 1}),
    "stolen health": ("steal 2 health, deal 3 dmg", {5: 1}),
    "a price": ("spend 2 cp: deal 9 dmg\nelse: deal 4 dmg", {9: 1}),
    "a price that cannot be paid": ("spend 3 cp: deal 9 dmg\nelse: deal 4 dmg", {4: 1}),
    "as much as you like": ("spend up to 3 cp: deal 2 x spent dmg", {4: 1}),
    "the opponent pays": ("opponent may spend 2 cp: deal 3 dmg\nelse: deal 7 dmg", {3: 1}),
    "additionally": ("additionally deal 2 collateral dmg\ndeal 3 dmg", {5: 1}),
}


@pytest.mark.parametrize("case", ALONE)
def test_a_text_without_a_defence(damage, case):
    text, expected = ALONE[case]
    assert damage(text) == expected


HALF, ALL = guard("prevent half dmg"), guard("prevent all dmg")

DEFENDED = {
    "dt_abl_8_prevention_of_the_defence_leaves_undefendable_damage_alone": (
        "deal 4 dmg, deal 2 undefendable dmg",
        guard("prevent 5 dmg"),
        {2: 1},
    ),
    "dt_fin_6_the_prevented_half_is_rounded_up": ("deal 5 dmg", HALF, {2: 1}),
    "dt_fin_3_halves_come_last": ("deal 5 dmg", guard("prevent half dmg, prevent 2 dmg"), {1: 1}),
    "dt_fin_10_a_multiple_and_a_half": ("deal 7 dmg, multiply dmg by 2", HALF, {10: 1}),
    "dt_fin_10_a_multiple_comes_after_every_minus": (
        "multiply dmg by 3, deal 5 dmg",
        guard("prevent 2 dmg"),
        {9: 1},
    ),
    "dt_drp_10_healing_nets_against_the_damage": (
        "deal 5 dmg",
        guard("heal 2 x life", 3),
        rolled(3, lambda *dice: max(0, 5 - 2 * sum(die in (4, 5) for die in dice))),
    ),
    "dt_drp_10_healing_makes_up_for_a_burst_too": (
        "deal 3 isolated dmg, deal 2 dmg",
        guard("heal 4"),
        {1: 1},
    ),
    "dt_sim_6_damage_that_depends_on_damage_lands_with_it": (
        "deal 3 dmg\nif 1+ dmg was dealt: deal 4 undefendable dmg",
        guard("heal 6"),
        {1: 1},
    ),
    "dt_txt_9_health_that_the_defender_steals": ("deal 5 dmg", guard("steal 2 health"), {3: 1}),
    "dt_abl_4_undefendable": ("deal 5 undefendable dmg", ALL, {5: 1}),
    "dt_abl_4_pure": ("deal 5 pure dmg", ALL, {5: 1}),
    "dt_abl_4_collateral": ("deal 5 collateral dmg", ALL, {5: 1}),
    "dt_dmg_13_isolated": ("deal 3 isolated dmg, deal 4 dmg", ALL, {3: 1}),
    "made undefendable": ("deal 5 dmg\non 2 of a kind: make the attack undefendable", ALL, {5: 1}),
    "made defendable": ("deal 5 undefendable dmg\nmake the attack defendable", HALF, {2: 1}),
    "the best of two attacks": ("deal 4 dmg or deal 2 undefendable dmg", guard("prevent 3 dmg"), {2: 1}),
    "the best of two answers": ("deal 5 dmg", guard("prevent 4 dmg or deal 9 dmg"), {1: 1}),
    "damage that was dealt": (
        "deal 3 dmg\nif 1+ dmg was dealt: deal 4 undefendable dmg",
        guard("prevent the roll dmg"),
        rolled(1, lambda die: 3 - die + 4 if die < 3 else 0),
    ),
    "dice inside the defence": (
        "deal 8 dmg",
        guard("on pow: roll 1 die, prevent the roll dmg"),
        rolled(2, lambda one, two: 8 - two if one == 6 else 8),
    ),
    "the defender pays": ("deal 5 dmg", guard("spend 2 cp: prevent 4 dmg\nelse: prevent 1 dmg"), {1: 1}),
    "cp taken from the attacker": ("deal 9 dmg", guard("steal 2 cp\nthen prevent cp dmg"), {5: 1}),
    "a passive and the defence": ("deal 5 dmg", guard("prevent 2 dmg") + THICK, {2: 1}),
    "a passive alone": ("deal 5 undefendable dmg", guard("prevent 2 dmg") + THICK, {4: 1}),
    "a stunned opponent does not defend": ("deal 8 dmg, inflict Stun", ALL, {8: 1}),
    "dt_fsm_10_tokens_of_the_defence_count_at_once": ("deal 5 dmg", guard("inflict 2 Weak") + WEAK, {3: 1}),
    "dt_tok_14_a_ban_on_damage": ("deal 5 dmg", guard("inflict Peace") + PEACE, {0: 1}),
}


@pytest.mark.parametrize("case", DEFENDED)
def test_a_text_against_a_defence(damage, case):
    text, guarded, expected = DEFENDED[case]
    assert damage(text, guarded=guarded) == expected


def test_the_defence_is_chosen_for_the_goal(damage):
    walls = guard("prevent 4 dmg") + guard("on 6: prevent all dmg", name="Wall")
    assert damage("deal 6 dmg", guarded=walls) == {2: 1}
    assert damage("deal 6 dmg", guarded=walls, goal="damage>=2") == {0: Fraction(1, 6), 6: Fraction(5, 6)}
    assert damage("deal 6 dmg", guarded=walls, goal="damage>=3") == {2: 1}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("inflict 3 Mark, deal 5 dmg", 7),  # the Stack Limit is 2
        ("inflict 2 Mark, deal 5 pure dmg", 5),  # DT-TOK-9
        ("inflict 2 Mark, deal 5 collateral dmg", 5),  # DT-DMG-6
        ("inflict 2 Mark, deal 0 dmg", 0),  # DT-ABL-7: no Attack
        ("gain 3 Weak, deal 5 dmg", 2),
        ("gain 3 Weak, deal 5 pure dmg", 5),  # DT-DMG-9
        ("gain 3 Weak, deal 1 dmg, deal 4 undefendable dmg", 2),
        ("inflict Mark, gain 3 Weak, deal 5 dmg", 3),
        ("deal 7 dmg\nif dmg is 6+: add 2 dmg", 9),
        ("inflict Mark, deal 5 dmg, multiply dmg by 2, add half dmg", 15),  # DT-FIN-10: 6 + 6 + 3
        ("deal 4 undefendable dmg, deal 3 pure dmg, multiply dmg by 2", 11),  # DT-DMG-5
    ],
)
def test_attack_modifiers(damage, text, expected):
    assert damage(text, extra=MARK + WEAK) == {expected: 1}


@pytest.mark.parametrize(
    ("text", "guarded", "expected"),
    [
        ("deal 10 dmg", ALL, 10),  # DT-ULT-1
        ("deal 10 dmg", HALF + THICK, 10),  # DT-ULT-10
        ("inflict 2 Mark, deal 10 dmg", "", 12),  # DT-ULT-5
        ("inflict 2 Mark, deal 10 dmg, multiply dmg by 2", HALF, 24),  # DT-FIN-10
        ("gain 3 Weak, deal 10 dmg", "", 10),  # DT-ULT-4
        ("inflict Mark, gain 3 Weak, deal 10 dmg", "", 11),  # DT-DMG-8
    ],
)
def test_an_ultimate_only_goes_up(damage, text, guarded, expected):
    assert damage(text, guarded=guarded, extra=MARK + WEAK, slot="ultimate") == {expected: 1}


GROUP = """
[[status]]
name        = "Sun"
kind        = "positive"
stack_limit = 3
persistent  = true
[[status]]
name        = "Moon"
kind        = "positive"
stack_limit = 3
persistent  = true
[[group]]
name        = "Light"
of          = ["Sun", "Moon"]
stack_limit = 4
"""
CHANCE = """
[[passive]]
name = "Chance"
when = "setup"
text = "roll 1 die; on 6: gain Sun"
"""
UPGRADE = """
[[upgrade]]
name  = "Poke II"
of    = "Poke"
level = 2
cost  = 1
text  = "deal 2 dmg"
[[upgrade.adds]]
name  = "Jab"
needs = "4 life"
text  = "deal 1 dmg"
"""


@pytest.mark.parametrize(
    ("text", "expected"),
    [("gain 5 Sun\nthen deal 1 x Sun dmg", 3), ("gain 5 Light\nthen deal 1 x Light dmg", 4)],
)
def test_a_stack_limit_of_one_token_and_of_a_group(damage, text, expected):
    assert damage(text, extra=GROUP) == {expected: 1}


@pytest.mark.parametrize(("ability", "expected"), [("Strike", 7), ("Poke", 5)])
def test_a_rule_of_one_ability(damage, ability, expected):
    edge = f'[[passive]]\nname = "Edge"\nwhen = "attacking"\nof = "{ability}"\ntext = "add 2 dmg"\n'
    assert damage("deal 5 dmg", extra=edge) == {expected: 1}


@pytest.mark.parametrize(("limit", "expected"), [("", 11), ('limit = "1 per turn"', 8)])
def test_a_rule_that_waits_for_a_token(damage, limit, expected):
    glow = f'[[passive]]\nname = "Glow"\nwhen = "gained"\nof = "Sun"\n{limit}\ntext = "deal 3 dmg"\n'
    assert damage("gain Sun, gain Sun, deal 5 dmg", extra=GROUP + glow) == {expected: 1}


def test_an_upgrade_counts_once_whatever_it_adds(damage):
    assert damage("deal 1 x upgrade dmg", extra=UPGRADE) == {0: 1}
    assert damage("deal 1 x upgrade dmg", extra=UPGRADE, levels=2) == {1: 1}


def test_an_ability_may_fail_but_not_an_ultimate(damage):
    assert damage("deal 5 dmg", extra=FOG) == {0: Fraction(1, 3), 5: Fraction(2, 3)}
    assert damage("deal 5 dmg", extra=FOG, slot="ultimate") == {5: 1}  # DT-ULT-11


@pytest.mark.parametrize(("least", "cp", "expected"), [(2, 2, 5), (3, 2, 0), (3, 4, 5)])
def test_an_ability_asks_for_cp(damage, least, cp, expected):
    assert damage("deal 5 dmg", more=f'if = "you have {least}+ cp"', cp=cp) == {expected: 1}


@pytest.mark.parametrize(
    ("text", "extra", "expected"),
    [
        ("activate Flurry", keyword("deal cp dmg"), {6: 1}),
        ("activate Flurry", keyword("deal 1 x sword dmg"), {3: 1}),
        ("activate 2 Flurry", keyword("roll 1 die; deal the roll dmg"), rolled(2, lambda a, b: a + b)),
        ("activate 3 Flurry", keyword("deal 2 dmg", 'limit = "2 per turn"'), {4: 1}),
    ],
)
def test_a_keyword_goes_on_with_the_attack_of_its_caller(damage, text, extra, expected):
    assert damage(text, extra=extra, cp=6) == expected


@pytest.mark.parametrize(
    ("text", "extra", "reason"),
    [
        ("reroll 1 of your dice\ndeal 1 x sword dmg", "", "the verb 'reroll'"),
        ("deal 1 x card dmg", "", "number of 'card'"),
        ("roll 9 dice\ndeal the roll dmg", "", "9 dice at once"),
        ("deal 5 dmg", GROUP + CHANCE, "the setup of a hero"),
        (
            "roll 1 die\ndeal the roll dmg",
            '[[passive]]\nname = "Luck"\nwhen = "rolled"\nof = "Strike"\ntext = "add 1 dmg"\n',
            "a rule at 'rolled'",
        ),
    ],
)
def test_rather_no_number_than_a_wrong_one(damage, text, extra, reason):
    with pytest.raises(DtsimError, match=reason):
        damage(text, extra=extra)

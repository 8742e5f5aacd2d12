"""All six heroes: hero files, interpreter and solver against boards written by hand and a brute force.

The boards are in `reference.py`, the brute force in `brute_force.py`; neither uses anything of dtsim.

Complete: every step of every ability at every level with one to four rolls; the most damage of every board,
at level I with one to four rolls; every board against every defence of level I. Samples: hands of cards and
CP, other goals, upgraded defences, dice on the table, fractions, and questions drawn by lot.
"""

import random
from fractions import Fraction

import pytest

import dtsim
from dtsim.files import shipped_folder

from .brute_force import Table
from .oracle import CARDS, chance_of, oracle_of
from .reference import BOARDS, DEFENCES, rows_of

TOLERANCE = 1e-12


def named(*values):
    """A readable name for a test."""
    words = (value if isinstance(value, tuple | list) else [value] for value in values)
    return "-".join(str(word) for group in words for word in group if word is not None)


def near(number):
    return pytest.approx(float(number), abs=TOLERANCE)


def assert_best(best, oracle, start):
    """The value and both distributions."""
    abilities, damage = oracle.distributions(start)
    assert best.value == near(oracle.value(start))
    assert best.abilities == {name: near(chance) for name, chance in abilities.items()}
    assert set(best.damage) <= set(damage)
    assert {amount: best.damage.get(amount, 0) for amount in damage} == {
        amount: near(chance) for amount, chance in damage.items()
    }
    assert sum(best.damage.values()) == near(1)


BY_LEVEL = [(*board, level) for board in BOARDS for level in (1, 2, 3) if level == 1 or board[1] is None]


@pytest.mark.parametrize(("hero", "side", "level"), BY_LEVEL, ids=[named(*one) for one in BY_LEVEL])
def test_each_step_of_each_ability_has_its_exact_chance(hero, side, level):
    rows = rows_of(hero, side, level)
    for rolls in (1, 2, 3, 4):
        found = dtsim.odds(hero, rolls, levels=level, side=side).abilities
        assert [(row.name, row.level) for row in found] == [(row.name, row.level) for row in rows]
        for row, wanted in zip(found, rows, strict=True):
            assert row.probability == near(chance_of(wanted.met, rolls)), (row.name, row.needs, rolls)


# ---------------------------------------------------------------- goals


@pytest.mark.parametrize(("hero", "side", "level"), BY_LEVEL, ids=[named(*one) for one in BY_LEVEL])
def test_the_most_damage(hero, side, level):
    oracle = oracle_of(hero, side, level)
    for rolls in (1, 2, 3, 4) if level == 1 else (3,):
        best = dtsim.odds(hero, rolls, "damage", levels=level, side=side).best
        assert_best(best, oracle, oracle.start(rolls))


LEAST = [(*board, least) for board in BOARDS for least in (6, 9)] + [
    ("gunslinger", None, 0),
    ("barbarian", None, 1),
    ("barbarian", None, 15),
    ("shadow-thief", None, 12),
    ("paladin", None, 30),
]


@pytest.mark.parametrize(("hero", "side", "least"), LEAST, ids=[named(*one) for one in LEAST])
def test_damage_of_at_least_so_much(hero, side, least):
    best = dtsim.odds(hero, 3, f"damage>={least}", side=side, levels=2).best
    oracle = oracle_of(hero, side, 2, least=least)
    assert_best(best, oracle, oracle.start())


@pytest.mark.parametrize(
    ("hero", "side", "names"),
    [
        ("gunslinger", None, ["Deadeye"]),
        ("barbarian", None, ["Smack"]),
        ("paladin", None, ["Holy Attack", "Righteous Combat"]),
        ("shadow-thief", None, ["Shadow Dance", "Insidious Strike", "Carducopia"]),
        ("huntress", None, ["Feral", "Jungle Fury!"]),
        ("cursed-pirate", "cursed", ["Dread Mark", "The Shivering"]),
    ],
)
def test_one_ability_or_any_of_several(hero, side, names):
    best = dtsim.odds(hero, 3, names, side=side).best
    wanted = tuple(index for index, row in enumerate(rows_of(hero, side, 1)) if row.name in names)
    oracle = oracle_of(hero, side, wanted=wanted)
    assert_best(best, oracle, oracle.start())


def test_one_step_of_a_ladder():
    best = dtsim.odds("barbarian", 3, "Smack: 5").best
    oracle = oracle_of("barbarian", wanted=(2,))
    assert_best(best, oracle, oracle.start())


# ---------------------------------------------------------------- cards and CP

HANDS = [
    ("gunslinger", None, 1, ("Six-It!",), (0, 1)),
    ("gunslinger", None, 2, ("Six-It!", "Tip It!"), (1, 2)),
    ("barbarian", None, 1, ("Samesies!", "So Wild!"), (2, 3)),
    ("barbarian", None, 3, ("Try, Try Again!",), (5,)),
    ("barbarian", None, 1, ("One More Time!",), (1,)),
    ("paladin", None, 1, ("Tithe",), (1, 3)),
    ("paladin", None, 2, ("Tithe", "Six-It!"), (2,)),
    ("shadow-thief", None, 1, (), (0, 5, 13, 15)),
    ("shadow-thief", None, 2, ("So Wild!", "Tip It!"), (2, 4)),
    ("shadow-thief", None, 2, ("Wild Shadow!",), (3, 5)),
    ("shadow-thief", None, 1, ("One More Time!", "Samesies!"), (3,)),
    ("shadow-thief", None, 1, ("So Wild!",), (15,)),  # CP that are damage
    ("huntress", None, 2, ("Twice As Wild!",), (3,)),
    ("cursed-pirate", "human", 1, ("Six-It!", "Samesies!"), (2,)),
    ("cursed-pirate", "cursed", 1, ("Tip It!", "Try, Try Again!"), (2,)),
]


@pytest.mark.parametrize(
    ("hero", "side", "level", "cards", "cps"), HANDS, ids=[named(*one[:4]) for one in HANDS]
)
def test_cards_and_the_cp_that_pay_for_them(hero, side, level, cards, cps):
    oracle = oracle_of(hero, side, level, cards)
    for cp in cps:
        best = dtsim.odds(hero, 3, "damage", cards=cards, cp=cp, levels=level, side=side).best
        assert_best(best, oracle, oracle.start(3, cp))


def test_five_cards_at_once():
    cards = ("Six-It!", "Samesies!", "Tip It!", "So Wild!", "One More Time!")
    oracle = oracle_of("shadow-thief", cards=cards)
    best = dtsim.odds("shadow-thief", 2, "damage", cards=cards, cp=4).best
    assert_best(best, oracle, oracle.start(2, 4))


def test_four_rolls_with_a_card():
    oracle = oracle_of("gunslinger", cards=("Six-It!",))
    best = dtsim.odds("gunslinger", 4, "damage", cards=["Six-It!"], cp=1).best
    assert_best(best, oracle, oracle.start(4, 1))


def test_lethal_damage_with_cards():
    oracle = oracle_of("barbarian", cards=("Six-It!", "Tip It!"), least=15)
    best = dtsim.odds("barbarian", 3, "damage>=15", cards=["Six-It!", "Tip It!"], cp=2).best
    assert_best(best, oracle, oracle.start(3, 2))


COMMON = [card for card in CARDS if card not in ("Tithe", "Wild Shadow!")]


@pytest.mark.parametrize("card", COMMON)
def test_the_chase_of_each_ability_uses_the_card(card):
    found = dtsim.odds("gunslinger", 2, cards=[card], cp=3).abilities
    for index in (1, 4, 7):  # four bullets, a small and a large straight
        oracle = oracle_of("gunslinger", cards=(card,), wanted=(index,))
        assert found[index].probability == near(oracle.value(oracle.start(2, 3)))


# ---------------------------------------------------------------- defences

PAIRS = [
    (attacker, side, 2, defender)
    for attacker, side in BOARDS
    for defender in DEFENCES
    if defender[2] == 1 or attacker == "gunslinger"
]


@pytest.mark.parametrize(
    ("hero", "side", "level", "defender"), PAIRS, ids=[named(*one[:2], "against", *one[3]) for one in PAIRS]
)
def test_damage_that_a_defence_leaves(hero, side, level, defender):
    name, defending_side, defence = defender
    against = {"against": name, "against_levels": defence, "against_side": defending_side}
    best = dtsim.odds(hero, 3, "damage", side=side, levels=level, **against).best
    oracle = oracle_of(hero, side, level, against=defender)
    assert_best(best, oracle, oracle.start())


@pytest.mark.parametrize("least", [4, 8, 14])
@pytest.mark.parametrize(
    "defender", [defender for defender in DEFENCES if defender[2] == 1], ids=lambda defender: named(defender)
)
def test_lethal_damage_against_a_defence(defender, least):
    name, side, _ = defender
    best = dtsim.odds("barbarian", 3, f"damage>={least}", against=name, against_side=side).best
    oracle = oracle_of("barbarian", least=least, against=defender)
    assert_best(best, oracle, oracle.start())


def test_cards_against_a_defence():
    found = dtsim.odds("paladin", 3, "damage", cards=["So Wild!"], cp=2, against="shadow-thief")
    oracle = oracle_of("paladin", cards=("So Wild!",), against=("shadow-thief", None, 1))
    assert_best(found.best, oracle, oracle.start())


# ---------------------------------------------------------------- dice on the table


@pytest.mark.parametrize(
    ("hero", "dice", "left", "cards", "cp"),
    [
        ("gunslinger", (1, 1, 4, 5, 6), 2, (), 2),
        ("gunslinger", (1, 1, 4, 5, 6), 1, ("Six-It!", "Tip It!"), 2),
        ("shadow-thief", (1, 2, 3, 5, 6), 0, ("So Wild!",), 3),
        ("paladin", (3, 3, 5, 6, 6), 1, ("Tithe",), 2),
    ],
)
def test_advice_for_dice_on_the_table(hero, dice, left, cards, cp):
    found = dtsim.odds(hero, 3, "damage", dice=dice, rolls_left=left, cards=cards, cp=cp)
    oracle = oracle_of(hero, cards=cards)
    table = oracle.table(dice, left, cp)
    assert_best(found.best, oracle, table)
    best = oracle.value(table)
    keeps = [advice for advice in found.advice if advice.move.play is None and not advice.move.stop]
    for advice in keeps:
        after = oracle.table(advice.keep, left - 1, cp)
        assert advice.value == near(oracle.value(after))
        assert advice.regret == near(best - oracle.value(after))
    for advice in keeps[:4]:
        abilities, _ = oracle.distributions(oracle.table(advice.keep, left - 1, cp))
        assert advice.abilities == {name: near(chance) for name, chance in abilities.items()}
    stop = next(advice for advice in found.advice if advice.move.stop)
    assert stop.value == near(oracle.activation(dice, cp)[0])
    assert [advice.regret for advice in found.advice] == sorted(advice.regret for advice in found.advice)


@pytest.mark.parametrize("card", ["Six-It!", "Tip It!", "So Wild!", "Samesies!", "Try, Try Again!"])
def test_advice_shows_the_best_use_of_each_card(card):
    dice, cp = (1, 1, 4, 5, 6), 2
    found = dtsim.odds("gunslinger", 3, "damage", dice=dice, rolls_left=1, cards=[card], cp=cp)
    oracle = oracle_of("gunslinger", cards=(card,))
    (played,) = [advice for advice in found.advice if advice.move.play == card]
    _, _, count, cost, _ = CARDS[card]
    after = Table(
        tuple(sorted(played.keep + tuple(new for _, new in played.move.change))), 1, (), cp - cost, 0
    )
    if played.move.roll:
        after = after._replace(rerolls=count - 1)
    uses = oracle.brute.uses(Table(dice, 1, (), cp - cost, 0), 0)
    assert played.value == near(oracle.value(after))
    assert played.value == near(max(map(oracle.value, uses)))


def test_chances_hold_from_the_dice_on_the_table_on():
    dice = (1, 1, 4, 5, 6)
    found = dtsim.odds("gunslinger", 3, dice=dice, rolls_left=2)
    for index, row in enumerate(found.abilities):
        oracle = oracle_of("gunslinger", wanted=(index,))
        assert row.probability == near(oracle.value(oracle.table(dice, 2)))


def test_the_policy_is_that_of_the_brute_force():
    policy = dtsim.odds("barbarian", 3, "damage").policy()
    oracle = oracle_of("barbarian")
    for entry in policy:
        table = oracle.table(entry.dice, entry.rolls_left)
        choice = oracle.brute.choice(table)
        assert entry.value == near(oracle.value(table))
        assert entry.move.keep == (entry.dice if isinstance(choice, str) else choice.dice)
        if entry.move.stop:
            assert entry.activate.partition(":")[0] == oracle.activation(entry.dice, 2)[1]


# ---------------------------------------------------------------- questions drawn by lot


@pytest.mark.parametrize("seed", range(16))
def test_any_question(seed):
    lot = random.Random(seed)
    hero, side = lot.choice(list(BOARDS))
    level = lot.choice((1, 2, 3))
    hand = tuple(lot.sample(COMMON, lot.choice((0, 1, 2))))
    defender = lot.choice([None, *DEFENCES])
    rows = rows_of(hero, side, level, defender)
    least, wanted, goal = None, None, "damage"
    match lot.choice(("damage", "least", "abilities")):
        case "least":
            least = lot.randint(1, 16)
            goal = f"damage>={least}"
        case "abilities":
            goal = lot.sample(sorted({row.name for row in rows}), 2)
            wanted = tuple(index for index, row in enumerate(rows) if row.name in goal)
    rolls, cp = lot.choice((1, 2, 3)), lot.randint(0, 5)
    against = dict(zip(("against", "against_side", "against_levels"), defender or (), strict=False))
    best = dtsim.odds(hero, rolls, goal, cards=hand, cp=cp, levels=level, side=side, **against).best
    oracle = oracle_of(hero, side, level, hand, least, wanted, defender)
    assert_best(best, oracle, oracle.start(rolls, cp))


# ---------------------------------------------------------------- fractions and printed figures


@pytest.mark.parametrize(
    ("hero", "goal", "least"), [("gunslinger", "damage", None), ("shadow-thief", "damage>=5", 5)]
)
def test_fractions_are_those_of_the_brute_force(hero, goal, least):
    best = dtsim.odds(hero, 3, goal, exact=True).best
    oracle = oracle_of(hero, least=least)
    abilities, damage = oracle.distributions(oracle.start())
    assert best.exact == oracle.value(oracle.start())
    assert best.abilities_exact == abilities
    assert best.damage_exact == {amount: chance for amount, chance in damage.items() if chance}


def test_fractions_with_a_card_and_a_defence():
    found = dtsim.odds("gunslinger", 2, "damage", cards=["Tip It!"], cp=1, against="barbarian", exact=True)
    oracle = oracle_of("gunslinger", cards=("Tip It!",), against=("barbarian", None, 1))
    assert found.best.exact == oracle.value(oracle.start(2, 1))


def test_both_straights_as_fractions():
    rows = {row.name: row for row in dtsim.odds("gunslinger", exact=True).abilities}
    assert rows["Showdown"].exact == Fraction(753572225, 1224440064)
    assert rows["Fan the Hammer"].exact == Fraction(319695199, 1224440064)


@pytest.mark.parametrize(
    ("hero", "level", "name", "figure"),
    [
        ("gunslinger", 1, "Revolver", 0.98394775),  # AAA
        ("barbarian", 2, "War Cry", 0.90054698),  # AABB
        ("barbarian", 1, "Overpower", 0.34878853),  # AAACC
        ("cursed-pirate", 1, "Walk the Plank", 0.77484103),  # ABBC
        ("gunslinger", 1, "Fill'Em With Lead!", 0.0132720560),
    ],
)
def test_figures_published_for_dice_with_faces_aaabbc(hero, level, name, figure):
    row = next(row for row in dtsim.odds(hero, levels=level).abilities if row.name == name)
    assert row.probability == pytest.approx(figure, abs=5e-9)


@pytest.mark.parametrize(
    ("name", "card", "figure"),
    [
        ("Overpower", "Six-It!", 0.80233696),
        ("Reckless", "So Wild!", 0.88956167),
        ("Mighty Blow", "Tip It!", 0.97124813),
    ],
)
def test_figures_published_with_one_card_in_hand(name, card, figure):
    assert dtsim.odds("barbarian", goal=name, cards=[card]).best.value == pytest.approx(figure, abs=5e-9)


def test_the_barbarian_with_overpower_counted_as_10_expects_8_798420(tmp_path):
    source = (shipped_folder("heroes") / "barbarian.toml").read_text(encoding="utf-8")
    rolled = "  roll 3 dice\n  then deal the roll dmg\n  if the roll is 14+: inflict Concussion\n"
    assert source.count(rolled) == 1
    path = tmp_path / "barbarian.toml"
    path.write_text(source.replace(rolled, "  deal 10 dmg\n"), encoding="utf-8")
    assert dtsim.odds(path, goal="damage").best.value == pytest.approx(8.798420, abs=5e-7)


def test_two_pirates_hurt_each_other_for_the_doubloons_they_start_with():
    # The Shivering: 8, and 1 for each of the 3 Cursed Doubloons of the other Pirate; nobody else has any
    question = {"side": "cursed", "dice": "16661", "rolls_left": 0}
    assert dtsim.odds("cursed-pirate", 3, "damage", **question, against="cursed-pirate").best.damage == {
        11: 1
    }
    assert dtsim.odds("cursed-pirate", 3, "damage", **question, against="gunslinger").best.damage == {8: 1}

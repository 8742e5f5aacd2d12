"""The solver against another algorithm: every subset of dice, every roll, every card tried on the dice."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dtsim import jit
from dtsim.dicethrone.odds.lattice import N_RESULTS, dice_id, dice_of
from dtsim.dicethrone.odds.solver import Play, PlayKind, solve

from .brute_force import BruteForce
from .goals import barbarian_damage, payoff, straight

ANY = (1, 2, 3, 4, 5, 6)
CARDS = {
    "Six-It!": ("change", (6,), 1, 1, False),
    "So Wild!": ("change", ANY, 1, 2, False),
    "Twice As Wild!": ("change", ANY, 2, 3, False),
    "Heavy Hand!": ("change", (1, 2, 3), 1, 1, False),
    "Tip It!": ("step", (), 1, 1, False),
    "Samesies!": ("copy", (), 1, 1, False),
    "Try, Try Again!": ("reroll", (), 2, 1, False),
    "Tithe": ("reroll", (), 1, 1, True),
    "One More Time!": ("attempt", (), 1, 1, False),
    "Seedling Spirit": ("reroll", (), 1, 0, False),
}


def play_of(card):
    kind, faces, count, cost, repeatable = card
    mask = sum(1 << (face - 1) for face in faces) or 0b111111
    return Play(PlayKind[kind.upper()], cost, mask, count, repeatable)


def amounts_of(seed, n_cp, kind):
    random = np.random.default_rng(seed)
    if kind == "ties":
        return random.integers(0, 4, (n_cp, N_RESULTS)).astype(float)
    if kind == "cp is worth nothing":
        return np.repeat(random.random((1, N_RESULTS)), n_cp, axis=0)
    return random.normal(size=(n_cp, N_RESULTS))


def both(amounts, rolls, names, cp):
    """The solver and the oracle for one problem."""
    cards = [CARDS[name] for name in names]
    oracle = BruteForce(lambda dice, left: amounts[left, dice_id(dice)], rolls, cards, cp, tolerance=1e-12)
    return solve(amounts, rolls, [play_of(card) for card in cards], cp), oracle


def assert_same(solution, oracle, seed):
    """Values everywhere, the same choices, and features of the final dice that only depend on the choices."""
    assert solution.value == pytest.approx(oracle.value(), abs=1e-12)
    for result in range(0, N_RESULTS, 7):
        for rolls_left in range(solution.rolls):
            dice = dice_of(result)
            assert solution.value_at(dice, rolls_left) == pytest.approx(
                oracle.value_at(dice, rolls_left), abs=1e-12
            )
    feature = np.random.default_rng(seed + 1).random((solution.cp + 1, N_RESULTS))
    expected = oracle.expect(lambda dice, left: feature[left, dice_id(dice)])
    assert solution.expect([feature]) == pytest.approx((expected,), abs=1e-12)


@pytest.mark.parametrize("kind", ["ties", "cp is worth nothing", "any"])
@pytest.mark.parametrize("name", CARDS)
def test_each_card_alone(name, kind):
    assert_same(*both(amounts_of(11, 4, kind), 2, [name], 3), seed=11)


@pytest.mark.parametrize("kind", ["ties", "any"])
@pytest.mark.parametrize(
    ("names", "rolls", "cp"),
    [
        (["Six-It!", "Tip It!"], 3, 2),
        (["So Wild!", "One More Time!"], 2, 3),
        (["Try, Try Again!", "Tithe", "Samesies!"], 2, 3),
        (["Tip It!", "Tip It!", "Seedling Spirit", "Seedling Spirit"], 2, 2),
        (["One More Time!", "Try, Try Again!"], 3, 1),
    ],
)
def test_cards_together(names, rolls, cp, kind):
    assert_same(*both(amounts_of(5, cp + 1, kind), rolls, names, cp), seed=5)


@settings(deadline=None, max_examples=25)
@given(
    st.integers(0, 10**6),
    st.sampled_from(["ties", "cp is worth nothing", "any"]),
    st.lists(st.sampled_from([name for name in CARDS if name != "Twice As Wild!"]), max_size=2),
    st.integers(1, 3),
    st.integers(0, 2),
)
def test_any_hand(seed, kind, names, rolls, cp):
    assert_same(*both(amounts_of(seed, cp + 1, kind), rolls, names, cp), seed)


def exact_pair(goal, rolls, names, cp):
    """Both in fractions."""
    cards = [CARDS[name] for name in names]
    exact = jit.uncompiled("dtsim.dicethrone.odds.solver")
    oracle = BruteForce(lambda dice, _: Fraction(goal(dice)), rolls, cards, cp)
    return exact.solve(payoff(goal, Fraction), rolls, [play_of(card) for card in cards], cp), oracle


@pytest.mark.parametrize(
    ("goal", "names", "cp"),
    [
        (barbarian_damage, [], 0),
        (barbarian_damage, ["Six-It!"], 1),
        (straight(5), ["Tip It!", "Try, Try Again!"], 2),
    ],
)
def test_fractions_are_equal(goal, names, cp):
    solution, oracle = exact_pair(goal, 3, names, cp)
    assert solution.value == oracle.value()
    sixes = [Fraction(dice_of(result).count(6)) for result in range(N_RESULTS)]
    expected = oracle.expect(lambda dice, _: Fraction(dice.count(6)))
    assert solution.expect([sixes]) == (expected,)


@pytest.mark.parametrize("rolls_left", [0, 1, 2])
def test_choices_are_the_same_for_every_roll(rolls_left):
    names = ["Six-It!", "Samesies!"]
    amounts = np.repeat(payoff(barbarian_damage)[np.newaxis], 2, axis=0)
    solution, oracle = both(amounts, 3, names, 1)
    for result in range(N_RESULTS):
        decision = solution.best(dice_of(result), rolls_left)
        choice = oracle.choice(oracle.table(dice_of(result), rolls_left))
        after = sorted([*decision.action.keep, *(new for _, new in decision.action.change)])
        if isinstance(choice, str):
            assert decision.action.keep == dice_of(result)
            assert decision.action.play is None
        else:
            assert tuple(after) == choice.dice
            assert (decision.action.play is None) == (choice.rolls_left < rolls_left)

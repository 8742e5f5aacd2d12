"""Exact odds with the best keeps: against printed figures, closed forms and fractions."""

from fractions import Fraction
from math import comb

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dtsim import jit
from dtsim.dicethrone.odds import kernels
from dtsim.dicethrone.odds.lattice import COUNTS, N_MULTISETS, N_RESULTS, dice_id, dice_of, probabilities
from dtsim.dicethrone.odds.plays import layers_of
from dtsim.dicethrone.odds.solver import Action, Play, PlayKind, solve

from .goals import barbarian_damage, of_a_kind, of_faces, payoff, straight, symbols

SIX_IT = Play(PlayKind.CHANGE, cost=1, faces=0b100000)
SO_WILD = Play(PlayKind.CHANGE, cost=2)
TIP_IT = Play(PlayKind.STEP, cost=1)

THREE, TWO, ONE = (1, 2, 3), (4, 5), (6,)

# DT-DIC: exact reference values for one, two and three Roll Attempts
EXACT = {
    "small straight": (straight(4), "25/162 259367/629856 753572225/1224440064"),
    "large straight": (straight(5), "5/162 40861/314928 319695199/1224440064"),
    "2 of a kind": (of_a_kind(2), "49/54 2891/2916 157339/157464"),
    "3 of a kind": (of_a_kind(3), "23/108 3157/5832 234053/314928"),
    "4 of a kind": (of_a_kind(4), "13/648 9259/69984 2197897/7558272"),
    "5 of a kind": (of_a_kind(5), "1/1296 221/17496 347897/7558272"),
    "2 of a 3-face symbol": (of_faces(THREE, 2), "13/16 63/64 8183/8192"),
    "3 of a 3-face symbol": (of_faces(THREE, 3), "1/2 459/512 16121/16384"),
    "4 of a 3-face symbol": (of_faces(THREE, 4), "3/16 81/128 7203/8192"),
    "5 of a 3-face symbol": (of_faces(THREE, 5), "1/32 243/1024 16807/32768"),
    "2 of a 2-face symbol": (of_faces(TWO, 2), "131/243 51625/59049 13927019/14348907"),
    "3 of a 2-face symbol": (of_faces(TWO, 3), "17/81 11875/19683 4026233/4782969"),
    "4 of a 2-face symbol": (of_faces(TWO, 4), "11/243 15625/59049 7688939/14348907"),
    "5 of a 2-face symbol": (of_faces(TWO, 5), "1/243 3125/59049 2476099/14348907"),
    "2 of a 1-face symbol": (of_faces(ONE, 2), "763/3888 1826011/3779136 82145855519/117546246144"),
    "3 of a 1-face symbol": (of_faces(ONE, 3), "23/648 1718321/10077696 27807523471/78364164096"),
    "4 of a 1-face symbol": (of_faces(ONE, 4), "13/3888 248897/7558272 12274918019/117546246144"),
    "5 of a 1-face symbol": (of_faces(ONE, 5), "1/7776 161051/60466176 6240321451/470184984576"),
}


@pytest.fixture(scope="module")
def exact_solve():
    """The solver on fractions: the same source, not compiled."""
    return jit.uncompiled("dtsim.dicethrone.odds.solver").solve


@pytest.mark.parametrize("name", EXACT)
def test_reference_values_are_met_exactly(name, exact_solve):
    goal, figures = EXACT[name]
    for rolls, figure in enumerate(figures.split(), start=1):
        assert exact_solve(payoff(goal, Fraction), rolls).value == Fraction(figure)
        assert solve(payoff(goal), rolls).value == pytest.approx(float(Fraction(figure)), abs=1e-14)


@pytest.mark.parametrize("faces", [THREE, TWO, ONE])
@pytest.mark.parametrize("rolls", [1, 2, 3])
def test_dt_dic_12_symbols_follow_the_binomial_tail(faces, rolls):
    hit = 1 - (1 - len(faces) / 6) ** rolls
    for count in range(1, 6):
        tail = sum(comb(5, k) * hit**k * (1 - hit) ** (5 - k) for k in range(count, 6))
        assert solve(payoff(of_faces(faces, count)), rolls).value == pytest.approx(tail, abs=1e-12)


@pytest.mark.parametrize(
    ("needs", "figure"),
    [("AAA", 0.98394775), ("AABB", 0.90054698), ("AAACC", 0.34878853), ("ABBC", 0.77484103)],
)
def test_symbols_of_dice_with_faces_aaabbc(needs, figure):
    assert solve(payoff(symbols(needs)), 3).value == pytest.approx(figure, abs=5e-9)


@pytest.mark.parametrize(
    ("goal", "play", "figure"),
    [
        (symbols("AAACC"), SIX_IT, 0.80233696),
        (straight(5), SO_WILD, 0.88956167),
        (straight(4), TIP_IT, 0.97124813),
    ],
)
def test_keeps_are_optimised_for_the_card_in_hand(goal, play, figure):
    assert solve(payoff(goal), 3, [play], play.cost).value == pytest.approx(figure, abs=5e-9)
    assert solve(payoff(goal), 3, [play], play.cost - 1).value == solve(payoff(goal), 3).value


def test_the_barbarian_expects_8_798420_damage():
    assert solve(payoff(barbarian_damage), 3).value == pytest.approx(8.798420, abs=5e-7)


def test_a_card_that_sets_any_die_equals_one_more_die_of_choice(exact_solve):
    # with So Wild! five sixes need only four: P(at least 4 of 5) at 91/216 each
    four = exact_solve(payoff(of_faces(ONE, 4), Fraction), 3).value
    assert exact_solve(payoff(of_faces(ONE, 5), Fraction), 3, [SO_WILD], 2).value == four


def test_one_more_time_is_a_fourth_roll_attempt(exact_solve):
    goal = payoff(of_faces(ONE, 5), Fraction)
    one_more_time = Play(PlayKind.ATTEMPT, cost=1)
    assert exact_solve(goal, 3, [one_more_time], 1).value == exact_solve(goal, 4).value


def test_a_repeatable_reroll_is_used_as_long_as_the_cp_last(exact_solve):
    # one roll of 6-6-6-6-x, then up to 3 CP: 1 - (5/6)^3 for the last die
    tithe = Play(PlayKind.REROLL, cost=1, repeatable=True)
    solution = exact_solve(payoff(of_faces(ONE, 5), Fraction), 1, [tithe], 3)
    assert solution.value_at((6, 6, 6, 6, 1), 0) == 1 - Fraction(5, 6) ** 3
    assert solution.value_at((6, 6, 6, 1, 1), 0) == Fraction(1, 36) + 2 * Fraction(5, 6) * Fraction(1, 36)


def test_try_try_again_sees_the_first_die_before_the_second_is_chosen(exact_solve):
    try_again = Play(PlayKind.REROLL, cost=1, count=2)
    solution = exact_solve(payoff(of_faces(ONE, 5), Fraction), 1, [try_again], 1)
    assert solution.value_at((6, 6, 6, 6, 1), 0) == 1 - Fraction(5, 6) ** 2
    assert solution.value_at((6, 6, 6, 1, 1), 0) == Fraction(1, 36)


def test_cp_are_saved_when_they_are_the_damage():
    damage = np.repeat(np.arange(4.0)[:, np.newaxis], N_RESULTS, axis=1)
    solution = solve(damage, 3, [SIX_IT, SO_WILD], 3)
    assert solution.value == 3
    assert solution.final()[3].sum() == pytest.approx(1, abs=1e-12)


def test_stopping_is_preferred_when_nothing_can_be_gained():
    solution = solve(np.ones(N_RESULTS), 3, [SIX_IT, TIP_IT], 4)
    for decision in solution.policy():
        assert decision.action == Action(keep=decision.dice)
        assert decision.value == 1


def test_of_equally_good_keeps_the_most_dice_stay_then_the_smaller_index():
    # an even total: whatever is rolled, the chance is one half
    solution = solve(payoff(lambda dice: sum(dice) % 2 == 0), 3)
    assert solution.best((1, 2, 3, 4, 5), 1).action == Action(keep=(1, 2, 3, 4), roll=(5,))
    assert solution.best((1, 2, 3, 4, 6), 1).action == Action(keep=(1, 2, 3, 4, 6))


def test_a_card_is_held_back_when_a_roll_is_as_good():
    solution = solve(payoff(lambda dice: True if 6 in dice else -1.0), 2, [SIX_IT], 1)
    # rolling on and playing Six-It! afterwards if need be is as good as playing it now
    assert solution.best((1, 2, 3, 4, 5), 1).action == Action(keep=(1, 2, 3, 4), roll=(5,))
    assert solution.best((1, 2, 3, 4, 5), 0).action == Action((2, 3, 4, 5), change=((1, 6),), play=0)


def test_of_two_equal_cards_the_first_is_played_first():
    solution = solve(payoff(of_faces(ONE, 5)), 1, [TIP_IT, SIX_IT, SIX_IT], 2)
    assert solution.best((1, 1, 6, 6, 6), 0).action == Action((1, 6, 6, 6), change=((1, 6),), play=1)
    assert [option.action.play for option in solution.advice((1, 1, 6, 6, 6), 0)] == [1, None, 0]


def test_advice_lists_each_keep_once_with_its_regret():
    large = payoff(straight(5))
    options = solve(large, 3).advice((1, 2, 3, 5, 5), 2, [large])
    keeps = [option.action.keep for option in options]
    assert len(keeps) == len(set(keeps)) == 2 * 2 * 2 * 3
    assert options[0].action == Action(keep=(1, 2, 3, 5), roll=(5,))
    assert options[0].value == pytest.approx(1 - (5 / 6) ** 2)
    stop = next(option for option in options if option.action == Action(keep=(1, 2, 3, 5, 5)))
    assert (stop.value, stop.regret, stop.features) == (0, options[0].value, (0,))


def test_advice_shows_the_best_use_of_each_play():
    plays = [SIX_IT, SO_WILD, Play(PlayKind.CHANGE, cost=3, count=2)]
    options = solve(payoff(straight(5)), 3, plays, 2).advice((2, 3, 4, 5, 5), 0)
    assert [option.action for option in options] == [
        Action((2, 3, 4, 5), change=((5, 6),), play=0),
        Action((2, 3, 4, 5), change=((5, 1),), play=1),
        Action((2, 3, 4, 5, 5)),
    ]
    assert [option.regret for option in options] == [0, 0, 1]


def test_the_policy_holds_every_result_and_every_number_of_rolls_left():
    solution = solve(payoff(barbarian_damage), 3)
    policy = solution.policy()
    assert [(d.rolls_left, dice_id(d.dice)) for d in policy] == [(a, d) for a in range(3) for d in range(252)]
    assert all(d.value == solution.value_at(d.dice, d.rolls_left) for d in policy)
    first_rolls = [d.value for d in policy if d.rolls_left == 2]
    assert probabilities(5) @ first_rolls == pytest.approx(solution.value, abs=1e-12)


# ---------------------------------------------------------------------------------------------- properties

PLAYS = st.builds(
    lambda kind, faces, count, cost, repeatable: Play(kind, cost, faces, count, repeatable and cost > 0),
    st.sampled_from(PlayKind),
    st.integers(1, 63),
    st.integers(1, 2),
    st.integers(0, 3),
    st.booleans(),
)
HANDS = st.lists(PLAYS, max_size=3)
CP = st.integers(0, 4)
ROLLS = st.integers(1, 4)


@st.composite
def payoffs(draw, n_cp=None):
    """Few different amounts (many ties), an amount for a few results only, or any amounts."""
    random = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    shape = N_RESULTS if n_cp is None else (n_cp, N_RESULTS)
    kind = draw(st.sampled_from(["few amounts", "rare", "any"]))
    if kind == "few amounts":
        return random.integers(-3, 4, shape).astype(float)
    if kind == "rare":
        return (random.random(shape) < 0.02) * 10.0
    return random.normal(size=shape)


properties = settings(deadline=None, max_examples=100)


@properties
@given(payoffs(), ROLLS)
def test_more_rolls_never_hurt(amounts, rolls):
    assert solve(amounts, rolls + 1).value >= solve(amounts, rolls).value - 1e-12


@properties
@given(payoffs(), HANDS, PLAYS, CP)
def test_another_play_never_hurts(amounts, hand, play, cp):
    assert solve(amounts, 2, [*hand, play], cp).value >= solve(amounts, 2, hand, cp).value - 1e-12


@properties
@given(payoffs(), HANDS, CP)
def test_more_cp_never_hurt_when_the_payoff_does_not_count_them(amounts, hand, cp):
    assert solve(amounts, 2, hand, cp + 1).value >= solve(amounts, 2, hand, cp).value - 1e-12


@properties
@given(st.data(), HANDS, CP, ROLLS, st.integers(0, N_RESULTS - 1))
def test_the_policy_earns_its_value(data, hand, cp, rolls, result):
    amounts = data.draw(payoffs(cp + 1))
    solution = solve(amounts, rolls, hand, cp)
    assert solution.expect([amounts]) == pytest.approx((solution.value,), abs=1e-12)
    dice, left = dice_of(result), data.draw(st.integers(0, rolls - 1))
    assert solution.expect([amounts], dice, left) == pytest.approx(
        (solution.value_at(dice, left),), abs=1e-12
    )


@properties
@given(payoffs(), HANDS, CP, st.integers(2, 6))
def test_chances_of_a_partition_sum_to_one(amounts, hand, cp, n_parts):
    parts = np.arange(N_RESULTS) % n_parts == np.arange(n_parts)[:, np.newaxis]
    chances = solve(amounts, 3, hand, cp).expect(parts)
    assert min(chances) >= 0
    assert sum(chances) == pytest.approx(1, abs=1e-12)


@properties
@given(payoffs(), ROLLS, st.permutations(range(6)))
def test_faces_may_be_renamed(amounts, rolls, order):
    renamed = [dice_id(order[face - 1] + 1 for face in dice_of(result)) for result in range(N_RESULTS)]
    moved = np.empty(N_RESULTS)
    moved[renamed] = amounts
    assert solve(moved, rolls).value == pytest.approx(solve(amounts, rolls).value, abs=1e-12)


@properties
@given(payoffs(), ROLLS)
def test_the_plain_kernel_equals_the_general_one_without_plays(amounts, rolls):
    plain = solve(amounts, rolls).tables
    general = kernels.Policy(*(np.empty_like(table) for table in plain))
    scratch = kernels.Scratch(np.empty(N_MULTISETS), np.empty(N_MULTISETS, dtype=np.int16))
    kernels.solve_layers(amounts[np.newaxis], 1e-12, layers_of((), 0), general, scratch)
    for one, other in zip(plain, general, strict=True):
        np.testing.assert_array_equal(one, other)


@properties
@given(st.data(), HANDS, CP, st.integers(0, N_RESULTS - 1), st.integers(0, 2))
def test_advice_agrees_with_the_policy(data, hand, cp, result, rolls_left):
    amounts = data.draw(payoffs(cp + 1))
    solution = solve(amounts, 3, hand, cp)
    options = solution.advice(dice_of(result), rolls_left, [amounts])
    regrets = [option.regret for option in options]
    assert options[0].action == solution.best(dice_of(result), rolls_left).action
    assert regrets[0] == 0
    assert min(regrets) >= 0
    for option in options:
        assert option.features == pytest.approx((option.value,), abs=1e-12)
        assert option.value + option.regret == pytest.approx(options[0].value, abs=1e-11)
    n_keeps = int(np.prod(COUNTS[result] + 1)) if rolls_left else 1
    assert sum(option.action.play is None for option in options) == n_keeps


@settings(deadline=None, max_examples=5)
@given(st.data(), st.lists(PLAYS, max_size=2), st.integers(0, 2))
def test_compiled_and_uncompiled_code_agree(data, hand, cp):
    amounts = data.draw(payoffs(cp + 1))
    slow = jit.uncompiled("dtsim.dicethrone.odds.solver").solve(amounts, 2, hand, cp)
    fast = solve(amounts, 2, hand, cp)
    for one, other in zip(slow.tables, fast.tables, strict=True):
        np.testing.assert_array_equal(one, other)
    np.testing.assert_array_equal(slow.final(), fast.final())

"""The ladder of skill: planner above greedy above random, hero by hero, in pairs with the same luck."""

from __future__ import annotations

import numpy as np
import pytest

from dtsim.dicethrone.batch import pair_up
from dtsim.dicethrone.pairs import play_pairs

HEROES = ("barbarian", "cursed-pirate", "gunslinger", "huntress", "paladin", "shadow-thief")
PAIRS = 400


def _scores(hero: str, better: str, worse: str) -> np.ndarray:
    """Of each pair of mirror games, the better player's share of the points."""
    pairs = play_pairs(pair_up((hero, hero), seed=11, seats=(better, worse)), range(PAIRS), "seat")
    points = pairs.scores()
    assert (points >= 0).all()
    return points.mean(axis=1) / 2


@pytest.mark.parametrize("hero", HEROES)
def test_greedy_beats_random(hero: str) -> None:
    assert _scores(hero, "greedy", "random").mean() > 0.9


@pytest.mark.parametrize("hero", HEROES)
def test_planner_beats_greedy_with_every_hero(hero: str) -> None:
    scores = _scores(hero, "planner", "greedy")
    assert scores.mean() - 1.96 * scores.std() / PAIRS**0.5 > 0.65


def test_planner_beats_greedy_clearly_over_all_heroes() -> None:
    scores = np.stack([_scores(hero, "planner", "greedy") for hero in HEROES]).mean(axis=0)
    assert scores.mean() - 1.96 * scores.std() / PAIRS**0.5 > 0.8


def test_a_planner_that_learned_from_others_plays_as_one_that_did_not() -> None:
    """What is measured follows from the pairing alone, whoever measured it first."""
    from dtsim.dicethrone import batch

    pairing = pair_up(("huntress", "shadow-thief"), seed=3, player="planner")
    batch._study.cache_clear()
    fresh = batch.play_rows(pairing, range(40), threads=1)
    batch.play_rows(pairing, range(1000, 1400), threads=2)
    assert (batch.play_rows(pairing, range(40), threads=1) == fresh).all()

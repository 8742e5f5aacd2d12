"""Activation Requirements: what the five dice must show, and the words dice may bear."""

from __future__ import annotations

import pytest

from dtsim.dicethrone.heroes.grammar import is_reserved
from dtsim.dicethrone.heroes.model.needs import Need, OfAKind, Show, Straight
from dtsim.dicethrone.heroes.places import Sentence
from dtsim.dicethrone.heroes.text import parse
from dtsim.dicethrone.heroes.vocabulary import Vocabulary

from .sentences import CLAW, LOW, MOON, STAR, read

NEEDS = {
    "3/4/5 claw": [Need((Show(3, CLAW),)), Need((Show(4, CLAW),)), Need((Show(5, CLAW),))],
    "2/3 claw + 1 star": [Need((Show(2, CLAW), Show(1, STAR))), Need((Show(3, CLAW), Show(1, STAR)))],
    "2 claw + 2 full-moon": [Need((Show(2, CLAW), Show(2, MOON)))],
    "4 star": [Need((Show(4, STAR),))],
    "small straight": [Need((Straight(4),))],
    "small straight / large straight": [Need((Straight(4),)), Need((Straight(5),))],
    "4 of a kind": [Need((OfAKind(4),))],
    "3/4 of a kind": [Need((OfAKind(3),)), Need((OfAKind(4),))],
    "3 claw / 2 star + 1 claw": [Need((Show(3, CLAW),)), Need((Show(2, STAR), Show(1, CLAW)))],
    "3 1-2": [Need((Show(3, LOW),))],
}


@pytest.mark.parametrize("words", NEEDS)
def test_activation_requirements(words):
    assert read(words, "needs") == tuple(NEEDS[words])


@pytest.mark.parametrize(
    ("words", "dice", "met"),
    [
        ("3 claw", (1, 1, 3, 6, 6), True),
        ("3 claw", (1, 1, 4, 6, 6), False),
        ("2 claw + 2 star", (1, 3, 6, 6, 4), True),
        ("small straight", (2, 3, 4, 5, 5), True),
        ("small straight", (1, 2, 3, 5, 6), False),
        ("large straight", (2, 3, 4, 5, 6), True),
        ("3 of a kind", (4, 4, 4, 1, 2), True),
        ("3 of a kind", (1, 2, 3, 1, 2), False),  # numbers count, not symbols
        ("0 claw", (4, 5, 6, 6, 6), True),
        ("0 claw", (3, 5, 6, 6, 6), False),
    ],
)
def test_dice_meet_a_requirement_or_not(words, dice, met):
    counts = tuple(dice.count(face) for face in range(1, 7))
    assert read(words, "needs")[0].is_met(counts) is met


@pytest.mark.parametrize("word", ["card", "cards", "deal", "deals", "their", "x", "then", "upgrades", "the"])
def test_words_of_the_language_cannot_be_die_symbols(word):
    assert is_reserved(word)


@pytest.mark.parametrize("word", ["playing-card", "on-fire", "thenar", "dealer", "full-moon", "claw"])
def test_longer_words_that_only_begin_like_one_can_be_die_symbols(word):
    assert not is_reserved(word)
    vocabulary = Vocabulary({word: frozenset({1})}, frozenset())
    for sentence in (f"on {word}: heal 1", f"heal 2 x {word}", f"heal 1 x pair of {word}"):
        assert parse(Sentence(sentence, 1, 1), "line", vocabulary, "test")
    assert parse(Sentence(f"3/4/5 {word}", 1, 1), "needs", vocabulary, "test")

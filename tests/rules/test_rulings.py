"""Rulings: where the rulebook can be read in two ways, both readings can be played."""

from __future__ import annotations

import pytest

from dtsim.dicethrone.program.rulings import RULINGS, ruling_bits
from dtsim.errors import DtsimError

from .readings import READINGS


@pytest.mark.parametrize("name", READINGS)
def test_the_default_reading(name):
    found = READINGS[name]
    assert found.scene([]) == found.default


@pytest.mark.parametrize("name", READINGS)
def test_the_other_reading(name):
    found = READINGS[name]
    assert found.scene([name]) == found.other


@pytest.mark.parametrize("name", READINGS)
def test_a_ruling_changes_nothing_but_its_own_rule(name):
    # a forced defence is not asked for, and these scenes answer that question
    others = [other for other in RULINGS if other not in (name, "defence-forced")]
    assert READINGS[name].scene(others) == READINGS[name].default


def test_rulings_are_bits_of_their_own():
    assert ruling_bits(RULINGS) == sum(RULINGS.values()) == 2 ** len(RULINGS) - 1


def test_an_unknown_ruling_is_refused_with_the_nearest_one():
    with pytest.raises(DtsimError, match=r"unknown ruling 'defense-forced'.*did you mean 'defence-forced'"):
        ruling_bits(["defense-forced"])

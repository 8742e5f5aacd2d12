"""Every printed number has an address, and can be replaced by it."""

from __future__ import annotations

import pytest

from dtsim.dicethrone.heroes.source import with_numbers
from dtsim.errors import DtsimError

from .inventions import SKELETON, read_invented

COUNTED = """
[[status]]
name        = "Spark"
kind        = "positive"
stack_limit = { you = 4, others = 2 }
limit       = "2 per turn"
spend       = "attacking"
if          = "dmg is 5+"
text        = "roll 1 die; on 1-2: add 3 dmg; if the roll is 6+: add half the roll + 4 dmg"
[[status.also]]
when        = "upkeep"
text        = "spend 2 Spark: roll 3 dice, receive 1 x reroll at most 7 dmg"
"""

ADDRESSES = {
    "Spark/stack_limit/you": 4,
    "Spark/stack_limit/others": 2,
    "Spark/limit": 2,
    "Spark/if/1": 5,
    "Spark/roll/1": 1,
    "Spark/on/1": 1,
    "Spark/on/2": 2,
    "Spark/add/1": 3,
    "Spark/if/2": 6,
    "Spark/add/2": 4,
    "Spark/spend/1": 2,
    "Spark/roll/2": 3,
    "Spark/receive/1": 1,
    "Spark/receive/2": 7,
}


def _spark(source: str) -> dict[str, int]:
    numbers = read_invented(source).numbers
    return {number.address: number.value for number in numbers if number.address.startswith("Spark/")}


def _changed(changes: dict[str, int]) -> dict[str, int]:
    source = SKELETON + COUNTED
    return _spark(with_numbers(source, read_invented(source), changes))


def test_every_number_is_addressed_by_the_word_that_owns_it():
    assert _spark(SKELETON + COUNTED) == ADDRESSES


@pytest.mark.parametrize("address", ADDRESSES)
def test_a_number_is_replaced_by_its_address_and_no_other_changes(address):
    value = {"Spark/on/1": 2, "Spark/on/2": 6}.get(address, 9)  # 1-2 must stay a range of faces
    assert _changed({address: value}) == ADDRESSES | {address: value}


def test_several_numbers_of_one_line_are_replaced_at_once():
    changes = {
        "Spark/roll/1": 2,
        "Spark/on/1": 4,
        "Spark/on/2": 6,
        "Spark/add/1": 10,
        "Spark/stack_limit/you": 12,
    }
    assert _changed(changes) == ADDRESSES | changes


def test_an_address_that_is_not_there_is_a_mistake_with_the_nearest_one():
    with pytest.raises(DtsimError, match="unknown number 'Spark/adds/1': did you mean 'Spark/add/1'"):
        _changed({"Spark/adds/1": 3})


def test_numbers_are_listed_in_the_order_of_the_file():
    numbers = read_invented(SKELETON + COUNTED).numbers
    places = [(number.place.line, number.place.column) for number in numbers]
    assert places == sorted(places)

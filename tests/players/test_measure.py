"""What the planner measures: moves, cards, reactions and Defense Rolls as the engine resolves them."""

from __future__ import annotations

from typing import Any

import pytest

import dtsim
from dtsim.dicethrone.player_files.reader import default_weights
from dtsim.dicethrone.position import Counsel

WEIGHTS = default_weights("planner")


def _values(counsel: Counsel) -> dict[str, float]:
    return {choice.option: choice.value for choice in counsel.advice.choices if choice.value is not None}


def _announced(heroes: tuple[str, str], dice: str, ability: str, **sides: Any) -> float:
    """What announcing an ability is worth."""
    return _values(dtsim.advise(*heroes, dice=dice, rolls_left=0, **sides))[f"announce {ability}"]


def test_a_move_is_worth_what_it_deals() -> None:
    assert _announced(("barbarian", "gunslinger"), "1,1,6,6,5", "Sturdy Blow") == pytest.approx(4)


def test_an_upgraded_move_is_measured_as_it_is_printed() -> None:
    you = {"upgrades": ["Sturdy Blow II"]}
    assert _announced(("barbarian", "gunslinger"), "1,1,6,6,5", "Sturdy Blow", you=you) == pytest.approx(5)


def test_a_further_offensive_roll_phase_does_not_repeat_the_move() -> None:
    """Crit Bash stuns: it deals 5, then the dice fall anew and are worth what a turn is worth."""
    assert 5 < _announced(("barbarian", "gunslinger"), "6,6,6,6,5", "Crit Bash") < 20


def test_a_move_is_not_charged_with_the_opponents_next_turn() -> None:
    """The Gunslinger gains CP, a card and Reload when her turn begins: no part of an attack on her."""
    asleep = {"tokens": {"Nyra": 0, "Nyra Awake": 0}}
    worth = _announced(("huntress", "gunslinger"), "1,1,1,4,5", "Animalistic (3 spear)", you=asleep)
    assert 3 - 2.5 < worth < 3 - 1.2  # Duel deals 3 in 5 of 12 cases, else 1


def test_a_companion_that_is_awake_helps() -> None:
    """Nyra adds 2 dmg to what is attacked for while she is awake."""
    asleep, awake = (
        _announced(
            ("huntress", "barbarian"),
            "1,1,1,4,5",
            "Animalistic (3 spear)",
            you={"tokens": {"Nyra": 3, "Nyra Awake": count}},
        )
        for count in (0, 1)
    )
    assert awake == pytest.approx(asleep + 2)


def test_nothing_is_dealt_to_somebody_in_the_shadows() -> None:
    """An Attack that is surely prevented is worth nothing; what is gained beside it still is."""
    for dice, ability, least in (("1,1,1,4,6", "Revolver (3 bullet)", 0), ("1,1,4,4,4", "Take Cover", 0.5)):
        seen, hidden = (
            _announced(("gunslinger", "shadow-thief"), dice, ability, opponent={"tokens": tokens})
            for tokens in ({}, {"Shadows": 1})
        )
        assert seen > hidden + 0.3
        assert hidden >= least


def test_wither_takes_its_share_of_an_attack() -> None:
    fresh, withered = (
        _announced(("barbarian", "cursed-pirate"), "1,1,1,4,5", "Smack (3 sword)", you={"tokens": tokens})
        for tokens in ({}, {"Wither": 2})
    )
    assert withered == pytest.approx(fresh - 2, abs=0.6)  # the defence may prevent the same points


def test_the_end_is_in_sight_on_both_sides() -> None:
    """The last blow wins; a blow that may cost the last health loses."""
    far = _announced(("barbarian", "gunslinger"), "1,1,6,6,5", "Sturdy Blow")
    last = _announced(("barbarian", "gunslinger"), "1,1,6,6,5", "Sturdy Blow", opponent={"health": 4})
    risen = sum(missing / 12 for missing in (9, 10, 11))  # what 3, 2 and 1 health are worth beyond 1 each
    assert last == pytest.approx(far + WEIGHTS["win"] + WEIGHTS["danger"] * risen)
    dice, name = "1,2,3,4,5", "Reckless"
    healthy = _announced(("barbarian", "gunslinger"), dice, name)
    weak = _announced(("barbarian", "gunslinger"), dice, name, you={"health": 4})
    assert weak < healthy - WEIGHTS["win"]  # 4 dmg of its own


def test_a_blow_is_not_the_last_for_who_is_blessed() -> None:
    plain, blessed = (
        _announced(
            ("barbarian", "paladin"),
            "1,1,6,6,5",
            "Sturdy Blow",
            opponent={"health": 4, "tokens": tokens},
        )
        for tokens in ({}, {"Blessing of Divinity": 1})
    )
    assert plain > blessed + WEIGHTS["win"]


def test_cards_are_worth_what_they_do() -> None:
    """Getting Paid! gains 2 CP, Double Up! two cards for 1 CP."""
    found = _values(
        dtsim.advise(
            "barbarian", "gunslinger", phase="main 1", you={"cp": 3, "hand": ["Getting Paid!", "Double Up!"]}
        )
    )
    cp, spare, card = WEIGHTS["cp"], WEIGHTS["spare"], WEIGHTS["card"]
    sold = cp  # what each of them would bring at any time
    assert found["play Getting Paid!"] == pytest.approx(2 * cp - sold)
    assert found["play Double Up!"] == pytest.approx(2 * card - sold - spare)


def test_an_ability_that_an_upgrade_adds_is_worth_what_it_does() -> None:
    """Prosperity: 3 prayer, 4 CP. No ability of the board without upgrades fits these dice."""
    worth = _announced(
        ("paladin", "barbarian"), "1,1,6,6,6", "Prosperity", you={"upgrades": ["Righteous Prayer II"]}
    )
    assert worth == pytest.approx(4 * WEIGHTS["cp"])


def test_announcing_nothing_is_not_free_where_it_is_punished() -> None:
    """Who makes no Attack against the cursed Pirate gains a Powder Keg."""
    values = [
        _announced(("barbarian", "cursed-pirate"), "1,1,1,4,5", "none", opponent={"side": side})
        for side in ("human", "cursed")
    ]
    assert values[0] == 0
    assert values[1] < -0.5

"""Companions (chapter 17): no status effects, out of everybody's reach, and Instant Actions when spent."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from dtsim.dicethrone.game import Game
from dtsim.dicethrone.heroes.model.hero import Hero

from .blows import FIST, STARS, fighter, health, offered, strike, watch
from .scene import finish, go_to, offers, rule, scene, texts

NYRA = {"Nyra": 7, "Nyra Awake": 1}
BONDED = {"tokens": {**NYRA, "Bleed": 1, "Nyra's Bond": 1}}
IN_BOTH = pytest.mark.parametrize(
    ("ability", "dice", "is_asked"), [("Blow", FIST, True), ("Last Word!", STARS, False)]
)

# an eager one: it takes damage, adds some and strikes back without asking what kind of Attack it is
HOUND = """
[[status]]
name        = "Hound"
kind        = "companion"
stack_limit = 9
when        = "attacked"
if          = "you have 1+ Hound"
text        = "may: transfer all dmg to Hound"
[[status.also]]
when        = "attacked"
if          = "you have 1+ Hound"
text        = "deal 1 dmg"
[[status.also]]
when        = "attacking"
if          = "you have 1+ Hound"
text        = "add 2 dmg"
"""

SPIRIT = """
[[status]]
name        = "Spirit"
kind        = "companion"
stack_limit = 3
limit       = "1 per turn"
spend       = "any time"
text        = "gain 1 cp"
"""


# ---------------------------------------------------------------- no status effect


@pytest.mark.parametrize("card", ["Buh, Bye!", "Get That Outta Here!"])
@rule("DT-CMP-1")
def test_a_companion_is_not_among_the_status_effects_to_remove(card):
    game = scene("barbarian", "huntress", {"hand": [card], "cp": 9}, BONDED)
    go_to(game, "main phase").take(f"play {card}")
    assert sorted(texts(game)) == ["Bleed of player 1", "Nyra's Bond of player 1"]


@rule("DT-CMP-1")
def test_a_card_that_removes_every_status_effect_leaves_the_companion():
    game = scene("barbarian", "huntress", {"hand": ["What Status Effects?"], "cp": 9}, BONDED)
    go_to(game, "main phase").take("play What Status Effects?")
    go_to(game, "main phase")
    assert game.players[1].tokens == NYRA


@rule("DT-CMP-2")
def test_a_companion_is_not_among_the_tokens_to_transfer():
    game = scene("barbarian", "huntress", {"hand": ["Transference!"], "cp": 9}, BONDED)
    go_to(game, "main phase").take("play Transference!")
    assert {text.split(" from ")[0] for text in texts(game)} == {"move Bleed", "move Nyra's Bond"}


@rule("DT-CMP-2")
def test_with_nothing_but_a_companion_there_is_nothing_to_transfer():
    mine = {"hand": ["Transference!"], "cp": 9}
    game = scene("barbarian", "huntress", mine, {"tokens": NYRA})
    assert not offers(go_to(game, "main phase"), "play Transference!")


# ---------------------------------------------------------------- against an Ultimate


def attacked(
    ability: str, dice: Iterable[int], tokens: dict[str, int], *, on: str | Hero | None = None
) -> Game:
    """The owner of a companion is Attacked."""
    return strike(fighter(), on or fighter(more=HOUND), None, {"tokens": tokens}, ability=ability, dice=dice)


@IN_BOTH
@rule("DT-CMP-3")
def test_the_companion_of_an_opponent_is_silent_during_an_ultimate(ability, dice, is_asked):
    game = attacked(ability, dice, {"Hound": 9})
    while game.question in ("window", "defend"):
        game.take("decline" if game.question == "defend" else "pass")
    assert (game.asked == 1, game.question) == ((True, "order") if is_asked else (False, "main phase"))
    if not is_asked:
        assert health(game) == [50, 40]  # nothing taken, nothing struck back


@rule("DT-CMP-3")
def test_the_companion_of_the_attacker_strengthens_the_own_ultimate():
    game = strike(fighter(more=HOUND), fighter(), {"tokens": {"Hound": 9}}, ability="Last Word!", dice=STARS)
    assert health(finish(game)) == [50, 38]


@IN_BOTH
@rule("DT-CMP-3")
def test_nyra_is_not_offered_against_an_ultimate(ability, dice, is_asked):
    asked = watch(attacked(ability, dice, {**NYRA, "Nyra's Bond": 1}, on="huntress"))
    bond = offered(asked, "spend Nyra's Bond: skip", 1)
    assert [bool(bond), "may" in [found.question for found in asked]] == [is_asked] * 2


# ---------------------------------------------------------------- spending one


@pytest.mark.parametrize("active", [0, 1])
@rule("DT-CMP-4")
def test_a_companion_is_spent_wherever_an_instant_is_played(active):
    theirs = {"hand": ["Getting Paid!"], "cp": 0, "tokens": {"Spirit": 1}}
    game = scene(fighter(more=SPIRIT), fighter(more=SPIRIT), None, theirs, active=active, dice=FIST)
    asked = [*watch(game, until="O4"), *watch(game.take("announce Blow"), until="X4")]
    instants = offered(asked, "play Getting Paid!", 1)
    assert {"O3", "T4", "Z1"} < set(instants)
    assert offered(asked, "spend Spirit", 1) == instants


@rule("DT-CMP-4")
def test_a_limit_of_once_per_turn_holds_for_a_companion_and_ends_with_the_turn():
    mine = {"cp": 0, "tokens": {"Spirit": 2}}
    game = scene(fighter(more=SPIRIT), fighter(), mine, dice=[1, 2, 4, 4, 6])
    go_to(game, "main phase").take("spend Spirit")
    assert (game.players[0].tokens, game.players[0].cp) == ({"Spirit": 1}, 2)
    assert offered(watch(game, until="X4"), "spend Spirit") == []
    assert offers(go_to(game, asked=0), "spend Spirit")
    assert game.turn == 4  # the other player's
    assert game.dice_left == 0

"""Chapter 19: combat points and health, their bounds, and defeat."""

from __future__ import annotations

import pytest

from .scene import activate, defend, end_turn, events, finish, go_to, offers, rule, scene, texts
from .timing import made_up, questions

SMACK = [1, 1, 1, 4, 5]  # three Swords: 4 dmg
WAGES = """
    [[card]]
    name = "Wages!"
    play = "main phase"
    cost = 0
    text = "gain 4 cp"
    [[card]]
    name = "Fine!"
    play = "main phase"
    cost = 0
    text = "remove 3 cp from opponent"
"""


# ---------------------------------------------------------------- combat points


@rule("DT-CP-1")
@pytest.mark.parametrize(("before", "after"), [(10, 14), (11, 15), (14, 15), (15, 15)])
def test_a_gain_above_15_cp_is_lost(before, after):
    game = scene(made_up(WAGES), "barbarian", {"cp": before, "hand": ["Wages!"]}, turn=0)
    game.take("play Wages!")
    assert game.players[0].cp == after


@rule("DT-CP-1")
@pytest.mark.parametrize(("before", "after"), [(5, 2), (3, 0), (2, 0), (0, 0)])
def test_a_loss_takes_cp_down_to_0_and_not_further(before, after):
    game = scene(made_up(WAGES), "barbarian", {"hand": ["Fine!"]}, {"cp": before, "hand": []}, turn=0)
    game.take("play Fine!")
    paid = [event["now"] for event in events(game, "cp", player=1)]
    assert paid == ([after] if after != before else [])


@rule("DT-CP-2")
def test_cp_pays_for_cards_and_for_effects_that_ask_for_it():
    mine = {"cp": 5, "hand": ["Spin the Chamber!"], "tokens": {"Knockdown": 1}}
    game = scene("gunslinger", "barbarian", mine, turn=0)
    game.take("play Spin the Chamber!")
    assert game.players[0].cp == 4
    go_to(game, "pay").take("pay 2")
    assert (game.players[0].cp, game.step) == (2, "O3")


@rule("DT-CP-3")
def test_what_cannot_be_paid_is_not_offered():
    cards = ["Wanted!", "Revolver II", "Buh, Bye!", "So Wild!", "Spin the Chamber!"]
    mine = {"cp": 1, "hand": cards, "tokens": {"Knockdown": 1, "Evasive": 1}}
    game = scene("gunslinger", "barbarian", mine, turn=0)
    offered = {option for entry in questions(game) for option in entry.options}
    # the costs are 2, 2, 2, 2 and 1, and 2 for standing up
    assert {text for text in offered if text.startswith(("play", "upgrade", "pay"))} == {
        "play Spin the Chamber!"
    }
    assert events(game, "skipped")[0]["skipped"] == "offensive roll phase"


@rule("DT-CP-3")
def test_a_passive_with_a_price_is_not_offered_to_those_who_cannot_pay():
    game = scene("paladin", "barbarian", {"cp": 2, "hand": ["Vegas Baby!"]}, turn=0)
    assert not offers(game, "use Tithe")
    game = scene("paladin", "barbarian", {"cp": 3, "hand": ["Vegas Baby!"]}, turn=0)
    assert offers(game, "use Tithe: draw")


# ---------------------------------------------------------------- health


@rule("DT-HP-1")
def test_at_0_health_a_player_is_defeated_and_health_is_never_below():
    game = scene("barbarian", "gunslinger", {}, {"health": 3}, dice=SMACK)
    finish(activate(game, "Smack (3 sword)"))
    assert (game.players[1].health, game.result, game.winner) == (0, "decided", 0)
    assert events(game, "health") == [{"event": "health", "player": 1, "change": -3, "now": 0}]


@rule("DT-HP-1")
def test_with_1_health_left_the_game_goes_on():
    game = scene("barbarian", "gunslinger", {}, {"health": 5}, dice=SMACK)
    finish(activate(game, "Smack (3 sword)"))
    assert (game.players[1].health, game.result) == (1, "running")


@rule("DT-HP-2")
@pytest.mark.parametrize(("before", "after"), [(54, 59), (55, 60), (58, 60), (60, 60)])
def test_healing_stops_at_10_above_the_starting_health(before, after):
    game = scene("barbarian", "gunslinger", {"health": before}, dice=[4, 4, 4, 4, 1])
    finish(activate(game, "Fortitude (4 life)"))
    assert game.players[0].health == after


@rule("DT-HP-3")
@pytest.mark.parametrize(("before", "after"), [(57, 60), (59, 60), (60, 60)])
def test_stolen_health_stops_at_the_same_ceiling_and_is_lost_all_the_same(before, after):
    thief = made_up(attack="steal 3 health")
    game = scene(thief, "barbarian", {"health": before}, {"health": 20}, dice=SMACK)
    finish(activate(game, "Scratch"))
    assert (game.players[0].health, game.players[1].health) == (after, 17)


@rule("DT-HP-3")
def test_gained_health_stops_at_the_same_ceiling():
    game = scene(made_up(attack="gain 5 health"), "barbarian", {"health": 58}, dice=SMACK)
    finish(activate(game, "Scratch"))
    assert game.players[0].health == 60


@rule("DT-HP-4")
def test_a_defeated_player_is_not_healed_by_what_would_have_come_later():
    healer = made_up(attack="deal 5 dmg; then heal 9")
    other = made_up(name="Thorny", defence="deal 3 dmg")
    game = scene(healer, other, {"health": 3}, {"health": 30}, dice=[*SMACK, 1])
    defend(activate(game, "Scratch"))
    finish(game)
    assert (game.players[0].health, game.players[1].health) == (0, 25)
    assert (game.winner, game.dice_left) == (1, 0)


BLESSED = """
    [[card]]
    name = "Amen!"
    play = "main phase"
    cost = 0
    text = "gain Blessing of Divinity"
    [[status]]
    name        = "Delayed Poison"
    kind        = "negative"
    stack_limit = 2
    when        = "turn ends"
    text        = "receive 3 x Delayed Poison dmg, remove all Delayed Poison"
"""


@rule("DT-HP-4")
def test_a_token_against_defeat_acts_once_and_later_damage_of_the_turn_still_defeats():
    other = made_up(name="Thorny", defence="deal 9 dmg")
    mine = {"health": 5, "tokens": {"Blessing of Divinity": 1, "Delayed Poison": 1}}
    game = scene(made_up(BLESSED), other, mine, {"health": 30}, dice=[*SMACK, 1])
    defend(activate(game, "Scratch"))
    finish(game)
    assert (game.players[0].health, game.players[0].tokens) == (1, {"Delayed Poison": 1})
    end_turn(game)
    assert (game.players[0].health, game.winner, game.dice_left) == (0, 1, 0)


@rule("DT-HP-4")
def test_a_player_saved_from_defeat_plays_on():
    mine = {"health": 5, "tokens": {"Blessing of Divinity": 1}}
    other = made_up(name="Thorny", defence="deal 9 dmg")
    game = scene(made_up(BLESSED), other, mine, {"health": 30}, dice=[*SMACK, 1])
    defend(activate(game, "Scratch"))
    finish(game)
    assert (game.result, game.asked, game.step) == ("running", 0, "N1")
    assert "end phase" in texts(game)

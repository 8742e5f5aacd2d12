"""Chapter 27: questions that players ask, each answered by a scene."""

from __future__ import annotations

import pytest

from dtsim.dicethrone.game import Game

from .blows import FIST, PUSH, STARS, WITHER, fighter, offered, strike, totals, watch
from .scene import end_turn, events, finish, go_to, rule, scene, texts
from .timing import made_up, piles

CLAWS = (1, 1, 1, 4, 5)

STONES = """
    [[status]]
    name        = "Stone"
    kind        = "positive"
    stack_limit = 5
    spend       = "any time"
    text        = "gain 1 cp"
    [[status]]
    name        = "Gem"
    kind        = "positive"
    stack_limit = 1
    spend       = "any time"
    text        = "gain 1 cp"
    [[status]]
    name        = "Omen"
    kind        = "unique"
    stack_limit = 1
    persistent  = true
    [[status]]
    name        = "Rust"
    kind        = "negative"
    stack_limit = 1
    persistent  = true
    [[card]]
    name = "Quarry!"
    play = "main phase"
    cost = 0
    text = "gain 4 Stone"
    [[card]]
    name = "Polish!"
    play = "main phase"
    cost = 0
    copies = 2
    text = "gain Gem"
    [[card]]
    name = "Scrub!"
    play = "main phase"
    cost = 0
    text = "remove 1 negative status from chosen player"
    [[card]]
    name = "Feast!"
    play = "main phase"
    cost = 0
    text = "heal 20"
"""

CHARM = """
[[status]]
name        = "Charm"
kind        = "positive"
stack_limit = 1
spend       = "any time"
text        = "gain 1 cp"
"""


def with_stones():
    return made_up(STONES)


def in_main(mine, theirs=None):
    """A hero with Stones in the own Main (1), the opponent's hand empty."""
    return go_to(scene(with_stones(), with_stones(), mine, theirs), "main phase")


@rule("DT-FAQ-1")
def test_against_an_ability_without_damage_nobody_defends():
    game = strike(fighter("inflict Targeted"), fighter())
    assert not [found for found in watch(game) if found.question == "defend"]
    assert game.players[1].tokens == {"Targeted": 1}
    assert game.dice_left == 0


@rule("DT-FAQ-2")
def test_nothing_has_to_be_activated_although_the_dice_meet_an_ability():
    game = go_to(scene(fighter(), fighter(), dice=FIST), "announce")
    assert texts(game) == ["announce none", "announce Blow"]
    finish(game.take("announce none"))
    assert (game.players[1].health, events(game, "activated")) == (50, [])


@rule("DT-FAQ-3")
def test_damage_that_a_modifier_adds_has_the_type_of_the_attack():
    game = strike(fighter("deal 6 undefendable dmg", more=PUSH), fighter(), {"hand": ["Push!"]})
    go_to(game, "window", asked=0, step="T4").take("play Push!")
    assert not [found for found in watch(game) if found.question == "defend"]
    assert totals(game) == [(1, 9, 9)]


@rule("DT-FAQ-4")
def test_a_token_at_its_limit_may_be_spent_to_make_room_for_the_next():
    game = in_main({"tokens": {"Gem": 1}, "hand": ["Polish!"]})
    game.take("spend Gem")
    assert game.players[0].tokens == {}
    game.take("play Polish!")
    assert game.players[0].tokens == {"Gem": 1}


@rule("DT-FAQ-5")
def test_a_token_against_damage_is_not_spendable_without_damage():
    game = scene(fighter(), fighter(), {"tokens": {"Protect": 1, "Evasive": 1, "Cleanse": 1}}, dice=FIST)
    seen = watch(game, until="O2")
    assert offered(seen, "spend Cleanse", 0)
    assert offered(seen, "spend Protect", 0) == offered(seen, "spend Evasive", 0) == []


@rule("DT-FAQ-6")
def test_gaining_4_at_once_fills_the_limit_and_the_rest_is_lost():
    game = in_main({"tokens": {"Stone": 3}, "hand": ["Quarry!"], "cp": 0})
    cp = game.players[0].cp
    go_to(game.take("play Quarry!"), "main phase")
    assert (game.players[0].tokens, game.players[0].cp) == ({"Stone": 5}, cp)
    assert [event["change"] for event in events(game, "tokens")] == [2]


@rule("DT-FAQ-7")
def test_a_limit_counts_for_each_board_alone():
    game = in_main({"hand": ["Polish!"]}, {"tokens": {"Gem": 1}})
    go_to(game.take("play Polish!"), "main phase")
    assert [player.tokens for player in game.players] == [{"Gem": 1}, {"Gem": 1}]


@rule("DT-FAQ-8")
def test_a_token_given_away_does_not_stand_in_the_way_of_a_new_one():
    game = in_main({"cp": 9, "hand": ["Polish!", "Polish!", "Transference!"]})
    for card in ("Polish!", "Transference!", "Polish!"):
        go_to(game, "main phase").take(f"play {card}")
    go_to(game, "main phase")
    assert [player.tokens for player in game.players] == [{"Gem": 1}, {"Gem": 1}]


@rule("DT-FAQ-9")
def test_wither_is_not_spendable_at_any_moment_of_either_turn():
    both = fighter(more=WITHER + CHARM)
    held = {"tokens": {"Wither": 1, "Charm": 1}}
    game = scene(both, both, held, held, dice=[*FIST, *FIST])
    seen = watch(game, until="X1")
    end_turn(game)
    seen += watch(game, until="X1")
    assert offered(seen, "spend Charm", 0)
    assert offered(seen, "spend Charm", 1)
    assert offered(seen, "spend Wither") == []


@rule("DT-FAQ-10")
def test_a_unique_status_effect_is_neither_positive_nor_negative():
    game = in_main({"tokens": {"Omen": 1, "Rust": 1, "Stone": 1}, "hand": ["Scrub!"]})
    finish(game.take("play Scrub!"))
    assert game.players[0].tokens == {"Omen": 1, "Stone": 1}


@rule("DT-FAQ-13")
@pytest.mark.parametrize(("before", "after"), [(50, 60), (35, 55), (60, 60)])
def test_healing_goes_up_to_60(before, after):
    game = in_main({"health": before, "hand": ["Feast!"]})
    assert game.take("play Feast!").players[0].health == after


@rule("DT-FAQ-16")
@pytest.mark.parametrize(
    ("ability", "dice", "text"),
    [
        ("Blow", FIST, "deal 3 collateral dmg to all opponents"),
        ("Blow", FIST, "deal 3 pure dmg"),
        ("Last Word!", STARS, "deal 3 dmg"),
    ],
)
def test_nobody_defends_against_collateral_pure_or_ultimate_damage(ability, dice, text):
    part = {"ultimate": text} if ability == "Last Word!" else {"blow": text}
    game = strike(fighter(**part), fighter(), ability=ability, dice=dice)
    assert not [found for found in watch(game) if found.question == "defend"]
    assert game.players[1].health == 47


@rule("DT-FAQ-16")
@pytest.mark.parametrize(("kind", "is_offered"), [("pure ", False), ("collateral ", False), ("", True)])
def test_pure_and_collateral_damage_cannot_be_raised(kind, is_offered):
    attacker = fighter(f"deal 3 {kind}dmg", more=PUSH)
    game = strike(attacker, fighter(), {"hand": ["Push!"]}, then=[1] if is_offered else ())
    assert bool(offered(watch(game), "play Push!")) == is_offered


@rule("DT-FAQ-17")
def test_an_empty_deck_becomes_the_shuffled_discard_pile():
    game = Game("barbarian", "gunslinger", scene=True, start=0)
    piles(game, 0, hand=[], deck=[], discard=list(game.program.names.cards[0][:7]))
    game.begin(active=0)
    player = game.players[0]
    assert (len(player.hand), len(player.deck), player.discard) == (1, 6, [])
    assert [event["cards"] for event in events(game, "reshuffled")] == [7]

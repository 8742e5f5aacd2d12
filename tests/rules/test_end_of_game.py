"""Chapters 20, 23 and 26: what happens at the same time, and how a game ends."""

from __future__ import annotations

import random

import pytest

from dtsim.dicethrone.game import Game
from dtsim.errors import DtsimError

from .scene import activate, defend, events, finish, go_to, rule, scene, step_on
from .timing import made_up

CLAWS = [1, 1, 1, 4, 5]
STRAIGHT = [1, 2, 3, 4, 5]


@rule("DT-SIM-1", "DT-SIM-2")
def test_attack_and_defence_land_in_one_instant_so_both_at_0_is_a_draw():
    other = made_up(name="Thorny", defence="deal 1 dmg")
    game = scene(made_up(attack="deal 1 dmg"), other, {"health": 1}, {"health": 1}, dice=[*CLAWS, 1])
    defend(activate(game, "Scratch"))
    finish(game)
    assert (game.result, game.winner, game.is_draw) == ("decided", None, True)
    assert game.dice_left == 0


@rule("DT-SIM-1")
def test_damage_and_healing_of_a_roll_phase_are_one_sum():
    other = made_up(name="Tough", defence="heal 4")
    game = scene(made_up(attack="deal 5 dmg"), other, {}, {"health": 3}, dice=[*CLAWS, 1])
    defend(activate(game, "Scratch"))
    finish(game)
    assert (game.players[1].health, game.result) == (2, "running")


@rule("DT-SIM-1")
def test_the_upkeep_of_a_player_is_one_sum():
    both = made_up("""
        [[status]]
        name        = "Fever"
        kind        = "negative"
        stack_limit = 1
        when        = "upkeep"
        text        = "receive 3 dmg"
        [[status]]
        name        = "Balm"
        kind        = "positive"
        stack_limit = 1
        when        = "upkeep"
        text        = "heal 2"
    """)
    game = scene(both, "barbarian", {"health": 2, "tokens": {"Fever": 1, "Balm": 1}})
    game.take("resolve Fever")
    assert (game.players[0].health, game.result) == (1, "running")


@rule("DT-SIM-2")
def test_it_does_not_matter_how_far_below_0_anybody_would_be():
    other = made_up(name="Thorny", defence="deal 2 dmg")
    game = scene(made_up(attack="deal 30 dmg"), other, {"health": 1}, {"health": 10}, dice=[*CLAWS, 1])
    defend(activate(game, "Scratch"))
    finish(game)
    assert game.is_draw
    assert [player.health for player in game.players] == [0, 0]


@rule("DT-SIM-3")
def test_with_one_player_left_there_is_no_draw():
    other = made_up(name="Thorny", defence="deal 2 dmg")
    game = scene(made_up(attack="deal 30 dmg"), other, {"health": 3}, {"health": 10}, dice=[*CLAWS, 1])
    defend(activate(game, "Scratch"))
    finish(game)
    assert (game.winner, game.is_draw) == (0, False)


@rule("DT-SIM-4", "DT-FSM-5")
def test_an_isolated_burst_can_end_the_game_before_the_accumulated_damage():
    other = made_up(name="Thorny", defence="deal 1 dmg")
    theirs = {"health": 3, "tokens": {"Powder Keg": 1}}
    game = scene("cursed-pirate", other, {"health": 1}, theirs, dice=STRAIGHT)
    finish(activate(game, "Light the Fuse (small straight)"))
    assert (game.winner, game.players[0].health) == (0, 1)
    assert not events(game, "defends")
    assert game.dice_left == 0


@rule("DT-SIM-5")
@pytest.mark.parametrize("cap", [1, 5, 12])
def test_at_the_turn_cap_the_game_is_unfinished_and_nobody_has_won(cap):
    game = Game("gunslinger", "barbarian", seed=1, turn_cap=cap)
    while not game.is_over:
        if game.question == "sell":
            game.take(0)
        else:
            step_on(game)
    assert (game.result, game.winner, game.is_draw) == ("unfinished", None, False)
    assert len(events(game, "turn")) == cap


@rule("DT-SIM-6")
def test_damage_that_depends_on_the_damage_dealt_lands_in_the_same_instant():
    game = scene("barbarian", "gunslinger", {"health": 4}, {"health": 15}, dice=STRAIGHT)
    finish(activate(game, "Reckless"))
    assert game.is_draw


@rule("DT-SIM-6")
def test_damage_that_depends_on_the_damage_dealt_does_not_come_if_none_was():
    theirs = {"health": 15, "tokens": {"Evasive": 1}}
    game = scene("barbarian", "gunslinger", {"health": 4}, theirs, dice=[*STRAIGHT, 1])
    activate(game, "Reckless")
    go_to(game, "window", asked=1).take("spend Evasive")
    finish(game)
    assert [player.health for player in game.players] == [4, 15]
    assert game.dice_left == 0


@rule("DT-SIM-6")
def test_damage_that_depends_on_the_damage_dealt_reads_the_final_total():
    theirs = {"health": 40, "tokens": {"Protect": 1}}
    leech = made_up(attack="deal 9 dmg; if 5+ dmg was dealt: receive 4 undefendable dmg")
    for protects, left in ((False, 46), (True, 50)):
        game = scene(leech, "paladin", {}, theirs, dice=CLAWS)
        activate(game, "Scratch")
        if protects:  # half of 9 is prevented, rounded up: 4 are dealt
            go_to(game, "window", asked=1).take("spend Protect")
        finish(game)
        assert game.players[0].health == left


# ---------------------------------------------------------------- the number of players


@rule("DT-1V1-1")
@pytest.mark.parametrize("seed", range(4))
def test_a_duel_starts_at_50_health_and_ends_with_one_winner_or_a_draw(seed):
    game = Game("huntress", "shadow-thief", seed=seed)
    assert [player.health for player in game.players] == [50, 50]
    choose = random.Random(seed)
    while not game.is_over:
        game.take(choose.choice(game.options))
    standing = [seat for seat, player in enumerate(game.players) if player.health > 0]
    assert game.result == "decided"
    assert standing == ([] if game.is_draw else [game.winner])


@rule("DT-1V1-1")
def test_a_duel_has_no_targeting_roll():
    game = scene("gunslinger", "barbarian", dice=CLAWS)
    finish(activate(game, "Revolver (3 bullet)"))
    assert len(events(game, "dice")) == 1
    assert not {"T1", "T2", "T3"} & {event["step"] for event in events(game, "step")}


@rule("DT-BIG-1")
@pytest.mark.parametrize("players", [5, 6])
def test_five_and_six_players_are_refused_because_their_rules_are_not_known(players):
    with pytest.raises(DtsimError, match=f"{players} players: the variant rules"):
        Game(*["barbarian"] * players)

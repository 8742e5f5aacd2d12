"""Main Phases (1) and (2): selling, upgrading, playing cards, and who may do so."""

from __future__ import annotations

import pytest

from .scene import (
    announce,
    finish,
    go_to,
    invent,
    offers,
    rule,
    scene,
    texts,
)

FIRST = {"turn": 0}  # the Start Player's first turn: no Income, so hand and CP stay as the scene sets them


@rule("DT-MAI-1")
def test_sales_cards_and_upgrades_happen_in_any_order_and_number() -> None:
    hand = ["Spin the Chamber!", "Six-It!", "Eat Lead!", "Bounty Hunter II"]
    game = scene("gunslinger", "barbarian", {"cp": 0, "hand": hand, "discard": []}, **FIRST)
    game.take("sell Six-It!").take("upgrade Bounty Hunter II")
    game.take("sell Eat Lead!").take("play Spin the Chamber!")
    player = game.players[0]
    assert (player.cp, player.hand, player.installed) == (0, [], ["Bounty Hunter II"])
    assert set(player.discard) == {"Six-It!", "Eat Lead!", "Spin the Chamber!"}


@rule("DT-MAI-1")
def test_two_sales_pay_for_a_card_of_2_cp() -> None:
    hand = ["Wanted!", "Six-It!", "Eat Lead!"]
    game = scene("gunslinger", "barbarian", {"cp": 0, "hand": hand, "discard": []}, **FIRST)
    assert not offers(game, "play Wanted!")
    game.take("sell Six-It!").take("sell Eat Lead!").take("play Wanted!")
    player = game.players[0]
    assert (player.cp, player.hand, set(player.discard)) == (0, [], set(hand))
    assert game.players[1].tokens == {"Bounty": 1}


@rule("DT-MAI-2")
@pytest.mark.parametrize("card", ["Costly!", "Getting Paid!"])
def test_a_sale_gives_1_cp_whatever_the_card_costs(card: str) -> None:
    hero = invent("""
    [[card]]
    name = "Costly!"
    play = "main phase"
    cost = 7
    text = "heal 1"
    """)
    game = scene(hero, "barbarian", {"cp": 3, "hand": [card], "discard": []}, **FIRST)
    go_to(game, "main phase").take(f"sell {card}")
    assert (game.players[0].cp, game.players[0].hand, game.players[0].discard) == (4, [], [card])


@rule("DT-MAI-3")
def test_a_card_that_cannot_be_paid_may_be_sold_but_not_played() -> None:
    game = scene("gunslinger", "barbarian", {"cp": 1, "hand": ["Wanted!", "Revolver II"]}, **FIRST)
    assert texts(game) == ["end phase", "sell Wanted!", "sell Revolver II"]


@rule("DT-MAI-3")
def test_a_card_is_paid_for_before_it_acts() -> None:
    game = scene("gunslinger", "barbarian", {"cp": 2, "hand": ["Double Up!"]}, **FIRST)
    go_to(game, "main phase").take("play Double Up!")
    happened = [event["event"] for event in game.events]
    assert happened[happened.index("card") :][:4] == ["card", "cp", "drawn", "drawn"]


@rule("DT-MAI-4")
def test_main_2_offers_exactly_what_main_1_offered() -> None:
    hand = ["Revolver II", "Spin the Chamber!", "Six-It!", "Getting Paid!"]
    mine = {"cp": 5, "hand": hand, "tokens": {"Evasive": 1}}
    game = scene("gunslinger", "barbarian", mine, dice=[1, 2, 2, 4, 6], **FIRST)
    go_to(game, "main phase")
    first = texts(game)
    announce(game, "none")
    go_to(game, "main phase", step="N1")
    assert texts(game) == first
    assert {"upgrade Revolver II", "play Spin the Chamber!", "sell Six-It!", "play Getting Paid!"} < set(
        first
    )
    assert game.dice_left == 0


@rule("DT-MAI-5")
def test_the_other_player_acts_at_instant_speed_only() -> None:
    monk = invent("""
    [[offensive]]
    name  = "Calm"
    needs = "5 moon"
    text  = "gain Cleanse, gain Protect"
    [[passive]]
    name = "Tea"
    when = "any time"
    text = "spend 1 cp: heal 1"
    [[upgrade]]
    name  = "Scratch II"
    of    = "Scratch"
    level = 2
    cost  = 1
    text  = "deal 5/6/7 dmg"
    """)
    theirs = {
        "cp": 9,
        "hand": ["Getting Paid!", "Vegas Baby!", "Six-It!", "Not This Time!", "Scratch II"],
        "tokens": {"Cleanse": 1, "Protect": 1},
    }
    game = scene("barbarian", monk, {"hand": ["Six-It!"]}, theirs, **FIRST)
    go_to(game, "main phase").take("sell Six-It!")
    assert (game.asked, game.step) == (1, "M1")
    assert set(texts(game)) == {"pass", "play Getting Paid!", "spend Cleanse", "use Tea: heal"}


@rule("DT-MAI-6")
def test_a_sale_at_15_cp_discards_the_card_for_nothing() -> None:
    game = scene("gunslinger", "barbarian", {"cp": 15, "hand": ["Six-It!"], "discard": []}, **FIRST)
    game.take("sell Six-It!")
    player = game.players[0]
    assert (player.cp, player.hand, player.discard) == (15, [], ["Six-It!"])


@rule("DT-MAI-7")
def test_damage_of_a_main_phase_card_lands_at_once() -> None:
    mine = {"cp": 2, "hand": ["Swashbuckle!", "Six-It!"]}
    game = scene("cursed-pirate", "barbarian", mine, {"health": 2}, dice=[1], **FIRST)
    game.take("play Swashbuckle!")
    assert (game.is_over, game.winner) == (True, 0)
    assert game.dice_left == 0


@rule("DT-MAI-7")
def test_damage_of_a_main_phase_card_is_a_source_of_its_own_that_may_be_avoided() -> None:
    mine = {"cp": 2, "hand": ["Swashbuckle!", "Six-It!"]}
    theirs = {"health": 2, "tokens": {"Evasive": 1}}
    game = scene("cursed-pirate", "gunslinger", mine, theirs, dice=[1, 2], **FIRST)
    game.take("play Swashbuckle!")
    assert (game.asked, texts(game)) == (1, ["pass", "spend Evasive against 2 dmg to player 1"])
    game.take("spend Evasive")
    assert (game.question, game.players[1].health) == ("main phase", 2)
    assert game.dice_left == 0


@rule("DT-MAI-7")
def test_damage_of_an_instant_lands_at_once_also_in_the_roll_phase() -> None:
    game = scene(
        "cursed-pirate", "barbarian", {"hand": ["Cursed Cards!"], "health": 30}, dice=[1, 2, 2, 4, 6]
    )
    go_to(game, "window", step="O3").take("play Cursed Cards!").take("option 2")
    assert (game.step, game.players[0].health) == ("O3", 28)


def absolution(rulings: list[str]) -> object:
    """An attacker at 3 deals 5 to a Paladin at 5, who answers with the 3 damage of Absolution!"""
    theirs = {"health": 5, "cp": 1, "hand": ["Absolution!"]}
    game = scene("gunslinger", "paladin", {"health": 3}, theirs, dice=[1, 1, 4, 4, 4, 1], rulings=rulings)
    announce(game, "Take Cover")
    go_to(game, "window", asked=1)
    while not offers(game, "play Absolution!"):
        game.take("pass")
        go_to(game, "window", asked=1)
    finish(game.take("play Absolution!"))
    assert game.dice_left == 0
    return game


@rule("DT-MAI-7")
def test_damage_of_a_roll_phase_card_joins_the_accumulated_damage() -> None:
    game = absolution([])
    assert (game.is_draw, [player.health for player in game.players]) == (True, [0, 0])


@rule("DT-MAI-7")
def test_by_the_ruling_damage_of_a_roll_phase_card_lands_at_once() -> None:
    game = absolution(["card-damage-at-once"])
    assert (game.winner, [player.health for player in game.players]) == (1, [0, 5])

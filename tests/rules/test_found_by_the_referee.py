"""Situations in which the engine and the referee once disagreed, and the engine was wrong."""

from __future__ import annotations

from .scene import activate, announce, events, finish, go_to, offers, pass_all, rule, scene, step_on


@rule("DT-DMG-5", "DT-DMG-9")
def test_a_prevention_card_of_the_attacker_lowers_an_own_pure_attack() -> None:
    mine = {"hand": ["Not This Time!"], "cp": 3}
    game = scene("shadow-thief", "barbarian", mine, {"health": 20}, dice=[6, 6, 6, 1, 2, 5])
    announce(game, "Shadow Dance").take("play Not This Time!")
    finish(game)
    assert game.players[1].health == 20
    assert game.dice_left == 0


@rule("DT-FSM-2")
def test_a_stunned_huntress_is_not_asked_whether_nyra_takes_the_damage() -> None:
    theirs = {"tokens": {"Nyra": 7, "Nyra Awake": 1}}
    game = scene("barbarian", "huntress", theirs=theirs, dice=[6, 6, 6, 6, 1, 1, 2, 3, 4, 4])
    announce(game, "Crit Bash")
    assert (game.asked, game.question) == (0, "keep")  # the extra pass has begun
    assert (game.players[1].health, game.players[1].tokens["Nyra"]) == (45, 7)
    assert game.dice_left == 0


@rule("DT-DSC-2")
def test_cards_drawn_after_the_sales_of_the_discard_phase_are_sold_too() -> None:
    hand = ["Triple Up!", "Wanted!", "Roulette!", "Eat Lead!", "Six-It!", "So Wild!", "Samesies!"]
    mine = {"hand": hand, "cp": 4, "discard": []}
    game = scene("gunslinger", "barbarian", mine, turn=0, dice=[1, 1, 4, 5, 6])
    go_to(game, "sell").take("sell Wanted!")
    game.take("play Triple Up!")
    assert (game.question, len(game.players[0].hand)) == ("sell", 8)
    game.take("sell Six-It!").take("sell So Wild!")
    pass_all(game)
    assert (game.turn, len(game.players[0].hand)) == (2, 6)


@rule("DT-FSM-1")
def test_a_window_follows_the_effects_at_the_end_of_the_turn() -> None:
    mine = {"tokens": {"Cursed Doubloon": 2}, "hand": ["Getting Paid!"]}
    game = scene("cursed-pirate", "barbarian", mine, dice=[1, 1, 4, 5, 6])
    while not events(game, "tokens", token="Cursed Doubloon"):
        step_on(game)
    assert (game.asked, game.question, game.turn) == (0, "window", 3)
    step_on(game)
    assert game.turn == 4


@rule("DT-FSM-1", "DT-TOK-6")
def test_a_knockdown_of_the_opponent_opens_no_window_before_the_offensive_roll_phase() -> None:
    game = scene("gunslinger", "barbarian", {"hand": ["Getting Paid!"]}, {"tokens": {"Knockdown": 1}})
    go_to(game, "main phase").take("end phase")
    assert (game.question, game.step) == ("window", "O2")
    step_on(game)
    assert events(game, "dice", **{"for": "offense"})


@rule("DT-TXT-4")
def test_one_window_lies_between_the_damage_of_shadow_dance_and_what_it_gains() -> None:
    game = scene("shadow-thief", "barbarian", {"hand": ["Getting Paid!"]}, dice=[6, 6, 6, 1, 2, 5])
    announce(game, "Shadow Dance")
    while not events(game, "total"):
        step_on(game)
    assert (game.asked, game.question) == (0, "window")
    assert not events(game, "tokens", token="Shadows")
    step_on(game)
    assert events(game, "tokens", token="Shadows")


@rule("DT-TOK-14")
def test_under_parlay_bounty_adds_nothing() -> None:
    mine, theirs = {"tokens": {"Parlay": 1}}, {"tokens": {"Bounty": 1}}
    game = scene("gunslinger", "cursed-pirate", mine, theirs, dice=[1, 1, 1, 4, 5])
    finish(activate(game, "Revolver"))
    assert not events(game, "added")
    assert game.players[1].health == 50


@rule("DT-STA-17")
def test_fixed_token_dice_are_those_of_spent_tokens_only() -> None:
    mine = {"tokens": {"Powder Keg": 1}, "hand": ["Tip It!"], "cp": 1}
    game = scene("barbarian", "cursed-pirate", mine, dice=[2], rulings=["token-dice-fixed"])
    while not events(game, "dice"):
        step_on(game)
    assert offers(game, "play Tip It!")


@rule("DT-CRD-22")
def test_fixed_card_dice_are_also_those_of_an_action_that_the_card_names() -> None:
    mine = {"hand": ["Yo Ho!"], "cp": 5}
    theirs = {"hand": ["Tip It!"], "cp": 1}
    game = scene("cursed-pirate", "gunslinger", mine, theirs, rulings=["card-dice-fixed"], dice=[2])
    go_to(game, "main phase").take("play Yo Ho!")
    go_to(game, "may").take("accept")
    assert events(game, "dice", **{"for": "Yo Ho!"})
    assert not offers(game, "play Tip It!")

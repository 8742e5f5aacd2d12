"""Income: 1 CP, then 1 card."""

from __future__ import annotations

from .scene import go_to, invent, offers, pass_all, rule, scene, texts

HAND = ["Wanted!", "Roulette!", "Six-It!"]


@rule("DT-INC-1")
def test_the_active_player_gains_1_cp_and_draws_1_card() -> None:
    game = go_to(scene("gunslinger", "barbarian", {"cp": 4, "hand": HAND}), "main phase")
    assert (game.players[0].cp, len(game.players[0].hand)) == (5, 4)


@rule("DT-INC-1")
def test_the_other_player_gains_nothing() -> None:
    game = go_to(scene("gunslinger", "barbarian", {}, {"cp": 4}), "main phase")
    assert (game.players[1].cp, game.players[1].hand) == (4, [])


@rule("DT-INC-1")
def test_no_window_lies_between_the_cp_and_the_card() -> None:
    mine = {"cp": 15, "deck": ["Double Up!"]}
    game = scene("barbarian", "barbarian", mine)
    assert (texts(game), game.players[0].cp, game.players[0].hand) == (
        ["pass", "play Double Up!"], 15, ["Double Up!"],
    )  # fmt: skip
    game.take("play Double Up!")
    go_to(game, "main phase")
    assert game.players[0].cp == 14


@rule("DT-INC-2")
def test_at_15_cp_only_the_card_comes() -> None:
    game = go_to(scene("gunslinger", "barbarian", {"cp": 15, "hand": HAND}), "main phase")
    assert (game.players[0].cp, len(game.players[0].hand)) == (15, 4)


@rule("DT-INC-3")
def test_the_cp_of_income_cannot_be_spent_in_upkeep() -> None:
    herbs = """
    [[passive]]
    name = "Herbs"
    when = "upkeep"
    text = "spend 2 cp: heal 5"
    """
    game = scene(invent(herbs), "barbarian", {"cp": 1, "health": 30})
    assert (game.question, game.players[0].cp, game.players[0].health) == ("main phase", 2, 30)
    game = scene(invent(herbs), "barbarian", {"cp": 2, "health": 30})
    assert (game.step, texts(game)) == ("U3", ["decline", "pay 2"])


@rule("DT-INC-4")
def test_an_empty_deck_first_becomes_the_shuffled_discard_pile() -> None:
    game = scene("gunslinger", "barbarian", {"hand": HAND, "deck": []})
    total = len(game.program.names.cards[0])
    pass_all(game)
    player = game.players[0]
    assert (player.discard, len(player.deck), len(player.hand)) == ([], total - 4, 4)


@rule("DT-INC-4")
def test_a_deck_with_a_card_left_is_not_reshuffled() -> None:
    game = scene("gunslinger", "barbarian", {"hand": HAND, "deck": ["Wild West!"]})
    player = go_to(game, "main phase").players[0]
    assert (player.deck, player.hand) == ([], sorted([*HAND, "Wild West!"], key=player.hand.index))
    assert len(player.discard) == len(game.program.names.cards[0]) - 4


@rule("DT-INC-5")
def test_with_deck_and_discard_pile_empty_no_card_is_drawn_and_nothing_else_happens() -> None:
    hero = invent("")
    cards = scene(hero, hero).program.names.cards[0]
    game = scene(hero, hero, {"cp": 4, "hand": list(cards)})
    go_to(game, "main phase")
    assert (game.players[0].cp, len(game.players[0].hand), game.players[0].health) == (5, len(cards), 50)
    assert offers(game, "end phase")


@rule("DT-INC-1")
def test_what_a_board_heals_in_income_lands_before_main_1() -> None:
    dew = """
    [[passive]]
    name = "Dew"
    when = "income"
    text = "heal 2"
    """
    game = scene(invent(dew), "barbarian", {"health": 30})
    assert (game.step, game.players[0].health) == ("M1", 32)

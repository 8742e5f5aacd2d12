"""Discard Phase and the end of the turn."""

from __future__ import annotations

import pytest

from dtsim.dicethrone.game import Game

from .scene import announce, end_turn, events, finish, go_to, invent, offers, rule, scene, texts

NINE = [
    "Wanted!", "Spin the Chamber!", "Roulette!", "Wild West!", "Eat Lead!",
    "Six-It!", "So Wild!", "Samesies!", "Helping Hand",
]  # fmt: skip
VENOM = invent("""
[[offensive]]
name  = "Bite"
needs = "5 moon"
text  = "inflict Venom, inflict Rot, gain Evasive, gain Protect"
[[status]]
name        = "Venom"
kind        = "negative"
stack_limit = 2
when        = "turn ends"
text        = "receive 3 x Venom dmg, remove all Venom"
[[status]]
name        = "Rot"
kind        = "negative"
stack_limit = 2
when        = "turn ends"
text        = "receive 1 x Rot dmg"
""")


def leaving(hand: list[str], *, cp: int = 4, **how: object) -> Game:
    """The first turn of a Gunslinger (no Income) up to its Discard Phase."""
    mine = {"cp": cp, "hand": hand, "discard": []}
    game = scene("gunslinger", "barbarian", mine, turn=0, dice=[1, 1, 4, 5, 6], **how)
    while game.turn == 1 and game.step != "X1":
        game.take("stop" if game.question == "keep" else 0)
    return game


@rule("DT-DSC-1")
def test_cards_beyond_6_are_sold_for_1_cp_each() -> None:
    game = leaving(NINE)
    for card in ("Wanted!", "Eat Lead!", "Samesies!"):
        assert (game.question, game.turn) == ("sell", 1)
        game.take(f"sell {card}")
    player = game.players[0]
    assert (len(player.hand), player.cp, set(player.discard)) == (6, 7, {"Wanted!", "Eat Lead!", "Samesies!"})
    assert game.turn == 2


@rule("DT-DSC-2")
def test_a_hand_may_exceed_6_before_the_discard_phase() -> None:
    game = go_to(scene("gunslinger", "barbarian", {"hand": NINE[:6]}), "main phase")
    assert len(game.players[0].hand) == 7


@rule("DT-DSC-3")
def test_nothing_is_sold_with_6_cards_in_hand() -> None:
    game = leaving(NINE[:6])
    assert (game.turn, game.players[0].cp, len(game.players[0].hand)) == (2, 4, 6)
    assert events(game, "sold") == []


@rule("DT-DSC-3")
def test_only_the_excess_may_be_sold() -> None:
    game = leaving(NINE[:7])
    assert all(text.startswith("sell ") for text in texts(game))
    game.take("sell Wanted!")
    assert (game.turn, len(game.players[0].hand)) == (2, 6)


@rule("DT-DSC-3")
def test_by_the_ruling_further_cards_may_be_sold() -> None:
    game = leaving(NINE[:7], rulings=["free-sales-in-discard"])
    assert not offers(game, "done")
    game.take("sell Wanted!").take("sell Eat Lead!")
    assert offers(game, "done")
    game.take("done")
    assert (game.turn, len(game.players[0].hand), game.players[0].cp) == (2, 5, 6)


@rule("DT-DSC-4")
def test_only_the_active_player_discards() -> None:
    game = scene("barbarian", "gunslinger", {}, {"hand": NINE[:8]}, dice=[1, 1, 4, 5, 6])
    end_turn(game)
    assert (game.active, len(game.players[1].hand)) == (1, 9)  # 8 and the card of Income
    assert events(game, "sold") == []


@rule("DT-DSC-5")
def test_a_forced_sale_at_15_cp_discards_the_card_for_nothing() -> None:
    game = leaving(NINE[:8], cp=14)
    game.take("sell Wanted!").take("sell Eat Lead!")
    player = game.players[0]
    assert (player.cp, len(player.hand), set(player.discard)) == (15, 6, {"Wanted!", "Eat Lead!"})


@rule("DT-DSC-6")
def test_a_card_discarded_by_an_effect_gives_no_cp() -> None:
    theirs = {"cp": 4, "hand": ["Wanted!", "Six-It!"], "discard": []}
    game = announce(scene("cursed-pirate", "gunslinger", {}, theirs, dice=[1, 4, 4, 6, 6]), "Walk the Plank")
    go_to(game, "option").take("option 2")
    assert (game.asked, set(texts(game))) == (1, {"discard Wanted!", "discard Six-It!"})
    game.take("discard Wanted!")
    player = game.players[1]
    assert (player.cp, player.hand, player.discard) == (4, ["Six-It!"], ["Wanted!"])
    finish(game)


def envenomed(tokens: dict[str, int], *dice: int) -> Game:
    """A player at 10 with these tokens, whose turn comes to its end."""
    game = scene(VENOM, VENOM, {"health": 10, "tokens": tokens}, dice=[1, 2, 4, 5, 6, *dice])
    while game.turn == 3 and game.step not in ("X2", "X3"):
        game.take({"keep": "stop", "main phase": "end phase"}.get(game.question, 0))
    return game


@rule("DT-DSC-7")
def test_end_of_turn_damage_comes_after_the_discard_phase_and_before_the_next_upkeep() -> None:
    game = envenomed({"Venom": 2})
    assert (game.turn, game.players[0].health, game.players[0].tokens) == (4, 4, {})
    marks = [event.get("step") or event["event"] for event in game.events]
    assert marks.index("X1") < marks.index("health") < marks.index("turn", 1)
    assert game.dice_left == 0


@rule("DT-DSC-7")
def test_end_of_turn_damage_may_be_dodged_and_the_tokens_are_gone_all_the_same() -> None:
    game = envenomed({"Venom": 2, "Evasive": 1}, 1)
    assert texts(game) == ["pass", "spend Evasive against 6 dmg to player 0"]
    game.take("spend Evasive")
    assert (game.turn, game.players[0].health, game.players[0].tokens) == (4, 10, {})
    assert game.dice_left == 0


@rule("DT-DSC-7")
@pytest.mark.parametrize("first", ["Venom", "Rot"])
def test_several_end_of_turn_effects_come_in_the_owners_order_and_are_one_source(first: str) -> None:
    game = envenomed({"Venom": 1, "Rot": 2, "Protect": 1})
    assert (game.asked, game.question) == (0, "order")
    game.take(f"resolve {first}")
    assert texts(game) == ["pass", "spend Protect against 5 dmg to player 0"]
    game.take("spend Protect")
    assert game.players[0].health == 8  # 5 less 3: half, rounded up
    assert events(game, "trigger")[0]["rule"] == first


@rule("DT-DSC-7")
def test_end_of_turn_damage_may_end_the_game() -> None:
    game = scene(VENOM, VENOM, {"health": 6, "tokens": {"Venom": 2}}, dice=[1, 2, 4, 5, 6])
    while not game.is_over and game.turn == 3:
        game.take({"keep": "stop", "main phase": "end phase"}.get(game.question, 0))
    assert (game.winner, game.players[0].health) == (1, 0)

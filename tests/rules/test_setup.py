"""Setup: what every player has before the first turn, who begins, and what the heroes prepare."""

from __future__ import annotations

import pytest

from dtsim.dicethrone.game import Game

from .scene import dice_cast, end_turn, events, go_to, invent, rule

PAIR = ("gunslinger", "barbarian")
HUMBLE = """
[[passive]]
name = "Honor"
when = "setup"
text = "if you are the start player: gain Poise"
[[status]]
name        = "Poise"
kind        = "positive"
stack_limit = 2
spend       = "attacking"
text        = "add 1 dmg"
"""


def opening(*heroes: object, **how: object) -> Game:
    """A game stopped at its first decision, with the Barbarian to begin unless told otherwise."""
    return Game(*(heroes or PAIR), **{"start": 1, "seed": 4, **how})


@rule("DT-SET-1", "DT-SET-4")
@pytest.mark.parametrize("seat", [0, 1])
def test_each_player_holds_4_cards_and_the_rest_of_the_own_deck_is_undrawn(seat: int) -> None:
    game = opening()
    player, cards = game.players[seat], game.program.names.cards[seat]
    assert len(player.hand) == 4
    assert sorted(player.hand + player.deck) == sorted(cards)


@rule("DT-SET-1")
@pytest.mark.parametrize("seat", [0, 1])
def test_nothing_is_discarded_installed_or_on_the_boards_at_the_start(seat: int) -> None:
    player = opening().players[seat]
    assert (player.discard, player.installed, player.tokens) == ([], [], {})


@rule("DT-SET-1")
def test_each_player_has_5_dice() -> None:
    game = opening()
    end_turn(game)
    end_turn(game)
    assert [len(dice) for dice in dice_cast(game, "offense")] == [5, 5]


@rule("DT-SET-2")
def test_both_players_start_a_duel_with_50_health() -> None:
    assert [player.health for player in opening().players] == [50, 50]


@rule("DT-SET-3")
def test_both_players_start_with_2_cp() -> None:
    assert [player.cp for player in opening().players] == [2, 2]


@rule("DT-SET-4")
def test_the_same_seed_deals_the_same_hands() -> None:
    one, two = (opening(seed=9) for _ in range(2))
    assert [player.hand for player in one.players] == [player.hand for player in two.players]


@rule("DT-SET-4")
def test_the_deck_is_shuffled_anew_for_every_game() -> None:
    hands = {tuple(opening(game=number).players[1].hand) for number in range(20)}
    assert len(hands) == 20


@rule("DT-SET-4")
def test_every_card_of_the_deck_may_be_in_the_opening_hand() -> None:
    program = opening().program
    seen = {card for number in range(60) for card in opening(game=number, program=program).players[0].hand}
    assert seen == set(program.names.cards[0])


@rule("DT-SET-5", "DT-SET-6")
def test_each_of_two_players_begins_half_of_the_games() -> None:
    program = opening().program
    starts = [Game(*PAIR, game=number, program=program).active for number in range(200)]
    assert 80 <= sum(starts) <= 120  # 2.8 standard deviations


@rule("DT-SET-7")
@pytest.mark.parametrize("start", [0, 1])
def test_hero_setup_happens_before_the_first_turn_whoever_begins(start: int) -> None:
    game = opening("cursed-pirate", "barbarian", start=start)
    kinds = [event["event"] for event in game.events]
    assert game.players[0].side == "human"
    assert events(game, "tokens") == [
        {"event": "tokens", "player": 0, "token": "Cursed Doubloon", "change": 3, "now": 3, "by": 0}
    ]
    assert kinds.index("tokens") < kinds.index("turn")


@rule("DT-SET-7")
@pytest.mark.parametrize("start", [0, 1])
def test_hero_setup_knows_who_begins(start: int) -> None:
    hero = invent(HUMBLE)
    game = opening(hero, hero, start=start)
    assert [player.tokens for player in game.players] == [
        {"Poise": 1} if seat == start else {} for seat in range(2)
    ]


@rule("DT-SET-8")
def test_the_start_player_has_no_income_in_the_first_turn() -> None:
    game = go_to(opening(), "main phase")
    active = game.players[1]
    assert (game.active, active.cp, len(active.hand)) == (1, 2, 4)


@rule("DT-SET-8")
def test_the_second_player_has_income_in_the_own_first_turn() -> None:
    game = go_to(end_turn(opening()), "main phase")
    active = game.players[0]
    assert (game.active, active.cp, len(active.hand)) == (0, 3, 5)


@rule("DT-SET-8")
def test_the_start_player_has_income_in_the_own_second_turn() -> None:
    game = go_to(end_turn(end_turn(opening())), "main phase")
    active = game.players[1]
    assert (game.active, active.cp, len(active.hand)) == (1, 3, 5)


@rule("DT-SET-9")
def test_discard_piles_lie_face_up() -> None:
    game = go_to(opening(), "main phase")
    sold = game.players[1].hand[0]
    game.take(f"sell {sold}")
    assert [player.discard for player in game.players] == [[], [sold]]


@rule("DT-SET-9")
def test_a_deck_has_no_order_that_anybody_could_know() -> None:
    one, two = (Game(*PAIR, scene=True, start=0, seed=3) for _ in range(2))
    cards = one.players[0].deck[:9]
    one.players[0].set(deck=cards)
    two.players[0].set(deck=reversed(cards))
    assert (one.record == two.record).all()


@rule("DT-SET-10")
def test_opening_hands_are_not_exchanged_the_first_decision_belongs_to_turn_1() -> None:
    program = opening().program
    for number in range(30):
        game = opening(game=number, program=program)
        dealt = [event["card"] for event in events(game, "drawn")]
        assert len(dealt) == 8
        assert (len(events(game, "turn")), game.turn, game.active) == (1, 1, 1)
        assert game.question in ("window", "main phase")
        assert sorted(dealt) == sorted(game.players[0].hand + game.players[1].hand)

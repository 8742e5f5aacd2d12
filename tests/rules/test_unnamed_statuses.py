"""Status effects that a text does not name, several at once: moved, prevented, stolen, removed, changed."""

from __future__ import annotations

from typing import Any

import pytest

from dtsim.dicethrone.game import Game

from .blows import fighter, go_to_offer, strike
from .scene import defend, events, finish, go_to, offers, rule, scene, texts

TOKENS = """
[[status]]
name        = "Halo"
kind        = "positive"
stack_limit = 3
persistent  = true
[[status]]
name        = "Wort"
kind        = "negative"
stack_limit = 3
persistent  = true
[[status]]
name        = "Hex"
kind        = "negative"
stack_limit = 1
persistent  = true
"""


def card(text: str, play: str = "main phase") -> str:
    return TOKENS + f'[[card]]\nname = "Deed!"\nplay = "{play}"\ncost = 0\ntext = "{text}"\n'


def deed(text: str, mine: dict[str, int], theirs: dict[str, int], **position: Any) -> Game:
    """A Main Phase card with this text was played."""
    hero = fighter(more=card(text))
    game = scene(hero, fighter(), {"hand": ["Deed!"], "tokens": mine}, {"tokens": theirs} | position)
    return go_to(game, "main phase").take("play Deed!")


def tokens(game: Game) -> list[dict[str, int]]:
    return [player.tokens for player in game.players]


# ---------------------------------------------------------------- transfer


@rule("DT-STA-20")
def test_two_status_effects_move_one_after_the_other() -> None:
    game = deed("transfer 2 statuses from chosen player to chosen player", {"Wort": 1, "Hex": 1}, {})
    game.take("move Wort from player 0 to player 1")
    assert tokens(game) == [{}, {"Wort": 1, "Hex": 1}]  # the second was the only answer left


def test_all_that_move_come_from_the_player_chosen_first() -> None:
    text = "transfer 2 statuses from chosen player to chosen player"
    game = deed(text, {"Wort": 2}, {"Halo": 1}).take("move Wort from player 0 to player 1")
    assert tokens(game) == [{}, {"Wort": 2, "Halo": 1}]


@rule("DT-STA-20")
def test_a_second_one_that_finds_no_room_stays() -> None:
    game = deed("transfer 2 statuses from chosen player to chosen player", {"Hex": 1, "Wort": 1}, {"Wort": 2})
    game.take("move Wort from player 0 to player 1")
    assert tokens(game) == [{}, {"Wort": 3, "Hex": 1}]


def test_a_transfer_names_giver_receiver_and_sign() -> None:
    game = deed("transfer 1 negative status from you to chosen opponent", {"Wort": 1, "Halo": 1}, {"Hex": 1})
    assert tokens(game) == [{"Halo": 1}, {"Hex": 1, "Wort": 1}]


def test_up_to_so_many_may_be_fewer() -> None:
    game = deed("transfer up to 2 statuses from you to chosen opponent", {"Wort": 2}, {})
    assert texts(game) == ["done", "move Wort from player 0 to player 1"]
    game.take("move Wort from player 0 to player 1").take("done")
    assert tokens(game) == [{"Wort": 1}, {"Wort": 1}]


def test_a_card_without_anything_to_move_is_not_offered() -> None:
    hero = fighter(more=card("transfer 1 negative status from you to chosen opponent"))
    game = scene(hero, fighter(), {"hand": ["Deed!"], "tokens": {"Halo": 1}}, {"tokens": {"Wort": 1}})
    assert not offers(go_to(game, "main phase"), "play Deed!")


@rule("DT-TIM-9")
def test_a_card_whose_object_is_spent_first_has_no_effect_at_all() -> None:
    hero = fighter(more=card("remove 1 positive status from chosen opponent, draw 1 card"))
    game = scene(hero, fighter(), {"hand": ["Deed!"]}, {"tokens": {"Cleanse": 1, "Hex": 1}})
    hand = len(go_to(game, "main phase").players[0].hand)
    game.take("play Deed!")
    go_to_offer(game, "spend Cleanse", 1).take("spend Cleanse")
    assert (len(game.players[0].hand), tokens(game)[1]) == (hand - 1, {})


# ---------------------------------------------------------------- prevent


def inflicted(
    text: str, blow: str = "inflict 2 Wort, inflict Hex, gain Halo; deal 5 undefendable dmg"
) -> Game:
    """The defender of an Attack that inflicts status effects has played a card with this text."""
    hero = fighter(blow, more=TOKENS)
    game = strike(
        hero, fighter(more=card(text, "roll phase")), {}, {"hand": ["Deed!"], "tokens": {"Wort": 1}}
    )
    return go_to_offer(game, "play Deed!", 1).take("play Deed!")


def test_two_of_the_status_effects_of_an_attack_are_prevented() -> None:
    game = inflicted("prevent 2 statuses").take("Wort of player 1").take("Wort of player 1")
    assert tokens(game)[1] == {"Wort": 1, "Hex": 1}
    assert len(events(game, "prevented status", token="Wort")) == 2


def test_no_more_are_prevented_than_landed() -> None:
    game = inflicted("prevent all statuses")
    assert tokens(game)[1] == {"Wort": 1}  # it was there before


def test_a_prevention_names_the_sign() -> None:
    hero = fighter("inflict Halo, inflict Hex; deal 5 undefendable dmg", more=TOKENS)
    game = strike(
        hero, fighter(more=card("prevent 1 positive status", "roll phase")), {}, {"hand": ["Deed!"]}
    )
    go_to_offer(game, "play Deed!", 1).take("play Deed!")
    assert tokens(game)[1] == {"Hex": 1}


def test_a_defence_may_prevent_fewer_than_it_could() -> None:
    other = fighter(guard="prevent up to 2 negative statuses", more=TOKENS)
    game = strike(fighter("inflict 2 Wort; deal 5 dmg", more=TOKENS), other, then=[1])
    defend(game)
    assert go_to(game, "token").take("Wort of player 1").take("done").players[1].tokens == {"Wort": 1}


# ---------------------------------------------------------------- steal, remove, change


@rule("DT-TXT-7")
def test_a_stolen_status_effect_changes_hands() -> None:
    hero = fighter("steal 2 positive statuses", more=TOKENS)
    game = strike(hero, fighter(), {"tokens": {"Wort": 1}}, {"tokens": {"Halo": 3, "Hex": 1}})
    assert tokens(finish(game)) == [{"Wort": 1, "Halo": 2}, {"Halo": 1, "Hex": 1}]


@rule("DT-TXT-7")
def test_a_thief_without_room_loses_what_was_stolen() -> None:
    hero = fighter("steal 1 status", more=TOKENS)
    game = finish(strike(hero, fighter(), {"tokens": {"Hex": 1}}, {"tokens": {"Hex": 1}}))
    assert tokens(game) == [{"Hex": 1}, {}]


def test_only_the_chosen_kind_of_player_loses_a_status_effect() -> None:
    game = deed("remove 1 status from chosen opponent", {"Wort": 1}, {"Halo": 1})
    assert tokens(game) == [{"Wort": 1}, {}]


def test_two_status_effects_are_removed_from_the_same_player() -> None:
    game = deed("remove 2 statuses from chosen player", {"Wort": 2}, {"Halo": 2})
    game.take("Wort of player 0")
    assert tokens(game) == [{}, {"Halo": 2}]


def test_somebody_else_may_be_the_one_who_removes() -> None:
    assert tokens(deed("opponent removes 2 Wort", {"Wort": 3}, {"Wort": 3})) == [{"Wort": 3}, {"Wort": 1}]


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("change 1 Wort to Halo", {"Wort": 2, "Halo": 1}),
        ("change all Wort to Halo", {"Halo": 3}),
        ("change 2 Wort to Hex", {"Wort": 2, "Hex": 1}),  # there is room for one
    ],
)
def test_a_counter_changes_into_another(text: str, left: dict[str, int]) -> None:
    assert tokens(deed(text, {"Wort": 3}, {}))[0] == left


def test_of_new_and_old_tokens_those_named_go() -> None:
    game = deed("gain 1 Wort, remove 1 new Wort, gain 1 x old Wort cp", {"Wort": 2}, {})
    assert (tokens(game)[0], game.players[0].cp) == ({"Wort": 2}, 2 + 1 + 2)

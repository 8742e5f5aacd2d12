"""Chapter 21: who acts first, what can be interrupted, and what becomes of a play whose object is gone."""

from __future__ import annotations

import pytest

from .scene import activate, events, finish, go_to, offers, rule, scene, texts
from .timing import asked, made_up, mark, questions, since

SMACK = [1, 1, 1, 4, 5]  # three Swords: 4 dmg
REVOLVER = [1, 1, 1, 4, 5]  # three Bullets: 3 dmg

CHARM = """
    [[status]]
    name        = "Charm"
    kind        = "positive"
    stack_limit = 3
    spend       = "any time"
    text        = "gain 1 cp"
"""


def charmed(**board):
    """A hero with a token that may be spent at any time."""
    return made_up(CHARM, **board)


# ---------------------------------------------------------------- the active player first


@rule("DT-TIM-1", "DT-FAQ-11")
def test_the_active_player_removes_a_token_before_it_is_spent():
    mine = {"cp": 2, "hand": ["Buh, Bye!"]}
    theirs = {"health": 30, "tokens": {"Evasive": 1}}
    game = scene("barbarian", "gunslinger", mine, theirs, dice=SMACK)
    activate(game, "Smack (3 sword)")
    go_to(game, "window", asked=1).take("spend Evasive")
    assert (game.asked, texts(game)) == (0, ["pass", "play Buh, Bye!"])
    game.take("play Buh, Bye!")
    finish(game)
    assert (game.players[1].health, game.players[1].tokens) == (26, {})
    assert not events(game, "spent")
    assert game.dice_left == 0  # no die for the Evasive


@rule("DT-TIM-1")
def test_the_active_player_is_asked_first_in_a_window_of_the_opponents_attack_too():
    theirs = {"cp": 9, "hand": ["Getting Paid!"]}
    game = scene("barbarian", "gunslinger", {"hand": ["Getting Paid!"]}, theirs, active=1)
    assert [entry.who for entry in questions(game, lambda later: later.step != "U3")] == [1, 0]


@rule("DT-TIM-2")
def test_a_token_that_may_be_spent_at_any_time_is_offered_in_every_window_of_both_turns():
    game = scene(charmed(), "barbarian", {"tokens": {"Charm": 1}}, dice=REVOLVER)
    own = [entry for entry in questions(game) if entry.who == 0]
    assert {entry.step for entry in own if "spend Charm" in entry.options} >= {
        "U3",
        "M1",
        "O2",
        "O3",
        "O5",
        "N1",
    }
    others = [entry for entry in questions(game) if entry.who == 0]
    assert {entry.step for entry in others if "spend Charm" in entry.options} >= {
        "U3",
        "M1",
        "O2",
        "O3",
        "O5",
    }


@rule("DT-TIM-3", "DT-TIM-9")
def test_the_active_player_spends_a_token_before_it_is_removed_and_the_removal_was_never_played():
    mine = {"tokens": {"Reload": 0}}
    theirs = {"cp": 2, "hand": ["Buh, Bye!"], "health": 30}
    game = scene("gunslinger", "barbarian", mine, theirs, dice=[*REVOLVER, 6])
    activate(game, "Revolver (3 bullet)")
    go_to(game, "window", asked=1).take("play Buh, Bye!")
    assert (game.asked, offers(game, "spend Reload")) == (0, True)
    game.take("spend Reload")
    finish(game)
    assert (game.players[1].health, game.players[0].tokens) == (30 - 3 - 3, {})
    assert (game.players[1].cp, game.players[1].hand) == (2, ["Buh, Bye!"])
    assert game.dice_left == 0


@rule("DT-TIM-3")
@pytest.mark.parametrize("act", ["sell Vegas Baby!", "play Double Up!"])
def test_in_a_main_phase_too_the_active_player_spends_a_token_before_it_is_removed(act):
    mine = {"cp": 5, "hand": ["Vegas Baby!", "Double Up!"], "tokens": {"Charm": 1}}
    theirs = {"cp": 2, "hand": ["Buh, Bye!"]}
    game = scene(charmed(), "barbarian", mine, theirs, turn=0)
    go_to(game, "main phase").take(act)
    go_to(game, "window", asked=1).take("play Buh, Bye!")
    assert (game.asked, offers(game, "spend Charm")) == (0, True)
    game.take("spend Charm")
    assert not events(game, "card", card="Buh, Bye!")
    assert (game.players[1].cp, game.players[1].hand) == (2, ["Buh, Bye!"])


@rule("DT-TIM-4")
def test_priority_holds_for_any_number_of_instants():
    mine = {"cp": 1, "hand": ["Double Up!", "Getting Paid!"]}
    theirs = {"cp": 1, "hand": ["Getting Paid!"]}
    game = scene("barbarian", "gunslinger", mine, theirs, turn=0)
    go_to(game, asked=1).take("play Getting Paid!")
    game.take("play Getting Paid!").take("play Double Up!")
    assert [(event["player"], event["card"]) for event in events(game, "card")] == [
        (0, "Getting Paid!"),
        (0, "Double Up!"),
        (1, "Getting Paid!"),
    ]


# ---------------------------------------------------------------- interruptions


@rule("DT-TIM-5", "DT-FAQ-12")
def test_before_a_main_phase_card_strips_tokens_the_other_player_may_spend_one():
    mine = {"cp": 2, "hand": ["What Status Effects?"]}
    theirs = {"cp": 0, "tokens": {"Charm": 2}}
    game = scene("barbarian", charmed(), mine, theirs, turn=0)
    go_to(game, "main phase").take("play What Status Effects?")
    if game.question == "player":
        game.take("player 1")
    assert (game.asked, game.question) == (1, "window")
    game.take("spend Charm")
    assert (game.players[1].cp, game.players[1].tokens) == (1, {"Charm": 1})
    game.take("pass")
    assert (game.players[1].cp, game.players[1].tokens) == (1, {})


@rule("DT-TIM-8")
def test_after_an_interruption_the_rest_of_the_card_still_happens():
    schemer = made_up("""
        [[card]]
        name = "Scheme!"
        play = "main phase"
        cost = 0
        text = "gain 1 cp; then draw 2 cards"
    """)
    theirs = {"cp": 0, "hand": ["Getting Paid!"]}
    game = scene(schemer, "barbarian", {"cp": 0, "hand": ["Scheme!"]}, theirs, turn=0)
    go_to(game, "main phase")
    before = mark(game)
    game.take("play Scheme!")
    assert (game.asked, game.players[0].cp) == (1, 0)
    game.take("pass")  # the window before its effect; the next one lies at the `then`
    assert (game.asked, game.players[0].cp) == (1, 1)
    game.take("play Getting Paid!")
    assert since(game, before, "card", "cp", "drawn") == ["card", "cp", "card", "cp", "drawn", "drawn"]


@rule("DT-TIM-12")
def test_a_passive_with_a_price_is_no_instant_action_and_can_be_answered():
    theirs = {"hand": ["Getting Paid!"]}
    game = scene("paladin", "barbarian", {"cp": 3, "hand": []}, theirs, turn=0)
    go_to(game, "main phase").take("use Tithe: draw")
    assert (game.asked, game.question, events(game, "drawn")) == (1, "window", [])
    before = mark(game)
    game.take("play Getting Paid!")
    assert since(game, before, "card", "cp", "drawn") == ["card", "cp", "cp", "drawn"]
    assert (game.players[0].cp, len(game.players[0].hand)) == (0, 1)


# ---------------------------------------------------------------- what becomes of it


@rule("DT-TIM-9")
def test_an_instant_whose_first_object_is_gone_may_take_another():
    mine = {"tokens": {"Evasive": 1}}
    theirs = {"cp": 2, "hand": ["Buh, Bye!"], "health": 30}
    game = scene("gunslinger", "barbarian", mine, theirs, dice=[*REVOLVER, 6])
    activate(game, "Revolver (3 bullet)")
    go_to(game, "window", asked=1).take("play Buh, Bye!")
    game.take("spend Reload")  # the active player can do no more: the card is played
    finish(game)
    assert (game.players[0].tokens, game.players[1].cp) == ({}, 0)
    assert [event["token"] for event in events(game, "tokens", change=-1)] == ["Reload", "Evasive"]


@rule("DT-TIM-10")
def test_a_removal_may_take_a_token_that_is_not_being_spent():
    mine = {"tokens": {"Evasive": 1, "Reload": 1}}
    theirs = {"cp": 2, "hand": ["Buh, Bye!"], "health": 30, "tokens": {"Bounty": 1}}
    game = scene("gunslinger", "barbarian", mine, theirs, dice=[*REVOLVER, 6], turn=3)
    activate(game, "Revolver (3 bullet)")
    go_to(game, "window", asked=1).take("play Buh, Bye!")
    game.take("spend Reload").take("pass")
    assert (game.asked, game.question) == (1, "token")
    # one Reload was spent in the exchange, the one gained in Upkeep was not
    assert sorted(texts(game)) == ["Bounty of player 1", "Evasive of player 0", "Reload of player 0"]


@rule("DT-TIM-9")
def test_a_spend_whose_token_was_removed_first_does_not_happen_and_costs_nothing():
    mine = {"cp": 2, "hand": ["Buh, Bye!"]}
    theirs = {"cp": 0, "tokens": {"Charm": 1}}
    game = scene("barbarian", charmed(), mine, theirs, turn=0)
    go_to(game, asked=1).take("spend Charm")
    game.take("play Buh, Bye!")
    assert (game.players[1].cp, game.players[1].tokens) == (0, {})


@rule("DT-TIM-9")
def test_a_main_phase_card_is_aimed_anew_when_somebody_acted():
    mine = {"cp": 1, "hand": ["Get That Outta Here!"], "tokens": {"Bounty": 1, "Evasive": 1}}
    theirs = {"tokens": {"Charm": 1}}
    game = scene("gunslinger", charmed(), mine, theirs, turn=0)
    go_to(game, "main phase").take("play Get That Outta Here!").take("Charm of player 1")
    game.take("spend Charm")
    assert (game.asked, game.question) == (0, "token")
    assert texts(game) == ["Reload of player 0", "Bounty of player 0", "Evasive of player 0"]
    game.take("Bounty of player 0")
    assert game.players[0].tokens == {"Reload": 1, "Evasive": 1}
    assert "Get That Outta Here!" in game.players[0].discard


@rule("DT-TIM-9")
def test_a_main_phase_card_without_an_object_left_is_lost_and_so_is_its_cp():
    mine = {"cp": 1, "hand": ["Get That Outta Here!"]}
    game = scene("barbarian", charmed(), mine, {"tokens": {"Charm": 1}}, turn=0)
    go_to(game, "main phase").take("play Get That Outta Here!")
    game.take("spend Charm")
    assert (game.players[0].cp, game.players[0].hand) == (0, [])
    assert "Get That Outta Here!" in game.players[0].discard


@rule("DT-TIM-9")
def test_a_main_phase_card_keeps_its_aim_when_nobody_acted():
    mine = {"cp": 1, "hand": ["Get That Outta Here!"], "tokens": {"Bounty": 1}}
    game = scene("gunslinger", charmed(), mine, {"tokens": {"Charm": 1}}, turn=0)
    go_to(game, "main phase").take("play Get That Outta Here!").take("Bounty of player 0")
    game.take("pass")
    assert (game.players[0].tokens, game.players[1].tokens) == ({"Reload": 1}, {"Charm": 1})


# ---------------------------------------------------------------- modifiers against dodges


@rule("DT-TIM-11")
def test_in_the_last_window_the_attacker_is_asked_first_and_again_after_a_dodge_failed():
    mine = {"cp": 3, "hand": ["Get Some!"]}
    theirs = {"health": 30, "tokens": {"Evasive": 1}}
    game = scene("barbarian", "gunslinger", mine, theirs, dice=[*SMACK, 5, *[4] * 5])
    activate(game, "Smack (3 sword)")
    go_to(game, "defend").take("decline")
    first = asked(game)
    assert (first.who, first.options) == (0, ["pass", "play Get Some!"])
    game.take("pass").take("spend Evasive")
    while asked(game).who == 0 and not events(game, "dodged") and not events(game, "spent"):
        game.take("pass")
    assert (game.asked, game.players[1].tokens) == (0, {})
    game.take("play Get Some!")
    finish(game)
    assert (game.players[1].health, game.players[1].tokens) == (26, {"Concussion": 1})
    assert game.dice_left == 0


@rule("DT-TIM-11")
def test_a_successful_dodge_covers_damage_that_is_added_after_it():
    mine = {"cp": 3, "hand": ["Get Some!"]}
    theirs = {"health": 30, "tokens": {"Evasive": 1}}
    game = scene("barbarian", "gunslinger", mine, theirs, dice=[*SMACK, 2, *[1] * 5])
    activate(game, "Smack (3 sword)")
    go_to(game, "defend").take("decline")
    game.take("pass").take("spend Evasive")
    game.take("pass")  # before the spend resolves
    assert (game.asked, events(game, "dodged") != []) == (0, True)
    game.take("play Get Some!")
    finish(game)
    assert (game.players[1].health, game.players[1].tokens) == (30, {"Concussion": 1})
    assert game.dice_left == 0


@rule("DT-TIM-11")
def test_a_further_dodge_may_follow_a_modifier_that_followed_a_dodge():
    mine = {"cp": 3, "hand": ["Get Some!"]}
    theirs = {"health": 30, "tokens": {"Evasive": 2}}
    game = scene("barbarian", "gunslinger", mine, theirs, dice=[*SMACK, 6, *[1] * 5, 1])
    activate(game, "Smack (3 sword)")
    go_to(game, "defend").take("decline")
    game.take("pass").take("spend Evasive").take("pass")
    game.take("play Get Some!")
    go_to(game, "window", asked=1).take("spend Evasive")
    finish(game)
    assert (game.players[1].health, game.dice_left) == (30, 0)
    defended = events(game, "dodged")
    assert len(defended) == 1

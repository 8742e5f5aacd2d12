"""The other reading of chapters 18 and 21: every act may be answered before it resolves."""

from __future__ import annotations

import pytest

from dtsim.dicethrone.game import Game

from .scene import activate, events, finish, go_to, offers, rule, scene, texts
from .timing import made_up

FREE = ["instants-interrupt-instants"]
CLAWS = [1, 1, 1, 4, 5]

PARTS = """
    [[status]]
    name        = "Charm"
    kind        = "positive"
    stack_limit = 3
    spend       = "any time"
    text        = "gain 1 cp"

    [[card]]
    name = "Jab!"
    play = "roll phase"
    cost = 1
    attack_modifier = true
    text = "add 2 dmg"
"""
FORGE = """
    [[passive]]
    name = "Forge"
    when = "any time"
    text = "spend 2 cp: gain Charm"
"""
HERO = made_up(PARTS)
SMITH = made_up(PARTS + FORGE)


def free(mine=None, theirs=None, *, hero=HERO, **more) -> Game:
    return scene(hero, HERO, mine or {}, theirs or {}, turn=0, rulings=FREE, **more)


def acts(game: Game) -> list[tuple[int, str]]:
    """What was played, spent and used, in order."""
    found = [event for event in game.events if event["event"] in ("card", "spent", "passive")]
    return [(event["player"], event.get("card") or event.get("token") or event["passive"]) for event in found]


@rule("DT-CRD-7", "DT-TIM-9")
@pytest.mark.parametrize(
    ("hero", "act", "mine"),
    [
        (HERO, "play Getting Paid!", {"hand": ["Getting Paid!"], "cp": 9}),
        (HERO, "spend Charm", {"tokens": {"Charm": 1}, "cp": 0}),
        (SMITH, "use Forge", {"cp": 2}),
    ],
)
def test_an_act_of_a_main_phase_is_answered_before_it_resolves(hero, act, mine):
    game = go_to(free(mine, {"tokens": {"Charm": 1}, "cp": 0}, hero=hero), "main phase").take(act)
    assert (game.asked, texts(game), acts(game)) == (1, ["pass", "spend Charm"], [])
    game.take("spend Charm")
    assert [who for who, _ in acts(game)] == [1, 0]


@rule("DT-CRD-7")
def test_a_roll_phase_card_is_answered_before_it_resolves():
    mine = {"hand": ["Jab!"], "cp": 1}
    game = free(mine, {"tokens": {"Charm": 1}, "cp": 0}, dice=CLAWS)
    activate(game, "Scratch")
    go_to(game, "window", asked=0).take("play Jab!")
    assert (game.asked, texts(game), acts(game)) == (1, ["pass", "spend Charm"], [])
    game.take("spend Charm")
    assert acts(game) == [(1, "Charm"), (0, "Jab!")]
    assert finish(game).players[1].health == 50 - 7


@rule("DT-CRD-7", "DT-TIM-9")
def test_what_was_declared_last_resolves_first():
    mine = {"hand": ["Getting Paid!", "Double Up!"], "cp": 9}
    theirs = {"hand": ["Getting Paid!"], "tokens": {"Charm": 1}, "cp": 0}
    game = go_to(free(mine, theirs), "main phase").take("play Getting Paid!")
    assert game.asked == 0
    game.take("pass").take("spend Charm")  # asked in priority order, the one who declared first of all
    assert game.asked == 0
    game.take("play Double Up!")
    assert (game.asked, acts(game)) == (1, [])
    game.take("play Getting Paid!")
    go_to(game, "main phase")
    assert acts(game) == [(1, "Getting Paid!"), (0, "Double Up!"), (1, "Charm"), (0, "Getting Paid!")]


@rule("DT-TIM-9")
def test_what_waits_is_not_offered_again_to_the_same_player():
    mine = {"tokens": {"Charm": 3}, "hand": ["Getting Paid!"], "cp": 9}
    game = free(mine, {"tokens": {"Charm": 3}, "cp": 0}, hero=SMITH)
    go_to(game, "main phase").take("spend Charm")
    assert (game.asked, texts(game)) == (0, ["pass", "play Getting Paid!", "use Forge: gain"])
    game.take("play Getting Paid!")
    assert (game.asked, texts(game)) == (0, ["pass", "use Forge: gain"])
    game.take("pass")
    assert (game.asked, texts(game)) == (1, ["pass", "spend Charm"])


@rule("DT-TIM-9")
def test_after_it_has_resolved_it_is_offered_again():
    game = go_to(free({"tokens": {"Charm": 2}, "cp": 0}), "main phase").take("spend Charm")
    assert offers(go_to(game, "main phase"), "spend Charm")
    assert game.players[0].tokens == {"Charm": 1}


@rule("DT-TIM-9", "DT-CRD-7")
def test_an_act_that_is_no_longer_possible_does_not_happen_and_costs_nothing():
    mine = {"hand": ["Buh, Bye!", "So Wild!"], "cp": 2}
    game = go_to(free(mine, {"tokens": {"Charm": 1}, "cp": 0}), "main phase").take("play Buh, Bye!")
    game.take("spend Charm")
    go_to(game, "main phase")
    assert (game.players[0].cp, sorted(game.players[0].hand)) == (2, ["Buh, Bye!", "So Wild!"])
    assert acts(game) == [(1, "Charm")]


@rule("DT-TIM-9")
def test_cp_spent_on_an_answer_is_missing_for_what_waits():
    mine = {"hand": ["Buh, Bye!", "So Wild!"], "cp": 2, "tokens": {"Charm": 1}}
    game = go_to(free(mine, hero=SMITH), "main phase").take("play Buh, Bye!")
    game.take("use Forge: gain")
    go_to(game, "main phase")
    assert acts(game) == [(0, "Forge")]
    assert (game.players[0].cp, game.players[0].tokens) == (0, {"Charm": 2})
    assert "Buh, Bye!" in game.players[0].hand


@rule("DT-CRD-7")
def test_the_bearer_of_a_token_saves_it_from_the_active_player():
    # by the default reading the active player removes it first (DT-TIM-1)
    mine = {"cp": 2, "hand": ["Buh, Bye!"]}
    theirs = {"health": 30, "tokens": {"Evasive": 1}}
    game = scene("barbarian", "gunslinger", mine, theirs, dice=[*CLAWS, 1], rulings=FREE)
    activate(game, "Smack (3 sword)")
    go_to(game, "window", asked=0).take("play Buh, Bye!")
    assert game.asked == 1
    game.take("spend Evasive")
    finish(game)
    assert (game.players[1].health, game.dice_left) == (30, 0)
    assert game.players[0].hand[0] == "Buh, Bye!"
    assert not events(game, "card")


@rule("DT-CRD-7")
def test_a_play_on_the_dice_of_a_text_is_answered_by_plays_on_these_dice_only():
    mine = {"cp": 9, "hand": ["So Wild!", "Getting Paid!"]}
    theirs = {"cp": 9, "tokens": {"Evasive": 1}, "hand": ["Tip It!", "Getting Paid!"]}
    game = scene("barbarian", "gunslinger", mine, theirs, dice=[*CLAWS, 1], rulings=FREE)
    activate(game, "Smack (3 sword)")
    go_to(game, "window", asked=1).take("spend Evasive")
    while not offers(game, "play So Wild!"):
        game.take("pass")
    game.take("play So Wild!")
    assert (game.asked, texts(game)) == (1, ["pass", "play Tip It!"])

"""Chapter 22: the words of a text, and in which order its clauses happen."""

from __future__ import annotations

import pytest

from dtsim.dicethrone.game import Game

from .scene import activate, announce, defend, events, finish, go_to, rule, scene, texts
from .timing import made_up, mark, order, questions, since

CLAWS = [1, 1, 1, 4, 5]


def scratch(
    attack: str, dice: list[int], mine=None, theirs=None, *, passage: str = "", other="barbarian", **more
) -> Game:
    """A hero whose Scratch says this, up to the activation of it."""
    game = scene(
        made_up(passage, attack=attack), other, mine or {}, theirs or {}, dice=[*CLAWS, *dice], **more
    )
    return announce(game, "Scratch")


# ---------------------------------------------------------------- dice of a text


@rule("DT-TXT-1")
def test_roll_n_throws_n_dice_once():
    game = scratch("roll 3 dice; deal the roll dmg", [2, 3, 4], theirs={"health": 30})
    asked = [entry.question for entry in questions(game, lambda later: later.step == "N1")]
    assert "keep" not in asked
    assert [event["dice"] for event in events(game, "dice")] == [CLAWS, [2, 3, 4]]
    assert (game.players[1].health, game.dice_left) == (21, 0)


@rule("DT-TXT-1")
def test_only_the_dice_of_the_roll_count_for_what_is_said_of_it():
    # the five offensive dice show two moons
    game = finish(scratch("roll 2 dice; deal 3 x moon dmg", [4, 1], theirs={"health": 30}))
    assert (game.players[1].health, game.dice_left) == (27, 0)


@rule("DT-TXT-2")
@pytest.mark.parametrize(("dice", "cp"), [([6, 6, 6], 1), ([6, 1, 1], 1), ([1, 4, 5], 0)])
def test_on_a_symbol_the_benefit_comes_once_however_often_it_shows(dice, cp):
    game = finish(scratch("roll 3 dice; on star: gain 1 cp", dice, {"cp": 3}, turn=2))
    assert (game.players[0].cp, game.dice_left) == (3 + 1 + cp, 0)


@rule("DT-TXT-3")
@pytest.mark.parametrize(("dice", "lost"), [([1, 2, 3], 12), ([1, 5, 6], 4), ([4, 5, 6], 0)])
def test_k_times_a_symbol_counts_the_dice_that_show_it(dice, lost):
    game = finish(scratch("roll 3 dice; deal 4 x claw dmg", dice, theirs={"health": 30}))
    assert (game.players[1].health, game.dice_left) == (30 - lost, 0)


# ---------------------------------------------------------------- then and additionally

CHI = """
    [[status]]
    name        = "Chi"
    kind        = "positive"
    stack_limit = 5
    spend       = "damaged"
    text        = "prevent 2 dmg"
"""


@rule("DT-TXT-4")
def test_a_window_lies_between_what_precedes_a_then_and_what_follows():
    theirs = {"health": 30, "hand": ["Getting Paid!"], "cp": 0}
    passage = "\n[[card]]\nname='Trip!'\nplay='main phase'\ncost=9\ntext='inflict Knockdown'\n"
    game = scratch("inflict Knockdown; then deal 5 dmg", [], theirs=theirs, passage=passage)
    while not game.players[1].tokens:
        game.take("pass")
    assert (game.asked, game.question, game.players[1].health) == (1, "window", 30)
    game.take("play Getting Paid!")
    finish(game)
    token, card, lost = order(
        game, ("tokens", {"token": "Knockdown"}), ("card", {"player": 1}), ("health", {"player": 1})
    )
    assert token < card < lost
    assert game.players[1].health == 25


@rule("DT-TXT-4")
def test_a_clause_whose_then_follows_damage_waits_until_the_damage_was_applied():
    game = scratch("deal 6 dmg; then gain 2 Chi", [], theirs={"health": 30}, passage=CHI)
    finish(game)
    lost, gained = order(game, ("health", {"player": 1}), ("tokens", {"token": "Chi"}))
    assert lost < gained
    assert (game.players[1].health, game.players[0].tokens) == (24, {"Chi": 2})


@rule("DT-TXT-4")
def test_what_comes_after_the_damage_is_of_no_use_against_that_damage():
    thorny = made_up(CHI, name="Thorny", defence="deal 4 dmg")
    game = scratch("deal 6 dmg; then gain 2 Chi", [1], passage=CHI, other=thorny)
    defend(game)
    finish(game)
    assert (game.players[0].health, game.players[0].tokens) == (46, {"Chi": 2})


@rule("DT-TXT-4")
def test_a_defeated_attacker_gains_nothing_after_the_damage():
    thorny = made_up(CHI, name="Thorny", defence="deal 4 dmg")
    game = scratch("deal 6 dmg; then gain 2 Chi", [1], {"health": 4}, passage=CHI, other=thorny)
    finish(defend(game))
    assert (game.winner, game.players[0].tokens) == (1, {})


@rule("DT-TXT-4")
def test_a_clause_behind_the_damage_happens_even_if_the_damage_became_0():
    theirs = {"tokens": {"Evasive": 1}}
    game = scratch("deal 6 dmg; then gain 2 Chi", [1], theirs=theirs, passage=CHI, other="gunslinger")
    go_to(game, "window", asked=1, step="T4").take("spend Evasive")
    finish(game)
    assert (game.players[1].health, game.players[0].tokens) == (50, {"Chi": 2})
    assert game.dice_left == 0


@rule("DT-TXT-5")
def test_what_follows_an_additionally_comes_after_everything_else():
    game = scratch("additionally draw 1 card; deal 5 dmg", [], theirs={"health": 30})
    before = mark(game)
    finish(game)
    assert since(game, before, "health", "drawn") == ["health", "drawn"]


def windows_of_the_opponent(attack: str) -> int:
    """How often somebody who could always act is asked from the announcement to Main (2)."""
    game = scratch(attack, [], theirs={"health": 30, "hand": ["Getting Paid!"]})
    asked = list(questions(game, lambda later: later.step == "N1"))
    return sum(entry.who == 1 and entry.question == "window" for entry in asked)


@rule("DT-TXT-4", "DT-TXT-5")
def test_a_then_behind_damage_opens_a_window_and_an_additionally_does_not():
    harm = "deal 5 collateral dmg to all opponents"
    assert windows_of_the_opponent(f"{harm}; then draw 1 card") == 1 + windows_of_the_opponent(harm)
    assert windows_of_the_opponent(f"{harm}; additionally draw 1 card") == windows_of_the_opponent(harm)


@rule("DT-TXT-4")
def test_every_then_behind_damage_has_a_window_of_its_own():
    one = windows_of_the_opponent("deal 5 dmg; then draw 1 card, heal 1")
    two = windows_of_the_opponent("deal 5 dmg; then draw 1 card; then heal 1")
    assert two == one + 1


@rule("DT-TXT-5")
def test_damage_behind_an_additionally_is_applied_with_the_rest():
    attack = "deal 5 dmg; additionally deal 2 collateral dmg to all opponents"
    game = finish(scratch(attack, [], theirs={"health": 30}))
    assert [event["now"] for event in events(game, "health", player=1)] == [23]


# ---------------------------------------------------------------- or


@rule("DT-TXT-6")
@pytest.mark.parametrize(("chosen", "attacker", "defender"), [("option 1", 47, 26), ("option 2", 50, 28)])
def test_of_two_options_the_owner_of_the_effect_takes_exactly_one(chosen, attacker, defender):
    game = scene("barbarian", "gunslinger", {}, {"health": 30}, dice=[*CLAWS, 6, 1])
    defend(activate(game, "Smack (3 sword)"))
    assert (game.asked, texts(game)) == (1, ["option 1", "option 2"])
    game.take(chosen)
    finish(game)
    assert [player.health for player in game.players] == [attacker, defender]
    assert game.dice_left == 0


# ---------------------------------------------------------------- steal


@rule("DT-TXT-7")
@pytest.mark.parametrize(("there", "left", "thief"), [(5, 2, 4), (3, 0, 4), (2, 0, 3), (0, 0, 1)])
def test_stealing_takes_up_to_what_the_victim_has(there, left, thief):
    game = finish(scratch("steal 3 cp", [], {"cp": 0}, {"cp": there}))
    assert (game.players[1].cp, game.players[0].cp) == (left, thief)


@rule("DT-TXT-8")
@pytest.mark.parametrize(("rulings", "victim"), [([], 2), (["steal-only-to-cap"], 4)])
def test_what_the_thief_has_no_room_for_is_lost_or_by_the_other_ruling_not_taken(rulings, victim):
    game = finish(scratch("steal 3 cp", [], {"cp": 13}, {"cp": 5}, rulings=rulings))
    assert (game.players[0].cp, game.players[1].cp) == (15, victim)


@rule("DT-TXT-9")
def test_stolen_health_can_defeat_and_the_thief_gains_what_was_there():
    game = finish(scratch("steal 3 health", [], {"health": 20}, {"health": 2}))
    assert (game.players[1].health, game.players[0].health, game.winner) == (0, 22, 0)


@rule("DT-TXT-9")
def test_stolen_health_is_no_damage_so_it_is_neither_defended_nor_avoided():
    theirs = {"health": 20, "tokens": {"Evasive": 3}}
    game = scratch("steal 3 health", [], {"health": 20}, theirs, other="gunslinger")
    asked = list(questions(game, lambda later: later.step == "N1"))
    assert not [entry for entry in asked if entry.who == 1]
    assert not events(game, "damage")
    assert (game.players[1].health, game.players[0].health) == (17, 23)


@rule("DT-TXT-9")
def test_an_attackers_theft_comes_before_the_defence_and_the_damage():
    game = scratch("steal 3 health, deal 5 dmg", [], {"health": 20}, {"health": 20})
    go_to(game, "defend")
    assert [player.health for player in game.players] == [23, 17]
    game.take("decline")
    finish(game)
    assert [player.health for player in game.players] == [23, 12]


@rule("DT-TXT-9")
def test_a_defenders_theft_comes_with_the_defence_and_before_the_damage():
    bat = made_up(name="Bat", defence="steal 2 health")
    game = scratch("deal 5 dmg", [1], {"health": 20, "hand": ["Getting Paid!"]}, {"health": 3}, other=bat)
    defend(game)
    go_to(game, "window", step="Z1")
    assert [player.health for player in game.players] == [18, 5]
    finish(game)
    assert (game.players[1].health, game.winner, game.dice_left) == (0, 0, 0)


DAMAGE = ["stolen-health-is-damage"]


@rule("DT-TXT-9")
@pytest.mark.parametrize(
    ("attack", "mine", "theirs", "left"),
    [
        ("steal 3 health", 20, 20, [23, 17]),
        ("steal 3 health", 59, 20, [60, 17]),
        ("steal 3 health", 20, 2, [22, 0]),
        ("steal all health", 20, 9, [29, 0]),
        ("steal 3 health, deal 5 dmg", 20, 20, [23, 12]),
        ("deal 5 dmg, steal 3 health", 20, 6, [23, 0]),
        ("deal 5 dmg; then steal 3 health", 20, 20, [23, 12]),
        ("deal 5 collateral dmg to all opponents, steal 3 health", 20, 20, [23, 12]),
    ],
)
def test_stolen_health_as_damage_heals_the_thief_by_what_the_victim_loses(attack, mine, theirs, left):
    game = finish(scratch(attack, [], {"health": mine}, {"health": theirs}, rulings=DAMAGE))
    assert [player.health for player in game.players] == left
    assert sum(event["amount"] for event in events(game, "damage")) >= min(3, theirs)


@rule("DT-TXT-9")
@pytest.mark.parametrize(
    ("attack", "defence", "left"),
    [
        ("steal 5 health", "prevent 2 dmg", [23, 17]),
        ("steal 5 health", "prevent half dmg", [22, 18]),
        ("steal 5 health", "prevent 9 dmg", [20, 20]),
        # what is taken off is taken off the first damage of the text first
        ("steal 3 health, deal 4 dmg", "prevent 2 dmg", [21, 15]),
        ("deal 4 dmg, steal 3 health", "prevent 2 dmg", [23, 15]),
        ("deal 4 dmg, steal 3 health", "prevent half dmg", [21, 17]),
        # healing and damage of one moment are netted
        ("steal 5 health", "deal 3 dmg", [22, 15]),
        ("deal 5 dmg", "steal 3 health", [17, 18]),
        ("steal 5 health", "steal 3 health", [22, 18]),
    ],
)
def test_stolen_health_as_damage_is_defended_against(attack, defence, left):
    other = made_up(name="Other", defence=defence)
    game = scratch(attack, [1], {"health": 20}, {"health": 20}, other=other, rulings=DAMAGE)
    finish(defend(game))
    assert [player.health for player in game.players] == left
    assert game.dice_left == 0


@rule("DT-TXT-9")
def test_stolen_health_as_damage_is_dodged():
    theirs = {"health": 20, "tokens": {"Evasive": 1}}
    game = scratch("steal 3 health", [1], {"health": 20}, theirs, other="gunslinger", rulings=DAMAGE)
    go_to(game, "window", asked=1, step="T4").take("spend Evasive")
    finish(game)
    assert ([player.health for player in game.players], game.dice_left) == ([20, 20], 0)


@rule("DT-TXT-9")
def test_a_card_that_steals_health_as_damage_lands_at_once_and_is_prevented():
    sap = """
        [[card]]
        name = "Sap!"
        play = "main phase"
        cost = 0
        text = "steal 8 health"
        """
    mine = {"health": 20, "hand": ["Sap!"]}
    theirs = {"health": 20, "cp": 0, "tokens": {"Protect": 1}}
    game = go_to(scene(made_up(sap), "paladin", mine, theirs, rulings=DAMAGE), "main phase")
    game.take("play Sap!")
    plain = go_to(game.clone(), "main phase")
    assert [player.health for player in plain.players] == [28, 12]
    go_to(game, "window", asked=1).take("spend Protect")
    go_to(game, "main phase")
    assert [player.health for player in game.players] == [24, 16]


@rule("DT-TXT-9")
def test_stolen_health_as_damage_of_an_upkeep_waits_for_its_settlement():
    leech = """
        [[status]]
        name        = "Leech"
        kind        = "positive"
        stack_limit = 1
        when        = "upkeep"
        text        = "steal 3 health, deal 2 dmg"
        """
    mine = {"health": 20, "tokens": {"Leech": 1}}
    game = scene(made_up(leech), made_up(name="Other"), mine, {"health": 4}, rulings=DAMAGE)
    assert [player.health for player in game.players] == [23, 0]
    assert [event["total"] for event in events(game, "total")] == [5]


# ---------------------------------------------------------------- who


@rule("DT-TXT-10", "DT-STA-1")
def test_gain_is_for_oneself_inflict_for_the_target_heal_for_the_own_dial():
    attack = "gain Chi, inflict Chi, heal 3"
    game = scratch(attack, [], {"health": 20}, {"health": 20}, passage=CHI)
    finish(game)
    assert [player.tokens for player in game.players] == [{"Chi": 1}, {"Chi": 1}]
    assert [event["by"] for event in events(game, "tokens")] == [0, 0]
    assert [player.health for player in game.players] == [23, 20]


@rule("DT-TXT-10")
def test_in_a_defence_the_target_is_the_attacker():
    monk = made_up(CHI, name="Monk", defence="gain 2 Chi, inflict Chi, heal 3")
    game = scratch("deal 5 dmg", [1], {"health": 20}, {"health": 20}, passage=CHI, other=monk)
    finish(defend(game))
    assert [player.tokens for player in game.players] == [{"Chi": 1}, {"Chi": 2}]
    assert [player.health for player in game.players] == [20, 18]

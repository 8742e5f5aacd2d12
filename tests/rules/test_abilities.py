"""Offensive, Defensive and Passive Abilities, and what counts as an Attack (chapter 11)."""

from __future__ import annotations

from textwrap import dedent

import pytest

from .blows import (
    FIST,
    LAST_WINDOW,
    PUSH,
    SHAME,
    STARS,
    WITHER,
    fighter,
    health,
    offered,
    play,
    strike,
    totals,
    watch,
)
from .scene import defend, end_turn, events, finish, go_to, offers, pass_all, rule, scene

SPLIT = "deal 4 dmg, deal 2 undefendable dmg"


@rule("DT-ABL-1")
def test_offensive_abilities_are_offered_to_the_active_player_only():
    game = scene("gunslinger", "barbarian", dice=FIST)
    announcing = [asked for asked in watch(game, "") if asked.offers("announce ")]
    assert {(asked.asked, asked.step) for asked in announcing} == {(0, "O4")}


@rule("DT-ABL-2")
def test_a_passive_acts_in_every_upkeep_up_to_the_limit():
    game = scene("gunslinger", "barbarian")
    reloads = []
    for _ in range(3):
        go_to(game, "main phase", asked=0)
        reloads.append(game.players[0].tokens["Reload"])
        end_turn(end_turn(game))
    assert reloads == [1, 2, 2]


@rule("DT-ABL-2")
def test_a_passive_that_names_no_moment_is_available_in_both_turns():
    game = scene("paladin", "barbarian", {"cp": 9}, dice=FIST)
    own = offered(watch(game, ""), "use Tithe", 0)
    assert {"M1", "O3", "N1"} <= set(own)
    assert offered(watch(game, ""), "use Tithe", 0)


@rule("DT-ABL-3")
def test_a_powder_keg_is_not_defended_against():
    game = scene("barbarian", "cursed-pirate", {"tokens": {"Powder Keg": 1}}, dice=[1])
    assert "defend" not in [asked.question for asked in watch(game)]
    assert game.players[0].health == 47
    assert game.dice_left == 0


@pytest.mark.parametrize(
    ("blow", "is_offered"),
    [
        ("deal 5 dmg", True),
        ("deal 5 undefendable dmg", False),
        ("deal 5 pure dmg", False),
        ("deal 5 collateral dmg to all opponents", False),
        ("deal 5 ultimate dmg", False),
    ],
)
@rule("DT-ABL-4", "DT-DMG-2")
def test_only_normal_damage_is_defended_against(blow, is_offered):
    game = strike(fighter(blow), fighter())
    assert ("defend" in [asked.question for asked in watch(game)]) is is_offered
    assert health(game) == [50, 45]


@rule("DT-ABL-5")
def test_an_upgrade_replaces_the_effect_of_its_space():
    game = strike("gunslinger", "barbarian", {"upgrades": ["Revolver II"]}, ability="Revolver")
    assert health(finish(game)) == [50, 46]


@rule("DT-ABL-5")
def test_an_upgrade_may_replace_the_requirement():
    bags = {"dice": [3, 3, 3, 4, 4]}
    game = go_to(scene("shadow-thief", "barbarian", **bags), "announce")
    assert not offers(game, "announce Pickpocket (5 bag)")
    game = go_to(scene("shadow-thief", "barbarian", {"upgrades": ["Pickpocket II"]}, **bags), "announce")
    assert offers(game, "announce Pickpocket (5 bag)")


@pytest.mark.parametrize(("upgrades", "is_offered"), [(["Deadeye II"], True), ([], False)])
@rule("DT-ABL-5")
def test_an_upgrade_may_add_an_ability_with_a_requirement_of_its_own(upgrades, is_offered):
    game = scene("gunslinger", "barbarian", {"upgrades": upgrades}, dice=[6, 6, 6, 4, 1])
    assert offers(go_to(game, "announce"), "announce Enforcer") is is_offered
    assert not offers(game, "announce Deadeye")


@pytest.mark.parametrize(
    ("blow", "is_attack"),
    [
        ("deal 5 dmg", True),
        ("deal 1 undefendable dmg", True),
        ("inflict Targeted", False),
        ("deal 3 collateral dmg to all opponents", False),
    ],
)
@rule("DT-ABL-6")
def test_an_ability_is_an_attack_from_1_damage_on_and_collateral_does_not_count(blow, is_attack):
    more = PUSH + '[[passive]]\nname = "Sting"\nwhen = "attacked"\ntext = "gain 1 cp"'
    game = strike(fighter(blow, more=more), fighter(more=more), {"hand": ["Push!"]}, {"cp": 0})
    assert bool(offered(watch(game), "play Push!")) is is_attack
    assert game.players[1].cp == int(is_attack)


@rule("DT-ABL-7")
def test_the_value_printed_makes_the_attack_and_not_what_is_left_of_it():
    attacker = {"hand": ["Push!"], "tokens": {"Wither": 2}}
    game = strike(fighter("deal 2 dmg", more=PUSH), "cursed-pirate", attacker)
    assert "defend" in [asked.question for asked in watch(game.clone())]
    assert totals(finish(game.clone())) == [(1, 0, 0)]
    assert totals(finish(play(game, "play Push!"))) == [(1, 3, 3)]


NET = ["attack-by-net-damage"]


@pytest.mark.parametrize(
    ("blow", "mine", "theirs", "left"),
    [
        ("deal 2 dmg", {"Wither": 2}, {}, 0),
        ("deal 2 dmg", {"Shame": 2}, {}, 0),
        ("deal 2 dmg", {"Wither": 1, "Shame": 1}, {}, 0),
        ("deal 2 undefendable dmg", {"Wither": 2}, {}, 0),
        ("deal 2 dmg", {"Wither": 1}, {}, 1),
        ("deal 2 dmg", {"Wither": 2}, {"Targeted": 1}, 2),
        ("deal 2 pure dmg", {"Wither": 2}, {}, 2),
        ("deal 1 dmg, deal 2 undefendable dmg", {"Wither": 2}, {}, 1),
        ("deal 1 dmg, deal 1 undefendable dmg", {"Wither": 2}, {}, 0),
        ("deal 1 dmg, deal 1 pure dmg", {"Wither": 2}, {}, 1),
        ("deal 1 dmg; roll 1 die; on 6: add 2 dmg", {"Wither": 2}, {}, 1),
        ("duel 1 die; deal 2 dmg", {"Wither": 2}, {}, 0),
        ("deal 2 dmg", {}, {"Shield": 1}, 0),
        ("deal 3 dmg", {}, {"Shield": 1}, 1),
    ],
)
@rule("DT-ABL-7")
def test_by_its_net_value_an_ability_is_an_attack_if_tokens_leave_something_of_it(blow, mine, theirs, left):
    shield = """
        [[status]]
        name        = "Shield"
        kind        = "positive"
        stack_limit = 1
        persistent  = true
        when        = "attacked"
        text        = "prevent 2 dmg"
        [[passive]]
        name = "Sting"
        when = "attacked"
        text = "gain 1 cp"
        """
    more = PUSH + SHAME + WITHER + dedent(shield)
    attacker = {"hand": ["Push!"], "tokens": mine}
    defender = {"tokens": theirs, "cp": 0}
    game = strike(fighter(blow, more=more), fighter(more=more), attacker, defender, then=[6, 1], rulings=NET)
    asked = watch(game.clone())
    is_attack = left > 0
    assert bool(offered(asked, "play Push!")) is (is_attack and blow != "deal 2 pure dmg")
    is_defendable = any(part in blow for part in ("1 dmg", "2 dmg", "3 dmg"))
    assert ("defend" in [found.question for found in asked]) is (is_attack and is_defendable)
    assert bool(events(finish(game), "no attack")) is not is_attack
    assert (50 - game.players[1].health, game.players[1].cp) == (left, int(is_attack))


@rule("DT-ABL-7")
def test_by_its_net_value_an_ability_that_is_no_attack_does_everything_else():
    blow = "gain 1 cp, inflict Targeted, deal 2 dmg, deal 3 collateral dmg to all opponents; then heal 4"
    mine = {"tokens": {"Wither": 2}, "cp": 0, "health": 40}
    game = finish(strike(fighter(blow, more=WITHER), fighter(), mine, rulings=NET))
    assert health(game) == [44, 47]
    assert (game.players[0].cp, game.players[1].tokens) == (2, {"Targeted": 1})


@rule("DT-ABL-7")
def test_by_its_net_value_wither_does_not_stop_an_ultimate():
    game = strike(
        fighter(ultimate="deal 2 dmg", more=WITHER),
        fighter(),
        {"tokens": {"Wither": 2}},
        ability="Last Word!",
        dice=STARS,
        rulings=NET,
    )
    assert health(finish(game)) == [50, 48]


@pytest.mark.parametrize(
    ("fuel", "answer", "is_attack"), [(2, "pay 2", True), (2, "decline", False), (0, "", False)]
)
@rule("DT-ABL-7")
def test_a_payment_inside_the_ability_that_yields_nothing_is_no_attack(fuel, answer, is_attack):
    hero = fighter(
        "spend any Fuel: deal 3 x spent dmg",
        more='[[status]]\nname = "Fuel"\nkind = "positive"\nstack_limit = 5\npersistent = true',
    )
    game = strike(hero, "barbarian", {"tokens": {"Fuel": fuel}})
    if answer:
        go_to(game, "pay").take(answer)
    assert ("defend" in [asked.question for asked in watch(game)]) is is_attack
    assert game.players[1].health == (44 if is_attack else 50)


@rule("DT-ABL-7")
def test_a_roll_inside_the_ability_that_yields_nothing_is_no_attack():
    game = strike(fighter("roll 1 die; deal 4 x star dmg"), "barbarian", then=[5])
    assert "defend" not in [asked.question for asked in watch(game)]
    assert events(game, "damage") == []
    assert game.dice_left == 0


@pytest.mark.parametrize("blow", [SPLIT, "deal 2 undefendable dmg, deal 4 dmg"])
@rule("DT-ABL-8")
def test_a_defence_prevents_the_defendable_component_only(blow):
    game = strike(fighter(blow), fighter(guard="prevent 5 dmg"), then=[1])
    assert health(finish(defend(game))) == [50, 48]
    assert game.dice_left == 0


@rule("DT-ABL-8")
def test_a_half_prevented_by_a_defence_is_half_of_the_defendable_component():
    game = strike(fighter(SPLIT), fighter(guard="prevent half dmg"), then=[1])
    assert health(finish(defend(game))) == [50, 50 - 2 - 2]
    assert game.dice_left == 0


@rule("DT-ABL-8")
def test_a_half_prevented_by_a_token_is_half_of_all_components():
    game = strike(fighter(SPLIT), fighter(), theirs={"tokens": {"Protect": 1}})
    assert health(finish(play(game, "spend Protect"))) == [50, 47]


@rule("DT-ABL-8")
def test_a_card_prevents_damage_of_every_avoidable_component():
    game = strike(fighter(SPLIT), fighter(), theirs={"hand": ["Not This Time!"], "cp": 1})
    assert health(finish(play(game, "play Not This Time!"))) == [50, 50]


@rule("DT-ABL-8")
def test_one_dodge_avoids_all_components():
    game = strike(fighter(SPLIT), fighter(), theirs={"tokens": {"Evasive": 1}}, then=[1])
    assert health(finish(play(game, "spend Evasive"))) == [50, 50]
    assert game.dice_left == 0


@pytest.mark.parametrize("against", ["5 dmg", "2 dmg"])
@rule("DT-ABL-8")
def test_one_dodge_avoids_the_collateral_damage_of_the_ability_too(against):
    blow = "deal 5 dmg; deal 2 collateral dmg to all opponents"
    game = strike(fighter(blow), fighter(), theirs={"tokens": {"Evasive": 1}}, then=[1])
    assert health(finish(play(game, f"spend Evasive against {against}"))) == [50, 50]
    assert game.dice_left == 0


@rule("DT-ABL-8")
def test_a_dodge_does_not_avoid_an_isolated_burst_of_the_ability():
    blow = "deal 5 dmg; deal 2 isolated undefendable dmg"
    game = strike(fighter(blow), fighter(), theirs={"tokens": {"Evasive": 1}}, then=[1])
    assert health(finish(play(game, "spend Evasive against 5 dmg"))) == [50, 48]


@pytest.mark.parametrize(
    ("blow", "taken"),
    [(SPLIT, 4), ("deal 2 undefendable dmg, deal 4 dmg", 5), ("deal 4 pure dmg, deal 2 dmg", 4)],
)
@rule("DT-ABL-8")
def test_bonus_damage_joins_the_first_modifiable_component(blow, taken):
    attacker = fighter(blow, more=PUSH)
    game = strike(attacker, fighter(guard="prevent 5 dmg"), {"hand": ["Push!"]}, then=[1])
    game = defend(game)
    pass_all(game, step=LAST_WINDOW)
    assert health(finish(play(game, "play Push!"))) == [50, 50 - taken]


@rule("DT-ABL-8", "DT-TOK-10")
def test_wither_lowers_the_next_component_when_the_first_is_used_up():
    game = strike(fighter("deal 1 dmg, deal 4 undefendable dmg"), "cursed-pirate", {"tokens": {"Wither": 2}})
    assert health(finish(game)) == [50, 47]


@rule("DT-ABL-8")
def test_a_split_attack_is_one_attack():
    game = strike(fighter(SPLIT), "gunslinger", {"cp": 0}, {"tokens": {"Bounty": 1}})
    assert health(finish(game)) == [50, 50 - 7]
    assert game.players[0].cp == 1 + 1

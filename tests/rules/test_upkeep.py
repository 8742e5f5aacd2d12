"""Upkeep: whose effects happen, in which order, and how their damage and healing land."""

from __future__ import annotations

import pytest

from dtsim.dicethrone.game import Game

from .scene import events, go_to, invent, offers, pass_all, rule, scene, texts

# Thorn bites, Keg bursts, Moss heals, and Evasive dodges: everything that an Upkeep can hold, on one board.
GROVE = invent("""
[[offensive]]
name  = "Seeds"
needs = "5 moon"
text  = "gain Evasive, inflict Thorn, inflict Keg, gain Moss, gain Protect"
[[status]]
name        = "Thorn"
kind        = "negative"
stack_limit = 5
persistent  = true
when        = "upkeep"
text        = "receive 1 x Thorn dmg"
[[status]]
name        = "Keg"
kind        = "negative"
stack_limit = 1
when        = "upkeep"
text        = '''
  roll 1 die
  on 1-2: remove this token, receive 3 isolated undefendable dmg
'''
[[status]]
name        = "Moss"
kind        = "positive"
stack_limit = 4
persistent  = true
when        = "upkeep"
text        = "heal 1 x Moss"
""")


def upkeep(*, health: int = 30, hand: tuple[str, ...] = (), theirs: object = None, **how: object) -> Game:
    """An Upkeep of a player with these tokens, up to the first decision."""
    mine = {"health": health, "hand": hand, "tokens": how.pop("tokens", {}), "cp": how.pop("cp", 2)}
    return scene(GROVE, GROVE, mine, theirs, **how)


@rule("DT-UPK-1")
def test_only_the_active_players_own_tokens_act() -> None:
    game = upkeep(tokens={"Thorn": 1}, theirs={"health": 30, "tokens": {"Thorn": 1}})
    go_to(game, "main phase")
    assert [player.health for player in game.players] == [29, 30]


@rule("DT-UPK-1")
def test_the_passives_of_the_other_player_do_not_act() -> None:
    game = go_to(scene("barbarian", "gunslinger"), "main phase")
    assert game.players[1].tokens == {}
    game = go_to(scene("barbarian", "gunslinger", active=1), "main phase")
    assert game.players[1].tokens == {"Reload": 1}


@rule("DT-UPK-2")
@pytest.mark.parametrize("order", [("Powder Keg", "Cursed Doubloon"), ("Cursed Doubloon", "Powder Keg")])
def test_the_active_player_picks_the_order_of_several_effects(order: tuple[str, str]) -> None:
    mine = {"health": 20, "tokens": {"Powder Keg": 1, "Cursed Doubloon": 2}}
    game = scene("barbarian", "cursed-pirate", mine, dice=[1])
    assert (game.asked, game.question) == (0, "order")
    go_to(game.take(f"resolve {order[0]}"), "main phase")
    assert [event["rule"] for event in events(game, "trigger")] == list(order)
    assert game.players[0].health == 15
    assert game.dice_left == 0


@rule("DT-UPK-2")
def test_the_next_effect_is_picked_when_the_dice_of_the_earlier_ones_are_known() -> None:
    game = upkeep(tokens={"Keg": 1, "Thorn": 1, "Moss": 1}, dice=[4])
    game.take("resolve Keg")
    assert (events(game, "dice")[-1]["dice"], texts(game)) == ([4], ["resolve Thorn", "resolve Moss"])


@rule("DT-UPK-2")
def test_a_token_that_arrives_during_the_phase_first_acts_in_the_next_own_upkeep() -> None:
    game = scene("barbarian", "shadow-thief", {}, {"hand": ["Poison Wound!"]})
    assert (game.step, game.asked) == ("U3", 1)
    go_to(game.take("play Poison Wound!"), "main phase")
    assert (game.players[0].tokens, game.players[0].health) == ({"Poison": 1}, 50)


@rule("DT-UPK-2")
def test_a_listed_token_that_is_removed_before_its_turn_does_nothing() -> None:
    game = upkeep(tokens={"Thorn": 1}, hand=["Buh, Bye!"])
    assert (game.step, game.question) == ("U3", "window")
    go_to(game.take("play Buh, Bye!"), "main phase")
    assert (game.players[0].tokens, game.players[0].health) == ({}, 30)


@rule("DT-UPK-3")
def test_damage_and_healing_are_summed_and_applied_together() -> None:
    game = upkeep(health=2, tokens={"Thorn": 3, "Moss": 2})
    go_to(game.take("resolve Thorn"), "main phase")
    assert events(game, "health") == [{"event": "health", "player": 0, "change": -1, "now": 1}]


@rule("DT-UPK-3", "DT-UPK-5")
@pytest.mark.parametrize("first", ["Keg", "Moss"])
def test_an_exploding_keg_does_not_wait_for_the_healing(first: str) -> None:
    game = upkeep(health=3, tokens={"Keg": 1, "Moss": 2}, dice=[1])
    game.take(f"resolve {first}")
    assert (game.is_over, game.winner) == (True, 1)
    assert game.dice_left == 0


@rule("DT-UPK-4")
@pytest.mark.parametrize(("rulings", "health"), [([], 60), (["clamp-heal-first"], 57)])
def test_the_healing_ceiling_counts_after_netting_or_before_by_the_ruling(
    rulings: list[str], health: int
) -> None:
    game = upkeep(health=60, tokens={"Thorn": 3, "Moss": 4}, rulings=rulings)
    go_to(game.take("resolve Thorn"), "main phase")
    assert game.players[0].health == health


@rule("DT-UPK-4")
def test_netting_comes_before_the_ceiling_also_below_it() -> None:
    game = upkeep(health=58, tokens={"Thorn": 1, "Moss": 4})
    go_to(game.take("resolve Thorn"), "main phase")
    assert game.players[0].health == 60


@rule("DT-UPK-5")
def test_a_defeat_in_upkeep_stops_the_turn_before_income() -> None:
    game = upkeep(health=1, tokens={"Thorn": 1})
    assert (game.is_over, game.winner) == (True, 1)
    assert not [event for event in game.events if event["event"] == "step" and event["step"][0] == "I"]


@rule("DT-UPK-5")
def test_a_burst_that_defeats_stops_the_phase_in_the_middle() -> None:
    game = upkeep(health=3, tokens={"Keg": 1, "Thorn": 1}, dice=[2])
    game.take("resolve Keg")
    assert game.is_over
    assert [event["rule"] for event in events(game, "trigger")] == ["Keg"]


@rule("DT-UPK-6")
def test_upkeep_damage_is_dodged_with_a_spendable_token() -> None:
    mine = {"health": 30, "tokens": {"Evasive": 1, "Cursed Doubloon": 2}}
    game = scene("gunslinger", "cursed-pirate", mine, dice=[1])
    game.take("resolve Cursed Doubloon")
    assert (game.step, texts(game)) == ("U4", ["pass", "spend Evasive against 2 dmg to player 0"])
    go_to(game.take("spend Evasive"), "main phase")
    assert (game.players[0].health, game.players[0].tokens.get("Evasive", 0)) == (30, 0)
    assert game.dice_left == 0


@rule("DT-UPK-6")
def test_upkeep_damage_is_no_attack_nobody_defends() -> None:
    game = go_to(upkeep(tokens={"Thorn": 2}), "main phase")
    assert events(game, "dice") == []
    assert events(game, "damage")[0]["kind"] == "phase"


@rule("DT-UPK-6")
def test_a_roll_phase_card_cannot_prevent_upkeep_damage() -> None:
    game = upkeep(tokens={"Thorn": 2, "Protect": 1}, hand=["Not This Time!"], cp=5)
    assert game.step == "U4"
    assert texts(game) == ["pass", "spend Protect against 2 dmg to player 0"]


@rule("DT-UPK-7")
@pytest.mark.parametrize(("tokens", "damage"), [({"Thorn": 3}, 3), ({"Thorn": 3, "Sting": 2}, 5)])
def test_the_damage_of_several_effects_is_one_source_for_a_dodge(tokens: dict[str, int], damage: int) -> None:
    hero = invent("""
    [[offensive]]
    name  = "Seeds"
    needs = "5 moon"
    text  = "gain Evasive, inflict Thorn, inflict Sting"
    [[status]]
    name        = "Thorn"
    kind        = "negative"
    stack_limit = 5
    when        = "upkeep"
    text        = "receive 1 x Thorn dmg"
    [[status]]
    name        = "Sting"
    kind        = "negative"
    stack_limit = 5
    when        = "upkeep"
    text        = "receive 1 x Sting dmg"
    """)
    game = scene(hero, hero, {"health": 30, "tokens": {**tokens, "Evasive": 1}}, dice=[2])
    if game.question == "order":
        game.take("resolve Sting")
    assert texts(game) == ["pass", f"spend Evasive against {damage} dmg to player 0"]
    go_to(game.take("spend Evasive"), "main phase")
    assert game.players[0].health == 30
    assert game.dice_left == 0


@rule("DT-UPK-7")
def test_a_halving_is_taken_from_the_sum() -> None:
    game = upkeep(tokens={"Thorn": 5, "Protect": 1})
    go_to(game.take("spend Protect"), "main phase")
    assert game.players[0].health == 28  # 5 less 3: half, rounded up


@rule("DT-UPK-7")
@pytest.mark.parametrize("against", ["3 dmg of the burst", "3 dmg of the phase"])
def test_an_isolated_burst_is_a_source_of_its_own(against: str) -> None:
    game = upkeep(tokens={"Thorn": 3, "Keg": 1, "Evasive": 1}, dice=[1, 1])
    game.take("resolve Keg")
    if against == "3 dmg of the phase":
        game.take("pass")
    game.take("spend Evasive")
    go_to(game, "main phase")
    assert (game.players[0].health, game.players[0].tokens) == (27, {"Thorn": 3})
    assert game.dice_left == 0


@rule("DT-UPK-8")
def test_a_die_of_the_upkeep_is_altered_at_instant_speed_only() -> None:
    game = upkeep(tokens={"Keg": 1}, hand=["So Wild!", "Tip It!"], cp=9, dice=[2])
    assert (game.question, texts(game)) == ("window", ["pass", "play Tip It!"])
    game.take("play Tip It!").take("die 1 to 3")
    assert not offers(game, "play So Wild!")
    go_to(game, "main phase")
    assert (game.players[0].health, game.players[0].tokens) == (30, {"Keg": 1})
    assert game.dice_left == 0


@rule("DT-UPK-8")
def test_the_opponent_may_alter_a_die_of_the_upkeep_too() -> None:
    game = upkeep(tokens={"Keg": 1}, theirs={"hand": ["Tip It!"], "cp": 1}, dice=[3])
    assert game.asked == 1
    game.take("play Tip It!").take("die 1 to 2")
    pass_all(game)
    assert (game.players[0].health, game.players[0].tokens) == (27, {})
    assert game.dice_left == 0

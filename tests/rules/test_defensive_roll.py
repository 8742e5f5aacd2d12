"""Defensive Roll Phase: effects on the target, the defence and its dice, the last window, the damage."""

from __future__ import annotations

import pytest

from dtsim.dicethrone.game import Game

from .scene import (
    announce,
    defend,
    dice_cast,
    events,
    finish,
    go_to,
    invent,
    keep,
    offers,
    rule,
    scene,
    texts,
)  # fmt: skip

TAKE_COVER = [1, 1, 4, 4, 4]
SMACK = [1, 1, 1, 4, 4]
JABBER = """
[[offensive]]
name  = "Jab"
needs = "5 moon"
text  = "deal 2 dmg"
[[offensive]]
name  = "Splash"
needs = "4 moon"
text  = "deal 2 collateral dmg"
"""


def attack(
    ability: str, *dice: int, by: object = "gunslinger", on: object = "barbarian", **how: object
) -> Game:
    """An ability is announced; the windows after it are still to come."""
    return announce(scene(by, on, how.pop("mine", None), how.pop("theirs", None), dice=dice, **how), ability)


# ---------------------------------------------------------------- effects on the target


@rule("DT-DRP-1")
def test_effects_on_the_target_resolve_before_the_damage() -> None:
    game = go_to(attack("Deadeye", 6, 6, 6, 6, 1), "window", step="DF3")
    assert (game.players[1].tokens, game.players[1].health) == ({"Knockdown": 1}, 50)
    finish(game)
    assert game.players[1].health == 44


@rule("DT-DRP-1")
def test_effects_on_the_target_resolve_in_printed_order() -> None:
    game = finish(attack("Abyssal Walk", 1, 4, 4, 6, 6, by="cursed-pirate", mine={"side": "cursed"}))
    kinds = [(event["event"], event.get("player")) for event in game.events]
    assert kinds.index(("cp", 1)) < kinds.index(("tokens", 1)) < kinds.index(("health", 1))


@rule("DT-DRP-2", "DT-DRP-11")
def test_an_ability_without_damage_still_reaches_its_target_and_nobody_defends() -> None:
    game = finish(attack("Mark the Target", 4, 4, 4, 1, 6, mine={"upgrades": ["Take Cover II"]}))
    assert game.players[1].tokens == {"Bounty": 1}
    assert (events(game, "defends"), dice_cast(game)) == ([], [[4, 4, 4, 1, 6]])


def splash(*dice: int) -> Game:
    """2 collateral damage on a Gunslinger with Evasive, before the last window."""
    theirs = {"health": 30, "tokens": {"Evasive": 1}}
    game = attack("Splash", 4, 4, 4, 4, 1, *dice, by=invent(JABBER), on="gunslinger", theirs=theirs)
    while game.step != "Z1":
        assert game.question == "window"
        assert game.players[1].health == 30
        game.take("pass")
    return game


@rule("DT-DRP-2")
def test_collateral_damage_alone_is_applied_when_the_roll_phase_ends_without_a_defence() -> None:
    game = finish(splash())
    assert (game.players[1].health, events(game, "defends")) == (28, [])


@rule("DT-DRP-2")
def test_collateral_damage_may_be_dodged_in_the_last_window() -> None:
    game = finish(splash(1).take("spend Evasive"))
    assert game.players[1].health == 30
    assert game.dice_left == 0


# ---------------------------------------------------------------- who defends


@rule("DT-DRP-3")
def test_a_normal_attack_may_be_defended() -> None:
    game = go_to(attack("Take Cover", *TAKE_COVER), "defend")
    assert (game.asked, texts(game)) == (1, ["decline", "defend with Thick Skin"])


@rule("DT-DRP-3")
def test_an_undefendable_attack_is_not_defended() -> None:
    game = finish(attack("Deadeye", 6, 6, 6, 6, 1))
    assert (events(game, "defends"), game.players[1].health) == ([], 44)


@rule("DT-DRP-3")
def test_an_attack_made_undefendable_before_the_defence_is_not_defended() -> None:
    dice = [1, 2, 3, 4, 5]
    game = attack(
        "Holy Attack (large straight)", *dice, by="paladin", mine={"tokens": {"Accuracy": 1}, "cp": 0}
    )
    go_to(game, "window", step="T4").take("spend Accuracy")
    seen = []
    while game.step != "N1":
        seen.append(game.question)
        game.take("pass")
    assert ("defend" not in seen, game.players[1].health) == (True, 42)
    assert events(game, "type")[0]["type"] == "undefendable"


@rule("DT-DRP-4")
def test_the_defence_may_be_declined() -> None:
    game = finish(go_to(attack("Take Cover", *TAKE_COVER), "defend").take("decline"))
    assert (dice_cast(game, "defence"), game.players[1].health) == ([], 45)
    assert game.dice_left == 0


@rule("DT-DRP-4")
def test_by_the_ruling_the_defence_is_forced() -> None:
    game = attack("Take Cover", *TAKE_COVER, 1, 2, 3, rulings=["defence-forced"])
    while game.step != "N1":
        assert game.question == "window"
        game.take("pass")
    assert (dice_cast(game, "defence"), game.players[1].health) == ([[1, 2, 3]], 45)
    assert game.dice_left == 0


# ---------------------------------------------------------------- the Defense Roll


@rule("DT-DRP-5")
@pytest.mark.parametrize(("upgrades", "dice"), [([], [1, 1, 1]), (["Divine Defense II"], [1, 1, 1, 1])])
def test_the_printed_number_of_dice_is_cast_once(upgrades: list[str], dice: list[int]) -> None:
    game = attack(
        "Smack", *SMACK, *dice, by="barbarian", on="paladin", theirs={"upgrades": upgrades, "cp": 0}
    )
    defend(game)
    assert dice_cast(game, "defence") == [dice]
    assert game.step == "N1"
    assert game.dice_left == 0


@rule("DT-DRP-5")
def test_better_d_grants_the_defender_a_further_attempt() -> None:
    theirs = {"hand": ["Better D!"], "health": 30}
    game = attack("Smack", *SMACK, 1, 1, 4, 4, 5, by="barbarian", theirs=theirs)
    defend(game).take("play Better D!").take("player 1")
    assert (game.asked, game.question) == (1, "keep")
    finish(keep(game, 4))
    assert (dice_cast(game, "defence"), game.players[1].health) == ([[1, 1, 4], [4, 5, 4]], 32)
    assert game.dice_left == 0


@rule("DT-DRP-5")
def test_a_reroll_printed_beside_the_defence_may_be_used_after_an_opponent_changed_a_die() -> None:
    hero = invent("""
    [[passive]]
    name  = "Nerve"
    limit = "1 per turn"
    when  = "roll phase"
    if    = "you are attacked"
    text  = "may: reroll 1 of your dice"
    """)
    mine = {"cp": 9, "hand": ["So Wild!"]}
    game = attack("Smack", *SMACK, 4, 4, 4, 5, by="barbarian", on=hero, mine=mine)
    defend(game).take("play So Wild!").take("die 1 to 1")
    go_to(game, "window", asked=1).take("use Nerve").take("die 1")
    assert events(game, "dice")[-1]["dice"] == [5, 4, 4]
    assert finish(game).players[1].health == 49  # 4 less 3
    assert game.dice_left == 0


@rule("DT-DRP-6")
def test_one_of_several_defences_is_chosen_before_the_roll() -> None:
    game = go_to(attack("Smack", *SMACK, 3, 3, 3, 3, by="barbarian", on="shadow-thief"), "defend")
    assert texts(game) == ["decline", "defend with Shadow Defense", "defend with Counter Strike"]
    game.take("defend with Shadow Defense")
    kinds = [event["event"] for event in game.events]
    after = kinds[kinds.index("defends") :]
    assert (after.index("defends") < after.index("dice"), dice_cast(game, "defence")) == (
        True,
        [[3, 3, 3, 3]],
    )
    assert game.dice_left == 0


@rule("DT-DRP-7", "DT-DRP-8")
def test_what_a_defence_gains_is_there_before_the_last_window() -> None:
    theirs = {"cp": 3, "health": 30}
    game = attack("Take Cover", *TAKE_COVER, 6, 5, 3, on="paladin", theirs=theirs)
    defend(game)
    go_to(game, "window", step="Z1")
    assert (game.players[1].cp, game.players[1].health) == (4, 30)
    finish(game)
    assert game.players[1].health == 28  # 5 less 3
    assert game.dice_left == 0


@rule("DT-DRP-8")
def test_an_attack_modifier_may_be_played_after_the_defence() -> None:
    mine = {"cp": 9, "hand": ["Eat Lead!"]}
    game = attack("Take Cover", *TAKE_COVER, 1, 1, 1, 1, 1, 1, 4, 4, mine=mine)
    defend(game)
    go_to(game, "window", step="Z1")
    assert "play Eat Lead!" in texts(game)
    finish(game.take("play Eat Lead!"))
    assert game.players[1].health == 42
    assert game.dice_left == 0


@rule("DT-DRP-9")
def test_damage_of_both_sides_is_applied_together() -> None:
    game = attack("Take Cover", *TAKE_COVER, 6, 1, on="gunslinger", mine={"health": 3}, theirs={"health": 5})
    defend(game)
    finish(go_to(game, "option").take("option 1"))
    assert (game.is_draw, [player.health for player in game.players]) == (True, [0, 0])
    assert game.dice_left == 0


@rule("DT-DRP-9")
def test_prevention_is_applied_with_the_damage() -> None:
    game = attack("Take Cover", *TAKE_COVER, 6, 1, on="gunslinger", theirs={"health": 3})
    defend(game)
    finish(go_to(game, "option").take("option 2"))
    assert game.players[1].health == 1  # 5 less 3, half rounded up
    assert game.dice_left == 0


@rule("DT-DRP-10")
def test_healing_of_the_defence_nets_against_the_damage() -> None:
    game = attack("Take Cover", *TAKE_COVER, 4, 1, 1, theirs={"health": 4})
    finish(defend(game))
    assert game.players[1].health == 1
    assert game.dice_left == 0


@rule("DT-DRP-11")
def test_reductions_to_0_do_not_take_the_defence_away() -> None:
    mine = {"tokens": {"Wither": 2}}
    game = attack("Jab", 4, 4, 4, 4, 4, 6, 6, 6, 6, by=invent(JABBER), on="cursed-pirate", mine=mine)
    finish(defend(game))
    assert (dice_cast(game, "defence"), game.players[1].health) == ([[6, 6, 6, 6]], 50)
    assert game.dice_left == 0


@rule("DT-DRP-11")
def test_a_ban_on_dealing_damage_takes_the_defence_away() -> None:
    mine = {"tokens": {"Parlay": 1}}
    game = finish(attack("Jab", 4, 4, 4, 4, 4, by=invent(JABBER), on="cursed-pirate", mine=mine))
    assert (events(game, "step", step="DF4"), game.players[1].health) == ([], 50)


# ---------------------------------------------------------------- changing the defence dice


@rule("DT-DRP-12")
def test_the_attacker_may_change_the_dice_of_a_defence() -> None:
    mine = {"cp": 9, "health": 30, "hand": ["Tip It!"]}
    game = attack("Take Cover", *TAKE_COVER, 5, 4, on="gunslinger", mine=mine)
    defend(game)
    game.take("play Tip It!").take("other die 1 to 5")
    finish(game)
    assert game.players[0].health == 29
    assert game.dice_left == 0


@rule("DT-DRP-12")
def test_the_defender_may_change_the_own_dice() -> None:
    game = attack(
        "Smack", *SMACK, 1, 1, 4, by="barbarian", theirs={"cp": 9, "hand": ["So Wild!"], "health": 30}
    )
    defend(game).take("play So Wild!").take("die 1 to 5")
    finish(game)
    assert game.players[1].health == 30
    assert game.dice_left == 0


@rule("DT-DRP-13")
def test_the_dice_of_a_defence_are_locked_when_their_results_are_applied() -> None:
    mine = {"cp": 9, "hand": ["Eat Lead!"]}
    theirs = {"cp": 9, "hand": ["So Wild!", "Not This Time!"], "tokens": {"Evasive": 1}}
    game = attack("Take Cover", *TAKE_COVER, 3, 4, 1, 1, 1, 4, 4, on="gunslinger", mine=mine, theirs=theirs)
    go_to(defend(game), "window", asked=1)
    assert (game.step, offers(game, "play So Wild!")) == ("DF4", True)
    go_to(game, "window", asked=0, step="Z1").take("play Eat Lead!")
    while not events(game, "added"):
        game.take("pass")
    go_to(game, "window", asked=1)
    assert texts(game) == ["pass", "play Not This Time!", "spend Evasive against 8 dmg to player 1"]
    assert game.dice_left == 0

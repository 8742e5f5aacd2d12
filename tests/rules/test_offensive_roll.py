"""Offensive Roll Phase: attempts, the announcement, changed dice, and the activation."""

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
    steps,
    texts,
)  # fmt: skip

MIST = """
[[offensive]]
name  = "Fog"
needs = "5 moon"
text  = "inflict Blind, inflict Glare, inflict Snare, inflict Knockdown"
[[status]]
name        = "Blind"
kind        = "negative"
stack_limit = 1
when        = "activating"
text        = '''
  roll 1 die
  remove this token
  on 1-2: skip the ability
'''
[[status.also]]
when        = "roll phase ends"
text        = "remove this token"
[[status]]
name        = "Glare"
kind        = "negative"
stack_limit = 1
when        = "activating"
text        = '''
  roll 1 die
  remove this token
  on 1-2: skip the ability
'''
[[status]]
name        = "Snare"
kind        = "negative"
stack_limit = 1
when        = "before offensive roll phase"
text        = "remove 1 roll attempt"
"""


def rolling(*dice: int, hand: list[str] | None = None, theirs: object = None, **how: object) -> Game:
    """A Gunslinger with 9 CP about to decide after the first roll, or at the first window before that."""
    mine = {"cp": 9, "hand": hand or []}
    return go_to(scene("gunslinger", "barbarian", mine, theirs, dice=dice, **how), step="O3")


# ---------------------------------------------------------------- attempts


@rule("DT-ORP-1")
def test_a_further_attempt_casts_the_dice_that_are_not_kept() -> None:
    game = keep(rolling(1, 1, 4, 5, 6, 2, 1), 4, 5, 6)
    assert events(game, "dice")[-1]["thrown"] == [1, 2]
    assert game.dice == [2, 1, 4, 5, 6]
    assert game.dice_left == 0


@rule("DT-ORP-1")
def test_there_are_three_attempts() -> None:
    game = keep(keep(rolling(1, 1, 4, 5, 6, 2, 1, 3), 4, 5, 6), 1, 4, 5, 6)
    assert (game.question, len(dice_cast(game, "offense"))) == ("announce", 3)
    assert game.dice_left == 0


@rule("DT-ORP-1")
def test_one_more_time_grants_a_fourth_attempt() -> None:
    game = rolling(1, 1, 4, 5, 6, 2, 1, 3, 3, hand=["One More Time!"])
    while game.question != "keep":
        game.take("pass")
    keep(game, 4, 5, 6).take("pass")
    keep(game, 1, 4, 5, 6).take("play One More Time!").take("player 0")
    assert game.question == "keep"
    keep(game, 1, 4, 5, 6)
    assert (game.question, len(dice_cast(game, "offense"))) == ("announce", 4)
    assert game.dice_left == 0


@rule("DT-ORP-1")
def test_a_token_takes_an_attempt() -> None:
    game = scene("barbarian", invent(MIST), {"tokens": {"Snare": 1}}, dice=[1, 1, 1, 5, 6, 2])
    keep(go_to(game, "keep"), 1, 1, 1, 6)
    assert (game.question, len(dice_cast(game, "offense"))) == ("announce", 2)
    assert game.dice_left == 0


@rule("DT-ORP-2")
def test_the_first_attempt_casts_all_five_dice() -> None:
    game = rolling(1, 1, 4, 5, 6)
    assert events(game, "dice")[0]["thrown"] == [1, 2, 3, 4, 5]
    assert game.dice == [1, 1, 4, 5, 6]


@rule("DT-ORP-3")
def test_a_die_kept_once_may_be_thrown_later() -> None:
    game = keep(keep(rolling(5, 1, 1, 1, 1, 2, 2, 2, 2, 6), 5), 2, 2, 2, 2)
    assert [event["thrown"] for event in events(game, "dice")] == [[1, 2, 3, 4, 5], [2, 3, 4, 5], [1]]
    assert game.dice == [6, 2, 2, 2, 2]


@rule("DT-ORP-4")
def test_the_player_may_stop_early() -> None:
    game = rolling(1, 2, 3, 4, 5).take("stop")
    assert offers(game, "announce Fan the Hammer")
    assert len(dice_cast(game)) == 1


# ---------------------------------------------------------------- the announcement


@rule("DT-ORP-5")
def test_the_announcement_offers_every_ability_the_dice_meet_and_none() -> None:
    game = rolling(1, 2, 3, 4, 5).take("stop")
    met = {"announce Revolver (3 bullet)", "announce Showdown", "announce Fan the Hammer"}
    assert set(texts(game)) == {"announce none", *met}


@rule("DT-ORP-5", "DT-ORP-12")
@pytest.mark.parametrize("ability", ["Deadeye", "Fill'Em With Lead!"])
def test_one_ability_is_activated_and_no_second_announcement_follows(ability: str) -> None:
    game = rolling(6, 6, 6, 6, 6).take("stop")
    assert set(texts(game)) == {"announce none", "announce Deadeye", "announce Fill'Em With Lead!"}
    finish(game.take(f"announce {ability}"))
    assert [event["ability"] for event in events(game, "activated")] == [ability]
    assert steps(game).count("O4") == 1


@rule("DT-ORP-5")
def test_none_may_be_announced_whatever_the_dice_meet() -> None:
    game = finish(rolling(6, 6, 6, 6, 6).take("stop").take("announce none"))
    assert (events(game, "activated"), game.players[1].health) == ([], 50)


@rule("DT-ORP-5")
def test_with_no_requirement_met_nothing_is_announced_without_a_question() -> None:
    game = rolling(1, 1, 4, 5, 6).take("stop")
    assert [event["ability"] for event in events(game, "announced")] == ["none"]
    assert game.step == "N1"


# ---------------------------------------------------------------- changed dice


def altered(*dice: int, ability: str, change: str, keeps: tuple[tuple[int, ...], ...] = ()) -> Game:
    """The opponent changes one die of an announced ability with So Wild!"""
    game = rolling(*dice, theirs={"cp": 9, "hand": ["So Wild!"]})
    for faces in keeps:
        keep(go_to(game, "keep"), *faces)
    announce(game, ability)
    assert (game.asked, game.step) == (1, "O5")
    return game.take("play So Wild!").take(change)


@rule("DT-ORP-6")
def test_the_opponent_may_change_the_dice_after_the_announcement() -> None:
    game = altered(1, 2, 3, 4, 5, ability="Fan the Hammer", change="die 3 to 6")
    assert (game.question, texts(game)) == ("announce", ["announce none", "roll again"])
    assert game.dice == [1, 2, 6, 4, 5]


@rule("DT-ORP-6")
def test_the_roller_may_change_the_own_dice_after_the_announcement() -> None:
    game = announce(rolling(1, 2, 3, 3, 4, hand=["Six-It!"]), "Revolver (4 bullet)")
    assert (game.asked, texts(game)) == (0, ["pass", "play Six-It!"])


@rule("DT-ORP-6")
def test_after_each_new_announcement_the_chance_is_given_again() -> None:
    theirs = {"cp": 9, "hand": ["So Wild!", "Tip It!"]}
    game = announce(rolling(1, 2, 3, 4, 5, theirs=theirs), "Fan the Hammer")
    game.take("play So Wild!").take("die 5 to 4").take("pass")
    game.take("announce Showdown")
    assert (game.step, game.asked, texts(game)) == ("O5", 1, ["pass", "play Tip It!"])
    game.take("play Tip It!").take("die 1 to 2")
    assert "announce Showdown" not in texts(game)


@rule("DT-ORP-7")
def test_the_announcement_may_be_kept_if_the_changed_dice_still_meet_it() -> None:
    game = altered(1, 2, 3, 4, 4, ability="Showdown", change="die 5 to 6")
    assert set(texts(game)) == {
        "announce none", "roll again", "announce Revolver (3 bullet)", "announce Showdown",
    }  # fmt: skip


@rule("DT-ORP-7")
def test_after_a_change_the_roller_may_resume_with_unused_attempts() -> None:
    dice = (1, 2, 3, 4, 4, 5, 3)
    game = altered(*dice, ability="Fan the Hammer", change="die 3 to 6", keeps=((1, 2, 3, 4),))
    keep(game.take("roll again"), 1, 2, 4, 5)
    assert (game.question, game.dice, len(dice_cast(game, "offense"))) == ("announce", [1, 2, 3, 5, 4], 3)
    assert game.dice_left == 0


@rule("DT-ORP-7")
def test_after_the_third_attempt_a_change_allows_only_a_new_announcement() -> None:
    dice = (1, 2, 3, 4, 4, 4, 5)
    keeps = ((1, 2, 3, 4), (1, 2, 3, 4))
    game = altered(*dice, ability="Fan the Hammer", change="die 4 to 4", keeps=keeps)
    assert set(texts(game)) == {"announce none", "announce Revolver (3 bullet)", "announce Showdown"}
    assert game.dice_left == 0


@rule("DT-ORP-7")
def test_the_rollers_own_change_unlocks_the_attempts_too() -> None:
    game = announce(rolling(1, 2, 3, 3, 4, hand=["Six-It!"]), "Revolver (4 bullet)")
    game.take("play Six-It!").take("die 5 to 6")
    assert set(texts(game)) == {
        "announce none", "roll again", "announce Revolver (3 bullet)", "announce Revolver (4 bullet)",
    }  # fmt: skip


@rule("DT-ORP-7")
def test_a_change_after_none_was_announced_reopens_the_announcement() -> None:
    game = altered(1, 1, 1, 4, 6, ability="none", change="die 4 to 5")
    assert set(texts(game)) == {"announce none", "roll again", "announce Revolver (3 bullet)"}


@rule("DT-ORP-7")
def test_an_attempt_granted_after_the_announcement_counts_as_a_change() -> None:
    game = rolling(1, 2, 3, 4, 4, 4, 4, 5, hand=["One More Time!"])
    for _ in range(2):
        keep(go_to(game, "keep"), 1, 2, 3, 4)
    announce(game, "Showdown").take("play One More Time!").take("player 0")
    if game.question == "announce":
        game.take("roll again")
    keep(game, 1, 2, 3, 4)
    assert (game.question, offers(game, "announce Fan the Hammer")) == ("announce", True)
    assert game.dice_left == 0


@rule("DT-ORP-8")
@pytest.mark.parametrize("hand", [[], ["Getting Paid!"]])
def test_without_a_change_the_stop_is_final(hand: list[str]) -> None:
    game = announce(rolling(1, 1, 1, 4, 6, hand=hand), "Revolver")
    if hand:
        game.take("play Getting Paid!")
    finish(game)
    assert len(dice_cast(game, "offense")) == 1
    assert [event["ability"] for event in events(game, "announced")] == ["Revolver (3 bullet)"]


@rule("DT-ORP-8")
def test_a_change_before_the_announcement_does_not_unlock_attempts_after_it() -> None:
    game = rolling(1, 1, 1, 4, 6, hand=["Six-It!", "Getting Paid!"])
    game.take("play Six-It!").take("die 4 to 6")
    announce(game, "Revolver").take("play Getting Paid!")
    assert events(game, "activated")


@rule("DT-ORP-9")
@pytest.mark.parametrize("step", ["O2", "O3", "O5"])
def test_any_player_may_play_a_roll_phase_card_after_any_step(step: str) -> None:
    theirs = {"cp": 9, "hand": ["Helping Hand", "Getting Paid!"]}
    game = scene("gunslinger", "barbarian", {}, theirs, dice=[1, 1, 1, 4, 6])
    if step == "O5":
        announce(game, "Revolver")
    go_to(game, "window", asked=1, step=step)
    assert offers(game, "play Helping Hand") == (step != "O2")  # before the roll there are no dice to change


@rule("DT-ORP-9")
def test_a_card_played_before_the_announcement_changes_the_dice() -> None:
    game = rolling(1, 1, 1, 4, 6, 5, theirs={"cp": 9, "hand": ["Helping Hand"]})
    assert game.asked == 1
    game.take("play Helping Hand").take("die 1")
    assert (game.question, game.asked, game.dice) == ("keep", 0, [5, 1, 1, 4, 6])
    assert game.dice_left == 0


# ---------------------------------------------------------------- activation


@rule("DT-ORP-10")
def test_a_gain_for_oneself_happens_at_the_activation_before_the_defence() -> None:
    game = go_to(announce(rolling(1, 1, 4, 4, 4), "Take Cover"), "defend")
    assert game.players[0].tokens["Evasive"] == 1
    assert game.players[1].health == 50


@rule("DT-ORP-11")
@pytest.mark.parametrize(("rulings", "health"), [([], 57), (["offensive-heal-later"], 59)])
def test_the_attackers_heal_is_immediate_or_by_the_ruling_netted_with_the_damage(
    rulings: list[str], health: int
) -> None:
    game = scene(
        "paladin", "gunslinger", {"health": 60, "cp": 0}, dice=[1, 2, 3, 4, 5, 6, 1], rulings=rulings
    )
    defend(announce(game, "Holy Attack (large straight)"))
    finish(go_to(game, "option").take("option 1"))
    assert (game.players[0].health, game.players[1].health) == (health, 42)
    assert game.dice_left == 0


@rule("DT-ORP-13")
def test_a_skipped_phase_means_no_target_and_no_defence_main_2_follows() -> None:
    game = scene("barbarian", "gunslinger", {"cp": 0, "tokens": {"Knockdown": 1}})
    game.take("end phase")
    assert (game.step, game.question, game.players[0].tokens, game.players[0].cp) == (
        "N1",
        "main phase",
        {},
        1,
    )
    assert steps(game)[-3:] == ["M3", "O1", "N1"]
    assert dice_cast(game) == []


@rule("DT-ORP-13")
@pytest.mark.parametrize(("rulings", "tokens"), [([], {"Parlay": 1}), (["skipped-phase-drops-tokens"], {})])
def test_what_ends_with_the_roll_phase_stays_when_the_phase_was_skipped_or_leaves_by_the_ruling(
    rulings: list[str], tokens: dict[str, int]
) -> None:
    mine = {"cp": 0, "tokens": {"Knockdown": 1, "Parlay": 1}, "hand": ["Six-It!"]}
    game = scene(invent(MIST), "cursed-pirate", mine, rulings=rulings)
    game.take("end phase")
    assert (game.step, game.players[0].tokens) == ("N1", tokens)


def tripped(cp: int) -> Game:
    """An attacker with a second Offensive Roll Phase to come, knocked down by the defence of the first."""
    flurry = invent("""
    [[offensive]]
    name  = "Flurry"
    needs = "5 moon"
    text  = "gain Combo, deal 4 dmg"
    [[status]]
    name        = "Combo"
    kind        = "positive"
    stack_limit = 1
    when        = "roll phase ends"
    text        = "remove this token, repeat offensive roll phase"
    """)
    trip = """
    [[defensive]]
    name = "Trip"
    dice = 1
    text = "inflict Knockdown, inflict Snag"
    [[status]]
    name        = "Snag"
    kind        = "negative"
    stack_limit = 1
    when        = "roll phase ends"
    text        = "remove this token"
    """
    mine = {"cp": cp, "tokens": {"Snag": 1}, "hand": ["Samesies!"]}
    game = scene(flurry, invent(trip, "Tripper"), mine, dice=[4, 4, 4, 4, 4, 1])
    return defend(announce(game, "Flurry"), "Trip")


@rule("DT-ORP-13")
def test_in_an_extra_pass_the_2_cp_are_asked_for_first() -> None:
    game = go_to(tripped(2), "pay")
    assert (game.step, texts(game), game.players[0].cp) == ("O1", ["decline", "pay 2"], 3)
    go_to(game.take("pay 2"), "keep")
    assert (game.players[0].cp, game.players[0].tokens) == (1, {"Snag": 1})


@rule("DT-ORP-13")
def test_skipping_an_extra_pass_still_concludes_the_roll_phase() -> None:
    game = go_to(tripped(0), step="N1")
    assert (dice_cast(game), game.players[0].tokens) == ([[4, 4, 4, 4, 4], [1]], {})
    assert steps(game)[-3:] == ["O1", "C", "N1"]


def blinded(tokens: dict[str, int], *dice: int, **mine: object) -> Game:
    """A Gunslinger under these tokens who rolled for Take Cover."""
    return scene("gunslinger", invent(MIST), {"tokens": tokens, **mine}, dice=[1, 1, 4, 4, 4, *dice])


@rule("DT-ORP-14", "DT-DRP-11")
def test_a_failed_test_activates_nothing() -> None:
    game = finish(announce(blinded({"Blind": 1}, 2, cp=9, hand=["Eat Lead!"]), "Take Cover"))
    assert (game.players[0].tokens, events(game, "activated"), events(game, "damage")) == (
        {"Reload": 1},
        [],
        [],
    )
    assert events(game, "defends") == []
    assert game.dice_left == 0


@rule("DT-ORP-14")
def test_after_a_failed_test_neither_defence_nor_modifier_is_offered() -> None:
    game = announce(blinded({"Blind": 1}, 2, cp=9, hand=["Eat Lead!"]), "Take Cover")
    while game.step != "N1":
        assert game.question == "window"
        assert not offers(game, "play Eat Lead!")
        assert not offers(game, "spend Reload")
        game.take("pass")


@rule("DT-ORP-14")
def test_a_passed_test_lets_the_ability_go_on() -> None:
    game = go_to(announce(blinded({"Blind": 1}, 3), "Take Cover"), "defend")
    assert game.players[0].tokens == {"Reload": 1, "Evasive": 1}
    assert game.dice_left == 0


@rule("DT-ORP-14")
def test_with_several_tests_the_bearer_picks_the_order() -> None:
    game = announce(blinded({"Blind": 1, "Glare": 1}, 3, 4), "Take Cover")
    assert (game.asked, texts(game)) == (0, ["resolve Blind", "resolve Glare"])
    game.take("resolve Glare")
    assert [event["rule"] for event in events(game, "trigger")][-2:] == ["Glare", "Blind"]
    assert events(game, "activated")
    assert game.dice_left == 0


@rule("DT-ORP-14")
@pytest.mark.parametrize(("token", "left"), [("Blind", 0), ("Glare", 1)])
def test_with_nothing_announced_a_token_worded_for_the_end_leaves_and_one_for_the_activation_stays(
    token: str, left: int
) -> None:
    game = finish(announce(blinded({token: 1}), "none"))
    assert game.players[0].tokens.get(token, 0) == left
    assert dice_cast(game) == [[1, 1, 4, 4, 4]]


@rule("DT-ORP-14")
def test_the_die_of_a_test_may_be_changed_but_gets_no_further_attempt() -> None:
    game = blinded({"Blind": 1}, 2, cp=9, hand=["One More Time!", "So Wild!"])
    announce(game, "Take Cover").take("pass")
    assert (dice_cast(game)[-1], texts(game)) == ([2], ["pass", "play So Wild!"])
    game.take("play So Wild!").take("die 1 to 3")
    assert events(game, "activated")


def insidious(**mine: object) -> Game:
    """A Shadow Thief with 7 CP, and a card for 4, who announced Insidious Strike."""
    mine = {"cp": 6, "hand": ["Enter the Shadows!"], **mine}
    game = announce(scene("shadow-thief", "barbarian", mine, dice=[2, 3, 4, 5, 6]), "Insidious Strike")
    while not events(game, "activated"):
        game.take("pass")
    return game


@rule("DT-ORP-15")
def test_an_amount_read_from_a_resource_is_fixed_when_its_clause_is_reached() -> None:
    game = insidious()
    while not events(game, "damage"):
        game.take("pass")
    game.take("play Enter the Shadows!")
    assert (game.players[0].cp, events(game, "damage")[0]["amount"]) == (6, 10)
    finish(game)
    assert game.players[1].health == 40


@rule("DT-ORP-15")
def test_a_clause_behind_then_reads_the_resource_after_the_window_there() -> None:
    game = insidious()
    assert (game.question, game.players[0].cp, events(game, "damage")) == ("window", 10, [])
    finish(game.take("play Enter the Shadows!"))
    assert game.players[1].health == 44


@rule("DT-ORP-16")
def test_dice_of_an_ability_may_be_changed_right_after_they_were_cast() -> None:
    theirs = {"cp": 9, "hand": ["So Wild!"]}
    game = announce(scene("barbarian", "barbarian", {}, theirs, dice=[1, 1, 1, 6, 6, 6, 6, 2]), "Overpower")
    game.take("pass")
    assert (game.asked, dice_cast(game)[-1]) == (1, [6, 6, 2])
    game.take("play So Wild!").take("die 1 to 1")
    finish(game)
    assert game.players[1].health == 41
    assert game.dice_left == 0


@rule("DT-ORP-16")
def test_dice_of_the_offensive_roll_phase_are_locked_when_it_is_over() -> None:
    theirs = {"cp": 9, "hand": ["So Wild!", "Getting Paid!"]}
    game = announce(scene("barbarian", "barbarian", {}, theirs, dice=[1, 1, 1, 6, 6, 6, 6, 2]), "Overpower")
    go_to(game, step="DF3")
    while game.step != "N1":
        assert not offers(game, "play So Wild!")
        game.take("decline" if game.question == "defend" else "pass")
    assert game.players[1].health == 36


@rule("DT-DIC-10")
def test_every_roll_of_an_ability_is_read_by_its_own_clauses() -> None:
    triple = invent("""
    [[offensive]]
    name  = "Triple"
    needs = "5 moon"
    text  = '''
      roll 1 die
      inflict 1 x star Bleed
      roll 2 dice
      deal the roll dmg
      roll 1 die
      on star: inflict Knockdown
    '''
    """)
    mine = {"tokens": {"Parlay": 1}, "hand": ["Six-It!"]}
    game = scene(triple, "cursed-pirate", mine, dice=[4, 4, 4, 4, 4, 6, 1, 2, 6])
    finish(announce(game, "Triple"))
    assert (game.players[1].tokens, game.players[0].tokens) == ({"Bleed": 1, "Knockdown": 1}, {})
    assert game.dice_left == 0

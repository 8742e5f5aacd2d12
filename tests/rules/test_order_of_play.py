"""Chapter 33: the order of play as a state machine: windows, locks, triggers, settlement and conclusion."""

from __future__ import annotations

import pytest

from .blows import SHAME, WITHER, fighter, go_to_offer, strike, totals, watch
from .scene import (
    activate,
    announce,
    defend,
    dice_cast,
    end_turn,
    events,
    finish,
    go_to,
    keep,
    rule,
    scene,
    step_on,
    steps,
    texts,
)
from .timing import asked, made_up, mark, order, questions, since

CLAWS = (1, 1, 1, 4, 5)
NOTHING = (1, 2, 4, 4, 6)  # meets no ability of the board

ALARM = """
    [[status]]
    name        = "Alarm"
    kind        = "positive"
    stack_limit = 1
    when        = "turn ends"
    whose       = "anyone"
    text        = "gain 1 cp, remove this token"
"""
NERVES = """
    [[status]]
    name        = "Zeal"
    kind        = "positive"
    stack_limit = 1
    when        = "attacking"
    text        = "gain 1 cp, remove this token"
    [[status]]
    name        = "Nerve"
    kind        = "positive"
    stack_limit = 1
    when        = "attacked"
    text        = "gain 1 cp, remove this token"
"""
PLAYS = """
    [[card]]
    name = "Quick!"
    play = "instant"
    cost = 0
    text = '''
      gain 1 cp
      then draw 1 card
    '''
    [[card]]
    name = "Rolling!"
    play = "roll phase"
    cost = 0
    text = '''
      gain 1 cp
      then draw 1 card
    '''
    [[status]]
    name        = "Coin"
    kind        = "positive"
    stack_limit = 1
    spend       = "any time"
    text        = '''
      gain 1 cp
      then draw 1 card
    '''
"""
STUNS = """
    [[card]]
    name = "Bonk!"
    play = "main phase"
    cost = 0
    text = "inflict Stun"
"""
BIND = """
    [[status]]
    name        = "Bind"
    kind        = "negative"
    stack_limit = 1
    when        = "before offensive roll phase"
    text        = "skip roll attempt"
    [[status.also]]
    when        = "roll phase ends"
    text        = "remove this token"
"""

# ---------------------------------------------------------------- windows


@rule("DT-FSM-1")
def test_the_active_player_acts_as_often_as_wished_before_the_other_and_the_window_closes_when_both_passed():
    mine = {"hand": ["Getting Paid!", "Double Up!"], "cp": 5}
    theirs = {"hand": ["Getting Paid!"]}
    game = scene("barbarian", "gunslinger", mine, theirs)
    turns = []
    while game.step == "U3":  # the window of Upkeep
        turns.append((game.asked, texts(game)[-1]))
        game.take(texts(game)[-1])
    assert turns == [(0, "play Getting Paid!"), (0, "play Double Up!"), (1, "play Getting Paid!")]


@rule("DT-FSM-1")
def test_after_an_action_everybody_is_asked_anew():
    mine, theirs = {"hand": ["Getting Paid!"]}, {"hand": ["Getting Paid!"]}
    game = scene("barbarian", "gunslinger", mine, theirs)
    game.take("pass")
    assert (game.step, game.asked) == ("U3", 1)
    game.take("play Getting Paid!")
    assert (game.step, game.asked) == ("U3", 0)


@rule("DT-FSM-1")
def test_a_player_without_a_legal_action_is_not_asked():
    game = scene("barbarian", "gunslinger", {"hand": ["Getting Paid!"]}, {"cp": 0, "hand": ["Double Up!"]})
    assert {entry.who for entry in questions(game)} == {0}


# ---------------------------------------------------------------- locks


@rule("DT-FSM-2")
def test_from_the_activation_of_an_ultimate_to_main_2_its_opponent_is_asked_nothing():
    theirs = {"cp": 9, "hand": ["Getting Paid!", "Tip It!", "So Wild!", "Not This Time!"]}
    theirs["tokens"] = {"Evasive": 1}
    mine = {"tokens": {"Reload": 2}, "hand": []}
    game = scene("gunslinger", "gunslinger", mine, theirs, dice=[6, 6, 6, 6, 6, 2, 2])
    announce(game, "Fill'Em With Lead!")
    assert go_to(game, "window", asked=1).step == "O5"  # before the activation the dice may still be changed
    while not events(game, "activated"):
        step_on(game)
    spent = 0
    while game.step != "N1":
        assert game.asked == 0
        spends = [text for text in texts(game) if text.startswith("spend Reload")]
        spent += bool(spends)
        game.take(spends[0]) if spends else step_on(game)
    assert (spent, game.dice_left) == (2, 0)
    assert go_to(game, "window", asked=1)  # the lock has ended


@rule("DT-FSM-2")
def test_a_stunned_player_is_asked_nothing_until_the_stun_is_removed():
    theirs = {"cp": 9, "hand": ["Getting Paid!", "Tip It!"], "tokens": {"Stun": 1, "Evasive": 1}}
    game = scene("barbarian", "gunslinger", {}, theirs, dice=[*CLAWS, *CLAWS])
    announce(game, "Smack (3 sword)")
    while game.players[1].tokens.get("Stun"):
        assert game.asked == 0
        step_on(game)
    assert events(game, "extra pass")
    assert go_to(game, "window", asked=1).step == "O2"


# ---------------------------------------------------------------- no window inside


@rule("DT-FSM-3")
@pytest.mark.parametrize("play", ["play Quick!", "play Rolling!", "spend Coin"])
def test_no_window_lies_inside_an_instant_a_roll_phase_card_or_a_spend(play):
    hero = made_up(PLAYS.replace("'''", '"""'))
    mine = {"cp": 0, "tokens": {"Coin": 1}, "hand": ["Quick!", "Rolling!"]}
    game = scene(hero, "gunslinger", mine, {"hand": ["Getting Paid!"]}, dice=CLAWS)
    go_to(game, "window", asked=0, step="O3")
    before = (game.players[0].cp, len(game.players[0].hand))
    start = mark(game)
    game.take(play)
    used = play.startswith("play")
    assert (game.players[0].cp, len(game.players[0].hand)) == (before[0] + 1, before[1] + 1 - used)
    assert since(game, start, "card", "spent", "cp", "drawn")[-2:] == ["cp", "drawn"]


@rule("DT-FSM-3")
def test_a_window_lies_at_a_then_of_a_main_phase_card():
    hero = made_up(PLAYS.replace("'''", '"""').replace('"instant"', '"main phase"'))
    game = scene(hero, "gunslinger", {"cp": 0, "hand": ["Quick!"]}, {"hand": ["Getting Paid!"]}, dice=CLAWS)
    go_to(game, "main phase").take("play Quick!")
    game.take("pass")  # the window before its effects
    assert (game.asked, game.players[0].cp, game.players[0].hand) == (1, 2, ["Scratch II"])
    game.take("pass")
    assert len(game.players[0].hand) == 2


@rule("DT-FSM-3")
def test_nobody_is_asked_between_the_cp_and_the_card_of_the_income():
    game = scene("barbarian", "gunslinger", {"hand": ["Getting Paid!"]}, {"hand": ["Getting Paid!"]})
    seen = set()
    for _ in questions(game, lambda later: later.step == "O2"):
        drawn, gained = len(events(game, "drawn", player=0)), len(events(game, "cp", player=0))
        seen.add((drawn, gained))
    assert seen == {(0, 0), (1, 1)}


@rule("DT-FSM-3")
def test_nobody_is_asked_between_the_calculation_of_damage_and_its_application():
    plenty = {"cp": 9, "hand": ["Getting Paid!", "Tip It!", "Not This Time!"]}
    game = scene("gunslinger", "barbarian", plenty, plenty, dice=[*CLAWS, 1, 2, 3])
    activate(game, "Revolver (3 bullet)")
    defend(game)
    asked_with = []
    for _ in questions(game, lambda later: later.step == "N1"):
        asked_with.append((len(events(game, "total")), len(events(game, "health"))))
    assert set(asked_with) == {(0, 0), (1, 1)}
    assert game.dice_left == 0


# ---------------------------------------------------------------- triggers of one step


@rule("DT-FSM-4")
@pytest.mark.parametrize("active", [0, 1])
def test_of_two_automatic_tokens_in_one_step_the_active_players_comes_first(active):
    both = made_up(ALARM)
    held = {"tokens": {"Alarm": 1}}
    game = end_turn(scene(both, both, held, held, active=active, dice=NOTHING))
    assert [event["player"] for event in events(game, "trigger", rule="Alarm")] == [active, 1 - active]


@rule("DT-FSM-4")
def test_what_acts_when_attacking_comes_before_what_acts_when_attacked():
    both = made_up(NERVES)
    game = scene(both, both, {"tokens": {"Zeal": 1}}, {"tokens": {"Nerve": 1}}, dice=CLAWS)
    finish(activate(game, "Scratch"))
    assert [event["rule"] for event in events(game, "trigger")] == ["Zeal", "Nerve"]


# ---------------------------------------------------------------- settlement and conclusion


@rule("DT-FSM-6")
def test_each_pass_settles_its_own_damage_and_the_conclusion_comes_once():
    game = scene("barbarian", "gunslinger", {}, {"tokens": {"Stun": 1}}, dice=[*CLAWS, *CLAWS])
    activate(game, "Smack (3 sword)")
    while len(events(game, "activated")) < 2:
        step_on(game) if game.question != "announce" else game.take("announce Smack (3 sword)")
    finish(game)
    log = steps(game)
    assert (log.count("Z3"), log.count("C"), log.count("DF2")) == (2, 1, 2)
    assert totals(game) == [(1, 4, 4), (1, 4, 4)]
    assert game.dice_left == 0


@rule("DT-FSM-6")
def test_a_token_about_attempts_binds_every_pass_and_leaves_at_the_conclusion():
    mine, theirs = {"tokens": {"Bind": 1}}, {"tokens": {"Stun": 1}}
    game = scene(fighter(more=BIND), fighter(more=STUNS), mine, theirs, dice=[*CLAWS, 5, *CLAWS, 5])
    for _ in range(2):  # attempts that a pass offers after the first: one instead of two
        keep(go_to(game, "keep"), 1, 1, 1, 4)
        assert game.question == "announce"
        game.take("announce Blow")
    assert game.players[0].tokens == {"Bind": 1}
    finish(game)
    assert (steps(game).count("C"), game.players[0].tokens, game.dice_left) == (1, {}, 0)


@rule("DT-FSM-7")
def test_a_turn_in_which_nothing_is_activated_still_passes_the_conclusion():
    game = scene("gunslinger", "cursed-pirate", {"tokens": {"Parlay": 1}}, {}, dice=NOTHING)
    finish(game)
    log = steps(game)
    assert {"DF2", "C"} <= set(log)
    assert "O7" not in log
    assert game.players[0].tokens.get("Parlay") is None


@rule("DT-FSM-7")
def test_a_phase_skipped_by_knockdown_passes_no_conclusion():
    mine = {"cp": 0, "tokens": {"Parlay": 1, "Knockdown": 1}}
    game = finish(scene("gunslinger", "cursed-pirate", mine, {"side": "cursed"}))
    assert not {"O2", "DF2", "Z3", "C"} & set(steps(game))
    assert game.players[0].tokens == {"Parlay": 1, "Reload": 1}


@rule("DT-FSM-7")
def test_without_an_attack_the_pirates_keg_comes_in_the_defensive_roll_phase():
    game = finish(scene("gunslinger", "cursed-pirate", {}, {"side": "cursed"}, dice=NOTHING))
    assert game.players[0].tokens["Powder Keg"] == 1
    where = order(game, ("tokens", {"token": "Powder Keg"}))[0]
    assert [event["step"] for event in game.events[:where] if event["event"] == "step"][-1] == "DF2"


@rule("DT-FSM-7")
def test_an_ability_without_damage_does_its_own_effects_before_the_pirates_keg():
    mine = {"upgrades": ["Take Cover II"]}
    game = scene("gunslinger", "cursed-pirate", mine, {"side": "cursed"}, dice=[4, 4, 5, 1, 6])
    finish(activate(game, "Mark the Target"))
    bounty, keg = order(game, ("tokens", {"token": "Bounty"}), ("tokens", {"token": "Powder Keg"}))
    assert bounty < keg


# ---------------------------------------------------------------- the reference turn


def reference_turn():
    """A Gunslinger's Take Cover with three attempts, defended by Thick Skin, a Reload in the last window."""
    theirs = {"health": 30, "tokens": {"Bounty": 1}}
    dice = [1, 1, 4, 2, 6, 4, 6, 5, 4, 1, 2, 3]
    game = scene("gunslinger", "barbarian", {"cp": 2}, theirs, dice=dice)
    go_to(game, "keep")
    keep(game, 1, 1, 4)
    keep(game, 1, 1, 4, 4)
    announce(game, "Take Cover")
    defend(game)
    go_to_offer(game, "spend Reload").take("spend Reload")
    return game


@rule("DT-FSM-8")
def test_the_reference_turn_passes_exactly_these_steps():
    game = end_turn(reference_turn())
    first_turn = steps(game)[: steps(game).index("X4") + 1]
    assert first_turn == [
        "U3",
        "I1",
        "I2",
        "M1",
        "M3",
        "O1",
        "O2",
        "O3",
        "O4",
        "O5",
        "O6",
        "O7",
        "O8",
        "T4",
        "DF1",
        "DF2",
        "DF3",
        "DF4",
        "DF5",
        "DF6",
        "Z1",
        "Z2",
        "Z3",
        "Z4",
        "Z5",
        "Z6",
        "C",
        "N1",
        "X1",
        "X2",
        "X3",
        "X4",
    ]


@rule("DT-FSM-8")
def test_the_reference_turn_ends_with_these_dials_and_tokens():
    game = finish(reference_turn())
    attacker, defender = game.players
    assert (attacker.cp, attacker.tokens) == (2 + 1 + 1, {"Evasive": 1})
    assert (attacker.health, defender.health) == (50, 24)
    assert totals(game) == [(1, 8, 8)]
    assert [event["change"] for event in events(game, "health")] == [
        -6
    ]  # 8 damage and 2 healed in one instant
    assert game.dice_left == 0


@rule("DT-FSM-8")
def test_the_reference_turn_gains_and_inflicts_in_this_order():
    game = finish(reference_turn())
    found = order(
        game,
        ("tokens", {"token": "Reload", "change": 1}),
        ("drawn", {}),
        ("activated", {}),
        ("tokens", {"token": "Evasive"}),
        ("trigger", {"rule": "Bounty"}),
        ("defends", {}),
        ("spent", {"token": "Reload"}),
        ("total", {}),
        ("health", {}),
    )
    assert found == sorted(found)
    assert dice_cast(game, "defence") == [[4, 1, 2]]


# ---------------------------------------------------------------- tokens that come during the Roll Phase


@rule("DT-FSM-9")
def test_a_token_gained_at_the_activation_is_usable_from_the_next_window_on():
    attacker = made_up(attack="gain Protect, deal 5 dmg", defence="deal 4 dmg")
    game = scene(attacker, made_up(name="Thorny", defence="deal 4 dmg"), dice=[*CLAWS, 1])
    defend(activate(game, "Scratch"))
    go_to_offer(game, "spend Protect", 0).take("spend Protect")
    finish(game)
    assert [player.health for player in game.players] == [48, 45]
    assert game.dice_left == 0


@rule("DT-FSM-9")
def test_a_token_gained_by_the_defence_is_usable_in_the_last_window():
    defender = fighter(guard="gain Protect")
    game = strike(fighter(), defender, then=[1])
    defend(game)
    go_to_offer(game, "spend Protect", 1).take("spend Protect")
    finish(game)
    assert (game.players[1].health, game.dice_left) == (48, 0)


@rule("DT-FSM-9")
def test_a_token_gained_behind_the_damage_is_not_usable_in_that_settlement():
    attacker = made_up(attack="deal 5 dmg; then gain Protect", defence="deal 4 dmg")
    game = scene(attacker, made_up(name="Thorny", defence="deal 4 dmg"), dice=[*CLAWS, 1])
    defend(activate(game, "Scratch"))
    assert not [found for found in watch(game) if found.offers("spend Protect")]
    assert (game.players[0].health, game.players[0].tokens) == (46, {"Protect": 1})


@rule("DT-FSM-10")
def test_a_wither_inflicted_by_the_defence_counts_for_the_current_attack():
    game = strike(fighter(more=WITHER), fighter(guard="inflict Wither", more=WITHER), then=[1])
    finish(defend(game))
    assert (game.players[1].health, game.players[0].tokens) == (46, {"Wither": 1})


@rule("DT-FSM-10")
def test_a_shame_inflicted_by_the_defence_waits_for_the_next_attack():
    game = strike(fighter(more=SHAME), fighter(guard="inflict Shame", more=SHAME), then=[1])
    finish(defend(game))
    assert (game.players[1].health, game.players[0].tokens) == (45, {"Shame": 1})


@rule("DT-FSM-10")
def test_a_token_about_attempts_inflicted_by_the_defence_stays_for_the_next_turn_of_the_attacker():
    game = strike(fighter(more=BIND), fighter(guard="inflict Bind", more=BIND), then=[1])
    finish(defend(game))
    assert game.players[0].tokens == {"Bind": 1}
    end_turn(end_turn(game))
    go_to(game, "keep", asked=0)
    keep(game)
    assert asked(game).question == "announce"  # two attempts instead of three

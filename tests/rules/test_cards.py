"""Chapter 18: cards, when they are played, what they cost, where they go."""

from __future__ import annotations

from collections import Counter

import pytest

from dtsim.dicethrone.game import Game
from dtsim.dicethrone.heroes.library import hero_paths, load_hero
from dtsim.dicethrone.program import layout as L
from dtsim.dicethrone.program.compiler import compile_heroes

from .scene import activate, defend, end_turn, events, finish, go_to, offers, place, rule, scene, texts
from .timing import made_up, mark, piles, questions, since

HEROES = sorted(hero_paths())
REVOLVER = [1, 1, 1, 4, 5]  # three Bullets

UPGRADES = """
    [[upgrade]]
    name  = "Scratch III"
    of    = "Scratch"
    level = 3
    cost  = {cost}
    text  = "deal 11 dmg"
"""


def with_piles(**cards: list[str]) -> Game:
    """The Gunslinger's first Main (1) with 10 CP and exactly these piles."""
    game = Game("gunslinger", "barbarian", scene=True, start=0)
    game.players[0].set(cp=10)
    place(game, 1)
    piles(game, 0, **cards)
    return game.begin(turn=0)


def upgrading(cost_of_iii: int, cp: int, **position) -> Game:
    """Main (1) of a hero whose Scratch II costs 9 and Scratch III what is told, in the first turn."""
    game = Game(made_up(UPGRADES.format(cost=cost_of_iii)), "barbarian", scene=True, start=0)
    place(game, 0, cp=cp, **position)
    place(game, 1)
    return game.begin(turn=0)


# ---------------------------------------------------------------- kinds and costs


@rule("DT-CRD-1")
@pytest.mark.parametrize("name", HEROES)
def test_every_card_is_an_upgrade_or_an_action_of_exactly_one_kind(name):
    hero = load_hero(name)
    start = compile_heroes([hero, hero]).start
    sets = L.CARDS_MAIN, L.CARDS_ROLL, L.CARDS_INSTANT, L.CARDS_UPGRADE, L.CARDS_LATE
    kinds = [int(start[L.PLAYERS + kind]) for kind in sets]
    deck = int(start[L.PLAYERS + L.DECK])
    assert sum(kinds) == deck
    assert sum(kind.bit_count() for kind in kinds) == deck.bit_count()


@rule("DT-CRD-1")
@pytest.mark.parametrize("name", HEROES)
def test_actions_belong_to_the_main_phase_or_the_roll_phase_or_are_instants(name):
    plays = {card.play for card in load_hero(name).cards}
    # Head Bash! is a Roll Phase card that names the very end of that phase
    assert plays <= {"main phase", "roll phase", "instant", "roll phase ends"}


@rule("DT-CRD-2")
def test_a_card_that_costs_nothing_is_playable_without_cp():
    game = scene("gunslinger", "barbarian", {"cp": 0, "hand": ["Vegas Baby!", "Spin the Chamber!"]}, turn=0)
    assert offers(game, "play Vegas Baby!")
    assert not offers(game, "play Spin the Chamber!")


# ---------------------------------------------------------------- where they go


@rule("DT-CRD-3")
def test_a_card_is_discarded_after_its_effect_so_its_own_reshuffle_leaves_it_out():
    game = with_piles(
        hand=["Double Up!"], deck=[], discard=["Vegas Baby!", "Spin the Chamber!", "Wanted!", "Roulette!"]
    )
    game.take("play Double Up!")
    me = game.players[0]
    assert (len(me.hand), len(me.deck), me.discard) == (2, 2, ["Double Up!"])


@rule("DT-CRD-19")
def test_several_cards_are_drawn_one_by_one_and_the_reshuffle_comes_when_the_deck_is_empty():
    discard = ["Vegas Baby!", "Spin the Chamber!", "Roulette!", "Transference!", "Get That Outta Here!"]
    game = with_piles(hand=["Triple Up!"], deck=["Wanted!"], discard=discard)
    before = mark(game)
    game.take("play Triple Up!")
    me = game.players[0]
    assert "Wanted!" in me.hand
    assert (len(me.hand), len(me.deck), me.discard) == (3, 3, ["Triple Up!"])
    assert since(game, before, "drawn", "reshuffled") == ["drawn", "reshuffled", "drawn", "drawn"]
    assert events(game, "reshuffled")[0]["cards"] == 5


@rule("DT-CRD-19")
def test_with_deck_and_discard_pile_empty_the_rest_of_a_draw_is_lost():
    game = with_piles(hand=["Triple Up!"], deck=["Wanted!"], discard=[])
    game.take("play Triple Up!")
    assert (game.players[0].hand, game.players[0].discard) == (["Wanted!"], ["Triple Up!"])


# ---------------------------------------------------------------- when they are played


@rule("DT-CRD-4")
def test_main_phase_cards_are_played_in_the_own_main_phases_only():
    cards = {"cp": 9, "hand": ["Spin the Chamber!", "Getting Paid!"]}
    game = scene("gunslinger", "barbarian", cards, {"cp": 9}, dice=REVOLVER)
    own = list(questions(game))
    offered = {(entry.question, entry.step) for entry in own if "play Spin the Chamber!" in entry.options}
    assert offered == {("main phase", "M1"), ("main phase", "N1")}
    # windows were open in the Roll Phase too, or this would prove nothing
    assert {entry.step for entry in own if entry.who == 0 and entry.question == "window"} >= {"O3", "O5"}
    others = list(questions(game))
    assert any(entry.who == 0 for entry in others)
    assert not any("play Spin the Chamber!" in entry.options for entry in others)
    assert game.dice_left == 0


@rule("DT-CRD-5")
@pytest.mark.parametrize("active", [0, 1])
def test_roll_phase_cards_are_played_in_any_turn_but_only_in_the_roll_phases(active):
    cards = {"cp": 9, "hand": ["So Wild!", "Getting Paid!"]}
    game = scene("gunslinger", "barbarian", cards, {"cp": 9}, active=active, dice=REVOLVER)
    asked = [entry for entry in questions(game) if entry.who == 0]
    with_dice = {entry.step for entry in asked if "play So Wild!" in entry.options}
    # the log names the step that follows a window: O3 after a throw, O5 after the announcement
    assert with_dice == {"O3", "O5"}
    assert {entry.step for entry in asked if "play Getting Paid!" in entry.options} >= {
        "U3",
        "M1",
        "O3",
        "O5",
    }
    assert game.dice_left == 0


@rule("DT-CRD-6")
def test_an_instant_played_in_answer_to_a_main_phase_card_is_complete_before_that_card_goes_on():
    mine = {"cp": 5, "hand": ["Get That Outta Here!"]}
    theirs = {"cp": 5, "hand": ["Getting Paid!"], "tokens": {"Evasive": 2, "Bounty": 1}}
    game = scene("barbarian", "gunslinger", mine, theirs, turn=0)
    go_to(game, "main phase").take("play Get That Outta Here!").take("Evasive of player 1")
    assert (game.asked, game.question) == (1, "window")
    before = mark(game)
    game.take("play Getting Paid!")
    assert since(game, before) == ["card", "cp"]
    assert (game.players[1].cp, game.players[1].tokens) == (7, {"Evasive": 2, "Bounty": 1})
    game.take("Evasive of player 1")
    assert game.players[1].tokens == {"Evasive": 1, "Bounty": 1}


@rule("DT-CRD-6")
def test_instants_are_offered_in_every_phase_of_both_turns():
    game = scene("barbarian", "gunslinger", {"hand": ["Getting Paid!"]}, dice=REVOLVER)
    asked = [entry for entry in questions(game) if entry.who == 0]
    asked += [entry for entry in questions(game) if entry.who == 0]
    windows = [entry for entry in asked if entry.question in ("window", "main phase")]
    assert {entry.step for entry in windows} >= {"U3", "M1", "O2", "O3", "O5", "N1"}
    assert all("play Getting Paid!" in entry.options for entry in windows)


@rule("DT-CRD-7", "DT-FAQ-15")
@pytest.mark.parametrize(("card", "kind"), [("Double Up!", "drawn"), ("Getting Paid!", "cp")])
def test_no_window_opens_while_an_instant_resolves(card, kind):
    mine = {"cp": 5, "hand": [card]}
    theirs = {"cp": 5, "hand": ["Getting Paid!", "Buh, Bye!"], "tokens": {"Evasive": 1}}
    game = scene("barbarian", "gunslinger", mine, theirs, turn=0)
    go_to(game, "main phase")
    before = mark(game)
    game.take(f"play {card}")
    assert kind in since(game, before)  # all of it happened before anybody was asked
    assert (game.asked, card in game.players[0].discard) == (1, True)


@rule("DT-CRD-7")
def test_no_window_opens_while_a_roll_phase_card_resolves():
    mine = {"cp": 5, "hand": ["Six-It!"]}
    theirs = {"cp": 5, "hand": ["Getting Paid!"]}
    game = scene("gunslinger", "barbarian", mine, theirs, turn=0, dice=REVOLVER)
    go_to(game, "window", asked=0, step="O3").take("play Six-It!")
    assert (game.asked, game.question) == (0, "die")
    game.take("die 1 to 6")
    assert game.dice == [6, 1, 1, 4, 5]
    assert game.asked == 1


@rule("DT-CRD-7")
def test_while_a_main_phase_card_resolves_a_window_opens_before_its_effect():
    mine = {"cp": 5, "hand": ["Spin the Chamber!"]}
    game = scene("gunslinger", "barbarian", mine, {"hand": ["Getting Paid!"]}, turn=0)
    go_to(game, "main phase").take("play Spin the Chamber!")
    assert (game.asked, game.question) == (1, "window")
    assert game.players[0].tokens.get("Reload", 0) == 1  # that of Quick Draw
    game.take("pass")
    assert game.players[0].tokens == {"Reload": 2}


@rule("DT-CRD-8", "DT-FAQ-15")
def test_one_player_plays_two_instants_in_a_row_and_each_resolves_fully():
    theirs = {"cp": 3, "hand": ["Double Up!", "Getting Paid!"]}
    game = scene("barbarian", "gunslinger", {}, theirs, turn=0)
    assert game.asked == 1
    before = mark(game)
    game.take("play Double Up!").take("play Getting Paid!")
    assert since(game, before, "card", "drawn", "cp") == ["card", "cp", "drawn", "drawn", "card", "cp"]
    assert game.players[1].cp == 4


@rule("DT-CRD-9")
def test_an_instant_costs_cp_in_the_turn_of_the_opponent_too():
    game = scene("barbarian", "gunslinger", {}, {"cp": 2, "hand": ["Double Up!"]}, turn=0)
    assert (game.active, game.asked) == (0, 1)
    game.take("play Double Up!")
    assert game.players[1].cp == 1


@rule("DT-CRD-9")
def test_a_roll_phase_card_costs_cp_in_the_turn_of_the_opponent_too():
    theirs = {"cp": 1, "hand": ["Helping Hand"]}
    game = scene("barbarian", "gunslinger", {}, theirs, turn=0, dice=[*REVOLVER, 6])
    go_to(game, "window", asked=1, step="O3").take("play Helping Hand").take("die 1")
    assert (game.players[1].cp, game.dice, game.dice_left) == (0, [6, 1, 1, 4, 5], 0)


# ---------------------------------------------------------------- upgrades


@rule("DT-CRD-10")
def test_an_upgrade_lies_on_its_space_for_the_rest_of_the_game_and_in_no_pile():
    game = scene("gunslinger", "barbarian", {"cp": 2, "hand": ["Revolver II"]}, turn=0, dice=REVOLVER)
    game.take("upgrade Revolver II")
    me = game.players[0]
    for _ in range(4):
        assert (me.levels["Revolver"], me.installed) == (2, ["Revolver II"])
        assert "Revolver II" not in [*me.hand, *me.deck, *me.discard]
        end_turn(game)


@rule("DT-CRD-10")
def test_an_upgrade_replaces_the_effect_of_the_space_with_its_name():
    position = {"upgrades": ["Revolver II"]}
    game = scene("gunslinger", "barbarian", position, {"health": 30}, turn=0, dice=REVOLVER)
    finish(activate(game, "Revolver (3 bullet)"))
    assert (game.players[1].health, game.dice_left) == (26, 0)


@rule("DT-CRD-10")
def test_upgrades_are_played_in_the_own_main_phases_only():
    game = scene(
        "gunslinger", "barbarian", {"cp": 9, "hand": ["Revolver II", "Getting Paid!"]}, dice=REVOLVER
    )
    entries = [*questions(game), *questions(game)]
    offered = {(entry.question, entry.step) for entry in entries if "upgrade Revolver II" in entry.options}
    assert offered == {("main phase", "M1"), ("main phase", "N1")}


@rule("DT-CRD-11")
def test_an_installed_upgrade_cannot_be_sold():
    position = {"hand": ["Vegas Baby!"], "upgrades": ["Revolver II"]}
    game = scene("gunslinger", "barbarian", position, turn=0)
    assert [text for text in texts(game) if text.startswith("sell")] == ["sell Vegas Baby!"]


@rule("DT-CRD-12")
def test_level_iii_goes_directly_over_level_i_at_its_full_cost():
    game = upgrading(11, 12, hand=["Scratch III"])
    game.take("upgrade Scratch III")
    assert (game.players[0].levels["Scratch"], game.players[0].cp) == (3, 1)


@rule("DT-CRD-13")
def test_level_iii_over_level_ii_costs_the_difference():
    game = upgrading(11, 11, hand=["Scratch II", "Scratch III"])
    game.take("upgrade Scratch II")
    assert game.players[0].cp == 2
    game.take("upgrade Scratch III")
    assert (game.players[0].levels["Scratch"], game.players[0].cp) == (3, 0)


@rule("DT-CRD-14")
def test_the_difference_counts_only_if_level_ii_is_in_play():
    game = upgrading(11, 10, hand=["Scratch II", "Scratch III"])
    assert offers(game, "upgrade Scratch II")
    assert "upgrade Scratch III" not in texts(game)
    assert "sell Scratch III" in texts(game)


@rule("DT-CRD-15")
def test_a_level_iii_that_is_cheaper_than_level_ii_costs_nothing_over_it():
    game = upgrading(3, 0, hand=["Scratch III"], upgrades=["Scratch II"])
    game.take("upgrade Scratch III")
    assert (game.players[0].levels["Scratch"], game.players[0].cp) == (3, 0)


@rule("DT-CRD-15")
def test_a_level_ii_behind_a_level_iii_can_only_be_sold():
    game = upgrading(11, 15, hand=["Scratch II"], upgrades=["Scratch III"])
    assert texts(game) == ["end phase", "sell Scratch II"]


@rule("DT-CRD-15")
def test_the_same_level_is_not_installed_twice():
    twins = "\n[[upgrade]]\nname='Guard II'\nof='Guard'\nlevel=2\ncost=1\ncopies=2\ntext='prevent 3 dmg'\n"
    game = Game(made_up(twins), "barbarian", scene=True, start=0)
    place(game, 0, cp=9, hand=["Guard II", "Guard II"])
    place(game, 1)
    game.begin(turn=0).take("upgrade Guard II")
    assert texts(game) == ["end phase", "sell Guard II"]


@rule("DT-CRD-16")
def test_the_covered_level_ii_card_stays_under_level_iii_and_out_of_the_discard_pile():
    game = upgrading(11, 15, hand=["Scratch II", "Scratch III"])
    me = game.players[0]
    cards = Counter([*me.hand, *me.deck, *me.discard, *me.installed])
    game.take("upgrade Scratch II").take("upgrade Scratch III")
    assert sorted(me.installed) == ["Scratch II", "Scratch III"]
    assert Counter([*me.hand, *me.deck, *me.discard, *me.installed]) == cards


@rule("DT-CRD-17")
def test_upgrades_of_offensive_defensive_and_passive_spaces_are_installed_alike():
    cards = ["Holy Attack II", "Divine Defense II", "Tithe II"]
    game = scene("paladin", "barbarian", {"cp": 8, "hand": cards}, turn=0)
    go_to(game, "main phase")
    assert {f"upgrade {card}" for card in cards} <= set(texts(game))
    for card in cards:
        go_to(game, "main phase").take(f"upgrade {card}")
    levels = game.players[0].levels
    assert (levels["Holy Attack"], levels["Divine Defense"], levels["Tithe"]) == (2, 2, 2)


@rule("DT-CRD-18")
def test_the_hand_limit_is_tested_in_the_own_discard_phase_only():
    full = ["Vegas Baby!", "Spin the Chamber!", "Wanted!", "Roulette!", "Transference!", "Wild West!"]
    crowd = ["Concuss!", "Vegas Baby!", "Transference!", "Get Some!", "Six-It!", "So Wild!", "Better D!"]
    game = scene("gunslinger", "barbarian", {"hand": full}, {"hand": crowd, "cp": 0}, dice=REVOLVER)
    go_to(game, "main phase", step="M1")
    assert len(game.players[0].hand) == 7
    go_to(game, "sell")
    assert game.asked == 0
    game.take("sell Wanted!")
    assert (game.active, len(game.players[0].hand)) == (1, 6)
    assert len(game.players[1].hand) == 8  # seven, and one from the own Income


# ---------------------------------------------------------------- single cards


@rule("DT-CRD-20")
def test_buh_bye_may_take_any_removable_token_of_any_player():
    mine = {"cp": 5, "hand": ["Buh, Bye!"], "tokens": {"Evasive": 2, "Knockdown": 1}}
    theirs = {"tokens": {"Bounty": 1, "Shadows": 1, "Sneak Attack": 1}}
    game = scene("gunslinger", "shadow-thief", mine, theirs, turn=0)
    go_to(game, "main phase").take("play Buh, Bye!")
    assert sorted(texts(game)) == [
        "Bounty of player 1",
        "Evasive of player 0",
        "Knockdown of player 0",
        "Reload of player 0",
        "Shadows of player 1",
        "Sneak Attack of player 1",
    ]


@rule("DT-CRD-20")
def test_buh_bye_takes_one_token_and_cannot_pick_one_that_is_locked():
    mine = {"cp": 5, "hand": ["Buh, Bye!"], "tokens": {"Cursed Doubloon": 2, "Blessing of Divinity": 1}}
    theirs = {"tokens": {"Wither": 2, "Cursed Doubloon": 1}}
    game = scene("paladin", "cursed-pirate", mine, theirs, turn=0)
    game.take("play Buh, Bye!")  # one legal token: not asked
    assert game.players[1].tokens == {"Wither": 1, "Cursed Doubloon": 1}
    assert game.players[0].tokens == {"Cursed Doubloon": 2, "Blessing of Divinity": 1}


@rule("DT-CRD-21")
@pytest.mark.parametrize(
    ("dice", "added"), [([1, 2, 3, 4, 6], 3), ([1, 1, 2, 2, 3], 5), ([4, 4, 5, 6, 6], 0)]
)
def test_get_some_adds_one_damage_for_each_sword_and_inflicts_concussion(dice, added):
    mine = {"cp": 2, "hand": ["Get Some!"]}
    game = scene("barbarian", "gunslinger", mine, {"health": 30}, dice=[*REVOLVER, *dice])
    activate(game, "Smack (3 sword)")
    go_to(game, "window", asked=0).take("play Get Some!")
    finish(game)
    assert game.players[1].health == 30 - 4 - added
    assert (game.players[1].tokens, game.dice_left) == ({"Concussion": 1}, 0)


@rule("DT-CRD-21")
@pytest.mark.parametrize(
    ("die", "health", "attacker", "cp"), [(1, 26, 47, 0), (3, 29, 50, 0), (5, 30, 50, 0), (6, 28, 50, 2)]
)
def test_absolution_answers_with_what_its_die_shows(die, health, attacker, cp):
    theirs = {"cp": 1, "hand": ["Absolution!"], "health": 30}
    game = scene("barbarian", "paladin", {}, theirs, dice=[*REVOLVER, die])
    activate(game, "Smack (3 sword)")
    go_to(game, "window", asked=1).take("play Absolution!")
    finish(game)
    assert (game.players[1].health, game.players[0].health) == (health, attacker)
    assert (game.players[1].cp, game.dice_left) == (cp, 0)


@rule("DT-CRD-22")
def test_dice_rolled_by_a_roll_phase_card_may_be_altered_by_the_other_side():
    mine = {"cp": 2, "hand": ["Get Some!"]}
    theirs = {"cp": 1, "hand": ["Helping Hand"], "health": 30}
    game = scene("barbarian", "barbarian", mine, theirs, dice=[*REVOLVER, 1, 1, 1, *[1] * 5, 6])
    defend(activate(game, "Smack (3 sword)"))
    go_to(game, "window", asked=0).take("play Get Some!")
    assert (game.asked, texts(game)) == (1, ["pass", "play Helping Hand"])
    game.take("play Helping Hand").take("die 1")
    finish(game)
    assert (game.players[1].health, game.dice_left) == (30 - 4 - 4, 0)


@rule("DT-CRD-22")
def test_dice_of_a_main_phase_card_are_altered_at_instant_speed_only():
    mine = {"cp": 5, "hand": ["Vegas Baby!", "Tip It!", "So Wild!", "Six-It!"]}
    game = scene("barbarian", "gunslinger", mine, {"cp": 5, "hand": ["Helping Hand"]}, turn=0, dice=[2])
    game.take("play Vegas Baby!")
    assert (game.dice, texts(game)) == ([2], ["pass", "play Tip It!"])
    game.take("play Tip It!").take("die 1 to 3")
    assert (game.players[0].cp, game.dice_left) == (5 - 1 + 2, 0)


@rule("DT-CRD-22")
def test_by_the_other_ruling_dice_of_cards_are_fixed():
    mine = {"cp": 2, "hand": ["Get Some!"]}
    theirs = {"cp": 1, "hand": ["Helping Hand"], "health": 30}
    dice = [*REVOLVER, 1, 1, 1, *[1] * 5]
    game = scene("barbarian", "barbarian", mine, theirs, dice=dice, rulings=["card-dice-fixed"])
    defend(activate(game, "Smack (3 sword)"))
    go_to(game, "window", asked=0).take("play Get Some!")
    finish(game)
    assert (game.players[1].health, game.players[1].cp, game.dice_left) == (30 - 4 - 5, 1, 0)

"""Chapter 28: the sample heroes of the rulebook, and what their texts are worth."""

from __future__ import annotations

import dataclasses
import itertools
import random
import re
from fractions import Fraction

import pytest

from dtsim.dicethrone.game import Game
from dtsim.dicethrone.heroes.library import load_hero
from dtsim.files import shipped_folder

from .blows import fighter, go_to_offer, health, strike
from .scene import activate, defend, finish, go_to, rule, scene, texts

HEROES = ("barbarian", "cursed-pirate", "gunslinger", "huntress", "paladin", "shadow-thief")
REVOLVER = (1, 1, 1, 4, 5)
STRAIGHT = (1, 2, 3, 4, 6)
PAIRS = list(itertools.product(range(1, 7), repeat=2))


@rule("DT-HER-1")
def test_the_gunslingers_dice_show_a_bullet_on_three_faces_a_dash_on_two_a_bullseye_on_one():
    assert load_hero("gunslinger").dice == ("bullet",) * 3 + ("dash",) * 2 + ("bullseye",)


@rule("DT-HER-2")
@pytest.mark.parametrize(
    ("ability", "dice", "harm", "mine", "theirs"),
    [
        ("Revolver (3 bullet)", (1, 1, 2, 4, 6), 3, {}, {}),
        ("Revolver (4 bullet)", (1, 1, 2, 3, 6), 4, {}, {}),
        ("Revolver (5 bullet)", (1, 1, 2, 3, 3), 5, {}, {}),
        ("Bounty Hunter", (1, 2, 4, 6, 6), 2, {}, {"Bounty": 1}),  # the new Bounty adds its 1
        ("Deadeye", (1, 6, 6, 6, 6), 6, {}, {"Knockdown": 1}),
        ("Take Cover", (1, 1, 4, 4, 5), 5, {"Evasive": 1}, {}),
        ("Fan the Hammer", (1, 2, 3, 4, 5), 7, {"Evasive": 2}, {}),
        ("Fill'Em With Lead!", (6, 6, 6, 6, 6), 11, {"Evasive": 1}, {"Bounty": 1, "Knockdown": 1}),
    ],
)
def test_the_spaces_of_the_gunslinger(ability, dice, harm, mine, theirs):
    game = finish(activate(scene("gunslinger", fighter(), dice=dice), ability))
    tokens = [dict(player.tokens) for player in game.players]
    assert tokens[0].pop("Reload") == 1  # Quick Draw, in Upkeep
    assert (50 - game.players[1].health, tokens) == (harm, [mine, theirs])
    assert game.dice_left == 0


@rule("DT-HER-2")
@pytest.mark.parametrize("name", HEROES)
def test_every_offensive_ability_has_a_requirement_and_every_defence_its_dice(name):
    hero = load_hero(name)
    for ability in hero.abilities:
        if ability.slot in ("offensive", "ultimate"):
            assert ability.needs, ability.name
        if ability.slot == "defensive":
            assert ability.dice is not None, ability.name


@rule("DT-HER-3")
def test_showdown_deals_7_or_5_by_the_duel_so_37_sixths_on_average():
    dealt = []
    for own, other in PAIRS:
        game = scene("gunslinger", fighter(), dice=[*STRAIGHT, own, other])
        finish(activate(game, "Showdown"))
        dealt.append(50 - game.players[1].health)
        assert dealt[-1] == (7 if own >= other else 5)
        assert game.dice_left == 0
    assert Fraction(sum(dealt), 36) == Fraction(37, 6)


@rule("DT-HER-4")
def test_duel_returns_3_if_strictly_greater_and_else_1_so_11_sixths_on_average():
    returned = []
    for own, other in PAIRS:
        game = defend(strike(fighter(), "gunslinger", then=[own, other]))
        if game.question == "option":
            game.take("option 1")
        finish(game)
        returned.append(50 - game.players[0].health)
        assert returned[-1] == (3 if own > other else 1)
        assert (game.players[1].health, game.dice_left) == (45, 0)
    assert Fraction(sum(returned), 36) == Fraction(11, 6)


@rule("DT-HER-4")
def test_the_winner_of_a_duel_may_prevent_half_instead():
    game = defend(strike(fighter(), "gunslinger", then=[5, 4]))
    finish(go_to(game, "option", asked=1).take("option 2"))
    assert health(game) == [50, 48]  # half of 5, rounded up, is prevented


@rule("DT-HER-5")
def test_a_reload_die_spent_on_the_ultimate_may_be_re_rolled_once_for_7_thirds_on_average():
    added = []
    for first, second in PAIRS:
        again = first <= 2
        game = scene("gunslinger", fighter(), dice=[6, 6, 6, 6, 6, first, *([second] if again else [])])
        activate(game, "Fill'Em With Lead!")
        go_to_offer(game, "spend Reload").take("spend Reload")
        assert (game.question, texts(game)) == ("may", ["decline", "accept"])
        game.take("accept" if again else "decline")
        finish(game)
        added.append(50 - game.players[1].health - 11)
        assert game.dice_left == 0
    assert Fraction(sum(added), 36) == Fraction(7, 3)


@rule("DT-HER-6")
def test_the_pirate_starts_on_her_human_side_with_the_doubloons_of_her_file():
    game = Game("cursed-pirate", fighter())
    assert (game.players[0].side, game.players[0].tokens) == ("human", {"Cursed Doubloon": 3})


@rule("DT-HER-6")
def test_nothing_in_her_file_turns_the_pirate_back():
    source = (shipped_folder("heroes") / "cursed-pirate.toml").read_text(encoding="utf-8")
    assert re.findall(r"set side to (\w+)", source) == ["cursed"]


@rule("DT-HER-7")
@pytest.mark.parametrize(("card", "token", "limit"), [("Truce!", "Parlay", 1), ("Scurvy!", "Wither", 2)])
@pytest.mark.parametrize("held", [0, 1, 2])
def test_to_inflict_wither_or_parlay_deals_no_damage(card, token, limit, held):
    mine, theirs = {"cp": 5, "hand": [card]}, {"tokens": {token: min(held, limit)}}
    game = go_to(scene("cursed-pirate", fighter(), mine, theirs), "main phase").take(f"play {card}")
    assert game.players[1].tokens == {token: min(held + 1, limit)}
    assert game.players[1].health == 50


@rule("DT-HER-8")
@pytest.mark.parametrize("name", HEROES)
def test_every_hero_has_a_complexity_from_1_to_6(name):
    assert load_hero(name).complexity in range(1, 7)


@rule("DT-HER-8")
def test_the_complexity_has_no_effect_on_play():
    hero = load_hero("paladin")
    logs = []
    for complexity in (1, 6):
        game = Game(dataclasses.replace(hero, complexity=complexity), "huntress", seed=5)
        choose = random.Random(1)
        while not game.is_over:
            game.take(choose.choice(game.options))
        logs.append(game.events)
    assert logs[0] == logs[1]

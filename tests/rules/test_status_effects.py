"""Status effects (chapter 16): limits, spending, persistence, removal, dice of spent tokens."""

from __future__ import annotations

import pytest

from dtsim.dicethrone.game import Game

from .blows import (
    FIST,
    WITHER,
    fighter,
    go_to_dice,
    go_to_offer,
    health,
    offered,
    play,
    question,
    strike,
    watch,
)
from .scene import (
    announce,
    defend,
    dice_cast,
    end_turn,
    events,
    finish,
    go_to,
    keep,
    offers,
    rule,
    scene,
    step_on,
    texts,
)

NOTHING = [1, 1, 4, 4, 6]  # meets no ability of a fighter
EYES = [4, 4, 5, 5, 5]  # meets Kit: one of each of the shared status effects


def blow(text: str, mine=None, theirs=None, *, more: str = "", on=None, then=(), **options) -> Game:
    """A fighter has announced a Blow with this text."""
    return strike(fighter(text, more=more), on or fighter(), mine, theirs, then=then, **options)


# ---------------------------------------------------------------- supply and limits


@rule("DT-STA-2")
def test_the_supply_is_unlimited():
    game = finish(blow("gain 3 Evasive", theirs={"tokens": {"Evasive": 3}}))
    assert [player.tokens for player in game.players] == [{"Evasive": 3}, {"Evasive": 3}]


@rule("DT-STA-3")
def test_a_stack_limit_caps_what_is_inflicted():
    assert finish(blow("inflict 3 Wither", more=WITHER)).players[1].tokens == {"Wither": 2}


@rule("DT-STA-4")
def test_a_stack_limit_is_one_of_each_board():
    game = finish(blow("inflict Targeted", {"tokens": {"Targeted": 1}}))
    assert [player.tokens for player in game.players] == [{"Targeted": 1}, {"Targeted": 1}]


@rule("DT-STA-5")
def test_a_raised_limit_is_the_players_own():
    raised = fighter("raise Evasive by 1, gain 5 Evasive; chosen opponent gains 5 Evasive")
    game = finish(strike(raised, fighter()))
    assert [player.tokens["Evasive"] for player in game.players] == [4, 3]


@rule("DT-STA-5")
def test_a_raised_limit_lasts_for_the_whole_game():
    game = finish(blow("raise Evasive by 1"))
    for _ in range(20):
        for player in game.players:
            player.set(hand=[])  # nobody has to sell
        end_turn(game)
        game.script(*NOTHING)
    finish(game)
    for player in (1, 0):
        game.players[player].set(tokens={"Evasive": 3, "Knockdown": 0}, hand=[])
        end_turn(game)
        finish(announce(game.script(*EYES), "Kit"))
    assert [player.tokens["Evasive"] for player in game.players] == [4, 3]
    assert game.turn == 25
    assert game.dice_left == 0


@rule("DT-STA-6", "DT-STA-3", "DT-TOK-3")
def test_gaining_several_is_one_event_and_the_surplus_is_lost():
    game = finish(blow("gain 4 Evasive", {"tokens": {"Evasive": 2}}))
    assert [(event["change"], event["now"]) for event in events(game, "tokens", token="Evasive")] == [(1, 3)]


@rule("DT-STA-7")
def test_quick_draw_is_wasted_on_a_full_board():
    game = go_to(scene("gunslinger", fighter(), {"tokens": {"Reload": 2}}), step="O3")
    assert events(game, "trigger", rule="Quick Draw")
    assert game.players[0].tokens == {"Reload": 2}
    assert (events(game, "tokens"), events(game, "spent")) == ([], [])


@rule("DT-STA-7")
def test_a_token_spent_in_its_own_time_makes_room_for_a_later_gain():
    mine = {"tokens": {"Reload": 2}, "hand": ["Spin the Chamber!"], "cp": 5}
    game = strike("gunslinger", fighter(), mine, ability="Revolver", then=[3])
    finish(play(game, "spend Reload"))
    assert game.players[0].tokens == {"Reload": 1}
    game.take("play Spin the Chamber!")
    assert game.players[0].tokens == {"Reload": 2}
    assert game.dice_left == 0


@rule("DT-STA-20")
def test_a_token_is_not_moved_onto_a_full_board():
    mine = {"hand": ["Transference!"], "cp": 9, "tokens": {"Bounty": 1}}
    theirs = {"tokens": {"Bounty": 1, "Knockdown": 1}}
    game = go_to(scene(fighter(), "gunslinger", mine, theirs), "main phase").take("play Transference!")
    go_to(game, "main phase")
    assert [player.tokens for player in game.players] == [{"Bounty": 1, "Knockdown": 1}, {"Bounty": 1}]


@rule("DT-STA-20")
def test_where_both_boards_are_full_nothing_can_be_moved():
    mine = {"hand": ["Transference!"], "cp": 9, "tokens": {"Bounty": 1}}
    game = scene(fighter(), "gunslinger", mine, {"tokens": {"Bounty": 1}})
    assert not offers(go_to(game, "main phase"), "play Transference!")


@rule("DT-STA-20", "DT-TOK-12")
def test_a_powder_keg_is_moved_onto_a_full_board_and_explodes():
    mine = {"hand": ["Transference!"], "cp": 9}
    both = {"health": 30, "tokens": {"Powder Keg": 1}}
    game = go_to(scene("cursed-pirate", fighter(), {**mine, **both}, both, dice=[4]), "main phase")
    game.take("play Transference!").take("move Powder Keg from player 0 to player 1")
    go_to(game, "main phase")
    assert health(game) == [30, 27]
    assert [player.tokens for player in game.players] == [{}, {"Powder Keg": 1}]
    assert game.dice_left == 0


@rule("DT-STA-21")
def test_inflicting_at_the_limit_places_nothing_and_the_damage_is_dealt():
    theirs = {"tokens": {"Knockdown": 1}}
    game = finish(strike("gunslinger", fighter(), None, theirs, ability="Deadeye", dice=[6, 6, 6, 6, 1]))
    assert (game.players[1].tokens, game.players[1].health) == ({"Knockdown": 1}, 44)
    assert events(game, "tokens", player=1) == []


# ---------------------------------------------------------------- spending


@pytest.mark.parametrize("active", [0, 1])
@rule("DT-STA-8")
def test_a_token_without_a_restriction_is_offered_in_every_window_of_both_turns(active):
    mine = {"tokens": {"Cleanse": 1, "Targeted": 1}, "hand": ["Getting Paid!"], "cp": 0}
    game = scene(fighter(), fighter(), mine, active=active, dice=FIST)
    asked = [*watch(game, until="O4"), *watch(game.take("announce Blow"), until="X4")]
    instants = offered(asked, "play Getting Paid!", 0)
    assert {"U3", "M1", "O3", "O5", "T4", "DF3", "Z1"} <= set(instants)
    assert offered(asked, "spend Cleanse", 0) == instants
    assert game.dice_left == 0


@rule("DT-STA-8")
def test_a_spent_token_acts_at_once():
    game = scene(fighter(), fighter(), {"tokens": {"Cleanse": 1, "Targeted": 1}})
    go_to(game, "main phase").take("spend Cleanse")
    assert (game.question, game.players[0].tokens) == ("main phase", {})


SHIELDED = {"tokens": {"Protect": 1}}


@rule("DT-STA-9")
def test_a_shield_is_not_spent_before_there_is_damage_to_prevent():
    game = scene(fighter(), fighter(), SHIELDED, SHIELDED, dice=NOTHING)
    assert offered(watch(game, until="X4"), "spend Protect") == []
    assert game.players[1].tokens == {"Protect": 1}


@rule("DT-STA-9")
def test_a_shield_is_spent_by_the_one_who_is_hit_while_damage_waits():
    asked = watch(strike(fighter(), fighter(), SHIELDED, SHIELDED), until="X4")
    assert offered(asked, "spend Protect", 0) == []
    assert offered(asked, "spend Protect", 1) == ["T4", "DF3", "Z1"]


@rule("DT-STA-10")
def test_spending_costs_no_cp_and_the_token_can_be_gained_again():
    mine = {"cp": 3, "tokens": {"Poison": 1, "Evasive": 1}}
    game = scene(fighter("gain Evasive"), "shadow-thief", mine, dice=[5, *FIST])
    go_to_offer(game, "spend Evasive").take("spend Evasive")
    assert [player.cp for player in game.players] == [4, 2]  # 3 and Income
    assert game.players[0].tokens == {"Poison": 1}
    finish(announce(game, "Blow"))
    assert game.players[0].tokens == {"Poison": 1, "Evasive": 1}
    assert game.dice_left == 0


@rule("DT-STA-13")
def test_not_every_token_can_be_spent():
    withered = {"tokens": {"Wither": 2}}
    game = strike(fighter(more=WITHER), fighter(), withered, withered)
    asked = [*watch(game, until="X4"), *watch(game, until="X4")]
    assert game.turn == 5
    assert [text for found in asked for text in found.options if text.startswith("spend")] == []


# ---------------------------------------------------------------- staying and going


@rule("DT-STA-11", "DT-TOK-7")
def test_a_persistent_token_stays_after_five_attacks():
    game = scene(fighter(), "gunslinger", None, {"tokens": {"Bounty": 1}})
    for attack in range(1, 6):
        game.script(*FIST, *NOTHING)
        end_turn(end_turn(announce(game, "Blow")))
        assert len(events(game, "activated")) == attack
    assert game.players[1].tokens["Bounty"] == 1
    assert game.players[1].health == 20


@rule("DT-STA-12")
def test_one_status_effect_is_one_token_not_one_stack():
    mine = {"hand": ["Buh, Bye!"], "cp": 5}
    game = go_to(scene(fighter(), fighter(), mine, {"tokens": {"Evasive": 3}}), "main phase")
    go_to(game.take("play Buh, Bye!"), "main phase")
    assert game.players[1].tokens == {"Evasive": 2}


PRAYER = """
[[card]]
name = "Prayer!"
play = "main phase"
cost = 0
text = "remove 1 negative status from chosen player"

[[status]]
name        = "Halo"
kind        = "unique"
stack_limit = 1
persistent  = true
"""


def removable(card: str, tokens: dict[str, int], *, on: str = "cursed-pirate") -> list[str]:
    """The tokens before a player that a card may pick."""
    game = scene(fighter(more=PRAYER), on, {"hand": [card], "cp": 5, "tokens": tokens})
    while game.question != "main phase":
        game.take("resolve Cursed Doubloon") if game.question == "order" else step_on(game)
    before = dict(game.players[0].tokens)
    game.take(f"play {card}")
    if game.question == "token":
        return sorted(text.removesuffix(" of player 0") for text in texts(game))
    return sorted(name for name, count in before.items() if game.players[0].tokens.get(name, 0) < count)


@rule("DT-STA-14")
def test_a_unique_token_is_no_negative_one():
    tokens = {"Cursed Doubloon": 2, "Halo": 1, "Wither": 1, "Parlay": 1, "Evasive": 1}
    assert removable("Prayer!", tokens) == ["Parlay", "Wither"]


@rule("DT-STA-15")
def test_a_unique_token_can_be_removed_unless_it_forbids_that():
    tokens = {"Cursed Doubloon": 2, "Halo": 1, "Wither": 1}
    assert removable("Buh, Bye!", tokens) == ["Halo", "Wither"]


@rule("DT-STA-15")
def test_with_nothing_but_a_token_that_forbids_it_the_card_is_not_playable():
    mine = {"hand": ["Buh, Bye!"], "cp": 5, "tokens": {"Cursed Doubloon": 2}}
    game = go_to(scene(fighter(), "cursed-pirate", mine), "main phase")
    assert not offers(game, "play Buh, Bye!")


# ---------------------------------------------------------------- the dice of a spent token

EVASIVE = {"tokens": {"Evasive": 1, "Targeted": 1}}
HELP = {"hand": ["Buh, Bye!", "So Wild!", "Tip It!", "One More Time!", "Better D!", "Getting Paid!"], "cp": 9}


def dodging(*dice: int, **options) -> Game:
    """The defender spends an Evasive in the last window; its die may still be changed by the attacker."""
    game = strike(fighter(), fighter(), HELP, EVASIVE, then=dice, **options)
    return go_to(game, "window", asked=1, step="Z1").take("spend Evasive")


@rule("DT-STA-16")
def test_only_the_dice_of_a_spent_token_can_be_answered():
    game = dodging(2)
    while question(game).dice_for != "Evasive":  # the attacker may act first, before it is spent
        game.take("pass")
    assert (game.asked, texts(game)) == (0, ["pass", "play Tip It!", "play So Wild!"])
    assert game.players[1].tokens == {"Targeted": 1}
    assert health(finish(game)) == [50, 50]
    assert game.dice_left == 0


@rule("DT-STA-16")
def test_a_declared_token_can_be_removed_before_it_is_spent():
    game = dodging()
    assert (game.asked, question(game).dice_for) == (0, "")
    game.take("play Buh, Bye!").take("Evasive of player 1")
    assert (game.players[1].tokens, dice_cast(game, "Evasive")) == ({"Targeted": 1}, [])
    assert health(finish(game)) == [50, 43]


@rule("DT-STA-17")
def test_the_attacker_changes_the_die_of_a_dodge():
    game = go_to_dice(dodging(2), "Evasive", 0)
    game.take("play So Wild!").take("die 1 to 5")
    finish(game)
    assert (game.players[1].health, game.players[1].tokens) == (43, {"Targeted": 1})
    assert game.dice_left == 0


@rule("DT-STA-17")
def test_in_upkeep_only_instants_change_the_die_of_a_dodge():
    mine = {"tokens": {"Poison": 1, "Evasive": 1}}
    theirs = {"hand": ["So Wild!", "Tip It!", "One More Time!", "Helping Hand"], "cp": 9}
    game = scene(fighter(), "shadow-thief", mine, theirs, dice=[2])
    go_to_offer(game, "spend Evasive").take("spend Evasive")
    assert texts(go_to_dice(game, "Evasive", 1)) == ["pass", "play Tip It!"]
    go_to(game.take("play Tip It!").take("die 1 to 3"), "main phase")
    assert (game.players[0].health, game.players[0].tokens) == (49, {"Poison": 1})
    assert game.dice_left == 0


@rule("DT-STA-17")
def test_by_the_ruling_the_dice_of_tokens_are_fixed():
    game = dodging(2, rulings=["token-dice-fixed"])
    assert "Evasive" not in [found.dice_for for found in watch(game)]
    assert health(game) == [50, 50]
    assert game.dice_left == 0


@rule("DT-STA-17")
def test_by_that_ruling_the_dice_of_abilities_are_not():
    mine = {"hand": ["Tip It!"], "cp": 9}
    duel = {"ability": "Showdown", "dice": [1, 2, 3, 4, 4], "then": [3, 4]}
    game = strike("gunslinger", fighter(), mine, rulings=["token-dice-fixed"], **duel)
    go_to_dice(game, "duel", 0).take("play Tip It!").take("die 1 to 4")
    assert finish(game).players[1].health == 43
    assert game.dice_left == 0


# ---------------------------------------------------------------- tokens that count roll attempts

VINE = """
[[status]]
name        = "Barbed Vine"
kind        = "negative"
stack_limit = 1
when        = "roll phase ends"
text        = "receive 1 x reroll at most 2 dmg, remove this token"
"""


def test_a_defence_does_not_change_how_many_attempts_the_attacker_has_used():
    mine = {"tokens": {"Barbed Vine": 1}}
    game = scene(fighter(more=VINE), fighter(), mine, dice=[1, 1, 4, 4, 4, 6, 6, 4, 1, 4])
    keep(keep(go_to(game, "keep"), 1, 1, 4), 1, 1, 4)
    finish(defend(announce(game, "Blow")))
    assert (health(game), game.players[0].tokens) == ([48, 45], {})
    assert game.dice_left == 0


def test_damage_of_a_token_that_ends_with_the_roll_phase_lands_before_main_phase_2():
    mine = {"health": 1, "tokens": {"Barbed Vine": 1}}
    game = scene(fighter(more=VINE), fighter(), mine, dice=[1, 1, 4, 4, 4, 6, 6, 4])
    finish(keep(go_to(game, "keep"), 1, 1, 4))
    assert (game.winner, health(game), events(game, "step", step="X1")) == (1, [0, 50], [])

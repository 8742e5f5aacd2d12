"""The tokens of the first heroes (chapter 16): what each of them does, and what it does not."""

from __future__ import annotations

from fractions import Fraction

import pytest

from dtsim.dicethrone.game import Game

from .blows import (
    BEFORE_DEFENCE,
    END_OF_OFFENSE,
    FIST,
    LAST_WINDOW,
    SHAME,
    fighter,
    go_to_offer,
    health,
    offered,
    play,
    strike,
    totals,
    watch,
)
from .scene import announce, defend, dice_cast, end_turn, events, finish, go_to, offers, rule, scene, texts

FACES = range(1, 7)
ALL_WINDOWS = [END_OF_OFFENSE, BEFORE_DEFENCE, LAST_WINDOW]


def struck(text: str, *, on=None, mine=None, theirs=None, more: str = "", **options) -> Game:
    """A fighter has announced a Blow with this text."""
    return strike(fighter(text, more=more), on or fighter(), mine, theirs, **options)


# ---------------------------------------------------------------- Evasive


@pytest.mark.parametrize(("die", "left"), [(1, 50), (2, 50), (3, 43), (6, 43)])
@rule("DT-TOK-1")
def test_evasive_avoids_the_damage_on_1_and_2_and_nothing_else(die, left):
    game = struck("inflict Knockdown, deal 7 dmg", theirs={"tokens": {"Evasive": 1}}, then=[die])
    finish(play(game, "spend Evasive"))
    assert (game.players[1].health, game.players[1].tokens) == (left, {"Knockdown": 1})
    assert game.dice_left == 0


@rule("DT-TOK-1")
def test_a_dodge_after_the_defence_does_not_undo_the_defence():
    game = defend(struck("deal 7 dmg", on="gunslinger", theirs={"tokens": {"Evasive": 1}}, then=[6, 1, 1]))
    go_to(game, "option").take("option 1")
    assert health(finish(play(game, "spend Evasive"))) == [47, 50]
    assert game.dice_left == 0


@rule("DT-TOK-1")
def test_evasive_is_spent_on_damage_of_any_source_by_the_one_who_is_about_to_receive_it():
    both = {"tokens": {"Evasive": 1}}
    game = defend(struck("deal 7 dmg", on=fighter(guard="deal 3 dmg"), mine=both, theirs=both, then=[1]))
    asked = [found for found in watch(game) if found.step == LAST_WINDOW]
    assert [(found.asked, found.options) for found in asked] == [
        (0, ("pass", "spend Evasive against 3 dmg to player 0")),
        (1, ("pass", "spend Evasive against 7 dmg to player 1")),
    ]
    assert game.dice_left == 0


def dodge_chance(game: Game) -> Fraction:
    """The chance to dodge by spending one Evasive after the other, over all faces of each die."""
    if not offers(game, "spend Evasive"):
        return Fraction(int(events(game, "dodged") != []))
    tried = [game.clone().script(face).take("spend Evasive") for face in FACES]
    chances = [Fraction(1) if events(one, "dodged") else dodge_chance(one) for one in tried]
    return sum(chances, Fraction(0)) / 6


@pytest.mark.parametrize(
    ("tokens", "chance"), [(1, Fraction(1, 3)), (2, Fraction(5, 9)), (3, Fraction(19, 27))]
)
@rule("DT-TOK-2")
def test_several_evasives_are_tried_one_after_the_other(tokens, chance):
    game = struck("deal 7 dmg", theirs={"tokens": {"Evasive": tokens}})
    assert dodge_chance(go_to_offer(game, "spend Evasive")) == chance


@rule("DT-TOK-2")
def test_what_is_dodged_already_is_not_dodged_again():
    game = struck("deal 7 dmg", theirs={"tokens": {"Evasive": 2}}, then=[1])
    assert offered(watch(play(game, "spend Evasive")), "spend Evasive") == []
    assert game.players[1].tokens == {"Evasive": 1}


@rule("DT-TOK-3")
def test_a_player_holds_three_evasives_at_most():
    full = {"tokens": {"Evasive": 3}}
    assert finish(struck("gain 2 Evasive", mine=full)).players[0].tokens == {"Evasive": 3}


# ---------------------------------------------------------------- Reload


@rule("DT-TOK-4")
def test_reload_adds_half_the_die_rounded_up():
    game = struck("deal 5 dmg", on="gunslinger", mine={"tokens": {"Reload": 2}})
    go_to_offer(game, "spend Reload")
    one = [game.clone().script(face).take("spend Reload") for face in FACES]
    added = [events(spent, "added")[0]["amount"] for spent in one]
    assert added == [1, 1, 2, 2, 3, 3]
    both = [spent.clone().script(face).take("spend Reload") for spent in one for face in FACES]
    sums = [sum(event["amount"] for event in events(spent, "added")) for spent in both]
    assert Fraction(sum(sums), len(sums)) == 4


@rule("DT-TOK-4")
def test_reload_is_spent_from_the_end_of_the_offensive_roll_phase_to_the_last_window():
    game = scene(fighter(), "gunslinger", {"tokens": {"Reload": 1}}, dice=FIST)
    asked = [*watch(game, until="O4"), *watch(game.take("announce Blow"), until="X4")]
    assert offered(asked, "spend Reload") == ALL_WINDOWS
    assert game.dice_left == 0


# ---------------------------------------------------------------- Knockdown


def knocked_down(cp: int) -> Game:
    """The end of Main (1) of a player with Knockdown and this many CP after Income."""
    game = scene(fighter(), fighter(), {"cp": cp - 1, "tokens": {"Knockdown": 1}}, dice=FIST)
    return go_to(game, "main phase").take("end phase")


@rule("DT-TOK-5", "DT-TOK-6")
def test_knockdown_is_removed_for_2_cp():
    game = knocked_down(3)
    assert (game.asked, game.question, texts(game)) == (0, "pay", ["decline", "pay 2"])
    game.take("pay 2")
    assert (game.players[0].cp, game.players[0].tokens) == (1, {})
    assert dice_cast(game, "offense") == [list(FIST)]
    assert game.dice_left == 0


@rule("DT-TOK-5")
def test_knockdown_skips_the_offensive_roll_phase_unless_2_cp_are_spent():
    game = knocked_down(3).take("decline")
    assert (game.step, game.question) == ("N1", "main phase")
    assert (game.players[0].cp, game.players[0].tokens, dice_cast(game)) == (3, {}, [])


@rule("DT-TOK-5")
def test_with_1_cp_knockdown_cannot_be_paid_off():
    game = knocked_down(1)
    assert (game.step, game.question) == ("N1", "main phase")
    assert (game.players[0].cp, game.players[0].tokens, dice_cast(game)) == (1, {}, [])


@rule("DT-TOK-6")
def test_1_cp_in_upkeep_and_1_of_income_pay_for_knockdown():
    assert offers(knocked_down(2), "pay 2")


@rule("DT-TOK-6")
def test_a_sale_in_main_phase_1_pays_for_knockdown():
    mine = {"cp": 0, "hand": ["Vegas Baby!"], "tokens": {"Knockdown": 1}}
    game = go_to(scene(fighter(), fighter(), mine), "main phase").take("sell Vegas Baby!")
    assert offers(game.take("end phase"), "pay 2")


@rule("DT-TOK-6")
def test_the_2_cp_are_asked_for_once_at_the_end_of_main_phase_1():
    game = scene(fighter(), fighter(), {"cp": 9, "tokens": {"Knockdown": 1}})
    assert [found.step for found in watch(game, until="X4") if found.question == "pay"] == ["O1"]


# ---------------------------------------------------------------- Bounty

BOUNTY = {"tokens": {"Bounty": 1}}
GONE = {"hand": ["Buh, Bye!"], "cp": 2, **BOUNTY}


def hunted(text: str = "deal 5 dmg", *, theirs=None, **options) -> Game:
    """A fighter without CP attacks a bearer of Bounty; Income makes it 1."""
    return struck(text, on="gunslinger", mine={"cp": 0}, theirs=theirs or BOUNTY, **options)


@rule("DT-TOK-7")
def test_an_attack_on_a_bearer_of_bounty_deals_1_more_and_pays_1_cp():
    game = finish(hunted())
    assert totals(game) == [(1, 6, 6)]
    assert (game.players[0].cp, game.players[1].tokens) == (2, {"Bounty": 1})


@rule("DT-TOK-7")
def test_the_cp_of_bounty_comes_before_the_defence():
    game = hunted()
    assert (go_to(game, "defend").players[0].cp, health(game)) == (2, [50, 50])


@rule("DT-TOK-7")
def test_the_cp_of_bounty_stands_when_the_attack_is_dodged():
    game = hunted(theirs={"tokens": {"Bounty": 1, "Evasive": 1}}, then=[2])
    finish(play(game, "spend Evasive"))
    assert (game.players[0].cp, game.players[1].health) == (2, 50)
    assert game.dice_left == 0


@rule("DT-TOK-7")
def test_bounty_removed_in_the_last_window_has_paid_but_adds_nothing():
    game = go_to(hunted(theirs=GONE), asked=1, step=LAST_WINDOW).take("play Buh, Bye!")
    assert totals(finish(game)) == [(1, 5, 5)]
    assert (game.players[0].cp, game.players[1].tokens) == (2, {})


@rule("DT-TOK-7")
def test_bounty_removed_before_the_attack_arrives_neither_pays_nor_adds():
    game = go_to(hunted(theirs=GONE), asked=1, step=END_OF_OFFENSE).take("play Buh, Bye!")
    assert totals(finish(game)) == [(1, 5, 5)]
    assert (game.players[0].cp, game.players[1].tokens) == (1, {})


@rule("DT-TOK-7")
def test_the_damage_of_a_defence_gets_nothing_from_bounty():
    game = defend(struck("deal 5 dmg", on="gunslinger", mine=BOUNTY, theirs={"cp": 3}, then=[6, 1]))
    finish(go_to(game, "option").take("option 1"))
    assert totals(game) == [(1, 5, 5), (0, 3, 3)]
    assert game.players[1].cp == 3
    assert game.dice_left == 0


@rule("DT-TOK-8")
def test_bounty_counts_for_the_attack_that_inflicts_it():
    game = strike("gunslinger", fighter(), {"cp": 0}, ability="Bounty Hunter", dice=[1, 2, 4, 6, 6])
    assert totals(finish(game)) == [(1, 2, 2)]
    assert game.players[0].cp == 2


@pytest.mark.parametrize(("rulings", "cp"), [([], 1), (["bounty-cp-on-pure"], 2)])
@rule("DT-TOK-9")
def test_bounty_neither_raises_nor_pays_for_pure_damage_unless_ruled_otherwise(rulings, cp):
    game = finish(hunted("deal 4 pure dmg", rulings=rulings))
    assert totals(game) == [(1, 4, 4)]
    assert game.players[0].cp == cp


# ---------------------------------------------------------------- Wither


@pytest.mark.parametrize(
    ("text", "total"),
    [("deal 5 dmg", 3), ("deal 1 dmg", 0), ("deal 4 pure dmg", 4), ("deal 5 undefendable dmg", 3)],
)
@rule("DT-TOK-10")
def test_wither_lowers_what_the_bearer_deals_by_1_for_each(text, total):
    game = finish(struck(text, on="cursed-pirate", mine={"tokens": {"Wither": 2}}))
    assert (totals(game), game.players[0].tokens) == ([(1, total, total)], {"Wither": 2})


@rule("DT-TOK-10")
def test_wither_does_not_lower_the_damage_of_the_bearers_defence():
    theirs = {"tokens": {"Wither": 2}}
    cutlass = {"ability": "Cutlass Strike", "then": [1]}
    game = strike("cursed-pirate", fighter(guard="deal 3 dmg"), None, theirs, **cutlass)
    assert totals(finish(defend(game)))[1] == (0, 3, 3)
    assert game.dice_left == 0


# ---------------------------------------------------------------- Powder Keg


def keg(die: int, *, mine=None, theirs=None) -> Game:
    """Upkeep with a Powder Keg whose die shows this."""
    mine = {"health": 30, "tokens": {"Powder Keg": 1}, **(mine or {})}
    return scene(fighter(), "cursed-pirate", mine, {"health": 30, **(theirs or {})}, dice=[die])


def fate(die: int) -> str:
    """What becomes of a Powder Keg in Upkeep."""
    game = keg(die)
    if game.question == "may":
        return "may pass"
    go_to(game, "main phase")
    assert game.dice_left == 0
    lost = 30 - game.players[0].health
    return f"{'stays' if game.players[0].tokens else 'explodes'}, {lost} lost"


@rule("DT-TOK-11")
def test_a_powder_keg_explodes_on_1_and_2_stays_on_3_to_5_and_may_be_passed_on_6():
    explodes, stays = "explodes, 3 lost", "stays, 0 lost"
    assert [fate(die) for die in FACES] == [explodes, explodes, stays, stays, stays, "may pass"]


@rule("DT-TOK-11", "DT-TOK-13")
def test_a_passed_powder_keg_goes_to_the_other_player():
    game = go_to(keg(6).take("accept"), "main phase")
    assert [player.tokens for player in game.players] == [{}, {"Powder Keg": 1}]
    assert health(game) == [30, 30]
    assert game.dice_left == 0


@rule("DT-TOK-13")
def test_the_pass_of_a_powder_keg_may_be_declined_and_nobody_passes_to_himself():
    game = keg(6)
    assert (game.asked, texts(game)) == (0, ["decline", "accept"])
    assert game.clone().take("accept").question != "player"  # one other player: nobody to choose from
    assert go_to(game.take("decline"), "main phase").players[0].tokens == {"Powder Keg": 1}


@rule("DT-TOK-11", "DT-TOK-12")
def test_a_powder_keg_passed_to_a_bearer_explodes_there():
    game = go_to(keg(6, theirs={"tokens": {"Powder Keg": 1}}).take("accept"), "main phase")
    assert health(game) == [30, 27]
    assert [player.tokens for player in game.players] == [{}, {"Powder Keg": 1}]


@rule("DT-TOK-12")
def test_a_second_powder_keg_defeats_a_target_at_3_before_the_attack_deals_its_damage():
    theirs = {"health": 3, "tokens": {"Powder Keg": 1}}
    game = strike("cursed-pirate", fighter(), None, theirs, ability="Light the Fuse", dice=[1, 2, 3, 4, 4])
    while not game.is_over:
        game.take("pass")
    assert (game.winner, [event["subtotal"] for event in events(game, "total")]) == (0, [3])
    assert events(game, "step", step="DF3") == []


# ---------------------------------------------------------------- Parlay


def parlay(text: str = "deal 5 dmg", *, tokens=None, **options) -> Game:
    """A bearer of Parlay has announced a Blow."""
    return struck(text, on="cursed-pirate", mine={"tokens": {"Parlay": 1, **(tokens or {})}}, **options)


@rule("DT-TOK-14")
def test_under_parlay_an_ability_gains_but_deals_nothing_and_nobody_was_attacked():
    mine = {"cp": 0, "tokens": {"Parlay": 1}}
    cover = {"ability": "Take Cover", "dice": [1, 1, 4, 4, 4]}
    game = strike("gunslinger", "cursed-pirate", mine, {"tokens": {"Bounty": 1}}, **cover)
    asked = watch(game)
    assert "defend" not in [found.question for found in asked]
    assert totals(game) == [(1, 0, 0)]
    assert (game.players[0].cp, game.players[0].tokens) == (1, {"Evasive": 1, "Reload": 1})


@rule("DT-TOK-14")
def test_parlay_ends_with_the_bearers_roll_phase_whatever_was_announced():
    game = scene(fighter(), "cursed-pirate", {"tokens": {"Parlay": 1}}, dice=FIST)
    assert finish(announce(game, "none")).players[0].tokens == {}
    assert game.dice_left == 0


@rule("DT-TOK-14")
def test_parlay_stays_when_the_phase_is_skipped_by_knockdown():
    game = scene(fighter(), "cursed-pirate", {"cp": 0, "tokens": {"Parlay": 1, "Knockdown": 1}})
    assert finish(game).players[0].tokens == {"Parlay": 1}


@rule("DT-TOK-14")
def test_parlay_binds_the_next_offensive_roll_phase_of_the_one_it_is_inflicted_on():
    spot = {"ability": "Black Spot", "dice": [6, 6, 6, 6, 1], "then": FIST}
    game = finish(strike("cursed-pirate", fighter(), None, {"cp": 0}, **spot))
    assert game.players[1].tokens == {"Parlay": 1}
    end_turn(game)
    go_to(game, "announce", asked=1)
    assert game.players[1].tokens == {"Parlay": 1}
    finish(game.take("announce Blow"))
    assert (game.players[0].health, game.players[1].tokens) == (50, {})
    assert game.dice_left == 0


@rule("DT-TOK-14")
def test_under_parlay_modifiers_are_played_for_their_other_effects_and_raise_nothing():
    mine = {"cp": 5, "hand": ["Get Some!"], "tokens": {"Parlay": 1}}
    smack = {"ability": "Smack", "dice": [1, 1, 1, 4, 4], "then": [1, 1, 2, 2, 3]}
    game = strike("barbarian", "cursed-pirate", mine, **smack)
    finish(play(game, "play Get Some!"))
    assert (totals(game), game.players[1].tokens) == ([(1, 0, 0)], {"Concussion": 1})
    assert game.dice_left == 0


@rule("DT-TOK-14")
def test_parlay_silences_collateral_damage_too():
    assert totals(finish(parlay("deal 5 collateral dmg to all opponents"))) == [(1, 0, 0)]


@rule("DT-TOK-14")
def test_for_the_bearer_an_attack_under_parlay_uses_shame_up():
    assert finish(parlay(more=SHAME, tokens={"Shame": 2})).players[0].tokens == {}


@pytest.mark.parametrize(("text", "kegs"), [("deal 5 dmg", 0), ("gain Evasive", 1)])
@rule("DT-TOK-14")
def test_for_the_passive_of_the_pirate_it_was_an_attack(text, kegs):
    game = finish(parlay(text, theirs={"side": "cursed"}))
    assert game.players[0].tokens.get("Powder Keg", 0) == kegs


ON_GUARD = """
[[card]]
name = "On Guard!"
play = "roll phase"
if   = "you are attacked"
cost = 0
text = "gain 1 cp"
[[status]]
name        = "Parley"
kind        = "negative"
stack_limit = 1
when        = "always"
text        = "forbid dmg"
[[status.also]]
when        = "roll phase ends"
text        = "remove this token"
"""


@pytest.mark.parametrize(("tokens", "steps"), [({}, ALL_WINDOWS), ({"Parley": 1}, [])])
@rule("DT-TOK-14")
def test_a_card_for_being_attacked_is_not_played_against_a_bearer_of_parlay(tokens, steps):
    foe = fighter(more=ON_GUARD)
    game = strike(foe, foe, {"tokens": tokens}, {"hand": ["On Guard!"]})
    assert offered(watch(game), "play On Guard!", 1) == steps


@rule("DT-TOK-14", "DT-FSM-10")
def test_a_token_for_the_own_roll_phase_that_a_defence_inflicts_waits_for_the_next_one():
    foe = fighter(guard="inflict Parley", more=ON_GUARD)
    game = finish(defend(strike(foe, foe, then=[1])))
    assert (game.players[0].tokens, game.dice_left) == ({"Parley": 1}, 0)


@rule("DT-TOK-14", "DT-STA-9")
def test_there_is_nothing_to_avoid_under_parlay():
    theirs = {"tokens": {"Evasive": 1, "Protect": 1}, "hand": ["Not This Time!"], "cp": 5}
    asked = watch(parlay(theirs=theirs))
    assert [found for found in asked if found.offers("spend") or found.offers("play Not This Time!")] == []


@rule("DT-TOK-14")
def test_a_powder_keg_explodes_although_the_one_who_inflicts_it_bears_parlay():
    mine = {"tokens": {"Parlay": 1}}
    theirs = {"health": 30, "tokens": {"Powder Keg": 1}}
    game = strike("cursed-pirate", fighter(), mine, theirs, ability="Light the Fuse", dice=[1, 2, 3, 4, 4])
    assert finish(game).players[1].health == 27


# ---------------------------------------------------------------- Cursed Doubloon


@pytest.mark.parametrize("tokens", [1, 3])
@rule("DT-TOK-15")
def test_cursed_doubloons_hurt_others_in_their_upkeep(tokens):
    game = scene(fighter(), "cursed-pirate", {"tokens": {"Cursed Doubloon": tokens}})
    go_to(game, "main phase")
    assert (game.players[0].health, game.players[0].tokens) == (50 - tokens, {"Cursed Doubloon": tokens})


@rule("DT-TOK-15")
def test_cursed_doubloons_never_hurt_the_pirate():
    game = go_to(scene("cursed-pirate", fighter(), {"tokens": {"Cursed Doubloon": 5}}), "main phase")
    assert (game.players[0].health, game.players[0].tokens) == (50, {"Cursed Doubloon": 5})


def black_spot(doubloons: int) -> Game:
    """The Pirate may gain a Cursed Doubloon."""
    mine = {"tokens": {"Cursed Doubloon": doubloons}}
    game = strike("cursed-pirate", fighter(), mine, ability="Black Spot", dice=[6, 6, 6, 6, 1])
    return go_to(game, "may")


@pytest.mark.parametrize(
    ("doubloons", "answer", "then"), [(2, "accept", 3), (5, "accept", 5), (2, "decline", 2)]
)
@rule("DT-TOK-15")
def test_the_pirate_gains_cursed_doubloons_up_to_5_and_may_decline(doubloons, answer, then):
    game = black_spot(doubloons)
    assert (game.asked, texts(game)) == (0, ["decline", "accept"])
    assert game.take(answer).players[0].tokens["Cursed Doubloon"] == then


@rule("DT-TOK-15")
def test_others_hold_three_cursed_doubloons_at_most():
    theirs = {"tokens": {"Cursed Doubloon": 2}}
    mark = {"ability": "Dread Mark", "dice": [4, 4, 5, 1, 6], "then": [6, 6, 6, 6]}
    game = strike("cursed-pirate", fighter(), {"side": "cursed"}, theirs, **mark)
    assert finish(game).players[1].tokens == {"Cursed Doubloon": 3}
    assert game.dice_left == 0


@rule("DT-TOK-15")
def test_cards_of_others_neither_remove_nor_move_cursed_doubloons():
    cards = {"hand": ["What Status Effects?", "Transference!"], "cp": 9}
    mine = {"tokens": {"Cursed Doubloon": 2, "Evasive": 1}, **cards}
    game = go_to(scene(fighter(), "cursed-pirate", mine), "main phase")
    moved = game.clone().take("play Transference!")
    assert go_to(moved, "main phase").players[1].tokens == {"Evasive": 1}
    go_to(game.take("play What Status Effects?"), "main phase")
    assert game.players[0].tokens == {"Cursed Doubloon": 2}


# ---------------------------------------------------------------- Protect and Retribution

FAITH = {"cp": 0, "tokens": {"Protect": 1, "Retribution": 1}}


@rule("DT-TOK-16")
def test_protect_and_retribution_are_spent_before_or_after_the_defence():
    asked = watch(struck("deal 5 dmg", on="paladin", theirs=FAITH))
    assert offered(asked, "spend Protect") == ALL_WINDOWS
    assert offered(asked, "spend Retribution") == [BEFORE_DEFENCE, LAST_WINDOW]


@pytest.mark.parametrize(("kind", "is_attack"), [("pure", True), ("collateral", False)])
@rule("DT-TOK-16")
def test_protect_is_for_any_avoidable_damage_and_retribution_for_attacks(kind, is_attack):
    asked = watch(struck(f"deal 5 {kind} dmg", on="paladin", theirs=FAITH))
    assert offered(asked, "spend Protect")
    assert bool(offered(asked, "spend Retribution")) is is_attack


@rule("DT-TOK-16")
def test_in_upkeep_protect_is_spent_and_retribution_is_not():
    mine = {"cp": 0, "tokens": {"Poison": 3, **FAITH["tokens"]}}
    asked = watch(scene("paladin", "shadow-thief", mine), until="M1")
    assert offered(asked, "spend Protect") == ["U4"]
    assert offered(asked, "spend Retribution") == []


@rule("DT-TOK-16")
def test_the_attacker_protects_against_a_defence_and_reflects_nothing_of_it():
    holy = {"ability": "Holy Attack", "dice": [1, 2, 3, 4, 4], "then": [1]}
    game = strike("paladin", fighter(guard="deal 4 dmg"), FAITH, **holy)
    asked = watch(defend(game))
    assert offered(asked, "spend Protect", 0) == [LAST_WINDOW]
    assert offered(asked, "spend Retribution", 0) == []
    assert game.dice_left == 0

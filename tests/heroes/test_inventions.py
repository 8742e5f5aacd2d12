"""Heroes that nobody has invented yet can be written, and a hero keeps what its file says."""

from __future__ import annotations

import pytest

from dtsim.dicethrone.heroes.model.amounts import Fixed
from dtsim.dicethrone.heroes.model.hero import Limit
from dtsim.dicethrone.heroes.model.lines import Condition
from dtsim.dicethrone.heroes.words import MOMENTS

from .inventions import INVENTED, invent


@pytest.mark.parametrize("passage", INVENTED.values(), ids=INVENTED)
def test_a_hero_to_be_invented_passes_the_reader(passage):
    hero = invent(passage)
    named = {line.split('"')[1] for line in passage.splitlines() if line.strip().startswith("name ")}
    items = (*hero.abilities, *hero.upgrades, *hero.cards, *hero.tokens, *hero.keywords, *hero.groups)
    assert named <= {item.name for item in items}


@pytest.mark.parametrize("moment", MOMENTS)
def test_a_token_acts_a_token_is_spent_and_a_card_is_played_at_every_moment(moment):
    hero = invent(f"""
        [[status]]
        name        = "Bell"
        kind        = "positive"
        stack_limit = 1
        when        = "{moment}"
        text        = "may: gain 1 cp"
        [[status.also]]
        spend = "{moment}"
        text  = "heal 1"
        [[card]]
        name = "Ring!"
        play = "{moment}"
        cost = 1
        text = "gain Bell"
    """)
    acts, spent = hero.tokens[0].rules
    assert (acts.moment, acts.spend, spent.moment, spent.spend) == (moment, False, moment, True)
    assert hero.cards[-1].play == moment


def test_an_item_keeps_what_its_keys_say():
    hero = invent("""
        [[status]]
        name        = "Lantern"
        kind        = "unique"
        stack_limit = { you = 4, others = 2 }
        persistent  = true
        locked      = ["transfer"]
        limit       = "2 per turn"
        spend       = "damaged"
        whose       = "anyone"
        of          = "Scratch"
        side        = "beast"
        if          = "dmg is 3+"
        text        = "prevent 1 dmg"
        [[passive]]
        name  = "Vigil"
        limit = "1 per game"
        when  = "upkeep"
        text  = "heal 1"
    """)
    lantern = hero.tokens[0]
    rule = lantern.rules[0]
    assert (lantern.limit_you, lantern.limit_others, lantern.persistent) == (4, 2, True)
    assert (lantern.locked, lantern.limit) == (("transfer",), Limit(2, "turn"))
    assert (rule.whose, rule.of, rule.side, rule.condition) == (
        "anyone",
        "Scratch",
        "beast",
        Condition("dmg_is", 3),
    )
    assert hero.ability("Vigil").limit == Limit(1, "game")


def test_an_upgrade_keeps_what_it_leaves_out_as_the_level_below_has_it():
    hero = invent("""
        [[upgrade]]
        name  = "Guard III"
        of    = "Guard"
        level = 3
        cost  = 4
        dice  = 5
        [[upgrade]]
        name  = "Guard II"
        of    = "Guard"
        level = 2
        cost  = 2
        text  = "prevent 2 x moon dmg"
        [[upgrade]]
        name  = "Scratch II"
        of    = "Scratch"
        level = 2
        cost  = 1
        needs = "2/3/4 claw"
    """)
    third, second, scratch = (upgrade.ability for upgrade in hero.upgrades)
    assert (second.dice, second.level, third.dice, third.level) == (Fixed(3), 2, Fixed(5), 3)
    assert third.text == second.text != hero.ability("Guard").text
    assert scratch.text == hero.ability("Scratch").text
    assert scratch.needs != hero.ability("Scratch").needs


def test_the_rule_of_an_upgraded_passive_is_not_about_the_passive():
    hero = invent("""
        [[passive]]
        name = "Drum"
        when = "upkeep"
        text = "heal 1"
        [[upgrade]]
        name  = "Drum II"
        of    = "Drum"
        level = 2
        cost  = 2
        when  = "upkeep"
        text  = "heal 2"
    """)
    (rule,) = hero.upgrades[0].ability.rules
    assert (rule.moment, rule.of) == ("upkeep", "")

"""What a hero file may not say although every word of it is right: one test for each refusal.

A row plants one mistake into the good hero; the words between « and » are what the caret must cover.
"""

# ruff: noqa: E501 (the tables are wider than code)

from __future__ import annotations

import pytest

from dtsim.dicethrone.heroes.library import load_common
from dtsim.dicethrone.heroes.reader import read_hero
from dtsim.errors import Place
from dtsim.files import shipped_folder

from .planting import GOOD, assert_one_mistake, mistakes_of, plant

END = "# the end"


def rule(when: str, text: str) -> str:
    """A further token with one rule."""
    return f'[[status]]\nname = "Omen"\nkind = "positive"\nstack_limit = 1\nwhen = "{when}"\ntext = "{text}"'


def card(text: str, play: str = "main phase") -> str:
    return f'[[card]]\nname = "Omen!"\nplay = "{play}"\ncost = 0\ntext = "{text}"'


def upgrade(of: str, level: str, lines: str) -> str:
    return f'[[upgrade]]\nname = "Omen II"\nof = {of}\nlevel = {level}\ncost = 1\n{lines}'


DICE = {
    "a ladder shorter than that of needs": (
        '"deal 4/5/6 dmg"', '"«deal» 4/5 dmg"', "the ladder 4/5 has 2 steps, but 'needs' has 3"),
    "a ladder in an upgrade that is longer": (
        '"deal 5/6/8 dmg"', '"«deal» 5/6/7/8 dmg"', "the ladder 5/6/7/8 has 4 steps, but 'needs' has 3"),
    "a ladder without needs": (
        END, card("«heal» 1/2/3"), "the ladder 1/2/3 has 3 steps, but there is no 'needs' to follow"),
    "more dice than there are": (
        'needs = "5 star"', 'needs = «"6 star"»', "five dice can never show 6 star"),
    "more dice than there are in a sum": (
        '"2 fang + 2 moon"', '«"4 fang + 2 moon"»', "five dice can never show 4 fang + 2 moon"),
    "a straight and a pair too many": (
        'needs = "5 star"', 'needs = «"large straight + 2 star"»', "five dice can never show large straight + 2 star"),
    "'on' without a roll": (
        END, rule("upkeep", "«on 1-2: heal 1»"), "'on' has no roll to look at: roll dice in a line above"),
    "'on' above its roll": (
        END, card("«on fang: heal 1»; roll 1 die"), "'on' has no roll to look at: roll dice in a line above"),
    "symbols counted without a roll": (
        END, card("«heal» 1 x moon"), "there is no roll to look at: roll dice in a line above"),
    "pairs counted without a roll": (
        END, card("«heal» 1 x pair of moon"), "there is no roll to look at: roll dice in a line above"),
    "the roll without a roll": (
        END, card("«heal» half the roll"), "there is no roll to look at: roll dice in a line above"),
    "the best dice without a roll": (
        END, card("«heal» best 2 dice"), "there is no roll to look at: roll dice in a line above"),
    "a question about a roll that was not made": (
        END, card("if «the roll is 4+»: heal 1"), "there is no roll to look at: roll dice in a line above"),
    "a duel that was not fought": (
        END, card("if «your roll is greater»: heal 1"), "there is no roll to look at: roll dice in a line above"),
    "a defence whose dice depend on dice": (
        "dice = 3", 'dice = «"1 x fang"»', "the number of dice cannot depend on the dice themselves"),
}  # fmt: skip

MOMENTS = {
    "add without damage": (
        END, rule("upkeep", "«add» 1 dmg"), "'add' has nothing to work on: no damage is on its way at 'upkeep'"),
    "prevent without damage": (
        END, card("«prevent» 1 dmg"), "'prevent' has nothing to work on: no damage is on its way at 'main phase'"),
    "transfer without damage": (
        END, card("«transfer» all dmg to Glow"), "'transfer' has nothing to work on: no damage is on its way at 'main phase'"),
    "an attack changed by the defence": (
        '"prevent 1 x moon dmg"', '"«make» the attack defendable"', "too late to change the attack: the defence has been rolled"),
    "an attack changed when its damage lands": (
        END, rule("damaged", "«make» the attack undefendable"), "too late to change the attack: the defence has been rolled"),
    "a rule of choice that leaves none": (
        END, rule("main phase", "«gain 1 cp»"), "a rule at 'main phase' is the player's choice: begin with 'may:' or 'spend ...:'"),
    "a rule without a moment": (
        'when = "upkeep"\ntext = "gain Glow"', 'text = «"gain Glow"»', "the rule has no moment: add 'when'"),
    "a token's rule without a moment": (
        'when        = "turn ends"\ntext        = "remove this token"', 'text        = «"remove this token"»', "the rule has no moment: add 'when' or 'spend'"),
    "a further rule without a moment": (
        'when        = "gained at limit"\ntext        = "receive 1 dmg"', 'text        = «"receive 1 dmg"»', "the rule has no moment: add 'when' or 'spend'"),
    "a moment without a rule": (
        END, '[[status]]\nname = "Omen"\nkind = "positive"\nstack_limit = 1\nwhen = «"upkeep"»', "'when' names a moment, but there is no text for it"),
    "two moments at once": (
        'spend       = "attacking"', 'when = "attacked"\nspend       = «"attacking"»', "a rule has either 'when' or 'spend', not both"),
    "spend where there is no token": (
        'when = "upkeep"\ntext = "gain Glow"', 'spend = «"upkeep"»\ntext = "gain Glow"', "there is no token to spend: use 'when', and a price in the text"),
    "an upgraded passive without a moment": (
        END, upgrade('"Moonrise"', "2", 'text = «"gain 2 Glow"»'), "the rule has no moment: add 'when'"),
    "a passive without a rule": (
        END, '[[passive]]\nname = «"Omen"»', "the ability has no rule: add 'when' and 'text'"),
}  # fmt: skip

WORDS = {
    "spent, with nothing spent": (
        END, card("«heal» 1 x spent"), "nothing is spent before this: begin a line with 'spend ...:'"),
    "a question about what was spent": (
        END, card("if «2+ were spent»: heal 1"), "nothing is spent before this: begin a line with 'spend ...:'"),
    "them, with nobody chosen": (
        END, card("«inflict» Chill to them"), "nobody is chosen before 'them': add 'choose 1 player' above"),
    "they, with nobody chosen": (
        END, card("«they» discard 1 card").replace("«they» discard", "they «discard»"), "nobody is chosen before 'them': add 'choose 1 player' above"),
    "dice, with none chosen": (
        END, card("«reroll» them"), "no dice are chosen before 'them': add 'choose 1 die' above"),
    "seen cards, with none seen": (
        END, card("«draw» all seen upgrades"), "nothing is looked at before this: add 'look at 3 cards' above"),
    "a question about what was seen": (
        END, card("if «1+ upgrade was seen»: heal 1"), "nothing is looked at before this: add 'look at 3 cards' above"),
    "else, with no condition": (
        END, card("heal 1; «else: heal 2»"), "'else' needs a line with 'if', 'on', 'may' or 'spend' right above it"),
}  # fmt: skip

ITEMS = {
    "an upgrade of nothing": (
        'of    = "Bite"', 'of    = «"Byte"»', "unknown ability 'Byte'", "Bite"),
    "a level too high": (
        END, upgrade('"Moonlight"', "«3»", 'text = "deal 9 dmg"'), "Moonlight has a level III but no level II"),
    "a level twice": (
        END, upgrade('"Bite"', "«2»", 'text = "deal 4/5/7 dmg"'), "Bite has two upgrades of level II"),
    "an upgrade that changes nothing": (
        END, upgrade('"Moonlight"', "2", "").replace('"Omen II"', '«"Omen II"»'), "the upgrade changes nothing: give it a text, needs, dice or adds"),
    "needs for a defence": (
        "dice  = 4", 'dice  = 4\nneeds = «"3 fang"»', "'needs' is for offensive and ultimate abilities, but Pelt is defensive"),
    "dice for an attack": (
        END, upgrade('"Moonlight"', "2", "dice = «4»"), "'dice' is for defensive abilities, but Moonlight is offensive"),
    "a moment for an attack": (
        END, upgrade('"Moonlight"', "2", 'when = «"upkeep"»\ntext = "deal 6 dmg"'), "'when' is for passive abilities, but Moonlight is offensive"),
    "a token that does nothing": (
        END, '[[status]]\nname = «"Omen"»\nkind = "negative"\nstack_limit = 1', "the token neither acts ('when'), nor is spent ('spend'), nor is persistent"),
    "a token nobody can hold": (
        "stack_limit = 3", "stack_limit = «0»", "with a stack_limit of 0 nobody can ever hold it"),
    "a marker that stays for ever": (
        'name        = "Sleepless"\nkind        = "marker"\nstack_limit = 1\nwhen        = "turn ends"\ntext        = "remove this token"',
        'name        = «"Sleepless"»\nkind        = "marker"\nstack_limit = 1\nwhen        = "turn ends"\ntext        = "heal 1"',
        "nothing ever removes this marker: add a rule that does"),
    "a keyword that calls itself": (
        'name  = "Howl"\nlimit = "2 per turn"\ntext  = "gain Glow or gain Sleepless"', 'name  = «"Howl"»\ntext  = "gain Glow or activate Howl, gain Sleepless"', "'Howl' activates itself, without end"),
    "a keyword that calls itself in a circle": (
        END, '[[keyword]]\nname = «"Omen"»\ntext = "activate Portent"\n[[keyword]]\nname = "Portent"\ntext = "activate Omen"', "'Omen' activates itself by way of Portent, without end"),
    "an ability that calls itself through a group": (
        END, '[[offensive]]\nname = "Omen"\nneeds = "4 star"\ntext = "activate Fates"\n[[keyword]]\nname = «"Portent"»\ntext = "activate Omen"\n[[group]]\nname = "Fates"\nof = ["Portent"]',
        "'Portent' activates itself by way of Omen, without end"),
    "a group of strangers": (
        'of   = ["Glow", "Chill"]', 'of   = ["Glow", «"Chil"»]', "unknown member 'Chil'", "Chill"),
    "a side that the board has not": (
        'side  = "night"', 'side  = «"nigth"»', "unknown side 'nigth'", "night"),
    "a name in 'of' that nobody bears": (
        'when        = "gained at limit"\n', 'when        = "rolled"\nof = «"Glowe"»\n', "unknown name 'Glowe'", "Glow"),
    "a name twice": (
        'name = "Full Moon!"', 'name = «"Bite"»', "the name 'Bite' is taken already, in line 8"),
    "a name twice, in an added ability": (
        'name  = "Claws Out"', 'name  = «"Bite"»', "the name 'Bite' is taken already, in line 8"),
    "the name of a common status effect": (
        END, rule("upkeep", "heal 1").replace('"Omen"', '«"Stun"»'), "the name 'Stun' is taken by a status effect that all heroes share"),
    "the name of a common card": (
        'name = "Full Moon!"', 'name = «"Tip It!"»', "the name 'Tip It!' is taken by a card that all heroes share"),
}  # fmt: skip


@pytest.mark.parametrize("planted", DICE.values(), ids=DICE)
def test_what_is_said_of_dice_holds(planted):
    assert_one_mistake(*planted)


@pytest.mark.parametrize("planted", MOMENTS.values(), ids=MOMENTS)
def test_each_rule_has_a_moment_at_which_it_can_act(planted):
    assert_one_mistake(*planted)


@pytest.mark.parametrize("planted", WORDS.values(), ids=WORDS)
def test_each_word_that_points_back_has_something_to_point_at(planted):
    assert_one_mistake(*planted)


@pytest.mark.parametrize("planted", ITEMS.values(), ids=ITEMS)
def test_items_fit_together(planted):
    assert_one_mistake(*planted)


def test_a_hero_that_plays_games_has_an_ultimate():
    assert_incomplete(GOOD.replace("[[ultimate]]", "[[offensive]]"), "[[ultimate]]", "an Ultimate")


def test_a_hero_that_plays_games_has_a_defence():
    source, _ = plant(
        ('[[defensive]]\nname = "Pelt"\ndice = 3\ntext = "prevent 1 x moon dmg"\n', ""),
        ('of    = "Pelt"', 'of    = "Moonlight"'),
        ("dice  = 4\n", ""),
    )
    assert_incomplete(source, "[[defensive]]", "a Defensive Ability")


def assert_incomplete(source: str, table: str, needed: str) -> None:
    (mistake,) = mistakes_of(source).mistakes
    assert mistake.message == (
        f"the table {table} is missing: a hero that plays games needs {needed};"
        " with complete = false it serves odds only"
    )
    assert mistake.place == Place(1, 2, len("hero"))
    plays_no_games = source.replace("[hero]", "[hero]\ncomplete = false")
    read_hero(plays_no_games, "x.toml", "x", load_common(shipped_folder("heroes")))


def test_a_text_that_two_levels_share_is_blamed_once():
    source, (place,) = plant(('"prevent 1 x moon dmg"', '"«inflict» Chill to them"'))
    (mistake,) = mistakes_of(source).mistakes
    assert (mistake.place, mistake.where) == (place, "Pelt > text")


def test_a_line_with_a_mistake_hides_no_other_but_is_not_blamed_twice():
    """The roll may be what the misspelt line would have made."""
    source, (place,) = plant(("  roll 2 dice", "  «rol» 2 dice"))
    (mistake,) = mistakes_of(source).mistakes
    assert mistake.place == place


def test_a_misspelt_table_is_read_all_the_same():
    """Texts that name its tokens are not blamed for it."""
    source, (place,) = plant(('[[status]]\nname        = "Glow"', '[[«statsu»]]\nname        = "Glow"'))
    (mistake,) = mistakes_of(source).mistakes
    assert mistake.place == place

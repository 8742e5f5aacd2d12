"""What a designer is told: every mistake at once, each with its line, a caret and the nearest word."""

# ruff: noqa: E501 (the tables are wider than code)

from __future__ import annotations

import random
import re

import pytest

from dtsim.dicethrone.heroes.library import load_common
from dtsim.dicethrone.heroes.reader import read_hero
from dtsim.errors import FileError, nearest
from dtsim.files import shipped_folder

from .planting import GOOD, assert_one_mistake, mistakes_of, plant


def test_the_hero_into_which_mistakes_are_planted_has_none():
    read_hero(GOOD, "moon-warden.toml", "moon-warden", load_common(shipped_folder("heroes")))


TEN = [
    # a line of the good hero, the line with its mistake between « and », what is said, the nearest word
    ("complexity = 3", "«complexty» = 3", "unknown key 'complexty'", "complexity"),
    ('needs = "3/4/5 fang"', 'needs = "3/4/5 «fangs»"', "unknown die symbol 'fangs'", "fang"),
    (
        "  on moon: inflict Chill",
        "  on moon: inflict «Chil»",
        "unknown status effect 'Chil'",
        "Chill",
    ),
    ('text  = "deal 8 undefendable', 'text  = "deal 8 «undefendible»', "did not expect 'undefendible' here", "undefendable"),
    ('when = "upkeep"', 'when = «"upkep"»', "'when' cannot be 'upkep'", "upkeep"),
    ("stack_limit = 3", 'stack_limit = «"3"»', "'stack_limit' should be a whole number: take away the quotation marks", None),
    ('of    = "Bite"', 'of    = «"Bit"»', "unknown ability 'Bit'", "Bite"),
    ("cost  = 3\n", "", "'cost' is missing", None),
    ("activate 2 Howl", "activate 2 «Howel»", "unknown keyword or ability 'Howel'", "Howl"),
    ("set side to night", "set side to «nigth»", "unknown side 'nigth'", "night"),
]  # fmt: skip


def test_ten_mistakes_of_different_kinds_are_told_at_once():
    missing_cost = ('[[upgrade]]\nname  = "Pelt II"', '[[«upgrade»]]\nname  = "Pelt II"')
    source, places = plant(*((old, new) for old, new, _, _ in TEN), missing_cost)
    found = mistakes_of(source).mistakes
    assert [(mistake.message, mistake.place) for mistake in found] == [
        (message, place) for (_, _, message, _), place in zip(TEN, places, strict=True)
    ]
    assert [nearest(mistake.found, mistake.allowed) for mistake in found] == [word for *_, word in TEN]


def test_a_mistake_shows_its_line_a_caret_the_item_and_what_is_allowed():
    source, _ = plant(("inflict Chill", "inflict Chil"))
    assert str(mistakes_of(source)) == (
        "moon-warden.toml:17:20: unknown status effect 'Chil'\n"
        "   17 |   on moon: inflict Chil\n"
        "      |                    ^^^^\n"
        "        in Moonlight > text\n"
        "        did you mean 'Chill'? allowed here: Bleed, Blessing of Divinity, Chill, Cleanse, Concussion,"
        " Evasive, Glow, Guard Break, Knockdown, Light, Protect, Sleepless, Stun, Targeted\n"
        "1 mistake in moon-warden.toml"
    )


def test_carets_stand_under_the_words_also_behind_letters_of_other_alphabets():
    rule = 'also = [{ text = "gain Møøn, gain «Gløw»", when = «"upkép"» }]'
    source, places = plant(
        ('[[status.also]]\nwhen        = "gained at limit"\n', ""), ('text        = "receive 1 dmg"', rule)
    )
    named, moment = mistakes_of(source.replace('"Sleepless"', '"Møøn"').replace("Sleepless", "Møøn")).mistakes
    assert [named.place, moment.place] == places
    _, line, caret, *_ = moment.show("x", source.split("\n")).split("\n")
    assert line[caret.index("^") : caret.rindex("^") + 1] == '"upkép"'


# ---------------------------------------------------------------- one mistake at a time

SENTENCES = {
    "a misspelt verb": (
        '"gain 2 Glow', '"«gian» 2 Glow', "did not expect 'gian' here", "gain"),
    "a capital letter at the front": (
        '"gain 2 Glow', '"«Gain» 2 Glow', "did not expect 'Gain' here", "gain"),
    "a word that is none": (
        "deal 12 dmg", "deal 12 «damage»", "did not expect 'damage' here", "dmg"),
    "a sentence that stops too early": (
        "deal 12 dmg", "deal 12«»", "the sentence stops too early", None),
    "a number left out": (
        "deal 12 dmg", "deal «dmg»", "a number is missing before 'dmg'", None),
    "a number left out before cp": (
        "deal 12 dmg", "steal «cp» from opponent", "a number is missing before 'cp'", None),
    "a number that no game needs": (
        "deal 12 dmg", "deal «1200» dmg", "a number in a text should be at most 99", None),
    "and instead of a comma": (
        "gain 2 Glow, deal", "gain 2 Glow «and» deal", "did not expect 'and' here", None),
    "a comma in a requirement": (
        '"2 fang + 2 moon"', '"2 fang«,» 2 moon"', "did not expect ',' here", None),
    "a misspelt straight": (
        '"small straight"', '"«smal» straight"', "unknown die symbol 'smal'", "small straight"),
    "a straight of no length": (
        '"small straight"', '"«straight»"', "unknown die symbol 'straight'", "small straight"),
    "a face that no die has": (
        "on moon:", "on «7»:", "unknown die face '7'", None),
    "a range that runs off the die": (
        "on moon:", "on «5-8»:", "unknown die face '5-8'", None),
    "a range that runs backwards": (
        "on moon:", "on «4-2»:", "unknown die face '4-2'", None),
    "a symbol of another hero": (
        "1 x moon dmg", "1 x «moos» dmg", "unknown die symbol 'moos'", "moon"),
    "a keyword that is gained": (
        "gain 2 Glow", "gain «Howl»", "'Howl' is not a status effect: texts can only activate or forbid it", None),
    "a status effect that is activated": (
        "activate 2 Howl", "activate 2 «Glow»", "'Glow' is a status effect, not a keyword or ability", None),
    "a condition that is none": (
        "else: deal 7", "if you «own» 1+ Glow: deal 7", "did not expect 'own' here", None),
    "a colon left out": (
        "else: deal 7", "else «deal» 7", "did not expect 'deal' here", None),
    "an amount of dice that is none": (
        "dice = 3", 'dice = "«three»"', "did not expect 'three' here", "the"),
    "two lines where one belongs": (
        'needs = "5 star"', 'needs = «"5 star; 4 star"»', "'needs' should be one line", None),
    "a text that is not closed": (
        '  else: deal 7 dmg\n"""\n\n[[offensive]]\nname  = "Eclipse"\nside  = "night"\nneeds = "small straight"\ntext  = "deal 8 undefendable dmg"\n',
        '  else: deal 7 dmg\n\n«[[offensive]]»\nname  = "Eclipse"\n"""\n',
        'a table begins inside this text: the """ at its end is missing', None),
}  # fmt: skip


@pytest.mark.parametrize(("old", "new", "message", "guess"), SENTENCES.values(), ids=SENTENCES)
def test_a_sentence_that_cannot_be_read(old, new, message, guess):
    assert_one_mistake(old, new, message, guess)


TABLES = {
    "a misspelt table": (
        "[[keyword]]", "[[«keywrd»]]", "unknown table 'keywrd'", "keyword"),
    "a misspelt hero": (
        "[hero]", "[«heros»]", "unknown table 'heros'", "hero"),
    "a misspelt key": (
        "stack_limit = 3", "«stacklimit» = 3", "unknown key 'stacklimit'", "stack_limit"),
    "a key of another table": (
        'name = "Full Moon!"', 'name = "Full Moon!"\n«level» = 2', "unknown key 'level'", None),
    "one bracket too few": (
        "[[passive]]", "[«passive»]", "write [[passive]] with two brackets on either side: there may be several", None),
    "one bracket too few for a further rule": (
        "[[status.also]]", "[«status.also»]", "write [[status.also]] with two brackets on either side: there may be several", None),
    "one bracket too many": (
        "[hero]", "[[«hero»]]", "write [hero] with one bracket on either side: there is only one", None),
    "no [hero]": (
        '[hero]\nname  ', "«name»  ", "the table [hero] is missing", None),
    "a stray key": (
        "[hero]", "«health» = 50\n[hero]", "'health' stands above the first table: move it into one", None),
    "several keys left out": (
        '[[card]]\nname = "Full Moon!"\nplay = "main phase"\ncost = 2\n', '[[«card»]]\nname = "Full Moon!"\n', "'play' and 'cost' are missing", None),
    "a number in quotation marks": (
        "cost = 2", 'cost = «"2"»', "'cost' should be a whole number: take away the quotation marks", None),
    "a number with a fraction": (
        "cost = 2", "cost = «2.5»", "'cost' should be a whole number, found 2.5", None),
    "a number below its range": (
        "cost = 2", "cost = «-1»", "'cost' should be at least 0, found -1", None),
    "a number above its range": (
        "cost = 2", "cost = «16»", "'cost' should be at most 15, found 16", None),
    "words instead of true": (
        "persistent  = true", 'persistent  = «"yes"»', "'persistent' should be true or false, found 'yes'", None),
    "a number instead of words": (
        'needs = "5 star"', "needs = «5»", "'needs' should be text in quotation marks, found 5", None),
    "words instead of a list": (
        'of   = ["Glow", "Chill"]', 'of   = «"Glow"»', "'of' should be a list in brackets such as [\"...\"], found 'Glow'", None),
    "a list instead of a number": (
        "stack_limit = 3", "stack_limit = «[3]»", "'stack_limit' should be a whole number, found a list", None),
    "half of a Stack Limit": (
        "stack_limit = 3", "«stack_limit» = { you = 3 }", "'others' is missing", None),
    "a misspelt half of a Stack Limit": (
        "stack_limit = 3", "stack_limit = { you = 3, «other» = 2 }", "unknown key 'other'", "others"),
    "a kind that is none": (
        'kind        = "positive"', 'kind        = «"postive"»', "'kind' cannot be 'postive'", "positive"),
    "a lock that is none": (
        "persistent  = true", 'locked = [«"move"»]', "entry 1 of 'locked' cannot be 'move'", "remove"),
    "a limit that is none": (
        'limit = "2 per turn"', 'limit = «"twice per turn"»', "'limit' should read like '1 per turn' or '2 per game', found 'twice per turn'", None),
    "five symbols for six faces": (
        'dice       = ["fang", "fang", "fang", "moon", "moon", "star"]', 'dice       = «["fang", "fang", "moon", "moon", "star"]»',
        "'dice' should have six symbols, one for each face, found 5", None),
    "a face without quotation marks": (
        '"moon", "star"]', '"moon", «6»]', "entry 6 of 'dice' should be text in quotation marks, found 6", None),
    "a symbol with a capital letter": (
        '"moon", "star"]', '"moon", «"Star"»]', "'Star' cannot be a die symbol: use small letters and hyphens only", None),
    "a name without capital letters": (
        'name = "Light"', 'name = «"light show"»',
        "'light show' cannot be a name: its words begin with capital letters"
        " (but for of, the, a, and, in, with) and have no signs but ' ! ? . -", None),
    "an empty name": (
        'name = "Light"', 'name = «""»', "'name' is empty", None),
    "an empty text": (
        'text = "gain Glow"', 'text = «"  "»', "'text' is empty", None),
    "an empty requirement": (
        'needs = "5 star"', 'needs = «""»', "'needs' is empty", None),
    "an empty list": (
        'of   = ["Glow", "Chill"]', "of   = «[]»", "'of' is empty", None),
}  # fmt: skip


@pytest.mark.parametrize(("old", "new", "message", "guess"), TABLES.values(), ids=TABLES)
def test_a_table_that_has_the_wrong_shape(old, new, message, guess):
    assert_one_mistake(old, new, message, guess)


def test_a_word_of_the_language_cannot_be_a_die_symbol():
    source, (place,) = plant(('"moon", "star"]', '"moon", «"deal"»]'))
    first, *_ = mistakes_of(source).mistakes
    assert (first.message, first.place) == (
        "'deal' cannot be a die symbol: it is a word of the card language",
        place,
    )


# ---------------------------------------------------------------- any mistake at all


@pytest.mark.parametrize("seed", range(8))
def test_no_garbled_file_ends_in_a_traceback(seed):
    """Lines are lost, doubled and swapped, characters and words change: a hero or a FileError, nothing else."""
    chance = random.Random(seed)
    words = re.findall(r"\S+", GOOD)
    for _ in range(60):
        source = _garbled(GOOD.split("\n"), words, chance)
        try:
            read_hero(source, "x.toml", "x", load_common(shipped_folder("heroes")))
        except FileError as error:
            for mistake in error.mistakes:
                assert 1 <= mistake.place.line <= source.count("\n") + 1
                assert mistake.place.column >= 1


def _garbled(lines: list[str], words: list[str], chance: random.Random) -> str:
    for _ in range(chance.randint(1, 3)):
        at, other = chance.randrange(len(lines)), chance.randrange(len(lines))
        cut = chance.randrange(len(lines[at]) + 1)
        match chance.randrange(6):
            case 0:
                del lines[at]
            case 1:
                lines.insert(at, lines[other])
            case 2:
                lines[at], lines[other] = lines[other], lines[at]
            case 3:
                lines[at] = lines[at][:cut] + lines[at][cut + 1 :]
            case 4:
                lines[at] = lines[at][:cut] + chance.choice("\"'[]{}=,;:#/+-x09éß\\\t ") + lines[at][cut:]
            case 5:
                parts = lines[at].split(" ")
                parts[chance.randrange(len(parts))] = chance.choice(words)
                lines[at] = " ".join(parts)
    return "\n".join(lines)

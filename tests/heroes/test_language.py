"""The card language: each word of it means one thing."""

from __future__ import annotations

import re

import pytest

from dtsim.dicethrone.heroes import grammar
from dtsim.dicethrone.heroes.model.amounts import (
    AtMost,
    Best,
    Counted,
    Every,
    Fixed,
    Half,
    Ladder,
    Lookup,
    Register,
    Sum,
    Times,
    UpTo,
)
from dtsim.dicethrone.heroes.model.lines import Action, Condition, Else, If, Line, May, On, Spend
from dtsim.dicethrone.heroes.model.needs import Faces, Need, OfAKind, Show, Straight
from dtsim.dicethrone.heroes.model.things import Cards, Counter, Damage, Dice, Status, ThisToken, Who, Word
from dtsim.dicethrone.heroes.words import VERBS as ALL_VERBS

from .sentences import CLAW, LOW, MOON, STAR, read, words_of_the_language

YOU, OPPONENT, THEM = Who("you"), Who("opponent"), Who("them")
RAGE, THORN, WOLF = Counter("Rage"), Counter("Thorn"), Counter("Wolf")
CP, HEALTH, ATTEMPT = Word("cp"), Word("health"), Word("roll attempt")
HEAL = Action("heal", None, Fixed(1))


def one(action: Action) -> Line:
    return Line(((action,),))


# ---------------------------------------------------------------- verbs, and the things they act on

VERBS = {
    "gain Rage": Action("gain", None, Fixed(1), RAGE),
    "gain 2 Rage": Action("gain", None, Fixed(2), RAGE),
    "gain all Rage": Action("gain", None, Every(), RAGE),
    "gain 3 cp": Action("gain", None, Fixed(3), CP),
    "gain 1 roll attempt": Action("gain", None, Fixed(1), ATTEMPT),
    "gain 2 health": Action("gain", None, Fixed(2), HEALTH),
    "inflict Thorn": Action("inflict", None, Fixed(1), THORN),
    "inflict 2 Thorn to defender": Action("inflict", None, Fixed(2), THORN, to=Who("defender")),
    "remove 1 Rage": Action("remove", None, Fixed(1), RAGE),
    "remove 1 x claw cp from opponent": Action(
        "remove", None, Times(1, Counted("faces", CLAW)), CP, source=OPPONENT
    ),
    "remove 4 health": Action("remove", None, Fixed(4), HEALTH),
    "remove 2 roll attempts from opponent": Action("remove", None, Fixed(2), ATTEMPT, source=OPPONENT),
    "remove this token": Action("remove", None, Fixed(1), ThisToken()),
    "remove 1 status from chosen player": Action(
        "remove", None, Fixed(1), Status(), source=Who("chosen player")
    ),
    "remove all negative statuses": Action("remove", None, Every(), Status("negative")),
    "heal 2": Action("heal", None, Fixed(2)),
    "draw 2 cards": Action("draw", None, Fixed(2), Cards()),
    "draw 1 chosen card": Action("draw", None, Fixed(1), Cards("chosen")),
    "draw all seen upgrades": Action("draw", None, Every(), Cards("seen", upgrades=True)),
    "discard all cards": Action("discard", None, Every(), Cards()),
    "they discard 1 random card": Action("discard", THEM, Fixed(1), Cards("random")),
    "raise Rage by 1": Action("raise", None, Fixed(1), RAGE),
    "set health to 1": Action("set", None, Fixed(1), HEALTH),
    "set side to human": Action("set", thing=Word("side"), to=Word("human")),
    "set side to Great Beast": Action("set", thing=Word("side"), to=Word("Great Beast")),
    "deal 5 dmg": Action("deal", None, Fixed(5), Damage()),
    "deal 5 undefendable dmg": Action("deal", None, Fixed(5), Damage("undefendable")),
    "deal 5 pure dmg": Action("deal", None, Fixed(5), Damage("pure")),
    "deal 5 ultimate dmg": Action("deal", None, Fixed(5), Damage("ultimate")),
    "deal 2 collateral dmg to all opponents": Action(
        "deal", None, Fixed(2), Damage("collateral"), to=Who("all opponents")
    ),
    "deal 1 isolated undefendable dmg": Action("deal", None, Fixed(1), Damage("undefendable", True)),
    "deal 1 isolated dmg": Action("deal", None, Fixed(1), Damage("normal", True)),
    "receive 3 x Thorn dmg": Action("receive", None, Times(3, Counted("counter", counter=THORN)), Damage()),
    "add 2 dmg": Action("add", None, Fixed(2), Damage()),
    "add half dmg": Action("add", None, Half(None), Damage()),
    "multiply dmg by 2": Action("multiply", None, Fixed(2), Damage()),
    "prevent 3 dmg": Action("prevent", None, Fixed(3), Damage()),
    "prevent half dmg": Action("prevent", None, Half(None), Damage()),
    "prevent all dmg": Action("prevent", None, Every(), Damage()),
    "prevent 1 negative status": Action("prevent", None, Fixed(1), Status("negative")),
    "make the attack undefendable": Action("make", thing=Word("undefendable")),
    "make the attack defendable": Action("make", thing=Word("defendable")),
    "make the attack pure": Action("make", thing=Word("pure")),
    "roll 1 die": Action("roll", None, Fixed(1)),
    "roll 1 x Thorn dice": Action("roll", None, Times(1, Counted("counter", counter=THORN))),
    "duel 1 die": Action("duel", None, Fixed(1)),
    "reroll 1 of your dice": Action("reroll", None, Fixed(1), Dice("your")),
    "reroll up to 2 of opponent dice": Action("reroll", None, UpTo(Fixed(2)), Dice("opponent")),
    "reroll 1 of chosen ally dice": Action("reroll", None, Fixed(1), Dice("chosen ally")),
    "reroll all dice": Action("reroll", None, Every(), Dice()),
    "reroll them": Action("reroll", thing=Dice("them")),
    "change 1 die by 1": Action("change", None, Fixed(1), Dice(), to=Word("by 1")),
    "change 1 of your dice to 4-5": Action(
        "change", None, Fixed(1), Dice("your"), to=Faces("4-5", frozenset({4, 5}))
    ),
    "change 2 dice to any": Action("change", None, Fixed(2), Dice(), to=Word("any")),
    "change 1 of your dice to another": Action("change", None, Fixed(1), Dice("your"), to=Word("another")),
    "change 1 Sprout to Bush": Action("change", None, Fixed(1), Counter("Sprout"), to=Counter("Bush")),
    "steal 1 cp": Action("steal", None, Fixed(1), CP),
    "steal 1 x star health": Action("steal", None, Times(1, Counted("faces", STAR)), HEALTH),
    "steal 1 positive status from chosen opponent": Action(
        "steal", None, Fixed(1), Status("positive"), source=Who("chosen opponent")
    ),
    "transfer Wolf to chosen player": Action("transfer", thing=WOLF, to=Who("chosen player")),
    "transfer this token to chosen player": Action("transfer", thing=ThisToken(), to=Who("chosen player")),
    "transfer 1 status from chosen player to chosen player": Action(
        "transfer", None, Fixed(1), Status(), Who("chosen player"), Who("chosen player")
    ),
    "transfer all dmg to Wolf": Action("transfer", None, Every(), Damage(), to=WOLF),
    "transfer any dmg to chosen ally": Action("transfer", None, UpTo(None), Damage(), to=Who("chosen ally")),
    "skip upkeep phase": Action("skip", thing=Word("upkeep phase")),
    "skip income phase": Action("skip", thing=Word("income phase")),
    "skip targeting roll phase": Action("skip", thing=Word("targeting phase")),
    "skip defensive roll phase": Action("skip", thing=Word("defensive phase")),
    "skip the ability": Action("skip", thing=Word("the ability")),
    "skip roll attempt": Action("skip", thing=ATTEMPT),
    "repeat offensive roll phase": Action("repeat", thing=Word("offensive phase")),
    "forbid actions": Action("forbid", thing=Word("actions")),
    "forbid cards": Action("forbid", thing=Word("cards")),
    "forbid defence": Action("forbid", thing=Word("defence")),
    "forbid dmg": Action("forbid", thing=Word("dmg")),
    "forbid 6": Action("forbid", thing=Faces("6", frozenset({6}))),
    "forbid Moon Bite": Action("forbid", thing=Word("Moon Bite")),
    "activate Howl": Action("activate", thing=Word("Howl")),
    "activate 3 Howl": Action("activate", None, Fixed(3), Word("Howl")),
    "activate up to 2 Trick": Action("activate", None, UpTo(Fixed(2)), Word("Trick")),
    "activate X Marks the Den": Action("activate", thing=Word("X Marks the Den")),
    "choose 1 player": Action("choose", None, Fixed(1), Word("player")),
    "choose up to 2 opponents": Action("choose", None, UpTo(Fixed(2)), Word("opponent")),
    "choose 1 ally": Action("choose", None, Fixed(1), Word("ally")),
    "choose 1 of opponent dice": Action("choose", None, Fixed(1), Dice("opponent")),
    "play 1 free upgrade": Action("play", None, Fixed(1), Cards("", True, True)),
    "play 1 free chosen upgrade": Action("play", None, Fixed(1), Cards("chosen", True, True)),
    "play up to 2 seen cards": Action("play", None, UpTo(Fixed(2)), Cards("seen")),
    "look at 3 cards": Action("look", None, Fixed(3), Cards()),
    "look at their hand": Action("look", thing=Word("their hand")),
    "look at opponent hand": Action("look", thing=Word("opponent hand")),
}


@pytest.mark.parametrize("sentence", VERBS)
def test_a_verb_acts_on_its_thing(sentence):
    assert read(sentence) == one(VERBS[sentence])


# these take no subject, or have one in the table
ALONE = ("they", "raise", "set", "multiply", "make", "transfer", "forbid", "activate", "look", "reroll them")


@pytest.mark.parametrize("sentence", [sentence for sentence in VERBS if not sentence.startswith(ALONE)])
def test_a_subject_bends_the_verb_but_not_its_meaning(sentence):
    verb, rest = sentence.partition(" ")[::2]
    expected = VERBS[sentence]
    said = Action(verb, Who("chosen ally"), expected.amount, expected.thing, expected.source, expected.to)
    assert read(f"chosen ally {verb}s {rest}") == one(said)


# ---------------------------------------------------------------- who

PEOPLE = {
    "you": YOU,
    "opponent": OPPONENT,
    "attacker": Who("attacker"),
    "defender": Who("defender"),
    "owner": Who("owner"),
    "everyone": Who("everyone"),
    "they": THEM,
    "chosen player": Who("chosen player"),
    "chosen opponent": Who("chosen opponent"),
    "chosen ally": Who("chosen ally"),
    "up to 2 chosen opponents": Who("chosen opponent", 2),
    "up to 3 chosen players": Who("chosen player", 3),
    "all opponents": Who("all opponents"),
    "all allies": Who("all allies"),
    "holder of Wolf": Who("holder", counter=WOLF),
}


@pytest.mark.parametrize("words", PEOPLE)
def test_a_player_is_named_as_subject(words):
    assert read(f"{words} receives 1 dmg") == one(Action("receive", PEOPLE[words], Fixed(1), Damage()))


@pytest.mark.parametrize("words", PEOPLE)
def test_a_player_is_named_as_target(words):
    target = "them" if words == "they" else words
    assert read(f"inflict Thorn to {target}") == one(
        Action("inflict", None, Fixed(1), THORN, to=PEOPLE[words])
    )


# ---------------------------------------------------------------- amounts

AMOUNTS = {
    "3": Fixed(3),
    "3/4/5": Ladder((3, 4, 5)),
    "1/3/5 by Thorn": Lookup((1, 3, 5), Counted("counter", counter=THORN)),
    "2 x claw": Times(2, Counted("faces", CLAW)),
    "2 x full-moon": Times(2, Counted("faces", MOON)),
    "1 x 1-2": Times(1, Counted("faces", LOW)),
    "1 x 6": Times(1, Counted("faces", Faces("6", frozenset({6})))),
    "1 x pair of claw": Times(1, Counted("pair", CLAW)),
    "1 x Rage": Times(1, Counted("counter", counter=RAGE)),
    "1 x old Rage": Times(1, Counted("counter", counter=Counter("Rage", "old"))),
    "1 x new Rage": Times(1, Counted("counter", counter=Counter("Rage", "new"))),
    "1 x cp": Times(1, Counted("cp")),
    "1 x health": Times(1, Counted("health")),
    "1 x card": Times(1, Counted("card")),
    "1 x upgrade": Times(1, Counted("upgrade")),
    "1 x spent": Times(1, Counted("spent")),
    "1 x reroll": Times(1, Counted("reroll")),
    "cp": Register("cp"),
    "the roll": Register("the roll"),
    "incoming": Register("incoming"),
    "dmg dealt": Register("dmg dealt"),
    "half": Half(None),
    "half cp": Half(Register("cp")),
    "half the roll": Half(Register("the roll")),
    "half incoming": Half(Register("incoming")),
    "all": Every(),
    "any": UpTo(None),
    "up to 2": UpTo(Fixed(2)),
    "up to 1 x claw": UpTo(Times(1, Counted("faces", CLAW))),
    "best 2 dice": Best(2),
    "1 + 2 x claw + 1 x star": Sum(
        (Fixed(1), Times(2, Counted("faces", CLAW)), Times(1, Counted("faces", STAR)))
    ),
    "2 x claw at most 5": AtMost(Times(2, Counted("faces", CLAW)), 5),
    "cp + 5": Sum((Register("cp"), Fixed(5))),
}


@pytest.mark.parametrize("words", AMOUNTS)
def test_an_amount_is_read_the_same_alone_and_in_a_sentence(words):
    assert read(words, "amount") == AMOUNTS[words]
    assert read(f"heal {words}") == one(Action("heal", None, AMOUNTS[words]))
    assert read(f"deal {words} dmg") == one(Action("deal", None, AMOUNTS[words], Damage()))


# ---------------------------------------------------------------- conditions

CONDITIONS = {
    "you have 3+ Rage": Condition("has", 3, False, YOU, Counted("counter", counter=RAGE)),
    "opponent has 0 Thorn": Condition("has", 0, True, OPPONENT, Counted("counter", counter=THORN)),
    "you have 1+ old Rage": Condition(
        "has", 1, False, YOU, Counted("counter", counter=Counter("Rage", "old"))
    ),
    "attacker has 2+ cp": Condition("has", 2, False, Who("attacker"), Counted("cp")),
    "you have 5+ cards": Condition("has", 5, False, YOU, Counted("card")),
    "you have 3+ upgrade": Condition("has", 3, False, YOU, Counted("upgrade")),
    "holder of Wolf has 1+ Thorn": Condition(
        "has", 1, False, Who("holder", counter=WOLF), Counted("counter", counter=THORN)
    ),
    "dmg is 6+": Condition("dmg_is", 6),
    "4+ dmg was dealt": Condition("dmg_was", 4, word="dealt"),
    "4+ dmg was added": Condition("dmg_was", 4, word="added"),
    "4+ dmg was prevented": Condition("dmg_was", 4, word="prevented"),
    "2+ were spent": Condition("was_spent", 2),
    "the roll is 14+": Condition("roll_is", 14),
    "the roll is 7": Condition("roll_is", 7, True),
    "your roll is greater": Condition("roll_is_greater"),
    "your roll is equal or greater": Condition("roll_is_not_less"),
    "the attack is normal": Condition("attack_is", word="normal"),
    "the attack is ultimate": Condition("attack_is", word="ultimate"),
    "the attack is undefendable": Condition("attack_is", word="undefendable"),
    "the attack is pure": Condition("attack_is", word="pure"),
    "the attack is defended": Condition("attack_is", word="defended"),
    "3+ roll attempts were used": Condition("attempts_used", 3),
    "an attack was made": Condition("attack_made"),
    "you are attacked": Condition("you_are_attacked"),
    "you are attacking": Condition("you_are_attacking"),
    "you are the start player": Condition("you_are_start_player"),
    "side is human": Condition("side_is", word="human"),
    "side is Great Beast": Condition("side_is", word="Great Beast"),
    "phase is main": Condition("phase_is", word="main"),
    "phase is defensive": Condition("phase_is", word="defensive"),
    "health is 10+": Condition("health_is", 10),
    "the ability needs star": Condition("ability_needs", word="star"),
    "1+ upgrade was seen": Condition("was_seen", 1, word="upgrade"),
}


def _negated(condition: Condition) -> Condition:
    c = condition
    return Condition(c.about, c.least, c.exact, c.who, c.counted, c.word, True)


@pytest.mark.parametrize("words", CONDITIONS)
def test_a_condition_is_read_the_same_as_guard_and_as_key(words):
    assert read(words, "condition") == CONDITIONS[words]
    assert read(f"if {words}: heal 1") == Line(((HEAL,),), (If(CONDITIONS[words]),))


@pytest.mark.parametrize("words", CONDITIONS)
def test_every_condition_can_be_denied(words):
    assert read(f"not {words}", "condition") == _negated(CONDITIONS[words])


def test_the_attack_is_denied_in_either_place():
    assert read("the attack is not ultimate", "condition") == read("not the attack is ultimate", "condition")
    assert read("not the attack is not ultimate", "condition") == read("the attack is ultimate", "condition")


# ---------------------------------------------------------------- guards, lines, links

GUARDS = {
    "else": (Else(),),
    "may": (May(),),
    "they may": (May(THEM),),
    "opponent may": (May(OPPONENT),),
    "else, may": (Else(), May()),
    "spend Rage": (Spend(Fixed(1), RAGE),),
    "spend 2 Rage": (Spend(Fixed(2), RAGE),),
    "spend 2 cp": (Spend(Fixed(2), CP),),
    "spend 1 card": (Spend(Fixed(1), Cards()),),
    "spend 1 status": (Spend(Fixed(1), Status()),),
    "spend up to 3 cp": (Spend(UpTo(Fixed(3)), CP),),
    "spend any Rage": (Spend(UpTo(None), RAGE),),
    "opponent may spend 2 cp": (Spend(Fixed(2), CP, OPPONENT),),
    "else, spend 2 cp, spend 1 Rage": (Else(), Spend(Fixed(2), CP), Spend(Fixed(1), RAGE)),
    "on claw": (On((Need((Show(1, CLAW),)),)),),
    "on 2 claw + 1 star": (On((Need((Show(2, CLAW), Show(1, STAR))),)),),
    "on claw or star": (On((Need((Show(1, CLAW),)), Need((Show(1, STAR),)))),),
    "on 0 claw": (On((Need((Show(0, CLAW),)),)),),
    "on 1-2": (On((Need((Show(1, LOW),)),)),),
    "on 4 of a kind": (On((Need((OfAKind(4),)),)),),
    "on small straight": (On((Need((Straight(4),)),)),),
    "on star, may": (On((Need((Show(1, STAR),)),)), May()),
    "on star, if dmg is 3+": (On((Need((Show(1, STAR),)),)), If(Condition("dmg_is", 3))),
}


@pytest.mark.parametrize("words", GUARDS)
def test_guards_stand_before_the_colon(words):
    assert read(f"{words}: heal 1") == Line(((HEAL,),), GUARDS[words])


def test_a_comma_joins_actions_and_or_parts_options():
    line = read("gain Rage, heal 1 or draw 2 cards or deal 1 dmg, heal 1")
    assert line.options == (
        (Action("gain", None, Fixed(1), RAGE), HEAL),
        (Action("draw", None, Fixed(2), Cards()),),
        (Action("deal", None, Fixed(1), Damage()), HEAL),
    )


@pytest.mark.parametrize(
    ("words", "link"), [("then", "then"), ("Then", "then"), ("additionally", "additionally")]
)
def test_a_link_opens_the_line(words, link):
    assert read(f"{words} heal 1") == Line(((HEAL,),), (), link)
    assert read(f"{words} if dmg is 3+: heal 1") == Line(((HEAL,),), (If(Condition("dmg_is", 3)),), link)


def test_names_may_hold_small_words_apostrophes_and_single_letters():
    names = ["Wolf's Bond", "Song of the Deep", "Night Eye", "X"]
    assert read(",".join(f"gain {name}" for name in names)).options == (
        tuple(Action("gain", None, Fixed(1), Counter(name)) for name in names),
    )


def test_every_word_of_the_language_is_read_in_some_sentence_above():
    others = "then additionally not large"  # read by tests of their own, `large` in test_dice_words.py
    sentences = " ".join((*VERBS, *PEOPLE, *AMOUNTS, *CONDITIONS, *GUARDS, others))
    assert words_of_the_language() - set(re.findall("[a-z]+", sentences)) == set()


def test_the_verbs_are_those_of_the_table():
    assert set(ALL_VERBS) == {sentence.split()[0] for sentence in VERBS} - {"they"}


# ---------------------------------------------------------------- the parser is kept between runs


@pytest.fixture
def kept(tmp_path, monkeypatch):
    """The file of the parser, in a cache of its own."""
    monkeypatch.setattr(grammar, "cache_folder_of", lambda _: tmp_path)
    grammar.grammar.__wrapped__()
    (file,) = tmp_path.iterdir()
    return file


def test_a_parser_from_the_cache_reads_like_a_new_one(kept, monkeypatch):
    monkeypatch.setattr(grammar, "_build", None)  # nothing is built the second time
    again = grammar.grammar.__wrapped__()
    fresh = grammar.grammar()
    assert again.parse("deal 5 dmg", start="line") == fresh.parse("deal 5 dmg", start="line")
    assert [terminal.name for terminal in again.terminals] == [terminal.name for terminal in fresh.terminals]


@pytest.mark.parametrize("content", [b"", b"no parser", b"\x80\x04N."])
def test_a_broken_file_in_the_cache_is_written_anew(kept, content):
    kept.write_bytes(content)
    assert grammar.grammar.__wrapped__().parse("deal 5 dmg", start="line")
    assert grammar._kept(kept) is not None


def test_a_cache_that_cannot_be_written_is_done_without(tmp_path, monkeypatch):
    monkeypatch.setattr(grammar, "cache_folder_of", lambda _: tmp_path / "missing")
    assert grammar.grammar.__wrapped__().parse("deal 5 dmg", start="line")

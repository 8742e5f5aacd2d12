"""Every word that the language knows is played or refused: none is read over."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from dtsim.dicethrone.heroes.model.amounts import Fixed, Half, Register
from dtsim.dicethrone.heroes.model.lines import Action, Condition, Guard, If, Line
from dtsim.dicethrone.heroes.model.things import Counter, Damage, Status, ThisToken, Who, Word
from dtsim.dicethrone.program import layout as L
from dtsim.dicethrone.program.builder import Builder, CannotPlay
from dtsim.dicethrone.program.compiler import compile_heroes
from dtsim.dicethrone.program.reading import Reading
from dtsim.dicethrone.program.texts import compile_text
from tests.heroes.sentences import COUNTERS, SYMBOLS
from tests.heroes.test_language import AMOUNTS, CONDITIONS, GUARDS, HEAL, PEOPLE, VERBS

from .blows import fighter, strike
from .scene import end_turn, finish, go_to

DICE = ("claw", "claw", "claw", "full-moon", "full-moon", "star")
assert set(DICE) == set(SYMBOLS)


class Compiler:
    """Compiles sentences with one builder, so that what is the same is written once and can be compared."""

    def __init__(self) -> None:
        self.builder = Builder(sorted(COUNTERS))
        keywords = {"Howl": (Line(((HEAL,),)),)}
        self.reading = Reading(self.builder, ("human", "Great Beast"), DICE, keywords)
        self.howl = compile_text(keywords["Howl"], self.reading)

    def rows(self, line: Line) -> tuple[int, ...] | None:
        """The rows of a sentence, or None if it is refused."""
        try:
            place = compile_text((line,), self.reading)
        except CannotPlay:
            return None
        words = self.builder.words[place:]
        for row in range(0, len(words), L.ROW):
            words[row + L.JUMP] -= place
            if words[row] == L.OP_ACTIVATE:
                words[row + 3] = self.howl
        return tuple(words)


# ---------------------------------------------------------------- what is refused altogether

REFUSED = {
    "draw 1 chosen card", "draw all seen upgrades", "transfer Wolf to chosen player",
    "transfer any dmg to chosen ally", "skip upkeep phase", "skip targeting roll phase",
    "forbid actions", "forbid cards", "forbid defence", "forbid dmg", "forbid 6", "forbid Moon Bite",
    "activate 3 Howl", "activate up to 2 Trick", "activate X Marks the Den",
    "play 1 free upgrade", "play 1 free chosen upgrade", "play up to 2 seen cards", "look at 3 cards",
}  # fmt: skip


@pytest.mark.parametrize("sentence", VERBS)
def test_a_sentence_is_played_or_refused(sentence: str) -> None:
    assert (Compiler().rows(Line(((VERBS[sentence],),))) is None) == (sentence in REFUSED)


# ---------------------------------------------------------------- no word is read over


def variations(action: Action) -> Iterator[Action]:
    """The action with one part of it said differently."""
    yield action
    yield from (replace(action, who=who) for who in PEOPLE.values())
    amounts = (amount for words, amount in AMOUNTS.items() if words != "1 x 6")  # which is a star
    yield from (replace(action, amount=amount) for amount in amounts)
    yield from (replace(action, source=who) for who in PEOPLE.values())
    if action.to is None or isinstance(action.to, Who):
        yield from (replace(action, to=who) for who in PEOPLE.values())
    match action.thing:
        case Counter(name):
            yield from (replace(action, thing=Counter(name, age)) for age in ("old", "new"))
            yield replace(action, thing=Counter("X"))
        case Status():
            yield from (replace(action, thing=Status(sign)) for sign in ("", "positive", "negative"))
        case Damage():
            for kind in ("normal", "undefendable", "pure", "collateral", "ultimate"):
                yield from (replace(action, thing=Damage(kind, isolated)) for isolated in (False, True))


def is_sayable(action: Action) -> bool:
    """Has the grammar room for it?"""
    alone = ("raise", "set", "multiply", "make", "transfer", "forbid", "activate", "look")
    if action.who is not None and (action.verb in alone or action.thing == Word("them")):
        return False
    if action.verb == "multiply" and not isinstance(action.amount, Fixed):
        return False
    if action.source is not None and action.verb not in ("remove", "steal", "transfer"):
        return False
    if isinstance(action.to, Who) and action.verb not in ("inflict", "deal", "transfer"):
        return False
    plain = action.verb in ("add", "multiply", "prevent", "transfer")
    return not (plain and isinstance(action.thing, Damage) and action.thing != Damage())


def meaning(action: Action) -> Action:
    """The same for sentences that mean the same in a duel."""
    who, source, to = action.who, action.source, action.to
    you, opponent = Who("you"), Who("opponent")
    if action.verb == "remove":
        who, source = None, source or who
        if source == you:
            source = None
    if who == you or (action.verb == "prevent" and who == Who("chosen ally")):
        who = None
    if action.verb == "steal" and source == opponent:
        source = None
    if action.verb in ("inflict", "deal") and to == opponent:
        to = None
    if action.verb == "transfer" and action.thing == ThisToken():
        to = None  # there is one other player
    if action.verb == "transfer" and source == you:
        source = None
    if action.amount == Half(Register("incoming")) and to == Who("attacker"):
        to = None
    return replace(action, who=who, source=source, to=to)


@pytest.mark.parametrize("sentence", VERBS)
def test_a_sentence_that_says_something_else_is_played_otherwise_or_refused(sentence: str) -> None:
    compiler = Compiler()
    known: dict[tuple[int, ...], Action] = {}
    for action in filter(is_sayable, variations(VERBS[sentence])):
        rows = compiler.rows(Line(((action,),)))
        if rows is not None:
            other = known.setdefault(rows, action)
            assert meaning(other) == meaning(action)


def test_conditions_that_ask_something_else_are_asked_otherwise_or_refused() -> None:
    compiler = Compiler()
    known: dict[tuple[int, ...], Condition] = {}
    refused = set()
    for words, condition in CONDITIONS.items():
        for asked in (condition, replace(condition, negated=not condition.negated)):
            rows = compiler.rows(Line(((HEAL,),), (If(asked),)))
            if rows is None:
                refused.add(words)
            else:
                assert known.setdefault(rows, asked) == asked
    assert refused == {"holder of Wolf has 1+ Thorn", "1+ upgrade was seen"}


def test_guards_that_say_something_else_are_played_otherwise_or_refused() -> None:
    compiler = Compiler()
    known: dict[tuple[int, ...], Any] = {}
    refused = set()
    for words, guards in GUARDS.items():
        rows = compiler.rows(Line(((HEAL,),), guards))
        if rows is None:
            refused.add(words)
        else:
            assert known.setdefault(rows, guards) == guards
    assert refused == {"spend 1 card", "spend 1 status"}


@pytest.mark.parametrize("who", ["everyone", "chosen player"])
@pytest.mark.parametrize("guard", ["may", "spend"])
def test_only_one_player_may(guard: str, who: str) -> None:
    made: Guard = replace(GUARDS[f"they {guard}" if guard == "may" else "spend 2 cp"][0], who=Who(who))
    assert Compiler().rows(Line(((HEAL,),), (made,))) is None


# ---------------------------------------------------------------- keys of the tables

TOKEN = '[[status]]\nname = "Bell"\nkind = "positive"\nstack_limit = 2\n'
PASSIVE = '[[passive]]\nname = "Vigil"\n'
CARD = '[[card]]\nname = "Ring!"\ncost = 0\n'


@pytest.mark.parametrize(
    ("passage", "message"),
    [
        (TOKEN + 'when = "removed"\nif = "you have 3+ cp"\ntext = "heal 1"', "'if' at 'removed'"),
        (TOKEN + 'when = "gained at limit"\nlimit = "1 per turn"\ntext = "heal 1"', "'limit' at 'gained at"),
        (TOKEN + 'when = "defeated"\nwhose = "opponent"\ntext = "set health to 1"', "'whose' at 'defeated'"),
        (TOKEN + 'spend = "any time"\nwhose = "opponent"\ntext = "heal 1"', "'whose' at 'any time'"),
        (TOKEN + 'when = "upkeep"\nof = "Blow"\ntext = "heal 1"', "'of' at 'upkeep'"),
        (TOKEN + 'when = "always"\ntext = "if you have 3+ cp: forbid actions"', "under a condition"),
        (PASSIVE + 'when = "always"\ntext = "forbid cards"', "'always' for tokens only"),
        (
            PASSIVE + 'when = "upkeep"\ntext = "attacker gains 1 cp"',
            "no attacker and no defender at 'upkeep'",
        ),
        (PASSIVE + 'when = "upkeep"\ntext = "owner gains 1 cp"', "only the text of a token has an owner"),
        (CARD + 'play = "instant"\ntext = "remove this token"', "only the text of a token has an owner"),
        (CARD + 'play = "instant"\ntext = "heal dmg dealt"', "the damage dealt only for abilities"),
        (CARD + 'play = "roll phase"\ntext = "make the attack pure"', "only make the attack undefendable"),
        ('[[keyword]]\nname = "Dive"\nlimit = "1 per turn"\ntext = "heal 1"', "'limit' of a keyword"),
        ('[[keyword]]\nname = "Dive"\nif = "you have 1+ cp"\ntext = "heal 1"', "'if' of a keyword"),
        (
            TOKEN + "persistent = true\n[[group]]\nname = 'Bells'\nof = ['Bell']\nstack_limit = 2",
            "a limit that",
        ),
    ],
)
def test_a_key_that_would_not_be_read_is_refused(passage: str, message: str) -> None:
    hero = fighter(more=passage)
    with pytest.raises(CannotPlay, match=message):
        compile_heroes([hero, hero])


def test_an_ability_that_adds_to_damage_which_is_not_there_yet_is_refused() -> None:
    hero = fighter("add 2 dmg; deal 5 dmg")
    with pytest.raises(CannotPlay, match="must deal damage before it can add to it"):
        compile_heroes([hero, hero])


def test_a_limit_by_the_game_outlasts_the_turn() -> None:
    for limit, cp in (("1 per turn", 2), ("1 per game", 1)):
        passive = f'[[passive]]\nname = "Vigil"\nwhen = "upkeep"\nwhose = "anyone"\nlimit = "{limit}"\n'
        game = strike(fighter(more=passive + 'text = "gain 1 cp"'), fighter(), {"cp": 0})
        go_to(end_turn(game), "keep")
        assert game.players[0].cp == cp + 1  # and one by the Income


def test_an_ability_may_heal_what_it_dealt() -> None:
    game = strike(fighter("heal dmg dealt; deal 5 undefendable dmg"), fighter(), {"health": 20})
    assert [player.health for player in finish(game).players] == [25, 45]

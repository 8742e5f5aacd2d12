"""From the parse tree of a sentence to the model."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from lark import Token, Transformer, Tree, v_args

from dtsim.dicethrone.heroes.model.amounts import (
    Amount,
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
from dtsim.dicethrone.heroes.model.lines import Action, Condition, Else, Guard, If, Line, May, On, Spend
from dtsim.dicethrone.heroes.model.needs import Faces, Need, OfAKind, Show, Straight
from dtsim.dicethrone.heroes.model.things import Cards, Counter, Damage, Dice, Status, ThisToken, Who, Word
from dtsim.dicethrone.heroes.names import Names
from dtsim.dicethrone.heroes.places import Sentence
from dtsim.dicethrone.heroes.plain_words import COUNTING_QUESTIONS, PLAIN_QUESTIONS, meaning_of
from dtsim.dicethrone.heroes.vocabulary import Vocabulary
from dtsim.errors import Place


@dataclass(frozen=True, slots=True)
class _Count:
    number: int
    exact: bool


class Meaning(Transformer[Token, Any]):
    """Turns a parse tree into the model, node by node."""

    def __init__(self, vocabulary: Vocabulary, sentence: Sentence, start: str, where: str) -> None:
        super().__init__()
        self.sentence = sentence
        self.names = Names(vocabulary, sentence, start, where)

    def __default__(self, data: Any, children: list[Any], meta: Any) -> Any:
        """The many nodes that are only a word."""
        name = str(data)
        plain = meaning_of(name)
        if plain is not None:
            return plain
        if name in PLAIN_QUESTIONS:
            return Condition(name)
        if name in COUNTING_QUESTIONS:
            return Condition(name, children[0].number, children[0].exact)
        return Tree(data, children, meta)

    # ---- lines

    def line(self, parts: list[Any]) -> Line:
        link = next((part.data for part in parts if isinstance(part, Tree)), "")
        guards = next((part for part in parts if isinstance(part, list)), [])
        options = next(part for part in parts if isinstance(part, tuple))
        place = Place(self.sentence.line, self.sentence.column, len(self.sentence.words.rstrip()))
        return Line(options, tuple(guards), str(link), place)

    def guards(self, guards: list[Guard]) -> list[Guard]:
        return guards

    def options(self, options: list[tuple[Action, ...]]) -> tuple[tuple[Action, ...], ...]:
        return tuple(options)

    def option(self, actions: list[Action]) -> tuple[Action, ...]:
        return tuple(actions)

    def otherwise(self, _: list[Any]) -> Else:
        return Else()

    def may(self, parts: list[Any]) -> May:
        return May(parts[0] if parts else None)

    def spend(self, parts: list[Any]) -> Spend:
        who = parts.pop(0) if isinstance(parts[0], Who) else None
        amount = parts.pop(0) if len(parts) == 2 else Fixed(1)
        return Spend(amount, parts[0], who)

    def on(self, parts: list[Any]) -> On:
        return On(parts[0])

    def if_(self, parts: list[Any]) -> If:
        return If(parts[0])

    # ---- actions: the parts of a sentence are told apart by what they are

    def act(self, parts: list[Any]) -> Action:
        return self._action(parts)

    def act_to(self, parts: list[Any]) -> Action:
        return self._action(parts, last_is="to")

    def act_from(self, parts: list[Any]) -> Action:
        return self._action(parts, last_is="source")

    def _action(self, parts: list[Any], last_is: str = "") -> Action:
        words: dict[str, Any] = {}
        if isinstance(parts[0], Who):
            words["who"] = parts.pop(0)
        verb = parts.pop(0)
        amounts = [part for part in parts if _is_amount(part)]
        others = [part for part in parts if not _is_amount(part)]
        if amounts:
            words["amount"] = amounts[0]
        if others:
            words["thing"] = others[0]
        if len(others) == 2:
            words[last_is] = others[1]
        # "gains", "deals": the subject bends the verb, the effect is the same
        return Action(_root(str(verb)), place=self.names.place(verb), **words)

    def raise_(self, parts: list[Any]) -> Action:
        return Action("raise", None, parts[2], parts[1], place=self.names.place(parts[0]))

    def set_health(self, parts: list[Any]) -> Action:
        return Action("set", None, parts[1], Word("health"), place=self.names.place(parts[0]))

    def set_side(self, parts: list[Any]) -> Action:
        return Action("set", thing=Word("side"), to=parts[1], place=self.names.place(parts[0]))

    def multiply(self, parts: list[Any]) -> Action:
        verb, thing, times = parts
        if int(times) < 2:
            self.names.mistake(times, f"damage is multiplied by 2 or more, not by {times}")
        return Action("multiply", None, Fixed(int(times)), thing, place=self.names.place(verb))

    def make(self, parts: list[Any]) -> Action:
        return Action("make", thing=Word(str(parts[1])), place=self.names.place(parts[0]))

    def change_dice(self, parts: list[Any]) -> Action:
        return self._action(parts, last_is="to")

    def step_dice(self, parts: list[Any]) -> Action:
        step = parts.pop()
        return self._action([*parts, Word(f"by {step}")], last_is="to")

    def transfer(self, parts: list[Any]) -> Action:
        verb, *parts = parts
        words: dict[str, Any] = {"to": parts.pop()}
        if parts and isinstance(parts[-1], Who):
            words["source"] = parts.pop()
        if len(parts) == 2:
            words["amount"] = parts.pop(0)
        return Action("transfer", thing=parts[0], place=self.names.place(verb), **words)

    # ---- things

    def counter(self, parts: list[Token]) -> Counter:
        return self.names.counter(parts)

    def name(self, parts: list[Token]) -> Word:
        return self.names.activity(parts[0])

    def side(self, parts: list[Token]) -> Word:
        return self.names.side(parts[0])

    def status(self, parts: list[Token]) -> Status:
        return Status(str(parts[0]) if parts else "")

    def this_token(self, _: list[Any]) -> ThisToken:
        return ThisToken()

    @v_args(tree=True)
    def damage(self, tree: Tree[Token]) -> Damage:
        words = self._words_of(tree)
        kind = str(tree.children[0]) if tree.children else "normal"
        return Damage(kind, "isolated" in words)

    def _words_of(self, tree: Tree[Token]) -> str:
        # anonymous words leave no token behind; the sentence itself still has them
        return self.sentence.words[tree.meta.start_pos : tree.meta.end_pos]

    def dmg(self, _: list[Any]) -> Damage:
        return Damage()

    def cards(self, parts: list[Token]) -> Cards:
        return self.deck_cards(parts)

    def deck_cards(self, parts: list[Token]) -> Cards:
        words = [str(part) for part in parts]
        how = next((word for word in words if word in ("random", "chosen", "seen")), "")
        return Cards(how, words[-1].startswith("upgrade"), "free" in words)

    def dice_rolled(self, _: list[Any]) -> None:
        return None

    def chosen_dice(self, _: list[Any]) -> Dice:
        return Dice("them")

    def new_face(self, parts: list[Any]) -> Any:
        return parts[0]

    def hand(self, parts: list[Token]) -> Word:
        return Word(f"{parts[0]} hand")

    def phase(self, parts: list[Token]) -> Word:
        return Word(f"{parts[0]} phase", self.names.place(parts[0]))

    def face_word(self, parts: list[Token]) -> Faces:
        return self.names.faces(parts[0])

    def chosen_opponents(self, parts: list[Token]) -> Who:
        return Who("chosen opponent", int(parts[0]))

    def chosen_players(self, parts: list[Token]) -> Who:
        return Who("chosen player", int(parts[0]))

    def holder(self, parts: list[Counter]) -> Who:
        return Who("holder", counter=parts[0])

    # ---- amounts

    def amount(self, parts: list[Any]) -> Amount:
        amount: Amount = parts[0]
        return AtMost(amount, int(parts[1])) if len(parts) == 2 else amount

    def sum(self, terms: list[Amount]) -> Amount:
        return terms[0] if len(terms) == 1 else Sum(tuple(terms))

    def fixed(self, parts: list[Token]) -> Fixed:
        return Fixed(int(parts[0]))

    def ladder(self, parts: list[Token]) -> tuple[int, ...]:
        return tuple(int(part) for part in parts)

    def ladder_(self, parts: list[Any]) -> Ladder:
        return Ladder(parts[0])

    def lookup(self, parts: list[Any]) -> Lookup:
        return Lookup(parts[0], parts[1])

    def times(self, parts: list[Any]) -> Times:
        return Times(int(parts[0]), parts[1])

    def half(self, parts: list[Register]) -> Half:
        return Half(parts[0] if parts else None)

    def register(self, parts: list[Register]) -> Register:
        return parts[0]

    def every(self, _: list[Any]) -> Every:
        return Every()

    def any_number(self, _: list[Any]) -> UpTo:
        return UpTo(None)

    def up_to(self, parts: list[Amount]) -> UpTo:
        return UpTo(parts[0])

    def best(self, parts: list[Token]) -> Best:
        return Best(int(parts[0]))

    def counted_counter(self, parts: list[Token]) -> Counted:
        return Counted("counter", counter=self.names.counter(parts))

    def counted_faces(self, parts: list[Faces]) -> Counted:
        return Counted("faces", faces=parts[0])

    def counted_pairs(self, parts: list[Faces]) -> Counted:
        return Counted("pair", faces=parts[0])

    # ---- dice

    def listed_needs(self, needs: list[Need]) -> tuple[Need, ...]:
        return tuple(needs)

    def ladder_needs(self, parts: list[Any]) -> tuple[Need, ...]:
        counts, symbol, *rest = parts
        faces = self.names.faces(symbol)
        return tuple(Need((Show(count, faces), *rest)) for count in counts)

    def ladder_of_a_kind(self, parts: list[Any]) -> tuple[Need, ...]:
        return tuple(Need((OfAKind(count),)) for count in parts[0])

    def dice(self, needs: list[Need]) -> tuple[Need, ...]:
        return tuple(needs)

    def need(self, parts: list[Any]) -> Need:
        return Need(tuple(parts))

    def show(self, parts: list[Any]) -> Show:
        return Show(int(parts[0]) if len(parts) == 2 else 1, parts[-1])

    def of_a_kind(self, parts: list[Token]) -> OfAKind:
        return OfAKind(int(parts[0]))

    def small_straight(self, _: list[Any]) -> Straight:
        return Straight(4)

    def large_straight(self, _: list[Any]) -> Straight:
        return Straight(5)

    def faces(self, parts: list[Token]) -> Faces:
        return self.names.faces(parts[0])

    # ---- conditions

    @v_args(tree=True)
    def condition(self, tree: Tree[Any]) -> Condition:
        asked = tree.children[0]
        assert isinstance(asked, Condition)
        negated = asked.negated != self._words_of(tree).startswith("not ")
        place = Place(
            self.sentence.line, self.sentence.column + tree.meta.column - 1, len(self._words_of(tree))
        )
        return Condition(
            asked.about, asked.least, asked.exact, asked.who, asked.counted, asked.word, negated, place
        )

    def at_least(self, parts: list[Token]) -> _Count:
        return _Count(int(parts[0][:-1]), False)

    def exactly(self, parts: list[Token]) -> _Count:
        return _Count(int(parts[0]), True)

    def has(self, parts: list[Any]) -> Condition:
        who, count, counted = parts
        return Condition("has", count.number, count.exact, who, counted)

    def dmg_was(self, parts: list[Token]) -> Condition:
        return Condition("dmg_was", int(parts[0][:-1]), word=str(parts[1]))

    def was_spent(self, parts: list[Token]) -> Condition:
        return Condition("was_spent", int(parts[0][:-1]))

    def attack_is(self, parts: list[Token]) -> Condition:
        return Condition("attack_is", word=str(parts[-1]), negated=len(parts) == 2)

    def attempts_used(self, parts: list[Token]) -> Condition:
        return Condition("attempts_used", int(parts[0][:-1]))

    def side_is(self, parts: list[Word]) -> Condition:
        return Condition("side_is", word=parts[0].word)

    def phase_is(self, parts: list[Token]) -> Condition:
        return Condition("phase_is", word=str(parts[0]))

    def ability_needs(self, parts: list[Token]) -> Condition:
        return Condition("ability_needs", word=self.names.faces(parts[0]).word)

    def was_seen(self, parts: list[Token]) -> Condition:
        return Condition("was_seen", int(parts[0][:-1]), word=str(parts[1]).removesuffix("s"))


def _is_amount(part: Any) -> bool:
    return isinstance(part, Amount)


def _root(verb: str) -> str:
    return verb.removesuffix("s")

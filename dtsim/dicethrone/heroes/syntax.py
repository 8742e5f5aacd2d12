"""What is wrong with a sentence that the grammar does not know."""

from __future__ import annotations

import re

from lark.exceptions import UnexpectedCharacters, UnexpectedInput, UnexpectedToken

from dtsim.dicethrone.heroes.grammar import is_reserved, next_words, readable
from dtsim.dicethrone.heroes.places import Sentence
from dtsim.dicethrone.heroes.vocabulary import Vocabulary
from dtsim.dicethrone.heroes.words import VERBS
from dtsim.errors import Mistake, Place

STRAIGHTS = ("small straight", "large straight")

_VERB_WITHOUT_NUMBER = re.compile(rf"\b(?:(?:{'|'.join(VERBS)})s?|spend) (?P<unit>cp|dmg)$")
_LAST_WORD = re.compile(r"(?<![\w-])[a-z][a-z-]*$")


def syntax_mistake(
    error: UnexpectedInput, sentence: Sentence, start: str, vocabulary: Vocabulary, where: str
) -> Mistake:
    """The first word that does not fit, and what could stand in its place."""
    text = sentence.words
    found, begin = _offender(error, text)
    before = text[:begin].rstrip()

    def at(column: int, width: int) -> Place:
        return Place(sentence.line, sentence.column + column, max(1, width))

    bare = _VERB_WITHOUT_NUMBER.search(before)
    if bare:
        # "cp" and "dmg dealt" can be amounts themselves, so that the parser complains one word late
        unit = bare["unit"]
        return Mistake(at(bare.start("unit"), len(unit)), f"a number is missing before '{unit}'", where)
    last = _LAST_WORD.search(before)
    if last and _is_unknown(last.group(), vocabulary):
        word = last.group()
        allowed = (*sorted(vocabulary.symbols), *"123456", *STRAIGHTS)
        phrase = f"{word} {found}"  # "smal straight": the word alone is far from anything
        return Mistake(at(last.start(), len(word)), f"unknown die symbol '{word}'", where, phrase, allowed)
    allowed = tuple(sorted(_expected(error, before, start)))
    if not found:
        return Mistake(at(begin, 1), "the sentence stops too early", where, "", allowed)
    return Mistake(at(begin, len(found)), f"did not expect '{found}' here", where, found, allowed)


def _offender(error: UnexpectedInput, text: str) -> tuple[str, int]:
    """The word that does not fit and where it begins; at the end of the text no word."""
    if isinstance(error, UnexpectedToken) and error.token.type == "$END":
        return "", len(text.rstrip())
    begin = int(error.column) - 1
    while begin > 0 and text[begin].isalpha() and text[begin - 1].isalpha():
        begin -= 1  # the parser may have taken the front of a longer word for one it knows
    match = re.compile(r"[\w'’!?+/-]+|\S").match(text, begin)
    return (match.group() if match else text[begin:]), begin


def _is_unknown(word: str, vocabulary: Vocabulary) -> bool:
    """A word in small letters that the parser let pass as a die symbol or side, though it is neither."""
    known = word in vocabulary.symbols or word in vocabulary.sides
    return not (known or vocabulary.any_symbol or is_reserved(word))


def _expected(error: UnexpectedInput, before: str, start: str) -> set[str]:
    words = next_words(before, start)
    if words is not None:
        return words
    if isinstance(error, UnexpectedToken):
        return readable(set(error.accepts or error.expected))
    assert isinstance(error, UnexpectedCharacters)
    return readable(set(error.allowed or ()))

"""Card text: sentences in the rulebook's words become effects."""

from __future__ import annotations

from typing import Any

from lark.exceptions import UnexpectedInput, VisitError

from dtsim.dicethrone.heroes.grammar import grammar
from dtsim.dicethrone.heroes.meaning import Meaning
from dtsim.dicethrone.heroes.places import Sentence
from dtsim.dicethrone.heroes.syntax import syntax_mistake
from dtsim.dicethrone.heroes.vocabulary import Vocabulary


def parse(sentence: Sentence, start: str, vocabulary: Vocabulary, where: str) -> Any | None:
    """Parse as `start` (line, needs, condition, amount); a mistake is noted and gives None."""
    known = len(vocabulary.mistakes)
    try:
        tree = grammar().parse(sentence.words, start=start)
        meaning = Meaning(vocabulary, sentence, start, where).transform(tree)
    except UnexpectedInput as error:
        vocabulary.mistakes.append(syntax_mistake(error, sentence, start, vocabulary, where))
        return None
    except VisitError as error:
        raise error.orig_exc from error
    return meaning if len(vocabulary.mistakes) == known else None

"""What a text asks of the dice and of the CP, so that equal answers are worked out only once."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass
from typing import Any

from dtsim.dicethrone.heroes.model.amounts import Best, Counted, Register
from dtsim.dicethrone.heroes.model.lines import Action, Condition, Line, On, Spend, Text
from dtsim.dicethrone.heroes.model.needs import Faces
from dtsim.dicethrone.heroes.model.things import Word
from dtsim.dicethrone.odds.chance import Counts, best_dice, total

Question = Callable[[Counts], int]


def nodes(thing: Any) -> Iterator[Any]:
    """Every part of a text, from the lines down to the amounts."""
    if isinstance(thing, tuple):
        for part in thing:
            yield from nodes(part)
    elif is_dataclass(thing):
        yield thing
        for entry in fields(thing):
            if entry.name != "place":
                yield from nodes(getattr(thing, entry.name))


def reads_cp(*texts: Any) -> bool:
    """Does the result depend on the CP of a player?"""
    return any(
        node == Register("cp")
        or (isinstance(node, Counted) and node.what == "cp")
        or (isinstance(node, Spend) and node.thing == Word("cp"))
        for node in nodes(texts)
    )


def reads_dice(*texts: Any) -> bool:
    """Does the result depend on dice?"""
    return any(_questions_of(node) for node in nodes(texts))


def activates(text: Text) -> bool:
    """Does a text run a keyword or another ability?"""
    return any(isinstance(node, Action) and node.verb == "activate" for node in nodes(text))


def questions(text: Text, start: int = 0, rolls_here: bool = False) -> tuple[Question, ...]:
    """What the lines from `start` on ask of the dice on the table, until they roll others.

    `rolls_here`: the dice in question are those that the first of these lines rolls.
    """
    asked: dict[Any, Question] = {}
    for index, line in enumerate(text[start:]):
        for node in nodes((line.guards, line.options)):
            asked.update(_questions_of(node))
        if _rolls_anew(line) and not (rolls_here and index == 0):
            break
    return tuple(asked.values())


def _rolls_anew(line: Line) -> bool:
    first = line.options[0][0]
    return not line.guards and len(line.options) == 1 and first.verb in ("roll", "duel")


def _questions_of(node: Any) -> dict[Any, Question]:
    if isinstance(node, On):
        return {need: need.is_met for need in node.needs}
    if isinstance(node, Counted) and node.faces is not None:
        return {node.faces.faces: _shown(node.faces)}
    if isinstance(node, Best):
        return {node: lambda counts: best_dice(counts, node.dice)}
    of_total = isinstance(node, Condition) and node.about.startswith("roll_is")
    if node == Register("the roll") or of_total:
        return {"the roll": total}
    if isinstance(node, Action) and node.verb in ("reroll", "change", "activate"):
        return {"every die": lambda counts: int("".join(map(str, counts)))}
    return {}


def _shown(faces: Faces) -> Question:
    return lambda counts: sum(counts[face - 1] for face in faces.faces)

"""In which order the lines of a text belong together."""

from __future__ import annotations

from dtsim.dicethrone.heroes.model.amounts import Register
from dtsim.dicethrone.heroes.model.lines import Else, If, Line, Text
from dtsim.dicethrone.heroes.model.things import Damage
from dtsim.dicethrone.odds.questions import nodes


def continues_chain(text: Text, index: int) -> bool:
    """Does a line belong to the same chain as the line above it? An `else` ends a chain."""
    line, above = text[index], text[index - 1] if index else None
    if above is None or not above.guards or not line.guards:
        return False
    return _has_else(line) or not _has_else(above)


def _has_else(line: Line) -> bool:
    return any(isinstance(guard, Else) for guard in line.guards)


def split(text: Text) -> tuple[Text, Text]:
    """What is resolved with the attack, and what waits for its damage: `if 1+ dmg was dealt`."""
    prompt: list[Line] = []
    late: list[Line] = []
    for index, line in enumerate(text):
        follows = bool(late) and text[index - 1] is late[-1] and _has_else(line)
        (late if follows or _waits(line) else prompt).append(line)
    return tuple(prompt), tuple(late)


def _waits(line: Line) -> bool:
    asks = any(
        isinstance(guard, If) and guard.condition.about == "dmg_was" and guard.condition.word == "dealt"
        for guard in line.guards
    )
    if asks or any(node == Register("dmg dealt") for node in nodes(line.options)):
        return True
    # DT-TXT-5: behind `additionally` only damage joins the rest
    deals = any(isinstance(node, Damage) for node in nodes(line.options))
    return line.link == "additionally" and not deals

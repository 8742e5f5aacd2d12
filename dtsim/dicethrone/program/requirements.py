"""What must be there before a text may be played."""

from __future__ import annotations

from dtsim.dicethrone.heroes.model.lines import Action, Line, May, On, Spend, Text
from dtsim.dicethrone.heroes.model.needs import Faces
from dtsim.dicethrone.heroes.model.things import Damage, Dice, Status, Word
from dtsim.dicethrone.program import layout as L


def requirements(text: Text, *, attack_modifier: bool = False, chosen: bool = False) -> int:
    """What a text works on, from the lines that happen whatever the dice show.

    `chosen`: to use it is a choice already, so that a `may` of its first line is no second one.
    """
    found = L.NEEDS_ATTACK | L.IS_MODIFIER if attack_modifier else 0
    certain = [
        line
        for index, line in enumerate(text)
        if not any(
            isinstance(guard, On) or (isinstance(guard, May) and not (chosen and index == 0))
            for guard in line.guards
        )
    ]
    for line in certain:
        for option in line.options:
            for action in option:
                found |= _requirement(action)
    if text and all(_only_dice(line) for line in text):
        found |= L.CHANGES_DICE
    for action in (action for line in text for option in line.options for action in option):
        if action.verb in ("add", "multiply"):
            found |= L.NEEDS_ATTACK | L.IS_MODIFIER
    return found


_DICE_NEEDED = {
    "your": L.NEEDS_YOUR_DICE,
    "chosen ally": L.NEEDS_YOUR_DICE,
    "opponent": L.NEEDS_OPPONENT_DICE,
    "any": L.NEEDS_DICE,
    "them": 0,
}


def _requirement(action: Action) -> int:
    match action.verb, action.thing:
        case "change" | "reroll" | "choose", Dice(whose):
            other = L.NEEDS_OTHER_FACE if isinstance(action.to, Faces) else 0
            if action.to == Word("another"):
                other = L.NEEDS_TWO_FACES
            return _DICE_NEEDED[whose] | other
        case "remove", Status():
            return L.NEEDS_STATUS if action.source is not None else L.NEEDS_YOUR_STATUS
        case "prevent", Status():
            return L.NEEDS_YOUR_STATUS
        case "transfer" | "steal", Status():
            return L.NEEDS_TRANSFER
        case "prevent", Damage():
            chosen = action.who is not None and action.who.word == "chosen player"
            return L.NEEDS_DAMAGE if chosen else L.NEEDS_YOUR_DAMAGE
        case "make", Word("undefendable"):
            return L.NEEDS_ATTACK | L.NEEDS_DEFENDABLE
        case "skip", Word("defensive phase"):
            return L.NEEDS_NO_DEFENCE_YET
        case "gain", Word("roll attempt"):
            return L.NEEDS_ATTEMPT
        case "add" | "multiply", _:
            return L.NEEDS_ATTACK
    return 0


def _only_dice(line: Line) -> bool:
    """Every action of the line changes dice (or chooses them, or offers to pay for it)."""
    dice = ("change", "reroll", "choose")
    return all(
        (action.verb in dice and isinstance(action.thing, Dice))
        or (action.verb == "gain" and _pays_off(line))
        for option in line.options
        for action in option
    )


def _pays_off(line: Line) -> bool:
    return any(isinstance(guard, Spend) and guard.who is not None for guard in line.guards)

"""What a simple player thinks an Offensive Ability is worth: its mean damage, and a little for the rest.

In tenths of a point of damage. Inner dice count with their mean, dice of the Final Dice Result with the
number that the requirement asks for.
"""

from __future__ import annotations

from dtsim.dicethrone.heroes.model.amounts import (
    Amount,
    AtMost,
    Counted,
    Fixed,
    Half,
    Ladder,
    Register,
    Sum,
    Times,
    UpTo,
)
from dtsim.dicethrone.heroes.model.hero import Ability
from dtsim.dicethrone.heroes.model.lines import Action, If, Line, On
from dtsim.dicethrone.heroes.model.needs import Need, Show
from dtsim.dicethrone.heroes.model.things import Counter, Damage, Word

# beside 1 for a point of damage
_HEAL, _CP, _CARD, _GAINED, _INFLICTED, _UNDEFENDABLE = 0.5, 0.6, 0.8, 1.5, 2.0, 1.15
_LIKELY = 0.5  # of a condition nobody looks at


def worth(ability: Ability, step: int) -> int:
    """The worth of a step of the ability, in tenths."""
    need = ability.needs[step]
    total = 0.0
    n_dice = 0.0
    for line in ability.text:
        for option in line.options[:1]:
            for action in option:
                if action.verb in ("roll", "duel"):
                    n_dice = _number(action.amount, step, need, 0)
                else:
                    total += _chance(line, need, n_dice) * _action(action, step, need, n_dice)
    return max(1, round(10 * total))


def _chance(line: Line, need: Need, n_dice: float) -> float:
    chance = 1.0
    for guard in line.guards:
        if isinstance(guard, On):
            chance *= _shown(guard, n_dice) if n_dice else _LIKELY
        elif isinstance(guard, If):
            chance *= _LIKELY
    return chance


def _shown(guard: On, n_dice: float) -> float:
    missed = 1.0
    for need in guard.needs:
        for part in need.parts:
            if isinstance(part, Show):
                missed *= (1 - len(part.faces.faces) / 6) ** n_dice
    return 1 - missed


def _action(action: Action, step: int, need: Need, n_dice: float) -> float:
    number = _number(action.amount, step, need, n_dice)
    match action.verb, action.thing:
        case "deal", Damage(kind):
            return number * (1.0 if kind == "normal" else _UNDEFENDABLE)
        case "receive", _:
            own = action.who is None or action.who.word == "you"
            return -number if own else number
        case "heal", _:
            return number * _HEAL
        case (("gain" | "steal"), Word("cp")):
            return number * _CP
        case "draw", _:
            return number * _CARD
        case "discard", _:
            return number * _CARD if action.who is not None else -number * _CARD
        case "gain", Counter():
            return number * _GAINED
        case "inflict", _:
            return number * _INFLICTED
    return 0.0


def _number(amount: Amount, step: int, need: Need, n_dice: float) -> float:
    match amount:
        case Fixed(number):
            return number
        case Ladder(numbers):
            return numbers[step]
        case Times(number, counted):
            return number * _counted(counted, need, n_dice)
        case Sum(terms):
            return sum(_number(term, step, need, n_dice) for term in terms)
        case AtMost(inner, most):
            return min(most, _number(inner, step, need, n_dice))
        case UpTo(Fixed(number)):
            return number
        case Register("the roll"):
            return 3.5 * n_dice
        case Half(Register("the roll")):
            return 2.0 * n_dice
        case Register("cp"):
            return 6.0
        case Half(Register("cp")):
            return 3.0
    return 1.0


def _counted(counted: Counted, need: Need, n_dice: float) -> float:
    if counted.faces is None:
        return 1.0
    if n_dice:
        return n_dice * len(counted.faces.faces) / 6
    asked = [part for part in need.parts if isinstance(part, Show) and part.faces.faces & counted.faces.faces]
    return sum(part.count for part in asked)

"""What a text may not say at its moment, although every word of it is right."""

from __future__ import annotations

from collections.abc import Callable

from dtsim.dicethrone.heroes.model.amounts import Best, Ladder, Register
from dtsim.dicethrone.heroes.model.hero import Rule
from dtsim.dicethrone.heroes.model.lines import UNREAD, Else, May, On, Spend
from dtsim.dicethrone.heroes.model.things import Cards, Damage, Dice
from dtsim.dicethrone.heroes.walk import Passage, actions, amounts, conditions, counted, people
from dtsim.dicethrone.heroes.words import MOMENTS_WITH_DAMAGE, MOMENTS_WITH_DICE, OPTIONAL_MOMENTS
from dtsim.errors import Place

Report = Callable[[Place, str, str], None]

_ON_DAMAGE = ("add", "multiply", "prevent", "transfer")
_NO_ROLL = "there is no roll to look at: roll dice in a line above"
_NOTHING_SPENT = "nothing is spent before this: begin a line with 'spend ...:'"
_NOTHING_SEEN = "nothing is looked at before this: add 'look at 3 cards' above"


def check_text(passage: Passage, report: Report) -> None:
    """Everything a text refers to is there."""
    for check in (_check_ladders, _check_rolls, _check_damage, _check_references, _check_else):
        check(passage, report)


def check_choice(rule: Rule, where: str, report: Report) -> None:
    """A rule at a moment of the player's own choosing says what the choice is."""
    if rule.spend or rule.moment not in OPTIONAL_MOMENTS or not rule.text or rule.text[0] is UNREAD:
        return
    if not any(isinstance(guard, May | Spend) for guard in rule.text[0].guards):
        message = f"a rule at '{rule.moment}' is the player's choice: begin with 'may:' or 'spend ...:'"
        report(rule.text[0].place, message, where)


def _check_ladders(passage: Passage, report: Report) -> None:
    if passage.slot in ("offensive", "ultimate") and not passage.steps:
        return  # its `needs` could not be read
    for line in passage.text:
        for amount, place in amounts(line):
            if isinstance(amount, Ladder) and len(amount.numbers) != passage.steps and not passage.inherits:
                ladder = f"the ladder {'/'.join(map(str, amount.numbers))} has {len(amount.numbers)} steps"
                steps = f"'needs' has {passage.steps}" if passage.steps else "there is no 'needs' to follow"
                report(place, f"{ladder}, but {steps}", passage.where)


def _check_rolls(passage: Passage, report: Report) -> None:
    has_dice = bool(passage.slot) or passage.inherits or passage.moment in MOMENTS_WITH_DICE
    has_roll = passage.slot == "defensive" or passage.inherits or passage.moment == "rolled"
    for line in passage.text:
        if not has_dice and any(isinstance(guard, On) for guard in line.guards):
            report(line.place, "'on' has no roll to look at: roll dice in a line above", passage.where)
        for amount, place in amounts(line):
            what = counted(amount)
            counts_dice = what is not None and what.what in ("faces", "pair")
            sums_dice = isinstance(amount, Best) or amount == Register("the roll")
            if (counts_dice and not has_dice) or (sums_dice and not has_roll):
                report(place, _NO_ROLL, passage.where)
        for condition in conditions(line):
            if condition.about.startswith("roll_is") and not has_roll:
                report(condition.place, _NO_ROLL, passage.where)
        if line is UNREAD or any(action.verb in ("roll", "duel") for action in actions(line)):
            has_dice = has_roll = True


def _check_damage(passage: Passage, report: Report) -> None:
    if passage.inherits:
        return
    timely = bool(passage.slot) or passage.moment in MOMENTS_WITH_DAMAGE
    late = passage.slot == "defensive" or passage.moment in ("damaged", "roll phase ends")
    for line in passage.text:
        for action in actions(line):
            on_damage = isinstance(action.thing, Damage) and action.verb in _ON_DAMAGE
            if on_damage and not timely:
                message = (
                    f"'{action.verb}' has nothing to work on: no damage is on its way at '{passage.moment}'"
                )
                report(action.place, message, passage.where)
            if action.verb == "make" and late:
                message = "too late to change the attack: the defence has been rolled"
                report(action.place, message, passage.where)


def _check_references(passage: Passage, report: Report) -> None:
    """`spent`, `them` and `seen` speak of something that a line before must have named."""
    spent = chosen = seen = passage.inherits
    for line in passage.text:
        if line is UNREAD:
            return
        spent = spent or any(isinstance(guard, Spend) for guard in line.guards)
        chosen = chosen or any(who.word.startswith("chosen") for who, _ in people(line))
        for amount, place in amounts(line):
            what = counted(amount)
            if what and what.what == "spent" and not spent:
                report(place, _NOTHING_SPENT, passage.where)
        for who, place in people(line):
            if who.word == "them" and not chosen:
                report(place, "nobody is chosen before 'them': add 'choose 1 player' above", passage.where)
        for condition in conditions(line):
            if condition.about == "was_spent" and not spent:
                report(condition.place, _NOTHING_SPENT, passage.where)
            if condition.about == "was_seen" and not seen:
                report(condition.place, _NOTHING_SEEN, passage.where)
        for action in actions(line):
            if action.thing == Dice("them") and not chosen:
                message = "no dice are chosen before 'them': add 'choose 1 die' above"
                report(action.place, message, passage.where)
            if isinstance(action.thing, Cards) and action.thing.how == "seen" and not seen:
                report(action.place, _NOTHING_SEEN, passage.where)
            chosen = chosen or action.verb == "choose"
            seen = seen or action.verb == "look"


def _check_else(passage: Passage, report: Report) -> None:
    chain = False
    for line in passage.text:
        if any(isinstance(guard, Else) for guard in line.guards) and not chain:
            message = "'else' needs a line with 'if', 'on', 'may' or 'spend' right above it"
            report(line.place, message, passage.where)
        chain = bool(line.guards) or line is UNREAD

"""A text becomes rows: guards jump forward, actions follow each other."""

from __future__ import annotations

from collections.abc import Sequence

from dtsim.dicethrone.heroes.model.amounts import Fixed
from dtsim.dicethrone.heroes.model.lines import Action, Else, Guard, If, May, On, Spend, Text
from dtsim.dicethrone.heroes.model.things import Counter, Word
from dtsim.dicethrone.program import layout as L
from dtsim.dicethrone.program.builder import Builder, CannotPlay
from dtsim.dicethrone.program.choices import choice
from dtsim.dicethrone.program.playable import check_action, check_guard
from dtsim.dicethrone.program.reading import Reading, Row, row_of
from dtsim.dicethrone.program.stages import StagedLine
from dtsim.dicethrone.program.verbs import VERBS


def compile_text(text: Text, reading: Reading) -> int:
    """The place of the first row, or 0 for no text."""
    return compile_lines([StagedLine(line, line.link == "then") for line in text], reading)


def compile_lines(lines: Sequence[StagedLine], reading: Reading) -> int:
    """The place of the first row, or 0 for no lines."""
    if not lines:
        return 0
    rows: list[Row] = []
    chained = False
    for staged in lines:
        if staged.window:
            rows.append(row_of(L.OP_THEN))
        if staged.known_roll >= 0:
            rows.append(row_of(L.OP_USE_ROLL, c=staged.known_roll))
            continue
        is_else = any(isinstance(guard, Else) for guard in staged.line.guards)
        if staged.line.guards and not is_else and not chained:
            rows.append(row_of(L.OP_RESET))
        chained = bool(staged.line.guards) and not is_else
        _compile_line(staged, rows, reading)
    rows.append(row_of(L.OP_END))
    base = len(reading.builder.words)
    for row in rows:
        row[L.JUMP] = base + row[L.JUMP] * L.ROW
    return reading.builder.add([word for row in rows for word in row])


def _compile_line(staged: StagedLine, rows: list[Row], reading: Reading) -> None:
    line = staged.line
    guards = [_guard(guard, reading) for guard in line.guards]
    rows.extend(guards)
    if guards:
        rows.append(row_of(L.OP_TAKEN))
    leaving: list[Row] = []
    if len(line.options) > 1:
        rows.append(row_of(L.OP_CHOOSE_OPTION, len(line.options)))
        entries = [row_of(L.OP_OPTION) for _ in line.options]
        rows.extend(entries)
    for index, option in enumerate(line.options):
        if len(line.options) > 1:
            entries[index][L.JUMP] = len(rows)
        for action in option:
            rows.extend(_action(action, staged.roll, reading))
        if len(line.options) > 1:
            leaving.append(row_of(L.OP_GOTO))
            rows.append(leaving[-1])
    for row in (*guards, *leaving):
        row[L.JUMP] = len(rows)


def _guard(guard: Guard, reading: Reading) -> Row:
    builder = reading.builder
    check_guard(guard)
    match guard:
        case Else():
            return row_of(L.OP_ELSE)
        case May(who):
            return row_of(L.OP_MAY, builder.who(who))
        case On(needs):
            return row_of(L.OP_ON, builder.needs(needs))
        case If(condition):
            return row_of(L.OP_IF, builder.condition(condition, reading.sides, reading.dice))
        case Spend(amount, thing, who):
            kind, argument = _spendable(thing, builder)
            return row_of(L.OP_SPEND, builder.who(who), builder.amount(amount), kind, argument)
    raise AssertionError(guard)


def _spendable(thing: object, builder: Builder) -> tuple[int, int]:
    match thing:
        case Word("cp"):
            return L.CP_THING, 0
        case Counter(name):
            return L.COUNTER_THING, builder.counter(name)
    raise CannotPlay("the engine cannot pay with cards or with any status yet")


def _action(action: Action, roll: int, reading: Reading) -> list[Row]:
    """One action; a player it lets somebody choose is asked for first."""
    check_action(action)
    row = _activate(action, reading) if action.verb == "activate" else VERBS[action.verb](action, reading)
    if action.verb in ("roll", "duel"):
        if roll >= L.MAX_INNER_ROLLS:
            raise CannotPlay(f"the engine cannot play an ability with more than {L.MAX_INNER_ROLLS} rolls")
        row[3] = roll
    return [*choice(action), row]


def _activate(action: Action, reading: Reading) -> Row:
    word = action.thing.word if isinstance(action.thing, Word) else ""
    if word not in reading.keywords or action.amount != Fixed(1):
        raise CannotPlay("the engine can activate only one keyword at a time")
    return row_of(L.OP_ACTIVATE, 0, 0, compile_text(reading.keywords[word], reading))

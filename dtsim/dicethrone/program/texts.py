"""A text becomes rows: guards jump forward, actions name players, amounts and things by number."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from dtsim.dicethrone.heroes.model.amounts import Every, Fixed, Half, UpTo
from dtsim.dicethrone.heroes.model.lines import Action, Else, Guard, If, May, On, Spend, Text
from dtsim.dicethrone.heroes.model.needs import Faces
from dtsim.dicethrone.heroes.model.things import Cards, Counter, Damage, Dice, Status, ThisToken, Who, Word
from dtsim.dicethrone.program import layout as L
from dtsim.dicethrone.program.builder import AGES, Builder, CannotPlay, faces_mask
from dtsim.dicethrone.program.playable import REFLECTED, check_action, check_guard
from dtsim.dicethrone.program.stages import StagedLine

_TYPES = {
    "normal": L.NORMAL,
    "defendable": L.NORMAL,
    "undefendable": L.UNDEFENDABLE,
    "pure": L.PURE,
    "collateral": L.COLLATERAL,
    "ultimate": L.ULTIMATE,
}
_DICE = {"your": L.YOUR_DICE, "opponent": L.OPPONENT_DICE, "chosen ally": L.YOUR_DICE, "any": L.ANY_DICE}
_SIGNS = {"": 0, "positive": 1, "negative": 2}
_SKIPPED = {
    "income phase": L.SKIP_INCOME_PHASE,
    "offensive phase": L.SKIP_OFFENSE_PHASE,
    "defensive phase": L.SKIP_DEFENCE_PHASE,
    "roll attempt": L.SKIP_AN_ATTEMPT,
    "the ability": L.SKIP_THE_ABILITY,
}
_CHOICES = {
    "chosen player": L.CHOOSE_PLAYER,
    "chosen opponent": L.CHOOSE_OPPONENT,
    "chosen ally": L.CHOOSE_ALLY,
}
_AMONG = {
    "chosen player": L.EVERYONE,
    "chosen opponent": L.ALL_OPPONENTS,
    "chosen ally": L.ALL_ALLIES,
}

Row = list[int]


@dataclass(frozen=True, slots=True)
class Reading:
    """What the words of a text refer to."""

    builder: Builder
    sides: tuple[str, ...]
    dice: tuple[str, ...]
    keywords: dict[str, Text]
    is_ultimate: bool = False
    rulings: int = 0


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
            rows.append(_row(L.OP_THEN))
        if staged.known_roll >= 0:
            rows.append(_row(L.OP_USE_ROLL, c=staged.known_roll))
            continue
        is_else = any(isinstance(guard, Else) for guard in staged.line.guards)
        if staged.line.guards and not is_else and not chained:
            rows.append(_row(L.OP_RESET))
        chained = bool(staged.line.guards) and not is_else
        _compile_line(staged, rows, reading)
    rows.append(_row(L.OP_END))
    base = len(reading.builder.words)
    for row in rows:
        row[L.JUMP] = base + row[L.JUMP] * L.ROW
    return reading.builder.add([word for row in rows for word in row])


def _row(code: int, a: int = 0, b: int = 0, c: int = 0, d: int = 0, e: int = 0) -> Row:
    return [code, a, b, c, d, e, 0, 0]


def _compile_line(staged: StagedLine, rows: list[Row], reading: Reading) -> None:
    line = staged.line
    guards = [_guard(guard, reading) for guard in line.guards]
    rows.extend(guards)
    if guards:
        rows.append(_row(L.OP_TAKEN))
    leaving: list[Row] = []
    if len(line.options) > 1:
        rows.append(_row(L.OP_CHOOSE_OPTION, len(line.options)))
        entries = [_row(L.OP_OPTION) for _ in line.options]
        rows.extend(entries)
    for index, option in enumerate(line.options):
        if len(line.options) > 1:
            entries[index][L.JUMP] = len(rows)
        for action in option:
            rows.extend(_action(action, staged.roll, reading))
        if len(line.options) > 1:
            leaving.append(_row(L.OP_GOTO))
            rows.append(leaving[-1])
    for row in (*guards, *leaving):
        row[L.JUMP] = len(rows)


def _guard(guard: Guard, reading: Reading) -> Row:
    builder = reading.builder
    check_guard(guard)
    match guard:
        case Else():
            return _row(L.OP_ELSE)
        case May(who):
            return _row(L.OP_MAY, builder.who(who))
        case On(needs):
            return _row(L.OP_ON, builder.needs(needs))
        case If(condition):
            return _row(L.OP_IF, builder.condition(condition, reading.sides, reading.dice))
        case Spend(amount, thing, who):
            kind, argument = _spendable(thing, builder)
            return _row(L.OP_SPEND, builder.who(who), builder.amount(amount), kind, argument)
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
    compiled = _VERBS[action.verb]
    rows, row = _choice(action, reading), compiled(action, reading)
    if action.verb in ("roll", "duel"):
        if roll >= L.MAX_INNER_ROLLS:
            raise CannotPlay(f"the engine cannot play an ability with more than {L.MAX_INNER_ROLLS} rolls")
        row[3] = roll
    return [*rows, row]


def _choice(action: Action, reading: Reading) -> list[Row]:
    """A row that asks for the chosen players, unless the choice is part of a choice of tokens or damage."""
    named = [who for who in (action.who, action.source, action.to) if isinstance(who, Who)]
    chosen = [who for who in named if who.word in _CHOICES]
    if not chosen or _chooses_itself(action):
        return []
    who = chosen[0]
    has_status = L.NO_FILTER
    if action.verb == "remove" and isinstance(action.thing, Status):
        has_status = L.HAS_STATUS + _SIGNS[action.thing.sign]
    least = 0 if who.most > 1 else 1
    return [_row(L.OP_CHOOSE_PLAYERS, _CHOICES[who.word], who.most, has_status, least)]


def _chooses_itself(action: Action) -> bool:
    """The question of this action names the player together with the token or the damage."""
    if action.verb in ("transfer", "prevent"):
        return True
    return isinstance(action.thing, Status) and not isinstance(action.amount, Every)


def _who(who: object, reading: Reading, default: int = L.YOU) -> int:
    if isinstance(who, Who) and who.word in _CHOICES:
        return L.THEM
    return reading.builder.who(who if isinstance(who, Who) else None, default)


# ---------------------------------------------------------------- verbs


def _gain(action: Action, reading: Reading) -> Row:
    who, amount = _who(action.who, reading), reading.builder.amount(action.amount)
    match action.thing:
        case Counter(name):
            return _row(L.OP_GAIN, who, amount, reading.builder.counter(name))
        case Word("cp"):
            return _row(L.OP_CP, who, amount, 1)
        case Word("roll attempt"):
            return _row(L.OP_ATTEMPT, who, amount, 1)
        case Word("health"):
            return _row(L.OP_HEAL, who, amount)
    raise AssertionError(action)


def _inflict(action: Action, reading: Reading) -> Row:
    assert isinstance(action.thing, Counter)
    to = _who(action.to, reading, L.OPPONENT)
    return _row(
        L.OP_INFLICT, to, reading.builder.amount(action.amount), reading.builder.counter(action.thing.name)
    )


def _remove(action: Action, reading: Reading) -> Row:
    builder = reading.builder
    holder, amount = _who(action.source or action.who, reading), builder.amount(action.amount)
    match action.thing:
        case ThisToken():
            return _row(L.OP_REMOVE_THIS)
        case Counter(name, age):
            return _row(L.OP_REMOVE, holder, amount, builder.counter(name), AGES[age])
        case Status():
            return _statuses(L.OP_REMOVE_STATUS, action, action.source or action.who, L.YOU, reading)
        case Word("cp"):
            return _row(L.OP_CP, holder, amount, -1)
        case Word("health"):
            return _row(L.OP_HEALTH, holder, amount)
        case Word("roll attempt"):
            return _row(L.OP_ATTEMPT, holder, amount, -1)
    raise AssertionError(action)


def _statuses(code: int, action: Action, whose: Who | None, default: int, reading: Reading) -> Row:
    """Tokens without a name; a holder who is chosen is chosen with the first of them."""
    assert isinstance(action.thing, Status)
    amount, sign = reading.builder.amount(action.amount), _SIGNS[action.thing.sign]
    if whose is not None and whose.word in _CHOICES and not isinstance(action.amount, Every):
        return _row(code, _AMONG[whose.word], amount, sign, 0, L.HOLDER_IS_CHOSEN)
    return _row(code, _who(whose, reading, default), amount, sign)


def _heal(action: Action, reading: Reading) -> Row:
    return _row(L.OP_HEAL, _who(action.who, reading), reading.builder.amount(action.amount))


def _draw(action: Action, reading: Reading) -> Row:
    return _row(L.OP_DRAW, _who(action.who, reading), reading.builder.amount(action.amount))


def _discard(action: Action, reading: Reading) -> Row:
    random = isinstance(action.thing, Cards) and action.thing.how == "random"
    return _row(L.OP_DISCARD, _who(action.who, reading), reading.builder.amount(action.amount), int(random))


def _raise(action: Action, reading: Reading) -> Row:
    assert isinstance(action.thing, Counter)
    return _row(
        L.OP_RAISE, 0, reading.builder.amount(action.amount), reading.builder.counter(action.thing.name)
    )


def _set(action: Action, reading: Reading) -> Row:
    if action.thing == Word("side"):
        assert isinstance(action.to, Word)
        return _row(L.OP_SET_SIDE, 0, reading.sides.index(action.to.word))
    return _row(L.OP_SET_HEALTH, 0, reading.builder.amount(action.amount))


def _deal(action: Action, reading: Reading) -> Row:
    to = _who(action.to, reading, L.OPPONENT)
    if action.amount == REFLECTED:
        return _row(L.OP_REFLECT)
    return _damage(L.OP_DEAL, to, action, reading)


def _receive(action: Action, reading: Reading) -> Row:
    return _damage(L.OP_RECEIVE, _who(action.who, reading), action, reading)


def _damage(code: int, who: int, action: Action, reading: Reading) -> Row:
    assert isinstance(action.thing, Damage)
    kind = _TYPES[action.thing.type]
    if reading.is_ultimate and kind == L.NORMAL and code == L.OP_DEAL:
        kind = L.ULTIMATE  # DT-ULT-6
    return _row(code, who, reading.builder.amount(action.amount), kind, int(action.thing.isolated))


def _add(action: Action, reading: Reading) -> Row:
    if action.amount == Half(None):
        return _row(L.OP_MULTIPLY, 0, 0, 3)
    return _row(L.OP_ADD, 0, reading.builder.amount(action.amount))


def _multiply(action: Action, reading: Reading) -> Row:
    """By so many halves: 3 is half as much again."""
    assert isinstance(action.amount, Fixed)
    return _row(L.OP_MULTIPLY, 0, 0, 2 * action.amount.number)


def _prevent(action: Action, reading: Reading) -> Row:
    amount = reading.builder.amount(action.amount)
    if isinstance(action.thing, Status):
        return _row(L.OP_PREVENT_STATUS, L.YOU, amount, _SIGNS[action.thing.sign])
    return _row(L.OP_PREVENT, L.CHOSEN if action.who == Who("chosen player") else L.YOU, amount)


def _make(action: Action, reading: Reading) -> Row:
    assert isinstance(action.thing, Word)
    return _row(L.OP_MAKE, 0, 0, _TYPES[action.thing.word])


def _roll(action: Action, reading: Reading) -> Row:
    return _row(L.OP_ROLL, _who(action.who, reading), reading.builder.amount(action.amount))


def _duel(action: Action, reading: Reading) -> Row:
    return _row(L.OP_DUEL, 0, reading.builder.amount(action.amount))


def _reroll(action: Action, reading: Reading) -> Row:
    assert isinstance(action.thing, Dice)
    if action.thing.whose == "them":
        return _row(L.OP_REROLL_CHOSEN)
    return _row(L.OP_REROLL, _DICE[action.thing.whose], reading.builder.amount(action.amount))


def _change(action: Action, reading: Reading) -> Row:
    if isinstance(action.thing, Counter):
        return _convert(action, action.thing, reading)
    assert isinstance(action.thing, Dice)
    whose, amount = _DICE[action.thing.whose], reading.builder.amount(action.amount)
    match action.to:
        case Faces(_, faces):
            return _row(L.OP_CHANGE, whose, amount, faces_mask(faces))
        case Word("any"):
            return _row(L.OP_CHANGE, whose, amount, 63)
        case Word("another"):
            return _row(L.OP_SAME_DIE, whose, amount)
        case Word(word):
            return _row(L.OP_STEP_DIE, whose, amount, int(word.removeprefix("by ")))
    raise AssertionError(action)


def _convert(action: Action, thing: Counter, reading: Reading) -> Row:
    assert isinstance(action.to, Counter)
    builder = reading.builder
    before, after = builder.counter(thing.name), builder.counter(action.to.name)
    who, amount = _who(action.who, reading), builder.amount(action.amount)
    return _row(L.OP_CONVERT, who, amount, before, AGES[thing.age], after)


def _choose(action: Action, reading: Reading) -> Row:
    if isinstance(action.thing, Dice):
        return _row(L.OP_CHOOSE_DICE, _DICE[action.thing.whose], reading.builder.amount(action.amount))
    assert isinstance(action.thing, Word)
    amount = action.amount.most if isinstance(action.amount, UpTo) else action.amount
    most = amount.number if isinstance(amount, Fixed) else L.MAX_PLAYERS
    least = 0 if isinstance(action.amount, UpTo) else most
    kinds = {"player": L.CHOOSE_PLAYER, "opponent": L.CHOOSE_OPPONENT, "ally": L.CHOOSE_ALLY}
    return _row(L.OP_CHOOSE_PLAYERS, kinds[action.thing.word], most, L.NO_FILTER, least)


def _steal(action: Action, reading: Reading) -> Row:
    victim, amount = _who(action.source, reading, L.OPPONENT), reading.builder.amount(action.amount)
    match action.thing:
        case Word("cp"):
            return _row(L.OP_STEAL_CP, victim, amount)
        case Word("health"):
            if reading.rulings & L.STOLEN_HEALTH_IS_DAMAGE:
                kind = L.ULTIMATE if reading.is_ultimate else L.NORMAL
                return _row(L.OP_DEAL, victim, amount, kind, 0, 1)
            return _row(L.OP_STEAL_HEALTH, victim, amount)
        case Counter(name):
            return _row(L.OP_STEAL, victim, amount, reading.builder.counter(name))
        case Status():
            return _statuses(L.OP_STEAL_STATUS, action, action.source, L.OPPONENT, reading)
    raise AssertionError(action)


def _transfer(action: Action, reading: Reading) -> Row:
    amount = reading.builder.amount(action.amount)
    match action.thing:
        case Damage():
            if not isinstance(action.to, Counter):
                raise CannotPlay("the engine cannot pass damage to a player yet")
            return _row(L.OP_TRANSFER_DMG, 0, amount, reading.builder.counter(action.to.name))
        case Status(sign):
            assert isinstance(action.to, Who)
            giver, receiver = action.source or Who("you"), action.to
            chosen = L.HOLDER_IS_CHOSEN * (giver.word in _AMONG) + L.RECEIVER_IS_CHOSEN * (
                receiver.word in _AMONG
            )
            row = _row(L.OP_TRANSFER_STATUS, _among(giver, reading), amount, _SIGNS[sign], 0, chosen)
            row[4] = _among(receiver, reading)
            return row
        case ThisToken():
            return _row(L.OP_TRANSFER_THIS)
    raise CannotPlay("the engine cannot move a counter by name yet")


def _among(who: Who, reading: Reading) -> int:
    """The players among whom a token is chosen."""
    return _AMONG[who.word] if who.word in _AMONG else reading.builder.who(who)


def _skip(action: Action, reading: Reading) -> Row:
    word = action.thing.word if isinstance(action.thing, Word) else ""
    if word not in _SKIPPED:
        raise CannotPlay(f"the engine cannot skip {word or 'this'!r} yet")
    return _row(L.OP_SKIP, 0, 0, _SKIPPED[word])


def _repeat(action: Action, reading: Reading) -> Row:
    if action.thing != Word("offensive phase"):
        raise CannotPlay("the engine can repeat only the Offensive Roll Phase")
    return _row(L.OP_REPEAT, _who(action.who, reading))


def _activate(action: Action, reading: Reading) -> Row:
    word = action.thing.word if isinstance(action.thing, Word) else ""
    if word not in reading.keywords or action.amount != Fixed(1):
        raise CannotPlay("the engine can activate only one keyword at a time")
    return _row(L.OP_ACTIVATE, 0, 0, compile_text(reading.keywords[word], reading))


def _look(action: Action, reading: Reading) -> Row:
    assert isinstance(action.thing, Word)
    whose = {"your hand": L.YOU, "their hand": L.THEM, "opponent hand": L.OPPONENT}
    return _row(L.OP_LOOK, whose[action.thing.word])


_VERBS: dict[str, Callable[[Action, Reading], Row]] = {
    "gain": _gain,
    "inflict": _inflict,
    "remove": _remove,
    "heal": _heal,
    "draw": _draw,
    "discard": _discard,
    "raise": _raise,
    "set": _set,
    "deal": _deal,
    "receive": _receive,
    "add": _add,
    "multiply": _multiply,
    "prevent": _prevent,
    "make": _make,
    "roll": _roll,
    "duel": _duel,
    "reroll": _reroll,
    "change": _change,
    "choose": _choose,
    "steal": _steal,
    "transfer": _transfer,
    "skip": _skip,
    "repeat": _repeat,
    "activate": _activate,
    "look": _look,
}

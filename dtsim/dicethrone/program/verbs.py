"""The row that each verb becomes."""

from __future__ import annotations

from collections.abc import Callable

from dtsim.dicethrone.heroes.model.amounts import Every, Fixed, Half, UpTo
from dtsim.dicethrone.heroes.model.lines import Action
from dtsim.dicethrone.heroes.model.needs import Faces
from dtsim.dicethrone.heroes.model.things import Cards, Counter, Damage, Dice, Status, ThisToken, Who, Word
from dtsim.dicethrone.program import layout as L
from dtsim.dicethrone.program.builder import AGES, CannotPlay, faces_mask
from dtsim.dicethrone.program.choices import AMONG, CHOICES, SIGNS, among, who_of
from dtsim.dicethrone.program.playable import REFLECTED
from dtsim.dicethrone.program.reading import Reading, Row, row_of

_TYPES = {
    "normal": L.NORMAL,
    "defendable": L.NORMAL,
    "undefendable": L.UNDEFENDABLE,
    "pure": L.PURE,
    "collateral": L.COLLATERAL,
    "ultimate": L.ULTIMATE,
}
_DICE = {"your": L.YOUR_DICE, "opponent": L.OPPONENT_DICE, "chosen ally": L.YOUR_DICE, "any": L.ANY_DICE}
_SKIPPED = {
    "income phase": L.SKIP_INCOME_PHASE,
    "offensive phase": L.SKIP_OFFENSE_PHASE,
    "defensive phase": L.SKIP_DEFENCE_PHASE,
    "roll attempt": L.SKIP_AN_ATTEMPT,
    "the ability": L.SKIP_THE_ABILITY,
}


def _gain(action: Action, reading: Reading) -> Row:
    who, amount = who_of(action.who, reading), reading.builder.amount(action.amount)
    match action.thing:
        case Counter(name):
            return row_of(L.OP_GAIN, who, amount, reading.builder.counter(name))
        case Word("cp"):
            return row_of(L.OP_CP, who, amount, 1)
        case Word("roll attempt"):
            return row_of(L.OP_ATTEMPT, who, amount, 1)
        case Word("health"):
            return row_of(L.OP_HEAL, who, amount)
    raise AssertionError(action)


def _inflict(action: Action, reading: Reading) -> Row:
    assert isinstance(action.thing, Counter)
    to = who_of(action.to, reading, L.OPPONENT)
    return row_of(
        L.OP_INFLICT, to, reading.builder.amount(action.amount), reading.builder.counter(action.thing.name)
    )


def _remove(action: Action, reading: Reading) -> Row:
    builder = reading.builder
    holder, amount = who_of(action.source or action.who, reading), builder.amount(action.amount)
    match action.thing:
        case ThisToken():
            return row_of(L.OP_REMOVE_THIS)
        case Counter(name, age):
            return row_of(L.OP_REMOVE, holder, amount, builder.counter(name), AGES[age])
        case Status():
            return _statuses(L.OP_REMOVE_STATUS, action, action.source or action.who, L.YOU, reading)
        case Word("cp"):
            return row_of(L.OP_CP, holder, amount, -1)
        case Word("health"):
            return row_of(L.OP_HEALTH, holder, amount)
        case Word("roll attempt"):
            return row_of(L.OP_ATTEMPT, holder, amount, -1)
    raise AssertionError(action)


def _statuses(code: int, action: Action, whose: Who | None, default: int, reading: Reading) -> Row:
    """Tokens without a name; a holder who is chosen is chosen with the first of them."""
    assert isinstance(action.thing, Status)
    amount, sign = reading.builder.amount(action.amount), SIGNS[action.thing.sign]
    if whose is not None and whose.word in CHOICES and not isinstance(action.amount, Every):
        return row_of(code, AMONG[whose.word], amount, sign, 0, L.HOLDER_IS_CHOSEN)
    return row_of(code, who_of(whose, reading, default), amount, sign)


def _heal(action: Action, reading: Reading) -> Row:
    return row_of(L.OP_HEAL, who_of(action.who, reading), reading.builder.amount(action.amount))


def _draw(action: Action, reading: Reading) -> Row:
    return row_of(L.OP_DRAW, who_of(action.who, reading), reading.builder.amount(action.amount))


def _discard(action: Action, reading: Reading) -> Row:
    random = isinstance(action.thing, Cards) and action.thing.how == "random"
    return row_of(
        L.OP_DISCARD, who_of(action.who, reading), reading.builder.amount(action.amount), int(random)
    )


def _raise(action: Action, reading: Reading) -> Row:
    assert isinstance(action.thing, Counter)
    return row_of(
        L.OP_RAISE, 0, reading.builder.amount(action.amount), reading.builder.counter(action.thing.name)
    )


def _set(action: Action, reading: Reading) -> Row:
    if action.thing == Word("side"):
        assert isinstance(action.to, Word)
        return row_of(L.OP_SET_SIDE, 0, reading.sides.index(action.to.word))
    return row_of(L.OP_SET_HEALTH, 0, reading.builder.amount(action.amount))


def _deal(action: Action, reading: Reading) -> Row:
    to = who_of(action.to, reading, L.OPPONENT)
    if action.amount == REFLECTED:
        return row_of(L.OP_REFLECT)
    return _damage(L.OP_DEAL, to, action, reading)


def _receive(action: Action, reading: Reading) -> Row:
    return _damage(L.OP_RECEIVE, who_of(action.who, reading), action, reading)


def _damage(code: int, who: int, action: Action, reading: Reading) -> Row:
    assert isinstance(action.thing, Damage)
    kind = _TYPES[action.thing.type]
    if reading.is_ultimate and kind == L.NORMAL and code == L.OP_DEAL:
        kind = L.ULTIMATE  # DT-ULT-6
    return row_of(code, who, reading.builder.amount(action.amount), kind, int(action.thing.isolated))


def _add(action: Action, reading: Reading) -> Row:
    if action.amount == Half(None):
        return row_of(L.OP_MULTIPLY, 0, 0, 3)
    return row_of(L.OP_ADD, 0, reading.builder.amount(action.amount))


def _multiply(action: Action, reading: Reading) -> Row:
    """By so many halves: 3 is half as much again."""
    assert isinstance(action.amount, Fixed)
    return row_of(L.OP_MULTIPLY, 0, 0, 2 * action.amount.number)


def _prevent(action: Action, reading: Reading) -> Row:
    amount = reading.builder.amount(action.amount)
    if isinstance(action.thing, Status):
        return row_of(L.OP_PREVENT_STATUS, L.YOU, amount, SIGNS[action.thing.sign])
    return row_of(L.OP_PREVENT, L.CHOSEN if action.who == Who("chosen player") else L.YOU, amount)


def _make(action: Action, reading: Reading) -> Row:
    assert isinstance(action.thing, Word)
    return row_of(L.OP_MAKE, 0, 0, _TYPES[action.thing.word])


def _roll(action: Action, reading: Reading) -> Row:
    return row_of(L.OP_ROLL, who_of(action.who, reading), reading.builder.amount(action.amount))


def _duel(action: Action, reading: Reading) -> Row:
    return row_of(L.OP_DUEL, 0, reading.builder.amount(action.amount))


def _reroll(action: Action, reading: Reading) -> Row:
    assert isinstance(action.thing, Dice)
    if action.thing.whose == "them":
        return row_of(L.OP_REROLL_CHOSEN)
    return row_of(L.OP_REROLL, _DICE[action.thing.whose], reading.builder.amount(action.amount))


def _change(action: Action, reading: Reading) -> Row:
    if isinstance(action.thing, Counter):
        return _convert(action, action.thing, reading)
    assert isinstance(action.thing, Dice)
    whose, amount = _DICE[action.thing.whose], reading.builder.amount(action.amount)
    match action.to:
        case Faces(_, faces):
            return row_of(L.OP_CHANGE, whose, amount, faces_mask(faces))
        case Word("any"):
            return row_of(L.OP_CHANGE, whose, amount, 63)
        case Word("another"):
            return row_of(L.OP_SAME_DIE, whose, amount)
        case Word(word):
            return row_of(L.OP_STEP_DIE, whose, amount, int(word.removeprefix("by ")))
    raise AssertionError(action)


def _convert(action: Action, thing: Counter, reading: Reading) -> Row:
    assert isinstance(action.to, Counter)
    builder = reading.builder
    before, after = builder.counter(thing.name), builder.counter(action.to.name)
    who, amount = who_of(action.who, reading), builder.amount(action.amount)
    return row_of(L.OP_CONVERT, who, amount, before, AGES[thing.age], after)


def _choose(action: Action, reading: Reading) -> Row:
    if isinstance(action.thing, Dice):
        return row_of(L.OP_CHOOSE_DICE, _DICE[action.thing.whose], reading.builder.amount(action.amount))
    assert isinstance(action.thing, Word)
    amount = action.amount.most if isinstance(action.amount, UpTo) else action.amount
    most = amount.number if isinstance(amount, Fixed) else L.MAX_PLAYERS
    least = 0 if isinstance(action.amount, UpTo) else most
    kinds = {"player": L.CHOOSE_PLAYER, "opponent": L.CHOOSE_OPPONENT, "ally": L.CHOOSE_ALLY}
    return row_of(L.OP_CHOOSE_PLAYERS, kinds[action.thing.word], most, L.NO_FILTER, least)


def _steal(action: Action, reading: Reading) -> Row:
    victim, amount = who_of(action.source, reading, L.OPPONENT), reading.builder.amount(action.amount)
    match action.thing:
        case Word("cp"):
            return row_of(L.OP_STEAL_CP, victim, amount)
        case Word("health"):
            if reading.rulings & L.STOLEN_HEALTH_IS_DAMAGE:
                kind = L.ULTIMATE if reading.is_ultimate else L.NORMAL
                return row_of(L.OP_DEAL, victim, amount, kind, 0, 1)
            return row_of(L.OP_STEAL_HEALTH, victim, amount)
        case Counter(name):
            return row_of(L.OP_STEAL, victim, amount, reading.builder.counter(name))
        case Status():
            return _statuses(L.OP_STEAL_STATUS, action, action.source, L.OPPONENT, reading)
    raise AssertionError(action)


def _transfer(action: Action, reading: Reading) -> Row:
    amount = reading.builder.amount(action.amount)
    match action.thing:
        case Damage():
            if not isinstance(action.to, Counter):
                raise CannotPlay("the engine cannot pass damage to a player yet")
            return row_of(L.OP_TRANSFER_DMG, 0, amount, reading.builder.counter(action.to.name))
        case Status(sign):
            assert isinstance(action.to, Who)
            giver, receiver = action.source or Who("you"), action.to
            chosen = L.HOLDER_IS_CHOSEN * (giver.word in AMONG) + L.RECEIVER_IS_CHOSEN * (
                receiver.word in AMONG
            )
            row = row_of(L.OP_TRANSFER_STATUS, among(giver, reading), amount, SIGNS[sign], 0, chosen)
            row[4] = among(receiver, reading)
            return row
        case ThisToken():
            return row_of(L.OP_TRANSFER_THIS)
    raise CannotPlay("the engine cannot move a counter by name yet")


def _skip(action: Action, reading: Reading) -> Row:
    word = action.thing.word if isinstance(action.thing, Word) else ""
    if word not in _SKIPPED:
        raise CannotPlay(f"the engine cannot skip {word or 'this'!r} yet")
    return row_of(L.OP_SKIP, 0, 0, _SKIPPED[word])


def _repeat(action: Action, reading: Reading) -> Row:
    if action.thing != Word("offensive phase"):
        raise CannotPlay("the engine can repeat only the Offensive Roll Phase")
    return row_of(L.OP_REPEAT, who_of(action.who, reading))


def _look(action: Action, reading: Reading) -> Row:
    assert isinstance(action.thing, Word)
    whose = {"your hand": L.YOU, "their hand": L.THEM, "opponent hand": L.OPPONENT}
    return row_of(L.OP_LOOK, whose[action.thing.word])


VERBS: dict[str, Callable[[Action, Reading], Row]] = {
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
    "look": _look,
}

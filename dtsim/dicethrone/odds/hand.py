"""Cards, passives and tokens that change the dice of an Offensive Roll, known by their texts."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from dtsim.dicethrone.heroes.model.amounts import Every, Fixed, UpTo
from dtsim.dicethrone.heroes.model.lines import Action, Condition, Else, If, Line, May, On, Spend, Text
from dtsim.dicethrone.heroes.model.needs import Faces
from dtsim.dicethrone.heroes.model.things import Dice, Who, Word
from dtsim.dicethrone.odds.board import Board, match_name
from dtsim.dicethrone.odds.conditions import is_true
from dtsim.dicethrone.odds.frame import Frame
from dtsim.dicethrone.odds.order import continues_chain
from dtsim.dicethrone.odds.outcomes import Outcomes
from dtsim.dicethrone.odds.plays import MAX_CP, MAX_PLAYS, Play, PlayKind
from dtsim.dicethrone.odds.position import ATTACKER
from dtsim.dicethrone.odds.questions import reads_cp
from dtsim.errors import DtsimError, unknown

PLAYABLE = ("roll phase", "instant", "any time")

# What a card may do beside changing dice without changing the odds of this roll.
HARMLESS = ("draw", "discard", "heal", "look")


@dataclass(frozen=True, slots=True)
class Held:
    """A card in hand, a passive or a token, and what it can do to the dice."""

    name: str
    play: Play


class NotAPlay(Exception):
    """The text does not help an Offensive Roll; the message says why."""


def hand_of(names: Iterable[str], outcomes: Outcomes) -> tuple[Held, ...]:
    """The plays behind the names of cards, passives and tokens."""
    sources = _sources(outcomes.board)
    held = []
    for word in names:
        name = _known_name(word, sources, outcomes)
        try:
            held.append(Held(name, _play_of(name, sources, outcomes)))
        except NotAPlay as reason:
            can = ", ".join(_helpful(sources, outcomes))
            raise DtsimError(f"{name} cannot help this roll: {reason}; cards that can: {can}") from reason
    if len([entry for entry in held if not entry.play.repeatable]) > MAX_PLAYS:
        raise DtsimError(f"{len(held)} cards in hand are too many: the most is {MAX_PLAYS}")
    return tuple(held)


def _known_name(word: str, sources: Sources, outcomes: Outcomes) -> str:
    try:
        return match_name("card", word, sources)
    except DtsimError:
        # suggest only what would be of use
        raise unknown("card", word, _helpful(sources, outcomes)) from None


# ---------------------------------------------------------------- the texts that may hold a play


@dataclass(frozen=True, slots=True)
class Source:
    """A text, what it costs, and whether it can be used again and again."""

    moment: str
    text: Text
    cost: int = 0
    condition: Condition | None = None
    repeatable: bool = False
    side: str = ""


Sources = dict[str, list[Source]]


def _sources(board: Board) -> Sources:
    """Cards in hand, passives on the board, and tokens that are spent: one of them is held."""
    found: Sources = {
        card.name: [Source(card.play, card.text, card.cost, card.condition, side=card.side)]
        for card in board.hero.cards
    }
    for ability in board.of_slot("passive"):
        found[ability.name] = [
            Source(rule.moment, rule.text, 0, rule.condition, not (rule.limit or ability.limit), rule.side)
            for rule in ability.rules
        ]
    for token in board.hero.tokens:
        spends = [rule for rule in token.rules if rule.spend]
        found.setdefault(
            token.name, [Source(rule.moment, rule.text, 0, rule.condition, side=rule.side) for rule in spends]
        )
    return found


def _helpful(sources: Sources, outcomes: Outcomes) -> list[str]:
    def is_helpful(name: str) -> bool:
        try:
            _play_of(name, sources, outcomes)
        except (NotAPlay, DtsimError):
            return False
        return True

    return sorted(filter(is_helpful, sources))


def _play_of(name: str, sources: Sources, outcomes: Outcomes) -> Play:
    """The play of the first text under this name that has one; otherwise the reason of the last."""
    reason = NotAPlay("it changes no dice")
    for source in sources[name]:
        try:
            return _read(name, source, outcomes)
        except NotAPlay as found:
            reason = found
    raise reason


# ---------------------------------------------------------------- reading one text


def _read(name: str, source: Source, outcomes: Outcomes) -> Play:
    if source.moment not in PLAYABLE:
        raise NotAPlay(f"it belongs to '{source.moment}'")
    if source.side and source.side != outcomes.board.side:
        raise NotAPlay(f"it belongs to the {source.side} side of the board")
    frame = Frame(ATTACKER, name, outcomes.start)
    if source.condition and not _holds(source.condition, frame, outcomes):
        raise NotAPlay("its condition does not hold in the Offensive Roll Phase on a fresh board")
    lines = [line for line in _lines_on_fresh_board(source.text, frame, outcomes) if _works(line)]
    if not lines:
        raise NotAPlay("it changes no dice")
    price = _price(lines)
    cost = source.cost + (price or 0)
    if cost > MAX_CP:
        raise NotAPlay(f"it costs {cost} CP, and nobody has more than {MAX_CP}")
    return _play(lines, cost, repeatable=source.repeatable and bool(price))


def _holds(condition: Condition, frame: Frame, outcomes: Outcomes) -> bool:
    if reads_cp(condition):
        raise NotAPlay("its condition is about CP, which change with every card")
    return is_true(outcomes.game, condition, frame, outcomes.start)


def _lines_on_fresh_board(text: Text, frame: Frame, outcomes: Outcomes) -> list[Line]:
    """The lines whose conditions hold when nothing has happened yet."""
    lines: list[Line] = []
    taken = False
    for index, line in enumerate(text):
        taken = taken and continues_chain(text, index)
        conditions = [guard.condition for guard in line.guards if isinstance(guard, If)]
        has_else = any(isinstance(guard, Else) for guard in line.guards)
        holds = all(_holds(condition, frame, outcomes) for condition in conditions)
        if holds and not (has_else and taken):
            lines.append(line)
            taken = bool(line.guards)
    return lines


def _works(line: Line) -> bool:
    """Does a line do anything that the odds of this roll depend on?"""
    if len(line.options) > 1:
        raise NotAPlay("it offers a choice between effects")
    if any(isinstance(guard, On) for guard in line.guards):
        raise NotAPlay("it looks at the dice first")
    return any(action.verb not in HARMLESS for action in line.options[0])


def _price(lines: list[Line]) -> int | None:
    """What the holder pays for the effect beside the cost of the card."""
    prices = [guard for line in lines for guard in line.guards if isinstance(guard, Spend)]
    if not prices:
        return None
    price = prices[0]
    if len(lines) > 1:
        raise NotAPlay("it pays for one effect of several")
    if price.thing != Word("cp") or not isinstance(price.amount, Fixed) or not _is_mine(price.who):
        raise NotAPlay("its price is not a number of your CP")
    return price.amount.number


def _play(lines: list[Line], cost: int, repeatable: bool) -> Play:
    actions = [action for line in lines for action in line.options[0] if action.verb not in HARMLESS]
    first = actions[0]
    if all(action.verb == "reroll" for action in actions):
        must = [line for line in lines[1:] if not any(isinstance(guard, May) for guard in line.guards)]
        if must or len(actions) > len(lines):
            raise NotAPlay("its second re-roll is not optional")
        return _reroll(actions, cost, repeatable)
    if len(actions) > 1:
        raise NotAPlay(f"it also does '{actions[1].verb}'")
    if first.verb == "change" and isinstance(first.thing, Dice):
        return _change(first, cost, repeatable)
    if first.verb == "gain" and first.thing == Word("roll attempt") and _is_mine(first.who):
        if first.amount != Fixed(1):
            raise NotAPlay("it gives several Roll Attempts")
        return Play(PlayKind.ATTEMPT, cost, repeatable=repeatable)
    raise NotAPlay("it changes no dice")


def _reroll(rerolls: list[Action], cost: int, repeatable: bool) -> Play:
    for action in rerolls:
        _check_dice(action)
    amounts = [action.amount for action in rerolls]
    if all(amount == Fixed(1) for amount in amounts):
        return Play(PlayKind.REROLL, cost, count=len(rerolls), repeatable=repeatable)
    if len(amounts) == 1 and amounts[0] in (UpTo(None), UpTo(Fixed(5)), Every()):
        return Play(PlayKind.ATTEMPT, cost, repeatable=repeatable)
    raise NotAPlay("it re-rolls several dice at once")


def _change(action: Action, cost: int, repeatable: bool) -> Play:
    _check_dice(action)
    amount = action.amount.most if isinstance(action.amount, UpTo) else action.amount
    if not isinstance(amount, Fixed) or not 1 <= amount.number <= 5:
        raise NotAPlay("it changes no fixed number of dice")
    count = amount.number
    if isinstance(action.to, Faces):
        faces = sum(1 << (face - 1) for face in action.to.faces)
        return Play(PlayKind.CHANGE, cost, faces, count, repeatable)
    if action.to == Word("any"):
        return Play(PlayKind.CHANGE, cost, count=count, repeatable=repeatable)
    kinds = {Word("by 1"): PlayKind.STEP, Word("another"): PlayKind.COPY}
    if count == 1 and isinstance(action.to, Word) and action.to in kinds:
        return Play(kinds[action.to], cost, repeatable=repeatable)
    raise NotAPlay("it changes dice in a way that is not known here")


def _check_dice(action: Action) -> None:
    if not isinstance(action.thing, Dice) or action.thing.whose not in ("your", "any", "chosen ally"):
        raise NotAPlay("it is about an opponent's dice")
    if not _is_mine(action.who):
        raise NotAPlay("somebody else uses it")


def _is_mine(who: Who | None) -> bool:
    return who is None or who.word in ("you", "chosen player", "chosen ally")

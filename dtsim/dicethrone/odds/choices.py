"""Who an action is about, how much of it, and what it means to spend."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from dtsim.dicethrone.heroes.model.amounts import Every, UpTo
from dtsim.dicethrone.heroes.model.lines import Action, Spend
from dtsim.dicethrone.heroes.model.things import Counter, Who, Word
from dtsim.dicethrone.odds.amounts import n_tokens, value_of
from dtsim.dicethrone.odds.chance import Outcome
from dtsim.dicethrone.odds.frame import Frame
from dtsim.dicethrone.odds.people import people_of
from dtsim.dicethrone.odds.position import Position
from dtsim.errors import Place

if TYPE_CHECKING:
    from dtsim.dicethrone.odds.outcomes import Outcomes

ThenFrame = Callable[[Frame, Position], Outcome]
Verb = Callable[["Outcomes", Action, Frame, Position, ThenFrame], Outcome]
Number = Callable[[int], Outcome]
People = Callable[[tuple[int, ...], Frame], Outcome]


def aim(
    walk: Outcomes, who: Who | None, frame: Frame, position: Position, place: Place, then: People
) -> Outcome:
    """The players an action is about; `chosen player` is a choice between the two at the table."""
    if who and who.word == "chosen player":
        picks: list[tuple[int, ...]] = [(frame.me,), (frame.opponent,)]
        picks += [(frame.me, frame.opponent)] if who.most > 1 else []
        return walk.choose(frame.me, [partial(then, pick, frame._replace(chosen=pick)) for pick in picks])
    people = people_of(walk.game, who, frame, position, place)
    if who and who.word.startswith("chosen"):
        frame = frame._replace(chosen=people)
    return then(people, frame)


def amount_of(
    walk: Outcomes, action: Action, player: int, most: int, frame: Frame, position: Position, then: Number
) -> Outcome:
    """The amount of an action for this player; `all` and `any` go up to what there is."""
    amount = action.amount
    if isinstance(amount, Every):
        return then(most)
    if isinstance(amount, UpTo):
        top = most
        if amount.most is not None:
            top = min(most, value_of(walk.game, amount.most, player, frame, position, action.place))
        return walk.choose(player, [partial(then, number) for number in range(top, -1, -1)])
    return then(value_of(walk.game, amount, player, frame, position, action.place))


def spend(
    walk: Outcomes,
    guard: Spend,
    place: Place,
    frame: Frame,
    position: Position,
    take: ThenFrame,
    skip: ThenFrame,
) -> Outcome:
    """Pay and take the line, or leave it; a price that cannot be paid is not offered."""
    player = people_of(walk.game, guard.who, frame, position, place)[0]
    if guard.thing == Word("cp"):
        held = position.cp[player]
    elif isinstance(guard.thing, Counter):
        held = n_tokens(walk.game, guard.thing, player, frame, position)
        if len(walk.game.members(frame.home, guard.thing.name)) > 1 and held:
            raise walk.game.refusal(frame, place, "a price in tokens of several kinds")
    else:
        raise walk.game.refusal(frame, place, "a price in cards or in any status effect")
    amount = guard.amount
    if isinstance(amount, UpTo):
        most = held
        if amount.most is not None:
            most = min(held, value_of(walk.game, amount.most, player, frame, position, place))
        prices = list(range(1, most + 1))
    elif isinstance(amount, Every):
        prices = [held] if held else []
    else:
        prices = [value_of(walk.game, amount, player, frame, position, place)]

    def pay(price: int) -> Outcome:
        paid = _pay(position, guard, player, price)
        # what was paid is gone before anything is counted
        read = _pay(frame.read, guard, player, price)
        return take(frame._replace(spent=price, read=read), paid)

    branches = [partial(skip, frame, position), *(partial(pay, price) for price in prices if price <= held)]
    return walk.choose(player, branches)


def _pay(position: Position, guard: Spend, player: int, price: int) -> Position:
    if isinstance(guard.thing, Counter):
        name = guard.thing.name
        return position.with_count(player, name, max(0, position.held(player, name) - price))
    return position.with_cp(player, position.cp[player] - price)

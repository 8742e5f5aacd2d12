"""The verbs that move counters and cp: gain, inflict, remove, steal, change, raise, transfer."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from dtsim.dicethrone.heroes.model.amounts import Every
from dtsim.dicethrone.heroes.model.lines import Action
from dtsim.dicethrone.heroes.model.things import Counter, Damage, Status, ThisToken, Who, Word
from dtsim.dicethrone.odds.amounts import value_of
from dtsim.dicethrone.odds.chance import Outcome
from dtsim.dicethrone.odds.choices import ThenFrame, aim, amount_of
from dtsim.dicethrone.odds.damage import heal, lose
from dtsim.dicethrone.odds.frame import Frame
from dtsim.dicethrone.odds.people import people_of
from dtsim.dicethrone.odds.position import MAX_CP, OPPONENT, Position

if TYPE_CHECKING:
    from dtsim.dicethrone.odds.outcomes import Outcomes


def gain(walk: Outcomes, action: Action, frame: Frame, position: Position, then: ThenFrame) -> Outcome:
    return aim(
        walk,
        action.who,
        frame,
        position,
        action.place,
        lambda people, now: _gain(walk, action, people, now, position, then),
    )


def inflict(walk: Outcomes, action: Action, frame: Frame, position: Position, then: ThenFrame) -> Outcome:
    target = action.to if isinstance(action.to, Who) else Who("opponent")

    def place(people: tuple[int, ...], now: Frame) -> Outcome:
        for player in people:
            walk.check_rules("inflicted", player, now, position)
        return _gain(walk, action, people, now, position, then)

    return aim(walk, target, frame, position, action.place, place)


def _gain(
    walk: Outcomes,
    action: Action,
    people: tuple[int, ...],
    frame: Frame,
    position: Position,
    then: ThenFrame,
) -> Outcome:
    if not people:
        return then(frame, position)
    player, rest = people[0], people[1:]

    def go_on(after: Position) -> Outcome:
        return _gain(walk, action, rest, frame, after, then)

    thing = action.thing
    if isinstance(thing, Counter):
        names = walk.game.members(frame.home, thing.name)
        room = sum(_limit(walk, position, player, name) - position.held(player, name) for name in names)
        shared = walk.game.shared_limit(frame.home, thing.name)
        if shared is not None:
            room = min(room, shared - sum(position.held(player, name) for name in names))

        def put(number: int) -> Outcome:
            # at the limit of one token something may happen; at that of a group nothing does
            fits = number if shared is None else min(number, room)
            return _put(walk, names, fits, player, frame, position, go_on)

        return amount_of(walk, action, frame.me, room, frame, position, put)
    if thing == Word("cp"):
        return amount_of(
            walk,
            action,
            player,
            MAX_CP,
            frame,
            position,
            lambda number: go_on(position.with_cp(player, position.cp[player] + number)),
        )
    if thing == Word("health"):
        return heal(walk, action, frame, position, then)
    return go_on(position)  # a Roll Attempt comes too late for this roll


def _limit(walk: Outcomes, position: Position, player: int, name: str) -> int:
    return walk.game.limit(player, name) + position.held(player, _raised(name))


def _raised(name: str) -> str:
    return f"limit of {name}"


def _put(
    walk: Outcomes,
    names: tuple[str, ...],
    number: int,
    player: int,
    frame: Frame,
    position: Position,
    then: Callable[[Position], Outcome],
) -> Outcome:
    """Tokens up to the Stack Limit; each token of a group may be another one."""
    if number <= 0:
        return then(position)
    if len(names) > 1:

        def one(name: str) -> Outcome:
            return _put(walk, (name,), 1, player, frame, position, again)

        def again(after: Position) -> Outcome:
            return _put(walk, names, number - 1, player, frame, after, then)

        return walk.choose(frame.me, [partial(one, name) for name in names])
    name = names[0]
    before = position.held(player, name)
    placed = max(0, min(number, _limit(walk, position, player, name) - before))
    after = position.with_count(player, name, before + placed)

    def spill(left: int, now: Position) -> Outcome:
        if left == 0:
            return then(now)
        return walk.trigger("gained at limit", player, name, now, lambda end: spill(left - 1, end))

    surplus = number - placed
    if placed:
        return walk.trigger("gained", player, name, after, lambda now: spill(surplus, now))
    return spill(surplus, after)


def remove(walk: Outcomes, action: Action, frame: Frame, position: Position, then: ThenFrame) -> Outcome:
    who = action.source or action.who
    return aim(
        walk,
        who,
        frame,
        position,
        action.place,
        lambda people, now: _remove(walk, action, people, now, position, then),
    )


def _remove(
    walk: Outcomes,
    action: Action,
    people: tuple[int, ...],
    frame: Frame,
    position: Position,
    then: ThenFrame,
) -> Outcome:
    if not people:
        return then(frame, position)
    player, rest = people[0], people[1:]

    def go_on(after: Position) -> Outcome:
        return _remove(walk, action, rest, frame, after, then)

    thing = action.thing
    if thing == Word("cp"):
        held = position.cp[player]
        return amount_of(
            walk, action, frame.me, held, frame, position, lambda n: go_on(position.with_cp(player, held - n))
        )
    if thing == Word("health"):
        if player != OPPONENT:
            return go_on(position)
        return amount_of(walk, action, frame.me, 0, frame, position, lambda n: go_on(lose(position, n)))
    if isinstance(thing, Status):
        return _remove_any(walk, action, thing, player, frame, position, go_on)
    if not isinstance(thing, Counter | ThisToken):
        return go_on(position)
    name = frame.item if isinstance(thing, ThisToken) else thing.name
    names = walk.game.members(frame.home, name)
    if len(names) > 1:
        raise walk.game.refusal(frame, action.place, f"a choice between the tokens of '{name}'")
    held = position.held(player, name)
    return amount_of(
        walk,
        action,
        frame.me,
        held,
        frame,
        position,
        lambda number: _take(walk, name, number, player, position, go_on),
    )


def _take(
    walk: Outcomes,
    name: str,
    number: int,
    player: int,
    position: Position,
    then: Callable[[Position], Outcome],
) -> Outcome:
    held = position.held(player, name)
    left = max(0, held - number)
    after = position.with_count(player, name, left)
    if held and not left:
        return walk.trigger("removed", player, name, after, then)
    return then(after)


def _remove_any(
    walk: Outcomes,
    action: Action,
    status: Status,
    player: int,
    frame: Frame,
    position: Position,
    then: Callable[[Position], Outcome],
) -> Outcome:
    """Status effects of any name: whoever acts picks which."""

    def removable(now: Position) -> list[str]:
        tokens = [(name, walk.game.token(name)) for name, _ in now.tokens[player]]
        kinds = (status.sign,) if status.sign else ("positive", "negative", "unique")
        return [
            name for name, token in tokens if token and token.kind in kinds and "remove" not in token.locked
        ]

    def again(left: int, now: Position) -> Outcome:
        names = removable(now)
        if left == 0 or not names:
            return then(now)
        return walk.choose(
            frame.me,
            [partial(_take, walk, name, 1, player, now, lambda end: again(left - 1, end)) for name in names],
        )

    every = sum(position.held(player, name) for name in removable(position))
    return amount_of(walk, action, frame.me, every, frame, position, lambda number: again(number, position))


def steal(walk: Outcomes, action: Action, frame: Frame, position: Position, then: ThenFrame) -> Outcome:
    """DT-TXT-7: up to what the victim has. Stolen health is lost at once (DT-TXT-9)."""
    victim = people_of(walk.game, action.source or Who("opponent"), frame, position, action.place)
    if len(victim) != 1 or victim[0] == frame.me:
        raise walk.game.refusal(frame, action.place, "it is not clear from whom")
    loser, thing = victim[0], action.thing

    def move(number: int) -> Outcome:
        if thing == Word("cp"):
            taken = min(number, position.cp[loser])
            after = position.with_cp(loser, position.cp[loser] - taken)
            return then(frame, after.with_cp(frame.me, position.cp[frame.me] + taken))
        if thing == Word("health"):
            return then(frame, lose(position, number if loser == OPPONENT else -number))
        if isinstance(thing, Counter):
            taken = min(number, position.held(loser, thing.name))
            return _take(
                walk,
                thing.name,
                taken,
                loser,
                position,
                lambda now: _put(
                    walk, (thing.name,), taken, frame.me, frame, now, lambda end: then(frame, end)
                ),
            )
        raise walk.game.refusal(frame, action.place, "a choice of status effects to steal")

    held = position.cp[loser]
    if isinstance(thing, Counter):
        held = position.held(loser, thing.name)
    return amount_of(walk, action, frame.me, held, frame, position, move)


def change(walk: Outcomes, action: Action, frame: Frame, position: Position, then: ThenFrame) -> Outcome:
    """One counter into another."""
    old, new = action.thing, action.to
    if not isinstance(old, Counter) or not isinstance(new, Counter):
        raise walk.game.refusal(frame, action.place, "dice that are changed after the roll")
    held = position.held(frame.me, old.name)

    def swap(number: int) -> Outcome:
        taken = min(number, held)
        after = position.with_count(frame.me, old.name, held - taken)
        return _put(walk, (new.name,), taken, frame.me, frame, after, lambda end: then(frame, end))

    return amount_of(walk, action, frame.me, held, frame, position, swap)


def raise_limit(walk: Outcomes, action: Action, frame: Frame, position: Position, then: ThenFrame) -> Outcome:
    assert isinstance(action.thing, Counter)
    name = _raised(action.thing.name)
    number = value_of(walk.game, action.amount, frame.me, frame, position, action.place)
    return then(frame, position.with_count(frame.me, name, position.held(frame.me, name) + number))


def transfer(walk: Outcomes, action: Action, frame: Frame, position: Position, then: ThenFrame) -> Outcome:
    """Damage that somebody else takes, or a token that changes hands."""
    thing, place = action.thing, action.place
    if isinstance(thing, Damage):
        if not isinstance(action.amount, Every) or frame.me != OPPONENT:
            raise walk.game.refusal(frame, place, "damage that is split")
        return then(frame, position.with_attack(none=True))
    if not isinstance(thing, Counter | ThisToken) or not isinstance(action.to, Who):
        raise walk.game.refusal(frame, place, "a choice of status effects to move")
    name = frame.item if isinstance(thing, ThisToken) else thing.name
    source = people_of(walk.game, action.source, frame, position, place)[0]

    def move(people: tuple[int, ...], now: Frame) -> Outcome:
        taken = min(1, position.held(source, name))
        if not people or people[0] == source or not taken:
            return then(now, position)
        return _take(
            walk,
            name,
            taken,
            source,
            position,
            lambda after: _put(walk, (name,), taken, people[0], now, after, lambda end: then(now, end)),
        )

    return aim(walk, action.to, frame, position, place, move)

"""The verbs about damage and dice: deal, receive, add, multiply, prevent, make, heal, roll, duel and more."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from dtsim.dicethrone.heroes.model.amounts import Every, Fixed, Half
from dtsim.dicethrone.heroes.model.lines import Action
from dtsim.dicethrone.heroes.model.things import Damage, Status, Who, Word
from dtsim.dicethrone.odds.amounts import value_of
from dtsim.dicethrone.odds.chance import Counts, Outcome, mix, totals_of
from dtsim.dicethrone.odds.choices import ThenFrame, aim, amount_of
from dtsim.dicethrone.odds.conditions import is_true
from dtsim.dicethrone.odds.frame import Frame
from dtsim.dicethrone.odds.people import people_of
from dtsim.dicethrone.odds.position import OPPONENT, Position

if TYPE_CHECKING:
    from dtsim.dicethrone.odds.outcomes import Outcomes

MOST_REPEATS = 10
MOST_DAMAGE = 99
MOST_HEALING = 10  # above the health at the start


def deal(walk: Outcomes, action: Action, frame: Frame, position: Position, then: ThenFrame) -> Outcome:
    """Damage of an ability belongs to its attack; that of a rule, or after the attack, stands alone."""
    target = action.to if isinstance(action.to, Who) else Who("opponent")

    def hit(people: tuple[int, ...], now: Frame) -> Outcome:
        if OPPONENT not in people:
            return then(now, position)
        return amount_of(
            walk,
            action,
            now.me,
            MOST_DAMAGE,
            now,
            position,
            lambda number: then(now, _hurt(walk, action, number, now, position)),
        )

    return aim(walk, target, frame, position, action.place, hit)


def _hurt(walk: Outcomes, action: Action, number: int, frame: Frame, position: Position) -> Position:
    damage = action.thing
    assert isinstance(damage, Damage)
    if damage.isolated or position.dealt is not None:
        return lose(position, number)
    kind = damage.type
    if frame.role != "ability":
        kind = "collateral"
    elif kind == "normal" and walk.game.is_ultimate(position):
        kind = "ultimate"  # DT-ULT-6
    return position._replace(attack=position.attack.deal(kind, number))


def lose(position: Position, number: int) -> Position:
    """Health the opponent loses at once or, below 0, regains: up to the ceiling (DT-HP-2)."""
    return position._replace(lost=max(-MOST_HEALING, position.lost + number))


def receive(walk: Outcomes, action: Action, frame: Frame, position: Position, then: ThenFrame) -> Outcome:
    """Damage without an attack: no defence, no modifiers (DT-DMG-10)."""

    def suffer(people: tuple[int, ...], now: Frame) -> Outcome:
        if OPPONENT not in people:
            return then(now, position)
        number = value_of(walk.game, action.amount, OPPONENT, now, position, action.place)
        assert isinstance(action.thing, Damage)
        if action.thing.isolated or position.dealt is not None:
            return then(now, lose(position, number))
        return then(now, position._replace(attack=position.attack.deal("collateral", number)))

    return aim(walk, action.who, frame, position, action.place, suffer)


def add(walk: Outcomes, action: Action, frame: Frame, position: Position, then: ThenFrame) -> Outcome:
    """What an ability adds to itself is its own damage; what a rule adds is an Attack Modifier."""
    attack = position.attack
    if action.amount == Half(None):
        return _multiply(walk, action, 3, frame, position, then)

    def grow(number: int) -> Outcome:
        if position.dealt is not None:
            raise walk.game.refusal(frame, action.place, "the damage has been dealt already")
        if frame.role == "ability":
            return then(frame, position.with_attack(grown=attack.grown + number))
        return then(frame, position.with_attack(added=attack.added + number))

    return amount_of(walk, action, frame.me, MOST_DAMAGE, frame, position, grow)


def multiply(walk: Outcomes, action: Action, frame: Frame, position: Position, then: ThenFrame) -> Outcome:
    """Twice the damage or more."""
    assert isinstance(action.amount, Fixed)
    return _multiply(walk, action, 2 * action.amount.number, frame, position, then)


def _multiply(
    walk: Outcomes, action: Action, halves: int, frame: Frame, position: Position, then: ThenFrame
) -> Outcome:
    """By so many halves; computed with the total, whatever comes before or after it (DT-FIN-10)."""
    attack = position.attack
    if position.dealt is not None:
        raise walk.game.refusal(frame, action.place, "the damage has been dealt already")
    more = {"multiples": attack.multiples + halves // 2 - 1, "more_halves": attack.more_halves + halves % 2}
    return then(frame, position.with_attack(**more))


def prevent(walk: Outcomes, action: Action, frame: Frame, position: Position, then: ThenFrame) -> Outcome:
    """The defence works on defendable damage, other preventions on all that is avoidable (DT-ABL-8)."""
    if isinstance(action.thing, Status):
        return _prevent_status(walk, action, frame, position, then)
    people = people_of(walk.game, action.who, frame, position, action.place)
    attack = position.attack
    if OPPONENT not in people:
        # the attacker against himself (Wither): a modifier like any other
        if walk.game.is_ultimate(position):
            return then(frame, position)  # DT-ULT-4
        number = value_of(walk.game, action.amount, frame.me, frame, position, action.place)
        return then(frame, position.with_attack(added=attack.added - number))
    parries = frame.role == "defence"
    if isinstance(action.amount, Every):
        return then(frame, position.with_attack(**{"parried_all" if parries else "none": True}))
    if action.amount == Half(None):
        name = "parried_halves" if parries else "halves"
        return then(frame, position.with_attack(**{name: getattr(attack, name) + 1}))
    name = "parried" if parries else "prevented"
    return amount_of(
        walk,
        action,
        OPPONENT,
        MOST_DAMAGE,
        frame,
        position,
        lambda number: then(frame, position.with_attack(**{name: getattr(attack, name) + number})),
    )


def _prevent_status(
    walk: Outcomes, action: Action, frame: Frame, position: Position, then: ThenFrame
) -> Outcome:
    """A status effect on its way is stopped: no matter, unless it acts in this very attack."""
    for name, number in position.tokens[OPPONENT]:
        acts = any(item == name for _, item, _ in position.fired)
        if acts and number > position.start_count(OPPONENT, name):
            raise walk.game.refusal(frame, action.place, f"'{name}' may be prevented after it has acted")
    return then(frame, position)


def make(walk: Outcomes, action: Action, frame: Frame, position: Position, then: ThenFrame) -> Outcome:
    assert isinstance(action.thing, Word)
    return then(frame, position.with_attack(made=action.thing.word))


def heal(walk: Outcomes, action: Action, frame: Frame, position: Position, then: ThenFrame) -> Outcome:
    """Only healing of the opponent counts against the damage."""

    def regain(people: tuple[int, ...], now: Frame) -> Outcome:
        if OPPONENT not in people:
            return then(now, position)
        number = value_of(walk.game, action.amount, OPPONENT, now, position, action.place)
        if position.dealt is None:
            return then(now, position._replace(healed=position.healed + number))
        return then(now, lose(position, -number))

    return aim(walk, action.who, frame, position, action.place, regain)


def roll(walk: Outcomes, action: Action, frame: Frame, position: Position, then: ThenFrame) -> Outcome:
    """Inner dice: every roll with its chance."""
    number = value_of(walk.game, action.amount, frame.me, frame, position, action.place)
    walk.check_dice(number, frame, action.place)
    walk.check_rules("rolled", frame.me, frame, position)
    return walk.roll(number, frame, lambda dice: then(frame._replace(dice=dice), position))


def duel(walk: Outcomes, action: Action, frame: Frame, position: Position, then: ThenFrame) -> Outcome:
    """Both players roll; the text compares."""
    number = value_of(walk.game, action.amount, frame.me, frame, position, action.place)
    walk.check_dice(number, frame, action.place)
    walk.check_rules("rolled", frame.me, frame, position)

    def read(dice: Counts) -> Outcome:
        return mix(
            (weight, then(frame._replace(dice=dice, other=theirs), position))
            for theirs, weight in totals_of(number)
        )

    return walk.roll(number, frame, read)


def choose(walk: Outcomes, action: Action, frame: Frame, position: Position, then: ThenFrame) -> Outcome:
    """Name players once, for `them`."""
    word = action.thing.word if isinstance(action.thing, Word) else ""
    if word == "player":
        who = Who("chosen player")
    elif word in ("opponent", "ally"):
        who = Who(f"chosen {word}")
    else:
        raise walk.game.refusal(frame, action.place, "dice that are chosen after the roll")
    return aim(walk, who, frame, position, action.place, lambda _, now: then(now, position))


def skip(walk: Outcomes, action: Action, frame: Frame, position: Position, then: ThenFrame) -> Outcome:
    if action.thing == Word("defensive phase"):
        return then(frame, position._replace(undefended=True))
    if action.thing == Word("the ability"):
        return then(frame, position._replace(failed=not walk.game.is_ultimate(position)))  # DT-ULT-11
    return then(frame, position)  # another phase: not part of this attack


def set_to(walk: Outcomes, action: Action, frame: Frame, position: Position, then: ThenFrame) -> Outcome:
    if action.thing == Word("side") and isinstance(action.to, Word):
        return then(frame, position.with_side(frame.home, action.to.word))
    if frame.me == OPPONENT:
        raise walk.game.refusal(frame, action.place, "health that is set")
    return then(frame, position)


def activate(walk: Outcomes, action: Action, frame: Frame, position: Position, then: ThenFrame) -> Outcome:
    """Run keywords of a group, each once, or one keyword or ability several times."""
    assert isinstance(action.thing, Word)
    members = walk.game.members(frame.home, action.thing.word)

    def run(name: str, left: int, names: tuple[str, ...], now: Position) -> Outcome:
        rest = tuple(other for other in names if other != name) if len(members) > 1 else names
        keyword, ability = walk.game.keyword(frame.home, name), walk.game.ability(frame.home, name)
        if ability and len(ability.needs) > 1:
            raise walk.game.refusal(frame, action.place, f"'{name}' has several steps")
        inner = frame._replace(item=name, taken=False, read=now)
        item = keyword or ability
        allowed = item and (item.condition is None or is_true(walk.game, item.condition, inner, now))
        if item is None or not allowed:
            return again(left - 1, rest, now)
        return walk.lines(item.text, 0, inner, now, lambda _, after: again(left - 1, rest, after))

    def again(left: int, names: tuple[str, ...], now: Position) -> Outcome:
        if left <= 0 or not names:
            return then(frame, now)
        return walk.choose(frame.me, [partial(run, name, left, names, now) for name in names])

    def start(number: int) -> Outcome:
        keyword = walk.game.keyword(frame.home, members[0]) if len(members) == 1 else None
        limit = keyword.limit.times if keyword and keyword.limit else number
        return again(min(number, limit), members, position)

    return amount_of(walk, action, frame.me, MOST_REPEATS, frame, position, start)

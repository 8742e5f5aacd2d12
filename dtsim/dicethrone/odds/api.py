"""Exact odds of a hero: `odds("gunslinger", goal="damage")`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dtsim.dicethrone.heroes.library import load_hero
from dtsim.dicethrone.heroes.model.hero import Hero
from dtsim.dicethrone.odds.board import Board, Levels, board_of, levels_of
from dtsim.dicethrone.odds.goals import Goal, Payoffs, goal_of, met_results, payoffs_of
from dtsim.dicethrone.odds.hand import Held, hand_of
from dtsim.dicethrone.odds.outcomes import Outcomes
from dtsim.dicethrone.odds.plays import MAX_CP
from dtsim.dicethrone.odds.position import START_CP
from dtsim.errors import DtsimError

if TYPE_CHECKING:
    import pandas

    from dtsim.dicethrone.odds.solver import Action, Solution

MAX_ROLLS = 4


@dataclass(frozen=True, slots=True)
class Chance:
    """A number between 0 and 1 or an expected damage, with its fraction when exact odds are asked for."""

    value: float
    exact: Fraction | None = None


@dataclass(frozen=True, slots=True)
class AbilityOdds:
    """The chance to activate one step of an ability when nothing else is chased."""

    name: str
    level: int
    needs: str
    probability: float
    exact: Fraction | None = None


@dataclass(frozen=True, slots=True)
class Best:
    """The best policy for a goal: its value and what comes of it."""

    goal: str
    value: float
    abilities: dict[str, float]
    damage: dict[int, float]
    is_chance: bool = False
    exact: Fraction | None = None
    abilities_exact: dict[str, Fraction] | None = None
    damage_exact: dict[int, Fraction] | None = None

    @property
    def expected_damage(self) -> float:
        return sum(amount * chance for amount, chance in self.damage.items())


@dataclass(frozen=True, slots=True)
class Move:
    """What to do with five dice: keep some and roll the others, play a card, or stop."""

    keep: tuple[int, ...]
    roll: tuple[int, ...] = ()
    change: tuple[tuple[int, int], ...] = ()  # (face, new face)
    play: str | None = None  # the card, passive or token that is used
    stop: bool = False


@dataclass(frozen=True, slots=True)
class Advice:
    """A move with the dice on the table, and what it leads to."""

    move: Move
    value: float
    regret: float
    abilities: dict[str, float]
    exact: Fraction | None = None

    @property
    def keep(self) -> tuple[int, ...]:
        return self.move.keep


@dataclass(frozen=True, slots=True)
class Decision:
    """One entry of the policy: the best move for these dice and so many rolls left."""

    rolls_left: int
    dice: tuple[int, ...]
    move: Move
    activate: str | None  # when the move is to stop
    value: float
    exact: Fraction | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Odds:
    """What `odds` found. Everything is a plain value; `frame()` makes a DataFrame of it."""

    hero: str
    slug: str
    rolls: int
    cp: int
    cards: tuple[str, ...]
    levels: dict[str, int]
    side: str
    abilities: tuple[AbilityOdds, ...]
    goal: str | None = None
    best: Best | None = None
    dice: tuple[int, ...] | None = None
    rolls_left: int | None = None
    advice: tuple[Advice, ...] = ()
    against: str | None = None
    _solution: Solution | None = field(default=None, repr=False)
    _payoffs: Payoffs | None = field(default=None, repr=False)

    def policy(self) -> tuple[Decision, ...]:
        """The best move for all 252 rolls: first with the most rolls left, last with none."""
        if self._solution is None or self._payoffs is None:
            raise DtsimError("a policy needs a goal: 'damage', 'damage>=12' or an ability")
        found = [_decision(entry, self._payoffs, self.cards, self.cp) for entry in self._solution.policy()]
        return tuple(sorted(found, key=lambda entry: -entry.rolls_left))

    def to_dict(self, policy: bool = False) -> dict[str, Any]:
        """What `--format json` writes; fractions are strings such as "25/162"."""
        from dtsim.dicethrone.odds.records import record_of

        return record_of(self, policy)

    def frame(self, what: str = "abilities") -> pandas.DataFrame:
        """A table of `abilities`, `best` (abilities under the policy), `damage`, `advice` or `policy`."""
        import pandas

        from dtsim.dicethrone.odds.records import rows_of

        return pandas.DataFrame(rows_of(self, what))


def odds(
    hero: str | Path | Hero,
    rolls: int = 3,
    goal: str | Sequence[str] | None = None,
    *,
    dice: str | Sequence[int] | None = None,
    rolls_left: int | None = None,
    cards: Iterable[str] = (),
    cp: int = START_CP,
    levels: Levels = None,
    side: str | None = None,
    against: str | Path | Hero | None = None,
    against_levels: Levels = None,
    against_side: str | None = None,
    exact: bool = False,
    heroes: Iterable[str | Path] = (),
) -> Odds:
    """The chance of every ability and, with a goal, the best policy; with dice, the best keep.

    `rolls` is 1 to 4, the first with all five dice. `goal` is "damage", "damage>=12", an ability, a step of
    it ("Revolver: 4") or several abilities, any of which will do. `cards` in hand are paid with `cp`; 2 CP is
    what a duel starts with. With `dice` on the table all numbers hold from these dice on. `against` a hero
    damage is what is left after its defence.
    """
    folders = list(heroes)
    _check_number("rolls", rolls, 1, MAX_ROLLS)
    _check_number("CP", cp, 0, MAX_CP)
    faces = None if dice is None else dice_on_table(dice)
    left = _rolls_left(rolls, rolls_left, faces)
    board = board_of(_hero(hero, folders), levels, side)
    other = _defender(against, against_levels, against_side, folders)
    asked = goal_of(goal if goal is not None else "damage", board)
    outcomes = Outcomes(board, other, asked.worth)
    hand = hand_of(cards, outcomes)
    roller = _Roller(outcomes, hand, cp, (left + 1) if faces else rolls, faces, exact)
    abilities = roller.abilities()
    has_goal = goal is not None or faces is not None
    found = roller.pursue(asked) if has_goal else None
    return Odds(
        hero=board.hero.name,
        slug=board.hero.slug,
        rolls=rolls,
        cp=cp,
        cards=tuple(entry.name for entry in hand),
        levels=levels_of(board.hero, levels),
        side=board.side,
        abilities=abilities,
        goal=asked.text if has_goal else None,
        best=found.best if found else None,
        dice=faces,
        rolls_left=left if faces else None,
        advice=found.advice if found else (),
        against=other.hero.name if other else None,
        _solution=found.solution if found else None,
        _payoffs=found.payoffs if found else None,
    )


def ability_odds(hero: str | Path | Hero, rolls: int = 3, **options: Any) -> tuple[AbilityOdds, ...]:
    """The chance of each ability alone; options as for `odds`."""
    return odds(hero, rolls, **options).abilities


# ---------------------------------------------------------------- what was asked for


def dice_on_table(dice: str | Sequence[int]) -> tuple[int, ...]:
    """Five dice in ascending order, from numbers or from text: `1,1,4,5,6`, `1 1 4 5 6`, `11456`."""
    words = dice.replace(",", " ").split() if isinstance(dice, str) else [str(die) for die in dice]
    if isinstance(dice, str) and len(words) == 1:
        words = list(words[0])
    faces = []
    for word in words:
        if not (word.isascii() and word.isdigit()) or not 1 <= int(word) <= 6:
            raise DtsimError(f"a die shows 1 to 6, found '{word}'")
        faces.append(int(word))
    if len(faces) != 5:
        raise DtsimError(f"five dice are on the table, found {len(faces)}: write them as 1,1,4,5,6")
    return tuple(sorted(faces))


def _check_number(what: str, number: int, least: int, most: int) -> None:
    if isinstance(number, bool) or not isinstance(number, int) or not least <= number <= most:
        raise DtsimError(f"{what} should be a whole number from {least} to {most}, found {number}")


def _rolls_left(rolls: int, left: int | None, dice: tuple[int, ...] | None) -> int:
    if dice is None:
        if left is not None:
            raise DtsimError("rolls left need dice on the table: add --dice 1,1,4,5,6")
        return rolls - 1
    if left is None:
        return rolls - 1
    _check_number("rolls left", left, 0, MAX_ROLLS - 1)
    if left >= rolls:
        raise DtsimError(
            f"{left} rolls left, but of {rolls} rolls at most {rolls - 1} are left with dice on the table"
        )
    return left


def _hero(hero: str | Path | Hero, folders: list[str | Path]) -> Hero:
    return hero if isinstance(hero, Hero) else load_hero(hero, heroes=folders)


def _defender(
    against: str | Path | Hero | None, levels: Levels, side: str | None, folders: list[str | Path]
) -> Board | None:
    if against is None:
        if levels is not None or side is not None:
            raise DtsimError("the level or side of a defence needs a hero who defends: add --against HERO")
        return None
    board = board_of(_hero(against, folders), levels, side)
    if not board.of_slot("defensive"):
        raise DtsimError(f"the file of {board.hero.name} has no Defensive Ability to attack against")
    return board


# ---------------------------------------------------------------- rolling


@dataclass(frozen=True, slots=True, eq=False)
class _Pursuit:
    best: Best
    advice: tuple[Advice, ...]
    solution: Solution
    payoffs: Payoffs


class _Roller:
    """One player with a board, a hand and CP; `dice` are on the table or still to be rolled."""

    def __init__(
        self,
        outcomes: Outcomes,
        hand: tuple[Held, ...],
        cp: int,
        rolls: int,
        dice: tuple[int, ...] | None,
        exact: bool,
    ) -> None:
        self.outcomes = outcomes
        self.hand = hand
        self.cp = cp
        self.rolls = rolls
        self.dice = dice
        self.exact = exact
        self.met = [met_results(row, outcomes, cp) for row in outcomes.board.rows]
        self.solve = partial(_solver(exact), rolls=rolls, plays=[held.play for held in hand], cp=cp)

    def abilities(self) -> tuple[AbilityOdds, ...]:
        found = []
        for row, met in zip(self.outcomes.board.rows, self.met, strict=True):
            chance = self._chance(self._value(self.solve(_numbers(met, self.exact))))
            found.append(AbilityOdds(row.name, row.ability.level, str(row.need), chance.value, chance.exact))
        return tuple(found)

    def pursue(self, goal: Goal) -> _Pursuit:
        payoffs = payoffs_of(goal, self.outcomes, self.met, self.cp)
        solution = self.solve(payoffs.payoff(self.exact))
        names, amounts = payoffs.names(), payoffs.amounts()
        of_abilities = payoffs.ability_features(self.exact)
        left = self.rolls - 1
        abilities = self._chances(names, solution.expect(of_abilities, self.dice, left))
        damage = self._chances(amounts, solution.expect(payoffs.damage_features(self.exact), self.dice, left))
        value = self._chance(self._value(solution))
        best = Best(
            goal=goal.text,
            value=value.value,
            abilities={name: chance.value for name, chance in abilities.items()},
            damage={amount: chance.value for amount, chance in damage.items() if chance.value > 0},
            is_chance=goal.is_chance,
            exact=value.exact,
            abilities_exact=_fractions(abilities),
            damage_exact=_fractions({key: chance for key, chance in damage.items() if chance.value > 0}),
        )
        advice = self._advice(solution, names, of_abilities) if self.dice else ()
        return _Pursuit(best, advice, solution, payoffs)

    def _advice(self, solution: Solution, names: list[str], features: Any) -> tuple[Advice, ...]:
        assert self.dice is not None
        found = []
        for option in solution.advice(self.dice, self.rolls - 1, features):
            value = self._chance(option.value)
            chances = {name: float(share) for name, share in zip(names, option.features, strict=True)}
            move = _move(option.action, tuple(held.name for held in self.hand))
            found.append(Advice(move, value.value, float(option.regret), chances, value.exact))
        return tuple(found)

    def _value(self, solution: Solution) -> Any:
        return solution.value if self.dice is None else solution.value_at(self.dice, self.rolls - 1)

    def _chance(self, number: Any) -> Chance:
        return Chance(float(number), Fraction(number) if self.exact else None)

    def _chances(self, keys: Sequence[Any], numbers: Sequence[Any]) -> dict[Any, Chance]:
        return {key: self._chance(number) for key, number in zip(keys, numbers, strict=True)}


def _solver(exact: bool) -> Any:
    """Compiled floats, or the same source uncompiled on fractions."""
    if exact:
        from dtsim import jit

        return jit.uncompiled("dtsim.dicethrone.odds.solver").solve
    from dtsim.dicethrone.odds.solver import solve

    return solve


def _numbers(met: Any, exact: bool) -> Any:
    return met.astype(int).astype(object) if exact else met.astype(float)


def _fractions(chances: dict[Any, Chance]) -> dict[Any, Fraction] | None:
    found = {key: chance.exact for key, chance in chances.items() if chance.exact is not None}
    return found or None


def _move(action: Action, cards: tuple[str, ...]) -> Move:
    play = None if action.play is None else cards[action.play]
    stop = action.play is None and not action.roll
    return Move(action.keep, action.roll, action.change, play, stop)


def _decision(entry: Any, payoffs: Payoffs, cards: tuple[str, ...], cp: int) -> Decision:
    from dtsim.dicethrone.odds.lattice import dice_id

    move = _move(entry.action, cards)
    row = int(payoffs.chosen[cp, dice_id(entry.dice)])
    activate = None
    if move.stop:
        activate = f"{payoffs.rows[row].name}: {payoffs.rows[row].need}" if row >= 0 else "none"
    value = entry.value
    exact = value if isinstance(value, Fraction) else None
    return Decision(entry.rolls_left, entry.dice, move, activate, float(value), exact)

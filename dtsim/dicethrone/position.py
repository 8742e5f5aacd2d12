"""`dtsim.advise(...)`: what a player would do at your table."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import Field, ValidationError

from dtsim.dicethrone.advice import Advice, Adviser
from dtsim.dicethrone.batch import pair_up
from dtsim.dicethrone.engine.steps import M1, N1, O1
from dtsim.dicethrone.game import Game
from dtsim.dicethrone.heroes.model.hero import Hero
from dtsim.dicethrone.heroes.places import locate
from dtsim.dicethrone.heroes.shape import shape_mistakes
from dtsim.dicethrone.heroes.source import read_source
from dtsim.dicethrone.heroes.tables import Table, Words
from dtsim.dicethrone.heroes.toml_mistakes import toml_mistake
from dtsim.dicethrone.odds.api import dice_on_table
from dtsim.dicethrone.player_files.model import PlayerFile
from dtsim.dicethrone.program import layout as L
from dtsim.errors import DtsimError, FileError

PHASES = {"main 1": M1, "roll": O1, "main 2": N1}
YOU, OPPONENT = 0, 1
MOST_STEPS = 200  # decisions of both players before the one that is asked for


class SideTable(Table):
    """What lies before one player."""

    health: Annotated[int, Field(ge=1, le=99)] = L.STARTING_HEALTH
    cp: Annotated[int, Field(ge=0, le=L.CP_CAP)] = L.STARTING_CP
    hand: list[Words] = Field(default=[])
    tokens: dict[str, Annotated[int, Field(ge=0, le=99)]] = Field(default={})
    upgrades: list[Words] = Field(default=[])
    side: Words | None = None


class PositionFile(Table):
    """A position at the table."""

    heroes: Annotated[list[Words], Field(min_length=2, max_length=2)] | None = None
    turn: Literal["you", "opponent"] = "you"
    phase: Literal["main 1", "roll", "main 2"] | None = None
    dice: Annotated[list[Annotated[int, Field(ge=1, le=6)]], Field(min_length=5, max_length=5)] | None = None
    rolls_left: Annotated[int, Field(ge=0, le=4)] | None = None
    announces: Words | None = None
    you: SideTable = SideTable()
    opponent: SideTable = SideTable()


@dataclass(frozen=True, slots=True)
class Counsel:
    """The position as it was understood, and what to do in it."""

    heroes: tuple[str, str]
    position: PositionFile
    player: str
    advice: Advice

    @property
    def chosen(self) -> str:
        return self.advice.chosen.option


def read_position(path: Path) -> PositionFile:
    """The position of a file; raises FileError with every mistake of it."""
    source = read_source(path)
    try:
        tables = tomllib.loads(source)
    except ValueError as error:
        raise FileError(str(path), source, [toml_mistake(error, source)]) from error
    try:
        return PositionFile.model_validate(tables)
    except ValidationError as error:
        mistakes = shape_mistakes(error, tables, locate(source), PositionFile)
        raise FileError(str(path), source, mistakes) from error


def advise(
    *heroes: str | Path | Hero,
    dice: str | Sequence[int] | None = None,
    rolls_left: int | None = None,
    turn: str | None = None,
    phase: str | None = None,
    announces: str | None = None,
    you: Mapping[str, Any] | None = None,
    opponent: Mapping[str, Any] | None = None,
    position: PositionFile | str | Path | None = None,
    player: str | Path | PlayerFile = "planner",
    rulings: Iterable[str] = (),
    heroes_from: Iterable[str | Path] = (),
) -> Counsel:
    """What `player` would do for the first hero: its options with their values, the best first.

    `you` and `opponent` are what lies before both: health, cp, hand, tokens, upgrades, side. What is said
    here goes before what the `position` (or its file) says.
    """
    base = read_position(Path(position)) if isinstance(position, str | Path) else position or PositionFile()
    asked = _changed(base, dice, rolls_left, turn, phase, announces, you, opponent)
    if not heroes and asked.heroes is None:
        raise DtsimError("name two heroes: yours, and the opponent's")
    pairing = pair_up(heroes or asked.heroes or (), player=player, rulings=rulings, heroes_from=heroes_from)
    adviser = Adviser(pairing)
    game = _set_up(adviser, asked)
    advice = _until_asked(adviser, game, asked)
    slugs = pairing.heroes[0].slug, pairing.heroes[1].slug
    return Counsel(slugs, asked, pairing.players[0].name, advice)


def _changed(
    base: PositionFile,
    dice: str | Sequence[int] | None,
    rolls_left: int | None,
    turn: str | None,
    phase: str | None,
    announces: str | None,
    you: Mapping[str, Any] | None,
    opponent: Mapping[str, Any] | None,
) -> PositionFile:
    facts = base.model_dump(exclude_unset=True)
    said = {"rolls_left": rolls_left, "turn": turn, "phase": phase, "announces": announces}
    facts |= {key: value for key, value in said.items() if value is not None}
    if dice is not None:
        facts["dice"] = list(dice_on_table(dice))
    for key, side in (("you", you), ("opponent", opponent)):
        facts[key] = facts.get(key, {}) | {
            name: value for name, value in (side or {}).items() if value is not None
        }
    try:
        asked = PositionFile.model_validate(facts)
    except ValidationError as error:
        details = error.errors()[0]
        where = " > ".join(str(step) for step in details["loc"])
        raise DtsimError(f"{where}: {details['msg']}, found {details['input']!r}") from error
    _refuse_contradictions(asked)
    return asked


def _refuse_contradictions(asked: PositionFile) -> None:
    if asked.dice is None and asked.rolls_left is not None:
        raise DtsimError("rolls left need dice on the table: add the dice, such as 1,1,4,5,6")
    if asked.dice is not None and asked.phase not in (None, "roll"):
        raise DtsimError(f"dice lie on the table in the phase 'roll', not in '{asked.phase}'")
    if asked.turn == "opponent" and asked.dice is None:
        raise DtsimError("in the opponent's turn you are asked about an attack: add the opponent's dice")


def _set_up(adviser: Adviser, asked: PositionFile) -> Game:
    """The scene; dice that are not known are rolled."""
    game = adviser.new_game(scene=True)
    for seat, side in ((YOU, asked.you), (OPPONENT, asked.opponent)):
        _check_tokens(game, seat, side.tokens)
        game.players[seat].set(
            health=side.health,
            cp=side.cp,
            side=side.side,
            tokens=side.tokens,
            hand=side.hand,
            upgrades=side.upgrades,
        )
    record = game.record
    record[L.TURN] = record[L.ROUND] = 2
    record[L.ACTIVE] = YOU if asked.turn == "you" else OPPONENT
    record[L.PHASE] = L.PHASE_MAIN
    phase = asked.phase or ("roll" if asked.dice is not None else "main 1")
    record[L.FRAMES + L.F_PC] = PHASES[phase]
    left = asked.rolls_left if asked.rolls_left is not None else 0 if asked.turn == "opponent" else 2
    record[L.ATTEMPTS_LEFT] = 1 + left
    game.script(*(asked.dice or ()))
    return game.resume()


def _check_tokens(game: Game, seat: int, tokens: Mapping[str, int]) -> None:
    for name, count in tokens.items():
        limit = game.players[seat].limits.get(name)
        if limit is not None and count > limit:
            raise DtsimError(f"{game.players[seat].hero} can have {limit} {name} at most, found {count}")


def _until_asked(adviser: Adviser, game: Game, asked: PositionFile) -> Advice:
    """Go on until you must decide something: windows in which passing is best are passed."""
    for _ in range(MOST_STEPS):
        if game.is_over or game.asked is None:
            break
        if asked.dice is not None and game.question == "window" and game.step in ("O1", "O2"):
            game.take("pass")  # before the dice were rolled
            continue
        if asked.announces and game.question == "announce" and game.asked == game.active:
            game.take(f"announce {asked.announces}")
            continue
        advice = adviser.ask(game)
        if game.asked == YOU and (game.question != "window" or advice.chosen.option != "pass"):
            return advice
        adviser.take(game, advice)
        if int(game.record[L.TURN]) > 2:
            break
    raise DtsimError("in this position there is nothing for you to decide")


def tokens_of(texts: Iterable[str] | None) -> dict[str, int] | None:
    """Tokens as they are written on the command line: `Evasive=2`, or `Evasive` for one."""
    if texts is None:
        return None
    tokens = {}
    for text in texts:
        name, _, count = text.partition("=")
        if not name.strip() or not (count or "1").strip().isdigit():
            raise DtsimError(f"'{text}' names no tokens: write NAME=NUMBER, such as Evasive=2")
        tokens[name.strip()] = int(count or 1)
    return tokens

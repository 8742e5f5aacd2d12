"""Scripted cases: a position, the dice to come, what the players choose, and what lies there afterwards.

A case is a table of `cases/<hero>.toml`:

    [[case]]
    title   = "Revolver deals 4 with four bullets"
    covers  = ["Revolver (4 bullet)"]            # what really happens here: see claims.py
    against = "paladin"                          # the opponent's hero
    you.tokens      = { Reload = 1 }             # the position: health, cp, tokens, hand, upgrades, side
    opponent.health = 30
    active  = "opponent"                         # whose turn it is; yours, unless it says so
    dice    = [1, 2, 3, 1, 6, 4]                 # in the order in which they are cast; all must be used
    choices = ["announce Revolver (4 bullet)"]   # in order; until the next one is offered everybody passes
    never   = ["opponent: defend"]               # options that are never offered
    expect.opponent.health = 46                  # what is not named here stays as it was
    expect.events = [{ event = "added", amount = 1 }]

You are player 0 with the hero of the file, the opponent is player 1; both decks hold their promo cards.
Passing means to end the phase, to stop rolling, to announce nothing, to decline; `until dice for Reload` and
`until extra pass` say to pass until these dice are cast, until there is such an event. A case lasts for one
turn, without Income, unless it says `turns = 2` or `income = true`. With `setup = true` a new game begins
instead of a position.
"""

from __future__ import annotations

import functools
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any

from dtsim.dicethrone.game import Game, Player
from dtsim.dicethrone.heroes.library import load_hero
from dtsim.dicethrone.heroes.model.hero import Hero
from dtsim.dicethrone.program.compiler import compile_heroes
from dtsim.dicethrone.program.program import Program

FOLDER = Path(__file__).parent / "cases"
SEATS = ("you", "opponent")
PASSES = {
    "window": "pass",
    "main phase": "end phase",
    "keep": "stop",
    "announce": "announce none",
    "defend": "decline",
    "may": "decline",
    "pay": "decline",
}
LIMIT = 500  # of questions in one case


@dataclass(frozen=True, slots=True)
class Case:
    """One table of a file of cases."""

    file: str
    title: str
    hero: str
    against: str
    covers: tuple[str, ...]
    you: dict[str, Any] = field(default_factory=dict)
    opponent: dict[str, Any] = field(default_factory=dict)
    active: str = "you"
    dice: tuple[int, ...] = ()
    choices: tuple[str, ...] = ()
    never: tuple[str, ...] = ()
    expect: dict[str, Any] = field(default_factory=dict)
    turns: int = 1
    income: bool = False
    setup: bool = False


@dataclass(frozen=True, slots=True)
class Played:
    """What lies before the players after a case, and what has happened in it."""

    before: tuple[dict[str, Any], ...]
    after: tuple[dict[str, Any], ...]
    events: tuple[dict[str, Any], ...]
    winner: str


def case_files() -> list[Path]:
    return sorted(FOLDER.glob("*.toml"))


def read_cases(path: Path) -> list[Case]:
    """The cases of a file; what stands above them holds for each that does not say otherwise."""
    tables = tomllib.loads(path.read_text(encoding="utf-8"))
    return [make_case(path.stem, table, tables) for table in tables.pop("case")]


def make_case(file: str, table: dict[str, Any], defaults: dict[str, Any]) -> Case:
    known = {each.name for each in fields(Case)} - {"file"}
    unknown = sorted(set(table) - known)
    assert not unknown, f"{table.get('title')}: no case has a key {unknown}"
    merged: dict[str, Any] = {"file": file, "hero": file, **defaults, **table}
    for seat in SEATS:
        merged[seat] = {**defaults.get(seat, {}), **table.get(seat, {})}
    return Case(**{key: tuple(value) if isinstance(value, list) else value for key, value in merged.items()})


# ---------------------------------------------------------------- playing


def play(case: Case) -> Played:
    """Play a case to its end; every choice must be offered, and all dice must be cast."""
    game = _open(case)
    before = tuple(_position(player) | ({"tokens": {}} if case.setup else {}) for player in game.players)
    if not case.setup:
        active = SEATS.index(case.active)
        game.begin(turn=_first_turn(case), active=active, dice=case.dice)
    waiting = list(case.choices)
    for _ in range(LIMIT):
        if game.is_over:
            break
        _check_never(game, case)
        while waiting and waiting[0].startswith("until ") and _is_reached(game, waiting[0]):
            waiting.pop(0)
        if waiting and not waiting[0].startswith("until ") and _is_offered(game, waiting[0]):
            game.take(_wanted(waiting.pop(0))[1])
        else:
            game.take(_pass(game, waiting))
    assert game.is_over, "the case does not end"
    assert not waiting, f"never offered: {waiting[0]!r}\n{_told(game)}"
    assert game.dice_left == 0, f"{game.dice_left} dice were never cast\n{_told(game)}"
    assert not (loose := _unscripted(case, game)), f"not scripted: dice for {loose}\n{_told(game)}"
    winner = "nobody" if game.result != "decided" else "draw" if game.is_draw else SEATS[game.winner or 0]
    return Played(before, tuple(_position(player) for player in game.players), tuple(game.events), winner)


def _open(case: Case) -> Game:
    program = _program(case.hero, case.against, _first_turn(case) + case.turns)
    game = Game(*program.heroes, scene=not case.setup, start=0, program=program)
    for player, seat in zip(game.players, SEATS, strict=True):
        if not case.setup:
            player.set(**{"hand": [], **getattr(case, seat)})
    return game


@functools.cache
def _program(hero: str, against: str, turn_cap: int) -> Program:
    return compile_heroes([_with_promos(hero), _with_promos(against)], turn_cap=turn_cap)


def _with_promos(name: str) -> Hero:
    hero = load_hero(hero_of(name))
    return replace(hero, cards=tuple(replace(card, copies=card.copies or 1) for card in hero.cards))


def hero_of(name: str) -> str | Path:
    """A shipped hero, or one made up for cases of what no shipped hero has."""
    invented = FOLDER / "made-up" / f"{name}.toml"
    return invented if invented.is_file() else name


def _first_turn(case: Case) -> int:
    """The first turn of a game has no Income (DT-SET-8)."""
    return 2 if case.income else 0


def _wanted(choice: str) -> tuple[str, str]:
    """Who chooses (or anybody), and the text of the option."""
    who, colon, text = choice.partition(": ")
    return (who, text) if colon and who in SEATS else ("", choice)


def _is_offered(game: Game, choice: str) -> bool:
    who, text = _wanted(choice)
    assert game.asked is not None
    return who in ("", SEATS[game.asked]) and any(option.text.startswith(text) for option in game.options)


def _is_reached(game: Game, until: str) -> bool:
    """`until dice for Reload`: the last dice cast were these; `until extra pass`: there was such an event."""
    moment = until.removeprefix("until ")
    dice = [event for event in game.events if event["event"] == "dice"]
    if dice and moment == f"dice for {dice[-1]['for']}":
        return True
    return any(event["event"] == moment for event in game.events)


def _pass(game: Game, waiting: list[str]) -> str:
    offered = "; ".join(option.text for option in game.options)
    told = f"{SEATS[game.asked or 0]} must answer ({game.question}): {offered}\n"
    assert game.question in PASSES, f"{told}next choice: {waiting[:1]}\n{_told(game)}"
    return PASSES[game.question]


def _check_never(game: Game, case: Case) -> None:
    for option in case.never:
        assert not _is_offered(game, option), f"offered: {option!r}\n{_told(game)}"


def _unscripted(case: Case, game: Game) -> list[str]:
    """What dice were left to chance for, beside Offensive Rolls that do not matter in the case."""
    left = len(case.dice)
    found = []
    for event in game.events:
        if event["event"] == "dice":
            left -= len(event["thrown"])
            found += [event["for"]] if left < 0 and event["for"] != "offense" else []
    return found


def _position(player: Player) -> dict[str, Any]:
    return {
        "health": player.health,
        "cp": player.cp,
        "tokens": player.tokens,
        "hand": len(player.hand),
        "side": player.side,
        "levels": {name: level for name, level in player.levels.items() if level > 1},
    }


def _told(game: Game) -> str:
    return "\n".join(str(event) for event in game.events if event["event"] != "step")


# ---------------------------------------------------------------- checking


def check(case: Case, played: Played) -> None:
    """The position is the one before with the changes that the case names, and nothing else."""
    told = "\n".join(str(event) for event in played.events if event["event"] != "step")
    unknown = set(case.expect) - {*SEATS, "events", "winner"}
    assert not unknown, f"no case expects {unknown}"
    for seat, name in enumerate(SEATS):
        expected = _expected(played.before[seat], case.expect.get(name, {}))
        found = played.after[seat]
        assert found == expected, f"{name}:\nfound    {found}\nexpected {expected}\n{told}"
    winner = case.expect.get("winner", "nobody")
    assert played.winner == winner, f"the winner is {played.winner}, not {winner}\n{told}"
    rest: Iterator[dict[str, Any]] = iter(played.events)
    for wanted in case.expect.get("events", []):
        assert any(wanted.items() <= event.items() for event in rest), f"not in order: {wanted}\n{told}"


def _expected(before: dict[str, Any], changes: dict[str, Any]) -> dict[str, Any]:
    unknown = set(changes) - set(before)
    assert not unknown, f"no player has {unknown}"
    after = {**before, **changes}
    for counted in ("tokens", "levels"):
        merged = {**before[counted], **changes.get(counted, {})}
        after[counted] = {name: count for name, count in merged.items() if count}
    return after

"""Words for scenes about timing: heroes made up for one rule, and everything a turn asks."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from textwrap import dedent
from typing import Any, NamedTuple

from dtsim.dicethrone.game import Game
from dtsim.dicethrone.heroes.library import load_common
from dtsim.dicethrone.heroes.model.hero import Hero
from dtsim.dicethrone.heroes.reader import read_hero
from dtsim.dicethrone.program import layout as L
from dtsim.files import shipped_folder

from .scene import LIMIT, events, step_on, texts

BOARD = """
[hero]
name = "{name}"
dice = ["claw", "claw", "claw", "moon", "moon", "star"]

[[offensive]]
name  = "Scratch"
needs = "3 claw"
text  = "{attack}"

[[upgrade]]
name  = "Scratch II"
of    = "Scratch"
level = 2
cost  = 9
text  = "deal 9 dmg"

[[ultimate]]
name  = "Star Fall!"
needs = "5 star"
text  = "{ultimate}"

[[defensive]]
name = "Guard"
dice = 1
text = "{defence}"
"""


def made_up(
    passage: str = "",
    *,
    name: str = "Made Up",
    attack: str = "deal 5 dmg",
    ultimate: str = "deal 10 dmg",
    defence: str = "prevent 1 x star dmg",
) -> Hero:
    """A hero for one rule: Scratch on 3 claw (1-3), Guard with one die, Star Fall! on 5 star (6)."""
    board = BOARD.format(name=name, attack=attack, ultimate=ultimate, defence=defence)
    return read_hero(
        board + dedent(passage), "made-up.toml", "made-up", load_common(shipped_folder("heroes"))
    )


def piles(game: Game, seat: int, *, hand: list[str], deck: list[str], discard: list[str]) -> None:
    """Exactly these piles; every other card of the player is out of the way, as if it were installed."""
    names = game.program.names.cards[seat]
    base = L.PLAYERS + seat * L.PLAYER_SIZE
    left = set(range(len(names)))
    for place, cards in ((L.HAND, hand), (L.DECK, deck), (L.DISCARD, discard)):
        slots = []
        for card in cards:
            slots.append(next(slot for slot in sorted(left) if names[slot] == card))
            left.remove(slots[-1])
        game.record[base + place] = sum(1 << slot for slot in slots)
    game.record[base + L.INSTALLED] = sum(1 << slot for slot in left)


class Asked(NamedTuple):
    """A question and what could be answered."""

    who: int
    question: str
    step: str
    options: list[str]


def asked(game: Game) -> Asked:
    """The question that is open."""
    assert game.asked is not None
    return Asked(game.asked, game.question, game.step, texts(game))


def questions(
    game: Game, until: Callable[[Game], bool] | None = None, answer: Callable[[Game], Any] = step_on
) -> Iterator[Asked]:
    """Every question of this turn (or until something holds), each answered by doing nothing."""
    turn = game.turn
    stop = until or (lambda later: later.turn != turn)
    for _ in range(LIMIT):
        if game.is_over or stop(game):
            return
        yield asked(game)
        answer(game)
    raise AssertionError("the turn did not end")


def logged(game: Game, *kinds: str) -> list[tuple[Any, ...]]:
    """What happened, of some kinds, in order: the kind, the player and the details."""
    return [
        (
            event["event"],
            event.get("player"),
            *(value for key, value in event.items() if key not in ("event", "player")),
        )
        for event in game.events
        if event["event"] in kinds
    ]


def mark(game: Game) -> int:
    """How much has happened so far: `since(game, mark)` is what came after."""
    return len(game.events)


def since(game: Game, start: int, *kinds: str) -> list[str]:
    """The kinds of what happened after a mark, of some kinds only if any are named."""
    return [event["event"] for event in game.events[start:] if not kinds or event["event"] in kinds]


def order(game: Game, *wanted: tuple[str, dict[str, Any]]) -> list[int]:
    """Where the first event of each description stands in the log."""
    found = []
    for kind, fields in wanted:
        first = events(game, kind, **fields)
        assert first, f"no {kind} {fields} in the log"
        found.append(game.events.index(first[0]))
    return found

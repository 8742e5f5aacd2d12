"""Scenes for rule tests: two heroes, a position, the dice to come, and words to move through a turn."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import pytest

from dtsim.dicethrone.game import Game
from dtsim.dicethrone.heroes.library import load_common
from dtsim.dicethrone.heroes.model.hero import Hero
from dtsim.dicethrone.heroes.reader import read_hero
from dtsim.files import shipped_folder

BOARD = """
[hero]
name  = "{name}"
dice  = ["claw", "claw", "claw", "moon", "moon", "star"]

[[offensive]]
name  = "Scratch"
needs = "3/4/5 claw"
text  = "deal 4/5/6 dmg"

[[ultimate]]
name  = "Star Fall!"
needs = "5 star"
text  = "deal 10 dmg"

[[defensive]]
name = "Guard"
dice = 3
text = "prevent 1 x moon dmg"
"""

PASSES = ("pass", "end phase", "decline", "done", "stop", "announce none")
LIMIT = 500


def rule(*ids: str) -> pytest.MarkDecorator:
    """Name the rules of the catalogue that a test proves."""
    return pytest.mark.rule(*ids)


def scene(
    first: str | Hero,
    second: str | Hero,
    mine: Mapping[str, Any] | None = None,
    theirs: Mapping[str, Any] | None = None,
    *,
    dice: Iterable[int] = (),
    active: int = 0,
    turn: int = 2,
    start: int = 0,
    rulings: Iterable[str] = (),
    seed: int = 0,
) -> Game:
    """Two players as told (what `Player.set` takes), and the turn of the active one begun with dice to come.

    Decks hold upgrades or Main Phase cards unless the scene says otherwise: a drawn card opens no window.
    """
    game = Game(first, second, scene=True, start=start, rulings=rulings, seed=seed)
    place(game, 0, **(mine or {}))
    place(game, 1, **(theirs or {}))
    return game.begin(active=active, turn=turn, dice=dice)


def place(game: Game, seat: int, **position: Any) -> None:
    """What lies before one player."""
    player = game.players[seat]
    player.set(**position)
    if "deck" not in position and "discard" not in position:
        hero = game.program.heroes[seat]
        quiet = {upgrade.name for upgrade in hero.upgrades}
        quiet = quiet or {card.name for card in hero.cards if card.play == "main phase"}
        player.set(deck=[name for name in player.deck if name in quiet])


def invent(passage: str, name: str = "Invented") -> Hero:
    """A hero made up for a rule: a plain board and this passage of a hero file."""
    lines = "\n".join(line.strip() for line in passage.replace("'''", '"""').splitlines())
    source = BOARD.format(name=name) + lines
    return read_hero(source, "invented.toml", "invented", load_common(shipped_folder("heroes")))


# ---------------------------------------------------------------- reading


def texts(game: Game) -> list[str]:
    """What the player who is asked may do, in words, each once."""
    return list(dict.fromkeys(map(str, game.options)))


def offers(game: Game, beginning: str) -> bool:
    """Is there an option that begins like this?"""
    return any(text.startswith(beginning) for text in texts(game))


def events(game: Game, kind: str, **fields: Any) -> list[dict[str, Any]]:
    """What happened, of one kind, with these details."""
    return [
        event
        for event in game.events
        if event["event"] == kind and all(event.get(name) == value for name, value in fields.items())
    ]


def steps(game: Game) -> list[str]:
    """The steps of the order of play that the log names, repeats in a row once."""
    found: list[str] = []
    for event in events(game, "step"):
        if not found or found[-1] != event["step"]:
            found.append(event["step"])
    return found


def dice_cast(game: Game, purpose: str | None = None) -> list[list[int]]:
    """The faces after each throw (of one purpose: `offense`, `defence`, the name of a card ...)."""
    return [event["dice"] for event in events(game, "dice") if purpose in (None, event["for"])]


# ---------------------------------------------------------------- going on


def step_on(game: Game) -> Game:
    """Answer the question with its way to do nothing: pass, decline, stop, announce none, end the phase."""
    for text in PASSES:
        if text in texts(game):
            return game.take(text)
    raise AssertionError(f"{game.question!r} at {game.step} cannot be passed: {texts(game)}")


def go_to(
    game: Game, question: str | None = None, *, asked: int | None = None, step: str | None = None
) -> Game:
    """Go on doing nothing until somebody is asked this; with the question open already, stay."""
    for _ in range(LIMIT):
        assert not game.is_over, f"the game ended before {question or step}"
        if question in (None, game.question) and asked in (None, game.asked) and step in (None, game.step):
            return game
        step_on(game)
    raise AssertionError(f"nobody was asked {question or step}")


def pass_all(game: Game, *, step: str | None = None) -> Game:
    """Go on doing nothing as long as windows are open (or: until this step is reached)."""
    while not game.is_over and (game.question == "window" if step is None else game.step != step):
        step_on(game)
    return game


def keep(game: Game, *faces: int) -> Game:
    """Keep these faces and throw the other dice again."""
    return game.take("keep " + (",".join(map(str, sorted(faces))) or "nothing"))


def announce(game: Game, ability: str) -> Game:
    """Stop rolling and announce an ability; the level may be part of its name: `Revolver (3 bullet)`."""
    return go_to(game, "announce").take(f"announce {ability}")


def activate(game: Game, ability: str) -> Game:
    """Announce an ability and go on doing nothing until it is activated."""
    announce(game, ability)
    while not game.is_over and not events(game, "activated"):
        step_on(game)
    return game


def defend(game: Game, ability: str | None = None) -> Game:
    """Go on to the defence and use it; name the ability where there are several."""
    go_to(game, "defend")
    return game.take(f"defend with {ability or ''}")


def finish(game: Game) -> Game:
    """Do nothing more until the Roll Phase has ended (Main (2) asks) or the game has."""
    while not game.is_over and game.step != "N1":
        step_on(game)
    return game


def end_turn(game: Game) -> Game:
    """Do nothing more in this turn."""
    turn = game.turn
    while not game.is_over and game.turn == turn:
        step_on(game)
    return game

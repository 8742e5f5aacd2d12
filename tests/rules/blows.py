"""Made-up fighters for one blow at a time, and a look at every question a scene asks."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from textwrap import dedent
from typing import Any

from dtsim.dicethrone.engine.options import legal
from dtsim.dicethrone.game import Game
from dtsim.dicethrone.heroes.library import load_common
from dtsim.dicethrone.heroes.model.hero import Hero
from dtsim.dicethrone.heroes.reader import read_hero
from dtsim.dicethrone.program import layout as L
from dtsim.files import shipped_folder

from .scene import announce, events, scene, step_on, texts

FIST = (1, 1, 2, 4, 4)  # offensive dice that meet Blow (or: Revolver) at its lowest level and nothing else
STARS = (6, 6, 6, 6, 6)  # ... that meet the Ultimate

# what the log calls the windows: by the step that comes after them
END_OF_OFFENSE, BEFORE_DEFENCE, LAST_WINDOW = "T4", "DF3", "Z1"

_FIGHTER = """
[hero]
name = "Fighter"
dice = ["fist", "fist", "fist", "eye", "eye", "star"]

[[offensive]]
name  = "Blow"
needs = "3 fist"
text  = \"\"\"{blow}\"\"\"

[[offensive]]           # brings the status effects that all heroes share
name  = "Kit"
needs = "5 eye"
text  = \"\"\"
  gain Evasive, gain Protect, gain Cleanse, gain Blessing of Divinity
  inflict Knockdown, inflict Targeted
\"\"\"

[[ultimate]]
name  = "Last Word!"
needs = "5 star"
text  = \"\"\"{ultimate}\"\"\"

[[defensive]]
name = "Guard"
dice = 1
text = \"\"\"{guard}\"\"\"

[[upgrade]]             # for the deck: to draw one opens no window
name   = "Guard II"
of     = "Guard"
level  = 2
cost   = 15
copies = 20
dice   = 2
"""

# status effects of heroes that are not here, in the words of a hero file
SHAME = """
[[status]]
name        = "Shame"
kind        = "negative"
stack_limit = 5
when        = "attacking"
text        = "prevent 1 x Shame dmg, remove all Shame"
"""
WITHER = """
[[status]]
name        = "Wither"
kind        = "negative"
stack_limit = 2
persistent  = true
when        = "attacking"
text        = "prevent 1 x Wither dmg"
"""
BLIND = """
[[status]]
name        = "Blind"
kind        = "negative"
stack_limit = 1
when        = "activating"
text        = "roll 1 die; remove this token; on 1-2: skip the ability"
"""

PUSH = """
[[card]]
name = "Push!"
play = "roll phase"
cost = 0
attack_modifier = true
text = "add 3 dmg"
"""


@cache
def fighter(
    blow: str = "deal 5 dmg", *, ultimate: str = "deal 10 dmg", guard: str = "gain 0 cp", more: str = ""
) -> Hero:
    """Blow on three fists, Last Word! on five stars, a defence of one die, and further passages."""
    source = _FIGHTER.format(blow=blow, ultimate=ultimate, guard=guard) + dedent(more)
    return read_hero(source, "fighter.toml", "fighter", load_common(shipped_folder("heroes")))


def strike(
    first: str | Hero,
    second: str | Hero,
    mine: Mapping[str, Any] | None = None,
    theirs: Mapping[str, Any] | None = None,
    *,
    ability: str = "Blow",
    dice: Iterable[int] = FIST,
    then: Iterable[int] = (),
    **options: Any,
) -> Game:
    """A turn in which the first player has announced an ability with these dice; further dice are to come."""
    return announce(scene(first, second, mine, theirs, dice=(*dice, *then), **options), ability)


@dataclass(frozen=True, slots=True)
class Question:
    """What somebody was asked, and after what."""

    step: str
    asked: int | None
    question: str
    options: tuple[str, ...]
    dice_for: str  # what the dice were cast for that may be changed now

    def offers(self, beginning: str) -> bool:
        return any(text.startswith(beginning) for text in self.options)


def question(game: Game) -> Question:
    top = L.FRAMES + int(game.record[L.DEPTH]) * L.FRAME_SIZE
    on_the_table = game.question == "window" and game.record[top + L.W_POOL] >= 0
    dice_for = events(game, "dice")[-1]["for"] if on_the_table else ""
    return Question(game.step, game.asked, game.question, tuple(texts(game)), dice_for)


def watch(game: Game, until: str = "N1") -> list[Question]:
    """Do nothing until a step asks something (or the turn ends), and tell every question on the way."""
    asked = []
    turn = game.turn
    while not game.is_over and game.turn == turn and game.step != until:
        asked.append(question(game))
        step_on(game)
    return asked


def offered(asked: Iterable[Question], beginning: str, player: int | None = None) -> list[str]:
    """The steps at which an option was offered (to one player)."""
    return [found.step for found in asked if found.offers(beginning) and player in (None, found.asked)]


def go_to_offer(game: Game, beginning: str, player: int | None = None) -> Game:
    """Do nothing until something is offered in this turn."""
    return _go_to(game, beginning, lambda: question(game).offers(beginning) and player in (None, game.asked))


def go_to_dice(game: Game, purpose: str, player: int) -> Game:
    """Do nothing until a player may change dice of this turn that were cast for something."""
    return _go_to(game, purpose, lambda: game.asked == player and question(game).dice_for == purpose)


def _go_to(game: Game, what: str, is_there: Callable[[], bool]) -> Game:
    turn = game.turn
    while not is_there():
        step_on(game)
        assert not game.is_over, f"the game ended before {what!r}"
        assert game.turn == turn, f"the turn ended before {what!r}"
    return game


def play(game: Game, *choices: str) -> Game:
    """Take each of these as soon as it is offered."""
    for choice in choices:
        go_to_offer(game, choice).take(choice)
    return game


def show(game: Game, dice: Iterable[int]) -> Game:
    """Lay these dice on the table while an ability is to be announced."""
    game.record[L.FRAMES + L.F_DICE] = sum(face << (4 * place) for place, face in enumerate(dice))
    game._count = int(legal(game.record, game._table, game._options))
    return game


def totals(game: Game) -> list[tuple[int, int, int]]:
    """Whom each source hits, with its subtotal and its total."""
    return [(event["player"], event["subtotal"], event["total"]) for event in events(game, "total")]


def health(game: Game) -> list[int]:
    return [player.health for player in game.players]

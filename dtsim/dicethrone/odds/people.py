"""Whom a text means: players by their seat."""

from __future__ import annotations

from dtsim.dicethrone.heroes.model.things import Who
from dtsim.dicethrone.odds.frame import Frame
from dtsim.dicethrone.odds.game import Game
from dtsim.dicethrone.odds.position import ATTACKER, OPPONENT, Position
from dtsim.errors import Place


def people_of(game: Game, who: Who | None, frame: Frame, position: Position, place: Place) -> tuple[int, ...]:
    """The players a text names, where nobody has to choose: in a duel there is one opponent, no ally."""
    word = who.word if who else "you"
    match word:
        case "you" | "chosen ally" | "all allies":
            return (frame.me,)
        case "opponent" | "chosen opponent" | "all opponents":
            return (frame.opponent,)
        case "attacker":
            return (ATTACKER,)
        case "defender":
            return (OPPONENT,)
        case "owner":
            return (frame.home,)
        case "everyone":
            return (ATTACKER, OPPONENT)
        case "them":
            return frame.chosen
        case "holder" if who and who.counter:
            name = who.counter.name
            return tuple(player for player in (0, 1) if position.held(player, name))
    raise game.refusal(frame, place, f"'{word}' has to be chosen here")

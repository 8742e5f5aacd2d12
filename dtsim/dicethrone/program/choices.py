"""The players a text names, and the row that asks for those who are chosen."""

from __future__ import annotations

from dtsim.dicethrone.heroes.model.amounts import Every
from dtsim.dicethrone.heroes.model.lines import Action
from dtsim.dicethrone.heroes.model.things import Status, Who
from dtsim.dicethrone.program import layout as L
from dtsim.dicethrone.program.reading import Reading, Row, row_of

CHOICES = {
    "chosen player": L.CHOOSE_PLAYER,
    "chosen opponent": L.CHOOSE_OPPONENT,
    "chosen ally": L.CHOOSE_ALLY,
}
AMONG = {
    "chosen player": L.EVERYONE,
    "chosen opponent": L.ALL_OPPONENTS,
    "chosen ally": L.ALL_ALLIES,
}
SIGNS = {"": 0, "positive": 1, "negative": 2}


def choice(action: Action) -> list[Row]:
    """A row that asks for the chosen players, unless the choice is part of a choice of tokens or damage."""
    named = [who for who in (action.who, action.source, action.to) if isinstance(who, Who)]
    chosen = [who for who in named if who.word in CHOICES]
    if not chosen or _chooses_itself(action):
        return []
    who = chosen[0]
    has_status = L.NO_FILTER
    if action.verb == "remove" and isinstance(action.thing, Status):
        has_status = L.HAS_STATUS + SIGNS[action.thing.sign]
    least = 0 if who.most > 1 else 1
    return [row_of(L.OP_CHOOSE_PLAYERS, CHOICES[who.word], who.most, has_status, least)]


def _chooses_itself(action: Action) -> bool:
    """The question of this action names the player together with the token or the damage."""
    if action.verb in ("transfer", "prevent"):
        return True
    return isinstance(action.thing, Status) and not isinstance(action.amount, Every)


def who_of(who: object, reading: Reading, default: int = L.YOU) -> int:
    if isinstance(who, Who) and who.word in CHOICES:
        return L.THEM
    return reading.builder.who(who if isinstance(who, Who) else None, default)


def among(who: Who, reading: Reading) -> int:
    """The players among whom a token is chosen."""
    return AMONG[who.word] if who.word in AMONG else reading.builder.who(who)

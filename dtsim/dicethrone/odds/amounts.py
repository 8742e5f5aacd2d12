"""What an amount comes to, and how many there are of what it counts."""

from __future__ import annotations

from dtsim.dicethrone.heroes.model.amounts import (
    Amount,
    AtMost,
    Best,
    Counted,
    Every,
    Fixed,
    Half,
    Ladder,
    Lookup,
    Register,
    Sum,
    Times,
    UpTo,
)
from dtsim.dicethrone.heroes.model.needs import Faces
from dtsim.dicethrone.heroes.model.things import Counter
from dtsim.dicethrone.odds.chance import Counts, best_dice, total
from dtsim.dicethrone.odds.frame import Frame
from dtsim.dicethrone.odds.game import Game
from dtsim.dicethrone.odds.position import OPPONENT, START_HEALTH, Position
from dtsim.errors import Place


def value_of(game: Game, amount: Amount, player: int, frame: Frame, position: Position, place: Place) -> int:
    """The value of an amount for the player who acts; choices are made elsewhere."""

    def value(part: Amount) -> int:
        return value_of(game, part, player, frame, position, place)

    match amount:
        case Fixed(number):
            return number
        case Ladder(numbers):
            return numbers[min(frame.step, len(numbers) - 1)]
        case Times(number, counted):
            return number * n_counted(game, counted, player, frame, frame.read, place)
        case Lookup(numbers, counted):
            found = n_counted(game, counted, player, frame, frame.read, place)
            return numbers[min(found, len(numbers)) - 1] if found else 0
        case Sum(terms):
            return sum(map(value, terms))
        case AtMost(inner, most):
            return min(value(inner), most)
        case Best(n_dice):
            return best_dice(dice_read(game, frame, place), n_dice)
        case Half(Register() as register):
            return (value(register) + 1) // 2
        case Register("cp"):
            return frame.read.cp[player]
        case Register("the roll"):
            return total(dice_read(game, frame, place))
        case Register("incoming"):
            return position.attack.incoming()
        case Register("dmg dealt"):
            if position.dealt is None or frame.role == "defence":
                raise game.refusal(frame, place, "the damage is not dealt yet")
            return position.dealt
        case Half() | Every() | UpTo() | Register():
            raise game.refusal(frame, place, f"'{_named(amount)}' is not a number here")


def n_counted(
    game: Game, counted: Counted, player: int, frame: Frame, position: Position, place: Place
) -> int:
    """How many of the counted thing there are."""
    if counted.what == "faces" and counted.faces:
        return shown(counted.faces, dice_read(game, frame, place))
    if counted.what == "pair" and counted.faces:
        return shown(counted.faces, dice_read(game, frame, place)) // 2
    if counted.what == "counter" and counted.counter:
        return n_tokens(game, counted.counter, player, frame, position)
    if counted.what == "cp":
        return position.cp[player]
    if counted.what == "spent":
        return frame.spent
    if counted.what == "health":
        return START_HEALTH - (position.lost if player == OPPONENT else 0)
    if counted.what == "upgrade":
        return _upgrades(game, player)
    raise game.refusal(frame, place, f"a fresh board does not tell the number of '{counted.what}'")


def _upgrades(game: Game, player: int) -> int:
    """Upgrades in play; an ability that an upgrade adds to its space is none of its own."""
    board = game.boards[player]
    if board is None:
        return 0
    spaces = {ability.name for ability in board.hero.abilities}
    return sum(ability.level > 1 and ability.name in spaces for ability in board.abilities)


def n_tokens(game: Game, counter: Counter, player: int, frame: Frame, position: Position) -> int:
    """Tokens of a name; those of this turn are new, nothing on a fresh board is old but the setup."""
    names = game.members(frame.home, counter.name)
    held = {name: position.held(player, name) for name in names}
    if not counter.age:
        return sum(held.values())
    old = {name: min(number, frame.read.start_count(player, name)) for name, number in held.items()}
    return sum(old.values()) if counter.age == "old" else sum(held.values()) - sum(old.values())


def dice_read(game: Game, frame: Frame, place: Place) -> Counts:
    """The dice a text looks at: its last roll, else the Final Dice Result."""
    if not frame.dice:
        raise game.refusal(frame, place, "there are no dice to look at")
    return frame.dice


def shown(faces: Faces, dice: Counts) -> int:
    """How many dice show one of the faces."""
    return sum(dice[face - 1] for face in faces.faces)


def _named(amount: Amount) -> str:
    names = {Every: "all", UpTo: "up to", Half: "half"}
    return names.get(type(amount), getattr(amount, "name", "amount"))

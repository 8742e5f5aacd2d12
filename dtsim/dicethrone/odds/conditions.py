"""Whether a condition is true, and what standing rules forbid."""

from __future__ import annotations

from dtsim.dicethrone.heroes.model.lines import Condition
from dtsim.dicethrone.heroes.model.needs import Show
from dtsim.dicethrone.heroes.model.things import Who, Word
from dtsim.dicethrone.odds.amounts import dice_read, n_counted
from dtsim.dicethrone.odds.chance import total
from dtsim.dicethrone.odds.frame import Frame
from dtsim.dicethrone.odds.game import Game
from dtsim.dicethrone.odds.people import people_of
from dtsim.dicethrone.odds.position import ATTACKER, OPPONENT, START_HEALTH, Position
from dtsim.errors import Place


def is_true(game: Game, condition: Condition, frame: Frame, position: Position) -> bool:
    """Is the condition true now?"""
    return _asks(game, condition, frame, position) != condition.negated


def _asks(game: Game, asked: Condition, frame: Frame, position: Position) -> bool:
    match asked.about:
        case "has":
            assert asked.counted is not None
            player = _person(game, asked.who, frame, position, asked.place)
            return _enough(n_counted(game, asked.counted, player, frame, position, asked.place), asked)
        case "dmg_is":
            return _enough(position.attack.incoming(), asked)
        case "dmg_was":
            return _damage_was(game, asked, frame, position) >= asked.least
        case "was_spent":
            return frame.spent >= asked.least
        case "roll_is":
            return _enough(total(dice_read(game, frame, asked.place)), asked)
        case "roll_is_greater":
            return total(dice_read(game, frame, asked.place)) > frame.other
        case "roll_is_not_less":
            return total(dice_read(game, frame, asked.place)) >= frame.other
        case "attack_is":
            return _attack_is(game, asked.word, frame, position)
        case "attack_made" | "you_are_attacked" | "you_are_attacking":
            who = {"attack_made": None, "you_are_attacked": OPPONENT, "you_are_attacking": ATTACKER}
            return position.attack.is_attack() and who[asked.about] in (None, frame.me)
        case "you_are_start_player":
            return frame.me == ATTACKER
        case "side_is":
            return position.sides[frame.home] == asked.word
        case "phase_is":
            return asked.word == ("defensive" if frame.role == "defence" else "offensive")
        case "health_is":
            return _enough(START_HEALTH - (position.lost if frame.me == OPPONENT else 0), asked)
        case "ability_needs":
            return _ability_needs(game, asked.word, position)
    raise game.refusal(frame, asked.place, f"a fresh board does not answer '{asked.about.replace('_', ' ')}'")


def _damage_was(game: Game, asked: Condition, frame: Frame, position: Position) -> int:
    attack = position.attack
    if asked.word == "added":
        return attack.grown + attack.added
    if asked.word == "prevented":
        return attack.prevented + attack.parried
    if position.dealt is None or frame.role == "defence":
        raise game.refusal(frame, asked.place, "the damage is not dealt yet")
    return position.dealt


def _attack_is(game: Game, word: str, frame: Frame, position: Position) -> bool:
    if word == "ultimate":
        return game.is_ultimate(position)
    if word == "defended":
        return frame.role == "defence" or (position.attack.is_defendable() and not position.undefended)
    types = {kind for kind, amount in position.attack.types() if amount}
    return word in types and not (word == "normal" and game.is_ultimate(position))


def _ability_needs(game: Game, word: str, position: Position) -> bool:
    ability = game.ability(ATTACKER, position.ability)
    parts = [part for need in ability.needs for part in need.parts] if ability else []
    return any(isinstance(part, Show) and part.faces.word == word for part in parts)


def _person(game: Game, who: Who | None, frame: Frame, position: Position, place: Place) -> int:
    people = people_of(game, who, frame, position, place)
    if len(people) != 1:
        raise game.refusal(frame, place, "the condition is about several players")
    return people[0]


def _enough(found: int, asked: Condition) -> bool:
    return found == asked.least if asked.exact else found >= asked.least


def forbidden_to(game: Game, player: int, position: Position) -> frozenset[str]:
    """What tokens forbid this player: `actions`, `defence`, `dmg`, or an ability by its name."""
    found: set[str] = set()
    for holder, standing in game.standing("always", player, position):
        rule, frame = standing.rule, Frame(holder, standing.item, position, "rule", standing.home)
        if rule.condition is None or is_true(game, rule.condition, frame, position):
            found |= {
                action.thing.word
                for line in rule.text
                for action in line.options[0]
                if action.verb == "forbid" and isinstance(action.thing, Word)
            }
    return frozenset(found)

"""Nodes of the grammar that are only a word, and what each of them means."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from dtsim.dicethrone.heroes.model.amounts import Counted, Register
from dtsim.dicethrone.heroes.model.things import Dice, Who, Word

_WHO = {
    "you": "you",
    "opponent": "opponent",
    "attacker": "attacker",
    "defender": "defender",
    "owner": "owner",
    "everyone": "everyone",
    "them": "them",
    "chosen_player": "chosen player",
    "chosen_opponent": "chosen opponent",
    "chosen_ally": "chosen ally",
    "all_opponents": "all opponents",
    "all_allies": "all allies",
}
_DICE = {"your_dice": "your", "opponent_dice": "opponent", "ally_dice": "chosen ally", "any_dice": "any"}
_PEOPLE = {"player": "player", "opponent_": "opponent", "ally": "ally"}
_WORDS = {
    "cp": "cp",
    "health": "health",
    "attempt": "roll attempt",
    "the_ability": "the ability",
    "actions": "actions",
    "all_cards": "cards",
    "defence": "defence",
    "dmg_word": "dmg",
    "any_face": "any",
    "another_die": "another",
}
_REGISTERS = {"own_cp": "cp", "the_roll": "the roll", "incoming": "incoming", "dmg_dealt": "dmg dealt"}
_COUNTED = {
    "counted_cp": "cp",
    "counted_health": "health",
    "counted_cards": "card",
    "counted_upgrades": "upgrade",
    "counted_spent": "spent",
    "counted_rerolls": "reroll",
}
PLAIN_QUESTIONS = {
    "roll_is_greater",
    "roll_is_not_less",
    "attack_made",
    "you_are_attacked",
    "you_are_attacking",
    "you_are_start_player",
}
COUNTING_QUESTIONS = {"dmg_is", "roll_is", "health_is"}

_TABLES: tuple[tuple[Mapping[str, str], Callable[[str], Any]], ...] = (
    (_WHO, Who),
    (_DICE, Dice),
    (_PEOPLE, Word),
    (_WORDS, Word),
    (_REGISTERS, Register),
    (_COUNTED, Counted),
)


def meaning_of(node: str) -> Any | None:
    """What a node without parts means, or None if it needs its parts."""
    return next((make(table[node]) for table, make in _TABLES if node in table), None)

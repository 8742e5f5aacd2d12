"""How dice, damage, abilities and lists are put into words."""

from __future__ import annotations

from typing import Any

Event = dict[str, Any]

_LEVELS = {2: " II", 3: " III"}


def listed(words: list[str]) -> str:
    """`A, B and C`."""
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def closed(sentence: str) -> str:
    """With its full stop, unless a card's name ends in a sign of its own."""
    return sentence if sentence.endswith(("!", "?")) else f"{sentence}."


def shown(dice: list[int]) -> str:
    return " ".join(map(str, sorted(dice)))


def dmg_of(amount: int, kind: str) -> str:
    return f"{amount} dmg" if kind == "normal" else f"{amount} {kind} dmg"


def ability_of(event: Event) -> str:
    """`Revolver (3 bullet)` at level 2 is `Revolver II (3 bullet)`."""
    name, bracket, step = event["ability"].partition(" (")
    return f"{name}{_LEVELS.get(event['level'], '')}{bracket}{step}"

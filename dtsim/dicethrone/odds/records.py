"""Odds as plain records: what JSON, CSV and DataFrames hold."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

from dtsim.errors import unknown

if TYPE_CHECKING:
    from dtsim.dicethrone.odds.api import AbilityOdds, Advice, Best, Decision, Move, Odds


def record_of(odds: Odds, policy: bool = False) -> dict[str, Any]:
    """The whole result. `best` appears with a goal, `advice` with dice, `policy` on request."""
    record: dict[str, Any] = {
        "hero": odds.hero,
        "slug": odds.slug,
        "side": odds.side or None,
        "levels": odds.levels,
        "rolls": odds.rolls,
        "cp": odds.cp,
        "cards": list(odds.cards),
        "against": odds.against,
        "abilities": rows_of(odds, "abilities"),
    }
    if odds.dice is not None:
        record |= {"dice": list(odds.dice), "rolls_left": odds.rolls_left}
    if odds.best is not None:
        record["best"] = _best(odds.best)
    if odds.dice is not None:
        record["advice"] = rows_of(odds, "advice")
    if policy:
        record["policy"] = rows_of(odds, "policy")
    return record


def rows_of(odds: Odds, what: str) -> list[dict[str, Any]]:
    """One table of the result as a list of rows."""
    if what == "abilities":
        return [_ability(row) for row in odds.abilities]
    if what == "advice":
        return [_advice(row) for row in odds.advice]
    if what == "policy":
        return [_decision(row) for row in odds.policy()]
    if what == "best":
        return _shares("ability", odds.best and odds.best.abilities, odds.best and odds.best.abilities_exact)
    if what == "damage":
        return _shares("damage", odds.best and odds.best.damage, odds.best and odds.best.damage_exact)
    raise unknown("table", what, ["abilities", "advice", "best", "damage", "policy"])


def _ability(row: AbilityOdds) -> dict[str, Any]:
    record = {"name": row.name, "level": row.level, "needs": row.needs, "probability": row.probability}
    return record | _exact(row.exact)


def _best(best: Best) -> dict[str, Any]:
    record: dict[str, Any] = {"goal": best.goal, "value": best.value} | _exact(best.exact)
    record |= {
        "expected_damage": best.expected_damage,
        "abilities": best.abilities,
        "damage": {str(amount): chance for amount, chance in best.damage.items()},
    }
    if best.abilities_exact is not None and best.damage_exact is not None:
        record["abilities_exact"] = {name: str(chance) for name, chance in best.abilities_exact.items()}
        record["damage_exact"] = {str(amount): str(chance) for amount, chance in best.damage_exact.items()}
    return record


def _advice(row: Advice) -> dict[str, Any]:
    record = _move(row.move) | {"value": row.value} | _exact(row.exact)
    return record | {"regret": row.regret, "abilities": row.abilities}


def _decision(row: Decision) -> dict[str, Any]:
    record = {"rolls_left": row.rolls_left, "dice": list(row.dice)} | _move(row.move)
    return record | {"activate": row.activate, "value": row.value} | _exact(row.exact)


def _move(move: Move) -> dict[str, Any]:
    return {
        "keep": list(move.keep),
        "roll": list(move.roll),
        "change": [list(pair) for pair in move.change],
        "play": move.play,
    }


def _exact(fraction: Fraction | None) -> dict[str, Any]:
    return {} if fraction is None else {"exact": str(fraction)}


def _shares(key: str, chances: Any, fractions: Any) -> list[dict[str, Any]]:
    return [
        {key: entry, "probability": chance} | _exact(fractions and fractions[entry])
        for entry, chance in (chances or {}).items()
    ]

"""Advice for a position, for people and for programs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dtsim.report.tables import Column, Report, Table

if TYPE_CHECKING:
    from dtsim.dicethrone.position import Counsel

SHOWN = 8


def advise_report(counsel: Counsel) -> Report:
    """JSON: heroes, adviser, position, question, dice, rolls_left, unit, chosen, options (option, value)."""
    advice = counsel.advice
    data = {
        "heroes": list(counsel.heroes),
        "adviser": counsel.player,
        "position": counsel.position.model_dump(exclude={"heroes"}),
        **advice.data(),
    }
    columns = (
        Column("option", wrap=True),
        Column("value", right=True, show=lambda value: f"{value:.3f}"),
        Column("chosen", "", show=lambda chosen: "<- take this" if chosen else ""),
    )
    rows = [(one.option, one.value, one.option == advice.chosen.option) for one in advice.choices]
    shown = [row for place, row in enumerate(rows) if place < SHOWN or row[2]]
    title = f"{counsel.heroes[0]} against {counsel.heroes[1]}: {advice.question}"
    dice = f", dice {' '.join(map(str, advice.dice))}, rolls left {advice.rolls_left}" if advice.dice else ""
    unit = (
        f"Values: {advice.unit}." if advice.unit else "To this question the player has a rule and no values."
    )
    more = f" {len(rows) - len(shown)} more options in --format json." if len(rows) > len(shown) else ""
    notes = (f"{counsel.player} advises: {advice.chosen.option}.", unit + more)
    return Report((Table(columns, tuple(shown), title + dice, notes),), data, Table(columns, tuple(rows)))

"""The exact odds of all heroes of a run, for its event statistics to stand beside."""

from __future__ import annotations

from dtsim.dicethrone.exact import RowOdds, exact_odds
from dtsim.experiments.matchups import Matchups
from dtsim.experiments.plan import Plan


def odds_of(plan: Plan, result: Matchups) -> dict[str, tuple[RowOdds | None, ...]]:
    """By hero, in the order of its abilities; of heroes whose events were counted."""
    heroes = {entrant.hero.slug: entrant.hero for entrant in plan.entrants}
    found: dict[str, tuple[RowOdds | None, ...]] = {}
    for sheet in (cell.events.sheet for cell in result.cells if cell.events):
        if not set(sheet.heroes) <= set(found):
            pair = [heroes[slug] for slug in sheet.heroes]
            found |= dict(zip(sheet.heroes, exact_odds(pair, sheet), strict=True))
    return found

"""How figures and pages call heroes, and where their numbers come from in one line."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from dtsim.experiments.matchups import Matchups
    from dtsim.stats.estimate import Estimate


def hero_name(label: str) -> str:
    """`Cursed Pirate` for `cursed-pirate`, `Paladin (greedy)` for `paladin:greedy`."""
    slug, _, player = label.partition(":")
    name = " ".join(word.capitalize() for word in slug.split("-"))
    return f"{name} ({player})" if player else name


def order_of(result: Matchups) -> list[str]:
    """Best first; in the order named where there are no ratings."""
    return [rating.hero for rating in result.ratings] or list(result.heroes)


def origin_of(result: Matchups, games: int | None = None) -> str:
    """What every figure says at its foot."""
    source = result.provenance
    couplings = dict.fromkeys(cell.coupling for cell in result.cells)
    facts = [
        f"dtsim {source.version}",
        f"{result.games if games is None else games:,} games{' of each version' if source.before else ''}",
        f"played by {', '.join(source.players)}",
        f"seed {source.seed}",
        f"coupling {', '.join(couplings)}",
    ]
    facts += [f"rulings {', '.join(source.rulings)}"] if source.rulings else []
    facts += ["interrupted: only what was finished"] if source.is_interrupted else []
    return " · ".join(facts)


def percent_of(found: Estimate, digits: int = 1) -> str:
    """`54.2 % [53.9, 54.5]`; the games stand elsewhere."""
    return _interval(found, 100, f".{digits}f", " %")


def number_of(found: Estimate, digits: int = 1, sign: str = "") -> str:
    """`12.3 [12.1, 12.5]`."""
    return _interval(found, 1, f"{sign}.{digits}f", "")


def p_text(p_value: float, name: str = "p") -> str:
    """`p = 0.031`, never `p = 0`."""
    return f"{name} < 0.001" if p_value < 0.001 else f"{name} = {p_value:.2g}"


def _interval(found: Estimate, factor: float, form: str, unit: str) -> str:
    if found.value is None:
        return "not known"
    low, high = ("–" if x is None else format(factor * x, form) for x in (found.low, found.high))
    return f"{factor * found.value:{form}}{unit} [{low}, {high}]"

"""Every figure of a run, drawn once, as the bytes of its files."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from dtsim.report.canvas import picture, styled
from dtsim.report.figures.changes import version_changes
from dtsim.report.figures.convergence import convergence
from dtsim.report.figures.counter_map import counter_map
from dtsim.report.figures.damage import damage_share
from dtsim.report.figures.health import health_fan
from dtsim.report.figures.heat_map import heat_map, hints_of
from dtsim.report.figures.length import game_length
from dtsim.report.figures.nash import nash_mix
from dtsim.report.figures.seat import seat_advantage
from dtsim.report.figures.tiers import tier_list
from dtsim.report.inline_svg import inline_svg

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from dtsim.experiments.matchups import Matchups
    from dtsim.report.field_events import FieldEvents


@dataclass(frozen=True, slots=True)
class Picture:
    """A figure as files, and as a part of the page."""

    name: str
    title: str  # for those who cannot see it
    png: bytes
    svg: bytes
    hints: Mapping[str, str]

    @property
    def inline(self) -> str:
        return inline_svg(self.svg, self.name, self.title, self.hints)


def pictures_of(result: Matchups, events: FieldEvents | None) -> dict[str, Picture]:
    """The figures that this run has data for, by name."""
    found = {}
    with styled():
        for name, title, draw in _drawings(result, events):
            figure = draw()
            if figure is not None:
                hints = hints_of(result) if name == "heat-map" else {}
                found[name] = Picture(name, title, picture(figure, "png"), picture(figure, "svg"), hints)
    return found


def _drawings(
    result: Matchups, events: FieldEvents | None
) -> Iterator[tuple[str, str, Callable[[], Figure | None]]]:
    is_played = any(cell.pairs.n for cell in result.cells)
    if result.provenance.before is not None:
        yield "changes", "Scores before and after a change", lambda: version_changes(result)
    if is_played:
        yield "heat-map", "Matrix of the scores of all matchups", lambda: heat_map(result)
        yield "seat-advantage", "Score of the Start Player by hero", lambda: seat_advantage(result)
        yield "game-length", "Histogram of turns and share of games still going", lambda: game_length(result)
        yield "convergence", "Scores as games were added", lambda: convergence(result)
    if result.ratings:
        yield "tier-list", "Score, possible places and tiers of the heroes", lambda: tier_list(result)
    if result.nash is not None:
        yield "nash-mix", "Share of each hero in the Nash mix", lambda: nash_mix(result)
    yield "counter-map", "Map of heroes that counter each other", lambda: counter_map(result)
    if events is not None:
        yield "health", "Health by turn of each hero", lambda: health_fan(result, events)
        yield "damage-share", "Damage of each hero by source", lambda: damage_share(result, events)

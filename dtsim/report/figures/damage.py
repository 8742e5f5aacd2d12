"""Where the damage of each hero comes from."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from dtsim.report.canvas import INK, PAPER
from dtsim.report.figures.frame import ROW, chance_axis, lines
from dtsim.report.figures.words import hero_name, order_of, origin_of

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from dtsim.experiments.matchups import Matchups
    from dtsim.report.field_events import FieldEvents

# colour and pattern, so that the parts can be told apart on paper too
LOOKS = {
    "offensive abilities": ("#0072B2", "", PAPER),
    "defensive abilities": ("#56B4E9", "\\\\\\\\", INK),
    "passives": ("#009E73", "", PAPER),
    "cards": ("#F0E442", "////", INK),
    "status effects": ("#E69F00", "", INK),
    "other": ("#BBBBBB", "xxxx", INK),
}


def damage_share(result: Matchups, events: FieldEvents) -> Figure:
    """One bar for each hero, cut into the sources of its damage."""
    order = [hero for hero in order_of(result) if hero in events.heroes]
    damage = [events.heroes[hero]["damage"] for hero in order]
    used = [source for source in LOOKS if any(_shares(one).get(source) for one in damage)]
    figure = lines(
        "Damage by source",
        "Share of the Final Dmg Totals that each hero dealt to its opponents, in percent; the tables give "
        "the errors of the shares.",
        origin_of(result),
        [hero_name(hero) for hero in order],
        extra=-0.2,
    )
    texts = figure.frame.right - 1.3
    axes = figure.panel(figure.left, texts - figure.left - 0.25)
    for one, y in zip(damage, figure.centres, strict=True):
        _draw_bar(axes, _shares(one), y)
    chance_axis(axes)
    _draw_legend(axes, used)
    figure.write(texts, [_per_game(one["per_game"]) for one in damage], "Dmg per game")
    return figure.frame.figure


def _shares(damage: dict[str, Any]) -> dict[str, float]:
    return {entry["source"]: entry["share"]["value"] or 0.0 for entry in damage["by_source"]}


def _per_game(found: dict[str, Any]) -> str:
    if found["value"] is None:
        return "–"
    if found["low"] is None:
        return f"{found['value']:.1f}"
    return f"{found['value']:.1f} [{found['low']:.1f}, {found['high']:.1f}]"


def _draw_bar(axes: Axes, shares: dict[str, float], y: float) -> None:
    start = 0.0
    for source, (colour, hatch, ink) in LOOKS.items():
        share = shares.get(source, 0.0)
        look: dict[str, Any] = {"color": colour, "hatch": hatch, "ec": PAPER, "lw": 0.8, "zorder": 3}
        axes.barh([y], [share], left=[start], height=ROW * 0.68, **look)
        if share > 0.045:
            text = axes.annotate(
                f"{100 * share:.0f}", (start + share / 2, y), ha="center", va="center", size=8, color=ink
            )
            text.set_zorder(4)
            if hatch:
                text.set_bbox({"facecolor": colour, "edgecolor": "none", "pad": 1.2})
        start += share


def _draw_legend(axes: Axes, used: list[str]) -> None:
    from matplotlib.patches import Patch

    handles = [
        Patch(facecolor=LOOKS[name][0], hatch=LOOKS[name][1], edgecolor=PAPER, linewidth=0.5, label=name)
        for name in used
    ]
    axes.legend(
        handles=handles,
        loc="lower left",
        bbox_to_anchor=(0, 1),
        ncols=len(used),
        frameon=False,
        fontsize=8,
        handlelength=1.3,
        handleheight=1.1,
        columnspacing=1.3,
        borderaxespad=0.5,
        borderpad=0,
        labelcolor=INK,
    )

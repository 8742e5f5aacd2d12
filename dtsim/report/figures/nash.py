"""The mix of heroes that nobody can exploit, and how sure the games are of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dtsim.report.canvas import BLUE, INK, ORANGE
from dtsim.report.figures.frame import ROW, lines, percent_axis
from dtsim.report.figures.words import hero_name, number_of, order_of, origin_of, percent_of

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from dtsim.experiments.matchups import Matchups


def nash_mix(result: Matchups) -> Figure:
    """Weights with their 5-95 % ranges, and how often a hero is in the mix at all."""
    nash = result.nash
    assert nash is not None
    place = {hero: index for index, hero in enumerate(nash.heroes)}
    order = sorted(order_of(result), key=lambda hero: -(nash.weights[place[hero]].value or 0.0))
    weights = [nash.weights[place[hero]] for hero in order]
    support = [nash.support[place[hero]] for hero in order]
    figure = lines(
        "Nash mix",
        "How often each hero would be picked if everyone picked so that no answer wins. It is as varied as "
        f"{number_of(nash.effective_heroes)} heroes played equally often.",
        f"{origin_of(result)} · whiskers: 5–95 % of matrices that the games leave plausible",
        [hero_name(hero) + (" †" if hero in nash.dominated else "") for hero in order],
        extra=0.1,
    )
    right = figure.frame.right
    bars, texts = figure.left, right - 2.75
    axes = figure.panel(bars, texts - bars - 0.25, "Share of the mix")
    axes.set_xlim(0, 1.02 * max(0.3, *(weight.high or 0.0 for weight in weights)))
    for weight, y in zip(weights, figure.centres, strict=True):
        if weight.value is None or weight.low is None or weight.high is None:
            continue
        axes.barh([y], [weight.value], height=ROW * 0.58, color=BLUE, zorder=2)
        if weight.high > weight.low:
            axes.plot([weight.low, weight.high], [y, y], color=ORANGE, linewidth=3.4, zorder=3)
            axes.plot([weight.low, weight.high], [y, y], color=INK, linewidth=1.1, marker="|", ms=8, zorder=4)
    axes.axvline(0, color=INK, linewidth=0.8, zorder=5)
    percent_axis(axes, "† some mix of others does better against everyone" if nash.dominated else "")
    figure.write(texts, [percent_of(weight, 0) for weight in weights], "Share [5–95 %]")
    figure.write(right, [f"{100 * share:.0f} %" for share in support], "In the mix", ha="right")
    return figure.frame.figure

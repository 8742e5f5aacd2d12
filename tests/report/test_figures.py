"""What figures show, read from the letters and shapes of their SVG."""

from __future__ import annotations

import re
from dataclasses import replace

import numpy as np
import pytest
from experiments.samples import plan_of, played_of, small_matchups

from dtsim.experiments.matchups import Matchups, analyse
from dtsim.experiments.plan import Plan
from dtsim.experiments.provenance import Timing, provenance_of
from dtsim.report.canvas import picture, styled, text_width
from dtsim.report.figures.counter_map import Box, _label_places, advantages_of, counter_map, surprises
from dtsim.report.figures.heat_map import SCALE, heat_map
from dtsim.report.figures.seat import seat_advantage
from dtsim.report.figures.tiers import tier_list
from dtsim.report.figures.words import hero_name
from dtsim.report.inline_svg import inline_svg


def svg_of(draw: object, result: Matchups) -> str:
    with styled():
        return picture(draw(result), "svg").decode()  # type: ignore[operator]


def texts_of(svg: str) -> list[str]:
    return re.findall(r"<text [^>]*>([^<]*)</text>", svg)


@pytest.fixture(scope="module")
def result() -> Matchups:
    return small_matchups()


@pytest.fixture(scope="module")
def heat(result: Matchups) -> str:
    return svg_of(heat_map, result)


def test_the_heat_map_shows_every_score_from_both_sides(heat: str, result: Matchups) -> None:
    texts = texts_of(heat)
    for cell in result.cells:
        assert cell.score.value is not None
        assert f"{100 * cell.score.value:.1f}" in texts
        assert f"{100 * (1 - cell.score.value):.1f}" in texts
        assert f"{100 * cell.score.low:.1f} – {100 * cell.score.high:.1f}" in texts  # type: ignore[operator]


def test_a_matchup_is_hatched_if_it_could_be_even(heat: str, result: Matchups) -> None:
    hatched = set(re.findall(r'id="([\w-]+)-hatched"', heat))
    expected = {
        name
        for cell in result.cells
        if cell.score.contains(0.5)
        for name in (f"{cell.a}-{cell.b}", f"{cell.b}-{cell.a}")
    }
    assert hatched == expected
    assert len(hatched) < 2 * len(result.cells), "else this shows nothing"


def test_rows_are_sorted_by_rating(heat: str, result: Matchups) -> None:
    names = [hero_name(rating.hero) for rating in result.ratings]
    shown = [text for text in texts_of(heat) if text in names]
    assert shown[: len(names)] == names


def test_the_colours_of_the_heat_map_meet_at_50_percent() -> None:
    lightness = [_lightness(colour) for colour in SCALE]
    middle = len(SCALE) // 2
    assert lightness[: middle + 1] == sorted(lightness[: middle + 1])
    assert lightness[middle:] == sorted(lightness[middle:], reverse=True)


def test_both_ends_of_the_scale_differ_for_colour_blind_eyes() -> None:
    for matrix in _DEFICIENCIES.values():
        losing, winning = (np.array(matrix) @ _linear(SCALE[k]) for k in (1, -2))
        assert np.abs(losing - winning).max() > 0.15


# linear RGB as seen without one of the three cones (Machado, Oliveira & Fernandes 2009, severity 1)
_DEFICIENCIES = {
    "protanopia": [[0.152, 1.053, -0.205], [0.115, 0.786, 0.099], [-0.004, -0.048, 1.052]],
    "deuteranopia": [[0.367, 0.861, -0.228], [0.280, 0.673, 0.047], [-0.012, 0.043, 0.969]],
    "tritanopia": [[1.256, -0.077, -0.179], [-0.078, 0.931, 0.148], [0.005, 0.691, 0.304]],
}


def _linear(colour: str) -> np.ndarray:
    parts = np.array([int(colour[k : k + 2], 16) / 255 for k in (1, 3, 5)])
    return np.where(parts <= 0.04045, parts / 12.92, ((parts + 0.055) / 1.055) ** 2.4)


def _lightness(colour: str) -> float:
    return float(_linear(colour) @ [0.2126, 0.7152, 0.0722])


@pytest.mark.parametrize("n_heroes", [1, 2, 9, 20])
def test_the_heat_map_of_any_number_of_heroes_is_drawn(n_heroes: int) -> None:
    plan = _many(n_heroes)
    result = analyse(plan, played_of(plan, batches=1), provenance_of(plan), Timing())
    texts = texts_of(svg_of(heat_map, result))
    assert hero_name(plan.labels[-1]) in texts
    numbers = [text for text in texts if re.fullmatch(r"\d+(\.\d)?", text)]
    assert len(numbers) >= max(1, n_heroes * (n_heroes - 1))


def _many(n_heroes: int) -> Plan:
    plan = plan_of("paladin", mirrors=n_heroes == 1) if n_heroes == 1 else plan_of("paladin", "barbarian")
    entrants = [
        replace(plan.entrants[0], hero=replace(plan.entrants[0].hero, slug=f"hero-{k:02}"), label="")
        for k in range(n_heroes)
    ]
    return replace(plan, entrants=tuple(entrants))


def test_the_seat_plot_has_a_line_for_all_games_and_each_hero(result: Matchups) -> None:
    texts = texts_of(svg_of(seat_advantage, result))
    assert "All games" in texts
    assert {hero_name(hero) for hero in result.heroes} <= set(texts)
    score = result.seat.score
    assert score.percent().partition(",")[0] in " ".join(texts)
    assert f"{score.n:,}" in texts


def test_the_tier_list_says_places_and_tiers(result: Matchups) -> None:
    texts = texts_of(svg_of(tier_list, result))
    for rating in result.ratings:
        best, worst = rating.rank.best, rating.rank.worst
        assert (str(best) if best == worst else f"{best}–{worst}") in texts
        assert rating.tier is not None
        assert rating.tier.label in texts


# ------------------------------------------------------------------------------------------- counter map


def test_a_surprise_is_what_strength_does_not_explain(result: Matchups) -> None:
    advantages = advantages_of(result)
    assert advantages is not None
    found = surprises(result, advantages)
    assert len(found) == len(result.cells)
    strengths = advantages.mean(axis=1)
    first = found[0]
    i, j = (result.heroes.index(hero) for hero in (first.hero, first.other))
    assert first.expected == pytest.approx(1 / (1 + np.exp(strengths[j] - strengths[i])))
    assert first.score.value is not None
    assert first.score.value > first.expected


def test_names_on_the_map_do_not_cover_each_other() -> None:
    rng = np.random.default_rng(5)
    points = [(float(x), float(y)) for x, y in rng.uniform(-0.8, 0.8, (9, 2))]
    boxes = _label_places(points, ["Cursed Pirate"] * 9, size=9, inch=0.6, radius=1.0)
    to_the_right = [Box(x, y, boxes[0].width, boxes[0].height) for x, y in points]
    assert _covered(boxes) == 0 < _covered(to_the_right)


def _covered(boxes: list[Box]) -> float:
    return sum(a.overlap(b) for k, a in enumerate(boxes) for b in boxes[:k])


def test_boxes_overlap_by_their_common_area() -> None:
    assert Box(0, 0, 2, 2).overlap(Box(1, 1, 2, 2)) == 1
    assert Box(0, 0, 1, 1).overlap(Box(1, 0, 1, 1)) == 0


def test_two_heroes_have_no_counter_map() -> None:
    assert counter_map(small_matchups("paladin", "barbarian")) is None


# ------------------------------------------------------------------------------------------------ letters


@pytest.mark.parametrize("weight", ["normal", "bold"])
def test_the_width_of_a_text_is_that_of_its_letters(weight: str) -> None:
    from matplotlib.font_manager import FontProperties
    from matplotlib.textpath import TextPath

    text = "Cursed Pirate 54.2 % [53.9, 54.5]"
    font = FontProperties(family="DejaVu Sans", weight=weight)
    drawn = TextPath((0, 0), text, size=9.5, prop=font).get_extents().x1 / 72
    assert text_width(text, 9.5, weight) == pytest.approx(drawn, abs=0.03)


def test_numbers_that_people_read_are_not_shortened(result: Matchups) -> None:
    def draw(result: Matchups) -> object:
        figure = seat_advantage(result)
        figure.text(0, 0, "p = 0.00123")
        return figure

    assert "p = 0.00123" in texts_of(svg_of(draw, result))


def test_an_inline_picture_keeps_its_names_to_itself() -> None:
    svg = b"""<?xml version="1.0"?>
<!DOCTYPE svg><svg width="1"><metadata>when</metadata><defs><path id="m1"/></defs>
<g id="cell"><use xlink:href="#m1"/><path clip-path="url(#c2)"/></g></svg>"""
    text = inline_svg(svg, "map", 'a "map"', {"cell": "5 < 6"})
    assert text.startswith('<svg role="img" aria-label="a &quot;map&quot;" ')
    assert 'id="map-m1"' in text
    assert 'href="#map-m1"' in text
    assert "url(#map-c2)" in text
    assert '<g id="map-cell"><title>5 &lt; 6</title>' in text
    assert "when" not in text

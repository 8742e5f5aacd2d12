"""Runs that cannot answer every question: the page says so in a sentence and shows the rest."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from experiments.samples import plan_of, played_of, small_matchups

from dtsim.experiments.matchups import Matchups, analyse
from dtsim.experiments.plan import Budget
from dtsim.experiments.provenance import Timing, provenance_of
from dtsim.report.page import write_report
from dtsim.report.sections import NO_EVENTS, NOT_ALL_MET, TOO_FEW

from .reading import Page


def report_of(result: Matchups, folder: Path) -> tuple[Page, set[str]]:
    """The page, and the names of the figures."""
    page = Page.of(write_report(result, folder))
    assert page.mistakes == []
    assert len(set(page.ids)) == len(page.ids)
    figures = {path.stem for path in (folder / "figures").iterdir()}
    assert len(page.pictures) == len(figures)
    return page, figures


def test_without_events_four_sections_say_so(tmp_path: Path) -> None:
    page, figures = report_of(small_matchups(), tmp_path)
    assert page.text.count(NO_EVENTS) == 4
    assert not {"health", "damage-share"} & figures
    assert not (tmp_path / "cards.csv").exists()


def test_two_heroes_have_no_counters(tmp_path: Path) -> None:
    page, figures = report_of(small_matchups("paladin", "barbarian"), tmp_path)
    assert TOO_FEW in page.text
    assert {"heat-map", "tier-list", "nash-mix", "seat-advantage"} <= figures
    assert "counter-map" not in figures


def test_one_hero_against_itself_has_no_strength(tmp_path: Path) -> None:
    plan = plan_of("paladin", mirrors=True)
    page, figures = report_of(analyse(plan, played_of(plan), provenance_of(plan), Timing()), tmp_path)
    assert figures == {"heat-map", "seat-advantage", "game-length", "convergence"}
    assert "needs at least two heroes" in page.text
    assert "mirror: 50 % by symmetry" in page.text


def test_one_against_the_field_has_ratings_but_no_tiers(tmp_path: Path) -> None:
    plan = plan_of(focus=("paladin",))
    page, figures = report_of(analyse(plan, played_of(plan), provenance_of(plan), Timing()), tmp_path)
    assert "tier-list" in figures
    assert not {"nash-mix", "counter-map"} & figures
    assert page.text.count(NOT_ALL_MET) == 2
    assert "Ratings" in (tmp_path / "figures" / "tier-list.svg").read_text()


def test_an_interrupted_run_says_what_is_missing(tmp_path: Path) -> None:
    plan = plan_of()
    played = dict(list(played_of(plan).items())[:2])
    source = provenance_of(plan, is_interrupted=True)
    page, figures = report_of(analyse(plan, played, source, Timing()), tmp_path)
    assert "This run was interrupted" in page.text
    assert "not played" in {cell for row in page.cells for cell in row}
    assert "heat-map" in figures


def test_nothing_finished_is_a_page_of_sentences(tmp_path: Path) -> None:
    plan = plan_of()
    source = provenance_of(plan, is_interrupted=True)
    page, figures = report_of(analyse(plan, {}, source, Timing()), tmp_path)
    assert figures == set()
    assert "No pair of games was finished." in page.text


def test_stopped_games_are_shown_as_such(tmp_path: Path) -> None:
    plan = plan_of("paladin", "barbarian", turn_cap=40)
    page, _ = report_of(analyse(plan, played_of(plan, stopped=9), provenance_of(plan), Timing()), tmp_path)
    assert "stopped at turn 40" in page.text


def test_several_players_are_told_apart(tmp_path: Path) -> None:
    plan = plan_of("paladin:greedy", "paladin:random", "barbarian:greedy")
    page, _ = report_of(analyse(plan, played_of(plan), provenance_of(plan), Timing()), tmp_path)
    assert {"Paladin (greedy)", "Paladin (random)"} <= {cell for row in page.cells for cell in row}


def test_a_run_to_a_half_width_says_what_was_asked_for(tmp_path: Path) -> None:
    plan = plan_of(budget=Budget(2_000, 0.01))
    source = provenance_of(plan, unmet=(("barbarian", "paladin"),))
    page, _ = report_of(analyse(plan, played_of(plan), source, Timing()), tmp_path)
    assert "every score to ±1 %" in page.text
    assert "barbarian/paladin" in page.text
    assert "surely outside" not in (tmp_path / "figures" / "heat-map.svg").read_text()


def test_rulings_and_changed_numbers_are_part_of_the_report(tmp_path: Path) -> None:
    result = small_matchups("paladin", "barbarian")
    first, *others = result.provenance.entrants
    changed = replace(first, numbers=(("paladin/Smite/deal/1", 9),))
    source = replace(result.provenance, entrants=(changed, *others), rulings=("some-ruling",))
    page, _ = report_of(replace(result, provenance=source), tmp_path)
    assert "paladin/Smite/deal/1 = 9" in page.text
    assert page.text.count("some-ruling") > 2, "in the table and at the foot of the figures"


@pytest.mark.parametrize("title", ["", "One run"])
def test_a_page_has_a_title(title: str, tmp_path: Path) -> None:
    page, _ = report_of(replace(small_matchups("paladin", "barbarian"), title=title), tmp_path)
    assert page.text.startswith(title or "Matchups")

"""The report that is kept in the project to be looked at."""

from __future__ import annotations

from pathlib import Path

import pytest

from dtsim.experiments.scenario import load_scenario

from .reading import Page

SAMPLE = Path(__file__).parents[2] / "reports" / "sample"


@pytest.fixture(scope="module")
def page() -> Page:
    return Page.of(SAMPLE / "report.html")


def test_the_sample_is_small() -> None:
    assert sum(path.stat().st_size for path in SAMPLE.rglob("*")) < 1_500_000


def test_the_sample_is_a_page_with_all_its_figures(page: Page) -> None:
    assert page.mistakes == []
    pictures = list((SAMPLE / "figures").glob("*.png"))
    assert len(page.pictures) == 9 == len(pictures)
    for path in pictures:
        assert int.from_bytes(path.read_bytes()[16:20], "big") >= 2000, "as wide as a printed page wants it"


def test_every_link_of_the_sample_leads_somewhere(page: Page) -> None:
    for link in page.links:
        assert link.startswith(("data:", "#")) or (SAMPLE / link).is_file()


def test_the_sample_is_the_report_of_the_demo(page: Page) -> None:
    plan = load_scenario("quick").plan
    rows = {row[0]: row[1] for row in page.cells if len(row) == 2}
    assert rows["command"] == "dtsim run quick"
    assert rows["seed"] == str(plan.seed)
    assert rows["players"] == ", ".join(dict.fromkeys(entrant.player.name for entrant in plan.entrants))
    assert rows["asked for"].startswith(f"{plan.budget.games:,} games of every matchup")
    heroes = {row[0] for row in page.cells if len(row) == 5 and row[2] == rows["players"]}
    assert heroes == {entrant.hero.slug for entrant in plan.entrants}

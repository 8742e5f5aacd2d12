"""The page of a run: well-formed, complete in itself, with every figure and table beside it."""

from __future__ import annotations

import json
import re
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from dtsim.experiments.matchups import Matchups
from dtsim.report import canvas
from dtsim.report.events_tables import ability_label
from dtsim.report.page import write_report
from dtsim.report.tables import percent

from .reading import Page

FIGURES = (
    "convergence", "counter-map", "damage-share", "game-length", "health", "heat-map", "nash-mix",
    "seat-advantage", "tier-list",
)  # fmt: skip
SECTIONS = (
    "summary", "matchups", "tiers", "nash", "counters", "seat", "length", "health", "abilities", "cards",
    "feel", "convergence", "provenance",
)  # fmt: skip


@pytest.fixture(scope="module")
def page(folder: Path) -> Page:
    return Page.of(folder / "report.html")


def test_every_element_is_closed_in_order(page: Page) -> None:
    assert page.mistakes == []


def test_this_test_sees_an_element_that_is_not_closed() -> None:
    assert Page("<p><b>bold</p>").mistakes
    assert Page("<section><p>text</p>").mistakes


def test_no_two_elements_have_the_same_name(page: Page) -> None:
    assert len(set(page.ids)) == len(page.ids)
    assert set(SECTIONS) <= set(page.ids)


def test_every_link_leads_into_the_page_or_to_a_file_beside_it(page: Page, folder: Path) -> None:
    links = [link for link in page.links if not link.startswith("data:")]
    assert len(links) > 20
    for link in links:
        if link.startswith("#"):
            assert link[1:] in page.ids
        else:
            assert (folder / link).is_file()


def test_the_page_fetches_nothing(folder: Path) -> None:
    text = (folder / "report.html").read_text(encoding="utf-8")
    assert "<script" not in text
    assert "@import" not in text
    assert not re.search(r'\b(src|srcset|data|action)="', text)
    assert not re.search(r"url\((?!#)", text), "only parts of the picture itself are referred to"
    namespaces = "http://www.w3.org/2000/svg", "http://www.w3.org/1999/xlink"
    assert set(re.findall(r'https?://[^"\s<)]+', text)) <= set(namespaces)


def test_every_figure_is_in_the_page_and_beside_it_twice(page: Page, folder: Path) -> None:
    assert len(page.pictures) == len(FIGURES)
    assert all(page.pictures)
    found = sorted(path.name for path in (folder / "figures").iterdir())
    assert found == sorted(f"{name}.{kind}" for name in FIGURES for kind in ("png", "svg"))


@pytest.mark.parametrize("name", FIGURES)
def test_every_figure_is_a_picture_of_some_size(folder: Path, name: str) -> None:
    png = (folder / "figures" / f"{name}.png").read_bytes()
    assert png.startswith(b"\x89PNG\r\n\x1a\n")
    width, height = (int.from_bytes(png[start : start + 4], "big") for start in (16, 20))
    assert width >= 10 * canvas.DPI  # inches
    assert height >= 2.5 * canvas.DPI
    svg = ET.parse(folder / "figures" / f"{name}.svg").getroot()
    assert svg.tag == "{http://www.w3.org/2000/svg}svg"
    assert len(list(svg.iter("{http://www.w3.org/2000/svg}text"))) > 10, "letters stay letters"


def test_a_pointer_over_a_cell_shows_its_games(folder: Path, result: Matchups) -> None:
    text = (folder / "report.html").read_text(encoding="utf-8")
    hints = re.findall(r"<title>(.* against .*)</title>", text)
    assert len({hint.partition(":")[0] for hint in hints}) == 6
    cell = result.cells[0]
    assert f"won {cell.outcomes.wins}, drawn {cell.outcomes.draws}, lost {cell.outcomes.losses}" in text
    assert f"seed {cell.seed}" in text


def test_the_page_says_where_its_numbers_come_from(page: Page, result: Matchups) -> None:
    source = result.provenance
    rows = {row[0]: row[1] for row in page.cells if len(row) == 2}
    assert rows["command"] == "dtsim run three.toml"
    assert rows["dtsim"] == source.version
    assert rows["digest of rules and players"] == source.engine
    assert rows["seed"] == "7"
    assert rows["players"] == "greedy"
    assert rows["games"] == "120 in 3 matchups"
    assert rows["coupling"].startswith("seat in 3 (variance ratio ")
    assert rows["speed"].startswith("60 games per second")
    for one in source.entrants:
        assert [one.hero, one.digest, one.player, one.player_digest, ""] in page.cells


def test_a_title_with_signs_of_html_is_shown_as_it_is_written(page: Page) -> None:
    assert "Three <heroes> & more" in page.text


def test_cards_are_labelled_as_an_association(folder: Path) -> None:
    text = (folder / "report.html").read_text(encoding="utf-8")
    section = text.partition('<section id="cards">')[2].partition("</section>")[0]
    assert "An association, not an effect" in section
    assert "Opening hand" in section


def test_abilities_stand_beside_their_exact_odds(page: Page, folder: Path) -> None:
    records = json.loads((folder / "abilities.json").read_text(encoding="utf-8"))
    shown = [record for record in records if record["exact_chased"] and record["phases"]]
    assert {record["hero"] for record in shown} == {"paladin", "barbarian", "cursed-pirate"}
    for record in shown:
        rows = [row for row in page.cells if row and row[0] == ability_label(record)]
        assert any(percent(record["exact_chased"]) in row for row in rows)


def test_the_same_run_gives_the_same_files_again(result: Matchups, tmp_path: Path) -> None:
    for name in ("first", "second"):
        write_report(result, tmp_path / name)
    first, second = (
        {path.relative_to(tmp_path / name): path.read_bytes() for path in (tmp_path / name).rglob("*.*")}
        for name in ("first", "second")
    )
    assert first == second
    assert len(first) > 40


def test_nothing_of_this_machine_is_in_the_files(folder: Path) -> None:
    for path in folder.rglob("*.*"):
        content = path.read_bytes()
        assert str(folder).encode() not in content
        assert str(Path.home()).encode() + b"/" not in content

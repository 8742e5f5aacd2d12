"""The tables of a report as files: CSV and JSON say what the result says."""

from __future__ import annotations

import csv
import errno
import json
import os
from pathlib import Path
from typing import Any

import pytest

from dtsim.errors import DtsimError
from dtsim.experiments.matchups import Matchups
from dtsim.report.field_events import field_events
from dtsim.report.page import write_report
from dtsim.report.page_tables import file_tables

TABLES = (
    "abilities", "cards", "cells", "convergence", "counters", "damage", "game-feel", "health", "heroes",
    "nash", "ratings", "scorecard", "seat", "status-effects", "turns",
)  # fmt: skip


def rows_of(folder: Path, name: str) -> list[dict[str, str]]:
    with (folder / f"{name}.csv").open(encoding="utf-8", newline="") as lines:
        return list(csv.DictReader(lines))


def records_of(folder: Path, name: str) -> list[dict[str, Any]]:
    return list(json.loads((folder / f"{name}.json").read_text(encoding="utf-8")))


def test_every_table_is_there_in_both_forms(folder: Path, result: Matchups) -> None:
    assert set(TABLES) - {"cycles"} == set(file_tables(result, field_events(result))) - {"cycles"}
    for name in TABLES:
        assert rows_of(folder, name)
        assert records_of(folder, name)


@pytest.mark.parametrize("name", TABLES)
def test_csv_and_json_say_the_same(folder: Path, name: str) -> None:
    rows, records = rows_of(folder, name), records_of(folder, name)
    assert len(rows) == len(records)
    for row, record in zip(rows, records, strict=True):
        assert list(row) == list(record)
        for key, value in record.items():
            if isinstance(value, bool) or value is None:
                assert row[key] == ("" if value is None else str(value).lower())
            elif isinstance(value, int | float):
                assert type(value)(row[key]) == value
            elif isinstance(value, str):
                assert row[key] == value


def test_scores_are_those_of_the_matchups(folder: Path, result: Matchups) -> None:
    for record, cell in zip(records_of(folder, "cells"), result.cells, strict=True):
        assert (record["a"], record["b"]) == (cell.a, cell.b)
        assert record["score"] == cell.score.value
        assert record["score_low"] == cell.score.low
        assert record["score_high"] == cell.score.high
        assert (
            record["wins"] + record["draws"] + record["losses"] + record["stopped"] == record["games"] == 40
        )


def test_damage_of_a_hero_is_that_of_its_matchups_together(folder: Path, result: Matchups) -> None:
    for hero in result.heroes:
        dealt = 0
        for cell in result.cells:
            if hero in (cell.a, cell.b):
                assert cell.events is not None
                side = (cell.a, cell.b).index(hero)
                dealt += int(cell.events.field("heroes", "damage")[side].sum())
        records = [record for record in records_of(folder, "damage") if record["hero"] == hero]
        assert sum(record["damage"] for record in records) == dealt > 0


def test_health_has_a_row_for_every_hero_and_turn(folder: Path) -> None:
    records = [record for record in records_of(folder, "health") if record["of"] == "all games"]
    for hero in {record["hero"] for record in records}:
        turns = [record for record in records if record["hero"] == hero]
        assert [record["turn"] for record in turns] == list(range(1, len(turns) + 1))
        assert {record["n"] for record in turns} == {80}
        assert all(record["q05"] <= record["q50"] <= record["q95"] for record in turns)


def test_what_strength_explains_is_between_the_extremes(folder: Path) -> None:
    records = records_of(folder, "counters")
    surplus = [record["value"] - record["explained"] for record in records]
    assert surplus == sorted(surplus, reverse=True)
    assert all(0 < record["explained"] < 1 for record in records)


# ------------------------------------------------------------------------------------- folders and disks


def test_a_file_in_the_way_of_the_folder_is_named(result: Matchups, tmp_path: Path) -> None:
    (tmp_path / "taken").write_text("mine")
    with pytest.raises(DtsimError, match=r"taken.*cannot be used for a report"):
        write_report(result, tmp_path / "taken")
    assert (tmp_path / "taken").read_text() == "mine"


def test_a_full_disk_leaves_the_old_page_whole(
    result: Matchups, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "report.html").write_text("the old page")
    written = Path.write_text

    def full(path: Path, text: str, **how: Any) -> int:
        if path.suffix == ".html":
            written(path, text[: len(text) // 2], **how)
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return written(path, text, **how)

    monkeypatch.setattr(Path, "write_text", full)
    with pytest.raises(DtsimError, match=r"report\.html.*No space left"):
        write_report(result, tmp_path)
    assert (tmp_path / "report.html").read_text() == "the old page"
    assert not list(tmp_path.rglob(".dtsim-*"))

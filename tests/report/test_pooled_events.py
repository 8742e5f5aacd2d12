"""Events of a hero against all its opponents together."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from dtsim.dicethrone.engine import counters as N
from dtsim.dicethrone.events import Tally
from dtsim.dicethrone.sheet import TokenRow
from dtsim.experiments.matchups import Matchups
from dtsim.report.field_events import field_events


@pytest.fixture(scope="module")
def of_the_paladin(result: Matchups) -> list[Tally]:
    cells = [cell for cell in result.cells if "paladin" in (cell.a, cell.b)]
    return [cell.events if cell.a == "paladin" else cell.events.swapped() for cell in cells if cell.events]


def test_counters_of_the_hero_add_up(of_the_paladin: list[Tally]) -> None:
    pooled = of_the_paladin[0].pooled(of_the_paladin[1:])
    assert pooled.games == sum(tally.games for tally in of_the_paladin) == 80
    for section in ("games", "heroes", "abilities", "cards", "fates", "health", "first_rolls"):
        total = sum(tally.section(section)[0] for tally in of_the_paladin)
        assert np.array_equal(pooled.section(section)[0], total)
        assert total.sum() > 0


def test_tokens_are_added_by_name(of_the_paladin: list[Tally]) -> None:
    pooled = of_the_paladin[0].pooled(of_the_paladin[1:])
    names = [row.name for row in pooled.sheet.tokens]
    assert len(names) > max(len(tally.sheet.tokens) for tally in of_the_paladin), "opponents bring their own"
    for place, name in enumerate(names):
        gained = 0
        for tally in of_the_paladin:
            rows = [row.name for row in tally.sheet.tokens]
            gained += int(tally.field("tokens", "gained")[0, rows.index(name)]) if name in rows else 0
        assert pooled.field("tokens", "gained")[0, place] == gained


def test_rows_of_opponents_are_left_out(of_the_paladin: list[Tally]) -> None:
    pooled = of_the_paladin[0].pooled(of_the_paladin[1:])
    assert pooled.sheet.heroes == ("paladin", "")
    for section in ("abilities", "cards", "fates", "tokens"):
        assert not pooled.section(section)[1].any()
    assert pooled.section("health")[1].any()


def test_of_different_heroes_only_the_feel_of_the_games_is_left(result: Matchups) -> None:
    first, *others = [cell.events for cell in result.cells if cell.events]
    pooled = first.pooled(others)
    assert pooled.games == 120
    assert pooled.sheet.abilities == ((), ())
    assert not pooled.section("abilities").any()
    changes = sum(tally.section("lead_changes") for tally in (first, *others))
    assert np.array_equal(pooled.section("lead_changes"), changes)


def test_one_tally_pooled_with_none_is_its_first_hero(of_the_paladin: list[Tally]) -> None:
    first = of_the_paladin[0]
    alone = first.pooled([])
    assert np.array_equal(alone.section("abilities")[0], first.section("abilities")[0])
    assert {row.name for row in alone.sheet.tokens} == {row.name for row in first.sheet.tokens}


def test_every_hero_of_the_run_has_its_events(result: Matchups) -> None:
    events = field_events(result)
    assert events is not None
    assert set(events.heroes) == set(result.heroes)
    assert events.all_games["games"] == 120
    for entry in events.heroes.values():
        assert sum(entry["results"].values()) == 80


def test_all_tokens_that_the_opponents_bring_are_kept(of_the_paladin: list[Tally]) -> None:
    """One game has room for forty kinds of tokens; a field of opponents may bring more."""
    tallies = []
    for number, tally in enumerate(of_the_paladin * 3):
        tokens = tuple(TokenRow(f"Token {number}-{k}", "status effect") for k in range(25))
        counts = tally.counts.copy()
        places = N.OFFSETS["tokens"] + N.WIDTHS["tokens"] * np.arange(25) + N.T_GAINED
        counts[places] = np.arange(25) + 100 * number
        tallies.append(Tally(replace(tally.sheet, tokens=tokens), counts))
    pooled = tallies[0].pooled(tallies[1:])
    gained = pooled.field("tokens", "gained")[0]
    found = {row.name: int(gained[place]) for place, row in enumerate(pooled.sheet.tokens)}
    assert found == {f"Token {n}-{k}": 100 * n + k for n in range(len(tallies)) for k in range(25)}
    assert Tally.from_json(pooled.to_json()) == pooled

"""What is said of a matrix: orientation, completeness, flags, and where to look up a game."""

from __future__ import annotations

import json
import shlex

import pytest
from typer.testing import CliRunner

from dtsim.cli import app
from dtsim.dicethrone.pairs import play_pairs
from dtsim.experiments.matchups import Matchups, analyse
from dtsim.experiments.plan import Budget, Plan
from dtsim.experiments.provenance import Timing, provenance_of
from dtsim.experiments.replays import replay_commands
from dtsim.report.matchups import matchups_data, matchups_report, tables_of
from dtsim.report.tables import Format, render

from .samples import HEROES, plan_of, played_of, small_matchups


def _analysed(plan: Plan, **changes: int) -> Matchups:
    return analyse(plan, played_of(plan, **changes), provenance_of(plan), Timing())


@pytest.fixture(scope="module")
def result() -> Matchups:
    return small_matchups()


def test_cells_stand_in_the_order_of_the_heroes(result: Matchups) -> None:
    assert [(cell.a, cell.b) for cell in result.cells] == [
        (HEROES[i], HEROES[j]) for i in range(4) for j in range(i + 1, 4)
    ]


def test_a_cell_is_seen_by_its_first_hero() -> None:
    forward, backward = small_matchups("paladin", "barbarian"), small_matchups("barbarian", "paladin")
    (seen,), (turned,) = forward.cells, backward.cells
    assert (seen.a, turned.a) == ("paladin", "barbarian")
    assert seen.result == turned.result.reversed()
    assert seen.outcomes.wins == turned.outcomes.losses
    assert seen.score.value == pytest.approx(1 - (turned.score.value or 0))
    assert seen.replays == turned.replays[::-1]


def test_scores_are_those_of_the_pairs(result: Matchups) -> None:
    for cell in result.cells:
        assert cell.score == cell.pairs.score_rate()
        assert cell.score.n == cell.result.games == 2000
        assert sum(cell.steps[1:], cell.steps[0]) == cell.pairs


def test_ratings_are_sorted_and_every_hero_has_one(result: Matchups) -> None:
    values = [rating.elo.value or 0 for rating in result.ratings]
    assert values == sorted(values, reverse=True)
    assert sum(values) == pytest.approx(0, abs=1e-9)
    assert {rating.hero for rating in result.ratings} == set(HEROES)
    assert all(
        rating.rank.best <= place <= rating.rank.worst for place, rating in enumerate(result.ratings, 1)
    )


def test_a_whole_matrix_has_a_nash_mix_and_a_scorecard(result: Matchups) -> None:
    assert result.is_complete
    assert result.nash is not None
    assert result.scorecard is not None
    assert sum(weight.value or 0 for weight in result.nash.weights) == pytest.approx(1)


def test_one_against_the_field_is_rated_but_has_no_nash_mix() -> None:
    result = _analysed(plan_of(focus=("paladin",)))
    assert not result.is_complete
    assert len(result.cells) == 3
    assert len(result.ratings) == 4
    assert (result.nash, result.scorecard, result.intransitivity) == (None, None, None)
    assert all(rating.tier is None for rating in result.ratings)


def test_what_an_interrupted_run_has_not_played_is_unknown() -> None:
    plan = plan_of()
    played = played_of(plan)
    only = dict(list(played.items())[:1])
    result = analyse(plan, only, provenance_of(plan, is_interrupted=True), Timing())
    unknown = [cell for cell in result.cells if cell.score.value is None]
    assert len(unknown) == 5
    assert result.ratings == ()
    assert "Interrupted" in render(matchups_report(result), Format.TABLE)


def test_flags_are_left_out_where_games_were_given_out_on_the_way(result: Matchups) -> None:
    assert all(cell.flag is not None for cell in result.cells)
    race = _analysed(plan_of("paladin", "barbarian", budget=Budget(2_000, half_width=0.05)))
    assert all(cell.flag is None for cell in race.cells)


def test_the_length_of_stopped_games_is_longer_than_all() -> None:
    result = _analysed(plan_of("paladin", "barbarian"), stopped=600)
    assert result.lengths.stopped == 1200
    assert result.lengths.high.value is None
    assert (result.lengths.mean.value or 0) > 50
    assert result.lengths.survival().share[199] == pytest.approx(1200 / (1200 + 2000))


def test_a_mirror_has_no_say_in_the_ratings() -> None:
    plan = plan_of("paladin", "barbarian", mirrors=True)
    result = _analysed(plan)
    assert len(result.cells) == 3
    assert result.nash is not None
    assert "Self test: mirror matches" in render(matchups_report(result), Format.TABLE)


def test_a_mirror_alone_can_be_shown() -> None:
    result = _analysed(plan_of("paladin", mirrors=True))
    assert "paladin" in render(matchups_report(result), Format.TABLE)


# ---------------------------------------------------------------------------------------------- replays


@pytest.mark.parametrize("coupling", ["independent", "seat", "hero"])
def test_the_replay_command_tells_the_game_that_was_counted(coupling: str) -> None:
    plan = plan_of("paladin", "barbarian")
    matchup = plan.matchups()[0]
    pairs = play_pairs(plan.pairing(matchup), range(3, 4), coupling, threads=1)
    for command, batch in zip(
        replay_commands(plan, matchup, coupling, pair=3), (pairs.first, pairs.second), strict=True
    ):
        done = CliRunner().invoke(app, [*shlex.split(command)[1:], "--format", "json"])
        assert done.exit_code == 0, done.output
        told = json.loads(done.stdout)
        assert told["turns"] == batch.turns[0]
        assert told["winner"] == batch.outcomes[0]


def test_the_replay_command_names_rulings_numbers_and_the_turn_cap() -> None:
    plan = plan_of("paladin", "barbarian", rulings=("defence-forced",), turn_cap=50)
    command = replay_commands(plan, plan.matchups()[0], "seat")[0]
    assert "--ruling defence-forced --turn-cap 50" in command


# ---------------------------------------------------------------------------------------------- tables


def test_the_json_has_the_fields_that_programs_rely_on(result: Matchups) -> None:
    data = matchups_data(result)
    assert {"heroes", "cells", "ratings", "seat", "provenance", "timing"} <= set(data)
    for cell in data["cells"]:
        assert {"a", "b", "wins", "losses", "draws", "games", "score"} <= set(cell)
        assert {"value", "low", "high"} <= set(cell["score"])
        assert cell["wins"] + cell["losses"] + cell["draws"] + cell["stopped"] == cell["games"]
    assert {"version", "engine", "seed", "players", "entrants", "coupling", "command"} <= set(
        data["provenance"]
    )


@pytest.mark.parametrize("width", [80, 100])
def test_the_matrix_of_six_heroes_fits_the_terminal(width: int) -> None:
    result = small_matchups(*HEROES, "huntress", "shadow-thief")
    text = render(matchups_report(result), Format.TABLE, width)
    assert max(map(len, text.splitlines())) <= width
    assert "…" not in text


def test_many_heroes_are_shown_without_half_widths() -> None:
    slugs = (*HEROES, "huntress", "shadow-thief")
    result = small_matchups(*(f"{slug}:{player}" for slug in slugs for player in ("random", "greedy")))
    text = render(matchups_report(result), Format.TABLE, 100)
    assert max(map(len, text.splitlines())) <= 100
    assert "…" not in text


def test_every_table_of_a_run_has_rows_as_wide_as_its_columns(result: Matchups) -> None:
    tables = tables_of(result)
    assert {"cells", "ratings", "seat", "turns", "nash", "convergence", "heroes"} <= set(tables)
    for table in tables.values():
        assert table.rows
        assert all(len(row) == len(table.columns) for row in table.rows)


def test_the_shown_score_is_that_of_the_row(result: Matchups) -> None:
    best = result.ratings[0].hero
    lines = render(matchups_report(result), Format.TABLE).splitlines()
    row = next(line for line in lines if line.startswith(best))
    cells = {other: result.cell(best, other) for other in result.heroes if other != best}
    for other, cell in cells.items():
        assert cell is not None
        score = cell.score if cell.a == best else cell.score.complement()
        assert f"{100 * (score.value or 0):.1f}±" in row, other


def test_stopped_games_are_never_silent() -> None:
    text = render(matchups_report(_analysed(plan_of("paladin", "barbarian"), stopped=60)), Format.MD)
    assert "240 games belong to pairs stopped at turn 200" in text
    assert "too many to trust" in text

"""Two versions of the heroes on the same dice and decks: what the change does, and how sure that is."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

import dtsim
from dtsim import load_hero
from dtsim.cli import app
from dtsim.dicethrone.pairs import play_pairs
from dtsim.errors import DtsimError
from dtsim.experiments.changes import changes_by_hero, changes_of
from dtsim.experiments.entrants import enter, version_of
from dtsim.experiments.matchups import Matchups, analyse
from dtsim.experiments.plan import Budget, Plan
from dtsim.experiments.provenance import Timing, provenance_of
from dtsim.experiments.runner import run_plan
from dtsim.experiments.scenario import read_scenario
from dtsim.experiments.store import Store
from dtsim.files import shipped_folder
from dtsim.report.matchups import matchups_report
from dtsim.report.tables import Format, render
from dtsim.results import CellResult

STRONGER = {"gunslinger": {"Revolver/deal/1": 12}}
HEROES = ("barbarian", "gunslinger", "paladin")


SMALL = Budget(40, batch=5)


def _plan(budget: Budget = SMALL, damage: int = 12) -> Plan:
    entrants = enter(HEROES, ["greedy"], numbers={"gunslinger": {"Revolver/deal/1": damage}})
    return Plan(entrants, 3, budget=budget, against=version_of(entrants))


@pytest.fixture(scope="module")
def plan() -> Plan:
    return _plan()


@pytest.fixture(scope="module")
def result(plan: Plan) -> Matchups:
    outcome = run_plan(plan, threads=2)
    return analyse(plan, outcome.played, provenance_of(plan), Timing())


def _edited(folder: Path, name: str, text: str = "# a remark\n", slug: str = "paladin") -> Path:
    """A hero file with something added to it."""
    source = (shipped_folder("heroes") / f"{slug}.toml").read_text(encoding="utf-8")
    path = folder / name
    path.write_text(source + text, encoding="utf-8")
    return path


# ------------------------------------------------------------------------------------------ what is played


def test_both_versions_play_the_same_games(plan: Plan) -> None:
    matchup = plan.matchups()[0]
    now, before = plan.pairing(matchup), plan.pairing_before(matchup)
    assert before is not None
    assert (before.seed, before.players, before.turn_cap) == (now.seed, now.players, now.turn_cap)
    assert [hero.slug for hero in before.heroes] == [hero.slug for hero in now.heroes]
    assert before.heroes[1] == load_hero("gunslinger") != now.heroes[1]
    assert plan.coupling == "full"


def test_the_table_holds_the_points_of_every_pair_in_both_versions(plan: Plan, result: Matchups) -> None:
    matchup = plan.matchups()[0]
    now, before = plan.pairing(matchup), plan.pairing_before(matchup)
    assert before is not None
    points = [
        play_pairs(one, range(20), "full", threads=1).scores().sum(axis=1).tolist() for one in (before, now)
    ]
    table = np.zeros((5, 5), dtype=int)
    for was, is_now in zip(*points, strict=True):
        table[was, is_now] += 1
    assert result.cells[0].result.changes == tuple(table.ravel().tolist())
    change = result.cells[0].change
    assert change is not None
    assert change.before.value == pytest.approx(np.mean(points[0]) / 4)
    assert change.after.value == pytest.approx(np.mean(points[1]) / 4)
    assert change.change.value == pytest.approx((np.mean(points[1]) - np.mean(points[0])) / 4)
    assert change.up == sum(b > a for a, b in zip(*points, strict=True))
    assert change.down == sum(b < a for a, b in zip(*points, strict=True))
    assert change.change.n == 40


def test_a_matchup_that_the_change_cannot_touch_is_not_played(plan: Plan, result: Matchups) -> None:
    assert [(cell.a, cell.b) for cell in result.cells] == [
        ("barbarian", "gunslinger"),
        ("gunslinger", "paladin"),
    ]


def test_another_ruling_touches_every_matchup() -> None:
    entrants = enter(HEROES, ["greedy"])
    plan = Plan(entrants, rulings=("defence-forced",), against=version_of(entrants))
    assert len(plan.matchups()) == 3
    before = plan.pairing_before(plan.matchups()[0])
    assert before is not None
    assert (plan.pairing(plan.matchups()[0]).rulings, before.rulings) == (("defence-forced",), ())


def test_a_cell_turned_around_has_the_opposite_change() -> None:
    turned = CellResult(changes=tuple(range(25))).reversed().changes
    assert np.array_equal(np.reshape(turned, (5, 5)), np.reshape(range(25), (5, 5))[::-1, ::-1])


def test_one_and_two_threads_find_the_same(plan: Plan, result: Matchups) -> None:
    one = analyse(plan, run_plan(plan, threads=1).played, provenance_of(plan), Timing())
    assert [cell.result for cell in one.cells] == [cell.result for cell in result.cells]


def test_an_interrupted_comparison_goes_on_without_loss(plan: Plan, result: Matchups, tmp_path: Path) -> None:
    def impatient(done: int, total: int) -> None:
        if done == 40:
            raise KeyboardInterrupt

    first = run_plan(plan, Store(plan, tmp_path), threads=1, on_progress=impatient)
    assert first.is_interrupted
    second = run_plan(plan, Store(plan, tmp_path), threads=1)
    assert first.timing.games + second.timing.games == 2 * 80  # in two versions
    whole = analyse(plan, second.played, provenance_of(plan), Timing())
    assert [cell.change for cell in whole.cells] == [cell.change for cell in result.cells]


def test_results_of_another_version_are_refused(plan: Plan, tmp_path: Path) -> None:
    Store(plan, tmp_path)
    assert plan.against is not None
    other = version_of(plan.entrants, numbers={"gunslinger": {"Revolver/deal/1": 2}})
    with pytest.raises(DtsimError, match="the version to compare with was"):
        Store(replace(plan, against=other), tmp_path)
    with pytest.raises(DtsimError, match=r"the version to compare with was .* and is none"):
        Store(replace(plan, against=None, coupling="seat"), tmp_path)


# ------------------------------------------------------------------------------------------ what is said


def test_a_patch_that_changes_nothing_changes_no_game(tmp_path: Path) -> None:
    path = _edited(tmp_path, "paladin.toml")
    found = dtsim.matchups(path, "barbarian", games=30, seed=1, player="greedy", against="paladin")
    (cell,) = found.cells
    assert cell.change is not None
    assert (cell.change.up, cell.change.down, cell.change.change.value) == (0, 0, 0.0)
    assert cell.change.change.contains(0.0)
    assert not cell.change.is_sure


def test_a_stronger_hero_gains_and_common_dice_show_it_in_fewer_games() -> None:
    numbers = {"gunslinger": {"Revolver/deal/1": 4}}  # one more damage
    found = dtsim.matchups(
        "gunslinger", "barbarian", games=1_000, seed=7, player="greedy", numbers=numbers, against="printed"
    )
    (cell,) = found.cells
    assert cell.change is not None
    assert cell.change.is_sure
    assert (cell.change.change.low or 0) > 0
    assert (cell.change.shared.variance_ratio or 0) > 3
    separate = (cell.change.before.half_width or 0) + (cell.change.after.half_width or 0)
    assert (cell.change.change.half_width or 1) < separate / 2


def test_what_a_hero_gains_its_opponents_lose(plan: Plan, result: Matchups) -> None:
    first, second = (cell.change.change.value for cell in result.cells if cell.change)
    assert first is not None
    assert second is not None
    assert result.changes["gunslinger"].value == pytest.approx((second - first) / 2)
    assert result.changes["barbarian"].value == pytest.approx(first / 2)  # the paladin cannot have changed
    assert result.changes["paladin"].value == pytest.approx(-second / 2)
    assert result.changes["gunslinger"].n == 80


def test_a_matchup_that_was_not_played_leaves_the_hero_unknown(plan: Plan) -> None:
    assert all(found.value is None for found in changes_by_hero(plan, {}).values())


def _made_up(gains: int, losses: int, n: int = 1_000) -> CellResult:
    table = np.zeros((5, 5), dtype=int)
    table[2, 2], table[2, 4], table[2, 0] = n - gains - losses, gains, losses
    return CellResult(changes=tuple(table.ravel().tolist()))


def test_many_matchups_are_judged_together(plan: Plan) -> None:
    results = {("a", str(k)): _made_up(60, 40) for k in range(20)}  # p = 0.0455 each
    alone = changes_of(plan, {("a", "0"): results["a", "0"]})["a", "0"]
    assert alone.p_value == pytest.approx(0.0455, abs=5e-5)
    assert alone.is_sure
    others = {("b", str(k)): _made_up(50, 50) for k in range(20)}
    assert not any(one.is_sure for one in changes_of(plan, results | others).values())


def test_where_games_were_given_out_on_the_way_only_e_values_decide() -> None:
    race = _plan(Budget(1_000, half_width=0.05))
    found = changes_of(race, {("a", "b"): _made_up(60, 40), ("a", "c"): _made_up(200, 40)})
    assert [one.q_value for one in found.values()] == [None, None]
    assert [one.is_sure for one in found.values()] == [False, True]


def test_a_race_ends_when_every_change_is_known() -> None:
    race = _plan(Budget(2_000, half_width=0.03, batch=20), damage=4)
    outcome = run_plan(race, threads=2)
    results = {key: sum(played.batches, CellResult()) for key, played in outcome.played.items()}
    assert outcome.unmet == ()
    for found in changes_of(race, results).values():
        assert (found.change.half_width or 1) <= 0.03
        assert (found.before.half_width or 0) > 0.03  # a score takes more games


def test_pairs_stopped_in_either_version_are_left_out() -> None:
    entrants = enter(("barbarian", "gunslinger"), ["greedy"], numbers=STRONGER)
    plan = Plan(entrants, 3, turn_cap=9, budget=Budget(60), against=version_of(entrants))
    (played,) = run_plan(plan).played.values()
    result = sum(played.batches, CellResult())
    assert 0 < result.stopped < 30
    assert sum(result.changes) <= 30 - result.stopped


# ------------------------------------------------------------------------------------------ versions


def test_an_old_file_is_found_by_its_name_or_by_the_printed_name(tmp_path: Path) -> None:
    entrants = enter(("paladin", "barbarian"), ["greedy"])
    for name in ("paladin.toml", "paladin-of-last-week.toml"):
        version = version_of(entrants, [_edited(tmp_path, name)])
        assert [hero.slug for hero in version.heroes] == ["paladin", "barbarian"]
        assert version.heroes[0].digest != entrants[0].hero.digest
        assert version.heroes[1] == entrants[1].hero


def test_a_folder_brings_the_heroes_it_holds(tmp_path: Path) -> None:
    _edited(tmp_path, "paladin.toml")
    entrants = enter(("paladin", "barbarian", "huntress"), ["greedy"])
    version = version_of(entrants, [tmp_path])
    changed = [
        new.slug for new, one in zip(version.heroes, entrants, strict=True) if new.digest != one.hero.digest
    ]
    assert changed == ["paladin"]
    (tmp_path / "paladin.toml").unlink()
    with pytest.raises(DtsimError, match="another version of none of the heroes"):
        version_of(entrants, [tmp_path])


def test_a_scenario_names_the_other_version(tmp_path: Path) -> None:
    _edited(tmp_path, "old.toml")
    scenario = read_scenario(
        """
        heroes = ["paladin", "barbarian"]
        [numbers.barbarian]
        "Smack/deal/1" = 9
        [against]
        heroes = ["old.toml"]
        rulings = ["defence-forced"]
        [against.numbers.barbarian]
        "Smack/deal/1" = 8
        """,
        tmp_path / "mine.toml",
    )
    against = scenario.plan.against
    assert against is not None
    assert against.rulings == ("defence-forced",)
    assert against.numbers == (("barbarian/Smack/deal/1", 8),)
    digests = {hero.digest for hero in against.heroes}
    assert digests.isdisjoint({one.hero.digest for one in scenario.plan.entrants})
    assert digests.isdisjoint({load_hero("paladin").digest, load_hero("barbarian").digest})


def test_a_scenario_finds_the_other_version_by_name_file_or_folder(tmp_path: Path) -> None:
    (tmp_path / "old").mkdir()
    _edited(tmp_path / "old", "paladin.toml")
    for name in ("old", "old/paladin.toml"):
        source = f'heroes = ["paladin", "barbarian"]\n[against]\nheroes = ["{name}"]'
        against = read_scenario(source, tmp_path / "mine.toml").plan.against
        assert against is not None
        assert against.heroes[0].digest != load_hero("paladin").digest
    source = 'heroes = ["old/paladin.toml", "barbarian"]\n[against]\nheroes = ["paladin"]'
    against = read_scenario(source, tmp_path / "mine.toml").plan.against
    assert against is not None
    assert against.heroes[0].digest == load_hero("paladin").digest


def test_numbers_of_a_hero_that_is_given_as_it_is_are_refused() -> None:
    with pytest.raises(DtsimError, match="can be changed if it is named"):
        enter([load_hero("gunslinger"), "paladin"], ["greedy"], numbers=STRONGER)


# ------------------------------------------------------------------------------------------ how it is shown


def test_the_table_is_seen_by_the_hero_that_was_changed(result: Matchups) -> None:
    text = render(matchups_report(result), Format.TABLE)
    rows = [line.split()[:2] for line in text.splitlines()]
    assert ["gunslinger", "barbarian"] in rows
    assert ["gunslinger", "paladin"] in rows
    assert "Compared with printed: gunslinger" in text
    assert "numbers now gunslinger/Revolver/deal/1 = 12" in " ".join(text.split())


def test_the_command_line_tells_every_change_with_its_interval() -> None:
    words = ["matchups", *HEROES, "--games", "40", "--seed", "3", "--player", "greedy", "--format", "json"]
    words += ["--number", "gunslinger/Revolver/deal/1=12", "--against", "printed"]
    done = CliRunner().invoke(app, words)
    assert done.exit_code == 0, done.output
    data = json.loads(done.stdout)
    assert data["changes"][0]["hero"] == "gunslinger"
    for cell in data["cells"]:
        change = cell["change"]
        assert change["low"] <= change["value"] <= change["high"]
        assert change["n"] == 40
        assert change["value"] == pytest.approx(change["after"]["value"] - change["before"]["value"])
    assert data["provenance"]["before"]["given"] == ["printed"]
    again = CliRunner().invoke(
        app, [*data["provenance"]["command"].split()[1:], "--format", "json", "--threads", "1"]
    )
    assert {k: v for k, v in json.loads(again.stdout).items() if k != "timing"} == {
        k: v for k, v in data.items() if k != "timing"
    }


def test_a_run_that_compares_has_its_figure_and_its_tables(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text(
        """
        heroes = ["barbarian", "gunslinger", "paladin"]
        players = ["greedy"]
        games = 20
        [numbers.gunslinger]
        "Revolver/deal/1" = 12
        [against]
        """
    )
    done = CliRunner().invoke(app, ["run", str(tmp_path / "mine.toml"), "--out", str(tmp_path / "out")])
    assert done.exit_code == 0, done.output
    for name in ("changes.csv", "changes.json", "changes-by-hero.csv", "figures/changes.png"):
        assert (tmp_path / "out" / name).stat().st_size > 100
    assert "What does the change do?" in (tmp_path / "out" / "report.html").read_text(encoding="utf-8")

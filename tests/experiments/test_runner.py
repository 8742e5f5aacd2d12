"""The same results whatever the threads, the order and the interruptions."""

from __future__ import annotations

import errno
import os
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from dtsim.dicethrone.pairs import play_pairs
from dtsim.errors import DtsimError
from dtsim.experiments import jobs, runner, store
from dtsim.experiments.plan import Budget, Plan
from dtsim.experiments.runner import Outcome, run_plan
from dtsim.experiments.store import FILE, Store
from dtsim.results import CellResult
from dtsim.stats.coupling import best_coupling
from dtsim.stats.pairs import Pairs

from .samples import plan_of


def _sums(outcome: Outcome) -> dict[Any, CellResult]:
    return {key: sum(played.batches, CellResult()) for key, played in outcome.played.items()}


def test_every_matchup_gets_its_games(small_plan: Plan, small_run: Outcome) -> None:
    assert set(small_run.played) == {matchup.key for matchup in small_plan.matchups()}
    for played in small_run.played.values():
        assert [batch.pairs for batch in played.batches] == [2, 2]
    assert small_run.timing.games == 24
    assert not small_run.is_interrupted


def test_the_counts_are_those_of_the_games(small_plan: Plan, small_run: Outcome) -> None:
    matchup = small_plan.matchups()[0]
    pairs = play_pairs(small_plan.pairing(matchup), range(4), "seat", threads=1)
    scores = pairs.scores()
    found = _sums(small_run)[matchup.key]
    expected = [0] * 9
    for first, second in scores.tolist():
        expected[3 * first + second] += 1
    assert list(found.counts) == expected
    assert sum(turns * games for turns, games in enumerate(found.all_turns)) == int(
        pairs.first.turns.sum() + pairs.second.turns.sum()
    )
    winners = [healths[healths > 0].sum() for healths in (pairs.first.healths, pairs.second.healths)]
    left = sum(health * games for side in found.health_left for health, games in enumerate(side))
    assert left == sum(winners)


def test_two_threads_give_the_same_results_as_one(small_plan: Plan, small_run: Outcome) -> None:
    assert run_plan(small_plan, threads=2).played == small_run.played


def test_another_order_of_heroes_gives_the_same_results(small_plan: Plan, small_run: Outcome) -> None:
    turned = replace(small_plan, entrants=small_plan.entrants[::-1])
    assert run_plan(turned).played == small_run.played


def test_results_without_a_hero_are_those_with_it(small_plan: Plan, small_run: Outcome) -> None:
    fewer = replace(small_plan, entrants=small_plan.entrants[:2])
    key = ("barbarian", "paladin")
    assert run_plan(fewer).played == {key: small_run.played[key]}


def test_the_size_of_a_batch_changes_no_count(small_plan: Plan, small_run: Outcome) -> None:
    one = replace(small_plan, entrants=small_plan.entrants[:2], budget=Budget(8, batch=3))
    key = ("barbarian", "paladin")
    found, wanted = _sums(run_plan(one))[key], _sums(small_run)[key]
    assert replace(found, fingerprint=0) == replace(wanted, fingerprint=0)


def test_progress_is_told_up_to_the_last_game(small_plan: Plan) -> None:
    told: list[tuple[int, int]] = []
    run_plan(small_plan, threads=1, on_progress=lambda done, total: told.append((done, total)))
    assert told == [(4 * k, 24) for k in range(1, 7)]


# ------------------------------------------------------------------------------------------ interruptions


class _Impatient:
    """Presses Ctrl-C when so many games are finished."""

    def __init__(self, games: int) -> None:
        self.games = games

    def __call__(self, done: int, total: int) -> None:
        if done >= self.games:
            self.games = total + 1
            raise KeyboardInterrupt


def test_an_interrupted_run_goes_on_without_loss_or_repetition(
    small_plan: Plan, small_run: Outcome, tmp_path: Path
) -> None:
    first = run_plan(small_plan, Store(small_plan, tmp_path), threads=1, on_progress=_Impatient(8))
    assert first.is_interrupted
    assert 8 <= first.timing.games < 24
    second = run_plan(small_plan, Store(small_plan, tmp_path))
    assert second.timing.games == 24 - first.timing.games
    assert second.played == small_run.played


def test_a_finished_run_plays_nothing_again(small_plan: Plan, small_run: Outcome, tmp_path: Path) -> None:
    run_plan(small_plan, Store(small_plan, tmp_path))
    again = run_plan(small_plan, Store(small_plan, tmp_path))
    assert again.timing.games == 0
    assert again.played == small_run.played


def test_half_a_line_of_a_killed_run_is_played_again(
    small_plan: Plan, small_run: Outcome, tmp_path: Path
) -> None:
    run_plan(small_plan, Store(small_plan, tmp_path))
    file = tmp_path / FILE
    lines = file.read_bytes().splitlines(keepends=True)
    file.write_bytes(b"".join(lines[:-1]) + lines[-1][:40])
    resumed = run_plan(small_plan, Store(small_plan, tmp_path))
    assert resumed.timing.games == 4
    assert resumed.played == small_run.played
    assert sorted(file.read_bytes().splitlines(keepends=True)) == sorted(lines)


def test_events_survive_an_interruption(tmp_path: Path) -> None:
    plan = plan_of("paladin", "barbarian", coupling="seat", budget=Budget(8, batch=2), events=True)
    key = ("barbarian", "paladin")
    whole = run_plan(plan, threads=1).played[key]
    run_plan(plan, Store(plan, tmp_path), threads=1, on_progress=_Impatient(4))
    resumed = run_plan(plan, Store(plan, tmp_path)).played[key]
    assert whole.events is not None
    assert whole.events.games == 8
    assert resumed.events == whole.events


# ------------------------------------------------------------------------------------------ the result file


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"seed": 8}, "the seed was 7 and is 8"),
        ({"coupling": "hero"}, "the coupling was seat and is hero"),
        ({"rulings": ("defence-forced",)}, "the rulings was none and is defence-forced"),
        ({"budget": Budget(10, batch=2)}, "the number of games was 8 and is 10"),
        ({"turn_cap": 99}, "the turn cap was 200 and is 99"),
        ({"mirrors": True}, "the choice of mirror matches was False and is True"),
    ],
)
def test_a_file_of_another_run_is_refused(
    small_plan: Plan, tmp_path: Path, changes: Any, message: str
) -> None:
    Store(small_plan, tmp_path)
    before = (tmp_path / FILE).read_bytes()
    with pytest.raises(DtsimError, match=message):
        Store(replace(small_plan, **changes), tmp_path)
    assert (tmp_path / FILE).read_bytes() == before


def test_a_changed_hero_is_refused(small_plan: Plan, tmp_path: Path) -> None:
    Store(small_plan, tmp_path)
    first, *others = small_plan.entrants
    edited = replace(first, hero=replace(first.hero, digest="0" * 16))
    with pytest.raises(DtsimError, match="'paladin' has changed"):
        Store(replace(small_plan, entrants=(edited, *others)), tmp_path)


def test_other_heroes_are_refused(small_plan: Plan, tmp_path: Path) -> None:
    Store(small_plan, tmp_path)
    with pytest.raises(DtsimError, match="the heroes were paladin, barbarian, gunslinger and are paladin"):
        Store(replace(small_plan, entrants=small_plan.entrants[:2]), tmp_path)


def test_another_version_is_refused(
    small_plan: Plan, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    Store(small_plan, tmp_path)
    facts = store.provenance_of(small_plan)
    monkeypatch.setattr(store, "provenance_of", lambda plan: replace(facts, version="9.9", engine="beef"))
    with pytest.raises(
        DtsimError, match=r"the version of dtsim was .* and is 9\.9; the rules engine was .* beef"
    ):
        Store(small_plan, tmp_path)


@pytest.mark.parametrize("content", [b"half a line", b"5\n", b"{}\n", b"not json\n"])
def test_a_foreign_file_is_refused_and_left_alone(small_plan: Plan, tmp_path: Path, content: bytes) -> None:
    (tmp_path / FILE).write_bytes(content)
    with pytest.raises(DtsimError, match="result file"):
        Store(small_plan, tmp_path)
    assert (tmp_path / FILE).read_bytes() == content


def test_a_damaged_line_is_named(small_plan: Plan, tmp_path: Path) -> None:
    Store(small_plan, tmp_path)
    with (tmp_path / FILE).open("ab") as file:
        file.write(b'{"a": "barbarian"}\n')
    with pytest.raises(DtsimError, match=f"{FILE}:2: not a line of a result file"):
        Store(small_plan, tmp_path)


def test_a_full_disk_keeps_what_was_finished(
    small_plan: Plan, small_run: Outcome, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = Store(small_plan, tmp_path)
    job = next(jobs.cut(small_plan.matchups()[0], "seat", 0, 4, 2))
    batches = small_run.played[job.matchup.key].batches
    kept.add(job, batches[0])
    before = (tmp_path / FILE).read_bytes()
    open_file = Path.open

    def small_disk(path: Path, *arguments: Any, **keywords: Any) -> Any:
        file = open_file(path, *arguments, **keywords)

        class Full:
            def __enter__(self) -> Full:
                return self

            def __exit__(self, *_: object) -> None:
                file.close()

            def tell(self) -> int:
                return int(file.tell())

            def write(self, line: bytes) -> int:
                file.write(line[:30])
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

        return Full()

    monkeypatch.setattr(Path, "open", small_disk)
    with pytest.raises(DtsimError, match=r"No space left.*what was finished before is kept"):
        kept.add(replace(job, start=2, stop=4), batches[1])
    monkeypatch.undo()
    assert (tmp_path / FILE).read_bytes() == before
    assert Store(small_plan, tmp_path).get(job) == batches[0]


def test_a_folder_that_cannot_be_made_is_named(small_plan: Plan, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(DtsimError, match="file/results: cannot be used for results"):
        Store(small_plan, tmp_path / "file" / "results")


# ------------------------------------------------------------------------------------------ couplings


def test_a_pilot_chooses_the_coupling_that_scatters_less(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jobs, "SMALLEST_PILOT", 1)
    plan = plan_of("paladin", "barbarian", budget=Budget(20, batch=2))
    assert jobs.pilot_pairs(plan) == 2
    outcome = run_plan(plan)
    (played,) = outcome.played.values()
    assert outcome.timing.games == 20 + 4  # two pairs of the coupling that was dropped
    assert played.coupling == best_coupling({name: _pilot(plan, name) for name in jobs.TRIED})
    alone = _of_the_only_cell(run_plan(replace(plan, coupling=played.coupling)))
    assert _of_the_only_cell(outcome) == alone


def _of_the_only_cell(outcome: Outcome) -> CellResult:
    (result,) = _sums(outcome).values()
    return result


def _pilot(plan: Plan, coupling: str) -> Pairs:
    outcome = run_plan(replace(plan, coupling=coupling, budget=Budget(4)))
    return _pairs(_of_the_only_cell(outcome))


def _pairs(result: CellResult) -> Pairs:
    return Pairs(result.counts, result.stopped)


@pytest.mark.parametrize(("games", "pairs"), [(1_000, 0), (2_000, 200), (10_000, 1_000), (100_000, 2_000)])
def test_a_pilot_is_a_fifth_of_the_games_at_most(games: int, pairs: int) -> None:
    assert jobs.pilot_pairs(plan_of("paladin", "barbarian", budget=Budget(games))) == pairs


def test_a_mirror_is_never_the_same_game_twice() -> None:
    plan = plan_of("paladin", coupling="seat", mirrors=True, budget=Budget(4, batch=2))
    (played,) = run_plan(plan).played.values()
    assert played.coupling == "independent"


# ------------------------------------------------------------------------------------------ racing


def _race_plan() -> Plan:
    budget = Budget(40, half_width=0.3, batch=2)
    return plan_of("paladin", "barbarian", "gunslinger", coupling="independent", budget=budget)


@pytest.fixture(scope="module")
def race() -> Outcome:
    return run_plan(_race_plan(), threads=2)


def test_a_race_ends_when_every_interval_is_narrow_enough(race: Outcome) -> None:
    widths = [_pairs(result).score_rate().half_width for result in _sums(race).values()]
    assert race.unmet == ()
    assert all(width is not None and width <= 0.3 for width in widths)


def test_a_race_is_the_same_with_one_thread(race: Outcome) -> None:
    again = run_plan(_race_plan(), threads=1)
    assert (again.schedule, again.played) == (race.schedule, race.played)


def test_a_recorded_schedule_gives_the_race_again(race: Outcome) -> None:
    assert run_plan(_race_plan(), schedule=race.schedule).played == race.played


def test_the_schedule_accounts_for_every_batch(race: Outcome) -> None:
    for key, played in race.played.items():
        assert race.schedule.count(key) == len(played.batches)


def test_a_race_that_runs_out_of_games_names_what_is_too_wide() -> None:
    plan = replace(_race_plan(), budget=Budget(4, half_width=0.01, batch=2))
    outcome = run_plan(plan)
    assert set(outcome.unmet) == {matchup.key for matchup in plan.matchups()}
    assert outcome.timing.games == 12


def test_an_interrupted_race_goes_on_as_if_nothing_had_happened(race: Outcome, tmp_path: Path) -> None:
    plan = _race_plan()
    first = run_plan(plan, Store(plan, tmp_path), threads=1, on_progress=_Impatient(6))
    assert first.is_interrupted
    second = run_plan(plan, Store(plan, tmp_path))
    assert (second.schedule, second.played) == (race.schedule, race.played)


def test_an_interruption_while_compiling_plays_nothing(
    small_plan: Plan, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_: Any, **__: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(runner, "play_batch", interrupted)
    outcome = run_plan(small_plan, threads=1)
    assert outcome.is_interrupted
    assert outcome.played == {}


# ------------------------------------------------------------------------------------------ speed


def test_compiling_is_no_part_of_the_speed(small_plan: Plan, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = [0.0]
    play_job = runner.play_job

    def compile_for_a_minute(*_: Any, **__: Any) -> None:
        clock[0] += 60

    def play_for_a_second(plan: Plan, job: jobs.Job) -> Any:
        clock[0] += 1
        return play_job(plan, job)

    monkeypatch.setattr(runner.time, "perf_counter", lambda: clock[0])
    monkeypatch.setattr(runner, "play_batch", compile_for_a_minute)
    monkeypatch.setattr(runner, "play_job", play_for_a_second)
    timing = run_plan(small_plan, threads=1).timing
    assert clock[0] == 66
    assert (timing.seconds, timing.games_per_second) == (6, 4)

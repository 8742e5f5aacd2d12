"""Many games: the same rows by one thread or eight, in chunks or alone, compiled or not."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from dtsim import jit
from dtsim.dicethrone import batch as batches
from dtsim.dicethrone.batch import Batch, Pairing, pair_up, play, play_batch
from dtsim.dicethrone.pairs import COUPLINGS, Pairs, games_of, numbers_of, play_pairs
from dtsim.dicethrone.players.choose import HEALTHS, OUTCOME, ROW, STARTER, TURNS
from dtsim.dicethrone.replay import replay_game
from dtsim.errors import DtsimError
from dtsim.report.play import play_data, play_report

PAIRS = [("gunslinger", "barbarian"), ("cursed-pirate", "paladin"), ("huntress", "shadow-thief")]
PLAYERS = {"random": 12, "greedy": 12, "planner": 6}
"""Every player, and how many games of it are enough here."""


@pytest.fixture
def small_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Chunks of three games, so that several threads have something to do."""
    monkeypatch.setattr(batches, "CHUNK", 3)


@pytest.fixture
def forgetful() -> Iterator[None]:
    """What planners measured in other tests is forgotten."""
    batches._study.cache_clear()
    yield
    batches._study.cache_clear()


def same(one: Batch, other: Batch) -> bool:
    return one.rows.tobytes() == other.rows.tobytes() and one.fingerprint == other.fingerprint


# ---------------------------------------------------------------- whoever plays them, however they are split


@pytest.mark.parametrize("player", PLAYERS)
@pytest.mark.usefixtures("small_chunks")
def test_one_two_and_eight_threads_play_the_same_games(player: str) -> None:
    pairing = pair_up(PAIRS[0], seed=11, player=player)
    found = []
    for threads in (1, 2, 8):
        batches._study.cache_clear()  # else the later ones would know what the first has measured
        found.append(play_batch(pairing, range(30 if player != "planner" else 9), threads=threads))
    assert same(found[0], found[1])
    assert same(found[0], found[2])
    assert len({row.tobytes() for row in found[0].rows}) > found[0].games // 2, "games differ from each other"


@pytest.mark.parametrize("player", PLAYERS)
def test_the_size_of_a_chunk_changes_nothing(player: str, monkeypatch: pytest.MonkeyPatch) -> None:
    pairing = pair_up(PAIRS[1], seed=12, player=player)
    whole = play_batch(pairing, range(PLAYERS[player]), threads=1)
    for chunk in (1, 5):
        monkeypatch.setattr(batches, "CHUNK", chunk)
        assert same(play_batch(pairing, range(PLAYERS[player]), threads=2), whole)


@pytest.mark.parametrize("player", PLAYERS)
@pytest.mark.usefixtures("forgetful")
def test_a_run_can_be_played_in_parts(player: str) -> None:
    def part(first: int, games: int) -> np.ndarray[Any, Any]:
        return play(*PAIRS[2], games=games, first=first, seed=13, player=player).rows

    last = part(4, 2)  # before the others: nothing of them is remembered
    assert np.array_equal(part(0, 6), np.concatenate([part(0, 1), part(1, 3), last]))


def test_numbers_may_leave_games_out() -> None:
    pairing = pair_up(PAIRS[0], seed=14)
    assert np.array_equal(
        play_batch(pairing, range(1, 12, 3)).rows, play_batch(pairing, range(12)).rows[1:12:3]
    )


def test_another_seed_plays_other_games() -> None:
    one, other = (play(*PAIRS[0], games=20, seed=seed) for seed in (1, 2))
    assert one.fingerprint != other.fingerprint
    assert not np.array_equal(one.starters, other.starters)


def test_a_seed_may_be_negative_and_as_long_as_a_word() -> None:
    found = {play(*PAIRS[0], games=3, seed=seed).fingerprint for seed in (-1, 1, 2**63 - 1, -(2**63))}
    assert len(found) == 4


# ---------------------------------------------------------------- compiled and not


@pytest.fixture(scope="module")
def plain() -> Any:
    """The same module, with nothing in it compiled."""
    return jit.uncompiled("dtsim.dicethrone.batch")


def _uncompiled(plain: Any, pairing: Pairing, numbers: range) -> Any:
    """The rows of these games in plain Python; a planner is told what the compiled one has measured."""
    twin = plain.pair_up([hero.slug for hero in pairing.heroes], seed=pairing.seed, seats=pairing.players)
    known, study = pairing.study(), twin.study()
    if known is not None:
        study.worth, study.looks = known.worth, dict(known.looks)
    rows = plain.play_batch(twin, numbers, threads=1).rows
    if known is not None:
        assert study.looks.keys() == known.looks.keys(), "both measure the same things"
    return rows


@pytest.mark.parametrize("player", PLAYERS)
@pytest.mark.parametrize("heroes", PAIRS, ids=" ".join)
@pytest.mark.usefixtures("forgetful")
def test_uncompiled_games_are_the_same_games(heroes: tuple[str, str], player: str, plain: Any) -> None:
    pairing = pair_up(heroes, seed=15, player=player)
    numbers = range(PLAYERS[player])
    assert np.array_equal(play_batch(pairing, numbers, threads=1).rows, _uncompiled(plain, pairing, numbers))


@pytest.mark.usefixtures("forgetful")
def test_an_uncompiled_planner_measures_the_same(plain: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """What a move does, asked from the uncompiled engine for a few of its kinds of results."""
    pairing = pair_up(PAIRS[0], seed=16, player="planner")
    play_batch(pairing, range(1), threads=1)
    known = pairing.study()
    assert known is not None
    assert known.looks
    twin = plain.pair_up(PAIRS[0], seed=16, player="planner")
    study = twin.study()
    study.worth, study.looks = known.worth, dict(list(known.looks.items())[:-1])
    plain.play_batch(twin, range(1), threads=1)
    (last,) = known.looks.keys() - dict(list(known.looks.items())[:-1]).keys()
    assert study.looks[last].tolist() == known.looks[last].tolist()


def test_the_whole_command_runs_uncompiled() -> None:
    words = ["play", *PAIRS[1], "--games", "6", "--seed", "17", "--format", "json"]
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-m", "dtsim", *words],
        env=os.environ | {"NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        check=True,
    )
    assert json.loads(done.stdout)["fingerprint"] == play(*PAIRS[1], games=6, seed=17).fingerprint


# ---------------------------------------------------------------- what a batch says


@pytest.fixture(scope="module")
def batch() -> Batch:
    return play(*PAIRS[0], games=300, seed=18, turn_cap=14)


@pytest.fixture(scope="module")
def data(batch: Batch) -> dict[str, Any]:
    return play_data(batch, "0.0")


def test_the_data_has_the_fields_that_are_promised(data: dict[str, Any]) -> None:
    promised = ["heroes", "players", "seed", "games", "wins", "draws", "unfinished", "score"]
    promised += ["start_player_score", "turns", "fingerprint"]
    assert set(promised) <= set(data)
    assert set(data) - set(promised) == {"by_start", "version", "digests", "player_digests", "rulings"}
    assert set(data["score"]) == set(data["start_player_score"]) == {"value", "low", "high"}
    assert set(data["turns"]) == {"mean", "median", "low", "high"}
    assert (data["heroes"], data["players"]) == (["gunslinger", "barbarian"], ["greedy", "greedy"])
    assert (data["seed"], data["games"]) == (18, 300)


def test_every_game_is_won_drawn_or_unfinished(batch: Batch, data: dict[str, Any]) -> None:
    assert sum(data["wins"]) + data["draws"] + data["unfinished"] == data["games"]
    assert all([*data["wins"], data["draws"], data["unfinished"]]), "all of them are among these games"
    for row in batch.rows:
        alive = [health > 0 for health in row[HEALTHS : HEALTHS + 2]]
        expected = {(True, False): 0, (False, True): 1, (False, False): -1, (True, True): -3}[tuple(alive)]
        assert row[OUTCOME] == expected


def test_the_score_counts_a_draw_half_and_leaves_unfinished_games_out(data: dict[str, Any]) -> None:
    finished = sum(data["wins"]) + data["draws"]
    assert data["score"]["value"] == pytest.approx((data["wins"][0] + data["draws"] / 2) / finished)
    assert data["score"]["low"] < data["score"]["value"] < data["score"]["high"]


def test_the_score_is_split_by_who_started(batch: Batch, data: dict[str, Any]) -> None:
    finished = batch.rows[batch.rows[:, OUTCOME] >= -1]
    starter_points = 0.0
    for seat, row in enumerate(data["by_start"]):
        games = finished[finished[:, STARTER] == seat]
        points = (games[:, OUTCOME] == 0).sum() + (games[:, OUTCOME] == -1).sum() / 2
        assert (row["starts"], row["games"]) == (data["heroes"][seat], len(games))
        assert row["score"]["value"] == pytest.approx(points / len(games))
        starter_points += points if seat == 0 else len(games) - points
    assert data["start_player_score"]["value"] == pytest.approx(starter_points / len(finished))


def test_the_turns_are_those_of_finished_games(batch: Batch, data: dict[str, Any]) -> None:
    turns = sorted(batch.rows[batch.rows[:, OUTCOME] >= -1, TURNS].tolist())
    assert data["turns"]["mean"] == pytest.approx(sum(turns) / len(turns), abs=1e-3)
    assert data["turns"]["median"] == turns[-(-len(turns) // 2) - 1]
    assert data["turns"]["low"] == turns[-(-len(turns) // 20) - 1]
    assert max(turns) <= 14


def test_games_stopped_at_the_turn_cap_are_counted_apart() -> None:
    batch = play(*PAIRS[0], games=10, seed=19, turn_cap=3)
    data = play_data(batch, "0.0")
    assert (data["wins"], data["draws"], data["unfinished"]) == ([0, 0], 0, 10)
    assert data["score"] == {"value": None, "low": None, "high": None}
    assert data["turns"] == {"mean": None, "median": None, "low": None, "high": None}
    assert batch.rows[:, TURNS].tolist() == [3] * 10
    shown = dict(play_report(data).tables[0].rows)
    assert shown["unfinished"] == "10"
    assert shown["score of gunslinger"] == shown["turns"] == "–"


def test_the_fingerprint_has_64_bits_and_sees_every_number() -> None:
    rows = np.zeros((2, ROW), dtype=np.int16)
    pairing = pair_up(PAIRS[0])
    seen = {Batch(pairing, rows).fingerprint}
    for place in range(rows.size):
        changed = rows.copy()
        changed.ravel()[place] = 1
        seen.add(Batch(pairing, changed).fingerprint)
    assert len(seen) == 1 + rows.size
    assert {len(bytes.fromhex(each)) for each in seen} == {8}


def test_the_dice_say_who_starts_unless_somebody_does(batch: Batch) -> None:
    share = float(batch.starters.mean())
    assert 0.4 < share < 0.6
    for seat in (0, 1):
        assert set(play(*PAIRS[0], games=5, seed=1, start=seat).starters.tolist()) == {seat}


def test_each_seat_has_its_own_player() -> None:
    strong, weak = (
        play(*PAIRS[1], games=60, seed=2, seats=seats)
        for seats in (("greedy", "random"), ("random", "greedy"))
    )
    assert strong.wins[0] > 50 < weak.wins[1]


def test_a_ruling_is_part_of_the_result() -> None:
    other = play(*PAIRS[2], games=60, seed=3, rulings=["offensive-heal-later"])
    assert play_data(other, "0.0")["rulings"] == ["offensive-heal-later"]


# ---------------------------------------------------------------- interruptions


@pytest.fixture
def slow_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Chunks of three games that take their time: an interruption finds some of them still to be played."""
    quick = batches._Worker.play

    def slow(*arguments: Any) -> Any:
        time.sleep(0.02)
        return quick(*arguments)

    monkeypatch.setattr(batches, "CHUNK", 3)
    monkeypatch.setattr(batches._Worker, "play", slow)


@pytest.mark.usefixtures("slow_chunks")
def test_an_interruption_keeps_the_finished_chunks_in_order() -> None:
    whole = play(*PAIRS[0], games=60, seed=20)
    heard = []

    def on_progress(finished: int) -> None:
        heard.append(finished)
        if len(heard) == 2:
            raise KeyboardInterrupt

    part = play(*PAIRS[0], games=60, seed=20, threads=1, on_progress=on_progress)
    assert 6 <= part.games < 60
    assert part.games % 3 == 0
    assert np.array_equal(part.rows, whole.rows[: part.games])


def test_an_interruption_before_the_first_game_ends_the_program(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(batches, "as_completed", interrupted)
    monkeypatch.setattr(batches._Worker, "play", interrupted)
    with pytest.raises(KeyboardInterrupt):
        play(*PAIRS[0], games=1)


@pytest.mark.usefixtures("small_chunks")
def test_progress_adds_up_to_the_games() -> None:
    heard: list[int] = []
    play(*PAIRS[0], games=10, seed=21, threads=1, on_progress=heard.append)
    assert sorted(heard) == [1, 3, 3, 3]


@pytest.mark.usefixtures("slow_chunks")
def test_an_interruption_keeps_the_pairs_of_which_both_games_are_finished() -> None:
    heard = []

    def on_progress(finished: int) -> None:
        heard.append(finished)
        if len(heard) == 22:  # the twenty chunks of the first games, two of the second ones
            raise KeyboardInterrupt

    pairing = pair_up(PAIRS[0], seed=22)
    found = play_pairs(pairing, range(60), "seat", threads=1, on_progress=on_progress)
    assert 6 <= found.n < 60
    assert found.scores().tolist() == play_pairs(pairing, range(60), "seat").scores()[: found.n].tolist()


# ---------------------------------------------------------------- pairs of games


def _first_rolls(pairing: Pairing, game: int) -> dict[tuple[int, int], tuple[int, ...]]:
    """The first five dice of each seat in each of its own turns; a turn without a roll is left out."""
    found: dict[tuple[int, int], tuple[int, ...]] = {}
    own_turns = [0, 0]
    for event in replay_game(pairing, game).events:
        if event["event"] == "turn":
            own_turns[event["player"]] += 1
        elif event["event"] == "dice" and event["for"] == "offense":
            found.setdefault((event["player"], own_turns[event["player"]]), tuple(event["dice"]))
    return found


def _share_dice(one: Pairing, other: Pairing, game: int) -> bool:
    """Whether the same dice fall first in all of the own turns that both games have."""
    rolls, others = _first_rolls(one, game), _first_rolls(other, game)
    both = rolls.keys() & others.keys()
    assert len(both) >= 6
    return all(rolls[turn] == others[turn] for turn in both)


def _hands(pairing: Pairing, game: int) -> dict[str, list[str]]:
    """The opening hand of each hero."""
    drawn = [event for event in replay_game(pairing, game).events if event["event"] == "drawn"][:8]
    names = [hero.slug for hero in pairing.heroes]
    return {
        name: [event["card"] for event in drawn if event["player"] == seat] for seat, name in enumerate(names)
    }


@pytest.fixture(scope="module")
def pairing() -> Pairing:
    return pair_up(PAIRS[0], seed=23)


def test_in_every_coupling_each_hero_starts_one_game_of_a_pair(pairing: Pairing) -> None:
    for coupling in COUPLINGS:
        found = play_pairs(pairing, range(5), coupling)
        starters = [[batch.heroes[seat] for seat in batch.starters] for batch in (found.first, found.second)]
        assert starters == [["gunslinger"] * 5, ["barbarian"] * 5]


def test_coupled_by_seat_the_heroes_change_places_and_the_dice_stay(pairing: Pairing) -> None:
    first, second = games_of(pairing, "seat")
    assert [hero.slug for hero in second.heroes] == ["barbarian", "gunslinger"]
    assert numbers_of("seat", range(4)) == (range(4), range(4))
    for game in range(4):
        assert _share_dice(first, second, game)


def test_coupled_by_seat_a_hero_against_itself_plays_the_same_game_twice() -> None:
    found = play_pairs(pair_up(["paladin", "paladin"], seed=24), range(20), "seat")
    assert np.array_equal(found.first.rows, found.second.rows)
    assert (found.scores().sum(axis=1) == 2).all()


def test_coupled_by_hero_only_the_start_player_changes(pairing: Pairing) -> None:
    first, second = games_of(pairing, "hero")
    assert first.heroes == second.heroes
    assert numbers_of("hero", range(4)) == (range(4), range(4))
    for game in range(4):
        assert _share_dice(first, second, game)
        assert _hands(first, game) == _hands(second, game)


def test_independent_games_have_numbers_of_their_own() -> None:
    numbers = numbers_of("independent", range(3, 6))
    assert [list(part) for part in numbers] == [[6, 8, 10], [7, 9, 11]]


def test_independent_games_share_nothing(pairing: Pairing) -> None:
    first, second = games_of(pairing, "independent")
    for one, other in zip(*numbers_of("independent", range(4)), strict=True):
        assert _hands(first, one) != _hands(second, other)
        rolls, others = _first_rolls(first, one), _first_rolls(second, other)
        assert sum(rolls[turn] == others.get(turn) for turn in rolls) <= 1


@pytest.mark.parametrize("coupling", COUPLINGS)
def test_a_pair_is_two_games_that_can_be_played_alone(pairing: Pairing, coupling: str) -> None:
    found = play_pairs(pairing, range(2, 6), coupling)
    alone = [
        play_batch(one, numbers)
        for one, numbers in zip(games_of(pairing, coupling), numbers_of(coupling, range(2, 6)), strict=True)
    ]
    assert same(found.first, alone[0])
    assert same(found.second, alone[1])
    assert found.n == 4


def test_scores_are_the_first_heros_on_whichever_seat() -> None:
    pairing = pair_up(PAIRS[0])
    rows = np.zeros((4, ROW), dtype=np.int16)
    rows[:, OUTCOME] = [0, -1, 1, -3]
    first = Batch(pairing, rows)
    assert Pairs(first, first, False).scores().tolist() == [[2, 2], [1, 1], [0, 0], [-1, -1]]
    assert Pairs(first, first, True).scores().tolist() == [[2, 0], [1, 1], [0, 2], [-1, -1]]


def test_an_unknown_coupling_is_refused(pairing: Pairing) -> None:
    with pytest.raises(DtsimError, match=r"unknown coupling 'seats': did you mean 'seat'\?"):
        play_pairs(pairing, range(1), "seats")


# ---------------------------------------------------------------- mistakes


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ({"games": 0}, "a run needs at least one game, not 0"),
        ({"games": -5}, "a run needs at least one game, not -5"),
        ({"first": -1}, "games are numbered from 0, there is no game -1"),
        ({"threads": 0}, "a run needs at least one thread, not 0"),
        ({"threads": -2}, "a run needs at least one thread, not -2"),
        ({"seed": 2**63}, "a seed has at most 63 bits"),
        ({"player": "greddy"}, "unknown player 'greddy': did you mean 'greedy'?"),
        ({"seats": ["greedy"]}, "2 heroes need as many players, not 1"),
        ({"rulings": ["defense-forced"]}, "unknown ruling 'defense-forced': did you mean 'defence-forced'?"),
        ({"turn_cap": 0}, "a game needs at least one turn, not 0"),
    ],
)
def test_what_cannot_be_played_is_said(words: dict[str, Any], message: str) -> None:
    with pytest.raises(DtsimError) as refused:
        play(*PAIRS[0], **({"games": 1} | words))
    assert str(refused.value).startswith(message)


def test_a_duel_needs_two_heroes() -> None:
    with pytest.raises(DtsimError, match="a duel is played by two heroes, not 3"):
        play("paladin", "barbarian", "huntress")


def test_a_record_that_ran_full_is_never_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    def breaks(self: object, task: object, numbers: range, rows: Any) -> None:
        rows[1, OUTCOME] = -4

    monkeypatch.setattr(batches._Worker, "play", breaks)
    with pytest.raises(DtsimError, match="game 6 of seed 9 ran out of room"):
        play(*PAIRS[0], games=3, first=5, seed=9, threads=1)


def test_a_simple_player_needs_no_study() -> None:
    assert pair_up(PAIRS[0]).study() is None
    assert pair_up(PAIRS[0]).new_memories()[0].mind.size == 1

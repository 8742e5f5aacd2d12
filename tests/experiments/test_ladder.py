"""The ladder of skill."""

from __future__ import annotations

import json

import pytest
from typer.testing import CliRunner

import dtsim
from dtsim.cli import app
from dtsim.dicethrone.batch import pair_up
from dtsim.dicethrone.pairs import play_pairs
from dtsim.errors import DtsimError
from dtsim.experiments import ladder as module
from dtsim.experiments.plan import cell_seed


def test_a_ladder_says_what_the_pairs_say() -> None:
    found = dtsim.ladder("paladin", players=["random", "greedy"], games=60, seed=4)
    pairing = pair_up(
        ("paladin", "paladin"), seed=cell_seed(4, "paladin", "paladin"), seats=("random", "greedy")
    )
    scores = play_pairs(pairing, range(30), "seat").scores()
    (rung,) = found.rungs
    assert rung.score.value == pytest.approx(scores.mean() / 2)
    assert (rung.player, rung.against, rung.result.games) == ("random", "greedy", 60)
    assert [rung.hero for rung in found.overall()] == ["all"]
    assert not found.orders
    assert not found.agreements


def test_the_orders_of_three_heroes_are_compared() -> None:
    found = dtsim.ladder("paladin", "barbarian", "gunslinger", players=["greedy", "planner"], games=40)
    assert set(found.orders) == {"greedy", "planner"}
    assert all(set(order) == set(found.heroes) for order in found.orders.values())
    (agreement,) = found.agreements
    assert agreement.tau.low <= agreement.tau.value <= agreement.tau.high
    assert [skill.player for skill in found.skills] == ["greedy", "planner"]
    assert found.skills[0].share < found.skills[1].share == pytest.approx(1)


def test_an_interrupted_ladder_keeps_what_is_finished(monkeypatch: pytest.MonkeyPatch) -> None:
    real, calls = module.play_pairs, []

    def stopping(pairing: object, pairs: range, *words: object, **options: object) -> object:
        calls.append(pairs)
        return real(
            pairing, pairs if len(calls) < 2 else range(pairs.start, pairs.start + 3), *words, **options
        )

    monkeypatch.setattr(module, "play_pairs", stopping)
    found = dtsim.ladder("paladin", players=["random", "greedy", "planner"], games=20)
    assert found.is_interrupted
    assert [rung.result.games for rung in found.rungs] == [20, 6]
    assert not found.skills


def test_a_ladder_of_one_is_refused() -> None:
    for players in (["greedy"], ["greedy", "greedy"]):
        with pytest.raises(DtsimError, match="at least two players"):
            dtsim.ladder("paladin", players=players)
    with pytest.raises(DtsimError, match="at least 2"):
        dtsim.ladder("paladin", games=1)


def test_the_command_prints_every_format() -> None:
    words = ["ladder", "paladin", "--player", "random", "--player", "greedy", "--games", "20"]
    data = json.loads(CliRunner().invoke(app, [*words, "--format", "json"]).stdout)
    assert data["scores"][0]["score"]["n"] == 20
    assert {skill["player"] for skill in data["skills"]} == {"random", "greedy"}
    for format in ("table", "csv", "md"):
        assert "paladin" in CliRunner().invoke(app, [*words, "--format", format]).output

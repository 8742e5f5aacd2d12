"""Nobody is asked who would pass anyway: that saves time and changes no game."""

from __future__ import annotations

import numpy as np
import pytest

from dtsim.dicethrone import batch
from dtsim.dicethrone.batch import pair_up, play_rows
from dtsim.dicethrone.heroes.library import hero_paths

HEROES = sorted(hero_paths())


@pytest.mark.parametrize("player", ["greedy", "planner"])
@pytest.mark.parametrize("hero", HEROES)
def test_games_are_the_same_when_everybody_is_asked(
    hero: str, player: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = HEROES[(HEROES.index(hero) + 1) % len(HEROES)]
    pairing = pair_up((hero, other), seed=11, player=player)
    some = play_rows(pairing, range(150))
    monkeypatch.setattr(batch, "heed", lambda *_: None)
    everybody = play_rows(pairing, range(150))
    assert np.array_equal(some, everybody)


def test_a_greedy_player_is_asked_less_often() -> None:
    pairing = pair_up(("gunslinger", "barbarian"), player="greedy")
    start = pairing.program().start.copy()
    batch.heed(start, pairing.program(), pairing.kinds)
    assert not np.array_equal(start, pairing.program().start)

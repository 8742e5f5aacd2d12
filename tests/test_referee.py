"""The compiled rules and the referee play the same games: events, questions, options and boards agree."""

from __future__ import annotations

import itertools
import os
from pathlib import Path

import pytest

import tests.referee
from dtsim.dicethrone.program.rulings import RULINGS
from tests.referee.duel import Match, play
from tests.referee.inventions import INVENTED

HEROES = ("barbarian", "cursed-pirate", "gunslinger", "huntress", "paladin", "shadow-thief")
PAIRS_FOR_RULINGS = (
    ("changeling", "paladin"),
    ("giant", "cursed-pirate"),
    ("gunslinger", "changeling"),
    ("shadow-thief", "giant"),
)
GAMES = int(os.environ.get("DTSIM_REFEREE_GAMES", "24"))  # of each pair
FIRST = int(os.environ.get("DTSIM_REFEREE_FIRST", "0"))  # the number of the first game


@pytest.mark.parametrize(("first", "second"), list(itertools.product(HEROES, HEROES)))
def test_both_play_the_same_games(first: str, second: str) -> None:
    for number in range(FIRST, FIRST + GAMES):
        assert play(Match(first, second, number)) > 0


@pytest.mark.parametrize("other", [*INVENTED, *HEROES])
@pytest.mark.parametrize("name", INVENTED)
def test_both_play_the_same_games_of_heroes_that_nobody_prints(name: str, other: str) -> None:
    for number in range(FIRST, FIRST + GAMES):
        assert play(Match(name, other, number)) > 0


@pytest.mark.parametrize("ruling", RULINGS)
def test_both_play_the_same_games_by_every_ruling(ruling: str) -> None:
    for first, second in PAIRS_FOR_RULINGS:
        for number in range(FIRST, FIRST + GAMES // 4):
            assert play(Match(first, second, number, ruling)) > 0


@pytest.mark.parametrize("name", ["damage", "scenes", "statuses", "table", "text", "turn", "windows"])
def test_the_referee_knows_of_the_game_only_heroes_and_random_numbers(name: str) -> None:
    source = (Path(tests.referee.__file__).parent / f"{name}.py").read_text(encoding="utf-8")
    imported = {line.split()[1] for line in source.splitlines() if line.startswith("from dtsim")}
    assert all(name.startswith(("dtsim.dicethrone.heroes.model", "dtsim.rng")) for name in imported)

"""What the planner measures: moves as the engine resolves them, once."""

from __future__ import annotations

import pytest

from dtsim.dicethrone.batch import pair_up, play_batch
from dtsim.dicethrone.players import mind as M


def _damage(heroes: tuple[str, str], ability: str, level: int) -> float:
    """The most damage that was measured for a move of the first hero."""
    pairing = pair_up(heroes, seed=1, player="planner")
    play_batch(pairing, range(8), threads=1)
    study, names = pairing.study(), pairing.program().names
    assert study is not None
    found = []
    for at, look in study.looks.items():
        kind = at // (M.DEFENCES * M.CONTEXTS)
        for row in range(M.MOVES, M.MOVES + M.MAX_MOVES * M.MOVE, M.MOVE):
            first, place = int(study.ints[row + M.FIRST_KIND]), int(study.ints[row + M.ABILITY])
            is_meant = names.items.get(place) == ability and names.levels.get(place) == level
            if is_meant and study.ints[row + M.SEAT] == 0 and 0 <= kind - first < study.ints[row + M.N_KINDS]:
                found.append(float(look[0]))
    return max(found)


def test_a_further_offensive_roll_phase_does_not_repeat_the_move() -> None:
    """Crit Bash stuns: it deals 5, then the dice fall anew and are worth what a turn is worth."""
    assert 5 < _damage(("barbarian", "gunslinger"), "Crit Bash", 1) < 20


def test_a_move_is_worth_what_it_deals() -> None:
    assert _damage(("barbarian", "gunslinger"), "Sturdy Blow", 1) == pytest.approx(4)

"""Decisions that a good player at the table would not have to think about."""

from __future__ import annotations

import dtsim
from dtsim.dicethrone.batch import pair_up, play_batch
from dtsim.dicethrone.players import mind as M
from dtsim.dicethrone.position import Counsel


def _values(counsel: Counsel) -> dict[str, float]:
    return {choice.option: choice.value for choice in counsel.advice.choices if choice.value is not None}


def test_tokens_beyond_the_stack_limit_count_for_nothing() -> None:
    """Mighty Prayer gives Crit: whoever has it already gains less by the ability."""
    empty, full = (
        _values(dtsim.advise("paladin", "barbarian", dice="1,1,2,6,6", rolls_left=0, you={"tokens": tokens}))[
            "announce Mighty Prayer"
        ]
        for tokens in ({}, {"Crit": 1})
    )
    assert full < empty - 1


def test_an_upgrade_of_no_use_is_sold() -> None:
    counsel = dtsim.advise(
        "gunslinger",
        "barbarian",
        phase="main 1",
        you={"cp": 0, "hand": ["Showdown II"], "upgrades": ["Showdown III"]},
    )
    assert counsel.chosen == "sell Showdown II"


def test_a_useful_card_is_not_sold_for_nothing() -> None:
    counsel = dtsim.advise("gunslinger", "barbarian", phase="main 1", you={"cp": 0, "hand": ["Six-It!"]})
    assert counsel.chosen == "end phase"


def test_a_move_is_not_charged_with_the_opponents_next_turn() -> None:
    """The Gunslinger gains CP, a card and Reload when her turn begins: no part of an attack on her."""
    pairing = pair_up(("huntress", "gunslinger"), seed=1, player="planner")
    play_batch(pairing, range(40), threads=1)
    study, names = pairing.study(0), pairing.program().names
    assert study is not None
    row = next(
        row
        for row in range(M.MOVES, M.MOVES + M.MAX_MOVES * M.MOVE, M.MOVE)
        if names.items.get(int(study.ints[row + M.ABILITY])) == "Animalistic"
    )
    plain = int(study.ints[row + M.FIRST_KIND]) * M.DEFENCES * M.CONTEXTS
    damage, rest = study.looks[plain][:2]
    assert damage == 3
    assert -2.5 < rest < -1.2  # Duel deals 3 in 5 of 12 cases, else 1

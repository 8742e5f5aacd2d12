"""Every ability, ladder step, upgrade, status effect, passive and card does what its sheet says.

The cases are data, in `cases/`; the numbers in them were written by hand from the sheets of the heroes.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from dtsim.dicethrone.heroes.library import COMMON
from dtsim.files import shipped_folder
from tests.heroes.claims import claims_of
from tests.heroes.scripted import Case, case_files, check, play, read_cases

CASES = {path.stem: read_cases(path) for path in case_files()}
ALL = [case for cases in CASES.values() for case in cases]
SHIPPED = sorted(path.stem for path in shipped_folder("heroes").glob("*.toml"))
REVOLVER = next(case for case in CASES["gunslinger"] if case.title == "Revolver deals 3 with three bullets")


@pytest.mark.parametrize("case", ALL, ids=[f"{case.file}: {case.title}" for case in ALL])
def test_case(case: Case) -> None:
    prove(case)


@pytest.mark.parametrize("hero", SHIPPED)
def test_everything_on_a_sheet_is_exercised_by_a_case(hero: str) -> None:
    assert not unproven(hero, CASES.get(hero, []))


def prove(case: Case) -> None:
    """What the case expects is there, and what it claims to cover has happened."""
    played = play(case)
    check(case, played)
    claims = {**claims_of(COMMON), **claims_of(case.hero)}
    for claim in case.covers:
        assert claim in claims, f"nothing is called {claim!r}"
        assert claims[claim](played), f"{claim!r} did not happen"


def unproven(hero: str, cases: list[Case]) -> list[str]:
    """What the file of a hero says and none of the cases covers."""
    return sorted(set(claims_of(hero)) - {claim for case in cases for claim in case.covers})


# ---------------------------------------------------------------- these tests can fail


@pytest.mark.parametrize(
    ("hero", "title", "claims"),
    [
        ("gunslinger", "Roulette! on a dash: Knockdown", ["card Roulette!, on dash"]),
        ("barbarian", "Smack III deals 10 with five swords", ["Smack III (5 sword)"]),
        ("paladin", "Divine Defense gains 1 cp for each prayer", ["Divine Defense, gain 1 x prayer cp"]),
        ("huntress", "Nyra asleep with 5 health wakes", ["status Nyra: upkeep, if you have 5+ Nyra"]),
        ("cursed-pirate", "Yo Ho! refused: Powder Keg and Wither", ["keyword Refuse, on 3-6"]),
        ("common", "Samesies! costs 1", ["card Samesies!"]),
    ],
)
def test_what_only_a_missing_case_covers_is_named(hero: str, title: str, claims: list[str]) -> None:
    others = [case for case in CASES[hero] if not case.title.startswith(title)]
    assert len(others) == len(CASES[hero]) - 1
    assert unproven(hero, others) == claims


@pytest.mark.parametrize("hero", SHIPPED)
def test_without_a_single_case_everything_is_missing(hero: str) -> None:
    assert unproven(hero, []) == sorted(claims_of(hero)) != []


@pytest.mark.parametrize(
    ("hero", "happened"),
    [
        ("barbarian", set()),
        ("common", set()),
        ("cursed-pirate", {"passive Cursed: turn ends", "passive Cursed: turn ends, else"}),
        ("gunslinger", {"passive Quick Draw: upkeep"}),
        ("huntress", {"status Nyra: upkeep", "status Nyra: upkeep, else"}),
        ("paladin", set()),
        ("shadow-thief", set()),
    ],
)
def test_in_a_turn_without_an_act_nothing_is_proven_but_what_happens_by_itself(
    hero: str, happened: set[str]
) -> None:
    idle = Case(hero, "idle", "gunslinger" if hero == COMMON else hero, "barbarian", ())
    played = play(idle)
    assert {claim for claim, proof in claims_of(hero).items() if proof(played)} == happened


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"expect": {"opponent": {"health": 46}}}, "expected {'health': 46"),
        ({"expect": {}}, "expected {'health': 50"),
        ({"expect": {**REVOLVER.expect, "winner": "you"}}, "the winner is nobody, not you"),
        ({"expect": {**REVOLVER.expect, "events": [{"event": "card"}]}}, "not in order"),
        ({"expect": {**REVOLVER.expect, "you": {"luck": 1}}}, "no player has"),
        ({"covers": ("Revolver (4 bullet)",)}, "did not happen"),
        ({"covers": ("Revolver (6 bullet)",)}, "nothing is called"),
        ({"dice": (*REVOLVER.dice, 1)}, "never cast"),
        ({"choices": (*REVOLVER.choices, "play Wanted!")}, "never offered"),
        ({"never": ("opponent: defend",)}, "offered: 'opponent: defend'"),
    ],
)
def test_a_case_fails_if_anything_it_says_is_not_so(change: dict[str, Any], complaint: str) -> None:
    prove(REVOLVER)
    with pytest.raises(AssertionError, match=complaint):
        prove(replace(REVOLVER, **change))

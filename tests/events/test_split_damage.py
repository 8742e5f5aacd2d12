"""A source of damage made of several things: its Final Dmg Total goes to them in proportion."""

from __future__ import annotations

import functools
from typing import Any

import numpy as np
import pytest

from dtsim import jit
from dtsim.dicethrone.batch import pair_up
from dtsim.dicethrone.engine.scratch import counting_by
from dtsim.dicethrone.events import Tally
from dtsim.dicethrone.program import layout as L
from dtsim.dicethrone.program.program import Program
from dtsim.dicethrone.sheet import plan_of, sheet_of

Row = tuple[int, ...]
REVOLVER, EAT_LEAD, BOUNTY, DUEL, SCURVY = "Revolver", "Eat Lead!", "Bounty", "Duel", "Scurvy!"


@functools.cache
def program() -> Program:
    return pair_up(["gunslinger", "cursed-pirate"]).program()


def place(name: str) -> int:
    """Where an ability (at level I), a card or the rule of a token stands in the program."""
    return min(place for place, item in program().names.items.items() if item == name)


def damage(name: str, amount: int, kind: int, source: int = 0, by: int = 0) -> Row:
    return L.E_DAMAGE, by, 1 - by, amount, L.NORMAL, kind | source << 8 | place(name) << 16


def added(name: str, amount: int, by: int, source: int = 0) -> Row:
    return L.E_ADDED, by, amount, source, place(name), 0


def total(amount: int, target: int = 1, source: int = 0) -> Row:
    return L.E_TOTAL, target, source, amount, amount, 1 - target


def activated(name: str, step: int = 0) -> Row:
    return L.E_ACTIVATED, 0, place(name), step, 0, 0


def counted(*rows: Row) -> dict[str, int]:
    """Damage by what dealt it in a game of these events, in which Eat Lead! was played."""
    sheet = sheet_of(program())
    played = L.E_CARD, 0, program().names.cards[0].index(EAT_LEAD), 0, 0, 0
    events = np.array([(L.E_TURN, 0, 0, 0, 0, 0), played, *rows], dtype=np.int64)
    record = program().start.copy()
    record[L.N_EVENTS], record[L.LOGGING] = len(events), L.BRIEF
    record[L.OVER], record[L.WINNER] = L.DECIDED, 0
    counting = counting_by(plan_of(program(), sheet))
    tally = jit.uncompiled("dtsim.dicethrone.engine.tally").tally
    tally(record, program().table, program().start, events.ravel(), counting)
    return _by_name(Tally(sheet, counting.counts))


def _by_name(tally: Tally) -> dict[str, int]:
    found: dict[str, Any] = {}
    for hero in range(2):
        for index, row in enumerate(tally.sheet.abilities[hero]):
            found[row.label] = tally.field("abilities", "damage")[hero, index].sum()
        for index, card in enumerate(tally.sheet.cards[hero]):
            found[card] = found.get(card, 0) + tally.field("cards", "damage")[hero, index]
        for index, token in enumerate(tally.sheet.tokens):
            found[f"{token.name} of {hero}"] = tally.field("tokens", "damage")[hero, index]
        found[f"to itself {hero}"] = tally.field("heroes", "self_damage")[hero]
    return {name: int(number) for name, number in found.items() if number}


def test_what_is_prevented_is_taken_from_all_parts() -> None:
    rows = activated(REVOLVER), damage(REVOLVER, 8, L.AN_ATTACK), added(EAT_LEAD, 2, by=0), total(5)
    assert counted(*rows) == {"Revolver (3 bullet)": 4, EAT_LEAD: 1}


@pytest.mark.parametrize(("left", "parts"), [(6, (3, 3)), (5, (3, 2)), (1, (1, 0)), (0, (0, 0))])
def test_points_are_whole_and_add_up(left: int, parts: tuple[int, int]) -> None:
    rows = activated(REVOLVER), damage(REVOLVER, 4, L.AN_ATTACK), added(EAT_LEAD, 4, by=0), total(left)
    found = counted(*rows)
    assert (found.get("Revolver (3 bullet)", 0), found.get(EAT_LEAD, 0)) == parts


def test_a_component_belongs_to_the_attack() -> None:
    rows = (
        activated(REVOLVER, 2),
        damage(REVOLVER, 4, L.AN_ATTACK),
        damage(REVOLVER, 4, L.A_COMPONENT, source=1),
        added(EAT_LEAD, 2, by=0),
        total(5),
    )
    assert counted(*rows) == {"Revolver (5 bullet)": 4, EAT_LEAD: 1}


def test_a_token_of_the_victim_adds_to_the_damage_of_the_attacker() -> None:
    rows = activated(REVOLVER), damage(REVOLVER, 3, L.AN_ATTACK), added(BOUNTY, 1, by=1), total(4)
    assert counted(*rows) == {"Revolver (3 bullet)": 3, "Bounty of 0": 1}


def test_a_phase_brings_the_damage_of_several_things_at_once() -> None:
    rows = damage(BOUNTY, 2, L.OF_PHASE), damage(EAT_LEAD, 6, L.OF_PHASE), total(4)
    assert counted(*rows) == {"Bounty of 0": 1, EAT_LEAD: 3}


def test_reflected_damage_is_known_only_in_the_end() -> None:
    rows = damage(DUEL, 0, L.A_REFLECTION), total(3)
    assert counted(*rows) == {DUEL: 3}


def test_a_source_that_came_to_nothing_leaves_nothing_to_the_next() -> None:
    rows = damage(EAT_LEAD, 5, L.ANOTHER), damage(BOUNTY, 2, L.A_BURST), total(2)
    assert counted(*rows) == {"Bounty of 0": 2}


def test_a_text_that_hurts_its_own_hero_is_no_damage_dealt() -> None:
    rows = damage(SCURVY, 1, L.A_BURST, by=0), total(1)
    assert counted(*rows) == {"to itself 1": 1}


def test_more_parts_than_there_is_room_for_are_counted_with_the_last() -> None:
    parts = [added(EAT_LEAD, 1, by=0) for _ in range(12)]
    rows = activated(REVOLVER), damage(REVOLVER, 3, L.AN_ATTACK), *parts, total(15)
    assert counted(*rows) == {"Revolver (3 bullet)": 3, EAT_LEAD: 12}

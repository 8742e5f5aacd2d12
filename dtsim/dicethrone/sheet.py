"""What event statistics count: the abilities, cards and tokens of two heroes, each with a row of its own."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import astuple, dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dtsim.dicethrone.engine import counters as N
from dtsim.dicethrone.engine import scratch as W
from dtsim.dicethrone.program import layout as L
from dtsim.dicethrone.program.program import Program
from dtsim.errors import DtsimError

_ORIGINS = {"defensive": N.OF_DEFENCE, "passive": N.OF_PASSIVE}


@dataclass(frozen=True, slots=True)
class AbilityRow:
    """An ability at a level; of a ladder, one step."""

    name: str
    level: int
    needs: str  # the step of the ladder, if it has several
    slot: str
    side: str = ""

    @property
    def label(self) -> str:
        level = {1: "", 2: " II", 3: " III"}[self.level]
        return f"{self.name}{level}" + (f" ({self.needs})" if self.needs else "")

    @property
    def is_offensive(self) -> bool:
        return self.slot in ("offensive", "ultimate")


@dataclass(frozen=True, slots=True)
class TokenRow:
    """A status effect, companion or marker."""

    name: str
    kind: str


@dataclass(frozen=True, slots=True)
class Sheet:
    """The rows of two heroes. Equal sheets have equal heroes: their counters may be added."""

    heroes: tuple[str, ...]
    names: tuple[str, ...]
    digests: tuple[str, ...]
    abilities: tuple[tuple[AbilityRow, ...], ...]  # of each hero
    cards: tuple[tuple[str, ...], ...]
    tokens: tuple[TokenRow, ...]  # of both, by name

    def swapped(self) -> Sheet:
        return Sheet(
            self.heroes[::-1],
            self.names[::-1],
            self.digests[::-1],
            self.abilities[::-1],
            self.cards[::-1],
            self.tokens,
        )

    def to_json(self) -> dict[str, Any]:
        return {
            "heroes": list(self.heroes),
            "names": list(self.names),
            "digests": list(self.digests),
            "abilities": [[list(astuple(row)) for row in rows] for rows in self.abilities],
            "cards": [list(cards) for cards in self.cards],
            "tokens": [list(astuple(row)) for row in self.tokens],
        }

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Sheet:
        return cls(
            tuple(data["heroes"]),
            tuple(data["names"]),
            tuple(data["digests"]),
            tuple(tuple(AbilityRow(*row) for row in rows) for rows in data["abilities"]),
            tuple(tuple(cards) for cards in data["cards"]),
            tuple(TokenRow(*row) for row in data["tokens"]),
        )


def sheet_of(program: Program) -> Sheet:
    """The rows of a program's heroes."""
    kinds = {token.name: token.kind for hero in program.heroes for token in hero.tokens}
    sheet = Sheet(
        tuple(hero.slug for hero in program.heroes),
        program.names.heroes,
        tuple(hero.digest for hero in program.heroes),
        tuple(
            tuple(row for _, _, row in _ability_rows(program, hero)) for hero in range(len(program.heroes))
        ),
        tuple(tuple(dict.fromkeys(cards)) for cards in program.names.cards),
        tuple(TokenRow(name, kinds[name]) for name in sorted(program.names.counters)),
    )
    most = max(map(len, sheet.abilities))
    if most > N.MAX_ROWS:
        raise DtsimError(
            f"events are counted for at most {N.MAX_ROWS} levels and steps of abilities, not {most}"
        )
    return sheet


def plan_of(program: Program, sheet: Sheet) -> NDArray[np.int64]:
    """For the counting of compiled code: the row that each number of the program belongs to."""
    plan = np.zeros(W.ITEM_CODE + len(program.table), dtype=np.int64)
    plan[W.IS_WANTED] = 1
    plan[W.N_TOKENS] = len(sheet.tokens)
    tokens = {row.name: index for index, row in enumerate(sheet.tokens)}
    for counter, name in enumerate(program.names.counters):
        plan[W.TOKEN_ROW + counter] = tokens[name]
    for hero in range(len(program.heroes)):
        _plan_abilities(plan, program, hero)
        _plan_cards(plan, program, sheet, hero)
    _plan_rules(plan, program, sheet, tokens)
    return plan


def _ability_rows(program: Program, hero: int) -> Iterator[tuple[int, int, AbilityRow]]:
    """The place of each ability in the program, its step, and its row."""
    names, table = program.names, program.table
    for place in sorted(names.steps):
        if _hero_of(program, place) != hero:
            continue
        space, side = int(table[place + L.AB_SPACE]), int(table[place + L.AB_SIDE])
        slot = program.heroes[hero].abilities[space].slot
        for step, needs in enumerate(names.steps[place] or ("",)):
            row = AbilityRow(
                names.items[place],
                names.levels[place],
                needs.strip(" ()"),
                slot,
                names.sides[hero][side] if side >= 0 else "",
            )
            yield place, step, row


def _hero_of(program: Program, place: int) -> int:
    """What belongs to a hero is compiled before its own record."""
    records = [int(program.table[L.P_HEROES + hero]) & 0xFFFF for hero in range(len(program.heroes))]
    return next(hero for hero, record in enumerate(records) if place < record)


def _plan_abilities(plan: NDArray[np.int64], program: Program, hero: int) -> None:
    rows = list(_ability_rows(program, hero))
    plan[W.N_ROWS + hero] = len(rows)
    for index, (place, step, row) in enumerate(rows):
        at = hero * N.MAX_ROWS + index
        plan[W.ROW_SPACE + at] = int(program.table[place + L.AB_SPACE]) if row.is_offensive else -1
        plan[W.ROW_LEVEL + at] = row.level
        plan[W.ROW_SIDE + at] = int(program.table[place + L.AB_SIDE])
        if step == 0:
            plan[W.ITEM_CODE + place] = _code(_ORIGINS.get(row.slot, N.OF_OFFENSE), hero, index)


def _plan_cards(plan: NDArray[np.int64], program: Program, sheet: Sheet, hero: int) -> None:
    record = int(program.table[L.P_HEROES + hero]) & 0xFFFF
    first = int(program.table[record + L.H_CARDS]) & 0xFFFF
    for slot, name in enumerate(program.names.cards[hero]):
        row = sheet.cards[hero].index(name)
        plan[W.CARD_ROW + hero * N.MAX_CARDS + slot] = row
        plan[W.ITEM_CODE + first + slot * L.K_SIZE] = _code(N.OF_CARD, hero, row)


def _plan_rules(plan: NDArray[np.int64], program: Program, sheet: Sheet, tokens: dict[str, int]) -> None:
    """A rule of a token counts for the token, a rule of a board for the ability that has it."""
    for place in program.names.moments:
        counter = int(program.table[place + L.R_COUNTER])
        name = program.names.items[place]
        if counter >= 0:
            plan[W.ITEM_CODE + place] = _code(N.OF_STATUS, 0, tokens[name])
            continue
        hero = int(program.table[place + L.R_HERO])
        rows = sheet.abilities[hero]
        level = program.names.levels[place]
        index = next(i for i, row in enumerate(rows) if (row.name, row.level) == (name, level))
        plan[W.ITEM_CODE + place] = _code(_ORIGINS.get(rows[index].slot, N.OF_OFFENSE), hero, index)


def _code(origin: int, hero: int, row: int) -> int:
    return origin | hero << W.OWNER_BIT | row << W.ROW_BIT

"""What a player never does, as marks on the program that it plays."""

from __future__ import annotations

import functools
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from dtsim.dicethrone.heroes.library import hero_paths, load_hero
from dtsim.dicethrone.heroes.model.hero import Hero
from dtsim.dicethrone.player_files.model import PlayerFile
from dtsim.dicethrone.players import bans as B
from dtsim.dicethrone.program import layout as L
from dtsim.dicethrone.program.program import Program
from dtsim.errors import DtsimError, FileError, Mistake, Place


def bans_of(program: Program, player: PlayerFile, seat: int) -> NDArray[np.int64] | None:
    """The bans of a player who sits on this seat; None if there are none."""
    never = player.never
    if not never.is_anything:
        return None
    bans = np.zeros(B.PLACES + len(program.table), dtype=np.int64)
    bans[B.IS_RESTRICTED], bans[B.SEAT] = 1, seat
    bans[B.NO_REROLLS], bans[B.NO_DEFENCE] = never.rerolls, never.defence
    cards = int(program.table[program.table[L.P_HEROES + seat] + L.H_CARDS])
    for slot, name in enumerate(program.names.cards[seat]):
        is_upgrade = program.table[cards + slot * L.K_SIZE + L.K_PLAY] == L.UPGRADE
        if name in never.cards or (is_upgrade and never.upgrades):
            bans[B.CARDS] |= 1 << slot
    counters = {program.names.counters.index(name) for name in never.status if name in program.names.counters}
    for place in (*_abilities(program, seat, never.abilities), *_uses_of(program, counters)):
        bans[B.PLACES + place] = 1
    return bans


def _abilities(program: Program, seat: int, names: Sequence[str]) -> Iterator[int]:
    """Abilities of every level by name, and the rules of Passive Abilities."""
    for place in _ability_places(program, seat):
        if program.names.items[place] in names:
            yield place
    for rule in _rules(program):
        if program.table[rule + L.R_HERO] == seat and program.names.items.get(rule) in names:
            yield rule


def _ability_places(program: Program, seat: int) -> Iterator[int]:
    table = program.table
    hero = int(table[L.P_HEROES + seat])
    for spaces in (int(table[hero + L.H_OFFENSES]), int(table[hero + L.H_DEFENCES])):
        for space in _list(program, spaces):
            for level in (1, 2, 3):
                yield from _list(program, int(table[space + L.S_LEVELS + level]))


def _rules(program: Program) -> Iterator[int]:
    for moment in range(L.N_MOMENTS):
        yield from _list(program, int(program.table[L.P_MOMENTS + moment]))


def _list(program: Program, place: int) -> list[int]:
    return [int(word) for word in program.table[place + 1 : place + 1 + int(program.table[place])]]


# ---------------------------------------------------------------- status effects


def _uses_of(program: Program, counters: set[int]) -> Iterator[int]:
    """Where a counter is spent, and where it is gained by choice: rules, and rows of texts."""
    if not counters:
        return
    table = program.table
    rows = {row for text in _texts(program) for row in _chosen_rows(program, text, counters)}
    yield from rows
    for rule in _rules(program):
        first = int(table[rule + L.R_TEXT])
        while table[first] == L.OP_RESET:
            first += L.ROW
        if (table[rule + L.R_SPEND] and int(table[rule + L.R_COUNTER]) in counters) or first in rows:
            yield rule


def _texts(program: Program) -> Iterator[int]:
    """Where the text of every card, rule and ability begins."""
    table = program.table
    waiting = [int(table[rule + L.R_TEXT]) for rule in _rules(program)]
    for seat, cards in enumerate(program.names.cards):
        waiting += [
            int(table[place + L.AB_PARTS + part])
            for place in _ability_places(program, seat)
            for part in range(6)
        ]
        first = int(table[int(table[L.P_HEROES + seat]) + L.H_CARDS])
        waiting += [int(table[first + slot * L.K_SIZE + L.K_TEXT]) for slot in range(len(cards))]
    seen: set[int] = set()
    while waiting:
        text = waiting.pop()
        if text and text not in seen:
            seen.add(text)
            yield text
            waiting += [int(table[row + 3]) for row in _rows(program, text) if table[row] == L.OP_ACTIVATE]


def _rows(program: Program, text: int) -> Iterator[int]:
    while program.table[text] != L.OP_END:
        yield text
        text += L.ROW


def _chosen_rows(program: Program, text: int, counters: set[int]) -> Iterator[int]:
    """Rows at which the player may say no to spending or gaining one of the counters."""
    table = program.table
    for row in _rows(program, text):
        code, to = int(table[row]), int(table[row + L.JUMP])
        spends = code == L.OP_SPEND and table[row + 3] == L.COUNTER_THING and int(table[row + 4]) in counters
        gains = code == L.OP_GAIN and int(table[row + 3]) in counters  # 'up to': none of it
        if code in (L.OP_SPEND, L.OP_MAY):
            gains = _gains(program, row + L.ROW, to, counters)
        elif code == L.OP_OPTION:
            gains = _gains(program, to, _end_of_option(program, to), counters)
        if spends or gains:
            yield row


def _gains(program: Program, start: int, stop: int, counters: set[int]) -> bool:
    rows = range(start, stop, L.ROW)
    return any(program.table[row] == L.OP_GAIN and int(program.table[row + 3]) in counters for row in rows)


def _end_of_option(program: Program, row: int) -> int:
    while program.table[row] not in (L.OP_GOTO, L.OP_END):
        row += L.ROW
    return row


# ---------------------------------------------------------------- names


def check_names(player: PlayerFile, heroes: Sequence[Hero]) -> None:
    """Every name that the file forbids belongs to one of these heroes, or to one that comes with dtsim."""
    known = [_names_of(hero) for hero in heroes]
    wanted = {
        "abilities": ("ability", player.never.abilities),
        "cards": ("card", player.never.cards),
        "status": ("status effect", player.never.status),
    }
    mistakes = []
    for key, (what, names) in wanted.items():
        for name in names:
            if any(name in of[key] for of in known):
                continue
            if any(name in of[key] for of in _names_at_hand()):
                continue
            allowed = tuple(sorted(set().union(*(of[key] for of in known))))
            place = player.places.get((key, name), Place(1, 1))
            mistakes.append(Mistake(place, f"unknown {what} '{name}'", f"never > {key}", name, allowed))
    if mistakes:
        raise FileError(player.given, player.source, mistakes)


def _names_of(hero: Hero) -> dict[str, set[str]]:
    added = [ability.name for upgrade in hero.upgrades for ability in upgrade.adds]
    return {
        "abilities": {*(ability.name for ability in hero.abilities), *added},
        "cards": {*(card.name for card in hero.cards), *(upgrade.name for upgrade in hero.upgrades)},
        "status": {token.name for token in hero.tokens},
    }


def _names_at_hand() -> tuple[dict[str, set[str]], ...]:
    return _names_in(tuple((path, path.stat().st_mtime_ns) for path in hero_paths().values()))


@functools.lru_cache(maxsize=4)  # a run makes the same few pairings again and again
def _names_in(files: tuple[tuple[Path, int], ...]) -> tuple[dict[str, set[str]], ...]:
    found = []
    for path, _ in files:
        try:
            found.append(_names_of(load_hero(path)))
        except DtsimError:
            continue
    return tuple(found)

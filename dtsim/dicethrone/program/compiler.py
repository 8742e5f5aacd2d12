"""Heroes become a Program: read-only integers of one shape for all heroes, so that numba compiles once."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from dtsim.dicethrone.heroes.model.hero import Hero
from dtsim.dicethrone.program import layout as L
from dtsim.dicethrone.program.abilities import write_space
from dtsim.dicethrone.program.builder import CannotPlay
from dtsim.dicethrone.program.cards import write_cards
from dtsim.dicethrone.program.counters import tokens_of, write_counters
from dtsim.dicethrone.program.draft import Draft
from dtsim.dicethrone.program.playable import check_groups, check_keyword
from dtsim.dicethrone.program.program import Names, Program, purpose_of

_PURPOSES = {L.FOR_OFFENSE: "offense", L.FOR_DEFENCE: "defence", L.FOR_DUEL: "duel"}


def compile_heroes(
    heroes: Sequence[Hero], *, rulings: int = 0, turn_cap: int = 200, start: int | None = None
) -> Program:
    """The program of a game between these heroes, in the order of their seats; `start`: who begins."""
    if len(heroes) > 4:  # DT-BIG-1
        raise CannotPlay(f"{len(heroes)} players: the variant rules for more than four are not known")
    if len(heroes) != 2:
        raise CannotPlay(f"the engine plays duels of two heroes, not games of {len(heroes)}")
    for hero in heroes:
        if not hero.complete:
            raise CannotPlay(f"{hero.name} is marked incomplete: its odds can be asked for, it cannot play")
    draft = Draft(heroes, tokens_of(heroes), rulings)
    write_counters(draft)
    cards = [_write_hero(draft, player, hero) for player, hero in enumerate(heroes)]
    words = draft.builder.words
    for moment in range(L.N_MOMENTS):
        words[L.P_MOMENTS + moment] = draft.builder.listed(draft.by_moment.get(moment, []))
    table = np.array(words, dtype=np.int16)
    _write_start(draft, turn_cap, -1 if start is None else start)
    table.setflags(write=False)
    draft.record.setflags(write=False)
    return Program(tuple(heroes), table, draft.record, _names(draft, cards))


def _names(draft: Draft, cards: Sequence[Sequence[str]]) -> Names:
    return Names(
        tuple(hero.name for hero in draft.heroes),
        tuple(token.name for token in draft.tokens),
        tuple(tuple(names) for names in cards),
        tuple(tuple(ability.name for ability in hero.abilities) for hero in draft.heroes),
        tuple(hero.sides for hero in draft.heroes),
        tuple(hero.dice for hero in draft.heroes),
        draft.items,
        draft.levels,
        draft.steps,
        draft.verbs,
        {**_PURPOSES, **{purpose_of(name): name for name in draft.items.values()}},
        draft.moments,
    )


def _write_hero(draft: Draft, player: int, hero: Hero) -> list[str]:
    """The board and the deck; the names of its cards."""
    check_groups(hero.groups)
    for keyword in hero.keywords:
        check_keyword(keyword)
    if len(hero.abilities) > L.MAX_SPACES:
        raise CannotPlay(f"{hero.name} has more than {L.MAX_SPACES} spaces on the board")
    offenses, defences = [], []
    for space, ability in enumerate(hero.abilities):
        place = write_space(draft, player, hero, space, ability)
        if ability.slot in ("offensive", "ultimate"):
            offenses.append(place)
        if ability.slot == "defensive":
            defences.append(place)
    cards, names = write_cards(draft, player, hero)
    draft.builder.words[L.P_HEROES + player] = draft.builder.add(
        [draft.builder.listed(defences), draft.builder.listed(offenses), cards, len(names), 0]
    )
    return names


def _write_start(draft: Draft, turn_cap: int, start: int) -> None:
    """The record that every game starts from; what counters, rules and cards mark in it is there."""
    record = draft.record
    record[L.N_PLAYERS] = len(draft.heroes)
    record[L.RULINGS] = draft.rulings
    record[L.N_COUNTERS] = len(draft.tokens)
    record[L.TURN_CAP] = turn_cap
    record[L.ASKED] = record[L.ANSWER] = record[L.ATTACK] = record[L.LOCKED_BY] = record[L.EXTRA] = -1
    record[L.WINNER] = -1
    record[L.START_PLAYER] = start
    record[L.DEPTH] = -1
    for player, hero in enumerate(draft.heroes):
        base = L.PLAYERS + player * L.PLAYER_SIZE
        own = {token.name for token in hero.tokens if not token.common}
        record[base + L.HEALTH] = L.STARTING_HEALTH
        record[base + L.CEILING] = L.STARTING_HEALTH + L.HEALING_ABOVE_START
        record[base + L.CP] = L.STARTING_CP
        record[base + L.TEAM] = player
        record[base + L.HERO] = player
        record[base + L.HEEDS : base + L.HEEDS_SALES + 1] = -1  # everything
        for space in range(L.MAX_SPACES):
            record[base + L.LEVEL + space] = 1
        for index, token in enumerate(draft.tokens):
            brings = token.name in own or (token.common and any(t.name == token.name for t in hero.tokens))
            record[base + L.LIMIT + index] = token.limit_you if brings else token.limit_others

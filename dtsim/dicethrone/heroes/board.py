"""A hero file told back as a board: every ability at every level, every rule, in the file's own words.

A board is plain data, the same that `dtsim hero show --format json` writes:

    slug, name, complexity, complete, sides, doubts
    dice        the symbols of faces 1 to 6
    deck        how many cards the deck has, the common ones included
    abilities   one entry per level: name, slot, level, side, needs, dice, if, limit, text, rules;
                a level that a card brings also has upgrade, cost, copies;
                an ability that an upgrade adds to its space also has added_by
    status      name, kind, stack_limit {you, others}, persistent, locked, limit, rules, common
    cards       name, play, cost, copies, attack_modifier, side, if, text, common
    keywords    name, if, limit, text
    groups      name, of, stack_limit

A rule has when or spend, whose, of, side, if, limit, text. Every text is a list of sentences.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from dtsim.dicethrone.heroes.library import COMMON, common_path, find_hero, hero_folders, load_common
from dtsim.dicethrone.heroes.model.hero import Hero
from dtsim.dicethrone.heroes.reader import read_hero
from dtsim.dicethrone.heroes.source import read_source

Entry = dict[str, Any]

_SLOTS = ("offensive", "ultimate", "passive", "defensive")


def load_board(name: str | Path, *, heroes: Iterable[str | Path] = ()) -> tuple[Hero | None, Entry]:
    """The hero (none for `common`) and its board."""
    if str(name) == COMMON:
        path = common_path(hero_folders(heroes))
        load_common(path.parent)
        return None, _common_board(tomllib.loads(read_source(path)))
    path = find_hero(str(name), heroes)
    source = read_source(path)
    hero = read_hero(source, str(path), path.stem, load_common(path.parent))
    common = tomllib.loads(read_source(common_path([path.parent])))
    return hero, _hero_board(hero, tomllib.loads(source), common)


def _common_board(tables: Entry) -> Entry:
    return {
        "slug": COMMON,
        "name": "What every hero shares",
        "status": [_status(raw, common=True) for raw in tables.get("status", [])],
        "cards": [_card(raw, common=True) for raw in tables.get("card", [])],
    }


def _hero_board(hero: Hero, tables: Entry, common: Entry) -> Entry:
    shared = {token.name for token in hero.tokens if token.common}
    copies = sum(card.copies for card in hero.cards) + sum(upgrade.copies for upgrade in hero.upgrades)
    return {
        "slug": hero.slug,
        "name": hero.name,
        "complexity": hero.complexity,
        "complete": hero.complete,
        "dice": list(hero.dice),
        "sides": list(hero.sides),
        "deck": copies,
        "abilities": list(_abilities(tables)),
        "status": [
            *(_status(raw) for raw in tables.get("status", [])),
            *(_status(raw, common=True) for raw in common.get("status", []) if raw["name"] in shared),
        ],
        "cards": [
            *(_card(raw) for raw in tables.get("card", [])),
            *(_card(raw, common=True) for raw in common.get("card", [])),
        ],
        "keywords": [
            {"name": raw["name"], "if": raw.get("if"), "limit": raw.get("limit"), "text": _text(raw)}
            for raw in tables.get("keyword", [])
        ],
        "groups": [
            {"name": raw["name"], "of": raw["of"], "stack_limit": raw.get("stack_limit")}
            for raw in tables.get("group", [])
        ],
        "doubts": list(hero.doubts),
    }


def _abilities(tables: Entry) -> Iterator[Entry]:
    """Each space of the board, then the upgrades of that space by level, each with what it adds."""
    upgrades = sorted(tables.get("upgrade", []), key=lambda raw: raw["level"])
    for slot in _SLOTS:
        for raw in tables.get(slot, []):
            yield _ability(raw, slot, 1)
            for upgrade in upgrades:
                if upgrade["of"] == raw["name"]:
                    yield _upgraded(raw, upgrade, slot)
                    for added in upgrade.get("adds", []):
                        level = upgrade["level"]
                        yield {**_ability(added, "offensive", level), "added_by": upgrade["name"]}


def _ability(raw: Entry, slot: str, level: int) -> Entry:
    passive = slot == "passive"
    return {
        "name": raw["name"],
        "slot": slot,
        "level": level,
        "side": raw.get("side"),
        "needs": raw.get("needs"),
        "dice": raw.get("dice"),
        "if": None if passive else raw.get("if"),
        "text": [] if passive else _text(raw),
        "limit": raw.get("limit"),
        "rules": _rules(raw) if passive else [_rule(also) for also in raw.get("also", [])],
    }


def _upgraded(raw: Entry, upgrade: Entry, slot: str) -> Entry:
    """What an upgrade leaves out stays as it was; a passive ability takes over all rules or none."""
    changes: Entry = {
        key: upgrade[key] for key in ("needs", "dice", "when", "text", "also") if key in upgrade
    }
    kept = raw if slot != "passive" or not changes else {"name": raw["name"], "side": raw.get("side")}
    return {
        **_ability({**kept, **changes}, slot, upgrade["level"]),
        "upgrade": upgrade["name"],
        "cost": upgrade["cost"],
        "copies": upgrade.get("copies", 1),
    }


def _status(raw: Entry, *, common: bool = False) -> Entry:
    limit = raw["stack_limit"]
    return {
        "name": raw["name"],
        "kind": raw["kind"],
        "stack_limit": limit if isinstance(limit, dict) else {"you": limit, "others": limit},
        "persistent": raw.get("persistent", False),
        "locked": raw.get("locked", []),
        "limit": raw.get("limit"),
        "rules": _rules(raw),
        "common": common,
    }


def _card(raw: Entry, *, common: bool = False) -> Entry:
    return {
        "name": raw["name"],
        "play": raw["play"],
        "cost": raw["cost"],
        "copies": raw.get("copies", 1),
        "attack_modifier": raw.get("attack_modifier", False),
        "side": raw.get("side"),
        "if": raw.get("if"),
        "text": _text(raw),
        "common": common,
    }


def _rules(raw: Entry) -> list[Entry]:
    own = [{**_rule(raw), "limit": None}] if "text" in raw else []  # a limit of the item is shared
    return [*own, *(_rule(also) for also in raw.get("also", []))]


def _rule(raw: Entry) -> Entry:
    keys = ("when", "spend", "whose", "of", "side", "if", "limit")
    return {**{key: raw.get(key) for key in keys}, "text": _text(raw)}


def _text(raw: Entry) -> list[str]:
    sentences = (sentence.strip() for sentence in re.split(r"[\n;]", raw.get("text", "")))
    return [" ".join(sentence.split()) for sentence in sentences if sentence]

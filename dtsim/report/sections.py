"""What a report says, question by question; what the data cannot answer is said too."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from dtsim.report import page_tables as tables
from dtsim.report.changes import change_page_table, change_source
from dtsim.report.events_tables import ability_table, card_table, damage_table, feel_table, status_table
from dtsim.report.figures.words import hero_name, order_of
from dtsim.report.tables import Table

if TYPE_CHECKING:
    from dtsim.experiments.matchups import Matchups
    from dtsim.report.field_events import FieldEvents
    from dtsim.report.pictures import Picture

NO_EVENTS = "Events were not counted in this run: 'dtsim run' counts them."
NOT_ALL_MET = "This needs a score of every hero against every other; some have not met in this run."
TOO_FEW = "This needs at least three heroes."


@dataclass(frozen=True, slots=True)
class Group:
    """Tables that are unfolded together."""

    title: str
    tables: tuple[Table, ...]
    is_open: bool = False


def _alone(table: Table, is_open: bool = False) -> Group:
    """A table under its own title."""
    return Group(table.title, (replace(table, title=""),), is_open)


@dataclass(frozen=True, slots=True)
class Section:
    """A question, its picture, its tables and the files that hold them."""

    name: str
    title: str
    texts: tuple[str, ...] = ()
    picture: Picture | None = None
    groups: tuple[Group, ...] = ()
    files: tuple[str, ...] = ()  # tables, by the name of their files
    missing: str = ""  # why there is nothing to see


def sections_of(
    result: Matchups, events: FieldEvents | None, pictures: Mapping[str, Picture]
) -> list[Section]:
    """All sections in the order of the page."""
    return [
        *_change(result, pictures),
        *_strength(result, pictures),
        *_games(result, events, pictures),
        *_trust(result, pictures),
    ]


def _change(result: Matchups, pictures: Mapping[str, Picture]) -> Iterator[Section]:
    if result.provenance.before is None:
        return
    yield Section(
        "changes",
        "What does the change do?",
        tuple(change_source(result)),
        pictures.get("changes"),
        (_alone(change_page_table(result)),),
        ("changes", "changes-by-hero"),
        "" if "changes" in pictures else "No pair of games was finished in both versions.",
    )


def _strength(result: Matchups, pictures: Mapping[str, Picture]) -> Iterator[Section]:
    yield Section(
        "matchups",
        "Who beats whom?",
        picture=pictures.get("heat-map"),
        groups=(_alone(tables.matchup_table(result)), _alone(tables.replay_table(result))),
        files=("cells",),
        missing="" if "heat-map" in pictures else "No pair of games was finished.",
    )
    if result.ratings:
        yield Section(
            "tiers",
            "How strong is each hero?",
            picture=pictures.get("tier-list"),
            groups=(_alone(tables.rating_table(result)),),
            files=("ratings",),
        )
    else:
        alone = "Strength is a comparison: it needs at least two heroes that met, directly or through others."
        yield Section("tiers", "How strong is each hero?", missing=alone)
    yield _nash(result, pictures)
    yield _counters(result, pictures)


def _nash(result: Matchups, pictures: Mapping[str, Picture]) -> Section:
    title = "Which heroes would be picked?"
    nash = result.nash
    if nash is None:
        return Section("nash", title, missing=NOT_ALL_MET)
    texts = []
    if nash.dominated:
        names = ", ".join(map(hero_name, nash.dominated))
        texts.append(f"Nobody has a reason to pick what a mix of others outdoes against everyone: {names}.")
    layers = "; then ".join(", ".join(map(hero_name, layer)) for layer in nash.layers)
    texts.append(f"Mix by mix, each without the heroes of those before it: {layers}.")
    return Section("nash", title, tuple(texts), pictures.get("nash-mix"), files=("nash",))


def _counters(result: Matchups, pictures: Mapping[str, Picture]) -> Section:
    title = "Who counters whom?"
    if "counter-map" not in pictures:
        missing = TOO_FEW if len(result.heroes) < 3 else NOT_ALL_MET
        if len(result.heroes) >= 3 and result.is_complete:
            missing = "One strength for each hero explains every matchup: there are no counters to show."
        return Section("counters", title, missing=missing)
    found = [_alone(tables.counter_table(result))]
    found += [_alone(tables.cycle_table(result))] if result.cycles else []
    files = ("counters", "cycles") if result.cycles else ("counters",)
    return Section("counters", title, (), pictures["counter-map"], tuple(found), files)


def _games(
    result: Matchups, events: FieldEvents | None, pictures: Mapping[str, Picture]
) -> Iterator[Section]:
    nothing = "" if "seat-advantage" in pictures else "No pair of games was finished."
    yield Section(
        "seat",
        "What is it worth to start?",
        picture=pictures.get("seat-advantage"),
        files=("seat",),
        missing=nothing,
    )
    yield Section(
        "length",
        "How long does a game last?",
        picture=pictures.get("game-length"),
        groups=(_alone(tables.length_table(result)),),
        files=("turns",),
        missing=nothing,
    )
    if events is None:
        for name, title in (
            ("health", "How does health go down?"),
            ("abilities", "What carries a hero?"),
            ("cards", "Which cards go along with winning?"),
            ("feel", "How do games feel?"),
        ):
            yield Section(name, title, missing=NO_EVENTS)
        return
    yield from _events(result, events, pictures)


def _events(result: Matchups, events: FieldEvents, pictures: Mapping[str, Picture]) -> Iterator[Section]:
    heroes = [
        events.heroes[hero] | {"name": hero_name(hero)} for hero in order_of(result) if hero in events.heroes
    ]
    yield Section("health", "How does health go down?", picture=pictures.get("health"), files=("health",))
    yield Section(
        "abilities",
        "What carries a hero?",
        ("Against all opponents of the run together.",),
        pictures.get("damage-share"),
        tuple(
            Group(
                hero["name"],
                tuple(replace(table(hero), title=title) for title, table in _OF_A_HERO.items()),
            )
            for hero in heroes
        ),
        ("abilities", "damage", "status-effects"),
    )
    yield Section(
        "cards",
        "Which cards go along with winning?",
        ("An association, not an effect: only games with and without a card can tell what the card does.",),
        groups=tuple(Group(hero["name"], (replace(card_table(hero), title=""),)) for hero in heroes),
        files=("cards",),
    )
    feel = events.all_games | {"game_feel": events.all_games["game_feel"] | {"by_hero": []}}
    both = (
        _alone(replace(feel_table(feel), title="All games"), True),
        _alone(tables.feels_table(events), True),
    )
    yield Section("feel", "How do games feel?", groups=both, files=("game-feel",))


_OF_A_HERO = {"Abilities": ability_table, "Damage by source": damage_table, "Status effects": status_table}


def _trust(result: Matchups, pictures: Mapping[str, Picture]) -> Iterator[Section]:
    few = "A matchup was played in one batch only: there is nothing to follow."
    yield Section(
        "convergence",
        "Have the scores settled?",
        picture=pictures.get("convergence"),
        files=("convergence",),
        missing="" if "convergence" in pictures else few,
    )
    players = ", ".join(result.provenance.players)
    yield Section(
        "provenance",
        "Where do the numbers come from?",
        (
            f"All decisions were made by {players}: the figures hold for games that are played like this. "
            "Another player may rank the heroes in another order.",
        ),
        groups=(_alone(tables.source_table(result), True), _alone(tables.hero_table(result), True)),
        files=("heroes",),
    )

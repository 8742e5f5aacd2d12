"""Event statistics as tables: abilities, damage, status effects and cards of each hero, the feel of games."""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil
from typing import Any

from dtsim.report.tables import Column, Table, percent

Record = dict[str, Any]

_LEVELS = {1: "", 2: " II", 3: " III"}
LIMIT = 4.0  # a z-score beyond this contradicts the exact odds
_RESULTS = ("value", "low", "high", "n")

ABILITY_NOTES = (
    "Rate: activations by Offensive Roll Phase with the ability on the board. Within reach: the exact chance "
    "to meet it in three rolls if nothing else is aimed at. A player who also wants other abilities stays "
    "below, and cards that change dice are not in it: the two are no test of each other.",
    "First roll: the z-score of how often the first five dice met it against the exact chance. No player has "
    f"a say in that roll: beyond {LIMIT:.0f} something is wrong with the dice.",
)
CARD_NOTES = (
    "Win rates that go along with a card are an association, not what the card does: long games draw more "
    "cards, and whoever is ahead plays more of them. The opening hand is dealt at random: there a card is "
    "held against those that would have been dealt instead. Equal length compares games of as many rounds "
    "with and without the card in hand (Mantel-Haenszel). Both are in points of the win rate.",
)
STATUS_NOTES = (
    "Uptime: turns, of either player, that began with at least one on this hero. Dmg: dealt by this hero "
    "through the token, whoever held it.",
)


def events_tables(data: Record) -> tuple[Table, ...]:
    """The tables of `events_data`."""
    return tuple(_tables(data))


def _tables(data: Record) -> Iterator[Table]:
    for hero in data["heroes"]:
        yield ability_table(hero)
        yield damage_table(hero)
        yield status_table(hero)
        yield card_table(hero)
    yield feel_table(data)


def ability_table(hero: Record) -> Table:
    """How often each ability was used, beside its exact odds."""
    columns = (
        Column("ability", wrap=True),
        Column("phases", right=True, show=_count),
        Column("used", right=True, show=_count),
        Column("rate", right=True, show=_rate),
        Column("exact_chased", "Within reach", right=True, show=percent),
        Column("z", "First roll", right=True, show=_z),
    )
    rows = [
        (
            ability_label(entry),
            entry["phases"] or None,
            entry["used"],
            _known(entry["rate"]),
            entry["exact_chased"],
            entry["first_roll"] and entry["first_roll"]["z"],
        )
        for entry in hero["abilities"]
        if entry["used"] or entry["phases"]
    ]
    return Table(columns, tuple(rows), f"{hero['name']}: abilities", ABILITY_NOTES)


def ability_label(entry: Record) -> str:
    """`Revolver II (3 bullet)`."""
    return f"{entry['name']}{_LEVELS[entry['level']]}" + (f" ({entry['needs']})" if entry["needs"] else "")


def damage_table(hero: Record) -> Table:
    """Where the damage of a hero comes from: each kind of source, then the abilities."""
    columns = (
        Column("source", wrap=True),
        Column("share", right=True, show=_rate),
        Column("share_in_wins", "In wins", right=True, show=_rate),
        Column("share_in_losses", "In losses", right=True, show=_rate),
        Column("damage_per_use", "Per use", right=True, show=_number),
    )
    damage = hero["damage"]
    kinds = [
        (f"all {entry['source']}", _known(entry["share"]), None, None, None)
        for entry in damage["by_source"]
        if entry["damage"]
    ]
    names = ("share", "share_in_wins", "share_in_losses", "damage_per_use")
    abilities = [
        (ability_label(entry), *(_known(entry[name]) for name in names))
        for entry in sorted(hero["abilities"], key=lambda entry: -entry["damage"])
        if entry["damage"]
    ]
    notes = (
        f"Final Dmg Totals against the opponent, {_number(damage['per_game'])} a game; what several things "
        "add up to is split in proportion.",
        f"{damage['to_itself']:,} dmg that its own texts dealt to itself is left out.",
    )
    return Table(columns, (*kinds, *abilities), f"{hero['name']}: damage by source", notes)


def status_table(hero: Record) -> Table:
    """How long each status effect lay on a hero, and what became of it."""
    columns = (
        Column("status_effect", wrap=True),
        Column("uptime", right=True, show=_rate),
        Column("stacks", "Mean stacks", right=True, show=_number),
        *(Column(name, right=True, show=_count) for name in ("gained", "lost", "spent")),
        Column("damage", "Dmg", right=True, show=_count),
    )
    rows = [
        (
            entry["name"],
            _known(entry["uptime"]),
            _known(entry["stacks"]),
            *(entry[name] for name in ("gained", "lost", "spent", "damage")),
        )
        for entry in hero["status_effects"]
        if entry["gained"] or entry["damage"]
    ]
    return Table(columns, tuple(rows), f"{hero['name']}: status effects", STATUS_NOTES)


def card_table(hero: Record) -> Table:
    """Win rates with and without each card."""
    columns = (
        Column("card", wrap=True),
        *(Column(name, right=True, show=_count) for name in ("drawn", "played")),
        Column("when_played", "If played", right=True, show=_rate),
        Column("opening_difference", "Opening hand", right=True, show=_points),
        Column("difference_at_equal_length", "Equal length", right=True, show=_points),
    )
    names = ("when_played", "opening_difference", "difference_at_equal_length")
    cards = sorted(hero["cards"], key=lambda entry: -(entry["opening_difference"]["value"] or 0))
    rows = [
        (
            entry["name"],
            *(entry[name] for name in ("drawn", "played")),
            *(_known(entry[name]) for name in names),
        )
        for entry in cards
    ]
    return Table(columns, tuple(rows), f"{hero['name']}: cards (association)", CARD_NOTES)


def feel_table(data: Record) -> Table:
    """Lead changes, comebacks, first blood, margins."""
    feel = data["game_feel"]
    rows: list[tuple[str, str]] = [
        ("lead changes in a game", _long(feel["lead_changes"])),
        ("won although 10 health behind at half time", _long_rate(feel["comebacks"])),
        ("turn of the first damage, median", _long(feel["first_blood_turn"], 0)),
        ("won by whoever dealt the first damage", _long_rate(feel["first_blood_wins"])),
        ("health left to the victor", _long(feel["winning_margin"])),
        ("victor left with 25 or more", _long_rate(feel["blow_outs"])),
    ]
    for entry in feel["by_hero"]:
        rows += [
            (f"{entry['hero']}: comebacks", _long_rate(entry["comebacks"])),
            (f"{entry['hero']}: first damage", _long_rate(entry["first_blood"])),
            (f"{entry['hero']}: health left as the victor", _long(entry["winning_margin"])),
            (f"{entry['hero']}: left with 25 or more as the victor", _long_rate(entry["blow_outs"])),
        ]
    lost = data["games_with_lost_events"]
    cut = f"{lost:,} games had more events than are kept: their last turns are not counted."
    columns = Column("what", "", wrap=True), Column("value", "", right=True)
    return Table(columns, tuple(rows), "Feel of the games", (cut,) if lost else ())


# ---------------------------------------------------------------- one flat table for CSV


def events_flat(data: Record) -> Table:
    """Every estimate and count in one long table."""
    columns = tuple(Column(name) for name in ("section", "hero", "item", "what", *_RESULTS))
    rows = [
        (section, hero["hero"], label, what, *values)
        for hero in data["heroes"]
        for section, label, entry in _entries(hero)
        for what, values in _values(entry)
    ]
    feel = data["game_feel"]
    rows += [("game feel", "", "", what, *values) for what, values in _values(feel)]
    for entry in feel["by_hero"]:
        rows += [("game feel", entry["hero"], "", what, *values) for what, values in _values(entry)]
    return Table(columns, tuple(rows))


def _entries(hero: Record) -> Iterator[tuple[str, str, Record]]:
    yield "hero", "", {"results": hero["results"], "damage_per_game": hero["damage"]["per_game"]}
    yield from (("damage", entry["source"], entry) for entry in hero["damage"]["by_source"])
    yield from (("ability", ability_label(entry), entry) for entry in hero["abilities"])
    yield from (("card", entry["name"], entry) for entry in hero["cards"])
    yield from (("status effect", entry["name"], entry) for entry in hero["status_effects"])


def _values(entry: Record) -> Iterator[tuple[str, tuple[Any, ...]]]:
    for name, value in entry.items():
        if isinstance(value, dict) and "value" in value:
            yield name, tuple(value[part] for part in _RESULTS)
            yield from (
                (f"{name}_{key}", (value[key], None, None, None)) for key in value if key not in _RESULTS
            )
        elif isinstance(value, int | float) and name != "level":
            yield name, (value, None, None, None)
        elif isinstance(value, dict):
            yield from ((f"{name}_{key}", (number, None, None, None)) for key, number in value.items())


# ---------------------------------------------------------------- cells


def _known(estimate: Record) -> Record | None:
    return None if estimate["value"] is None else estimate


def _with_error(estimate: Record, factor: float, digits: int, sign: str = "", unit: str = "") -> str:
    """The longer arm of the interval stands for both; JSON and CSV have its two ends."""
    value, low, high = (estimate[name] for name in _RESULTS[:3])
    if value is None:
        return "–"
    if low is None or high is None:
        return f"{factor * value:{sign}.{digits}f}{unit}"
    reach = ceil(factor * max(high - value, value - low) * 10**digits) / 10**digits  # never ±0.0
    return f"{factor * value:{sign}.{digits}f}{unit} ±{reach:.{digits}f}"


def _rate(estimate: Record) -> str:
    return _with_error(estimate, 100, 1, unit=" %")


def _points(estimate: Record) -> str:
    return _with_error(estimate, 100, 1, sign="+")


def _number(estimate: Record) -> str:
    return _with_error(estimate, 1, 2)


def _count(number: int) -> str:
    return f"{number:,}"


def _z(z: float) -> str:
    return f"{z:+.1f}" + ("!" if abs(z) > LIMIT else "")


def _long(estimate: Record, digits: int = 2) -> str:
    return _interval(estimate, 1, digits, "")


def _long_rate(estimate: Record) -> str:
    return _interval(estimate, 100, 1, " %")


def _interval(estimate: Record, factor: float, digits: int, unit: str) -> str:
    if estimate["value"] is None:
        return "–"
    value, low, high = (
        "–" if estimate[name] is None else f"{factor * estimate[name]:.{digits}f}" for name in _RESULTS[:3]
    )
    return f"{value}{unit} [{low}, {high}], n = {estimate['n']:,}"

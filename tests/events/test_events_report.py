"""What reports make of counted events: estimates with intervals, exact odds, tables, the command."""

from __future__ import annotations

import csv
import io
import json
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

from dtsim.cli import app
from dtsim.dicethrone.batch import pair_up, play_batch
from dtsim.dicethrone.engine.counters import OFFSETS
from dtsim.dicethrone.events import Tally
from dtsim.dicethrone.exact import Odds, exact_odds
from dtsim.dicethrone.odds.lattice import dice_id
from dtsim.report.events import events_data
from dtsim.report.events_tables import ability_table, events_flat, events_tables
from dtsim.report.tables import Format, Report, render
from dtsim.stats.ratios import RatioSums

GAMES = 40
PAIRING = pair_up(["gunslinger", "cursed-pirate"], seed=5)


def counted(numbers: range) -> Tally:
    tally = play_batch(PAIRING, numbers, threads=1, events=True).tally
    assert tally is not None
    return tally


@pytest.fixture(scope="module")
def singles() -> list[Tally]:
    return [counted(range(game, game + 1)) for game in range(GAMES)]


@pytest.fixture(scope="module")
def tally(singles: list[Tally]) -> Tally:
    return sum(singles[1:], singles[0])


@pytest.fixture(scope="module")
def exact(tally: Tally) -> Odds:
    return exact_odds(PAIRING.heroes, tally.sheet)


@pytest.fixture(scope="module")
def data(tally: Tally, exact: Odds) -> dict[str, Any]:
    return events_data(tally, exact)


def named(entries: list[dict[str, Any]], name: str, **fields: Any) -> dict[str, Any]:
    found = [
        entry
        for entry in entries
        if entry["name"] == name and all(entry[key] == value for key, value in fields.items())
    ]
    assert len(found) == 1
    return found[0]


# ---------------------------------------------------------------- exact odds


@pytest.mark.parametrize(
    ("ability", "needs", "first_roll", "chased"),
    [
        ("Showdown", "", Fraction(1200, 7776), 0.6154),
        ("Fan the Hammer", "", Fraction(240, 7776), 0.2611),
        ("Fill'Em With Lead!", "", Fraction(1, 7776), 0.0133),
        ("Revolver", "5 bullet", Fraction(1, 32), 0.5129),
    ],
)
def test_exact_odds_stand_beside_abilities(
    data: dict[str, Any], ability: str, needs: str, first_roll: Fraction, chased: float
) -> None:
    entry = named(data["heroes"][0]["abilities"], ability, level=1, needs=needs)
    assert entry["first_roll"]["exact"] == pytest.approx(float(first_roll), rel=1e-12)
    assert entry["exact_chased"] == pytest.approx(chased, abs=5e-5)


def test_only_offensive_abilities_have_odds(data: dict[str, Any]) -> None:
    for hero in data["heroes"]:
        for entry in hero["abilities"]:
            is_offensive = entry["slot"] in ("offensive", "ultimate")
            assert (entry["first_roll"] is not None) == is_offensive


def test_the_first_rolls_of_the_engine_pass_their_check(data: dict[str, Any]) -> None:
    scores = [
        entry["first_roll"]["z"]
        for hero in data["heroes"]
        for entry in hero["abilities"]
        if entry["first_roll"]
    ]
    assert len(scores) > 30
    assert max(map(abs, scores)) < 4


def test_loaded_dice_fail_the_check(tally: Tally, exact: Odds) -> None:
    counts = tally.counts.copy()
    counts[OFFSETS["first_rolls"] + dice_id([1, 2, 3, 4, 5])] += 60
    hero = events_data(Tally(tally.sheet, counts), exact)["heroes"][0]
    assert named(hero["abilities"], "Fan the Hammer", level=1)["first_roll"]["z"] > 4
    shown = render(Report((ability_table(hero),)), Format.TABLE, 100)
    assert "!" in next(line for line in shown.splitlines() if line.startswith("Fan the Hammer "))


# ---------------------------------------------------------------- estimates


def test_a_rate_is_a_ratio_of_totals_with_the_error_of_games(
    tally: Tally, singles: list[Tally], data: dict[str, Any]
) -> None:
    row = next(i for i, row in enumerate(tally.sheet.abilities[0]) if row.label == "Showdown")
    used = [int(one.field("abilities", "used")[0, row].sum()) for one in singles]
    phases = [int(one.field("abilities", "phases")[0, row]) for one in singles]
    expected = RatioSums.of_games(used, phases).estimate()
    rate = named(data["heroes"][0]["abilities"], "Showdown", level=1)["rate"]
    assert (rate["value"], rate["n"]) == (expected.value, GAMES)
    assert [rate["low"], rate["high"]] == pytest.approx([expected.low, expected.high])


def test_the_share_in_wins_is_that_of_the_games_won(
    tally: Tally, singles: list[Tally], data: dict[str, Any]
) -> None:
    row = next(i for i, row in enumerate(tally.sheet.abilities[1]) if row.label == "Walk the Plank")
    won = [one for one in singles if one.section("games")[1, :, 0].sum()]
    part = [int(one.field("abilities", "damage")[1, row].sum()) for one in won]
    total = [int(one.field("heroes", "damage")[1].sum()) for one in won]
    expected = RatioSums.of_games(part, total).estimate()
    share = named(data["heroes"][1]["abilities"], "Walk the Plank")["share_in_wins"]
    assert (share["value"], share["n"]) == (expected.value, len(won))
    assert share["high"] == pytest.approx(expected.high)


def test_uptime_counts_turns_of_either_player(
    tally: Tally, singles: list[Tally], data: dict[str, Any]
) -> None:
    row = next(i for i, row in enumerate(tally.sheet.tokens) if row.name == "Powder Keg")
    held = [int(one.field("tokens", "held")[0, row]) for one in singles]
    turns = [int(one.field("heroes", "turns")[0]) for one in singles]
    expected = RatioSums.of_games(held, turns).estimate()
    uptime = named(data["heroes"][0]["status_effects"], "Powder Keg")["uptime"]
    assert 0 < uptime["value"] < 1
    assert [uptime["value"], uptime["high"]] == pytest.approx([expected.value, expected.high])


def test_shares_of_all_sources_make_the_whole(data: dict[str, Any]) -> None:
    for hero in data["heroes"]:
        assert sum(entry["share"]["value"] for entry in hero["damage"]["by_source"]) == pytest.approx(1)
        rows = [*hero["abilities"], *hero["cards"], *hero["status_effects"]]
        assert sum(row["damage"] for row in rows) == hero["damage"]["total"]


def test_what_never_happened_may_still_happen(data: dict[str, Any]) -> None:
    never = [entry for entry in data["heroes"][0]["abilities"] if entry["phases"] and not entry["used"]]
    assert never
    for entry in never:
        assert entry["rate"]["value"] == 0
        assert 0 < entry["rate"]["high"] < 4 / entry["phases"] + 1e-9


def test_games_with_a_card_and_without_make_all_games(data: dict[str, Any]) -> None:
    for hero in data["heroes"]:
        for card in hero["cards"]:
            assert card["opening_hand"]["n"] + card["drawn_later"]["n"] == card["in_hand"]["n"]
            assert card["in_hand"]["n"] + card["not_seen"]["n"] == GAMES
            assert card["difference_at_equal_length"]["n"] == GAMES


def test_four_cards_are_in_every_opening_hand(data: dict[str, Any]) -> None:
    """Copies of one card would be one name; these decks hold every card once."""
    for hero in data["heroes"]:
        assert sum(card["opening_hand"]["n"] for card in hero["cards"]) == 4 * GAMES


def test_the_feel_of_the_games_adds_up(data: dict[str, Any]) -> None:
    feel, results = data["game_feel"], data["heroes"][0]["results"]
    assert feel["lead_changes"]["n"] == GAMES
    assert feel["winning_margin"]["n"] == feel["blow_outs"]["n"] == results["wins"] + results["losses"]
    assert sum(hero["first_blood"]["value"] for hero in feel["by_hero"]) == pytest.approx(1)
    assert feel["comebacks"]["n"] == sum(hero["comebacks"]["n"] for hero in feel["by_hero"])


def test_the_fan_of_health_begins_below_the_start_and_ends_with_the_dead(data: dict[str, Any]) -> None:
    for hero in data["heroes"]:
        fan = hero["health"]
        assert set(fan["n"]) == {GAMES}
        assert max(fan["values"][0]) <= 60
        assert fan["values"][-1][0] == 0
        assert hero["health_of_the_living"]["n"][-1] <= 1


def test_without_odds_the_rest_is_the_same(tally: Tally, data: dict[str, Any]) -> None:
    plain = events_data(tally)
    assert plain["heroes"][0]["abilities"][0]["exact_chased"] is None
    assert plain["game_feel"] == data["game_feel"]


def test_no_games_give_no_numbers(tally: Tally, exact: Odds) -> None:
    data = events_data(Tally.empty(tally.sheet), exact)
    assert data["heroes"][0]["abilities"][0]["rate"]["value"] is None
    assert data["game_feel"]["lead_changes"] == {"value": None, "low": None, "high": None, "n": 0}
    assert len(events_tables(data)) == 9


# ---------------------------------------------------------------- tables and the command


@pytest.mark.parametrize("width", [80, 120])
def test_tables_fit_the_terminal_and_cut_no_number(data: dict[str, Any], width: int) -> None:
    shown = render(Report(events_tables(data), data), Format.TABLE, width)
    assert max(map(len, shown.splitlines())) <= width
    assert "…" not in shown


def test_cards_are_called_an_association(data: dict[str, Any]) -> None:
    shown = render(Report(events_tables(data), data), Format.MD)
    assert shown.count("cards (association)") == 2
    assert "not what the card does" in shown


def test_the_flat_table_has_every_estimate_with_its_interval(data: dict[str, Any]) -> None:
    rows = events_flat(data).records()
    [rate] = [row for row in rows if (row["item"], row["what"]) == ("Showdown II", "rate")]
    entry = named(data["heroes"][0]["abilities"], "Showdown", level=2)
    assert {key: rate[key] for key in ("value", "low", "high", "n")} == entry["rate"]


def run(*words: str) -> str:
    done = CliRunner().invoke(app, ["play", "gunslinger", "cursed-pirate", "--games", "6", *words])
    assert done.exit_code == 0, done.output
    return done.stdout


def test_play_counts_events_when_asked_to() -> None:
    plain, counted = (json.loads(run("--format", "json", *extra)) for extra in ((), ("--events",)))
    events = counted.pop("events")
    assert counted == plain
    assert (events["games"], [hero["hero"] for hero in events["heroes"]]) == (6, plain["heroes"])
    assert events["heroes"][0]["results"]["wins"] == plain["wins"][0]


def test_play_prints_the_tables_after_the_headline() -> None:
    shown = run("--events")
    titles = [
        "gunslinger against cursed-pirate",
        "Gunslinger: abilities",
        "Cursed Pirate: cards",
        "Feel of the",
    ]
    places = [shown.index(title) for title in titles]
    assert places == sorted(places)


def test_play_writes_events_as_one_csv_table() -> None:
    rows = list(csv.DictReader(io.StringIO(run("--events", "--format", "csv"))))
    assert {row["section"] for row in rows} == {
        "hero", "damage", "ability", "card", "status effect", "game feel"
    }  # fmt: skip
    assert np.isfinite([float(row["value"]) for row in rows if row["value"]]).all()

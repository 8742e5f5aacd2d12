"""Counters of compiled play against the same games counted in plain Python; tallies add like numbers."""

from __future__ import annotations

import functools
from collections import Counter
from typing import Any

import numpy as np
import pytest

from dtsim.dicethrone import batch as batches
from dtsim.dicethrone.batch import Batch, Pairing, pair_up, play_batch, play_rows
from dtsim.dicethrone.events import Tally
from dtsim.dicethrone.odds.lattice import dice_of
from dtsim.dicethrone.pairs import play_pairs
from dtsim.dicethrone.replay import replay_game
from dtsim.errors import DtsimError
from dtsim.stats.arrays import IntArray
from dtsim.stats.game_feel import comeback_rate, lead_changes

from .recount import RESULTS, Key, Recount

GAMES = 12
FATES = ("opening", "later", "played", "sold")
CASES = [
    ("gunslinger", "cursed-pirate", "greedy"),
    ("shadow-thief", "huntress", "greedy"),
    ("paladin", "barbarian", "random"),
    ("cursed-pirate", "cursed-pirate", "greedy"),
]


@functools.cache
def pairing(first: str, second: str, player: str = "greedy") -> Pairing:
    return pair_up([first, second], seed=3, player=player)


@functools.cache
def played(first: str, second: str, player: str = "greedy") -> Batch:
    return play_batch(pairing(first, second, player), range(GAMES), threads=1, events=True)


def tally_of(first: str, second: str, player: str = "greedy") -> Tally:
    tally = played(first, second, player).tally
    assert tally is not None
    return tally


@functools.cache
def recounts(first: str, second: str, player: str) -> tuple[Recount, ...]:
    return tuple(Recount(replay_game(pairing(first, second, player), game)) for game in range(GAMES))


def recounted(first: str, second: str, player: str) -> Counter[Key]:
    return sum((game.counts for game in recounts(first, second, player)), Counter())


def told(counts: Counter[Key], *kinds: str) -> dict[Key, int]:
    return {key: number for key, number in counts.items() if key[0] in kinds and number}


def without_zeros(counts: dict[Key, Any]) -> dict[Key, int]:
    return {key: int(number) for key, number in counts.items() if number}


@pytest.fixture(params=CASES, ids=" ".join)
def case(request: pytest.FixtureRequest) -> tuple[str, str, str]:
    return request.param  # type: ignore[no-any-return]


# ---------------------------------------------------------------- counters against the recount


def test_abilities_are_counted_as_they_are_announced_and_used(case: tuple[str, str, str]) -> None:
    tally = tally_of(*case)
    used, announced = tally.field("abilities", "used"), tally.field("abilities", "announced")
    rows = [(h, i, row) for h in range(2) for i, row in enumerate(tally.sheet.abilities[h])]
    found: dict[Key, Any] = {("announced", h, row.label): announced[h, i] for h, i, row in rows}
    found |= {
        ("used", h, row.label, result): used[h, i, k]
        for h, i, row in rows
        if row.slot != "passive"
        for k, result in enumerate(RESULTS)
    }
    assert without_zeros(found) == told(recounted(*case), "announced", "used")


def test_damage_goes_to_what_dealt_it(case: tuple[str, str, str]) -> None:
    tally = tally_of(*case)
    found: Counter[Key] = Counter()
    for hero in range(2):
        for index, row in enumerate(tally.sheet.abilities[hero]):
            found["ability", hero, row.label] += tally.field("abilities", "damage")[hero, index].sum()
        for index, card in enumerate(tally.sheet.cards[hero]):
            found["card", hero, card] += tally.field("cards", "damage")[hero, index]
        for index, token in enumerate(tally.sheet.tokens):
            found["token", hero, token.name] += tally.field("tokens", "damage")[hero, index]
    expected: Counter[Key] = Counter()
    for key, number in told(recounted(*case), "damage").items():
        _, hero, what, name, _ = key
        expected[what, hero, name] += number
    assert without_zeros(found) == dict(expected)


def test_all_damage_of_a_hero_has_an_origin(case: tuple[str, str, str]) -> None:
    tally = tally_of(*case)
    total = tally.field("heroes", "damage").sum(axis=1)
    by_origin = tally.field("heroes", "by_origin")
    assert by_origin.sum(axis=1).tolist() == total.tolist()
    assert by_origin[:, 0].tolist() == [0, 0]  # nothing is nameless
    expected = Counter({key[1]: 0 for key in told(recounted(*case), "damage")})
    for key, number in told(recounted(*case), "damage").items():
        expected[key[1]] += number
    assert total.tolist() == [expected[0], expected[1]]
    own = tally.field("heroes", "self_damage").tolist()
    assert own == [recounted(*case)["self damage", hero] for hero in range(2)]


def test_cards_are_followed_from_the_deck_to_their_fate(case: tuple[str, str, str]) -> None:
    tally = tally_of(*case)
    found: dict[Key, Any] = {}
    for hero in range(2):
        for index, card in enumerate(tally.sheet.cards[hero]):
            for what in ("drawn", "played", "sold", "discarded"):
                found[what, hero, card] = tally.field("cards", what)[hero, index]
            for length, result, fate in np.argwhere(tally.section("fates")[hero, :, :, index]):
                found["fate", hero, card, FATES[fate], int(length), RESULTS[result]] = tally.section("fates")[
                    hero, length, result, index, fate
                ]
    assert without_zeros(found) == told(recounted(*case), "drawn", "played", "sold", "discarded", "fate")


def test_tokens_are_counted_when_turns_begin_and_when_they_come_and_go(case: tuple[str, str, str]) -> None:
    tally = tally_of(*case)
    kinds = ("held", "stacks", "gained", "inflicted", "lost", "spent")
    found = {
        (kind, hero, token.name): tally.field("tokens", kind)[hero, index]
        for kind in kinds
        for hero in range(2)
        for index, token in enumerate(tally.sheet.tokens)
    }
    assert without_zeros(found) == told(recounted(*case), *kinds)


def test_health_is_kept_for_every_turn_and_for_the_end(case: tuple[str, str, str]) -> None:
    tally = tally_of(*case)
    found: dict[Key, Any] = {}
    for kind, section in (("health", "health"), ("final health", "final_health")):
        for hero, turn, health in np.argwhere(tally.section(section)):
            found[kind, int(hero), int(turn) + 1, int(health)] = tally.section(section)[hero, turn, health]
    assert found == told(recounted(*case), "health", "final health")


def test_results_first_blood_and_first_rolls_are_those_of_the_games(case: tuple[str, str, str]) -> None:
    tally = tally_of(*case)
    found: dict[Key, Any] = {}
    for hero, length, result in np.argwhere(tally.section("games")):
        key = "games", int(hero), int(length), RESULTS[result]
        found[key] = tally.section("games")[hero, length, result]
    for hero, result, turn in np.argwhere(tally.section("first_blood")):
        key = "first blood", int(hero), int(turn) + 1, RESULTS[result]
        found[key] = tally.section("first_blood")[hero, result, turn]
    for hero, dice in np.argwhere(tally.section("first_rolls")):
        found["first roll", int(hero), dice_of(dice)] = tally.section("first_rolls")[hero, dice]
    for hero in range(2):
        found["phases", hero] = tally.field("heroes", "phases")[hero]
    assert found == told(recounted(*case), "games", "first blood", "first roll", "phases")


def test_lead_changes_and_comebacks_are_those_of_the_statistics(case: tuple[str, str, str]) -> None:
    tally = tally_of(*case)
    histories = [game.histories for game in recounts(*case)]
    winners = [game.game.winner for game in recounts(*case)]
    lengths = np.array([len(history) for history in histories])
    leads = np.zeros((GAMES, lengths.max()), dtype=np.int64)
    for game, history in enumerate(histories):
        leads[game, : len(history)] = [first - second for first, second in history]
    changes = np.bincount(lead_changes(leads, lengths), minlength=32)
    assert tally.section("lead_changes").tolist() == [changes.tolist()] * 2
    decided: IntArray = np.array([game for game in range(GAMES) if winners[game] is not None])
    expected = comeback_rate(leads[decided], lengths[decided], np.array(winners)[decided] == 0)
    behind, comebacks = tally.field("heroes", "behind").sum(), tally.field("heroes", "comebacks").sum()
    assert behind == expected.n
    assert (comebacks / behind if behind else None) == expected.value


def test_an_ability_is_on_the_board_at_one_level_and_on_one_side(case: tuple[str, str, str]) -> None:
    """Of every space each Offensive Roll Phase sees exactly one level, on the side that lies up."""
    tally = tally_of(*case)
    program = pairing(*case).program()
    phases = tally.field("abilities", "phases")
    for hero in range(2):
        by_space: Counter[Key] = Counter()
        spaces = {ability.name: ability for ability in program.heroes[hero].abilities}
        for index, row in enumerate(tally.sheet.abilities[hero]):
            first = all(
                (row.name, row.level) != (o.name, o.level) for o in tally.sheet.abilities[hero][:index]
            )
            if row.is_offensive and first and row.name in spaces:
                by_space[row.name, row.side] += phases[hero, index]
        total = tally.field("heroes", "phases")[hero]
        sides = program.heroes[hero].sides
        both = {name: number for (name, side), number in by_space.items() if not side}
        assert set(both.values()) <= {total}
        if sides:
            seen = [{n for (_, side), n in by_space.items() if side == one} for one in sides]
            assert all(len(numbers) == 1 for numbers in seen)
            assert sum(number for numbers in seen for number in numbers) == total


def test_squares_are_sums_over_games() -> None:
    """What the errors of ratios are made of, against tallies of single games."""
    games = pairing("gunslinger", "cursed-pirate")
    single = [play_batch(games, range(game, game + 1), threads=1, events=True).tally for game in range(GAMES)]
    tally = tally_of("gunslinger", "cursed-pirate")

    def each(section: str, name: str) -> IntArray:
        """[game, hero, row], whatever the result of the game."""
        fields = [one.field(section, name) for one in single if one is not None]
        by_result = name in ("used", "damage") and section in ("heroes", "abilities")
        return np.stack([field.sum(axis=-1) if by_result else field for field in fields])

    def products(section: str, first: str, second: IntArray) -> list[Any]:
        return (each(section, first) * second).sum(axis=0).tolist()  # type: ignore[no-any-return]

    used, phases = each("abilities", "used"), each("abilities", "phases")
    damage, total, turns = each("abilities", "damage"), each("heroes", "damage"), each("heroes", "turns")
    held, stacks = each("tokens", "held"), each("tokens", "stacks")
    assert tally.field("abilities", "used_used").tolist() == products("abilities", "used", used)
    assert tally.field("abilities", "used_phases").tolist() == products("abilities", "used", phases)
    assert tally.field("abilities", "phases_phases").tolist() == products("abilities", "phases", phases)
    assert tally.field("abilities", "damage_used").tolist() == products("abilities", "damage", used)
    assert tally.field("abilities", "damage_damage").sum(axis=-1).tolist() == products(
        "abilities", "damage", damage
    )
    assert tally.field("abilities", "damage_total").sum(axis=-1).tolist() == products(
        "abilities", "damage", total[:, :, None]
    )
    assert tally.field("heroes", "damage_damage").sum(axis=-1).tolist() == products("heroes", "damage", total)
    assert tally.field("heroes", "turns_turns").tolist() == products("heroes", "turns", turns)
    assert tally.field("tokens", "held_held").tolist() == products("tokens", "held", held)
    assert tally.field("tokens", "held_turns").tolist() == products("tokens", "held", turns[:, :, None])
    assert tally.field("tokens", "stacks_stacks").tolist() == products("tokens", "stacks", stacks)
    assert tally.field("tokens", "stacks_turns").tolist() == products("tokens", "stacks", turns[:, :, None])
    for section in ("cards", "tokens"):
        part = each(section, "damage")
        assert tally.field(section, "damage_damage").tolist() == products(section, "damage", part)
        assert tally.field(section, "damage_total").tolist() == products(section, "damage", total[:, :, None])


# ---------------------------------------------------------------- adding


def test_counting_changes_no_game() -> None:
    games = pairing("gunslinger", "cursed-pirate")
    assert np.array_equal(play_rows(games, range(GAMES)), played("gunslinger", "cursed-pirate").rows)


def test_parts_of_a_run_add_up_to_the_run() -> None:
    games = pairing("gunslinger", "cursed-pirate")
    parts = [
        play_batch(games, numbers, threads=1, events=True).tally
        for numbers in (range(5), range(5, 6), range(6, GAMES))
    ]
    first, second, third = (part for part in parts if part is not None)
    assert first + second + third == tally_of("gunslinger", "cursed-pirate")
    assert (first.games, second.games) == (5, 1)


def test_threads_and_chunks_do_not_matter(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batches, "CHUNK", 2)
    games = pairing("gunslinger", "cursed-pirate")
    for threads in (1, 3):
        batch = play_batch(games, range(GAMES), threads=threads, events=True)
        assert batch.tally == tally_of("gunslinger", "cursed-pirate")


def test_an_interrupted_run_counts_the_games_it_keeps(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batches, "CHUNK", 2)
    games = pairing("gunslinger", "cursed-pirate")

    def stop(finished: int) -> None:
        raise KeyboardInterrupt

    batch = play_batch(games, range(20_000), threads=1, events=True, on_progress=stop)
    assert 0 < batch.games < 20_000
    whole = play_batch(games, range(batch.games), threads=1, events=True)
    assert batch.tally == whole.tally


def test_games_with_more_events_than_there_is_room_for_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    assert tally_of("gunslinger", "cursed-pirate").field("heroes", "cut").tolist() == [0, 0]
    monkeypatch.setattr(batches.L, "BRIEF", 60)
    short = play_batch(pairing("gunslinger", "cursed-pirate"), range(3), threads=1, events=True)
    assert short.tally is not None
    assert short.tally.field("heroes", "cut").tolist() == [3, 3]
    assert np.array_equal(short.rows, played("gunslinger", "cursed-pirate").rows[:3])


@pytest.mark.parametrize("coupling", ["independent", "seat", "hero"])
def test_pairs_count_by_hero_whatever_the_seat(coupling: str) -> None:
    pairs = play_pairs(pairing("gunslinger", "cursed-pirate"), range(3), coupling, threads=1, events=True)
    tally = pairs.tally
    assert tally is not None
    assert (tally.games, tally.sheet.heroes) == (6, ("gunslinger", "cursed-pirate"))
    scores = pairs.scores()
    results = tally.section("games")[0].sum(axis=0)
    assert results[:3].tolist() == [(scores == points).sum() for points in (2, 1, 0)]
    assert "Revolver" in {row.name for row in tally.sheet.abilities[0]}


def test_a_swapped_tally_is_that_of_the_swapped_pairing() -> None:
    """Of the same cards and dice: where seats are numbered the other way round only names change places."""
    tally = tally_of("gunslinger", "cursed-pirate")
    swapped = tally.swapped()
    assert swapped.sheet == tally_of("cursed-pirate", "gunslinger").sheet
    assert swapped.field("cards", "drawn")[1].tolist() == tally.field("cards", "drawn")[0].tolist()
    assert swapped.swapped() == tally


def test_a_tally_survives_json() -> None:
    tally = tally_of("gunslinger", "cursed-pirate")
    assert Tally.from_json(tally.to_json()) == tally


def test_an_empty_tally_changes_nothing() -> None:
    tally = tally_of("gunslinger", "cursed-pirate")
    assert Tally.empty(tally.sheet) + tally == tally
    assert Tally.empty(tally.sheet).games == 0


def test_tallies_of_other_heroes_cannot_be_added() -> None:
    with pytest.raises(DtsimError, match="events of shadow-thief against huntress cannot be added"):
        tally_of("gunslinger", "cursed-pirate") + tally_of("shadow-thief", "huntress")


@pytest.mark.parametrize(
    ("broken", "message"),
    [({}, "no tally of events"), ({"counts": "not base64"}, "no tally"), ({"counts": ""}, "no tally")],
)
def test_what_is_no_tally_is_refused(broken: dict[str, Any], message: str) -> None:
    data = tally_of("gunslinger", "cursed-pirate").to_json()
    with pytest.raises(DtsimError, match=message):
        Tally.from_json({**data, **broken} if broken else {})


def test_a_tally_of_another_version_is_refused() -> None:
    sheet = tally_of("gunslinger", "cursed-pirate").sheet
    with pytest.raises(DtsimError, match="another version of dtsim"):
        Tally(sheet, np.zeros(10, dtype=np.int64))


def test_games_that_are_over_stay_in_the_health_of_later_turns() -> None:
    tally = tally_of("gunslinger", "cursed-pirate")
    by_turn = tally.health_by_turn()
    assert set(by_turn.sum(axis=2).ravel().tolist()) == {GAMES}
    at_the_end = tally.section("final_health").sum(axis=1)
    assert by_turn[:, -1].tolist() == at_the_end.tolist()

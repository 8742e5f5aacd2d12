"""What holds in every game, after every decision: of the shipped heroes, and of heroes made up by chance."""

from __future__ import annotations

import functools
import itertools
import random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from dtsim.dicethrone.game import Game
from dtsim.dicethrone.heroes.library import load_hero
from dtsim.dicethrone.program import layout as L
from dtsim.dicethrone.program.compiler import compile_heroes
from dtsim.dicethrone.program.program import Program
from dtsim.dicethrone.program.rulings import RULINGS, ruling_bits

from .blows import PUSH, fighter, health, play, strike
from .invariants import Bookkeeper, choice, play_out, take_code
from .random_heroes import hero_files, read
from .scene import end_turn, events, finish, go_to, scene, step_on

HEROES = ("barbarian", "cursed-pirate", "gunslinger", "huntress", "paladin", "shadow-thief")
PAIRS = tuple(itertools.product(HEROES, HEROES))
SEEDS = st.integers(0, 2**32)
ZEAL = st.sampled_from([0.3, 0.7, 0.95, 1.0])

# fixed examples: the same games in every run
fixed = functools.partial(
    settings, derandomize=True, deadline=None, database=None, suppress_health_check=list(HealthCheck)
)


@functools.cache
def program(first: str, second: str, rulings: tuple[str, ...] = ()) -> Program:
    return compile_heroes([load_hero(first), load_hero(second)], rulings=ruling_bits(rulings))


def new_game(pair: tuple[str, str], seed: int, rulings: tuple[str, ...] = ()) -> Game:
    return Game(*pair, seed=seed, program=program(*pair, rulings))


# ---------------------------------------------------------------- games by chance


@pytest.mark.parametrize("pair", PAIRS, ids="-".join)
def test_every_pair_of_heroes_plays_by_the_rules(pair: tuple[str, str]) -> None:
    for seed in range(2):
        play_out(new_game(pair, seed), random.Random(seed), (0.95, 0.5)[seed])


@fixed(max_examples=40)
@given(pair=st.sampled_from(PAIRS), seed=SEEDS, zeal=ZEAL)
def test_random_play_respects_the_invariants(pair: tuple[str, str], seed: int, zeal: float) -> None:
    play_out(new_game(pair, seed), random.Random(seed), zeal)


@fixed(max_examples=12)
@given(pair=st.sampled_from(PAIRS), seed=SEEDS)
def test_the_invariants_hold_under_every_other_reading(pair: tuple[str, str], seed: int) -> None:
    # a dodge that keeps the reflection is the one reading that an invariant speaks about
    others = tuple(name for name in RULINGS if name != "dodge-keeps-reflection")
    play_out(new_game(pair, seed, others), random.Random(seed))


@fixed(max_examples=60)
@given(one=hero_files(), two=hero_files("Other"), seed=SEEDS, zeal=ZEAL)
def test_heroes_made_up_by_chance_load_play_and_respect_the_invariants(
    one: str, two: str, seed: int, zeal: float
) -> None:
    game = Game(read(one), read(two), seed=seed)
    play_out(game, random.Random(seed), zeal)
    assert game.result in ("decided", "unfinished")


@fixed(max_examples=20)
@given(source=hero_files(), shipped=st.sampled_from(HEROES), seed=SEEDS)
def test_heroes_made_up_by_chance_meet_the_shipped_ones(source: str, shipped: str, seed: int) -> None:
    play_out(Game(shipped, read(source), seed=seed), random.Random(seed))


# ---------------------------------------------------------------- the same again


@fixed(max_examples=25)
@given(pair=st.sampled_from(PAIRS), seed=SEEDS, stop=st.integers(0, 300))
def test_a_clone_at_any_decision_has_the_same_future_and_leaves_the_game_alone(
    pair: tuple[str, str], seed: int, stop: int
) -> None:
    game = new_game(pair, seed)
    chance = random.Random(seed)
    for _ in range(stop):
        if game.is_over:
            break
        take_code(game, choice(game, chance, 0.9))
    before = game.record.copy()
    copies = [game.clone(), game.clone()]
    ends = []
    for copy in copies:
        later = random.Random(stop)
        while not copy.is_over:
            take_code(copy, choice(copy, later, 0.9))
        ends.append((copy.record.tolist(), copy.events))
    assert ends[0] == ends[1]
    assert (game.record == before).all()
    assert len(ends[0][1]) >= int(before[L.N_EVENTS])


@fixed(max_examples=10)
@given(pair=st.sampled_from(PAIRS), seed=SEEDS)
def test_the_same_seed_and_the_same_choices_tell_the_same_story(pair: tuple[str, str], seed: int) -> None:
    games = [new_game(pair, seed) for _ in range(2)]
    for game in games:
        play_out(game, random.Random(seed))
    assert games[0].events == games[1].events


def test_another_seed_tells_another_story() -> None:
    games = [new_game(PAIRS[1], seed) for seed in range(2)]
    for game in games:
        play_out(game, random.Random(0))
    assert games[0].events != games[1].events


# ---------------------------------------------------------------- single invariants


def test_players_who_do_nothing_earn_the_income_and_the_forced_sales() -> None:
    game = Game("gunslinger", "barbarian", seed=2, start=0)
    second = []
    while len(second) < 4:
        turn = game.turn
        while game.turn == turn:
            game.take(0) if game.question == "sell" else step_on(game)
        if turn % 2 == 0:
            second.append((game.players[1].cp, len(game.players[1].hand)))
    # 2 CP and 4 cards, then one of each by every Income; the third one forces the first sale
    assert second == [(3, 5), (4, 6), (6, 6), (8, 6)]


def test_the_way_over_level_2_costs_what_level_3_costs() -> None:
    game = go_to(
        scene("gunslinger", "barbarian", {"cp": 9, "hand": ["Showdown II", "Showdown III"]}), "main phase"
    )
    game.take("upgrade Showdown II")
    go_to(game, "main phase").take("upgrade Showdown III")
    assert sum(event["cost"] for event in events(game, "installed")) == 3
    assert game.players[0].levels["Showdown"] == 3


@fixed(max_examples=60)
@given(
    wanted=st.integers(0, 9),
    mine=st.integers(0, 15),
    theirs=st.integers(0, 15),
    thing=st.sampled_from(["cp", "health", "Spoil", "status"]),
)
def test_a_thief_gains_what_the_victim_loses_and_no_more(
    wanted: int, mine: int, theirs: int, thing: str
) -> None:
    spoil = '[[status]]\nname = "Spoil"\nkind = "positive"\nstack_limit = 15\npersistent = true\n'
    hero = fighter(f"steal {wanted} {thing}", more=spoil)
    held = [{"cp": mine, "tokens": {"Spoil": mine}}, {"cp": theirs, "tokens": {"Spoil": theirs}}]
    held[0] |= {"health": mine + 45}
    held[1] |= {"health": theirs + 45}
    game = strike(hero, fighter(more=spoil), *held)

    def amounts() -> list[int]:
        kinds = {"cp": lambda player: player.cp, "health": lambda player: player.health}
        count = kinds.get(thing, lambda player: player.tokens.get("Spoil", 0))
        return [count(player) for player in game.players]

    before = [mine + 45, theirs + 45] if thing == "health" else [mine, theirs]
    if thing == "cp":
        before[0] = min(15, mine + 1)  # by the Income
    finish(game)
    gained, lost = amounts()[0] - before[0], before[1] - amounts()[1]
    room = (60 if thing == "health" else 15) - before[0]
    assert lost == min(wanted, before[1])
    assert gained == min(lost, room)


def _last_window(plays: tuple[str, ...], blow: int) -> list[int]:
    """An Attack met by these plays, in this order as far as priority lets them: the health left."""
    mine = {"hand": ["Push!", "Twice!"]}
    theirs = {"cp": 9, "hand": ["Not This Time!"], "tokens": {"Protect": 1}}
    game = strike(fighter(f"deal {blow} dmg", more=PUSH + TWICE), fighter(), mine, theirs)
    return health(finish(play(game, *plays)))


TWICE = PUSH.replace("Push!", "Twice!").replace("add 3 dmg", "multiply dmg by 2")
ANSWERS = ("play Push!", "play Twice!", "play Not This Time!", "spend Protect")


@fixed(max_examples=40)
@given(order=st.permutations(ANSWERS), plays=st.integers(1, 4), blow=st.integers(1, 15))
def test_the_order_of_plays_changes_no_total(order: list[str], plays: int, blow: int) -> None:
    chosen = tuple(order[:plays])
    assert _last_window(chosen, blow) == _last_window(tuple(sorted(chosen)), blow)


@pytest.mark.parametrize(
    ("place", "value"), [(L.CP, 16), (L.CP, 3), (L.HEALTH, 49), (L.HEALTH, 0), (L.HAND, 0), (L.COUNT, 9)]
)
def test_the_bookkeeper_notices_a_table_that_was_tampered_with(place: int, value: int) -> None:
    game = Game("gunslinger", "barbarian", seed=2)
    books = Bookkeeper(game)
    books.check()
    game.record[L.PLAYERS + place] = value
    with pytest.raises(AssertionError):
        books.check()


def test_the_bookkeeper_notices_a_card_in_two_places() -> None:
    game = end_turn(Game("gunslinger", "barbarian", seed=2))
    books = Bookkeeper(game)
    books.check()
    game.record[L.PLAYERS + L.DISCARD] |= game.record[L.PLAYERS + L.HAND]
    with pytest.raises(AssertionError):
        books.check()

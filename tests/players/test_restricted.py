"""What a player forbids itself never happens in whole games, whoever decides."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from dtsim.dicethrone.advice import Adviser
from dtsim.dicethrone.batch import pair_up, play_batch
from dtsim.dicethrone.player_files.library import load_player
from dtsim.dicethrone.player_files.model import KINDS, Never
from dtsim.dicethrone.replay import replay_game
from dtsim.errors import FileError

HEROES = ("shadow-thief", "gunslinger")
GAMES = range(6)
FREE = Never()
OTHER = {"random": "greedy", "greedy": "random", "planner": "greedy"}


@cache
def _events(kind: str, never: Never = FREE, seat: int = 0) -> tuple[dict[str, Any], ...]:
    """Everything that the restricted player does in some games, beside steps of the turn."""
    restricted = replace(load_player(kind), never=never)
    players = [load_player(OTHER[kind])] * 2
    players[seat] = restricted
    pairing = pair_up(HEROES, seed=4, seats=players)
    events = [event for game in GAMES for event in replay_game(pairing, game).events]
    return tuple(event for event in events if event["event"] == "step" or event.get("player") == seat)


def _values(events: Iterable[dict[str, Any]], kind: str, key: str) -> set[Any]:
    return {event[key] for event in events if event["event"] == kind}


def _rolls(events: Iterable[dict[str, Any]]) -> int:
    """The most Roll Attempts in an Offensive Roll Phase."""
    most = rolls = 0
    for event in events:
        if event["event"] == "step" and event["step"] == "O2":
            rolls = 0
        if event["event"] == "dice" and event["for"] == "offense":
            rolls += 1
            most = max(most, rolls)
    return most


def _abilities(events: Iterable[dict[str, Any]]) -> set[str]:
    found = _values(events, "announced", "ability") | _values(events, "defends", "ability")
    return {name.partition(" (")[0] for name in found} - {"none"}


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("kind", KINDS)
def test_a_forbidden_ability_is_never_announced(kind: str, seat: int) -> None:
    usual = _abilities(_events(kind, seat=seat))
    most = tuple(sorted(usual))[::2]
    assert len(most) > 1
    named = _abilities(_events(kind, Never(abilities=most), seat))
    assert named
    assert not named & set(most)


@pytest.mark.parametrize("kind", KINDS)
def test_a_forbidden_card_is_never_played(kind: str) -> None:
    usual = _values(_events(kind), "card", "card") | _values(_events(kind), "installed", "card")
    some = tuple(sorted(usual))[::2]
    assert len(some) > 1
    events = _events(kind, Never(cards=some))
    played = _values(events, "card", "card") | _values(events, "installed", "card")
    assert played
    assert not played & set(some)


@pytest.mark.parametrize("kind", KINDS)
def test_a_forbidden_status_effect_is_never_spent(kind: str) -> None:
    usual = _values(_events(kind, seat=1), "spent", "token")
    assert usual
    assert not _values(_events(kind, Never(status=tuple(sorted(usual))), 1), "spent", "token") & usual


@pytest.mark.parametrize("kind", KINDS)
def test_without_rerolls_the_first_roll_stands(kind: str) -> None:
    assert _rolls(_events(kind)) >= 3
    assert _rolls(_events(kind, Never(rerolls=True))) == 1


@pytest.mark.parametrize("kind", KINDS)
def test_without_upgrades_none_is_installed(kind: str) -> None:
    assert _values(_events(kind), "installed", "card")
    events = _events(kind, Never(upgrades=True))
    assert not _values(events, "installed", "card")
    assert _values(events, "card", "card")


@pytest.mark.parametrize("kind", KINDS)
def test_without_defence_every_defensive_roll_is_declined(kind: str) -> None:
    assert _values(_events(kind), "defends", "ability")
    assert not _values(_events(kind, Never(defence=True)), "defends", "ability")


def test_what_the_rules_force_happens_all_the_same() -> None:
    never = replace(load_player("greedy"), never=Never(defence=True))
    pairing = pair_up(HEROES, seed=4, player=never, rulings=["defence-forced"])
    assert _values(replay_game(pairing, 0).events, "defends", "ability")


def test_a_ban_binds_its_own_seat_alone() -> None:
    """In a mirror match both have the same cards and tokens."""
    restricted = replace(load_player("planner"), never=Never(upgrades=True, rerolls=True))
    pairing = pair_up(("paladin", "paladin"), seed=4, seats=[restricted, "planner"])
    events = [event for game in GAMES for event in replay_game(pairing, game).events]
    installing = {event["player"] for event in events if event["event"] == "installed"}
    assert installing == {1}


def test_a_planner_knows_what_it_never_does() -> None:
    """Its keeps are solved without the forbidden ability: it does not roll for what it may not announce."""
    never = Never(abilities=("Fan the Hammer",))
    aware = replace(load_player("planner"), never=never)
    pairing = pair_up(("gunslinger", "barbarian"), seed=2, seats=[aware, "greedy"])
    rows = play_batch(pairing, range(300)).rows
    usual = play_batch(
        pair_up(("gunslinger", "barbarian"), seed=2, seats=["planner", "greedy"]), range(300)
    ).rows
    assert (rows != usual).any()


def test_a_name_that_nobody_knows_is_shown_in_its_line(tmp_path: Any) -> None:
    path = tmp_path / "typo.toml"
    path.write_text('kind = "greedy"\n[never]\ncards = ["Six-It!", "Seven-It!"]\n')
    with pytest.raises(FileError, match=r"typo\.toml:3:21: unknown card 'Seven-It!'") as refused:
        pair_up(HEROES, player=path)
    assert "did you mean 'Six-It!'" in str(refused.value)


def test_a_name_of_a_hero_who_does_not_play_is_no_mistake() -> None:
    pair_up(HEROES, player=replace(load_player("greedy"), never=Never(abilities=("Mighty Blow",))))


@pytest.mark.parametrize("heroes", [HEROES, ("shadow-thief", "cursed-pirate"), ("huntress", "paladin")])
@pytest.mark.parametrize("kind", KINDS)
def test_forbidding_nothing_that_is_there_changes_nothing(kind: str, heroes: tuple[str, str]) -> None:
    """The filter itself does not change a game, nor does it that each seat has a memory of its own then."""
    idle = replace(load_player(kind), never=Never(abilities=("Mighty Blow",)))
    plain = play_batch(pair_up(heroes, seed=9, player=kind), range(2000)).rows
    assert (play_batch(pair_up(heroes, seed=9, player=idle), range(2000)).rows == plain).all()


@pytest.mark.parametrize(("status", "option"), [("Crit", "option 2"), ("Accuracy", "option 1")])
@pytest.mark.parametrize("kind", KINDS)
def test_a_forbidden_status_effect_is_not_gained_where_there_is_a_choice(
    kind: str, status: str, option: str
) -> None:
    never = replace(load_player(kind), never=Never(status=(status,)))
    adviser = Adviser(pair_up(("paladin", "barbarian"), player=never))
    game = adviser.new_game(scene=True)
    game.players[0].set(upgrades=["Mighty Prayer II"])
    game.begin(active=0, dice=[1, 1, 6, 3, 4])
    answers = {"main phase": "end phase", "keep": "stop", "announce": "announce Offensive Stance"}
    while game.question != "option":
        game.take(answers.get(game.question, 0))
    assert len(game.options) == 2
    assert adviser.ask(game).chosen.option == option


@pytest.mark.parametrize("kind", KINDS)
def test_an_optional_gain_of_a_forbidden_status_effect_is_declined(kind: str) -> None:
    """Every `may: gain Cursed Doubloon` of the Cursed Pirate."""
    never = replace(load_player(kind), never=Never(status=("Cursed Doubloon",)))
    usual, restricted = (
        Adviser(pair_up(("cursed-pirate", "barbarian"), seed=1, seats=[player, "greedy"]))
        for player in (load_player(kind), never)
    )
    assert _gains_by_choice(usual) > 0
    assert _gains_by_choice(restricted) == 0


def _gains_by_choice(adviser: Adviser) -> int:
    """How often saying yes to a `may` raises the Cursed Doubloons of the first player."""
    gains = 0
    for number in range(8):
        game = adviser.new_game(number)
        while not game.is_over:
            advice = adviser.ask(game)
            before = game.players[0].tokens.get("Cursed Doubloon", 0)
            is_may = game.question == "may" and advice.player == 0 and advice.chosen.option == "accept"
            adviser.take(game, advice)
            gains += is_may and game.players[0].tokens.get("Cursed Doubloon", 0) > before
    return gains

"""Which matchups a run has, and that one does not depend on another."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from dtsim import load_hero
from dtsim.dicethrone.player_files.library import load_player
from dtsim.errors import DtsimError
from dtsim.experiments.entrants import complete_heroes, enter, split_player
from dtsim.experiments.plan import Budget, Entrant, Plan, cell_seed

from .samples import plan_of


def test_the_seed_of_a_matchup_never_changes() -> None:
    """Whoever published a seed must find the same games in a later version."""
    assert cell_seed(7, "barbarian", "gunslinger") == 367782339134556563


def test_the_order_of_the_heroes_does_not_change_a_matchup() -> None:
    forward, backward = plan_of("paladin", "barbarian"), plan_of("barbarian", "paladin")
    assert forward.matchups() == backward.matchups()


def test_another_hero_does_not_change_a_matchup() -> None:
    few, more = plan_of("paladin", "barbarian"), plan_of("huntress", "paladin", "barbarian")
    assert set(few.matchups()) < set(more.matchups())


def test_matchups_have_seeds_of_their_own() -> None:
    seeds = [matchup.seed for matchup in plan_of().matchups()]
    assert len(set(seeds)) == len(seeds) == 6
    assert all(0 <= seed < 2**63 for seed in seeds)


def test_another_seed_of_the_run_changes_every_matchup() -> None:
    first, second = plan_of(), plan_of(seed=8)
    assert not {m.seed for m in first.matchups()} & {m.seed for m in second.matchups()}


def test_different_players_face_the_same_chance() -> None:
    plan = plan_of("paladin:random", "paladin:greedy", "barbarian:greedy")
    assert plan.labels == ("paladin:random", "paladin:greedy", "barbarian:greedy")
    against = {m.key: m.seed for m in plan.matchups()}
    assert against["barbarian:greedy", "paladin:random"] == against["barbarian:greedy", "paladin:greedy"]


def test_labels_name_the_player_only_where_players_differ() -> None:
    assert plan_of("paladin", "barbarian").labels == ("paladin", "barbarian")


def test_one_against_the_field_plays_its_own_matchups_only() -> None:
    plan = plan_of(focus=("paladin",))
    assert len(plan.matchups()) == 3
    assert all("paladin" in matchup.key for matchup in plan.matchups())


def test_mirrors_let_heroes_play_themselves() -> None:
    plan = plan_of("paladin", "barbarian", mirrors=True)
    assert [m.key for m in plan.matchups() if m.is_mirror] == [
        ("paladin", "paladin"),
        ("barbarian", "barbarian"),
    ]
    assert len(plan_of("paladin", mirrors=True).matchups()) == 1


def test_an_odd_number_of_games_is_rounded_up_to_pairs() -> None:
    assert Budget(7).pairs == Budget(8).pairs == 4


@pytest.mark.parametrize(
    ("heroes", "changes", "message"),
    [
        (("paladin",), {}, "at least two heroes, found only 'paladin'"),
        (("paladin", "paladin"), {}, "'paladin' takes part twice"),
        (("paladin", "barbarian:gredy"), {}, "unknown player 'gredy': did you mean 'greedy'"),
        (("paladin", "barbarian"), {"coupling": "seats"}, "unknown coupling 'seats': did you mean 'seat'"),
        (("paladin", "barbarian"), {"rulings": ("x",)}, "unknown ruling 'x'"),
        (
            ("paladin", "barbarian"),
            {"focus": ("palladin",)},
            "unknown hero 'palladin': did you mean 'paladin'",
        ),
    ],
)
def test_a_plan_that_cannot_be_played_is_refused(heroes: tuple[str, ...], changes: Any, message: str) -> None:
    with pytest.raises(DtsimError, match=message):
        plan_of(*heroes, **changes)


def test_no_hero_at_all_is_refused() -> None:
    with pytest.raises(DtsimError, match="found none"):
        Plan(())


def test_two_heroes_of_one_name_are_refused() -> None:
    hero = load_hero("paladin")
    other = replace(hero, digest="another")
    with pytest.raises(DtsimError, match="two different heroes are called 'paladin'"):
        Plan((Entrant(hero, load_player("greedy")), Entrant(other, load_player("random"))))


def test_a_hero_with_odds_only_cannot_take_part() -> None:
    with pytest.raises(DtsimError, match="odds only"):
        Plan(
            (
                Entrant(replace(load_hero("paladin"), complete=False), load_player("greedy")),
                plan_of().entrants[0],
            )
        )


@pytest.mark.parametrize(("games", "half_width"), [(0, None), (-5, None), (10, 0.0), (10, 0.5), (10, -0.1)])
def test_a_budget_of_nothing_is_refused(games: int, half_width: float | None) -> None:
    with pytest.raises(DtsimError, match=r"at least one game|between 0 and"):
        Budget(games, half_width)


# ---------------------------------------------------------------------------------------------- entrants


def test_without_heroes_all_complete_ones_take_part() -> None:
    assert [entrant.hero.slug for entrant in enter((), ["greedy"])] == complete_heroes()
    assert "paladin" in complete_heroes()


def test_every_hero_takes_part_with_every_player() -> None:
    entrants = enter(["paladin", "barbarian:random"], ["greedy", "random"])
    assert [one.order for one in entrants] == [
        ("paladin", "greedy"),
        ("paladin", "random"),
        ("barbarian", "random"),
    ]


@pytest.mark.parametrize(
    ("name", "parts"),
    [
        ("paladin", ("paladin", "")),
        ("paladin:random", ("paladin", "random")),
        ("my/hero.toml:greedy", ("my/hero.toml", "greedy")),
        ("paladin:my/hoarder.toml", ("paladin", "my/hoarder.toml")),
        ("C:hero.toml", ("C:hero.toml", "")),
    ],
)
def test_a_colon_parts_the_hero_from_its_player(name: str, parts: tuple[str, str]) -> None:
    assert split_player(name) == parts


def test_a_changed_number_makes_another_hero() -> None:
    changes = {"gunslinger": {"Revolver/deal/1": 9}}
    plain, changed = (enter(["gunslinger"], ["greedy"], numbers=numbers)[0] for numbers in (None, changes))
    assert changed.hero.digest != plain.hero.digest
    assert changed.numbers == (("gunslinger/Revolver/deal/1", 9),)
    assert {n.address: n.value for n in changed.hero.numbers}["Revolver/deal/1"] == 9


def test_a_changed_common_number_changes_every_hero() -> None:
    from dtsim.dicethrone.heroes.roster import numbers_of

    number = numbers_of("common")[0]
    changes = {"common": {number.address: number.value + 1}}
    plain = enter(["paladin", "barbarian"], ["greedy"])
    changed = enter(["paladin", "barbarian"], ["greedy"], numbers=changes)
    assert all(a.hero.digest != b.hero.digest for a, b in zip(plain, changed, strict=True))


def test_numbers_of_a_hero_that_does_not_take_part_are_refused() -> None:
    with pytest.raises(DtsimError, match="'huntress' are changed, but this hero does not take part"):
        enter(["paladin"], ["greedy"], numbers={"huntress": {"x": 1}})

"""On every roll exactly those abilities and steps may be announced whose requirement the dice meet."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

import pytest

from dtsim.dicethrone.game import Game
from dtsim.dicethrone.heroes.library import hero_paths, load_hero
from dtsim.dicethrone.heroes.model.hero import Hero, Upgrade
from dtsim.dicethrone.heroes.model.needs import Need
from tests.heroes.scripted import PASSES

HEROES = {slug: load_hero(path) for slug, path in hero_paths().items()}
BOARDS = [
    (slug, level, side)
    for slug, hero in HEROES.items()
    for level in ((1, 2, 3) if hero.upgrades else (1,))
    for side in hero.sides or ("",)
]


@pytest.mark.parametrize(("slug", "level", "side"), BOARDS)
def test_what_may_be_announced_is_what_the_dice_meet(slug: str, level: int, side: str) -> None:
    hero = HEROES[slug]
    board = dict(printed(hero, level, side))
    scene = Game(hero, "barbarian", scene=True, start=0)
    installed = [upgrade.name for upgrade in by_level(hero) if upgrade.ability.level <= level]
    scene.players[0].set(upgrades=installed, side=side or None)
    for dice in itertools.combinations_with_replacement(range(1, 7), 5):
        counts = tuple(dice.count(face) for face in range(1, 7))
        met = {name for name, need in board.items() if need.is_met(counts)}
        assert offered(scene.clone().begin(turn=0, active=0, dice=dice)) == met, dice


def by_level(hero: Hero) -> list[Upgrade]:
    """II before III, so that III lies on top."""
    return sorted(hero.upgrades, key=lambda upgrade: upgrade.ability.level)


def printed(hero: Hero, level: int, side: str) -> Iterator[tuple[str, Need]]:
    """The abilities of a board whose upgrades are installed up to a level, with each of their steps."""
    for ability in hero.abilities:
        if ability.slot not in ("offensive", "ultimate") or ability.side != side:
            continue
        shown = [ability]
        for upgrade in by_level(hero):
            if upgrade.ability.name == ability.name and upgrade.ability.level <= level:
                shown = [upgrade.ability, *upgrade.adds]
        for each in shown:
            for need in each.needs:
                yield each.name + (f" ({need})" if each.needs[1:] else ""), need


def offered(game: Game) -> set[str]:
    """What may be announced after the first Roll Attempt; nothing, if the player is not even asked."""
    while not any(event["event"] == "dice" for event in game.events):
        game.take(PASSES[game.question])
    while game.question in ("keep", "window"):
        game.take(PASSES[game.question])
    announced = [option.text.removeprefix("announce ") for option in game.options]
    return set(announced) - {"none"} if game.question == "announce" else set()

"""`dtsim.ladder(...)`: what skill is worth, and how much the order of the heroes hangs on it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path

import numpy as np

from dtsim.dicethrone.batch import pair_up, play_batch
from dtsim.dicethrone.heroes.model.hero import Hero
from dtsim.dicethrone.pairs import play_pairs
from dtsim.dicethrone.player_files.library import load_player
from dtsim.dicethrone.player_files.model import PlayerFile
from dtsim.dicethrone.roll_value import RollValue, roll_value
from dtsim.errors import DtsimError
from dtsim.experiments.api import play_plan
from dtsim.experiments.entrants import enter
from dtsim.experiments.matchups import Matchups
from dtsim.experiments.plan import Budget, Plan, cell_seed
from dtsim.experiments.runner import OnProgress
from dtsim.experiments.tally import tally
from dtsim.results import CellResult
from dtsim.stats.estimate import Estimate
from dtsim.stats.kendall import order_agreement
from dtsim.stats.pairs import Pairs

PLAYERS = ("random", "greedy", "planner")
GAMES = 1_000
BATCH = 250  # pairs that are played at a time: an interruption loses no more than these
TIMED = 200
FEWEST_HEROES = 3  # of which an order can be told


@dataclass(frozen=True, slots=True)
class Rung:
    """A player against another, with one hero in mirror matches; the same dice for both, seats swapped."""

    hero: str
    player: str
    against: str
    result: CellResult

    @property
    def score(self) -> Estimate:
        return Pairs(self.result.counts, self.result.stopped).score_rate()


@dataclass(frozen=True, slots=True)
class Skill:
    """A player alone: what it makes of its dice, and how fast it is."""

    player: str
    digest: str
    rolls: dict[str, RollValue]  # by hero
    games_per_second: float | None

    @property
    def share(self) -> float:
        """Of the best possible roll value, over all heroes."""
        return sum(one.reached for one in self.rolls.values()) / sum(
            one.optimum for one in self.rolls.values()
        )


@dataclass(frozen=True, slots=True)
class Agreement:
    """How much the order of the heroes is the same under two players."""

    player: str
    against: str
    tau: Estimate


@dataclass(frozen=True, slots=True)
class Ladder:
    """What was found about some players with some heroes."""

    heroes: tuple[str, ...]
    players: tuple[str, ...]
    seed: int
    games: int  # asked for, of every hero and two players
    rungs: tuple[Rung, ...]
    skills: tuple[Skill, ...]
    orders: dict[str, tuple[str, ...]]  # by player: the heroes, the best first
    agreements: tuple[Agreement, ...]
    is_interrupted: bool
    timed: int = TIMED  # games by which the speed of a player is measured

    def overall(self) -> Iterator[Rung]:
        """The rungs of all heroes together."""
        for player, against in combinations(self.players, 2):
            found = [rung.result for rung in self.rungs if (rung.player, rung.against) == (player, against)]
            if found:
                yield Rung("all", player, against, sum(found, CellResult()))


def ladder(
    *heroes: str | Path | Hero,
    players: Sequence[str | Path | PlayerFile] = PLAYERS,
    games: int = GAMES,
    seed: int = 0,
    heroes_from: Iterable[str | Path] = (),
    threads: int | None = None,
    on_progress: OnProgress | None = None,
) -> Ladder:
    """Play players against each other with every hero (all complete ones, if none is named).

    With three heroes or more, the heroes play each other under every player too, and their orders are
    compared. An interruption keeps what is finished.
    """
    deciding = [load_player(name) for name in players]
    if len({player.name for player in deciding}) < max(2, len(deciding)):
        raise DtsimError("a ladder needs at least two players, each of another name")
    if games < 2:
        raise DtsimError(f"a pair is two games: a ladder needs at least 2, not {games}")
    entrants = enter(heroes, [deciding[0]], heroes_from=heroes_from)
    taking_part = tuple(entrant.hero for entrant in entrants)
    for hero in taking_part:
        if not hero.complete:
            raise DtsimError(f"{hero.slug}: this hero has odds only; its file cannot play games")
    climb = _Climb(taking_part, deciding, games, seed, threads, on_progress)
    return climb.ladder()


class _Climb:
    """One session; after an interruption nothing more is played."""

    def __init__(
        self,
        heroes: tuple[Hero, ...],
        players: list[PlayerFile],
        games: int,
        seed: int,
        threads: int | None,
        on_progress: OnProgress | None,
    ) -> None:
        self.heroes, self.players, self.games, self.seed = heroes, players, games, seed
        self.threads, self.on_progress = threads, on_progress
        self.pairs = -(-games // 2)
        self.is_interrupted = False
        self.finished = 0
        mirrors = len(heroes) * len(players) * (len(players) - 1) // 2
        cells = len(heroes) * (len(heroes) - 1) // 2 * len(players) if len(heroes) >= FEWEST_HEROES else 0
        self.total = 2 * self.pairs * (mirrors + cells) + TIMED * len(players)

    def ladder(self) -> Ladder:
        rungs = tuple(self._rungs())
        if not rungs:
            raise KeyboardInterrupt
        skills = tuple(self._skills())
        found = dict(self._matrices())
        return Ladder(
            tuple(hero.slug for hero in self.heroes),
            tuple(player.name for player in self.players),
            self.seed,
            self.games,
            rungs,
            skills,
            {name: tuple(rating.hero for rating in result.ratings) for name, result in found.items()},
            tuple(self._agreements(found)),
            self.is_interrupted,
        )

    def _rungs(self) -> Iterator[Rung]:
        for hero in self.heroes:
            for player, against in combinations(self.players, 2):
                seed = cell_seed(self.seed, hero.slug, hero.slug)
                pairing = pair_up((hero, hero), seed=seed, seats=(player, against))
                result = CellResult()
                for first in range(0, self.pairs, BATCH):
                    if self.is_interrupted:
                        break
                    wanted = range(first, min(first + BATCH, self.pairs))
                    played = play_pairs(pairing, wanted, "seat", threads=self.threads)
                    self.is_interrupted = played.n < len(wanted)
                    result += tally(played)
                    self._report(2 * played.n)
                if result.pairs:
                    yield Rung(hero.slug, player.name, against.name, result)

    def _skills(self) -> Iterator[Skill]:
        for player in self.players:
            if self.is_interrupted:
                return
            rolls = {hero.slug: roll_value(hero, player) for hero in self.heroes}
            hero = self.heroes[0]
            batch = play_batch(pair_up((hero, hero), player=player), range(TIMED), threads=self.threads)
            self.is_interrupted = batch.games < TIMED
            self._report(batch.games)
            yield Skill(
                player.name, player.digest, rolls, batch.games / batch.seconds if batch.games else None
            )

    def _matrices(self) -> Iterator[tuple[str, Matchups]]:
        """The heroes against each other under each player."""
        if len(self.heroes) < FEWEST_HEROES:
            return
        for player in self.players:
            if self.is_interrupted:
                return
            plan = Plan(enter(self.heroes, [player]), self.seed, "seat", budget=Budget(self.games))
            result = play_plan(plan, threads=self.threads, on_progress=self._report_behind(self.finished))
            self.is_interrupted = result.provenance.is_interrupted
            if result.fit is not None and not self.is_interrupted:
                yield player.name, result

    def _agreements(self, found: dict[str, Matchups]) -> Iterator[Agreement]:
        for place, (player, against) in enumerate(combinations(found, 2)):
            first, second = found[player].fit, found[against].fit
            assert first is not None
            assert second is not None
            rng = np.random.default_rng([self.seed % 2**64, place])
            yield Agreement(player, against, order_agreement(first, second, rng))

    def _report(self, games: int) -> None:
        self._report_at(self.finished + games)

    def _report_behind(self, before: int) -> OnProgress:
        return lambda finished, _: self._report_at(before + finished)

    def _report_at(self, finished: int) -> None:
        self.finished = finished
        if self.on_progress:
            self.on_progress(finished, max(self.total, finished))

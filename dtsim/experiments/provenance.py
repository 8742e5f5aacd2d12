"""Where results come from: everything that is needed to get them again."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path

from dtsim.experiments.plan import Key, Plan, Version


@dataclass(frozen=True, slots=True)
class EntrantSource:
    """A hero as it took part: its player, the digests of both files, the printed numbers that changed."""

    label: str
    hero: str
    player: str
    digest: str
    numbers: tuple[tuple[str, int], ...] = ()
    player_digest: str = ""


@dataclass(frozen=True, slots=True)
class VersionSource:
    """Another version of the heroes: how it was asked for, and the digests of its files in their order."""

    given: tuple[str, ...]
    digests: tuple[str, ...]
    numbers: tuple[tuple[str, int], ...]
    rulings: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Provenance:
    """The run, told so that it can be repeated to the bit."""

    version: str
    engine: str  # digest of the compiled rules and players
    seed: int
    entrants: tuple[EntrantSource, ...]
    coupling: str
    rulings: tuple[str, ...]
    turn_cap: int
    games: int  # of each matchup, or the most of them on average if there is a half-width
    half_width: float | None
    batch: int
    schedule: tuple[Key, ...] = ()  # which matchup got each batch, where games were given out on the way
    unmet: tuple[Key, ...] = ()  # matchups that are wider than the half-width asked for
    command: str = ""
    is_interrupted: bool = False
    before: VersionSource | None = None  # the version that the run is compared with

    @property
    def players(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(entrant.player for entrant in self.entrants))


@dataclass(frozen=True, slots=True)
class Timing:
    """What differs from run to run and says nothing of the heroes."""

    seconds: float = 0.0  # of playing, in this session
    games: int = 0  # played in this session, couplings that were only tried included
    threads: int = 0

    @property
    def games_per_second(self) -> float | None:
        return self.games / self.seconds if self.seconds > 0 and self.games else None


def provenance_of(
    plan: Plan,
    *,
    schedule: tuple[Key, ...] = (),
    unmet: tuple[Key, ...] = (),
    command: str = "",
    is_interrupted: bool = False,
) -> Provenance:
    """Of a plan, by this version of dtsim."""
    from importlib.metadata import version

    return Provenance(
        version("dtsim"),
        engine_digest(),
        plan.seed,
        tuple(
            EntrantSource(
                one.label, one.hero.slug, one.player.name, one.hero.digest, one.numbers, one.player.digest
            )
            for one in plan.entrants
        ),
        plan.coupling,
        plan.rulings,
        plan.turn_cap,
        plan.budget.games,
        plan.budget.half_width,
        plan.budget.batch,
        schedule,
        unmet,
        command,
        is_interrupted,
        None if plan.against is None else _source(plan.against),
    )


def _source(version: Version) -> VersionSource:
    digests = tuple(hero.digest for hero in version.heroes)
    return VersionSource(version.given, digests, version.numbers, version.rulings)


def engine_digest() -> str:
    """Of the sources that decide how a game goes: two builds of one version may differ in them."""
    from dtsim.jit import compiled_sources

    tables = (Path(__file__).parent.parent / "dicethrone" / "program").glob("*.py")
    digest = hashlib.blake2b(digest_size=8)
    for path in sorted({*compiled_sources(), *tables}):
        digest.update(path.read_bytes())
    return digest.hexdigest()

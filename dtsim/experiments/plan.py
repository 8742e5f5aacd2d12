"""Which matchups a run plays, with whom deciding, by which chance and how often."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from dtsim.dicethrone.batch import Pairing
from dtsim.dicethrone.heroes.model import Hero
from dtsim.dicethrone.pairs import COUPLINGS
from dtsim.dicethrone.player_files.model import PlayerFile
from dtsim.dicethrone.program.rulings import ruling_bits
from dtsim.errors import DtsimError, unknown
from dtsim.stats.allocation import BATCH_PAIRS

PILOT = "pilot"
"""The coupling is chosen for each matchup, by trying."""

TURN_CAP = 200
MOST_GAMES = 1_000_000  # of a matchup, on average, when intervals decide

Key = tuple[str, str]
"""The two entrants of a matchup by label, in alphabetical order: how a matchup is called in files."""


@dataclass(frozen=True, slots=True)
class Entrant:
    """A hero and who decides for it."""

    hero: Hero
    player: PlayerFile
    given: str = ""  # the name or file by which the hero was asked for
    numbers: tuple[tuple[str, int], ...] = ()  # changed: gunslinger/Revolver/deal/1, 5
    label: str = ""  # how tables call it: the hero, and the player if they differ

    @property
    def order(self) -> tuple[str, str]:
        return self.hero.slug, self.player.name


@dataclass(frozen=True, slots=True)
class Budget:
    """How many games: the same number for every matchup, or as many as narrow intervals need."""

    games: int = 10_000  # of every matchup; with a half-width the most, on average
    half_width: float | None = None
    batch: int = BATCH_PAIRS  # pairs that are played, kept and judged at a time

    def __post_init__(self) -> None:
        if self.games < 1:
            raise DtsimError(f"a matchup needs at least one game, not {self.games}")
        if self.half_width is not None and not 0 < self.half_width < 0.5:
            raise DtsimError(f"a half-width is a share between 0 and 0.5, not {self.half_width:g}")
        assert self.batch > 0

    @property
    def pairs(self) -> int:
        """Pairs of every matchup; an odd number of games is rounded up."""
        return -(-self.games // 2)


@dataclass(frozen=True, slots=True)
class Matchup:
    """One cell of the matrix: the entrant that comes first in the alphabet, and the other."""

    first: Entrant
    second: Entrant
    seed: int

    @property
    def key(self) -> Key:
        return self.first.label, self.second.label

    @property
    def is_mirror(self) -> bool:
        return self.first.label == self.second.label


@dataclass(frozen=True, slots=True)
class Plan:
    """Everything that the results of a run follow from."""

    entrants: tuple[Entrant, ...]
    seed: int = 0
    coupling: str = PILOT
    rulings: tuple[str, ...] = ()
    turn_cap: int = TURN_CAP
    budget: Budget = Budget()
    focus: tuple[str, ...] = ()  # play only the matchups of these entrants; none: of all
    mirrors: bool = False  # entrants play themselves too
    events: bool = False  # count what happens in the games: abilities, cards, status effects
    title: str = ""

    def __post_init__(self) -> None:
        _refuse_odd_entrants(self.entrants, self.mirrors)
        if self.coupling not in (PILOT, *COUPLINGS):
            raise unknown("coupling", self.coupling, (PILOT, *COUPLINGS))
        ruling_bits(self.rulings)
        object.__setattr__(self, "entrants", _labelled(self.entrants))
        for label in self.focus:
            if label not in self.labels:
                raise unknown("hero", label, self.labels)

    @property
    def labels(self) -> tuple[str, ...]:
        return tuple(entrant.label for entrant in self.entrants)

    def matchups(self) -> tuple[Matchup, ...]:
        """Every matchup of the run; what is played in one does not depend on the others."""
        couples = [*combinations(self.entrants, 2), *((one, one) for one in self.entrants if self.mirrors)]
        wanted = self.focus or self.labels
        found = []
        for couple in couples:
            first, second = sorted(couple, key=lambda entrant: entrant.order)
            if first.label in wanted or second.label in wanted:
                found.append(Matchup(first, second, cell_seed(self.seed, first.hero.slug, second.hero.slug)))
        return tuple(found)

    def pairing(self, matchup: Matchup) -> Pairing:
        """How the games of a matchup are played."""
        return Pairing(
            (matchup.first.hero, matchup.second.hero),
            (matchup.first.player, matchup.second.player),
            matchup.seed,
            self.rulings,
            self.turn_cap,
        )


def cell_seed(seed: int, first: str, second: str) -> int:
    """The seed of a matchup: another hero in the run, or another order, changes no game of it.

    Players are left out, so that different players face the same dice and decks.
    """
    text = "/".join([str(seed), *sorted((first, second))])
    return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8).digest(), "big") >> 1


def _refuse_odd_entrants(entrants: Sequence[Entrant], mirrors: bool) -> None:
    if len(entrants) < (1 if mirrors else 2):
        found = f"only '{entrants[0].hero.slug}'" if entrants else "none"
        raise DtsimError(f"matchups need at least two heroes, found {found}")
    for entrant in entrants:
        if not entrant.hero.complete:
            raise DtsimError(
                f"{entrant.hero.slug}: this hero has odds only; its file is not complete enough to play games"
            )
    twice = [order for order, count in Counter(entrant.order for entrant in entrants).items() if count > 1]
    if twice:
        raise DtsimError(f"'{twice[0][0]}' takes part twice with the player '{twice[0][1]}'")
    digests: dict[str, str] = {}
    for hero in (entrant.hero for entrant in entrants):
        if digests.setdefault(hero.slug, hero.digest) != hero.digest:
            raise DtsimError(f"two different heroes are called '{hero.slug}': rename one of the files")
    digests = {}
    for player in (entrant.player for entrant in entrants):
        if digests.setdefault(player.name, player.digest) != player.digest:
            raise DtsimError(f"two different players are called '{player.name}': rename one of the files")


def _labelled(entrants: Sequence[Entrant]) -> tuple[Entrant, ...]:
    has_one_player = len({entrant.player.name for entrant in entrants}) == 1
    return tuple(
        replace(one, label=one.hero.slug if has_one_player else f"{one.hero.slug}:{one.player.name}")
        for one in entrants
    )

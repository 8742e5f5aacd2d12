"""Which matchups a run plays, with whom deciding, by which chance and how often."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from dtsim.dicethrone.batch import Pairing
from dtsim.dicethrone.heroes.model.hero import Hero
from dtsim.dicethrone.pairs import COUPLINGS
from dtsim.dicethrone.player_files.model import PlayerFile
from dtsim.dicethrone.program.rulings import ruling_bits
from dtsim.errors import DtsimError, unknown
from dtsim.stats.allocation import BATCH_PAIRS

PILOT = "pilot"
"""The coupling is chosen for each matchup, by trying."""

FULL = "full"
"""The coupling of two versions of the same heroes."""

PRINTED = "printed"
"""The version of the files: no numbers changed, no ruling turned."""

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
class Version:
    """Another version of what a run plays by: the heroes of its entrants, in their order, and the rulings."""

    heroes: tuple[Hero, ...]
    rulings: tuple[str, ...] = ()
    given: tuple[str, ...] = (PRINTED,)  # the files and folders by which it was asked for
    numbers: tuple[tuple[str, int], ...] = ()  # changed in it


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
    against: Version | None = None  # play the same games in this version too, to see what the change does

    def __post_init__(self) -> None:
        _refuse_odd_entrants(self.entrants, self.mirrors)
        object.__setattr__(self, "entrants", _labelled(self.entrants))
        if self.coupling not in (PILOT, *COUPLINGS):
            raise unknown("coupling", self.coupling, (PILOT, *COUPLINGS))
        ruling_bits(self.rulings)
        if self.against is not None and self.coupling == PILOT:
            object.__setattr__(self, "coupling", FULL)  # nothing to choose: the versions share all they can
        _refuse_odd_versions(self)
        for label in self.focus:
            if label not in self.labels:
                raise unknown("hero", label, self.labels)

    @property
    def labels(self) -> tuple[str, ...]:
        return tuple(entrant.label for entrant in self.entrants)

    def matchups(self) -> tuple[Matchup, ...]:
        """Every matchup of the run; what is played in one does not depend on the others.

        Against another version only what can have changed is played.
        """
        couples = [*combinations(self.entrants, 2), *((one, one) for one in self.entrants if self.mirrors)]
        wanted = self.focus or self.labels
        found = []
        for couple in couples:
            first, second = sorted(couple, key=lambda entrant: entrant.order)
            is_wanted = first.label in wanted or second.label in wanted
            if is_wanted and (self.against is None or self.is_touched(first, second)):
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

    def pairing_before(self, matchup: Matchup) -> Pairing | None:
        """How the same games are played in the other version, if there is one."""
        if self.against is None:
            return None
        heroes = (self._before(matchup.first), self._before(matchup.second))
        return replace(self.pairing(matchup), heroes=heroes, rulings=self.against.rulings)

    @property
    def n_versions(self) -> int:
        """How often each game is played."""
        return 1 if self.against is None else 2

    def _before(self, entrant: Entrant) -> Hero:
        assert self.against is not None
        return self.against.heroes[self.labels.index(entrant.label)]

    def is_touched(self, *entrants: Entrant) -> bool:
        """Whether the other version differs in anything that the games of these entrants follow from."""
        assert self.against is not None
        changed = [one for one in entrants if one.hero.digest != self._before(one).digest]
        return bool(changed) or set(self.rulings) != set(self.against.rulings)


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


def _refuse_odd_versions(plan: Plan) -> None:
    before = plan.against
    if before is None:
        if plan.coupling == FULL:
            raise DtsimError(f"the coupling '{FULL}' is that of two versions: name the other with --against")
        return
    if plan.coupling != FULL:
        raise DtsimError(f"two versions are compared with the coupling '{FULL}', not '{plan.coupling}'")
    assert len(before.heroes) == len(plan.entrants)
    ruling_bits(before.rulings)
    for hero in before.heroes:
        if not hero.complete:
            raise DtsimError(f"{hero.slug}: its other version is not complete enough to play games")
    if not any(plan.is_touched(one) for one in plan.entrants):
        raise DtsimError(
            "both versions are the same: change a number (--number), a ruling (--ruling) or a hero file"
        )


def _labelled(entrants: Sequence[Entrant]) -> tuple[Entrant, ...]:
    has_one_player = len({entrant.player.name for entrant in entrants}) == 1
    return tuple(
        replace(one, label=one.hero.slug if has_one_player else f"{one.hero.slug}:{one.player.name}")
        for one in entrants
    )

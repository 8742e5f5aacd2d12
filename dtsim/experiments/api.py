"""`dtsim.matchups(...)`: play a matrix of matchups and judge it."""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Sequence
from pathlib import Path

from dtsim.dicethrone.heroes.changes import Numbers
from dtsim.dicethrone.heroes.model.hero import Hero
from dtsim.dicethrone.player_files.model import PlayerFile
from dtsim.experiments.entrants import enter, version_of
from dtsim.experiments.matchups import Matchups, analyse
from dtsim.experiments.plan import MOST_GAMES, PILOT, TURN_CAP, Budget, Plan
from dtsim.experiments.provenance import provenance_of
from dtsim.experiments.runner import OnProgress, run_plan
from dtsim.experiments.store import Store

GAMES = 10_000


def matchups(
    *heroes: str | Path | Hero,
    games: int | None = None,
    half_width: float | None = None,
    seed: int = 0,
    player: str | Path | PlayerFile | Sequence[str | Path | PlayerFile] = "planner",
    coupling: str = PILOT,
    rulings: Iterable[str] = (),
    turn_cap: int = TURN_CAP,
    numbers: Numbers | None = None,
    focus: Iterable[str] = (),
    mirrors: bool = False,
    events: bool = False,
    heroes_from: Iterable[str | Path] = (),
    threads: int | None = None,
    folder: str | Path | None = None,
    on_progress: OnProgress | None = None,
    against: str | Path | Hero | Sequence[str | Path | Hero] = (),
) -> Matchups:
    """Play heroes against each other (all complete ones, if none is named) and judge the matrix.

    `games` of every matchup, or as many as it takes to know each score to a `half_width`; then `games` are
    the most, on average. With a `folder` finished batches are kept there and are not played again. `events`
    counts abilities, cards and status effects too.

    `against` another version of the heroes (their files or a folder of them; "printed": without `numbers` and
    `rulings`) the same games are played in it too, and every cell has its `change`.
    """
    players = [player] if isinstance(player, str | Path | PlayerFile) else player
    entrants = enter(heroes, players, numbers=numbers, heroes_from=heroes_from)
    before = [against] if isinstance(against, str | Path | Hero) else against
    plan = Plan(
        entrants,
        seed,
        coupling,
        tuple(rulings),
        turn_cap,
        budget_of(games, half_width),
        tuple(focus),
        mirrors,
        events,
        against=version_of(entrants, before, heroes_from=heroes_from) if before else None,
    )
    return play_plan(plan, None if folder is None else Path(folder), threads=threads, on_progress=on_progress)


def budget_of(games: int | None, half_width: float | None) -> Budget:
    """The budget that these two ask for; one of them, or none, is enough."""
    if games is None:
        games = GAMES if half_width is None else MOST_GAMES
    return Budget(games, half_width)


def play_plan(
    plan: Plan,
    folder: Path | None = None,
    *,
    command: str = "",
    threads: int | None = None,
    on_progress: OnProgress | None = None,
) -> Matchups:
    """Play what the folder does not hold yet of a plan, and judge all of it."""
    outcome = run_plan(plan, Store(plan, folder), threads=threads, on_progress=on_progress)
    if not outcome.played:
        raise KeyboardInterrupt  # before the first batch was finished
    source = provenance_of(
        plan,
        schedule=outcome.schedule,
        unmet=outcome.unmet,
        command=command or command_of(plan),
        is_interrupted=outcome.is_interrupted,
    )
    return analyse(plan, outcome.played, source, outcome.timing)


def command_of(plan: Plan) -> str:
    """The command that plays the same again."""
    words = ["dtsim", "matchups"]
    words += [f"{one.given}:{one.player.given}" if ":" in one.label else one.given for one in plan.entrants]
    words += ["--games", str(plan.budget.games)]
    words += ["--half-width", f"{plan.budget.half_width:g}"] if plan.budget.half_width else []
    words += ["--seed", str(plan.seed), "--coupling", plan.coupling]
    players = {one.player.given for one in plan.entrants}
    words += ["--player", *players] if len(players) == 1 else []
    words += [word for name in plan.rulings for word in ("--ruling", name)]
    words += ["--turn-cap", str(plan.turn_cap)] if plan.turn_cap != TURN_CAP else []
    words += [word for label in plan.focus for word in ("--focus", label)]
    words += ["--mirrors"] if plan.mirrors else []
    words += [word for name in (plan.against.given if plan.against else ()) for word in ("--against", name)]
    numbers = dict(number for one in plan.entrants for number in one.numbers)
    words += [word for address, value in numbers.items() for word in ("--number", f"{address}={value}")]
    return shlex.join(words)

"""`dtsim ladder`: what skill is worth."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from dtsim.cli.matchups import ThreadsOption
from dtsim.cli.output import FormatOption, HeroesOption, OutOption, show
from dtsim.cli.play import SeedOption, say_when_compiling
from dtsim.cli.progress import progress


def ladder(
    hero: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="HERO", help="Names or hero files; none: all complete heroes.", show_default=False
        ),
    ] = None,
    player: Annotated[
        list[str] | None,
        typer.Option(
            "--player",
            "--players",
            metavar="PLAYER",
            help="A name or a file, weakest first; given again for each. Default: random, greedy, planner.",
            show_default=False,
        ),
    ] = None,
    games: Annotated[int, typer.Option(help="Games of two players with each hero.")] = 1_000,
    seed: SeedOption = 0,
    threads: ThreadsOption = None,
    heroes: HeroesOption = None,
    format: FormatOption = None,
    out: OutOption = None,
) -> None:
    """Play players against each other: scores, how well they roll, how the order of the heroes changes.

    \b
    Examples:
      dtsim ladder
      dtsim ladder paladin barbarian --games 2000
      dtsim ladder paladin --player planner --player my-player.toml
    """
    say_when_compiling()
    from dtsim import __version__
    from dtsim.experiments.ladder import PLAYERS
    from dtsim.experiments.ladder import ladder as climb
    from dtsim.report.ladder import ladder_report

    with progress() as bar:
        found = climb(
            *(hero or ()),
            players=player or PLAYERS,
            games=games,
            seed=seed,
            heroes_from=heroes or (),
            threads=threads,
            on_progress=bar,
        )
    show(ladder_report(found, __version__), format, out)
    if found.is_interrupted:
        print("interrupted: this is what was finished", file=sys.stderr)
        raise typer.Exit(130)

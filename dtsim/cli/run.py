"""`dtsim run`: a scenario file, its results and its report."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from dtsim.cli.matchups import ThreadsOption
from dtsim.cli.output import HeroesOption, show
from dtsim.cli.play import say_when_compiling
from dtsim.cli.progress import progress


def run(
    scenario: Annotated[
        str,
        typer.Argument(
            metavar="SCENARIO",
            help="A scenario file, or the name of one that comes with dtsim.",
            show_default=False,
        ),
    ],
    out: Annotated[
        Path | None,
        typer.Option(
            metavar="FOLDER", help="Write here instead of the folder that the file names.", show_default=False
        ),
    ] = None,
    threads: ThreadsOption = None,
    heroes: HeroesOption = None,
) -> None:
    """Run a scenario and write its tables and its report; go on where an interrupted run stopped.

    \b
    Examples:
      dtsim run quick
      dtsim run what-if
      dtsim run my-scenario.toml --out results
    """
    from dtsim.experiments.api import play_plan
    from dtsim.experiments.exact import odds_of
    from dtsim.experiments.scenario import load_scenario
    from dtsim.report.matchups import matchups_report
    from dtsim.report.run import write_run

    asked = load_scenario(scenario, heroes_from=heroes or ())
    folder = out or asked.folder
    say_when_compiling()
    with progress() as on_progress:
        result = play_plan(
            asked.plan, folder, command=asked.command, threads=threads, on_progress=on_progress
        )
    show(matchups_report(result))
    if result.provenance.is_interrupted:
        print(f"interrupted: 'dtsim run' with the same scenario goes on from {folder}", file=sys.stderr)
        raise typer.Exit(130)
    written = write_run(result, folder, asked.formats, odds_of(asked.plan, result))
    print(f"wrote {written[-1]} and the files beside it", file=sys.stderr)

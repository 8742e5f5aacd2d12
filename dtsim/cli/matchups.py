"""`dtsim matchups`: who beats whom, and how sure that is."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from dtsim.cli.output import FormatOption, HeroesOption, OutOption, check_out, show
from dtsim.cli.play import NumbersOption, RulingsOption, SeedOption, TurnCap, say_when_compiling
from dtsim.cli.progress import progress

ThreadsOption = Annotated[
    int | None,
    typer.Option(min=1, help="Threads; the result is the same. Default: all cores.", show_default=False),
]


def matchups(
    hero: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="HERO",
            help="Names or hero files, or HERO:PLAYER; none: all complete heroes.",
            show_default=False,
        ),
    ] = None,
    games: Annotated[
        int | None,
        typer.Option(
            help="Games of every matchup, 10,000 by default; with --half-width the most, on average.",
            show_default=False,
        ),
    ] = None,
    half_width: Annotated[
        float | None,
        typer.Option(help="Play until every score is known to this share, such as 0.01.", show_default=False),
    ] = None,
    seed: SeedOption = 0,
    player: Annotated[
        list[str] | None,
        typer.Option(
            metavar="PLAYER",
            help="Who decides: a name or a file, planner by default; if given again, every hero takes part "
            "with each.",
            show_default=False,
        ),
    ] = None,
    coupling: Annotated[
        str,
        typer.Option(
            help="What the two games of a pair share: independent, seat or hero; pilot tries and chooses. "
            "Two versions share everything: full."
        ),
    ] = "pilot",
    focus: Annotated[
        list[str] | None,
        typer.Option(
            metavar="HERO",
            help="Only the matchups of this hero against the others; may be given again.",
            show_default=False,
        ),
    ] = None,
    mirrors: Annotated[bool, typer.Option("--mirrors", help="Let every hero play itself too.")] = False,
    ruling: RulingsOption = None,
    turn_cap: TurnCap = 200,
    number: NumbersOption = None,
    against: Annotated[
        list[str] | None,
        typer.Option(
            metavar="VERSION",
            help="Play the same games in another version too and show the change: a hero file, a folder of "
            "them, or 'printed' for no --number and no --ruling; may be given again.",
            show_default=False,
        ),
    ] = None,
    threads: ThreadsOption = None,
    heroes: HeroesOption = None,
    format: FormatOption = None,
    out: OutOption = None,
) -> None:
    """Play heroes against each other: scores, ratings, tiers.

    \b
    Examples:
      dtsim matchups
      dtsim matchups barbarian gunslinger paladin --games 20000 --seed 7
      dtsim matchups --half-width 0.01 --format json --out matrix.json
      dtsim matchups paladin:random paladin:greedy
      dtsim matchups --number gunslinger/Revolver/deal/1=5 --against printed
      dtsim matchups my/paladin.toml barbarian huntress --against paladin
    """
    check_out(out)
    say_when_compiling()
    from dtsim.dicethrone.heroes.changes import numbers_of
    from dtsim.experiments.api import matchups as play_matchups
    from dtsim.report.matchups import matchups_report

    with progress() as on_progress:
        result = play_matchups(
            *(hero or ()),
            games=games,
            half_width=half_width,
            seed=seed,
            player=player or "planner",
            coupling=coupling,
            focus=focus or (),
            mirrors=mirrors,
            rulings=ruling or (),
            turn_cap=turn_cap,
            numbers=numbers_of(number or ()),
            heroes_from=heroes or (),
            threads=threads,
            on_progress=on_progress,
            against=against or (),
        )
    if result.provenance.is_interrupted:
        print(f"interrupted: {result.games:,} games are finished", file=sys.stderr)
    show(matchups_report(result), format, out)

"""`dtsim hero`: list, show, check and write hero files."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from dtsim.cli.output import FormatOption, HeroArgument, HeroesOption, OutOption, show, write_new

app = typer.Typer(no_args_is_help=True, rich_markup_mode=None, help="List, show, check and write hero files.")


@app.command("list")
def list_heroes(heroes: HeroesOption = None, format: FormatOption = None, out: OutOption = None) -> None:
    """List the heroes that come with dtsim, and yours.

    \b
    Example:
      dtsim hero list --heroes my-heroes
    """
    from dtsim.dicethrone.heroes.roster import roster
    from dtsim.report.heroes import roster_report

    show(roster_report(roster(heroes or ())), format, out)


@app.command("show")
def show_hero(
    hero: HeroArgument, heroes: HeroesOption = None, format: FormatOption = None, out: OutOption = None
) -> None:
    """Print a hero's board with the chance of each ability.

    \b
    Examples:
      dtsim hero show gunslinger
      dtsim hero show my-hero.toml --out board.md
    """
    from dtsim.dicethrone.boards import board_with_chances
    from dtsim.report.boards import board_report

    show(board_report(board_with_chances(hero, heroes or ())), format, out)


@app.command("check")
def check(
    files: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="FILE",
            help="Hero files, folders of them, or names; none: every hero at hand.",
            show_default=False,
        ),
    ] = None,
    heroes: HeroesOption = None,
    format: FormatOption = None,
    out: OutOption = None,
) -> None:
    """Find every mistake of every file; exit code 2 if there is one.

    \b
    Examples:
      dtsim hero check
      dtsim hero check my-hero.toml my-heroes/
    """
    from dtsim.dicethrone.heroes.roster import check_heroes
    from dtsim.report.heroes import check_report

    verdicts = check_heroes(files or (), heroes or ())
    show(check_report(verdicts), format, out)
    if not all(verdict.is_sound for verdict in verdicts):
        raise typer.Exit(2)


@app.command("numbers")
def numbers(
    hero: HeroArgument, heroes: HeroesOption = None, format: FormatOption = None, out: OutOption = None
) -> None:
    """List every printed number by its address.

    \b
    Examples:
      dtsim hero numbers gunslinger
      dtsim hero numbers common
    """
    from dtsim.dicethrone.heroes.roster import numbers_of
    from dtsim.report.heroes import numbers_report

    show(numbers_report(numbers_of(hero, heroes or ())), format, out)


@app.command("new")
def new(
    name: Annotated[
        str,
        typer.Argument(metavar="NAME", help="The hero's name, such as 'Ember Knight'.", show_default=False),
    ],
    out: Annotated[
        Path | None,
        typer.Option(
            "--out",
            metavar="FILE",
            help="The file to write, or its folder. Default: ember-knight.toml, here.",
            show_default=False,
        ),
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Overwrite the file if there is one.")] = False,
) -> None:
    """Write a commented hero file to start from.

    \b
    Example:
      dtsim hero new "Ember Knight"
    """
    from dtsim.dicethrone.heroes.template import file_name, new_hero

    path = write_new(new_hero(name), out, file_name(name), force)
    print(f"Next: dtsim hero check {path}, dtsim hero show {path}")


@app.command("schema")
def schema(out: OutOption = None) -> None:
    """Write the JSON Schema of hero files, for editors.

    \b
    Example:
      dtsim hero schema --out hero.schema.json
    """
    from dtsim.dicethrone.heroes.schema import hero_schema
    from dtsim.report.tables import Format, Report

    show(Report((), hero_schema()), Format.JSON, out)

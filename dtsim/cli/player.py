"""`dtsim player`: list, show, check and write player files."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from dtsim.cli.output import FormatOption, OutOption, show, write_new

app = typer.Typer(
    no_args_is_help=True, rich_markup_mode=None, help="List, show, check and write player files."
)


@app.command("list")
def list_players(format: FormatOption = None, out: OutOption = None) -> None:
    """List the players that come with dtsim, and those in the folders of the variable DTSIM_PLAYERS.

    \b
    Example:
      dtsim player list
    """
    from dtsim.dicethrone.player_files.library import list_players
    from dtsim.report.players import players_report

    show(players_report(list_players()), format, out)


@app.command("show")
def show_player(
    player: Annotated[
        str,
        typer.Argument(
            metavar="PLAYER",
            help="A name from 'dtsim player list', or the path of a player file.",
            show_default=False,
        ),
    ],
    format: FormatOption = None,
    out: OutOption = None,
) -> None:
    """Print a player's weights and what it never does.

    \b
    Examples:
      dtsim player show planner
      dtsim player show my-player.toml --format json
    """
    from dtsim.dicethrone.player_files.library import load_player
    from dtsim.report.players import player_report

    show(player_report(load_player(player)), format, out)


@app.command("check")
def check(
    files: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="FILE",
            help="Player files, folders of them, or names; none: every player at hand.",
            show_default=False,
        ),
    ] = None,
    format: FormatOption = None,
    out: OutOption = None,
) -> None:
    """Find every mistake of every file; exit code 2 if there is one.

    \b
    Examples:
      dtsim player check
      dtsim player check my-player.toml
    """
    from dtsim.dicethrone.player_files.library import check_players
    from dtsim.report.heroes import check_report

    verdicts = check_players(files or ())
    show(check_report(verdicts), format, out)
    if not all(verdict.is_sound for verdict in verdicts):
        raise typer.Exit(2)


@app.command("new")
def new(
    name: Annotated[
        str,
        typer.Argument(metavar="NAME", help="The player's name, such as 'Hoards CP'.", show_default=False),
    ],
    like: Annotated[str, typer.Option(metavar="PLAYER", help="The player to start from.")] = "planner",
    out: Annotated[
        Path | None,
        typer.Option(
            "--out",
            metavar="FILE",
            help="The file to write, or its folder. Default: hoards-cp.toml, here.",
            show_default=False,
        ),
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Overwrite the file if there is one.")] = False,
) -> None:
    """Write a commented player file to start from.

    \b
    Examples:
      dtsim player new "Hoards CP"
      dtsim player new "No Rerolls" --like greedy
    """
    from dtsim.dicethrone.heroes.template import file_name
    from dtsim.dicethrone.player_files.template import new_player

    path = write_new(new_player(name, like), out, file_name(name, "player"), force)
    print(f"Next: dtsim player check {path}, dtsim play gunslinger barbarian --player {path}")

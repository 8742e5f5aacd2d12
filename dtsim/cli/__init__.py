"""The command `dtsim`: each command parses, calls one library function and shows what it returns.

Importing this package loads Typer and little else; what a command needs, it imports when it runs.
"""

from __future__ import annotations

import gc
import io
import os
import sys
from typing import Annotated

import typer

from dtsim.cli import advise, hero, ladder, matchups, odds, play, player, run
from dtsim.errors import DtsimError

app = typer.Typer(
    name="dtsim",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.command()(odds.odds)
app.command()(play.play)
app.command()(play.replay)
app.command()(advise.advise)
app.command()(ladder.ladder)
app.command()(matchups.matchups)
app.command()(run.run)
app.add_typer(hero.app, name="hero")
app.add_typer(player.app, name="player")


def main() -> None:
    """Run the command line; a mistake of the user is one message and exit code 2, never a traceback."""
    gc.set_threshold(100_000)  # a fifth of the start went into looking for garbage among what was just loaded
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")  # a terminal without our signs still gets the table
    try:
        status = _run()
        sys.stdout.flush()
    except KeyboardInterrupt:
        status = 130
    except BrokenPipeError:
        # nobody reads on (`dtsim ... | head`): keep the interpreter from complaining when it closes stdout
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        status = 0
    sys.exit(status)


def _run() -> int | str | None:
    try:
        app(prog_name="dtsim")
    except SystemExit as stop:
        return stop.code
    except DtsimError as error:
        print(error, file=sys.stderr)
        return 2
    return 0


def _print_version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        print(f"dtsim {version('dtsim')}")
        raise typer.Exit


@app.callback()
def dtsim(
    version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Show the version.")
    ] = False,
) -> None:
    """Exact dice odds and game balance for Dice Throne and Thrown (an unofficial fan tool).

    \b
    Examples:
      dtsim hero list
      dtsim hero show gunslinger
      dtsim odds gunslinger --goal damage
      dtsim play gunslinger barbarian --games 100000
      dtsim replay gunslinger barbarian --game 5
      dtsim advise gunslinger barbarian --dice 1,1,4,5,6
      dtsim matchups barbarian gunslinger paladin --games 20000
      dtsim ladder paladin barbarian gunslinger
      dtsim run quick
    """

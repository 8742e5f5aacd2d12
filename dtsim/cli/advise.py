"""`dtsim advise`: what to do at your table."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from dtsim.cli.output import FormatOption, HeroesOption, OutOption, show
from dtsim.cli.play import RulingsOption, say_when_compiling


def _number(help: str) -> Any:
    return typer.Option(metavar="N", help=help, show_default=False)


def _names(option: str, metavar: str, help: str) -> Any:
    return typer.Option(option, metavar=metavar, help=f"{help}; may be given again.", show_default=False)


def advise(
    hero: Annotated[
        list[str] | None,
        typer.Argument(metavar="HERO OPPONENT", help="Your hero and the opponent's.", show_default=False),
    ] = None,
    position: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Read the position from a TOML file.", show_default=False),
    ] = None,
    dice: Annotated[
        str | None,
        typer.Option(metavar="1,1,4,5,6", help="The dice on the table.", show_default=False),
    ] = None,
    rolls_left: Annotated[int | None, _number("Rolls left with these dice, 2 by default.")] = None,
    phase: Annotated[
        str | None,
        typer.Option(help="main 1, roll or main 2; with dice it is roll.", show_default=False),
    ] = None,
    their_turn: Annotated[
        bool, typer.Option("--their-turn", help="The opponent attacks with these dice.")
    ] = False,
    announces: Annotated[
        str | None,
        typer.Option(metavar="ABILITY", help="What the active player announces.", show_default=False),
    ] = None,
    health: Annotated[int | None, _number("Your health, 50 by default.")] = None,
    cp: Annotated[int | None, _number("Your CP, 2 by default.")] = None,
    hand: Annotated[list[str] | None, _names("--hand", "CARD", "A card in your hand")] = None,
    token: Annotated[list[str] | None, _names("--token", "NAME=N", "A token of yours")] = None,
    upgrade: Annotated[list[str] | None, _names("--upgrade", "CARD", "An upgrade on your board")] = None,
    side: Annotated[str | None, typer.Option(help="The side of your board.", show_default=False)] = None,
    their_health: Annotated[int | None, _number("The opponent's health.")] = None,
    their_cp: Annotated[int | None, _number("The opponent's CP.")] = None,
    their_token: Annotated[list[str] | None, _names("--their-token", "NAME=N", "A token of theirs")] = None,
    their_upgrade: Annotated[
        list[str] | None, _names("--their-upgrade", "CARD", "An upgrade on their board")
    ] = None,
    their_side: Annotated[
        str | None, typer.Option(help="The side of their board.", show_default=False)
    ] = None,
    player: Annotated[str, typer.Option(metavar="PLAYER", help="Who advises: a name or a file.")] = "planner",
    ruling: RulingsOption = None,
    heroes: HeroesOption = None,
    format: FormatOption = None,
    out: OutOption = None,
) -> None:
    """What a player would do in a position: its options with their values, the best first.

    \b
    Examples:
      dtsim advise gunslinger barbarian --dice 1,1,4,5,6 --rolls-left 1 --hand 'Six-It!' --cp 3
      dtsim advise gunslinger barbarian --phase 'main 1' --cp 4 --hand 'Revolver II'
      dtsim advise --position my-table.toml
    """
    say_when_compiling()
    from dtsim.dicethrone.position import advise as ask
    from dtsim.dicethrone.position import tokens_of
    from dtsim.report.advise import advise_report

    counsel = ask(
        *(hero or ()),
        position=position,
        dice=dice,
        rolls_left=rolls_left,
        phase=phase,
        turn="opponent" if their_turn else None,
        announces=announces,
        you={"health": health, "cp": cp, "hand": hand, "tokens": tokens_of(token), "upgrades": upgrade}
        | {"side": side},
        opponent={"health": their_health, "cp": their_cp, "tokens": tokens_of(their_token)}
        | {"upgrades": their_upgrade, "side": their_side},
        player=player,
        rulings=ruling or (),
        heroes_from=heroes or (),
    )
    show(advise_report(counsel), format, out)

"""`dtsim odds`: exact chances, the best policy for a goal, advice for dice on the table."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from dtsim.cli.output import FormatOption, HeroArgument, HeroesOption, OutOption, show

GoalOption = Annotated[
    list[str] | None,
    typer.Option(
        "--goal",
        metavar="GOAL",
        help="damage; damage>=12; an ability; a step of it, 'Revolver: 4'. Again: any of several abilities.",
        show_default=False,
    ),
]
CardsOption = Annotated[
    list[str] | None,
    typer.Option(
        "--with",
        metavar="CARD",
        help="A card in hand (or a passive such as Tithe) that changes dice; may be given again.",
        show_default=False,
    ),
]
LevelOption = Annotated[
    list[str] | None,
    typer.Option(
        "--level",
        metavar="LEVEL",
        help="2 for all abilities, 'Revolver=2' or 'Revolver II' for one; may be given again.",
        show_default=False,
    ),
]
AgainstLevelOption = Annotated[
    list[str] | None,
    typer.Option(
        "--against-level", metavar="LEVEL", help="The same for the hero attacked.", show_default=False
    ),
]


def odds(
    hero: HeroArgument,
    goal: GoalOption = None,
    rolls: Annotated[int, typer.Option(help="Rolls, the first with all five dice: 1 to 4.")] = 3,
    dice: Annotated[
        str | None,
        typer.Option(metavar="DICE", help="Dice on the table, such as 1,1,4,5,6.", show_default=False),
    ] = None,
    rolls_left: Annotated[
        int | None,
        typer.Option(
            metavar="N", help="Rolls left with these dice. Default: all but one.", show_default=False
        ),
    ] = None,
    cards: CardsOption = None,
    cp: Annotated[int, typer.Option(help="CP to pay with; a duel starts with 2.")] = 2,
    level: LevelOption = None,
    side: Annotated[
        str | None, typer.Option(metavar="SIDE", help="The side of a board that has two.", show_default=False)
    ] = None,
    against: Annotated[
        str | None,
        typer.Option(metavar="HERO", help="Damage is what this hero's defence leaves.", show_default=False),
    ] = None,
    against_level: AgainstLevelOption = None,
    against_side: Annotated[
        str | None, typer.Option(metavar="SIDE", help="The side of that hero's board.", show_default=False)
    ] = None,
    exact: Annotated[bool, typer.Option("--exact", help="The fraction beside the decimal.")] = False,
    policy: Annotated[bool, typer.Option("--policy", help="The best move for all 252 rolls.")] = False,
    plot: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Draw a bar chart: .png, .svg or .pdf.", show_default=False),
    ] = None,
    heroes: HeroesOption = None,
    format: FormatOption = None,
    out: OutOption = None,
) -> None:
    """Exact chances of a hero's abilities, the best policy for a goal, advice for dice on the table.

    \b
    Examples:
      dtsim odds gunslinger --goal damage
      dtsim odds gunslinger --dice 1,1,4,5,6 --rolls-left 2 --with 'Six-It!'
      dtsim odds barbarian --goal 'damage>=12' --level 2 --against paladin
    """
    from dtsim.dicethrone.odds.api import odds as find_odds
    from dtsim.report.odds import odds_report

    if plot:
        _check_picture(plot)
    found = find_odds(
        hero,
        rolls,
        goal or ("damage" if policy else None),
        dice=dice,
        rolls_left=rolls_left,
        cards=cards or (),
        cp=cp,
        levels=level,
        side=side,
        against=against,
        against_levels=against_level or None,
        against_side=against_side,
        exact=exact,
        heroes=heroes or (),
    ).to_dict(policy)
    if plot:
        _draw(found, plot)
    show(odds_report(found), format, out)


def _check_picture(plot: Path) -> None:
    from dtsim.report.canvas import check_suffix

    check_suffix(plot)


def _draw(found: dict[str, object], plot: Path) -> None:
    from dtsim import __version__
    from dtsim.report.odds_chart import odds_chart
    from dtsim.report.plots import save_chart

    save_chart(odds_chart(found, __version__), plot)
    print(f"wrote {plot}", file=sys.stderr)

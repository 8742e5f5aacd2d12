"""`dtsim play` and `dtsim replay`: many games of a pairing, and the story of one of them."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated

import typer

from dtsim.cli.output import FormatOption, HeroesOption, OutOption, check_out, show
from dtsim.cli.progress import progress

if TYPE_CHECKING:
    from dtsim.dicethrone.batch import Batch
    from dtsim.dicethrone.exact import Odds

COMPILING = "Compiling the game once for this installation: this takes about a minute."

FirstHero = Annotated[
    str, typer.Argument(metavar="HERO", help="The hero of the first seat.", show_default=False)
]
SecondHero = Annotated[
    str, typer.Argument(metavar="OPPONENT", help="The hero of the second seat.", show_default=False)
]
PlayerOption = Annotated[
    str,
    typer.Option(
        "--player", metavar="PLAYER", help="Who decides for both heroes: random, greedy, planner, or a file."
    ),
]
SeatsOption = Annotated[
    tuple[str, str] | None,
    typer.Option(
        "--players", metavar="A B", help="Who decides for each hero: names or files.", show_default=False
    ),
]
SeedOption = Annotated[int, typer.Option(help="The number all chance comes from.")]
RulingsOption = Annotated[
    list[str] | None,
    typer.Option(
        "--ruling",
        metavar="NAME",
        help="Read a rule the other way, see docs/rulings.md; may be given again.",
        show_default=False,
    ),
]
NumbersOption = Annotated[
    list[str] | None,
    typer.Option(
        "--number",
        metavar="HERO/ADDRESS=N",
        help="Change a printed number, see 'dtsim hero numbers'; may be given again.",
        show_default=False,
    ),
]
TurnCap = Annotated[int, typer.Option(help="Stop a game after so many turns; it counts as unfinished.")]


def play(
    hero: FirstHero,
    opponent: SecondHero,
    games: Annotated[int, typer.Option(help="How many games.")] = 10_000,
    seed: SeedOption = 0,
    player: PlayerOption = "greedy",
    players: SeatsOption = None,
    threads: Annotated[
        int | None,
        typer.Option(help="Threads; the result is the same. Default: all cores.", show_default=False),
    ] = None,
    ruling: RulingsOption = None,
    turn_cap: TurnCap = 200,
    events: Annotated[
        bool, typer.Option("--events", help="Count what happens: abilities, cards, status effects, damage.")
    ] = False,
    heroes: HeroesOption = None,
    format: FormatOption = None,
    out: OutOption = None,
) -> None:
    """Play many games between two heroes.

    \b
    Examples:
      dtsim play gunslinger barbarian --games 100000 --seed 1
      dtsim play paladin my-hero.toml --format json
      dtsim play gunslinger barbarian --events
    """
    check_out(out)
    say_when_compiling()
    from dtsim import __version__
    from dtsim.dicethrone.batch import play as play_games
    from dtsim.report.play import play_data, play_report

    with progress() as bar:
        batch = play_games(
            hero,
            opponent,
            games=games,
            seed=seed,
            player=player,
            seats=players or (),
            threads=threads,
            rulings=ruling or (),
            turn_cap=turn_cap,
            heroes_from=heroes or (),
            on_progress=_adding_up(bar, games) if bar else None,
            events=events,
        )
    if batch.games < games:
        print(f"interrupted: {batch.games:,} of {games:,} games are finished", file=sys.stderr)
    show(play_report(play_data(batch, __version__, _exact_odds(batch))), format, out)


def _adding_up(bar: Callable[[int, int], None], games: int) -> Callable[[int], None]:
    """Tell the bar how many games are finished in all."""
    finished = 0

    def on_progress(more: int) -> None:
        nonlocal finished
        finished += more
        bar(finished, games)

    return on_progress


def _exact_odds(batch: Batch) -> Odds | None:
    """What the counted events stand beside."""
    if batch.tally is None:
        return None
    from dtsim.dicethrone.exact import exact_odds

    return exact_odds(batch.pairing.heroes, batch.tally.sheet)


def replay(
    hero: FirstHero,
    opponent: SecondHero,
    game: Annotated[int, typer.Option(help="The number of the game in its run, from 0.")] = 0,
    seed: SeedOption = 0,
    player: PlayerOption = "greedy",
    players: SeatsOption = None,
    start: Annotated[
        int | None,
        typer.Option(
            min=0, max=1, help="Who starts: seat 0 or 1. Default: the dice say it.", show_default=False
        ),
    ] = None,
    ruling: RulingsOption = None,
    turn_cap: TurnCap = 200,
    number: NumbersOption = None,
    explain: Annotated[
        bool,
        typer.Option("--explain", help="Say what a planner held the options of its decisions worth."),
    ] = False,
    heroes: HeroesOption = None,
    format: FormatOption = None,
    out: OutOption = None,
) -> None:
    """Tell the story of one game of a run, turn by turn.

    \b
    Examples:
      dtsim replay cursed-pirate paladin --seed 3 --game 5
      dtsim replay cursed-pirate paladin --player planner --explain
      dtsim replay cursed-pirate paladin --seed 3 --game 5 --format json
    """
    check_out(out)
    say_when_compiling()
    from dtsim.dicethrone.heroes.changes import numbers_of
    from dtsim.dicethrone.replay import replay as play_again
    from dtsim.report.replay import replay_report

    found = play_again(
        hero,
        opponent,
        seed=seed,
        game=game,
        player=player,
        seats=players or (),
        rulings=ruling or (),
        turn_cap=turn_cap,
        start=start,
        numbers=numbers_of(number or ()),
        heroes_from=heroes or (),
        explain=explain,
    )
    show(replay_report(found), format, out)


def say_when_compiling() -> None:
    """The first run after an installation compiles: nobody should think that it hangs."""
    from dtsim.jit import when_compiling

    when_compiling(lambda: print(COMPILING, file=sys.stderr))

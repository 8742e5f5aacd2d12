"""The doors of the engine for Python: here arrays become bare."""

from __future__ import annotations

from typing import Any

from dtsim.bare import bare
from dtsim.dicethrone.engine import game
from dtsim.jit import kernel


@kernel
def begin(record: Any, table: Any, start: Any, key: Any, journal: Any) -> None:
    """Set a game up."""
    game.begin(bare(record), bare(table), bare(start), key, bare(journal))


@kernel
def advance(record: Any, table: Any, options: Any, journal: Any) -> Any:
    """Run the rules until a player must decide; how many options there are, or 0 when the game is over."""
    return game.advance(bare(record), bare(table), bare(options), bare(journal))


@kernel
def take(record: Any, chosen: Any) -> None:
    """The player who is asked takes an option."""
    game.take(bare(record), chosen)

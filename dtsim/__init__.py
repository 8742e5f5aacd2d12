"""Exact dice odds and Monte Carlo balance for Dice Throne and Thrown (unofficial).

import dtsim

hero = dtsim.load_hero("gunslinger")
found = dtsim.odds(hero, goal="damage")
found.best.value, found.frame()
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from dtsim.dicethrone.batch import play
    from dtsim.dicethrone.game import Game
    from dtsim.dicethrone.heroes.library import load_hero
    from dtsim.dicethrone.odds.api import odds
    from dtsim.dicethrone.player_files.library import load_player
    from dtsim.dicethrone.position import advise
    from dtsim.dicethrone.replay import replay
    from dtsim.experiments.api import matchups
    from dtsim.experiments.ladder import ladder

    __version__: str

__all__ = [
    "Game",
    "__version__",
    "advise",
    "ladder",
    "load_hero",
    "load_player",
    "matchups",
    "odds",
    "play",
    "replay",
]

# Modules are loaded when their first name is asked for: `import dtsim` costs nothing.
_HOMES = {
    "Game": "dtsim.dicethrone.game",
    "advise": "dtsim.dicethrone.position",
    "load_hero": "dtsim.dicethrone.heroes.library",
    "load_player": "dtsim.dicethrone.player_files.library",
    "play": "dtsim.dicethrone.batch",
    "replay": "dtsim.dicethrone.replay",
    "odds": "dtsim.dicethrone.odds.api",
    "matchups": "dtsim.experiments.api",
    "ladder": "dtsim.experiments.ladder",
}


def __getattr__(name: str) -> Any:
    if name == "__version__":
        from importlib.metadata import version

        value: Any = version("dtsim")
    elif name in _HOMES:
        from importlib import import_module

        value = getattr(import_module(_HOMES[name]), name)
    else:
        raise AttributeError(f"module 'dtsim' has no attribute '{name}'")
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})

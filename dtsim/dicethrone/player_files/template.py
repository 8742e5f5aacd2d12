"""A commented player file to start from."""

from __future__ import annotations

from dtsim.dicethrone.heroes.source import read_source
from dtsim.dicethrone.heroes.template import file_name, printed_name
from dtsim.dicethrone.player_files.library import find_player
from dtsim.dicethrone.player_files.reader import read_player

_NEVER = """
# What it never does; take away the '#' of a line that is meant. What the rules force happens all the same.
[never]
# abilities = ["Deadeye"]    # never announced, never defended with, never used
# cards     = ["Six-It!"]    # never played; an upgrade by its name is never installed
# status    = ["Evasive"]    # never spent, never gained where there is a choice
# rerolls   = true           # stays with the first roll
# upgrades  = true           # installs none
# defence   = true           # declines every Defensive Roll Phase
"""


def new_player(name: str, like: str = "planner") -> str:
    """The source of a new player: one that is there, with what may be forbidden; read once to be sure."""
    title = printed_name(name, "player", "Hoards CP")
    body = read_source(find_player(like))
    kind = read_player(body, like, like).kind
    _, _, rest = body.partition(f'kind = "{kind}"\n')
    source = f'# {title}: say in a sentence how it plays.\nkind = "{kind}"\n{rest}'
    source += "" if "[never]" in rest else _NEVER
    read_player(source, file_name(name, "player"), "new")
    return source

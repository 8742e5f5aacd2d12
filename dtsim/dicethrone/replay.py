"""One game of a run again, with everything that happened in it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from dtsim.dicethrone.batch import Pairing, pair_up
from dtsim.dicethrone.engine.scratch import nothing_counted
from dtsim.dicethrone.engine.steps import NAMES as STEPS
from dtsim.dicethrone.heroes.changes import Numbers
from dtsim.dicethrone.heroes.model import Hero
from dtsim.dicethrone.labels import RESULTS, event
from dtsim.dicethrone.player_files.model import PlayerFile
from dtsim.dicethrone.players.choose import ROW, play_many
from dtsim.dicethrone.program import layout as L
from dtsim.dicethrone.story import tell
from dtsim.errors import DtsimError

MAX_EVENTS = 200_000


@dataclass(frozen=True, slots=True)
class Replay:
    """A game, its events and its end."""

    heroes: tuple[str, ...]
    slugs: tuple[str, ...]
    players: tuple[str, ...]
    seed: int
    game: int
    events: tuple[dict[str, Any], ...]
    result: str
    winner: int | None
    turns: int
    health: tuple[int, ...]

    def story(self) -> str:
        """The game in sentences."""
        title = f"{' against '.join(self.heroes)}: game {self.game} of seed {self.seed}"
        players = f"played by {' against '.join(self.players)}"
        return "\n".join([f"{title}, {players}", "", *tell(self.events, self.heroes)]) + "\n"


def replay(
    *heroes: str | Path | Hero,
    seed: int = 0,
    game: int = 0,
    player: str | Path | PlayerFile = "greedy",
    seats: Sequence[str | Path | PlayerFile] = (),
    rulings: Iterable[str] = (),
    turn_cap: int = 200,
    start: int | None = None,
    numbers: Numbers | None = None,
    heroes_from: Iterable[str | Path] = (),
) -> Replay:
    """Play game number `game` of a run again and keep its events."""
    pairing = pair_up(
        heroes,
        seed=seed,
        player=player,
        seats=seats,
        rulings=rulings,
        turn_cap=turn_cap,
        start=start,
        numbers=numbers,
        heroes_from=heroes_from,
    )
    return replay_game(pairing, game)


def replay_game(pairing: Pairing, game: int) -> Replay:
    """A game of a pairing, with its events."""
    if game < 0:
        raise DtsimError(f"games are numbered from 0, there is no game {game}")
    program = pairing.program()
    record = np.zeros(L.GAME_SIZE, dtype=np.int64)
    journal = np.zeros(MAX_EVENTS * L.EVENT, dtype=np.int64)
    options = np.zeros(L.MAX_OPTIONS, dtype=np.int64)
    start = program.start.copy()
    start[L.LOGGING] = MAX_EVENTS
    rows = np.zeros((1, ROW), dtype=np.int16)
    play_many(
        record,
        program.table,
        start,
        np.int64(pairing.seed),
        game,
        1,
        options,
        journal,
        pairing.kinds,
        pairing.new_memories(),
        rows,
        nothing_counted(),
    )
    count = min(int(record[L.N_EVENTS]), MAX_EVENTS)
    healths = [
        int(record[L.PLAYERS + seat * L.PLAYER_SIZE + L.HEALTH]) for seat in range(len(pairing.heroes))
    ]
    return Replay(
        program.names.heroes,
        tuple(hero.slug for hero in pairing.heroes),
        tuple(player.name for player in pairing.players),
        pairing.seed,
        game,
        tuple(event(program.names, row, STEPS) for row in journal.reshape(-1, L.EVENT)[:count]),
        RESULTS[int(record[L.OVER])],
        int(record[L.WINNER]) if record[L.WINNER] >= 0 else None,
        int(record[L.TURN]) + 1,
        tuple(healths),
    )

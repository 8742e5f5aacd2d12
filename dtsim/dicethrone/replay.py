"""One game of a run again, with everything that happened in it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dtsim.dicethrone.advice import Advice, Adviser
from dtsim.dicethrone.batch import Pairing, pair_up
from dtsim.dicethrone.engine.scratch import nothing_counted
from dtsim.dicethrone.engine.steps import NAMES as STEPS
from dtsim.dicethrone.heroes.changes import Numbers
from dtsim.dicethrone.heroes.model.hero import Hero
from dtsim.dicethrone.labels import RESULTS, event
from dtsim.dicethrone.player_files.model import PlayerFile
from dtsim.dicethrone.players.choose import ROW, play_many
from dtsim.dicethrone.program import layout as L
from dtsim.dicethrone.story.teller import tell
from dtsim.errors import DtsimError

MAX_EVENTS = 200_000
SHOWN = 3  # options beside the one that is taken, in a story


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
    decisions: tuple[
        tuple[int, Advice], ...
    ] = ()  # with the number of events before each, if they were asked for

    def story(self) -> str:
        """The game in sentences."""
        title = f"{' against '.join(self.heroes)}: game {self.game} of seed {self.seed}"
        players = f"played by {' against '.join(self.players)}"
        return "\n".join([f"{title}, {players}", "", *tell(self._explained(), self.heroes)]) + "\n"

    def _explained(self) -> Iterator[dict[str, Any]]:
        """The events, with what players thought where it matters."""
        done = 0
        for count, advice in self.decisions:
            yield from self.events[done:count]
            done = count
            if _is_worth_telling(advice):
                yield {"event": "thought", "player": advice.player, "says": _thought(advice)}
        yield from self.events[done:]


def _is_worth_telling(advice: Advice) -> bool:
    """Passing when nothing gains anything is no thought."""
    first = advice.choices[0]
    passes = advice.chosen.option in ("pass", "end phase")
    return advice.is_weighed and not (passes and first.option == advice.chosen.option)


def _thought(advice: Advice) -> str:
    """`keep: keep 6,6 (7.42), not keep 6 (6.90), stop (5.00) ...`: the best few options."""
    weighed = [choice for choice in advice.choices if choice.value is not None]
    others = [choice for choice in weighed if choice.option != advice.chosen.option]
    more = ", ..." if len(others) > SHOWN else ""
    best = ", ".join(f"{choice.option} {choice.value:.2f}" for choice in others[:SHOWN])
    chosen = f"{advice.chosen.option} {advice.chosen.value:.2f}" if advice.chosen.value is not None else "-"
    return f"({advice.question}: {chosen}, over {best}{more})"


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
    explain: bool = False,
) -> Replay:
    """Play game number `game` of a run again and keep its events; `explain`: and what players thought."""
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
    return explain_game(pairing, game) if explain else replay_game(pairing, game)


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
    return _replay(pairing, game, record, journal.reshape(-1, L.EVENT))


def explain_game(pairing: Pairing, game: int) -> Replay:
    """The same game step by step, with every decision and what the player held its options worth."""
    if game < 0:
        raise DtsimError(f"games are numbered from 0, there is no game {game}")
    adviser = Adviser(pairing)
    going = adviser.new_game(game)
    decisions = []
    while not going.is_over:
        advice = adviser.ask(going)
        decisions.append((int(going.record[L.N_EVENTS]), advice))
        adviser.take(going, advice)
    return replace(_replay(pairing, game, going.record, going.journal), decisions=tuple(decisions))


def _replay(pairing: Pairing, game: int, record: NDArray[np.int64], journal: NDArray[np.int64]) -> Replay:
    names = pairing.program().names
    count = min(int(record[L.N_EVENTS]), len(journal))
    healths = [
        int(record[L.PLAYERS + seat * L.PLAYER_SIZE + L.HEALTH]) for seat in range(len(pairing.heroes))
    ]
    return Replay(
        names.heroes,
        tuple(hero.slug for hero in pairing.heroes),
        tuple(player.name for player in pairing.players),
        pairing.seed,
        game,
        tuple(event(names, row, STEPS) for row in journal[:count]),
        RESULTS[int(record[L.OVER])],
        int(record[L.WINNER]) if record[L.WINNER] >= 0 else None,
        int(record[L.TURN]) + 1,
        tuple(healths),
    )

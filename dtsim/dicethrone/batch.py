"""Many games of one pairing over all cores: the same rows whatever the number of threads."""

from __future__ import annotations

import functools
import os
import time
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass, field, replace
from pathlib import Path
from threading import Event, local
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dtsim.bare import table_of
from dtsim.dicethrone.engine.counters import N_COUNTS
from dtsim.dicethrone.engine.scratch import counting_by, nothing_counted
from dtsim.dicethrone.events import Counts, Tally
from dtsim.dicethrone.heroes.changes import Numbers
from dtsim.dicethrone.heroes.library import load_hero
from dtsim.dicethrone.heroes.model.hero import Hero
from dtsim.dicethrone.player_files.library import load_player
from dtsim.dicethrone.player_files.model import PlayerFile
from dtsim.dicethrone.players import choose as players
from dtsim.dicethrone.players.heeds import heed
from dtsim.dicethrone.players.memory import Memory, new_memory
from dtsim.dicethrone.players.mind import WEIGHT_NAMES
from dtsim.dicethrone.players.study.study import Study, study
from dtsim.dicethrone.program import layout as L
from dtsim.dicethrone.program.compiler import compile_heroes
from dtsim.dicethrone.program.program import Program
from dtsim.dicethrone.program.rulings import ruling_bits
from dtsim.dicethrone.restrict import bans_of, check_names
from dtsim.dicethrone.sheet import plan_of, sheet_of
from dtsim.errors import DtsimError

KINDS = {"random": players.RANDOM, "greedy": players.GREEDY, "planner": players.PLANNER}
CHUNK = 2_000  # games a thread plays at a time; a Python call per game would cost more than some games

Rows = NDArray[np.int16]


@dataclass(frozen=True, slots=True)
class Pairing:
    """Who plays whom, and how: everything that a game follows from but its number."""

    heroes: tuple[Hero, ...]
    players: tuple[PlayerFile, ...]
    seed: int
    rulings: tuple[str, ...] = ()
    turn_cap: int = 200
    start: int | None = None  # the seat that starts; None: by the dice

    def __post_init__(self) -> None:
        if len(self.heroes) != 2:
            raise DtsimError(f"a duel is played by two heroes, not {len(self.heroes)}")
        if len(self.players) != len(self.heroes):
            raise DtsimError(f"{len(self.heroes)} heroes need as many players, not {len(self.players)}")
        if not -(2**63) <= self.seed < 2**63:
            raise DtsimError(f"a seed has at most 63 bits, {self.seed} has more")
        if self.turn_cap < 1:
            raise DtsimError(f"a game needs at least one turn, not {self.turn_cap}")
        for player in self.players:
            check_names(player, self.heroes)

    @property
    def kinds(self) -> NDArray[Any]:
        return np.array([KINDS[player.kind] for player in self.players])

    def swapped(self) -> Pairing:
        """The heroes, with their players, change seats."""
        return replace(self, heroes=self.heroes[::-1], players=self.players[::-1])

    def program(self) -> Program:
        """The tables of the heroes, with the starting record."""
        return _program(self.heroes, self.rulings, self.turn_cap, self.start)

    def study(self, seat: int = 0) -> Study | None:
        """What the planner of this seat knows of the pairing; others need not know it."""
        player = self.players[seat]
        if player.kind != "planner":
            return None
        # what is measured depends on the weights, and on what this seat never does
        key = player.play, seat if player.never.is_anything else None
        return _study(self.heroes, self.rulings, self.turn_cap, key)

    def new_memories(self, room: int = 0) -> tuple[Memory, ...]:
        """Memories of both seats for a thread that plays this pairing; players who think alike share one.

        `room`: for how many options of a decision a planner notes down what they are worth.
        """
        first, second = self.players
        memory = self._new_memory(0, room)
        is_shared = first.play == second.play and not first.never.is_anything
        return memory, memory if is_shared else self._new_memory(1, room)

    def _new_memory(self, seat: int, room: int) -> Memory:
        player = self.players[seat]
        simple = player if player.kind == "greedy" else load_player("greedy")
        weights = dict(player.weights)
        return new_memory(
            np.array([weight for _, weight in simple.weights]),
            self.study(seat),
            np.array([weights[name] for name in WEIGHT_NAMES]) if player.kind == "planner" else None,
            bans_of(self.program(), player, seat),
            room,
        )


@functools.lru_cache(maxsize=32)  # a run asks for the same few tables with every batch
def _program(heroes: tuple[Hero, ...], rulings: tuple[str, ...], turn_cap: int, start: int | None) -> Program:
    program = compile_heroes(heroes, rulings=ruling_bits(rulings), turn_cap=turn_cap, start=start)
    return replace(program, table=table_of(program.table))


@functools.lru_cache(maxsize=32)
def _study(heroes: tuple[Hero, ...], rulings: tuple[str, ...], turn_cap: int, _player: object) -> Study:
    return study(_program(heroes, rulings, turn_cap, None))


def pair_up(
    heroes: Sequence[str | Path | Hero],
    *,
    seed: int = 0,
    player: str | Path | PlayerFile = "greedy",
    seats: Sequence[str | Path | PlayerFile] = (),
    rulings: Iterable[str] = (),
    turn_cap: int = 200,
    start: int | None = None,
    numbers: Numbers | None = None,
    heroes_from: Iterable[str | Path] = (),
) -> Pairing:
    """A pairing of heroes and players given by name, file or as they are."""
    loaded = tuple(
        hero if isinstance(hero, Hero) else load_hero(hero, heroes=heroes_from, numbers=numbers)
        for hero in heroes
    )
    deciding = tuple(load_player(name) for name in seats or (player,) * len(loaded))
    return Pairing(loaded, deciding, seed, tuple(rulings), turn_cap, start)


@dataclass(frozen=True, slots=True)
class Batch:
    """Games of a pairing: one row each, in the order of their numbers."""

    pairing: Pairing
    rows: Rows
    seconds: float = field(default=0.0, compare=False)
    tally: Tally | None = field(default=None, compare=False)  # of these games, if their events were counted

    @property
    def heroes(self) -> tuple[str, ...]:
        return tuple(hero.slug for hero in self.pairing.heroes)

    @property
    def games(self) -> int:
        return len(self.rows)

    @property
    def outcomes(self) -> Rows:
        """The winner's seat, -1 for a draw, -3 for a game stopped at the turn cap."""
        return self.rows[:, players.OUTCOME]

    @property
    def unfinished(self) -> int:
        return int((self.outcomes == -1 - L.UNFINISHED).sum())

    @property
    def draws(self) -> int:
        return int((self.outcomes == -1).sum())

    @property
    def wins(self) -> list[int]:
        return [int((self.outcomes == seat).sum()) for seat in range(len(self.heroes))]

    @property
    def turns(self) -> Rows:
        """Turns of the finished games."""
        turns: Rows = self.rows[self.outcomes >= -1, players.TURNS]
        return turns

    @property
    def starters(self) -> Rows:
        return self.rows[:, players.STARTER]

    @property
    def healths(self) -> Rows:
        return self.rows[:, players.HEALTHS : players.HEALTHS + len(self.heroes)]

    @property
    def fingerprint(self) -> str:
        """64 bits over all rows: equal runs have equal fingerprints."""
        import hashlib

        return hashlib.blake2b(np.ascontiguousarray(self.rows).tobytes(), digest_size=8).hexdigest()


def play(
    *heroes: str | Path | Hero,
    games: int = 1_000,
    seed: int = 0,
    player: str | Path | PlayerFile = "greedy",
    seats: Sequence[str | Path | PlayerFile] = (),
    threads: int | None = None,
    first: int = 0,
    rulings: Iterable[str] = (),
    turn_cap: int = 200,
    start: int | None = None,
    numbers: Numbers | None = None,
    heroes_from: Iterable[str | Path] = (),
    on_progress: Callable[[int], None] | None = None,
    events: bool = False,
) -> Batch:
    """Play games `first`, `first` + 1 ... of a run. An interruption keeps what is finished, in order.

    With `events`, what happens in the games is counted too.
    """
    if games < 1:
        raise DtsimError(f"a run needs at least one game, not {games}")
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
    batch = play_batch(
        pairing, range(first, first + games), threads=threads, on_progress=on_progress, events=events
    )
    if batch.games == 0:
        raise KeyboardInterrupt
    return batch


def play_rows(
    pairing: Pairing,
    numbers: range,
    *,
    threads: int | None = None,
    on_progress: Callable[[int], None] | None = None,
) -> Rows:
    """The rows of these games."""
    return play_batch(pairing, numbers, threads=threads, on_progress=on_progress).rows


def play_batch(
    pairing: Pairing,
    numbers: range,
    *,
    threads: int | None = None,
    on_progress: Callable[[int], None] | None = None,
    events: bool = False,
) -> Batch:
    """Play these games. Threads play chunks; rows and counters do not depend on who played them."""
    if threads is not None and threads < 1:
        raise DtsimError(f"a run needs at least one thread, not {threads}")
    if numbers.start < 0:
        raise DtsimError(f"games are numbered from 0, there is no game {numbers.start}")
    began = time.perf_counter()
    rows = np.zeros((len(numbers), players.ROW), dtype=np.int16)
    workers = threads or os.cpu_count() or 1
    length = max(1, min(CHUNK, -(-len(numbers) // workers)))
    finished = np.zeros(-(-len(numbers) // length), dtype=bool)
    task = _Task(pairing, events)
    known = [pairing.study(seat) for seat in range(len(pairing.players))]
    counted = _InOrder(finished)
    stopped = Event()
    scratch = local()

    def play(chunk: int) -> int:
        if stopped.is_set():
            return 0
        part = numbers[chunk * length : (chunk + 1) * length]
        worker: _Worker = getattr(scratch, "worker", None) or _Worker(events, pairing.new_memories())
        scratch.worker = worker
        counted.put(chunk, worker.play(task, part, rows[chunk * length : (chunk + 1) * length]))
        for seat, memory in enumerate(worker.memories):
            if (learning := known[seat]) is not None:
                learning.learn(memory)
        return len(part)

    with ThreadPoolExecutor(max_workers=workers) as pool:
        waiting = [pool.submit(play, chunk) for chunk in range(len(finished))]
        try:
            for done in as_completed(waiting):
                games = done.result()
                counted.add_up()
                if on_progress:
                    on_progress(games)
        except KeyboardInterrupt:
            stopped.set()  # chunks that run are played to their end, the others are given back
            for future in waiting:
                future.cancel()
    rows = rows[: min(len(numbers), counted.add_up() * length)]
    _check_room(pairing, numbers, rows)
    tally = Tally(sheet_of(task.program), counted.total) if events else None
    return Batch(pairing, rows, time.perf_counter() - began, tally)


def _check_room(pairing: Pairing, numbers: range, rows: Rows) -> None:
    broken = rows[:, players.OUTCOME] == -1 - L.BROKEN
    if broken.any():
        game = numbers[int(np.argmax(broken))]
        raise DtsimError(
            f"game {game} of seed {pairing.seed} ran out of room in its record: please report it"
        )


class _Task:
    """What all threads of a run read."""

    def __init__(self, pairing: Pairing, events: bool) -> None:
        self.program = pairing.program()
        self.kinds = pairing.kinds
        self.seed = np.int64(pairing.seed)  # uncompiled code turns no negative Python number into a key
        self.start = self.program.start.copy()
        heed(self.start, self.program, self.kinds)
        self.start[L.LOGGING] = L.BRIEF if events else 0
        self.plan = plan_of(self.program, sheet_of(self.program)) if events else None


class _InOrder:
    """Adds what chunks counted in their order: an interrupted run has counted exactly the rows it keeps."""

    def __init__(self, finished: NDArray[np.bool_]) -> None:
        self.finished = finished
        self.waiting: dict[int, Counts] = {}
        self.n_added = 0
        self.total: Counts = np.zeros(N_COUNTS, dtype=np.int64)

    def put(self, chunk: int, counts: Counts | None) -> None:
        """A chunk is finished."""
        if counts is not None:
            self.waiting[chunk] = counts
        self.finished[chunk] = True

    def add_up(self) -> int:
        """How many chunks from the first on are finished; their counts are in the total."""
        while self.n_added < len(self.finished) and self.finished[self.n_added]:
            counts = self.waiting.pop(self.n_added, None)
            if counts is not None:
                self.total += counts
            self.n_added += 1
        return self.n_added


class _Worker:
    """The record and scratch of one thread."""

    def __init__(self, events: bool, memories: tuple[Memory, ...]) -> None:
        self.record = np.zeros(L.GAME_SIZE, dtype=np.int64)
        self.options = np.zeros(L.MAX_OPTIONS, dtype=np.int64)
        self.journal = np.zeros(L.BRIEF * L.EVENT if events else 1, dtype=np.int64)
        self.memories = memories

    def play(self, task: _Task, numbers: range, rows: Rows) -> Counts | None:
        """Fill the rows of these games; what was counted in them."""
        counting = nothing_counted() if task.plan is None else counting_by(task.plan)
        players.play_many(
            self.record,
            task.program.table,
            task.start,
            task.seed,
            numbers.start,
            numbers.step,
            self.options,
            self.journal,
            task.kinds,
            self.memories,
            rows,
            counting,
        )
        return None if task.plan is None else counting.counts

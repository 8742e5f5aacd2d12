"""The result file of a run: one line for each batch that is finished, so that nothing is played twice."""

from __future__ import annotations

import errno
import json
import os
from pathlib import Path
from typing import Any

from dtsim.dicethrone.events import Tally
from dtsim.errors import DtsimError
from dtsim.experiments.jobs import Job, JobKey
from dtsim.experiments.plan import Key, Plan
from dtsim.experiments.provenance import Provenance, provenance_of
from dtsim.files import check_writable, write_file
from dtsim.results import CellResult

FILE = "results.jsonl"
FORMAT = 2

_NAMES = {
    "version": "the version of dtsim",
    "engine": "the rules engine",
    "seed": "the seed",
    "coupling": "the coupling",
    "rulings": "the rulings",
    "turn_cap": "the turn cap",
    "games": "the number of games",
    "half_width": "the half-width",
    "batch": "the size of a batch",
    "focus": "the heroes in focus",
    "mirrors": "the choice of mirror matches",
    "events": "the counting of events",
    "before": "the version to compare with",
}


class Store:
    """Finished batches by job; with a folder they are kept in its result file, else for this session."""

    def __init__(self, plan: Plan, folder: Path | None = None) -> None:
        self._results: dict[JobKey, CellResult] = {}
        self._events: dict[tuple[Key, str], Tally] = {}
        self._path = None if folder is None else folder / FILE
        if self._path is not None:
            self._open(self._path, _identity(plan))

    def get(self, job: Job) -> CellResult | None:
        """What the job came to, if it is finished."""
        return self._results.get(job.key)

    def events(self, matchup: Key, coupling: str) -> Tally | None:
        """What happened in all finished games of a matchup in one coupling, if it was counted."""
        return self._events.get((matchup, coupling))

    def add(self, job: Job, result: CellResult, events: Tally | None = None) -> None:
        """Keep a finished job, in the file before anything else."""
        (first, second), coupling, start, stop = job.key
        if self._path is not None:
            record = {"a": first, "b": second, "coupling": coupling, "start": start, "stop": stop}
            happened = {"events": events.to_json()} if events else {}
            _append(self._path, {**record, "result": result.saved(), **happened})
        self._keep(job.key, result, events)

    def _keep(self, key: JobKey, result: CellResult, events: Tally | None) -> None:
        if events is not None and key not in self._results:
            before = self._events.get(key[:2])
            self._events[key[:2]] = before + events if before else events
        self._results[key] = result

    def _open(self, path: Path, identity: dict[str, Any]) -> None:
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            content = path.read_bytes() if path.exists() else b""
        except OSError as error:
            raise DtsimError(f"{path.parent}: cannot be used for results: {error.strerror}") from error
        check_writable(path)
        whole = content[: content.rfind(b"\n") + 1]  # a run that was killed may leave half a line
        if not content:
            _write(path, _line(identity))
            return
        header, *records = _records(path, whole)
        _refuse_another_run(path, header, identity)
        for number, record in enumerate(records, start=2):
            self._load(path, number, record)
        if len(whole) < len(content):
            _write(path, whole)

    def _load(self, path: Path, number: int, record: Any) -> None:
        try:
            key = (record["a"], record["b"]), record["coupling"], record["start"], record["stop"]
            result = CellResult.loaded(record["result"])
            events = Tally.from_json(record["events"]) if "events" in record else None
        except (KeyError, TypeError, DtsimError) as error:
            raise _damaged(path, number) from error
        self._keep(key, result, events)


def _identity(plan: Plan) -> dict[str, Any]:
    """All that the results follow from, as plain values: what is missing here may change between sessions."""
    source: Provenance = provenance_of(plan)
    entrants = {one.label: [one.digest, [list(number) for number in one.numbers]] for one in source.entrants}
    players = {one.player: one.player_digest for one in source.entrants}
    facts = {name: getattr(source, name) for name in _NAMES if hasattr(source, name)}
    facts |= {"rulings": list(plan.rulings), "focus": list(plan.focus), "mirrors": plan.mirrors}
    facts |= {"events": plan.events, "before": _before(source)}
    return {"dtsim results": FORMAT, **facts, "heroes": entrants, "players": players}


def _before(source: Provenance) -> list[Any] | None:
    """The other version by what its games follow from, whatever it is called."""
    return None if source.before is None else [*source.before.digests, *source.before.rulings]


def _refuse_another_run(path: Path, found: Any, wanted: dict[str, Any]) -> None:
    if not isinstance(found, dict) or found.get("dtsim results") != FORMAT:
        raise DtsimError(f"{path}: not a result file of this version of dtsim; choose another folder")
    changes = [
        f"{name} was {_shown(found.get(key))} and is {_shown(wanted[key])}"
        for key, name in _NAMES.items()
        if found.get(key) != wanted[key]
    ]
    before, now = found.get("heroes", {}), wanted["heroes"]
    if set(before) != set(now):
        changes.append(f"the heroes were {', '.join(before)} and are {', '.join(now)}")
    changes += _changed("", before, now)
    before, now = found.get("players", {}), wanted["players"]
    if set(before) != set(now):
        changes.append(f"the players were {_shown(list(before))} and are {_shown(list(now))}")
    changes += _changed("the player ", before, now)
    if changes:
        raise DtsimError(
            f"{path}: holds the results of another run: {'; '.join(changes)}. "
            "Choose another folder, or delete this file to begin anew."
        )


def _changed(what: str, before: dict[str, Any], now: dict[str, Any]) -> list[str]:
    return [
        f"{what}'{label}' has changed" for label in now if label in before and before[label] != now[label]
    ]


def _shown(value: Any) -> str:
    if isinstance(value, list):
        return ", ".join(map(str, value)) or "none"
    return "none" if value is None else str(value)


def _records(path: Path, content: bytes) -> list[Any]:
    records: list[Any] = []
    for number, line in enumerate(content.splitlines(), start=1):
        try:
            records.append(json.loads(line))
        except ValueError as error:
            raise _damaged(path, number) from error
    return records or [None]


def _damaged(path: Path, number: int) -> DtsimError:
    return DtsimError(f"{path}:{number}: not a line of a result file; delete the file to begin anew")


def _line(record: dict[str, Any]) -> bytes:
    return json.dumps(record, separators=(",", ":")).encode() + b"\n"


def _append(path: Path, record: dict[str, Any]) -> None:
    """Add a whole line or none: what a full disk or an interruption cut off is taken back."""
    line, size = _line(record), -1
    try:
        with path.open("ab", buffering=0) as file:
            size = file.tell()
            if file.write(line) != len(line):
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
    except BaseException as error:
        if size >= 0:
            os.truncate(path, size)
        if isinstance(error, OSError):
            why = f"{error.strerror or error}; what was finished before is kept"
            raise DtsimError(f"{path}: cannot be written: {why}") from error
        raise


def _write(path: Path, content: bytes) -> None:
    def write(draft: Path) -> None:
        draft.write_bytes(content)

    write_file(path, write)

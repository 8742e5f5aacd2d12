"""What a planner notes down of the options it weighs, for people who ask why; nothing if nobody does."""

from __future__ import annotations

from typing import Any

from dtsim.jit import leaf

ROOM, COUNT, NOTES = range(
    3
)  # how many notes there is room for, how many there are, option and value of each


@leaf
def begin_notes(memory: Any) -> None:
    """A new decision."""
    memory.notes[COUNT] = 0


@leaf
def note(memory: Any, option: Any, value: Any) -> None:
    """What an option is worth to the planner."""
    if memory.notes[ROOM] > memory.notes[COUNT]:
        at = NOTES + 2 * int(memory.notes[COUNT])
        memory.notes[at] = option
        memory.notes[at + 1] = value
        memory.notes[COUNT] += 1

"""A bar on the terminal for long work; nothing where nobody looks."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager


@contextmanager
def progress() -> Iterator[Callable[[int, int], None] | None]:
    """A bar that is told the games finished and all games, with games per second and the time left."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (BarColumn(), MofNCompleteColumn(), TextColumn("{task.fields[speed]}"), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("games", total=None, speed="")

        def on_progress(finished: int, total: int) -> None:
            speed = bar.tasks[0].speed
            shown = f"{speed:,.0f} games/s" if speed else ""
            bar.update(task, completed=finished, total=total, speed=shown)

        yield on_progress

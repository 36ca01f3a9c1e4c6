"""A bar for long work, on a terminal only."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager


@contextmanager
def bar(text: str, *, unit: str, quiet: bool) -> Iterator[Callable[[int, int], None] | None]:
    """What is told how much is done of how much, and shows it with its rate and the time left; None: nobody looks."""
    if quiet or sys.stderr is None or not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.markup import escape
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

    columns = (
        TextColumn(escape(text)),
        BarColumn(),
        TaskProgressColumn(),
        TextColumn("{task.fields[rate]}"),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("", total=None, rate="")

        def told(done: int, of: int) -> None:
            speed = progress.tasks[0].speed
            progress.update(task, completed=done, total=of, rate=f"{speed:,.0f} {unit}/s" if speed else "")

        yield told

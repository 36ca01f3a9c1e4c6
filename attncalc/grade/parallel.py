"""Submissions marked on all cores, each worker with the problems solved once."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from typing import TypeAlias

from attncalc.grade.marking import Marker
from attncalc.grade.overrides import Override
from attncalc.grade.result import BROKEN, Result
from attncalc.grade.submissions import Submission

FEW = 12  # submissions that are marked before another process would have started
AHEAD = 4  # tasks in the queue of each worker
NO_PROCESSES = (OSError, ImportError, NotImplementedError)  # of systems that make none, or have no locks for them
Task: TypeAlias = tuple[Submission, tuple[Override, ...]]

_marker: Marker | None = None  # of this process, where it is a worker


def cores() -> int:
    """The cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def mark_all(marker: Marker, tasks: Sequence[Task], jobs: int) -> Iterator[Result]:
    """The results of all tasks, in the order in which they are done."""
    if jobs == 1 or len(tasks) <= FEW:
        yield from (marker.mark(*task) for task in tasks)
        return
    left = dict(enumerate(tasks))
    try:
        yield from _shared(marker, left, jobs)
    except NO_PROCESSES:
        yield from (marker.mark(*task) for task in list(left.values()))


def _shared(marker: Marker, left: dict[int, Task], jobs: int) -> Iterator[Result]:
    try:
        yield from _pooled(marker, left, jobs, AHEAD * jobs)
    except BrokenProcessPool:  # a worker died, nobody knows of which task: one by one it is known
        while left:
            yield from _alone(marker, left)


def _alone(marker: Marker, left: dict[int, Task]) -> Iterator[Result]:
    try:
        yield from _pooled(marker, left, jobs=1, ahead=1)
    except BrokenProcessPool:
        submission, _ = left.pop(min(left))
        yield Result(submission.student, BROKEN, "the process that read it died")


def _pooled(marker: Marker, left: dict[int, Task], jobs: int, ahead: int) -> Iterator[Result]:
    """The results of the tasks that are left; each that is done is taken out."""
    pool = ProcessPoolExecutor(jobs, get_context("spawn"), initializer=_start, initargs=(marker,))
    waiting: dict[Future[Result], int] = {}
    numbers = iter(list(left))
    try:
        while left:
            while len(waiting) < ahead and (number := next(numbers, None)) is not None:
                waiting[pool.submit(_mark, left[number])] = number
            for future in wait(waiting, return_when=FIRST_COMPLETED).done:
                result = future.result()
                del left[waiting.pop(future)]
                yield result
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def _start(marker: Marker) -> None:
    global _marker  # noqa: PLW0603  what the worker keeps between tasks
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the main process ends the work
    marker.prepare()  # not in the time of the first submission
    _marker = marker


def _mark(task: Task) -> Result:
    assert _marker is not None
    return _marker.mark(*task)

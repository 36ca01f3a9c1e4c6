"""One kind of work on many things: here, on all cores, or on whatever an executor has; a worker prepares itself once.

An executor is any of `concurrent.futures`, or what gives one: processes, threads, a cluster of Dask.
"""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, ProcessPoolExecutor, wait
from dataclasses import dataclass, field
from itertools import chain, islice
from multiprocessing import get_context
from typing import Any, Generic, NamedTuple, Protocol, TypeVar
from uuid import uuid4

from attncalc.deadline import TooLong, limited
from attncalc.errors import AttncalcError

Task = TypeVar("Task")
Made = TypeVar("Made")
Task_contra = TypeVar("Task_contra", contravariant=True)
Made_co = TypeVar("Made_co", covariant=True)
Done = tuple[Made, AttncalcError | TooLong | None]
FEW = 12  # tasks that are done before another process would have started
AHEAD = 4  # tasks that each worker has before it is free; what nobody needs yet is not even read
WORKERS = 8  # of an executor of which nobody says how many it has
NO_PROCESSES = (OSError, ImportError, NotImplementedError)  # of systems that make none, or have no locks for them

_handed: dict[str, Work[Any, Any]] = {}  # what this process was started for, by its token, where it is a worker
_known: dict[str, Work[Any, Any]] = {}  # what it works at, prepared
_one_at_a_time = threading.Lock()  # the precision of numbers is one for all threads


class Workers(NamedTuple):
    """Who works: so many processes of our own, or those of an executor, each so many seconds at a task."""

    jobs: int = 1
    executor: Executor | None = None
    seconds: float | None = None

    @property
    def are_none(self) -> bool:
        """Whether all is done here."""
        return self.executor is None and self.jobs == 1


HERE = Workers()  # nobody else


class Work(Protocol[Task_contra, Made_co]):
    """What is done with each task; it travels to workers by pickle."""

    def prepare(self) -> None:
        """What a worker does once, before its first task."""

    def __call__(self, task: Task_contra, /) -> Made_co:
        """Does one task."""

    def died(self, task: Task_contra, /) -> Made_co:
        """What becomes of a task that killed the process which did it."""


def cores() -> int:
    """The cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def spread(
    work: Work[Task, Made], tasks: Iterable[Task], workers: Workers = HERE, *, ordered: bool = False, few: int = FEW
) -> Iterator[Made]:
    """What becomes of the tasks, in the order in which they are done, or else in their own.

    Raises AttncalcError where the work does, and TooLong. A worker that dies loses no task.
    """
    tasks = iter(tasks)
    first = list(islice(tasks, few + 1)) if workers.executor is None and workers.jobs > 1 else []
    more = chain(first, tasks)
    if workers.executor is None and len(first) <= few:
        return map(work, more)
    return _spread(work, _Left(enumerate(more)), workers, ordered=ordered)


class _Job(NamedTuple):
    """A work, None for workers that were handed it, the token by which they know it, and the seconds of a task."""

    token: str
    work: Work[Any, Any] | None
    seconds: float | None


@dataclass
class _Left(Generic[Task]):
    """Tasks by number: those that are taken and not done, and those that are to come."""

    more: Iterator[tuple[int, Task]]
    taken: dict[int, Task] = field(default_factory=dict)

    def upcoming(self) -> Iterator[int]:
        """All of them, each taken when it is asked for."""
        yield from list(self.taken)
        for number, task in self.more:
            self.taken[number] = task
            yield number


def _spread(work: Work[Task, Made], left: _Left[Task], workers: Workers, *, ordered: bool) -> Iterator[Made]:
    jobs, executor, seconds = workers
    job = _Job(uuid4().hex, work, seconds)
    while True:
        try:
            if executor is None:
                yield from _pooled(job, left, jobs, ordered)
            else:
                yield from _through(executor, job, left, AHEAD * (jobs if jobs > 1 else WORKERS), ordered)
        except BrokenExecutor:
            executor = None
        except UndoneError:
            pass
        except NO_PROCESSES:
            yield from map(work, (left.taken.pop(number) for number in left.upcoming()))
        if not left.taken:
            return
        yield from _one_by_one(work, job, left.taken)


def _one_by_one(work: Work[Task, Made], job: _Job, taken: dict[int, Task]) -> Iterator[Made]:
    """Of tasks at one of which a worker died, so that it is known which one that was."""
    while taken:
        try:
            yield from _pooled(job, _Left(iter(()), taken), jobs=1, ordered=True)
        except BrokenExecutor:
            yield work.died(taken.pop(min(taken)))
        except UndoneError as error:
            raise error.__cause__ or error from None
        except NO_PROCESSES:
            yield from map(work, (taken.pop(number) for number in sorted(taken)))


def _pooled(job: _Job, left: _Left[Any], jobs: int, ordered: bool) -> Iterator[Any]:
    """Through processes of our own; alone, one has one task at a time, so that it is known which one killed it."""
    pool = ProcessPoolExecutor(jobs, get_context("spawn"), initializer=_start, initargs=(job.token, job.work))
    try:
        yield from _through(pool, job._replace(work=None), left, AHEAD * jobs if jobs > 1 else 1, ordered)
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def _through(executor: Executor, job: _Job, left: _Left[Any], ahead: int, ordered: bool) -> Iterator[Any]:
    """What becomes of the tasks that are left, until one cannot be done; each that is done is taken out."""
    upcoming = left.upcoming()
    waiting: dict[Future[Any], int] = {}
    try:
        while True:
            for number in islice(upcoming, ahead - len(waiting)):
                waiting[executor.submit(_do, job, left.taken[number])] = number
            if not waiting:
                return
            for future in [next(iter(waiting))] if ordered else wait(waiting, return_when=FIRST_COMPLETED).done:
                made, error = _result(future)
                del left.taken[waiting.pop(future)]
                if error:
                    raise error
                yield made
    finally:
        for future in waiting:
            future.cancel()


class UndoneError(Exception):
    """A task could not be done where it was sent, whatever the reason."""


def _result(future: Future[Done[Made]]) -> Done[Made]:
    try:
        return future.result()
    except BrokenExecutor:
        raise
    except Exception as error:
        raise UndoneError from error


def _start(token: str, work: Work[Any, Any] | None) -> None:
    """Begins a process of our own, which is handed the work once and not with each task."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the main process ends the work
    if work is not None:
        _handed[token] = work


def _do(job: _Job, task: Any) -> Done[Any]:
    """Does a task in a worker, which prepares what it works at once."""
    with _one_at_a_time:
        try:
            if job.token not in _known:
                work = job.work or _handed[job.token]
                work.prepare()
                _known.clear()
                _known[job.token] = work
            with limited(job.seconds):
                return _known[job.token](task), None
        except (AttncalcError, TooLong) as error:
            return None, error

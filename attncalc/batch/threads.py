"""Blocks of queries over a pool of threads, each with the linear algebra library at one thread."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, nullcontext
from functools import cache
from typing import Any, TypeVar

Job = TypeVar("Job")


def cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def run(jobs: Iterable[Job], work: Callable[[Job], int], threads: int, tell: Callable[[int], object]) -> None:
    """Does every job; `work` gives the rows that are done by one, which `tell` hears of.

    What is waiting when one fails, or when Ctrl-C comes, is not begun.
    """
    with one_thread_each():
        if threads == 1:
            for job in jobs:
                tell(work(job))
            return
        with ThreadPoolExecutor(threads, "attention") as pool:
            try:
                for rows in pool.map(work, jobs):
                    tell(rows)
            except BaseException:
                pool.shutdown(cancel_futures=True)
                raise


def one_thread_each() -> AbstractContextManager[Any]:
    """Products of matrices stay in the thread that asks for them; without threadpoolctl they are only slower."""
    controller = _controller()
    return nullcontext() if controller is None else controller.limit(limits=1, user_api="blas")


@cache
def _controller() -> Any:
    try:
        from threadpoolctl import ThreadpoolController  # type: ignore[import-untyped]
    except ImportError:
        return None
    return ThreadpoolController()

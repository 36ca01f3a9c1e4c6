"""A limit on the time that something may take of the processor."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any


class TooLong(BaseException):
    """The time is over; no error, so that it passes all that catches errors."""


@contextmanager
def limited(seconds: float) -> Iterator[None]:
    """Raises TooLong inside when so much time of the processor is used up; others' work does not count.

    Not on Windows, nor in a thread, where there is no such clock.
    """
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield
        return

    def over(*_: Any) -> None:
        raise TooLong

    before = signal.signal(signal.SIGPROF, over)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)

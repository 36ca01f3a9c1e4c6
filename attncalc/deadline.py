"""A limit on the time of the processor that something may take, in any thread and on any system."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from attncalc.limits import TIME

STEPS = 100  # of a loop, at which what was raised comes
SOON = 0.01  # seconds, after which it is looked again where an import is under way
AGAIN = 1.0  # seconds, after which it is said again: where it is said may be a place that nothing can leave


class TooLong(BaseException):
    """The time is over; no error, so that it passes all that catches errors."""


@contextmanager
def limited(seconds: float | None) -> Iterator[None]:
    """Raises TooLong inside when this thread has used so much time; what others do does not count, nor waiting.

    A call of a library is not interrupted, only followed. Without `seconds` there is no limit.
    """
    if seconds is None:
        yield
        return
    with _untold() as lost:
        watch = _Watch(seconds, lost)
        try:
            yield
        except TooLong as over:
            if watch.is_over and not over.args:
                over.args = (TIME.says.format(f"{seconds:g}"),)
            raise
        finally:
            watch.end()


@contextmanager
def _untold() -> Iterator[threading.Event]:
    """A destructor, which nothing raised can leave, tells nobody that the time is over, but that this was `lost`."""
    told, lost = sys.unraisablehook, threading.Event()

    def hook(found: sys.UnraisableHookArgs) -> None:
        if issubclass(found.exc_type, TooLong):
            lost.set()
        else:
            told(found)

    sys.unraisablehook = hook
    try:
        yield lost
    finally:
        sys.unraisablehook = told


class _Watch:
    """A thread that looks at how much time the one that made it has used."""

    def __init__(self, seconds: float, lost: threading.Event) -> None:
        self.watched = threading.get_ident()
        self.used = _clock(self.watched)
        self.until = self.used() + seconds
        self.lock, self.ended, self.is_over = threading.Lock(), threading.Event(), False
        self.lost = lost
        threading.Thread(target=self._look, daemon=True).start()

    def _look(self) -> None:
        while not self.ended.wait(self._left()):
            with self.lock:
                if not self.ended.is_set() and (self.used() >= self.until or (self.is_over and self.lost.is_set())):
                    self._say()

    def _left(self) -> float:
        """How long to wait; once it was said, shortly, since it may be lost."""
        left = max(self.until - self.used(), 0)
        return min(left, SOON) if self.is_over else left

    def _say(self) -> None:
        """An import is never left half done: what comes after would find its modules broken."""
        if _imports(self.watched):
            self.until += SOON
            return
        self.lost.clear()
        _raise(self.watched, TooLong)
        self.is_over, self.until = True, self.until + AGAIN

    def end(self) -> None:
        """Nothing is raised from here on; what was raised and has not come yet comes here, and goes no further."""
        try:
            with self.lock:
                self.ended.set()
            for _ in range(STEPS):
                pass
        except TooLong:
            self.ended.set()


def _clock(thread: int) -> Callable[[], float]:
    """How much time a thread has used; where no system tells, its process."""
    try:
        clock = time.pthread_getcpuclockid(thread)
    except (AttributeError, OSError):
        return time.process_time
    return lambda: time.clock_gettime(clock)


def _imports(thread: int) -> bool:
    """Whether a thread stands in the import of a module."""
    frame = sys._current_frames().get(thread)
    while frame is not None and frame.f_globals.get("__name__") != "importlib._bootstrap":
        frame = frame.f_back
    return frame is not None


def _raise(thread: int, what: type[BaseException]) -> None:
    """Raises something in another thread, at its next step.

    It is never taken back: Python 3.11 then waits for it at every step, and for ever where steps are traced.
    """
    import ctypes

    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), ctypes.py_object(what))

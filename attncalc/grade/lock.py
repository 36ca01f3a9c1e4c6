"""One run at a time in a folder of results: a lock file with the number of the process that has it."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO

from attncalc.errors import InputError, Place, printable
from attncalc.files import failing

if sys.platform != "win32":
    import fcntl

LOCK = ".attncalc.lock"
MOST = 20  # characters of the number of a process


@contextmanager
def locked(root: Path) -> Iterator[None]:
    """Keeps other runs out of a folder; raises InputError where one is at work in it, not where one was killed."""
    path = root / LOCK
    with failing(path):
        root.mkdir(parents=True, exist_ok=True)
        file = _held(path)
    try:
        yield
    finally:
        if sys.platform == "win32":  # a file that is open cannot be removed there
            file.close()
        with suppress(OSError):
            path.unlink()
        file.close()


def _held(path: Path) -> IO[str]:
    while True:
        is_free = _is_free(path)
        file = path.open("a+", encoding="ascii")
        if not is_free or not _is_taken(file):
            _refuse(path, file)
        if path.exists() and os.path.samestat(os.fstat(file.fileno()), path.stat()):
            file.truncate(0)
            file.write(f"{os.getpid()}\n")
            file.flush()
            return file
        file.close()  # who had it before has just removed it


def _is_free(path: Path) -> bool:
    """Whether nobody has the file open, where that is what keeps it."""
    if sys.platform == "win32":
        with suppress(OSError):
            path.unlink()
        return not path.exists()
    return True


def _is_taken(file: IO[str]) -> bool:
    """Whether the lock is ours now; on file systems without locks it always is."""
    if sys.platform == "win32":
        return True
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:
        return True
    return True


def _refuse(path: Path, file: IO[str]) -> None:
    with file:
        file.seek(0)
        process = printable(file.read(MOST).strip()) or "unknown"
    raise InputError(
        f"another run is writing into this folder (process {process})",
        place=Place(str(path.parent)),
        hint="Wait until it has ended, or name another folder with -o.",
    )

"""Files: what was read is never replaced, and what is written stands there whole or not at all."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from secrets import token_hex
from typing import IO

from attncalc.errors import InputError, OutputError, Place

if sys.platform != "win32":
    import fcntl

LEFT = re.compile(r"\.attncalc\.[0-9a-f]{16}")  # beside what is being written

_inputs: set[tuple[int, int]] | None = None  # of the command that runs: which files it has read
_cleared: set[Path] = set()  # folders in which nothing is left of processes that were killed


@contextmanager
def inputs_stay() -> Iterator[set[tuple[int, int]]]:
    """Nothing that is read inside may be replaced there: `check_stays` knows it. Gives what was read."""
    global _inputs  # noqa: PLW0603  one command runs at a time
    before, _inputs = _inputs, set()
    try:
        yield _inputs
    finally:
        _inputs = before


def note_inputs(others: Iterable[tuple[int, int]]) -> None:
    """Remembers what another process has read for this command."""
    if _inputs is not None:
        _inputs.update(others)


def note_read(path: Path | str | int) -> None:
    """Remembers that this file, by its name or as it is open, is read."""
    if _inputs is not None:
        with suppress(OSError):
            found = os.stat(path)
            _inputs.add((found.st_dev, found.st_ino))


def check_stays(output: Path, inputs: Iterable[Path] = ()) -> None:
    """Raises InputError where `output` is one of `inputs`, or a file that was read."""
    try:
        found = output.stat()
    except (OSError, ValueError):  # it is not there
        return
    is_read = (found.st_dev, found.st_ino) in (_inputs or ()) and output.is_file()
    if is_read or any(path.exists() and path.samefile(output) for path in inputs):
        raise InputError("this would replace its own input", place=Place(str(output)))


def check_absent(path: Path | None, *, force: bool) -> None:
    """Raises InputError if a file is there that only `force` may replace."""
    if path and path.is_file() and not force:
        raise InputError("this file exists", place=Place(str(path)), hint="--force replaces it.")


def write_whole(path: Path, content: str | bytes) -> None:
    """Writes a file through a temporary one beside it. A link stays a link; a device or a pipe is written to.

    Raises OutputError where that is not possible, and InputError for a file that was read.
    """
    data = content if isinstance(content, bytes) else content.encode()
    with failing(path):
        if path.is_dir():
            raise OutputError("this is a folder; name a file in it", place=Place(str(path)))
        if path.exists() and not path.is_file():
            path.write_bytes(data)
            return
        if path.exists() and not os.access(path, os.W_OK):
            raise OutputError("this file may not be written to", place=Place(str(path)))
        with whole(path) as file:
            file.write(data)


@contextmanager
def whole(path: Path) -> Iterator[IO[bytes]]:
    """A file beside `path` that takes its place at the end; what went wrong before leaves nothing behind."""
    check_stays(path)
    with failing(path):
        target = path.resolve()
        _clear(target.parent)
        temporary, guard = _new(target.parent)
        try:
            with temporary.open("w+b") as file:
                yield file
            if target.exists():
                temporary.chmod(target.stat().st_mode & 0o777)
            temporary.replace(target)
        finally:
            temporary.unlink(missing_ok=True)
            guard.close()


@contextmanager
def failing(path: Path) -> Iterator[None]:
    """What the disk refuses becomes one message."""
    try:
        yield
    except OSError as error:
        raise OutputError(f"it cannot be written: {error.strerror or error}", place=Place(str(path))) from None


def _new(folder: Path) -> tuple[Path, IO[bytes]]:
    """An empty file of a name that nobody has, and what holds it until it is closed."""
    while True:
        path = folder / f".attncalc.{token_hex(8)}"
        guard = path.open("xb")
        if sys.platform == "win32":  # a file that is open has no other name there
            guard.close()
            return path, guard
        with suppress(OSError):  # file systems without locks
            fcntl.flock(guard, fcntl.LOCK_EX | fcntl.LOCK_NB)
        if path.exists():
            return path, guard
        guard.close()  # it was taken for one that is left over


def _clear(folder: Path) -> None:
    """Removes, once for each folder, what processes left there that were killed: nobody holds it."""
    if sys.platform == "win32" or folder in _cleared:
        return
    _cleared.add(folder)
    with suppress(OSError), os.scandir(folder) as found:
        for path in [Path(item.path) for item in found if LEFT.fullmatch(item.name)]:
            with suppress(OSError), path.open("rb") as left:
                fcntl.flock(left, fcntl.LOCK_EX | fcntl.LOCK_NB)
                path.unlink()

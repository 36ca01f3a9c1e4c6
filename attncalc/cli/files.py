"""Files that are written whole or not at all."""

from __future__ import annotations

import os
from pathlib import Path

from attncalc.errors import InputError, OutputError, Place


def check_absent(path: Path | None, *, force: bool) -> None:
    """Raises InputError if a file is there that only `force` may replace."""
    if path and path.is_file() and not force:
        raise InputError("this file exists", place=Place(str(path)), hint="--force replaces it.")


def write_whole(path: Path, content: str | bytes) -> None:
    """Writes a file through a temporary one beside it, so that nothing half-written is ever there.

    A link stays a link; a device or a pipe is written to. Raises OutputError where that is not possible.
    """
    data = content if isinstance(content, bytes) else content.encode()
    try:
        if path.is_dir():
            raise OutputError("this is a folder; name a file in it", place=Place(str(path)))
        if path.exists() and not path.is_file():
            path.write_bytes(data)
        elif path.exists() and not os.access(path, os.W_OK):
            raise OutputError("this file may not be written to", place=Place(str(path)))
        else:
            _replace(path.resolve(), data)
    except OSError as error:
        raise OutputError(f"it cannot be written: {error.strerror}", place=Place(str(path))) from None


def _replace(path: Path, data: bytes) -> None:
    import tempfile

    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=".attncalc.")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        Path(temporary).chmod(path.stat().st_mode & 0o777 if path.exists() else 0o666 & ~_umask())
        Path(temporary).replace(path)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask

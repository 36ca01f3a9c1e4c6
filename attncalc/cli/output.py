"""Where a solution goes: a terminal, a pipe, or a file that is written whole or not at all."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from shutil import get_terminal_size

from attncalc.errors import OutputError, Place
from attncalc.render.formats import FORMATS, TERMINAL, Solved, find_format
from attncalc.render.width import ascii_only, can_encode

SIGNS = "√ᵀ₁²·−⎡"


def deliver(solved: list[Solved], form: str | None, output: Path | None, *, ascii_signs: bool) -> None:
    """Writes solutions in a form; raises OutputError if the file cannot be written."""
    name = find_format(form, str(output) if output else None)
    if name == TERMINAL and (output or not sys.stdout.isatty()):
        name = "plain"
    encoding = "utf-8" if output else sys.stdout.encoding or "ascii"
    plain_signs = ascii_signs or not can_encode(SIGNS, encoding)
    if name == TERMINAL:
        _to_terminal(solved, plain_signs)
        return
    text = FORMATS[name].write(solved, get_terminal_size().columns, plain_signs)
    if output:
        write_whole(output, text)
    else:
        sys.stdout.write(text if can_encode(text, encoding) else ascii_only(text))


def _to_terminal(solved: list[Solved], ascii_signs: bool) -> None:
    from rich.console import Console

    from attncalc.render.layout import lay_out
    from attncalc.render.terminal import Terminal

    pages = [lay_out(item.sheet, item.selection) for item in solved]
    terminal = Terminal(Console(), ascii_signs=ascii_signs)
    for number, page in enumerate(pages):
        if number:
            terminal.console.print()
        terminal.write(page)


def write_whole(path: Path, text: str) -> None:
    """Writes a file through a temporary one beside it, so that nothing half-written is ever there."""
    import tempfile

    if path.is_dir():
        raise OutputError("this is a folder; name a file in it", place=Place(str(path)))
    try:
        handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
        try:
            with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
                file.write(text)
            Path(temporary).chmod(path.stat().st_mode & 0o777 if path.exists() else 0o666 & ~_umask())
            Path(temporary).replace(path)
        except BaseException:
            Path(temporary).unlink(missing_ok=True)
            raise
    except OSError as error:
        raise OutputError(f"it cannot be written: {error.strerror}", place=Place(str(path))) from None


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask

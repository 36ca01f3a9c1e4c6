"""Where a solution goes: a terminal, a pipe, or a file."""

from __future__ import annotations

import sys
from pathlib import Path
from shutil import get_terminal_size

from attncalc.cli.files import write_whole
from attncalc.errors import OutputError
from attncalc.render.formats import FORMATS, TERMINAL, Solved, find_format
from attncalc.render.width import ascii_only, can_encode

SIGNS = "√ᵀ₁²·−⎡"


def deliver(solved: list[Solved], form: str | None, output: Path | None, *, ascii_signs: bool) -> None:
    """Writes solutions in a form; raises OutputError if they cannot be written."""
    name = find_format(form, str(output) if output else None)
    if output is None and (sys.stdout is None or sys.stdout.closed):
        raise OutputError("standard output is closed", hint="Name a file: -o solution.txt")
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
        _to_pipe(text if can_encode(text, encoding) else ascii_only(text))


def _to_pipe(text: str) -> None:
    """Writes to standard output; that nobody reads on is no error."""
    try:
        sys.stdout.write(text)
        sys.stdout.flush()
    except BrokenPipeError:
        raise
    except OSError as error:
        raise OutputError(f"standard output cannot be written: {error.strerror}") from None


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

"""Where a solution, a page or a text goes: a terminal, a pipe, or a file."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from shutil import get_terminal_size

from attncalc.cli.files import write_whole
from attncalc.errors import InputError, OutputError
from attncalc.render.formats import FORMATS, TERMINAL, Pages, Solved, find_format, laid_out
from attncalc.render.width import ascii_only, can_encode

SIGNS = "√ᵀ₁²·−⎡"


def deliver(solved: list[Solved], form: str | None, output: Path | None, *, ascii_signs: bool) -> None:
    """Writes solutions in a form; raises OutputError if they cannot be written."""

    def text(name: str, columns: int, plain_signs: bool) -> str:
        return FORMATS[name].write(solved, columns, plain_signs)

    _deliver(find_format(form, _name(output)), output, ascii_signs, lambda: laid_out(solved), text)


def deliver_page(page: Pages, form: str | None, output: Path | None, *, ascii_signs: bool) -> None:
    """Writes blocks in a form; raises InputError for one of solutions only."""
    name = find_format(form, _name(output))
    if name != TERMINAL and FORMATS[name].pages is None:
        known = [key for key, form in FORMATS.items() if form.pages]
        raise InputError(f"this is not written as {name}", hint=f"It can be {', '.join([*known, TERMINAL])}.")

    def text(name: str, columns: int, plain_signs: bool) -> str:
        write = FORMATS[name].pages
        assert write is not None
        return write(page, columns, plain_signs)

    _deliver(name, output, ascii_signs, lambda: page, text)


def deliver_text(text: str, output: Path | None) -> None:
    """Writes a text as it is; raises OutputError if it cannot be written."""
    _needs_output(output)
    _send(text, output)


def _deliver(name: str, output: Path | None, ascii_signs: bool, pages: Callable[[], Pages],
             text: Callable[[str, int, bool], str]) -> None:  # fmt: skip
    _needs_output(output)
    if name == TERMINAL and (output or not sys.stdout.isatty()):
        name = "plain"
    plain_signs = ascii_signs or not can_encode(SIGNS, _encoding(output))
    if name == TERMINAL:
        _to_terminal(pages(), plain_signs)
    else:
        _send(text(name, get_terminal_size().columns, plain_signs), output)


def _name(output: Path | None) -> str | None:
    return str(output) if output else None


def _needs_output(output: Path | None) -> None:
    if output is None and (sys.stdout is None or sys.stdout.closed):
        raise OutputError("standard output is closed", hint="Name a file: -o FILE")


def _encoding(output: Path | None) -> str:
    return "utf-8" if output else sys.stdout.encoding or "ascii"


def _send(text: str, output: Path | None) -> None:
    """To a file, or to standard output; that nobody reads on is no error."""
    if output:
        write_whole(output, text)
        return
    try:
        sys.stdout.write(text if can_encode(text, _encoding(None)) else ascii_only(text))
        sys.stdout.flush()
    except BrokenPipeError:
        raise
    except OSError as error:
        raise OutputError(f"standard output cannot be written: {error.strerror}") from None


def _to_terminal(pages: Pages, ascii_signs: bool) -> None:
    from rich.console import Console

    from attncalc.render.terminal import Terminal

    terminal = Terminal(Console(), ascii_signs=ascii_signs)
    for number, page in enumerate(pages):
        if number:
            terminal.console.print()
        terminal.write(page)

"""Where a solution, a page or a text goes: a terminal, a pipe, or a file."""

from __future__ import annotations

import sys
from collections.abc import Callable
from os import environ
from pathlib import Path
from shutil import get_terminal_size
from typing import Any

from attncalc.errors import InputError, OutputError
from attncalc.files import write_whole
from attncalc.log import timed
from attncalc.render.formats import FORMATS, TERMINAL, Pages, Solved, find_format, laid_out
from attncalc.render.look import Look
from attncalc.render.width import ascii_only, can_encode

SIGNS = "√ᵀ₁²·−⎡"
WIDEST = 100  # columns of prose


def deliver(solved: list[Solved], form: str | None, output: Path | None, look: Look) -> None:
    """Writes solutions in a form; raises OutputError if they cannot be written."""
    name = find_format(form, _name(output))
    if name != "xlsx" and any(item.selection.blank for item in solved):
        raise InputError("--blank is for spreadsheets", hint="Name one: -o sheet.xlsx")
    of_solutions = name != TERMINAL and FORMATS[name].of_solutions
    _deliver(name, lambda: solved if of_solutions else laid_out(solved), output, look)


def deliver_page(page: Pages, form: str | None, output: Path | None, look: Look, others: tuple[str, ...] = ()) -> None:
    """Writes blocks in a form; raises InputError for one of solutions only. There are `others` that are no pages."""
    name = find_format(form, _name(output))
    if name != TERMINAL and FORMATS[name].of_solutions:
        known = [key for key, form in FORMATS.items() if not form.of_solutions]
        raise InputError(f"this is not written as {name}", hint=f"It can be {', '.join([TERMINAL, *known, *others])}.")
    _deliver(name, lambda: page, output, look)


def deliver_text(text: str, output: Path | None) -> None:
    """Writes a text as it is; raises OutputError if it cannot be written."""
    _needs_output(output)
    _send(text, output)


def deliver_markdown(text: str) -> None:
    """Writes a text of our own: laid out on a terminal, as it is elsewhere."""
    _needs_output(None)
    if not _is_looked_at() or not can_encode(SIGNS, _encoding(None)):
        _send(text, None)
        return
    from rich.console import Console
    from rich.markdown import Markdown
    from rich.theme import Theme

    plain = {"markdown.code": "cyan", "markdown.h1": "bold underline", "markdown.h2": "bold"}
    console = Console(width=min(get_terminal_size().columns, WIDEST), theme=Theme(plain))
    console.print(Markdown(text, code_theme="ansi_dark"))


def _deliver(name: str, what: Callable[[], Any], output: Path | None, look: Look) -> None:
    """Writes pages, or solutions where the form is of these; they are made only when it is clear where they go."""
    _needs_output(output)
    if name == TERMINAL and (output or not _is_looked_at()):
        name = "plain"
    look = _fitted(look, output)
    if name == TERMINAL:
        with timed("laid out and shown"):
            _to_terminal(what(), look.ascii_signs)
        return
    if FORMATS[name].binary and not output and sys.stdout.isatty():
        raise InputError(f"{name} is nothing to read on a terminal", hint="Name a file: -o FILE")
    with timed(f"laid out and written as {name}"):
        made = FORMATS[name].write(what(), look)
    _send(made, output)


def _is_looked_at() -> bool:
    """Whether standard output is a terminal, or shown on one by another program (FORCE_COLOR)."""
    return sys.stdout.isatty() or bool(environ.get("FORCE_COLOR"))


def _fitted(look: Look, output: Path | None) -> Look:
    """The look that this output can show."""
    ascii_signs = look.ascii_signs or not can_encode(SIGNS, _encoding(output))
    return look._replace(columns=get_terminal_size().columns, ascii_signs=ascii_signs)


def _name(output: Path | None) -> str | None:
    return str(output) if output else None


def _needs_output(output: Path | None) -> None:
    if output is None and (sys.stdout is None or sys.stdout.closed):
        raise OutputError("standard output is closed", hint="Name a file: -o FILE")


def _encoding(output: Path | None) -> str:
    return "utf-8" if output else sys.stdout.encoding or "ascii"


def _send(content: str | bytes, output: Path | None) -> None:
    """To a file, or to standard output; that nobody reads on is no error."""
    if output:
        write_whole(output, content)
        return
    try:
        if isinstance(content, bytes):
            sys.stdout.buffer.write(content)
        else:
            sys.stdout.write(content if can_encode(content, _encoding(None)) else ascii_only(content))
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

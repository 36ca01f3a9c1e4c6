"""`attncalc practice`."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Optional

import typer

from attncalc.cli.options import Output, mechanism_names, patience, step_names
from attncalc.errors import InputError, printable

if TYPE_CHECKING:
    from attncalc.practice.bank import Drawn
    from attncalc.practice.history import Tally
    from attncalc.practice.words import Said
    from attncalc.render.blocks import Block

Text = Optional[str]  # noqa: UP045  read by Typer at run time
STYLES = {"good": "green", "fair": "yellow", "bad": "red", "": ""}
MOST = 200  # problems of a page
INTERRUPTED = 130  # the status of a program that Ctrl-C ends


def practice(
    source: Annotated[
        str,
        typer.Argument(
            metavar="MECHANISM|FILE.yaml",
            autocompletion=mechanism_names,
            help="One of those that `mechanisms` lists, a problem, or a recipe.",
        ),
    ],
    entries: Annotated[bool, typer.Option("--entries", help="Ask for one entry at a time.")] = False,
    steps: Annotated[
        Text, typer.Option(metavar="S,A,O", autocompletion=step_names, help="Ask for these lines only.")
    ] = None,
    seed: Annotated[str, typer.Option(metavar="TEXT", help="The same seed gives the same numbers.")] = "1",
    seconds: Annotated[
        float, typer.Option(metavar="SECONDS", parser=patience, help="When to give up on drawing one problem.")
    ] = 10,
    form: Annotated[
        Text, typer.Option("--format", metavar="html", help="A page to practise on, without a network.")
    ] = None,
    count: Annotated[int, typer.Option("--problems", min=1, max=MOST, metavar="N", help="Of a page: how many.")] = 10,
    output: Output = None,
    no_history: Annotated[bool, typer.Option("--no-history", help="Keep nothing of this sitting.")] = False,
    ascii_signs: Annotated[bool, typer.Option("--ascii", help="ASCII only: sqrt for √.")] = False,
) -> None:
    """Practise: one line is asked at a time, marked as `check` does, with hints; Ctrl-D ends it."""
    from attncalc.practice.bank import Drawing, problems

    asked = tuple((steps or "").replace(",", " ").split())
    found = problems(source, Drawing(seed, seconds))
    if form or output:
        _write_page([one._replace(asked=asked or one.asked) for one in _some(found, count)], form, output, entries)
        return
    from attncalc.practice.history import default_path, read
    from attncalc.practice.session import Session

    talk = Terminal(ascii_signs=ascii_signs)
    path = None if no_history else default_path()
    if path:
        read(path)  # what is no such file is said before anything is asked
    session = Session(talk, entries, asked)
    try:
        session.run(found)
    except KeyboardInterrupt:
        _end(talk, session.tally, path)
        raise typer.Exit(INTERRUPTED) from None
    except InputError:
        _end(talk, session.tally, path)
        raise
    _end(talk, session.tally, path)


def _some(found: Iterator[Drawn], count: int) -> list[Drawn]:
    """So many problems, or as many as there are."""
    drawn: list[Drawn] = []
    try:
        for one in islice(found, count):
            drawn.append(one)
    except InputError:
        if not drawn:
            raise
    return drawn


def _write_page(found: list[Drawn], form: str | None, output: Path | None, entries: bool) -> None:
    """A page with these problems."""
    from attncalc.cli.output import deliver_text
    from attncalc.practice.page.write import page
    from attncalc.render.formats import find_format

    if find_format(form, str(output) if output else None) != "html":
        raise InputError("what is practised on is a page of HTML", hint="-o practice.html")
    if entries:
        raise InputError("a page asks for whole lines, with a cell for each entry", hint="Leave out --entries.")
    title = found[0].problem.title or str(found[0].problem.mechanism)
    deliver_text(page(found, title.partition(", variant ")[0]), output)


def _end(talk: Terminal, tally: Tally, path: Path | None) -> None:
    """The summary, which is kept in the user's file."""
    from attncalc.practice.history import keep, read
    from attncalc.practice.session import summary
    from attncalc.practice.words import Said

    if tally.is_empty:
        return
    for line in ("", *summary(tally)):
        talk.say(Said(line))
    if path:
        keep(path, tally)
        whole = read(path).mechanisms
        counts = ", ".join(f"{name} {whole[name]['lines']}" for name in tally.mechanisms)
        talk.say(Said(f"Lines so far: {counts}. This is kept in {path}; --no-history keeps nothing."))


class Terminal:
    """Talks on standard output and reads standard input; sentences are lines of their own, for ears too."""

    def __init__(self, *, ascii_signs: bool) -> None:
        from rich.console import Console

        from attncalc.render.width import can_encode

        self.ascii_signs = ascii_signs or not can_encode("√ᵀ₁²·−⎡", sys.stdout.encoding or "ascii")
        self.console = Console(highlight=False, soft_wrap=not sys.stdout.isatty())
        self.is_typed = sys.stdin.isatty()
        if self.is_typed:
            import contextlib

            with contextlib.suppress(ImportError):
                import readline  # noqa: F401  lines can be edited, and taken again

    def say(self, words: Said) -> None:
        """A sentence, in the colour of its tone."""
        self.console.print(self._fitted(words.text), style=STYLES[words.tone], markup=False)

    def show(self, blocks: Iterable[Block]) -> None:
        """A part of a page: tables on a terminal, lines of text in a pipe."""
        if self.console.is_terminal:
            from attncalc.render.terminal import Terminal as Writer

            Writer(self.console, ascii_signs=self.ascii_signs).write([*blocks])
            return
        from attncalc.render.look import Look
        from attncalc.render.plain import plain_pages

        self.console.print(plain_pages([[*blocks]], Look(ascii_signs=self.ascii_signs)), markup=False)

    def ask(self, prompt: str) -> str:
        """What is typed; in a pipe it is repeated, so that the whole can be read."""
        try:
            text = input(self._fitted(prompt))
        except (EOFError, KeyboardInterrupt):
            print()  # what comes next begins a line
            raise
        if not self.is_typed:
            print(self._fitted(printable(text)))
        return text

    def _fitted(self, text: str) -> str:
        from attncalc.render.width import ascii_only

        return ascii_only(text) if self.ascii_signs else text

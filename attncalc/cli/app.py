"""The commands, and the one place where errors become messages."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from attncalc import __version__
from attncalc.cli.check import check
from attncalc.cli.grade import grade
from attncalc.cli.mechanisms import mechanisms
from attncalc.cli.new import new
from attncalc.cli.read import read
from attncalc.cli.schema import schema
from attncalc.cli.solve import solve
from attncalc.errors import AttncalcError, printable

app = typer.Typer(
    help="Attention worked out by hand: every line of the work, exactly or to the digits you ask for.",
    no_args_is_help=True,
    rich_markup_mode=None,  # help in plain text takes half the time
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
for command in (solve, check, grade, read, new, mechanisms, schema):
    app.command()(command)


def _show_version(asked: bool) -> None:
    if asked:
        print(f"attncalc {__version__}")
        raise typer.Exit


@app.callback()
def _options(
    version: Annotated[
        bool, typer.Option("--version", callback=_show_version, is_eager=True, help="Show the version and exit.")
    ] = False,
) -> None:
    """Attention worked out by hand: every line of the work, exactly or to the digits you ask for."""


def main() -> None:
    """Runs the command line. Exit status: 0, 1 where something that was checked is wrong, or 2 for bad input."""
    try:
        app()
    except AttncalcError as error:
        if sys.stderr is not None:  # None where it is closed
            print(_message(error), file=sys.stderr)
        sys.exit(2)


def _message(error: AttncalcError) -> str:
    from attncalc.render.width import ascii_only, can_encode

    text = printable(f"attncalc: {error}")
    encoding = sys.stderr.encoding or "ascii"
    return text if can_encode(text, encoding) else ascii_only(text)

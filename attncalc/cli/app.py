"""The commands, and the one place where errors become messages."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from importlib import import_module
from typing import Annotated, NoReturn

import typer

from attncalc import __version__
from attncalc.deadline import TooLong
from attncalc.errors import AttncalcError, InputError, OutputError, printable
from attncalc.files import inputs_stay

# Each is a function in a file of its name; its help ends with an example, and with topics that say more.
COMMANDS = {
    "solve": ("attncalc solve problem.yaml --expand S:1,2", "solve files options forms digits"),
    "check": ("attncalc check problem.yaml page.md -o feedback.html", "marking calculations"),
    "grade": ("attncalc grade problem.yaml submissions/ -o results/", "grading marking"),
    "generate": ("attncalc generate multi-head --heads 2 --seed 7", "generate recipes exports"),
    "practice": ("attncalc practice softmax --entries", "practice"),
    "batch": ("attncalc batch qkv.npz -o out.npz --mask causal", "batch frameworks"),
    "cost": ("attncalc cost multi-head --size n=4096 --size d=512", "costs"),
    "read": ("attncalc read page.md -o problem.yaml", "notations files"),
    "new": ("attncalc new self-attention -o problem.yaml", "files notations options"),
    "mechanisms": ("attncalc mechanisms additive", "options"),
    "schema": ("attncalc schema problem -o problem.schema.json", "files"),
    "help": ("attncalc help notations", ""),
}


def app(names: Iterable[str] = COMMANDS) -> typer.Typer:
    """The command line with these commands; what is not asked for is not imported."""
    made = typer.Typer(
        help="Attention worked out by hand: every line of the work, exactly or to the digits you ask for.",
        no_args_is_help=True,
        rich_markup_mode=None,  # help in plain text takes half the time
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    made.callback()(_options)
    for name in names:
        made.command(epilog=_epilog(*COMMANDS[name]))(getattr(import_module(f"attncalc.cli.{name}"), name))
    return made


def _epilog(example: str, topics: str) -> str:
    more = f"\n\nMore: attncalc help {', '.join(topics.split())}" if topics else ""
    return f"\b\nExample:\n  {example}{more}"


def _show_version(asked: bool) -> None:
    if asked:
        print(f"attncalc {__version__}")
        raise typer.Exit


def _options(
    context: typer.Context,
    version: Annotated[
        bool, typer.Option("--version", callback=_show_version, is_eager=True, help="Show the version and exit.")
    ] = False,
) -> None:
    """Attention worked out by hand: every line of the work, exactly or to the digits you ask for."""
    context.with_resource(inputs_stay())


def main() -> None:
    """Runs the command line.

    Exit status: 0, 1 where something that was checked is wrong, 2 for bad input, 3 where something is to be looked at.
    """
    asked = [name for name in sys.argv[1:2] if name in COMMANDS]
    try:
        app(asked or COMMANDS)(prog_name="attncalc")
    except AttncalcError as error:
        _end(error)
    except TooLong as over:
        _end(InputError(str(over), hint="--limit 600 gives it ten minutes, --limit none all the time that it needs."))
    except OSError as error:  # of what the help is printed to; commands tell their own
        _end(OutputError(f"standard output cannot be written: {error.strerror}"))


def _end(error: AttncalcError) -> NoReturn:
    if sys.stderr is not None:  # None where it is closed
        print(_message(error), file=sys.stderr)
    sys.exit(2)


def _message(error: AttncalcError) -> str:
    from attncalc.render.width import ascii_only, can_encode

    text = printable(f"attncalc: {error}")
    encoding = sys.stderr.encoding or "ascii"
    return text if can_encode(text, encoding) else ascii_only(text)

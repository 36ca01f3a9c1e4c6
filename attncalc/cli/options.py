"""Options that several commands have."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated, Optional

import typer

from attncalc.deadline import limited
from attncalc.errors import InputError, shorten

STDOUT = "-"
SECONDS = re.compile(r"[0-9]{1,5}(?:\.[0-9]{1,3})?")
LEAST, HOUR, MOST = 0.1, 3600, 86_400  # seconds


def file_or_stdout(text: str) -> Path | None:
    """A file's name; None for -, which is standard output as it is standard input where files are read."""
    return None if text == STDOUT else Path(text)


def named(text: str) -> Path:
    """The name of a file or a folder; raises InputError for -, which is none."""
    if text == STDOUT:
        raise InputError("- is standard output, and this needs a name of its own", hint="A file called so is ./-")
    return Path(text)


def seconds_of(text: object) -> float | None:
    """A number of seconds, or none; raises InputError for anything else."""
    return None if text == "none" else _seconds("--limit", str(text), MOST, "none, or ")


def patience(text: object) -> float:
    """A number of seconds up to an hour; raises InputError for anything else."""
    return _seconds("--seconds", str(text), HOUR, "")


def _seconds(flag: str, said: str, most: int, other: str) -> float:
    if not SECONDS.fullmatch(said) or not LEAST <= float(said) <= most:
        raise InputError(f"{flag} {shorten(said)} should be {other}from {LEAST:g} to {most:,} seconds")
    return float(said)


def limit_of(context: typer.Context, seconds: float | None) -> float | None:
    """Limits the time of the command that is read here."""
    context.with_resource(limited(seconds))
    return seconds


def mechanism_names(incomplete: str) -> list[str]:
    """The mechanisms that a shell offers to complete a name."""
    from attncalc.mechanisms.places import PLACES

    return completed(incomplete, PLACES)


def form_names(incomplete: str) -> list[str]:
    """The forms of solutions."""
    from attncalc.render.formats import FORMATS, TERMINAL

    return completed(incomplete, (TERMINAL, *FORMATS))


def page_names(incomplete: str) -> list[str]:
    """The forms of what is no solution."""
    from attncalc.render.formats import FORMATS, TERMINAL

    return completed(incomplete, (TERMINAL, *(name for name, form in FORMATS.items() if not form.of_solutions)))


def report_names(incomplete: str) -> list[str]:
    """The forms of what other programs read too."""
    return page_names(incomplete) + completed(incomplete, ["json"])


def step_names(incomplete: str) -> list[str]:
    """The lines of the vocabulary."""
    from attncalc.problem.names import STEPS

    return completed(incomplete, STEPS)


def completed(incomplete: str, names: Iterable[str]) -> list[str]:
    """The names that begin so; of several with commas between them the last is completed."""
    before, comma, word = incomplete.rpartition(",")
    return [before + comma + name for name in names if name.startswith(word)]


Output = Annotated[
    Optional[Path],  # noqa: UP045  read by Typer at run time
    typer.Option("--output", "-o", metavar="FILE", parser=file_or_stdout, help="Write to a file; - is the output."),
]
Mechanism = Annotated[
    Optional[str],  # noqa: UP045
    typer.Option("--mechanism", "-m", metavar="NAME", help="What is calculated.", autocompletion=mechanism_names),
]
Limit = Annotated[
    Optional[float],  # noqa: UP045
    typer.Option(
        "--limit", metavar="SECONDS", parser=seconds_of, callback=limit_of, help="How long it may calculate, or none."
    ),
]
Force = Annotated[bool, typer.Option("--force", help="Replace a file that exists.")]

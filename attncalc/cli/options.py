"""Options that several commands have."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Optional

import typer

from attncalc.errors import InputError

STDOUT = "-"


def file_or_stdout(text: str) -> Path | None:
    """A file's name; None for -, which is standard output as it is standard input where files are read."""
    return None if text == STDOUT else Path(text)


def named(text: str) -> Path:
    """The name of a file or a folder; raises InputError for -, which is none."""
    if text == STDOUT:
        raise InputError("- is standard output, and this needs a name of its own", hint="A file called so is ./-")
    return Path(text)


def mechanism_names(incomplete: str) -> list[str]:
    """The mechanisms that a shell offers to complete a name."""
    from attncalc.mechanisms.places import PLACES

    return [name for name in PLACES if name.startswith(incomplete)]


Output = Annotated[
    Optional[Path],  # noqa: UP045  read by Typer at run time
    typer.Option("--output", "-o", metavar="FILE", parser=file_or_stdout, help="Write to a file; - is the output."),
]
Mechanism = Annotated[
    Optional[str],  # noqa: UP045
    typer.Option("--mechanism", "-m", metavar="NAME", help="What is calculated.", autocompletion=mechanism_names),
]
Force = Annotated[bool, typer.Option("--force", help="Replace a file that exists.")]

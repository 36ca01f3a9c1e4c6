"""`attncalc schema`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Optional

import typer

from attncalc.errors import InputError, did_you_mean


def schema(
    what: Annotated[
        Optional[str],  # noqa: UP045
        typer.Argument(
            metavar="NAME",
            help="Of what people write: problem, answers, recipe; "
            "of what is written: solution, report, chains, statistics.",
        ),
    ] = None,
    output: Annotated[Optional[Path], typer.Option("--output", "-o", metavar="FILE", help="Write to a file.")] = None,  # noqa: UP045
) -> None:
    """Print a JSON Schema, for editors (draft 7) and other programs (2020-12)."""
    import json

    from attncalc.cli.output import deliver_text
    from attncalc.render.schema import SCHEMAS

    if what is None:
        raise InputError("name what the schema is of", hint=f"It can be {', '.join(SCHEMAS)}.")
    if what not in SCHEMAS:
        raise InputError(f"there is no schema of {what}", hint=did_you_mean(what, SCHEMAS))
    deliver_text(json.dumps(SCHEMAS[what](), indent=1) + "\n", output)

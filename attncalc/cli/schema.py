"""`attncalc schema`."""

from __future__ import annotations

from typing import Annotated, Optional

import typer

from attncalc.cli.options import Force, Output, completed
from attncalc.errors import InputError, did_you_mean


def schema_names(incomplete: str) -> list[str]:
    """The schemas that a shell offers to complete a name."""
    from attncalc.render.schema import SCHEMAS

    return completed(incomplete, SCHEMAS)


def schema(
    what: Annotated[
        Optional[str],  # noqa: UP045
        typer.Argument(
            metavar="NAME",
            autocompletion=schema_names,
            help="Of what people write: problem, answers, recipe; "
            "of what is written: solution, report, chains, statistics.",
        ),
    ] = None,
    output: Output = None,
    force: Force = False,
) -> None:
    """Print a JSON Schema, for editors (draft 7) and other programs (2020-12)."""
    import json

    from attncalc.cli.output import deliver_text
    from attncalc.files import check_absent
    from attncalc.render.schema import SCHEMAS

    if what is None:
        raise InputError("name what the schema is of", hint=f"It can be {', '.join(SCHEMAS)}.")
    if what not in SCHEMAS:
        raise InputError(f"there is no schema of {what}", hint=did_you_mean(what, SCHEMAS))
    check_absent(output, force=force)
    deliver_text(json.dumps(SCHEMAS[what](), indent=1) + "\n", output)

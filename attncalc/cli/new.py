"""`attncalc new`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Optional

import typer


def new(
    mechanism: Annotated[str, typer.Argument(metavar="MECHANISM", help="One of those that `mechanisms` lists.")],
    output: Annotated[Optional[Path], typer.Option("--output", "-o", metavar="FILE", help="Write to a file.")] = None,  # noqa: UP045
    force: Annotated[bool, typer.Option("--force", help="Replace a file that exists.")] = False,
) -> None:
    """Write a problem file to fill in; it can be solved as it is."""
    from attncalc.cli.files import check_absent
    from attncalc.cli.output import deliver_text
    from attncalc.mechanisms.registry import find
    from attncalc.render.template import new_problem

    text = new_problem(find(mechanism))
    check_absent(output, force=force)
    deliver_text(text, output)

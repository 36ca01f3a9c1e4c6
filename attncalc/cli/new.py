"""`attncalc new`."""

from __future__ import annotations

from typing import Annotated

import typer

from attncalc.cli.options import Force, Output, mechanism_names


def new(
    mechanism: Annotated[
        str,
        typer.Argument(
            metavar="MECHANISM", autocompletion=mechanism_names, help="One of those that `mechanisms` lists."
        ),
    ],
    output: Output = None,
    force: Force = False,
) -> None:
    """Write a problem file to fill in; it can be solved as it is."""
    from attncalc.cli.output import deliver_text
    from attncalc.files import check_absent
    from attncalc.mechanisms.registry import find
    from attncalc.render.template import new_problem

    text = new_problem(find(mechanism))
    check_absent(output, force=force)
    deliver_text(text, output)

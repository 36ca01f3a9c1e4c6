"""`attncalc mechanisms`."""

from __future__ import annotations

from typing import Annotated, Optional

import typer

from attncalc.cli.options import Force, Output, mechanism_names, page_names

Text = Optional[str]  # noqa: UP045  read by Typer at run time


def mechanisms(
    name: Annotated[
        Text,
        typer.Argument(
            metavar="[NAME]", autocompletion=mechanism_names, help="Explain this one; without it, list all."
        ),
    ] = None,
    mistakes: Annotated[bool, typer.Option("--mistakes", help="List what check names, for deductions.")] = False,
    form: Annotated[
        Text,
        typer.Option(
            "--format", metavar="FORM", autocompletion=page_names, help="terminal, plain, markdown, latex, html, pdf."
        ),
    ] = None,
    output: Output = None,
    force: Force = False,
    ascii_signs: Annotated[bool, typer.Option("--ascii", help="ASCII only: sqrt for √.")] = False,
) -> None:
    """List the mechanisms, or explain one: formula, inputs, steps, options, an example."""
    from attncalc.cli.output import deliver_page
    from attncalc.files import check_absent
    from attncalc.mechanisms.registry import find
    from attncalc.render.explain import mechanism_list, mechanism_page, mistake_list
    from attncalc.render.look import Look

    listed = mistake_list if mistakes else mechanism_list
    page = listed() if name is None else mechanism_page(find(name))
    check_absent(output, force=force)
    deliver_page([page], form, output, Look(ascii_signs=ascii_signs))

"""`attncalc cost`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Optional

import typer

from attncalc.cli.options import Limit, Output, mechanism_names, report_names
from attncalc.errors import InputError
from attncalc.limits import TIME

Text = Optional[str]  # noqa: UP045  read by Typer at run time
Texts = Optional[list[str]]  # noqa: UP045


def cost(
    name: Annotated[
        Text,
        typer.Argument(metavar="[NAME|FILE]", autocompletion=mechanism_names, help="A mechanism, or a problem file."),
    ] = None,
    sizes: Annotated[
        Texts, typer.Option("--size", metavar="NAME=SIZE", help="A size: n=4096, d=64, heads=8, batch=2, layers=12.")
    ] = None,
    options: Annotated[Texts, typer.Option("--option", "-O", metavar="KEY=VALUE", help="An option of it.")] = None,
    more: Annotated[Text, typer.Option("--with", metavar="bq,bo", help="Inputs that may be there, and are.")] = None,
    less: Annotated[Text, typer.Option("--without", metavar="Wo", help="Inputs that are left out.")] = None,
    compare: Annotated[
        Text, typer.Option(metavar="NAME,NAME", help="Mechanisms side by side, over --size n=1024..65536.")
    ] = None,
    dtype: Annotated[str, typer.Option(metavar="TYPE", help="fp32, bf16, fp16, fp8, int8, fp64.")] = "fp32",
    flops: Annotated[Text, typer.Option(metavar="312T", help="FLOP a second, for the time it takes.")] = None,
    utilisation: Annotated[str, typer.Option(metavar="SHARE", help="How much of these are used.")] = "1",
    fast: Annotated[str, typer.Option(metavar="BYTES", help="Fast memory of FlashAttention's tiles.")] = "192KiB",
    form: Annotated[
        Text,
        typer.Option(
            "--format",
            metavar="FORM",
            autocompletion=report_names,
            help="terminal, plain, markdown, latex, html, pdf, json.",
        ),
    ] = None,
    output: Output = None,
    plot: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="A picture of what is compared: .svg, .png or .pdf."),
    ] = None,
    ascii_signs: Annotated[bool, typer.Option("--ascii", help="ASCII only: * for ·.")] = False,
    limit: Limit = TIME.most,
) -> None:
    """Count what it costs: parameters, operations, bytes, growth."""
    from attncalc.cli.costs import compared, counted, delivered
    from attncalc.cost.asked import Asked, amount, share

    asked = Asked(dtype, amount(flops, "--flops") if flops else None, share(utilisation), int(amount(fast, "--fast")))
    assert asked.bytes
    if compare is not None:
        return compared(compare, sizes or (), options or (), asked, form, output, plot, ascii_signs=ascii_signs)
    if plot is not None:
        raise InputError("--plot draws what --compare compares", hint="--compare scaled-dot-product,linear")
    if name is None:
        raise InputError("nothing is named to count", hint="attncalc cost multi-head --size n=1024")
    return delivered(
        counted(name, sizes or (), options or (), more, less), asked, form, output, ascii_signs=ascii_signs
    )

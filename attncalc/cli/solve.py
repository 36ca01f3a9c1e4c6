"""`attncalc solve`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Optional

import typer

from attncalc.cli.options import Limit, Mechanism, Output, form_names, step_names
from attncalc.errors import AttncalcError, InputError
from attncalc.limits import TIME

Text = Optional[str]  # noqa: UP045  read by Typer at run time
Number = Optional[int]  # noqa: UP045


def solve(
    files: Annotated[Optional[list[str]], typer.Argument(  # noqa: UP045
        metavar="[FILE]...", help="Problem files; - reads standard input.")] = None,
    mechanism: Mechanism = None,
    given: Annotated[Optional[list[str]], typer.Option("--given", "-g", metavar="NAME=VALUE",  # noqa: UP045
        help='A matrix, with a file or without: -g Q="1 0; 0 1".')] = None,
    options: Annotated[Optional[list[str]], typer.Option("--option", "-O", metavar="KEY=VALUE",  # noqa: UP045
        help="An option: -O scale=none. It wins over a file's.")] = None,
    any_file: Annotated[bool, typer.Option(
        "--any-file", help="Read matrices in files outside a problem's folder.")] = False,
    exact: Annotated[bool, typer.Option("--exact", help="Closed forms: e²/(1+e²), √2/2.")] = False,
    floats: Annotated[bool, typer.Option("--float", help="Floating point, as frameworks calculate.")] = False,
    rounded: Annotated[Number, typer.Option(min=0, max=50, metavar="N", help="Round every line to N decimals.")] = None,
    rounding: Annotated[Text, typer.Option("--round", metavar="RULE", help="half-up, half-even or down.")] = None,
    decimals: Annotated[Number, typer.Option(min=0, max=1000, metavar="N", help="Decimals that are shown.")] = None,
    significant: Annotated[Number, typer.Option(min=1, max=1000, metavar="N", help="Or significant digits.")] = None,
    steps: Annotated[Text, typer.Option(metavar="S,A,O", autocompletion=step_names,
        help="Show these steps only.")] = None,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Show the last step only.")] = False,
    expand: Annotated[Optional[list[str]], typer.Option(  # noqa: UP045
        metavar="STEP[:ROW[,COLUMN]]", help="Write out every product of an entry, a row, a step, or all.")] = None,
    form: Annotated[Text, typer.Option("--format", metavar="FORM", autocompletion=form_names,
        help="terminal, plain, markdown, latex, html, pdf, json, csv, npz, numpy, torch, ipynb, xlsx; "
        "a file's ending says it too.")] = None,
    output: Output = None,
    backward: Annotated[bool, typer.Option(
        "--backward", help="The backward pass too: gradients of what is given.")] = False,
    blank: Annotated[bool, typer.Option(
        "--blank", help="A spreadsheet to fill in, which says of each cell whether it is right.")] = False,
    heatmap: Annotated[bool, typer.Option("--heatmap", help="Draw the weights.")] = False,
    plot: Annotated[Optional[Path], typer.Option(metavar="FILE",  # noqa: UP045
        help="A picture of the weights: .svg, .png or .pdf.")] = None,
    full: Annotated[bool, typer.Option("--full", help="Large matrices whole.")] = False,
    fragment: Annotated[bool, typer.Option("--fragment", help="LaTeX or HTML to put into a document.")] = False,
    paper: Annotated[str, typer.Option(metavar="a4|letter", help="The paper of a PDF, or of LaTeX.")] = "a4",
    ascii_signs: Annotated[bool, typer.Option("--ascii", help="ASCII only: sqrt for √.")] = False,
    limit: Limit = TIME.most,
) -> None:  # an option with its help a row  # fmt: skip
    """Solve problems: every line of the work."""
    from attncalc.cli.looks import look_of
    from attncalc.cli.output import deliver
    from attncalc.cli.settings import Settings
    from attncalc.cli.several import end_with, read_all
    from attncalc.cli.warning import warn
    from attncalc.files import write_whole

    asked = [name for name, on in (("exact", exact), ("float", floats), ("rounded", rounded is not None)) if on]
    if len(asked) > 1:
        raise InputError(f"--{asked[0]} and --{asked[1]} are two ways to calculate; choose one")
    if decimals is not None and significant is not None:
        raise InputError("--decimals and --significant are two ways to count digits; choose one")
    look = look_of(fragment, paper, ascii_signs)
    settings = Settings(
        arithmetic=asked[0] if asked else None,
        decimals=decimals if rounded is None else rounded,
        significant=significant,
        rounding=rounding,
        steps=tuple((steps or "").replace(",", " ").split()),
        expand=tuple(expand or ()),
        quiet=quiet,
        heatmap=heatmap,
        full=full,
        backward=backward,
        blank=blank,
    )
    errors: list[AttncalcError] = []
    problems = read_all(files or (), errors.append, any_file=any_file)
    if mechanism or given or options or not files:
        from attncalc.cli.inline import Inline

        said = Inline.read(mechanism, given or (), options or ())
        problems = [said.over(problem) for problem in problems] if files else said.problem().variants()
    solved = settings.solved_all(problems, errors.append)
    if errors and (output or plot or not solved):  # a file holds all that was asked, or is not written
        end_with(errors)
    if plot is not None:
        from attncalc.render.plot.pictures import plot_solutions

        picture = plot_solutions(solved, plot.suffix)
        for text in picture.warnings:
            warn(text)
    if plot is None or output or form:
        deliver(solved, form, output, look)
    if plot is not None:
        write_whole(plot, picture.content)
    if errors:
        end_with(errors)

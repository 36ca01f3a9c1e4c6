"""`attncalc generate`."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Optional

import typer

from attncalc.cli.cluster import Cluster, Jobs, workers
from attncalc.cli.options import Limit, file_or_stdout, mechanism_names, patience
from attncalc.errors import InputError

Number = Optional[int]  # noqa: UP045  read by Typer at run time
Text = Optional[str]  # noqa: UP045
Texts = Optional[list[str]]  # noqa: UP045
File = Optional[Path]  # noqa: UP045
RECIPES = (".yaml", ".yml")


def generate(
    mechanism: Annotated[str, typer.Argument(metavar="MECHANISM|RECIPE.yaml", autocompletion=mechanism_names,
        help="One of those that `mechanisms` lists, or a file that describes a whole paper.")],
    n: Annotated[Number, typer.Option("--n", metavar="N", help="Tokens, or queries and keys.")] = None,
    d: Annotated[Number, typer.Option("--d", metavar="N", help="Every size of features.")] = None,
    heads: Annotated[Number, typer.Option("--heads", metavar="N", help="Heads.")] = None,
    sizes: Annotated[Texts, typer.Option("--size", metavar="NAME=N", help="Any size: --size d_v=3.")] = None,
    options: Annotated[Texts, typer.Option("--option", "-O", metavar="KEY=VALUE",
        help="An option of the problem: -O mask=causal.")] = None,
    entries: Annotated[Texts, typer.Option("--entries", metavar="[NAME=]KIND", help='What entries are drawn from: '
        '"integers -3..3", halves, fractions:3, "decimals:1 0..1", signs, bits, one-hot, sparse.')] = None,
    constraints: Annotated[Texts, typer.Option("--constraint", "-c", metavar="NAME [STEP] [NUMBERS]",
        help='What its lines are to be: "integer S", "at-most-digits Q 2", "spread A 0.05 0.9".')] = None,
    nice: Annotated[Text, typer.Option(metavar="softmax",
        help="Build scores backwards: the weights are small fractions such as 1/6, 1/3, 1/2.")] = None,
    seed: Annotated[str, typer.Option(metavar="TEXT", help="The same seed gives the same problem.")] = "1",
    count: Annotated[Number, typer.Option("--variants", min=1, max=1000, metavar="N",
        help="How many problems, or papers.")] = None,
    students: Annotated[File, typer.Option("--students", metavar="ROSTER.csv",
        help="Of a recipe: a paper for each line, with its name and number.")] = None,
    only: Annotated[Number, typer.Option("--only", min=1, metavar="N", help="Of a recipe: this paper alone.")] = None,
    code: Annotated[Text, typer.Option("--code", metavar="ABCD-EFGH",
        help="Of a recipe: the question that has this code, and its solution.")] = None,
    forms: Annotated[Text, typer.Option("--format", metavar="FORM,FORM",
        help="Of a recipe: markdown (unless said), latex, html, pdf, plain; exports: moodle, canvas, qti21, "
        "gift, prairielearn, gradescope.")] = None,
    paper: Annotated[Text, typer.Option(metavar="a4|letter",
        help="Of a recipe: the paper of a PDF, or of LaTeX.")] = None,
    large: Annotated[bool, typer.Option("--large-print", help="Of a recipe: a PDF in large letters.")] = False,
    full: Annotated[bool, typer.Option("--full",
        help="Of a recipe: solutions with every line of the work, not just those asked.")] = False,
    tries: Annotated[Number, typer.Option("--stress", min=1, max=100_000, metavar="N",
        help="Of a recipe: try so many seeds, and say which go wrong.")] = None,
    seconds: Annotated[float, typer.Option(metavar="SECONDS", parser=patience,
        help="When to give up on one problem.")] = 10,
    output: Annotated[File, typer.Option("--output", "-o", metavar="FILE|FOLDER", parser=file_or_stdout,
        help="Write to a file; of a recipe, to a folder.")] = None,
    force: Annotated[bool, typer.Option("--force",
        help="Replace a file that exists; in a folder of papers it is kept under earlier/.")] = False,
    jobs: Jobs = None,
    cluster: Cluster = None,
    limit: Limit = None,
) -> None:  # an option with its help a row  # fmt: skip
    """Write new problems with nice numbers in every line, with solutions; or whole papers from a recipe.

    Exit status: 0, 1 where --stress found something wrong, 2 bad input.
    """
    from attncalc.render.width import can_encode

    if not can_encode(seed, "utf-8"):
        raise InputError("--seed should be a text in UTF-8")
    of_problem = {
        "--n": n,
        "--d": d,
        "--heads": heads,
        "--size": sizes,
        "-O": options,
        "--entries": entries,
        "-c": constraints,
        "--nice": nice,
    }
    of_papers = {
        "--students": students,
        "--only": only,
        "--format": forms,
        "--paper": paper,
        "--stress": tries,
        "--large-print": large,
        "--full": full,
        "--code": code,
        "--jobs": jobs,
        "--cluster": cluster,
    }
    if Path(mechanism).suffix.lower() in RECIPES:
        from attncalc.cli.looks import look_of
        from attncalc.cli.papers import Asked, deliver_coded, deliver_papers, deliver_stress

        _refuse(of_problem, "a recipe says this itself")
        look = look_of(fragment=False, paper=paper or "a4", ascii_signs=False)._replace(large=large)
        with workers(jobs, cluster, limit) as others:
            asked = Asked(mechanism, seed, seconds, count, students, only, others)
            if code:
                beside = {"--variants": count, "--students": students, "--only": only, "--stress": tries}
                _refuse(beside, "--code says which question it is")
                deliver_coded(asked, code, output, forms or "markdown", look, full=full, force=force)
            elif tries:
                of_folder = {"--variants": count, "-o": output, "--force": force, **of_papers}
                said = dict.fromkeys(("--stress", "--format", "--jobs", "--cluster"))
                _refuse({**of_folder, **said}, "--stress writes no papers")
                deliver_stress(asked, tries, forms or "")
            else:
                deliver_papers(asked, output, forms or "markdown", look, full=full, force=force)
        return
    from attncalc.cli.problems import deliver_problems, question_of

    _refuse(of_papers, "this is of a recipe, a file that ends in .yaml")
    sized = {"n": n, "d": d, "h": heads}
    question = question_of(mechanism, sized, sizes or [], options or [], entries or [], constraints or [], nice)
    deliver_problems(question, count or 1, seed, seconds, output, force=force)


def _refuse(options: Mapping[str, object], why: str) -> None:
    """Raises InputError for the first of these that was written."""
    unsaid: tuple[object, ...] = (None, [])
    if name := next((name for name, value in options.items() if value not in unsaid and value is not False), None):
        raise InputError(f"{name}: {why}")

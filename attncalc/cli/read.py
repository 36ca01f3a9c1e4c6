"""`attncalc read`."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from attncalc.cli.options import Force, Limit, Output
from attncalc.errors import InputError, Place, printable, shorten
from attncalc.limits import TIME

if TYPE_CHECKING:
    from attncalc.problem.page.page import Unread


def read(
    page: Annotated[str, typer.Argument(metavar="PAGE", help="Markdown or LaTeX; - reads standard input.")],
    output: Output = None,
    force: Force = False,
    limit: Limit = TIME.most,
) -> None:
    """Write the problems that a page sets as a problem file, and say what was not understood."""
    from attncalc.check.alone import settle_page
    from attncalc.cli.output import deliver_text
    from attncalc.cli.warning import warn
    from attncalc.files import check_absent
    from attncalc.mechanisms.stated import problems_of
    from attncalc.problem.reader import heard
    from attncalc.problem.write import written
    from attncalc.reading.source import source_of_file

    check_absent(output, force=force)
    source = "<stdin>" if page == "-" else page
    found = problems_of(heard(source_of_file(page, source), source, warn), source)
    settle_page(found)
    if found.problems:
        deliver_text(written(found), output)
    _report(found.all_unread, source)
    if not found.problems:
        raise InputError(
            "no problem was found in it: no matrix that is given stands under its name",
            place=Place(source),
            hint="Q = [[1, 0], [0, 1]] would be found.",
        )


def _report(unread: list[Unread], source: str) -> None:
    """Says on standard error what was not understood, a line for each."""
    if sys.stderr is None:  # it is closed
        return
    encoding = sys.stderr.encoding or "ascii"
    for item in unread:
        text = printable(f"attncalc: {source}:{item.line}: {shorten(item.what)}: {shorten(item.why, 200)}")
        print(text.encode(encoding, "backslashreplace").decode(encoding), file=sys.stderr)

"""`attncalc check`."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Optional

import typer

from attncalc.cli.options import Limit, Mechanism, Output, named, report_names
from attncalc.errors import InputError, Place
from attncalc.limits import TIME

if TYPE_CHECKING:
    from attncalc.check.alone import Alone
    from attncalc.check.handed_in import HandedIn
    from attncalc.check.report import Report
    from attncalc.problem.problem import Problem
    from attncalc.render.look import Look

Text = Optional[str]  # noqa: UP045  read by Typer at run time
Texts = Optional[list[str]]  # noqa: UP045
File = Optional[Path]  # noqa: UP045
CHAINS = "attncalc check --chains FILE"
USAGE = 'attncalc check problem.yaml answers.yaml, or attncalc check problem.yaml -a A="0.27 0.73"'


def check(
    files: Annotated[Texts, typer.Argument(
        metavar="[FILE]...", help="Problem files, and last what is checked: typed answers or a page; - reads "
        "standard input. Of a folder of papers that is taken whose code stands on the page. A page alone states its "
        "problem itself.")] = None,
    answers: Annotated[Texts, typer.Option("--answer", "-a", metavar="NAME=VALUE",
        help='An answer without a file, such as -a A="0.27 0.73"; every file is then a problem.')] = None,
    strict: Annotated[bool, typer.Option("--strict", help="Ask for correctly rounded values.")] = False,
    follow: Annotated[Text, typer.Option(metavar="0…1",
        help="What an entry is worth that follows from an earlier mistake (1).")] = None,
    no_follow: Annotated[bool, typer.Option("--no-follow", help="It is worth nothing.")] = False,
    whole: Annotated[bool, typer.Option("--whole", help="All or nothing for each step.")] = False,
    unread: Annotated[File, typer.Option(metavar="FORM.yaml", parser=named,
        help="A form of what could not be read: filled in, it is read the next time.")] = None,
    chains: Annotated[bool, typer.Option("--chains",
        help="Check every a = b = c of one FILE as it stands, without a problem: JSON lines with steps, or a page."
        )] = False,
    why: Annotated[Text, typer.Option("--why", metavar="LINE[:COLUMN]",
        help="Say what was weighed where the numbers of a line of the page were put, and mark nothing.")] = None,
    mechanism: Mechanism = None,
    given: Annotated[Texts, typer.Option("--given", "-g", metavar="NAME=VALUE",
        help="A matrix that wins over a file's.")] = None,
    options: Annotated[Texts, typer.Option("--option", "-O", metavar="KEY=VALUE",
        help="An option that wins over a file's: -O scale=none.")] = None,
    any_file: Annotated[bool, typer.Option(
        "--any-file", help="Read matrices in files outside a problem's folder.")] = False,
    form: Annotated[Text, typer.Option("--format", metavar="FORM", autocompletion=report_names,
        help="terminal, plain, markdown, latex, html, pdf or json; a file's ending says it too.")] = None,
    output: Output = None,
    fragment: Annotated[bool, typer.Option("--fragment", help="LaTeX or HTML to put into a document.")] = False,
    paper: Annotated[str, typer.Option(metavar="a4|letter", help="The paper of a PDF, or of LaTeX.")] = "a4",
    ascii_signs: Annotated[bool, typer.Option("--ascii", help="ASCII only: sqrt for √.")] = False,
    limit: Limit = TIME.most,
) -> None:  # an option with its help a row  # fmt: skip
    """Check answers: each number against the truth and against the answer's own earlier numbers.

    Exit status: 0 all right, 1 something wrong or missing, 2 bad input, 3 nothing wrong, but something to look at.
    """
    from attncalc.check.check import Settings, check_solved
    from attncalc.check.check import check as check_answer
    from attncalc.check.marks import Rules
    from attncalc.check.unread import form_of, with_form
    from attncalc.cli.chains import check_chains
    from attncalc.cli.inline import Inline
    from attncalc.cli.looks import look_of
    from attncalc.cli.why import check_why
    from attncalc.files import write_whole

    look = look_of(fragment, paper, ascii_signs)
    if chains:
        if answers or mechanism or given or options or unread or why:
            raise InputError("--chains checks a file without a problem and without answers", hint=CHAINS)
        raise typer.Exit(0 if check_chains(list(files or ()), form, output, ascii_signs=ascii_signs) else 1)
    settings = Settings(strict, Rules(follow=share(follow, no_follow), whole=whole))
    problems, handed_in = _read(list(files or ()), list(answers or ()), any_file)
    said = Inline.read(mechanism, given or (), options or ())
    page = _alone(handed_in, said.over) if len(files or ()) == 1 and handed_in.documents is None else None
    if page is None:
        problems = [said.over(problem) for problem in problems] if problems else said.problem().variants()
    if why is not None:
        check_why(page, problems, handed_in, why, form, output, ascii_signs=ascii_signs)
        return
    handed_in = page.handed_in if page else handed_in
    if unread is not None:
        handed_in = with_form(handed_in, unread)
    report = (
        check_solved(page.calculations, handed_in, settings) if page else check_answer(problems, handed_in, settings)
    )
    if unread is not None and (text := form_of(report)):
        write_whole(unread, text)
    _deliver(report, form, output, look)
    raise typer.Exit(report.status)


def _alone(handed_in: HandedIn, over: Callable[[Problem], Problem]) -> Alone:
    """A page that states its problems itself; what people say of these in twelve languages is needed for it alone."""
    from attncalc.check.alone import alone

    return alone(handed_in, over)


def _read(files: list[str], answers: list[str], any_file: bool) -> tuple[list[Problem], HandedIn]:
    """The problems, and what is checked: the lines of the command line, or the last file."""
    from attncalc.check.handed_in import handed_in, inline

    if answers:
        return problems_of(files, any_file=any_file), inline(answers)
    if not files:
        raise InputError("nothing is named to check", hint=USAGE)
    if files.count("-") > 1:
        raise InputError("standard input can be read once only")
    answer = handed_in(files[-1])
    files = [_coded(file, answer) for file in files[:-1]] + files[-1:]
    if len(files) == 1 and answer.documents is not None:
        raise InputError("name what is checked after the problem", place=answer.place, hint=USAGE)
    if len(files) == 1:
        return [], answer
    try:
        problems = problems_of(files[:-1], any_file=any_file)
    except InputError as error:
        if _holds(files[-1], answers=False):
            error.hint = f"Put the problem first: {USAGE}"
        raise
    if _holds(files[0], answers=True) and _holds(files[-1], answers=False):
        raise InputError("these are answers", place=Place(files[0]), hint=f"Put the problem first: {USAGE}")
    return problems, answer


def _coded(file: str, answer: HandedIn) -> str:
    """A problem file; of a folder of papers that whose code stands on the page."""
    if not Path(file).is_dir():
        return file
    from attncalc.check.coded import file_of

    return file_of(Path(file), answer.text)


def _holds(file: str, *, answers: bool) -> bool:
    """Whether a file of YAML or JSON has answers, or a problem."""
    from attncalc.check.answers import is_answers
    from attncalc.check.handed_in import FORMS, TYPED
    from attncalc.problem.reader import loads
    from attncalc.problem.tree import read_documents
    from attncalc.reading.source import source_of_file

    if FORMS.get(Path(file).suffix.lower()) != TYPED:
        return False
    try:
        text = source_of_file(file, file).text
        return any(map(is_answers, read_documents(text, file))) if answers else bool(loads(text, file))
    except InputError:
        return False


def problems_of(files: list[str], *, any_file: bool) -> list[Problem]:
    """The problems of several files; raises InputError where one is named twice, or holds answers."""
    from attncalc.check.handed_in import problems_in
    from attncalc.cli.warning import warn

    named: set[Path] = set()
    for file in files:
        path = Path(file).resolve()
        if path in named:
            raise InputError("this problem is named twice", place=Place(file))
        named.add(path)
    return [problem for file in files for problem in problems_in(file, any_file=any_file, say=warn)]


def share(follow: str | None, no_follow: bool) -> Fraction:
    """What an entry is worth that follows from a mistake; raises InputError where that is no share."""
    from attncalc.reading.number import PLAIN

    if no_follow and follow is not None:
        raise InputError("--follow and --no-follow contradict each other; choose one")
    text = "0" if no_follow else follow or "1"
    if not (PLAIN.fullmatch(text) and len(text) < 20 and 0 <= Fraction(text) <= 1):
        raise InputError("--follow takes a number from 0 to 1", hint="--follow 0.5")
    return Fraction(text)


def _deliver(report: Report, form: str | None, output: Path | None, look: Look) -> None:
    from attncalc.cli.output import deliver_page, deliver_text
    from attncalc.render.formats import find_format

    if find_format(form, str(output) if output else None) == "json":
        from attncalc.check.report import write_json

        deliver_text(write_json(report, ascii_signs=look.ascii_signs), output)
        return
    from attncalc.render.report.pages import report_pages

    deliver_page(report_pages(report), form, output, look, others=("json",))

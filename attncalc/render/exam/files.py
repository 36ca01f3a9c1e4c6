"""The folder of a whole exam: for each paper its problem file, the paper and its solution in the forms asked for.

Beside them is what an export writes of all papers.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from itertools import count as count_from
from pathlib import Path

from attncalc.errors import InputError, OutputError, Place, did_you_mean, shorten
from attncalc.files import check_stays
from attncalc.generate.exam import FEW, Paper
from attncalc.generate.roster import key_table
from attncalc.grade.output import EARLIER, Folder, Write, writable
from attncalc.parallel import HERE, Workers, spread
from attncalc.render.blocks import Block, Heading
from attncalc.render.exam.papers import solution_paper, student_paper
from attncalc.render.exam.problem_file import problem_file
from attncalc.render.exports.exam import Exam
from attncalc.render.exports.targets import EXPORTS, check_limits
from attncalc.render.formats import FORMATS
from attncalc.render.look import Look

Contents = Mapping[str, str | bytes]
KEY = "key.csv"
OF_PAPERS = (
    "variant-*/problem.yaml",
    "variant-*/paper.*",
    "variant-*/solution.*",
    "canvas/variant-*.zip",
    "moodle*.xml",
    "gift*.txt",
    "gradescope*.zip",
)


def paper_forms(names: str) -> tuple[str, ...]:
    """The forms that papers are written in, and the exports; raises InputError for what is neither."""
    forms = [name for name, form in FORMATS.items() if not form.of_solutions and form.endings]
    known = [*forms, *EXPORTS]
    found = tuple(dict.fromkeys(names.replace(",", " ").split()))
    if not found:
        raise InputError("--format names no form", hint=f"It can be {', '.join(known)}.")
    for name in found:
        if name not in known:
            raise InputError(f"papers are not written as {shorten(name)}", hint=did_you_mean(name, known))
        page: list[Block] = [Heading(1, name)]
        if name in forms:
            FORMATS[name].write([page], Look())  # what is not installed is said before anything is drawn
    return found


def folder_of(number: int, count: int) -> str:
    """The folder of one of so many papers."""
    return f"variant-{number:0{max(2, len(str(count)))}}"


def paper_files(
    papers: Iterable[Paper],
    count: int,
    forms: Iterable[str],
    look: Look,
    program: str,
    *,
    full: bool = False,
    workers: Workers = HERE,
) -> dict[str, str | bytes]:
    """What is written of these of so many papers, by the names of the files; all lines of their solutions in `full`.

    Raises InputError for what an export cannot take.
    """
    papers, forms = list(papers), list(forms)
    exam = Exam.of(papers, count, program)
    exports = [name for name in forms if name in EXPORTS]
    for name in exports:
        check_limits(name, exam)
    made: dict[str, str | bytes] = {}
    for files in spread(_Writing(count, tuple(forms), look, program, full), papers, workers, ordered=True, few=FEW):
        made |= files
    for name in exports:
        made.update(EXPORTS[name].target.files(exam))
    return made


@dataclass(frozen=True)
class _Writing:
    """The work of writing papers, of which there are so many."""

    count: int
    forms: tuple[str, ...]
    look: Look
    program: str
    full: bool

    def prepare(self) -> None:
        """Nothing is needed."""

    def __call__(self, paper: Paper) -> dict[str, str | bytes]:
        """The files of a paper."""
        folder = folder_of(paper.number, self.count)
        return _of_paper(paper, folder, self.forms, self.look, self.program, full=self.full)

    def died(self, paper: Paper) -> dict[str, str | bytes]:
        """Raises OutputError: without one paper there is no exam."""
        raise OutputError(f"the process that wrote variant {paper.number} died")


def coded_files(
    paper: Paper, forms: Iterable[str], look: Look, program: str, *, full: bool = False
) -> dict[str, str | bytes]:
    """What is written of one question by its code; raises InputError for exports, which are of whole papers."""
    forms = list(forms)
    if export := next((name for name in forms if name in EXPORTS), None):
        raise InputError(f"{export} takes whole papers, no question alone")
    return _of_paper(paper, paper.questions[0].code, forms, look, program, full=full)


def _of_paper(
    paper: Paper, folder: str, forms: Iterable[str], look: Look, program: str, *, full: bool
) -> dict[str, str | bytes]:
    """Its problem file, the paper and the solution in each form."""
    made: dict[str, str | bytes] = {f"{folder}/problem.yaml": problem_file(paper, program)}
    pages = {"paper": student_paper(paper), "solution": solution_paper(paper, full=full)}
    for form in (FORMATS[name] for name in forms if name not in EXPORTS):
        made |= {f"{folder}/{name}{form.endings[0]}": form.write([page], look) for name, page in pages.items()}
    return made


def key_file(papers: Iterable[Paper]) -> str:
    """The table that says who has which paper."""
    papers = list(papers)
    lines = ((folder_of(paper.number, len(papers)), paper.code, paper.student) for paper in papers)
    return key_table(lines, [paper.order for paper in papers])


def write_files(files: Contents, root: Path, put: Write, *, force: bool) -> list[str]:
    """Writes what is new; raises InputError, before anything is written, where a file would become another.

    With `force` such a file is kept under `earlier/`, and so is what else is there of another exam where this is a
    whole one.
    """
    for name in files:
        check_stays(root / name)
    folder = Folder(root, _run(root), put)
    others = [name for name, content in files.items() if _is_other(root / name, content)]
    if others and not force:
        _refuse(root / others[0])
    left = _left(root, files) if KEY in others else []
    for name in left:
        folder.keep(name)
    for name, content in files.items():
        folder.write(name, content)
    for name in left:
        with suppress(OSError):  # something else is in it
            (root / name).parent.rmdir()
    return folder.written


def _run(root: Path) -> int:
    """The number under which files are kept: the first that no earlier run has."""
    return next(number for number in count_from(1) if not (root / EARLIER / str(number)).exists())


def _left(root: Path, files: Contents) -> list[str]:
    """The files of papers in a folder that are not among these."""
    found = (path.relative_to(root).as_posix() for pattern in OF_PAPERS for path in root.glob(pattern))
    return sorted(name for name in found if name not in files)


def _is_other(path: Path, content: str | bytes) -> bool:
    data = content if isinstance(content, bytes) else writable(content).encode()
    try:
        return path.exists() and path.read_bytes() != data
    except OSError as error:
        raise OutputError(f"it cannot be read: {error.strerror}", place=Place(str(path))) from None


def _refuse(path: Path) -> None:
    raise InputError(
        "this file exists, and the new one is another",
        place=Place(str(path)),
        hint="--force keeps it under earlier/; or name another folder",
    )

"""Everything that reads what others wrote, each as a function of a file, and what the files to begin with are."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import NamedTuple
from zipfile import ZIP_DEFLATED, ZipFile

ROOT = Path(__file__).parent.parent.parent
SMALL = 4000  # bytes of a seed
SHOWN = 12  # seeds of one folder


class Reader(NamedTuple):
    """What reads, the ending of its files, and seeds for them."""

    read: Callable[[Path], object]
    ending: str
    seeds: Callable[[], list[bytes]]


def problem(path):
    from attncalc.problem.reader import load

    return load(path)


def solved(path):
    from attncalc.solve import solve

    return [step.values() for one in problem(path) for step in solve(one, partial=True)]


def page(path):
    from attncalc.reading import read_page
    from attncalc.reading.source import source_of_file

    return read_page(source_of_file(path, path.name).text, path.name)


def stated(path):
    from attncalc.mechanisms.stated import problems_of
    from attncalc.reading.source import source_of_file

    return problems_of(source_of_file(path, path.name).text, path.name)


@cache
def calculations():
    from attncalc.check.check import solved as solve_all
    from attncalc.problem.reader import loads

    return solve_all(loads("mechanism: scaled-dot-product\nQ: 2 1; 0 3\nK: 1 1; 3 0\nV: 5 2; 1 4\n"))


def checked(path):
    from attncalc.check.check import Settings, check_solved
    from attncalc.check.handed_in import handed_in
    from attncalc.check.marks import Rules
    from attncalc.check.report import write_json

    return write_json(check_solved(calculations(), handed_in(str(path)), Settings(False, Rules())))


def chains(path):
    from attncalc.check.equalities.calculations import calculations_of

    return calculations_of(str(path))


def number(path):
    from attncalc.reading.number import read_number

    return read_number(path.read_text("utf-8", "replace"), {"x"})


def matrix(path):
    from attncalc.problem.matrix import read_matrix
    from attncalc.problem.tree import Scalar

    return read_matrix(Scalar(path.read_text("utf-8", "replace"), path.name, 1, 1, block=True), "Q")


def beside(path):
    from attncalc.problem.files import read_file
    from attncalc.problem.matrix import read_matrix
    from attncalc.problem.tree import Scalar

    return read_matrix(read_file(Scalar(path.name, "p.yaml", 1, 1), path.parent), "Q")


def arrays(path):
    from attncalc.batch.files.tensors import open_tensors

    return [opened().shape for opened in open_tensors(path, path.parent).values()]


def many(path):
    from attncalc.batch.many.files import Stated, collect

    return collect([path], Stated())


def submissions(path):
    from attncalc.errors import InputError
    from attncalc.grade.submissions import find

    for submission in find(path):
        for one in submission.pages:
            try:
                one.read()
            except InputError:
                continue


def recipe(path):
    from attncalc.generate.reading import read_recipe

    return read_recipe(path)


def roster(path):
    from attncalc.generate.roster import read_roster

    return read_roster(path)


def overrides(path):
    from attncalc.grade.overrides import read_overrides

    return read_overrides(path)


def files(*patterns) -> Callable[[], list[bytes]]:
    """Small files of the repository, evenly from all."""

    def found() -> list[bytes]:
        paths = sorted(path for pattern in patterns for path in ROOT.glob(pattern))
        return [data for path in paths[:: len(paths) // SHOWN + 1] if len(data := path.read_bytes()) <= SMALL]

    return found


def texts(*seeds) -> Callable[[], list[bytes]]:
    """Seeds that stand here."""
    return lambda: [seed.encode() for seed in seeds]


def spelt() -> list[bytes]:
    """How matrices are written."""
    import yaml

    cases = yaml.load((ROOT / "tests/notation.yaml").read_text("utf-8"), Loader=yaml.CBaseLoader)
    return [case["text"].encode() for case in cases if len(case.get("text", "")) in range(1, SMALL)]


def _saved() -> Iterator[tuple[str, bytes]]:
    import numpy as np

    for dtype in ("float32", "float64", "float16", "int64", "bool"):
        file = BytesIO()
        np.save(file, np.ones((2, 3), dtype))
        yield dtype, file.getvalue()


def npy() -> list[bytes]:
    """Arrays, as NumPy saves them."""
    return [data for _, data in _saved()]


def zipped(ending: str, **packed) -> Callable[[], list[bytes]]:
    """Zips of arrays, or of answers."""

    def made() -> list[bytes]:
        members = dict(_saved()) if ending == ".npy" else {"anna": b"A: 1 0\n", "ben/b": b"O: 1\n"}
        found = []
        for way in ({}, {"compression": ZIP_DEFLATED}):
            file = BytesIO()
            with ZipFile(file, "w", **way) as archive:
                for name, data in members.items():
                    archive.writestr(f"{name}{ending}", data)
            found.append(file.getvalue())
        return found

    return made


def safetensors() -> list[bytes]:
    """A header in JSON, its length before it, and numbers."""
    header = (
        b'{"Q":{"dtype":"F32","shape":[2,3],"data_offsets":[0,24]},'
        b'"V":{"dtype":"F16","shape":[2],"data_offsets":[24,28]}}'
    )
    return [len(header).to_bytes(8, "little") + header + bytes(28)]


PAGES = files("tests/read/*.md", "tests/check/pages/*.md", "tests/check/pages/*.tex")
STEPS = ('{"steps": ["A = 7 - -7 * 4 = 7 - 28 = -21", "B = 4 + 3 = 7"], "input": "(1 + 2) - 3"}\n',)
READERS = {
    "problem": Reader(problem, ".yaml", files("problems/*/*.yaml")),
    "solved": Reader(solved, ".yaml", files("problems/*/*.yaml")),
    "page": Reader(page, ".md", PAGES),
    "page in LaTeX": Reader(page, ".tex", PAGES),
    "notebook": Reader(
        page,
        ".ipynb",
        texts(
            '{"cells": [{"cell_type": "markdown", "source": ["A = [[1, 0]]\\n"]}, '
            '{"cell_type": "code", "source": "Q", "outputs": [{"text": ["1"]}]}]}'
        ),
    ),
    "statement": Reader(stated, ".md", PAGES),
    "answers": Reader(
        checked, ".yaml", texts("A: 0.107 0.893; 0.893 0.107\n", "answers: {S: [[3, 6], [3, 0]]}\nO_11: 1.4\n")
    ),
    "answers on a page": Reader(
        checked,
        ".md",
        texts(
            "$$ S = Q K^T = \\begin{bmatrix} 3 & 6 \\\\ 3 & 0 \\end{bmatrix} $$\n",
            "| A | 1 | 2 |\n|--|--|--|\n| 1 | 0.107 | 0.893 |\n\nS_12 = 2*3 + 1*0 = 6, O = [[1.4, 3.8], [4.6, 2.2]]\n",
        ),
    ),
    "chains": Reader(chains, ".jsonl", texts(*STEPS)),
    "chains on a page": Reader(chains, ".md", texts("S_11 = 1*2 + 3*4 = 14\n\n$e^{0.5} = 1.6487 = \\sqrt{2.718}$\n")),
    "number": Reader(
        number, ".txt", texts("-2 1/2", "sqrt(2)/2", "\\frac{1}{2}", "3.0·10^-5", "1e-3", "ln 2", "(1+x)^3")
    ),
    "matrix": Reader(matrix, ".txt", spelt),
    "matrix in a table": Reader(beside, ".csv", texts("a,b\n1,2\n3,4\n", "1;2\n3;4,5\n")),
    "matrix in an array": Reader(beside, ".npy", npy),
    "npy": Reader(arrays, ".npy", npy),
    "npz": Reader(arrays, ".npz", zipped(".npy")),
    "safetensors": Reader(arrays, ".safetensors", safetensors),
    "many problems": Reader(many, ".jsonl", texts('{"mechanism": "softmax", "given": {"S": [[1, 2]]}}\n' * 2)),
    "submissions in lines": Reader(
        submissions, ".jsonl", texts('{"student": "anna", "answers": {"A": [0.27, 0.73]}}\n')
    ),
    "submissions in a zip": Reader(submissions, ".zip", zipped(".yaml")),
    "recipe": Reader(recipe, ".yaml", files("tests/generate/recipes/*.yaml")),
    "roster": Reader(roster, ".csv", texts("name,number\nAnna,1\nBen,2\n")),
    "decisions": Reader(
        overrides, ".yaml", texts("- {student: anna, step: A, row: 1, col: 2, verdict: right, reason: x}\n")
    ),
}

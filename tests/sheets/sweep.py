"""Every problem as a spreadsheet: calculated anew by LibreOffice, and once more for each input that is changed.

python tests/sheets/sweep.py [PART OF A NAME]... [--first] [--backward]
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
from office import Cells, changed, emptied, recalculated, sheets, with_value

import attncalc
from attncalc.cli.settings import Settings
from attncalc.errors import AttncalcError
from attncalc.problem.problem import Problem
from attncalc.reading.number import Number
from attncalc.render.formats import Solved
from attncalc.render.look import Look
from attncalc.render.xlsx.book import written
from attncalc.render.xlsx.lines import Lines
from attncalc.render.xlsx.page import Page

ROOT = Path(__file__).parents[2]
PROBLEMS = sorted((ROOT / "problems").rglob("*.yaml"))
NEAR = 1e-12
PLAIN = Settings()
TRIED = ("0.75", "2", "1", "0", "3", "0.5", "0.25", "4")


@dataclass
class Trial:
    """A workbook and what LibreOffice should make of it."""

    name: str
    file: Path
    pages: list[Page]
    wanted: list[Solved]


def trials(path: Path, folder: Path, *, every_input: bool = True, settings: Settings = PLAIN) -> Iterator[Trial]:
    """The problem as it is, all stored values 0; then with an entry of each input changed."""
    problems = attncalc.load(path)
    solved = [settings.solved(problem) for problem in problems]
    content, pages = written(solved, Look())
    name = "--".join(path.relative_to(ROOT / "problems").with_suffix("").parts)
    yield Trial(name, changed(content, folder / f"{name}.xlsx", lambda _, xml: emptied(xml)), pages, solved)
    for number, problem in enumerate(problems):
        for key in problem.given if every_input else list(problem.given)[:1]:
            if made := _other(problem, key, pages[number], settings):
                text, place, wanted = made
                file = folder / f"{name}--{number + 1}-{key}.xlsx"

                def change(sheet: str, xml: str, number: int = number, place: str = place, text: str = text) -> str:
                    return with_value(emptied(xml), place, text) if sheet == str(number + 1) else emptied(xml)

                yield Trial(
                    f"{name}, {key} {place}={text}",
                    changed(content, file, change),
                    pages,
                    [*solved[:number], wanted, *solved[number + 1 :]],
                )


def _other(problem: Problem, key: str, page: Page, settings: Settings) -> tuple[str, str, Solved] | None:
    """The problem with an entry of an input changed so that it can still be solved: its text, and where it stands."""
    matrix = problem.given[key]
    if key not in page.lines.areas:
        return None
    area = page.lines.areas[key]
    places = [(i, j) for i, row in enumerate(matrix.rows) for j, number in enumerate(row) if number.tree is None]
    for i, j in places:
        for text in TRIED:
            rows = [list(row) for row in matrix.rows]
            if rows[i][j].text == text:
                continue
            rows[i][j] = Number(text)
            changed_ = replace(matrix, rows=tuple(map(tuple, rows)))
            try:
                solved = settings.solved(replace(problem, given={**problem.given, key: changed_}))
            except AttncalcError:
                continue
            flat = i * len(rows[0]) + j
            return text, area.cell(*divmod(flat, area.width)).text, solved
    return None


def differences(trial: Trial, made: dict[str, Cells]) -> list[str]:
    """The cells of sheets that are not what the worksheet says; names of sheets may come in capitals."""
    found = []
    for page, item in zip(trial.pages, trial.wanted, strict=True):
        lines, name = Lines(item), page.sheet.name
        cells = made[name] if name in made else made[name.upper()]
        for record in (*lines.inputs, *lines.steps):
            area = page.lines.areas.get(record.key)
            values = lines.values(record)
            for i, row in enumerate(values):
                for j, value in enumerate(row):
                    cell = cells.get(area.cell(i, j).text) if area else None
                    if not _same(cell, value):
                        found.append(f"{record.key}[{i + 1},{j + 1}]: {cell} instead of {value}")
    return found


def _same(made: float | str | None, value: float | str) -> bool:
    if isinstance(made, float) and isinstance(value, float):
        return abs(made - value) <= NEAR * max(1.0, abs(value))
    return made == value


def main() -> int:
    """Prints what differs, and how many cells and workbooks were compared."""
    parser = argparse.ArgumentParser()
    parser.add_argument("names", nargs="*", help="parts of the names of problems; all without")
    parser.add_argument("--first", action="store_true", help="change one input of each problem only")
    parser.add_argument("--backward", action="store_true", help="the backward pass too, where there is one")
    options = parser.parse_args()
    settings = Settings(backward=options.backward)
    started, refused, bad, cells = time.time(), {}, 0, 0
    with tempfile.TemporaryDirectory() as folder:
        found = []
        for path in PROBLEMS:
            if options.names and not any(name in str(path) for name in options.names):
                continue
            try:
                found += trials(path, Path(folder), every_input=not options.first, settings=settings)
            except AttncalcError as error:
                refused[path.stem] = error.message
        files = recalculated([trial.file for trial in found], Path(folder))
        for trial, file in zip(found, files, strict=True):
            wrong = differences(trial, sheets(file)) if file.exists() else ["not written"]
            bad += bool(wrong)
            cells += sum(area.height * area.width for page in trial.pages for area in page.lines.areas.values())
            if wrong:
                print(f"{trial.name}: {len(wrong)}: {'; '.join(wrong[:3])}")
    for name, message in refused.items():
        print(f"{name} is not written: {message}")
    print(
        f"{len(found)} workbooks, {cells:,} cells, {bad} workbooks with differences, {len(refused)} problems not "
        f"written, {time.time() - started:.0f} s"
    )
    return bad > 0


if __name__ == "__main__":
    sys.exit(main())

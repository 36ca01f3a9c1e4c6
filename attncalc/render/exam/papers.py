"""Papers of a recipe as blocks: what students are given to fill in, and the same with its solution."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from itertools import islice

from attncalc.arithmetic.array import Array
from attncalc.check.calculation import Calculation
from attncalc.check.causes.outcomes import mistakes
from attncalc.check.marks import shown
from attncalc.generate.exam import Paper, Posed
from attncalc.generate.recipe import Ask
from attncalc.render.blocks import Block, Bracket, Cell, Formula, Grid, Heading, Math, Note, Prose
from attncalc.render.cells import digits_cells
from attncalc.render.formats import FORMATS
from attncalc.render.layout import Selection, lay_out
from attncalc.render.look import Look
from attncalc.render.view import transposed
from attncalc.solve import solve
from attncalc.worksheet.recorder import Record
from attncalc.worksheet.worksheet import Worksheet

BLANK = Cell("_" * 8, "")
LINE = "_" * 24  # to write on
MOST_MISTAKES = 5  # for a line
UNSETTLED = "?"
UNSAID = {("tokens", "rows")}  # options that are understood
STEP = 3  # the level of a step's heading
LETTERS = "abcdefghijklmnopqrstuvwxyz"


def student_paper(paper: Paper) -> list[Block]:
    """What a student is given: a heading, and each question with an empty grid for each line that is asked."""
    body = [block for posed in paper.questions for block in _Question(posed).blocks()]
    return [*_head(paper), *map(Prose, paper.recipe.instructions), *body]


def solution_paper(paper: Paper) -> list[Block]:
    """Every line of the work, with its marks, and with what the common mistakes would give."""
    return [*_head(paper, "Solution"), *(block for posed in paper.questions for block in _Question(posed).solution())]


def worksheet_page(sheet: Worksheet) -> str:
    """A solution alone, as somebody may hand it in."""
    page = FORMATS["markdown"].write([lay_out(sheet)], Look())
    assert isinstance(page, str)
    return page


def _head(paper: Paper, what: str = "") -> Iterator[Block]:
    recipe, student = paper.recipe, paper.student
    yield Heading(1, ": ".join(filter(None, (recipe.course, recipe.title, what))), aside=f"variant {paper.code}")
    if student or not what:
        name, number = student or ("", "")
        yield Prose(f"Name: {name or LINE}")
        yield Prose(f"Number: {number or LINE}")
    yield Prose(f"{_marks(recipe.marks)} in all.")


@dataclass
class _Question:
    """One question of a paper, solved once for all that is said of it."""

    posed: Posed

    @cached_property
    def sheet(self) -> Worksheet:
        item = self.posed.item
        return solve(self.posed.problem, item.arithmetic, decimals=item.decimals)

    @cached_property
    def asked(self) -> dict[str, tuple[Ask, Record]]:
        """What is asked, line by line, by the name that it has on the page."""
        records = [(ask, record) for ask in self.posed.item.ask for record in ask.records(self.sheet)]
        return {self._grid(record).name.text: (ask, record) for ask, record in records}

    def _grid(self, record: Record) -> Grid:
        blocks = lay_out(self.sheet, Selection((record.key,)))
        return next(block for block in blocks if isinstance(block, Grid))

    def blocks(self) -> Iterator[Block]:
        """The question as it is set."""
        yield from self._heading()
        yield from map(Prose, self.posed.item.text)
        yield from self._given()
        kind = self.posed.item.kind
        if kind.shows_work:
            yield Prose(f"{kind.task} the missing lines of this work{self._digits()}: {self._list()}.")
            yield from self._work()
            return
        for letter, (ask, record) in zip(self._letters(), self.asked.values(), strict=True):
            grid = self._grid(record)
            yield Prose(f"{letter}{kind.task} {grid.name.text}{self._digits()} ({self._worth(ask)}).")
            yield _blank(grid)

    def _heading(self) -> Iterator[Block]:
        yield Heading(2, self.posed.title, aside=_marks(self.posed.item.marks))

    def _given(self) -> Iterator[Block]:
        """What is given stands first on a worksheet, under a heading of its own."""
        item = self.posed.item
        formula = next((block for block in lay_out(self.sheet) if isinstance(block, Formula) and block.packed), None)
        if formula:
            yield Prose(f"{item.question.mechanism.title}, given:" if item.title else "Given:")
            yield formula
        options = {key: value for key, value in item.question.all_options.items() if (key, value) not in UNSAID}
        if options:
            yield Prose(f"Options: {', '.join(f'{key}: {value}' for key, value in options.items())}.")

    def _letters(self) -> list[str]:
        several = len(self.asked) > 1
        return [f"({LETTERS[number % len(LETTERS)]}) " if several else "" for number in range(len(self.asked))]

    def _digits(self) -> str:
        digits = self.sheet.asked.decimals
        return ", in closed form" if self.posed.item.exact else f", to {digits} decimal{'s' * (digits != 1)}"

    def _worth(self, ask: Ask) -> str:
        """The marks of a step; those of one that stands in every head are for all of these together."""
        together = len(ask.records(self.sheet)) > 1
        return f"{_marks(Fraction(ask.marks))}{f' for every {ask.step} together' if together else ''}"

    def _list(self) -> str:
        """What is asked, step by step, with marks."""
        names: dict[Ask, list[str]] = {}
        for name, (ask, _) in self.asked.items():
            names.setdefault(ask, []).append(name)
        return ", ".join(f"{' and '.join(found)} ({_marks(Fraction(ask.marks))})" for ask, found in names.items())

    def _steps(self, but: Collection[str] = ()) -> list[Block]:
        """The lines of the work: those that a worksheet shows, `but` for some, and what is asked beside."""
        asked = {record.key for _, record in self.asked.values()}
        keys = [record.key for record in self.sheet.records
                if record.key not in but and (record.key in asked or not record.detail)]  # fmt: skip
        _, *blocks = lay_out(self.sheet, Selection(tuple(keys)))
        down = int(any(isinstance(block, Heading) and block.level < STEP for block in blocks))  # below the question's
        return [replace(block, level=block.level + down) if isinstance(block, Heading) else block
                for block in blocks if not (isinstance(block, Note) and block.hint)]  # fmt: skip

    def _work(self) -> Iterator[Block]:
        """The work with its formulas, what is asked left open; what follows from it would give it away."""
        following, leading = self._following(), self._leading()
        hidden = {self._grid(record).name.text for record in self.sheet.records
                  if record.key in following & leading and not record.detail} - {*self.asked}  # fmt: skip
        for block in self._steps(but=following - leading):
            match block:
                case Heading() | Prose():
                    yield block
                case Grid(name=name) if name.text not in hidden:
                    yield _blank(block) if name.text in self.asked else replace(block, repeats=False)

    def _following(self) -> set[str]:
        """What is asked, and all lines that are calculated from it."""
        reached = {record.key for _, record in self.asked.values()}
        for record in self.sheet.records:
            if reached & {line.key for line in record.expr.lines()}:
                reached.add(record.key)
        return reached

    def _leading(self) -> set[str]:
        """What is asked, and all lines that it is calculated from."""
        reached = {record.key for _, record in self.asked.values()}
        for record in reversed(self.sheet.records):
            if record.key in reached:
                reached.update(line.key for line in record.expr.lines())
        return reached

    def solution(self) -> Iterator[Block]:
        """The work with marks and mistakes."""
        yield from self._heading()
        yield from self._given()
        for step in _parts(self._steps()):
            name = next((block.name.text for block in step if isinstance(block, Grid)), "")
            yield from step
            if name in self.asked:
                ask, record = self.asked[name]
                yield Prose(f"Worth {self._worth(ask)}.")
                yield from self._mistakes(record)

    def _mistakes(self, record: Record) -> Iterator[Block]:
        """What common mistakes would give at the digits asked, where that is another number."""
        name = self._grid(record).name
        before = {other.key for _, other in self.asked.values()} - {record.key}
        for says, texts in islice(self._outcomes(record, before), MOST_MISTAKES):
            yield Note(f"A common mistake: {says}")
            yield Formula(((Math(f"{name.text} ≈", rf"{name.latex} \approx"), Bracket(digits_cells(texts))),))

    def _outcomes(self, record: Record, before: set[str]) -> Iterator[tuple[str, list[list[str]]]]:
        calculation, key = self.calculation, record.key
        right = self._texts(calculation.truth[key], key)
        seen = [right]
        for cause, value in mistakes(calculation, key, written=before):
            texts = self._texts(value, key)
            if texts not in seen:
                seen.append(texts)
                yield cause.says, texts

    @cached_property
    def calculation(self) -> Calculation:
        """The work in numbers that mistakes can be made with."""
        return Calculation(solve(self.posed.problem, decimals=self.posed.item.decimals))

    def _texts(self, value: Array, key: str) -> list[list[str]]:
        """Entries at the digits asked, as they stand on the page."""
        text, digits = self.calculation.arithmetic.text, self.sheet.asked
        with self.calculation.working():
            rows = [[text(entry, digits) or UNSETTLED for entry in row] for row in value.rows]
        return transposed(rows) if self.calculation.is_turned(key) else rows


def _blank(grid: Grid) -> Grid:
    """The grid with blanks to fill in; its labels are words, which nobody takes for entries."""
    cells = tuple(tuple(BLANK for _ in row) for row in grid.cells)
    rows = tuple(f"row {label}" if label.isdigit() else label for label in grid.rows)
    return replace(grid, cells=cells, rows=rows, repeats=False, labelled=True)


def _parts(blocks: list[Block]) -> Iterator[list[Block]]:
    """Blocks in parts that begin with a heading."""
    part: list[Block] = []
    for block in blocks:
        if isinstance(block, Heading) and part:
            yield part
            part = []
        part.append(block)
    yield part


def _marks(marks: Fraction) -> str:
    return f"{shown(marks)} mark{'s' * (marks != 1)}"

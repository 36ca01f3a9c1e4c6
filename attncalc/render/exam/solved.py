"""One question of a paper, solved once for all that is said of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from itertools import islice

from attncalc.arithmetic.array import Array
from attncalc.check.calculation import Calculation, Lines
from attncalc.check.causes.outcomes import mistakes
from attncalc.check.claim import Cause
from attncalc.check.placing.own_words import MISTAKES
from attncalc.generate.exam import Posed
from attncalc.generate.mistaken import Change, carried, remade
from attncalc.generate.recipe import Ask
from attncalc.problem.names import read_name
from attncalc.render.blocks import (
    Block,
    Bracket,
    Formula,
    Grid,
    Heading,
    Math,
    Note,
    Piece,
    Prose,
    Remarks,
    Together,
)
from attncalc.render.cells import digits_cells
from attncalc.render.exam.heads import parts_of_heads
from attncalc.render.exam.options import in_words
from attncalc.render.exam.parts import LETTERS, Number, Part, Slip, blank, marks
from attncalc.render.layout import Selection, lay_out
from attncalc.render.signs import ABOUT, EQUAL
from attncalc.render.view import View, transposed
from attncalc.solve import solve
from attncalc.worksheet.formula import symbol
from attncalc.worksheet.notation import LATEX, TEXT
from attncalc.worksheet.recorder import Record
from attncalc.worksheet.worksheet import Worksheet

MOST_MISTAKES = 5  # for a line
UNSETTLED = "?"
AS_BEFORE = "This is the number without the change."
PLAIN = (1, 2, 4)  # parts of a mark
STEP = 3  # the level of a step's heading

Texts = list[list[str]]


@dataclass
class Solved:
    """A question with its solution."""

    posed: Posed
    change: Change | None = None
    stated: bool = False

    @cached_property
    def sheet(self) -> Worksheet:
        """The solution, as it is asked for."""
        item = self.posed.item
        sheet = solve(self.posed.problem, item.arithmetic, decimals=item.decimals)
        return sheet.changed(remade(self.change, stated=self.stated)) if self.change else sheet

    def changed(self, change: Change, *, stated: bool = False) -> Solved:
        """The same with a mistake in it and what follows; the formulas of the lines say so where it is `stated`."""
        made = replace(self, change=change, stated=stated)
        vars(made)["calculation"] = self.calculation  # of the true work, which stays the same
        return made

    @cached_property
    def calculation(self) -> Calculation:
        """The work in numbers that mistakes can be made with."""
        return Calculation(solve(self.posed.problem, decimals=self.posed.item.decimals))

    @cached_property
    def lines(self) -> Lines:
        """Every line in these numbers, as it follows from the mistake if there is one."""
        truth = self.calculation.truth
        return carried(self.calculation, self.change, truth) or truth if self.change else truth

    @cached_property
    def asked(self) -> dict[str, tuple[Ask, Record]]:
        """What is asked, line by line, by the name that it has on the page."""
        records = [(ask, record) for ask in self.posed.item.ask for record in ask.records(self.sheet)]
        return {self.grid(record).name.text: (ask, record) for ask, record in records}

    @cached_property
    def names(self) -> dict[str, str]:
        """The LaTeX of the names of all lines, and of what is given, as sentences write them."""
        found: dict[str, str] = {}
        for record in (*self.sheet.inputs, *self.sheet.records):
            if (known := read_name(record.key)) and known.row is None:
                latex = symbol(known.base, known.section, LATEX)
                found |= {record.key: latex, symbol(known.base, known.section, TEXT): latex}
        return found

    def digits(self, *records: Record) -> str:
        """How the numbers of these lines are asked for; of whole ones nothing has to be said."""
        if self.posed.item.exact:
            return ", in closed form"
        decimals = self.sheet.asked.decimals
        is_whole = not any("." in text for record in records for row in self.texts(record) for text in row)
        return "" if is_whole else f", to {decimals} decimal{'s' * (decimals != 1)}"

    def grid(self, record: Record) -> Grid:
        """A line of the work as a matrix with labels."""
        grids = [block for block in lay_out(self.sheet, Selection((record.key,))) if isinstance(block, Grid)]
        selected = [
            other.key
            for other in self.sheet.records
            if other.key == record.key or (other.name == record.key and not record.section)
        ]
        return grids[selected.index(record.key)]  # c is c of every sentence too

    def part(self, record: Record, ask: Ask, words: str = "") -> Part:
        """A line that is asked for: in these words, with a blank for each entry."""
        share = Fraction(ask.marks) / len(ask.records(self.sheet))
        return Part(
            words,
            blank(self.grid(record)),
            self.fields(record),
            share,
            self.sheet.asked.decimals,
            self.worth(ask),
            line=record.key,
        )

    def worth(self, ask: Ask) -> str:
        """The marks of one line of a step; of those that have no plain part, what all of them have together."""
        first, *others = ask.records(self.sheet)
        share = Fraction(ask.marks) / (1 + len(others))
        if share.denominator in PLAIN:
            return marks(share)
        kind = first.titles[-1].rpartition(" ")[0].lower() if first.titles else ask.step
        return f"{marks(Fraction(ask.marks))} for all {kind}s together"

    def given(self, *, told: bool = True) -> Iterator[Block]:
        """What is given stands first on a worksheet, under a heading of its own."""
        item = self.posed.item
        formula = next((block for block in lay_out(self.sheet) if isinstance(block, Formula) and block.packed), None)
        taken = {f"{name} =" for name in item.sources}
        lines = tuple(line for line in formula.lines if not _names(line[0]) & taken) if formula else ()
        lines += tuple(line for record in self.sheet.records if record.given for line in self._line(record))
        if formula and lines:
            yield Prose(f"{item.question.mechanism.title}, given:" if item.title else "Given:")
            yield replace(formula, lines=lines)
        elif item.title:
            yield Prose(f"{item.question.mechanism.title}.")
        yield from map(Prose, self.posed.told)
        options = in_words(item.question.all_options, item.question.mechanism.settings) if told else ()
        if said := [*parts_of_heads(self.sheet, self.leading, self.calculation.is_turned), *options]:
            yield Prose(" ".join(said))

    def _line(self, record: Record) -> Iterator[tuple[Piece, ...]]:
        """A line of the work that is given: dO."""
        for block in lay_out(self.sheet, Selection((record.key,), quiet=True)):
            if isinstance(block, Formula):
                yield from block.lines

    @cached_property
    def leading(self) -> set[str]:
        """What is asked, and all lines that it is calculated from."""
        reached = {record.key for _, record in self.asked.values()}
        for record in reversed(self.sheet.records):
            if record.key in reached:
                reached.update(line.key for line in record.expr.lines())
        return reached

    def steps(self) -> list[Block]:
        """The lines of the work that lead to what is asked: those that a worksheet shows, and what is asked beside."""
        asked = {record.key for _, record in self.asked.values()}
        keys = [
            record.key
            for record in self.sheet.records
            if record.key in asked or (record.key in self.leading and not record.detail)
        ]
        _, *blocks = lay_out(self.sheet, Selection(tuple(keys)))
        down = int(any(isinstance(block, Heading) and block.level < STEP for block in blocks))  # below the question's
        return [
            replace(block, level=block.level + down) if isinstance(block, Heading) else block
            for block in blocks
            if not (isinstance(block, Note) and block.hint)
        ]

    @cached_property
    def printed(self) -> dict[str, tuple[Math, str]]:
        """The names and the numbers of the lines where the work is printed, by these names."""
        found, number = dict[str, tuple[Math, str]](), ""
        for block in self.steps():
            match block:
                case Heading(text=number, math=Math()):
                    pass
                case Grid(name=name):
                    found[name.text] = (name, number)
        return found

    def work(self) -> Iterator[Block]:
        """The work with marks and mistakes."""
        for step in _steps(self.steps()):
            name = next((block.name.text for block in step if isinstance(block, Grid)), "")
            yield from step
            if name in self.asked:
                ask, record = self.asked[name]
                yield Prose(f"Worth {self.worth(ask)}.", self.worth(ask))
                yield from self._mistakes(record, max(block.level for block in step if isinstance(block, Heading)) + 1)

    def answers(self, formulas: Mapping[str, tuple[Math, ...]], letters: str = "") -> Iterator[Block]:
        """The lines that were asked, with marks and mistakes, each under its letter or number on the paper."""
        once, told = [*map(Note, self.sheet.recorder.notes)], list[Block]()
        known = iter(letters or (LETTERS if formulas and len(self.asked) > 1 else ""))
        for name, (ask, record) in self.asked.items():
            letter = next(known, "")
            made = tuple((formula,) for formula in formulas.get(name, ()))
            numbers = [
                block
                for block in lay_out(self.sheet, Selection((record.key,), quiet=True))
                if not isinstance(block, Heading) and block not in told
            ]
            told += once
            title = f"({letter})" if letter else "Answer" if formulas else f"Line {self.printed[name][1]}"
            yield Together(
                (
                    Heading(STEP, title, aside=self.worth(ask)),
                    *([Formula(made, packed=True)] if made else []),
                    *numbers,
                    *self._mistakes(record, STEP + 1),
                )
            )

    def _mistakes(self, record: Record, level: int) -> Iterator[Remarks]:
        """What common mistakes would give at the digits asked, where that is another number."""
        name, found = self.grid(record).name, list(islice(self.outcomes(record), MOST_MISTAKES))
        told = [cause.says for cause, _ in found]
        rows = tuple(
            (
                Prose(self._said(cause, alone=told.count(cause.says) == 1)),
                Formula(((_before(name, self._sign(texts)), Bracket(digits_cells(texts))),)),
            )
            for cause, texts in found
        )
        if rows:
            yield Remarks(Heading(level, MISTAKES), rows)

    def _said(self, cause: Cause, *, alone: bool) -> str:
        """What is said of a mistake, and in which line it was made where that may be one of several."""
        return cause.says if alone else f"In {self.grid(self.sheet.record(cause.line)).name.text}: {cause.says}"

    def _sign(self, texts: Texts) -> Math:
        """Before the digits of a line: where closed forms are asked for, these are not all of a number that goes on."""
        ends = all(len(text.partition(".")[2]) < (self.sheet.asked.decimals or 0) for row in texts for text in row)
        return EQUAL if ends or not self.posed.item.exact else ABOUT

    def fields(self, record: Record) -> tuple[tuple[Number, ...], ...]:
        """A field for each entry of a line, with what mistakes would give there."""
        right, wrong = self.texts(record), list(islice(self._slips(record), MOST_MISTAKES))
        closed = self.grid(record).cells if self.posed.item.exact else ()
        return tuple(
            tuple(
                Number(
                    text,
                    closed[i][j].text if closed else "",
                    tuple(Slip(texts[i][j], says) for says, texts in wrong if bare(texts[i][j]) != bare(text)),
                )
                for j, text in enumerate(row)
            )
            for i, row in enumerate(right)
        )

    def _slips(self, record: Record) -> Iterator[tuple[str, Texts]]:
        """What mistakes give; of a line that is to be calculated otherwise, that it was calculated as before."""
        if not self.change:
            yield from ((cause.says, texts) for cause, texts in self.outcomes(record))
        else:
            yield AS_BEFORE, self.shown(self.calculation.truth[record.key], record.key)

    def outcomes(self, record: Record) -> Iterator[tuple[Cause, Texts]]:
        """What mistakes in a line, or in a line before it that is not asked for, give, each kind once in a line."""
        before = {other.key for _, other in self.asked.values()} - {record.key}
        seen, told = [_all_bare(self.texts(record))], set[tuple[str, str]]()
        for cause, value in mistakes(self.calculation, record.key, written=before):
            texts = self.shown(value, record.key)
            plain = _all_bare(texts)
            said = (cause.says, cause.line)
            if plain not in seen and said not in told and not any(UNSETTLED in row for row in plain):
                seen.append(plain)
                told.add(said)
                yield cause, texts

    def texts(self, record: Record) -> Texts:
        """The entries of a line at the digits asked, as they stand on the page."""
        return View(self.sheet).texts(record, self.sheet.asked)

    def shown(self, value: Array, key: str) -> Texts:
        """Entries of a line at the digits asked, as they stand on the page."""
        text, digits = self.calculation.arithmetic.text, self.sheet.asked
        with self.calculation.working():
            rows = [[text(entry, digits) or UNSETTLED for entry in row] for row in value.rows]
        return transposed(rows) if self.calculation.is_turned(key) else rows


def _before(name: Math, sign: Math) -> Math:
    return Math(f"{name.text} {sign.text}", f"{name.latex} {sign.latex}")


def bare(text: str) -> str:
    """Digits without zeros at their end: 0.5000 is 0.5."""
    return text.rstrip("0").rstrip(".") if "." in text and "e" not in text else text


def _all_bare(texts: Texts) -> Texts:
    return [list(map(bare, row)) for row in texts]


def _names(piece: Piece) -> set[str]:
    return {piece.text} if isinstance(piece, Math) else set()


def _steps(blocks: list[Block]) -> Iterator[list[Block]]:
    """Blocks in groups that begin with a heading."""
    group: list[Block] = []
    for block in blocks:
        if isinstance(block, Heading) and group:
            yield group
            group = []
        group.append(block)
    yield group

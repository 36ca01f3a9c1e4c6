"""A worksheet laid out once, into the blocks that every writer writes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from attncalc.errors import InputError
from attncalc.problem.names import STEPS, read_name
from attncalc.render.blocks import Block, Bracket, Cells, Formula, Grid, Heading, Heatmap, Math, Note, Piece, Prose
from attncalc.render.by_hand import PARTS, is_column, operands, upright
from attncalc.render.cells import NOT_ONE, digits_cells, exact_cell, is_share, typed_cells
from attncalc.render.labels import labels
from attncalc.render.signs import EQUAL, Signs
from attncalc.render.view import View, transposed
from attncalc.worksheet.expression import Expr, shape_text
from attncalc.worksheet.formula import formula, symbol
from attncalc.worksheet.notation import LATEX, TEXT
from attncalc.worksheet.recorder import Record
from attncalc.worksheet.results import results
from attncalc.worksheet.worksheet import Worksheet, rows_of

SAME_DIGITS = 15  # two lines that agree in so many digits are one
TOGETHER = "Together"  # what follows on the last of several sections
SHORT_FORM = 24  # characters up to which a closed form is worth repeating as the result


@dataclass(frozen=True)
class Selection:
    """Which lines are shown, which entries are written out, whether weights are drawn, and lines left blank."""

    steps: tuple[str, ...] = ()
    expand: tuple[str, ...] = ()
    quiet: bool = False
    heatmap: bool = False
    full: bool = False  # large matrices too
    blank: bool = False


def lay_out(sheet: Worksheet, selection: Selection = Selection(), like: Worksheet | None = None) -> list[Block]:
    """The blocks of one solution: what is given, every step, the result; lines that `like` has too are left out."""
    return list(_Layout(sheet, selection, like).blocks())


@dataclass
class _Layout:
    sheet: Worksheet
    selection: Selection
    like: Worksheet | None = None
    marks: set[str] = field(default_factory=set)
    open_sections: tuple[str, ...] = ()
    repeated: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        from attncalc.render.expand import Targets

        self.view, self.signs = View(self.sheet), Signs(self.sheet)
        self.targets = Targets(self.selection.expand, self.sheet)
        self.exact = self.sheet.arithmetic.name == "exact"
        self.names = _long_sums(self.sheet) if self.exact else {}
        self.records = self._shown()
        shown = {record.key for record in self.records}
        if not any(record.key in shown for record in self.sheet.records if record.name == "Z"):
            self.names = {}  # what stands on no line cannot be called by its name
        self.hidden = {
            record.key: record.expr for record in self.sheet.records if record.detail and record not in self.records
        }

    def _shown(self) -> list[Record]:
        records = self.sheet.records
        shown = [record for record in records if not record.detail or self._is_wanted(record)]
        if self.selection.steps:
            found = [self._named(name) for name in self.selection.steps if self._has(name)]
            return [record for record in records if any(record.key in keys for keys in found)]
        if self.selection.quiet:
            return self._ends(shown)
        self.repeated = [record.key for record in shown if self._repeats(record)]
        return [record for record in shown if record.key not in self.repeated]

    def _ends(self, records: list[Record]) -> list[Record]:
        """The results among some lines, and what else the work ends with."""
        recorder = self.sheet.recorder
        found = results(records, recorder.result)
        return found + [record for record in records if record.key in recorder.ends and record not in found]

    def _has(self, name: str) -> bool:
        """Whether a step is to be looked for: of variants, some have lines that others lack."""
        known = read_name(name)
        names = {record.name for record in self.sheet.records}
        return not (self.sheet.plan.problem.variant and known and known.base in STEPS and known.base not in names)

    def _repeats(self, record: Record) -> bool:
        """Whether the sheet that this one is like has the same line, made in the same way."""
        same = self.like.find(record.key) if self.like else None
        if self.like is None or same is None or (same.expr, same.titles) != (record.expr, record.titles):
            return False
        digits = self.sheet.digits(significant=SAME_DIGITS)
        return self.sheet.texts(record, digits) == self.like.texts(same, digits)

    def _is_wanted(self, record: Record) -> bool:
        """Whether a detail is shown unasked: where lines are rounded, or closed forms call it by name."""
        if self.sheet.arithmetic.name == "rounded" or self.targets.names(record):
            return True
        return record.name == "Z" and bool(self.names)

    def _named(self, name: str) -> set[str]:
        """The keys of the steps that a name means: S is S in every section. Raises InputError if there is none."""
        known = read_name(name)
        keys = {
            record.key
            for record in self.sheet.records
            if known and (record.key == str(known) or (record.name == known.base and not known.section))
        }
        return keys or {self.sheet.record(name).key}

    def blocks(self) -> Iterator[Block]:
        if not self.selection.quiet:
            yield Heading(1, self.sheet.plan.title, aside=self._subtitle())
        if not self.selection.quiet and not self.selection.steps:
            yield from self._given()
        if self.repeated:
            yield Prose(f"As in variant 1: {', '.join(self.repeated)}.")
        for number, record in enumerate(self.records, 1):
            yield from self._section(record)
            yield from self._step(number, record)
        if not self.selection.quiet and not self.selection.steps and self.records:
            yield Heading(2, "Result")
            yield Formula(tuple(map(self._result, self._ends(self.records))))
        yield from self._notes()

    def _result(self, record: Record) -> tuple[Piece, ...]:
        """A last line once more; in digits where its closed forms are long."""
        cells = self._cells(record)
        if max(len(cell.text) for row in cells for cell in row) <= SHORT_FORM or not _has_digits(record.value):
            return (self._equals(record), Bracket(cells))
        return self._digits(record)

    def _subtitle(self) -> str:
        mechanism, variant = self.sheet.plan.mechanism, self.sheet.plan.problem.variant
        if variant:
            return str(variant)
        return "" if self.sheet.plan.title == mechanism.title else mechanism.title

    def _given(self) -> Iterator[Block]:
        lines = []
        for record in self.sheet.inputs:
            matrix = self.sheet.plan.problem.given.get(record.key)
            if record.expr.op == "columns" or self._repeats(record):
                continue
            texts = self.view.texts(record, self.sheet.asked)
            cells = digits_cells(texts) if matrix is None else typed_cells(matrix)
            lines.append((self._equals(record), Bracket(cells)))
        if lines:
            yield Heading(2, "Given")
            yield Formula(tuple(lines), packed=True)

    def _equals(self, record: Record) -> Math:
        name = self._symbol(record)
        return Math(f"{name.text} =", f"{name.latex} =")

    def _symbol(self, record: Record) -> Math:
        base, section = (record.name, record.section)
        if not section and (known := read_name(base)) and known.row is None:
            base, section = known.base, known.section
        return Math(symbol(base, section, TEXT), symbol(base, section, LATEX))

    def _section(self, record: Record) -> Iterator[Block]:
        if record.titles != self.open_sections:
            self.open_sections = record.titles
            parts = self.sheet.plan.parts
            aside = parts[record.section[0] - 1] if parts and len(record.titles) == 1 else ""
            yield Heading(2, ", ".join(record.titles) or TOGETHER, aside=aside)

    def _step(self, number: int, record: Record) -> Iterator[Block]:
        cells = self._cells(record)
        rows, columns, labelled = self._labels(record)
        if self.selection.quiet:
            yield Formula(((self._equals(record), Bracket(cells)),))
            yield from self.targets.lines(record, self.view, self.hidden, self.signs)
            return
        yield Heading(3, str(number), self._formula(record), shape_text(self.view.axes(record)))
        made = self._by_hand(record, cells)
        if made:
            yield Formula((self.targets.marked(record, self.view, made),), optional=True)
        yield Grid(self._symbol(record), cells, rows, columns, repeats=bool(made), labelled=labelled)
        in_digits = self.exact and _has_digits(record.value)
        if in_digits:
            yield Formula((self._digits(record),))
        if is_share(record) and len(record.expr.axes) > 1:
            drawn = self._digit_cells(record) if in_digits else cells
            yield Heatmap(self._symbol(record), drawn, rows, columns, asked=self.selection.heatmap)
        yield from self.targets.lines(record, self.view, self.hidden, self.signs)
        yield Prose(self.view.says(record))

    def _labels(self, record: Record) -> tuple[tuple[str, ...], tuple[str, ...], bool]:
        problem = self.sheet.plan.problem
        try:
            return labels(self.view.axes(record), problem.labels)
        except InputError as error:
            raise error.at(problem.places.get("labels")) from None

    def _formula(self, record: Record) -> Math:
        """name = formula, and once more with the sizes put in where that says more."""
        name = self._symbol(record)
        if record.given:
            return name
        details = {other.key: other.expr for other in self.sheet.records if other.detail and other is not record}
        exprs = [self.view.expression(record, details), self.view.expression(record, self.hidden)]
        parts = [
            [formula(expr, style, numeric=numeric) for expr in exprs for numeric in (False, True)]
            for style in (TEXT, LATEX)
        ]
        text, latex = (" = ".join(dict.fromkeys([head, *tail])) for head, tail in zip(name, parts, strict=True))
        return Math(text, latex)

    def _by_hand(self, record: Record, cells: Cells) -> tuple[Piece, ...]:
        """The line as one writes it by hand: the operands, and the result beside them."""
        expr = self.view.expression(record, self.hidden)
        if record.given or expr.op in (*PARTS, "line"):
            return ()
        result = Bracket(upright(cells) if is_column(expr) else cells)
        pieces = [self._equals(record), *operands(expr, self._line_cells), EQUAL, result]
        if not any(isinstance(piece, Bracket) for piece in pieces[1:-2]):
            return ()
        return (*pieces[:-2], self.signs.of_line(record, self.hidden), result)

    def _line_cells(self, line: Expr) -> Cells:
        """The cells of a named line, as they stand on the page."""
        record = self.sheet.record(line.key)
        matrix = self.sheet.plan.problem.given.get(record.key)
        if record.given and matrix is not None:
            cells = typed_cells(matrix)
            return upright(cells) if len(line.axes) == 1 and len(cells) > 1 else cells  # a vector is one row
        return self._cells(record)

    def _cells(self, record: Record) -> Cells:
        texts = self.view.texts(record, self.sheet.asked)
        share = is_share(record)
        if not self.exact:
            cells = digits_cells(texts, share=share)
            if any(cell.text.endswith(NOT_ONE) for row in cells for cell in row):
                self.marks.add(f"{NOT_ONE} rounds to 1, but is less than 1.")
            return cells
        rows: list[list[Any]] = rows_of(record.value)
        rows = transposed(rows) if self.view.is_turned(record.key, record.expr.axes) else rows
        names = {} if record.name == "Z" else self.names
        made = [
            [exact_cell(entry, text, names, share=share) for entry, text in zip(*pair, strict=True)]
            for pair in zip(rows, texts, strict=True)
        ]
        if any(open_ for row in made for _, open_ in row):
            self.marks.add("≈ stands where there is no closed form that one would read; the digits are right.")
        return tuple(tuple(cell for cell, _ in row) for row in made)

    def _digits(self, record: Record) -> tuple[Piece, ...]:
        """A line's digits beside its closed forms."""
        name = self._symbol(record)
        return (Math(f"{name.text} ≈", rf"{name.latex} \approx"), Bracket(self._digit_cells(record)))

    def _digit_cells(self, record: Record) -> Cells:
        return digits_cells(self.view.texts(record, self.sheet.asked), share=is_share(record))

    def _notes(self) -> Iterator[Block]:
        for text in [*sorted(self.marks), *self.sheet.recorder.notes]:
            yield Note(text)
        if not self.selection.quiet and not self.selection.expand and self.records:
            record = next((record for record in self.records if record.expr.op == "matmul"), self.records[0])
            entry = f"{record.key}:1,1" if len(record.expr.axes) == 2 else f"{record.key}:1"
            exact = "" if self.exact else "; --exact gives closed forms"
            yield Note(f"--expand {entry} writes out one entry{exact}", hint=True)


def _has_digits(value: Any) -> bool:
    """Whether digits say more than closed forms: some entry is not rational, and none has letters."""
    entries = [entry for row in rows_of(value) for entry in row]
    plain = ("fmpq", "MinusInfinity")
    return any(type(entry).__name__ not in plain for entry in entries) and not any(
        getattr(entry, "free", False) for entry in entries
    )


def _long_sums(sheet: Worksheet) -> dict[Any, str]:
    """The names of row sums that closed forms divide by and that are too long to write each time."""
    from attncalc.arithmetic.closed import Closed
    from attncalc.arithmetic.exp_sum import UNIT
    from attncalc.worksheet.closed_forms import SHORT

    names: dict[Any, str] = {}
    for record in sheet.records:
        if record.name == "Z":
            for i, (entry,) in enumerate(rows_of(record.value), 1):
                if isinstance(entry, Closed) and set(entry.parts) == {UNIT} and len(entry.parts[UNIT].terms) > SHORT:
                    prefix = "".join(f"{number}," for number in record.section)
                    single = "" if len(record.expr.axes) == 1 else str(i)
                    names.setdefault(entry.parts[UNIT], f"Z_{prefix}{single}".rstrip("_,"))
    return names

"""The mechanisms laid out for a reader: the list of all, and what one of them is, with an example worked out."""

from __future__ import annotations

import re
from collections.abc import Iterator

from attncalc.check.causes.table import METHOD
from attncalc.mechanisms.places import FAMILIES, TITLES
from attncalc.mechanisms.registry import Mechanism, find
from attncalc.problem.reader import loads
from attncalc.problem.schema import Setting
from attncalc.problem.signature import Term
from attncalc.render.blocks import Block, Formula, Heading, Math, Note, Prose
from attncalc.render.layout import lay_out
from attncalc.render.template import described, new_problem, rows, shape
from attncalc.render.view import View
from attncalc.render.width import width
from attncalc.solve import solve
from attncalc.worksheet.formula import formula, symbol
from attncalc.worksheet.notation import LATEX, TEXT
from attncalc.worksheet.recorder import Record
from attncalc.worksheet.worksheet import Worksheet

Kind = tuple[tuple[int, ...], str]  # the section that a section stands in, and its title without its number


FIELD = re.compile(r"\{\w{1,30}\}")  # of a sentence, for a name or a number
READABLE = 80  # characters up to which a formula is written out


def mechanism_list() -> list[Block]:
    """Every mechanism by family, with its title and its source."""
    blocks: list[Block] = [Heading(1, "Mechanisms")]
    for family, names in FAMILIES.items():
        blocks.append(Heading(2, TITLES[family]))
        for found in map(find, names):
            blocks += [Heading(3, found.name, aside=found.title), Prose(f"{found.paper}.")]
    return [*blocks, Note(f"attncalc mechanisms {FAMILIES['basics'][0]} explains one", hint=True)]


def mistake_list() -> list[Block]:
    """The mistakes of method that `check` names, with what it says of them."""
    said = [Prose(f"{row.name}: {FIELD.sub('…', row.says)}") for row in sorted(METHOD, key=lambda row: row.name)]
    return [Heading(1, "Mistakes of method"), *said, Note("deductions: {no-scaling: 1} says what one costs", hint=True)]


def mechanism_page(mechanism: Mechanism) -> list[Block]:
    """What a mechanism is: source, formula, inputs, steps, options, and the problem that `new` writes, solved."""
    sheet = solve(loads(new_problem(mechanism))[0])
    example = [block for block in lay_out(sheet)[1:] if not (isinstance(block, Note) and block.hint)]
    return [
        Heading(1, mechanism.title, aside=mechanism.name),
        Prose(" ".join((mechanism.function.__doc__ or "").split())),
        Prose(f"Source: {mechanism.paper}."),
        *_formula(sheet),
        Heading(2, "Inputs"),
        _inputs(mechanism),
        *_steps(sheet),
        Heading(2, "Options"),
        *(_option(key, setting) for key, setting in mechanism.settings.items()),
        Prose(f"Sizes that no matrix tells are options too: {', '.join(mechanism.signature.sizes)}."),
        Heading(1, "An example"),
        *example,
        Note(f"attncalc new {mechanism.name} writes this problem as a file to fill in", hint=True),
    ]


def _formula(sheet: Worksheet) -> Iterator[Block]:
    """The result in one formula: lines before it stand in it, the last ones first, as long as it stays readable."""
    view, last = View(sheet), sheet.find(sheet.recorder.result) or sheet.records[-1]
    hidden = {record.key: record.expr for record in sheet.records if record.detail}
    expr = view.expression(last, hidden)
    for record in reversed([record for record in sheet.records if not record.section]):
        longer = view.expression(last, {**hidden, record.key: record.expr})
        if len(formula(longer, TEXT)) <= READABLE:
            hidden[record.key], expr = record.expr, longer
    yield Heading(2, "Formula")
    yield Formula(((_equation(last, formula(expr, TEXT), formula(expr, LATEX)),),))


def _equation(record: Record, text: str, latex: str) -> Math:
    left = (symbol(record.name, record.section, style) for style in (TEXT, LATEX))
    return Math(*(f"{name} = {right}" for name, right in zip(left, (text, latex), strict=True)))


def _inputs(mechanism: Mechanism) -> Formula:
    """A line for each input; what may be left out says so."""
    known = [(term, "; may be left out" * term.optional) for term in mechanism.signature.inputs]
    side = max(width(term.name) for term, _ in known)
    lines = (
        Math(f"{term.name:{side}}  {described(mechanism, term)}{more}", _latex(mechanism, term, more))
        for term, more in known
    )
    return Formula(tuple((line,) for line in lines))


def _latex(mechanism: Mechanism, term: Term, more: str) -> str:
    sizes = r" \times ".join(re.sub(r"[a-z]\w*", lambda size: LATEX.name(size[0]), axis) for axis in term.axes)
    space = sizes.replace("*", r" \cdot ")
    words = f"{mechanism.meaning(term.name)}{rows(term)}{more}"
    return rf"{symbol(term.name, (), LATEX)} \in \mathbb{{R}}^{{{space}}} \quad \text{{{words}}}"


def _steps(sheet: Worksheet) -> Iterator[Block]:
    """The lines of the work without numbers; of several sections that are alike, the first."""
    view = View(sheet)
    details = {record.key: record.expr for record in view.details()}
    likes = _alike(sheet.records)
    records = [
        record
        for record in sheet.records
        if not record.detail
        and all(numbers[0] == number for numbers, number in zip(_of(likes, record), record.section, strict=True))
    ]
    yield Heading(2, "Steps")
    for number, (before, record) in enumerate(zip([None, *records], records, strict=False), 1):
        if record.titles and (before is None or record.titles != before.titles):
            several = any(len(numbers) > 1 for numbers in _of(likes, record))
            yield Prose(f"{', '.join(record.titles)}{', and the others likewise' * several}:")
        expr = view.expression(record, details)
        sizes = shape(tuple(axis.name for axis in view.axes(record)))
        yield Heading(3, str(number), _equation(record, formula(expr, TEXT), formula(expr, LATEX)), sizes)
        yield Prose(view.says(record))


def _alike(records: list[Record]) -> dict[Kind, list[int]]:
    """The numbers of sections of one kind inside another: heads 1 and 2, each decoder state."""
    found: dict[Kind, list[int]] = {}
    for record in records:
        for kind, number in zip(_kinds(record), record.section, strict=True):
            if number not in found.setdefault(kind, []):
                found[kind].append(number)
    return found


def _of(likes: dict[Kind, list[int]], record: Record) -> list[list[int]]:
    return [likes[kind] for kind in _kinds(record)]


def _kinds(record: Record) -> list[Kind]:
    return [(record.section[:depth], title.rpartition(" ")[0]) for depth, title in enumerate(record.titles)]


def _option(key: str, setting: Setting) -> Prose:
    default = f" Default: {setting.default}." if setting.default else ""
    return Prose(f"{key}: {setting.help}.{default}")

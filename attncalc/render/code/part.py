"""One solution in a script: which of its lines are computed, and how they are laid out."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import groupby
from math import isfinite

from attncalc.problem.names import read_name
from attncalc.render.code.dialect import Dialect
from attncalc.render.code.lines import WIDTH, comment, indented, wrapped
from attncalc.render.code.writer import Writer
from attncalc.render.formats import Solved
from attncalc.render.layout import TOGETHER
from attncalc.worksheet.expression import Expr
from attncalc.worksheet.formula import inlined
from attncalc.worksheet.recorder import Record
from attncalc.worksheet.worksheet import OPEN, Worksheet

ROUNDED = "The page rounds every line; here no digit is dropped, so last digits may differ."


@dataclass
class Part:
    """What a script says of one solution: its title, the lines that compute, and those that print."""

    title: list[str]
    body: list[str]
    shown: list[str]

    @classmethod
    def of(cls, item: Solved, dialect: Dialect, width: int, *, takes_decimals: bool) -> Part:
        """The part of a script for one solution."""
        left_out = hidden(item)
        writer, records = Writer(item.sheet, dialect, left_out), steps(item, left_out)
        body = laid(writer.given(given(item, records, left_out)), width)
        shown: list[str] = []
        for titles, section in groupby(records, lambda record: record.titles):
            lines = list(section)
            body += ["", *_section(titles, width, first=lines[0] is records[0])]
            body += laid([line for record in lines for line in writer.line(record)], width)
            names = [writer.names[record.key] for record in lines if is_asked(item, record)]
            shown += _shows(names, width, f"{item.sheet.asked.decimals}, " if takes_decimals else "")
        return cls(_title(item.sheet, width), body[body[0] == "" :], shown)

    def function(self, name: str, heading: str) -> str:
        """The same as a function of its own, which prints its heading first."""
        head = [*self.title, f'print("{heading}")', ""]
        return "\n".join([f"def {name}():", *indented([*head, *self.body, "", *self.shown])])


def steps(item: Solved, left_out: Mapping[str, Expr]) -> list[Record]:
    """The lines that a script computes: of some that are asked for, also those that they need."""
    wanted: set[str] = set()
    found = []
    for record in reversed([record for record in item.sheet.records if record.key not in left_out]):
        if is_asked(item, record) or record.key in wanted:
            found.append(record)
            wanted |= set() if record.given else {line.key for line in inlined(record.expr, left_out).lines()}
    return found[::-1]


def given(item: Solved, records: list[Record], left_out: Mapping[str, Expr]) -> list[Record]:
    """The inputs, or those that these lines need where only some are asked for."""
    exprs = [inlined(record.expr, left_out) for record in records if not record.given]
    wanted = {line.key for expr in exprs for line in expr.lines()}
    wanted |= {line.key for record in item.sheet.inputs if record.key in wanted for line in record.expr.lines()}
    all_asked = all(is_asked(item, record) for record in item.sheet.records)
    return [record for record in item.sheet.inputs if all_asked or record.key in wanted]


def laid(lines: list[str], width: int = WIDTH) -> list[str]:
    """Statements and comments, none longer than a line may be."""
    return [part for line in lines
            for part in (comment(line[2:], width) if line.startswith("# ") else wrapped(line, width))]  # fmt: skip


def _section(titles: tuple[str, ...], width: int, *, first: bool) -> list[str]:
    """The comment above a section."""
    return [] if first and not titles else comment(", ".join(titles) or TOGETHER, width)


def hidden(item: Solved) -> dict[str, Expr]:
    """The lines that a script puts into others: details that nobody asked for, or that no float holds."""
    wanted = {entry.partition(":")[0] for entry in (*item.selection.steps, *item.selection.expand)}
    rounded = item.sheet.arithmetic.name == "rounded"
    return put_in(item, lambda record: rounded or bool({record.key, record.name} & wanted))


def put_in(item: Solved, is_shown: Callable[[Record], bool]) -> dict[str, Expr]:
    """The details that are not shown; where exponentials are too large or too small for floats, all of them."""
    details = [record for record in item.sheet.records if record.detail]
    if not all(_is_held(item.sheet, record) for record in details if is_shown(record)):
        return {record.key: record.expr for record in details}
    return {record.key: record.expr for record in details if not is_shown(record)}


def _is_held(sheet: Worksheet, record: Record) -> bool:
    """Whether floats hold the entries of a line: e^900 is too large, and the sum of what is e^-900 is 0."""
    numbers = [float(text.rstrip(OPEN)) for row in sheet.texts(record, sheet.digits(significant=1)) for text in row]
    return all(map(isfinite, numbers)) and (record.expr.op == "exp" or 0 not in numbers)


def is_asked(item: Solved, record: Record) -> bool:
    """Whether a line is to be printed."""
    selection, sheet = item.selection, item.sheet
    if selection.steps:
        return bool({record.key, record.name} & {str(read_name(name) or name) for name in selection.steps})
    result = sheet.find(sheet.recorder.result) or sheet.records[-1]
    return not selection.quiet or record.name == result.name


def _title(sheet: Worksheet, width: int) -> list[str]:
    variant = sheet.plan.problem.variant
    title = comment(f"{sheet.plan.title}{f', {variant}' if variant else ''}", width)
    return title if sheet.arithmetic.name != "rounded" else [*title, *comment(ROUNDED, width)]


def _shows(names: list[str], width: int, first: str) -> list[str]:
    """Calls of show, each as long as a line."""
    calls: list[list[str]] = [[]]
    for name in names:
        if calls[-1] and len(_call([*calls[-1], name], first)) > width:
            calls.append([])
        calls[-1].append(name)
    return [_call(call, first) for call in calls if call]


def _call(names: list[str], first: str) -> str:
    return f"show({first}{', '.join(f'{name}={name}' for name in names)})"

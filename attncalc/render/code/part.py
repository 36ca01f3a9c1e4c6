"""One solution in a script: which of its lines are computed, and how they are laid out."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby

from attncalc.render.code.dialect import Dialect
from attncalc.render.code.lines import WIDTH, comment, indented, wrapped
from attncalc.render.code.writer import Writer
from attncalc.render.formats import Solved
from attncalc.render.layout import TOGETHER
from attncalc.render.needed import given, is_asked, put_in, steps
from attncalc.worksheet.expression import Expr
from attncalc.worksheet.worksheet import Worksheet

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
        records = steps(item, left_out)
        inputs = given(item, records, left_out)
        writer = Writer(item.sheet, dialect, left_out, {record.key for record in (*inputs, *records)})
        body = laid(writer.given(inputs), width)
        shown: list[str] = []
        for titles, section in groupby(records, lambda record: record.titles):
            lines = list(section)
            body += ["", *_section(titles, width, first=lines[0] is records[0])]
            body += laid([line for record in lines for line in writer.line(record)], width)
            names = [writer.names[record.key] for record in lines if is_asked(item, record)]
            shown += _shows(names, width, f"{item.sheet.asked.decimals}, " if takes_decimals else "")
        body += ["", *once_more] if (once_more := laid(writer.by_autograd(), width)) else []
        return cls(_title(item.sheet, width), body[body[0] == "" :], shown)

    def function(self, name: str, heading: str) -> str:
        """The same as a function of its own, which prints its heading first."""
        head = [*self.title, f'print("{heading}")', ""]
        return "\n".join([f"def {name}():", *indented([*head, *self.body, "", *self.shown])])


def laid(lines: list[str], width: int = WIDTH) -> list[str]:
    """Statements and comments, none longer than a line may be."""
    return [
        part for line in lines for part in (comment(line[2:], width) if line.startswith("# ") else wrapped(line, width))
    ]


def _section(titles: tuple[str, ...], width: int, *, first: bool) -> list[str]:
    """The comment above a section."""
    return [] if first and not titles else comment(", ".join(titles) or TOGETHER, width)


def hidden(item: Solved) -> dict[str, Expr]:
    """The lines that a script puts into others: details that nobody asked for, or that no float holds."""
    wanted = {entry.partition(":")[0] for entry in (*item.selection.steps, *item.selection.expand)}
    rounded = item.sheet.arithmetic.name == "rounded"
    return put_in(item, lambda record: rounded or bool({record.key, record.name} & wanted))


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

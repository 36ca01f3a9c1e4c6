"""Which columns of the inputs, and of the lines, each head has, in words."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator

from attncalc.worksheet.worksheet import Worksheet


def parts_of_heads(sheet: Worksheet, leading: Collection[str], is_turned: Callable[[str], bool]) -> Iterator[str]:
    """Of Wq and Wk, head 1 has columns 1 to 4, head 2 columns 5 to 8: of those that lead to what is asked."""
    parts: dict[str, list[str]] = {}
    for record in (*sheet.inputs, *sheet.records):
        if record.expr.op == "columns" and record.key in leading:
            whole = record.expr.args[0].key
            head = f"head {record.key.rpartition('_')[2]}{'' if whole in parts else ' has'}"
            span = _span("row" if is_turned(whole) else "column", record.expr.params)
            parts.setdefault(whole, []).append(f"{head} {span}")
    alike: dict[str, list[str]] = {}
    for name, told in parts.items():
        alike.setdefault(", ".join(told), []).append(name)
    yield from (f"Of {_listed(names)}, {told}." for told, names in alike.items())


def _span(side: str, cut: slice) -> str:
    """Which rows or columns: column 3, columns 1 to 4."""
    return f"{side} {cut.stop}" if cut.start + 1 == cut.stop else f"{side}s {cut.start + 1} to {cut.stop}"


def _listed(names: list[str]) -> str:
    """Wq, Wk and Wv."""
    *before, last = names
    return f"{', '.join(before)} and {last}" if before else last

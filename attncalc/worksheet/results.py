"""The lines that a worksheet ends with."""

from __future__ import annotations

from collections.abc import Sequence

from attncalc.worksheet.recorder import Record


def results(records: Sequence[Record], key: str) -> list[Record]:
    """The line of this key, otherwise the last, and those of its name in the sections beside its own: cs₁ and cs₂."""
    last = next((record for record in records if record.key == key), records[-1] if records else None)
    if last is None or not last.section:
        return [last] if last else []
    return [record for record in records if record.name == last.name and _is_beside(record, last)]


def _is_beside(record: Record, last: Record) -> bool:
    """Whether a line stands in a section like the last one's, beside it or in another sequence of a batch."""
    kinds, others = ([title.rpartition(" ")[0] for title in each.titles] for each in (record, last))
    outer = kinds if kinds[-1:] == ["Part"] else kinds[:-1]
    inside = zip(outer, record.section, last.section, strict=False)
    return kinds == others and all(one == other or kind == "Sequence" for kind, one, other in inside)

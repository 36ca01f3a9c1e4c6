"""Token numbers: whole numbers that name the rows of a table of words."""

from __future__ import annotations

from dataclasses import dataclass

from attncalc.errors import InputError
from attncalc.mechanisms.options import Options, option, whole_from
from attncalc.worksheet.recorder import Recorder
from attncalc.worksheet.tensor import Tensor


@dataclass(frozen=True)
class Counted(Options):
    """What token numbers are counted from."""

    first_id: int = option("the number of the first word", whole_from(0, 1), "1", default="0")

    def places(self, w: Recorder, ids: Tensor, words: int | None) -> tuple[int, ...]:
        """Where the words stand in their table, from 0; raises InputError for a number that names none."""
        if ids.absent or words is None:
            return (0,) * (ids.shape[0] or 1)
        name = next(line.key for line in ids.expr.lines())
        found = [w.arithmetic.integer(entry) for entry in w.arithmetic.rows(ids.value)[0]]
        last = self.first_id + words - 1
        for number, place in enumerate(found, 1):
            if place is None or not self.first_id <= place <= last:
                raise InputError(
                    f"{name}, entry {number}: words have the numbers {self.first_id} to {last}",
                    place=w.given[name].place if name in w.given else None,
                    hint="first-id says whether they are counted from 0 or 1",
                )
        return tuple(place - self.first_id for place in found if place is not None)

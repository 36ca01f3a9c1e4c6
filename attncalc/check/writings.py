"""The lines of the work as they stand on the page: a line may be written once, several times, in part, or never."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from attncalc.arithmetic.array import Array
from attncalc.check.calculation import Entry
from attncalc.check.claim import At, Claim
from attncalc.check.written import value_of

Place = tuple[int, int]  # row and column, from 0


@dataclass
class Writing:
    """One writing of a line: a matrix, a list, entries one after another, or the factors of written-out products."""

    key: str
    number: int
    claims: dict[Place, Claim] = field(default_factory=dict)

    def over(self, base: Array) -> Array:
        """`base` with what is written here in its place; entries without a value keep the base's."""
        return with_entries(base, self.claims)


def writings(claims: Iterable[Claim]) -> dict[str, list[Writing]]:
    """The writings of each line by its name, in the order in which they begin; struck-out numbers are no writing.

    Parts that stand one after another, row by row, make one writing, up to the first entry that is written again.
    """
    found: dict[tuple[str, int], Writing] = {}
    for claim in claims:
        at = entry_of(claim)
        if at is not None and at.row and claim.written.number is not None and not claim.struck:
            writing = found.setdefault((at.key, claim.writing), Writing(at.key, claim.writing))
            writing.claims[at.row - 1, at.column - 1] = claim
    by_key: dict[str, list[Writing]] = {}
    for (key, _), writing in found.items():
        same = by_key.setdefault(key, [])
        if same and not same[-1].claims.keys() & writing.claims.keys():
            same[-1].claims.update(writing.claims)
        else:
            same.append(writing)
    return by_key


def written_out(claims: Iterable[Claim]) -> dict[str, list[Writing]]:
    """What the factors of calculations write of each line, all of them together: of lines that stand nowhere else."""
    found: dict[str, list[Writing]] = {}
    for key, parts in writings(claims).items():
        every = {place: claim for writing in parts for place, claim in writing.claims.items()}
        found[key] = [Writing(key, parts[0].number, every)]
    return found


def entry_of(claim: Claim) -> At | None:
    """The entry whose value the number is: of a factor what stands for it, of a term's product nothing."""
    return claim.at if claim.term is None and claim.factor is None else claim.of


def with_entries(base: Array, claims: dict[Place, Claim]) -> Array:
    """An array with some of its entries as they were written."""
    width = base.shape[-1]
    flat: list[Entry] = list(base.flat)
    for (row, column), claim in claims.items():
        value = value_of(claim.written.number) if claim.written.number else None
        if value is not None and row * width + column < len(flat):
            flat[row * width + column] = value.value
    return Array(flat, base.shape)

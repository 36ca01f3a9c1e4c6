"""The wrong numbers of one problem as they stand together: by line and by writing."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from flint import fmpq

from attncalc.arithmetic.array import Array
from attncalc.check.calculation import Calculation, Change, Lines
from attncalc.check.causes.fitting import Rounding, significant
from attncalc.check.causes.outcomes import unwritten
from attncalc.check.chains import Chains, chains_of
from attncalc.check.claim import At, Claim, Judged
from attncalc.check.judging.coarse import full
from attncalc.check.judging.grain import HALF, Grain, grain_among, units
from attncalc.check.verdict import Verdict
from attncalc.check.writings import entry_of
from attncalc.worksheet.recorder import Record

Place = tuple[int, int]  # row and column, from 0
Made = Callable[[Lines, Change | None], Array | None]  # what makes a line of others, with constants changed
CONSTANTS = (None, Rounding(2), Rounding(3))  # √2 as it is, as 1.41, as 1.414


@dataclass(frozen=True)
class Written:
    """One writing of a line: its numbers by their places, and which of them are wrong.

    The factors of written-out products write a line too; there a number may stand more than once, and the line is not
    whole.
    """

    calculation: Calculation
    key: str
    claims: dict[Place, list[Judged]] = field(default_factory=dict)
    is_whole: bool = True
    called: tuple[Verdict, ...] = (Verdict.WRONG, Verdict.COARSE)  # the verdicts of what is to be explained

    @cached_property
    def numbers(self) -> dict[Place, Grain]:
        """What is written, each number as fine as it is; what has too few digits only as what it says exactly."""
        grains = ((place, self._full(place, same[0])) for place, same in self.claims.items())
        return {place: grain for place, grain in grains if grain is not None}

    def digits(self, place: Place) -> int:
        """How many significant digits are written at a place."""
        grain = self.grain(self.claims[place][0].claim)
        return significant(grain) if grain else 0

    def _full(self, place: Place, judged: Judged) -> Grain | None:
        grain = self.grain(judged.claim)
        true = self.calculation.truth[self.key].rows[place[0]][place[1]]
        meant = full(self.calculation, grain, true) if judged.verdict is Verdict.COARSE else None
        return Grain(meant.value, meant.unit * HALF) if meant else grain

    def grain(self, claim: Claim) -> Grain | None:
        """How fine a number is written among these."""
        return grain_among(claim, self._units)

    @cached_property
    def _units(self) -> list[fmpq]:
        return units(same[0].claim for same in self.claims.values())

    @cached_property
    def wrong(self) -> set[Place]:
        """The places of what is wrong, or has too few digits."""
        return {place for place in self.numbers if self.claims[place][0].verdict in self.called}

    @property
    def explained(self) -> list[Place]:
        """The places of what may have a cause."""
        return [place for place in self.numbers if self.claims[place][0].verdict in (*self.called, Verdict.MISREAD)]

    @property
    def follows(self) -> bool:
        """Whether it repeats, or follows from, wrong numbers."""
        return any(same[0].verdict is Verdict.FOLLOWS for same in self.claims.values())

    def is_repeated(self, place: Place) -> bool:
        """Whether the same number stands there again, as a factor: no slip of the pen."""
        return len(self.claims[place]) > 1

    def takes(self, judged: Judged, place: Place) -> bool:
        """Adds a number, unless one stands at its place already; the same factor may stand there again."""
        same = self.claims.setdefault(place, [])
        if same and (self.is_whole or same[0].claim.written.text != judged.claim.written.text):
            return False
        same.append(judged)
        return True


class Page:
    """The judged numbers of one problem."""

    def __init__(self, calculation: Calculation, judged: Sequence[Judged]) -> None:
        self.calculation = calculation
        self.judged = judged
        self.chains: Chains = chains_of(calculation, judged)
        self.ways = [(constant, dict(calculation.truth)) for constant in CONSTANTS]
        self.made: set[str] = set()  # the mistakes of method found so far, by name
        self.is_carried = False  # whether anything in them is not as it should be
        self._worlds: dict[str, list[dict[str, Array]]] = {}

    @property
    def carried(self) -> dict[str, Array]:
        """The lines with the mistakes found so far, before any rounding."""
        return self.ways[0][1]

    @cached_property
    def writings(self) -> dict[str, list[Written]]:
        """The writings of each line of the work, in page order; what was struck out stands apart.

        Entries that are written one after another make one writing, up to the first that is written again.
        """
        found: dict[tuple[str, bool, bool], list[Written]] = {}
        for judged in self.judged:
            claim, at = judged.claim, entry_of(judged.claim)
            if at is None or at.key not in self.calculation.records or not at.row:
                continue
            is_whole = claim.term is None and claim.factor is None
            layers = found.setdefault((at.key, is_whole, claim.struck), [])
            place = (at.row - 1, at.column - 1)
            if not any(written.takes(judged, place) for written in (layers[-1:] if is_whole else layers)):
                layers.append(Written(self.calculation, at.key, {place: [judged]}, is_whole))
        by_key: dict[str, list[Written]] = {}
        for (key, _, _), layers in found.items():
            by_key.setdefault(key, []).extend(layers)
        return by_key

    @cached_property
    def misshapen(self) -> dict[str, dict[int, list[Judged]]]:
        """What was written for each line in matrices of another size, by the number of each."""
        found: dict[str, dict[int, list[Judged]]] = {}
        for judged in self.judged:
            at = judged.claim.at
            if judged.verdict is Verdict.MISSHAPEN and at and judged.claim.written.number:
                found.setdefault(at.key, {}).setdefault(judged.claim.writing, []).append(judged)
        return found

    @cached_property
    def by_entry(self) -> dict[At, list[Claim]]:
        """All numbers that were written for an entry, in page order."""
        found: dict[At, list[Claim]] = {}
        for judged in self.judged:
            at = entry_of(judged.claim)
            if at is not None and judged.claim.written.number is not None:
                found.setdefault(at, []).append(judged.claim)
        return found

    @cached_property
    def by_term(self) -> dict[tuple[At, int], dict[int, list[Claim]]]:
        """The claims of the written-out terms of each entry in each writing, by the number of the term."""
        found: dict[tuple[At, int], dict[int, list[Claim]]] = {}
        for claim in (judged.claim for judged in self.judged):
            if claim.at is not None and claim.term is not None and claim.written.number is not None:
                found.setdefault((claim.at, claim.writing), {}).setdefault(claim.term, []).append(claim)
        return found

    def between(self, key: str) -> list[Record]:
        """The lines that a line is calculated from and that are not written in full, in order, and the line itself."""
        return unwritten(self.calculation, key, [name for name in self.chains.written if self.chains.is_whole(name)])

    def as_written(self, key: str) -> dict[str, Array]:
        """The lines as they follow from the page, this one from those before."""
        return self.worlds(key)[0]

    def worlds(self, key: str) -> list[dict[str, Array]]:
        """The lines that a line may have been calculated from, and the line as it follows from them.

        These are the lines as they follow from the page; if there is a mistake in them, the same before any rounding;
        and the true ones.
        """
        if key not in self._worlds:
            self._worlds[key] = list(self._calculated(key))
        return self._worlds[key]

    def _calculated(self, key: str) -> Iterator[dict[str, Array]]:
        written, true = self.chains.sheets(key)
        for lines in (written, *([dict(self.carried)] if self.is_carried else []), true):
            value = self.calculation.line(key, lines) if key in self.calculation.records else None
            yield lines if value is None else {**lines, key: value}

    def followed(self, key: str) -> Iterator[Array]:
        """A line as it follows from the mistakes before, with constants as they are, and rounded."""
        for constant, lines in self.ways:
            if (value := self.calculation.line(key, lines, constant)) is not None:
                yield value

    def carry(self, key: str, made: Made | None) -> None:
        """A line as the student has it; where that is not known, as it follows from the lines before."""
        for number, (constant, lines) in enumerate(self.ways):
            value = made(lines, constant) if made else None
            if value is None and (self.is_carried or constant):
                value = self.calculation.line(key, lines, constant)
            if value is not None and value is not lines[key]:
                lines[key] = value
                self.is_carried = self.is_carried or number == 0

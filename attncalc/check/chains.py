"""Chains: the calculations that a student could have done, from the true numbers and from those on the page."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import reduce
from itertools import product
from operator import or_

from flint import arb, fmpq

from attncalc.arithmetic.array import MINUS_INFINITY, Array
from attncalc.arithmetic.limits import ball_of
from attncalc.check.calculation import Calculation, Entry
from attncalc.check.claim import Claim, Judged
from attncalc.check.prescribed import prescribed
from attncalc.check.verdict import Verdict
from attncalc.check.writings import Place, Writing, with_entries, writings

CALCULATED = -1  # stands for a written line of which a calculation made no use
MOST = 8  # versions of a line that start from the same numbers
MOST_WRITINGS = 4  # writings of a line that calculations start from
MOST_COMBINED = 64  # combinations of operands that are looked at

Family = frozenset[tuple[str, int]]  # the writings with wrong numbers that a calculation starts from
CLEAN: Family = frozenset()


@dataclass(frozen=True, eq=False)
class Version:
    """A line as one calculation has it.

    `starts` says which writing of each written line it starts from (CALCULATED: from none), `family` which of these
    hold wrong numbers that it uses; it is empty where every number that it uses is right.
    """

    value: Array
    starts: Mapping[str, int] = field(default_factory=dict)
    family: Family = CLEAN


class Chains:
    """The versions of every line of a calculation, as the claims on it are judged line by line.

    `versions(key)` gives those of a line whose operands are judged; `settle(key, ...)` says what was found of its
    writings. Mappings of whole sheets: `sheets(key)`.
    """

    def __init__(
        self,
        calculation: Calculation,
        written: Mapping[str, list[Writing]],
        fits: Callable[[Claim, Entry], bool] = lambda *_: True,
    ) -> None:
        self.calculation = calculation
        self.written = {key: found[-MOST_WRITINGS:] for key, found in written.items()}
        self.fits = fits
        self.prescribed = prescribed(calculation)
        self._settled: dict[str, list[Version]] = {}
        self._right: dict[str, dict[Place, Claim]] = {}
        self._calculated: dict[str, list[Version]] = {}
        self._as_written: dict[str, Version] = {}

    def operands(self, key: str) -> list[str]:
        """The lines and inputs that a line is calculated from, by name; none of an input."""
        record = self.calculation.records.get(key)
        return list(dict.fromkeys(leaf.key for leaf in record.expr.lines())) if record and not record.given else []

    def versions(self, key: str) -> list[Version]:
        """What may stand for a line in later calculations: the true one first, calculated ones, then as written."""
        found = self.calculated(key)
        if key in self.written:
            kept = (version for version in found if version is found[0] or not self._is_denied(key, version))
            found = [Version(v.value, {**v.starts, key: CALCULATED}, v.family) for v in kept]
        return _limited([*found[:1], *self._settled.get(key, []), *found[1:]])

    def _is_denied(self, key: str, version: Version) -> bool:
        """Whether a right number that was written for this line is not what the calculation gives."""
        flat, width = version.value.flat, version.value.shape[-1]
        right = self._right.get(key, {}).items()
        return not version.family and not all(
            self.fits(claim, flat[row * width + column]) for (row, column), claim in right
        )

    def calculated(self, key: str) -> list[Version]:
        """A line as it follows from the versions of its operands; the true one is the first."""
        if key not in self._calculated:
            starts = {name: CALCULATED for name in self.before(key) if name in self.written}
            truth = Version(self.calculation.truth[key], starts)
            self._calculated[key] = _limited([truth, *self._from_operands(key)])
        return self._calculated[key]

    def _from_operands(self, key: str) -> Iterator[Version]:
        names = self.operands(key)
        seen: dict[tuple[int, ...], bool] = {}
        for combination in _combinations([self.versions(name) for name in names]):
            starts = joined(version.starts for version in combination)
            if starts is None or (ids := tuple(id(version.value) for version in combination)) in seen:
                continue
            seen[ids] = True
            lines = dict(zip(names, (version.value for version in combination), strict=True))
            family = reduce(or_, (version.family for version in combination), CLEAN)
            yield from (Version(value, starts, family) for value in self._lines(key, lines))

    def _lines(self, key: str, lines: dict[str, Array]) -> Iterator[Array]:
        """A line from these ones; and with the numbers that the paper prescribes."""
        found = [self.calculation.line(key, lines, plain)]
        if self.prescribed:
            found.append(self.prescribed.line(self.calculation, key, lines))
        shape = self.calculation.truth[key].shape
        yield from (value for value in found if value is not None and value.shape == shape)

    def settle(
        self, key: str, judged: Mapping[int, Judged], families: Mapping[int, Family], kept: Iterable[Version] = ()
    ) -> None:
        """Says what was found of a line's writings, by the identity of each claim: its verdict, and for one that
        follows from wrong numbers, which these are. `kept` is what the line was before its digits were left off."""
        found = list(kept)
        for number, writing in enumerate(self.written.get(key, [])):
            found.extend(self._versions(number, writing, judged, families))
        self._settled[key] = found

    def _versions(
        self, number: int, writing: Writing, judged: Mapping[int, Judged], families: Mapping[int, Family]
    ) -> Iterator[Version]:
        """What a writing is to later lines: its wrong numbers mended; only these, in what follows; as it stands.

        What was misread stands as it should be.
        """
        key = writing.key
        said = {place: judged[id(claim)].verdict for place, claim in writing.claims.items()}
        bad = {place: claim for place, claim in writing.claims.items() if said[place].is_off}
        clean = {place: claim for place, claim in writing.claims.items() if said[place].good}
        self._right[key] = clean
        yield Version(with_entries(self.calculation.truth[key], clean), {key: number})
        if bad:
            family = reduce(or_, (families.get(id(claim), CLEAN) for claim in bad.values()), CLEAN)
            if any(judged[id(claim)].verdict is not Verdict.FOLLOWS for claim in bad.values()):
                family |= {(key, number)}
            base = self.as_written(key).value
            yield Version(with_entries(base, bad), {key: number}, family)
            yield Version(with_entries(base, {**clean, **bad}), {key: number}, family)

    def bases(self, key: str, family: Family) -> tuple[list[str], list[dict[str, Array]]]:
        """The unwritten lines that lead to a line, and what they are calculated from: as it should be, as written.

        From wrong numbers of a family, it is what was written last.
        """
        between = self.unwritten(key) if family else self._ancestors(key, lambda name: not self.is_whole(name))
        names = {name for line in (*between, key) for name in self.operands(line) if name not in between}
        if family:
            return between, [{name: self.last(name).value for name in names}]
        truth = {name: self.calculation.truth[name] for name in names}
        clean = {name: self._clean(name) for name in names}
        return between, [truth] if all(clean[name] is truth[name] for name in names) else [truth, clean]

    def _clean(self, key: str) -> Array:
        settled = [version for version in self._settled.get(key, []) if not version.family]
        return settled[-1].value if settled else self.calculation.truth[key]

    def before(self, key: str) -> list[str]:
        """All lines of the work that a line is calculated from, in order."""
        return self._ancestors(key, lambda _: True)

    def unwritten(self, key: str) -> list[str]:
        """The lines between a line and the written ones that it is calculated from, in order."""
        return self._ancestors(key, lambda name: name not in self.written)

    def is_whole(self, key: str) -> bool:
        """Whether all entries of a line stand in one of its writings."""
        count = len(self.calculation.truth[key].flat)
        return any(len(writing.claims) >= count for writing in self.written.get(key, ()))

    def _ancestors(self, key: str, goes_on: Callable[[str], bool]) -> list[str]:
        found = {key}
        for name in reversed(list(self.calculation.records)):
            if name in found:
                found.update(part for part in self.operands(name) if goes_on(part))
        return [name for name in self.calculation.records if name in found and name != key]

    def sheets(self, key: str) -> list[dict[str, Array]]:
        """The lines before this one as the student may have had them: as written last, and as they should be.

        Each is a mapping of every line and input that `Calculation.line` takes; the lines that were not written
        follow from the ones before. The first is as written.
        """
        names = list(self.calculation.truth)
        before = names[: names.index(key)]
        written = {name: self.last(name).value for name in before}
        return [{**self.calculation.truth, **written}, dict(self.calculation.truth)]

    def as_written(self, key: str) -> Version:
        """A line as it follows from the last writing of each of its operands."""
        if key not in self._as_written:
            self._as_written[key] = self._from_last(key)
        return self._as_written[key]

    def _from_last(self, key: str) -> Version:
        lines = {name: self.last(name) for name in self.operands(key)}
        if all(version.value is self.calculation.truth[name] for name, version in lines.items()):
            return self.calculated(key)[0]
        value = self.calculation.line(key, {name: version.value for name, version in lines.items()}, plain)
        family = reduce(or_, (version.family for version in lines.values()), CLEAN)
        return Version(value, {}, family) if value is not None else self.calculated(key)[0]

    def last(self, key: str) -> Version:
        """A line as it was written last, or as it follows where it was not written."""
        settled = self._settled.get(key, [])
        return settled[-1] if settled else self.as_written(key)


def chains_of(calculation: Calculation, judged: Iterable[Judged]) -> Chains:
    """The chains of a page that is judged already."""
    verdicts = {id(each.claim): each for each in judged}
    whole = [each.claim for each in verdicts.values() if each.claim.term is None and each.claim.factor is None]
    chains = Chains(calculation, writings(whole))
    for key in calculation.truth:
        chains.settle(key, verdicts, {})
    return chains


def plain(constant: Entry) -> Entry:
    """A constant as a rational or a ball: what is calculated from it becomes one anyway."""
    return constant if constant is MINUS_INFINITY or type(constant) is fmpq else ball_of(constant)


def joined(starts: Iterable[Mapping[str, int]]) -> dict[str, int] | None:
    """Where calculations start together; None where one starts from a writing and the other does not."""
    found: dict[str, int] = {}
    for each in starts:
        for key, number in each.items():
            if found.setdefault(key, number) != number:
                return None
    return found


def _combinations(operands: list[list[Version]]) -> Iterator[tuple[Version, ...]]:
    """A version of each operand: first those at the same place of every list, then all others."""
    if not operands or not all(operands):
        return
    longest = max(map(len, operands))
    for number in range(longest):
        yield tuple(versions[min(number, len(versions) - 1)] for versions in operands)
    for count, combination in enumerate(product(*operands)):
        if count == MOST_COMBINED:
            return
        yield combination


def _limited(versions: Iterable[Version]) -> list[Version]:
    """Without those that say the same, and no more than `MOST` of a family."""
    kept: list[Version] = []
    for version in versions:
        family = [other for other in kept if other.family == version.family]
        alike = any(same(other.value, version.value) for other in kept if other.family <= version.family)
        if len(family) < MOST and not alike:
            kept.append(version)
    return kept


def same(a: Array, b: Array) -> bool:
    """Whether two arrays hold the same numbers."""
    return a is b or (a.shape == b.shape and all(map(_equal, a.flat, b.flat)))


def _equal(a: Entry, b: Entry) -> bool:
    if a is b:
        return True
    if type(a) is fmpq and type(b) is fmpq:
        return bool(a == b)
    return type(a) is type(b) is arb and bool(a.overlaps(b))

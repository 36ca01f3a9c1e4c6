"""A chain of sides in groups: each matrix with its labels, each calculation of one entry with its results."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain, zip_longest

from attncalc.check.formulas import spelled
from attncalc.check.placing.grids import Grid
from attncalc.check.placing.labels import is_label
from attncalc.check.placing.marks import mark_of
from attncalc.check.placing.single import Sides, is_calculation
from attncalc.problem.names import read_name
from attncalc.reading.ink import Ink, Statement

ARROWS = ("->", "=>")


@dataclass
class Group:
    """Sides that say one thing: matrices, or the calculation of one entry; and the labels that go with them.

    `own` are the labels of each matrix; None where nothing names it.
    """

    labels: list[Ink]
    words: str
    heading: str = ""
    grids: list[Grid] = field(default_factory=list)
    own: list[list[Ink] | None] = field(default_factory=list)
    functions: list[str] = field(default_factory=list)  # of which each grid is the argument, + of a sum, or ""
    partners: frozenset[str] = frozenset()
    constants: list[Ink] = field(default_factory=list)
    is_weighted: bool = False  # whether it is a sum of vectors, each times its weight; the weights are the first grid
    sides: Sides = field(default_factory=Sides)
    inks: list[Ink] = field(default_factory=list)


Run = list[Statement]


def runs(statements: Iterable[Statement], goes_on: Callable[[Run, Statement], bool]) -> Iterator[Run]:
    """The statements in runs, each of which goes on as long as that is said of the next."""
    run: Run = []
    for statement in statements:
        if run and not goes_on(run, statement):
            yield run
            run = []
        run.append(statement)
    if run:
        yield run


def joined(statements: Sequence[Statement]) -> Iterator[Statement]:
    """The statements, those that begin with a sign joined to the one before where no words stand between."""
    for first, *others in runs(map(_indexed, statements), _continues):
        sides = chain(first.sides, *(other.sides[1:] for other in others))
        yield replace(first, sides=tuple(sides), signs=tuple(chain(first.signs, *(other.signs for other in others))))


def _indexed(statement: Statement) -> Statement:
    """A statement whose name has its indices behind a blank: q 11 = 0.92 and q 1 1 = 0.92 are of q_11."""
    sides, signs = list(statement.sides), list(statement.signs)
    while len(sides) > 2 and signs[:1] == [""] and _is_index(*sides[:2]):
        name, index = sides[:2]
        sides[:2] = [replace(name, end=index.end, indices=("".join((*name.indices, index.text)),))]
        del signs[0]
    is_index = len(sides) < len(statement.sides) and signs[:1] == ["="]
    return replace(statement, sides=tuple(sides), signs=tuple(signs)) if is_index else statement


def _is_index(name: Ink, index: Ink) -> bool:
    is_near = 0 < index.start - name.end <= 2 and len(name.name) <= 2
    return is_near and name.kind == "name" and index.kind == "number" and index.text.isdecimal() and len(index.text) < 3


def _continues(run: Run, statement: Statement) -> bool:
    begins = bool(statement.sides) and statement.sides[0].kind == "words" and not statement.sides[0].text.strip()
    return begins and statement.struck == run[0].struck and not statement.words.strip()


def groups(statement: Statement) -> Iterator[Group]:
    """The groups of a chain."""
    return _Chain(statement).groups()


class _Chain:
    """A chain that is cut into groups, from left to right."""

    def __init__(self, statement: Statement) -> None:
        self.words, self.heading = statement.words, statement.heading
        self.sides: list[Ink] = []
        self.moved: set[int] = set()  # the sides behind an arrow: what is made from the one before it
        for sign, side in zip_longest(("", *statement.signs), statement.sides):
            self.moved |= {len(self.sides)} if sign in ARROWS else set()
            self.sides += map(_alone, _parted(side)) if side else ()
        ends = [sign for sign in statement.signs[-1:] if sign]  # what stands there without a sign belongs elsewhere
        self.after = [side for side in self.sides[-1:] if ends and is_label(side) and side.text.strip()]
        self.labels: list[Ink] = []
        self.factors: list[Ink] = []  # the names of a product, for the matrices of the next
        self.single: Group | None = None
        self.has_numbers = False  # whether a matrix has stood
        self.past = False  # whether what the labels name has stood already

    def groups(self) -> Iterator[Group]:
        """Calculations of one entry gather until a matrix stands; each side with matrices is a group."""
        for number, side in enumerate(self.sides):
            grids = [Grid.of(ink) for ink in (*filter(None, [weighted(side)]), *matrices_in(side))]
            if is_label(side):
                if number in self.moved and self.single and side.text.strip():  # = 0.5 → k_1 = (0.5, 2)
                    yield from self._ended()
                    self.labels = []
                self._label(side)
            elif not any(grid.has_numbers for grid in grids):
                if not grids:
                    self.single = self.single or self._calculation()
                    self.single.inks.append(side)
                    follows = self.sides[number + 1 :]
                    self.single.sides.add(side, before_result=any(ink.kind == "number" for ink in follows))
            elif dot := _dot(side, grids, self.sides[number + 1 : number + 2]):
                yield from self._ended()
                self.single = self._calculation()
                self.single.inks.append(side)
                self.single.sides.add(dot)
            else:
                yield from self._ended()
                if number in self.moved and self.has_numbers:
                    self.labels, self.words = [], ""
                yield from self._matrices(side, grids)
                self.has_numbers = True
        yield from self._ended()

    def _label(self, side: Ink) -> None:
        if side.text.strip():
            self.labels.append(side)
            self.factors = list(side.args) if side.kind == "product" else []

    def _calculation(self) -> Group:
        if self.past:
            return Group([], "", self.heading)
        return Group([*self.labels, *self.after], self.words, self.heading)

    def _ended(self) -> Iterator[Group]:
        if self.single:
            yield self.single
        self.single = None

    def _matrices(self, side: Ink, grids: list[Grid]) -> Iterator[Group]:
        if quotient := next(
            (arg for arg in side.args if side.kind == "product" and arg.kind == "quotient" and is_calculation(arg)),
            None,
        ):
            yield Group(self.labels, self.words, self.heading, inks=[quotient], sides=Sides.of([quotient]))
        group = _of_matrices(side, grids, self.labels or self.after, self.words, self.factors)
        self.past = self.past or group.own[-1:] == [self.labels or self.after]
        self.factors = []
        group.heading = self.heading
        yield group


def weighted(side: Ink) -> Ink | None:
    """The weights of a sum of vectors, as a row: 0.7 and 0.3 of 0.7·v₁ + 0.3·v₂."""
    terms = side.args if side.kind == "sum" else ()
    pairs = [term.args for term in terms if term.kind == "product" and len(term.args) == 2]
    if len(pairs) < max(2, len(terms)) or not all(a.kind == "number" and _is_vector(b) for a, b in pairs):
        return None
    row = Ink("row", side.start, side.start, "", tuple(a for a, _ in pairs))
    return Ink("matrix", side.start, side.start, "", (row,))


def _is_vector(ink: Ink) -> bool:
    return ink.kind in ("matrix", "name") or (ink.kind == "transpose" and _is_vector(ink.args[0]))


def _of_matrices(side: Ink, grids: list[Grid], labels: list[Ink], words: str, factors: list[Ink]) -> Group:
    """The group of a side that holds matrices: one alone has the labels, factors have names of their own."""
    group = Group(labels, words)
    alone = len(grids) == 1 and _bare(side)
    called = {
        arg.start: part.name or "+"
        for part in side.walk()
        for arg in part.args
        if part.kind == "sum" or (part.kind == "call" and len(part.args) == 1)
        if arg.kind == "matrix"
    }
    for place, grid in enumerate(grids):
        if grid.has_numbers:
            group.grids.append(grid)
            group.functions.append(called.get(grid.ink.start, ""))
            own = [factors[place]] if len(factors) == len(grids) > 1 else None
            group.own.append(labels if alone else own)
    if not alone:
        group.words = ""
        group.is_weighted = weighted(side) is not None
        group.constants = [] if group.is_weighted else list(_outside(side))
        group.partners = frozenset(
            known.base for ink in side.walk() if ink.kind == "name" and (known := read_name(spelled(ink)))
        )
    return group


def _alone(side: Ink) -> Ink:
    """The number that a list of one is."""
    cells = [cell for row in side.args for cell in row.args] if side.kind == "matrix" else []
    return cells[0] if [cell.kind for cell in cells] == ["number"] else side


def _parted(side: Ink) -> Iterator[Ink]:
    """A side, cut where a matrix to the power of 2 stands before another: there = was read as 2."""
    for number, arg in enumerate(side.args[:-1]) if side.kind == "product" else ():
        if arg.kind == "power" and arg.args[0].kind == "matrix" and side.args[number + 1].kind == "matrix":
            first = (*side.args[:number], arg.args[0])
            yield replace(side, args=first, end=arg.end) if len(first) > 1 else arg.args[0]
            yield from _parted(
                replace(side, args=side.args[number + 1 :]) if number + 2 < len(side.args) else side.args[-1]
            )
            return
    yield side


def _outside(ink: Ink) -> Iterator[Ink]:
    """The numbers of an ink, and what is calculated of numbers, that stand in no matrix."""
    if ink.kind == "number" or (ink.kind in ("quotient", "call") and mark_of(ink)):
        yield ink
    elif ink.kind != "matrix":
        for arg in ink.args:
            yield from _outside(arg)


def _bare(side: Ink) -> bool:
    """Whether a matrix stands alone, or transposed, and is no factor or argument."""
    while side.kind in ("transpose", "neg") and side.args:
        side = side.args[0]
    return side.kind == "matrix"


def matrices_in(ink: Ink) -> Iterator[Ink]:
    """The matrices in an ink; those inside of others are their cells."""
    if ink.kind == "matrix":
        yield ink
        return
    for arg in ink.args:
        yield from matrices_in(arg)


def _dot(side: Ink, grids: list[Grid], after: Sequence[Ink]) -> Ink | None:
    """Two vectors side by side with a number after them, as the sum of products that they stand for."""
    if side.kind != "product" or len(grids) != 2 or len(side.args) != 2:
        return None
    if not (after and after[0].kind == "number") or any(min(grid.shape) != 1 for grid in grids):
        return None
    one, two = ([cell for row in grid.cells for cell in row] for grid in grids)
    if len(one) != len(two):
        return None
    pairs = tuple(Ink("product", a.start, b.end, "", (a, b)) for a, b in zip(one, two, strict=True))
    total = Ink("sum", side.start, side.end, side.text, pairs)
    return total if is_calculation(total) else None

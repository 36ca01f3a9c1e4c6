"""What solving a problem needs, whatever the arithmetic: the mechanism, its options, the matrices turned to rows."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from attncalc.arithmetic.base import Arithmetic, arithmetic
from attncalc.errors import InputError
from attncalc.mechanisms.registry import Mechanism, find, read_options
from attncalc.problem.matrix import Matrix
from attncalc.problem.names import Name, read_name
from attncalc.problem.number import read_number
from attncalc.problem.orientation import Orientation
from attncalc.problem.problem import Problem
from attncalc.problem.signature import STEP_AXES, Found, Term, as_columns, axes_of, unify
from attncalc.worksheet.recorder import Recorder
from attncalc.worksheet.tensor import Tensor

if TYPE_CHECKING:
    from attncalc.arithmetic.digits import Digits

# The mechanism that a problem means if it names none: the first whose names are all given.
GUESSES = (
    ({"W", "s", "H"}, "general"),
    ({"s", "H"}, "dot-product"),
    ({"Wo"}, "multi-head"),
    ({"X"}, "self-attention"),
    ({"Q", "K"}, "scaled-dot-product"),
    ({"S"}, "scaled-dot-product"),
    ({"A"}, "scaled-dot-product"),
)


@dataclass(frozen=True)
class Plan:
    """All that does not depend on the arithmetic: the mechanism, its options, the matrices turned to rows."""

    problem: Problem
    mechanism: Mechanism
    options: dict[str, Any]
    orientation: Orientation
    given: dict[str, Matrix]
    sizes: dict[str, int]
    partial: bool

    @property
    def title(self) -> str:
        """The problem's title, or the mechanism's."""
        return self.problem.title or self.mechanism.title

    @property
    def _reads(self) -> str:
        return f"{self.mechanism.title} reads {self.mechanism.signature}"

    def run(self, name: str, precision: int, long: bool, digits: Digits) -> tuple[Arithmetic, Recorder]:
        """One run of the mechanism; raises MorePrecision where a decision needs more."""
        name = "exact" if long and name == "decimal" else name  # closed forms prove what digits leave open
        ar = arithmetic(name, precision=precision, decimals=digits.decimals, rule=digits.rule)
        letters = {name: read_number(text) for name, text in self.problem.values.items()}
        w = Recorder(ar, self.given, self.sizes, letters, self.problem.symbols)
        with ar.working():
            result = self.mechanism.function(w, *(self._input(w, term) for term in self.mechanism.signature.inputs),
                                             **self.options)  # fmt: skip
        self._check(w, result)
        return ar, w

    def _input(self, w: Recorder, term: Term) -> Tensor | None:
        """The tensor of one input: given, left out (None), or absent."""
        matrix = self.given.get(term.name)
        if matrix is None:
            return None if term.optional else w.absent(term.name, term.axes)
        return w.matrix(term.name, matrix, term.axes)

    def _check(self, w: Recorder, result: Tensor) -> None:
        """Raises InputError if the result is absent, or something given was never looked at."""
        if result.absent and not (self.partial and w.records):
            name = result.expr.key
            needs = f"{name} needs {', '.join(dict.fromkeys(w.lacking[name]))}"
            hint = f"--steps {w.records[-1].key} stops before it." if w.records else None
            raise InputError(needs, place=self.problem.place, hint=hint or self._reads)
        for name, matrix in self.given.items():
            if name not in w.used:
                raise InputError(f"{name} is no input and no line of {self.mechanism.name}", place=matrix.place,
                                 hint=self._reads)  # fmt: skip


def plan(problem: Problem, *, partial: bool) -> Plan:
    """The plan of a problem; a `partial` one may end before the result, where what that needs is not given.

    Raises InputError where the problem cannot be meant.
    """
    mechanism = _mechanism(problem)
    orientation = _orientation(problem, mechanism)
    given = _turned(problem.given, {name for name in problem.given if orientation.turns(name, mechanism.signature)})
    options, sizes = read_options(mechanism, problem.options, given, problem.symbols)
    found = list(_found(mechanism, given, orientation, _shared(options)))
    flat = {name for name, matrix in given.items() if matrix.flat and len(matrix.rows[0]) > 1}
    if flat and (columns := as_columns(mechanism.signature, found, flat, sizes)):
        given, problem = _turned(given, columns), replace(problem, given=_turned(problem.given, columns))
        found = list(_found(mechanism, given, orientation, _shared(options)))
    return Plan(problem, mechanism, options, orientation, given, unify(mechanism.signature, found, sizes), partial)


def _mechanism(problem: Problem) -> Mechanism:
    try:
        return find(problem.mechanism or _guess(problem))
    except InputError as error:
        raise error.at(problem.places.get("mechanism")) from None


def _orientation(problem: Problem, mechanism: Mechanism) -> Orientation:
    if not {"tokens", "weights"} & problem.options.keys():
        return Orientation()
    from attncalc.mechanisms.outline import used_transposed

    return Orientation.read(problem.options, used_transposed(mechanism))


def _guess(problem: Problem) -> str:
    bases = {known.base for known in map(read_name, problem.given) if known}
    sections = any(known.section for known in map(read_name, problem.given) if known)
    if sections or "heads" in problem.options:
        return "multi-head"
    for names, mechanism in GUESSES:
        if names <= bases:
            return mechanism
    given = ", ".join(problem.given) or "nothing"
    raise InputError(f"which mechanism is meant? Given is {given}", place=problem.place,
                     hint="Name it: mechanism: scaled-dot-product")  # fmt: skip


def _shared(options: dict[str, Any]) -> frozenset[str]:
    return next((group.shared for group in options.values() if hasattr(group, "shared")), frozenset())


def _turned(matrices: dict[str, Matrix], names: set[str]) -> dict[str, Matrix]:
    """The matrices, those of these names with rows and columns exchanged."""
    return {name: matrix.transposed if name in names else matrix for name, matrix in matrices.items()}


def _found(
    mechanism: Mechanism, given: dict[str, Matrix], orientation: Orientation, shared: frozenset[str]
) -> Iterator[Found]:
    for name, matrix in given.items():
        known = read_name(name) or Name(name)
        if known.base not in mechanism.signature.names and known.base not in STEP_AXES:
            continue
        turned = orientation.turns(name, mechanism.signature)
        found = Found(name, matrix.shape, matrix.place, turned, name in shared)
        if len(axes_of(mechanism.signature, found)) == 1:
            if 1 not in matrix.shape:
                raise InputError(
                    f"{name} is {matrix.shape[0]}×{matrix.shape[1]}, but should be a vector", place=matrix.place
                )
            found = Found(name, (max(matrix.shape),), matrix.place, one_head=name in shared)
        yield found

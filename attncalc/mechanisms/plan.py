"""What solving a problem needs, whatever the arithmetic: the mechanism, and what is given as it is meant."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import nullcontext, suppress
from dataclasses import dataclass
from typing import Any

from attncalc.arithmetic.base import Arithmetic
from attncalc.errors import InputError
from attncalc.log import told
from attncalc.mechanisms.arrange import arrange
from attncalc.mechanisms.registry import Mechanism, find
from attncalc.mechanisms.standing import Arranged
from attncalc.problem.names import read_name, spell
from attncalc.problem.orientation import Orientation
from attncalc.problem.problem import Problem
from attncalc.problem.signature import Found, Term, axes_of, unify
from attncalc.reading.number import Number, read_number
from attncalc.worksheet.planned import Planned
from attncalc.worksheet.recorder import Recorder
from attncalc.worksheet.tensor import Tensor

# The mechanism that a problem means if it names none: the first whose names are all given.
GUESSES = (
    ({"U", "s", "H"}, "additive"),
    ({"v", "s", "H"}, "additive"),
    ({"W", "s", "H"}, "general"),
    ({"s", "H"}, "dot-product"),
    ({"X", "Y"}, "cross-attention"),
    ({"X"}, "self-attention"),
    ({"Q", "K"}, "scaled-dot-product"),
    ({"S"}, "scaled-dot-product"),
    ({"A"}, "scaled-dot-product"),
)
OF_ONE_HEAD = {"scaled-dot-product", "self-attention", "cross-attention"}  # with heads they are multi-head attention


@dataclass(frozen=True)
class Plan:
    """All that does not depend on the arithmetic: the mechanism, and what is given as it is meant."""

    mechanism: Mechanism
    arranged: Arranged
    partial: bool

    @property
    def problem(self) -> Problem:
        """The problem as it stands on the page."""
        return self.arranged.problem

    @property
    def orientation(self) -> Orientation:
        """Which matrices stand on the page with rows and columns exchanged."""
        return self.arranged.orientation

    @property
    def options(self) -> dict[str, Any]:
        """The mechanism's option groups."""
        return self.arranged.options

    @property
    def title(self) -> str:
        """The problem's title, or the mechanism's."""
        return self.problem.title or self.mechanism.title

    @property
    def _reads(self) -> str:
        return f"{self.mechanism.title} reads {self.mechanism.signature}"

    @property
    def parts(self) -> tuple[str, ...]:
        """It is no chain."""
        return ()

    def recorded(self, ar: Arithmetic) -> Recorder:
        """The lines of the work under an arithmetic; raises what that raises where it cannot decide."""
        w = self.fresh(ar)
        with ar.working():
            self.fill(w)
            go_back(w, self)
        return w

    def fresh(self, ar: Arithmetic, kind: type[Recorder] = Recorder) -> Recorder:
        """A recorder with what is given, and no line yet."""
        return kind(ar, self.arranged.given, self.arranged.sizes, letters_of(self.problem), self.problem.symbols)

    def fill(self, w: Recorder) -> None:
        """Records the lines; raises as above."""
        self.work(w, {})

    def work(self, w: Recorder, taken: Mapping[str, Tensor]) -> Tensor:
        """Records the lines, with what is `taken` from elsewhere under its name; the last result. Raises as above."""
        w.stated = {name: size for name, size in self.arranged.sizes.items() if name in self.problem.options}
        w.taken = taken
        for note in (*self.problem.notes, *self.arranged.notes):
            w.note(note)
        names = self.arranged.signature.names
        known = {name: tensor.shape for name, tensor in taken.items() if name in names}
        found = [Found(name, shape) for name, shape in known.items() if None not in shape]  # type: ignore[arg-type]
        with w.scope(self.arranged.sizes_with(found) if found else {}):
            sequences = self.arranged.sequences or (None,)
            terms = [
                [self._input(w, term, sequence) for sequence in sequences] for term in self.arranged.signature.inputs
            ]
            results: list[Tensor] = []
            for sequence, inputs in zip(sequences, zip(*terms, strict=True), strict=True):
                with w.section("Sequence", sequence) if sequence else nullcontext():
                    results.append(self.mechanism.function(w, *inputs, **self.options))
                    w.result = results[-1].expr.key
        self._check_used(w)
        for result in results:
            self._check_result(w, result)
        return results[-1]

    def _input(self, w: Recorder, term: Term, sequence: int | None) -> Tensor | tuple[Tensor, ...] | None:
        """The tensor of one input: given, left out (None), or absent; a tuple of them where there may be many."""
        given = self.arranged.given
        if term.name in w.taken:
            tensor = w.taken[term.name].renamed(*term.axes)
            return (tensor,) if term.many else tensor
        if term.many:
            names = [name for name in self._names(term) if name in given or not term.optional]
            return tuple(self._tensor(w, name, term.axes) for name in names)
        own = spell(term.name, (sequence,)) if sequence else term.name
        name = own if own in given else term.name
        return None if term.optional and name not in given else self._tensor(w, name, term.axes)

    def _tensor(self, w: Recorder, name: str, axes: tuple[str, ...]) -> Tensor:
        given = self.arranged.given
        return w.matrix(name, given[name], axes) if name in given else w.absent(name, axes)

    def _names(self, term: Term) -> list[str]:
        """What many inputs are called: s, or s_1, s_2 …, also where only steps of theirs are given (e_1, e_2)."""
        others = {name for name in self.arranged.signature.names if name != term.name}
        known = [known for known in map(read_name, self.arranged.given) if known and len(known.section) == 1]
        numbers = {section[0] for base, section, _ in known if base not in others}
        if term.name in self.arranged.given or not numbers:
            return [term.name]
        return [spell(term.name, (number,)) for number in sorted(numbers)]

    def _check_result(self, w: Recorder, result: Tensor) -> None:
        """Raises InputError if the result is absent: what it needs."""
        name = result.expr.params[0]
        named = {key: known for key in w.lacking if (known := read_name(key)) and known.base == name}
        absent = [key for key, known in named.items() if known.section[: len(w.outer)] == w.outer]
        if absent and not (self.partial and w.records):
            last, missing = absent[0], dict.fromkeys(w.lacking[absent[0]])
            needs = f"{last} is not given" if last in missing else f"{last} needs {', '.join(missing)}"
            hint = f"--steps {w.records[-1].key} stops before it." if w.records and result.absent else None
            raise InputError(needs, place=self.problem.place, hint=hint or self._reads)

    def _check_used(self, w: Recorder) -> None:
        """Raises InputError if something given was never looked at."""
        for name, matrix in self.arranged.given.items():
            if name not in w.used:
                if twin := next((other for other in w.used if _base(other) == _base(name)), None):
                    raise InputError(
                        f"{name} is given beside {twin}, which is read instead",
                        place=matrix.place,
                        hint="Number all of them, or none.",
                    )
                meant = self._meant(w, name)
                hint = f"Is it {meant}, which is not given? {self._reads}" if meant else self._reads
                raise InputError(
                    f"{name} is no input and no line of {self.mechanism.name}", place=matrix.place, hint=hint
                )

    def _meant(self, w: Recorder, name: str) -> str:
        """The inputs that are needed, not given, and fit something that is not read, each with what it is."""
        fits = []
        for needed in dict.fromkeys(lack for lacks in w.lacking.values() for lack in lacks):
            found = Found(needed, self.arranged.given[name].shape)
            with suppress(InputError, KeyError):
                if len(axes_of(self.arranged.signature, found)) == len(found.shape):
                    unify(self.arranged.signature, [found], self.arranged.sizes)
                    fits.append(f"{needed}, the {self.mechanism.meaning(_base(needed))}")
        return " or ".join(fits)


def go_back(w: Recorder, plan: Planned) -> None:
    """Adds the backward pass to the lines of a plan, where its problem asks for one."""
    if plan.problem.backward is not None:
        from attncalc.mechanisms.backward import back

        back.go_back(w, plan)


def letters_of(problem: Problem) -> dict[str, Number]:
    """What the letters of a problem stand for."""
    return {name: read_number(text) for name, text in problem.values.items()}


def _base(name: str) -> str:
    known = read_name(name)
    return known.base if known else name


def plan(problem: Problem, *, partial: bool) -> Plan:
    """The plan of a problem that is no chain; a `partial` one may end before the result, where that needs more.

    Raises InputError where the problem cannot be meant.
    """
    if problem.parts:
        raise InputError("a chain of several parts is worked out by solve alone", place=problem.place)
    if problem.named:
        raise InputError(
            "given names what there is, without its numbers",
            place=problem.place,
            hint="attncalc cost counts with sizes alone.",
        )
    mechanism = _mechanism(problem)
    arranged = arrange(mechanism, problem)
    stand = arranged.orientation
    tokens, weights = "columns" if stand.columns else "rows", "out × in" if stand.out_in else "in × out"
    told("%s: tokens are %s, weights %s; sizes %s", mechanism.name, tokens, weights, arranged.sizes)
    return Plan(mechanism, arranged, partial)


def _mechanism(problem: Problem) -> Mechanism:
    try:
        mechanism = find(problem.mechanism or guess(problem))
        return find("multi-head") if mechanism.name in OF_ONE_HEAD and "heads" in problem.options else mechanism
    except InputError as error:
        raise error.at(problem.places.get("mechanism")) from None


def guess(problem: Problem) -> str:
    """The mechanism that the names of what is given decide; raises InputError where they do not."""
    names = [known for known in map(read_name, (*problem.given, *problem.links)) if known]
    bases, numbered = {known.base for known in names}, {known.base for known in names if known.section}
    if "heads" in problem.options or "Wo" in bases or numbered & {"Wq", "Wk", "Wv", "bq", "bk", "bv"}:
        return "multi-head"
    if numbered & {"Q", "K", "V", "S", "A", "O"} and "X" not in numbered:
        raise InputError(
            f"{', '.join(sorted(numbered))} are numbered: by heads, or by the sequences of a batch?",
            place=problem.place,
            hint="Name it: mechanism: multi-head, or scaled-dot-product",
        )
    for needed, mechanism in GUESSES:
        if needed <= bases:
            return mechanism
    given = ", ".join(problem.given) or "nothing"
    raise InputError(
        f"which mechanism is meant? Given is {given}",
        place=problem.place,
        hint="Name it: mechanism: scaled-dot-product",
    )

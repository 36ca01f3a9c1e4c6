"""A chain of mechanisms: what one part works out is taken by another, and all of it is one worksheet."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from attncalc.arithmetic.base import Arithmetic
from attncalc.errors import InputError, did_you_mean
from attncalc.mechanisms.flowing import flowing
from attncalc.mechanisms.plan import Plan, go_back, letters_of, plan
from attncalc.problem.matrix import Matrix
from attncalc.problem.names import Name, read_name, spell
from attncalc.problem.orientation import Orientation
from attncalc.problem.problem import Link, Problem
from attncalc.problem.signature import Signature, Term
from attncalc.worksheet.expression import Axis, line
from attncalc.worksheet.recorder import Recorder
from attncalc.worksheet.tensor import Tensor


@dataclass(frozen=True)
class Described:
    """What a worksheet knows of the mechanisms of a chain together."""

    name: str
    title: str
    signature: Signature
    options: dict[str, Any]


@dataclass(frozen=True, slots=True)
class ByPart(Orientation):
    """Which matrices stand turned, each as in its part."""

    plans: tuple[Plan, ...] = ()

    def turns(self, name: str, signature: Signature) -> bool:
        """Of Wq_2_1 what holds for Wq_1 of part 2."""
        base, (part, *section), _ = read_name(name) or Name(name, (1,))
        own = self.plans[part - 1]
        return own.orientation.turns(spell(base, tuple(section)), own.arranged.signature)


@dataclass(frozen=True)
class Chain:
    """The plans of the parts; see Plan."""

    problem: Problem
    plans: tuple[Plan, ...]

    @property
    def parts(self) -> tuple[str, ...]:
        """The titles of the parts."""
        return tuple(plan.title for plan in self.plans)

    @property
    def title(self) -> str:
        """The problem's title, or those of the mechanisms."""
        return self.problem.title or self.mechanism.title

    @property
    def mechanism(self) -> Described:
        """All of them as one."""
        terms: dict[str, Term] = {}
        for own in self.plans:
            terms = {**{term.name: term for term in own.arranged.signature.inputs}, **terms}
        signature = Signature(tuple(terms.values()), self.plans[-1].arranged.signature.result)
        title = ", then ".join(own.mechanism.title for own in self.plans)
        return Described("chain", title, signature, {})

    @property
    def orientation(self) -> Orientation:
        """How the matrices of each part stand."""
        columns, out_in = self.plans[0].orientation.columns, any(own.orientation.out_in for own in self.plans)
        return ByPart(columns, out_in, plans=self.plans)

    @property
    def options(self) -> dict[str, Any]:
        """Each part has its own."""
        return {}

    def recorded(self, ar: Arithmetic) -> Recorder:
        """The lines of all parts under an arithmetic."""
        w = self.fresh(ar)
        with ar.working():
            self.fill(w)
            go_back(w, self)
        return w

    def fresh(self, ar: Arithmetic, kind: type[Recorder] = Recorder) -> Recorder:
        """A recorder that no part has begun."""
        return kind(ar, {}, {}, letters_of(self.problem), self.problem.symbols)

    def fill(self, w: Recorder) -> None:
        """Records the lines of all parts."""
        results: list[Tensor] = []
        for number, own in enumerate(self.plans, 1):
            part = w.begin(number, own.arranged.given, own.arranged.sizes)
            try:
                links = own.problem.links.items()
                taken = {name: _fitted(name, _taken(w, link, results), own, link) for name, link in links}
                results.append(own.work(part, taken))
            except InputError as error:
                raise error.at(own.problem.place) from None
        w.result = results[-1].expr.key


def chain(problem: Problem, *, partial: bool) -> Chain:
    """The plan of a chain; raises InputError where a part cannot be meant."""
    parts = flowing(problem) if problem.flows else problem.parts
    plans: list[Plan] = []
    for part in parts:
        if plans and (tokens := plans[0].problem.options.get("tokens")):
            part = replace(part, options={"tokens": tokens, **part.options})  # noqa: PLW2901
        try:
            plans.append(plan(part, partial=partial))
        except InputError as error:
            raise error.at(part.place) from None
        if plans[-1].orientation.columns != plans[0].orientation.columns:
            raise InputError(
                "tokens are rows in one part of the chain, and columns in another",
                place=part.place,
                hint="Say it in the first part: options: {tokens: rows}",
            )
    return Chain(replace(problem, given=dict(_given(plans))), tuple(plans))


def _given(plans: list[Plan]) -> Iterator[tuple[str, Matrix]]:
    """What all parts are given, under the names that it has in the worksheet."""
    for number, own in enumerate(plans, 1):
        for name, matrix in own.problem.given.items():
            base, section, _ = read_name(name) or Name(name)
            yield spell(base, (number, *section)), matrix


def _taken(w: Recorder, link: Link, results: list[Tensor]) -> Tensor:
    """A line, an input or the result of an earlier part; raises InputError where that has no such line."""
    if not link.name:
        return results[link.part - 1]
    base, section, _ = read_name(link.name) or Name(link.name)
    key = spell(base, (link.part, *section))
    found = next((record for record in w.records if record.key == key), None) or w.inputs.get(key)
    if found is None:
        names = [record.name for record in w.records if record.section[:1] == (link.part,)]
        raise InputError(
            f"part {link.part} has no line {link.name}", place=link.place, hint=did_you_mean(link.name, names)
        )
    is_input = found.given and not found.section and found.expr.op == "line"
    expr = found.expr if is_input else line(found.name, found.section, found.expr.axes)
    return Tensor(w.arithmetic, expr, found.value)


def _fitted(name: str, tensor: Tensor, own: Plan, link: Link) -> Tensor:
    """What is taken, as an input; raises InputError where one is a vector and the other a matrix."""
    axes = tuple(Axis(axis.name, axis.size) for axis in tensor.axes)
    wanted = own.arranged.signature[name].axes if name in own.arranged.signature.names else axes
    if len(wanted) != len(axes):
        kinds = ("a vector", "a matrix")
        raise InputError(
            f"{name} is {kinds[len(wanted) > 1]}, and {tensor.expr.key} is {kinds[len(axes) > 1]}", place=link.place
        )
    return Tensor(tensor.arithmetic, replace(tensor.expr, axes=axes), tensor.value)

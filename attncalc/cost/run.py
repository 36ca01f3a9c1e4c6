"""The lines to be counted: those of a problem that is solved, or of a mechanism run on shapes."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from attncalc.cost.sizes import BASE, completed
from attncalc.errors import InputError, did_you_mean
from attncalc.mechanisms.learned import is_learned
from attncalc.mechanisms.on_shapes import on_shapes
from attncalc.mechanisms.options import node_of
from attncalc.mechanisms.plan import guess
from attncalc.mechanisms.registry import Mechanism, find, read_options
from attncalc.problem.matrix import Matrix
from attncalc.problem.names import read_name
from attncalc.problem.problem import Option, Problem
from attncalc.problem.signature import Signature, parts_of
from attncalc.problem.tree import Scalar, whole_number
from attncalc.worksheet.counts.term import Factor
from attncalc.worksheet.recorder import Record, Recorder
from attncalc.worksheet.rules import Seen

REPEATS = ("batch", "layers")  # how often all of it is done, where a mechanism does not know these itself
HEADS = {"heads": "h", "groups": "g"}  # options that are sizes
LARGEST = 10**9  # a size
Sizes = Mapping[str, int]


@dataclass(frozen=True)
class Run:
    """Lines with their sizes; `assumed` are sizes that nobody said, `repeats` how often all is done."""

    title: str
    signature: Signature
    inputs: Mapping[str, Record]
    records: tuple[Record, ...]
    result: str
    sizes: Sizes
    tables: Mapping[str, Seen]
    assumed: Sizes = field(default_factory=dict)
    repeats: tuple[Factor, ...] = ()

    @property
    def left_out(self) -> list[str]:
        """The weights and biases that the mechanism may have, and that are not there."""
        there = {known.base for known in map(read_name, self.inputs) if known}
        return [
            term.name
            for term in self.signature.inputs
            if is_learned(self.signature, term.name) and term.name not in there
        ]


@dataclass(frozen=True)
class Counted:
    """What is to be counted: a mechanism with its inputs, options and sizes, or a problem with all its numbers."""

    mechanism: Mechanism | None = None
    names: tuple[str, ...] = ()
    options: Mapping[str, Option] = field(default_factory=dict)
    sizes: Sizes = field(default_factory=dict)
    problem: Problem | None = None
    title: str = ""

    def groups(self) -> dict[str, Any]:
        """The option groups of the mechanism."""
        assert self.mechanism is not None
        there = dict.fromkeys(self.names, Matrix(()))
        return read_options(self.mechanism, _with_needed(self, self.mechanism), there, ())[0]

    def run(self, **more: int) -> Run:
        """The lines, with these sizes in place of others."""
        if self.mechanism is None:
            assert self.problem is not None
            return _solved(self.problem)
        return _on_shapes(_checked(replace(self, sizes={**self.sizes, **more})), self.mechanism)

    @property
    def whole_options(self) -> dict[str, int]:
        """The options that are sizes, as a window is; but those that say sizes of matrices, as heads do."""
        assert self.mechanism is not None
        settings = self.mechanism.settings
        return {
            key: size
            for key, option in _with_needed(self, self.mechanism).items()
            if key not in HEADS
            and settings[key].schema.get("type") == "integer"
            and (size := whole_number(option.value, LARGEST))
        }


def of_mechanism(
    name: str, said: Sizes, options: Mapping[str, Option], more: Collection[str] = (), less: Collection[str] = ()
) -> Counted:
    """A mechanism by its name, with its usual inputs, some `more` and some `less`.

    Raises InputError for names, options and sizes that it does not have.
    """
    mechanism = find(name)
    for given in (*more, *less):
        if given not in mechanism.signature.names:
            raise InputError(
                f"{mechanism.name} has no input {given}", hint=did_you_mean(given, mechanism.signature.names)
            )
    usual = [term.name for term in mechanism.signature.inputs if term.is_usual and term.name not in less]
    own = {key: option for key, option in options.items() if key in mechanism.settings}
    if other := next((key for key in options if key not in own), None):
        raise InputError(
            f"{mechanism.name} has no option {other}",
            place=options[other].place,
            hint=did_you_mean(other, mechanism.settings),
        )
    return _checked(Counted(mechanism, tuple(dict.fromkeys((*usual, *more))), own, dict(said), title=mechanism.title))


def of_problem(problem: Problem, said: Sizes) -> Counted:
    """A problem as it is, or with other sizes: then its numbers do not count. Raises InputError as above."""
    if not problem.named and not said:
        return Counted(problem=problem, title=problem.title)
    if problem.parts:
        raise InputError("the sizes of a problem of several parts stand in its file", place=problem.place)
    mechanism = find(problem.mechanism or guess(problem))
    options, sizes = dict(problem.options), dict(said)
    if not problem.named:
        from attncalc.mechanisms.plan import plan

        planned = plan(problem, partial=True)
        mechanism, options = planned.mechanism, dict(planned.problem.options)
        sizes = {**planned.arranged.sizes, **_following(planned.arranged.sizes, said)}
    own = {
        key: _size(option)
        for key, option in options.items()
        if key in (*mechanism.signature.sizes, *REPEATS) and key not in mechanism.settings
    }
    rest = {key: option for key, option in options.items() if key not in own}
    names = problem.named or tuple(problem.given)
    return _checked(Counted(mechanism, names, rest, {**own, **sizes}, title=problem.title or mechanism.title))


def _following(known: Sizes, said: Sizes) -> Sizes:
    """The sizes that are said, with m where only n is, and they were the same."""
    same = "m" not in said and "n" in said and known.get("m") == known.get("n")
    return {**said, "m": said["n"]} if same and "m" in known else said


def _checked(counted: Counted) -> Counted:
    """With heads as the option that they are; raises InputError for sizes that there are not."""
    mechanism = counted.mechanism
    assert mechanism is not None
    bases = {known.base for known in map(read_name, counted.names) if known}
    known = {*mechanism.signature.given(bases).sizes, *REPEATS, "d"}
    sizes, options = dict(counted.sizes), dict(counted.options)
    for key in [*sizes]:
        word = next((option for option, size in HEADS.items() if key in (option, size)), key)
        if word in mechanism.settings:
            options[word] = Option(word, Scalar(str(sizes.pop(key)), f"--size {key}"))
        elif key not in known:
            raise InputError(f"{mechanism.name} has no size {key}", hint=did_you_mean(key, sorted(known)))
    return replace(counted, sizes=sizes, options=options)


def _size(option: Option) -> int:
    size = whole_number(option.value, LARGEST)
    if not size:
        raise InputError(f"{option.key} should be a positive integer", place=option.value.place)
    return size


def _with_needed(counted: Counted, mechanism: Mechanism) -> dict[str, Option]:
    """The options, and examples of those that the mechanism needs; as many heads as the Transformer has."""
    needed = {
        key: Option(key, node_of(str(BASE["h"]) if key in HEADS else setting.example))
        for key, setting in mechanism.settings.items()
        if setting.needed and isinstance(setting.example, str)
    }
    return {**needed, **counted.options}


def _on_shapes(counted: Counted, mechanism: Mechanism) -> Run:
    options = _with_needed(counted, mechanism)
    bound = {name: size for group in counted.groups().values() for name, size in group.sizes.items()}
    own = {key: size for key, size in counted.sizes.items() if key not in REPEATS}
    bases = {known.base for known in map(read_name, counted.names) if known}
    signature = mechanism.signature.given(bases)
    sizes, assumed = completed(mechanism, signature, {**bound, **own})
    guessed = {HEADS[key]: bound[HEADS[key]] for key in HEADS if key in options and key not in counted.options}
    w = on_shapes(mechanism, counted.names, options, sizes)
    repeats = tuple(Factor(key, counted.sizes[key]) for key in REPEATS if key in counted.sizes)
    used = {part for term in signature.inputs if term.name in bases for axis in term.axes for part in parts_of(axis)}
    return Run(
        counted.title,
        signature,
        w.inputs,
        tuple(w.records),
        w.result,
        w.sizes,
        w.tables(),
        {key: size for key, size in {**guessed, **assumed}.items() if key in used},
        repeats,
    )


def _solved(problem: Problem) -> Run:
    from attncalc.solve import solve

    sheet = solve(replace(problem, backward=None), partial=True)
    w = sheet.recorder
    tables = {
        key: _seen(w, record)
        for key, record in {**w.inputs, **{each.key: each for each in w.records}}.items()
        if _is_mask(w, record)
    }
    return Run(sheet.plan.title, sheet.plan.mechanism.signature, w.inputs, tuple(w.records), w.result, w.sizes, tables)


def _is_mask(w: Recorder, record: Record) -> bool:
    """Whether a line is a table that masks: not scores that are masked, which follow from it."""
    is_table = record.expr.op in ("line", "rule")
    return is_table and any(w.arithmetic.is_masked(entry) for row in w.arithmetic.rows(record.value) for entry in row)


def _seen(w: Recorder, record: Record) -> Seen:
    hidden: list[list[Any]] = [[w.arithmetic.is_masked(x) for x in row] for row in w.arithmetic.rows(record.value)]
    return lambda i, j: not hidden[i - 1][j - 1]

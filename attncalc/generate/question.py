"""What a new problem is to be: a mechanism, sizes, options, entries and constraints."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from math import isqrt

from flint import fmpq

from attncalc.errors import InputError, did_you_mean, shorten
from attncalc.generate.draws import Draws
from attncalc.generate.entries import Entries, Rows
from attncalc.generate.predicates import NICE, Constraint, without_usual
from attncalc.mechanisms.outline import used_transposed
from attncalc.mechanisms.registry import Mechanism
from attncalc.mechanisms.usual import OTHER, usual_sizes
from attncalc.problem.orientation import PICTURES, Orientation
from attncalc.problem.problem import Option
from attncalc.problem.schema import Setting
from attncalc.problem.signature import TOKEN_AXES, Term, size_of
from attncalc.problem.tree import Scalar

Given = Mapping[str, list[Rows]]  # each input, or each of several

MOST = 64  # of a size
SQUARE = 4  # d_k, where nothing is said of it and its root is to be rational
HEADS = {"h": "heads"}  # as it is written where it is asked for
SEVERAL = TOKEN_AXES | PICTURES | {"d_expert"}  # an input of such a size may be given twice
TOKENS, PROJECTED, WEIGHTS = Entries("integers", -2, 3), Entries("integers", -1, 2), Entries("sparse", -1, 1)
LAYER, LAYERS = Entries("integers", -1, 1), ("We", "Wup", "Wgate", "Wdown")  # after which whole rows would be 0
LEARNED = ("Wq",)  # whose columns are added up
SCORED, BESIDE = ("Wq", "Q", "S"), ("X", "Y", "K", "Wk")  # what makes scores: logarithms, beside bits
EXACTLY = {  # what is no matrix of any numbers
    "M_drop": Entries("bits"),
    "ids": Entries("integers", 0, 2),
    "targets": Entries("integers", 1, 2),
    "gamma": Entries("integers", 1, 2),
    "adj": Entries("bits"),
}


@dataclass(frozen=True)
class Question:
    """A problem to be drawn; `sizes` and `entries` are those that were asked for."""

    mechanism: Mechanism
    sizes: Mapping[str, int] = field(default_factory=dict)
    options: Mapping[str, str] = field(default_factory=dict)
    entries: Mapping[str, Entries] = field(default_factory=dict)
    constraints: tuple[Constraint, ...] = NICE
    exact: bool = False  # whether the constraints ask for closed forms
    taken: Given = field(default_factory=dict)  # inputs that are known before anything is drawn
    backward: str = ""  # what is said of the way back, as YAML

    def drawn(self, draws: Draws) -> Given:
        """Every input, as it is typed where tokens are rows, from these draws."""
        return {
            term.name: self.taken.get(term.name) or self._given(term, draws)
            for term in self.mechanism.signature.inputs
            if term.is_usual or term.name in self.taken
        }

    @property
    def draws_anything(self) -> bool:
        """Whether an input is not known before."""
        return any(term.is_usual and term.name not in self.taken for term in self.mechanism.signature.inputs)

    def turns(self, name: str) -> bool:
        """Whether an input is typed with rows and columns exchanged."""
        return self._orientation.turns(name, self.mechanism.signature)

    @property
    def in_columns(self) -> bool:
        """Whether tokens are columns."""
        return self._orientation.columns

    @cached_property
    def _orientation(self) -> Orientation:
        options = {key: Option(key, Scalar(text, "-O")) for key, text in self.all_options.items()}
        return Orientation.read(options, used_transposed(self.mechanism))

    @cached_property
    def all_options(self) -> dict[str, str]:
        """The options that were asked for, and those that the mechanism needs."""
        settings = self.mechanism.settings.items()
        needed = {key: _example(setting, self.all_sizes) for key, setting in settings if setting.needed}
        if "heads" in needed and "h" in self.sizes:
            needed["heads"] = str(self.sizes["h"])
        return {"tokens": "rows", **needed, **self.options}

    def _given(self, term: Term, draws: Draws) -> list[Rows]:
        size = [1, *(size_of(axis, self.all_sizes, OTHER) for axis in term.axes)][-2:]
        several = 2 if term.many and SEVERAL & set(term.axes) else 1
        return [self._entries(term).rows(draws, *size) for _ in range(several)]

    def _entries(self, term: Term) -> Entries:
        if term.name in self.entries:
            return self.entries[term.name]
        return EXACTLY.get(term.name) or self.entries.get("all") or self._usual(term)

    def _usual(self, term: Term) -> Entries:
        """Tokens of small integers, smaller where they are projected first, and sparse weights."""
        if not TOKEN_AXES & set(term.axes):
            return LAYER if term.name in LAYERS else WEIGHTS
        return PROJECTED if "Wq" in self.mechanism.signature.names else TOKENS

    @cached_property
    def all_sizes(self) -> dict[str, int]:
        """Every size, as asked or as usual; d is for all sizes of features, n for the keys too."""
        asked = dict(self.sizes)
        of_d = asked.pop("d", 0)
        features = {name: of_d for name in self.mechanism.signature.sizes if of_d and name.startswith("d")}
        keys = {"m": asked["n"]} if "n" in asked else {}
        return {**usual_sizes(self.mechanism), **self._of_each_head, **features, **keys, **asked}

    @property
    def _of_each_head(self) -> dict[str, int]:
        """What is usual where it is said what all heads have together."""
        whole, heads = self.sizes.get("d_model"), self.sizes.get("h")
        if not whole or not heads or whole % heads:
            return {}
        usual = {"d_k": whole // heads, "d_v": whole // heads, "d_out": whole}
        return {name: size for name, size in usual.items() if name in self.mechanism.signature.sizes}


def _example(setting: Setting, sizes: Mapping[str, int]) -> str:
    """A value of an option that is needed: its example, or ones of its shape."""
    if isinstance(setting.example, str):
        return setting.example
    return f"ones({', '.join(str(sizes.get(axis, OTHER)) for axis in setting.example)})"


def sized(mechanism: Mechanism, sizes: Mapping[str, int]) -> Mapping[str, int]:
    """The sizes, if the mechanism has them all; raises InputError otherwise."""
    known = [*mechanism.signature.sizes, "d"]
    for name, size in sizes.items():
        said = HEADS.get(name, name)
        if name not in known:
            own = ", ".join(HEADS.get(size, size) for size in known)
            raise InputError(f"{mechanism.name} has no size {shorten(said)}", hint=f"Its sizes: {own}.")
        if not 1 <= size <= MOST:
            raise InputError(f"{said} goes from 1 to {MOST}")
    return sizes


def named(mechanism: Mechanism, pairs: Iterable[tuple[str, str]], *, every: bool = True) -> Iterator[tuple[str, str]]:
    """These pairs, whose names are inputs of the mechanism, or `all`; raises InputError for others."""
    known = [*(["all"] if every else []), *mechanism.signature.names]
    for name, value in pairs:
        if name not in known:
            raise InputError(f"{mechanism.name} has no input {shorten(name)}", hint=did_you_mean(name, known))
        yield name, value


def backwards(question: Question) -> Question:
    """The question with scores that are logarithms of small integers, so that the weights are small fractions.

    Raises InputError for a mechanism whose scores are not made from queries and keys, and for a scale that is not
    rational.
    """
    names = set(question.mechanism.signature.names)
    logarithms = next((name for name in SCORED if name in names), None)
    if logarithms is None:
        raise InputError(f"--nice softmax builds on queries and keys; {question.mechanism.name} has none of these")
    plain = question.options.get("scale") == "none" or logarithms == "S"
    if not plain and "d_k" in question.mechanism.signature.sizes and not {"d", "d_k"} & set(question.sizes):
        question = replace(question, sizes={**question.sizes, "d_k": SQUARE})
    d_k = size_of("d_k", question.all_sizes, OTHER)
    if not plain and isqrt(d_k) ** 2 != d_k:
        raise InputError(
            f"--nice softmax needs a scale that is rational, and √{d_k} is not", hint="--size d_k=4, or -O scale=none"
        )
    kind = "logarithms-apart" if logarithms in LEARNED else "logarithms"
    own = {logarithms: Entries(kind, part=1 if plain else isqrt(d_k))}
    bits = {name: Entries("bits") for name in BESIDE if name in names}
    rational = Constraint("denominators", "", (fmpq(24),))
    fractions = without_usual(question.constraints, ("at-most-digits",))  # 1/3 has no last digit
    return replace(
        question, entries={**own, **bits, **question.entries}, exact=True, constraints=(*fractions, rational)
    )

"""The shapes of a mechanism, declared in one line and unified with what is given.

Q[n,d_k] K[m,d_k] V[m,d_v] -> O[n,d_v]          inputs with their axes, then the result
X[n,d] Wq[d,h*d_k]? -> MH[n,d_out]              "?" may be left out; h*d_k is a product of sizes
s[d]+ H[m,d] -> cs[2*d]                         "+" may be several: s_1, s_2 …, or a matrix of them
W[p,d_s] U[p,d_h] …, without U: W[p,d_s+d_h]    what an input has for axes where another is left out
Q[n,h*d_k]? Wq[d,h*d_k]? …, with Wq: Q[n,d]     or where another is given
Wpool[d,d]??                                    "??" is left out unless somebody asks for it
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property
from math import isqrt, prod
from typing import NamedTuple

from attncalc.errors import InputError, Place, SizeError
from attncalc.problem.names import read_name

TERM = re.compile(r"(?<!\w)(?P<name>\w++)\[(?P<axes>[^\[\]]*)\](?P<marks>[?+]*)")
OF_SCORES = ("premasked", "scaled", "capped", "biased", "masked", "tempered")  # the lines on the way to weights
STEP_AXES: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(("S", *(f"S_{line}" for line in OF_SCORES), "A"), ("n", "m")),
    **dict.fromkeys(("Uh", "Wsh", "pre", "T"), ("m", "p")),
    **dict.fromkeys(("e", *(f"e_{line}" for line in OF_SCORES), "alpha"), ("m",)),
    "Ws": ("p",),
    "c": ("d_h",),
    "h_att": ("d_a",),
}
TOKEN_AXES = frozenset({"n", "m", "batch"})


@dataclass(frozen=True, slots=True)
class Term:
    """One matrix of a signature: its name, its axes, and whether it may be left out, or there may be many."""

    name: str
    axes: tuple[str, ...]
    optional: bool = False
    many: bool = False
    seldom: bool = False

    def __str__(self) -> str:
        return f"{self.name}[{','.join(self.axes)}]{'?' * self.optional}{'+' * self.many}"

    @property
    def is_usual(self) -> bool:
        """Whether a new problem has it: all that are needed, and the weights, which most problems give."""
        is_weight = len(self.axes) == 2 and not TOKEN_AXES & set(self.axes)
        return not self.optional or (is_weight and not self.seldom)


class Change(NamedTuple):
    """An input with other axes: where all of some inputs are left out (`without`), or where one of them is given."""

    word: str
    names: frozenset[str]
    term: Term

    def __str__(self) -> str:
        return f", {self.word} {' or '.join(sorted(self.names))}: {self.term}"

    def is_made(self, given: Collection[str]) -> bool:
        """Whether these inputs make it."""
        return self.term.name in given and bool(self.names.intersection(given)) == (self.word == "with")


@dataclass(frozen=True)
class Signature:
    """The inputs of a mechanism and its result; `changes` are inputs with other axes where others are given, or not."""

    inputs: tuple[Term, ...]
    result: Term
    changes: tuple[Change, ...] = ()

    @classmethod
    def read(cls, text: str) -> Signature:
        """The signature that a line declares; a wrong line is a programming error."""
        left, _, right = text.partition("->")
        result, *changes = re.split(r", (?=with)", right)
        terms = [tuple(_terms(side)) for side in (left, result)]
        assert len(terms[1]) == 1, f"one result: {text}"
        return cls(terms[0], terms[1][0], tuple(change for part in changes for change in _changes(part)))

    def __str__(self) -> str:
        return f"{' '.join(map(str, self.inputs))} -> {self.result}{''.join(map(str, self.changes))}"

    def given(self, names: Collection[str]) -> Signature:
        """The signature as it is where these names are given, and no others; `changes` are those that were made."""
        made = tuple(change for change in self.changes if change.is_made(names))
        changed = {change.term.name: change.term for change in made}
        return replace(self, inputs=tuple(changed.get(term.name, term) for term in self.inputs), changes=made)

    def __getitem__(self, name: str) -> Term:
        return next(term for term in self.inputs if term.name == name)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The names of the inputs, in order."""
        return tuple(term.name for term in self.inputs)

    @cached_property
    def sizes(self) -> tuple[str, ...]:
        """The names of the sizes, in the order of their first use."""
        axes = (axis for term in (*self.inputs, self.result) for axis in term.axes)
        return tuple(dict.fromkeys(name for axis in axes for name in parts_of(axis) if not name.isdigit()))


def _terms(text: str) -> Iterable[Term]:
    for match in TERM.finditer(text):
        axes = tuple(axis.strip() for axis in match["axes"].split(",") if axis.strip())
        yield Term(match["name"], axes, "?" in match["marks"], "+" in match["marks"], "??" in match["marks"])


def _changes(text: str) -> Iterable[Change]:
    said, _, terms = text.partition(":")
    word, _, names = said.partition(" ")
    yield from (Change(word, frozenset(names.split(" or ")), term) for term in _terms(terms))


def parts_of(axis: str) -> list[str]:
    """The names of sizes in an axis: h and d_k in h*d_k, d_s and d_h in d_s+d_h."""
    return re.split(r"[*+]", axis)


def joined(axis: str, sizes: Iterable[int]) -> int:
    """The sizes of an axis as one: their sum or their product."""
    return sum(sizes) if "+" in axis else prod(sizes)


def size_of(axis: str, sizes: Mapping[str, int], default: int) -> int:
    """The size of an axis from those of its names; `default` of a name that has none."""
    return joined(axis, (int(part) if part.isdigit() else sizes.get(part, default) for part in parts_of(axis)))


def of_one(axis: str) -> str:
    """The axis of one head, or of one group of heads: d_k of h*d_k and of g*d_k."""
    return axis.removeprefix("h*").removeprefix("g*")


@dataclass(frozen=True, slots=True)
class Found:
    """A matrix that is to fit a term: what a message calls it, its shape and where it stands."""

    name: str
    shape: tuple[int, ...]
    place: Place | None = None
    turned: bool = False  # whether it was typed with rows and columns exchanged
    one_head: bool = False  # whether it is one head's part, without the factor h* of its input


def axes_of(signature: Signature, found: Found) -> tuple[str, ...]:
    """The axes of a given matrix; one head's part (`Wq_1`, or what all share) has lost the factor `h*` or `g*`."""
    known = read_name(found.name)
    base, section = (known.base, known.section) if known else (found.name, ())
    axes = signature[base].axes if base in signature.names else STEP_AXES[base]
    return tuple(map(of_one, axes)) if section or found.one_head else axes


def unify(signature: Signature, found: Iterable[Found], sizes: Mapping[str, int]) -> dict[str, int]:
    """The size of every axis name that `found` and `sizes` decide: single names first, then products.

    Of many matrices (sentences H_1, H_2 …), each has its own number of tokens.

    Raises SizeError where two matrices disagree: which, wanted and found, and why.
    """
    known = {name: (size, f"{name} = {size}") for name, size in sizes.items()}
    pairs = [
        (axis, item, position)
        for item in found
        for position, axis in enumerate(axes_of(signature, item))
        if position < len(item.shape) and not (axis in TOKEN_AXES and _is_one_of_many(signature, item))
    ]
    for axis, item, position in sorted(pairs, key=lambda pair: len(parts_of(pair[0])) > 1):
        _settle(axis, item, position, known)
    return {name: size for name, (size, _) in known.items()}


def _is_one_of_many(signature: Signature, found: Found) -> bool:
    known = read_name(found.name)
    return known is not None and known.base in signature.names and signature[known.base].many and bool(known.section)


def as_columns(
    signature: Signature, found: Iterable[Found], flat: Collection[str], sizes: Mapping[str, int]
) -> set[str]:
    """The names among `flat`, matrices typed as one list, whose sizes fit as a column and not as a row.

    Values of one number each are often typed so: V: [10, 20] beside two keys.
    """
    items = list(found)
    decided = [item for item in items if item.name not in flat]
    columns = set()
    for item in (item for item in items if item.name in flat):
        known: dict[str, int] = {}
        with suppress(InputError):
            known = unify(signature, decided, sizes)
        if _fits_as_column_only(axes_of(signature, item), max(item.shape), known):
            columns.add(item.name)
            item = replace(item, shape=item.shape[::-1])  # noqa: PLW2901
        with suppress(InputError):  # what fits neither way is told when all are unified
            unify(signature, [*decided, item], sizes)
            decided.append(item)
    return columns


def _fits_as_column_only(axes: tuple[str, ...], length: int, known: Mapping[str, int]) -> bool:
    if len(axes) != 2:
        return False
    rows, width = (known.get(axis) for axis in axes)
    fits_as_row = rows in (None, 1) and width in (None, length)
    return not fits_as_row and rows in (None, length) and width in (None, 1)


def _settle(axis: str, item: Found, position: int, known: dict[str, tuple[int, str]]) -> None:
    size = item.shape[position]
    names = [name for name in parts_of(axis) if not name.isdigit()]
    numbers = [int(name) for name in parts_of(axis) if name.isdigit()]
    open_names = [name for name in names if name not in known]
    because = " and ".join(known[name][1] for name in names if name in known)
    decided = joined(axis, (*numbers, *(known[name][0] for name in names if name in known)))
    if not open_names and decided != size:
        raise SizeError(
            f"{_describe(item, position)}, but should have {decided} ({axis}): {because}",
            place=item.place,
            hint=_divisor(because),
        )
    if len(open_names) == 1:
        rest = size - decided if "+" in axis else 0 if size % decided else size // decided
        if rest < 1:
            wrong = f"but should have more than {decided}" if "+" in axis else f"which {decided} does not divide"
            raise SizeError(f"{_describe(item, position)}, {wrong}: {because}", place=item.place)
        known[open_names[0]] = (rest, _describe(item, position))


def _divisor(because: str) -> str | None:
    """How to divide by the root of a size that is told, and is not that of the vectors."""
    told = re.fullmatch(r"d_k = (\d+)", because)
    if told is None:
        return None
    size = int(told[1])
    root = isqrt(size)
    return f"To divide by √{size} all the same: scale: 1/{root if root**2 == size else f'sqrt({size})'}"


def _describe(item: Found, position: int) -> str:
    if len(item.shape) == 1:
        return f"{item.name} has {item.shape[0]} entr{'y' if item.shape[0] == 1 else 'ies'}"
    side = "row" if (position == 0) != item.turned else "column"
    return f"{item.name} has {item.shape[position]} {side}{'s' * (item.shape[position] != 1)}"

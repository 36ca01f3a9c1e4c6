"""The shapes of a mechanism, declared in one line and unified with what is given.

Q[n,d_k] K[m,d_k] V[m,d_v] -> O[n,d_v]          inputs with their axes, then the result
X[n,d] Wq[d,h*d_k]? -> MH[n,d_out]              "?" may be left out; h*d_k is a product of sizes
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property

from attncalc.errors import InputError, Place
from attncalc.problem.names import read_name

TERM = re.compile(r"(?P<name>\w+)\[(?P<axes>[^\]]*)\](?P<optional>\?)?")
STEP_AXES: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(("S", "S_scaled", "S_masked", "A"), ("n", "m")),
    **dict.fromkeys(("e", "alpha"), ("m",)),
}
TOKEN_AXES = frozenset({"n", "m", "batch"})


@dataclass(frozen=True, slots=True)
class Term:
    """One matrix of a signature: its name, its axes and whether it may be left out."""

    name: str
    axes: tuple[str, ...]
    optional: bool = False

    def __str__(self) -> str:
        return f"{self.name}[{','.join(self.axes)}]{'?' * self.optional}"


@dataclass(frozen=True)
class Signature:
    """The inputs of a mechanism and its result."""

    inputs: tuple[Term, ...]
    result: Term

    @classmethod
    def read(cls, text: str) -> Signature:
        """The signature that a line declares; a wrong line is a programming error."""
        left, _, right = text.partition("->")
        terms = [tuple(_terms(side)) for side in (left, right)]
        assert len(terms[1]) == 1, f"one result: {text}"
        return cls(terms[0], terms[1][0])

    def __str__(self) -> str:
        return f"{' '.join(map(str, self.inputs))} -> {self.result}"

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
        return tuple(dict.fromkeys(name for axis in axes for name in axis.split("*") if not name.isdigit()))


def _terms(text: str) -> Iterable[Term]:
    for match in TERM.finditer(text):
        axes = tuple(axis.strip() for axis in match["axes"].split(",") if axis.strip())
        yield Term(match["name"], axes, bool(match["optional"]))


@dataclass(frozen=True, slots=True)
class Found:
    """A matrix that is to fit a term: what a message calls it, its shape and where it stands."""

    name: str
    shape: tuple[int, ...]
    place: Place | None = None
    turned: bool = False  # whether it was typed with rows and columns exchanged
    one_head: bool = False  # whether it is one head's part, without the factor h* of its input


def axes_of(signature: Signature, found: Found) -> tuple[str, ...]:
    """The axes of a given matrix; one head's part (`Wq_1`, or what all heads share) has lost the factor `h*`."""
    known = read_name(found.name)
    base, section = (known.base, known.section) if known else (found.name, ())
    axes = signature[base].axes if base in signature.names else STEP_AXES[base]
    return tuple(axis.removeprefix("h*") for axis in axes) if section or found.one_head else axes


def unify(signature: Signature, found: Iterable[Found], sizes: Mapping[str, int]) -> dict[str, int]:
    """The size of every axis name that `found` and `sizes` decide: single names first, then products.

    Raises InputError where two matrices disagree: which, wanted and found, and why.
    """
    known = {name: (size, f"{name} = {size}") for name, size in sizes.items()}
    pairs = [
        (axis, item, position)
        for item in found
        for position, axis in enumerate(axes_of(signature, item))
        if position < len(item.shape)
    ]
    for axis, item, position in sorted(pairs, key=lambda pair: "*" in pair[0]):
        _settle(axis, item, position, known)
    return {name: size for name, (size, _) in known.items()}


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
    factors = axis.split("*")
    open_names = [name for name in factors if name not in known]
    product = 1
    for name in factors:
        product *= known[name][0] if name in known else 1
    if not open_names and product != size:
        because = " and ".join(known[name][1] for name in factors)
        raise InputError(
            f"{_describe(item, position)}, but should have {product} ({axis}): {because}", place=item.place
        )
    if len(open_names) == 1:
        if size % product:
            because = " and ".join(known[name][1] for name in factors if name in known)
            raise InputError(
                f"{_describe(item, position)}, which {product} does not divide: {because}", place=item.place
            )
        known[open_names[0]] = (size // product, _describe(item, position))


def _describe(item: Found, position: int) -> str:
    if len(item.shape) == 1:
        return f"{item.name} has {item.shape[0]} entries"
    side = "row" if (position == 0) != item.turned else "column"
    return f"{item.name} has {item.shape[position]} {side}{'s' * (item.shape[position] != 1)}"

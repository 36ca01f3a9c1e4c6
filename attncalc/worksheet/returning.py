"""Operations that gradients need besides those of mechanisms: what flows back through softmax, sums and selections."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import prod
from typing import Any

from attncalc.arithmetic.base import Arithmetic
from attncalc.reading.number import Node
from attncalc.worksheet.elementwise import LOOSE
from attncalc.worksheet.entry_rules import EntryOf, at, is_hidden, plus, times
from attncalc.worksheet.expression import Expr
from attncalc.worksheet.notation import ATOM, PRODUCT, SUM, Style, in_latex
from attncalc.worksheet.operation import Axes, Notation, Operation, downwards, same, second
from attncalc.worksheet.selection import exchanged

ONE, ZERO = Node("number", "1"), Node("number", "0")


@dataclass(frozen=True)
class Sides:
    """The axes over which a smaller array is repeated, and what the page calls each part that has the same entry."""

    text: str
    axes: Axes

    @property
    def exchanged(self) -> Sides:
        """The same where the page has rows for columns."""
        text = {"row": "column", "column": "row"}.get(self.text, self.text)
        return Sides(text, self.axes[::-1])

    def in_style(self, style: Style) -> str:
        """What has the same entry, for a formula."""
        return self.text


@dataclass(frozen=True)
class Placement:
    """Where each entry of an array goes in one that is 0 elsewhere: both counted row by row; None goes nowhere.

    `by` are the lines whose numbers decide the places, if any do.
    """

    text: str
    places: tuple[int | None, ...]
    axes: Axes
    by: tuple[Expr, ...] = ()

    @property
    def exchanged(self) -> Placement:
        """The same where the page counts rows by columns."""
        words = {"row": "column", "rows": "columns", "column": "row", "columns": "rows"}
        text = " ".join(words.get(word, word) for word in self.text.split(" "))
        return replace(self, text=exchanged(text))

    def in_style(self, style: Style) -> str:
        """The places, for a formula."""
        return in_latex(self.text) if style.latex else self.text

    @property
    def sources(self) -> dict[int, list[int]]:
        """For each place, the entries that go there."""
        found: dict[int, list[int]] = {}
        for number, place in enumerate(self.places):
            if place is not None:
                found.setdefault(place, []).append(number)
        return found


def _slopes_of_row(expr: Expr, i: int, j: int, of: EntryOf) -> Node:
    """The row's gradient times column j of diag(a) − a aᵀ, which holds the slopes of its softmax."""
    weights, gradient = expr.args

    def slope(k: int) -> Node:
        own = Node("-", args=(ONE, of(weights, i, j))) if k == j else Node("neg", args=(of(weights, i, j),))
        return times(of(gradient, i, k), of(weights, i, k), own)

    return plus(slope(k) for k in range(expr.axes[-1].size or 0))


def _repeated(ar: Arithmetic, a: Any, sides: Sides) -> Any:
    sizes = [axis.size or 1 for axis in sides.axes]
    rows = ar.rows(a.reshape(a.shape[0], 1) if a.shape == (sizes[0], 1) else a)
    wide = [row * sizes[-1] if len(row) == 1 else row for row in rows]
    tall = wide * (prod(sizes[:-1]) if len(wide) == 1 else 1)
    return ar.array([list(row) for row in tall]).reshape(*sizes)


def _seen(ar: Arithmetic, a: Any, scores: Any, _: Any) -> Any:
    zero, pairs = ar.rational("0"), zip(ar.rows(a), ar.rows(scores), strict=True)
    rows = [[zero if ar.is_masked(score) else x for x, score in zip(*pair, strict=True)] for pair in pairs]
    return ar.array(rows).reshape(*a.shape)


def _seen_entry(expr: Expr, i: int, j: int, of: EntryOf) -> Node:
    """The entry, or 0 where the score is masked."""
    return ZERO if is_hidden(of(expr.args[1], i, j)) else of(expr.args[0], i, j)


def _peaks(ar: Arithmetic, a: Any, _: Any) -> Any:
    """1 for the largest entry of each row, the first of equal ones, and 0 beside it."""
    zero, one = ar.rational("0"), ar.rational("1")
    rows = ar.rows(a)
    best = [ar.integer(ar.ordered("argmax", row)) for row in rows]
    return ar.array(
        [[one if j == k else zero for j in range(1, len(row) + 1)] for row, k in zip(rows, best, strict=True)]
    ).reshape(*a.shape)


def _peaks_entry(expr: Expr, i: int, j: int, of: EntryOf) -> Node:
    """Whether the largest entry of the row stands here."""
    row = (of(expr.args[0], i, k) for k in range(expr.axes[-1].size or 0))
    return Node("peak", args=(Node("number", str(j + 1)), *row))


def _above_entry(expr: Expr, i: int, j: int, of: EntryOf) -> Node:
    """Whether the first is larger."""
    first, second = (of(arg, i, j) for arg in expr.args)
    return Node("peak", args=(Node("number", "2"), second, first))


def _above(ar: Arithmetic, a: Any, b: Any, _: Any) -> Any:
    """1 where the first is larger than the second, otherwise 0; −∞ is larger than nothing."""
    one = ar.rational("1")
    pairs = zip(ar.rows(a), ar.rows(b), strict=True)
    return ar.array(
        [[ar.ordered("argmax", [y, x]) - one for x, y in zip(*pair, strict=True)] for pair in pairs]
    ).reshape(*a.shape)


def _placed(ar: Arithmetic, a: Any, placement: Placement) -> Any:
    entries = [entry for row in ar.rows(a) for entry in row]
    sizes, zero = [axis.size or 0 for axis in placement.axes], ar.rational("0")
    made = [zero] * prod(sizes)
    for place, (first, *others) in placement.sources.items():
        made[place] = sum((entries[number] for number in others), entries[first])
    width = sizes[-1]
    return ar.array([made[start : start + width] for start in range(0, len(made), width)]).reshape(*sizes)


def _placed_entry(expr: Expr, i: int, j: int, of: EntryOf) -> Node:
    """The entries that go to this place, added."""
    arg, width = expr.args[0], expr.params.axes[-1].size or 1
    sources = expr.params.sources.get(i * width + j, [])
    terms = [of(arg, *divmod(number, arg.axes[-1].size or 1)) for number in sources]
    return plus(terms) if terms else ZERO


def _of_softmax(side: str) -> Notation:
    return Notation(
        f"{{0}} ⊙ ({{1}} − {side} sums of ({{0}} ⊙ {{1}}))",
        rf"{{0}} \odot \left({{1}} - \text{{{{{side} sums of }}}} \left({{0}} \odot {{1}}\right)\right)",
        LOOSE,
        (ATOM, ATOM),
    )


def _of_peaks(side: str) -> Notation:
    return Notation(f"[{{0}} = {side} max]", rf"\left[{{0}} = \text{{{{{side} max}}}}\right]", ATOM, (SUM,))


ACROSS = {
    "through softmax": Operation(
        lambda ar, weights, gradient, _: ar.through_softmax(weights, gradient),
        _slopes_of_row,
        _of_softmax("row"),
        second,
    ),
    "peaks": Operation(_peaks, _peaks_entry, _of_peaks("row"), same),
    "placed": Operation(
        _placed,
        _placed_entry,
        Notation("{0} at {params}, 0 elsewhere", r"{0} \text{{ at }} {params} \text{{, 0 elsewhere}}", SUM, (PRODUCT,)),
        lambda _, placement: placement.axes,
    ),
}
RETURNING: dict[str, Operation] = {
    **ACROSS,
    "through softmax down": replace(downwards(ACROSS["through softmax"]), notation=_of_softmax("column")),
    "peaks down": replace(downwards(ACROSS["peaks"]), notation=_of_peaks("column")),
    "placed down": downwards(ACROSS["placed"]),
    "repeated": Operation(
        _repeated,
        lambda expr, i, j, of: at(expr.args[0], i, j, of),
        Notation("{0} in every {params}", r"{0} \text{{ in every {params}}}", SUM, (PRODUCT,)),
        lambda _, sides: sides.axes,
    ),
    "above": Operation(
        _above, _above_entry, Notation("[{0} > {1}]", r"\left[{0} > {1}\right]", ATOM, (SUM, SUM)), same
    ),
    "seen": Operation(
        _seen,
        _seen_entry,
        Notation("{0}, 0 where {1} is −∞", r"{0} \text{{, 0 where }} {1} \text{{ is }} {{-\infty}}", SUM, (SUM, ATOM)),
        same,
    ),
}
RETURNED = {name: f"{name} down" for name in ACROSS}

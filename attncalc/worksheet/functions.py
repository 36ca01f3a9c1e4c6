"""What mechanisms calculate with besides + − × / and matrix products: one function for each operation."""

from __future__ import annotations

from collections.abc import Sequence

from attncalc.worksheet.expression import Axis
from attncalc.worksheet.rotation import Pairs
from attncalc.worksheet.selection import Lookup, Places, Shape
from attncalc.worksheet.tensor import Tensor, apply


def sigmoid(a: Tensor) -> Tensor:
    """σ of every entry: 1/(1 + e^-x)."""
    return apply("σ", a)


def relu(a: Tensor) -> Tensor:
    """max(0, x) of every entry."""
    return apply("ReLU", a)


def leaky_relu(a: Tensor, slope: Tensor) -> Tensor:
    """x above 0, slope · x below; a masked score stays masked."""
    return apply("LeakyReLU", a, slope)


def activation(name: str, a: Tensor) -> Tensor:
    """A function of every entry, by its name in elementwise.FUNCTIONS: ELU, elu+1, SiLU, GELU, GELU_tanh, ln …"""
    return apply(name, a)


def sqrt(a: Tensor) -> Tensor:
    """The root of every entry."""
    return apply("sqrt", a)


def log(a: Tensor) -> Tensor:
    """The natural logarithm of every entry."""
    return apply("ln", a)


def sin(a: Tensor) -> Tensor:
    """The sine of every entry, in radians."""
    return apply("sin", a)


def cos(a: Tensor) -> Tensor:
    """The cosine of every entry, in radians."""
    return apply("cos", a)


def square(a: Tensor) -> Tensor:
    """The square of every entry."""
    return apply("square", a)


def absolute(a: Tensor) -> Tensor:
    """The size of every entry, without its sign."""
    return apply("abs", a)


def negated(a: Tensor) -> Tensor:
    """Every entry with its sign changed."""
    return apply("minus", a)


def p_ln_p(a: Tensor) -> Tensor:
    """p ln p of every entry; 0 for 0."""
    return apply("p ln p", a)


def log_2(a: Tensor) -> Tensor:
    """The logarithm of every entry to base 2."""
    return apply("log₂", a)


def p_log_2_p(a: Tensor) -> Tensor:
    """p log₂ p of every entry; 0 for 0."""
    return apply("p log₂ p", a)


def p_ln_q(p: Tensor, q: Tensor) -> Tensor:
    """p ln q of two entries at the same place; 0 where p is 0."""
    return apply("p ln q", p, q)


def hadamard(a: Tensor, b: Tensor) -> Tensor:
    """Products entry by entry; a vector with every row, a column with every column."""
    return apply("hadamard", a, b)


def smaller(a: Tensor, b: Tensor) -> Tensor:
    """The smaller of two entries at the same place."""
    return apply("smaller", a, b)


def larger(a: Tensor, b: Tensor) -> Tensor:
    """The larger of two entries at the same place."""
    return apply("larger", a, b)


def outer(a: Tensor, b: Tensor) -> Tensor:
    """a bᵀ of two vectors."""
    return apply("outer", a, b)


def dot(a: Tensor, b: Tensor) -> Tensor:
    """The dot product of two vectors, a vector of one entry."""
    return apply("dot", a, b)


def row_means(a: Tensor) -> Tensor:
    """The mean of every row, as a column; of a vector, a vector of one entry."""
    return apply("row means", a)


def row_max(a: Tensor) -> Tensor:
    """The largest entry of every row, as a column; of a vector, a vector of one entry."""
    return apply("row max", a)


def column_sums(a: Tensor) -> Tensor:
    """The sum of every column, as a row of a matrix."""
    return apply("column sums", a)


def sum_of_rows(a: Tensor) -> Tensor:
    """The rows added up, a vector."""
    return apply("sum of rows", a)


def total(a: Tensor) -> Tensor:
    """The sum of all entries, a vector of one entry."""
    return apply("total", a)


def mean(a: Tensor) -> Tensor:
    """The mean of all entries, a vector of one entry."""
    return apply("mean", a)


def largest(a: Tensor) -> Tensor:
    """The largest of all entries, a vector of one entry."""
    return apply("largest", a)


def count_seen(mask: Tensor) -> Tensor:
    """How many entries of a mask of 0 and -inf are 0, a vector of one entry."""
    return apply("zeros", mask)


def running_sums(a: Tensor) -> Tensor:
    """Sums up to and with each entry of a row."""
    return apply("running sums", a)


def carried_sums(a: Tensor, kept: Tensor) -> Tensor:
    """Of two vectors, r with r₁ = a₁ and rⱼ = aⱼ + keptⱼ₋₁ rⱼ₋₁."""
    return apply("carried sums", a, kept)


def first_reaching(a: Tensor, least: Tensor) -> Tensor:
    """Where the first entry of a vector stands that is `least` or more, from 1; the last where no earlier one is."""
    return apply("first reaching", a, least)


def argmax(a: Tensor) -> Tensor:
    """Where the largest entry of each row stands, from 1; the first of equal ones."""
    return apply("argmax", a)


def diagonal(a: Tensor) -> Tensor:
    """The matrix with a vector on its diagonal and 0 beside it."""
    return apply("diagonal", a)


def row(a: Tensor, number: int) -> Tensor:
    """One row as a vector, counted from 1."""
    return apply("row", a, params=number)


def column(a: Tensor, number: int) -> Tensor:
    """One column as a vector, counted from 1."""
    return apply("one column", a, params=number)


def rows(a: Tensor, first: int, last: int) -> Tensor:
    """The rows from `first` to `last`, counted from 1."""
    return apply("row block", a, params=slice(first - 1, last))


def columns(a: Tensor, first: int, last: int) -> Tensor:
    """The columns, or a vector's entries, from `first` to `last`, counted from 1."""
    return apply("columns", a, params=slice(first - 1, last))


def one(a: Tensor, *place: int) -> Tensor:
    """One entry, by row and column or, of a vector, by its number, counted from 1: a vector of one entry."""
    return apply("entry", a, params=place)


def picked(a: Tensor, numbers: tuple[int, ...]) -> Tensor:
    """Some entries of a vector, which keep their numbers; from 1."""
    return apply("picked", a, params=numbers)


def reordered(a: Tensor, order: Sequence[int]) -> Tensor:
    """Columns, or a vector's entries, in another order; numbers from 1."""
    return apply("reordered", a, params=tuple(order))


def reordered_rows(a: Tensor, order: Sequence[int]) -> Tensor:
    """The rows of a matrix in another order; numbers from 1."""
    return apply("reordered rows", a, params=tuple(order))


def stacked(*parts: Tensor, axis: str = "n") -> Tensor:
    """Vectors as the rows of a matrix; matrices one below the other."""
    return apply("stacked", *parts, params=axis)


def reshaped(a: Tensor, *axes: Axis) -> Tensor:
    """The same entries, row by row, along other axes."""
    return apply("reshaped", a, params=Shape(axes))


def looked_up(a: Tensor, text: str, places: Places, axis: Axis, *by: Tensor) -> Tensor:
    """A matrix of entries of row i of `a` (of a vector, of `a`) at places[i][j], from 0; 0 where that is None.

    `text` is what the page calls the place, such as `j − i`; `axis` runs along the columns of the result; `by` are the
    lines whose numbers decide the places.
    """
    return apply("looked up", a, params=Lookup(text, places, axis, tuple(tensor.expr for tensor in by)))


def looked_up_anywhere(a: Tensor, text: str, places: Places, axis: Axis) -> Tensor:
    """The same with places that count all entries of a matrix, row by row."""
    return apply("looked up anywhere", a, params=Lookup(text, places, axis))


def gathered(a: Tensor, text: str, places: Places, axis: Axis, *by: Tensor) -> Tensor:
    """Row by row, sums of the entries of `a` whose places[i][j] are the same: looking up in reverse."""
    return apply("gathered", a, params=Lookup(text, places, axis, tuple(tensor.expr for tensor in by)))


def powers(bases: Tensor, exponents: Tensor) -> Tensor:
    """The table of powers of two vectors: a row for each exponent, a column for each base."""
    return apply("powers", bases, exponents)


def of_degrees(name: str, a: Tensor) -> Tensor:
    """The sine or cosine (by its name, sin or cos) of every entry, in degrees."""
    return apply(f"{name}°", a)


def rotated(a: Tensor, cos: Tensor, sin: Tensor, pairs: Pairs) -> Tensor:
    """Each row with its pairs of columns, from 0, turned: (x, y) becomes (x cos − y sin, y cos + x sin)."""
    return apply("rotated", a, cos, sin, params=pairs)


def interleaved(a: Tensor, b: Tensor) -> Tensor:
    """The columns of two matrices by turns."""
    return apply("interleaved", a, b)

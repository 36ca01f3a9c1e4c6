"""Plain arithmetic on lists of numbers of 50 digits, and the printing of case files; nothing of the package.

A matrix is a list of rows, a vector a list; a masked score is None, or -inf as mpmath has it.
"""

import sys
from pathlib import Path

from mpmath import exp, mp, mpf, nstr

mp.dps = 50


# What is typed.


def matrix(text):
    return [[entry(word) for word in row.split()] for row in text.split(";")]


def vector(text):
    return matrix(text)[0]


def entry(word):
    top, _, bottom = word.partition("/")
    return mpf(top) / mpf(bottom or 1)


# Arithmetic.


def dot(x, y):
    return sum((a * b for a, b in zip(x, y, strict=True)), mpf(0))


def turned(a):
    return [list(column) for column in zip(*a, strict=True)]


def times(a, b):
    return [[dot(row, column) for column in turned(b)] for row in a]


def apply(a, x):
    """The matrix times the vector."""
    return [dot(row, x) for row in a]


def weighted(x, a):
    """The vector times the matrix: its rows with these weights."""
    return apply(turned(a), x)


def plus(x, y):
    """The sum of two vectors."""
    return [a + b for a, b in zip(x, y, strict=True)]


def both(a, b):
    """The sum of two matrices."""
    return [plus(x, y) for x, y in zip(a, b, strict=True)]


def each(function, a):
    return [each(function, x) for x in a] if isinstance(a, list) else function(a)


def softmax(scores):
    """The definition, without any shift."""
    parts = [mpf(0) if score is None else exp(score) for score in scores]
    return [part / sum(parts) for part in parts]


def sigmoid(x):
    """With a power of e in the numerator, not as the package has it."""
    return exp(x) / (exp(x) + 1)


def relu(x):
    return max(x, mpf(0))


# Case files.


def text(x, least=-9):
    """12 digits, with a power of ten from that of `least` down; whole numbers without a point."""
    return "-inf" if x is None else nstr(mpf(x), 12, min_fixed=least, max_fixed=20).removesuffix(".0")


def write(name, a, columns=False, least=-9):
    """Prints a line, a vector as one row, and hands it on; a matrix of tokens in columns is turned."""

    def line(row):
        return "[" + ", ".join(f'"{text(x, least)}"' for x in row) + "]"

    if isinstance(a[0], list):
        print(f"      {name}:", *(f"        - {line(row)}" for row in (turned(a) if columns else a)), sep="\n")
    else:
        print(f"      {name}: {line(a)}")
    return a


def problem():
    print("  - decimal:")


def title(name):
    print(f"\n# {name}")
    problem()


class Sheet:
    """Prints lines under a title; of tokens in columns, their transposes."""

    def __init__(self, name, columns=False):
        title(name)
        self.columns = columns

    def write(self, name, a):
        return write(name, a, self.columns)

    def number(self, name, x):
        write(name, [x])


def case(path, function):
    """A case file: what it is of, and what the function prints."""
    script = Path(sys.argv[0]).name
    print(f"problem: problems/{path}.yaml")
    print(f"source: computed with mpmath at 50 digits by tests/oracle/{script}, which knows nothing of the package")
    print("expected:")
    function()

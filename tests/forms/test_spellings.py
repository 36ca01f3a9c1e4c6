"""Every operation of the worksheet has a spelling in NumPy and in torch, which gives the same value."""

from __future__ import annotations

import json
from functools import partial

import pytest
from ran import python_with_torch, run_here, run_with_torch

from attncalc.arithmetic.base import arithmetic
from attncalc.mechanisms.softmax import Prescribed
from attncalc.reading.number import Node, Number, read_number
from attncalc.render.code.dialect import NUMPY, TORCH
from attncalc.render.code.expressions import Expressions
from attncalc.render.code.helpers import helpers, imports
from attncalc.render.code.identifiers import Identifiers
from attncalc.render.code.spellings import SPELLINGS, WRITTEN
from attncalc.worksheet.expression import Axis, Expr, line
from attncalc.worksheet.operations import OPERATIONS
from attncalc.worksheet.returning import Placement, Sides
from attncalc.worksheet.rules import Rule
from attncalc.worksheet.selection import Lookup, Shape
from attncalc.worksheet.tensor import Tensor, apply

INF = float("inf")
M = [[0.5, -1.5, 2], [3, 0.25, -0.125]]
N = [[2, 1, -1], [0.5, -2, 4]]
P = [[0.25, 0.75, 0], [0.5, 0.125, 0.375]]  # probabilities
S = [[1, -INF, 0.5], [-INF, 2, -INF]]
COLUMN, ROW, TALL = [[2], [4]], [[2, 4, 8]], [[1, 2], [3, 4], [5, 6]]
V, W, ONE = [1, -2, 3], [0.5, 2, -1], [2]
LOOKUP = Lookup("D", ((2, None), (0, 1)), Axis("m", 2))
GATHER = Lookup("D", ((1, 0, 1), (2, 2, 0)), Axis("m", 4))
TURNED = Rule("0, else −∞", ((Node("number", "0"), Node("-inf")),) * 3, (Axis("n", 3), Axis("m", 2)), {})
POWERS = Rule(
    read_number("1/100^(j/3)", {"j"}).tree,
    ((read_number("1/100^(1/3)").tree, read_number("1/100^(2/3)").tree),),
    (Axis("j", 2),),
    {},
)
PAIRS = ((0, 2), (1, 3))
WIDE = [[1, 2, 3, 4], [-1, 0.5, 2, 0]]
PRESCRIBED = partial(Prescribed(((Number("0"), Number("1")), (Number("2"), Number("7.39")))), letters={})
TABLE = (Axis("n", 2), Axis("m", 3))
PLACED = Placement("rows 3, 1", (6, 7, 8, 0, None, 0), (Axis("n", 3), Axis("m", 3)))
PICTURE = [[1, 2, 0, 3], [0, 1, 4, 1], [2, 2, 1, 0], [1, 0, 3, 5]]

ENTRYWISE = """
exp tanh square abs minus sin cos σ ReLU ELU elu+1 SiLU softplus GELU GELU_tanh step sin° cos° transpose total mean
largest argmax sign GELU' GELU_tanh'
"""
ALONG = """
row sums|row means|row max|column sums|column means|column max|minus max|minus column max|sum of rows|running sums
"""
# For each operation some arguments and what it needs besides.
SAMPLES = {
    **{op: [((M,), None)] for op in (*ENTRYWISE.split(), *ALONG.strip().split("|"))},
    **{
        op: [((M, N), None)]
        for op in ("add", "subtract", "hadamard", "smaller", "larger", "interleaved", "interleaved down", "stacked")
    },
    **{op: [((P,), None)] for op in ("p ln p", "p log₂ p", "sqrt")},
    **{op: [((V,), None), ((M,), None)] for op in ("row sums", "row means", "row max", "argmax", "running sums")},
    **{op: [((V, W), None)] for op in ("outer", "dot", "carried sums")},
    **{op: [((TALL,), None)] for op in ("ln", "log₂")},
    "kept": [((S,), None)],
    "zeros": [((S,), None)],
    "masked": [((M, [[0, -INF, 0], [0, 0, -INF]]), None)],
    "p ln q": [((P, [[0.5, 0.25, 0.25], [0.25, 0.5, 0.25]]), None)],
    "matmul": [((M, TALL), None), ((M, V), None), ((ONE, ROW), None)],
    "times": [((M, 3), None), ((M, ONE), None)],
    "over": [((M, 4), None), ((M, COLUMN), None)],
    "power": [((3, M), None)],
    "through softmax": [((P, M), None), (([0.25, 0.5, 0.25], V), None)],
    "through softmax down": [(([[0.25, 0.5], [0.75, 0.5]], [[1, 2], [3, 4]]), None)],
    "peaks": [((M,), None), ((V,), None)],
    "peaks down": [((TALL,), None)],
    "placed": [((M,), PLACED), ((V,), Placement("entries 2 to 4", (1, 2, 3), (Axis("n", 4),)))],
    "placed down": [(([[1, -2], [0.5, 3], [2, 4]],), PLACED)],
    "repeated": [
        ((COLUMN,), Sides("column", TABLE)),
        ((ROW,), Sides("row", TABLE)),
        ((V,), Sides("row", TABLE)),
        ((ONE,), Sides("entry", TABLE)),
    ],
    "above": [((M, N), None)],
    "seen": [((M, S), None)],
    "LeakyReLU": [((M, 0.2), None), ((S, 0.2), None)],
    "share": [((P, COLUMN), None)],
    "share down": [((P, ROW), None)],
    "table": [(([[0, 2], [-INF, 0]],), PRESCRIBED)],
    "first reaching": [(([0.25, 0.5, 1], 0.5), None), (([0.25, 0.5], 0.75), None)],
    "beside": [((M, COLUMN), None), ((V, M), None), ((V, ONE), None)],
    "below": [((TALL, [[7, 8]]), None)],
    "columns": [((M,), slice(1, 3)), ((V,), slice(0, 2)), ((M,), slice(0, 3))],
    "row block": [((TALL,), slice(1, 3))],
    "rows": [((TALL,), (3, 1)), ((TALL,), (2, 3))],
    "picked columns": [((M,), (3, 1)), ((M,), (2,))],
    "picked": [((V,), (2, 3))],
    "reordered": [((M,), (3, 1, 2)), ((V,), (3, 1, 2))],
    "reordered rows": [((TALL,), (3, 1, 2))],
    "row": [((M,), 2)],
    "one column": [((M,), 3)],
    "entry": [((M,), (2, 1)), ((V,), (3,))],
    "column": [((V,), None)],
    "diagonal": [((V,), None)],
    "reshaped": [((M,), Shape((Axis("n", 3), Axis("m", 2))))],
    "looked up": [((M,), LOOKUP), ((V,), LOOKUP)],
    "looked up down": [((TALL,), LOOKUP), ((("column", V),), Lookup("D", ((2, None, 1),), Axis("m", 3)))],
    "looked up anywhere": [((M,), Lookup("D", ((5, None), (0, 3)), Axis("m", 2)))],
    "looked up anywhere down": [((M,), Lookup("D", ((5, 2), (None, 3), (1, 1)), Axis("m", 2)))],
    "gathered": [
        ((M,), GATHER),
        ((V,), Lookup("D", ((1, 0, 1),), Axis("m", 3))),
        ((M,), Lookup("D", ((1, None, 1), (None, 2, 0)), Axis("m", 4))),
    ],
    "gathered down": [((TALL,), GATHER)],
    "rule": [((), POWERS), ((), TURNED)],
    "rule down": [((), TURNED)],
    "convolved": [((PICTURE, [[1, 0, -1], [2, 1, 0], [0, 1, 1]]), None), ((PICTURE, [[1, 2], [3, 4]]), None)],
    "patches": [((PICTURE,), 2)],
    "rotated": [((WIDE, [[1, 0.5], [0, 2]], [[0, 1], [1, -1]]), PAIRS), ((M, COLUMN, COLUMN), ((0, 1),))],
    "rotated down": [(([[1, 2], [3, 4], [5, 6], [7, 8]], [[1, 0], [0.5, 2]], [[0, 1], [1, -1]]), PAIRS)],
    "powers": [(([2, 3], [0, 1, -1]), None)],
    "powers down": [((("column", [2, 3]), ("column", [0, 1, -1])), None)],
}
AR = arithmetic("float")
NAMED = "abcd"


def _tensor(name, sample):
    """A named line with this value; a number is a constant, and ("column", v) a vector that stands."""
    if isinstance(sample, tuple):
        return apply("column", _tensor(name, sample[1]))
    if not isinstance(sample, list):
        tree = read_number(str(sample)).tree or Node("number", str(sample))
        return Tensor(AR, Expr("constant", (), (), (tree, {})), float(sample))
    rows = sample if isinstance(sample[0], list) else [sample]
    value = AR.array([[float(x) for x in row] for row in rows])
    sizes = (len(sample), len(sample[0])) if isinstance(sample[0], list) else (len(sample),)
    axes = tuple(Axis(f"{name}{side}", size) for side, size in enumerate(sizes))
    return Tensor(AR, line(name, (), axes), value.reshape(*sizes))


def _made(op, args, params):
    if not args:
        expr = Expr(op, (), OPERATIONS[op].axes(params), params)
        return Tensor(AR, expr, OPERATIONS[op].value(AR, params))
    return apply(op, *(_tensor(name, arg) for name, arg in zip(NAMED, args, strict=False)), params=params)


def _script(op, args, params, dialect):
    """A script that prints the value as a list."""
    expressions = Expressions(dialect, Identifiers())
    lines = []
    for name, arg in zip(NAMED, args, strict=False):
        sample = arg[1] if isinstance(arg, tuple) else arg
        if isinstance(sample, list):
            text = repr(sample).replace("inf", f"{dialect.prefix}.inf")
            lines.append(f"{name} = {dialect.array}({text}, dtype={dialect.real})")
    lines.append(f"made = {expressions.write(_made(op, args, params).expr)}")
    code = "\n".join(lines)
    functions = helpers(code, dialect)
    head = imports("\n".join([code, *functions]), dialect)
    real = "torch.set_default_dtype(torch.float64)" if dialect is TORCH else ""
    shown = "print(np.asarray(made, float).reshape(-1).tolist())"
    shown = "print(made.double().reshape(-1).tolist())" if dialect is TORCH else shown
    return "\n".join([*head, real, *functions, code, shown])


CASES = [(op, *sample) for op, samples in SAMPLES.items() for sample in samples]


def test_every_operation_is_spelt_and_sampled():
    assert set(WRITTEN) == set(OPERATIONS) == set(SAMPLES)
    for op, spelling in SPELLINGS.items():
        for dialect in (NUMPY, TORCH):
            expr = _made(*next(case for case in CASES if case[0] == op)).expr
            assert spelling.template(expr, dialect), (op, dialect)


def _differs(printed, op, args, params):
    """What a script printed instead of the value, if it did."""
    wanted = [float(x) for row in AR.rows(_made(op, args, params).value) for x in row]
    try:
        found = json.loads(printed.replace("inf", "Infinity"))
    except ValueError:
        return f"{op}: {printed}"
    same = len(found) == len(wanted) and all(x == y or abs(x - y) < 1e-9 for x, y in zip(found, wanted, strict=True))
    return None if same else f"{op}: {found} instead of {wanted}"


@pytest.mark.parametrize("case", CASES, ids=lambda case: case[0])
def test_numpy_has_the_value(case):
    assert _differs(run_here(_script(*case, NUMPY)), *case) is None


@pytest.mark.skipif(python_with_torch() is None, reason="no Python here has torch")
def test_torch_has_the_value():
    printed = run_with_torch({str(number): _script(*case, TORCH) for number, case in enumerate(CASES)})
    assert [wrong for number, case in enumerate(CASES) if (wrong := _differs(printed[str(number)], *case))] == []

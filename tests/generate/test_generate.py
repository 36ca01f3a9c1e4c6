"""New problems: the same for the same seed, as nice as was asked, and solved right."""

import re
from fractions import Fraction
from itertools import chain
from math import exp
from pathlib import Path

import pytest

import attncalc
from attncalc.generate.constraints import read_constraint
from attncalc.generate.draws import Draws
from attncalc.generate.entries import KINDS, Entries
from attncalc.generate.question import Question, backwards
from attncalc.generate.search import find
from attncalc.generate.variants import variants
from attncalc.mechanisms import registry

HERE = Path(__file__).parent


def question(name, constraints=(), **more):
    own = {"constraints": tuple(map(read_constraint, constraints))} if constraints else {}
    return Question(registry.find(name), **own, **more)


def product(first, second):
    return [
        [sum(a * b for a, b in zip(row, column, strict=True)) for column in zip(*second, strict=True)] for row in first
    ]


def transposed(rows):
    return [list(column) for column in zip(*rows, strict=True)]


def given(found):
    return {
        name: [[Fraction(entry.text) for entry in row] for row in matrix.rows]
        for name, matrix in found.problem.given.items()
    }


@pytest.mark.parametrize("path", sorted((HERE / "stored").glob("*.yaml")), ids=lambda path: path.stem)
def test_the_same_bytes_as_ever(path, run):
    """The first line of each file is the command that wrote it."""
    command, text = path.read_text("utf-8").split("\n", 1)
    status, output, _ = run(*command.removeprefix("# attncalc ").split(" "))
    assert (status, output) == (0, text)


@pytest.mark.parametrize("seed", range(10))
def test_scores_that_are_asked_to_be_small_integers(seed):
    found = find(
        question("self-attention", ["integer Q", "at-most-digits S 2", "rational S_scaled"], sizes={"d": 4}), seed
    )
    matrices = given(found)
    q, k = (product(matrices["X"], matrices[name]) for name in ("Wq", "Wk"))
    scores = product(q, transposed(k))
    assert all(entry.denominator == 1 for entry in chain(*q))
    assert all(abs(entry) < 100 for entry in chain(*scores))
    assert len(matrices["Wq"][0]) == 4  # √4 is rational


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("name", ["scaled-dot-product", "self-attention", "multi-head"])
def test_weights_that_are_small_fractions(name, seed):
    sizes = {"multi-head": {"n": 3, "d_k": 4, "h": 2}}.get(name, {"n": 3, "d": 4})
    found = find(backwards(question(name, sizes=sizes)), seed)
    sheet = attncalc.solve(found.problem, "exact")
    weights = [step for step in sheet.steps if step.record.name == "A"]
    assert len(weights) == (2 if name == "multi-head" else 1)
    for row in chain(*(step.exact() for step in weights)):
        assert all(re.fullmatch(r"\d+(/\d+)?", entry) for entry in row)
        assert sum(map(Fraction, row)) == 1
        assert all(Fraction(entry).denominator <= 24 for entry in row)


@pytest.mark.parametrize("seed", range(5))
def test_little_work_by_hand(seed):
    matrices = given(find(question("self-attention", ["hand-effort 20"], sizes={"n": 2, "d": 2}), seed))
    q, k, v = (product(matrices["X"], matrices[name]) for name in ("Wq", "Wk", "Wv"))
    pairs = [(matrices["X"], matrices[name]) for name in ("Wq", "Wk", "Wv")] + [(q, transposed(k))]
    known = sum(
        abs(a) > 1 and abs(b) > 1
        for first, second in pairs
        for row in first
        for column in transposed(second)
        for a, b in zip(row, column, strict=True)
    )
    of_output = sum(abs(b) > 1 for _ in range(2) for column in transposed(v) for b in column)  # weights are below 1
    assert known + of_output <= 20


@pytest.mark.parametrize("seed", range(5))
def test_mistakes_that_would_show(seed):
    """Scores exchanged, or not scaled, give other weights at two decimals."""
    found = find(question("scaled-dot-product", ["mistakes-show 2"], sizes={"n": 2, "d": 4}), seed)
    matrices = given(found)
    scores = product(matrices["Q"], transposed(matrices["K"]))
    right, exchanged, unscaled = (
        [[round(e / sum(row), 2) for e in row] for row in ([exp(s / scale) for s in row] for row in rows)]
        for rows, scale in ((scores, 2), (transposed(scores), 2), (scores, 1))
    )
    assert right not in (exchanged, unscaled)


def test_variants_are_different_and_each_can_be_made_alone():
    small = question("softmax", sizes={"m": 2, "n": 1}, entries={"S": Entries.read("integers -4..4")})
    several = list(variants(small, 20, "x", 10))
    assert len({found.text.split("\n", 1)[1] for found in several}) == 20
    assert [found.problem.given for found in variants(small, 5, "x", 10)] == [
        found.problem.given for found in several[:5]
    ]


def test_there_are_not_more_than_there_are():
    few = question("scaled-dot-product", ["at-most 100"], sizes={"n": 1, "d": 1}, entries={"all": Entries.read("bits")})
    with pytest.raises(attncalc.InputError, match="there are only"):
        list(variants(few, 20, "x", 10))


def test_what_cannot_be_is_said():
    with pytest.raises(attncalc.InputError, match="spread A") as error:
        find(question("scaled-dot-product", ["spread A 0.99 1"]), "1", seconds=0.3)
    assert "What would help" in error.value.hint


@pytest.mark.parametrize("kind", KINDS)
def test_entries_of_every_kind_are_numbers_in_their_range(kind):
    entries = Entries.read(kind)
    rows = entries.rows(Draws("entries", kind), 6, 4)
    assert [len(row) for row in rows] == [4] * 6
    for text in chain(*rows):
        if kind.startswith("logarithms"):
            assert text in ("0", "ln(2)", "ln(3)")
        else:
            assert min(entries.low, -1) <= Fraction(text) <= max(entries.high, 1)


WRONG = [
    (["nothing"], "no mechanism"),
    (["softmax", "--size", "q=2"], "no size q"),
    (["scaled-dot-product", "--heads", "2"], "scaled-dot-product has no size heads\nIts sizes: n, d_k, m, d_v, d."),
    (["additive", "--n", "3"], "additive has no size n\nIts sizes: d_s, m, d_h, p, d."),
    (["softmax", "--size", "n"], "a name and its size"),
    (["softmax", "--n", "0"], "n goes from 1 to 64"),
    (["self-attention", "--entries", "integer"], "Did you mean integers?"),
    (["self-attention", "--entries", "integers 3..1"], "not a range"),
    (["self-attention", "--entries", "decimals:9"], "from 1 to 6"),
    (["self-attention", "--entries", "Wx=bits"], "no input Wx"),
    (["self-attention", "-c", "intger S"], "Did you mean integer?"),
    (["self-attention", "-c", "spread A 0.1"], "2 numbers"),
    (["self-attention", "-c", "integer Z9"], "no step Z9"),
    (["self-attention", "--nice", "numbers"], "--nice is softmax"),
    (["layer-norm", "--nice", "softmax"], "queries and keys"),
    (["scaled-dot-product", "--d", "2", "--nice", "softmax"], "-O scale=none"),
    (["self-attention", "-O", "mask=nobody", "--seconds", "0.1"], "nobody"),
]


@pytest.mark.parametrize(("arguments", "says"), WRONG, ids=lambda value: value if isinstance(value, str) else "")
def test_bad_input(arguments, says, run):
    status, output, error = run("generate", *arguments)
    assert (status, output) == (2, "")
    assert says in error
    assert "Traceback" not in error


@pytest.mark.parametrize(
    "mechanism", ["multi-head --heads 2", "self-attention", "scaled-dot-product", "cross-attention"]
)
def test_nice_weights_where_no_sizes_are_said(mechanism, run):
    """d_k is a square then; every weight, a fraction of small integers, is a share of its row."""
    status, output, _ = run("generate", *mechanism.split(), "--nice", "softmax", "--seed", "3")
    assert status == 0
    sheet = attncalc.solve(attncalc.loads(output)[0], "exact")
    weights = [step.exact() for step in sheet if step.name.startswith("A")]
    assert weights
    assert all(sum(map(Fraction, row)) == 1 for rows in weights for row in rows)
    assert all(Fraction(text).denominator <= 24 for rows in weights for row in rows for text in row)

"""An entry that is written out gives the entry: every line of every problem, in closed form."""

from pathlib import Path

import pytest

from attncalc.errors import MorePrecision
from attncalc.problem.reader import load, loads
from attncalc.render.expand import entry_lines
from attncalc.render.view import View
from attncalc.solve import solve
from attncalc.worksheet.worksheet import rows_of

ROOT = Path(__file__).parent.parent
PROBLEMS = [path for path in sorted((ROOT / "problems").rglob("*.yaml")) if path.parent.name != "sizes"]
COLUMNS = """
options: {heads: 2, tokens: columns, mask: causal}
X: "1 0 1; 0 1 1; 1 1 0; 0 2 1"
Wq: "1 0 0 0; 0 1 0 0; 0 0 1 0; 0 0 0 1"
Wk: "0 1 0 0; 1 0 0 0; 0 0 1 0; 0 0 0 1"
Wv: "1 0 0 0; 0 1 0 0; 0 0 2 0; 0 0 0 1"
bq: [0, 1, 2, 3]
Wo: "1 0 0 0; 0 1 0 1/2"
bo: [1, 2]
"""


def agree(ar, found, expected):
    """Whether two forms are the same; of sines and of powers in exponents, which hide it, their digits tell."""
    try:
        return ar.same(found, expected) or (hasattr(found - expected, "free") and 0 in (found - expected).ball())
    except MorePrecision:
        return True  # no digit tells them apart


def check(problem):
    """Evaluates the numbers of every line, and compares with the entry that was computed."""
    sheet = solve(problem, "exact")
    view, ar = View(sheet), sheet.arithmetic
    computed = [record for record in sheet.records if not record.given and record.expr.op != "table"]
    for record in computed:
        shown = view.axes(record)
        height, width = (shown[0].size, shown[1].size) if len(shown) == 2 else (1, shown[0].size)
        for i, j in {(0, 0), (height - 1, width - 1), (height // 2, 0), (0, width // 2)}:
            for line in entry_lines(record, i, j, view, {}):
                turned = view.is_turned(record.key, record.expr.axes)
                expected = rows_of(record.value)[j][i] if turned else rows_of(record.value)[i][j]
                if record.expr.op == "share" and expected == 0:
                    continue  # of a row that is masked throughout: 0/0, which is 0 by decree
                with ar.working():
                    if not ar.is_masked(expected) and view.tree(record, i, j) is not None:
                        assert agree(ar, ar.evaluate(line.numbers, {}), expected), (record.key, i + 1, j + 1)


def test_written_out_entries_of_two_heads_with_biases_in_columns():
    (problem,) = loads(COLUMNS)
    check(problem)


@pytest.mark.sweep
@pytest.mark.parametrize("path", PROBLEMS, ids=lambda path: path.stem)
def test_written_out_entries_give_the_entry(path):
    for problem in load(path):
        check(problem)

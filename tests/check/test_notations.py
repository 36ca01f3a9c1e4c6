"""However the entries, rows and steps of a problem are written, each number is read at its place and is right."""

from pathlib import Path

import numpy as np
import pytest
import yaml

from attncalc.check.check import check
from attncalc.check.handed_in import from_text
from attncalc.problem.reader import loads

CASES = yaml.safe_load((Path(__file__).parent / "notations.yaml").read_text("utf-8"))
GIVEN = {name: np.array(rows) for name, rows in yaml.safe_load(CASES["problem"])["given"].items()}
NAMES = {
    "Q": "queries",
    "K": "keys",
    "V": "values",
    "S": "scores",
    "S_scaled": "scaled scores",
    "A": "weights",
    "O": "output",
}
TOKENS, NTH = ("the", "cat", "sat"), ("first", "second", "third")


def worked_out():
    """The lines of the problem, by NumPy."""
    scores = GIVEN["Q"] @ GIVEN["K"].T
    scaled = scores / np.sqrt(2)
    weights = np.exp(scaled) / np.exp(scaled).sum(axis=1, keepdims=True)
    return {**GIVEN, "S": scores, "S_scaled": scaled, "A": weights, "O": weights @ GIVEN["V"]}


LINES = worked_out()


def written(value):
    """A number as people write it: to three decimals, or fewer where that is all of it."""
    text = f"{value:.3f}"
    return text.rstrip("0").rstrip(".") if abs(value * 10 - round(value * 10)) < 1e-9 else text


def fields(line, i, j=0):
    """What a template may say of a place."""
    low = "s'" if line == "S_scaled" else line[0].lower()
    return {
        "line": line,
        "low": low,
        "name": NAMES[line],
        "i": i + 1,
        "j": j + 1,
        "i0": i,
        "j0": j,
        "a": TOKENS[i],
        "b": TOKENS[j],
        "nth": NTH[i],
        "mth": NTH[j],
        "v": written(LINES[line][i, j]),
    }


def entries(template):
    """A page with a line for each entry."""
    return "\n\n".join(
        f"## {NAMES[line].capitalize()}\n\n"
        + "\n".join(template.format(**fields(line, i, j)) for i, j in np.ndindex(rows.shape))
        for line, rows in LINES.items()
    )


def row_of(template, line, i):
    """One row as a template has it."""
    cells = [written(value) for value in LINES[line][i]]
    joined = {"cells": template["by"].join(cells), "first": template["by"].join(cells[:-1]), "last": cells[-1]}
    return template["row"].format(**fields(line, i), **joined)


def rows(template):
    """A page with a line for each row."""
    return "\n\n".join(
        f"## {NAMES[line].capitalize()}\n\n" + "\n".join(row_of(template, line, i) for i in range(len(values)))
        for line, values in LINES.items()
    )


def matrix_of(template, line):
    """One matrix as a template has it: its cells, its rows, and what stands around them all."""
    values = LINES[line]
    sizes = {"r": len(values), "c": len(values[0]), "n": list(LINES).index(line) + 1}
    cell, row = template.get("cell", "{v}"), template.get("row", "{cells}")
    cells = [[cell.format(**fields(line, i, j)) for j in range(sizes["c"])] for i in range(sizes["r"])]
    rows = [row.format(cells=template["by"].join(one), **sizes, **fields(line, i)) for i, one in enumerate(cells)]
    return template["matrix"].format(rows=template["end"].join(rows), **sizes, **fields(line, 0))


def matrices(template):
    """A page with one matrix after the other."""
    heading = template.get("heading", "## {name}\n\n")
    return "\n\n".join(heading.format(name=NAMES[line].capitalize()) + matrix_of(template, line) for line in LINES)


def steps(i):
    """The work of a query: its rows, S, and the entries of these, S1 …"""
    cells = {line: [*map(written, LINES[line][i])] for line in ("S", "S_scaled", "A", "O")}
    rows = {line: ", ".join(row) for line, row in cells.items()}
    return rows | {f"{line}{j}": cell for line, row in cells.items() for j, cell in enumerate(row, 1)}


def queries(template):
    """A page that works out one query after the other."""
    given = "\n".join(f"{line} = [{'; '.join(' '.join(map(written, row)) for row in LINES[line])}]" for line in "QKV")
    return given + "\n\n" + "\n\n".join(template.format(i=i + 1, i0=i, **steps(i)) for i in range(2))


WAYS = {"entries": entries, "rows": rows, "matrices": matrices, "queries": queries}
PAGES = [(kind, template) for kind in WAYS for template in CASES[kind]]


@pytest.mark.parametrize(("kind", "template"), PAGES, ids=lambda value: str(value).split("\n")[0][:60])
def test_every_number_is_read_where_it_belongs(kind, template):
    page = f"# Homework\n\n{WAYS[kind](template)}\n"
    report = check(loads(CASES["problem"]), from_text(page, "page.md"))
    found = {
        (claim.at.key, claim.at.row - 1, claim.at.column - 1)
        for _, item in report.claims()
        if (claim := item.claim).at and item.verdict in ("right", "rounded")
    }
    assert [item for _, item in report.claims() if item.verdict not in ("right", "rounded")] == []
    assert found == {(line, *place) for line, values in LINES.items() for place in np.ndindex(values.shape)}

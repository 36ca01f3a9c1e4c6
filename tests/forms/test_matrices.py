"""The matrices themselves: CSV for spreadsheets and pandas, NPZ for NumPy."""

import csv
import io
from decimal import Decimal

import numpy as np
import pytest
from formed import HOSTILE, PROBLEMS, hostile, solved, written

import attncalc
from attncalc.cli.settings import Settings
from attncalc.errors import printable
from attncalc.render.look import Look
from attncalc.render.view import View

SEED = next(path for path in PROBLEMS if path.stem == "001-self")
BATCH = next(path for path in PROBLEMS if path.stem == "batch-of-two")
COLUMNS = next(path for path in PROBLEMS if path.stem == "001-workbook-columns-small")
LABELS = next(path for path in PROBLEMS if path.stem == "072-not-good-causal")
SEVERAL = next(path for path in PROBLEMS if path.stem == "general-two-states")


def made(text, **settings):
    return tuple(Settings(**settings).solved(problem) for problem in attncalc.loads(text))


def table(text):
    """The rows of a CSV file, as dictionaries, and each matrix by its name as rows of texts."""
    rows = list(csv.DictReader(io.StringIO(text.removeprefix("\ufeff"))))
    numbered = [key for key in rows[0] if key.isdigit()]
    matrices = {}
    for row in rows:
        matrices.setdefault(row["matrix"], []).append([row[key] for key in numbered if row[key] != ""])
    return rows, matrices


def expected(sheets, **digits):
    """What a worksheet holds, by name: its entries as they stand on the page."""
    for number, item in enumerate(sheets, 1):
        view = View(item.sheet)
        asked = digits or {"decimals": item.decimals, "significant": item.significant}
        asked = asked if any(map(bool, asked.values())) else {"significant": 12}
        for record in (*item.sheet.inputs, *item.sheet.records):
            if record.expr.op != "columns":  # a part of a matrix that is given whole
                texts = view.texts(record, item.sheet.digits(**asked))
                yield f"{number}/{record.key}" if len(sheets) > 1 else record.key, texts


@pytest.mark.sweep
@pytest.mark.parametrize("path", PROBLEMS, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_every_problem_in_both(path):
    sheets = solved(path)
    _, texts = table(written(sheets, "csv"))
    arrays = np.load(io.BytesIO(written(sheets, "npz")))
    assert texts == dict(expected(sheets))
    for name, rows in expected(sheets, significant=17):
        assert arrays[name].dtype == np.float64
        assert np.atleast_2d(arrays[name]).tolist() == [[float(text) for text in row] for row in rows]
    assert list(arrays) == list(texts)


def test_names_of_several_problems_and_of_sections():
    assert {"X_1", "S_1", "A_2"} <= set(table(written(solved(BATCH), "csv"))[1])
    assert {"1/alpha_1", "2/alpha_2", "2/H"} <= set(table(written(solved(SEVERAL), "csv"))[1])


def test_digits_as_asked():
    sheets = made("Q: 1 0\nK: 1 0; 0 1\nV: 1; 2", decimals=3)
    assert table(written(sheets, "csv"))[1]["A"] == [["0.670", "0.330"]]
    rounded = made("Q: 1 0\nK: 1 0; 0 1\nV: 1; 2", arithmetic="rounded", decimals=2)
    assert table(written(rounded, "csv"))[1]["S_scaled"] == [["0.71", "0"]]


def test_closed_forms_stand_beside_the_digits_and_are_no_dates():
    (row,) = [
        row
        for row in table(written(made("Q: -1 0\nK: 1 0; 0 1\nV: 1/2; -2", arithmetic="exact"), "csv"))[0]
        if row["matrix"] == "S_scaled"
    ]
    assert (row["1"], row["2"], row["exact 1"], row["exact 2"]) == ("-0.707106781187", "0", "(-sqrt(2)/2)", "0")
    forms = [
        row["exact 1"]
        for row in table(written(made("Q: 1\nK: 1; 1\nV: 1/2; -2", arithmetic="exact"), "csv"))[0]
        if row["matrix"] in ("V", "A")
    ]
    assert forms == ["(1/2)", "-2", "(1/2)"]


def test_columns_stand_as_on_the_page():
    (item,) = sheets = solved(COLUMNS)
    arrays = np.load(io.BytesIO(written(sheets, "npz")))
    assert np.allclose(arrays["A"].sum(axis=0), 1)
    assert item.sheet.plan.orientation.columns


def test_vectors_keep_one_axis_and_masked_scores_are_infinite():
    arrays = np.load(io.BytesIO(written(solved(SEVERAL), "npz")))
    assert arrays["1/alpha_1"].shape == (4,)
    assert np.isneginf(np.load(io.BytesIO(written(solved(LABELS), "npz")))["S_masked"][0, 1])


def test_floats_are_the_nearest():
    arrays = np.load(io.BytesIO(written(made("Q: 0.1\nK: 0.3; 0.7\nV: 1; 2"), "npz")))
    assert arrays["Q"].tolist() == [[0.1]]
    assert arrays["S"].tolist() == [[0.03, 0.07]]


def test_the_same_bytes_each_time():
    assert written(solved(SEED), "npz") == written(made(SEED.read_text("utf-8")), "npz")


@pytest.mark.parametrize("text", HOSTILE)
def test_labels_are_text_and_numbers_are_numbers(text):
    rows, _ = table(written((Settings().solved(hostile(text)),), "csv"))
    labels = {row["label"] for row in rows} | {row["column labels"] for row in rows}
    assert not [label for label in labels if label.startswith(("=", "+", "-", "@"))]
    assert any(printable(text).split()[0] in label for label in labels)
    assert all(row["1"] == "-inf" or Decimal(row["1"]).is_finite() for row in rows)


def test_letters_have_no_digits():
    sheets = made('symbols: [a]\nQ: "a"\nK: "1; 2"\nV: "1; 2"', arithmetic="exact")
    rows, _ = table(written(sheets, "csv"))
    assert [(row["1"], row["exact 1"]) for row in rows if row["matrix"] == "S"] == [("", "a")]
    assert np.isnan(np.load(io.BytesIO(written(sheets, "npz")))["S"]).all()


def test_csv_has_no_signs_beyond_ascii_where_that_is_asked_for():
    sheets = made("mechanism: scaled-dot-product\nQ: 1 0\nK: 1 0\nV: 1 2\nlabels: {queries: [naïve]}")
    text = written(sheets, "csv", Look(ascii_signs=True))
    assert text.isascii()
    assert "naive" in text

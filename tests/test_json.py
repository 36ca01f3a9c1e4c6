"""The solution's JSON: its public format."""

import json
from decimal import Decimal
from pathlib import Path

import pytest

from attncalc.problem.reader import load, loads
from attncalc.render.solution import write_json
from attncalc.solve import solve

ROOT = Path(__file__).parent.parent
PROBLEMS = [path for path in sorted((ROOT / "problems").rglob("*.yaml")) if path.parent.name != "sizes"]
KEYS = ["format", "version", "title", "mechanism", "arithmetic", "options", "given", "steps", "notes"]


def written(problems, arithmetic="decimal", **digits):
    sheets = [solve(problem, arithmetic, **digits) for problem in problems]
    text = write_json((sheet, digits.get("decimals"), digits.get("significant")) for sheet in sheets)
    read = json.loads(text)
    return read if isinstance(read, list) else [read]


@pytest.mark.sweep
@pytest.mark.parametrize("path", PROBLEMS, ids=lambda path: path.stem)
def test_every_problem_in_the_public_format(path):
    for solution in written(load(path)):
        assert list(solution) == KEYS
        assert (solution["format"], solution["version"]) == ("attncalc/solution", 1)
        for item in [*solution["given"], *solution["steps"]]:
            rows = item["values"]
            shape = item["shape"] if len(item["shape"]) == 2 else [1, *item["shape"]]
            assert [len(rows), len(rows[0])] == shape
            assert all(text == "-inf" or Decimal(text).is_finite() for row in rows for text in row)


def test_twelve_significant_digits_unless_asked_otherwise():
    (problem,) = load(ROOT / "problems/seeds/002-q3.yaml")
    assert written([problem])[0]["steps"][4]["values"] == [["0.268941421370", "0.731058578630"]]
    assert written([problem], decimals=3)[0]["steps"][4]["values"] == [["0.269", "0.731"]]


def test_how_it_was_read_is_a_note():
    (problem,) = loads("mechanism: scaled-dot-product\nQ: 2 1; 0 3\nK: 1 1; 3 0\nV: 5 2; 1 4")
    assert [note[:26] for note in written([problem])[0]["notes"]] == ["Read with tokens as rows, "]


def test_exact_forms_read_back():
    (problem,) = load(ROOT / "problems/seeds/002-q3.yaml")
    forms = written([problem], "exact")[0]["steps"][5]["exact"]
    (again,) = loads(f"mechanism: self-attention\nX: {json.dumps(forms)}")
    assert solve(again, "exact").record("X").value.flat == solve(problem, "exact").record("O").value.flat


def test_letters_have_no_digits():
    (problem,) = loads('mechanism: scaled-dot-product\nsymbols: [a]\nQ: "a"\nK: "1; 2"\nV: "1; 2"')
    step = written([problem], "exact")[0]["steps"][0]
    assert (step["values"], step["exact"]) == ([[None, None]], [["a", "2*a"]])


def test_notes_stand_beside_the_steps():
    (problem,) = loads("Q: 2 1; 0 3\nK: 1 1; 3 0\nV: 5 2; 1 4\noptions: {mask: '-3.4e38 -3.4e38; 0 0', tokens: rows}")
    assert written([problem])[0]["notes"] == ["Query 1 has every key hidden, but not by -inf: its weights are not 0."]


def test_options_in_force_with_defaults():
    options = written(load(ROOT / "problems/homework/027-unit18-causal.yaml"))[0]["options"]
    assert options["mask"] == "causal"
    assert options["scale"] == "1/sqrt(d_k)"
    assert options["tokens"] == "rows"


def test_masked_entries_are_minus_infinity():
    steps = written(load(ROOT / "problems/homework/027-unit18-causal.yaml"))[0]["steps"]
    masked = next(step for step in steps if step["name"] == "S_masked")
    assert masked["values"][0][1:] == ["-inf", "-inf"]


def test_where_scaling_changes_nothing_a_note_says_so():
    (problem,) = loads("mechanism: scaled-dot-product\nQ: 1; 2\nK: 1; 2\nV: 1; 0\noptions: {tokens: rows}")
    (solution,) = written([problem])
    assert solution["notes"] == ["√d_k is 1, so that scaling changes nothing."]
    assert "S_scaled" not in {step["name"] for step in solution["steps"]}

"""Problem files as people type them: the cases of typed.yaml."""

from decimal import Decimal
from pathlib import Path

import pytest
import yaml

from attncalc.problem.reader import loads
from attncalc.problem.spelling import symbol_typed
from attncalc.solve import solve

CASES = yaml.load((Path(__file__).parent / "typed.yaml").read_text("utf-8"), Loader=yaml.CSafeLoader)
NAMES = {
    "W^Q": "Wq",
    "W_1^Q": "Wq_1",
    "W^Q_1": "Wq_1",
    "W_{Q,1}": "Wq_1",
    "W_Q^{(1)}": "Wq_1",
    "W_Q^(1)": "Wq_1",
    "W₁^Q": "Wq_1",
    "WQ^1": "Wq_1",
    "W_{key}^{1}": "Wk_1",
    "b_1^Q": "bq_1",
    "W^O": "Wo",
    "Q^{(1)}": "Q_1",
    "γ": "gamma",
    r"\gamma": "gamma",
    "γ_1": "gamma_1",
    "scores": "S",
    "attention weights": "A",
    "PE": "P",
    "q": "Q",
    "k": "K",
    "v": "v",
    "embeddings": "X",
    "hidden states": "H",
    "x_the": "X",
    "W_xyz": None,
    "": None,
    "1": None,
    "Q K V": None,
}


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"].replace(" ", "-"))
def test_it_is_read_as_it_is_meant(case):
    text = case.get("text") or yaml.safe_dump(case["problem"], allow_unicode=True, sort_keys=False)
    (problem,) = loads(text)
    sheet = solve(problem)
    for name, wanted in case["lines"].items():
        found = [[Decimal(entry) for entry in row] for row in sheet[name].values(significant=12)]
        assert found == [[Decimal(str(entry)) for entry in row] for row in wanted], name
    missing = [note for note in case.get("notes", ()) if note not in " ".join(sheet.recorder.notes)]
    assert not missing


@pytest.mark.parametrize(("text", "name"), NAMES.items())
def test_names(text, name):
    symbol = symbol_typed(text)
    assert (str(symbol.name) if symbol else None) == name

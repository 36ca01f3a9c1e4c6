"""The gradients of torch.autograd, line by line."""

from pathlib import Path

import numpy as np
import pytest
import yaml

import attncalc
from attncalc.arithmetic.base import arithmetic
from attncalc.worksheet.backward.reverse import Reverse, Start
from attncalc.worksheet.expression import Axis
from attncalc.worksheet.functions import log
from attncalc.worksheet.recorder import Recorder
from attncalc.worksheet.tensor import Tensor, exp, row_sums, share

CASES = yaml.load((Path(__file__).parent / "torch.yaml").read_text("utf-8"), Loader=yaml.CBaseLoader)
LOG, OTHERS = (
    [case for case in CASES if (case["problem"]["mechanism"] == "log-softmax") == is_log] for is_log in (True, False)
)
SUM = "sum of "


def close(found, wanted):
    return np.allclose(np.asarray(found, float), np.asarray(wanted, float), rtol=1e-9, atol=1e-12)


@pytest.mark.parametrize("kind", ["decimal", "float"])
@pytest.mark.parametrize("number", range(len(OTHERS)))
def test_gradients_are_those_of_torch(number, kind):
    case = OTHERS[number]
    sheet = attncalc.solve(attncalc.problem(**case["problem"]), kind, significant=17)
    for name, wanted in case["expected"].items():
        assert name.startswith(SUM) or close(sheet[name].values(), wanted), name


def test_what_sequences_share_has_the_sum_of_their_gradients():
    sums = {}
    for case in OTHERS:
        sheet = attncalc.solve(attncalc.problem(**case["problem"]), "float")
        for name, wanted in case["expected"].items():
            if name.startswith(SUM):
                key = str(wanted)
                before, _ = sums.get(key, (0, wanted))
                sums[key] = before + np.asarray(sheet[name.removeprefix(SUM)]), wanted
    assert sums
    assert all(close(found, wanted) for found, wanted in sums.values())


@pytest.mark.parametrize("case", LOG, ids=lambda case: case["case"])
def test_gradients_of_a_logarithm_of_softmax(case):
    """It is no mechanism by itself, and recorded here."""
    ar = arithmetic("float")
    given = {**case["problem"]["given"], **case["problem"]["backward"]}
    given = {name: ar.array([[float(x) for x in row] for row in rows]) for name, rows in given.items()}
    w = Recorder(ar, {}, {}, {})
    axes = (Axis("n", given["S"].shape[0]), Axis("m", given["S"].shape[1]))
    S, G = (w.named(name, Tensor(ar, None, value), axes) for name, value in given.items())
    E = exp(S)
    last = w.step("O", log(w.step("A", share(E, row_sums(E)), "")), "")
    assert close(w.records[-1].value, case["expected"]["O"])
    gradients = Reverse(w, {last.expr.key: Start(G, "")}, {"S"}).run()
    assert gradients["S"] == "dS"
    assert close(w.records[-1].value, case["expected"]["dS"])

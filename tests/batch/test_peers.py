"""Other packages' numbers: ONNX's Attention, torch's attention, each case through both ways of calculating."""

from collections import Counter
from contextlib import nullcontext
from functools import partial

import numpy as np
import pytest
from naive import compiled
from peers import ADAPTERS, cases
from zoo import rounded

from attncalc.batch import tiles, whole
from attncalc.batch.attention import attend
from attncalc.batch.backends.kernel import NUMPY, PACKAGES, is_installed
from attncalc.batch.options import Options

CASES = cases()


def calculate(Q, K, V, weights=None, backend=NUMPY, **options):
    return attend(Q, K, V, Options(backend=backend, **options), weights=weights)


def agrees(case, backend=NUMPY):
    found = ADAPTERS[case.op](case, partial(calculate, backend=backend))
    assert found.keys() == case.outputs.keys()
    for name, wanted in case.outputs.items():
        got = rounded(found[name], case.dtypes[name]).astype(float)
        assert got.shape == wanted.shape, name
        np.testing.assert_allclose(got, wanted.astype(float), case.rtol, case.atol, err_msg=name)


@pytest.fixture(params=["whole", "by blocks", "compiled", *filter(is_installed, PACKAGES)])
def way(request, monkeypatch):
    """All cases are small, so that blocks must be smaller still to be several; gives whose kernel may do it."""
    if request.param != "whole":
        monkeypatch.setattr(whole, "SMALL", 0)
        monkeypatch.setattr(tiles, "LEAST", 1)
        monkeypatch.setattr(tiles, "HOST", {4: (3, 2), 8: (2, 3)})
    with compiled() if request.param == "compiled" else nullcontext():
        yield request.param if request.param in PACKAGES else NUMPY


@pytest.mark.parametrize("case", [case for case in CASES if case.scored], ids=lambda case: case.name)
def test_case(case, way):
    agrees(case, way)


def test_how_many_cases_of_each_operation_pass(capsys):
    passed, scored = Counter(), Counter(case.op for case in CASES if case.scored)
    for case in CASES:
        if case.scored:
            agrees(case)
            passed[case.op] += 1
    with capsys.disabled():
        print(f"\n{passed.total()} of {scored.total()} scored cases of other packages pass:")
        for op, count in scored.items():
            print(f"  {op}: {passed[op]} of {count}")
        for case in CASES:
            if not case.scored:
                print(f"  left out: {case.name}, {case.note}")
    assert passed == scored

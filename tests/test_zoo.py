"""Other packages' numbers: each case of tests/zoo through a mechanism, as close as the package itself is exact."""

from collections import Counter

import numpy as np
import pytest
from zoo import ADAPTERS, cases, find, rounded

CASES = cases()


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_case(case):
    work_out = find(case)
    if work_out is None:
        pytest.skip(f"nothing works out {case.op} yet")
    found = work_out(case)
    assert found, "a case shows something"
    assert found.keys() <= case.outputs.keys()
    for name, values in found.items():
        wanted = case.outputs[name].astype(float)
        got = rounded(values, case.dtypes[name]).astype(float)
        assert got.shape == wanted.shape, name
        np.testing.assert_allclose(got, wanted, case.rtol, case.atol, err_msg=name)


def test_how_many_cases_of_each_operation_are_worked_out(capsys):
    every = Counter(case.op for case in CASES)
    done = Counter(case.op for case in CASES if find(case))
    with capsys.disabled():
        print(f"\n{done.total()} of {every.total()} cases of other packages are worked out:")
        for op, count in sorted(every.items()):
            print(f"  {op}: {done[op]} of {count}")
    assert {op for op, _, _ in ADAPTERS} <= every.keys()

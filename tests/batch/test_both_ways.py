"""The mechanisms of `solve` are a second implementation: what both can do comes out the same."""

import numpy as np
import pytest

import attncalc

R = np.random.default_rng(12)
Q, K, V = (R.standard_normal(shape).round(3) for shape in ((5, 4), (6, 4), (6, 3)))
TABLE = R.random((5, 6)) < 0.6
TABLE[2] = False
BIAS = R.standard_normal((5, 6)).round(3)

BOTH = {
    "nothing between": ({}, {}),
    "scale": ({"scale": 0.25}, {"scale": "1/4"}),
    "causal": ({"causal": True}, {"mask": "causal"}),
    "softcap": ({"softcap": 1.5}, {"softcap": "3/2"}),
    "bias": ({"bias": BIAS}, {"bias": BIAS}),
    "mask": ({"mask": TABLE}, {"mask": TABLE.astype(int).tolist(), "masked-rows": "zero"}),
    "padding": ({"kv_lengths": 4}, {"padding": [1, 1, 1, 1, 0, 0]}),
    "window": ({"window": (1, 2)}, {"window": {"left": 1, "right": 2}}),
    "all of them": (
        {"mask": TABLE, "causal": True, "softcap": 2, "scale": 0.5, "bias": BIAS, "window": (3, 0)},
        {
            "mask": ["causal", TABLE.astype(int).tolist()],
            "softcap": 2,
            "scale": "1/2",
            "bias": BIAS,
            "window": {"left": 3, "right": 0},
            "masked-rows": "zero",
        },
    ),
}


@pytest.mark.parametrize("name", BOTH)
def test_scaled_dot_product(name):
    here, there = BOTH[name]
    sheet = attncalc.solve(attncalc.problem("scaled-dot-product", {"Q": Q, "K": K, "V": V}, there), "float")
    np.testing.assert_allclose(attncalc.attention(Q, K, V, **here), np.asarray(sheet["O"]), rtol=1e-12, atol=1e-14)


@pytest.mark.parametrize(("mechanism", "kv_heads"), [("multi-head", 2), ("multi-query", 1)])
def test_heads(mechanism, kv_heads):
    """Heads side by side, before they are mixed; many queries may share one head of keys."""
    X = R.standard_normal((4, 6)).round(2)
    W = {
        "Wq": R.standard_normal((6, 4)).round(2),
        "Wk": R.standard_normal((6, 2 * kv_heads)).round(2),
        "Wv": R.standard_normal((6, 2 * kv_heads)).round(2),
    }
    sheet = attncalc.solve(attncalc.problem(mechanism, {"X": X, **W}, {"heads": 2, "mask": "causal"}), "float")
    found = attncalc.attention(X @ W["Wq"], X @ W["Wk"], X @ W["Wv"], heads=2, kv_heads=kv_heads, causal=True)
    np.testing.assert_allclose(found, np.asarray(sheet["C"]), rtol=1e-12)

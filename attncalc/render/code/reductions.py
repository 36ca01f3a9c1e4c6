"""Spellings of products, and of sums, means, maxima and running sums along a side."""

from __future__ import annotations

from attncalc.render.code.spelling import ATOM, PRODUCT, SIGN, SUM, Spelling, method, same, sided

REDUCTIONS: dict[str, Spelling] = {
    "matmul": same("{0} @ {1}", PRODUCT, (SIGN, SIGN), flat=True),
    "transpose": method("{0}.T"),
    "outer": same("np.outer({0}, {1})", flat=True),
    "dot": same("{0} @ {1}", PRODUCT, (SIGN, SIGN), flat=True),
    "row sums": sided("{0}.sum()", "{0}.sum(axis=1, keepdims=True)"),
    "row means": sided("{0}.mean()", "{0}.mean(axis=1, keepdims=True)"),
    "row max": sided("{0}.max()", "{0}.max(axis=1, keepdims=True)", "{0}.amax(dim=1, keepdim=True)"),
    "column sums": method("{0}.sum(axis=0, keepdims=True)"),
    "column means": method("{0}.mean(axis=0, keepdims=True)"),
    "column max": method("{0}.max(axis=0, keepdims=True)", "{0}.amax(dim=0, keepdim=True)"),
    "minus max": Spelling(
        "{0} - {0}.max(axis=-1, keepdims=True)", "{0} - {0}.amax(dim=-1, keepdim=True)", SUM, (ATOM,)
    ),
    "minus column max": Spelling(
        "{0} - {0}.max(axis=0, keepdims=True)", "{0} - {0}.amax(dim=0, keepdim=True)", SUM, (ATOM,)
    ),
    "sum of rows": method("{0}.sum(axis=0)"),
    "total": method("{0}.sum()"),
    "mean": method("{0}.mean()"),
    "largest": method("{0}.max()"),
    "zeros": same("np.isfinite({0}).sum()"),
    "running sums": method("{0}.cumsum(axis=-1)"),
    "carried sums": same("carried_sums({0}, {1})", flat=True),
    "first reaching": same("({0}[:-1] < {1} - 1e-12).sum() + 1", SUM, (ATOM, PRODUCT), flat=True),
    "argmax": sided("{0}.argmax() + 1", "{0}.argmax(axis=1, keepdims=True) + 1", binding=SUM),
}

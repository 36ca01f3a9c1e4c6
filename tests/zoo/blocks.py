"""Norms and GELU as ONNX has them: the axes before `axis` are rows, those from it on are columns."""

import math

import numpy as np

from zoo import adapter, array, solved


def _rows(case):
    """X as a matrix."""
    X = case["X"]
    axis = case.attributes.get("axis", -1) % X.ndim
    return X.reshape(math.prod(X.shape[:axis]), -1)


def _options(case):
    return {"eps": repr(case.attributes.get("epsilon", 1e-5)), "tokens": "rows"}


@adapter("LayerNormalization")
def layer_normalization(case):
    """With the mean, and one over the standard deviation."""
    given = {"X": _rows(case), "gamma": case["Scale"].ravel(), "beta": case["B"].ravel()}
    sheet = solved("layer-norm", given, _options(case))
    found = {"Y": array(sheet, "N"), "Mean": array(sheet, "mu"), "InvStdDev": 1 / array(sheet, "sigma")}
    return {name: a.reshape(case.outputs[name].shape) for name, a in found.items()}


@adapter("RMSNormalization")
def rms_normalization(case):
    """With its gain."""
    sheet = solved("rms-norm", {"X": _rows(case), "gamma": case["scale"].ravel()}, _options(case))
    return {"Y": array(sheet, "N").reshape(case["X"].shape)}


@adapter("Gelu")
def gelu(case):
    """The activation of a layer whose weights are identities."""
    X = np.atleast_2d(case["X"]).reshape(-1, case["X"].shape[-1])
    one = np.eye(X.shape[1])
    word = "gelu-tanh" if case.attributes.get("approximate") == "tanh" else "gelu"
    sheet = solved("feed-forward", {"X": X, "Wup": one, "Wdown": one}, {"activation": word, "tokens": "rows"})
    return {"Y": array(sheet, "F_act").reshape(case["X"].shape)}

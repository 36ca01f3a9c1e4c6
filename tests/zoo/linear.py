"""Performer, Linformer and ONNX's LinearAttention, one sequence and head after another."""

import numpy as np

from zoo import adapter, array, solved

RULES = {"linear": "gated-linear", "gated": "gated-linear", "delta": "delta-rule", "gated_delta": "delta-rule"}


@adapter("FastAttention")
def performer(case):
    """Features as the package makes them: 1e-4 is added, or 1e-3 with ReLU, and 1e-6 to causal sums of keys."""
    a = case.attributes
    output = np.empty(case["value"].shape)
    for place in np.ndindex(output.shape[:2]):
        QKV = {letter: case[word][place] for letter, word in (("Q", "query"), ("K", "key"), ("V", "value"))}
        output[place] = (_without_projection if a.get("no_projection") else _with_features)(QKV, case)
    return {"output": output}


def _with_features(given, case):
    a, omega = case.attributes, case["projection_matrix"]
    kind = {"kernel": "relu", "eps": "1e-3"} if a.get("generalized_attention") else {"shift": "true", "eps": "1e-4"}
    form = "recurrent" if a.get("causal") else "parallel"
    sheet = solved("performer", {**given, "omega": omega}, {**kind, "form": form, "tokens": "rows"})
    if form == "parallel":
        return array(sheet, "O")
    phi = enumerate(array(sheet, "phi_Q"), 1)
    return np.array([array(sheet, f"num_{t}") / (array(sheet, f"den_{t}") + 1e-6 * q.sum()) for t, q in phi])


def _without_projection(given, _):
    """Efficient attention: softmax over the features of each query, and over all positions of the keys."""
    phi_Q = array(solved("softmax", {"S": given["Q"]}), "A")
    phi_K = array(solved("softmax", {"S": given["K"].T}), "A").T
    options = {"feature-map": "identity", "tokens": "rows"}
    return array(solved("linear", {"Q": phi_Q, "K": phi_K, "V": given["V"]}, options), "O")


@adapter("LinformerSelfAttention")
def linformer(case):
    """Weights are stored out × in; a short context uses the first rows of its projections only."""
    a, outputs = case.attributes, []
    Wv, F = (
        case[name] if case[name] is not None else case[other]
        for name, other in (("to_v_weight", "to_k_weight"), ("proj_v", "proj_k"))
    )
    contexts = case["x"] if case["context"] is None else case["context"]
    for x, y in zip(case["x"], contexts, strict=True):
        Q, K, V = x @ case["to_q_weight"].T, y @ case["to_k_weight"].T, y @ Wv.T
        width = Q.shape[1] // a["heads"]
        heads = []
        for head in range(a["heads"]):
            own = slice(head * width, head * width + width)
            theirs = slice(None) if a.get("one_kv_head") else own
            given = {
                "Q": Q[:, own],
                "K": K[:, theirs],
                "V": V[:, theirs],
                "Ek": case["proj_k"][: len(y)].T,
                "Ev": F[: len(y)].T,
            }
            heads.append(array(solved("linformer", given, {"tokens": "rows"}), "O"))
        outputs.append(np.hstack(heads) @ case["to_out_weight"].T + case["to_out_bias"])
    return {"output": np.array(outputs)}


@adapter("LinearAttention")
def onnx(case):
    """States of each head of keys and values; gates are given as logarithms, and queries are scaled."""
    a = case.attributes
    heads, shared = a["q_num_heads"], a["kv_num_heads"]
    batch, n = case["query"].shape[:2]
    parts = {
        name: _heads(case[name], count)
        for name, count in (("query", heads), ("key", shared), ("value", shared), ("decay", shared), ("beta", shared))
    }
    output = np.empty((batch, n, heads, parts["value"].shape[-1]))
    state = np.empty((batch, shared, parts["key"].shape[-1], parts["value"].shape[-1]))
    for b, head in np.ndindex(batch, heads):
        kv = head * shared // heads
        given = {"Q": parts["query"][b, :, head], "K": parts["key"][b, :, kv], "V": parts["value"][b, :, kv]}
        if parts["decay"] is not None and "gated" in a["update_rule"]:
            given["g"] = np.exp(parts["decay"][b, :, kv])
        if parts["beta"] is not None and "delta" in a["update_rule"]:
            given["beta"] = parts["beta"][b, :, min(kv, parts["beta"].shape[2] - 1), 0]
        if case["past_state"] is not None:
            given["state_prev"] = case["past_state"][b, kv].astype(float)
        sheet = solved(RULES[a["update_rule"]], given, {"tokens": "rows"})
        scale = a["scale"] or 1 / np.sqrt(given["Q"].shape[1])
        output[b, :, head], state[b, kv] = array(sheet, "O") * scale, array(sheet, f"state_{n}")
    return {"output": output.reshape(batch, n, -1), "present_state": state}


def _heads(a, count):
    """(batch, tokens, heads, width); one number for all heads stays one."""
    if a is None:
        return None
    width = a.shape[2] // count or 1
    return a.astype(float).reshape(*a.shape[:2], -1, width)

"""Attention layers of Keras and the attention function of JAX."""

import numpy as np

from zoo import adapter, array, solved


@adapter("dot_product_attention")
def jax(case):
    """Each head by itself, since bias and mask are given for each; head n looks at keys n // (N / K)."""
    output = np.empty(case["query"].shape)
    share = output.shape[2] // case["key"].shape[2]
    for b, n in np.ndindex(output.shape[0], output.shape[2]):
        Q, K, V = case["query"][b, :, n], case["key"][b, :, n // share], case["value"][b, :, n // share]
        output[b, :, n] = array(solved("scaled-dot-product", {"Q": Q, "K": K, "V": V}, _options(case, b, n)), "O")
    return {"output": output}


def _options(case, b, n):
    a, options, masks = case.attributes, {"masked-rows": "zero"}, []
    if "local_window_size" in a:
        left, right = a["local_window_size"]
        options["window"] = {"left": left, "right": right}
    if "scale" in a:
        options["scale"] = a["scale"]
    if case["bias"] is not None:
        options["bias"] = case["bias"][b, n]
    if case["mask"] is not None:
        masks.append(case["mask"][b, n].astype(int).tolist())
    if case["key_value_seq_lengths"] is not None:
        there = (case[f"{word}_seq_lengths"][b] for word in ("query", "key_value"))
        masks.append(
            [
                [int(i < queries and j < keys) for j in range(case["key"].shape[1])]
                for queries, keys in [tuple(there)]
                for i in range(case["query"].shape[1])
            ]
        )
    if a.get("is_causal"):
        masks.append("causal")
    return {**options, "mask": masks} if masks else options


@adapter("Attention")
def keras_attention(case):
    """Luong's score with one learned scale; a query that is masked has an output of 0, though it has weights."""
    outputs, weights = [], []
    for Q, K, V, real, keys in zip(
        *(case[f"{word}"] for word in ("query", "key", "value", "query_mask", "value_mask")), strict=True
    ):
        options = {"scale": case["scale"].item(), "mask": "causal", "padding": keys.astype(int)}
        sheet = solved("scaled-dot-product", {"Q": Q, "K": K, "V": V}, options)
        outputs.append(array(sheet, "O") * real[:, None])
        weights.append(array(sheet, "A"))
    return {"output": np.array(outputs), "weights": np.array(weights)}


@adapter("AdditiveAttention")
def keras_additive(case):
    """Bahdanau's score of each query, with identities for W and U; the values are not the states: they come after."""
    outputs, weights = [], []
    one = np.eye(case["query"].shape[2])
    for Q, K, V, keys in zip(*(case[word] for word in ("query", "key", "value", "value_mask")), strict=True):
        scores = solved("additive", {"s": Q, "H": K, "W": one, "U": one, "v": case["scale"]})
        S = [array(scores, f"e_{number}") for number in range(1, len(Q) + 1)]
        sheet = solved("scaled-dot-product", {"S": np.array(S), "V": V}, {"scale": "none", "padding": keys.astype(int)})
        outputs.append(array(sheet, "O"))
        weights.append(array(sheet, "A"))
    return {"output": np.array(outputs), "weights": np.array(weights)}


@adapter("MultiHeadAttention")
def keras_multi_head(case):
    """Keys and values from one sequence; each has a mask of its own."""
    outputs, weights = [], []
    for X, Y, mask in zip(case["query"], case["value"], case["attention_mask"], strict=True):
        sheet = solved(
            "multi-head", {"X": X, "Y": Y, **_weights(case)}, {"heads": 2, "mask": mask.astype(int).tolist()}
        )
        outputs.append(array(sheet, "MH"))
        weights.append([array(sheet, "A_1"), array(sheet, "A_2")])
    return {"output": np.array(outputs), "weights": np.array(weights)}


@adapter("GroupedQueryAttention")
def keras_grouped(case):
    """A window of w keys there is one of w − 1 on each side here."""
    a = case.attributes
    options = {
        "heads": a["num_query_heads"],
        "groups": a["num_key_value_heads"],
        "mask": ["causal", {"sliding": a["sliding_window"] - 1}],
    }
    sheets = [solved("grouped-query", {"X": X, **_weights(case)}, options) for X in case["query"]]
    return {"output": np.array([array(sheet, "MH") for sheet in sheets])}


def _weights(case):
    """The kernels as matrices: (features, heads, width) with the heads side by side."""
    found = {
        "Wo": case["attention_output_kernel"].reshape(-1, case["attention_output_kernel"].shape[-1]),
        "bo": case["attention_output_bias"],
    }
    for letter, word in (("q", "query"), ("k", "key"), ("v", "value")):
        kernel = case[f"{word}_kernel"]
        found[f"W{letter}"] = kernel.reshape(kernel.shape[0], -1)
        found[f"b{letter}"] = case[f"{word}_bias"].reshape(-1)
    return found

"""torch's scaled_dot_product_attention and nn.MultiheadAttention."""

import numpy as np

from peers import adapter


@adapter("scaled_dot_product_attention")
def sdpa(case, attend):
    a, mask = case.attributes, case["attn_mask"]
    causal = a.get("causal_alignment", "").replace("_", "-") or False
    kind = {} if mask is None else {"mask" if mask.dtype == bool else "bias": mask}
    return {"output": attend(case["query"], case["key"], case["value"], causal=causal, scale=a["scale"], **kind)}


@adapter("MultiheadAttention")
def multihead(case, attend):
    """Its masks are true where a key is ignored; keys that it adds itself are never masked."""
    a = case.attributes
    query = _batch_first(case["query"], a)
    key, value = (query if x is None else _batch_first(x, a) for x in (case["key"], case["value"]))
    Q, K, V = (x @ W.T + b for x, (W, b) in zip((query, key, value), _projections(case), strict=True))
    added = 0
    for name in ("bias_kv", "zero_attn"):
        if a[f"add_{name}"]:
            zero = np.zeros((1, 1, K.shape[-1]))
            more = (zero, zero) if name == "zero_attn" else (case["bias_k"], case["bias_v"])
            K, V = (
                np.concatenate((x, np.broadcast_to(y, (len(x), *y.shape[1:]))), axis=1)
                for x, y in zip((K, V), more, strict=True)
            )
            added += 1
    weights = np.empty((len(Q), a["num_heads"], Q.shape[1], K.shape[1]))
    joined = attend(Q, K, V, heads=a["num_heads"], weights=weights, **_masks(case, len(Q), added))
    output = joined @ case["out_proj_weight"].T + (0 if case["out_proj_bias"] is None else case["out_proj_bias"])
    return {
        "attn_output": _batch_first(output, a),
        "attn_output_weights": weights.mean(axis=1) if a["average_attn_weights"] else weights,
    }


def _batch_first(x, attributes):
    return x if attributes["batch_first"] else x.swapaxes(0, 1)


def _projections(case):
    packed, d = case["in_proj_weight"], case.attributes["embed_dim"]
    W = np.split(packed, 3) if packed is not None else [case[f"{name}_proj_weight"] for name in "qkv"]
    return list(
        zip(W, np.split(case["in_proj_bias"] if case["in_proj_bias"] is not None else np.zeros(3 * d), 3), strict=True)
    )


def _masks(case, samples, added):
    """The mask of pairs and that of keys as keywords: truths turned round, numbers added up."""
    found, pairs, keys = {}, case["attn_mask"], case["key_padding_mask"]
    if pairs is not None and pairs.ndim == 3:
        pairs = pairs.reshape(samples, -1, *pairs.shape[1:])
    for mask in (pairs, None if keys is None else keys[:, None, None, :]):
        if mask is None:
            continue
        mask = np.pad(mask, [(0, 0)] * (mask.ndim - 1) + [(0, added)])  # noqa: PLW2901  zeros: not ignored, nothing added
        if mask.dtype == bool:
            found["mask"] = ~mask & found.get("mask", True)
        else:
            found["bias"] = mask + found.get("bias", 0)
    return found

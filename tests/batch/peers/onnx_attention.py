"""ONNX's operator Attention, opsets 23 to 25."""

import numpy as np

from attncalc.batch.core import scores
from peers import adapter


@adapter("Attention")
def attention(case, attend):
    """What its attributes are called here; the lines between, and the cache as it stands afterwards, are its own."""
    a, Q, K, V = case.attributes, case["Q"], case["K"], case["V"]
    options = {
        "causal": _causal(case),
        "scale": a.get("scale"),
        "softcap": a["softcap"],
        "kv_lengths": case["nonpad_kv_seqlen"],
        "window": (a.get("left_window_size", -1), a.get("right_window_size", -1)),
        "past_key": case["past_key"],
        "past_value": case["past_value"],
        "heads": a.get("q_num_heads"),
        "kv_heads": a.get("kv_num_heads"),
    }
    Q4, K4, V4 = (_by_head(x, heads) for x, heads in zip((Q, K, V), _heads(a), strict=True))
    present = [
        x if past is None else np.concatenate((past, x), axis=2)
        for x, past in ((K4, case["past_key"]), (V4, case["past_value"]))
    ]
    keys = present[0].shape[2]
    mask = _as_long_as(case["attn_mask"], keys)
    if mask is not None:
        options["mask" if mask.dtype == bool else "bias"] = mask
    weights = np.empty((*Q4.shape[:3], keys), Q.dtype)
    found = {"Y": attend(Q, K, V, weights=weights, **options), "present_key": present[0], "present_value": present[1]}
    found["qk_matmul_output"] = _line(a.get("qk_matmul_output_mode", 0), Q4, present[0], mask, options, weights)
    return {name: found[name] for name in case.outputs}


def _causal(case):
    """With lengths of an external cache, the last query stands at the last key there is."""
    if not case.attributes["is_causal"]:
        return False
    return "upper-left" if case["nonpad_kv_seqlen"] is None else "lower-right"


def _heads(a):
    return a.get("q_num_heads"), a.get("kv_num_heads"), a.get("kv_num_heads")


def _by_head(x, heads):
    return x if heads is None else x.reshape(*x.shape[:2], heads, -1).swapaxes(1, 2)


def _as_long_as(mask, keys):
    """A mask for fewer keys than there are hides the others."""
    if mask is None:
        return None
    width = [(0, 0)] * (mask.ndim - 1) + [(0, keys - mask.shape[-1])]
    return np.pad(mask, width, constant_values=False if mask.dtype == bool else -np.inf)


def _line(mode, Q, K, mask, options, weights):
    """The line of the calculation that is asked for: scores, after the cap, after the masks, weights."""
    if mode == 3:
        return weights
    Q, K = Q.astype(float), np.repeat(K.astype(float), Q.shape[1] // K.shape[1], axis=1)
    scale = Q.shape[-1] ** -0.5 if options["scale"] is None else options["scale"]
    S = scores(np, Q, K, scale=scale, softcap=(options["softcap"] or None) if mode else None)
    if mode < 2:
        return S
    if options["causal"]:
        past = K.shape[2] - S.shape[2] if options["past_key"] is None else options["past_key"].shape[2]
        S = np.where(np.tri(*S.shape[2:], past, dtype=bool), S, -np.inf)
    return S + (np.where(mask, 0, -np.inf) if mask.dtype == bool else mask)

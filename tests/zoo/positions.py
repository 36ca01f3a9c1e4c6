"""Rotations as rotary-embedding-torch and ONNX have them, head by head, with `rope`."""

import numpy as np

from zoo import adapter, array, solved


def turned(given, options):
    """The turned queries, and keys where there are any."""
    sheet = solved("rope", given, {"scale": "none", "tokens": "rows", **options})
    return {name: array(sheet, name) for name in ("Q_rot", "K_rot") if sheet.find(name)}


def each_head(turn, shape):
    """What `turn` makes of every batch and head, by the numbers of both."""
    output = np.empty(shape)
    for place in np.ndindex(output.shape[:2]):
        output[place] = turn(place)
    return output


@adapter("rotate_queries_or_keys")
def rotate(case):
    """Neighbouring columns, the first `dim` of them, at positions from `offset`."""
    a, x = case.attributes, case["input"]
    options = {"theta": case["freqs"].tolist(), "rotary-dim": a["dim"], "first-position": a["offset"]}
    return {"output": each_head(lambda place: turned({"Q": x[place]}, options)["Q_rot"], x.shape)}


@adapter("rotate_queries_and_keys")
def rotate_both(case):
    """With xPos."""
    q, k = case["query"], case["key"]
    options = {"theta": case["freqs"].tolist(), "xpos": case.attributes["xpos_scale_base"]}

    def both(name):
        return each_head(lambda place: turned({"Q": q[place], "K": k[place]}, options)[name], q.shape)

    return {"query_rotated": both("Q_rot"), "key_rotated": both("K_rot")}


@adapter("RotaryEmbedding")
def rotary_embedding(case):
    """Sines and cosines are given: of all positions, or of those that there are."""
    a, X, ids = case.attributes, case["X"], case["position_ids"]
    if X.ndim == 3:
        X = X.reshape(*X.shape[:2], a["num_heads"], -1).swapaxes(1, 2)
    options = {
        "pairs": "interleaved" if a.get("interleaved") else "halves",
        "rotary-dim": a.get("rotary_embedding_dim") or X.shape[-1],
    }

    def turn(place):
        b = place[0]
        caches = {name: case[f"{name}_cache"] for name in ("cos", "sin")}
        waves = {name: cache[b] if ids is None else cache[ids[b]] for name, cache in caches.items()}
        return turned({"Q": X[place], **waves}, options)["Q_rot"]

    Y = each_head(turn, X.shape)
    return {"Y": Y.swapaxes(1, 2).reshape(case["X"].shape)} if case["X"].ndim == 3 else {"Y": Y}

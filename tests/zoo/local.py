"""Local attention in blocks, of the package local-attention."""

import numpy as np

from zoo import adapter, array, solved


@adapter("LocalAttention")
def local_attention(case):
    """One sequence and head after another; `exact_windowsize` is a window in tokens."""
    a = case.attributes
    size, before = a["window_size"], a["look_backward"]
    if a.get("exact_windowsize"):
        name, options = "sliding", {"w": size * before}
    else:
        name, options = "local-blocks", {"block": size, "before": before, "after": a["look_forward"]}
    options = {**options, "mask": "causal" if a["causal"] else "none"}
    output = np.empty(case["query"].shape)
    for place in np.ndindex(output.shape[:2]):
        padding = {"padding": case["mask"][place[0]].astype(int)} if case["mask"] is not None else {}
        QKV = {letter: case[word][place] for letter, word in (("Q", "query"), ("K", "key"), ("V", "value"))}
        output[place] = array(solved(name, QKV, {**options, **padding}), "O")
    return {"output": output}

"""ALiBi and T5's bias in the attention of x-transformers."""

import numpy as np

from zoo import adapter, array, solved


@adapter("Attend", bias="alibi")
def alibi(case):
    """Queries are the last of the positions; the mask is aligned so too."""
    return attended(case, "alibi", {}, {})


@adapter("Attend", bias="t5")
def t5(case):
    """The package scales the scores, as T5 itself does not."""
    a = case.attributes
    options = {
        "buckets": a["num_buckets"],
        "max-distance": a["max_distance"],
        "bidirectional": not a["bucket_causal"],
        "scale": "1/sqrt(d_k)",
    }
    return attended(case, "t5", {"b": case["relative_attention_bias"]}, options)


def attended(case, mechanism, given, options):
    """Output, weights and bias of every head; grouped heads take the keys and values by turns."""
    heads, shared = case.attributes["heads"], case.attributes["kv_heads"]
    sheets = []
    for Q, K, V in zip(case["query"], case["key"], case["value"], strict=True):
        own = [head % shared for head in range(heads)]
        QKV = {name: np.hstack(list(part)) for name, part in (("Q", Q), ("K", K[own]), ("V", V[own]))}
        sheets.append(solved(mechanism, QKV | given, {"heads": heads, **options}))
    found = {
        name: np.array([[array(sheet, f"{step}_{head}") for head in range(1, heads + 1)] for sheet in sheets])
        for name, step in (("output", "O"), ("weights", "A"), ("bias", "B"))
    }
    return found | {"bias": found["bias"][0]}

"""The vocabulary: one meaning for each name over the whole package.

Pages are searched for these names only; the others stand in problem files, and are declared by the mechanisms.
"""

from __future__ import annotations

# Inputs, then steps; symbols of print stand beside them where they differ from the name.
INPUTS = {
    "Q": "queries",
    "K": "keys",
    "V": "values",
    "X": "input tokens",
    "Y": "a second sequence",
    "Wq": "query projection",
    "Wk": "key projection",
    "Wv": "value projection",
    "Wo": "output projection",
    "bq": "query bias",
    "bk": "key bias",
    "bv": "value bias",
    "bo": "output bias",
    "M": "mask",
    "B": "bias on the scores",
    "P": "positions",
    "s": "decoder state",
    "H": "encoder states",
    "W": "score weights",
    "U": "weights of the encoder states",
    "v": "score vector",
    "b": "bias inside tanh",
}
STEPS = {
    "S": "scores",
    "S_premasked": "scores with the table added",
    "S_scaled": "scaled scores",
    "S_capped": "capped scores",
    "S_biased": "biased scores",
    "S_masked": "masked scores",
    "S_tempered": "scores over the temperature",
    "S_kept": "scores with 0 for hidden ones",
    "E": "exponentials",
    "Z": "row sums",
    "A": "weights",
    "O": "output",
    "C": "heads side by side",
    "MH": "output of all heads",
    "e": "scores",
    "alpha": "weights",
    "c": "context",
    "cs": "context and state",
    "Wh": "transformed encoder states",
    "Ws": "transformed state",
    "Uh": "transformed encoder states",
    "sh": "state beside each encoder state",
    "Wsh": "these transformed",
    "pre": "what tanh is taken of",
    "T": "tanh",
}

r"""How a name stands on a page: `W^Q`, `\mathbf{W}_{Q}`, `q₁`, `Q_{dec}`, `query`, "the encoder states".

`plain` takes the dress off; what is left is a name of problem/names.py, or a synonym.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from typing import NamedTuple

from attncalc.problem.names import ROWS, Name, read_name
from attncalc.problem.vocabulary import INPUTS, STEPS

FONTS = (
    "mathbf|mathrm|mathit|mathbb|mathcal|mathsf|text|textbf|textit|textrm|texttt|bm|boldsymbol|vec|hat|bar|tilde|"
    "operatorname|underline|overline|pmb|overrightarrow|bf|rm|displaystyle|boxed"
)
NO_MACROS = {"pi", "mu", "nu", "xi", "in", "to", "le", "ge", "ne", "lt", "gt", "or", "ll", "gg", "fr"}
PLAIN: tuple[tuple[re.Pattern[str], str | Callable[[re.Match[str]], str]], ...] = (
    (re.compile(rf"\\(?:{FONTS})(?![A-Za-z])\s*"), ""),
    (re.compile(r"\\(?:cdot|times|ast)(?![A-Za-z])|[·×⋅∗@]"), "*"),
    (re.compile(r"\s?\^\s?\{?\s?(?:\\(?:top|intercal)|T|⊤)(?![A-Za-z])\s?\}?"), ".T"),
    (re.compile(r"\s?\^\s?\{?\s?\\prime\s?\}?"), "′"),
    (re.compile(r"\\([A-Za-z])([A-Za-z])(?![A-Za-z])"),  # a macro of two letters is named for its last: \fh, \bK
     lambda match: match[1] + match[2] if match[1] + match[2] in NO_MACROS else match[2]),
    (re.compile(r"\\([A-Za-z]{1,30})"), r"\1"),
    (re.compile(r"\\[\s,;:!]"), " "),
    (re.compile(r"\^"), "_"),
    (re.compile(r"(?<=_)\s?[({]{1,2}\s?([\w-]{1,12})\s?[)}]{1,2}"), r"\1"),
    (re.compile(r"[{}]"), ""),
)  # fmt: skip
ASIDE = re.compile(
    r"_(?:dec(?:oder)?|enc(?:oder)?|inputs?|tokens?|mat(?:rix)?|vec(?:tors?)?|self|cross|all|raw)(?=_|\d|$)",
    re.IGNORECASE,
)
MIDDLE = re.compile(r"([A-Za-z])_?(\d{1,3})_?([A-Za-z])")  # W_1^Q: the head stands before the kind
OF_WORD = re.compile(r"(?P<base>[xeqkvh])_(?P<word>[^\W\d_]{2,20})", re.IGNORECASE)  # x_cat: a row, by its word
NO_WORD = {"ij", "ti", "tj", "in", "out", "th", "min", "max", "new", "old", "rot", "init", "start", "model"}
WORD_ROWS = {**ROWS, "e": "X"}
TIME = re.compile(r"_?t")
PROJECTION = re.compile(r"[wW]_?(q|k|v|o)(?:uery|ey|alue|ut|utput)(_?\d{0,3})")
SYNONYMS = {
    "q": "Q", "k": "K", "values": "V",
    "x": "X", "input": "X", "inputs": "X", "embedding": "X", "embeddings": "X", "input_embeddings": "X",
    "score": "S", "scores": "S", "attention_scores": "S", "logits": "S", "scaled": "S_scaled",
    "scaled_scores": "S_scaled", "weights": "A", "attention_weights": "A", "attn_mask": "M",
    "output": "O", "outputs": "O", "context": "O", "context_vector": "O",
    "dec_hidden_state": "s", "decoder_hidden_state": "s", "decoder_state": "s", "hidden_state": "s",
    "annotations": "H", "encoder_states": "H", "encoder_hidden_states": "H", "hidden_states": "H",
    "encoder_outputs": "H", "enc_hidden_states": "H",
}  # fmt: skip
# What a phrase speaks of: the first of these words in it, so "the scores of the query" are scores.
PHRASES: tuple[tuple[str, str], ...] = (
    (r"query bias", "bq"), (r"key bias", "bk"), (r"value bias", "bv"), (r"output bias", "bo"),
    (r"query (?:weights?|projection)", "Wq"), (r"key (?:weights?|projection)", "Wk"),
    (r"value (?:weights?|projection)", "Wv"), (r"output (?:weights?|projection)", "Wo"),
    (r"(?:previous |current )?(?:decoder|target)(?: hidden)? states?", "s"),
    (r"(?:encoder|source)(?: hidden)? states|annotations|encoder outputs", "H"),
    (r"quer(?:y|ies)", "Q"), (r"keys?", "K"), (r"values?", "V"),
    (r"(?:input |token |word )?(?:embeddings?|vectors of the tokens)|inputs?(?: matrix)?", "X"),
    (r"(?:scaled|masked) (?:\w+ )?scores?|after scaling", "S_scaled"), (r"(?:\S{1,30} )?scores?|logits", "S"),
    (r"(?:attention )?weights?", "A"), (r"outputs?|results?|context", "O"), (r"mask", "M"),
)  # fmt: skip
PHRASE = re.compile(r"\b(?:" + "|".join(f"({words})" for words, _ in PHRASES) + r")\b", re.IGNORECASE)


class Symbol(NamedTuple):
    """A name as it stands on a page, whether its transpose is meant, and the word that says which row it is."""

    name: Name
    transposed: bool = False
    label: str = ""


def plain(text: str) -> str:
    r"""A formula without fonts, braces and scripts.

    >>> plain(r"\mathbf{W}_\mathbf{Q}"), plain(r"K^{\top}"), plain("q₁"), plain(r"\fh_1"), plain("s_{t-1}")
    ('W_Q', 'K.T', 'q1', 'h_1', 's_t-1')
    """
    text = unicodedata.normalize("NFKC", text.replace("ᵀ", "^T")).replace("−", "-")
    for pattern, by in PLAIN:
        text = pattern.sub(by, text)
    return text


def read_symbol(text: str) -> Symbol | None:
    """The name that a plain text is, or None; a single lower-case letter may be the matrix of the capital."""
    text = text.strip(" \t\"'$:*")
    transposed = text.endswith(".T")
    text = ASIDE.sub("", text.removesuffix(".T"))
    if parts := MIDDLE.fullmatch(text):
        text = f"{parts[1]}_{parts[3]}_{parts[2]}"
    if parts := PROJECTION.fullmatch(text):
        text = f"W{parts[1]}{parts[2]}"
    known = SYNONYMS.get(text.lower() if len(text) > 1 else text) or text
    name = _of_page(known) or _of_page(TIME.sub("", text)) if re.fullmatch(r"[^\W\d_][\w-]*", text) else None
    if name is None and (row := OF_WORD.fullmatch(text)) and row["word"].lower() not in NO_WORD:
        return Symbol(Name(WORD_ROWS[row["base"].lower()]), transposed, row["word"])
    return Symbol(name, transposed) if name else None


def _of_page(text: str) -> Name | None:
    """The name that a text spells, if pages are searched for it."""
    name = read_name(text)
    return name if name and name.base in {**INPUTS, **STEPS} else None


def of_words(phrase: str) -> Name | None:
    """The name that a phrase speaks of: "Query vectors", "the key vectors of the two words"."""
    found = PHRASE.search(phrase.replace("_", " "))
    return read_name(PHRASES[found.lastindex - 1][1]) if found and found.lastindex else None


def factors(text: str) -> tuple[Symbol, Symbol] | None:
    r"""The two names of a product: Q and Kᵀ of `QK^T`; what a projection multiplies, I too, is the input."""
    text = re.sub(r"\s*\*\s*|(?<=[\w)])\s+(?=[A-Za-z])", "*", text.strip(" $"))
    one, sign, other = text.partition("*")
    cuts = [(one, other)] if sign else [(text[:i], text[i:]) for i in range(1, min(len(text), 12))]
    for left, right in cuts:
        pair = (read_symbol("X" if left == "I" else left), read_symbol(right))
        if pair[0] and pair[1]:
            return pair[0], pair[1]
    return None


def row_base(name: Name) -> str | None:
    """The matrix that a vector of this name is a row of: K of k1 and of K1; None for anything else."""
    if name.row is not None:
        return name.base
    return name.base if name.base in ROWS.values() and len(name.section) == 1 else None

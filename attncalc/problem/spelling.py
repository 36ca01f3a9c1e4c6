r"""Names as papers and pages write them: W^Q, W_1^Q, W_{Q,1}, \gamma, scores, q_cat; and names with their transpose."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

from attncalc.problem.names import ROWS, Name, read_name
from attncalc.reading.expression import ink_of, named_by, spelt
from attncalc.reading.ink import Ink

ASIDE = re.compile(
    r"_(?:dec(?:oder)?|enc(?:oder)?|inputs?|tokens?|mat(?:rix)?|vec(?:tors?)?|self|cross|all|raw)(?=_|\d|$)",
    re.IGNORECASE,
)
MIDDLE = re.compile(r"([A-Za-z])_?(\d{1,3})_?([A-Za-z])")  # W_1^Q: the head stands before the kind
HEAD = re.compile(r"(.*[A-Za-z])_?head_?(\d{1,3})|([WB]_?[QKV])_?h_?(\d{1,3})", re.IGNORECASE)  # W_q^{head 1}, Wq_h1
OF_WORD = re.compile(r"(?P<base>[xeqkvh])_(?P<word>[^\W\d_]{2,20})", re.IGNORECASE)  # x_cat: a row, by its word
NO_WORD = {"ij", "ti", "tj", "in", "out", "th", "min", "max", "new", "old", "rot", "init", "start", "model"}
WORD_ROWS = {**ROWS, "e": "X"}
TIME = re.compile(r"_?t")
PROJECTION = re.compile(r"[wW]_?(q|k|v|o)(?:uery|ey|alue|ut|utput)((?:_?\d{1,3})?)")
SYNONYMS = {
    "q": "Q", "k": "K", "values": "V", "pe": "P", "positional_encoding": "P", "positional_encodings": "P",
    "x": "X", "input": "X", "inputs": "X", "embedding": "X", "embeddings": "X", "input_embeddings": "X",
    "token_embeddings": "X", "word_embeddings": "X", "tokens": "X",
    "score": "S", "scores": "S", "attention_scores": "S", "logits": "S", "scaled": "S_scaled",
    "scaled_scores": "S_scaled", "masked_scores": "S_masked", "weights": "A", "attention_weights": "A",
    "attn_weights": "A", "attn_mask": "M", "attention_mask": "M",
    "output": "O", "outputs": "O", "context": "O", "context_vector": "O",
    "dec_hidden_state": "s", "decoder_hidden_state": "s", "decoder_state": "s", "hidden_state": "s",
    "annotations": "H", "encoder_states": "H", "encoder_hidden_states": "H", "hidden_states": "H",
    "encoder_outputs": "H", "enc_hidden_states": "H",
}  # signs side by side  # fmt: skip
LONGEST = 60
Reads = Callable[[str], Name | None]


class Symbol(NamedTuple):
    """A name as it is written, whether its transpose is meant, and the word that says which row it is."""

    name: Name
    transposed: bool = False
    label: str = ""


def symbol_of(ink: Ink, reads: Reads = read_name) -> Symbol | None:
    """The name that an ink is, of those that `reads` knows, or None."""
    if ink.kind == "transpose":
        inner = symbol_of(ink.args[0], reads)
        return inner._replace(transposed=not inner.transposed) if inner else None
    is_name = ink.kind == "name" or (ink.kind == "power" and ink.args[0].kind == "name")  # W_Q, W_Q^1
    return read_symbol(spelt(ink), reads) if is_name else None


def symbol_in(text: str, reads: Reads = read_name) -> Symbol | None:
    """The name that a text is, of those that `reads` knows, or None."""
    ink = named_by(text) if text else None
    return symbol_of(ink, reads) if ink else None


def symbol_typed(text: str) -> Symbol | None:
    """The name that somebody typed before a colon, however papers write it, or None.

    >>> symbol_typed("W_1^Q").name
    Name(base='Wq', section=(1,), row=None)
    """
    if name := read_name(text):
        return Symbol(name)
    ink = ink_of(text) if 0 < len(text) <= LONGEST else None
    if ink and text[: ink.start].strip(" $"):  # ../x is no x
        return None
    if ink and ink.kind == "product" and all(part.kind == "name" for part in ink.args):
        return read_symbol("_".join(map(spelt, ink.args)))  # attention weights
    return symbol_of(ink) if ink else None


def name_typed(text: str) -> Name | None:
    """The same where a whole line is meant: not its transpose, not a row by its word."""
    symbol = symbol_typed(text)
    return symbol.name if symbol and not (symbol.transposed or symbol.label) else None


def as_known(text: str) -> str:
    """A name as it is typed, or as the vocabulary has it where only papers write it so."""
    return text if read_name(text) else str(name_typed(text) or text)


def read_symbol(text: str, reads: Reads = read_name) -> Symbol | None:
    """The name that a plain text is, or None; a single lower-case letter may be the matrix of the capital."""
    text = ASIDE.sub("", text.replace("(", "").replace(")", ""))
    if parts := HEAD.fullmatch(text):
        text = f"{parts[1] or parts[3]}_{parts[2] or parts[4]}"
    if parts := MIDDLE.fullmatch(text):
        text = f"{parts[1]}_{parts[3]}_{parts[2]}"
    if parts := PROJECTION.fullmatch(text):
        text = f"W{parts[1]}{parts[2]}"
    known = SYNONYMS.get(text.lower() if len(text) > 1 else text) or text
    name = reads(known) or reads(TIME.sub("", text)) if re.fullmatch(r"[^\W\d_][\w-]*", text) else None
    if name is None and (row := OF_WORD.fullmatch(text)) and row["word"].lower() not in NO_WORD:
        return Symbol(Name(WORD_ROWS[row["base"].lower()]), label=row["word"])
    return Symbol(name) if name else None

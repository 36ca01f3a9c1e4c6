"""The options of a question in words, as a paper says them."""

from __future__ import annotations

from collections.abc import Mapping

from attncalc.errors import InputError
from attncalc.problem.schema import Setting
from attncalc.reading.number import read_number
from attncalc.worksheet.notation import TEXT, write
from attncalc.worksheet.recorder import SIZES

TRUTH = {"true": "yes", "false": "no"}

# What is said of an option with this value, or with any; the empty text where it goes without saying.
SAID = {
    "tokens: rows": "",
    "tokens: columns": "Every token is a column.",
    "weights: in-out": "",
    "weights: out-in": "Weights are used transposed, as PyTorch stores them: Q is X times the transpose of Wq.",
    "mask: none": "",
    "mask: causal": "A causal mask is applied: token i sees tokens 1 to i.",
    "mask: strictly-causal": "A strictly causal mask is applied: token i sees tokens 1 to i − 1.",
    "mask: not-self": "No token sees itself.",
    "masked-rows: zero": "A query that sees no key has weights of 0.",
    "scale: none": "The scores are not scaled.",
    "scale": "The scores are multiplied by {}.",
    "divide-by": "The scores are divided by {}.",
    "softcap": "Large scores are capped: S becomes {0}·tanh(S/{0}).",
    "temperature": "The scores are divided by the temperature {}.",
    "temperatures": "The scores are divided by each of {} in turn.",
    "softmax: sum": "The weights are shares of the plain sum, without exponentials.",
    **dict.fromkeys(("mask", "window", "padding"), "M says which keys a query sees."),
    "mask-means": "",
    "queries": "Only these rows are worked out: {}.",
    "heads: 1": "There is one head.",
    "heads": "There are {} heads.",
    "buckets": "There are {} buckets of offsets.",
    "groups": "There are {} groups of heads, each with one head of keys and values.",
    "layers: 1": "There is one layer.",
    "layers": "There are {} layers.",
    "experts": "Each token goes to {} of the experts.",
    "causal: true": "A token sees only itself and those before.",
    "residual: true": "The tokens are added to what is made of them: X + F(X).",
    "residual: false": "Nothing is added to what is made of the tokens.",
    "norm: layer": "A layer norm follows.",
    "norm: rms": "An RMS norm follows.",
    "norm: none": "No norm is applied.",
    "activation: none": "No activation is applied.",
    "activation": "The activation is {}.",
    "eps": "In the norm, ε is {}.",
    "variance: population": "The variance is the mean of the squares.",
    "variance: sample": "The variance is the sum of the squares over their number less one.",
    "feature-map": "The feature map φ is {}.",
    "gamma": "What is left of the past after one token is γ = {}.",
    "lambda": "The factor of the penalty is λ = {}.",
    "w: 1": "A query sees one key on each side of its own.",
    "w": "A query sees {} keys on each side of its own.",
    "dilation": "From one key that is seen to the next are {} steps.",
    "side": "A window has a side of {} tokens.",
    "prefix": "Every query sees the first {} keys.",
    "top-k": "Only the {} largest are kept.",
    "top-p": "Only the largest are kept, until their sum reaches {}.",
    "p": "Each weight is dropped with probability {}.",
    "base": "The base of the frequencies is {}.",
    "D": "The window has {} source positions on each side.",
}


def in_words(options: Mapping[str, str], settings: Mapping[str, Setting]) -> list[str]:
    """A sentence for each option that says something."""
    told = (_sentence(key, value, settings[key].help) for key, value in options.items())
    return list(dict.fromkeys(filter(None, told)))


def _sentence(key: str, value: str, help_: str) -> str:
    said = SAID.get(f"{key}: {value}", SAID.get(key))
    if said is not None:
        return said.format(_shown(value))
    return f"{help_[0].upper()}{help_[1:].partition(';')[0]}: {TRUTH.get(value, value)}."


def _shown(value: str) -> str:
    """A value as mathematics is written: 1/√d_k; a list as its items."""
    try:
        tree = read_number(value, {*SIZES}).tree
    except InputError:
        return value.strip("[]")
    return write(tree, TEXT) if tree else value

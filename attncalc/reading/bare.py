r"""Formulas in lines of text without LaTeX: `\mathbf{W}_{Q}` as W_Q, `\frac{1}{\sqrt{d_k}}` as (1/√d_k)."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable

FONTS = (
    "mathbf|mathrm|mathit|mathbb|mathcal|mathsf|text|textbf|textit|textrm|texttt|bm|boldsymbol|vec|hat|bar|tilde|"
    "operatorname|underline|overline|pmb|overrightarrow|bf|rm|displaystyle|boxed"
)
NO_MACROS = {"pi", "mu", "nu", "xi", "in", "to", "le", "ge", "ne", "lt", "gt", "or", "ll", "gg", "fr"}
Rules = Iterable[tuple[re.Pattern[str], str | Callable[[re.Match[str]], str]]]
TURNED = (re.compile(r"\s?\^\s?\{?\s?(?:\\(?:top|intercal)|T|⊤)(?![A-Za-z])\s?\}?"), ".T")
NAME: Rules = (
    (re.compile(rf"\\(?:{FONTS})(?![A-Za-z])\s*"), ""),
    (re.compile(r"\\(?:cdot|times|ast)(?![A-Za-z])|[·×⋅∗@]"), "*"),
    TURNED,
    (re.compile(r"\s?\^\s?\{?\s?\\prime\s?\}?"), "′"),
    (re.compile(r"\\([A-Za-z])([A-Za-z])(?![A-Za-z])"),  # a macro of two letters is named for its last: \fh, \bK
     lambda match: match[1] + match[2] if match[1] + match[2] in NO_MACROS else match[2]),
    (re.compile(r"\\([A-Za-z]{1,30})"), r"\1"),
    (re.compile(r"\\[\s,;:!]"), " "),
    (re.compile(r"\^"), "_"),
    (re.compile(r"(?<=_)\s?[({]{1,2}\s?([\w-]{1,12})\s?[)}]{1,2}"), r"\1"),
    (re.compile(r"[{}]"), ""),
)  # fmt: skip
WORDS: Rules = (
    (re.compile(r"<[/A-Za-z][^<>$\n]{0,200}>"), " "),
    (re.compile(r"\\[dt]?frac\s?\{([^{}]{1,20})\}\s?\{([^{}]{1,20})\}"), r"(\1/\2)"),
    (re.compile(r"\\sqrt(?![a-z])|\bsqrt(?=\s?[({\[])|\b(?:np|math|torch)\.sqrt"), "√"),
    TURNED,
    (re.compile(r"\\(?:text|mathrm|mathbf|mathit|operatorname|left|right|vec|bm|boldsymbol|[dt]?frac)(?![a-z])"), ""),
    (re.compile(r"\\cdot(?![a-z])|[@·⋅×]|\\times(?![a-z])"), "*"),
    (re.compile(r"\\([A-Za-z]{1,20})"), r"\1"),
    (re.compile(r"[{}$\\]"), ""),
)


def bare_name(text: str) -> str:
    r"""A formula without fonts, braces and scripts.

    >>> bare_name(r"\mathbf{W}_\mathbf{Q}"), bare_name(r"K^{\top}"), bare_name("q₁"), bare_name("s_{t-1}")
    ('W_Q', 'K.T', 'q1', 's_t-1')
    """
    return _without(unicodedata.normalize("NFKC", text.replace("ᵀ", "^T")).replace("−", "-"), NAME)


def bare_words(line: str) -> str:
    """A line without LaTeX and tags: `d_k = 4`, `√d_k`, `X * W_q.T`."""
    return _without(unicodedata.normalize("NFKC", line.replace("ᵀ", ".T")), WORDS)


def _without(text: str, rules: Rules) -> str:
    for pattern, by in rules:
        text = pattern.sub(by, text)
    return text

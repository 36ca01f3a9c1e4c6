r"""Formulas in lines of text without LaTeX: `\mathbf{W}_{Q}` as W_Q, `\frac{1}{\sqrt{d_k}}` as (1/√d_k)."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable

Rules = Iterable[tuple[re.Pattern[str], str | Callable[[re.Match[str]], str]]]
TURNED = (re.compile(r"\s?\^\s?\{?\s?(?:\\(?:top|intercal)|T|⊤)(?![A-Za-z])\s?\}?"), ".T")
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


def bare_words(line: str) -> str:
    """A line without LaTeX and tags: `d_k = 4`, `√d_k`, `X * W_q.T`."""
    line = unicodedata.normalize("NFKC", line.replace("ᵀ", ".T"))
    for pattern, by in WORDS:
        line = pattern.sub(by, line)
    return line

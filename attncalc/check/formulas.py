"""Formulas as labels: what they look like without their numbers, and the lines that they may mean."""

from __future__ import annotations

import re
from collections.abc import Iterator

from attncalc.reading.ink import Ink

NUMBER = re.compile(r"[{}\s]|_?\{?\d+")

# Formulas as labels, by the letters that are left of them, and the lines that they may mean.
FORMULAS: tuple[tuple[re.Pattern[str], tuple[str, ...]], ...] = tuple(
    (re.compile(pattern, re.DOTALL), tuple(lines.split()))
    for pattern, lines in (
        (r"softmax.*\)[VH]$|[Aaα][VH]$|alpha[VH]$|[VH]T?(?:[aα]|alpha)T?$|(?i:attention\(.*|attn\(.*)", "O c"),
        (r"softmax.*|alphas?|beta", "A alpha"),
        (r"/√.?", "scale"),
        (r"[^√]*√.*M$|S.?M$|.*KTM$", "S_masked"),
        (r"(?:\\sum|[∑Σ])\S{0,3}E.*", "Z"),
        (r"e[SsZz].*|exp\(.*", "E"),
        (r"vT?tanh\(.*", "e"),
        (r"tanh\(.*", "T"),
        (r"(?i:concat.*)W_?[Oo].*|CW_?[Oo]|(?i:multi.?head.*)", "MH"),
        (r"(?i:concat.*)\)", "C"),
        (r"(?i:head)", "O"),
        (r".*[KX]T/.*|[^√]*√.*", "S_scaled"),
        (r".{1,3}[KX]T$|QK'?|Qk|KqT?|qkT?|KTQ|(?i:score\(.*)", "S e"),
        (r"[XIxHY].{0,2}W_?[Qq]$|WQ.?[Xx]$", "Q"),
        (r"[XIxHY].{0,2}W_?[Kk]$|WK.?[Xx]$", "K"),
        (r"[XIxHY].{0,2}W_?[Vv]$|WV.?[Xx]$", "V"),
        (r"H.?W.?T?|Wh.?", "Wh"),
        (r"H.?UT?|Uh.?", "Uh"),
        (r"[zZ]|[yY]|[oO]ut", "O Z"),
        (r"w", "alpha A E"),  # weights, before they are divided by their sum or after
        (r"a|at|p|P|α|A|alpha", "alpha A"),
        (r"c|ct|C|cx", "c O C"),
        (r"e|et|eh", "e S E"),
        (r"s|S|score", "e S"),
        (r"(?:S'|S̃)(?:_\d+)?|Ss", "S_scaled"),
        (r"O|Y|Out|output|o|y", "O"),
    )
)


def lines_of_formula(text: str) -> tuple[str, ...]:
    """The lines that a formula spelled so may mean; empty where it is none of the table."""
    return next((lines for pattern, lines in FORMULAS if pattern.fullmatch(text)), ())


def spelled(ink: Ink) -> str:
    """A formula as a label: QKT, softmax(QKT/√)V; numbers in it are left out."""
    return "".join(_spelled(ink))


def _spelled(ink: Ink) -> Iterator[str]:
    if ink.kind == "name":
        yield ink.name + "".join(NUMBER.sub("", index) for index in ink.indices)
    elif ink.kind == "call":
        yield "√" if ink.name == "sqrt" else f"{ink.name}("
        for arg in ink.args:
            yield from () if ink.name == "sqrt" else _spelled(arg)
        yield "" if ink.name == "sqrt" else ")"
    elif ink.kind == "words":
        yield ink.text.strip().split(" ")[0] if len(ink.text) < 30 else ""
    elif ink.kind == "quotient":
        yield from _spelled(ink.args[0])
        yield "/"
        yield from _spelled(ink.args[1])
    else:
        for arg in ink.args:
            yield from _spelled(arg)
        if ink.kind == "transpose":
            yield "T"

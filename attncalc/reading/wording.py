"""The words that stand before a formula, without what is no word; and formulas that words part, as one."""

from __future__ import annotations

import re
from dataclasses import replace

from attncalc.reading.chain import Chain
from attncalc.reading.commands import FUNCTIONS
from attncalc.reading.ink import Ink

MAX_WORDS = 300
MARKS = re.compile(  # what is no word
    r"\\(?:begin|end)\{[^{}\n]{0,20}\}|\\[\[\]();,:! ]|\\\\|\\(?:left|right|q?quad|boxed|displaystyle)(?![A-Za-z])\{?"
    r"|\\(?:implies|Rightarrow|therefore)(?![A-Za-z])|\$\$?|\*\*|`|~~|<[^<>\n]{1,40}>|^[}\]$.,;]+(?=\s|$)"
)
SAID = re.compile(
    r"\\(?:text|mbox|mathrm|mathbf|textbf|textit|emph|operatorname|(?:sub)*section\*?|paragraph)\s?\{([^{}\n]{0,200})\}"
)
HANGING = re.compile(
    r"(?:\\(?:text|mbox|math[a-z]{2,4}|text[a-z]{2}|bm|boldsymbol|(?:wide)?tilde|(?:wide)?hat|bar|vec|overline|underline"
    r"|boxed|operatorname|(?:text)?color\{\w{1,20}\}|underbrace)\s?\{?|[$^_{\[(])\s?$"
)
STRAY = re.compile(r"\}\s?$")


def tidy(words: str) -> str:
    """Words without what is no word, and without what was opened before the formula behind them."""
    words = " ".join(MARKS.sub(" ", SAID.sub(r"\1", words)).split())[-MAX_WORDS:]
    while match := HANGING.search(words) or (words.count("}") > words.count("{") and STRAY.search(words)):
        words = words[: match.start()].rstrip()
    return words


def join(text: str, held: Chain, chain: Chain) -> None:
    """Goes on with a chain in another one."""
    last, first = held.sides[-1], chain.sides[0] if chain.sides else None
    held.end = max(held.end, chain.end)
    if chain.opens:
        held.signs = [*held.signs[: len(held.sides) - 1], chain.opens]
    elif not held.ends_open and first and last.kind == "name" and last.name.lower() in FUNCTIONS:
        call = replace(last, kind="call", end=first.end, text=text[last.start : first.end], args=(first,),
                       name=last.name.lower())  # fmt: skip
        held.sides[-1] = call
        held.sides += chain.sides[1:]
        held.signs += chain.signs
        return
    elif not held.ends_open and first:
        factors = (*(last.args if last.kind == "product" else (last,)), first)
        held.sides[-1] = Ink("product", last.start, first.end, text[last.start : first.end], factors)
        held.sides += chain.sides[1:]
        held.signs += chain.signs
        return
    held.sides += chain.sides
    held.signs += chain.signs

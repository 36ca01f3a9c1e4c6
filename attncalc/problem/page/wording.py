"""What a problem says in words: options, and things that have to be typed by hand. One table each."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator
from typing import NamedTuple

NUMBERS = {"one": "1", "two": "2", "three": "3", "four": "4", "five": "5", "six": "6", "eight": "8", "zwei": "2"}
NUMBER = r"(\d{1,6}(?:\.\d{1,9})?(?:/\d{1,6})?|one|two|three|four|five|six|eight)"
NOT = r"(?:not|n[’']t)"
SEES = r"(?:attend|look|see|peek)s?"
LATER = r"(?:later|future|subsequent|after|ahead)"
EARLIER = r"(?:earlier|previous|before|past)"


class Wording(NamedTuple):
    """A pattern of words, the option that it sets, and the value: a text, or what the pattern's group says."""

    key: str
    pattern: re.Pattern[str]
    value: str | None = None
    weak: bool = False  # other words about the same thing win


def _row(key: str, pattern: str, value: str | None = None, *, weak: bool = False) -> Wording:
    return Wording(key, re.compile(pattern, re.IGNORECASE), value, weak)


OPTIONS = (
    _row("d_k", rf"\bd_?k\s*(?:=\s*d_?v\s*)?(?:=|is|equals|equal to|:)\s*{NUMBER}(?![\d.]*\s?[·*/√])"),
    _row("d_k", r"√\s?\(?d_?k\)?\s*=\s*√\s?\(?(\d{1,6})"),
    _row("d_k", rf"(?:key|head|query)s?[- ](?:dimension|width|size)s?(?:\s?\(?d_?k\)?)?\s*(?:is|of|=|equals)\s*{NUMBER}"),
    _row("scale", rf"(?:do|does|is|are|was|were)(?:\s+{NOT}|n[’']t)\s+(?:be\s+)?(?:use\s+)?(?:any\s+)?scal(?:e|ed|ing)\b", "none"),
    _row("scale", r"(?:without|no|ohne|omit|ignore|skip|drop|sin|sans)\s+(?:any\s+|the\s+|all\s+|√\s?\(?d_?k\)?\s+)*(?:scal(?:e|ing)|mise à l['’]échelle|skalierung|escal\w+)\b",
         "none"),
    _row("scale", r"(?:left|kept|stay)\s+unscaled|not\s+scaled|already\s+(?:been\s+)?(?:divided|scaled)", "none"),
    _row("scale", r"softmax[^.\n]{0,30}\bas (?:they|it) (?:are|is|stands?)\b", "none"),
    _row("scale", r"\bunscaled\b|softmax\s?\(\s?QK[._]?T\s?\)", "none", weak=True),
    _row("scale", rf"scores?[^.\n]{{0,40}}\bmultiplied by\s+(?:[a-zλβα]{{1,6}}\s*=\s*)?{NUMBER}"),
    _row("divide-by", r"\bdivid\w+[^.\n]{0,40}?\sby\s+√\s?\(?(\d{1,6})\)?(?!\s?=)", "sqrt({})"),
    _row("divide-by", rf"\bdivid\w+[^.\n]{{0,40}}?\sby\s+\(?{NUMBER}\)?(?=[\s,.;]|$)"),
    _row("divide-by", r"\bdivid\w+[^.\n]{0,40}?\sby\s+d_?k\b", "d_k"),
    _row("scale", rf"\b(?:multiply|scale)\s+(?:all\s+|the\s+|these\s+)*scores?\s+(?:by|with)\s+\(?{NUMBER}\)?(?=[\s,.;]|$)"),
    _row("mask", r"strictly[- ]causal", "strictly-causal"),
    _row("mask", r"\bcausal|look-?ahead mask|\bkausal|masked (?:multi-?head )?self-attention", "causal"),
    _row("mask", rf"\b(?:{NOT}|cannot|never|no)\b[^.\n]{{0,30}}\b{SEES}\b[^.\n]{{0,40}}\b{LATER}", "causal"),
    _row("mask", rf"\bonly\b[^.\n]{{0,20}}\b{SEES}\b[^.\n]{{0,50}}\b{EARLIER}", "causal"),
    _row("heads", rf"\b(?:h|n_?heads|num_?heads)\s*=\s*{NUMBER}\b"),
    _row("heads", rf"\b{NUMBER}\s+(?:attention\s+|parallel\s+)?(?:heads|köpfe)\b"),
    _row("tokens", r"\beach column\b[^.\n]{0,40}\b(?:token|word|query|key)\b|\bone column (?:per|for each)\b", "columns"),
    _row("tokens", r"\b(?:tokens?|inputs|embeddings)\b[^.\n]{0,20}\b(?:as|in|are|form) (?:the )?columns\b", "columns"),
    _row("tokens", r"\beach (?:token|word|embedding|query|key)\b[^.\n]{0,30}\b(?:a|one) column\b", "columns"),
    _row("states", r"\beach (?:is |as )?(?:a|one|in a) column\b|\bstates?\b[^.\n]{0,20}\b(?:as|in|are) (?:the )?columns\b", "columns"),
    _row("tokens", r"\b(?:softmax|normali[sz]\w+)[^.\n]{0,30}\b(?:down|over|along|of) (?:each |every |the |all )?columns?\b"
         r"|\bcolumn-?wise softmax", "columns"),
    _row("tokens", r"\btokens?\b[^.\n]{0,30}\bspalten\b|\btokens?\b[^.\n]{0,30}\bcolonnes?\b", "columns"),
    _row("weights", r"\bX\s?\*?\s?W_?[qkv]\w{0,8}\.T\b|\bnn\.Linear\b", "out-in"),
    _row("temperature", rf"\btemperature\s*(?:of|is|=)?\s*(?:[TτΤ]\s*=\s*)?{NUMBER}"),
    _row("softmax", rf"\b(?:{NOT}|instead of|without|no)\b[^.\n]{{0,20}}\bsoftmax\b[^.\n]{{0,40}}\bdivid\w+[^.\n]{{0,40}}\bby (?:the|their) sum",
         "sum"),
)  # fmt: skip
SCALED = re.compile(r"√|\broot\b|\bscaled dot|scal(?:e|ing) (?:by|factor)", re.IGNORECASE)
DENIED = re.compile(r"\b(?:no|non|without(?: a| any| the)?|not(?: a)?)[- ](?=causal|masked)[\w-]{1,20}", re.IGNORECASE)
ASIDE = re.compile(
    r"\b(?:would|what if|how do(?:es)?|why|if (?:we|you)|rows or|versions?|variants?|in practice|\w*GPT|unlike)\b",
    re.IGNORECASE,
)
CONTRAST = re.compile(r"\b(?:in contrast|unlike|im gegensatz|contrairement)\b", re.IGNORECASE)
# What a page may prescribe that is typed by hand: the group says what, the text why.
BY_HAND = (
    (r"(?<![+/*])(?<![+/*]\s)\be\s?\^\s?\(?-?[\d.]{1,9}\)?\s*(?:=|≈|approx)\s*(\d{1,9}\.\d{1,9})", "a prescribed value of the exponential function",
     "type softmax: {{exp: {{2: 7.39}}}} under options if it is to be used"),
    (r"([-−](?:\d{1,3}(?:,\d{3}){1,3}|1e\+?\d{1,2}|10{3,9}))\b[^.\n]{0,30}\b(?:is |are |be )?add(?:ed|s)?\b",
     "a large negative number is added to some scores", "type it as a table: mask: [[0, 0, {}]]"),
    (r"\badd(?:s|ed|ing)?\s([-−](?:\d{1,3}(?:,\d{3}){1,3}|1e\+?\d{1,2}|10{3,9}))\b",
     "a large negative number is added to some scores", "type it as a table: mask: [[0, 0, {}]]"),
    (r"\b((?:attends?|looks?|sees?) only (?:to |at )?(?:the )?(?:tokens?|words?|positions?) before (?:it|itself))\b",
     "these words may leave the token itself out", "type mask: causal, or mask: strictly-causal"),
    (r"\b(not (?:shown|given here|printed)|omitted here)\b", "numbers are left out", "the page does not give them"),
    (r"\b((?:instead|in place) of (?:the |a )?(?:softmax|e\s?\^|exp)\w*|replac\w+ (?:the )?softmax"
     r"|softmax[^.\n]{0,30}\b(?:replaced|instead)|ReLU|sparsemax)", "another softmax", "see softmax in the README"),
    (r"\b(padding|padded|pad tokens?)\b", "words about padding", "type padding: [1, 1, 0] under options if it is meant here"),
    (r"\b(position(?:al)? (?:encodings?|embeddings?|vectors?)|positions? (?:is|are) added)\b", "positions are not added",
     "type X with them added if that is meant"),
    (r"\b(sliding window|window of \w{1,9}|ALiBi|RoPE|rotary|soft-?cap\w{0,4})\b", "words about the scores that are not read",
     "see the options in the README"),
)  # fmt: skip
BY_HAND_PATTERNS = tuple((re.compile(pattern, re.IGNORECASE), what, why) for pattern, what, why in BY_HAND)
PLAIN: tuple[tuple[re.Pattern[str], str | Callable[[re.Match[str]], str]], ...] = (
    (re.compile(r"\\[dt]?frac\s?\{([^{}]{1,20})\}\s?\{([^{}]{1,20})\}"), r"(\1/\2)"),
    (re.compile(r"\\sqrt(?![a-z])|\bsqrt(?=\s?[({\[])|\b(?:np|math|torch)\.sqrt"), "√"),
    (re.compile(r"\^\s?\{?\s?(?:\\(?:top|intercal)|T|⊤)(?![A-Za-z])\s?\}?"), ".T"),
    (re.compile(r"\\(?:text|mathrm|mathbf|mathit|operatorname|left|right|vec|bm|boldsymbol|[dt]?frac)(?![a-z])"), ""),
    (re.compile(r"\\cdot(?![a-z])|[@·⋅×]|\\times(?![a-z])"), "*"),
    (re.compile(r"\\([A-Za-z]{1,20})"), r"\1"),
    (re.compile(r"[{}$\\]"), ""),
)


class Said(NamedTuple):
    """An option that a line sets; `doubt` says why it may not be meant."""

    key: str
    value: str
    line: int
    words: str
    doubt: str = ""


def words_of(line: str) -> str:
    """A line without LaTeX: `d_k = 4`, `√d_k`, `X * W_q.T`."""
    line = unicodedata.normalize("NFKC", line.replace("ᵀ", ".T"))
    for pattern, by in PLAIN:
        line = pattern.sub(by, line)
    return line


def options(lines: list[tuple[int, str]]) -> list[Said]:
    """What numbered lines say about options: the first word on each wins, plain words before hints."""
    texts = [(number, DENIED.sub("", words_of(line))) for number, line in lines]
    scaled = any(SCALED.search(text) for _, text in texts)
    said: dict[str, Said] = {}
    for row in OPTIONS:
        if row.key not in said and not (row.weak and scaled) and (found := _first(row, texts)):
            said[row.key] = found
    return list(said.values())


def _first(row: Wording, texts: list[tuple[int, str]]) -> Said | None:
    """The first place that says so; one in a question only where there is no other."""
    found = None
    for number, text in texts:
        for sentence in re.split(r"(?<=[.?!])\s+", text):
            if CONTRAST.search(sentence) or not (match := row.pattern.search(sentence)):
                continue
            group = match[1] if row.pattern.groups else ""
            value = (row.value or "{}").format(NUMBERS.get(group.lower(), group))
            said = Said(row.key, value, number, match[0])
            if not ASIDE.search(sentence):
                return said
            found = found or said._replace(doubt="it may or may not be meant here")
    return found


def by_hand(lines: list[tuple[int, str]]) -> Iterator[tuple[int, str, str]]:
    """What has to be typed by hand: the line, what it is, and why."""
    for pattern, what, why in BY_HAND_PATTERNS:
        for number, line in lines:
            if match := pattern.search(words_of(line)):
                yield number, match[1], f"{what}; {why.format(match[1])}"
                break

r"""Every matrix on a page that stands in brackets: \begin{bmatrix} … \end{bmatrix}, [[1, 0], [0, 1]], np.array(…)."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from attncalc.errors import InputError, Place

MAX_LITERALS = 20_000
BRACKET = re.compile(
    r"\\begin\s{0,9}\{(?P<begin>[A-Za-z]{1,12}\*?)\}|\\end\s{0,9}\{(?P<end>[A-Za-z]{1,12}\*?)\}|[][()]"
)
MATRIX = re.compile(r"\\begin\s{0,9}\{(?:small)?[bpvBV]?matrix\*?\}|\\begin\s{0,9}\{array\}")
MAKERS = (
    "array|asarray|as_tensor|tensor|Tensor|FloatTensor|matrix|Matrix|transpose|diag|eye|identity|ones|zeros|triu|tril"
)
CALL = re.compile(
    r"(?<![\w.])(?:(?:np|numpy|torch|tf|jnp|sp|sympy)\.(?:\w{1,20}\.){0,3}(?:" + MAKERS + r"|\w{0,12}rand\w{0,12})"
    r"|(?:np|numpy|torch|random)\.(?:random|default_rng)[\w.]{0,30}|array|tensor|Matrix)\s?(?=\()"
)
DICTIONARY = re.compile(
    r"\{\s*(?:(?:\"[^\"\n]{1,40}\"|'[^'\n]{1,40}')\s*:\s*(?:[\w.]{1,20}\()?\[[-+\d.,eE\s]{1,400}\][^\"'{}\[\]\n]{0,40}\s*){2,500}+\}"
)
START = re.compile(f"{DICTIONARY.pattern}|{CALL.pattern}|{MATRIX.pattern}" + r"|\[|\(")
SEVERAL = re.compile(r"[\"'](?:Q|K|V|X|[Ww]_?[qkvoQKVO]|query|queries|keys?|values?)[\"']\s*:")  # matrices, not rows
NUMBERS = re.compile(
    r"(?:[-+−–\d.,;/*^\s\[\]()|√∞%·×⋅?_&…⋮'\"{}¼-¾]|(?:#|//|←)[^\n]*+|(?<![A-Za-z])(?:[eEXxI]|pi)(?![A-Za-z])"
    r"|\\?(?:sqrt|exp|ln|log|sin|cos|tanh|inf|infty|float|nan|np|torch|dtype=\w+)(?![A-Za-z])"
    r"|\\(?:[dt]?frac|cdot|times|[vlcd]?dots|quad|left|right|[,; ]))*+"
)
TUPLE = re.compile(r"[-+−\d.,/√()\s]*")
BEFORE = re.compile(r"(?:\\left\s?)?[\[(|]\s?$")
AFTER = re.compile(r"\s?(?:\\right\s?)?[\])|]")
TURNED = re.compile(
    r"\s{0,3}(?:\^\s?\{?\s?(?:\\(?:top|intercal|prime)|\\(?:mathsf|mathrm|text)\{T\}|T|⊤)(?![A-Za-z])\s?\}?|ᵀ"
    r"|\.(?:T|mT)(?![A-Za-z])|\.(?:transpose|t|float|double|tolist|numpy|clone)\(\s?\)"
    r"|\.(?:reshape|view|astype|to)\([^()\n]{0,60}\))"
)


class Literal(NamedTuple):
    """A matrix as it stands from `start` to `end` of a text; `depth` counts the brackets of a list."""

    start: int
    end: int
    text: str
    depth: int = 0

    @property
    def is_vector(self) -> bool:
        """Whether it is one list of entries."""
        return self.depth == 1 and ";" not in self.text and "\n" not in self.text.strip()


def literals(text: str, source: str) -> list[Literal]:
    """The matrices in a text, in order; raises InputError where there are too many to be of a page."""
    ends = _ends(text)
    found: list[Literal] = []
    last = 0
    for match in START.finditer(text):
        if match.start() < last:
            continue
        if literal := _literal(text, match, ends) or _unclosed(text, match, ends):
            found.append(literal)
            last = literal.end
        if len(found) > MAX_LITERALS:
            raise too_many(source, text.count("\n", 0, last) + 1)
    return found


def too_many(source: str, line: int) -> InputError:
    """The error that a page has more matrices than anybody reads."""
    return InputError(f"it has more than {MAX_LITERALS:,} matrices; that is no page", place=Place(source, line))


def _ends(text: str) -> dict[int, int]:
    """Where what opens at a position ends; brackets that nothing closes are left out."""
    opened: list[tuple[str, int]] = []
    count: Counter[str] = Counter()
    ends: dict[int, int] = {}
    for match in BRACKET.finditer(text):
        opens = match["begin"] or {"[": "]", "(": ")"}.get(match[0])
        if opens:
            opened.append((opens, match.start()))
            count[opens] += 1
            continue
        kind = match["end"] or match[0]
        while count[kind]:
            name, start = opened.pop()
            count[name] -= 1
            if name == kind:
                ends[start] = match.end()
                break
    return ends


def _literal(text: str, match: re.Match[str], ends: dict[int, int]) -> Literal | None:
    start = match.start()
    if match[0].startswith("{"):
        return None if SEVERAL.search(match[0]) else Literal(start, match.end(), match[0])
    is_list = match[0] in "[("
    end = ends.get(start if is_list or match[0].startswith("\\") else match.end())
    if end is None or end - start > 50_000 or (is_list and not _is_list(text, start, end)):
        return None
    depth = _depth(text[start:end]) if is_list else 0
    if match[0].startswith("\\") and (before := BEFORE.search(text, max(0, start - 9), start)):
        closed = AFTER.match(text, end)
        start, end = (before.start(), closed.end()) if closed else (start, end)
    inner = end
    while end - inner < 100 and (turned := TURNED.match(text, end)):
        end = turned.end()
    return Literal(start, end, text[start:end], depth)


def _unclosed(text: str, match: re.Match[str], ends: dict[int, int]) -> Literal | None:
    """A bracket behind a sign of equality that nothing closes."""
    start = match.start()
    if match[0] != "[" or start in ends or not re.search(r"=\s?$", text[max(0, start - 3) : start]):
        return None
    return Literal(start, start + 1, "[")


def _is_list(text: str, start: int, end: int) -> bool:
    """Whether a bracket holds numbers, and stands for itself rather than as an index or an argument."""
    before, inside = text[start - 1 : start], text[start + 1 : end - 1]
    if before.isalnum() or before == "_" or not re.search(r"\d|∞|inf", inside):
        return False
    if text[start] == "(":
        return TUPLE.fullmatch(inside) is not None and "," in inside
    return NUMBERS.fullmatch(inside) is not None


def _depth(text: str) -> int:
    """How deep brackets stand at the first entry."""
    return len(re.match(r"[\[(\s]*", text)[0].replace(" ", "").replace("\n", ""))  # type: ignore[index]


class Lines:
    """Which line of a text a position is on, from 1."""

    def __init__(self, text: str) -> None:
        self.starts = [0, *(match.end() for match in re.finditer("\n", text))]

    def __getitem__(self, position: int) -> int:
        return bisect_right(self.starts, position)

    def range(self, first: int, last: int) -> Iterator[int]:
        """The positions where these lines begin."""
        yield from self.starts[first - 1 : last]

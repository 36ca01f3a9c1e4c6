r"""A page as plain lines: what dresses it (HTML, Markdown, JSON, addresses of pictures) is taken off.

Every line stays where it is, so that a place on the cleaned page is one on the page.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from html import unescape
from urllib.parse import unquote

from attncalc.errors import InputError, Place
from attncalc.problem.page.page import Unread

MAX_BYTES = 2_000_000
MAX_LINE = 20_000
PICTURE = re.compile(r"data:image/[a-z+.]{1,20};base64,[A-Za-z0-9+/=]+")
TEX_COMMENT = re.compile(r"^[ \t]{0,20}%.*$", re.MULTILINE)
SURROGATE = re.compile(r"[\ud800-\udfff]")
TAGS = (
    "table|thead|tbody|tr|td|th|p|div|span|br|b|i|em|strong|u|center|code|pre|h[1-6]|ul|ol|li|a|img|hr|details|summary"
)
CLEANED: tuple[tuple[re.Pattern[str], str | Callable[[re.Match[str]], str]], ...] = (
    (re.compile(r"[\u200b\u2060\ufeff\u00ad]"), ""),
    (re.compile(r"^.*%5C.*$"), lambda match: unquote(match[0])),  # the address of a picture of a formula
    (re.compile(r"^.*(?<!\\)\\\\begin.*$"), lambda match: match[0].replace("\\\\", "\\")),  # of JSON
    (re.compile(r"^\s*(?:`{3,}|~{3,})[\w+-]{0,20}\s*$"), ""),  # fences
    (re.compile(rf"</?(?:{TAGS})\b[^<>$\\]{{0,300}}>", re.IGNORECASE), " "),
    (re.compile(r"<sub>([^<>]{1,20})</sub>", re.IGNORECASE), r"_{\1}"),
    (re.compile(r"<sup>([^<>]{1,20})</sup>", re.IGNORECASE), r"^{\1}"),
    (re.compile(r"&(?:[A-Za-z]{2,8}|#\d{1,6});"), lambda match: unescape(match[0])),
    (re.compile(r"~~[^~]{0,2000}~~"), " "),  # crossed out
    (re.compile(r"(?<!\\)\\(?=[\[\]()])"), " "),  # \[ … \] in LaTeX, \[1, 0] in Markdown
    (re.compile(r"\\([_*#])"), r"\1"),
    (re.compile(r"(?<![\w*])\*\*(?=\S)|(?<=\S)\*\*(?![\w(])|`"), ""),
    (re.compile(r"^(?:\s{0,3}>\s?){1,5}"), ""),
    (re.compile(r"^\s*(?:[-*•+]|\d{1,3}[.)]|\(?[a-z]\))\s+"), "  "),  # of a list
)
CAPTION = re.compile(
    r"^\s*[*_>]{0,3}(?:Figure|Fig\.|Abbildung|Abb\.|Figura|图)\s?\d[\d.]{0,9}\b.*$"
    r"|!\[[^\[\]\n]{0,300}(?:\[[^\n]{0,300}?)?\]\((?![^()\n]{0,2000}%5C)[^()\n]{0,2000}\)"  # %5C: of a formula
    r"|\\caption\s?\{.*$",
    re.IGNORECASE,
)
HOLDS_MATRIX = re.compile(r"=\s?\$?\s?(?:\[|\\begin|\()")
SIGNS = str.maketrans({"：": ":", "＝": "=", "，": ",", "（": "(", "）": ")", "；": ";", "\u00a0": " ", "\u2009": " "})


def raw_lines(text: str, source: str) -> tuple[list[str], list[Unread]]:
    """The lines of a page without comments, pictures and captions, and those that are too long for anybody's to be.

    Raises InputError where the page is too large to be one.
    """
    if len(text) > MAX_BYTES:
        raise InputError(f"it is larger than {MAX_BYTES // 1_000_000} MB, which is no page", place=Place(source))
    text = SURROGATE.sub("\ufffd", text.replace("\r\n", "\n").replace("\r", "\n"))
    lines = PICTURE.sub("", _without_comments(text)).split("\n")
    captions = [Unread(number, "a caption", "what it says of a picture is not taken as given")
                for number, line in enumerate(lines, 1)
                if len(line) <= MAX_LINE and HOLDS_MATRIX.search(" ".join(CAPTION.findall(line)))]  # fmt: skip
    long = [Unread(number, f"a line of {len(line):,} characters", "nobody writes such lines; it is left out")
            for number, line in enumerate(lines, 1) if len(line) > MAX_LINE]  # fmt: skip
    return [CAPTION.sub("", line) if len(line) <= MAX_LINE else "" for line in lines], [*long, *captions]


def plain_lines(raw: list[str]) -> list[str]:
    """The lines of a page without what dresses them."""
    return [_cleaned(line) for line in raw]


def _without_comments(text: str) -> str:
    """Without <!-- … --> and lines that begin with %, as comments of TeX do; line ends stay."""
    first, *parts = text.split("<!--")
    kept = [first]
    for part in parts:
        comment, end, rest = part.partition("-->")
        kept.append("\n" * comment.count("\n") + rest if end else f"<!--{part}")
    return TEX_COMMENT.sub("", "".join(kept))


def _cleaned(line: str) -> str:
    if not line or line.isspace():
        return ""
    line = line.translate(SIGNS)
    for pattern, by in CLEANED:
        line = pattern.sub(by, line)
    return line.replace("\n", " ")

"""A page cut into problems, and each problem into what is asked, the steps to it, and the solution.

Headings with a number (Exercise 2, Question 3, Q1) …) begin a problem; other headings as high as its own may.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import NamedTuple

ASKED, STEPS, SOLVED = range(3)
MARK = r"^[\s#>*_~|-]{0,20}(?:[^\w\s(#*]{1,4}\s{0,3})?"
KINDS = "Exercise|Question|Problem|Task|Test|Case|Sample|Example|Aufgabe|Übung|Ejercicio|Exercice|Esercizio|Ex\\."
NUMBERED = re.compile(
    MARK
    + r"(?:\d{1,3}(?:\.\d{1,3}){0,3}\.?\s+)?"
    + rf"(?P<key>(?:{KINDS})\s*(?:no\.?\s*)?#?\d{{1,3}}(?:\.\d{{1,3}}){{0,3}})\b"
    r"|^[\s#*]{0,9}(?:\d{1,3}(?:\.\d{1,3}){0,3}\s+)?(?P<short>[QP]\s?\d{1,3})[a-z]{0,3}\s*"
    r"(?:[).:](?:\**\s+(?=\D)|\**$)|\**$)"
    r"|^\s*\*\*(?P<bold>\d{1,3}(?:\.\d{1,3}){1,3})\b",
    re.IGNORECASE,
)
WORD = "Solutions?|Answers?|Lösung(?:en)?|Soluci[oó]n|Worked solution|Model answer|答案|解答"
SOLUTION = re.compile(
    MARK + rf"(?:\d{{1,2}}[.)]\s*)?(?:(?:{WORD})\b(?!\s+(?:the|all|these|each|both)\b)"
    r"|(?:Results?|Check|Output|Expected(?:\s\w+)?|Ausgabe)s?\s*(?:\*{0,2}[:.]|$))",
    re.IGNORECASE,
)
STEP = re.compile(
    MARK
    + r"(?:\d{1,2}[.)]\s*)?"
    + r"(?:(?:Step|Schritt|Paso|Passo|Langkah|Bước|Étape|Шаг)\s*\d|[步第]\S{0,2}[骤驟步]?\s*[一二三四五\d])",
    re.IGNORECASE,
)
QUESTION = re.compile(r"\s*\\(?:question|titledquestion)\b")
ITEM = re.compile(r"\s*\\item\b")
LIST = re.compile(r"\\(?P<end>begin|end)\s?\{(?:enumerate|itemize|parts|questions)\}")
TAGS = re.compile(r"^\s*(?:<[^<>]{1,60}>\s*){1,9}")
FENCE = re.compile(r"\s*(?:`{3}|~{3})")
HEADING = re.compile(r"^\s{0,3}(#{1,6})\s+(?=\S)")
TITLE = re.compile(r"^[\W_]+|(?<![\s#*:_])[\s#*:_]+$|\*\*|[`$]")


COMMAND = re.compile(r"^\s*\\(?:question|titledquestion|item)\b\s*(?:\[[^\]]{0,40}\])?\s*|\\(?:text\w\w|emph)\b")


class Line(NamedTuple):
    """A line's number, and whether it belongs to what is asked, to the steps, or to the solution."""

    number: int
    part: int


@dataclass
class Section:
    """The lines of a problem, or of a part of one that stands under a heading of its own."""

    title: str
    numbered: bool
    level: int = 9
    lines: list[Line] = field(default_factory=list)

    def part(self, number: int) -> int | None:
        """Which part of this section a line is in, or None."""
        first = self.lines[0].number if self.lines else 0
        return self.lines[number - first].part if 0 <= number - first < len(self.lines) else None


def sections(lines: list[str]) -> list[Section]:
    """The sections of a page, in order; the first one may be what stands before any heading."""
    found = [Section("", numbered=False)]
    seen: list[str] = []
    part, solved_level, in_code = ASKED, 9, False
    questions = _questions(lines)
    for number, raw in enumerate(lines, 1):
        in_code ^= bool(FENCE.match(raw))
        line = TAGS.sub("", raw)
        heading = None if in_code else HEADING.match(line)
        level = len(heading[1]) if heading else 9
        if SOLUTION.match(line) or (heading and re.search(rf"\b(?:{WORD})\b", line, re.IGNORECASE)):
            part, solved_level = SOLVED, level
        elif key := questions.get(number) or _key(line):
            if key not in seen and not (part == SOLVED and solved_level < level < 9):
                found.append(Section(_title(line), True, level))
                part, solved_level = ASKED, 9
                seen.append(key)
            elif key not in seen[-1:]:
                part = SOLVED
        elif STEP.match(line):
            part = max(part, STEPS)
        elif heading and level <= found[-1].level and level <= solved_level:
            found.append(Section(_title(line), False, level))
            part, solved_level = ASKED, 9
        found[-1].lines.append(Line(number, part))
    return [section for section in found if section.lines]


def _key(line: str) -> str | None:
    """The kind and the number of a problem that begins on this line: `exercise2`."""
    match = NUMBERED.match(line) if len(line) < 2000 or line[:40].strip() else None
    key = match["key"] or match["short"] or match["bold"] if match else None
    return re.sub(r"\W", "", key).lower() if key else None


def _questions(lines: list[str]) -> dict[int, str]:
    r"""The lines where LaTeX begins a problem: \question, and an outermost \item where items have parts."""
    depth, deepest, found, items = 0, 0, [], []
    for number, line in enumerate(lines, 1):
        for match in LIST.finditer(line):
            depth = max(0, depth + (1 if match["end"] == "begin" else -1))
        deepest = max(deepest, depth)
        if QUESTION.match(line):
            found.append(number)
        elif depth == 1 and ITEM.match(line):
            items.append(number)
    return {number: f"item{number}" for number in [*found, *(items if deepest > 1 and not found else [])]}


def _title(line: str) -> str:
    line = COMMAND.sub("", line)
    line = re.split(r"(?<!\s)\s*(?:\$|\\[(\[]|\\begin)", line)[0].strip() or line if "=" in line else line
    text = " ".join(TITLE.sub("", line[:300]).split())
    return text if len(text) <= 80 else text[:79].rsplit(" ", 1)[0] + " …"

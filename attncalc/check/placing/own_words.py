"""What a page repeats of the problem itself: titles as headings, and the sentences that `solve` writes around the work.

The numbers in them, and the codes of questions, are nobody's answer; a title says to which of several problems the
page comes.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from attncalc.check.placing.sheets import Sheet
from attncalc.problem.codes import codes_in, value_of
from attncalc.reading.headings import SECTION
from attncalc.reading.lines import bounds_of

MISTAKES = "What common mistakes give"  # a heading of solutions; what stands below it is nobody's work
LINE = re.compile(r"[^\n]+")
DIFFERS = re.compile(r"\w{1,40} differs in (?:\d{1,6} entries: )?\(\d{1,6},\d{1,6}\)[\d,() ….]*")
HINT = re.compile(r"--expand [\w:,]{1,40} writes out one entry[\w\s;-]{0,60}")
STEP = re.compile(  # 2  S_scaled = S/√d_k = S/√2  3×3
    r"^[> ]{0,8}\d{1,3}  [^\W\d][^\n]{1,300}(?:  \d{1,4}(?:×\d{1,4})?|\n\d{1,4}×\d{1,4})[ \r]{0,9}$", re.MULTILINE
)
RULE = re.compile(r"={3,200}[ \r]{0,9}")  # below the title of a page in plain text
TASK = re.compile(
    r"(?:\([a-z]\) )?(?:Calculate|Fill in the missing) [^\n]{1,400}\(\d[\d.]{0,9} marks?[^()\n]{0,60}\)\.?"
    r"|Worth \d[\d.]{0,9} marks?[^\n]{0,60}\."
)  # of papers
COMMAND = re.compile(r"\\[A-Za-z]{1,20}|[{}\\]")
NO_LETTER = re.compile(r"[^\w]+|_|[Α-Ωα-ω]")
DIGIT = re.compile(r"\d")


class Passage(NamedTuple):
    """A part of a page that is no answer; with the problem that it is the title of."""

    start: int
    end: int
    titles: Sheet | None = None


def passages(text: str, sheets: Sequence[Sheet]) -> list[Passage]:
    """The titles of these problems, sentences of their worksheets, what mistakes would give; the last one first."""
    found = (*_titles(text, sheets), *_sentences(text, sheets), *_mistakes(text), *_codes(text, sheets))
    return sorted(found, key=lambda passage: passage.start, reverse=True)


def _codes(text: str, sheets: Sequence[Sheet]) -> Iterator[Passage]:
    """The codes of printed questions."""
    known = {value_of(sheet.calculation.sheet.plan.problem.code) for sheet in sheets}
    yield from (Passage(start, end) for start, end, value in codes_in(text) if value in known)


def _titles(text: str, sheets: Sequence[Sheet]) -> Iterator[Passage]:
    """Where several problems have the same title, they stand in their order."""
    titles = [_title(sheet) for sheet in sheets]
    used: set[int] = set()
    for start, head, end in _headings(text):
        line = _letters(text[head:end])
        fits = [max((len(title) for title in named if line.startswith(title)), default=0) for named in titles]
        if any(fits):
            best = [number for number, fit in enumerate(fits) if fit == max(fits)]
            chosen = next((number for number in best if number not in used), best[0])
            used.add(chosen)
            yield Passage(start, end, sheets[chosen])


def _headings(text: str) -> Iterator[tuple[int, int, int]]:
    """Where headings begin, where their words begin, and where they end; of plain text the lines above a rule."""
    above = None
    for start, end in bounds_of(text, 0, len(text)):
        if RULE.fullmatch(text, start, end):
            if above is not None:
                yield above, above, start - 1
            above = None
        elif mark := SECTION.match(text, start, end):
            yield start, mark.end(), end
        elif not text[start:end].strip():
            above = None
        elif above is None:
            above = start


def _mistakes(text: str) -> Iterator[Passage]:
    """What stands below such a heading, up to the next one."""
    start = None
    for line, end in (*bounds_of(text, 0, len(text)), (len(text), len(text))) if MISTAKES in text else ():
        mark = SECTION.match(text, line, end)
        if mark is None and line < len(text):
            continue
        if start is not None:
            yield Passage(start, line)
        start = line if mark and _letters(text[mark.end() : end]) == _letters(MISTAKES) else None


def _title(sheet: Sheet) -> list[str]:
    """What a heading may say of a problem: its title, and its variant behind it."""
    plan = sheet.calculation.sheet.plan
    texts = [plan.title, f"{plan.title} {plan.problem.variant}" if plan.problem.variant else ""]
    return [letters for text in texts if (letters := _letters(text))]


def _sentences(text: str, sheets: Sequence[Sheet]) -> Iterator[Passage]:
    """The sentences that have digits in them, and the headings of steps in plain text."""
    works = [sheet.calculation.sheet for sheet in sheets]
    said = {
        *(record.says for work in works for record in work.records),
        *(note for work in works for note in work.recorder.notes),
    }
    known = {_letters(sentence) for sentence in said if DIGIT.search(sentence)}
    longest = max(map(len, known), default=0)
    for match in LINE.finditer(text):
        line = match[0].strip("> \t\r")
        is_known = len(line) < 3 * longest + 20 and DIGIT.search(line) and _letters(line) in known
        if is_known or DIFFERS.fullmatch(COMMAND.sub("", line)) or any(kind.fullmatch(line) for kind in (HINT, TASK)):
            yield Passage(*match.span())
    yield from (Passage(*match.span()) for match in STEP.finditer(text))


def _letters(text: str) -> str:
    """Letters and digits alone, whatever a writer escapes or has a command for."""
    return NO_LETTER.sub("", unicodedata.normalize("NFKC", COMMAND.sub("", text))).casefold()

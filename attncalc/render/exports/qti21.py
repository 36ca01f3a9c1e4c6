"""QTI 2.1: a package for each variant, in it an item for each question with a blank for every number, and the test.

Mathematics is MathML; the solution stands in the feedback of each item.
"""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from fractions import Fraction
from math import gcd

from attncalc.errors import printable, shorten
from attncalc.render.exam.parts import Choice, Part
from attncalc.render.exports.answers import Answer, digits
from attncalc.render.exports.cloze import KNOWN, ROUGHLY, unit_of, weights
from attncalc.render.exports.exam import Blank, Exam, Question, Sheet
from attncalc.render.exports.fragment import IN_MATHML, words
from attncalc.render.exports.moodle import limits
from attncalc.render.exports.packed import packed
from attncalc.render.exports.qti21_files import document, item_of, manifest, test_of
from attncalc.render.exports.spelt import DECIMALS
from attncalc.render.html.math import text

__all__ = ["files", "limits"]
SCORE, POINTS = "SCORE", "POINTS"
PART = gcd(100, KNOWN, ROUGHLY)  # percent, that one point is of a blank of weight 1
PLACES = 6  # decimals of a mark
NAME = 200


def files(exam: Exam) -> dict[str, bytes]:
    """A package for each variant."""
    wide = max(2, len(str(exam.count)))
    return {f"qti21/variant-{sheet.paper.number:0{wide}}.zip": _package(sheet) for sheet in exam.sheets}


def _package(sheet: Sheet) -> bytes:
    title = f"{shorten(printable(sheet.paper.recipe.title), NAME)}, variant {sheet.paper.code}"
    names = {f"q{question.posed.number}": question for question in sheet.questions}
    told = "".join(f"<p>{words(text)}</p>" for text in (*sheet.paper.recipe.instructions, DECIMALS))
    return packed(
        {
            "imsmanifest.xml": document(manifest([*names])),
            "test.xml": document(test_of([*names], title, told)),
            **{f"{name}.xml": document(_item(name, question)) for name, question in names.items()},
        }
    )


def _item(name: str, question: Question) -> str:
    """A question: what is right in each blank, how it is asked, how it is marked, and its solution."""
    named = {f"R{at}": blank for at, blank in enumerate(question.blanks, 1)}
    marks = [blank.marks for blank in question.blanks]
    counts, worth = weights(marks, unit_of(marks)), _marks(sum(marks, Fraction(0)))
    marking = [_marking(key, blank, count) for (key, blank), count in zip(named.items(), counts, strict=True)]
    title = f"Question {question.posed.number}: {question.posed.item.heading}"
    return item_of(
        name,
        text(shorten(printable(title), NAME)),
        "".join(_declared(key, blank) for key, blank in named.items()),
        worth,
        "\n".join(_body(question, iter(named))),
        "".join([*marking, _scored(sum(counts) * 100 // PART, worth)]),
        IN_MATHML.written(question.solution),
    )


def _declared(key: str, blank: Blank) -> str:
    kind = "identifier" if blank.choice else "float"
    right = f"C{blank.choice.right + 1}" if blank.choice else digits(_answer(blank).value)
    return (
        f'<responseDeclaration identifier="{key}" cardinality="single" baseType="{kind}"><correctResponse>'
        f"<value>{right}</value></correctResponse></responseDeclaration>"
    )


def _answer(blank: Blank) -> Answer:
    assert blank.answer  # otherwise a limit has said so
    return blank.answer


def _body(question: Question, keys: Iterator[str]) -> Iterator[str]:
    for item in question.items:
        if not isinstance(item, Part):
            yield IN_MATHML.written([item])
        else:
            yield IN_MATHML.written(question.asked(item))
            yield _blanks(item, keys)


def _blanks(part: Part, keys: Iterator[str]) -> str:
    """A list to choose from, or a table with blanks."""
    if part.choice:
        return _list(part.choice, next(keys))
    cells = [
        [IN_MATHML.named(cell) if field is None else _entry(next(keys)) for cell, field in zip(*row, strict=True)]
        for row in zip(part.grid.cells, part.fields, strict=True)
    ]
    return IN_MATHML.table(part.grid, cells)


def _entry(key: str) -> str:
    return f'<textEntryInteraction responseIdentifier="{key}" expectedLength="10"/>'


def _list(choice: Choice, key: str) -> str:
    texts = [IN_MATHML.named(math) for math in choice.math] or [words(text) for text in choice.texts]
    shown = "".join(f'<simpleChoice identifier="C{at}">{text}</simpleChoice>' for at, text in enumerate(texts, 1))
    return f'<choiceInteraction responseIdentifier="{key}" shuffle="false" maxChoices="1">{shown}</choiceInteraction>'


def _marking(key: str, blank: Blank, weight: int) -> str:
    """What is right has its weight, what is nearly right or a known mistake a part of it: the first that fits."""
    if blank.choice:
        right = f'<match><variable identifier="{key}"/><correct identifier="{key}"/></match>'
        return f"<responseCondition><responseIf>{right}{_counted(weight, 100)}</responseIf></responseCondition>"
    answer = _answer(blank)
    parts = [(answer.value, answer.tolerance, 100), *((value, answer.tolerance, KNOWN) for value, _ in answer.mistakes)]
    parts += [(answer.value, answer.rough, ROUGHLY)] if answer.rough else []
    tags = ["responseIf", *["responseElseIf"] * (len(parts) - 1)]
    cases = "".join(
        f"<{tag}>{_within(key, value, tolerance)}{_counted(weight, share)}</{tag}>"
        for tag, (value, tolerance, share) in zip(tags, parts, strict=True)
    )
    return f"<responseCondition>{cases}</responseCondition>"


def _within(key: str, value: Decimal, tolerance: Decimal) -> str:
    near = digits(tolerance)
    return (
        f'<equal toleranceMode="absolute" tolerance="{near} {near}"><variable identifier="{key}"/>'
        f'<baseValue baseType="float">{digits(value)}</baseValue></equal>'
    )


def _counted(weight: int, share: int) -> str:
    """So many points more; marks are made of their sum, since thirds of a mark would not add up to a whole one."""
    return (
        f'<setOutcomeValue identifier="{POINTS}"><sum><variable identifier="{POINTS}"/>'
        f'<baseValue baseType="float">{weight * share // PART}</baseValue></sum></setOutcomeValue>'
    )


def _scored(points: int, marks: str) -> str:
    share = (
        f'<product><variable identifier="{POINTS}"/><baseValue baseType="float">{marks}</baseValue></product>'
        f'<baseValue baseType="float">{points}</baseValue>'
    )
    return f'<setOutcomeValue identifier="{SCORE}"><divide>{share}</divide></setOutcomeValue>'


def _marks(marks: Fraction) -> str:
    return f"{float(marks):.{PLACES}f}".rstrip("0").rstrip(".") or "0"

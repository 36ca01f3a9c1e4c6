"""Open questions (find any query that …): the answer is put into the problem, which is run, and its lines compared."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction

from flint import fmpq

from attncalc.arithmetic.array import MINUS_INFINITY
from attncalc.check.calculation import Calculation, Entry
from attncalc.check.claim import At, Claim, Judged
from attncalc.check.handed_in import HandedIn
from attncalc.check.judging.says import shown
from attncalc.check.marks import Marks, StepMarks
from attncalc.check.report import cell_of
from attncalc.check.verdict import Verdict
from attncalc.check.written import value_of
from attncalc.errors import InputError, NumberError
from attncalc.problem.givens import Givens
from attncalc.problem.matrix import Matrix
from attncalc.problem.names import INPUTS, read_name
from attncalc.problem.problem import Accepted, Problem
from attncalc.problem.tree import Mapping, Node, Scalar
from attncalc.problem.tree import Sequence as List
from attncalc.reading.number import Number, read_number

MOST = 4  # entries that are named one by one
Entries = tuple[tuple[Scalar, Node], ...]


def opened(problems: Sequence[Problem], answer: HandedIn) -> list[Problem]:
    """The problems, the open ones with the inputs and letters that the answer gives them.

    Raises InputError where a page was handed in, or a letter has no value.
    """
    return [_opened(problem, answer, number) if problem.accept else problem for number, problem in enumerate(problems)]


def _opened(problem: Problem, answer: HandedIn, number: int) -> Problem:
    if answer.documents is None:
        raise InputError("an open question is answered in a file of answers, or with -a", place=answer.place)
    documents = answer.documents()
    entries = _entries(documents[number if number < len(documents) else -1] if documents else None)
    values = {letter: _value(letter, entries, answer) for letter in problem.find}
    return replace(problem, given={**problem.given, **_inputs(problem, entries)}, values={**problem.values, **values})


def _inputs(problem: Problem, entries: Entries) -> dict[str, Matrix]:
    """The inputs among the answers to a problem."""
    asked = {*(problem.accept.lines if problem.accept else {}), *problem.find}
    givens = Givens(problem.symbols)
    givens.read(tuple(entry for entry in entries if _is_input(entry[0].text, asked)), INPUTS)
    return givens.matrices()


def _value(letter: str, entries: Entries, answer: HandedIn) -> str:
    """The value of a letter that is to be found."""
    node = next((value for key, value in entries if key.text == letter), None)
    if not isinstance(node, Scalar) or node.blank:
        raise InputError(
            f"the answer gives no number for {letter}",
            place=node.place if node else answer.place,
            hint=f"{letter}: 2.2",
        )
    try:
        number = read_number(node.text)
    except NumberError as error:
        raise error.at(node.place) from None
    if number.is_minus_infinity:
        raise InputError(f"{letter} should be a finite number", place=node.place)
    return node.text


def _entries(node: Node | None) -> Entries:
    """Names with their answers."""
    if isinstance(node, Mapping):
        inner = node.get("answers")
        return _entries(inner) if isinstance(inner, Mapping | List) else node.entries
    return _entries(node.items[0]) if isinstance(node, List) and node.items else ()


def _is_input(text: str, asked: Collection[str]) -> bool:
    name = read_name(text)
    return name is not None and name.base in INPUTS and str(name) not in asked and text not in asked


def judged_open(
    calculation: Calculation, judged: Sequence[Judged], letters: Iterable[Claim], marks: Marks
) -> tuple[list[Judged], Marks, str]:
    """The inputs and letters that were answered are right or wrong as the lines that they give are; with a sentence."""
    accepted = calculation.sheet.plan.problem.accept
    assert accepted is not None
    off = list(_off(calculation, accepted))
    verdict = Verdict.WRONG if off else Verdict.RIGHT
    found = [
        replace(item, verdict=verdict, expected=None, follows=None)
        if item.claim.at and item.claim.at.key in calculation.inputs
        else item
        for item in judged
    ]
    keys = dict.fromkeys(item.claim.at.key for item in found if item.claim.at)
    answered = {claim.asked.key: Judged(claim, verdict) for claim in letters if claim.asked}
    found += answered.values()
    inputs = [*answered, *(key for key in keys if key in calculation.inputs)]
    says = _says(calculation, accepted, off, inputs)
    return found, Marks(tuple(_marks(calculation, marks, inputs, list(keys), not off))), says


def _marks(
    calculation: Calculation, marks: Marks, inputs: Iterable[str], written: Iterable[str], good: bool
) -> Iterator[StepMarks]:
    """What the problem's file names; otherwise one mark for the inputs."""
    problem = calculation.sheet.plan.problem
    assert problem.accept is not None
    reason = (
        "the lines that it gives are those asked for" if good else "the lines that it gives are not those asked for"
    )
    if not problem.marks:
        yield StepMarks(", ".join(inputs) or "answer", Fraction(good), Fraction(1), reason)
    for step in marks.steps if problem.marks else ():
        is_result = step.step in problem.accept.lines and step.step not in written
        yield replace(step, marks=step.of * good, reason=reason) if is_result else step


def _off(calculation: Calculation, accepted: Accepted) -> Iterator[tuple[At, Number]]:
    """The entries that are not what was asked for; raises InputError for lines that there are not."""
    for key, matrix in accepted.lines.items():
        if key not in calculation.records:
            raise InputError(f"accept: there is no step {key}", place=accepted.place)
        truth = calculation.truth[key]
        asked = matrix.transposed if calculation.is_turned(key) else matrix
        asked = asked.transposed if len(truth.shape) == 1 and asked.shape[1] == 1 else asked
        if asked.shape != (1, *truth.shape)[-2:]:
            raise InputError(
                f"accept: {key} is {asked.shape[0]}×{asked.shape[1]}, but should be {'×'.join(map(str, truth.shape))}",
                place=matrix.place,
            )
        for i, (numbers, entries) in enumerate(zip(asked.rows, truth.rows, strict=True), 1):
            for j, (number, entry) in enumerate(zip(numbers, entries, strict=True), 1):
                if not _is_near(number, entry, accepted.within):
                    yield At(key, i, j), number


def _is_near(number: Number, entry: Entry, within: Number | None) -> bool:
    """Whether an entry is what was asked: as near as is said, or else just that."""
    asked, most = value_of(number), value_of(within) if within else None
    if asked is None or MINUS_INFINITY in (asked.value, entry):
        return asked is not None and asked.value is entry
    distance = abs(asked.value - entry)
    return not bool(distance > (most.value if most else fmpq(0)))


def _says(calculation: Calculation, accepted: Accepted, off: Sequence[tuple[At, Number]], inputs: Sequence[str]) -> str:
    """What came of the answer."""
    sheet = calculation.sheet
    lines = ", ".join(accepted.lines)
    yours = f"With your {' and '.join(inputs)}" if inputs else "With what is given"
    if not off:
        return f"{yours}, {lines} is as asked."
    parts = []
    for at, number in off[:MOST]:
        row, column = cell_of(calculation, at)
        text = sheet.texts(sheet.record(at.key), sheet.asked)[at.row - 1][at.column - 1]
        if accepted.within is None:  # its first digits may be those asked for
            text = shown(calculation.truth[at.key].rows[at.row - 1][at.column - 1])
        parts.append(f"{at.key}[{row},{column}] is {text} and should be {number.text}")
    more = f", and {len(off) - MOST} more" if len(off) > MOST else ""
    near = f" (within {accepted.within.text})" if accepted.within else " (exactly)"
    return f"{yours}, {', '.join(parts)}{more}{near}."

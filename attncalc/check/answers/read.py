"""From documents of typed answers to claims, and which documents are answers."""

from __future__ import annotations

import re
from collections.abc import Sequence as Many

from attncalc.check.answers.called import lines_of
from attncalc.check.answers.cells import Lines
from attncalc.check.answers.entries import Entries
from attncalc.check.answers.form import is_form, read_form
from attncalc.check.answers.names import MAX_NAME
from attncalc.check.calculation import Calculation
from attncalc.check.claim import Claim
from attncalc.errors import InputError, shorten
from attncalc.problem.names import INPUTS, OPTION_WORDS, STEPS, read_name
from attncalc.problem.tree import Mapping, Node, Scalar, Sequence, text_of
from attncalc.reading.expression import named_by, spelt

OF_PROBLEMS = frozenset({"mechanism", "given", "options", "show", "labels", "symbols", "values"})
SOLUTION = "attncalc/solution"
ASIDE = frozenset(
    {
        "title",
        "name",
        "student",
        "id",
        "date",
        "comment",
        "comments",
        "note",
        "notes",
        "problem",
        "format",
        "version",
        "marks",
    }
)
IN_PROBLEM = re.compile(r"(\d{1,6})\s?:\s?(.+)")
OF_PROBLEM = re.compile(r"(?:problem|question|exercise|task|aufgabe)\s?#?(\d{1,6})", re.IGNORECASE)


def is_answers(node: Node) -> bool:
    """Whether a document holds answers: an `answers` key, or names of steps, rather than what a problem gives."""
    if isinstance(node, Sequence):
        return bool(node.items) and all(map(is_answers, node.items))
    if not isinstance(node, Mapping):
        return False
    keys = {key.text for key, _ in node.entries}
    if is_form(node) or is_solution(node):
        return True
    if keys & OF_PROBLEMS:
        return False
    return "answers" in keys or _has_steps([key.text for key, _ in node.entries])


def names_steps(node: Node, calculations: Many[Calculation]) -> bool:
    """Whether a document that may as well be a problem names what these problems ask for: Q of X·W_Q, or any input."""
    if not isinstance(node, Mapping) or {key.text for key, _ in node.entries} & OF_PROBLEMS:
        return False
    names = {str(name) for key, _ in node.entries if (name := read_name(key.text))}
    letters = {key.text for key, _ in node.entries}
    if any(letters & {*calculation.sheet.plan.problem.find} for calculation in calculations):
        return True
    return any(
        names & (calculation.truth if calculation.sheet.plan.problem.accept else calculation.records).keys()
        for calculation in calculations
    )


def is_solution(node: Node) -> bool:
    """Whether a document is a worksheet as `solve --json` writes it."""
    kind = node.get("format") if isinstance(node, Mapping) else None
    return isinstance(kind, Scalar) and kind.text == SOLUTION


def _has_steps(keys: list[str]) -> bool:
    """Whether names of steps stand there: one that no problem gives, several, or one beside what it follows from."""
    names = {key: named_by(key[:MAX_NAME]) for key in keys if key not in OPTION_WORDS}
    read = {key: read_name(spelt(name)) if name else None for key, name in names.items()}
    bases = {name.base for name in read.values() if name}
    steps, inputs = bases & STEPS.keys(), {base for base in bases if base in INPUTS and base not in STEPS}
    others = [key for key, name in read.items() if name is None]
    if steps - INPUTS.keys() or any(map(lines_of, others)):
        return True
    return len(steps) > 1 or bool(steps & {"S", "A"} and inputs & {"Q", "K"}) or (not inputs and bool(steps or others))


def read_answers(documents: Node | list[Node], calculations: Many[Calculation], text: str = "") -> list[Claim]:
    """The claims of typed answers: one document for each problem, or one that says which it answers.

    `text` is what the documents were read from; with it each claim has its own place. Raises InputError for a name
    that is no line of its problem, and for what is no mapping of names to numbers.
    """
    reader = _Documents(Entries(calculations, Lines(text)))
    nodes = documents if isinstance(documents, list) else [documents]
    flat = (part for node in nodes for part in (node.items if isinstance(node, Sequence) else (node,)))
    for number, node in enumerate(flat):  # blank ones count
        reader.document(node, number)
    return reader.entries.claims


def typed(texts: Many[str]) -> tuple[tuple[Scalar, Scalar], ...]:
    """The names and values of texts such as `A=0.27 0.73`; raises InputError where a text is not so."""
    entries: dict[str, tuple[Scalar, Scalar]] = {}
    for text in texts:
        name, sign, value = (part.strip(" ") for part in text.partition("="))
        if not (name and sign):
            raise InputError(f"-a {shorten(text)} should be a name and its value", hint='-a A="0.27 0.73"')
        if name in entries:
            raise InputError(f"-a {shorten(name)} stands twice")
        source = f"-a {shorten(name)}"
        node = Scalar(value, source, 0, None, block=True) if "\n" in value else Scalar(value, source, 1, 1)
        entries[name] = Scalar(name, source), node
    return tuple(entries.values())


def read_inline(texts: Many[str], calculations: Many[Calculation]) -> list[Claim]:
    """The claims of such texts; of several problems, `2:A=…`, or the first that has such a line.

    Raises InputError where a text is not so, or no problem has the line.
    """
    entries, said = Entries(calculations, Lines("")), typed(texts)
    for number in range(len(calculations)):
        entries.expect((IN_PROBLEM.sub(r"\2", key.text) for key, _ in said), number)
    for key, node in said:
        numbered = IN_PROBLEM.fullmatch(key.text)
        name = key._replace(text=numbered[2]) if numbered else key
        if numbered and not 0 < int(numbered[1]) <= len(calculations):
            raise InputError(f"there is no problem {numbered[1]}", place=key.place)
        entries.lines = Lines(node.text)
        entries.entry(name, node, int(numbered[1]) - 1 if numbered else entries.first_with(key))
    return entries.claims


class _Documents:
    """Walks through documents, and hands every name with its answer to `entries`."""

    def __init__(self, entries: Entries) -> None:
        self.entries = entries
        self.names = entries.names
        self.calculations = entries.calculations

    def document(self, node: Node, number: int) -> None:
        """One document: the answers to the problem of this number, from 0, or to the one that it names."""
        if isinstance(node, Scalar) and node.blank:
            return
        if is_form(node):
            self.entries.claims += read_form(node, self.calculations)
            return
        if not isinstance(node, Mapping):
            raise InputError("answers are names with numbers, such as A: 0.27 0.73", place=node.place)
        problem = self._problem(node, number)
        inner = node.get("answers")
        if isinstance(inner, Sequence):
            for place, item in enumerate(inner.items):
                self.document(item, problem + place)
        elif inner is not None:
            self.document(inner, problem)
        self.mapping(_of_solution(node) if is_solution(node) else node, problem)

    def _problem(self, node: Mapping, number: int) -> int:
        """The number of the problem that a document answers."""
        said = node.get("problem")
        titles = [calculation.sheet.plan.title for calculation in self.calculations]
        if isinstance(said, Scalar) and said.text in titles:
            return titles.index(said.text)
        if isinstance(said, Scalar) and not said.blank:
            digits = OF_PROBLEM.sub(r"\1", said.text.strip())
            number = int(digits) - 1 if digits.isascii() and digits.isdigit() and len(digits) < 7 else -1
        if not 0 <= number < len(self.calculations):
            there = "there is one problem" if len(titles) == 1 else f"there are {len(titles)} problems"
            what = f"problem {shorten(text_of(said))}" if said else f"answers to problem {number + 1}"
            raise InputError(f"{what}: {there}", place=(said or node).place)
        return number

    def mapping(self, node: Mapping, problem: int) -> None:
        """Names with their answers; those of another problem stand in a mapping of their own."""
        self.entries.expect((key.text for key, _ in node.entries), problem)
        for key, value in node.entries:
            if key.text == "answers" or (key.text.lower() in ASIDE and key.text not in self.names[problem].known):
                continue
            if of := OF_PROBLEM.fullmatch(key.text.strip()):
                self.document(value, int(of[1]) - 1)
            else:
                self.entries.entry(key, value, problem)


def _of_solution(node: Mapping) -> Mapping:
    """The steps of a worksheet as names with their values."""
    steps = node.get("steps")
    entries = []
    for step in steps.items if isinstance(steps, Sequence) else ():
        name, values = (step.get("name"), step.get("values")) if isinstance(step, Mapping) else (None, None)
        if isinstance(name, Scalar) and values is not None:
            entries.append((name, values))
    return Mapping(tuple(entries), *node[1:4])

"""A calculation told in steps: where it is not true first, given only what its own steps say before."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from attncalc.check.equalities.chain import Chains
from attncalc.check.equalities.names import names_in
from attncalc.check.equalities.sides import Side, Untrue, agree, whole
from attncalc.reading import read_page
from attncalc.reading.expression import ink_of
from attncalc.reading.ink import Ink, Paper, Statement

QUOTED = re.compile(r'["“”„«»`$]([^"“”„«»`$\n]{1,300}+)["“”„«»`$]')
ENDING = " \t\n=?"  # what a question ends with: 3 + 4 =
MOST_STATED, MOST_NAMES = 20, 100  # formulas, and names in them, that are looked at

# What may not be true, and what comes first: a step that goes wrong, a start that was wrong, one that arrives anyway.
RANKS = {"value": 0, "formula": 1, "unknown": 1, "between": 2}


@dataclass(frozen=True, slots=True)
class Found:
    """Something that is not true: its step from 0, where it stands, and the two sides.

    In a calculation told in sentences the column is that in the sentence, and there is no line. Its `kind` is "value"
    where the right side is another number than the left; "between" where, for all that, the chain ends with what it
    begins with; "formula" where the right side is what the whole is said to be, and the left what was asked; "unknown"
    where that has names that stand for nothing.
    """

    kind: str
    step: int
    line: int | None
    column: int
    left: Side
    right: Side
    unknown: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Traced:
    """What was found of a calculation: how many steps it has, how many pairs of sides were compared, what is untrue."""

    steps: int
    compared: int
    found: tuple[Found, ...]

    @property
    def first(self) -> Found | None:
        """The first step that goes wrong; where none does, what was wrong from the start, or else only on the way."""
        return min(self.found, key=lambda one: (RANKS[one.kind], one.step, one.column), default=None)


@dataclass(frozen=True, slots=True)
class Stated:
    """A formula that a step says the whole can be written as."""

    step: int
    start: int
    text: str
    ink: Ink


class Trace:
    """Follows a calculation step by step; `asked` is what is to be calculated, where that is known."""

    def __init__(self, steps: Sequence[str], asked: str = "") -> None:
        self.steps = steps
        self.chains = Chains(recalled=True)
        self.compared = 0
        self.found: list[Found] = []
        self.stated: list[Stated] = []
        self.asked = self._asked(asked.strip(ENDING))

    def follow(self) -> Traced:
        """What is not true in it."""
        for number, step in enumerate(self.steps):
            paper = read_page(step, form="text")
            for statement in paper.statements:
                if not statement.struck:
                    self._look(number, paper, self.chains.meant(paper.text, statement))
            self._state(number, step)
        return Traced(len(self.steps), self.compared, (*self.found, *self._unknown()))

    def _look(self, number: int, paper: Paper, statement: Statement) -> None:
        text, used = paper.text, statement.sides[0]
        before = next((one for one in reversed(self.stated) if set(names_in(one.ink)) == set(names_in(used))), None)
        if before and used.args and not any(used.numbers()):
            start, end = whole(text, used.start, used.end)
            self._compare("value", self._side(before), Stated(number, start, text[start:end], used))
        looked = self.chains.look(text, statement)
        self.compared += looked.compared
        for pair in looked.untrue:
            self.found.append(found_of(pair, number, None, _column(self.steps[number], *paper.at(pair.right.start))))

    def _state(self, number: int, step: str) -> None:
        """What a step says that the whole can be written as, in quotes: its value is that of what was asked."""
        for match in QUOTED.finditer(step):
            ink = ink_of(match[1])
            if ink and ink.args and any(names_in(ink)) and len(self.stated) < MOST_STATED:
                self.stated.append(Stated(number, match.start(1), match[1].strip(), ink))
                if not self.found:
                    self._compare("formula", self.asked, self.stated[-1])

    def _compare(self, kind: str, left: Side | None, stated: Stated) -> None:
        right = self._side(stated)
        if left and right:
            self.compared += 1
            if not agree(left, right):
                self.found.append(Found(kind, stated.step, None, stated.start + 1, left, right))

    def _side(self, stated: Stated) -> Side | None:
        """A formula with the value that it has now; None where it has none."""
        values = self.chains.names.values(stated.ink)
        return Side(stated.text, stated.start, "=", values) if values else None

    def _asked(self, text: str) -> Side | None:
        ink = ink_of(text)
        return self._side(Stated(0, 0, text, ink)) if ink else None

    def _unknown(self) -> Iterator[Found]:
        """The formulas with names that no step says anything of."""
        text = "\n".join(self.steps) if self.stated and self.asked else ""
        for stated in self.stated if self.asked else ():
            names = dict.fromkeys(part.text for part in stated.ink.walk() if part.kind == "name")
            unknown = tuple(name for name in [*names][:MOST_NAMES] if not _is_named(name, text))
            if self.asked and unknown:
                side = Side(stated.text, stated.start, "=", ())
                yield Found("unknown", stated.step, None, stated.start + 1, self.asked, side, unknown)


def _column(step: str, line: int, column: int) -> int:
    """Where something stands in a step, whatever lines it has."""
    return column + sum(len(before) + 1 for before in step.split("\n")[: line - 1])


def _is_named(name: str, text: str) -> bool:
    """Whether a name stands before = or a colon anywhere, read or not."""
    return re.search(rf"{re.escape(name)}\s{{0,3}}[=:≈]", text) is not None


def found_of(pair: Untrue, step: int, line: int | None, column: int) -> Found:
    """Two sides that do not agree, with the place at which they stand."""
    return Found("between" if pair.is_mended else "value", step, line, column, pair.left, pair.right)


def traced(steps: Sequence[str], asked: str = "") -> Traced:
    """What is not true in the steps of a calculation."""
    return Trace(steps, asked).follow()


def looked_over(paper: Paper) -> Traced:
    """What is not true in the chains of a page, each of which is a step."""
    chains, compared = Chains(recalled=False), 0
    found: list[Found] = []
    for number, statement in enumerate(paper.statements):
        looked = chains.look(paper.text, statement)
        compared += 0 if statement.struck else looked.compared
        for pair in () if statement.struck else looked.untrue:
            found.append(found_of(pair, number, *paper.at(pair.right.start)))
    return Traced(len(paper.statements), compared, tuple(found))

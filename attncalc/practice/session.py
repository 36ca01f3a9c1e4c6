"""The dialogue: a line is asked for, what is typed is marked, hints are given, and at the end all is summed up."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import takewhile
from typing import Protocol

from attncalc.errors import InputError
from attncalc.practice.bank import Drawn
from attncalc.practice.hints import Hints
from attncalc.practice.history import Tally
from attncalc.practice.words import FAIR, Said, first_off, said
from attncalc.practice.work import Outcome, Task, Work
from attncalc.render.blocks import Block, Bracket, Formula, Heading, Math, Piece
from attncalc.render.cells import digits_cells
from attncalc.render.layout import Selection, lay_out
from attncalc.worksheet.formula import symbol
from attncalc.worksheet.notation import LATEX, TEXT
from attncalc.worksheet.recorder import Record

HELP = "? a hint, skip shows the answer, new gives other numbers, quit ends. Rows stand apart by semicolons: 1 2; 3 4"
GIVEN = "Given"  # the heading of what is
STEP = 3  # headings of steps
WORDS = {
    "?": "hint",
    "hint": "hint",
    "skip": "skip",
    "new": "new",
    "quit": "quit",
    "exit": "quit",
    "q": "quit",
    "help": "help",
}


class Talk(Protocol):
    """Whoever is talked with."""

    def say(self, words: Said) -> None:
        """Tells a sentence."""

    def show(self, blocks: Iterable[Block]) -> None:
        """Shows a part of a page."""

    def ask(self, prompt: str) -> str:
        """What is typed; raises EOFError where nothing more comes."""


class OtherNumbers(Exception):  # noqa: N818  no error
    """Other numbers are asked for."""


@dataclass
class Session:
    """One sitting; `tally` counts what is worked on."""

    talk: Talk
    by_entries: bool = False
    asked: tuple[str, ...] = ()
    tally: Tally = field(default_factory=Tally)

    def run(self, problems: Iterator[Drawn]) -> None:
        """Problem after problem, until there is none, or the dialogue is ended."""
        try:
            for number, drawn in enumerate(problems):
                work = Work(drawn.problem, self.asked or drawn.asked, self.by_entries)
                tasks = work.tasks()
                if not number:
                    self.talk.say(Said(HELP))
                self._problem(work, tasks)
        except EOFError:
            return

    def _problem(self, work: Work, tasks: Sequence[Task]) -> None:
        self.talk.show(given(work))
        try:
            for number, task in enumerate(tasks, 1):
                self._task(work, task, f"{number} of {len(tasks)}")
        except OtherNumbers:
            return
        self.talk.say(Said("That was the last line of this problem."))
        while (word := self.talk.ask("Enter for other numbers, or quit: ").strip().lower()) not in ("", "new"):
            if WORDS.get(word) == "quit":
                raise EOFError

    def _task(self, work: Work, task: Task, number: str) -> None:
        """Asks until the line is right, follows, or is left as it is."""
        hints, mechanism = Hints(work, task), work.sheet.plan.mechanism.name
        self.talk.say(Said(f"{number}: {_called(work, task, hints)}. {work.view.says(task.record)}"))
        tries, given, outcome = 0, 0, None
        while True:
            text = self._typed(work, task)
            word = "go on" if not text and outcome else WORDS.get(text.lower(), "")
            if word == "hint":
                given += self._hint(work, task, hints, given, outcome)
            elif word in ("skip", "go on"):
                self._leave(work, task, word)
                break
            elif word in ("help", "new", "quit") or not text:
                self._other(word)
            elif outcome := self._marked(work, task, hints, text, outcome):
                tries += 1
                if outcome.is_done:
                    break
        self.tally.add(mechanism, "lines")
        if outcome is None or not outcome.is_done:
            self.tally.add(mechanism, "left")
        elif given:
            self.tally.add(mechanism, "with hints")
        elif tries == 1:
            self.tally.add(mechanism, "at once")

    def _marked(self, work: Work, task: Task, hints: Hints, text: str, before: Outcome | None) -> Outcome | None:
        """What was typed, marked and told; what it was before where it cannot be read."""
        try:
            outcome = work.judge(task, text)
        except InputError as error:
            hint = f" {error.hint}" if error.hint else ""
            self.talk.say(Said(f"This could not be read: {error.message}.{hint}", FAIR))
            return before
        for sentence in said(outcome, work, hints):
            self.talk.say(sentence)
        if not outcome.is_done:
            self.tally.mistakes.update(outcome.mistakes)
            self.talk.say(Said("Try again, ? for a hint, or Enter to go on with your numbers."))
        return outcome

    def _typed(self, work: Work, task: Task) -> str:
        """What is typed; rows of a matrix may come one by one."""
        name = f"{task.key}[{task.row},{task.column}]" if task.row else task.key
        text = self.talk.ask(f"{name} = ").rpartition("=")[2].strip()  # S = 1 2 is typed too
        height, width = (1, 1) if task.row else work.size(task.record)
        rows = [text]
        if height > 1 and not set(text) & set(";[]\\") and len(text.split()) == width and text.lower() not in WORDS:
            while len(rows) < height:
                rows.append(self.talk.ask(f"row {len(rows) + 1}: ").strip())
        return "; ".join(rows)

    def _hint(self, work: Work, task: Task, hints: Hints, given: int, outcome: Outcome | None) -> int:
        """The next hint; gives 1 where there was one."""
        place = (task.row - 1, task.column - 1) if task.row else first_off(outcome, work)
        texts = hints.texts(place)
        if given >= len(texts):
            self.talk.say(Said("There is no further hint; skip shows the answer."))
            return 0
        self.talk.say(Said(f"Hint {given + 1} of {len(texts)}: {texts[given]}"))
        return 1

    def _leave(self, work: Work, task: Task, word: str) -> None:
        """Goes on: with the answer told, or with what was typed."""
        if word == "skip":
            work.forget(task)
            rows = "; ".join(" ".join(row) for row in work.texts(task))
            self.talk.say(Said(f"It is {rows}."))

    def _other(self, word: str) -> None:
        if word == "quit":
            raise EOFError
        if word == "new":
            raise OtherNumbers
        self.talk.say(Said(HELP))


def _called(work: Work, task: Task, hints: Hints) -> str:
    """What is asked for, with its size."""
    if task.row:
        return hints.name((task.row - 1, task.column - 1))
    height, width = work.size(task.record)
    is_vector = len(work.view.axes(task.record)) == 1
    return f"{task.key}, {width} number{'s' * (width > 1)}" if is_vector else f"{task.key}, {height}×{width}"


def given(work: Work) -> list[Block]:
    """The page up to its first step, and the steps that are given."""
    page = lay_out(work.sheet, Selection())
    before = [*takewhile(lambda block: not (isinstance(block, Heading) and block.level >= STEP), page)]
    while before and isinstance(before[-1], Heading) and before[-1].text != GIVEN:  # of a section that begins
        before.pop()
    known = [record for record in work.sheet.records if record.given]
    if known and not any(isinstance(block, Heading) and block.text == GIVEN for block in before):
        before.append(Heading(2, GIVEN))
    return [*before, *(Formula((_line(work, record),)) for record in known)]


def _line(work: Work, record: Record) -> tuple[Piece, ...]:
    """A line that is given: its name, and its numbers."""
    name, latex = (symbol(record.name, record.section, style) for style in (TEXT, LATEX))
    cells = digits_cells(work.view.texts(record, work.sheet.asked))
    return (Math(f"{name} =", f"{latex} ="), Bracket(cells))


def summary(tally: Tally) -> Iterator[str]:
    """What was worked on, by mechanism and by mistake."""
    for name, counts in tally.mechanisms.items():
        later = counts["lines"] - sum(counts[key] for key in ("at once", "with hints", "left"))
        said = {
            "right at once": counts["at once"],
            "right at last": later,
            "with hints": counts["with hints"],
            "left": counts["left"],
        }
        parts = [f"{count} {words}" for words, count in said.items() if count]
        yield f"{name}: {counts['lines']} line{'s' * (counts['lines'] != 1)}{': ' if parts else ''}{', '.join(parts)}."
    if tally.mistakes:
        named = (f"{name} {count}×" for name, count in tally.mistakes.most_common())
        yield f"Mistakes: {', '.join(named)}."

"""A paper as somebody describes it: its questions, and what is asked in each."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from hashlib import sha256
from pathlib import PurePath

from attncalc.arithmetic.base import ArithmeticName
from attncalc.errors import InputError, Place, did_you_mean, shorten
from attncalc.generate.draws import Draws
from attncalc.generate.kinds import Kind
from attncalc.generate.predicates import Constraint
from attncalc.generate.question import Question
from attncalc.generate.search import SOURCE, located
from attncalc.generate.sources import Source
from attncalc.generate.written import problem_text
from attncalc.problem.names import Name, read_name
from attncalc.problem.reader import loads
from attncalc.solve import solve
from attncalc.worksheet.recorder import Record
from attncalc.worksheet.worksheet import Worksheet

UNITS = (2, 4, 100, 10**9)  # of marks: the parts of one
MOST_DIGITS = 9  # of marks
SPACES = {"small": (9, 0.85), "usual": (10.5, 1.0), "large": (15, 1.4)}  # mm of a row to write in; of usual widths
PROBES = 5  # problems that are drawn to see whether a question can be meant


@dataclass(frozen=True, slots=True)
class Ask:
    """A step that is asked for, and its marks."""

    step: str
    marks: str = "1"
    place: Place | None = None

    def records(self, sheet: Worksheet) -> list[Record]:
        """The lines that it means: S is S of every head."""
        known = read_name(self.step)
        return [record for record in sheet.records if known and not record.given and _is_meant(known, record)]


def _is_meant(known: Name, record: Record) -> bool:
    return record.key == str(known) or (record.name == known.base and not known.section)


@dataclass(frozen=True)
class Item:
    """A question of a paper: what is drawn, what is asked, to how many decimals or in closed form."""

    question: Question
    kind: Kind
    title: str = ""
    text: tuple[str, ...] = ()  # paragraphs
    ask: tuple[Ask, ...] = ()
    decimals: int | None = None
    exact: bool = False
    place: Place | None = None
    places: tuple[Place | None, ...] = ()  # of the constraints
    option_places: Mapping[str, Place] = field(default_factory=dict)
    parts: tuple[Ask, ...] = ()  # what has marks beside the steps
    whole: str = ""  # marks of the question, to be shared by all that has some
    settings: Mapping[str, str] = field(default_factory=dict)  # the kind's own keys
    own_places: Mapping[str, Place] = field(default_factory=dict)  # of the kind, and of its keys
    sources: Mapping[str, Source] = field(default_factory=dict)  # of inputs that are those of other questions
    lines: int = 0  # ruled, to write on
    space: str = "usual"  # to write in

    @property
    def heading(self) -> str:
        """Its title, or the mechanism's."""
        return self.title or self.question.mechanism.title

    @property
    def arithmetic(self) -> ArithmeticName:
        """The arithmetic of its solution."""
        return "exact" if self.exact else "decimal"

    @property
    def marks(self) -> Fraction:
        """What it is worth."""
        return sum((Fraction(ask.marks) for ask in self.marked), Fraction(0))

    @property
    def marked(self) -> tuple[Ask, ...]:
        """What has marks: the steps that are calculated, and parts of the kind."""
        return (*(self.ask if self.kind.steps else ()), *self.parts)

    @property
    def tells_formulas(self) -> bool:
        """Whether it says by which formulas its lines are calculated."""
        return self.settings.get("formulas") != "false"

    def part(self, name: str) -> Fraction:
        """The marks of one of the kind's parts."""
        return next(Fraction(part.marks) for part in self.parts if part.step == name)


@dataclass(frozen=True)
class Recipe:
    """A paper: what stands above it, its questions, and the file that describes it."""

    items: tuple[Item, ...]
    title: str = "Exam"
    course: str = ""
    instructions: tuple[str, ...] = ()  # paragraphs
    source: str = ""
    text: str = ""
    vary: str = "numbers"

    def __reduce__(self) -> tuple[Callable[[str, str], Recipe], tuple[str, str]]:
        """It travels as its text, and is read where it arrives."""
        from attncalc.generate.reading import remembered

        return remembered, (self.text, self.source)

    @property
    def name(self) -> str:
        """Its file without folders, so that papers are the same wherever it lies."""
        return PurePath(self.source).name

    @property
    def digest(self) -> str:
        """What tells two recipes of one name apart."""
        return sha256(self.text.encode()).hexdigest()[:8]

    @property
    def marks(self) -> Fraction:
        """What the paper is worth."""
        return sum((item.marks for item in self.items), Fraction(0))


def probed(item: Item) -> Item:
    """The question, once it is known that it can be solved and has the steps that are named.

    Where nothing is said of what is asked, the result is. Raises InputError, which says where in the recipe.
    """
    sheet = probe(item)
    for constraint, place in zip(item.question.constraints, item.places, strict=False):
        _check_step(constraint, sheet, place)
    for ask in item.ask:
        if not ask.records(sheet):
            raise InputError(
                f"{item.question.mechanism.name} has no step {shorten(ask.step)} to ask for",
                place=ask.place,
                hint=did_you_mean(ask.step, _keys(sheet)),
            )
    asked = item.ask or tuple(Ask(step, place=item.place) for step in item.kind.usual(sheet))
    return _shared(item.kind.prepared(replace(item, ask=asked), sheet))


def _shared(item: Item) -> Item:
    """The question with the marks of the whole shared as equally as halves allow, or else quarters or hundredths."""
    if not item.whole or not item.marked:
        return item
    whole, count = Fraction(item.whole), len(item.marked)
    unit = next((unit for unit in UNITS if (whole * unit).denominator == 1 and whole * unit >= count), UNITS[-1])
    share, left = divmod(int(whole * unit), count)
    marks = iter([_decimal(Fraction(share + (i < left), unit)) for i in range(count)])
    steps = tuple(replace(ask, marks=next(marks)) for ask in item.ask) if item.kind.steps else item.ask
    return replace(item, ask=steps, parts=tuple(replace(part, marks=next(marks)) for part in item.parts))


def _decimal(marks: Fraction) -> str:
    return f"{float(marks):.{MOST_DIGITS}f}".rstrip("0").rstrip(".")


def probe(item: Item) -> Worksheet:
    """The solution of one problem of a question; raises the reason where several have none."""
    for number in range(PROBES):
        text = ""
        try:
            text = problem_text(item.question, item.question.drawn(Draws("probe", number)))
            return solve(loads(text, SOURCE)[0])
        except InputError as error:
            last = located(error, _place_of(error, text, item))
    raise last


def _place_of(error: InputError, text: str, item: Item) -> Place | None:
    """Where in the recipe a problem's line comes from: an option's own place, otherwise the question's."""
    line = text.splitlines()[error.place.line - 1] if error.place and error.place.line else ""
    key = line.strip().partition(":")[0] or error.message.partition(" ")[0]  # which names the option
    return item.option_places.get(key, item.place)


def _check_step(constraint: Constraint, sheet: Worksheet, place: Place | None) -> None:
    known = {*_keys(sheet), *(record.key for record in sheet.inputs), *(record.name for record in sheet.records)}
    if constraint.step and constraint.step not in known:
        raise InputError(
            f"there is no step {shorten(constraint.step)}", place=place, hint=did_you_mean(constraint.step, known)
        )


def _keys(sheet: Worksheet) -> list[str]:
    return [record.key for record in sheet.records if not record.given]

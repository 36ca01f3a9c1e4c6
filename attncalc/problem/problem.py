"""A problem: what is given, under which options, and how it is to be shown."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import NamedTuple

from attncalc.errors import InputError, Place, shorten
from attncalc.limits import VARIANTS
from attncalc.problem.asked import Asked
from attncalc.problem.matrix import Matrix
from attncalc.problem.tree import Mapping, Node, Scalar, Sequence, text_of
from attncalc.reading.number import Number


@dataclass(frozen=True, slots=True)
class Option:
    """One option as it was written: its key, its value as text with positions, and where the key stands."""

    key: str
    value: Node
    place: Place | None = None

    def word(self, words: tuple[str, ...]) -> str:
        """The word that it is set to; raises InputError for one that is not among `words`."""
        text = self.value.text if isinstance(self.value, Scalar) else "a list"
        if text not in words:
            raise InputError(f"{self.key} is {' or '.join(words)}, not {shorten(text)}", place=self.value.place)
        return text


SHORT_TABLE = 24  # signs of a mask that is said in words


class Variant(NamedTuple):
    """One of several ways in which a problem is worked out: its number, of how many, and what is different in it."""

    number: int
    of: int
    words: str

    def __str__(self) -> str:
        return f"variant {self.number}: {self.words}"


class Accepted(NamedTuple):
    """What an open question asks for: lines of the work, and how near to them is near enough."""

    lines: dict[str, Matrix]
    within: Number | None = None
    place: Place | None = None


class Link(NamedTuple):
    """Where an input comes from: a line, an input or the result ("") of an earlier part, and where that is said."""

    part: int
    name: str = ""
    place: Place | None = None


class Printed(NamedTuple):
    """What an input that is given with its numbers is in an earlier problem: where that begins, and the line there."""

    problem: Place | None
    name: str
    place: Place | None = None


@dataclass(frozen=True, slots=True)
class Backward:
    """What a problem says of its backward pass, still as it was written.

    `given` goes from lines to the gradients that are given of them: O to dO.
    """

    options: dict[str, Option] = field(default_factory=dict)
    given: dict[str, Matrix] = field(default_factory=dict)
    targets: dict[str, Matrix] = field(default_factory=dict)
    place: Place | None = None


@dataclass(frozen=True, slots=True)
class Problem:
    """One problem, numbers still as they were written.

    The `code` is that of a printed question. `given` goes from ASCII names (`Wq_1`) to matrices in the orientation
    they were typed in; `symbols` are the letters that entries may hold; `methods` is what of `marks` is for the
    method, `deductions` what mistakes cost by name, `constants` are numbers that a paper prescribes (e^1.41),
    `rounding` the decimals to which answers must be correctly rounded; `find` are the letters that are to be found,
    `asks` is what is asked beside the lines, `blanks` are the entries that a paper leaves open, by line; `values` says
    what they stand for, where that is known; `places` says where the keys of the file stand, `notes` how names in it
    were read. A chain has `parts`, whose `links` say what they take from one another; where it `flows`, each part
    takes the result of the one before; `printed` are inputs that are given as an earlier problem has them, so that an
    answer which has other numbers there may go on with these. `named` are inputs that are known by their names alone:
    their sizes are options, and are counted with.
    """

    title: str = ""
    code: str = ""
    mechanism: str | None = None
    given: dict[str, Matrix] = field(default_factory=dict)
    options: dict[str, Option] = field(default_factory=dict)
    show: dict[str, Option] = field(default_factory=dict)
    labels: dict[str, tuple[str, ...]] = field(default_factory=dict)
    marks: dict[str, str] = field(default_factory=dict)
    methods: dict[str, str] = field(default_factory=dict)
    deductions: dict[str, str] = field(default_factory=dict)
    constants: dict[str, str] = field(default_factory=dict)
    rounding: int | None = None
    accept: Accepted | None = None
    find: tuple[str, ...] = ()
    asks: tuple[Asked, ...] = ()
    blanks: dict[str, frozenset[tuple[int, int]]] = field(default_factory=dict)
    symbols: tuple[str, ...] = ()
    values: dict[str, str] = field(default_factory=dict)
    place: Place | None = None
    places: dict[str, Place] = field(default_factory=dict)
    notes: tuple[str, ...] = ()
    links: dict[str, Link] = field(default_factory=dict)
    printed: dict[str, Printed] = field(default_factory=dict)
    parts: tuple[Problem, ...] = ()
    flows: bool = False
    variant: Variant | None = None
    backward: Backward | None = None
    named: tuple[str, ...] = ()

    def variants(self) -> list[Problem]:
        """The problem once for each set of options under `variants`, which win over its others; itself without.

        Raises InputError where these are not sets of options.
        """
        options = dict(self.options)
        option = options.pop("variants", None)
        if option is None:
            return [self]
        sets = [_options(item) for item in option.value.items] if isinstance(option.value, Sequence) else []
        if not 2 <= len(sets) <= VARIANTS.most:
            raise InputError(VARIANTS.told, hint="variants: [{scale: none}, {}]", place=option.value.place)
        keys = dict.fromkeys(key for options in sets for key in options)
        every_default = ", ".join(f"{key}: {_shown(options.get(key))}" for key in keys)
        words = [", ".join(f"{key}: {_shown(option)}" for key, option in own.items()) or every_default for own in sets]
        return [
            replace(self, options={**options, **own}, variant=Variant(number, len(sets), words[number - 1]))
            for number, own in enumerate(sets, 1)
        ]


def _options(node: Node) -> dict[str, Option]:
    if isinstance(node, Scalar) and node.blank:
        return {}
    if not isinstance(node, Mapping):
        raise InputError("a variant is a set of options: {scale: none}, or {} for none", place=node.place)
    return {key.text: Option(key.text, value, key.place) for key, value in node.entries}


def _shown(option: Option | None) -> str:
    """The value of an option on one line."""
    if option is None:
        return "default"
    text = text_of(option.value)
    return "a table" if isinstance(option.value, Sequence) and len(text) > SHORT_TABLE else shorten(text)

"""A problem: what is given, under which options, and how it is to be shown."""

from __future__ import annotations

from dataclasses import dataclass, field

from attncalc.errors import InputError, Place, shorten
from attncalc.problem.matrix import Matrix
from attncalc.problem.tree import Node, Scalar


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


@dataclass(frozen=True, slots=True)
class Problem:
    """One problem, numbers still as they were written.

    `given` goes from ASCII names (`Wq_1`) to matrices in the orientation they were typed in; `symbols` are the
    letters that entries may hold; `values` says what they stand for, where that is known; `places` says where the
    keys of the file stand.
    """

    title: str = ""
    mechanism: str | None = None
    given: dict[str, Matrix] = field(default_factory=dict)
    options: dict[str, Option] = field(default_factory=dict)
    show: dict[str, Option] = field(default_factory=dict)
    labels: dict[str, tuple[str, ...]] = field(default_factory=dict)
    marks: dict[str, str] = field(default_factory=dict)
    symbols: tuple[str, ...] = ()
    values: dict[str, str] = field(default_factory=dict)
    place: Place | None = None
    places: dict[str, Place] = field(default_factory=dict)

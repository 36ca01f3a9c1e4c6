"""What was read on a page: problems as somebody would type them, and what was not understood."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from attncalc.problem.matrix import Matrix


class Unread(NamedTuple):
    """Something that was not understood: the line it stands on, what it is, and why."""

    line: int
    what: str
    why: str


@dataclass
class Stated:
    """One problem; `mechanism` is None where nobody has decided it yet."""

    title: str
    line: int
    given: dict[str, Matrix]
    options: dict[str, str] = field(default_factory=dict)
    labels: tuple[str, ...] = ()
    unread: list[Unread] = field(default_factory=list)
    mechanism: str | None = None


@dataclass
class Page:
    """The problems of a page, and what stands outside of them and was not understood."""

    source: str
    problems: list[Stated]
    unread: list[Unread] = field(default_factory=list)

    @property
    def all_unread(self) -> list[Unread]:
        """Everything that was not understood, line by line."""
        return sorted({*self.unread, *(item for problem in self.problems for item in problem.unread)})

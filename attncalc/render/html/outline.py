"""Blocks as the tree of their headings."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from attncalc.render.blocks import Block, Formula, Grid, Heading, Heatmap, Note, Rules

STEPS = Heading(2, "Steps")  # what follows on what is given


@dataclass
class Part:
    """A heading with what stands below it: blocks, and parts of a lower level."""

    heading: Heading | None = None
    content: list[Block | Part] = field(default_factory=list)

    @property
    def folds(self) -> bool:
        """Whether this is a line of the work: its formula stands in the heading, its numbers below."""
        is_line = self.heading is not None and self.heading.math is not None
        return is_line and any(isinstance(block, Formula | Grid | Heatmap) for block in self.content)

    @property
    def has_lines(self) -> bool:
        """Whether lines of the work are in it."""
        return self.folds or any(part.has_lines for part in self.content if isinstance(part, Part))

    @property
    def is_given(self) -> bool:
        """Whether this is what a problem gives."""
        return any(isinstance(block, Formula) and block.packed for block in self.content)


def outline(blocks: Iterable[Block]) -> list[Part]:
    """The parts of the highest level on a page; remarks at its end belong to the whole page."""
    way = [Part()]  # from the whole page to the part that is open
    for block in blocks:
        if isinstance(block, Note):
            way = way[:2]
        elif isinstance(block, Rules):  # to answer a question, not one of its lines
            way = [part for part in way if not part.folds]
        if not isinstance(block, Heading):
            way[-1].content.append(block)
            continue
        way = [part for part in way if part.heading is None or part.heading.level < block.level]
        if block.math and way[-1].is_given:
            way = _opened(way[:-1], Part(STEPS))
        way = _opened(way, Part(block))
    return [part if isinstance(part, Part) else Part(None, [part]) for part in way[0].content]


def _opened(way: list[Part], part: Part) -> list[Part]:
    way[-1].content.append(part)
    return [*way, part]

"""A page explained from top to bottom: paths are what its blocks may be, one after another; the likeliest is kept.

What a path has placed says what comes next: the lines that follow from the numbers as they were written, the place in
the order of the work, the mistakes that were made before.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from attncalc.check.placing.blocks import Block, Part
from attncalc.check.placing.candidates import Fit
from attncalc.check.placing.evidence import total
from attncalc.check.placing.option import Option
from attncalc.check.placing.options import options
from attncalc.check.placing.sheets import Sheet
from attncalc.check.placing.single import Place
from attncalc.check.written import value_of
from attncalc.log import told
from attncalc.reading.ink import Statement

Taken = Callable[[Statement, "Path"], "Path | None"]  # the path after a statement that is taken as a whole
PATHS = 5  # that are kept
MANY = 500  # statements, from which on a page is no homework, and one path is kept
BEHIND = 6.0  # nats, by which a path may lie behind the best


@dataclass(frozen=True, eq=False)
class Path:
    """What the blocks up to here may be, and what is known then."""

    sheets: tuple[Sheet, ...]
    score: float = 0.0
    current: int | None = None  # the problem that the page is at
    row: int | None = None  # the row at hand, where parts of lines stand
    swapped: Mapping[str, bool] = field(default_factory=dict)  # lines whose products stood k·q
    paid: frozenset[str] = frozenset()  # mistakes that were made
    partners: frozenset[str] = frozenset()  # lines that stand on the same side
    behind: Mapping[tuple[tuple[str, ...], int], str] = field(default_factory=dict)  # lines behind labels
    is_titled: bool = False  # whether each problem has a title on the page
    previous: Path | None = None
    option: Option | None = None

    def options(self) -> Iterator[Option]:
        """What the blocks are, the last one first."""
        path: Path | None = self
        while path is not None:
            if path.option is not None:
                yield path.option
            path = path.previous

    @property
    def at_hand(self) -> list[int]:
        """The problems that numbers may be of."""
        return [self.current] if self.is_titled and self.current is not None else list(range(len(self.sheets)))

    @property
    def is_explained(self) -> bool:
        """Whether the numbers of the last block are those of its place."""
        return self.option is not None and (self.option.is_explained or bool(self.option.cause))

    def beside(self, block: Block) -> frozenset[str]:
        """The lines that stand on the same side before a block."""
        return self.partners if block.number else frozenset()

    def after(self, block: Block, option: Option, score: float) -> Path:
        """The path that goes on with a block."""
        number, key, where = option.sheet, option.key, option.where
        if where is None:
            row = self.row if block.index is None else block.index
            return replace(self, score=score, row=row, previous=self, option=option)
        sheet = self.sheets[number].branch()
        last = sheet.last
        if not block.is_struck:
            sheet.wrote(key, _cells(where, block))
            sheet.last = max(last, sheet.last) if block.said.factor else sheet.last
        sheets = (*self.sheets[:number], sheet, *self.sheets[number + 1 :])
        swapped = {**self.swapped, sheet.base(key): where.swapped} if isinstance(where, Place) else self.swapped
        behind = {**self.behind, (block.labels, block.number): key} if block.labels else self.behind
        return Path(
            sheets,
            score,
            number,
            _row(sheet, option),
            swapped,
            paid=self.paid | ({option.cause} if option.cause else set()),
            partners=self.beside(block) | {sheet.base(key)} if block.said.factor else frozenset(),
            behind=behind,
            is_titled=self.is_titled,
            previous=self,
            option=option,
        )


def _cells(where: Fit | Place, block: Block) -> Iterable[tuple[int, int, object]]:
    """The entries that are written, with their values."""
    for ink, _, row, column in block.entries(where):
        if ink.number and (value := value_of(ink.number)):
            yield row, column, value.value


def _row(sheet: Sheet, option: Option) -> int | None:
    """The row of a line that has several, where a part of one row was written."""
    rows = {row for row, _ in option.entries}
    return rows.pop() if len(rows) == 1 and sheet.shape(option.key)[0] > 1 else None


def explained(
    parts: Sequence[Part], sheets: Sequence[Sheet], weights: Mapping[str, float], taken: Taken
) -> list[list[tuple[Block, Option]] | None]:
    """The blocks of each part, with what they are under the likeliest path; None of a part that is taken as a whole."""
    is_titled = {part.titled for part in parts}.issuperset(range(len(sheets)))
    paths = [Path(tuple(sheet.branch() for sheet in sheets), is_titled=is_titled)]
    most = PATHS if len(parts) < MANY else 1
    found: list[list[Block] | None] = []
    for part in parts:
        if part.titled is not None:
            paths = [replace(path, current=part.titled) for path in paths]
        after = taken(part.statement, paths[0])
        if after is not None:
            paths = [after]
            found.append(None)
            continue
        blocks: list[Block] = []
        for block in part.blocks:
            paths, placed = _placed(paths, block, weights, most)
            blocks += placed
        found.append(blocks)
    told("placed: %s paths, scores %s", len(paths), [round(path.score, 1) for path in paths])
    settled = _settled(paths)
    return [None if blocks is None else [(block, next(settled)) for block in blocks] for blocks in found]


def _placed(
    paths: Sequence[Path], block: Block, weights: Mapping[str, float], most: int
) -> tuple[list[Path], list[Block]]:
    """The paths after a block; or after its rows one by one, where nothing explains it as a whole, and all of them."""
    after = _after(paths, block, weights, most)
    if not after[0].is_explained and (rows := block.rows):
        apart = list(paths)
        for row in rows:
            apart = [path for path in _after(apart, row, weights, most) if path.is_explained]
            if not apart:
                return after, [block]
        return apart, rows
    return after, [block]


def _after(paths: Sequence[Path], block: Block, weights: Mapping[str, float], most: int) -> list[Path]:
    return _kept(
        (
            path.after(block, option, path.score + score)
            for path in paths
            for option, score in _scored(path, block, weights)
        ),
        most,
    )


def _settled(paths: Sequence[Path]) -> Iterator[Option]:
    """What the blocks are on the first path; what was in doubt may be clear from what came after."""
    best, *others = ([*path.options()][::-1] for path in paths)
    dropped = paths[0].score - paths[-1].score if len(paths) == PATHS else BEHIND  # what is known of other paths
    for number, option in enumerate(best):
        if option.margin < BEHIND:
            behind = [
                paths[0].score - path.score
                for path, other in zip(paths[1:], others, strict=True)
                if other[number].place != option.place
            ]
            margin = min(behind, default=option.margin if option.margin >= 0 else dropped)
            yield replace(option, margin=margin)
        else:
            yield option


def _scored(path: Path, block: Block, weights: Mapping[str, float]) -> Iterator[tuple[Option, float]]:
    """The likeliest options for a block, each place once."""
    best: dict[object, tuple[Option, float]] = {}
    for option in options(path, block, weights):
        score = total(option.features, weights)
        if option.place not in best or best[option.place][1] < score:
            best[option.place] = (option, score)
    found = sorted(best.values(), key=lambda pair: -pair[1])[:PATHS]
    for number, (option, score) in enumerate(found):
        if score > found[0][1] - BEHIND:
            rival, other = found[not number] if len(found) > 1 else (None, -math.inf)
            yield replace(option, margin=score - other, rival=rival), score


def _kept(paths: Iterable[Path], most: int) -> list[Path]:
    """The best paths; of those that know the same, one."""
    ordered = sorted(paths, key=lambda path: -path.score)
    kept: dict[object, Path] = {}
    for path in ordered:
        if path.score < ordered[0].score - BEHIND or len(kept) == most:
            break
        kept.setdefault(_known(path), path)
    return list(kept.values())


def _known(path: Path) -> object:
    """What a path goes on from."""
    written = tuple(
        (sheet.last, *((key, id(line)) for key, line in sheet.written.items()), *sheet.stood.items())
        for sheet in path.sheets
    )
    return path.current, path.row, written, path.partners

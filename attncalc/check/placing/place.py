"""From a page to its claims: statement by statement, each number to the line and the entry that it fits best."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace

from attncalc.check.calculation import Calculation
from attncalc.check.claim import Claim
from attncalc.check.placing.asked import Beside
from attncalc.check.placing.astray import is_astray
from attncalc.check.placing.beam import Path, Taken, explained
from attncalc.check.placing.blocks import Block, Part, first_of
from attncalc.check.placing.by_name import ByName
from attncalc.check.placing.candidates import Fit
from attncalc.check.placing.chains import joined
from attncalc.check.placing.fitted import WEIGHTS
from attncalc.check.placing.labels import is_label
from attncalc.check.placing.ledger import Ledger
from attncalc.check.placing.marks import exponent_of
from attncalc.check.placing.of_entries import Entries
from attncalc.check.placing.of_matrices import Matrices
from attncalc.check.placing.option import Option
from attncalc.check.placing.options import NAMED_SIZE
from attncalc.check.placing.own_words import Passage, passages
from attncalc.check.placing.running import summed
from attncalc.check.placing.sheets import Sheet
from attncalc.check.placing.single import Place
from attncalc.check.placing.standing import Standing
from attncalc.check.placing.twins import Line, left, twin
from attncalc.reading.ink import Paper, Statement

Placed = tuple[Block, Option]
NOWHERE, SIZE = "it fits no line of the work", "it is a size of the problem, or counts"
CARRIED = "it is what a sum comes to on the way"


def place(paper: Paper, calculations: Sequence[Calculation]) -> list[Claim]:
    """The claims of a page on these problems, in the order in which they stand."""
    ledger, explanation = explained_page(paper, calculations)
    matrices, entries = Matrices(ledger), Entries(ledger)
    named, standing = ByName(ledger), Standing(ledger)
    unused = left((block, option.where) for _, blocks in explanation for block, option in blocks or () if option.where)
    for part, placed in explanation:
        ledger.struck, ledger.repeat = part.statement.struck, part.is_repeated
        if part.titled is not None:
            ledger.current = ledger.sheets[part.titled]
        matrices.begin()
        first = len(ledger.claims)
        if placed is not None:
            for block, option in placed:
                _write(block, option, matrices, entries, unused)
                ledger.margin = None
        elif named.take(part.statement):
            entries.run = None
        _account(part.statement, ledger)
        standing.take(part.statement, first)
    matrices.end()
    for scrap in paper.scraps:
        ledger.unread(scrap.start, scrap.text, scrap.why)
    return sorted(ledger.claims, key=_place)


def explained_page(
    paper: Paper, calculations: Sequence[Calculation]
) -> tuple[Ledger, list[tuple[Part, list[Placed] | None]]]:
    """The parts of a page, each with what its blocks are; None of one that names its line and agrees with it."""
    if _subtracts_maximum(paper):
        for calculation in calculations:
            calculation.add_shifted()
    ledger = Ledger(paper, [Sheet(number, calculation) for number, calculation in enumerate(calculations)])
    own = passages(paper.text, ledger.sheets)
    beside = Beside(paper, ledger.sheets, own)
    ledger.claims += beside.claims
    parts = list(parts_of(paper, ledger.sheets, sorted([*own, *beside.passages], reverse=True, key=_start)))
    found = explained(parts, ledger.sheets, WEIGHTS, _taken_by_name(paper))
    return ledger, list(zip(parts, found, strict=True))


def _taken_by_name(paper: Paper) -> Taken:
    """Takes what says itself what it is, on a path: a line under its own name, an entry written out under its own."""
    ledger = Ledger(paper, [])
    named = ByName(ledger)

    def taken(statement: Statement, path: Path) -> Path | None:
        ledger.sheets = [sheet.branch() for sheet in path.sheets]
        ledger.current = None if path.current is None else ledger.sheets[path.current]
        ledger.struck = statement.struck
        if not named.take(statement):
            return None
        current = ledger.current.number if ledger.current else None
        return replace(path, sheets=tuple(ledger.sheets), current=current, previous=path, option=None)

    return taken


def parts_of(paper: Paper, sheets: Sequence[Sheet], beside: Sequence[Passage]) -> Iterator[Part]:
    """The statements of a page, without what it repeats of the problem itself, and what is asked beside the work."""
    seen: set[tuple[str, ...]] = set()
    left = [*beside]
    titled: int | None = None
    statements = list(summed(joined(paper.statements)))
    first = first_of(statements)
    for statement in statements:
        while left and left[-1].end <= statement.start:
            if (title := left.pop().titles) and len(sheets) > 1:
                titled = title.number
                seen.clear()
        if left and left[-1].start <= statement.start:
            continue
        text = tuple(side.text for side in statement.sides if side.text)
        where = (statement.heading, statement.words, *text)  # each head has the same lines
        is_repeated = where in seen and any(char.isdigit() for side in (statement.words, *text) for char in side)
        seen.add(where)
        yield Part(statement, first, is_repeated, titled)
        titled = None


def _write(block: Block, option: Option, matrices: Matrices, entries: Entries, unused: Collection[Line]) -> None:
    """Writes down what the numbers of a block are; the wrong ones of an `unused` line may be those of another."""
    option = option.settled
    if option.where is None and option.features.get("constant", 0.0) == NAMED_SIZE:
        _leave(block, SIZE, matrices.ledger, stands=True)  # √2, d_k = 4
        return
    if option.is_in_doubt or (not option.is_explained and _has_no_ground(block, option)):
        _leave(block, _may_be(option), matrices.ledger)
        return
    where = option.where
    is_accused = where is not None and not (option.is_explained or option.is_named)
    if where and is_accused and (where.sheet.number, where.key) in unused and (other := twin(block, where)):
        _leave(block, _either(where.key, other), matrices.ledger)
        return
    if where:
        where = replace(where, sheet=matrices.ledger.sheets[option.sheet])
    matrices.ledger.margin = option.digits
    if block.grid:
        entries.run = None
        matrices.take(block, where if isinstance(where, Fit) else None)
    else:
        entries.take(block, where if isinstance(where, Place) else None)


def _has_no_ground(block: Block, option: Option) -> bool:
    """Whether only the order places what was struck out, or neither name nor mistake what may be right elsewhere."""
    if block.is_struck and not (block.said.places if block.sides else block.labels):
        return True
    is_told = bool(option.cause) or option.is_named
    return option.where is not None and not is_told and is_astray(block, option.where)


def _may_be(option: Option) -> str:
    """Why a block is left that fits two places about as well."""
    names = {one.named for one in (option, option.rival) if one and one.where}
    return _either(*names) if len(names) > 1 else NOWHERE


def _either(*names: str) -> str:
    return f"it may be {' or '.join(sorted(names))}"


def _leave(block: Block, why: str, ledger: Ledger, *, stands: bool | None = None) -> None:
    """The numbers of a block that are no claims on the work."""
    for number in (number for ink in block.inks for number in ink.numbers() if number.start not in ledger.taken):
        ledger.take(number)
        ledger.unread(number.start, number.text, why, stands=stands)


def _account(statement: Statement, ledger: Ledger) -> None:
    """No number is dropped."""
    for number in statement.carried:
        ledger.unread(number.start, number.text, CARRIED, stands=True)
    for number in (number for side in statement.sides if not is_label(side) for number in side.numbers()):
        if number.start not in ledger.taken:
            ledger.unread(number.start, number.text, NOWHERE)


def _start(passage: Passage) -> int:
    return passage.start


def _place(claim: Claim) -> tuple[int, int]:
    where = claim.written.place
    return (where.line or 0, where.column or 0) if where else (0, 0)


def _subtracts_maximum(paper: Paper) -> bool:
    """Whether e⁰ stands on a page, though no score is 0: the largest was subtracted from all."""
    exponents = (exponent_of(ink) for statement in paper.statements for side in statement.sides for ink in side.walk())
    return any(ink is not None and ink.kind == "number" and ink.text.strip("0.") == "" for ink in exponents)

"""What goes between slow and fast memory: line by line, as usual, and tile by tile, as FlashAttention has it."""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil, prod
from typing import NamedTuple

from attncalc.cost.run import Run, of_mechanism
from attncalc.errors import InputError
from attncalc.problem.problem import Option
from attncalc.problem.tree import Scalar
from attncalc.worksheet.expression import Expr
from attncalc.worksheet.formula import inlined
from attncalc.worksheet.recorder import Record

FAST = 192 * 1024  # bytes of fast memory, of one multiprocessor of an A100 (Dao et al. 2022, section 2.1)
TILES = 4  # blocks of d columns that are held at once: Q, K, V and O (algorithm 1, line 1)
Section = tuple[int, ...]


class Traffic(NamedTuple):
    """The numbers that are read and written, in the standard order and in tiles of so many keys."""

    standard: int
    tiled: int
    tile: int


def traffic(n: int, m: int, d_k: int, d_v: int, each: int, fast: int = FAST) -> Traffic:
    """Of one head; raises InputError where fast memory does not hold one key."""
    tile = min(m, ceil(fast / each / (TILES * max(d_k, d_v))))
    if tile < 1:
        raise InputError(f"{fast} bytes of fast memory hold no key")
    sizes = {"n": n, "m": m, "d_k": d_k, "d_v": d_v}
    standard = of_mechanism("scaled-dot-product", sizes, {}).run()
    flash = of_mechanism("flash", sizes, {"block": Option("block", Scalar(str(tile)))}).run()
    return Traffic(sum(_line_by_line(standard)), sum(_by_sections(flash)), tile)


def _lines(run: Run) -> list[tuple[Record, Expr]]:
    """The lines that the result is made of, details put in."""
    details = {record.key: record.expr for record in run.records if record.detail}
    lines = [(record, inlined(record.expr, details)) for record in run.records if not record.detail]
    reached = {run.result}
    for record, expr in reversed(lines):
        if record.key in reached:
            reached |= {leaf.key for leaf in expr.lines()}
    return [pair for pair in lines if pair[0].key in reached]


def _line_by_line(run: Run) -> Iterator[int]:
    """Every line reads what it is made of and writes what it makes."""
    for _, expr in _lines(run):
        yield _size(expr)
        yield from {leaf.key: _size(leaf) for leaf in expr.lines()}.values()


def _by_sections(run: Run) -> Iterator[int]:
    """What is made and used within one section stays in fast memory; the rest goes to and fro."""
    lines = _lines(run)
    made = {record.key: record.section for record, _ in lines}
    read: dict[tuple[Section, str], int] = {}
    for record, expr in lines:
        for part in _parts(expr):
            key = next(part.lines()).key
            if made.get(key) != record.section:
                read[record.section, f"{key} {part.params if part.op != 'line' else ''}"] = _size(part)
    used = {key.split(" ")[0] for _, key in read}
    yield from read.values()
    yield from (_size(expr) for record, expr in lines if record.key in used or record.key == run.result)


def _parts(expr: Expr) -> Iterator[Expr]:
    """The lines of an expression, or the rows of them that are read."""
    if expr.op in ("line", "rows"):
        yield expr
        return
    for arg in expr.args:
        yield from _parts(arg)


def _size(expr: Expr) -> int:
    return prod(axis.size or 1 for axis in expr.axes)

"""What a mechanism costs as blocks: every figure factor by factor, then the lines in a table."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from attncalc.cost.cost import FLOP, WAYS, Cost, pairs
from attncalc.cost.figure import Figure, together
from attncalc.cost.growth import leading
from attncalc.cost.memory import name_of
from attncalc.cost.units import in_thousands, of_bytes, of_time
from attncalc.problem.names import read_name
from attncalc.render.blocks import Block, Cell, Formula, Grid, Heading, Math, Note, Prose
from attncalc.worksheet.formula import symbol
from attncalc.worksheet.notation import LATEX, TEXT

COLUMNS = ("FLOPs", "FLOPs back", "others", "others back")
SHORT = 10_000  # from which a count is said in short too


def cost_page(cost: Cost) -> list[Block]:
    """All that one cost is."""
    parts = (_parameters, _operations, _masked, _memory, _caches, _traffic, _time, _growth)
    return [
        Heading(1, f"{cost.run.title}: what it costs"),
        *_sizes(cost),
        *(block for part in parts for block in part(cost)),
    ]


def _sizes(cost: Cost) -> Iterator[Block]:
    """The sizes that counts are of; those that nobody said stand apart."""
    run = cost.run
    used = {name: size for name, size in run.sizes.items() if name in run.signature.sizes}
    said = {**{name: size for name, size in used.items() if name not in run.assumed}, **dict(run.repeats)}
    if said:
        yield Prose(f"Sizes: {_listed(said)}.")
    if run.assumed:
        yield Prose(f"Not said, and taken: {_listed(run.assumed)}.")


def _listed(sizes: Mapping[str, int]) -> str:
    return ", ".join(f"{name} = {size:,}" for name, size in sizes.items())


def _parameters(cost: Cost) -> Iterator[Block]:
    if not cost.parameters:
        return
    yield Heading(2, "Parameters")
    yield Formula(tuple((_figure(figure),) for figure in cost.parameters))
    yield Prose(f"Together {in_full(together(cost.parameters))} parameters.")
    if cost.run.left_out:
        yield Prose(f"Without {', '.join(cost.run.left_out)}, which may be there too.")
    for name, lines in cost.tied.items():
        yield Prose(f"{name} is tied: it stands in {' and in '.join(lines)}, and counts once.")


def _operations(cost: Cost) -> Iterator[Block]:
    yield Heading(2, "Operations")
    if cost.products:
        yield Prose("Multiply-adds on the way there, each two FLOPs:")
        yield Formula(tuple((_figure(figure, symbols=True),) for _, figure in cost.products))
    yield _table(cost)
    forward, backward = (cost.flops(way) for way in WAYS)
    yield Prose(
        f"Forward {in_full(forward)} FLOPs, backward {in_full(backward)}, "
        f"training {in_full(forward + backward)}; sums, exponentials, divisions and the like come to "
        f"{' forward and '.join(in_full(cost.others(way)) for way in WAYS)} backward."
    )


def _table(cost: Cost) -> Grid:
    """A row for each line that is any work."""
    rows, labels = [], []
    for line in cost.counts.lines:
        forward, backward = (
            [sum(term.value for term in terms if term.multiplied is kind) for kind in (True, False)]
            for terms in (line.forward, line.backward)
        )
        if any((*forward, *backward)):
            labels.append(_shown(name_of(line)))
            rows.append((FLOP * forward[0], FLOP * backward[0], forward[1], backward[1]))
    sums = [*map(cost.flops, WAYS), *map(cost.others, WAYS)]
    if met := cost.others("backward") - sum(row[3] for row in rows):
        rows.append((0, 0, 0, met))
        labels.append("where paths meet")
    cells = [*rows, tuple(sums)]
    return Grid(
        Math("", ""),
        tuple(tuple(_cell(count) for count in row) for row in cells),
        (*labels, "together"),
        COLUMNS,
        labelled=True,
    )


def _masked(cost: Cost) -> Iterator[Block]:
    """The same for the pairs alone that are seen."""
    if cost.left is not None:
        ways = [FLOP * cost.left.total(way, multiplied=True) for way in WAYS]
        seen, whole = pairs(cost.left), pairs(cost.counts)
        share = f" ({seen:,} of {whole:,}, {100 * seen / whole:.2f} %)" if whole else ""
        yield Prose(
            f"For the pairs alone that masks leave{share}: forward {in_full(ways[0])} FLOPs, "
            f"backward {in_full(ways[1])}."
        )


def _memory(cost: Cost) -> Iterator[Block]:
    yield Heading(2, f"Memory, {cost.asked.bytes} B for each number")
    if cost.held:
        yield Formula(tuple((_figure(figure),) for figure in cost.held))
    if cost.kept:
        names = ", ".join(_shown(figure.name) for figure in cost.kept)
        yield Prose(f"Backward needs {names}: {of_bytes(together(cost.kept))} kept of the way there.")
    if cost.adam:
        yield Prose("Training with Adam, its moments in fp32:")
        yield Formula(tuple((_figure(figure),) for figure in cost.adam))
        yield Prose(f"Together {of_bytes(together(cost.adam))}.")


def _caches(cost: Cost) -> Iterator[Block]:
    if cost.caches:
        yield Heading(2, "Cache of keys and values")
        yield Formula(tuple((_figure(figure),) for figure in cost.caches))


def _traffic(cost: Cost) -> Iterator[Block]:
    if cost.traffic is None:
        return
    standard, tiled, tile = cost.traffic
    each = cost.asked.bytes
    yield Heading(2, "Traffic of slow memory, of one head")
    yield Prose(
        f"Line by line {of_bytes(standard * each)}; as FlashAttention in tiles of {tile:,} keys, which fit in "
        f"{of_bytes(cost.asked.fast)} of fast memory, {of_bytes(tiled * each)}: "
        f"{standard / tiled:.1f} times less."
    )


def _time(cost: Cost) -> Iterator[Block]:
    forward, training = cost.seconds("forward"), cost.seconds(*WAYS)
    if forward is None or training is None or cost.asked.speed is None:
        return
    yield Heading(2, "Time")
    speed = f"{in_thousands(cost.asked.speed)}FLOP/s"
    used = f" used to {float(cost.asked.share):.0%}" if cost.asked.share != 1 else ""
    yield Prose(f"At {speed}{used}: forward {of_time(forward)}, training {of_time(training)}.")


def _growth(cost: Cost) -> Iterator[Block]:
    if not cost.growth:
        return
    yield Heading(2, "Growth")
    lines = ", ".join(f"{_shown(each.name)} {each.written}" for each in cost.growth)
    *words, last = dict.fromkeys(word for each in cost.growth for word, _ in each.powers)
    twice = f"{', '.join(words)} and {last}" if words else last
    yield Prose(f"Multiply-adds, from counts at twice {twice}: {lines}; together {leading(cost.growth)}.")


def _figure(figure: Figure, *, symbols: bool = False) -> Math:
    """A figure on a line; with the names of its factors where these say more."""
    middle = f"{figure.symbols} = " if symbols else ""
    text = f"{_shown(figure.name)}: {middle}{figure.written}"
    return Math(text, rf"{_named(figure.name)}:\ {_latex(middle + figure.written)}")


def _shown(name: str) -> str:
    return (
        re.sub(r"\b[A-Za-z]\w*", lambda word: _symbol(word[0], latex=False), name)
        if " … " in name or (" " not in name)
        else name
    )


def _symbol(name: str, *, latex: bool) -> str:
    known = read_name(name)
    if known is None or known.row is not None:
        return rf"\text{{{name}}}" if latex else name
    return symbol(known.base, known.section, LATEX if latex else TEXT)


def _named(name: str) -> str:
    """The name in LaTeX: a line's as its symbol, words as they are."""
    parts = name.split(" … ")
    return r" \ldots ".join(_symbol(part, latex=True) for part in parts)


def _latex(text: str) -> str:
    """Numbers and names of sizes in LaTeX."""
    words = re.sub(r"[A-Za-z]\w*", lambda word: _size(word[0]), text)
    return words.replace(",", "{,}").replace("·", r" \cdot ")


def _size(word: str) -> str:
    return LATEX.name(word) if "_" in word or (len(word) == 1 and word != "B") else rf"\text{{ {word}}}"


def in_full(count: int) -> str:
    """A count with all its digits, and in short where it is long."""
    return f"{count:,}" if count < SHORT else f"{count:,} ({in_thousands(count).replace(' ', '')})"


def _cell(count: int) -> Cell:
    text = f"{count:,}" if count else ""
    return Cell(text, text.replace(",", "{,}"))


def cost_pages(costs: Iterable[Cost]) -> list[list[Block]]:
    """A page for each."""
    return [[*cost_page(cost), Note("--size n=1024 counts with other sizes", hint=True)] for cost in costs]

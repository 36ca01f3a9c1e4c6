"""Bytes: of queries, keys, values and scores, of what the way back needs, of a cache, and of Adam's states."""

from __future__ import annotations

from collections.abc import Iterator

from attncalc.cost.count import Counts, Line
from attncalc.cost.figure import Figure, in_bytes
from attncalc.cost.run import Run, of_mechanism
from attncalc.errors import InputError
from attncalc.mechanisms.learned import is_learned
from attncalc.mechanisms.registry import find
from attncalc.problem.names import read_name
from attncalc.worksheet.counts.term import Factor, Term, factors_of

SHOWN = ("Q", "K", "V", "c_kv", "c_q", "S", "A", "e", "alpha", "O", "C", "MH", "F", "N", "logits")
SHARED = (("MHA", "multi-head"), ("GQA", "grouped-query"), ("MQA", "multi-query"), ("MLA", "multi-head-latent"))
GROUPS = 8  # of heads, where nobody says how many: as Ainslie et al. 2023 chose
STATE = 4  # bytes of a number of Adam, which is kept in fp32


def held(counts: Counts, each: int) -> list[Figure]:
    """The bytes of what is given with tokens, and of the lines that one asks for."""
    run = counts.run
    inputs = [
        in_bytes(key, Term(factors_of(record.expr.axes, run.sizes), multiplied=False), each, *run.repeats)
        for key, record in run.inputs.items()
        if record.expr.op == "line" and base(key) in ("Q", "K", "V")
    ]
    lines = [line for line in counts.lines if base(line.names[0]) in SHOWN]
    return [*inputs, *(in_bytes(name_of(line), line.entries, each) for line in lines)]


def kept(counts: Counts, each: int) -> list[Figure]:
    """The bytes of what the way back needs of the way there: lines, and inputs that are not learned."""
    run = counts.run
    fed = [
        in_bytes(key, Term(factors_of(record.expr.axes, run.sizes), multiplied=False), each, *run.repeats)
        for key, record in run.inputs.items()
        if key in counts.kept and not is_learned(run.signature, key) and record.expr.op == "line"
    ]
    return [*fed, *(in_bytes(name_of(line), line.entries, each) for line in counts.lines if line.kept)]


def adam(parameters: int, each: int) -> list[Figure]:
    """The bytes of weights, gradients, and both moments of Adam (Kingma and Ba 2015)."""
    count = Factor("parameters", parameters)
    return [
        in_bytes(name, Term((count,), multiplied=False), size, *times)
        for name, size, times in (
            ("weights", each, ()),
            ("gradients", each, ()),
            ("moments of Adam", STATE, (Factor("", 2),)),
        )
    ]


def caches(run: Run, each: int) -> Iterator[Figure]:
    """What is kept of each token where text is written token by token, by ways to share keys and values."""
    if not {"h", "d_k"} <= run.sizes.keys() or "n" not in run.sizes:
        return
    for short, name in SHARED:
        known = {*find(name).signature.sizes}
        sizes = {key: size for key, size in run.sizes.items() if key in known}
        if "g" in known and "g" not in sizes:
            sizes["g"] = _groups(run.sizes["h"])
        try:
            counts = Counts(of_mechanism(name, sizes, {}).run())
        except InputError:
            continue
        lines = _kept_of_tokens(counts)
        yield _cache(short, lines, each, run.repeats)


def cached(counts: Counts, each: int) -> list[Figure]:
    """What the mechanism itself keeps of each token, of all heads and layers."""
    if lines := _kept_of_tokens(counts):
        return [in_bytes(name_of(line), line.entries, each) for line in lines]
    return [figure for figure in held(counts, each) if base(figure.name) in ("K", "V")]


def _groups(heads: int) -> int:
    return max(count for count in range(1, GROUPS + 1) if heads % count == 0)


def _kept_of_tokens(counts: Counts) -> list[Line]:
    """Keys and values; or what both are made of, where that is narrower."""
    lines = {name: line for line in counts.lines for name in line.names}
    pairs = [line for line in counts.lines if base(line.names[0]) in ("K", "V")]
    exprs = {record.key: record.expr for record in counts.run.records}
    sources = {leaf.key for line in pairs for name in line.names for leaf in exprs[name].lines()} & lines.keys()
    narrow = [line for line in counts.lines if sources & {*line.names}]
    wide = sum(line.entries.value for line in pairs)
    return narrow if narrow and sum(line.entries.value for line in narrow) < wide else pairs


def _cache(name: str, lines: list[Line], each: int, repeats: tuple[Factor, ...]) -> Figure:
    """One product where keys and values are of one size, otherwise with the sum of their widths."""
    first = lines[0].entries
    if len({line.entries.value for line in lines}) == 1:
        return in_bytes(name, first, each, *([Factor("", len(lines))] if len(lines) > 1 else []), *repeats)
    width = sum(line.entries.value for line in lines)
    return in_bytes(name, Term((Factor("numbers", width),), multiplied=False), each, *repeats)


def base(key: str) -> str:
    """The name of a line without its sections."""
    known = read_name(key)
    return known.base if known else key


def name_of(line: Line) -> str:
    """S of one line, S_1 … S_8 of several."""
    return line.names[0] if len(line.names) == 1 else f"{line.names[0]} … {line.names[-1]}"

"""From what is said in words to options, as they fit the matrices that are given."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from attncalc.problem.matrix import Matrix
from attncalc.problem.page.given import bases_of
from attncalc.problem.page.page import Open, Stated, Unread
from attncalc.problem.write import counts
from attncalc.reading.said import Said, not_read

OF_SCORES = {"Q", "K", "X", "S"}  # what mechanisms that scale, mask and split heads are given
PAD = re.compile(r"\W{0,2}pad(?:ding)?\W{0,2}", re.IGNORECASE)
ZERO = {"0", "0.0", "0."}
OF_MASKS = re.compile(r"[01](?:\.0*)?|[-−](?:\d{2,}(?:\.0*)?|\d[\d.]*e\+?\d+|[^^*]*+(?:\^|\*\*).*)", re.IGNORECASE)


def settle(problem: Stated, said: list[Said]) -> None:
    """Writes the options of a problem, and what is in doubt to what is unread."""
    found = {item.key: item for item in said}
    for key, item in found.items():
        if item.doubt:
            problem.unread.append(
                Unread(item.line, item.words, f"{item.doubt}; if it is: options: {{{key}: {item.value}}}")
            )
            problem.open += (Open(key, item.value, item.line),)
    options = {key: item.value for key, item in found.items() if not item.doubt}
    if not OF_SCORES & bases_of(problem.given):
        options = {}
    for rule in (_columns, _weights, _divisor, _heads, _mask):
        rule(problem, options, found)
    places = [int(place) for place in options.pop("padding", "").split()]
    problem.options.update(options)
    pad(problem, places)
    _size_of_keys(problem)


def _columns(problem: Stated, options: dict[str, str], found: dict[str, Said]) -> None:
    """Encoder states that stand as columns become rows, one for each state."""
    states = problem.given.get("H")
    if states and not states.words and ("states" in found or "tokens" in found):
        problem.given["H"] = states.transposed
    options.pop("states", None)


def _weights(problem: Stated, options: dict[str, str], found: dict[str, Said]) -> None:
    """Columns mean weights out × in already."""
    if "tokens" in options or not any(name.startswith("W") for name in problem.given):
        options.pop("weights", None)


def _divisor(problem: Stated, options: dict[str, str], found: dict[str, Said]) -> None:
    """A printed root is told only where it is not that of the keys' width."""
    divisor = options.get("divide-by", "")
    keys = [
        problem.given[name].shape for name in ("K", "Wk", "X") if name in problem.given and problem.given[name].rows
    ]
    widths = {str(size) for size in keys[0]} if keys else set()
    root = divisor.removeprefix("sqrt(").removesuffix(")")
    if widths and options.get("d_k", "") not in {"", *widths} and _is_root(divisor, options["d_k"]):
        options["scale"] = f"1/{divisor}"  # of a model whose keys are wider than those that are printed
        del options["d_k"]
    if "scale" in options or (divisor.startswith("sqrt(") and root in {*widths, options.get("d_k")}):
        options.pop("divide-by", None)
    elif divisor.startswith("sqrt(") and not keys:
        options["d_k"] = root
        del options["divide-by"]


def _is_root(divisor: str, size: str) -> bool:
    """Whether a divisor is the root of a size: √64, or 8."""
    number = divisor.isdecimal() and size.isdecimal() and len(size) < len("1000000") and int(divisor) ** 2 == int(size)
    return divisor == f"sqrt({size})" or bool(number)


def _heads(problem: Stated, options: dict[str, str], found: dict[str, Said]) -> None:
    """Heads are counted where they do not have weights of their own."""
    own = any(name.startswith(("Wq_", "Wk_", "Wv_")) for name in problem.given)
    if own or options.get("heads") == "1" or not {"X", "Q"} & problem.given.keys():
        options.pop("heads", None)


def _mask(problem: Stated, options: dict[str, str], found: dict[str, Said]) -> None:
    """A table that is the causal one is said by the word; another one stands instead of a word."""
    table = problem.given.get("M")
    if table is None:
        return
    if any(not cell.is_minus_infinity and not OF_MASKS.fullmatch(cell.text) for row in table.rows for cell in row):
        problem.unread.append(Unread(problem.line, "M", "a mask has 0, 1 or −inf; this matrix has other numbers"))
        del problem.given["M"]
        return
    if "mask" in options and _is_causal(table):
        del problem.given["M"]
    elif "mask" in options:
        said = found["mask"]
        problem.unread.append(Unread(said.line, said.words, "a table of a mask is given too; the table is taken"))
        del options["mask"]


def pad(problem: Stated, places: Sequence[int]) -> None:
    """Hides the keys at these places, which count from 1, or from the end where they are negative."""
    count = counts(problem)[1] or 0
    hidden = {place if place > 0 else count + 1 + place for place in places}
    if hidden and hidden < {*range(1, count + 1)}:
        problem.options["padding"] = " ".join("0" if key in hidden else "1" for key in range(1, count + 1))


def pad_labelled(problem: Stated) -> None:
    """Hides the keys that are called [PAD], where a page speaks of padding and does not say which tokens it is."""
    said = [item for item in problem.unread if item.why.startswith("words about padding")]
    if said and "padding" not in problem.options:
        pad(problem, [place for place, label in enumerate(problem.labels, 1) if PAD.fullmatch(label)])
    if "padding" in problem.options:
        problem.unread = [item for item in problem.unread if item not in said]


def unused_words(problem: Stated, lines: list[tuple[int, str]]) -> Iterator[Unread]:
    """Words about a mask, a padding or a scale, where none was understood."""
    known = set(problem.options) | ({"scale"} if "divide-by" in problem.options else set())
    if problem.given.keys() & {"M", "s"} or any("mask" in item.why for item in problem.unread):
        known.add("mask")
    yield from (Unread(*item) for item in not_read(lines, known))


def _is_causal(table: Matrix) -> bool:
    return is_causal([["-inf" if cell.is_minus_infinity else cell.text for cell in row] for row in table.rows])


def is_causal(rows: Sequence[Sequence[str]]) -> bool:
    """Whether a table hides what comes later: 0 and -inf, or 1 and 0."""
    if not rows or len({len(row) for row in rows} | {len(rows)}) != 1:
        return False
    later = {cell for i, row in enumerate(rows) for cell in row[i + 1 :]}
    seen = {cell for i, row in enumerate(rows) for cell in row[: i + 1]}
    return (later == {"-inf"} and seen <= ZERO) or (later <= ZERO and seen == {"1"})


def _size_of_keys(problem: Stated) -> None:
    """Scores alone do not tell what they are divided by."""
    known = {"d_k", "scale", "divide-by", "softmax"} & problem.options.keys()
    if "S" in problem.given and not known and not {"Q", "K", "X"} & problem.given.keys():
        problem.unread.append(
            Unread(problem.line, "d_k", "only scores are given: type d_k: 4, or scale: none, under options")
        )

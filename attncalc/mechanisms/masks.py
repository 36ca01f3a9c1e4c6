"""Who may attend to whom: words, tables, padding and windows become tables added to the scores."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from attncalc.errors import InputError, Place, did_you_mean, shorten
from attncalc.mechanisms.places import FAMILIES
from attncalc.problem.matrix import Matrix, read_matrix
from attncalc.problem.schema import TABLE, TABLE_LIST, Schema, any_of, list_of, mapping, one_of, spelt, whole
from attncalc.problem.tree import Mapping, Scalar, Sequence, whole_number
from attncalc.problem.tree import Node as Tree
from attncalc.reading.number import PLAIN, Node, Number

if TYPE_CHECKING:
    from attncalc.mechanisms.patterns.rules.pattern import Pattern

PATTERNS = FAMILIES["patterns"]  # which have options; their files are read when one is asked for
PATTERN: Schema = {"$ref": "#/definitions/pattern"}
HIDDEN = Number("-inf", Node("-inf"))
NOTHING = Number("0")
Symbols = Collection[str]
Seen = Callable[[int, int], bool]
Picked = tuple[int, ...] | None
TRUTH = ("yes", "on", "true")
SPELLINGS = {
    **dict.fromkeys(("no", "off", "false"), "none"),
    **dict.fromkeys(("look-ahead", "lookahead", "lower-triangular", "autoregressive"), "causal"),
    **dict.fromkeys(TRUTH, "causal"),
}
CELLS = {
    **dict.fromkeys(("true", "t", "yes", "✓"), "1"),
    **dict.fromkeys(("false", "f", "no"), "0"),
    **dict.fromkeys(("x", "✗", "×", "-∞", "-oo"), "-inf"),
}
CELL = re.compile(r"(?<![\w.\\])(?:[A-Za-z]+|[✓✗×]|-∞|-oo)(?![\w.(])")

# Which keys j a query i sees (both from 1), by the word of the option.
WORDS: dict[str, Seen] = {
    "causal": lambda i, j: j <= i,
    "strictly-causal": lambda i, j: j < i,
    "not-self": lambda i, j: i != j,
}
TIMED = {"table", "when"}
TIMES = ("before-scaling", "after-scaling")
_TEXT = {"type": "string", "pattern": r"[^A-Za-z_\s-]|\b([xX]|[tT]rue|[fF]alse)\b"}  # a table, not a misspelt word
_TIMED = mapping({"table": TABLE, "when": one_of(*TIMES)})
_ONE = any_of({"type": "boolean"}, spelt((*WORDS, "none")), _TEXT, TABLE_LIST, PATTERN, _TIMED)
MASK = any_of(_ONE, list_of(_ONE))
WINDOW = mapping({"left": whole(0), "right": whole(0)}, required=["left", "right"])


@dataclass(frozen=True, slots=True)
class Mask:
    """One mask: a rule, a table of numbers to add, or one row for all queries; `pattern` is a rule with options."""

    seen: Seen | None = None
    table: Matrix | None = None
    pattern: Pattern | None = None
    before_scaling: bool = False
    place: Place | None = None
    for_all_queries: bool = False
    turned: bool = False
    note: str = ""

    def mirrored(self) -> Mask:
        """The mask with queries and keys exchanged in its table, for tokens in columns."""
        if self.table is None or self.for_all_queries:
            return self
        return replace(self, table=self.table.transposed, turned=True)

    def entry(self, i: int, j: int) -> Number:
        """What is added to the score of query i and key j."""
        seen = self.pattern.seen if self.pattern else self.seen
        if seen is not None:
            return NOTHING if seen(i, j) else HIDDEN
        assert self.table is not None
        return self.table.rows[0 if self.for_all_queries else i - 1][j - 1]

    def sees(self, i: int, j: int) -> bool:
        """Whether query i may see key j."""
        return not self.entry(i, j).is_minus_infinity

    def check(self, queries: int, keys: int, picked: Picked = None, picked_keys: Picked = None) -> None:
        """Raises InputError if it does not fit the scores; of picked queries and keys, a table of all is read."""
        if self.pattern is not None and picked_keys is None:
            self.pattern.check(picked or range(1, queries + 1), keys)
        if self.table is None:
            return
        height, width = self.table.shape
        keys = max(keys, width) if picked_keys and width >= max(picked_keys) else keys
        if self.for_all_queries and width != keys:
            raise InputError(f"padding has {width} entries, but there are {keys} keys", place=self.place)
        if not self.for_all_queries and (
            width != keys or (height != queries if picked is None else height < max(picked))
        ):
            shapes = [(height, width), (max(picked or (queries,)), keys)]
            found, wanted = ("×".join(map(str, shape[::-1] if self.turned else shape)) for shape in shapes)
            raise InputError(f"the mask is {found}, but the scores are {wanted}", place=self.place)


def read_masks(node: Tree, hide_means_one: bool, symbols: Symbols = ()) -> list[Mask]:
    """The masks of the option `mask`: a word, a table, `{table: …, when: before-scaling}`, or a list of these."""
    if isinstance(node, Sequence) and any(not _is_row(item) for item in node.items):
        return [mask for item in node.items for mask in read_masks(item, hide_means_one, symbols)]
    if isinstance(node, Scalar) and node.blank:
        return []
    if isinstance(node, Scalar) and (word := _word(node)) is not None:
        said = node.text.strip()
        note = f"mask: {said} is read as {word}." if said.lower() in TRUTH else ""
        return [] if word == "none" else [Mask(WORDS[word], place=node.place, note=note)]
    if isinstance(node, Mapping):
        from attncalc.mechanisms.patterns.rules.option import read_pattern

        if (pattern := read_pattern(node)) is not None:
            return [Mask(pattern=pattern, place=node.place)]
    if isinstance(node, Mapping) and (
        {key.text for key, _ in node.entries} <= TIMED or not all(_is_row(value) for _, value in node.entries)
    ):
        return [_with_time(node, hide_means_one, symbols)]
    return [Mask(table=_table(node, hide_means_one, symbols), place=node.place)]


def _is_row(item: Tree) -> bool:
    """Whether an item of a list is a row of a table rather than a mask of its own."""
    if isinstance(item, Sequence):
        return all(isinstance(cell, Scalar) for cell in item.items)
    return isinstance(item, Scalar) and _looks_like_cells(item.text)


def _looks_like_cells(text: str) -> bool:
    parts = _with_numbers(text).replace(";", " ").replace(",", " ").split()
    return all(part == "-inf" or PLAIN.fullmatch(part) for part in parts)


def _word(node: Scalar) -> str | None:
    word = node.text.strip().lower().replace("_", "-").replace(" ", "-")
    word = SPELLINGS.get(word, word)
    if node.text.strip().lower() not in SPELLINGS and (
        not re.fullmatch(r"[a-z][\w-]*", word) or _looks_like_cells(node.text)
    ):
        return None
    if word in PATTERNS:
        from attncalc.mechanisms.patterns.rules.option import example

        raise InputError(f"the mask {word} needs its options", place=node.place, hint=f"mask: {example(word)}")
    if word not in WORDS and word != "none":
        raise InputError(
            f"there is no mask {shorten(node.text)}",
            place=node.place,
            hint=did_you_mean(word, [*WORDS, *PATTERNS, "none"]),
        )
    return word


def _with_time(node: Mapping, hide_means_one: bool, symbols: Symbols) -> Mask:
    for key, _ in node.entries:
        if key.text not in TIMED:
            raise InputError(f"a mask has no {shorten(key.text)}", place=key.place, hint="It has `table` and `when`.")
    table, when = node.get("table"), node.get("when")
    if table is None:
        raise InputError("this mask has no table", place=node.place)
    time = "after-scaling" if when is None else when.text if isinstance(when, Scalar) else "a list"
    if time not in TIMES:
        raise InputError(f"a mask is added before-scaling or after-scaling, not {shorten(time)}", place=node.place)
    return Mask(table=_table(table, hide_means_one, symbols), before_scaling=time == "before-scaling", place=node.place)


def _with_numbers(text: str) -> str:
    """A text with -inf for X, 1 for true and 0 for false."""
    return CELL.sub(lambda match: CELLS.get(match[0].lower(), match[0]), text.replace("−", "-"))


def _table(node: Tree, hide_means_one: bool, symbols: Symbols = ()) -> Matrix:
    """A table of numbers to add: one of 0 and 1 (or true and false) says who may attend."""
    matrix = read_matrix(_with_cells(node), "the mask", symbols, infinite=True)
    kinds = [[_kind(number) for number in row] for row in matrix.rows]
    found = {kind for row in kinds for kind in row}
    if not found <= {"0", "1"} and found != {"1", "-inf"}:
        return matrix
    if "-inf" in found:  # X beside 1, and no 0: what is not crossed out is seen
        hide_means_one = False
    keep = "0" if hide_means_one else "1"
    rows = tuple(tuple(NOTHING if kind == keep else HIDDEN for kind in row) for row in kinds)
    return Matrix(rows, matrix.place, matrix.flat)


def _kind(number: Number) -> str:
    """0, 1 (however they are written: 1., 1.0), -inf, or the number's own text."""
    if number.is_minus_infinity:
        return "-inf"
    value = float(number.text) if number.tree is None else None
    return str(int(value)) if value in (0.0, 1.0) and value is not None else number.text


def _with_cells(node: Tree) -> Tree:
    """The node with X and true and false in the grammar of entries."""
    if isinstance(node, Sequence):
        return node._replace(items=tuple(_with_cells(item) for item in node.items))
    if isinstance(node, Mapping):
        return node._replace(entries=tuple((key, _with_cells(value)) for key, value in node.entries))
    return node._replace(text=_with_numbers(node.text))


def read_padding(node: Tree, hide_means_one: bool) -> Mask:
    """`padding: [1, 1, 0]`: which keys are real, one entry for each key."""
    table = _table(node, hide_means_one)
    if 1 not in table.shape:
        raise InputError("padding has one entry for each key", place=node.place, hint="padding: [1, 1, 0]")
    if any(number not in (NOTHING, HIDDEN) for row in table.rows for number in row):
        raise InputError(
            "padding has a 1 for each real key and a 0 for each other", place=node.place, hint="padding: [1, 1, 0]"
        )
    flat = table if table.shape[0] == 1 else table.transposed
    return Mask(table=flat, for_all_queries=True, place=node.place)


def read_window(node: Tree) -> Mask:
    """`window: {left: 1, right: 0}`: how many keys on each side a query sees, besides its own."""
    sides = {}
    for key, value in node.entries if isinstance(node, Mapping) else ():
        count = whole_number(value, 10**6)
        if key.text not in ("left", "right") or count is None:
            shown = shorten(value.text) if isinstance(value, Scalar) else "a list"
            raise InputError(
                f"window: {shorten(key.text)} cannot be {shown}",
                place=key.place,
                hint="Write how many keys are seen on each side: window: {left: 1, right: 0}",
            )
        sides[key.text] = count
    if len(sides) != 2:
        raise InputError(
            "a window counts both sides, since the word has several meanings",
            place=node.place,
            hint="window: {left: 1, right: 0} sees the query's own key and one before it",
        )
    left, right = sides["left"], sides["right"]
    return Mask(lambda i, j: -left <= j - i <= right, place=node.place)

"""Expressions as formulas over cells: the table of spellings applied to a tree."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field, replace

from attncalc.reading.number import Node
from attncalc.render.xlsx.area import Area
from attncalc.render.xlsx.spelling import NotTogetherError, Region, Spelt, everything, is_one, size
from attncalc.render.xlsx.trees import Trees
from attncalc.worksheet.expression import Expr
from attncalc.worksheet.formula import SHIFTS, softmax_of
from attncalc.worksheet.operations import OPERATIONS

COUNTS = {
    "exp",
    "table",
    "power",
    "kept",
    "seen",
    "zeros",
    "share",
    "share down",
    "row sums",
    "column sums",
    "argmax",
    "peaks",
    "peaks down",
    "above",
    "largest",
    "row means",
    "column means",
}  # what makes numbers of −∞ too


@dataclass
class Formulas:
    """Writes expressions over the areas where lines stand, and the cells of letters.

    `texts` gives the entries of a line as the page shows them; of lines, some are `turned`, the page showing their
    transpose, some are `masks`, which may hold −∞, and some are `fixed`: no input changes them. `own` is the expression
    at hand, and where its cells stand; some of its rows may be `empty`, with shares of 0.
    """

    areas: Mapping[str, Area]
    letters: Mapping[str, str]
    texts: Callable[[str], list[list[str]]]
    turned: Collection[str] = ()
    masks: Collection[str] = ()
    fixed: Collection[str] = ()
    own: tuple[Expr, Area] | None = None
    empty: bool = False
    _spelt: list[Spelt] = field(default_factory=list)

    def spell(self, expr: Expr, region: Region) -> Spelt:
        """These cells of an expression; raises NotTogetherError where several have no one formula."""
        from attncalc.render.xlsx.spellings import SPELLINGS

        if expr.op == "line":
            return Spelt(self.areas[expr.key].part(*region).text)
        if expr.op == "constant":
            tree, names = expr.params
            return Trees(names, self.letters).spell(tree)
        if (scores := softmax_of(expr)) is not None and expr.args[0].args[0] == scores:
            expr = _shifted(expr, scores)
        spelling = SPELLINGS.get(expr.op, Formulas.by_rule)
        try:
            return spelling(self, expr, region)
        except NotTogetherError:
            if is_one(region):
                return self._entry(expr, region)
            raise

    def by_rule(self, expr: Expr, region: Region) -> Spelt:
        """Cells by the rule of entries: of several, those that stand together elsewhere."""
        return self._entry(expr, region) if is_one(region) else self._range(expr, region)

    def decided(self, by: Collection[Expr]) -> bool:
        """Whether what these lines decide may change."""
        return any(line.key not in self.fixed for line in by)

    def _entry(self, expr: Expr, region: Region) -> Spelt:
        return Trees({}, self.letters, self._cell).spell(self._tree(expr, region[0].start, region[1].start))

    def hides(self, expr: Expr) -> bool:
        """Whether some cells of an expression may be −∞."""
        if expr.op == "line":
            return expr.key in self.masks
        if expr.op in ("rule", "rule down"):
            return any(entry.kind == "-inf" for row in expr.params.entries for entry in row)
        return expr.op not in COUNTS and any(map(self.hides, expr.args))

    def _tree(self, expr: Expr, i: int, j: int) -> Node:
        """The tree of an entry over cells."""
        return OPERATIONS[expr.op].entry(expr, i, j, self._leaf)

    def _leaf(self, expr: Expr, i: int, j: int) -> Node:
        """An entry of an argument: a cell, a number, or what its own rule says."""
        from attncalc.render.xlsx.spellings import SPELLINGS

        i = 0 if len(expr.axes) < 2 else i
        if expr.op == "line":
            return Node("cell", expr.key, (Node(text=str(i), kind="number"), Node("number", str(j))))
        if expr.op in SPELLINGS or expr.op == "constant":
            self._spelt.append(self.spell(expr, (range(i, i + 1), range(j, j + 1))))
            return Node("cell", "", (Node("number", str(len(self._spelt) - 1)),))
        return self._tree(expr, i, j)

    def _cell(self, node: Node) -> Spelt:
        numbers = [int(arg.text) for arg in node.args]
        return Spelt(self.areas[node.text].cell(*numbers).text) if node.text else self._spelt[numbers[0]]

    def _range(self, expr: Expr, region: Region) -> Spelt:
        """Cells that stand together elsewhere too, maybe with rows and columns exchanged."""
        found = [[self._place(self._tree(expr, i, j)) for j in region[1]] for i in region[0]]
        for turned in (False, True):
            rows = [list(column) for column in zip(*found, strict=True)] if turned else found
            (key, top, left), height, width = rows[0][0], len(rows), len(rows[0])
            if rows == [[(key, top + i, left + j) for j in range(width)] for i in range(height)]:
                text = self.areas[key].part(range(top, top + height), range(left, left + width)).text
                return Spelt(f"TRANSPOSE({text})", is_array=True) if turned else Spelt(text)
        raise NotTogetherError

    def _place(self, node: Node) -> tuple[str, int, int]:
        if node.kind != "cell" or not node.text:
            raise NotTogetherError
        row, column = (int(arg.text) for arg in node.args)
        return node.text, row, column


def _shifted(expr: Expr, scores: Expr) -> Expr:
    """The shares of exponentials of scores less the largest, which no spreadsheet finds too large."""
    powers = expr.args[0]
    less = Expr(SHIFTS[expr.op == "share down"], (scores,), scores.axes)
    powers = replace(powers, args=(less,))
    return replace(expr, args=(powers, replace(expr.args[1], args=(powers,))))


def whole(formulas: Formulas, expr: Expr) -> Spelt | None:
    """The one formula of all cells of an expression that holds a product of matrices, or None."""
    if not _has_product(expr) or size(expr) == (1, 1):
        return None
    try:
        return formulas.spell(expr, everything(expr))
    except NotTogetherError:
        return None


def _has_product(expr: Expr) -> bool:
    return expr.op == "matmul" or any(map(_has_product, expr.args))

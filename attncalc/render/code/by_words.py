"""Tables that a page describes in words, computed from the lines that these words are about."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from attncalc.reading.number import Node, read_number
from attncalc.render.code.dialect import in_torch
from attncalc.render.code.numerals import Spelt, within
from attncalc.render.code.spelling import ATOM, SIGN, SUM
from attncalc.worksheet.expression import Expr

if TYPE_CHECKING:
    from attncalc.render.code.expressions import Expressions

COLUMN = "1 in the column of each token, else 0"
NUMBERED = {"ids": COLUMN, "segments": COLUMN, "targets": "target"}  # the inputs that say where, and what does
RANKED = "place from the largest, the first of equal ones first"
REACHED = re.compile(r"how many until the sum reaches (.+)|first place whose sum reaches (.+)")
KEPT = re.compile(r"1 where rank ≤ (\d+|count), else 0")


def by_words(expr: Expr, expressions: Expressions) -> Spelt | None:
    """A table that is described in words, or what is looked up in one, in code; None where that is not known."""
    if expr.op == "looked up":
        return _sorted(expr, expressions) if expr.params.text == "by rank" else _targets(expr, expressions)
    if expr.op != "rule" or not isinstance(expr.params.written, str):
        return None
    words: str = expr.params.written
    if words in NUMBERED.values():
        return _ones(expr, words, expressions)
    if words == RANKED and expressions.latest:
        return _ranks(expressions.latest, expressions)
    if kept := KEPT.fullmatch(words):
        return _kept(kept[1], expressions)
    return _reached(words, expressions)


def _ones(expr: Expr, words: str, expressions: Expressions) -> Spelt | None:
    """Rows of the identity, one for each token."""
    places = [[entry.text for entry in row].index("1") for row in expr.params.entries]
    name = expressions.numbered.get((words, tuple(places)))
    return (f"{expressions.dialect.prefix}.eye({expr.axes[1].size})[{name}]", ATOM) if name else None


def _targets(expr: Expr, expressions: Expressions) -> Spelt | None:
    """The entry of each row that an input names."""
    name = expressions.numbered.get((expr.params.text, tuple(row[0] for row in expr.params.places)))
    if name is None or expr.axes[1].size != 1:
        return None
    name = f"({name})" if " " in name else name
    return f"look_up({expressions.write(expr.args[0])}, {name}[:, None])", ATOM


def _sorted(expr: Expr, expressions: Expressions) -> Spelt:
    """Each row from the largest to the smallest."""
    name = expressions.write(expr.args[0])
    if expressions.is_torch:
        return f"torch.sort({name}, descending=True).values", ATOM
    return f"-np.sort(-{name})", SIGN


def _ranks(name: str, expressions: Expressions) -> Spelt:
    """The place of each entry of a row from the largest."""
    stable = "stable=True" if expressions.is_torch else 'kind="stable"'
    prefix = expressions.dialect.prefix
    return f"{prefix}.argsort({prefix}.argsort(-{name}, {stable})) + 1", SUM


def _kept(most: str, expressions: Expressions) -> Spelt | None:
    """1 for places up to a number, or up to a line."""
    if not {"rank", most} <= {*expressions.single, *([most] if most.isdigit() else [])}:
        return None
    code = f"({expressions.names['rank']} <= {most if most.isdigit() else expressions.names[most]})"
    return f"{code}.double()" if expressions.is_torch else f"{code}.astype(float)", ATOM


def _reached(words: str, expressions: Expressions) -> Spelt | None:
    """In each row the first place whose running sum reaches a number."""
    found = REACHED.fullmatch(words)
    key = "prob_sums" if found and found[1] else "prob_cum"
    if found is None or key not in expressions.single:
        return None
    least = within(expressions.numerals.tree(_tree_of(found[1] or found[2])), SUM)
    code = f"({expressions.names[key]} < {least} - 1e-12).sum(axis=1, keepdims=True) + 1"
    return in_torch(code) if expressions.is_torch else code, SUM


def _tree_of(text: str) -> Node:
    """The tree of a number as it was typed."""
    number = read_number(text)
    return number.tree or Node("number", number.text)

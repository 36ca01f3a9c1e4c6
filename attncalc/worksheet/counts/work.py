"""The work of an expression: of each operation in it so many multiply-adds, or other operations."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from attncalc.worksheet.counts.pairs import ALL, Pairs, Tables
from attncalc.worksheet.counts.table import PRICES
from attncalc.worksheet.counts.term import PAIRS, Factor, Term, factors_of
from attncalc.worksheet.expression import Expr
from attncalc.worksheet.operation import Axes


@dataclass(frozen=True)
class Work:
    """How expressions are counted: by sizes, and where `masked` only the pairs that masks leave."""

    pairs: Pairs
    sizes: Mapping[str, int]
    masked: bool

    def of(self, expr: Expr, needed: Tables = ALL) -> Iterator[Term]:
        """The operations of an expression, of which the entries are needed that tables leave."""
        for arg in expr.args:
            yield from self.of(arg, self.pairs.within(expr, arg, needed))
        rule = PRICES.get(expr.op)
        if rule is None or not expr.axes:
            return
        price = rule(expr)
        factors = self._fewer(expr, needed) or factors_of(price.axes, self.sizes)
        yield Term(factors, price.multiplied).times(Factor("", price.times))

    def entries(self, expr: Expr, needed: Tables) -> Term:
        """How many entries a line has, or how many of them are needed."""
        tables = needed if self.masked else ALL
        return Term(self._factors(tables, expr, ()) if tables else factors_of(expr.axes, self.sizes), multiplied=False)

    def _fewer(self, expr: Expr, needed: Tables) -> tuple[Factor, ...]:
        """The factors where not all pairs are needed: those of a sparse matrix, or of a result that is masked."""
        if expr.op == "matmul" and len(expr.args[0].axes) == 2 and len(expr.args[1].axes) == 2:
            a, b = expr.args
            for part, rest in ((a, b.axes[1:]), (b, a.axes[:-1])):
                if tables := self._left(part):
                    return self._factors(tables, part, rest)
            return self._factors(needed, expr, a.axes[1:]) if self.masked and needed else ()
        tables = needed | self.pairs.of(expr) if self.masked else ALL
        return self._factors(tables, expr, ()) if tables and expr.op in PRICES else ()

    def _left(self, expr: Expr) -> Tables:
        """The tables that leave few entries of a factor; a table of zeros and ones counts in either way."""
        inner = expr.args[0] if expr.op == "transpose" else expr
        return self.pairs.of(inner) if self.masked or self.pairs.is_table(inner) else ALL

    def _factors(self, tables: Tables, of: Expr, rest: Axes) -> tuple[Factor, ...]:
        inner = of.args[0] if of.op == "transpose" else of
        return Factor(PAIRS, self.pairs.count(tables, inner)), *factors_of(rest, self.sizes)

"""What a row of the table of derivatives is."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from attncalc.worksheet.expression import Expr

# Takes the expression, the name of its value (or the expression, where it has none), and the gradient that arrives;
# hands back that of each argument. Where an argument is smaller or larger than the gradient, it is fitted afterwards.
Rule = Callable[[Expr, Expr, Expr], Sequence[Expr]]

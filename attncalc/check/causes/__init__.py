"""What was probably done where a number is wrong: one table of mistakes, and the rules by which one is named."""

from attncalc.check.causes.naming import named
from attncalc.check.causes.outcomes import mistakes
from attncalc.check.causes.table import METHODS, TABLE, Row

__all__ = ["METHODS", "TABLE", "Row", "mistakes", "named"]

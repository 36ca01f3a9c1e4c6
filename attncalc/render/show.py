"""What a file may say under `show`: how its solution is calculated and printed."""

from __future__ import annotations

from attncalc.arithmetic.base import ARITHMETICS
from attncalc.arithmetic.digits import RULES
from attncalc.limits import DIGITS
from attncalc.problem.schema import WORDS, Setting, one_of, whole

SHOW = {
    "arithmetic": Setting(
        "decimal; exact: closed forms; rounded: line by line; float: as frameworks calculate",
        one_of(*ARITHMETICS),
        "exact",
        "decimal",
    ),
    "decimals": Setting("digits after the point", whole(0, DIGITS.most), "4", "4"),
    "significant": Setting("significant digits, instead of decimals", whole(1, DIGITS.most), "6"),
    "rounding": Setting("how a number is rounded to its last digit", one_of(*RULES), "half-even", "half-up"),
    "steps": Setting("the lines that are shown, such as [S, A]; all unless said otherwise", WORDS, ""),
    "expand": Setting(
        "the entries that are written out: S:1,2 is one, S:1 a row, S a line, all every one", WORDS, "all"
    ),
}

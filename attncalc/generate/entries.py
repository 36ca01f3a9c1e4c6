"""What the entries of a matrix are drawn from: integers -3..3, halves, decimals:2 0..1, one-hot, sparse …"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from decimal import Decimal
from fractions import Fraction

from attncalc.errors import InputError, did_you_mean, shorten
from attncalc.generate.draws import Draws

RANGE = re.compile(r"(-?\d{1,6})\.\.(-?\d{1,6})")
MOST_PLACES = 6
LOGARITHMS = (1, 1, 2, 3)  # whose weights stay small: 1/6, 1/3, 1/2
ZEROS = 1  # of two entries of a sparse matrix

Rows = list[list[str]]


@dataclass(frozen=True, slots=True)
class Entries:
    """A kind of entries, from which to which number, and how many decimals or which denominator they have."""

    kind: str = "integers"
    low: int = -2
    high: int = 3
    part: int = 0

    @classmethod
    def read(cls, text: str) -> Entries:
        """From `integers -3..3`, `decimals:2 0..1`, `fractions:3`, `one-hot`; raises InputError for anything else."""
        head, _, span = text.strip().partition(" ")
        kind, _, part = head.partition(":")
        if kind not in KINDS:
            raise InputError(f"entries are not drawn from {shorten(kind)}", hint=did_you_mean(kind, KINDS))
        made = replace(DEFAULTS.get(kind, cls()), kind=kind)
        if part:
            if not part.isdecimal() or not 1 <= int(part) <= MOST_PLACES or kind not in ("decimals", "fractions"):
                raise InputError(
                    f"{shorten(head)}: after a colon stands how many decimals, or which denominator, "
                    f"from 1 to {MOST_PLACES}",
                    hint="decimals:2 0..1, fractions:3 -1..1",
                )
            made = replace(made, part=int(part))
        if not span.strip():
            return made
        ends = RANGE.fullmatch(span.strip())
        if not ends or int(ends[1]) > int(ends[2]):
            raise InputError(f"{shorten(span)} is not a range", hint="integers -3..3")
        return replace(made, low=int(ends[1]), high=int(ends[2]))

    def rows(self, draws: Draws, rows: int, columns: int) -> Rows:
        """A matrix of these entries, as they are typed."""
        return KINDS[self.kind](self, draws, rows, columns)

    def __str__(self) -> str:
        return f"{self.kind}{f':{self.part}' if self.part else ''} {self.low}..{self.high}"


def _each(of_one: Callable[[Entries, Draws], str]) -> Callable[[Entries, Draws, int, int], Rows]:
    """Entries that are drawn one by one."""

    def rows(entries: Entries, draws: Draws, rows: int, columns: int) -> Rows:
        return [[of_one(entries, draws) for _ in range(columns)] for _ in range(rows)]

    return rows


def _steps(entries: Entries, draws: Draws, parts: int) -> Fraction:
    return Fraction(entries.low * parts + draws.below((entries.high - entries.low) * parts + 1), parts)


def _integer(entries: Entries, draws: Draws) -> str:
    return str(_steps(entries, draws, 1))


def _half(entries: Entries, draws: Draws) -> str:
    return _short(_steps(entries, draws, 2), 1)


def _fraction(entries: Entries, draws: Draws) -> str:
    return str(_steps(entries, draws, entries.part))


def _decimal(entries: Entries, draws: Draws) -> str:
    return _short(_steps(entries, draws, 10**entries.part), entries.part)


def _short(value: Fraction, places: int) -> str:
    scaled = Decimal(int(value * 10**places)).scaleb(-places)
    return f"{scaled:f}".rstrip("0").rstrip(".") if places else f"{scaled:f}"


def _sign(_: Entries, draws: Draws) -> str:
    return draws.choice(("1", "-1"))


def _bit(_: Entries, draws: Draws) -> str:
    return draws.choice(("0", "1"))


def _sparse(entries: Entries, draws: Draws) -> str:
    return "0" if draws.below(ZEROS + 1) < ZEROS else _integer(entries, draws)


def _sparse_matrix(entries: Entries, draws: Draws, rows: int, columns: int) -> Rows:
    """Mostly zeros, but in no row and no column zeros alone: there one entry is drawn again."""
    made = _each(_sparse)(entries, draws, rows, columns)
    places = [[(i, j) for j in range(columns)] for i in range(rows) if columns > 1]
    places += [[(i, j) for i in range(rows)] for j in range(columns) if rows > 1]
    for line in places:
        if all(made[i][j] == "0" for i, j in line) and (entries.low or entries.high):
            i, j = draws.choice(line)
            made[i][j] = _not_zero(entries, draws)
    return made


def _not_zero(entries: Entries, draws: Draws) -> str:
    return draws.choice([str(value) for value in range(entries.low, entries.high + 1) if value])


def _logarithm(entries: Entries, draws: Draws) -> str:
    """A multiple of the logarithm of a small integer; `part` is the factor that scaling takes away again."""
    return _of_logarithm(draws.choice(LOGARITHMS), entries.part)


def _of_logarithm(number: int, part: int) -> str:
    factor = "" if part in (0, 1) else f"{part}*"
    return "0" if number == 1 else f"{factor}ln({number})"


def _logarithms_apart(entries: Entries, draws: Draws, rows: int, columns: int) -> Rows:
    """A logarithm in every column, in different rows as far as there are enough, so that products add up none."""
    order = [place for _ in range(-(-columns // rows)) for place in draws.shuffled(range(rows))]
    drawn = [_of_logarithm(draws.choice(LOGARITHMS[2:]), entries.part) for _ in range(columns)]
    return [[drawn[column] if order[column] == row else "0" for column in range(columns)] for row in range(rows)]


def _one_hot(_: Entries, draws: Draws, rows: int, columns: int) -> Rows:
    """One 1 in every row, in different columns as far as there are enough."""
    order = [place for _ in range(-(-rows // columns)) for place in draws.shuffled(range(columns))]
    return [["1" if column == place else "0" for column in range(columns)] for place in order[:rows]]


KINDS: Mapping[str, Callable[[Entries, Draws, int, int], Rows]] = {
    "integers": _each(_integer),
    "halves": _each(_half),
    "fractions": _each(_fraction),
    "decimals": _each(_decimal),
    "signs": _each(_sign),
    "bits": _each(_bit),
    "sparse": _sparse_matrix,
    "one-hot": _one_hot,
    "logarithms": _each(_logarithm),
    "logarithms-apart": _logarithms_apart,
}
DEFAULTS: Mapping[str, Entries] = {
    "halves": Entries(low=-1, high=2),
    "fractions": Entries(low=-1, high=1, part=3),
    "decimals": Entries(low=0, high=1, part=1),
}

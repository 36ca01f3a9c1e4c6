"""Heads: how many there are, and which part of each matrix belongs to which."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import ClassVar, Self

from attncalc.errors import InputError
from attncalc.limits import HEADS
from attncalc.problem.matrix import Matrix
from attncalc.problem.names import read_name, spell
from attncalc.problem.problem import Option
from attncalc.problem.schema import Setting, whole
from attncalc.problem.tree import whole_number
from attncalc.worksheet.recorder import Recorder
from attncalc.worksheet.tensor import Tensor, apply

PER_HEAD = ("Wq", "Wk", "Wv", "bq", "bk", "bv", "W_uk", "W_uv")  # the last letter says of what
FIRST_AXES = {"W_uk": "d_c", "W_uv": "d_c"}
FAMILIES = {"Wk": "K", "bk": "K", "K": "K", "Wv": "V", "bv": "V", "V": "V"}
OPTIONS = {
    "heads": Setting(
        "how many heads; not needed where each head has its own matrices", whole(1, HEADS.most), "2", needed=True
    ),
}


@dataclass(frozen=True)
class Heads:
    """The number of heads, and the matrices that all of them share."""

    count: int = 2
    shared: frozenset[str] = frozenset()

    OPTIONS: ClassVar[Mapping[str, Setting]] = OPTIONS
    NUMBERED: ClassVar[bool] = True  # whether Wq_1 is the first head's

    @classmethod
    def read(cls, options: Mapping[str, Option], given: Mapping[str, Matrix], _: tuple[str, ...]) -> Self:
        """From the option `heads`, or from the matrices given one for each head (`Wq_1`, `Wq_2`).

        Raises InputError if both differ, or neither is there.
        """
        count = count_of(options["heads"]) if "heads" in options else _sections(given)
        if count == 0:
            raise InputError(
                "multi-head attention needs the number of heads",
                hint="Give it under options: heads: 2, or one matrix for each head: Wq_1, Wq_2.",
            )
        check_parts(PER_HEAD, given, count, "heads")
        return cls(count, frozenset(_shared(given, count)))

    @property
    def in_force(self) -> dict[str, str]:
        """The options as they are, whether written or found out."""
        return {"heads": str(self.count)}

    @property
    def sizes(self) -> dict[str, int]:
        """The size h."""
        return {"h": self.count}

    def each(self, w: Recorder) -> Iterator[Head]:
        """The heads, from 1."""
        return (Head(w, self, number) for number in range(1, self.count + 1))


@dataclass(frozen=True)
class Head:
    """One head, and its part of what is given."""

    w: Recorder
    heads: Heads
    number: int

    def of(self, name: str, whole: Tensor | None) -> Tensor | None:
        """This head's weights or bias: its own, all of a shared one, or its block of columns."""
        w, key = self.w, spell(name, (self.number,))
        if self.heads.NUMBERED and key in w.given:
            axes = (FIRST_AXES.get(name, "d_model"), f"d_{name[-1]}") if name.startswith("W") else (f"d_{name[-1]}",)
            return w.matrix(key, w.given[key], axes)
        if whole is None or name in self.heads.shared:
            return whole
        return w.part(name, self.number, whole, self._columns(whole))

    def part(self, whole: Tensor | None, X: Tensor, W: Tensor | None) -> Tensor:
        """What this head projects: X, or Q, K, V where they are given; without weights, its columns of these."""
        if W is not None or (whole is None and self.heads.count == 1):
            return X if whole is None else whole
        whole = X if whole is None else whole
        if whole.shape[-1] is None:
            return whole
        if (whole.shape[-1] or 0) % self.heads.count:
            raise InputError(
                f"{whole.expr.key} has {whole.shape[-1]} columns, which {self.heads.count} heads cannot share"
            )
        if whole.expr.key in self.heads.shared:
            return whole
        return apply("columns", whole, params=self._columns(whole))

    def _columns(self, whole: Tensor) -> slice:
        width = (whole.shape[-1] or 0) // self.heads.count
        return slice((self.number - 1) * width, self.number * width)


def check_parts(names: tuple[str, ...], given: Mapping[str, Matrix], count: int, what: str) -> None:
    """Raises InputError where a matrix is given for some of the heads only, or a bias beside what it was added to."""
    for name in names:
        found, kind = numbers_of(name, given), name[-1]
        is_projected = kind.upper() in given and not (f"W{kind}" in given or numbers_of(f"W{kind}", given))
        if is_projected and name.startswith("b") and (found or name in given):
            given_name = spell(name, (found[0],)) if found else name
            raise InputError(
                f"{kind.upper()} is given projected already, and {given_name} too; give X with W{kind}",
                place=given[given_name].place,
            )
        if found and found != list(range(1, count + 1)):
            raise InputError(
                f"there are {count} {what}, but {name} is given for {', '.join(map(str, found))}",
                place=given[spell(name, (found[0],))].place,
            )


def numbers_of(name: str, given: Mapping[str, Matrix]) -> list[int]:
    """The numbers under which matrices of a name are given: 1 and 2 for Wq_1 and Wq_2."""
    names = [known for known in map(read_name, given) if known and known.base == name and len(known.section) == 1]
    return sorted(known.section[0] for known in names)


def _sections(given: Mapping[str, Matrix]) -> int:
    """The highest number of a head in any name."""
    names = [known for known in map(read_name, given) if known and len(known.section) == 1]
    return max((known.section[0] for known in names), default=0)


def _shared(given: Mapping[str, Matrix], count: int) -> Iterator[str]:
    """The keys' and values' matrices that all heads share: those that are as wide as one head is.

    One head's width is told by the matrices of single heads, else by the queries'; of values, by Wo too.
    """
    given = {name: matrix for name, matrix in given.items() if matrix.rows}
    own = {name: given[f"{name}_1"].shape[1] for name in ("Wq", "Wk", "Wv") if f"{name}_1" in given}
    queries = next((given[name].shape[1] // count for name in ("Wq", "Q") if name in given), own.get("Wq"))
    keys = own.get("Wk", queries)
    values = own.get("Wv") or (given["Wo"].shape[0] // count if "Wo" in given else keys)
    for name, family in FAMILIES.items():
        width = {"K": keys, "V": values}[family]
        if name in given and count > 1 and width is not None:
            found = max(given[name].shape) if name.startswith("b") else given[name].shape[1]
            if found == width or (own and found != count * width):
                yield name


def count_of(option: Option) -> int:
    """How many an option says; raises InputError for what is no such number."""
    count = whole_number(option.value, HEADS.most)
    if not count:
        raise InputError(f"{option.key} should be {HEADS.told}", place=option.value.place)
    return count

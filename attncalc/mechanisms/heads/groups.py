"""Heads in groups: the heads of one group share keys and values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar

from attncalc.errors import InputError
from attncalc.limits import HEADS
from attncalc.mechanisms.heads.split import Head, Heads, check_parts, count_of, numbers_of
from attncalc.problem.matrix import Matrix
from attncalc.problem.problem import Option
from attncalc.problem.schema import Setting, whole

OF_HEADS = ("Wq", "bq")
OF_GROUPS = ("Wk", "Wv", "bk", "bv")


@dataclass(frozen=True)
class Grouped:
    """The heads of the queries, and the groups, each with keys and values of its own."""

    queries: Heads = field(default_factory=lambda: Heads(4))
    keys: Heads = field(default_factory=lambda: Heads(2))

    OPTIONS: ClassVar[Mapping[str, Setting]] = {
        "heads": Setting(
            "how many heads; not needed where each head has its own matrices", whole(1, HEADS.most), "4", needed=True
        ),
        "groups": Setting(
            "how many groups of heads, each with one head of keys and values", whole(1, HEADS.most), "2", needed=True
        ),
    }

    @classmethod
    def read(cls, options: Mapping[str, Option], given: Mapping[str, Matrix], _: tuple[str, ...]) -> Grouped:
        """From the options, or from the matrices given one for each head (Wq_1 …) or group (Wk_1 …).

        Raises InputError where one of them is not there, or the groups cannot have equally many heads.
        """
        heads, groups = _count("heads", OF_HEADS, options, given), _count("groups", OF_GROUPS, options, given)
        if heads % groups:
            place = next((options[key].value.place for key in ("groups", "heads") if key in options), None)
            raise InputError(
                f"{heads} heads cannot be shared out among {groups} groups",
                place=place,
                hint="The number of groups divides that of heads.",
            )
        check_parts(OF_HEADS, given, heads, "heads")
        check_parts(OF_GROUPS, given, groups, "groups")
        return cls(Heads(heads), Heads(groups))

    @property
    def in_force(self) -> dict[str, str]:
        """The options as they are, whether written or found out."""
        return {"heads": str(self.queries.count), "groups": str(self.keys.count)}

    @property
    def sizes(self) -> dict[str, int]:
        """The sizes h and g."""
        return {"h": self.queries.count, "g": self.keys.count}

    def group_of(self, head: Head) -> int:
        """The group of a head, from 0: the first heads make the first group."""
        return (head.number - 1) * self.keys.count // self.queries.count


def _count(key: str, names: tuple[str, ...], options: Mapping[str, Option], given: Mapping[str, Matrix]) -> int:
    """How many heads or groups there are, from the option or from the matrices given for each."""
    if key in options:
        return count_of(options[key])
    found = max((number for name in names for number in numbers_of(name, given)), default=0)
    if not found:
        raise InputError(
            f"grouped-query attention needs the number of {key}",
            hint=f"Give it under options: {key}: 2, or matrices: {names[0]}_1, {names[0]}_2.",
        )
    return found

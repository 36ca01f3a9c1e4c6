"""How counts grow, found from counts at several sizes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import log2
from typing import NamedTuple

from attncalc.cost.count import Counts
from attncalc.cost.run import HEADS, Counted
from attncalc.cost.sizes import ALL_FEATURES
from attncalc.errors import InputError
from attncalc.problem.signature import TOKEN_AXES
from attncalc.worksheet.notation import SUPERSCRIPTS

TIMES = 2  # a size is doubled
WIDE = 16  # a window at least, so that 1 of 2w + 1 keys counts little


class Growth(NamedTuple):
    """The powers of tokens and of features with which a line, or all of them, grows."""

    name: str
    powers: tuple[tuple[str, int], ...]

    @property
    def written(self) -> str:
        """n²·d."""
        parts = [
            name if power == 1 else f"{name}{str(power).translate(SUPERSCRIPTS)}"
            for name, power in self.powers
            if power
        ]
        return "·".join(parts) or "1"


def leading(found: list[Growth]) -> str:
    """That of all together, O(n²·d + n·d²): what another one does not outgrow in every size."""
    kinds = list(dict.fromkeys(each.powers for each in found))
    most = [powers for powers in kinds if not any(_outgrows(other, powers) for other in kinds if other != powers)]
    return f"O({' + '.join(Growth('', powers).written for powers in most)})"


def _outgrows(one: tuple[tuple[str, int], ...], other: tuple[tuple[str, int], ...]) -> bool:
    return all(dict(one).get(name, 0) >= power for name, power in other)


def growth(counted: Counted) -> list[Growth]:
    """The growth of every line that multiplies; nothing of a problem with numbers, which has one size."""
    if counted.mechanism is None:
        return []
    base = _own(counted, counted.run().sizes)
    first = _at(counted, base)
    lines: dict[str, dict[str, int]] = {name: {} for name in first}
    for word, sizes in words_of(counted, base):
        before = first if sizes.items() <= base.items() else _at(counted, {**base, **sizes})
        after = _at(counted, {**base, **{name: size * TIMES for name, size in sizes.items()}})
        powers = {name: round(log2(after[name] / before[name])) for name in lines if name in after and name in before}
        for name in powers if any(powers.values()) else ():
            lines[name][word] = powers[name]
    return [Growth(name, tuple(powers.items())) for name, powers in lines.items() if powers]


def words_of(counted: Counted, sizes: Mapping[str, int]) -> Iterator[tuple[str, Mapping[str, int]]]:
    """The sizes that are doubled together: n of all tokens, d of all features; each other one by itself."""
    assert counted.mechanism is not None
    said = {size for group in counted.groups().values() for size in group.sizes}
    known = {name: size for name, size in sizes.items() if name not in said}
    tokens = {name: size for name, size in known.items() if name in TOKEN_AXES}
    features = {name: size for name, size in known.items() if name.startswith(ALL_FEATURES)}
    yield from ((word, group) for word, group in (("n", tokens), (ALL_FEATURES, features)) if group)
    others = {**known, **{name: max(size, WIDE) for name, size in counted.whole_options.items()}}
    yield from ((name, {name: size}) for name, size in others.items() if name not in {**tokens, **features})


def _at(counted: Counted, sizes: Mapping[str, int]) -> dict[str, int]:
    """The multiply-adds of every line at these sizes."""
    try:
        run = counted.run(**sizes)
    except InputError:
        return {}
    found: dict[str, int] = {}
    for line in Counts(run, masked=True).lines:
        name = line.names[0].partition("_")[0]
        found[name] = found.get(name, 0) + sum(term.value for term in line.forward if term.multiplied)
    return {name: value for name, value in found.items() if value}


def _own(counted: Counted, sizes: Mapping[str, int]) -> dict[str, int]:
    """All sizes as they are, but those that options say."""
    assert counted.mechanism is not None
    settings = counted.mechanism.settings
    by_option = {size for option, size in HEADS.items() if option in settings}
    return {
        name: size
        for name, size in sizes.items()
        if name in counted.mechanism.signature.sizes and name not in by_option
    }

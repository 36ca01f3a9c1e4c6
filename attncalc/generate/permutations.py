"""What two problems share that differ in the order of their tokens or features only."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from hashlib import sha256

from attncalc.generate.entries import Rows
from attncalc.problem.signature import Signature

Place = tuple[str, int]  # a token or a feature: its axis, and its number there
Colours = Mapping[Place, str]


def up_to_permutation(signature: Signature, given: Mapping[str, list[Rows]]) -> object:
    """The same for problems that become one another where rows or columns are exchanged in all inputs they run through.

    Every token and feature has a colour that tells the entries beside it, and is refined by the colours of these
    (Weisfeiler and Leman). Problems that cannot become one another have the same colours only where they are very
    regular.
    """
    entries = list(_entries(signature, given))
    colours: Colours = defaultdict(str)
    for _ in range(len({place for *_, places in entries for place in places})):
        refined = _refined(entries, colours)
        settled = len(set(refined.values())) == len(set(colours.values()))
        colours = refined
        if settled:
            break
    return tuple(sorted(colours.values()))


Entry = tuple[str, str, tuple[Place, ...]]  # where it stands, what it is, and what it belongs to


def _entries(signature: Signature, given: Mapping[str, list[Rows]]) -> Iterator[Entry]:
    for name, matrices in given.items():
        axes = signature[name].axes[-2:]
        several = len(matrices) > 1
        for number, rows in enumerate(matrices):
            own = [f"{axis} {number}" if several else axis for axis in axes]
            for i, row in enumerate(rows):
                for j, text in enumerate(row):
                    yield name, text, tuple(zip(own, (i, j)[-len(own) :], strict=True))


def _refined(entries: list[Entry], colours: Colours) -> Colours:
    beside: dict[Place, list[str]] = defaultdict(list)
    for name, text, places in entries:
        for position, place in enumerate(places):
            others = [colours[other] for other in places if other != place]
            beside[place].append(repr((name, position, text, others)))
    return {place: sha256(repr((colours[place], sorted(told))).encode()).hexdigest() for place, told in beside.items()}

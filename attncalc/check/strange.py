"""Numbers where the rest of a page has another, and that are none misread: hardly the numbers of that place."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

from attncalc.check.claim import Claim, Judged
from attncalc.check.judging.sums import is_part
from attncalc.check.verdict import Verdict

FITTING = (Verdict.RIGHT, Verdict.ROUNDED, Verdict.FOLLOWS)
COMPANY = 3  # numbers of a matrix that fit, among which a single one is misread whatever it looks like
STRANGE = "the rest of the page goes with another number, and this is hardly that one misread"


def without_strange(judged: Sequence[Judged]) -> Iterator[Judged]:
    """What was judged; of what would be misread, and nothing tells how, it is said that it was not read."""
    entries = [item for item in judged if not is_part(item.claim)]
    fitting = Counter(_matrix(item.claim) for item in entries if item.verdict in FITTING or _is_told(item))
    sizes = Counter(_matrix(item.claim) for item in entries)
    calculated = {item.claim.at for item in judged if is_part(item.claim) and item.verdict is Verdict.MISREAD}
    for item in judged:
        matrix, is_open = _matrix(item.claim), item.verdict is Verdict.MISREAD and not _is_told(item)
        is_alone = sizes[matrix] - 1 == fitting[matrix] >= COMPANY
        if is_open and not is_alone and not is_part(item.claim) and item.claim.at not in calculated:
            yield replace(item, verdict=Verdict.UNREAD, claim=replace(item.claim, why=STRANGE))
        else:
            yield item


def _is_told(item: Judged) -> bool:
    """Whether a number was misread in a way that is known."""
    return item.verdict is Verdict.MISREAD and item.cause is not None


def _matrix(claim: Claim) -> tuple[str, int]:
    """The writing that a number stands in."""
    return (claim.at.key if claim.at else "", claim.writing)

"""From markings to truths: each set of pages has its own format, and here is what its keys mean."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from truths import First, Truth

Claim = dict[str, Any]

# The lines of the work by their names in markings: as a worksheet calls them.
LINES = {
    "WH": "Wh",
    "WQ": "Wq",
    "WK": "Wk",
    "WV": "Wv",
    "Wa": "W",
    "Ua": "U",
    "va": "v",
    "h": "H",
    "x": "X",
    "y": "Y",
    "I": "X",
    "std": "sigma",
    "mean": "mu",
    "LN": "X_norm",
    "R": "X_res",
    "exp": "E",
    "sum": "pre",
    "tanh": "T",
    "head1": "O_1",
    "head2": "O_2",
    "context": "c",
    "concat": "cs",
    "scores": "S",
    "scaled": "S_scaled",
    "weights": "A",
    "output": "O",
}
BEFORE = {"dot", "general", "self", "mha", "rope", "ln", "sdp", "a", "b", "given"}  # the name of a line: its problem
WHOLE = {"result", "matrix", "percent"}  # after the name of a line: it is the line itself, once more
PARTS = {"term", "product", "from", "sum", "vector", "factors"}  # after it: parts of a calculation
# Lines whose entries people write as rows, as columns or one by one.
VECTORS = {"e", "alpha", "c", "Ws", "Uh", "Wh", "pre", "T", "mu", "var", "sigma", "E", "s", "v", "Z", "H"}
FACTORS = dict.fromkeys(("I", "Q", "s", "weights", "numerator"), 1)
FACTORS |= dict.fromkeys(("W", "K", "V", "h", "Wh", "denominator"), 2)


def unnumbered(name: str) -> str:
    """The name of a line without the number of its head or row."""
    return re.sub(r"_?\d+$", "", name)


def of_seed(claim: Claim, problem: int) -> Truth:
    """A number in a handwritten document; what is copied there bears the name of the line that it is copied from."""
    parts = _parts(claim["step"])
    named = [part for part in parts if part not in WHOLE | PARTS]
    step, is_turned = _line(named[-1] if named else parts[0])
    return Truth(
        line=claim["line"],
        written=claim["written"],
        classes=_classes(claim, "or"),
        step=step,
        problem=problem,
        lines=tuple(claim.get("lines", [claim["line"]])),
        is_passage="what" in claim,
        is_part="side" in claim or bool(PARTS & set(parts)),
        is_turned=is_turned,
        **_shared(claim),
    )


def of_pages(claims: Sequence[Claim]) -> Iterator[Truth]:
    """The numbers on a page that was written for this; what stands there again may be an operand of something."""
    seen, turned = set(), _turned(claims)
    for claim in claims:
        truth = _of_page(claim)
        key = truth.problem, truth.step, truth.cell
        is_turned = (truth.line, truth.step) in turned and not truth.is_part
        yield replace(truth, is_copy=key in seen and not truth.is_part, is_turned=is_turned)
        seen.add(key)


def _turned(claims: Sequence[Claim]) -> set[tuple[int, str]]:
    """The lines of a page, and the lines of the work on them that are written transposed: column by column."""
    cells = defaultdict(list)
    for claim in claims:
        if "term" not in claim:
            cells[claim["at"][0], claim["step"]].append(tuple(claim["cell"]))
    return {
        key
        for key, written in cells.items()
        if written != sorted(written) and written == sorted(written, key=lambda at: at[::-1])
    }


def _of_page(claim: Claim) -> Truth:
    line, column = claim["at"]
    term, factor = claim.get("term", (None, None))
    return Truth(
        line=line,
        column=column,
        written=claim["written"],
        classes=_classes(claim),
        step=claim["step"],
        problem=claim.get("problem", 1),
        is_part=term is not None or "product" in claim,
        **_shared(claim) | {"term": term, "factor": factor},
    )


def of_marked(claim: Claim) -> Truth:
    """A number on a marked page, or on one that was drawn at random."""
    step, *after = _parts(claim["step"])
    step, is_turned = _line(step)
    is_part = claim.get("term") is not None or bool(claim.get("side")) or bool(after and after[0] not in WHOLE)
    return Truth(
        line=claim["line"],
        column=claim["column"],
        written=claim["written"],
        classes=_classes(claim, "alternative_class"),
        step=step,
        problem=claim["problem"],
        kind=claim["kind"],
        also=claim.get("also") or "",
        is_part=is_part,
        is_turned=is_turned,
        copied=after[0] if after and after[0] not in WHOLE | PARTS else "",
        block=claim.get("block"),
        row=claim.get("row"),
        label=claim.get("label") or "",
        heading=claim.get("heading") or "",
        **_shared(claim),
    )


def _shared(claim: Claim) -> dict[str, Any]:
    """What all markings have."""
    side = claim.get("side")
    return {
        "cell": tuple(claim.get("cell") or ()),
        "term": claim.get("term"),
        "factor": side if isinstance(side, int) else FACTORS.get(side or ""),
        "expected": claim.get("expected") or "",
        "is_struck": bool(claim.get("struck") or claim.get("duplicate")),
    }


def _classes(claim: Claim, other: str = "") -> tuple[str, ...]:
    return tuple(claim[key] for key in ("class", other) if claim.get(key))


def _parts(step: str) -> list[str]:
    return [part for part in step.split(".") if part not in BEFORE] or [step]


def _line(name: str) -> tuple[str, bool]:
    """A line as a worksheet calls it, and whether it is written transposed: KT."""
    is_turned = len(name) > 1 and name.endswith("T")
    name = name[:-1] if is_turned else name
    return LINES.get(name, LINES.get(unnumbered(name), name)), is_turned


def said_firsts(marking: Claim) -> tuple[First, ...]:
    """The first mistakes that a marking names."""
    others = marking.get("first_mistake_or") or []
    return tuple(
        First(
            first["problem"],
            tuple(
                (at["line"], at["cell"] and tuple(at["cell"]))
                for at in (first, *(other for other in others if other["problem"] == first["problem"]))
            ),
        )
        for first in marking["first_mistake"] or []
    )


def found_firsts(truths: Sequence[Truth]) -> tuple[First, ...]:
    """The first mistakes that somebody made, one a problem, by the classes of the numbers."""
    made = [
        truth for truth in truths if truth.is_mistake and truth.classes[0] != "transcription" and not truth.is_struck
    ]
    firsts: dict[int, Truth] = {}
    for truth in sorted(made, key=lambda truth: (truth.line, truth.column)):
        firsts.setdefault(truth.problem, truth)
    return tuple(First(number, ((first.line, _cell(first)),)) for number, first in firsts.items())


def _cell(truth: Truth) -> tuple[int, ...] | None:
    """The cell of a number, where there is but one way to count."""
    return None if unnumbered(truth.step) in VECTORS else truth.cell or None

"""What a mechanism costs as JSON."""

from __future__ import annotations

import json
from typing import Any

from attncalc.cost.cost import WAYS, Cost
from attncalc.cost.figure import Figure, together
from attncalc.cost.growth import leading
from attncalc.worksheet.counts.term import Term


def as_json(costs: list[Cost]) -> str:
    """One object for one cost, otherwise a list of them."""
    found = [_cost(cost) for cost in costs]
    return json.dumps(found[0] if len(found) == 1 else found, indent=1, ensure_ascii=False) + "\n"


def _cost(cost: Cost) -> dict[str, Any]:
    lines = [
        {
            "lines": list(line.names),
            "entries": line.entries.value,
            "kept": line.kept,
            **{way: [_term(term) for term in getattr(line, way)] for way in WAYS},
        }
        for line in cost.counts.lines
    ]
    return {
        "format": "attncalc/cost",
        "version": 1,
        "title": cost.run.title,
        "sizes": dict(cost.run.sizes),
        "assumed": dict(cost.run.assumed),
        "repeats": dict(cost.run.repeats),
        "dtype": cost.asked.dtype,
        "parameters": {
            "total": together(cost.parameters),
            "matrices": list(map(_figure, cost.parameters)),
            "tied": cost.tied,
        },
        "operations": {
            way: {"multiply_adds": cost.multiply_adds(way), "flops": cost.flops(way), "others": cost.others(way)}
            for way in WAYS
        },
        "lines": lines,
        "bytes": {
            "held": list(map(_figure, cost.held)),
            "kept": together(cost.kept),
            "adam": list(map(_figure, cost.adam)),
            "caches": list(map(_figure, cost.caches)),
        },
        "traffic": cost.traffic._asdict() if cost.traffic else None,
        "seconds": {"forward": _float(cost, "forward"), "training": _float(cost, *WAYS)},
        "growth": {
            **{each.name: each.written for each in cost.growth},
            **({"together": leading(cost.growth)} if cost.growth else {}),
        },
    }


def _float(cost: Cost, *ways: str) -> float | None:
    seconds = cost.seconds(*ways)
    return None if seconds is None else float(seconds)


def _term(term: Term) -> dict[str, Any]:
    return {
        "factors": [list(factor) for factor in term.factors],
        "value": term.value,
        "kind": "multiply-adds" if term.multiplied else "others",
    }


def _figure(figure: Figure) -> dict[str, Any]:
    return {"name": figure.name, "factors": [factor.size for factor in figure.term.factors], "value": figure.value}

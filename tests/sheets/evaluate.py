"""What the package `formulas` makes of workbooks: run by its own Python, it prints cells by sheet and place as JSON."""

from __future__ import annotations

import json
import logging
import re
import sys
import warnings

PLACE = re.compile(r"'\[.*?\](?P<sheet>.*)'!(?P<first>[A-Z]+\d+)(?::(?P<last>[A-Z]+\d+))?")


def cells(path: str) -> dict[str, dict[str, float | str]]:
    """The cells of every sheet, whose names come in capitals."""
    import formulas
    from openpyxl.utils import get_column_letter, range_boundaries

    found: dict[str, dict[str, float | str]] = {}
    for key, value in formulas.ExcelModel().loads(path).finish().calculate().items():
        match = PLACE.fullmatch(str(key))
        if match is None or not hasattr(value, "value"):
            continue
        left, top, right, bottom = range_boundaries(str(key).rpartition("!")[2])
        for i in range(bottom - top + 1):
            for j in range(right - left + 1):
                entry = value.value[i][j]
                made = str(entry) if isinstance(entry, str) else float(entry) if _is_number(entry) else None
                if made is not None:
                    found.setdefault(match["sheet"], {})[f"{get_column_letter(left + j)}{top + i}"] = made
    return found


def _is_number(entry: object) -> bool:
    try:
        float(entry)  # type: ignore[arg-type]
    except (TypeError, ValueError):
        return False
    return True


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    logging.disable(logging.CRITICAL)
    out, sys.stdout = sys.stdout, sys.stderr
    json.dump({path: cells(path) for path in sys.argv[1:]}, out)

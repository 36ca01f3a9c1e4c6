"""Where the lines of many problems go: a file for each in a folder, JSON lines, or arrays in an .npz."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from attncalc.batch.files.outputs import check_output, write_npz
from attncalc.batch.many.collected import Collected
from attncalc.batch.many.work import Block, Worked
from attncalc.errors import InputError, Place
from attncalc.files import failing, whole

Write = Callable[[Path, Collected, Worked], None]


def check_results(output: Path, found: Collected, *, force: bool) -> None:
    """Raises InputError where the results cannot go there, or something is there already."""
    if output.suffix.lower() in FILES:
        return check_output(output, tuple(FILES), force=force)
    place = Place(str(output))
    if output.suffix and not output.is_dir():
        raise InputError(f"the results go into a folder, or into {' or '.join(FILES)}", place=place)
    if output.exists() and not output.is_dir():
        raise InputError("the results go into a folder, and this is a file", place=place)
    there = next((path for path in (_path(output, name) for name in found.names) if path.exists()), None)
    if there and not force:
        raise InputError("this file exists", place=Place(str(there)), hint="--force replaces it.")
    return None


def write_results(output: Path, found: Collected, worked: Worked) -> None:
    """Writes the lines of every problem; each file stands under its name only when it is whole. Raises OutputError."""
    FILES.get(output.suffix.lower(), _to_folder)(output, found, worked)


def _to_folder(folder: Path, found: Collected, worked: Worked) -> None:
    with failing(folder):
        folder.mkdir(parents=True, exist_ok=True)
    for number, record in _records(found, worked):
        if number not in found.refused:
            with whole(_path(folder, found.names[number])) as file:
                file.write(f"{_json(record)}\n".encode())


def _to_lines(path: Path, found: Collected, worked: Worked) -> None:
    with whole(path) as file:
        for _, record in _records(found, worked):
            file.write(f"{_json(record)}\n".encode())


def _to_npz(path: Path, found: Collected, worked: Worked) -> None:
    """The steps of all problems that went alike, in one array each; of others under group2/, group3/ …"""
    import numpy as np

    arrays: dict[str, Any] = {}
    for count, block in enumerate(worked.blocks, 1):
        before = f"group{count}/" if len(worked.blocks) > 1 else ""
        arrays[f"{before}problems"] = np.array([found.names[number] for number in block.numbers])
        arrays |= {f"{before}{name}": lines for name, lines in block.steps.items()}
    write_npz(path, arrays)


FILES: Mapping[str, Write] = {".npz": _to_npz, ".jsonl": _to_lines}


def _path(folder: Path, name: str) -> Path:
    return folder / f"{name}.json"


def _records(found: Collected, worked: Worked) -> Iterator[tuple[int, dict[str, Any]]]:
    """What is written of each problem, in the order of the input."""
    where = {number: (block, row) for block in worked.blocks for row, number in enumerate(block.numbers)}
    for number, name in enumerate(found.names):
        if number in where:
            yield number, {"problem": name, **_solution(*where[number])}
        else:
            yield number, {"problem": name, "error": str(found.refused[number])}


def _solution(block: Block, row: int) -> dict[str, Any]:
    steps = {name: lines[row].tolist() for name, lines in block.steps.items()}
    return {"mechanism": block.mechanism, "result": block.result, "steps": steps}


def _json(record: dict[str, Any]) -> str:
    try:
        return json.dumps(record, ensure_ascii=False, allow_nan=False)
    except ValueError:  # masked scores, which JSON has no number for
        return json.dumps(_worded(record), ensure_ascii=False)


def _worded(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _worded(item) for key, item in value.items()}
    if isinstance(value, list):
        return list(map(_worded, value))
    return str(value) if isinstance(value, float) and not math.isfinite(value) else value

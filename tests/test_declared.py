"""The names that mechanisms declare are gathered in a table, since reading a file is not to import all mechanisms.

    UPDATE_SNAPSHOTS=1 python -m pytest tests/test_declared.py

writes it anew; what it holds is read when the next process begins.
"""

import os
from pathlib import Path

from attncalc.mechanisms.registry import every
from attncalc.problem import declared, vocabulary

PATH = Path(declared.__file__)
WIDTH = 120


def gathered():
    """Inputs, lines and options of all mechanisms; a name has the meaning of the first one that declares it."""
    inputs, lines, options = {}, {}, set()
    for mechanism in every():
        for name, meaning in mechanism.lines.items():
            lines.setdefault(name, meaning)
        options |= set(mechanism.settings)
    for mechanism in every():
        for name in mechanism.signature.names:
            meaning = {**mechanism.names, **lines, **vocabulary.STEPS}.get(name)
            if meaning and name not in vocabulary.INPUTS:
                inputs.setdefault(name, meaning)
    return inputs, lines, options


def written(name, kind, values):
    """A table of Python, several entries to the line."""
    rows, row = [], "   "
    for value in values:
        row, full = (f"{row} {value},", "") if len(row) + len(value) + 2 <= WIDTH else (f"    {value},", row)
        rows += [full] if full else []
    return "\n".join([f"{name}: {kind} = {{", *rows, row, "}  # fmt: skip"])


def text():
    inputs, lines, options = gathered()
    quoted = [[f'"{name}": "{meaning}"' for name, meaning in table.items()] for table in (inputs, lines)]
    return "\n\n".join([
        '"""What the mechanisms declare, gathered from their files by tests/test_declared.py; nobody writes here."""',
        "from __future__ import annotations",
        written("INPUTS", "dict[str, str]", quoted[0]) + "\n" + written("STEPS", "dict[str, str]", quoted[1])
        + "\n" + written("OPTIONS", "set[str]", [f'"{key}"' for key in sorted(options)]),
    ]) + "\n"  # fmt: skip


def test_the_table_is_what_the_mechanisms_declare():
    if os.environ.get("UPDATE_SNAPSHOTS"):
        PATH.write_text(text(), "utf-8")
    assert PATH.read_text("utf-8") == text()


def test_every_input_is_declared():
    inputs, _, _ = gathered()
    for mechanism in every():
        assert set(mechanism.signature.names) <= {*inputs, *vocabulary.INPUTS}, mechanism.name

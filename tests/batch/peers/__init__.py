"""Attention cases of other packages, and for each of their operations a function that works one out with attncalc.

@adapter("Attention")
def attention(case, attend):
    return {"Y": …}      # arrays by the names of case.outputs
"""

import json
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path

import numpy as np

HERE = Path(__file__).parent
ADAPTERS = {}


@dataclass(frozen=True)
class Case:
    """One case: what an operation of a package is given, and what it gives."""

    name: str
    op: str
    attributes: dict
    inputs: dict
    outputs: dict
    dtypes: dict
    rtol: float
    atol: float
    tags: tuple
    note: str

    def __getitem__(self, name):
        """An input, or None."""
        return self.inputs.get(name)

    @property
    def scored(self):
        return "informative" not in self.tags


def adapter(op):
    def register(function):
        ADAPTERS[op] = function
        return function

    return register


def cases():
    for name in ("onnx_attention", "torch_attention"):
        import_module(f"{__name__}.{name}")
    return [case for folder in ("onnx", "torch") for case in _read(folder)]


def _read(folder):
    with np.load(HERE / f"{folder}.npz") as file:
        arrays = dict(file)
    for entry in json.loads((HERE / f"{folder}.json").read_text("utf-8")):
        inputs, outputs = (
            {part["name"]: arrays[f"{entry['name']}/{part['key']}"] for part in entry[side]}
            for side in ("inputs", "outputs")
        )
        yield Case(
            entry["name"],
            entry["op"],
            {**entry.get("attribute_defaults", {}), **entry["attributes"]},
            inputs,
            outputs,
            {part["name"]: part["dtype"] for part in entry["outputs"]},
            entry["rtol"],
            entry["atol"],
            tuple(entry["tags"]),
            entry.get("note", ""),
        )


def rounded(a, dtype):
    """An array as its type keeps it; a bfloat16 is the half of a float32 that is nearest."""
    if dtype != "bfloat16":
        return np.asarray(a, dtype)
    bits = np.asarray(a, np.float32).view(np.uint32)
    return ((bits + 0x7FFF + (bits >> 16 & 1)) & 0xFFFF0000).astype(np.uint32).view(np.float32)

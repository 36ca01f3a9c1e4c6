"""Cases of other packages, and for each of their operations a function that works a case out with attncalc.

A family of operations has a file here:

    @adapter("dot_product_attention")
    def jax(case):
        return {"output": …}      # arrays by the names of case.outputs

`@adapter("Attend", bias="alibi")` is for the cases that have this attribute.
"""

import json
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules

import numpy as np

import attncalc

DATA = Path(__file__).parent / "data"
FOLDERS = ("zoo", "onnx")
ADAPTERS = []


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
    note: str = ""

    def __getitem__(self, name):
        """An input, or None."""
        return self.inputs.get(name)

    @property
    def scored(self):
        """Whether it says how it should be."""
        return "informative" not in self.tags


def adapter(op, **attributes):
    """Registers a function for the cases of an operation that have these attributes."""

    def register(function):
        ADAPTERS.append((op, attributes, function))
        return function

    return register


def cases():
    """All cases, in the order of the manifests."""
    return [case for folder in FOLDERS for case in read(DATA / f"{folder}.json")]


def read(manifest):
    """The cases of a manifest, whose arrays stand beside it."""
    with np.load(manifest.with_suffix(".npz")) as arrays:
        return [_case(entry, arrays) for entry in json.loads(manifest.read_text("utf-8"))]


def _case(entry, arrays):
    inputs, outputs = (
        {part["name"]: arrays[f"{entry['name']}/{part['key']}"] for part in entry[side]}
        for side in ("inputs", "outputs")
    )
    return Case(
        entry["name"],
        entry["op"],
        {**entry.get("attribute_defaults", {}), **entry["attributes"]},
        inputs,
        outputs,
        {part["name"]: part["dtype"] for part in entry["outputs"]},
        entry["rtol"],
        entry["atol"],
        tuple(entry.get("tags", ())),
        entry.get("note", ""),
    )


def find(case):
    """The function that works a case out, or None."""
    for module in iter_modules(__path__):
        import_module(f"{__name__}.{module.name}")
    fits = [
        found for op, attributes, found in ADAPTERS if op == case.op and attributes.items() <= case.attributes.items()
    ]
    assert len(fits) < 2, f"several functions for {case.name}"
    return fits[0] if fits else None


def solved(mechanism, given, options=None):
    """The sheet of a problem in arrays, worked out as frameworks do."""
    given = {name: a for name, a in given.items() if a is not None}
    return attncalc.solve(attncalc.problem(mechanism, given, options or {}), "float")


def array(sheet, name):
    """A line of a sheet."""
    return np.asarray(sheet[name])


def rounded(a, dtype):
    """An array as its type keeps it; a bfloat16 is the half of a float32 that is nearest."""
    if dtype != "bfloat16":
        return np.asarray(a, dtype)
    bits = np.asarray(a, np.float32).view(np.uint32)
    return ((bits + 0x7FFF + (bits >> 16 & 1)) & 0xFFFF0000).astype(np.uint32).view(np.float32)

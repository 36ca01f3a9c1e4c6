"""Attention cases of other packages, and for each of their operations a function that works one out with attncalc.

@adapter("Attention")
def attention(case, attend):
    return {"Y": …}      # arrays by the names of case.outputs
"""

from importlib import import_module
from pathlib import Path

from zoo import read

HERE = Path(__file__).parent
ADAPTERS = {}


def adapter(op):
    def register(function):
        ADAPTERS[op] = function
        return function

    return register


def cases():
    for name in ("onnx_attention", "torch_attention"):
        import_module(f"{__name__}.{name}")
    return [case for folder in ("onnx", "torch") for case in read(HERE / f"{folder}.json")]

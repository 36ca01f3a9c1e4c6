"""OpenVINO's scaled_dot_product_attention, of a graph that is made here."""

from __future__ import annotations

from math import sqrt
from typing import Any

import numpy as np

from attncalc.batch.backends.kernel import Kernel, Shape


def kernel(shape: Shape) -> Kernel:
    """A compiled graph on the processor."""
    import openvino
    from openvino import opset13

    n, m, d, d_v = shape[:4]
    inputs = [opset13.parameter([1, 1, *sizes], np.float32) for sizes in ((n, d), (m, d), (m, d_v))]
    output = opset13.scaled_dot_product_attention(*inputs)
    hints = {"INFERENCE_PRECISION_HINT": "bf16" if shape.short else "f32", "PERFORMANCE_HINT": "LATENCY"}
    how = {**hints, "INFERENCE_NUM_THREADS": shape.threads}
    compiled = openvino.Core().compile_model(openvino.Model([output], inputs, "attention"), "CPU", how)
    factor = np.float32(shape.scale * sqrt(d))  # its own scale is 1/√d

    def run(Q: Any, K: Any, V: Any) -> Any:
        Q = Q if factor == 1 else Q * factor
        return compiled([array[None, None] for array in (Q, K, V)], share_inputs=True)[0][0, 0]

    return run

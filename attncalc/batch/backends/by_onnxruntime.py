"""onnxruntime's MultiHeadAttention, of a model of one node that is written here: no file is read."""

from __future__ import annotations

import struct
from typing import Any

from attncalc.batch.backends.kernel import Kernel, Shape

FLOAT = 1  # as elements of a tensor, and as an attribute
INTEGER = 2
OPSET, IR = 17, 8
CONTRIBUTED = "com.microsoft"


def kernel(shape: Shape) -> Kernel:
    """A session of its own, on the processor."""
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads, options.log_severity_level = shape.threads, 3
    session = onnxruntime.InferenceSession(model(shape), options, providers=["CPUExecutionProvider"])

    def run(Q: Any, K: Any, V: Any) -> Any:
        return session.run(None, {"Q": Q[None], "K": K[None], "V": V[None]})[0][0]

    return run


def model(shape: Shape) -> bytes:
    """The model in the wire format of protocol buffers; the numbers of the fields are those of onnx.proto."""
    attributes = field(5, field(1, b"num_heads") + field(3, 1) + field(20, INTEGER)) + field(
        5, field(1, b"scale") + b"\x15" + struct.pack("<f", shape.scale) + field(20, FLOAT)
    )
    names = b"".join(field(1, name) for name in (b"Q", b"K", b"V")) + field(2, b"O")
    node = names + field(4, b"MultiHeadAttention") + attributes + field(7, CONTRIBUTED.encode())
    n, m, d, d_v = shape[:4]
    inputs = b"".join(field(11, tensor(name, *sizes)) for name, *sizes in ((b"Q", n, d), (b"K", m, d), (b"V", m, d_v)))
    graph = field(1, node) + field(2, b"attention") + inputs + field(12, tensor(b"O", n, d_v))
    opsets = field(8, field(1, b"") + field(2, OPSET)) + field(8, field(1, CONTRIBUTED.encode()) + field(2, 1))
    return field(1, IR) + field(7, graph) + opsets


def tensor(name: bytes, *sizes: int) -> bytes:
    """What is said of an input or an output: its name, and that it is a batch of one."""
    shape = b"".join(field(1, field(1, size)) for size in (1, *sizes))
    return field(1, name) + field(2, field(1, field(1, FLOAT) + field(2, shape)))


def field(number: int, value: int | bytes) -> bytes:
    """A whole number, or bytes with their length before them."""
    if isinstance(value, int):
        return varint(number << 3) + varint(value)
    return varint(number << 3 | 2) + varint(len(value)) + value


def varint(value: int) -> bytes:
    """Seven bits in each byte, the lowest first."""
    return bytes([value & 127 | 128]) + varint(value >> 7) if value > 127 else bytes([value])

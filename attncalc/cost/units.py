"""Sizes of numbers, and large counts in the words that people say: 37.8M, 343.6 GB, 320 GiB."""

from __future__ import annotations

from fractions import Fraction

from attncalc.errors import InputError, did_you_mean

BYTES = {"fp64": 8, "fp32": 4, "tf32": 4, "fp16": 2, "bf16": 2, "fp8": 1, "int8": 1}
SPELT = {
    "float64": "fp64",
    "double": "fp64",
    "float32": "fp32",
    "float": "fp32",
    "float16": "fp16",
    "half": "fp16",
    "bfloat16": "bf16",
    "float8": "fp8",
}
TEN = 10
DECIMAL = ("", "k", "M", "G", "T", "P", "E")
BINARY = ("", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei")


def bytes_of(dtype: str) -> int:
    """How many bytes a number has; raises InputError for a type that is not known."""
    name = dtype.strip().lower().removeprefix("torch.").removeprefix("np.")
    name = SPELT.get(name, name)
    if name not in BYTES:
        raise InputError(f"there is no type of numbers {dtype}", hint=did_you_mean(name, BYTES))
    return BYTES[name]


def in_thousands(count: int | Fraction, signs: tuple[str, ...] = DECIMAL, base: int = 1000) -> str:
    """A count with its prefix and a decimal, two below 10: 343.6 G, 1.05 M; whole where it is."""
    power = 0
    while power + 1 < len(signs) and count >= base ** (power + 1):
        power += 1
    value = Fraction(count) / base**power
    text = f"{int(value)}" if value.denominator == 1 and value < base else f"{float(value):.{2 if value < TEN else 1}f}"
    return f"{text} {signs[power]}".rstrip()


def of_bytes(count: int) -> str:
    """Bytes in both countings: 343.6 GB = 320 GiB."""
    decimal, binary = in_thousands(count), in_thousands(count, BINARY, 1024)
    if count < 1000:
        return f"{count} B"
    return f"{decimal}B = {binary}B" if count >= 1024 else f"{decimal}B"


def of_time(seconds: Fraction) -> str:
    """A time in the unit that fits it."""
    for size, name in ((Fraction(86_400), "days"), (Fraction(3600), "h"), (Fraction(60), "min"), (Fraction(1), "s")):
        if seconds >= size:
            return f"{float(seconds / size):.3g} {name}"
    for size, name in ((Fraction(1, 1000), "ms"), (Fraction(1, 10**6), "µs")):
        if seconds >= size:
            return f"{float(seconds / size):.3g} {name}"
    return f"{float(seconds * 10**9):.3g} ns"

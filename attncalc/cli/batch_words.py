"""What is typed after the options of `attncalc batch`: sizes of memory, rows, masks, windows."""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction
from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING, Any

from attncalc.errors import InputError, did_you_mean, shorten

if TYPE_CHECKING:
    from attncalc.batch.options import Options

UNITS = {
    "": 1,
    "b": 1,
    "k": 10**3,
    "kb": 10**3,
    "m": 10**6,
    "mb": 10**6,
    "g": 10**9,
    "gb": 10**9,
    "t": 10**12,
    "tb": 10**12,
    "kib": 1 << 10,
    "mib": 1 << 20,
    "gib": 1 << 30,
    "tib": 1 << 40,
}
MOST_ROWS = 10_000


def memory_of(text: str | None) -> int | None:
    """A size such as 512MiB in bytes."""
    if text is None:
        return None
    found = re.fullmatch(r"(\d{1,15}(?:\.\d{1,6})?)\s*([a-z]*)", text.strip().lower())
    if not found or found[2] not in UNITS:
        raise InputError(f"--memory {shorten(text)} is no size", hint="--memory 512MiB")
    return int(Fraction(found[1]) * UNITS[found[2]])


def scale_of(text: str | None) -> float | None:
    """What the scores are multiplied by: a number, a fraction, none; None is the usual 1/√d_k."""
    if text is None or text.replace(" ", "") in ("1/sqrt(d_k)", "1/√d_k"):
        return None
    try:
        scale = 1.0 if text == "none" else float(Fraction(text) if len(text) < 40 else float(text))
    except (ValueError, ZeroDivisionError, OverflowError):
        scale = float("nan")
    if not isfinite(scale):
        raise InputError(f"--scale {shorten(text)} is no number", hint="--scale 0.125, 1/8 or none; without it 1/√d_k")
    return scale


def window_of(text: str | None) -> tuple[int | None, int | None] | None:
    """The keys seen before and after the query's own place: L,R, or one number for both; none is no bound."""
    if text is None:
        return None
    sides = text.split(",")
    if len(sides) > 2 or not all(re.fullmatch(r"\s*(\d{1,15}|none)\s*", side) for side in sides):
        raise InputError(f"--window {shorten(text)} should be keys before and after", hint="--window 128,0 or none,4")
    before, after = (None if side.strip() == "none" else int(side) for side in (sides[0], sides[-1]))
    return before, after


def dtype_of(text: str | None) -> str | None:
    """The type of the output."""
    from attncalc.batch.options import DTYPES

    if text is not None and text not in DTYPES:
        raise InputError(f"--dtype is not {shorten(text)}", hint=did_you_mean(text, DTYPES))
    return text


def rows_of(text: str | None) -> list[int] | None:
    """Rows that are counted from 1, as 1,5:9 names them (both ends belong to it); here counted from 0."""
    if text is None:
        return None
    rows: dict[int, None] = {}
    for part in text.split(","):
        found = re.fullmatch(r"\s*(\d{1,15})\s*(?:[:-]\s*(\d{1,15})\s*)?", part)
        first, last = (int(found[1]), int(found[2] or found[1])) if found else (0, 0)
        if not 1 <= first <= last:
            raise InputError(f"--rows {shorten(text)} should be rows, counted from 1", hint="--rows 1,5:9")
        if last - first + len(rows) >= MOST_ROWS:
            raise InputError(f"--rows names more than {MOST_ROWS:,} rows", hint="--weights FILE.npy writes all.")
        rows.update(dict.fromkeys(range(first - 1, last)))
    return list(rows)


def names_of(texts: Sequence[str], shortcuts: dict[str, str | None]) -> dict[str, str]:
    """The names that arrays have in the file, by role; roles are written in any case."""
    from attncalc.batch.files.names import KNOWN

    folded = {role.lower(): role for role in KNOWN}
    names = {role: name for role, name in shortcuts.items() if name is not None}
    for text in texts:
        role, sign, name = text.partition("=")
        if not sign or role.strip().lower() not in folded:
            raise InputError(
                f"--name {shorten(text)} should be a matrix and its name in the file",
                hint=did_you_mean(role.strip(), KNOWN) if sign else "--name Wq=query_weights",
            )
        names[folded[role.strip().lower()]] = name.strip()
    return names


def options_of(texts: Sequence[str]) -> dict[str, str]:
    """Options of a mechanism: KEY=VALUE."""
    pairs = [text.partition("=") for text in texts]
    if not all(name.strip() and sign for name, sign, _ in pairs):
        raise InputError("-O should be a name and its value", hint="-O mask=causal")
    return {name.strip(): value.strip() for name, _, value in pairs}


MASKS: dict[str, bool | str] = {"causal": True, "causal-lower-right": "lower-right"}


def mask_file(text: str | None) -> Path | None:
    """The file that a mask is read from; None for a word."""
    return None if text is None or text in MASKS else Path(text)


def masked(text: str | None, keywords: dict[str, Any]) -> Options:
    """The options of attention, with a mask that is a word or an .npy file."""
    from attncalc.batch.files.mask import read_mask
    from attncalc.batch.options import Options

    options, file = Options(**keywords, causal=MASKS.get(text or "", False)), mask_file(text)
    return options if file is None else read_mask(file, options)

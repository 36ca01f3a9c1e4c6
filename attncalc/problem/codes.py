"""The short codes of printed questions, as somebody copies them: ABCD-EFGH."""

from __future__ import annotations

import re
from collections.abc import Iterator

ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"  # no I, L, O, U, which are taken for others
SIGNS = 8
BITS = 5 * SIGNS
CODE = re.compile(r"(?<![\w-])[0-9A-Za-z]{4}[-‐‑–−][0-9A-Za-z]{4}(?![\w-])")
PAPER = re.compile(r"(?<![\w-])\d{2,4}-[0-9a-f]{4}(?![\w-])")  # of a whole paper, at its top


def written(value: int) -> str:
    """A number of 40 bits as a code."""
    signs = "".join(ALPHABET[value >> 5 * place & 31] for place in reversed(range(SIGNS)))
    return f"{signs[:4]}-{signs[4:]}"


def value_of(code: str) -> int | None:
    """The number that a code is; None where it is none. What is easily taken for another sign is that."""
    signs = re.sub(r"\W", "", code.upper()).translate(str.maketrans("OILU", "011V"))
    if len(signs) != SIGNS or any(sign not in ALPHABET for sign in signs):
        return None
    return sum(ALPHABET.index(sign) << 5 * place for place, sign in enumerate(reversed(signs)))


def codes_in(text: str) -> Iterator[tuple[int, int, int]]:
    """Where in a text something is that may be a code, and the number that it is."""
    for match in CODE.finditer(text):
        if (value := value_of(match[0])) is not None:
            yield *match.span(), value

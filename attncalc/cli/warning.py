"""What a command says beside its result, on standard error."""

from __future__ import annotations

import sys

from attncalc.errors import printable


def warn(text: str) -> None:
    """Says something on standard error, if anybody listens."""
    if sys.stderr is None:  # it is closed
        return
    encoding = sys.stderr.encoding or "ascii"
    print(printable(f"attncalc: {text}").encode(encoding, "backslashreplace").decode(encoding), file=sys.stderr)

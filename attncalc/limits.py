"""Every limit beyond which something is refused: how much, what is said then, and why it stands there.

How far something is searched, and how much of it is shown, stands where that is done: nothing is refused there.
"""

from __future__ import annotations

from typing import NamedTuple


class Limit(NamedTuple):
    """How much there may be; `says` is the message beyond it, with the number."""

    most: int
    says: str
    why: str

    @property
    def told(self) -> str:
        """The message."""
        return self.says.format(self.most)


LINE = Limit(
    100_000, "a line of more than {:,} numbers is no work by hand",
    "Every number of a line is proven and written: 20 microseconds each, several times over.",
)  # fmt: skip
PRODUCTS = Limit(
    50_000_000, "a product of matrices of more than {:,} multiplications is no work by hand",
    "Exact products take up to a microsecond each, in one call that nothing ends.",
)  # fmt: skip

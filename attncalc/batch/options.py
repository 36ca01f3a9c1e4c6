"""What can be asked of attention on arrays: every keyword of `attncalc.attention`, checked once."""

from __future__ import annotations

from dataclasses import dataclass
from math import isfinite
from typing import Any, Literal, get_args

from attncalc.batch.backends.kernel import BACKENDS, BFLOAT16, NUMPY
from attncalc.errors import InputError, did_you_mean, shorten

MEMORY = 256 << 20
LEAST_MEMORY = 1 << 20
LEAST = (("heads", 1, ""), ("kv_heads", 1, ""), ("threads", 1, ""), ("memory", LEAST_MEMORY, " bytes"))
DTYPES = ("float16", "float32", "float64", BFLOAT16)
Alignment = Literal["upper-left", "lower-right"]
ALIGNMENTS: tuple[Alignment, ...] = get_args(Alignment)


@dataclass(frozen=True, eq=False)
class Options:
    """The keywords of `attncalc.attention`, which says what they mean.

    Raises InputError for a value that can mean nothing, whatever the arrays are.
    """

    mask: Any = None
    bias: Any = None
    causal: bool | str = False
    scale: float | None = None
    softcap: float | None = None
    window: tuple[int | None, int | None] | None = None
    past_key: Any = None
    past_value: Any = None
    kv_lengths: Any = None
    heads: int | None = None
    kv_heads: int | None = None
    dtype: Any = None
    memory: int | None = None
    threads: int | None = None
    backend: str = NUMPY

    @property
    def short(self) -> bool:
        """Whether products are to be those of bfloat16."""
        return isinstance(self.dtype, str) and self.dtype == BFLOAT16

    @property
    def type(self) -> Any:
        """The type of the output that is asked for: NumPy has no bfloat16, so numbers of it are those of float32."""
        return "float32" if self.short else self.dtype

    def __post_init__(self) -> None:
        if self.causal not in (False, True, *ALIGNMENTS):
            raise InputError(f"causal is not {self.causal!r}", hint=did_you_mean(str(self.causal), ALIGNMENTS))
        if self.backend not in BACKENDS:
            raise InputError(
                f"backend is not {shorten(str(self.backend))}", hint=did_you_mean(str(self.backend), BACKENDS)
            )
        if self.scale is not None and not isfinite(self.scale):
            raise InputError(f"scale is a finite number, not {self.scale}")
        if self.softcap is not None and not (isfinite(self.softcap) and self.softcap >= 0):
            raise InputError(f"softcap is a positive number, or 0 for none, not {self.softcap}")
        if (self.past_key is None) is not (self.past_value is None):
            raise InputError("past_key and past_value come together")
        if self.kv_heads is not None and self.heads is None:
            raise InputError(
                "kv_heads needs heads", hint="Without heads, K may have fewer heads than Q on its axis -3."
            )
        for name, least, unit in LEAST:
            value = getattr(self, name)
            if value is not None and value < least:
                raise InputError(f"{name} is at least {least:,}{unit}, not {value:,}")
        self._check_window()

    def _check_window(self) -> None:
        if self.window is None:
            return
        if not isinstance(self.window, (tuple, list)) or len(self.window) != 2:
            raise InputError("window is a pair: how many keys before, how many after", hint="window=(4, 0)")
        if any(side is not None and side < -1 for side in self.window):
            raise InputError(f"window counts keys, with None or -1 for no bound, not {tuple(self.window)}")

    @property
    def reach(self) -> tuple[int | None, int | None]:
        """How many keys before and after its own place a query sees; None is no bound. Causal sees none after."""
        left, right = (None if side in (None, -1) else int(side) for side in self.window or (None, None))
        return left, 0 if self.causal else right

    @property
    def cap(self) -> float | None:
        """The bound of the scores, or None."""
        return float(self.softcap) if self.softcap else None

    @property
    def lower_right(self) -> bool:
        """Whether the last query stands at the last key."""
        return self.causal == "lower-right"

    @property
    def bytes(self) -> int:
        """How much the scores may take at one time."""
        return MEMORY if self.memory is None else int(self.memory)

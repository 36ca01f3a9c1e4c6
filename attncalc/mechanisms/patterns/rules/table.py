"""The patterns by name. Mechanisms and the option `mask` read them."""

from __future__ import annotations

from attncalc.mechanisms.patterns.rules.blocks import BlockSparse, LocalBlocks
from attncalc.mechanisms.patterns.rules.drawn import Bigbird, Random
from attncalc.mechanisms.patterns.rules.grid import Swin
from attncalc.mechanisms.patterns.rules.pattern import Pattern
from attncalc.mechanisms.patterns.rules.windows import Dilated, GlobalTokens, Prefix, Sliding

PATTERNS: dict[str, type[Pattern]] = {
    "prefix": Prefix,
    "sliding": Sliding,
    "dilated": Dilated,
    "global-tokens": GlobalTokens,
    "random": Random,
    "bigbird": Bigbird,
    "block-sparse": BlockSparse,
    "local-blocks": LocalBlocks,
    "swin": Swin,
}

"""Where each mechanism stands: a file of its own name, in the folder of its family; imported when it is asked for."""

from __future__ import annotations

FAMILIES: dict[str, tuple[str, ...]] = {
    "basics": ("scaled-dot-product", "self-attention"),
    "encoder_decoder": ("dot-product", "general", "additive", "cross-attention"),
    "heads": ("multi-head",),
    "masks": (),
    "positions": (),
    "blocks": (),
    "linear": (),
    "reordered": (),
    "structured": (),
    "vision": (),
}
PLACES = {name: f"{family}.{name.replace('-', '_')}" for family, names in FAMILIES.items() for name in names}

# Other names of one mechanism, and names that may mean several.
SYNONYMS = {
    "attention": "scaled-dot-product", "sdpa": "scaled-dot-product", "vaswani": "scaled-dot-product",
    "self": "self-attention", "cross": "cross-attention", "mha": "multi-head", "multihead": "multi-head",
    "bahdanau": "additive", "luong-dot": "dot-product", "luong-general": "general", "multiplicative": "general",
    "bilinear": "general",
}  # fmt: skip
SEVERAL = {"luong": "dot-product, general or luong-concat", "concat": "luong-concat or additive"}

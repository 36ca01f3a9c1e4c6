"""The signs of our LaTeX in typst, and about how wide they are in em."""

from __future__ import annotations

from attncalc.worksheet.notation import GREEK, LATEX_FUNCTIONS

DIGIT, LETTER, WORD = 0.5, 0.6, 0.52  # a letter of mathematics, and one of a word
SIGNS = {
    "+": ("plus", 1.25), "-": ("minus", 1.0), "=": ("eq", 1.4), "*": ("ast.op", 0.8), "/": ("slash", 0.5),
    ",": ("comma", 0.45), ".": ("dot.basic", 0.3), ":": ("colon", 0.3), "|": ("bar.v", 0.3), "?": ("quest", 0.5),
    "(": ("paren.l", 0.4), ")": ("paren.r", 0.4), "[": ("bracket.l", 0.3), "]": ("bracket.r", 0.3),
    "<": ("lt", 1.4), ">": ("gt", 1.4), "'": ("prime", 0.3), "!": ("excl", 0.3), "~": ("space", 0.3),
    r"\{": ("brace.l", 0.5), r"\}": ("brace.r", 0.5), r"\ ": ("space", 0.3), r"\_": ('"_"', 0.5), r"\%": ('"%"', 0.9),
    r"\cdot": ("times1", 0.6), r"\times": ("times", 1.2), r"\odot": ("dot.o", 1.2), r"\ast": ("ast.op", 0.8),
    r"\le": ("lt.eq", 1.4), r"\ge": ("gt.eq", 1.4), r"\ne": ("eq.not", 1.4), r"\in": ("in", 1.3),
    r"\approx": ("approx", 1.4), r"\to": ("arrow.r", 1.6), r"\infty": ("infinity", 1.0), r"\top": ("top", 0.8),
    r"\circ": ("compose", 0.5), r"\ldots": ("dots.h", 1.2), r"\cdots": ("dots.h.c", 1.2), r"\vdots": ("dots.v", 0.3),
    r"\ddots": ("dots.down", 1.2), r"\lfloor": ("floor.l", 0.45), r"\rfloor": ("floor.r", 0.45),
    r"\lceil": ("ceil.l", 0.45), r"\rceil": ("ceil.r", 0.45),
    **{f"\\{name}": (letter, LETTER) for name, letter in GREEK.items()},
    **{f"\\{name}": (f'op("{name}")', len(name) * WORD + 0.2) for name in LATEX_FUNCTIONS},
}  # signs side by side  # fmt: skip

"""Attention as a careful student writes it: each line is rounded before the next one uses it.

An oracle for the tests of rounded arithmetic: fractions, mpmath for e^x and roots, nothing of the
package. Ties round half up, away from zero. A sum of products is rounded once, at its end.

    python tests/oracle/rounded.py problems/seeds/002-q3.yaml 2
"""

import math
import re
import sys
from fractions import Fraction
from itertools import chain
from pathlib import Path
from typing import Any

import yaml
from mpmath import mp

Matrix = list[list[Any]]  # of Fraction; None where masked
mp.dps = 120  # e^94 at two places has 43 digits


def matrix(written: Any) -> Matrix:
    """Nested lists, one flat list, or rows of text separated by semicolons or line ends."""
    if isinstance(written, str):
        rows = [line.split() for line in re.split(r"[;\n]", written) if line.strip()]
    else:
        rows = written if isinstance(written[0], list) else [written]
    return [[Fraction(entry) for entry in row] for row in rows]


def transposed(a: Matrix) -> Matrix:
    return [list(column) for column in zip(*a, strict=True)]


def times(a: Matrix, b: Matrix) -> Matrix:
    columns = transposed(b)
    return [[sum(x * y for x, y in zip(row, c, strict=True)) for c in columns] for row in a]


class Page:
    def __init__(self, problem: dict[str, Any], places: int) -> None:
        self.places, self.options = places, problem.get("options", {})
        if unknown := self.options.keys() - {"scale", "mask", "heads"}:
            sys.exit(f"not done by hand here: {', '.join(unknown)}")
        self.given = {k.replace("_", "").lower(): matrix(v) for k, v in problem["given"].items()}

    def write(self, name: str, a: Matrix, flat: bool = False) -> Matrix:
        """Print the line, rounded, and hand on what it now says."""
        texts = [[self.rounded(x) for x in row] for row in a]
        rows = ["[" + ", ".join(f'"{text}"' for text in row) + "]" for row in texts]
        print(f"    {name}: {rows[0]}" if flat else "\n      - ".join([f"    {name}:", *rows]))
        return [[None if t == "-inf" else Fraction(t) for t in row] for row in texts]

    def rounded(self, x: Fraction | None) -> str:
        if x is None:
            return "-inf"
        units = math.floor(abs(x) * 10**self.places + Fraction(1, 2))
        whole, part = divmod(units, 10**self.places)
        return f"{'-' if x < 0 < units else ''}{whole}.{part:0{self.places}d}"

    def softmax(self, scores: Matrix, name: str, section: str = "") -> Matrix:
        e = [[Fraction("0" if x is None else str(mp.exp(x))) for x in row] for row in scores]
        e = self.write("E" + section, e, flat=name == "alpha")
        (z,) = self.write("Z" + section, [[sum(row) for row in e]], flat=True)
        parts = [[x / total for x in row] for row, total in zip(e, z, strict=True)]
        return self.write(name, parts, flat=name == "alpha")

    def projected(self, letter: str, head: str) -> Matrix:
        if (weight := self.given.get(f"w{letter}{head}")) is None:
            return self.given.get(letter) or self.given["x"]
        return self.write(f"{letter.upper()}_{head}".rstrip("_"), times(self.given["x"], weight))

    def attention(self, head: str = "") -> Matrix:
        q, k, v = (self.projected(letter, head) for letter in "qkv")
        section = head and f"_{head}"
        scores = self.write(f"S{section}", times(q, transposed(k)))
        scale = self.options.get("scale", "1/sqrt(d_k)")
        by_name = {"none": Fraction(1), "1/sqrt(d_k)": 1 / Fraction(str(mp.sqrt(len(k[0]))))}
        factor = by_name.get(scale) or Fraction(scale)
        if factor != 1:
            scores = self.write(f"S_scaled{section}", [[x * factor for x in row] for row in scores])
        if self.options.get("mask") == "causal":
            seen = [row[:i] + [None] * len(row[i:]) for i, row in enumerate(scores, 1)]
            scores = self.write(f"S_masked{section}", seen)
        return self.write(f"O{section}", times(self.softmax(scores, f"A{section}", section), v))

    def multi_head(self) -> None:
        heads = int(self.options.get("heads", 0))  # 0: each head has matrices of its own
        for letter in "qkv" if heads else "":
            columns = transposed(self.given[f"w{letter}"])
            width = len(columns) // heads
            for i in range(heads):
                block = transposed(columns[i * width : (i + 1) * width])
                self.given[f"w{letter}{i + 1}"] = block
        outputs = [self.attention(head) for head in "12345678" if f"wq{head}" in self.given]
        c = self.write("C", [list(chain(*rows)) for rows in zip(*outputs, strict=True)])
        if "wo" in self.given:
            self.write("MH", times(c, self.given["wo"]))

    def luong(self) -> None:
        states = self.given.get("h") or [row for k, (row, *_) in self.given.items() if k[0] == "h"]
        w, s = self.given.get("w"), self.given.get("s") or self.given["st"]
        keys = self.write("Wh", times(states, transposed(w))) if w else states
        e = self.write("e", times(s, transposed(keys)), flat=True)
        self.write("c", times(self.softmax(e, "alpha"), states), flat=True)


def main(path: str, places: str) -> None:
    for problem in yaml.load_all(Path(path).read_text(encoding="utf-8"), yaml.BaseLoader):
        print(f"rounded:\n  decimals: {places}\n  values:")
        page = Page(problem, int(places))
        kinds = {"multi-head": page.multi_head, "dot-product": page.luong, "general": page.luong}
        kinds.get(problem["mechanism"], page.attention)()


if __name__ == "__main__":
    main(*sys.argv[1:])

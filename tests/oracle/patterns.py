"""Attention under patterns, worked out again with mpmath at 50 digits and nothing of the package.

Prints the values of the cases under tests/cases whose problems are in problems/patterns, with rows for tokens, or
columns where the problem has them. Patterns are written as sets of pairs here, counted from 0.

    python tests/oracle/patterns.py
"""

from itertools import product

import plain
from mpmath import mpf, sqrt
from plain import both, matrix, softmax, times, turned


class Sheet(plain.Sheet):
    def attend(self, Q, K, V, seen, end="", bias=None, scaled=True, S=None):
        """Attention over the pairs that are seen (None: all), from given scores where there are any."""
        S = S or self.write(f"S{end}", times(Q, turned(K)))
        if scaled and len(K[0]) > 1:
            S = self.write(f"S_scaled{end}", [[x / sqrt(len(K[0])) for x in row] for row in S])
        if bias:
            S = both(S, bias)
            self.write(f"S_biased{end}", S)
        if seen is not None:
            S = [[x if (i, j) in seen else None for j, x in enumerate(row)] for i, row in enumerate(S)]
            self.write(f"S_masked{end}", S)
        return self.write(f"O{end}", times(self.write(f"A{end}", [softmax(row) for row in S]), V))

    def pattern(self, n, m, seen):
        self.write("M", [[mpf(0) if (i, j) in seen else None for j in range(m)] for i in range(n)])
        self.number("pairs", len(seen))


def pairs(n, m=None):
    return set(product(range(n), range(m or n)))


def causal(n):
    return {(i, j) for i, j in pairs(n) if j <= i}


def band(n, w):
    """Each query with its own key and those of w steps to the left and to the right."""
    return {(i, i + step) for i in range(n) for step in range(-w, w + 1) if 0 <= i + step < n}


def dilated(n, w, d):
    return {(i, i + d * step) for i in range(n) for step in range(-w, w + 1) if 0 <= i + d * step < n}


def cross(n, tokens):
    """Rows and columns of tokens, from 1."""
    return {(i, j) for t in tokens for k in range(n) for i, j in ((t - 1, k), (k, t - 1))}


def drawn(table):
    return {(i - 1, j - 1) for i, row in table.items() for j in row}


def blocks(n, size, sees):
    """All pairs of tokens whose blocks are among the pairs, from 1."""
    starts = {b: range((b - 1) * size, min(b * size, n)) for b in range(1, -(-n // size) + 1)}
    return {pair for a, b in sees if a in starts and b in starts for pair in product(starts[a], starts[b])}


def solve(title, Q, K, V, seen, also=None, rows=None, columns=False, scaled=True, S=None):
    sheet = Sheet(title, columns)
    n = len(S) if S else len(Q)
    m = len(V)
    sheet.pattern(n, m, seen)
    allowed = seen & also if also is not None else seen
    if rows:
        Q = [Q[i - 1] for i in rows]
        allowed = {(rows.index(i + 1), j) for i, j in allowed if i + 1 in rows}
    sheet.attend(Q, K, V, allowed, scaled=scaled, S=S)


solve(
    "sliding: scores, one on each side",
    None,
    None,
    matrix("1 0; 0 1; 1 1"),
    band(3, 1),
    scaled=False,
    S=matrix("1 2 3; 4 5 6; 7 8 10"),
)
FIVE = matrix("1 0; 0 1; 1 1; 0 0; 2 1"), matrix("1 1; 0 1; 1 0; 2 0; 0 1"), matrix("1; 2; 3; 4; 5")
solve("sliding: two keys back", *FIVE, band(5, 2), causal(5))
FOUR = matrix("1 0; 0 1; 1 1; 2 0"), matrix("0 1; 1 0; 1 1; 0 2"), matrix("1 0; 2 1; 0 1; 3 0")
solve("prefix: two", *FOUR, causal(4) | {(i, j) for i, j in pairs(4) if j < 2})
solve("prefix: one, queries 3 and 4", *FOUR, causal(4), rows=[3, 4])
EIGHT = matrix("1; 0; 2; 1; 0; 1; -1; 1/2"), matrix("1; 2; 0; 1; 1; 0; 2; -1"), matrix("1; 2; 3; 4; 5; 6; 7; 8")
solve("dilated", *EIGHT, dilated(8, 2, 2))
solve("global-tokens", *EIGHT, band(8, 1) | cross(8, [1]))
TABLE = {1: [6], 2: [7], 3: [8], 4: [7], 5: [2], 6: [3], 7: [4], 8: [5]}
solve("bigbird", *EIGHT, band(8, 1) | cross(8, [1]) | drawn(TABLE))
solve(
    "bigbird: no global token, in columns",
    turned(matrix("1 0 2 1; 0 1 1 0")),
    turned(matrix("1 2 0 1; 1 0 1 0")),
    turned(matrix("1 2 3 4")),
    band(4, 0) | drawn({1: [3], 2: [4], 3: [1, 2], 4: [1]}),
    columns=True,
)
solve(
    "random",
    matrix("1 0; 0 1; 1 1; 2 -1"),
    matrix("1 1; 0 1; 1 0; 2 0; 0 1/2"),
    matrix("1 0; 2 0; 3 1; 4 1; 5 2"),
    drawn({1: [1, 4], 2: [2, 5], 3: [3, 4], 4: [1, 2]}),
)
SIX = matrix("1 0; 0 1; 1 1; 2 0; 0 2; 1 -1"), matrix("1 1; 0 1; 1 0; 2 0; 0 1; 1 1"), matrix("1; 2; 3; 4; 5; 6")
solve("block-sparse", *SIX, blocks(6, 2, [(1, 1), (2, 1), (2, 2), (3, 1), (3, 3)]))
FIVE = matrix("1 0; 0 1; 1 1; 2 0; 0 2"), matrix("1 1; 0 1; 1 0; 2 0; 0 1"), matrix("1; 2; 3; 4; 5")
solve(
    "local-blocks: one before, causal", *FIVE, blocks(5, 2, [(b, b - s) for b in (1, 2, 3) for s in (0, 1)]), causal(5)
)
solve(
    "local-blocks: one on each side",
    *SIX,
    blocks(6, 2, [(b, b + s) for b in (1, 2, 3) for s in (-1, 0, 1)]),
    scaled=False,
)


def swin(title, grid, side, Q, K, V, B=None, shift=0):
    """Windows are cut from the rolled grid, as in the paper; regions are what they were cut to before the roll."""
    sheet = Sheet(title)
    rows, columns = grid
    tokens = rows * columns
    costs(sheet, rows, columns, side, len(K[0]))
    numbers = sheet.write("N_grid", [[r * columns + c + 1 for c in range(columns)] for r in range(rows)])
    rolled = [row[shift:] + row[:shift] for row in numbers[shift:] + numbers[:shift]]
    if shift:
        sheet.write("N_roll", rolled)
    cuts = [slice(0, -side), slice(-side, -shift), slice(-shift, None)] if shift else [slice(None)]
    region = {}
    for number, (a, b) in enumerate(product(cuts, cuts)):
        region.update({token: number for row in rolled[a] for token in row[b]})
    windows = [
        [rolled[r + i][c + j] for i in range(side) for j in range(side)]
        for r in range(0, rows, side)
        for c in range(0, columns, side)
    ]
    sheet.write("N_win", windows)
    bias = None
    if B:
        places = list(product(range(side), repeat=2))
        bias = [[B[a - c + side - 1][b - d + side - 1] for c, d in places] for a, b in places]
        sheet.write("B_win", bias)
    found = {}
    for number, window in enumerate(windows, 1):
        q, k, v = (
            sheet.write(f"{name}_{number}", [a[t - 1] for t in window])
            for name, a in zip("QKV", (Q, K, V), strict=True)
        )
        seen = {(i, j) for i, j in pairs(side**2) if region[window[i]] == region[window[j]]}
        if len(seen) < side**4:
            sheet.write(
                f"M_{number}", [[mpf(0) if (i, j) in seen else None for j in range(side**2)] for i in range(side**2)]
            )
        output = sheet.attend(q, k, v, seen if len(seen) < side**4 else None, f"_{number}", bias)
        found.update(zip(window, output, strict=True))
    sheet.write("O", [found[t] for t in range(1, tokens + 1)])


def costs(sheet, rows, columns, side, C):
    full = 4 * rows * columns * C**2 + 2 * (rows * columns) ** 2 * C
    local = 4 * rows * columns * C**2 + 2 * side**2 * rows * columns * C
    sheet.number("Omega_msa", full)
    sheet.number("Omega_wmsa", local)
    sheet.number("Omega_ratio", mpf(full) / local)


swin(
    "swin: four windows",
    (4, 4),
    2,
    turned(matrix("1 0 2 1 0 1 -1 1 2 0 1 1 0 1 1 2")),
    turned(matrix("1 2 0 1 1 0 2 -1 1 1 0 2 1 0 1 1")),
    [[mpf(t)] for t in range(1, 17)],
)
swin(
    "swin: shifted, with a bias",
    (2, 4),
    2,
    matrix("1 0; 0 1; 1 1; 2 0; 0 2; 1 -1; 0 0; 1 2"),
    matrix("1 1; 0 1; 1 0; 2 0; 0 1; 1 1; 1 2; 0 1"),
    [[mpf(t)] for t in range(1, 9)],
    matrix("0 1/2 0; 1 2 1; 0 -1/2 0"),
    1,
)
costs(Sheet("swin: what windows save"), 56, 56, 7, 96)

X = matrix("1 0; 0 1; 1 1; 2 0; 0 2")
sheet = Sheet("as-masks: dilated and causal")
sheet.attend(X, X, X, dilated(5, 1, 2) & causal(5))
sheet = Sheet("as-masks: two heads, a prefix of one")
outputs = []
for h in (0, 1):
    Q, K, V = (
        sheet.write(f"{name}_{h + 1}", [[row[h]] for row in matrix(a)])
        for name, a in zip("QKV", ("1 0; 0 1; 1 1", "1 1; 0 1; 1 0", "1 2; 3 4; 5 6"), strict=True)
    )
    outputs.append(sheet.attend(Q, K, V, causal(3), f"_{h + 1}"))
sheet.write("C", [a + b for a, b in zip(*outputs, strict=True)])

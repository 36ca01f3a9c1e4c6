"""Heads that share or exchange, worked out again with mpmath at 50 digits and nothing of the package.

Prints the values of the cases under tests/cases whose problems are in problems/heads, with rows for tokens, or columns
where the problem has them.

    python tests/oracle/heads.py
"""

from itertools import chain

import plain
from mpmath import mpf, sqrt
from plain import matrix, softmax, times, turned


class Sheet(plain.Sheet):
    def __init__(self, name, columns=False, causal=False):
        super().__init__(name, columns)
        self.causal = causal

    def weights(self, S, d_k, end):
        if d_k != 1:
            S = self.write(f"S_scaled{end}", [[x / sqrt(d_k) for x in row] for row in S])
        if self.causal:
            S = [[x if j <= i else None for j, x in enumerate(row)] for i, row in enumerate(S)]
            self.write(f"S_masked{end}", S)
        return self.write(f"A{end}", [softmax(row) for row in S])

    def attend(self, Q, K, V, end):
        S = self.write(f"S{end}", times(Q, turned(K)))
        return self.write(f"O{end}", times(self.weights(S, len(K[0]), end), V))

    def joined(self, outputs, Wo=None):
        C = self.write("C", [list(chain(*rows)) for rows in zip(*outputs, strict=True)])
        if Wo:
            self.write("MH", times(C, Wo))


def parts(a, count):
    """A matrix cut into blocks of columns."""
    width = len(a[0]) // count
    return [[row[k * width : (k + 1) * width] for row in a] for k in range(count)]


def grouped(sheet, queries, keys, values, Wo=None):
    """Queries, keys and values of each head and group; head h (from 0) looks at group h // (heads / groups)."""
    for g, (K, V) in enumerate(zip(keys, values, strict=True), 1):
        sheet.write(f"K_{g}", K)
        sheet.write(f"V_{g}", V)
    size = len(keys) * (len(keys[0][0]) + len(values[0][0]))
    sheet.number("kv_size", size)
    sheet.number("kv_MH", size * len(queries) // len(keys))
    outputs = []
    for h, Q in enumerate(queries):
        sheet.write(f"Q_{h + 1}", Q)
        group = h // (len(queries) // len(keys))
        outputs.append(sheet.attend(Q, keys[group], values[group], f"_{h + 1}"))
    sheet.joined(outputs, Wo)


def multi_query(sheet, queries, K, V, Wo=None):
    sheet.write("K", K)
    sheet.write("V", V)
    size = len(K[0]) + len(V[0])
    sheet.number("kv_size", size)
    sheet.number("kv_MH", size * len(queries))
    outputs = []
    for h, Q in enumerate(queries, 1):
        sheet.write(f"Q_{h}", Q)
        outputs.append(sheet.attend(Q, K, V, f"_{h}"))
    sheet.joined(outputs, Wo)


def latent(sheet, X, down, up_keys, up_values, queries, Wo=None, c_q=None):
    c = sheet.write("c_kv", times(X, down))
    sheet.number("kv_size", len(c[0]))
    sheet.number("kv_MH", len(up_keys) * (len(up_keys[0][0]) + len(up_values[0][0])))
    if c_q:
        sheet.write("c_q", c_q)
    outputs = []
    for h, (Q, Wk, Wv) in enumerate(zip(queries, up_keys, up_values, strict=True), 1):
        sheet.write(f"Q_{h}", Q)
        K, V = sheet.write(f"K_{h}", times(c, Wk)), sheet.write(f"V_{h}", times(c, Wv))
        outputs.append(sheet.attend(Q, K, V, f"_{h}"))
    sheet.joined(outputs, Wo)


def mixed(tables, P, h):
    """The sum of the heads' tables, each times its row's entry in column h of P."""
    return [
        [sum(P[k][h] * tables[k][i][j] for k in range(len(tables))) for j in range(len(tables[0][0]))]
        for i in range(len(tables[0]))
    ]


def talking(sheet, queries, keys, values, P_l, P_w=None, Wo=None):
    heads = range(len(queries))
    scores = []
    for h in heads:
        sheet.write(f"Q_{h + 1}", queries[h])
        sheet.write(f"K_{h + 1}", keys[h])
        sheet.write(f"V_{h + 1}", values[h])
        scores.append(sheet.write(f"S_{h + 1}", times(queries[h], turned(keys[h]))))
    scores = [sheet.write(f"S_mixed_{h + 1}", mixed(scores, P_l, h)) for h in heads]
    weights = [sheet.weights(scores[h], len(keys[0][0]), f"_{h + 1}") for h in heads]
    if P_w:
        weights = [sheet.write(f"A_mixed_{h + 1}", mixed(weights, P_w, h)) for h in heads]
    sheet.joined([sheet.write(f"O_{h + 1}", times(weights[h], values[h])) for h in heads], Wo)


X = matrix("1 0 1; 0 1 1; 1 1 0")
grouped(
    Sheet("grouped-query: four heads, two groups"),
    parts(times(X, matrix("1 0 0 1 1 0 1 1; 0 1 1 0 0 2 0 1; 0 0 1 0 1 0 -1 0")), 4),
    parts(times(X, matrix("1 0 0 1; 0 1 0 0; 0 0 1 0")), 2),
    parts(times(X, matrix("1 0 2 0; 0 1 0 1; 1 0 0 1")), 2),
)
grouped(
    Sheet("grouped-query: as many groups as heads, causal", causal=True),
    parts(matrix("1 0 0 1; 0 2 1 0; 1 -1 1 1"), 2),
    parts(matrix("1 0 1 1; 0 1 0 1; 1 1 2 0"), 2),
    parts(matrix("1 0 1 2; 0 1 0 1; 2 1 1 0"), 2),
    matrix("1 0; 0 1; 1 1; 0 -1"),
)
X = matrix("1 0 2; 0 1 1; 1 1 0")
multi_query(
    Sheet("multi-query: two heads"),
    parts(times(X, matrix("1 0 0 1; 0 1 1 0; 0 1 1 0")), 2),
    times(X, matrix("1 0; 0 1; 1 0")),
    times(X, matrix("1 0; 0 1; 0 1")),
    matrix("1 0; 0 1; 1 0; 0 2"),
)
X = turned(matrix("1 0 2; 1 2 0"))
multi_query(
    Sheet("multi-query: three heads in columns", columns=True),
    parts(times(X, turned(matrix("1 0; 0 1; 1 1"))), 3),
    [[k + mpf(1) / 2] for (k,) in times(X, turned(matrix("1 -1")))],
    times(X, turned(matrix("2 0; 0 1"))),
)
X = matrix("1 0 2; 0 1 1; 1 1 0")
latent(
    Sheet("multi-head-latent: one number for each token"),
    X,
    matrix("1; 0; 1"),
    parts(matrix("1 0 0 1"), 2),
    parts(matrix("1 2 -1 1"), 2),
    parts(times(X, matrix("1 0 0 1; 0 1 1 0; 0 1 1 0")), 2),
)
X = matrix("1 0 2 1; 0 1 1 0; 1 1 0 -1")
c_q = times(X, matrix("1; 1; 0; 0"))
latent(
    Sheet("multi-head-latent: latents of queries too, causal", causal=True),
    X,
    matrix("1 0; 0 1; 1 0; 0 1"),
    [matrix("1 0; 0 1"), matrix("1 1; 0 1")],
    parts(matrix("1 0 2 0; 0 1 0 1"), 2),
    parts(times(c_q, matrix("1 2 0 1")), 2),
    matrix("1 0; 0 1; 1 0; 0 1"),
    c_q,
)
X = matrix("1 0 1; 0 1 1; 1 1 0")
talking(
    Sheet("talking-heads: scores and weights mixed"),
    parts(times(X, matrix("1 0 0 1; 0 1 1 0; 0 0 1 0")), 2),
    parts(times(X, matrix("1 0 0 1; 0 1 0 0; 0 0 1 0")), 2),
    parts(times(X, matrix("1 0 2 0; 0 1 0 1; 1 0 0 1")), 2),
    matrix("1 1/2; 0 1"),
    matrix("1 1/4; 0 3/4"),
    matrix("1 0; 0 1; 1 0; 0 1"),
)
talking(
    Sheet("talking-heads: scores mixed, causal, in columns", columns=True, causal=True),
    parts(turned(matrix("1 0; 1 2")), 2),
    parts(turned(matrix("1 1; 0 1")), 2),
    parts(turned(matrix("1 2; 3 4")), 2),
    matrix("1 2; -1 1"),
)

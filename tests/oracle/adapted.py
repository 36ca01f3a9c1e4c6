"""Circuits, low-rank updates, perplexity and recurrent cells worked out again, with mpmath and nothing of the package.

python tests/oracle/adapted.py
"""

from mpmath import exp, log, mpf, sqrt, tanh
from plain import both, case, dot, matrix, problem, sigmoid, softmax, times, turned, write


def circuits():
    """By queries, keys and values, which the package does not calculate here."""
    X = matrix("1 0 1; 0 1 1; 1 1 0")
    Wq, Wk = matrix("1 0; 0 1; 1 1"), matrix("0 1; 1 0; 1 0")
    Wv, Wo = matrix("1 2; 0 1; 1 0"), matrix("1 0 1; 0 1 -1")
    for causal in (False, True):
        problem()
        write("W_QK", times(Wq, turned(Wk)))
        write("W_OV", times(Wv, Wo))
        S = write("S", [[dot(q, k) for k in times(X, Wk)] for q in times(X, Wq)])
        shown = [[None if causal and j > i else x / sqrt(mpf(2)) for j, x in enumerate(row)] for i, row in enumerate(S)]
        A = write("A", [softmax(row) for row in shown])
        write("O", times(times(A, times(X, Wv)), Wo))


def lora():
    """As the paper has it, W x + B A x for each token x; the first is shown by rows."""
    for X, W, A, B, factor, columns in (
        ("1 2 0; 0 1 -1", "1 0 2; 0 1 1", "1 1 0", "2; -1", mpf(1), False),
        ("1 1 2", "1/2 0 1; 1 -1 0", "1 0 1; 0 2 1", "1/10 2/10; 3/10 0", mpf(3) / 2, True),
    ):
        problem()
        x, weight, first, second = (matrix(text) for text in (X, W, A, B))
        added = [[entry * factor for entry in row] for row in times(second, first)]
        write("W_merged", turned(both(weight, added)), columns)
        apart = both(times(x, turned(weight)), [[dot(row, line) for line in added] for row in x])
        write("H_lora", apart, columns)
        write("H_merged", apart, columns)


def perplexity():
    problem()
    rows = [softmax(row) for row in matrix("2 1 0 0; 0 0 0 0; 1 3 0 1")]
    right = [row[target] for row, target in zip(rows, (0, 3, 1), strict=True)]
    loss = -sum(map(log, right)) / len(right)
    write("loss", [loss])
    write("ppl", [1 / (right[0] * right[1] * right[2]) ** (mpf(1) / 3)])
    assert abs(exp(loss) - 1 / (right[0] * right[1] * right[2]) ** (mpf(1) / 3)) < mpf(10) ** -40


def recurrent():
    """Entry by entry, each gate by itself."""
    problem()
    s = [mpf(0), mpf(1)]
    for number, x in enumerate(([mpf(1), mpf(0)], [mpf(1) / 2, mpf(-1)]), 1):
        s = [tanh(x[0] + x[1] / 2 + s[0] / 2), tanh(x[1] + s[0] - s[1] + mpf(1) / 10)]
        write(f"s_{number}", s)
    problem()
    r, z = sigmoid(mpf(3) / 2), sigmoid(mpf(1) / 2)
    write("g_r", [r])
    write("g_z", [z])
    write("s_new", [z + (1 - z) * tanh(2 - r)])
    problem()
    memory = sigmoid(mpf(5) / 2) + sigmoid(mpf(2)) * tanh(mpf(-3) / 2)
    write("mem_new", [memory])
    write("s_new", [sigmoid(mpf(1)) * tanh(memory)])


if __name__ == "__main__":
    cases = (
        ("heads/circuits", circuits),
        ("blocks/lora", lora),
        ("blocks/perplexity", perplexity),
        ("encoder_decoder/recurrent", recurrent),
    )
    for path, work in cases:
        case(path, work)

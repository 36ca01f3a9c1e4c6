"""The chains under problems/chains worked out again, with mpmath at 50 digits and nothing of the package.

python tests/oracle/chains.py
"""

from mpmath import cos, mpf, sin, sqrt, tanh
from plain import apply, both, case, dot, matrix, problem, relu, softmax, times, vector, weighted, write


def attention(Q, K, V):
    scores = [[dot(q, k) / sqrt(mpf(len(q))) for k in K] for q in Q]
    return times([softmax(row) for row in scores], V)


def norm(X, gamma, beta, eps):
    rows = []
    for x in X:
        mean = sum(x) / len(x)
        deviation = sqrt(sum((a - mean) ** 2 for a in x) / len(x) + eps)
        rows.append([(a - mean) / deviation * g + b for a, g, b in zip(x, gamma, beta, strict=True)])
    return rows


def encoder():
    problem()
    X = matrix("1 0; 0 2; 1 1")
    O = attention(times(X, matrix("1 0; 1 1")), X, times(X, matrix("2 0; 0 1")))  # noqa: E741
    write("O_1", O)
    summed = write("X_res_2", both(X, O))
    write("N_3", norm(summed, vector("2 1"), vector("0 1"), 1))
    problem()
    write("alpha", softmax(vector("0 1")))


def block():
    problem()
    X = matrix("1 0; 2 1")
    P = [[sin(mpf(place)), cos(mpf(place))] for place in range(2)]
    XP = write("XP_1", both(X, P))
    heads = [attention(part, part, part) for part in ([[row[i]] for row in XP] for i in range(2))]
    MH = write("MH_2", times([left + right for left, right in zip(*heads, strict=True)], matrix("1 1; 0 1")))
    summed = write("X_res_3", both(XP, MH))
    N = write("X_norm_4", norm(summed, vector("1 1"), vector("0 0"), 1))
    inner = [
        [relu(a + b) for a, b in zip(row, vector("0 0 1"), strict=True)] for row in times(N, matrix("1 -1 0; 0 1 1"))
    ]
    F = write("F_5", times(inner, matrix("1 0; 0 1; 1 1")))
    write("X_res_6", both(N, F))


def words():
    problem()
    s, H = vector("1 2"), matrix("1 0; 0 1; 2 1")
    c = write("c_1", weighted(softmax(apply(H, s)), H))
    state = write("h_att_2", [tanh(x) for x in apply(matrix("1 0 1 0; 0 1 0 -1"), c + s)])
    powers = [mpf(2) ** x for x in state]
    write("alpha_3", [x / sum(powers) for x in powers])


if __name__ == "__main__":
    for name, work in (("encoder-by-parts", encoder), ("block-in-steps", block), ("decoder-to-words", words)):
        case(f"chains/{name}", work)

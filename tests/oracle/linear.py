"""Linear attention and its kin worked out again, with mpmath at 50 digits and nothing of the package.

Prints the case files of problems/linear, from the papers' formulas.

    python tests/oracle/linear.py linear > tests/cases/linear.yaml
"""

import sys

from mpmath import exp, expj, mpf, pi, sqrt
from plain import (
    apply,
    both,
    case,
    dot,
    each,
    entry,
    matrix,
    plus,
    problem,
    relu,
    softmax,
    times,
    turned,
    vector,
    weighted,
    write,
)


def outer(x, y):
    return [[a * b for b in y] for a in x]


def zeros(height, width):
    return [[mpf(0)] * width for _ in range(height)]


def exact(**forms):
    print("    exact:")
    for name, rows in forms.items():
        lines = ["[" + ", ".join(f'"{x}"' for x in row) + "]" for row in rows]
        print(f"      {name}:", *(f"        - {line}" for line in lines), sep="\n")


def elu_plus_1(x):
    return x + 1 if x > 0 else exp(x)


def mask(n):
    return write("M", [[mpf(0) if j <= i else None for j in range(n)] for i in range(n)])


def paired(q, k, V, causal=False):
    """Eq. 3 of Katharopoulos et al.: each output is a weighted mean by similarity."""
    S = write("S", times(q, turned(k)))
    if causal:
        M = mask(len(S))
        write("S_masked", [[None if m is None else x for x, m in zip(*r, strict=True)] for r in zip(S, M, strict=True)])
        S = write("S_kept", [[x if j <= i else mpf(0) for j, x in enumerate(row)] for i, row in enumerate(S)])
    Z = write("Z", [sum(row) for row in S])
    A = write("A", [[x / total for x in row] for row, total in zip(S, Z, strict=True)])
    return write("O", times(A, V))


def together(q, k, V):
    """Eq. 5-6."""
    state = write("state", times(turned(k), V))
    z = write("z", [sum(column) for column in turned(k)])
    num = write("num", times(q, state))
    den = write("den", [dot(row, z) for row in q])
    return write("O", [[x / d for x in row] for row, d in zip(num, den, strict=True)])


def recurrent(q, k, V):
    """Eq. 16-20, without what comes after attention."""
    state, z, outputs = zeros(len(k[0]), len(V[0])), [mpf(0)] * len(k[0]), []
    for t in range(len(q)):
        end = f"_{t + 1}"
        state = write("state" + end, both(state, outer(k[t], V[t])))
        z = write("z" + end, plus(z, k[t]))
        num = write("num" + end, weighted(q[t], state))
        (den,) = write("den" + end, [dot(q[t], z)])
        outputs.append(write("O" + end, [x / den for x in num]))
    return write("O", outputs)


def linear():
    Q, K, V = matrix("1 -1; 0 1"), matrix("1 0; -1 1"), matrix("1 2; 3 4")
    for form in (together, lambda *given: paired(*given, causal=True), recurrent):
        problem()
        q, k = write("phi_Q", each(elu_plus_1, Q)), write("phi_K", each(elu_plus_1, K))
        form(q, k, V)
        if form is together:
            exact(
                phi_Q=[["2", "exp(-1)"], ["1", "2"]],
                state=[["2 + 3*exp(-1)", "4 + 4*exp(-1)"], ["7", "10"]],
                z=[["2 + exp(-1)", "3"]],
            )
    K, V = matrix("1 0; -1 1; 2 1"), matrix("1 2; 3 4; 0 1")
    problem()
    together(write("phi_Q", each(relu, Q)), write("phi_K", each(relu, K)), V)
    Q = matrix("1 2; 0 1")
    problem()
    paired(Q, K, V)
    problem()
    write("O", times(Q, write("state", times(turned(K), V))))


def linformer():
    """Eq. 7 of Wang et al."""
    K, V, E = matrix("1 0; 1 2; 0 1; 2 3"), matrix("1 0; 0 1; 1 1; 2 0"), matrix("1/2 1/2 0 0; 0 0 1/2 1/2")
    for Q, F in ((matrix("1 1"), E), (matrix("1 1; 0 2"), matrix("1 0 1 0; 0 1 0 -1"))):
        problem()
        K_short, V_short = write("K_short", times(E, K)), write("V_short", times(F, V))
        S = write("S", times(Q, turned(K_short)))
        S = write("S_scaled", [[x / sqrt(mpf(2)) for x in row] for row in S])
        A = write("A", [softmax(row) for row in S])
        write("O", times(A, V_short))
        if F is E:
            exact(S_scaled=[["sqrt(2)", "3*sqrt(2)/2"]], A=[["1/(1+exp(sqrt(2)/2))", "1/(1+exp(-sqrt(2)/2))"]])


def favor(letter, X, omega, most=None, eps=0):
    """Lemma 1 of Choromanski et al.; `most` is what the authors' code subtracts, and `eps` what it adds."""
    made = write(f"proj_{letter}", times(X, turned(omega)))
    half = write(f"half_{letter}", [dot(x, x) / 2 for x in X])
    shift = most(made) if most else [mpf(0)] * len(X)
    if most:
        write(f"most_{letter}", shift[: len(set(shift))] if letter == "K" else shift)
    phi = [
        [(exp(x - h - s) + eps) / sqrt(mpf(len(omega))) for x in row]
        for row, h, s in zip(made, half, shift, strict=True)
    ]
    return write(f"phi_{letter}", phi)


def compare(Q, K):
    S = write("S_soft", times(Q, turned(K)))
    write("E_soft", each(exp, S))
    write("A_soft", [softmax(row) for row in S])


def performer():
    Q, K, V, one = matrix("1/2 0"), matrix("1 1/2; 0 1"), matrix("1 0; 0 1"), matrix("1 0; 0 1")
    problem()
    paired(favor("Q", Q, one), favor("K", K, one), V)
    compare(Q, K)
    exact(phi_Q=[["exp(3/8)/sqrt(2)", "exp(-1/8)/sqrt(2)"]], E_soft=[["exp(1/2)", "1"]])
    problem()
    omega = matrix("1 0 0 1; 0 1 -1 0; 1 1 0 0")
    scaled = [
        [[x / mpf(4) ** mpf("0.25") for x in row] for row in matrix(given)]
        for given in ("1 0 1 0; 0 2 0 0", "1 0 0 1; 0 1 1 0; 1 1 0 0")
    ]
    Q4, K4 = write("Q_scaled", scaled[0]), write("K_scaled", scaled[1])
    together(favor("Q", Q4, omega), favor("K", K4, omega), matrix("1 2; 3 4; 0 1"))
    compare(Q4, K4)
    problem()
    omega, eps = matrix("1 0; 0 1; 1 -1"), mpf("1e-4")
    scaled = [[[x / mpf(2) ** mpf("0.25") for x in row] for row in given] for given in (one, K)]
    Q2, K2 = write("Q_scaled", scaled[0]), write("K_scaled", scaled[1])
    q = favor("Q", Q2, omega, lambda made: [max(row) for row in made], eps)
    k = favor("K", K2, omega, lambda made: [max(x for row in made for x in row)] * len(made), eps)
    paired(q, k, V, causal=True)
    problem()
    K, phi = matrix("1 1/2; -1 1"), []
    for letter, X in (("Q", one), ("K", K)):
        made = write(f"proj_{letter}", times(X, turned(one)))
        phi.append(write(f"phi_{letter}", each(lambda x: (relu(x) + mpf("1e-3")) / sqrt(mpf(2)), made)))
    paired(*phi, V)


def scaled(a, factor):
    return each(lambda x: x * factor, a)


def faded(state, g):
    """Each row of the state times its own factor, or all times one."""
    factors = g * len(state) if len(g) == 1 else g
    return [[x * factor for x in row] for row, factor in zip(state, factors, strict=True)]


def gated(Q, K, V, g, state=None):
    outputs = []
    for t in range(len(Q)):
        end = f"_{t + 1}"
        new = outer(K[t], V[t])
        state = new if state is None else both(write("state_kept" + end, faded(state, g[t])), new)
        write("state" + end, state)
        outputs.append(write("O" + end, weighted(Q[t], state)))
    return write("O", outputs)


def gated_linear():
    problem()
    gated(matrix("1 0; 0 1; 1 1"), matrix("1 0; 1 1; 0 2"), matrix("1 2; 2 0; 0 1"), matrix("1; 1/2; 1/4"))
    problem()
    gated(
        matrix("1 0; 1 1"), matrix("1 0; 1 1"), matrix("1 2 0; 2 0 1"), matrix("1/2 1; 0 1/2"), matrix("2 0 4; 1 1 0")
    )


def delta(Q, K, V, beta=None, g=None, state=None):
    """S_t = S_t-1 (as it is kept) + beta_t k_t^T (v_t - k_t S_t-1)."""
    outputs = []
    for t in range(len(Q)):
        end, v = f"_{t + 1}", V[t]
        if state is not None and g:
            state = write("state_kept" + end, faded(state, g[t]))
        if state is not None:
            old = write("v_old" + end, weighted(K[t], state))
            v = write("v_new" + end, [x - y for x, y in zip(v, old, strict=True)])
        change = scaled(outer(K[t], v), beta[t] if beta else 1)
        state = write("state" + end, change if state is None else both(state, change))
        outputs.append(write("O" + end, weighted(Q[t], state)))
    return write("O", outputs)


def delta_rule():
    problem()
    delta(matrix("1 0; 1 1; 1 0"), matrix("1 0; 0 1; 1 0"), matrix("1 2; 3 4; 5 0"))
    problem()
    delta(
        matrix("1 0; 1 1"), matrix("1 0; 1 1"), matrix("1 2 0; 2 0 1"), vector("1/2 1/4"), None, matrix("2 0 4; 1 1 0")
    )
    problem()
    delta(
        matrix("1 0; 1 1; 0 1"),
        matrix("1 0; 1 1; 0 1"),
        matrix("1 2; 3 4; 0 1"),
        vector("1/2 1 1/2"),
        matrix("1 1; 1/2 1; 1/4 1/2"),
    )


def retention():
    """Eq. 5, then eq. 6 of Sun et al."""
    Q, K, V, gamma = matrix("1 0; 0 1; 1 1"), matrix("1 0; 1 1; 0 2"), matrix("1 2; 2 0; 0 4"), entry("1/2")
    problem()
    D = write("D_pair", [[gamma ** (i - j) if j <= i else mpf(0) for j in range(3)] for i in range(3)])
    S = write("S", times(Q, turned(K)))
    S = write("S_decayed", [[x * d for x, d in zip(*rows, strict=True)] for rows in zip(S, D, strict=True)])
    write("O", times(S, V))
    problem()
    state, outputs = zeros(2, 2), []
    for t in range(3):
        state = write(f"state_{t + 1}", both(scaled(state, gamma), outer(K[t], V[t])))
        outputs.append(write(f"O_{t + 1}", weighted(Q[t], state)))
    write("O", outputs)


def steps(X, A, B, C, D=None, state=None):
    """Eq. 3 of Gu et al., with its D."""
    state, outputs = state or [mpf(0)] * len(A), []
    for t, x in enumerate(X, 1):
        state = write(f"state_{t}", plus(apply(A, state), apply(B, x)))
        y = apply(C, state)
        outputs.append(write(f"O_{t}", plus(y, apply(D, x)) if D else y))
    write("O", outputs)


def convolved(X, A, B, C, D=0):
    """Eq. 4 and 5."""
    left, kern = [row[0] for row in B], []
    for distance in range(len(X)):
        left = write(f"AB_{distance}", apply(A, left) if distance else left)
        kern.append(dot(C[0], left))
    write("kern", kern)
    write("T_kern", [[kern[i - j] if j <= i else mpf(0) for j in range(len(X))] for i in range(len(X))])
    write("O", [[sum(kern[i - j] * X[j][0] for j in range(i + 1)) + D * X[i][0]] for i in range(len(X))])


def state_space():
    given = matrix("1; 2; 0; -1"), matrix("1/2 1; 0 1/2"), matrix("0; 1"), matrix("1 2")
    problem()
    steps(*given)
    problem()
    convolved(*given)
    problem()
    steps(
        matrix("1 2; 0 1"),
        matrix("1/2 1; 0 1/2"),
        matrix("0 1; 1 0"),
        matrix("1 2; 0 1"),
        matrix("1 0; 0 3"),
        vector("4 2"),
    )
    problem()
    convolved(matrix("1; 2; 0"), matrix("1/2 0; 0 -1"), matrix("1; 1"), matrix("3 1"), mpf(2))


def selective(X, dt, A, B, C, D=None, state=None):
    """h of channel c and state s is exp(dt_c A_cs) h + dt_c B_s x_c, and y of channel c the sum of C_s h over s."""
    outputs = []
    for t, (x, step) in enumerate(zip(X, dt, strict=True), 1):
        decay = [[exp(d * a) for a in row] for d, row in zip(step, A, strict=True)]
        if state:
            write(f"A_step_{t}", decay)
        new = outer(write(f"x_step_{t}", [d * u for d, u in zip(step, x, strict=True)]), B[t - 1])
        before = [[a * h for a, h in zip(*rows, strict=True)] for rows in zip(decay, state or zeros(2, 2), strict=True)]
        state = write(f"state_{t}", both(before, new))
        y = apply(state, C[t - 1])
        outputs.append(write(f"O_{t}", plus(y, [d * u for d, u in zip(D, x, strict=True)]) if D else y))
    write("O", outputs)


def selective_state_space():
    A = matrix("-1 -2; -1/2 -1")
    problem()
    selective(
        matrix("1 2; 0 1; 3 -1"), matrix("1 1/2; 1/2 1; 1 2"), A, matrix("1 0; 1 1; 0 2"), matrix("1 1; 2 0; 1 -1")
    )
    exact(A_step_2=[["exp(-1/2)", "exp(-1)"], ["exp(-1/2)", "exp(-1)"]])
    problem()
    selective(
        matrix("1 2; 0 1"),
        matrix("1 1/2; 1/2 1"),
        A,
        matrix("1 0; 1 1"),
        matrix("1 1; 2 0"),
        vector("1 1/2"),
        matrix("1 0; 2 4"),
    )


def free(Q, K, V, B=None, causal=False):
    """Eq. 2 of Zhai et al."""
    n, m, width = len(Q), len(K), len(V[0])
    write("exp_K", each(exp, K))
    write("KV", [[exp(k) * v for k, v in zip(*rows, strict=True)] for rows in zip(K, V, strict=True)])
    seen = [[j <= i or not causal for j in range(m)] for i in range(n)]
    if causal:
        mask(n)
    if causal and B:
        write("B_masked", [[B[i][j] if seen[i][j] else None for j in range(m)] for i in range(n)])
    w = B or zeros(n, m)
    if B or causal:
        write("exp_B", [[exp(w[i][j]) if seen[i][j] else mpf(0) for j in range(m)] for i in range(n)])
    weights = [
        [[exp(K[j][c] + w[i][j]) if seen[i][j] else mpf(0) for j in range(m)] for c in range(width)] for i in range(n)
    ]
    num = [[dot(row, column) for row, column in zip(rows, turned(V), strict=True)] for rows in weights]
    den = [[sum(row) for row in rows] for rows in weights]
    write("num", num if B or causal else num[0])
    write("den", den if B or causal else den[0])
    write("Q_gate", each(lambda q: 1 / (1 + exp(-q)), Q))
    write(
        "O",
        [[1 / (1 + exp(-q)) * x / y for q, x, y in zip(*rows, strict=True)] for rows in zip(Q, num, den, strict=True)],
    )


def attention_free():
    problem()
    free(matrix("0 1; 1 0"), matrix("1 0; 0 2"), matrix("1 2; 3 4"), matrix("0 1; -1 0"))
    exact(num=[["4*exp(1)", "2+4*exp(3)"], ["4", "2*exp(-1)+4*exp(2)"]])
    problem()
    Q, K, V = matrix("0 1; 1 0; 2 -1"), matrix("1 0; 0 2; 1 1"), matrix("1 2; 3 4; 0 1")
    free(Q, K, V, matrix("0 1 0; -1 0 1; 1/2 1 0"), causal=True)
    problem()
    free(Q[:2], K, V)
    problem()
    free(Q[:2], K[:2], V[:2], causal=True)


def fnet():
    """The real part of two discrete Fourier transforms, with complex numbers."""
    for given in ("1 2 3 4; 0 1 0 -1; 2 0 1 0; 0 0 1 3", "1 2 0; 0 1 1; 3 -1 2"):
        problem()
        X = matrix(given)
        size = len(X)
        F = [[expj(-2 * pi * ((j * k) % size) / size) for k in range(size)] for j in range(size)]
        cosines, sines = each(lambda x: tidy(x.real), F), each(lambda x: tidy(-x.imag), F)
        hidden = [[sum(x * F[j][k] for j, x in enumerate(row)) for k in range(size)] for row in X]
        angles = [[mpf(360) * j * k / size for k in range(size)] for j in range(size)]
        write("psi_hid", angles)
        write("cos_hid", cosines)
        write("sin_hid", sines)
        write("X_re", each(lambda x: tidy(x.real), hidden))
        write("X_im", each(lambda x: tidy(-x.imag), hidden))
        write("psi_seq", angles)
        write("cos_seq", cosines)
        write("sin_seq", sines)
        write(
            "O",
            [[tidy(sum(F[i][k] * hidden[k][j] for k in range(size)).real) for j in range(size)] for i in range(size)],
        )
    exact(sin_seq=[["0", "0", "0"], ["0", "sqrt(3)/2", "-sqrt(3)/2"], ["0", "-sqrt(3)/2", "sqrt(3)/2"]])


def tidy(x):
    """0 for what is 0 but for the last of 50 digits."""
    return mpf(0) if abs(x) < mpf("1e-40") else x


if __name__ == "__main__":
    for name in sys.argv[1:]:
        case(f"linear/{name}", globals()[name.replace("-", "_")])

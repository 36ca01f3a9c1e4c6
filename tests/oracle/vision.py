"""Attention over images worked out again, with mpmath at 50 digits and nothing of the package.

Prints the case files of problems/vision that are not kept by other scripts here, from the papers' formulas.

    python tests/oracle/vision.py cbam > tests/cases/cbam.yaml
"""

import sys

from mpmath import mpf, sqrt
from plain import apply, case, dot, each, entry, matrix, plus, problem, relu, sigmoid, softmax, times, write

CHANNELS = "1 2; 3 4", "0 2; 1 1"


def flat(a):
    return [x for row in a for x in row]


def squeeze_excitation():
    """SE, eq. 2-4."""
    problem()
    X = [matrix(text) for text in CHANNELS]
    z = write("z_avg", [sum(flat(x)) / len(flat(x)) for x in X])
    hidden = write("hidden", [relu(x) for x in apply(matrix("1 -1"), z)])
    pre = write("gate_pre", apply(matrix("1; 2"), hidden))
    gate = write("M_ch", [sigmoid(x) for x in pre])
    write("n_weights", [mpf(2 * 2 * 1)])
    for number, (x, s) in enumerate(zip(X, gate, strict=True), 1):
        write(f"X_ch_{number}", each(lambda entry, s=s: s * entry, x))
    print('    exact: {M_ch: ["1/(1+exp(-3/2))", "1/(1+exp(-3))"]}')


def by_channel(X):
    """CBAM, eq. 2."""
    pre = []
    for kind, pool in (("avg", lambda x: sum(x) / len(x)), ("max", max)):
        z = write(f"z_{kind}", [pool(flat(x)) for x in X])
        hidden = write(f"hidden_{kind}", [relu(x) for x in apply(matrix("1 -1"), z)])
        pre.append(write(f"MLP_{kind}", apply(matrix("1; 2"), hidden)))
    gate = write("M_ch", [sigmoid(x) for x in write("gate_pre", plus(*pre))])
    return [
        write(f"X_ch_{number}", each(lambda entry, s=s: s * entry, x))
        for number, (x, s) in enumerate(zip(X, gate, strict=True), 1)
    ]


def convolution(a, kernel):
    """Every entry's neighbourhood times the kernel; zeros around the map."""
    around = len(kernel) // 2
    width = len(a[0]) + 2 * around
    padded = [[mpf(0)] * width] * around + [[mpf(0)] * around + row + [mpf(0)] * around for row in a]
    padded += [[mpf(0)] * width] * around
    size = range(len(kernel))
    return [
        [sum(kernel[y][x] * padded[i + y][j + x] for y in size for x in size) for j in range(len(a[0]))]
        for i in range(len(a))
    ]


def by_place(X, kernels, b):
    """CBAM, eq. 3."""
    places = [(i, j) for i in range(len(X[0])) for j in range(len(X[0][0]))]
    maps = {"avg": lambda found: sum(found) / len(found), "max": max}
    total = None
    for (kind, pool), kernel in zip(maps.items(), kernels, strict=True):
        found = [[pool([x[i][j] for x in X]) for j in range(len(X[0][0]))] for i in range(len(X[0]))]
        laid = convolution(write(f"P_{kind}", found), kernel)
        total = laid if total is None else [plus(*rows) for rows in zip(total, laid, strict=True)]
    gate = write("M_sp", each(sigmoid, write("P_conv", each(lambda x: x + b, total))))
    for number, x in enumerate(X, 1):
        out = {(i, j): x[i][j] * gate[i][j] for i, j in places}
        write(f"X_sp_{number}", [[out[i, j] for j in range(len(x[0]))] for i in range(len(x))])


def cbam_channel():
    problem()
    by_channel([matrix(text) for text in CHANNELS])


def cbam_spatial():
    problem()
    X = [matrix("1 0 2; 0 1 0; -1 0 1"), matrix("0 1 0; 2 -1 1; 0 0 3")]
    by_place(X, [matrix("0 1 0; 1 -1 1; 0 1 0"), matrix("1/2 0 0; 0 1 0; 0 0 -1/2")], mpf(-1))
    problem()
    by_place([matrix(text) for text in CHANNELS], [matrix("1"), matrix("1")], mpf(0))


def cbam():
    problem()
    by_place(by_channel([matrix(text) for text in CHANNELS]), [matrix("1"), matrix("1")], mpf(-2))


def cut(image, size):
    """Patches from left to right and from above, each read row by row."""
    return [
        [image[y + i][x + j] for i in range(size) for j in range(size)]
        for y in range(0, len(image), size)
        for x in range(0, len(image[0]), size)
    ]


def counts(height, width, channels, size, class_tokens=1):
    patches = height * width // size**2
    write("n_patches", [mpf(patches)])
    write("n_tokens", [mpf(patches + class_tokens)])
    write("patch_length", [mpf(channels * size**2)])
    write("n_scores", [mpf((patches + class_tokens) ** 2)])


def vit():
    """ViT, eq. 1."""
    problem()
    counts(4, 4, 1, 2)
    patches = write("patches", cut(matrix("1 0 2 1; 0 1 0 1; 1 1 0 0; 2 0 1 -1"), 2))
    tokens = write("X_emb", times(patches, matrix("1 0; 0 1; 1 0; 0 -1")))
    tokens = write("X_cls", [*matrix("1 1"), *tokens])
    P = matrix("0 0; 1/2 0; 0 1/2; 1/2 1/2; 1 0")
    X = write("XP", [plus(*rows) for rows in zip(tokens, P, strict=True)])
    S = write("S", [[dot(q, k) for k in X] for q in X])
    S = write("S_scaled", each(lambda x: x / sqrt(mpf(2)), S))
    write("O", times(write("A", [softmax(row) for row in S]), X))
    problem()
    counts(2, 2, 2, 2, class_tokens=0)
    patches = write("patches", [cut(matrix("1 0; 2 1"), 2)[0] + cut(matrix("0 1; 1 1"), 2)[0]])
    product = times(patches, matrix("1 0; 0 1; 1 1; 0 1; 1 0; 0 2; -1 0; 1 1"))
    write("X_emb", [plus(row, [entry("1/2"), mpf(0)]) for row in product])
    problem()
    counts(224, 224, 3, 16)


if __name__ == "__main__":
    for name in sys.argv[1:]:
        case(f"vision/{name}", globals()[name.replace("-", "_")])

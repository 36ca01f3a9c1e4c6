"""Decoders, speech and captions worked out again, with mpmath at 50 digits and nothing of the package.

Prints the values of the cases luong-concat, luong-output, decoder-step, decoder-step-gru, decoder-step-lstm, las and
captioning under tests/cases, from the formulas of the papers: each gate with matrices of its own.

    python tests/oracle/decoder_steps.py
"""

import plain
from mpmath import mpf, tanh
from plain import apply, dot, each, matrix, sigmoid, softmax, title, vector, weighted

END = [""]  # what stands behind each name: the number of the step


def total(*vectors):
    return [sum(entries, mpf(0)) for entries in zip(*vectors, strict=True)]


def product(x, y):
    return [a * b for a, b in zip(x, y, strict=True)]


def write(name, a):
    return plain.write(name + END[0], a)


def context(e, H, given=None):
    alpha = given or write("alpha", softmax(write("e", e) if e else SCORES))
    return write("c", weighted(alpha, H))


def additive(s, H, W, U, v, b=None):
    Ws = write("Ws", apply(W, s))
    pre = write("pre", [total(apply(U, h), Ws, b or [mpf(0)] * len(Ws)) for h in H])
    return apply(write("T", each(tanh, pre)), v)


def concat(states, H, W, v):
    for number, s in enumerate(states, 1):
        END[0] = f"_{number}" if len(states) > 1 else ""
        sh = write("sh", [s + h for h in H])
        T = write("T", each(tanh, write("Wsh", [apply(W, both) for both in sh])))
        write("cs", context(apply(T, v), H) + s)
    END[0] = ""


def attentional(cs, Wc, bc=None):
    pre = write("pre_att", total(apply(Wc, cs), bc or [mpf(0)] * len(Wc)))
    return write("h_att", each(tanh, pre))


def words(state, Wy, by=None):
    write("P_vocab", softmax(write("logits", total(apply(Wy, state), by or [mpf(0)] * len(Wy)))))


def simple(x, s, W, U, b=None, name="s_new"):
    pre = write("pre_s", total(apply(W, x), apply(U, s), b or [mpf(0)] * len(s)))
    return write(name, each(tanh, pre))


def gru(x, s, W, U, b, name="s_new", *, inside=True, keeps=True):
    """W, U and b are dictionaries from the letter of a gate to its own matrix."""
    zero = dict.fromkeys("rzn", [mpf(0)] * len(s))
    b = b or zero
    r = write("g_r", each(sigmoid, write("pre_r", total(apply(W["r"], x), apply(U["r"], s), b["r"]))))
    z = write("g_z", each(sigmoid, write("pre_z", total(apply(W["z"], x), apply(U["z"], s), b["z"]))))
    if inside:
        back = apply(U["n"], write("rs", product(r, s)))
    else:
        back = write("rs", product(r, write("Us", apply(U["n"], s))))
    n = write("s_cand", each(tanh, write("pre_n", total(apply(W["n"], x), back, b["n"]))))
    old = z if keeps else [1 - part for part in z]
    return write(name, [a * p + c * (1 - p) for a, p, c in zip(s, old, n, strict=True)])


def lstm(x, s, mem, W, U, b=None, ends=("_new", "_new")):
    gates, pre = {}, {}
    for letter in "ifgo":
        bias = b[letter] if b else [mpf(0)] * len(s)
        pre[letter] = write(f"pre_{letter}", total(apply(W[letter], x), apply(U[letter], s), bias))
        if letter != "g":
            gates[letter] = write(f"g_{letter}", each(sigmoid, pre[letter]))
    candidate = write("mem_cand", each(tanh, pre["g"]))
    mem = write(f"mem{ends[0]}", total(product(gates["f"], mem), product(gates["i"], candidate)))
    return write(f"s{ends[1]}", product(gates["o"], write("mem_T", each(tanh, mem)))), mem


def by_letter(letters, a):
    """Each gate's own rows."""
    height = len(a) // len(letters)
    return {letter: a[place * height : (place + 1) * height] for place, letter in enumerate(letters)}


THREE = matrix("1 0; 0 1; 1 1")
SCORES = vector("1 2 3")
ONE = matrix("1 0; 0 1")

title("luong-concat: Luong's concat score")
concat([vector("1 2")], THREE, matrix("1 0 1 0; 0 1 0 1"), vector("1 -1"))
title("luong-concat: Concat score of two decoder states")
concat(
    matrix("0.5 -1; 1 0.25"),
    matrix("1 0 0.5; -0.5 1 1; 0 -1 0.25"),
    matrix("0.5 1 -1 0.5 0; 1 0 0.5 -1 1; 0 0.5 1 0 -0.5"),
    vector("1 -2 0.5"),
)

title("luong-output: From scores to words")
cs = write("cs", context(None, THREE) + vector("1 2"))
words(attentional(cs, matrix("1 0 1 0; 0 1 0 1")), ONE)
title("luong-output: From a context to three words")
cs = write("cs", vector("0.5 -0.25 1") + vector("1 -0.5"))
h = attentional(cs, matrix("1 0 -0.5 0.5 1; 0.5 -1 0 1 -2"), vector("0.1 -0.2"))
words(h, matrix("1 -1; 0.5 2; -1 0"), vector("0 0.5 -0.25"))
title("luong-output: From weights to the attentional state")
cs = write("cs", context(None, THREE, vector("0.2 0.5 0.3")) + vector("1 2"))
attentional(cs, matrix("1 0 1 0; 0 1 0 1"))

title("decoder-step: One decoder step, attention before the cell")
s, y = vector("1 2"), vector("1 -1")
c = context(apply(THREE, s), THREE)
s_new = simple(write("yc", y + c), s, matrix("1 0 1 0; 0 1 0 1"), matrix("0.5 0; 0 0.5"))
words(write("cs", c + s_new), matrix("1 0 0 1; 0 1 -1 0; 0.5 0.5 0 0"))
title("decoder-step: Two decoder steps, attention after the cell")
H, W = matrix("1 0 0.5; -1 1 0; 0 2 -0.5"), matrix("1 0 -1; 0.5 1 0")
Wh = write("Wh", [apply(W, h) for h in H])
s = vector("0.5 -0.5")
for number, y in enumerate(matrix("1 0 -1; 0 1 0.5"), 1):
    END[0] = f"_{number}"
    s = simple(y, s, matrix("0.5 -1 0; 1 0.5 -0.5"), matrix("1 0; -0.5 0.5"), vector("0.1 -0.1"), "s")
    c = context(apply(Wh, s), H)
    h = attentional(write("cs", c + s), matrix("1 0 0.5 -1 0; 0 -0.5 1 0 1"), vector("0 0.25"))
    words(h, matrix("1 -1; 0 2; -0.5 0.5"))
END[0] = ""

title("decoder-step-gru: A decoder step of a GRU")
W = {"r": matrix("1 0 0.5 -0.5; 0 1 -1 0.5"), "z": matrix("0.5 -0.5 1 0; -1 1 0 0.5")}
W["n"] = matrix("1 -1 0.5 0; 0 0.5 0 1")
U = {"r": matrix("0.5 0; -0.5 1"), "z": matrix("1 0.5; 0 -1"), "n": matrix("0.25 1; 1 -0.5")}
b = {"r": vector("0.1 -0.1"), "z": vector("0 0.2"), "n": vector("0 -0.5")}
s, H = vector("0.5 -1"), matrix("1 0; 0.5 -1; 0 1")
Ua = matrix("0.5 0; 1 -1")
write("Uh", [apply(Ua, h) for h in H])
c = context(additive(s, H, matrix("1 0.5; -0.5 1"), Ua, vector("1 2")), H)
s_new = gru(write("yc", vector("1 0.5") + c), s, W, U, b)
words(write("cs", c + s_new), matrix("1 0 -1 0.5; 0 1 0.5 -1"))
title("decoder-step-gru: Two decoder steps of a GRU in its other form")
W = {"z": matrix("1 0.5 0; -1 0 1"), "r": matrix("0.5 1 -0.5; 0 -1 1"), "n": matrix("2 0.5 0; 1 0 -1")}
U = {"z": matrix("0.5 1; 0 -0.5"), "r": matrix("1 0; -0.5 0.25"), "n": matrix("1 -1; 0 0.5")}
s, H = vector("1 -0.5"), matrix("1 0.5; -0.5 1")
for number, y in enumerate(matrix("1; -1"), 1):
    END[0] = f"_{number}"
    c = context(apply(H, s), H)
    s = gru(write("yc", y + c), s, W, U, None, "s", inside=False, keeps=False)
END[0] = ""

title("decoder-step-lstm: A decoder step of an LSTM")
W = by_letter("ifgo", matrix("1 0 -0.5; 0.5 -1 1; 0 1 0.5; -1 0.5 0; 1 1 -1; 0.5 0 2; -0.5 1 0; 1 -0.5 0.5"))
U = by_letter("ifgo", matrix("1 0; 0 0.5; 0.5 -0.5; 1 1; -1 0; 0 2; 0.5 0.5; -0.5 1"))
b = by_letter("ifgo", vector("0 0.1 1 1 -0.1 0 0 0.2"))
lstm(write("yc", vector("1 -1 0.5")), vector("0.5 -0.5"), vector("0 0"), W, U, b)
title("decoder-step-lstm: Two decoder steps of an LSTM")
W, U = by_letter("ifog", matrix("1 0.5; -1 1; 0.5 0; 2 -1")), by_letter("ifog", matrix("0.5; 1; -0.5; 1"))
s, mem, H = vector("1"), vector("0.5"), matrix("1; -0.5")
for number, y in enumerate(matrix("1 0; 0.5 -1"), 1):
    END[0] = f"_{number}"
    s, mem = lstm(y, s, mem, W, U, ends=("", ""))
    c = context(apply(H, s), H)
    words(write("cs", c + s), matrix("1 -1; 0.5 2"))
END[0] = ""

title("las: Linear networks")
write("T_l", [mpf(32) / 2**layer for layer in range(4)])
H, s = matrix("1 0 0.5; 0 1 -1; 0.5 0.5 0; -1 0 1"), vector("1 -0.5")
W, b = matrix("1 0 0; 0 1 0.5; 0.5 0 -1"), vector("0.25 0 0")
psi = write("psi_h", [total(apply(W, h), b) for h in H])
phi = write("phi_s", total(apply(matrix("1 0; 0.5 1; -1 2"), s), vector("0 0.5 1")))
write("cs", context(apply(psi, phi), H) + s)
title("las: Networks with tanh, two characters")
write("T_l", [mpf(800) / 2**layer for layer in range(4)])
H, W = matrix("1 0; 0.5 -1; 0 2"), matrix("0.5 1; -1 0.5")
psi = write("psi_h", each(tanh, write("pre_psi", [apply(W, h) for h in H])))
for number, s in enumerate(matrix("1 0.5; -0.5 1"), 1):
    END[0] = f"_{number}"
    phi = write("phi_s", each(tanh, write("pre_phi", apply(matrix("1 -0.5; 0.5 1"), s))))
    write("cs", context(apply(psi, phi), H) + s)
END[0] = ""

title("captioning: One word of a caption")
H, s, U = matrix("1 0 0.5; 0 1 -0.5; 0.5 0.5 1; -1 0 0"), vector("0.5 -1"), matrix("1 0 0.5; -0.5 1 0")
write("Uh", [apply(U, h) for h in H])
c = context(additive(s, H, matrix("1 0.5; 0 -1"), U, vector("1 1.5"), vector("0.1 0")), H)
(beta,) = write("beta_gate", each(sigmoid, write("pre_beta", [dot(vector("2 0.5"), s) + mpf("0.25")])))
z = write("c_gated", [beta * x for x in c])
deep = total(vector("1 -0.5"), apply(matrix("1 0; 0.5 -1"), vector("0.25 0.75")), apply(matrix("0 1 1; 2 0 -1"), z))
words(write("deep", deep), matrix("1 0.5; -1 1; 0 -2"))
title("captioning: Through the gate")
c = context(None, THREE)
(beta,) = write("beta_gate", [sigmoid(mpf(1))])
write("c_gated", [beta * x for x in c])

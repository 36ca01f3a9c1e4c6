"""Thirteen mechanisms in mpmath, and how a number is to be printed; nothing of the package."""

from decimal import ROUND_DOWN, ROUND_HALF_UP, Context, Decimal, localcontext

import mpmath
from mpmath import mp

DIGITS = 400
mp.dps = DIGITS
SEEN = Decimal("1e-120")  # of a number's size: what differs less is the same
NOTHING = Decimal("1e-320")
LARGE = 15
WIDE = Context(prec=450)


def dot(a, b):
    return mpmath.fsum(x * y for x, y in zip(a, b, strict=True))


def turned(a):
    return [list(column) for column in zip(*a, strict=True)]


def times(a, b):
    return [[dot(row, column) for column in turned(b)] for row in a]


def each(f, a):
    return [[f(x) for x in row] for row in a]


def softmax(scores):
    parts = [[mpmath.exp(x) if x is not None else mp.mpf(0) for x in row] for row in scores]
    return [[x / mpmath.fsum(row) for x in row] for row in parts]


def attention(end, Q, K, V, causal=False, softcap=None, temperature=None, scale=True):
    lines = {f"S{end}": (scores := times(Q, turned(K)))}
    if scale and len(Q[0]) > 1:
        lines[f"S_scaled{end}"] = scores = each(lambda x: x / mpmath.sqrt(len(Q[0])), scores)
    if softcap:
        lines[f"S_capped{end}"] = scores = each(lambda x: softcap * mpmath.tanh(x / softcap), scores)
    if causal:
        scores = [[x if j <= i else None for j, x in enumerate(row)] for i, row in enumerate(scores)]
    if temperature:
        lines[f"S_tempered{end}"] = scores = [[x and x / temperature for x in row] for row in scores]
    lines[f"A{end}"] = weights = softmax(scores)
    return {**lines, f"O{end}": times(weights, V)}


def projected(X, Y, Wq, Wk, Wv):
    made = {"Q": times(X, Wq), "K": times(Y, Wk), "V": times(Y, Wv)}
    return {**made, **attention("", *made.values())}


def cut(a, heads):
    width = len(a[0]) // heads
    return [[row[head * width : (head + 1) * width] for row in a] for head in range(heads)]


def multi_head(X, Wq, Wk, Wv, Wo, shared=False):
    lines, outputs = {}, []
    columns = [cut(times(X, W), 2) for W in (Wq, Wk, Wv)]
    if shared:
        columns[1:] = [[times(X, W)] * 2 for W in (Wk, Wv)]
        lines.update(K=columns[1][0], V=columns[2][0])
    for head in range(2):
        end = f"_{head + 1}"
        Q, K, V = (part[head] for part in columns)
        made = {f"Q{end}": Q} if shared else {f"Q{end}": Q, f"K{end}": K, f"V{end}": V}
        lines |= {**made, **attention(end, Q, K, V)}
        outputs.append(lines[f"O{end}"])
    lines["C"] = [[x for part in parts for x in part] for parts in zip(*outputs, strict=True)]
    return {**lines, "MH": times(lines["C"], Wo)}


def attended(e, H, s, more):
    (alpha,) = softmax([e])
    c = [dot(alpha, column) for column in turned(H)]
    return {**more, "e": [e], "alpha": [alpha], "c": [c], **({"cs": [c + s]} if s else {})}


def general(s, W, H):
    Wh = times(H, turned(W))
    return attended([dot(row, s) for row in Wh], H, s, {"Wh": Wh})


def additive(s, W, U, v, H):
    Uh, Ws = times(H, turned(U)), [dot(row, s) for row in W]
    T = [[mpmath.tanh(x + y) for x, y in zip(row, Ws, strict=True)] for row in Uh]
    return attended([dot(row, v) for row in T], H, s, {"Uh": Uh, "Ws": [Ws], "T": T})


def entropy(S):
    (A,) = [softmax(S)]
    parts = each(lambda x: x * mpmath.log(x), A)
    return {"A": A, "plogp": parts, "Ent": [[-mpmath.fsum(row)] for row in parts]}


def linear(Q, K, V):
    made = {"phi_Q": each(feature, Q), "phi_K": each(feature, K)}
    state = times(turned(made["phi_K"]), V)
    z = [mpmath.fsum(column) for column in turned(made["phi_K"])]
    num, den = times(made["phi_Q"], state), [[dot(row, z)] for row in made["phi_Q"]]
    out = [[x / below for x in row] for row, (below,) in zip(num, den, strict=True)]
    return {**made, "state": state, "z": [z], "num": num, "den": den, "O": out}


def feature(x):
    return x + 1 if x > 0 else mpmath.exp(x)


def layer_norm(X):
    mean = [[mpmath.fsum(row) / len(row)] for row in X]
    centred = [[x - m for x in row] for row, (m,) in zip(X, mean, strict=True)]
    var = [[mpmath.fsum(x * x for x in row) / len(row)] for row in centred]
    normed = [[x / mpmath.sqrt(v) for x in row] for row, (v,) in zip(centred, var, strict=True)]
    return {"mu": mean, "X_centred": centred, "var": var, "X_norm": normed}


def expected(value, decimals, significant):
    """How a number is to be printed; with ? where it is a tie that only a proof would settle."""
    with localcontext(WIDE):
        number = Decimal(mpmath.nstr(value, 395))
        if abs(number) < NOTHING:
            return "0"
        places = decimals if significant is None else significant - 1 - number.adjusted()
        nearest = rounded(number, places)
        ends = same(number, nearest)
        if significant is None:
            if abs(nearest) < Decimal(10) ** LARGE and nearest:
                return plain(nearest, ends)
            count = 2 if abs(number) < 1 else decimals + 1
            return power_of_ten(number, count, stays=True)
        if ends and nearest == nearest.to_integral_value() and abs(nearest) < Decimal(10) ** significant:
            return plain(nearest.quantize(Decimal(1)), True)
        if ends and 0 <= places <= significant + 5:
            return plain(nearest, True)
        if -6 < nearest.adjusted() < significant:
            return plain(rounded(nearest, significant - 1 - nearest.adjusted()), False)
        return power_of_ten(number, significant, stays=not ends)


def rounded(number, places):
    """Half up, where a tie is what cannot be told from one."""
    scaled = abs(number).scaleb(places)
    below = scaled.to_integral_value(ROUND_DOWN)
    is_tie = same(scaled, below + Decimal("0.5"))
    whole = below + 1 if is_tie else scaled.to_integral_value(ROUND_HALF_UP)
    return whole.scaleb(-places).copy_sign(number)


def same(a, b):
    return abs(a - b) <= SEEN * max(abs(a), abs(b))


def plain(number, ends):
    text = f"{number:f}"
    return text.rstrip("0").rstrip(".") if ends and "." in text else text


def power_of_ten(number, count, stays):
    nearest = rounded(number, count - 1 - number.adjusted())
    exponent = nearest.adjusted()
    mantissa = f"{nearest.scaleb(-exponent).quantize(Decimal(1).scaleb(1 - count)):f}"
    mantissa = mantissa if stays or "." not in mantissa else mantissa.rstrip("0").rstrip(".")
    return f"{mantissa}e{exponent:+d}"

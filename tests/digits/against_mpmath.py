"""Random problems with their true lines: near ties, ties, surds, logarithms, 60 powers of ten.

    python tests/digits/against_mpmath.py 1000000

compares so many printed numbers with mpmath at 400 digits.
"""

import random
import sys
from collections import Counter
from decimal import Decimal

import mpmath
import truth
from mpmath import mp

from attncalc import problem, solve


def integer(draw):
    number = draw.randint(-3, 3)
    return str(number), mp.mpf(number)


def decimal(draw):
    places = draw.randint(1, 3)
    number = draw.randint(-2 * 10**places, 2 * 10**places)
    text = f"{'-' * (number < 0)}{abs(number) // 10**places}.{abs(number) % 10**places:0{places}}"
    return text, mp.mpf(number) / 10**places


def fraction(draw):
    above, below = draw.randint(-9, 9), draw.choice([2, 3, 4, 5, 6, 7, 8, 16])
    return f"{above}/{below}", mp.mpf(above) / below


def surd(draw):
    times, root = draw.randint(1, 3), draw.choice([2, 3, 5, 6, 8])
    return f"{times}*sqrt({root})/2", times * mpmath.sqrt(root) / 2


def logarithm(draw):
    of, below = draw.choice([2, 3, 4, 6, 9]), draw.choice([1, 2, 3])
    return f"ln({of})/{below}", mpmath.log(of) / below


def near_tie(draw):
    places, far = draw.randint(1, 5), draw.choice([0, 0, 9, 15, 30])
    text = f"{draw.randint(0, 2)}.{'0' * (places - 1)}{draw.randint(0, 9)}5{'0' * far}{draw.choice(['', '1'])}"
    if draw.random() < 0.3:
        text = text.rstrip("015") + "4" + "9" * (far + 1)
        text = text if "." in text else f"{text}.5"
    return text, mp.mpf(text)


def any_size(draw):
    mantissa, exponent = draw.randint(1, 99999), draw.randint(-30, 30)
    sign = draw.choice(["", "-"])
    return f"{sign}{mantissa}e{exponent}", mp.mpf(f"{sign}{mantissa}e{exponent}")


def long_integer(draw):
    number = draw.choice([10, 3]) ** draw.randint(1, 22) + draw.randint(-2, 2)
    return str(number), mp.mpf(number)


MODEST = [integer, integer, decimal, fraction, surd, logarithm, near_tie]
KINDS = {"modest": MODEST, "plain": [integer, decimal, fraction], "any": [*MODEST, any_size, any_size, long_integer]}


def matrix(draw, rows, columns, which="modest"):
    """Texts and values; of one kind, or of several."""
    kinds = KINDS[which]
    kinds = [draw.choice(kinds)] if draw.random() < 0.5 else kinds
    cells = [[draw.choice(kinds)(draw) for _ in range(columns)] for _ in range(rows)]
    return [[text for text, _ in row] for row in cells], [[value for _, value in row] for row in cells]


def scaled_dot_product(draw):
    n, m, d = draw.randint(1, 3), draw.randint(1, 4), draw.choice([1, 2, 3, 4])
    options, truths = draw.choice(
        [
            ({}, {}),
            ({"mask": "causal"}, {"causal": True}),
            ({"softcap": "2"}, {"softcap": mp.mpf(2)}),
            ({"scale": "none", "temperature": "1/2"}, {"scale": False, "temperature": mp.mpf(1) / 2}),
        ]
    )
    n = min(n, m) if "mask" in options else n
    given = {"Q": matrix(draw, n, d), "K": matrix(draw, m, d), "V": matrix(draw, m, draw.randint(1, 2), "any")}
    return given, options, lambda **values: truth.attention("", **values, **truths)


def self_attention(draw):
    n, d, k = draw.randint(2, 3), 2, draw.choice([2, 3])
    given = {
        "X": matrix(draw, n, d, "plain"),
        "Wq": matrix(draw, d, k),
        "Wk": matrix(draw, d, k),
        "Wv": matrix(draw, d, 2, "any"),
    }
    return given, {}, lambda X, **weights: truth.projected(X, X, **weights)


def cross_attention(draw):
    given = {
        "X": matrix(draw, 2, 2, "plain"),
        "Y": matrix(draw, 3, 2, "plain"),
        "Wq": matrix(draw, 2, 3),
        "Wk": matrix(draw, 2, 3),
        "Wv": matrix(draw, 2, 2, "any"),
    }
    return given, {}, truth.projected


def multi_head(draw):
    given = {
        "X": matrix(draw, 2, 3, "plain"),
        **{name: matrix(draw, 3, 4) for name in ("Wq", "Wk", "Wv")},
        "Wo": matrix(draw, 4, 2, "any"),
    }
    return given, {"heads": "2"}, truth.multi_head


def multi_query(draw):
    given = {
        "X": matrix(draw, 2, 3, "plain"),
        "Wq": matrix(draw, 3, 4),
        "Wk": matrix(draw, 3, 2),
        "Wv": matrix(draw, 3, 2),
        "Wo": matrix(draw, 4, 2, "any"),
    }
    return given, {"heads": "2"}, lambda **values: truth.multi_head(**values, shared=True)


def softmax(draw):
    return {"S": matrix(draw, 2, draw.randint(1, 5))}, {}, lambda S: {"A": truth.softmax(S)}


def entropy(draw):
    return {"S": matrix(draw, 2, draw.randint(2, 4))}, {}, truth.entropy


def context(draw):
    m = draw.randint(2, 4)
    given = {"e": matrix(draw, 1, m), "H": matrix(draw, m, 2, "any")}
    return given, {}, lambda e, H: truth.attended(e[0], H, None, {})


def dot_product(draw):
    given = {"s": matrix(draw, 1, 2), "H": matrix(draw, 3, 2)}
    return given, {}, lambda s, H: truth.attended([truth.dot(row, s[0]) for row in H], H, s[0], {})


def general(draw):
    given = {"s": matrix(draw, 1, 2), "W": matrix(draw, 2, 3), "H": matrix(draw, 3, 3)}
    return given, {}, lambda s, W, H: truth.general(s[0], W, H)


def additive(draw):
    given = {
        "s": matrix(draw, 1, 2),
        "W": matrix(draw, 3, 2),
        "U": matrix(draw, 3, 2),
        "v": matrix(draw, 1, 3),
        "H": matrix(draw, 3, 2),
    }
    return given, {}, lambda s, W, U, v, H: truth.additive(s[0], W, U, v[0], H)


def linear(draw):
    d = draw.choice([1, 2])
    return {"Q": matrix(draw, 2, d), "K": matrix(draw, 3, d), "V": matrix(draw, 3, 2, "any")}, {}, truth.linear


def layer_norm(draw):
    return {"X": matrix(draw, 2, draw.randint(2, 4))}, {"eps": "0"}, truth.layer_norm


DRAWN = [
    scaled_dot_product,
    self_attention,
    cross_attention,
    multi_head,
    multi_query,
    softmax,
    entropy,
    context,
    dot_product,
    general,
    additive,
    linear,
    layer_norm,
]
DIGITS = [
    {"decimals": 4},
    {"decimals": 2},
    {"decimals": 0},
    {"decimals": 9},
    {"significant": 3},
    {"significant": 9},
    {"significant": 17},
]


def compared(seed):
    """What each number of one problem is printed as and should be: (line, printed, right, value)."""
    draw = random.Random(seed)
    kind, digits = draw.choice(DRAWN), draw.choice(DIGITS)
    given, options, lines = kind(draw)
    if kind is layer_norm and any(len({mpmath.nstr(x, 50) for x in row}) == 1 for row in given["X"][1]):
        return
    name = kind.__name__.replace("_", "-")
    texts = {key: cells[0] if key in ("e", "s", "v") else cells for key, (cells, _) in given.items()}
    sheet = solve(problem(name, texts, options), **digits)
    true = lines(**{key: values for key, (_, values) in given.items()})
    for key, rows in true.items():
        if sheet.find(key) is None:
            raise KeyError(f"{name} has no line {key}")
        printed = [text for row in sheet[key].values() for text in row]
        values = [value for row in rows for value in row]
        for text, value in zip(printed, values, strict=True):
            yield f"{name} {key}", text, truth.expected(value, digits.get("decimals"), digits.get("significant")), value


def judged(printed, right):
    """Right, or open (? stands behind what is settled), or unproven (the zeros of an exact end stay)."""
    if printed == right:
        return "right"
    if printed.endswith("?"):
        return "open" if abs(Decimal(printed[:-1]) - Decimal(right)) <= abs(Decimal(right)) / 2 else "wrong"
    head, _, power = printed.partition("e")
    shorter = (head.rstrip("0").rstrip(".") if "." in head else head) + (f"e{power}" if power else "")
    return "unproven" if shorter == right else "wrong"


def main(count):
    numbers, seed = Counter(), 0
    while numbers.total() < count:
        seed += 1
        for line, printed, right, value in compared(seed):
            verdict = judged(printed, right)
            numbers[verdict] += 1
            if verdict != "right":
                print(f"seed {seed}: {line}: {printed}, should be {right}: {mpmath.nstr(value, 40)}")
    print(f"{numbers.total():,} numbers of {seed:,} problems: {dict(numbers)}")


if __name__ == "__main__":
    main(int(sys.argv[1]))

"""The pages under tests/check/pages, worked out again with mpmath at 50 digits and nothing of the package.

Says which number of a marking does not stand where it is said to stand, has another true value, or does not deserve
the class "right".

    python tests/oracle/pages.py
"""

import re
from itertools import chain
from pathlib import Path

import yaml
from mpmath import exp, mpf, nstr, sqrt, tanh
from plain import apply, each, entry, plus, softmax, times, turned, weighted

PAGES = Path(__file__).parent.parent / "check" / "pages"
FRACTION = re.compile(r"([-−]?)\\[dt]?frac\s*\{?([\d.]+)\}?\s*\{?([\d.]+)\}?$")
ROOT = re.compile(r"\\frac\{(.*sqrt.*)\}\{(\d+)\}$")
POWER = re.compile(r"(.+?)(?:\\cdot|\\times|·|×|\*|e)\s*(?:10)?\^?\{?([-−]?\d+)\}?$")


# Problems.


def matrix(given):
    """Nested lists, or rows of text; a vector stays one."""
    if isinstance(given, list):
        return [matrix(item) for item in given] if isinstance(given[0], list) else [entry(str(x)) for x in given]
    rows = re.split(r"[;\n]", given.strip())
    return [[entry(word) for word in row.split()] for row in rows]


def weights(work, S, d_k, options, end=""):
    if options.get("scale") != "none":
        S = work[f"S_scaled{end}"] = each(lambda x: x / sqrt(d_k), S)
    if options.get("mask") == "causal":
        S = [[x if j <= i else None for j, x in enumerate(row)] for i, row in enumerate(S)]
        work[f"S_masked{end}"] = S
    E = work[f"E{end}"] = each(lambda x: mpf(0) if x is None else exp(x), S)
    work[f"Z{end}"] = [[sum(row)] for row in E]
    work[f"A{end}"] = [softmax(row) for row in S]
    return work[f"A{end}"]


def scaled(work, options, end=""):
    Q, K, V = (work[f"{name}{end}"] for name in "QKV")
    work[f"S{end}"] = times(Q, turned(K))
    work[f"O{end}"] = times(weights(work, work[f"S{end}"], len(K[0]), options, end), V)


def projected(work, options):
    for name in "QKV":
        work[name] = times(work["X"] if name == "Q" else work.get("Y", work["X"]), work[f"W{name.lower()}"])
        if f"b{name.lower()}" in work:
            work[name] = [plus(row, work[f"b{name.lower()}"]) for row in work[name]]


def attention(work, options):
    projected(work, options)
    scaled(work, options)


def heads(work, options):
    if "Wq" in work:
        projected(work, options)
    count = int(options["heads"])
    for h in range(1, count + 1):
        for name in "QKV":
            width = len(work[name][0]) // count
            work[f"{name}_{h}"] = [row[(h - 1) * width : h * width] for row in work[name]]
        scaled(work, options, f"_{h}")
    work["C"] = [list(chain(*rows)) for rows in zip(*(work[f"O_{h}"] for h in range(1, count + 1)), strict=True)]
    if "Wo" in work:
        work["MH"] = times(work["C"], work["Wo"])


def aligned(work, e):
    work["e"], work["alpha"] = e, softmax(e)
    work["E"] = each(exp, e)
    work["Z"] = [sum(work["E"])]
    work["E_shifted"] = each(lambda x: exp(x - max(e)), e)  # where the largest is subtracted first
    work["Z_shifted"] = [sum(work["E_shifted"])]
    work["c"] = weighted(work["alpha"], work["H"])
    work["cs"] = work["c"] + work["s"]


def luong_dot(work, options):
    aligned(work, apply(work["H"], work["s"]))


def luong_general(work, options):
    work["Wh"] = [apply(work["W"], h) for h in work["H"]]
    aligned(work, apply(work["Wh"], work["s"]))


def bahdanau(work, options):
    work["Ws"] = apply(work["W"], work["s"])
    work["Uh"] = [apply(work["U"], h) for h in work["H"]]
    work["pre"] = [plus(work["Ws"], row) for row in work["Uh"]]
    work["T"] = each(tanh, work["pre"])
    aligned(work, apply(work["T"], work["v"]))


MECHANISMS = {
    "scaled-dot-product": scaled,
    "self-attention": attention,
    "cross-attention": attention,
    "multi-head": heads,
    "dot-product": luong_dot,
    "general": luong_general,
    "additive": bahdanau,
}
TOKENS = ("X", "Y", "Q", "K", "V", "H")  # what is turned where tokens are columns
WEIGHTS = ("Wq", "Wk", "Wv", "Wo")


def worked(problem):
    """Every line of a problem, as it stands on the page."""
    options = problem.get("options", {})
    columns = options.get("tokens") == "columns"
    work = {name: matrix(given) for name, given in problem["given"].items()}
    for name in ("s", "v", "bq", "bk", "bv"):
        if name in work and isinstance(work[name][0], list):
            work[name] = work[name][0]
    flipped = [name for name in (*TOKENS, *WEIGHTS) if name in work and columns]
    work |= {name: turned(work[name]) for name in flipped}
    MECHANISMS[problem["mechanism"]](work, options)
    return {name: turned(a) if columns and isinstance(a[0], list) else a for name, a in work.items()}


def true_values(text):
    return [worked(problem) for problem in yaml.load_all(text, yaml.CBaseLoader)]


def at(work, step, row, column):
    """An entry as it stands on the page, rows and columns from 1; a vector has row 1."""
    a = work[step]
    return a[row - 1][column - 1] if isinstance(a[0], list) else a[column - 1]


# Numbers as they are written.


def number(text):
    """The value and the unit of the last digit, 0 where it is exact; None for minus infinity."""
    text = text.replace("−", "-").replace("{,}", ".").replace(",", ".").replace(" ", "").replace("\\,", "")
    if "inf" in text or "∞" in text:
        return None, 0
    if text.endswith("%"):
        value, unit = number(text.rstrip("%\\"))
        return value / 100, unit / 100
    if fraction := FRACTION.match(text):
        sign, top, bottom = fraction.groups()
        return (-1 if sign else 1) * mpf(top) / mpf(bottom), 0
    if root := ROOT.match(text):
        return number(root[1])[0] / mpf(root[2]), 0
    if "sqrt" in text:
        before, inside = re.match(r"(-?[\d.]*)\\sqrt\{?(\d+)\}?$", text).groups()
        return mpf({"": "1", "-": "-1"}.get(before, before)) * sqrt(mpf(inside)), 0
    if "/" in text:
        return entry(text), 0
    if power := POWER.match(text):
        value, unit = number(power[1])
        ten = mpf(10) ** int(power[2].replace("−", "-"))
        return value * ten, unit * ten
    return mpf(text), mpf(10) ** -len(text.partition(".")[2])


def is_right(text, value):
    """Correctly rounded; a whole number has to be the value itself."""
    written, unit = number(text)
    if written is None or value is None:
        return written is value
    return abs(written - value) <= (0 if unit == 1 else unit / 2) + mpf(10) ** -30


def printed(value):
    return "-inf" if value is None else nstr(mpf(value), 12, min_fixed=-9, max_fixed=20).removesuffix(".0")


# The pages.


def true_value(claim, works):
    """That of the entry, or of what stands in its written-out calculation."""
    work = works[claim.get("problem", 1) - 1]
    if "of" in claim:
        return at(work, *claim["of"])
    if "product" in claim:
        return at(work, *claim["product"][:3]) * at(work, *claim["product"][3:])
    return at(work, claim["step"], *claim["cell"])


def faults(claim, lines, works):
    line, column = claim["at"]
    if not lines[line - 1][column - 1 :].startswith(claim["written"]):
        yield "does not stand there"
    value = true_value(claim, works)
    if printed(value) != claim["expected"]:
        yield f"has the true value {printed(value)}"
    if (claim["class"] == "right") != is_right(claim["written"], value):
        yield "has another class"


def faults_of(path):
    """What is wrong with a marking."""
    marking = yaml.load(path.read_text("utf-8"), yaml.CSafeLoader)
    lines = (path.parent / marking["page"]).read_text("utf-8").split("\n")
    works = true_values(marking["problem"])
    for claim in marking["claims"]:
        for fault in faults(claim, lines, works):
            yield f"{marking['page']}: {claim}: {fault}"


def main():
    for path in sorted(PAGES.glob("*.yaml")):
        for fault in faults_of(path):
            print(fault)


if __name__ == "__main__":
    main()

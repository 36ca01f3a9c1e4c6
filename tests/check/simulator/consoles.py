"""What programs print: sessions of R and Julia, lines of key and value, dictionaries, powers of ten."""

from __future__ import annotations

from .blocks import vector
from .headings import MARKDOWN, bye, caption, head, title
from .naming import row_label, token, words
from .pairs import PAIRED, VECTORS
from .paper import Paper
from .terms import Place
from .work import base

# What somebody types for a line in R and in Julia.
CODE = {
    "Q": ("X %*% Wq", "X * Wq"),
    "K": ("{y} %*% Wk", "{y} * Wk"),
    "V": ("{y} %*% Wv", "{y} * Wv"),
    "S": ("Q %*% t(K)", "Q * K'"),
    "S_scaled": ("S / sqrt(ncol(Q))", "S / sqrt(size(Q, 2))"),
    "S_masked": ("ifelse(mask == 1, S, -Inf)", "ifelse.(mask, S, -Inf)"),
    "E": ("exp(S)", "exp.(S)"),
    "Z": ("rowSums(E)", "sum(E, dims=2)"),
    "A": ("softmax(S)", "softmax(S; dims=2)"),
    "O": ("A %*% V", "A * V"),
}


def _columns(paper: Paper, key: str, least: int = 0) -> list[list[str]]:
    """The numbers of a line with the same decimals in every column, so many at least, filled up with zeros."""
    rows = [[paper.text(*place) for place in row] for row in paper.places(key)]
    most = [max(least, *(len(text.partition(".")[2]) for text in column)) for column in zip(*rows, strict=True)]
    return [[_full(text, places) for text, places in zip(row, most, strict=True)] for row in rows]


def _full(text: str, places: int) -> str:
    if "nf" in text or places == 0:
        return text
    whole, _, rest = text.partition(".")
    return f"{whole}.{rest.ljust(places, '0')}"


def _name(key: str) -> str:
    return {"S_scaled": "S", "S_masked": "S"}.get(base(key), base(key))


def r_session(paper: Paper) -> None:
    """The console of R: matrices by matrix(c(...)), prints with [1,] and [,1] or names at the edges."""
    named = paper.once("dimnames", True, False, False)
    assign = paper.once("assign", "<-", "<-", "=")
    for key in paper.inputs:
        rows = paper.places(key)
        paper.heading(key)
        paper.say(f"> {key} {assign} matrix(c(", "code")
        with paper.block():
            for i, places in enumerate(rows):
                paper.say(", " if i else "")
                with paper.row(key):
                    vector(paper, places, ", ")
        paper.say(f"), nrow = {len(rows)}, byrow = TRUE)\n", "code")
    for key in paper.written:
        code = CODE[base(key)][0].format(y="Y" if "Y" in paper.inputs else "X")
        name = _name(key)
        paper.heading(name)
        paper.say(f"> {name} {assign} {code}\n> {name}\n", "code")
        _r_vector(paper, key) if base(key) == "Z" else _r_matrix(paper, key, named=named)


def _r_vector(paper: Paper, key: str) -> None:
    shown = _columns(paper, key)
    with paper.block(), paper.row(paper.title):
        paper.say("[1]", "index")
        for i, (place,) in enumerate(paper.places(key)):
            paper.say(" ")
            paper.entry(*place, shown=shown[i][0])
    paper.say("\n")


def _r_matrix(paper: Paper, key: str, *, named: bool) -> None:
    shown, rows = _columns(paper, key), paper.places(key)
    heads = [f"[,{j + 1}]" for j in range(len(rows[0]))]
    if named and base(key) in PAIRED:
        heads = [token(paper, "K", j) for j in range(len(rows[0]))]
    labels = [token(paper, key, i) if named else f"[{i + 1},]" for i in range(len(rows))]
    sizes = [max(len(head), *(len(row[j]) for row in shown)) for j, head in enumerate(heads)]
    edge = max(map(len, labels))
    paper.say(
        " " * edge + "".join(f" {head:>{size}}" for head, size in zip(heads, sizes, strict=True)) + "\n", "header"
    )
    _printed(paper, rows, shown, sizes, [f"{label:<{edge}} " for label in labels], " ")


def _printed(
    paper: Paper, rows: list[list[Place]], shown: list[list[str]], sizes: list[int], labels: list[str], between: str
) -> None:
    """Rows in columns of these widths, each after its label."""
    with paper.block():
        for i, places in enumerate(rows):
            with paper.row(labels[i].strip() or paper.title):
                paper.say(labels[i], "index")
                for j, place in enumerate(places):
                    paper.say(between if j else "")
                    paper.entry(*place, shown=shown[i][j], width=sizes[j])
            paper.say("\n")


def julia(paper: Paper) -> None:
    """The prompt of Julia: what is typed, the type of the matrix, and its numbers."""
    for key in paper.inputs:
        paper.heading(key)
        paper.say(f"julia> {key} = [", "code")
        with paper.block():
            for i, places in enumerate(paper.places(key)):
                paper.say("; " if i else "")
                with paper.row(key):
                    vector(paper, places, " ")
        paper.say(paper.once("silent", "];\n\n", "];\n"))
    for key in paper.written:
        code = CODE[base(key)][1].format(y="Y" if "Y" in paper.inputs else "X")
        rows, columns = paper.shape(key)
        paper.heading(_name(key))
        paper.say(f"julia> {_name(key)} = {code}\n{rows}×{columns} Matrix{{Float64}}:\n", "code")
        shown = _columns(paper, key, least=1)
        sizes = [max(map(len, column)) for column in zip(*shown, strict=True)]
        _printed(paper, paper.places(key), shown, sizes, [" "] * rows, "  ")
        paper.say("\n")


def key_values(paper: Paper) -> None:
    """Lines of a loop: q=0 k=1 score=0.5 weight=0.3, then the sum and the output of the query."""
    form = paper.once("loop", "q={i} k={j} ", "query {i}, key {j}: ", "i={i} j={j} | ", "[{i},{j}] ")
    query = form.replace(" k={j}", "").replace(", key {j}", "").replace(" j={j}", "").replace(",{j}", "")
    sign = paper.once("value sign", "=", ": ", "=")
    before = [key for key in (*paper.inputs, *paper.written) if base(key) not in (*PAIRED, "Z", "O")]
    for key in before:
        for i, places in enumerate(paper.places(key)):
            label = f"{key}[{i}]"
            with paper.block(), paper.row(label):
                paper.say(f"{label}{sign}[", "index")
                vector(paper, places, ", ", ("", "]\n"))
    pairs = [key for key in paper.written if base(key) in PAIRED]
    rows, columns = paper.shape(pairs[0])
    for i in range(rows):
        for j in range(columns):
            label = form.format(i=i, j=j)
            with paper.block(), paper.row(label):
                paper.say(label, "index")
                _values(paper, [(key, i, j) for key in pairs], sign)
        for key in (one for one in paper.written if base(one) in ("Z", "O")):
            label = query.format(i=i)
            with paper.block(), paper.row(label):
                paper.say(f"{label}{NAMES[base(key)]}{sign}[", "index")
                vector(paper, paper.places(key)[i], ", ", ("", "]\n"))


NAMES = {
    "S": "score",
    "S_scaled": "scaled",
    "S_masked": "masked",
    "S_biased": "biased",
    "E": "exp",
    "A": "weight",
    "Z": "sum",
    "O": "out",
}


def _values(paper: Paper, places: list[Place], sign: str) -> None:
    for number, place in enumerate(places):
        paper.say(" " if number else "")
        paper.say(f"{NAMES[base(place[0])]}{sign}", "label")
        paper.entry(*place)
    paper.say("\n")


def dictionary(paper: Paper) -> None:
    """JSON: scores and weights as dictionaries of words, all others as lists of lists."""
    paper.say(paper.once("fence", "```json\n", "", "```\n") + "{\n")
    keys = [*paper.inputs, *paper.written]
    for key in keys:
        name = words(paper, key) if paper.once("json names", True, False) else key
        paper.heading(name)
        is_pairs = base(key) in PAIRED and paper.once("by words", True, True, False)
        start, close = ("{", "}") if is_pairs or base(key) in ("Q", "K", "V", "Z", "O") else ("[", "]")
        paper.say(f'  "{name}": {start}\n', "name")
        _members(paper, key, is_pairs=is_pairs, named=start == "{")
        paper.say(f"  {close}" + (",\n" if key != keys[-1] else "\n"))
    paper.say("}\n" + ("```\n" if paper.once("fence") else ""))


def _members(paper: Paper, key: str, *, is_pairs: bool, named: bool) -> None:
    rows = paper.places(key)
    with paper.block():
        for i, places in enumerate(rows):
            label = token(paper, key, i) if named else None
            with paper.row(label or paper.title):
                paper.say(f'    "{label}": ' if named else "    ", "index")
                paper.say("{" if is_pairs else "[")
                for j, place in enumerate(places):
                    paper.say(", " if j else "")
                    paper.say(f'"{token(paper, "K", j)}": ' if is_pairs else "", "index")
                    paper.entry(*place)
                paper.say("}" if is_pairs else "]")
            paper.say(",\n" if i + 1 < len(rows) else "\n")


def powers_of_ten(paper: Paper) -> None:
    """Every number that is calculated with one digit before the point and a power of ten."""
    title(paper)
    for key in (*paper.inputs, *paper.written):
        head(paper, key)
        caption(paper, key, MARKDOWN)
        if key in paper.inputs:
            VECTORS(paper, key)
        else:
            _powers(paper, key)
        paper.say("\n")
    bye(paper)


def _powers(paper: Paper, key: str) -> None:
    form = paper.once("power", "{}e{}", "{}e{:+03}", "{}E{:+03}", "{}·10^{}", "{} x 10^{}")
    with paper.block():
        for i, places in enumerate(paper.places(key)):
            label = row_label(paper, key, i, paper.once("labels of powers", "digit", "token", "word"))
            with paper.row(label):
                paper.say(f"{label}{paper.once('power after', ': ', ' = ')}" if label else "", "index")
                for number, place in enumerate(places):
                    paper.say(paper.once("power gap", ", ", "   ", " | ", "; ") if number else "")
                    paper.entry(*place, shown=_power(paper.text(*place), form))
            paper.say("\n")


def _power(text: str, form: str) -> str:
    """A number with its digits as they are, the point after the first that is not zero."""
    sign, number = ("-", text[1:]) if text.startswith("-") else ("", text)
    whole, _, rest = number.partition(".")
    digits = (whole + rest).lstrip("0")
    if not digits or not digits.isdigit():
        return text
    exponent = len(digits) - len(rest) - 1
    if exponent == 0 and "10" in form:
        return text
    return form.format(sign + digits[0] + ("." + digits[1:] if digits[1:] else ""), exponent)

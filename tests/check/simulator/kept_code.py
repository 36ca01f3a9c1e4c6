"""Kept pages of programs: consoles of R and Julia, a notebook that prints in loops, files of settings."""

from __future__ import annotations

from .code import fixed
from .kept_parts import MATRICES, before, of_queries
from .kept_words import SNAKE
from .naming import token, words
from .paper import Paper
from .work import base, head_of

# What is typed for a line, in R and in Julia; {p} decimals.
R = {
    "Q": "X %*% Wq",
    "K": "{y} %*% Wk",
    "V": "{y} %*% Wv",
    "S": "Q %*% t(K)",
    "S_scaled": "S / sqrt(ncol(K))",
    "S_masked": "ifelse(upper.tri(S), -Inf, S)",
    "E": "exp(S)",
    "Z": "rowSums(E)",
    "A": "exp(S) / rowSums(exp(S))",
    "O": "A %*% V",
    "e": "drop(H %*% s)",
    "alpha": "exp(e) / sum(exp(e))",
    "c": "drop(alpha %*% H)",
}
JULIA = {
    "Q": "X * Wq",
    "K": "{y} * Wk",
    "V": "{y} * Wv",
    "S": "Q * K'",
    "S_scaled": "S ./ sqrt(size(K, 2))",
    "S_masked": "ifelse.(triu(trues(size(S)), 1), -Inf, S)",
    "E": "exp.(S)",
    "Z": "sum(E, dims=2)",
    "A": "exp.(S) ./ sum(exp.(S), dims=2)",
    "O": "A * V",
    "e": "H * s",
    "alpha": "exp.(e) ./ sum(exp.(e))",
    "c": "H' * alpha",
}
OF_VECTORS = {"E": "exp{}(e)", "Z": "sum(E)"}  # where there is one query


def _expression(paper: Paper, key: str, known: dict[str, str], dot: str) -> str:
    alone = "e" in paper.work.calculation.records and base(key) in OF_VECTORS
    form = OF_VECTORS[key].format(dot) if alone else known[base(key)]
    return form.format(y="Y" if "Y" in paper.inputs else "X")


def _short(text: str) -> str:
    """A number without the zeros at its end."""
    return text.rstrip("0").rstrip(".") if "." in text else text


# R.


def r_console(paper: Paper) -> None:
    """Inputs as matrices by row, and every line printed."""
    for key in paper.inputs:
        rows, columns = paper.shape(key)
        paper.say(f"> {key} <- " + ("c(" if rows == 1 else "matrix(c("), "code")
        _numbers(paper, key, ", ", ", ")
        paper.say(
            ")\n" if rows == 1 else f"), {'nrow' if columns == 1 else 'ncol'} = {columns}, byrow = TRUE)\n", "code"
        )
    for key in paper.written:
        name = {"S_scaled": "S", "S_masked": "S"}.get(key, key)
        paper.kept["named"] = name
        paper.heading(name)
        if paper.once("comments", True, False):
            paper.say(f"> # {words(paper, key)}\n", "label")
        shown = paper.once(
            "shown in R", f"round({{}}, {paper.work.places})", f"print(round({{}}, {paper.work.places}))"
        )
        paper.say(f"> {name} <- {_expression(paper, key, R, '')}\n> {shown.format(name)}\n", "code")
        _r_print(paper, key)


def _numbers(paper: Paper, key: str, between: str, end: str) -> None:
    """The numbers of an input, row after row."""
    with paper.block():
        for i, places in enumerate(paper.places(key)):
            paper.say(end if i else "")
            with paper.row(key):
                for number, place in enumerate(places):
                    paper.say(between if number else "")
                    paper.entry(*place)


def _r_print(paper: Paper, key: str) -> None:
    """Columns with the same decimals each; a vector on a line."""
    rows = paper.places(key)
    if len(rows) == 1 or len(rows[0]) == 1:
        return _r_vector(paper, [place for row in rows for place in row])
    shown = list(zip(*(_even(column) for column in zip(*_texts(paper, key), strict=True)), strict=True))
    heads = [f"[,{j + 1}]" for j in range(len(rows[0]))]
    labels = [f"[{i + 1},]" for i in range(len(rows))]
    if paper.once("named dimensions", True, False, False) and base(key) in ("S", "S_scaled", "S_masked", "E", "A"):
        heads, labels = ([token(paper, one, n) for n in range(len(of))] for one, of in (("K", heads), ("S", labels)))
    sizes = [max(len(heads[j]), *(len(row[j]) for row in shown)) for j in range(len(heads))]
    start = max(map(len, labels))
    paper.say(
        " " * start + "".join(f" {name:>{size}}" for name, size in zip(heads, sizes, strict=True)) + "\n", "header"
    )
    with paper.block():
        for i, places in enumerate(rows):
            paper.say(f"{labels[i]:<{start}}", "index")
            with paper.row(labels[i]):
                for j, place in enumerate(places):
                    paper.say(" ")
                    paper.entry(*place, shown=shown[i][j], width=sizes[j])
            paper.say("\n")
    return None


def _texts(paper: Paper, key: str) -> list[list[str]]:
    return [[paper.text(*place) for place in row] for row in paper.places(key)]


def _even(column: tuple[str, ...]) -> list[str]:
    """Numbers with as many decimals as the longest of them needs."""
    most = max(len(_short(text).partition(".")[2]) for text in column)
    return [text if "nf" in text else _short(text) if not most else _padded(_short(text), most) for text in column]


def _padded(text: str, most: int) -> str:
    whole, _, rest = text.partition(".")
    return f"{whole}.{rest.ljust(most, '0')}"


def _r_vector(paper: Paper, places: list[tuple[str, int, int]]) -> None:
    shown = _even(tuple(text for row in _texts(paper, places[0][0]) for text in row))
    with paper.block(), paper.row(paper.kept["named"]):
        paper.say("[1]", "index")
        for text, place in zip(shown, places, strict=True):
            paper.say(" ")
            paper.entry(*place, shown=text, width=max(map(len, shown)))
    paper.say("\n")


# Julia.


def julia(paper: Paper) -> None:
    """Every line typed and shown with its size and type."""
    start, close = ("```julia-repl\n", "```\n") if paper.extension == "md" else ("", "")
    paper.say(start)
    for key in paper.inputs:
        paper.say(f"julia> {key} = [", "code")
        is_vector = paper.work.calculation.inputs[key].value.shape == (paper.shape(key)[1],)
        _numbers(paper, key, ", " if is_vector else " ", "; ")
        paper.say(paper.once("semicolon", "];\n", "]; \n"))
    for key in paper.written:
        name = {"S_scaled": "S", "S_masked": "S"}.get(key, key)
        paper.heading(name)
        paper.say(paper.once("free line", "\n", ""))
        code = f"{name} = {_expression(paper, key, JULIA, '.')}"
        paper.say(f"julia> {code}; round.({name}, digits={paper.work.places})\n", "code")
        _julia_print(paper, key, name)
    paper.say(close)


def _julia_print(paper: Paper, key: str, name: str) -> None:
    places = paper.places(key)
    value = paper.work.calculation.truth[key]
    if len(value.shape) == 1:
        places = [[place] for place in places[0]]
    shown = [[_julian(paper.text(*place)) for place in row] for row in places]
    if len(places) > 1 or len(value.shape) > 1:
        size = f"{len(places)}-element Vector" if len(value.shape) == 1 else f"{len(places)}×{len(places[0])} Matrix"
        paper.say(f"{size}{{Float64}}:\n ", "code")
    left = [max(len(text.partition(".")[0]) for text in column) for column in zip(*shown, strict=True)]
    right = [max(len(text.partition(".")[2]) for text in column) for column in zip(*shown, strict=True)]
    with paper.block():
        for i, row in enumerate(places):
            paper.say("\n " if i else "")
            with paper.row(name):
                for j, place in enumerate(row):
                    whole, _, rest = shown[i][j].partition(".")
                    paper.say((" " * (2 if j else 0)) + " " * (left[j] - len(whole)))
                    paper.entry(*place, shown=shown[i][j])
                    paper.say(" " * (right[j] - len(rest)) if j + 1 < len(row) else "")
    paper.say("\n")


def _julian(text: str) -> str:
    text = _short(text)
    return text if "." in text or "nf" in text else f"{text}.0"


# A notebook that prints the numbers of each query in a loop.


def loops(paper: Paper) -> None:
    """Markdown, a cell of code for the work, and one that prints line by line."""
    paper.cell("markdown")
    paper.say(f"# {paper.language.word('title', n=paper.numbers.randint(1, 9))}\n", "exercise")
    paper.cell("code")
    paper.say(paper.once("helpers", "from steps import matmul, show\n", "from helpers import *\n"), "code")
    for key in paper.inputs:
        rows = len(paper.places(key))
        paper.say(f"{key} = [" + ("[" if rows > 1 else ""), "code")
        _numbers(paper, key, ", ", "],\n" + " " * (len(key) + 4) + "[")
        paper.say("]]\n" if rows > 1 else "]\n")
    for key in before(paper):
        paper.cell("code")
        code = {"Q": "matmul(X, Wq)", "K": "matmul({y}, Wk)", "V": "matmul({y}, Wv)"}[key]
        code = code.format(y="Y" if "Y" in paper.inputs else "X")
        shown = f"print([round(x, {paper.work.places}) for x in row])"
        paper.say(f"{key} = {code}\nfor row in {key}:\n    {shown}\n", "code")
        paper.cell("output")
        paper.heading(key)
        _printed(paper, key)
    keys, first = of_queries(paper), paper.once("first query", 0, 1)
    paper.cell("markdown")
    paper.say(f"## {paper.language.line('A', '')}\n", "heading")
    paper.cell("code")
    paper.say("for i, q in enumerate(Q):\n    show(i, q)\n", "code")
    paper.cell("output")
    for i in range(len(paper.places(keys[0]))):
        name = paper.once("loop name", "query {i}", "--- {i}: {t} ---", "[{i}]", "{t}")
        name = name.format(i=i + first, t=token(paper, keys[0], i))
        paper.say(f"{name}\n" if i == 0 or not paper.once("loop gap", True, False) else f"\n{name}\n", "index")
        paper.heading(name)
        _looped(paper, keys, i)


def _printed(paper: Paper, key: str) -> None:
    """Rows as lists."""
    with paper.block():
        for places in paper.places(key):
            paper.say("[")
            with paper.row(key):
                for number, place in enumerate(places):
                    paper.say(", " if number else "")
                    paper.entry(*place, shown=_julian(paper.text(*place)))
            paper.say("]\n")


def _looped(paper: Paper, keys: list[str], i: int) -> None:
    sign = paper.once("loop sign", " ", ": ", " = ", "  ")
    start, between, close = paper.once("loop list", ("[", ", ", "]"), ("", " ", ""), ("", "  ", ""), ("(", ", ", ")"))
    with paper.block():
        for key in keys:
            name = SNAKE[base(key)].replace("_", paper.once("loop under", "_", " "))
            whole = fixed(paper, key)[i]
            with paper.row(name):
                paper.say(f"  {name:<{paper.once('loop width', 0, 14)}}{sign}", "label")
                paper.say(start if len(whole) > 1 else "")
                for number, (text, place) in enumerate(zip(whole, paper.places(key)[i], strict=True)):
                    paper.say(between if number else "")
                    paper.entry(*place, shown=text)
                paper.say(close if len(whole) > 1 else "")
            paper.say("\n")


# Files of settings: YAML or JSON, by line or by token.


def dump(paper: Paper) -> None:
    """Lists under names."""
    is_json = paper.numerals.hidden == "-Infinity"
    paper.say({True: "```json\n", False: "```yaml\n"}[is_json] if paper.extension == "md" else "")
    paper.say("{\n" if is_json else "")
    keys = [*paper.inputs, *paper.written]
    for key in keys:
        number = head_of(key)
        name = SNAKE[base(key)] + (f"_{number}" if number else "")
        paper.heading(name)
        (_json if is_json else _yaml)(paper, key, name)
        paper.say(("\n" if key == keys[-1] else ",\n") if is_json else "")
    paper.say("}\n" if is_json else "")
    paper.say("```\n" if paper.extension == "md" else "")


def _yaml(paper: Paper, key: str, name: str) -> None:
    rows = paper.places(key)
    by_token = paper.once("by token", True, False) and base(key) not in MATRICES
    paper.say(f"{name}:" + ("\n" if len(rows) > 1 else " "), "label")
    with paper.block():
        for i, places in enumerate(rows):
            label = token(paper, key, i) if by_token else ""
            start = "" if len(rows) == 1 else f"  {label}: " if by_token else "  - "
            paper.say(start)
            with paper.row(label or name):
                paper.say("[" if len(places) > 1 else "")
                for number, place in enumerate(places):
                    paper.say(", " if number else "")
                    paper.entry(*place)
                paper.say("]\n" if len(places) > 1 else "\n")


def _json(paper: Paper, key: str, name: str) -> None:
    rows = paper.places(key)
    flat = len(rows) == 1
    paper.say(f'  "{name}": ' + ("" if flat else "[\n    "), "label")
    with paper.block():
        for i, places in enumerate(rows):
            paper.say(",\n    " if i else "")
            with paper.row(name):
                paper.say("[" if len(places) > 1 or not flat else "")
                for number, place in enumerate(places):
                    paper.say(", " if number else "")
                    paper.entry(*place)
                paper.say("]" if len(places) > 1 or not flat else "")
    paper.say("" if flat else "\n  ]")

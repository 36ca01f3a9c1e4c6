"""Code and prints: results in assertions, named vectors of R, Maxima's brackets, tensors of all heads."""

from __future__ import annotations

from .blocks import vector, widths
from .code import SOFTMAX, fixed, literal, tensor, typed, variable
from .consoles import CODE as IN_R
from .headings import title
from .naming import token, words
from .pairs import PAIRED
from .paper import Paper
from .terms import Place
from .work import base, head_of

ASSERTIONS = ("np.testing.assert_allclose({n}, ", "assert np.allclose({n}, ")


def asserted(paper: Paper) -> None:
    """A script that calculates every line and asserts what came out by hand."""
    fence = "```python\n" if paper.extension == "md" else ""
    paper.say(f"{fence}import numpy as np\n\n{SOFTMAX}\n", "code")
    for key in paper.inputs:
        literal(paper, key, f"{variable(paper, key)} = np.array(", ")\n", "")
    start, indent = paper.once("assertion", *ASSERTIONS), paper.once("as tests", "    ", "")
    for key in paper.written:
        name, text = variable(paper, key), words(paper, key)
        paper.heading(text)
        paper.say(f"\n{name} = {typed(paper, key)}\n", "code")
        paper.say(f'\ndef test_{base(key).lower()}():\n    """{text}"""\n' if indent else f"# {text}\n", "heading")
        literal(paper, key, indent + start.format(n=name), f", atol=1e-{paper.work.places - 1})\n", indent)
    paper.say("```\n" if fence else "")


def _aligned(paper: Paper, places: list[Place], texts: list[str], size: int, between: str = " ") -> None:
    """Numbers of the same width as a program prints them."""
    for number, (place, text) in enumerate(zip(places, texts, strict=True)):
        paper.say(between if number else "")
        paper.entry(*place, shown=text, width=size)


def _reused(key: str) -> str:
    """The name of a line in a program that writes over scores."""
    return "S" if base(key) in ("S_scaled", "S_masked") else key


def named_vectors(paper: Paper) -> None:
    """R, asked for one row at a time: the names of the columns, and below them the numbers."""
    prompt, by_name = paper.once("prompt", "> ", "> ", ""), paper.once("by name", True, False)
    for key in paper.inputs:
        paper.heading(key)
        paper.say(f"{prompt}{key} <- rbind(", "code")
        with paper.block():
            for i, places in enumerate(paper.places(key)):
                label = f"{token(paper, key, i)} = " if key[0] != "W" else ""
                with paper.row(label.strip(" =")):
                    vector(paper, places, ", ", ((", " if i else "") + f"{label}c(", ")"))
        paper.say(")\n")
    for key in paper.written:
        name, is_sums = _reused(key), base(key) == "Z"
        paper.heading(name)
        code = {"A": "E / Z"}.get(key, IN_R[base(key)][0]).format(y="Y" if "Y" in paper.inputs else "X")
        paper.say(f"{prompt}{name} <- {code}\n", "code")
        rows = [[row[0] for row in paper.places(key)]] if is_sums else paper.places(key)
        for i, places in enumerate(rows):
            heads = [token(paper, key if is_sums else "K", j) for j in range(len(places))]
            asked = f'["{token(paper, key, i)}", ]' if by_name else f"[{i + 1}, ]"
            asked = name if is_sums else name + asked
            paper.say(f"{prompt}{asked}\n", "code")
            _named(paper, places, heads if is_sums or base(key) in PAIRED else [], asked)


def _named(paper: Paper, places: list[Place], heads: list[str], label: str) -> None:
    texts = [paper.text(*place) for place in places]
    most = max(len(text.partition(".")[2]) for text in texts)
    texts = [text if "Inf" in text or not most else f"{float(text):.{most}f}" for text in texts]
    size = max(map(len, [*texts, *heads]))
    paper.say("".join(f"{name:>{size}} " for name in heads) + "\n" if heads else "[1] ", "header")
    with paper.block(), paper.row(label):
        _aligned(paper, places, texts, size)
    paper.say(" \n" if heads else "\n")


IN_MAXIMA = {
    "Q": "X . Wq",
    "K": "X . Wk",
    "V": "X . Wv",
    "S": "Q . transpose(K)",
    "S_scaled": "S / sqrt(d)",
    "E": "exp(S)",
    "Z": "E . ones",
    "A": "softmax(S)",
    "O": "A . V",
}


def maxima(paper: Paper) -> None:
    """Maxima: what is typed behind (%i1), and the matrix in its brackets with (%o1) on the middle line."""
    paper.heading(None)
    for count, key in enumerate((*paper.inputs, *paper.written), 1):
        if key in paper.written:
            paper.say(f"(%i{count}) {_reused(key)}: {IN_MAXIMA[base(key)]}, numer;\n", "code")
            _bracketed(paper, key, f"(%o{count})")
            continue
        paper.say(f"(%i{count}) {key}: matrix(", "code")
        with paper.block():
            for i, places in enumerate(paper.places(key)):
                with paper.row(key):
                    vector(paper, places, ", ", (", [" if i else "[", "]"))
        paper.say(")$\n")


def _bracketed(paper: Paper, key: str, out: str) -> None:
    """Rows with an empty line between two of them, all in brackets."""
    rows, gap, size = paper.places(key), paper.once("edge", 20, 26, 12), max(widths(paper, key))
    with paper.block():
        for at in range(2 * len(rows) - 1):
            paper.say(f"{out if at == len(rows) - 1 else '':<{gap}}[ ", "output")
            with paper.row(_reused(key)):
                if at % 2:
                    paper.say(" " * ((size + 2) * len(rows[0]) - 2))
                else:
                    _aligned(paper, rows[at // 2], [paper.text(*place) for place in rows[at // 2]], size, "  ")
            paper.say(" ]\n")
    paper.say("\n")


OF_HEADS = {
    "Q": ("q", "split(q_proj(x))"),
    "K": ("k", "split(k_proj(x))"),
    "V": ("v", "split(v_proj(x))"),
    "S": ("scores", "q @ k.transpose(-2, -1)"),
    "S_scaled": ("scores", "scores / math.sqrt(q.size(-1))"),
    "E": ("e", "scores.exp()"),
    "Z": ("z", "e.sum(dim=-1, keepdim=True)"),
    "A": ("attn", "scores.softmax(dim=-1)"),
    "O": ("heads", "attn @ v"),
    "C": ("out", "heads.transpose(-3, -2).flatten(-2)"),
    "MH": ("out", "out @ Wo"),
}


def stacked_tensors(paper: Paper) -> None:
    """A session of torch in which every tensor holds all heads, an empty line between two of them."""
    title(paper, "txt")
    paper.say("```\n>>> import math, torch\n" if paper.extension == "md" else ">>> import math, torch\n")
    for key in paper.inputs:
        literal(paper, key, f">>> {key} = torch.tensor(", ")\n", "... ")
    paper.heading(None)
    for name in dict.fromkeys(map(base, paper.written)):
        keys = [key for key in paper.written if base(key) == name]
        paper.kept["named"], code = OF_HEADS[name]
        paper.say(f">>> {paper.kept['named']} = {code}\n>>> {paper.kept['named']}\n", "code")
        _stacked(paper, keys) if head_of(keys[0]) else tensor(paper, keys[0])
    paper.say("```\n" if paper.extension == "md" else "")


def _stacked(paper: Paper, keys: list[str]) -> None:
    batch = paper.once("batch", 0, 1)
    shown = {key: fixed(paper, key) for key in keys}
    size = max(len(text) for rows in shown.values() for row in rows for text in row)
    indent = " " * (len("tensor([[") + batch)
    paper.say("tensor([" + "[" * batch)
    for number, key in enumerate(keys):
        paper.say(",\n\n" + indent[:-1] if number else "")
        with paper.block():
            for i, places in enumerate(paper.places(key)):
                paper.say(f",\n{indent}[" if i else "[[")
                with paper.row(paper.kept["named"]):
                    _aligned(paper, places, shown[key][i], size, ", ")
                paper.say("]")
        paper.say("]")
    paper.say("]" * batch + "])\n")

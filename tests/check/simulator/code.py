"""Sessions of programs: NumPy, pandas, torch and MATLAB, with inputs and what they print."""

from __future__ import annotations

import re
from collections.abc import Callable

from .headings import title
from .naming import symbol, token, words
from .paper import Paper
from .work import base, head_of

# What somebody types for a line in Python; {h} is the number of the head, {y} the second sequence.
CODE = {
    "Q": "X @ Wq",
    "K": "{y} @ Wk",
    "V": "{y} @ Wv",
    "S": "Q{h} @ K{h}.T",
    "S_scaled": "S{h} / np.sqrt(Q{h}.shape[-1])",
    "S_masked": "np.where(mask, S{h}, -np.inf)",
    "S_biased": "S + B",
    "E": "np.exp(S{h})",
    "B": "-m * D",
    "Z": "E{h}.sum(axis=-1, keepdims=True)",
    "A": "softmax(S{h})",
    "O": "A{h} @ V{h}",
    "C": "np.hstack(heads)",
    "MH": "C @ Wo",
    "Wh": "H @ W.T",
    "Ws": "W @ s",
    "Uh": "H @ U.T",
    "pre": "Uh + Ws",
    "T": "np.tanh(Uh + Ws)",
    "e": "scores(s, H)",
    "alpha": "softmax(e)",
    "c": "alpha @ H",
    "Q_rot": "rotate(Q)",
    "K_rot": "rotate(K)",
    "cos": "np.cos(psi)",
    "sin": "np.sin(psi)",
    "X_res": "X + O",
    "mu": "R.mean(axis=-1, keepdims=True)",
    "X_centred": "R - mu",
    "var": "R.var(axis=-1, keepdims=True)",
    "sigma": "np.sqrt(var)",
    "X_norm": "layer_norm(R)",
}
SOFTMAX = """def softmax(x):
    e = np.exp(x)
    return e / e.sum(axis=-1, keepdims=True)
"""
CUT = {"Q": "Q[:, {cut}]", "K": "K[:, {cut}]", "V": "V[:, {cut}]"}  # of heads


def typed(paper: Paper, key: str) -> str:
    """The expression for a line."""
    head = head_of(key)
    form = CODE[base(key)]
    if head and base(key) in "QKV":
        cut = f"{2 * int(head) - 2}:{2 * int(head)}"
        form = CUT[base(key)] if base(key) in paper.inputs else f"({form})[:, {cut}]"
        return _in_case(paper, form.format(cut=cut, h="", y="X"))
    text = form.format(h=head, y="Y" if "Y" in paper.inputs else "X", cut="")
    text = _in_case(paper, text)
    return text.replace("np.", "torch.") if paper.kept.get("torch") else text


def _in_case(paper: Paper, text: str) -> str:
    """The letters of matrices as this writer types them."""
    if paper.once("case", "lower", "as they are", "as they are") != "lower":
        return text
    return re.sub(r"\b([QKVSAEZOCXYRHWU][qkvosh]?)(\d?)\b", lambda found: found[0].lower(), text)


def variable(paper: Paper, key: str) -> str:
    """The name of a line in a program."""
    name = {"S_scaled": "S", "S_masked": "S", "S_biased": "S", "X_res": "R", "X_norm": "Y"}.get(base(key), base(key))
    return _in_case(paper, name) + head_of(key)


# Inputs.


def literal(paper: Paper, key: str, start: str, close: str, indent: str) -> None:
    """An input typed as nested lists."""
    rows = paper.places(key)
    wrapped = paper.once("wrapped", True, False) and len(rows) > 1
    with paper.block():
        paper.say(start + ("[[" if len(rows) > 1 else "["))
        for i, places in enumerate(rows):
            if i:
                paper.say("],\n" + indent + " " * (len(start) + 1 - len(indent)) + "[" if wrapped else "], [")
            with paper.row(key):
                for number, place in enumerate(places):
                    paper.say(", " if number else "")
                    paper.entry(*place)
        paper.say(("]]" if len(rows) > 1 else "]") + close)


# Prints.


def as_numpy(paper: Paper, key: str) -> list[list[str]]:
    """The numbers as NumPy prints them: zeros at the end stripped, the point kept, blanks in their place."""
    rows = [[paper.text(*place) for place in row] for row in paper.places(key)]
    stripped = [[_short(text) for text in row] for row in rows]
    most = max(len(text.partition(".")[2]) for row in stripped for text in row)
    return [[_padded(text, most) for text in row] for row in stripped]


def _short(text: str) -> str:
    if text in ("-inf", "inf"):
        return text
    return text.rstrip("0") if "." in text else f"{text}."


def _padded(text: str, most: int) -> str:
    return text if "inf" in text else text + " " * (most - len(text.partition(".")[2]))


def numpy(paper: Paper, key: str, start: str = "", comma: str = "", close: str = "") -> None:
    """A NumPy print, or with commas the echo of an array."""
    shown = as_numpy(paper, key)
    width = max(len(text) for row in shown for text in row)
    rows = paper.places(key)
    with paper.block():
        paper.say(start + ("[[" if len(rows) > 1 else "["))
        for i, places in enumerate(rows):
            paper.say(f"]{comma}\n{' ' * len(start)} [" if i else "")
            with paper.row(paper.kept.get("named")):
                for number, place in enumerate(places):
                    text = shown[i][number]
                    paper.say((comma + " ") if number else "")
                    paper.say(" " * (width - len(text)))
                    paper.entry(*place, shown=text.rstrip())
                    paper.say(" " * (len(text) - len(text.rstrip())))
        paper.say(("]]" if len(rows) > 1 else "]") + close + "\n")


def echo(paper: Paper, key: str) -> None:
    """array([[1. , 2.5], ...])."""
    numpy(paper, key, "array(", ",", ")")


def fixed(paper: Paper, key: str) -> list[list[str]]:
    """The numbers with the same decimals each."""
    most = paper.work.places

    def full(text: str) -> str:
        whole, _, rest = text.partition(".")
        return text if "inf" in text else f"{whole}.{rest.ljust(most, '0')}"

    return [[full(paper.text(*place)) for place in row] for row in paper.places(key)]


def tensor(paper: Paper, key: str) -> None:
    """tensor([[1.0000, 2.5000], ...])."""
    shown = fixed(paper, key)
    width = max(len(text) for row in shown for text in row)
    _grid(paper, key, shown, ("tensor([[", "],\n        [", "]])\n"), ", ", [width] * len(shown[0]))


def _grid(
    paper: Paper, key: str, shown: list[list[str]], signs: tuple[str, str, str], between: str, widths: list[int]
) -> None:
    start, end, close = signs
    rows = paper.places(key)
    if len(rows) == 1:
        start, close = start.replace("[[", "["), close.replace("]]", "]")
    with paper.block():
        paper.say(start)
        for i, places in enumerate(rows):
            paper.say(end if i else "")
            with paper.row(paper.kept.get("named")):
                for number, place in enumerate(places):
                    paper.say(between if number else "")
                    paper.entry(*place, shown=shown[i][number], width=widths[number])
        paper.say(close)


def matlab(paper: Paper, key: str) -> None:
    """Columns of numbers after the name and an empty line."""
    shown = fixed(paper, key)
    _grid(paper, key, shown, ("\n   ", "\n   ", "\n\n"), "   ", [7] * len(shown[0]))


def pandas(paper: Paper, key: str) -> None:
    """A data frame: words or numbers before the rows and above the columns."""
    shown = fixed(paper, key)
    over = base(key) in ("S", "S_scaled", "S_masked", "S_biased", "E", "A") and paper.once("frame columns", True, False)
    rows = paper.places(key)
    heads = [token(paper, "K", j) if over else str(j) for j in range(len(rows[0]))]
    named = [token(paper, key, i) if paper.once("frame index", True, True, False) else str(i) for i in range(len(rows))]
    indent = max(map(len, named))
    sizes = [max(len(head), *(len(row[j]) for row in shown)) for j, head in enumerate(heads)]
    paper.say(
        " " * indent + "".join(f"  {head:>{size}}" for head, size in zip(heads, sizes, strict=True)) + "\n", "header"
    )
    with paper.block():
        for i, places in enumerate(rows):
            with paper.row(named[i]):
                paper.say(f"{named[i]:<{indent}}", "index")
                for number, place in enumerate(places):
                    paper.say("  ")
                    paper.entry(*place, shown=shown[i][number], width=sizes[number])
            paper.say("\n")


Print = Callable[[Paper, str], None]


def session(prints: tuple[Print, ...], fence: tuple[str, str], *, is_torch: bool = False) -> Callable[[Paper], None]:
    """An interactive session: inputs, and every line typed and echoed."""

    def write(paper: Paper) -> None:
        paper.kept["torch"] = is_torch
        show = paper.once("print", *prints)
        title(paper, "md" if fence[0] else "txt")
        paper.say(fence[0])
        paper.say(">>> import torch\n" if is_torch else ">>> import numpy as np\n")
        make = "torch.tensor(" if is_torch else "np.array("
        for key in paper.inputs:
            literal(paper, key, f">>> {variable(paper, key)} = {make}", ")\n", "... ")
        for key in paper.written:
            name = paper.kept["named"] = variable(paper, key)
            paper.heading(None)
            paper.say(f">>> {name} = {typed(paper, key)}", "code")
            paper.say(paper.once("echoed", "; ", "\n>>> ") + f"{name}\n", "code")
            show(paper, key)
        paper.say(fence[1])

    return write


def script(prints: tuple[Print, ...], fence: tuple[str, str]) -> Callable[[Paper], None]:
    """Inputs in one cell, then prints under headings or comments."""

    def write(paper: Paper) -> None:
        show = paper.once("print", *prints)
        title(paper)
        paper.say(fence[0].replace("```", "```python") if "```" in fence[0] else fence[0])
        for key in paper.inputs:
            literal(paper, key, f"{variable(paper, key)} = np.array(", ")\n", "")
        paper.say(fence[1] + "\n")
        for key in paper.written:
            text = f"{words(paper, key)}" if paper.once("print heads", True, False) else symbol(paper, key)
            paper.kept["named"] = symbol(paper, key)
            paper.say(f"**{text}**\n\n" if fence[0] else f"{text}\n", "heading")
            paper.heading(text)
            paper.say(fence[0])
            show(paper, key)
            paper.say(fence[1] + "\n")

    return write


def notebook(prints: tuple[Print, ...]) -> Callable[[Paper], None]:
    """A Jupyter notebook: markdown, code, and what the code prints."""

    def write(paper: Paper) -> None:
        show = paper.once("print", *prints)
        paper.cell("markdown")
        paper.say(f"# {paper.language.word('title', n=paper.numbers.randint(1, 9))}\n", "exercise")
        paper.cell("code")
        is_frame = show is pandas
        paper.say("import numpy as np\n" + ("import pandas as pd\n" if is_frame else "") + SOFTMAX, "code")
        for key in paper.inputs:
            literal(paper, key, f"{variable(paper, key)} = np.array(", ")\n", "")
        for key in paper.written:
            if paper.once("cell heads", True, False):
                paper.cell("markdown")
                text = words(paper, key) + (f" {head_of(key)}" if head_of(key) else "")
                paper.say(f"### {text}\n", "heading")
                paper.heading(text)
            paper.cell("code")
            name = paper.kept["named"] = variable(paper, key)
            shown = f"pd.DataFrame({name})" if is_frame else name
            paper.say(f"{name} = {typed(paper, key)}\nprint({shown})\n", "code")
            paper.cell("output")
            show(paper, key)

    return write


def matlab_session(paper: Paper) -> None:
    """The command window: inputs with semicolons, and every line as it is shown."""
    prompt = paper.once("prompt", ">> ", "", "octave:1> ")
    for key in paper.inputs:
        with paper.block():
            paper.say(f"{prompt}{variable(paper, key)} = [", "code")
            for i, places in enumerate(paper.places(key)):
                paper.say("; " if i else "")
                with paper.row(key):
                    for number, place in enumerate(places):
                        paper.say(" " if number else "")
                        paper.entry(*place)
            paper.say("];\n")
    for key in paper.written:
        name = paper.kept["named"] = variable(paper, key)
        code = typed(paper, key).replace("np.", "").replace(" @ ", "*").replace(".T", "'")
        code = re.sub(r"(\w+)\.shape\[-1\]", r"size(\1, 2)", code)
        paper.say(f"{prompt}{name} = {code}\n{name} =\n" if prompt else f"{name} =\n", "code")
        matlab(paper, key)

"""Vectors and matrices in LaTeX calculations: columns mixed, rows times matrices, arrows from matrix to matrix."""

from __future__ import annotations

from collections.abc import Callable

from .headings import caption, head, remark, title
from .latex import Environment
from .naming import letter, symbol, words
from .paper import Paper
from .terms import Place
from .work import base, head_of

ROUND = Environment(("pmatrix", "bmatrix", "array"))
OF_PAIR = ("S", "S_scaled", "S_masked", "E", "A")


def columns_mixed(paper: Paper) -> None:
    """o_1 = 0.5 (1 2)^T + 0.3 (3 4)^T = (..)^T in LaTeX, scores as a row times a column."""
    title(paper, "tex")
    for key in (*paper.inputs, *paper.written):
        head(paper, key, (r"\textbf{{{}}}" "\n\n", "### {}\n\n"))
        caption(paper, key, ("{}:\n\n", "**{}**\n\n"))
        leaves = _factors(paper, key)
        if leaves and base(key) in ("O", "S"):
            _products(paper, key, *leaves, how=_mixed if base(key) == "O" else _dotted)
        else:
            paper.say(f"$$ {symbol(paper, key, 'names')} = ", "name")
            ROUND(paper, key)
            paper.say(" $$\n\n")
        remark(paper)


def _factors(paper: Paper, key: str) -> tuple[str, str] | None:
    if key not in paper.work.calculation.records or key in paper.work.mistakes or paper.is_turned(key):
        return None
    expr = paper.work.calculation.records[key].expr
    leaves = [leaf.key for leaf in expr.lines()]
    is_known = expr.op == "matmul" and len(leaves) == 2 and not set(leaves) & paper.work.left_out
    return (leaves[0], leaves[1]) if is_known else None


def _products(paper: Paper, key: str, left: str, right: str, how: Callable[..., None]) -> None:
    for i in range(paper.shape(key)[0]):
        how(paper, key, left, right, i)
    paper.say("\n")


def _again(paper: Paper, key: str) -> Callable[[Place], None]:
    """Writes a number again as a factor."""
    return lambda place: paper.entry(*place, again=key)


def _mixed(paper: Paper, key: str, left: str, right: str, i: int) -> None:
    paper.say(f"$$ {letter(paper, key)}_{{{i + 1}}} = ", "index")
    again = _again(paper, key)
    for number, place in enumerate(paper.places(left)[i]):
        paper.plus(" + " if number else "")
        with paper.block():
            paper.entry(*place, again=key)
        paper.say(paper.once("mixed times", "", r" \cdot ", r"\,"))
        ROUND.rows(paper, [[one] for one in paper.places(right)[number]], None, again)
    paper.say(" = ")
    ROUND.rows(paper, [[one] for one in paper.places(key)[i]], f"{letter(paper, key)}_{{{i + 1}}}")
    paper.say(" $$\n\n")


def _dotted(paper: Paper, key: str, left: str, right: str, i: int) -> None:
    again = _again(paper, key)
    for j, place in enumerate(paper.places(key)[i]):
        label = rf"q_{i + 1}^\top k_{j + 1}"
        paper.say(f"$$ {label} = ", "index")
        ROUND.rows(paper, [paper.places(left)[i]], None, again)
        ROUND.rows(paper, [[one] for one in paper.places(right)[j]], None, again)
        with paper.block(), paper.row(label):
            paper.say(" = ")
            paper.entry(*place)
        paper.say(" $$\n\n")


def row_by_row(paper: Paper) -> None:
    """A program's aligned: & q_1 = x_1 W_Q = (row) (matrix) = (row) for each token."""
    title(paper)
    for key in (*paper.inputs, *paper.written):
        head(paper, key, ("### {}\n\n", "**{}**\n\n"))
        caption(paper, key, ("{}\n\n", "{}:\n\n", "### {}\n\n"))
        leaves, again = _factors(paper, key), _again(paper, key)
        if leaves is None or base(key) not in ("Q", "K", "V", "O", "MH"):
            paper.say(f"$$\n{symbol(paper, key)}=", "name")
            ROUND(paper, key)
            paper.say("\n$$\n\n")
            continue
        paper.say("$$\n\\begin{aligned}\n")
        for i, places in enumerate(paper.places(key)):
            label = f"{letter(paper, key)}_{{{i + 1}}}"
            paper.say(("& " if paper.once("ampersand", True, False) else "") + f"{label}=", "index")
            ROUND.rows(paper, [paper.places(leaves[0])[i]], None, again)
            if i == 0 or paper.once("matrix each time", True, False):
                ROUND.rows(paper, paper.places(leaves[1]), None, again)
            else:
                paper.say(symbol(paper, leaves[1], "names"))
            paper.say("=")
            ROUND.rows(paper, [places], label)
            paper.say(" \\\\\n")
        paper.say("\\end{aligned}\n$$\n\n")


def arrow_matrices(paper: Paper) -> None:
    """Matrices one after the other with \\xrightarrow between them, words above the arrows."""
    title(paper)
    done: set[str] = set()
    for key in (*paper.inputs, *paper.written):
        chain = [one for one in paper.written if base(one) in OF_PAIR and head_of(one) == head_of(key)]
        if key in done:
            continue
        head(paper, key, ("### {}\n\n", "**{}**\n\n"))
        paper.heading(None)
        paper.say(f"$$ {symbol(paper, key, 'names')} = ", "name")
        ROUND(paper, key)
        for one in chain[1:] if chain[:1] == [key] else ():
            done.add(one)
            text = words(paper, one).replace("$", "")
            text = text if "\\" in text or (base(one) == "S_scaled" and "sqrt" in text) else rf"\text{{{text}}}"
            paper.say(rf" \xrightarrow{{{text}}} ", "label")
            ROUND.rows(paper, paper.places(one), None)
        paper.say(" $$\n\n")

"""What people write who come from elsewhere: physics, statistics, linear algebra, lists within lists; and prompts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial

from .blocks import Flat, vector
from .calculated import is_product
from .code import literal
from .hands import LATEX, TYPED, addends, can_be_worked, cells, lines_of_page, result, working
from .headings import MARKDOWN, TEX, caption, title
from .latex import Environment
from .naming import WEIGHTS, root, symbol, token
from .paper import Paper, Part
from .terms import Place, products
from .turned import OF_PAIR
from .work import base

MATRIX = Environment(("pmatrix", "bmatrix"))
SINGLE = (*OF_PAIR, "Z")  # lines that are written entry by entry
LETTERS = {"S": "s", "S_scaled": r"\tilde s", "S_masked": r"\bar s", "E": "w", "Z": "Z", "A": "a", "O": "o"}
DOLLARS = (("$", "$\n\n$", "$\n\n"), ("\\[ ", " \\]\n\\[ ", " \\]\n"), ("$$", "$$\n$$", "$$\n\n"))
ALIGNED = [(f"\\begin{{{one}}}\n", " \\\\\n", f"\n\\end{{{one}}}\n") for one in ("align*", "gather*")]


def _label(key: str, i: int, j: int) -> str:
    """The letter of a line with its indices."""
    return f"{LETTERS.get(base(key), base(key).lower())}_{{{i + 1}{j + 1 if base(key) in OF_PAIR else ''}}}"


def _lines(paper: Paper) -> Iterator[str]:
    """All lines in turn, below captions as the kind of file has them."""
    sort, forms = ("tex", TEX[:3]) if paper.extension == "tex" else ("md", MARKDOWN)
    return lines_of_page(paper, lambda *_: True, sort, forms)


def _in_turn(paper: Paper, lines: Iterable[str], signs: Sequence[str], own: Callable[..., None]) -> None:
    """Lines between signs: matrices of weights as such, others by entries or rows as somebody writes them."""
    start, between, close = signs
    for key in lines:
        paper.say(start)
        if base(key) in WEIGHTS:
            paper.say(f"{symbol(paper, key, 'names')} = ", "name")
            MATRIX(paper, key)
        else:
            with paper.block():
                for number, place in enumerate(cells(paper, key, base(key) in SINGLE)):
                    paper.say(between if number else "")
                    own(paper, place)
        paper.say(close)


def _worked(paper: Paper, place: Place) -> None:
    """What an entry is calculated from, (1)(0) + (2)(1) where it is a sum of products, and the entry."""
    if not is_product(paper, place[0]):
        addends(paper, *place[:2])
        result(paper, place, LATEX)
        return
    for number, factors in enumerate(products(paper.work.calculation, *place), 1):
        paper.plus(" + " if number > 1 else "")
        for side, factor in enumerate(factors, 1):
            paper.say("(")
            paper.entry(*factor, part=Part(place, number, side))
            paper.say(")")
    paper.say(" = ")
    paper.entry(*place)


def _combined(paper: Paper, places: list[Place], names: Sequence[str], **more: str) -> None:
    """Numbers before names, their signs between them: 1 e_1 - 2 e_2."""
    for number, (place, name) in enumerate(zip(places, names, strict=False)):
        paper.plus("" if not number else " " if paper.text(*place).startswith("-") else " + ")
        paper.entry(*place, **more)
        paper.say(rf"\,{name}", "index")


def _equation(paper: Paper, place: Place, label: str, formula: str = "", units: Sequence[str] = ()) -> None:
    """An entry of pairs with what it is calculated from, or a row: an output after weights times names of values."""
    key, i, _ = place
    with paper.row(label):
        paper.say(f"{label} = {formula}", "index")
        if base(key) in SINGLE:
            _worked(paper, place)
            return
        if base(key) == "O" and is_product(paper, key):
            weights = paper.places("A")[i]
            names = [rf"\vec v_{j + 1}" if units else f"v_{j + 1}" for j in range(len(weights))]
            _combined(paper, weights, names, again=key)
            paper.say(" = ")
        if units:
            _combined(paper, paper.places(key)[i], units)
        else:
            vector(paper, paper.places(key)[i], paper.separator("tuple", ", ", r",\; ", "; "), ("(", ")"))


def unit_vectors(paper: Paper) -> None:
    r"""\vec q_1 = 1\,\hat\imath + 2\,\hat\jmath, and \vec q_1 \cdot \vec k_2 = (1)(0) + (2)(1) = 2."""
    widest = max(paper.shape(key)[1] for key in (*paper.inputs, "O"))
    units = [r"\hat\imath", r"\hat\jmath", r"\hat k"] if widest < 4 else [rf"\hat e_{j + 1}" for j in range(widest)]
    _in_turn(paper, _lines(paper), paper.once("dollars", *DOLLARS), partial(_of_physics, units))


def _of_physics(units: list[str], paper: Paper, place: Place) -> None:
    pair = rf"\vec q_{place[1] + 1} \cdot \vec k_{place[2] + 1}"
    label = pair if base(place[0]) == "S" else _label(*place) if base(place[0]) in SINGLE else rf"\vec {_label(*place)}"
    _equation(paper, place, label, units=units)


CHANCES = {"S": r"\ell({q}, {k})", "S_scaled": r"\ell'({q}, {k})", "S_masked": r"\ell''({q}, {k})", "Z": "Z({q})"}
CHANCES |= {"E": r"\tilde p({k} \mid {q})", "A": r"p({k} \mid {q})", "O": r"\mathbb{{E}}[v \mid {q}]"}


def probabilities(paper: Paper) -> None:
    r"""p(k_2 \mid q_1) = \frac{4.1}{12.4} = 0.33, and outputs as expectations of the values."""
    _in_turn(paper, _lines(paper), paper.once("aligned", *ALIGNED), _of_chances)


def _of_chances(paper: Paper, place: Place) -> None:
    key, i, j = place
    q, k = f"q_{i + 1}", f"k_{j + 1}"
    if paper.once("chances of words", True, False):
        q, k = rf"\text{{{token(paper, 'Q', i)}}}", rf"\text{{{token(paper, 'K', j)}}}"
    _equation(paper, place, CHANCES[base(key)].format(q=q, k=k) if base(key) in CHANCES else _label(*place))


def nested_items(paper: Paper) -> None:
    r"""An \item for each step, in it one for each row or entry, with sums over l and factors in parentheses."""
    name = paper.once("inner", "enumerate", "itemize", "enumerate")
    signs = (f"  \\begin{{{name}}}\n    \\item $", "$\n    \\item $", f"$\n  \\end{{{name}}}\n")
    _in_turn(paper, _items(paper), signs, _of_sums)


def _items(paper: Paper) -> Iterator[str]:
    title(paper, "tex")
    paper.say("\\begin{enumerate}\n")
    for key in (*paper.inputs, *paper.written):
        caption(paper, key, (r"\item \textbf{{{}.}}" "\n", r"\item \emph{{{}}}:" "\n", "\\item {}\n"))
        yield key
    paper.say("\\end{enumerate}\n")


def _of_sums(paper: Paper, place: Place) -> None:
    key, i, j = place
    letters = rf"\sum_{{l=1}}^{{{paper.shape('K')[1]}}} q_{{{i + 1}l}} k_{{{j + 1}l}} = "
    _equation(paper, place, _label(*place), letters if base(key) == "S" and is_product(paper, key) else "")


def diagonals(paper: Paper) -> None:
    r"""z = E \mathbf 1 and A = \operatorname{diag}(z)^{-1} E: sums as products with ones, shares by an inverse."""
    last = r"\bar S" if "S_masked" in paper.written else "S'" if "S_scaled" in paper.written else "S"
    own = {"S": r"S = QK^\top", "S_scaled": rf"S' = \tfrac{{1}}{{{root(paper)}}} S", "S_masked": r"\bar S = S' + M"}
    own |= {"E": rf"E = \exp[{last}]", "Z": r"z = E\,\mathbf{1}", "A": r"A = \operatorname{diag}(z)^{-1} E"}
    for key in _lines(paper):
        paper.say(f"\\[\n{own.get(key) or symbol(paper, key, 'names')} = ", "name")
        is_sum, is_share = key == "Z" and key not in paper.work.mistakes, key == "A" and can_be_worked(paper, key)
        if is_share:
            size = range(paper.shape("Z")[0])
            sums = [[("Z", i, j) for j in size] for i in size]
            MATRIX.rows(paper, sums, None, partial(_again, paper, "A"))
            paper.say("^{-1} ", "constant")
        if is_share or is_sum:
            MATRIX.rows(paper, paper.places("E"), None, partial(_again, paper, key))
        if is_sum:
            MATRIX.rows(paper, [[("Z", 0, 0)]] * paper.shape("E")[1], None, lambda _: paper.say("1", "constant"))
        paper.say(" = " if is_share or is_sum else "")
        MATRIX(paper, key)
        paper.say("\n\\]\n")


def _again(paper: Paper, step: str, place: Place) -> None:
    """A number of a step that is written again; nothing beside a diagonal."""
    if place[0] == "Z" and place[1] != place[2]:
        paper.say("0", "constant")
    else:
        paper.entry(*place[:2], 0 if place[0] == "Z" else place[2], again=step)


MATRICES = Flat((("(", ", ", " \\ ", ")"),))
MATA = {"Q": "X*Wq", "K": "{y}*Wk", "V": "{y}*Wv", "S": "Q*K'", "S_scaled": "S/sqrt(cols(Q))", "E": "exp({s})"}
MATA |= {"Z": "rowsum(E)", "A": "E:/Z", "O": "A*V"}


def mata(paper: Paper) -> None:
    """Matrices typed in Stata's Mata, (1, 2 \\ 3, 4), and its frames with numbers above and at the left."""
    paper.say(f". mata\n{'-' * 40} mata (type end to exit) {'-' * 6}\n")
    for key in paper.inputs:
        paper.heading(key)
        paper.kept["named"] = key
        paper.say(f": {key} = ", "code")
        MATRICES(paper, key)
    name = ""
    for key in paper.written:
        before, name = name, paper.once("scaled", "T", "S1", "Ss") if key == "S_scaled" else key
        code = MATA[key].format(y="Y" if "Y" in paper.inputs else "X", s=before)
        paper.heading(name)
        paper.say(f"\n: {name} = {code}\n: {name}\n", "code")
        _framed(paper, key)
    paper.say("\n: end\n")


def _framed(paper: Paper, key: str) -> None:
    rows = paper.places(key)
    wide = max(len(paper.text(*place)) for places in rows for place in places)
    paper.say(" " * 7 + "   ".join(f"{j + 1:>{wide}}" for j in range(len(rows[0]))) + "\n", "header")
    edge = "    +" + "-" * ((wide + 3) * len(rows[0]) + 1) + "+\n"
    paper.say(edge)
    with paper.block():
        for i, places in enumerate(rows):
            with paper.row(str(i + 1)):
                paper.say(f"  {i + 1} |", "index")
                for j, place in enumerate(places):
                    paper.say("   " if j else "  ")
                    paper.entry(*place, width=wide)
                paper.say("  |\n")
    paper.say(edge)


VARIABLES = {"S_scaled": "t", "A": "w"}
CALLS = {"S": "dots(q{i}, K)", "S_scaled": "scaled(s{i})", "E": "powers(t{i})", "Z": "total(e{i})", "A": "shares(e{i})"}


def pocket_calculator(paper: Paper) -> None:
    """IPython: for each row a list of calculations with the numbers put in, and Out[3]: [0.33, 0.67]."""
    paper.once("root", "sqrt({0})")
    paper.once("wrapped", False)
    places = paper.work.places
    paper.say("In [1]: from math import exp, sqrt\n\n", "code")
    paper.say(f"In [2]: %precision {places}\nOut[2]: '%.{places}f'\n\n", "code")
    for number, key in enumerate(paper.inputs, 3):
        paper.say(f"In [{number}]: ", "code")
        literal(paper, key, f"{key} = ", "\n\n", "")
    rows = [(key, i) for key in paper.written for i in range(paper.shape(key)[0])]
    for number, (key, i) in enumerate(rows, len(paper.inputs) + 3):
        name = f"{VARIABLES.get(key, key.lower())}{i + 1}"
        paper.say(f"In [{number}]: {name} = ", "code")
        _typed(paper, key, i)
        paper.say(f"; {name}\nOut[{number}]: ", "code")
        with paper.block(), paper.row(name):
            vector(paper, paper.places(key)[i], ", ", ("[", "]") if key != "Z" else ("", ""))
        paper.say("\n\n")


def _typed(paper: Paper, key: str, i: int) -> None:
    """What is typed for a row: its calculations, or a function of an own making."""
    if key == "Z" and key not in paper.work.mistakes:
        addends(paper, key, i, ", ", ("sum([", "])"))
    elif can_be_worked(paper, key):
        for j, place in enumerate(paper.places(key)[i]):
            paper.say(", " if j else "[")
            working(paper, place, TYPED)
        paper.say("]")
    else:
        paper.say(CALLS.get(key, "row({i})").format(i=i + 1), "code")

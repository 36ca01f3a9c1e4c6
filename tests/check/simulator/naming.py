"""What lines and rows are called on a page: by a name, as a formula, by a letter with an index, or in words."""

from __future__ import annotations

from .numerals import lowered
from .paper import Paper
from .work import base, head_of

# Of each line: names, formulas, the letters of its rows. {h} is the number of a head, {y} the second sequence.
SYMBOLS: dict[str, tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]] = {
    "Q": (("Q{h}",), ("X Wq{h}", "X*W_Q", "XW_Q{h}"), ("q",)),
    "K": (("K{h}",), ("{y} Wk{h}", "{y}*W_K", "{y}W_K{h}"), ("k",)),
    "V": (("V{h}",), ("{y} Wv{h}", "{y}*W_V", "{y}W_V{h}"), ("v",)),
    "S": (("S{h}", "scores{h}"), ("Q{h} K{h}^T", "QK^T", "Q*K'", "QKᵀ"), ("s", "dots")),
    "S_scaled": (("S'{h}", "S{h}/{r}", "scaled"), ("Q{h}K{h}^T/{r}", "QKᵀ/√d_k", "S/{r}"), ("s'", "s", "z")),
    "S_biased": (("S+B", "biased"), ("S' + B",), ("b", "s")),
    "B": (("B", "bias"), ("-m*|i-j|",), ("b",)),
    "S_masked": (("M(S)", "masked", "S_m{h}"), ("S' + M", "masked S"), ("m", "s")),
    "E": (("E{h}", "exp{h}"), ("exp(S')", "e^S'"), ("e", "exp")),
    "Z": (("Z{h}", "sums"), ("sum(E)", "row sums"), ("Z", "sum")),
    "A": (("A{h}", "P{h}", "W{h}"), ("softmax(S')", "softmax(QKᵀ/√d_k)", "softmax"), ("a", "w", "p")),
    "O": (("O{h}", "Z{h}", "Y{h}", "out{h}"), ("A{h} V{h}", "AV", "A*V"), ("o", "z", "y", "out")),
    "C": (("C", "concat"), ("[O1 O2]", "Concat(O1, O2)"), ("c", "cat")),
    "MH": (("MH", "Y", "out"), ("C W_O", "C Wo"), ("y", "out", "mh")),
    "Wh": (("Wh", "W h"), ("H W^T", "W·h"), ("Wh",)),
    "Ws": (("Ws", "W s"), ("W s", "W·s"), ("Ws",)),
    "Uh": (("Uh", "U h"), ("H U^T", "U·h"), ("Uh",)),
    "pre": (("Ws + Uh", "sum"), ("Ws + Uh",), ("a", "u")),
    "T": (("T", "tanh"), ("tanh(Ws + Uh)",), ("t", "tanh")),
    "e": (("e", "score"), ("s·h", "score(s, h)"), ("e",)),
    "alpha": (("α", "alpha", "a"), ("softmax(e)",), ("α", "a")),
    "c": (("c", "context"), ("Σ α h", "c"), ("c",)),
    "X": (("X",), ("X",), ("x",)),
    "Y": (("Y",), ("Y",), ("y",)),
    "H": (("H", "h"), ("H",), ("h",)),
    "Wq": (("Wq", "W_Q", "WQ", "W_q"), ("Wq",), ("wq",)),
    "Wk": (("Wk", "W_K", "WK", "W_k"), ("Wk",), ("wk",)),
    "Wv": (("Wv", "W_V", "WV", "W_v"), ("Wv",), ("wv",)),
    "Wo": (("Wo", "W_O", "WO", "W_o"), ("Wo",), ("wo",)),
    "s": (("s",), ("s",), ("s",)),
    "v": (("v",), ("v",), ("v",)),
    "W": (("W",), ("W",), ("W",)),
    "U": (("U",), ("U",), ("U",)),
    "Q_rot": (("Q'", "Q_rot"), ("R Q", "rot(Q)"), ("q'",)),
    "K_rot": (("K'", "K_rot"), ("R K", "rot(K)"), ("k'",)),
    "cos": (("cos",), ("cos",), ("cos",)),
    "sin": (("sin",), ("sin",), ("sin",)),
    "X_res": (("R", "X + O"), ("X + AX", "X + O"), ("r",)),
    "mu": (("mu", "mean"), ("mean",), ("mu",)),
    "X_centred": (("R - mean", "centred"), ("R - mu",), ("d",)),
    "var": (("var",), ("var",), ("var",)),
    "sigma": (("std", "sigma"), ("sqrt(var)",), ("std",)),
    "X_norm": (("LN", "Y"), ("LN(X + O)", "(R - mu)/std"), ("y",)),
}
# The same as formulas in LaTeX.
LATEX = {
    "Q": ("Q{h}", "X W_Q{h}", "X W^Q"),
    "K": ("K{h}", "{y} W_K{h}", "{y} W^K"),
    "V": ("V{h}", "{y} W_V{h}", "{y} W^V"),
    "S": ("S{h}", "Q{h} K{h}^T", r"QK^\top", r"Q K^{{T}}"),
    "S_scaled": (r"\frac{{QK^T}}{{\sqrt{{d_k}}}}", r"\frac{{S{h}}}{{{r}}}", r"\tilde S{h}", r"S{h} / {r}"),
    "S_biased": ("S + B",),
    "S_masked": (r"\tilde{{S}}{h}", r"S' + M", r"S_{{\text{{mask}}}}"),
    "E": ("E{h}", r"\exp(S{h})", r"e^{{S{h}}}"),
    "Z": (r"\sum_j E_{{ij}}", "Z{h}"),
    "A": ("A{h}", r"\text{{softmax}}(S{h})", r"\operatorname{{softmax}}\left(\frac{{QK^T}}{{\sqrt{{d_k}}}}\right)"),
    "O": ("O{h}", "A{h} V{h}", r"\text{{Attention}}(Q,K,V)", "Z{h}"),
    "C": (r"\text{{Concat}}(O_1, O_2)", "C"),
    "MH": (r"\text{{MultiHead}}", "C W_O", "C W^O"),
    "Wh": ("H W^T", "Wh"),
    "Ws": ("W s", "Ws"),
    "Uh": ("H U^T", "Uh"),
    "pre": ("W s + U h",),
    "T": (r"\tanh(W s + U h)",),
    "e": ("e", r"\text{{score}}(s, h)"),
    "alpha": (r"\alpha", r"\text{{softmax}}(e)"),
    "c": ("c", r"\sum_i \alpha_i h_i"),
    "H": ("H", "h"),
    "Wq": ("W_Q", "W^Q", "W_q"),
    "Wk": ("W_K", "W^K", "W_k"),
    "Wv": ("W_V", "W^V", "W_v"),
    "Wo": ("W_O", "W^O"),
    "Q_rot": (r"\tilde Q",),
    "K_rot": (r"\tilde K",),
    "cos": (r"\cos\psi",),
    "sin": (r"\sin\psi",),
    "X_res": ("X + O",),
    "mu": (r"\mu",),
    "X_centred": (r"R - \mu",),
    "var": (r"\sigma^2",),
    "sigma": (r"\sigma",),
    "X_norm": (r"\text{{LN}}(X + O)",),
}
KEYS_ROWS = ("K", "V", "Y", "H", "Wh", "Uh", "pre", "T", "K_rot")  # lines with a row for each key
STATES = ("H", "Wh", "Uh", "pre", "T")
WEIGHTS = ("Wq", "Wk", "Wv", "Wo", "W", "U")
LABELS = {
    "none": "",
    "word": "{word}",
    "brackets": "{letter}[{zero}]",
    "index": "{letter}_{i}",
    "digit": "{letter}{i}",
    "lowered": "{letter}{low}",
    "math": "${letter}_{i}$",
    "token": "{token}",
    "quoted": "'{token}'",
    "bold": "**{token}**",
    "both": "{letter}{i} ({token})",
    "italic": "*{token}*",
    "number": "{i}",
    "zero": "{zero}",
    "place": "{letter}({i},:)",
}


def root(paper: Paper) -> str:
    """How the root of d_k is written."""
    known = paper.work.calculation.truth
    size = str(int(known["d_k"].flat[0].p)) if "d_k" in known else "d_k"
    if paper.numerals.is_latex:
        return rf"\sqrt{{{size}}}"
    return str(paper.once("root", "√{0}", "sqrt({0})", "√{0}", "√d_k")).format(size)


def symbol(paper: Paper, key: str, sort: str | None = None) -> str:
    """A line's name or its formula."""
    sort = sort or paper.once("symbols", "names", "names", "formulas")
    names, formulas, _ = SYMBOLS[base(key)]
    if paper.numerals.is_latex:
        options = LATEX.get(base(key), names)
        options = options[:1] if sort == "names" else options[1:] or options
    else:
        options = names if sort == "names" else formulas
    if paper.is_turned(key) and sort != "names" and base(key) in TURNED:
        options = (TURNED[base(key)],)
    if "X" not in paper.inputs and sort != "names" and base(key) in "QKV":
        options = names  # of heads that are cut out of given matrices
    text = paper.once(f"symbol {sort} {base(key)}", *options)
    second = "Y" if "Y" in paper.inputs else "X"
    return text.format(h=_head(paper, key), y=second, r=root(paper))


TURNED = {"Q": "W_Q X", "K": "W_K X", "V": "W_V X", "S": "K^T Q", "O": "V A", "A": "softmax"}


def _head(paper: Paper, key: str) -> str:
    head = head_of(key)
    if not head or not paper.once("heads in names", True, True, False):
        return ""
    return str(paper.once("head", "_{}", "{}", "_{}") if not paper.numerals.is_latex else "_{}").format(head)


def words(paper: Paper, key: str) -> str:
    """A line in words."""
    text = root(paper)
    return paper.language.line(base(key), f"${text}$" if paper.numerals.is_latex else text)


def tokens(paper: Paper, key: str) -> list[str]:
    """The words that the rows of a line stand for."""
    return paper.language.tokens("Y" in paper.inputs and base(key) not in KEYS_ROWS)


def letter(paper: Paper, key: str) -> str:
    """The letter of a line's rows."""
    return str(paper.once(f"letter {base(key)}", *SYMBOLS[base(key)][2]))


def row_label(paper: Paper, key: str, i: int, sort: str) -> str:
    """What stands before a row."""
    if paper.work.calculation.truth[key].shape == (paper.shape(key)[1],) or (
        paper.shape(key)[0] == 1 and sort == "word"
    ):
        return "" if sort == "none" else symbol(paper, key, "names")
    if base(key) in WEIGHTS or paper.is_turned(key):
        sort = "none" if sort != "word" or paper.language.name != "en" else sort
    word = _word(paper, key, i)
    known = tokens(paper, key)
    parts = {
        "word": word,
        "letter": letter(paper, key),
        "i": i + 1,
        "zero": i,
        "low": lowered(i + 1),
        "token": known[i % len(known)],
    }
    return LABELS[sort].format(**parts)


def _word(paper: Paper, key: str, i: int) -> str:
    """A row in words: a state, a query, a token, or just a row."""
    if base(key) in WEIGHTS:
        return paper.language.plain_row(i + 1)
    asks = base(key) in ("Q", "S", "S_scaled", "S_biased", "S_masked", "E", "Z", "A", "O")
    name = "state" if base(key) in STATES else "ask" if asks and paper.once("asks", True, False) else "row"
    return paper.language.word(name, i=i + 1)


def token(paper: Paper, key: str, i: int) -> str:
    """The word that a row stands for."""
    known = tokens(paper, key)
    return known[i % len(known)]

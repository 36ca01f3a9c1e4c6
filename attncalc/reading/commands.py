r"""What the commands of LaTeX, and the signs between the sides of a chain, mean on a page of answers."""

from __future__ import annotations


def words_of(text: str) -> frozenset[str]:
    """The words of a text, as a set."""
    return frozenset(text.split())


# The sign, as it is kept, for every way to write it.
SIGNS = {
    "==": "=", ":=": "=", "=:": "=", "=~": "≈", "=≈": "≈", "≈≈": "≈", "≈~": "≈", "~=": "≈", "~": "≈", "∼": "≈",
    "≃": "≈", "≅": "≈", "≐": "≈", "≡": "=", "→": "->", "-->": "->", "⟶": "->", "↦": "->", "⇒": "=>", "⟹": "=>",
    "<=>": "=>", "⇔": "=>", "&approx;": "≈", "&lt;": "<", "&gt;": ">", "<--": "<-", "←": "<-", "≤": "<=", "≥": ">=",
}  # a kind of command a row  # fmt: skip

_SIGNS = {
    "=": "eq equiv coloneqq",
    "≈": "approx simeq cong doteq sim thickapprox fallingdotseq",
    "->": "to rightarrow longrightarrow mapsto longmapsto xrightarrow leadsto rightsquigarrow",
    "=>": "Rightarrow implies Longrightarrow iff Leftrightarrow therefore Longleftrightarrow",
    "<-": "leftarrow gets longleftarrow",
    "<": "lt ll",
    ">": "gt gg",
    "<=": "le leq leqslant",
    ">=": "ge geq geqslant",
    "≠": "ne neq",
    "∈": "in",
    "∝": "propto",
}
_OPERATORS = {"*": "cdot times ast bullet star odot circ otimes", "/": "div", "±": "pm mp"}
_KINDS = {
    "space": "left right big Big bigg Bigg bigl bigr Bigl Bigr biggl biggr Biggl Biggr middle displaystyle textstyle"
    " scriptstyle limits nolimits nonumber notag hline toprule midrule bottomrule hdashline hfill centering smallskip"
    " medskip bigskip noindent thinspace enspace negthinspace item bfseries itshape rm bf it large Large small"
    " normalsize",
    "quad": "quad qquad hspace",
    "dress": "mathbf mathit mathsf mathtt mathcal bm boldsymbol underline overline hat bar vec widehat mathop textbf"
    " textit emph texttt boxed fbox underbrace overbrace framebox Aboxed mathbb tilde widetilde mathrm ensuremath"
    " mathord mathnormal pmb uuline uwave textsf textrm textsc ket bra cancel xcancel bcancel sout st del",
    "colour": "textcolor color colorbox bbox",
    "text": "text mbox operatorname hbox textnormal",
    "drop": "label tag ref eqref cite cline vspace hphantom vphantom multicolumn section subsection caption title",
    "blank": "ldots dots cdots vdots ddots dotsc dotsb square Box phantom hdots",
    "fraction": "frac dfrac tfrac cfrac nicefrac sfrac",
    "root": "sqrt",
    "turn": "top intercal mathsfT transp prime",
    "word": "exp ln log sin cos tan tanh sinh cosh max min arg argmax det softmax sigmoid",
    "big": "sum prod int bigoplus bigcup",
    "bar": "vert lvert rvert Vert lVert rVert mid parallel",
    "open": "langle lbrack lbrace lparen",
    "close": "rangle rbrack rbrace rparen",
    "infinity": "infty",
    "braced": "matrix pmatrix bmatrix Bmatrix vmatrix Vmatrix smallmatrix bordermatrix",
}
_BRACKETS = {
    "langle": "⟨",
    "rangle": "⟩",
    "lbrack": "[",
    "rbrack": "]",
    "lbrace": "{",
    "rbrace": "}",
    "lparen": "(",
    "rparen": ")",
}

COMMANDS: dict[str, tuple[str, str]] = {
    **{name: (kind, _BRACKETS.get(name, "")) for kind, names in _KINDS.items() for name in names.split()},
    **{name: ("sign", sign) for sign, names in _SIGNS.items() for name in names.split()},
    **{name: ("op", sign) for sign, names in _OPERATORS.items() for name in names.split()},
}

FUNCTIONS = words_of("softmax sqrt exp tanh ln log sin cos tan sinh cosh sigmoid relu gelu concat")
DECORATED = {"tilde", "widetilde", "hat", "widehat", "bar", "overline"}
STRUCK = {"cancel", "xcancel", "bcancel", "sout", "st", "del"}
BOXED = {"boxed", "fbox", "framebox", "Aboxed", "colorbox", "bbox"}
LINES = words_of(
    "aligned split gathered align alignat equation gather multline eqnarray displaymath math flalign dmath "
    "document center itemize enumerate quote solution proof subequations alignedat"
)

"""Spellings of operations entry by entry."""

from __future__ import annotations

from attncalc.render.xlsx.spelling import ATOM, POWER, PRODUCT, SIGN, SUM, Spelling, Template

OVER = Template("{0}/{1}", PRODUCT, (PRODUCT, POWER))
PLUS = Template("{0}+{1}", SUM, (SUM, SUM))
CUBIC = "SQRT(2/PI())*({0}+0.044715*{0}^3)"


def _function(name: str, *hidden: str) -> Template:
    return Template(f"{name}({{0}})", hidden=hidden)


FUNCTIONS: dict[str, Template] = {
    "sqrt": _function("SQRT"),
    "abs": _function("ABS"),
    "ln": _function("LN"),
    "log": _function("LN"),
    "log₂": Template("LOG({0},2)"),
    "exp": _function("EXP", "0"),
    "sin": _function("SIN"),
    "cos": _function("COS"),
    "tan": _function("TAN"),
    "tanh": _function("TANH"),
    "sign": _function("SIGN"),
    "sin°": Template("SIN(RADIANS({0}))"),
    "cos°": Template("COS(RADIANS({0}))"),
    "σ": Template("1/(1+EXP(-{0}))", PRODUCT, (ATOM,)),
    "ReLU": Template("MAX(0,{0})", many="IF({0}>0,{0},0)", asks=(SUM,)),
    "ELU": Template("IF({0}>0,{0},EXP({0})-1)", asks=(SUM,)),
    "elu+1": Template("IF({0}>0,{0}+1,EXP({0}))", asks=(SUM,)),
    "SiLU": Template("{0}/(1+EXP(-{0}))", PRODUCT, (ATOM,)),
    "softplus": Template("LN(1+EXP({0}))"),
    "step": Template("IF({0}>0,1,0)", asks=(SUM,)),
    "GELU": Template("{0}*NORMSDIST({0})", PRODUCT, (PRODUCT,)),
    "GELU'": Template("NORMSDIST({0})+{0}*NORMDIST({0},0,1,FALSE)", SUM, (PRODUCT,)),
    "GELU_tanh": Template(f"{{0}}*(1+TANH({CUBIC}))/2", PRODUCT, (ATOM,)),
    "GELU_tanh'": Template(
        f"(1+TANH({CUBIC}))/2+{{0}}*(1-TANH({CUBIC})^2)/2*SQRT(2/PI())*(1+0.134145*{{0}}^2)", SUM, (ATOM,)
    ),
    "p ln p": Template("IF({0}=0,0,{0}*LN({0}))", asks=(PRODUCT,)),
    "p log₂ p": Template("IF({0}=0,0,{0}*LOG({0},2))", asks=(PRODUCT,)),
}
ELEMENTWISE: dict[str, Spelling] = {
    **FUNCTIONS,
    "add": PLUS,
    "masked": PLUS,
    "subtract": Template("{0}-{1}", SUM, (SUM, PRODUCT)),
    "times": Template("{1}*{0}", PRODUCT, (PRODUCT, PRODUCT)),
    "hadamard": Template("{0}*{1}", PRODUCT, (PRODUCT, PRODUCT)),
    "over": OVER,
    "minus": Template("-{0}", SIGN, (ATOM,)),
    "square": Template("{0}^2", POWER, (ATOM,)),
    "power": Template("{0}^{1}", POWER, (ATOM, ATOM), hidden=("", "0")),
    "kept": Template("{0}", asks=(ATOM,), hidden=("0",)),
    "seen": Template("{0}", asks=(ATOM,), hidden=("", "0")),
    "LeakyReLU": Template("IF({0}>0,{0},{1}*{0})", asks=(PRODUCT, PRODUCT)),
    "p ln q": Template("IF({0}=0,0,{0}*LN({1}))", asks=(PRODUCT, 0)),
    "smaller": Template("MIN({0},{1})", many="IF({0}<{1},{0},{1})", asks=(SUM, SUM)),
    "larger": Template("MAX({0},{1})", many="IF({0}>{1},{0},{1})", asks=(SUM, SUM), hidden=("{1}", "{0}")),
    "above": Template("IF({0}>{1},1,0)", asks=(SUM, SUM), hidden=("0", "1")),
}

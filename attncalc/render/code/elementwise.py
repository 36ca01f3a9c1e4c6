"""Spellings of operations entry by entry."""

from __future__ import annotations

from attncalc.render.code.spelling import ATOM, POWER, PRODUCT, SIGN, SUM, Spelling, same

INFIX = (PRODUCT, SIGN)


def _function(numpy: str, torch: str) -> Spelling:
    return Spelling(f"{numpy}({{0}})", f"{torch}({{0}})")


ELEMENTWISE: dict[str, Spelling] = {
    "add": same("{0} + {1}", SUM, (SUM, SUM)),
    "masked": same("{0} + {1}", SUM, (SUM, SUM)),
    "subtract": same("{0} - {1}", SUM, (SUM, PRODUCT)),
    "times": same("{1} * {0}", PRODUCT, (SIGN, PRODUCT)),
    "over": same("{0} / {1}", PRODUCT, INFIX),
    "share": same("{0} / {1}", PRODUCT, INFIX),
    "share down": same("{0} / {1}", PRODUCT, INFIX),
    "hadamard": same("{0} * {1}", PRODUCT, (SIGN, SIGN)),
    "minus": same("-{0}", SIGN, (SIGN,)),
    "square": same("{0} ** 2", POWER, (ATOM,)),
    "power": same("{0} ** {1}", POWER, (ATOM, SIGN)),
    "sqrt": same("np.sqrt({0})"),
    "abs": same("np.abs({0})"),
    "exp": same("np.exp({0})"),
    "ln": same("np.log({0})"),
    "log₂": same("np.log2({0})"),
    "sin": same("np.sin({0})"),
    "cos": same("np.cos({0})"),
    "tanh": same("np.tanh({0})"),
    "sin°": same("np.sin(np.deg2rad({0}))"),
    "cos°": same("np.cos(np.deg2rad({0}))"),
    "σ": _function("sigmoid", "torch.sigmoid"),
    "ReLU": Spelling("np.maximum({0}, 0)", "torch.relu({0})"),
    "ELU": _function("elu", "F.elu"),
    "elu+1": Spelling("elu({0}) + 1", "F.elu({0}) + 1", SUM),
    "SiLU": _function("silu", "F.silu"),
    "softplus": Spelling("np.logaddexp(0, {0})", "F.softplus({0})"),
    "GELU": _function("gelu", "F.gelu"),
    "GELU_tanh": Spelling("gelu_tanh({0})", 'F.gelu({0}, approximate="tanh")'),
    "LeakyReLU": Spelling("leaky_relu({0}, {1})", "F.leaky_relu({0}, {1})"),
    "step": Spelling("({0} > 0).astype(float)", "({0} > 0).double()", ATOM, (SUM,)),
    "p ln p": Spelling("xlogy({0}, {0})", "torch.xlogy({0}, {0})"),
    "p log₂ p": Spelling("xlogy({0}, {0}) / np.log(2)", "torch.xlogy({0}, {0}) / math.log(2)", PRODUCT),
    "p ln q": Spelling("xlogy({0}, {1})", "torch.xlogy({0}, {1})"),
    "smaller": Spelling("np.minimum({0}, {1})", "torch.where({0} < {1}, {0}, {1})", ATOM, (SUM, SUM)),
    "larger": Spelling("np.maximum({0}, {1})", "torch.where({0} > {1}, {0}, {1})", ATOM, (SUM, SUM)),
    "kept": Spelling("np.where(np.isinf({0}), 0, {0})", "{0}.masked_fill({0}.isinf(), 0)", ATOM, (ATOM,)),
}

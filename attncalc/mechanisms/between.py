"""What happens between scores and weights: written once, passed on whole by every mechanism that attends.

In this order, and a line that does nothing is left out: a table added before scaling, the scale, a soft cap, a
bias, masks, a temperature, softmax.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import reduce
from operator import add
from typing import ClassVar

from attncalc.errors import InputError, Place
from attncalc.mechanisms.by_label import QUERIES, read_queries
from attncalc.mechanisms.masks import MASK, WINDOW, Mask, read_masks, read_padding, read_window
from attncalc.mechanisms.softmax import SOFTMAX, Softmax
from attncalc.mechanisms.tables import bias_table, check_rows, mask_table
from attncalc.problem.matrix import Matrix, read_sized
from attncalc.problem.problem import Option
from attncalc.problem.schema import MATRIX, NUMBER, TABLE, Setting, any_of, one_of
from attncalc.problem.signature import OF_SCORES
from attncalc.problem.tree import Node as Tree
from attncalc.problem.tree import Scalar
from attncalc.reading.number import Node
from attncalc.worksheet.recorder import Recorder
from attncalc.worksheet.tensor import Tensor, any_masked, masked, tanh

SQRT_D_K = Node("call", "sqrt", (Node("name", "d_k"),))
OPTIONS = {
    "scale": Setting(
        "what the scores are multiplied by: none, 1/3, or a formula in the sizes",
        any_of(one_of("none"), NUMBER),
        "none",
        "1/sqrt(d_k)",
    ),
    "divide-by": Setting("what the scores are divided by, instead of a scale", NUMBER, "sqrt(d_k)"),
    "softcap": Setting("c in c·tanh(S/c), which caps large scores", NUMBER, "2"),
    "bias": Setting("a table added to the scaled scores", MATRIX, ("n", "m")),
    "mask": Setting(
        "who sees whom: causal, strictly-causal, not-self, {sliding: 1}, a table, or a list of these",
        MASK,
        "causal",
        "none",
    ),
    "mask-means": Setting(
        "what 1 in a table of 0 and 1 does: keep, which is meant unless said otherwise, or hide",
        one_of("keep", "hide"),
        "keep",
    ),
    "padding": Setting("for each key, 1 if it is real and 0 if it is not", TABLE, ("m",)),
    "window": Setting("the keys seen on each side, besides the query's own", WINDOW, "{left: 1, right: 0}"),
    "temperature": Setting("what the masked scores are divided by", NUMBER, "2"),
    "softmax": Setting(
        "another base; {exp: {2: 7.39}}, prescribed exponentials; sum, shares of the plain sum", SOFTMAX, "{base: 2}"
    ),
    "masked-rows": Setting(
        "the weights of a query that sees no key: error or zero", one_of("error", "zero"), "zero", "error"
    ),
    "queries": Setting("the rows to work out, by number or by label; all unless said otherwise", QUERIES, "[1]"),
}


@dataclass(frozen=True)
class Between:
    """The options between scores and weights."""

    scale: Scalar | None = None
    divide_by: Scalar | None = None
    softcap: Scalar | None = None
    bias: Matrix | None = None
    masks: tuple[Mask, ...] = ()
    temperature: Scalar | None = None
    softmax: Softmax = field(default_factory=Softmax)
    zero_rows: bool = False
    queries: tuple[int, ...] | None = None
    queries_place: Place | None = None
    own_bias: Tensor | None = None
    own_mask: Tensor | None = None
    scales: bool = True
    number: tuple[int, ...] = ()

    OPTIONS: ClassVar[Mapping[str, Setting]] = OPTIONS

    @classmethod
    def read(cls, options: Mapping[str, Option], given: Mapping[str, Matrix], symbols: tuple[str, ...]) -> Between:
        """The options as they were written; raises InputError at one that cannot be meant."""
        value = {key: option.value for key, option in options.items()}
        columns = _is(options, "tokens", "rows", "columns")
        if "scale" in value and "divide-by" in value:
            raise InputError("scale and divide-by say the same thing twice", place=options["divide-by"].place)
        hide = _is(options, "mask-means", "keep", "hide")
        masks = read_masks(value["mask"], hide, symbols) if "mask" in value else []
        masks += [read_padding(value["padding"], hide)] if "padding" in value else []
        masks += [read_window(value["window"])] if "window" in value else []
        bias = read_sized(value["bias"], "the bias", symbols, infinite=True) if "bias" in value else None
        return cls(
            scale=_scalar(value, "scale"),
            divide_by=_scalar(value, "divide-by"),
            softcap=_scalar(value, "softcap"),
            bias=bias.transposed if bias and columns else bias,
            masks=tuple(mask.mirrored() if columns else mask for mask in masks),
            temperature=_scalar(value, "temperature"),
            softmax=Softmax.read(value.get("softmax"), symbols),
            zero_rows=_is(options, "masked-rows", "error", "zero"),
            queries=read_queries(value["queries"]) if "queries" in value else None,
            queries_place=value["queries"].place if "queries" in value else None,
        )

    @property
    def sizes(self) -> dict[str, int]:
        """No size follows from these options."""
        return {}

    @property
    def in_force(self) -> dict[str, str]:
        """The defaults, which what is written overrides."""
        held = {key: setting.default for key, setting in self.OPTIONS.items() if setting.default}
        return {key: text for key, text in held.items() if not (key == "scale" and self.divide_by)}

    def biased(self, B: Tensor) -> Between:
        """The same with a mechanism's own bias on the scaled scores."""
        return replace(self, own_bias=B)

    def masked_by(self, M: Tensor) -> Between:
        """The same with a mechanism's own mask, of 0 and -inf, before those of the options."""
        return replace(self, own_mask=M)

    def numbered(self, number: int) -> Between:
        """The same with a number for its table M, where a mechanism has several."""
        return replace(self, number=(number,))

    def unscaled(self) -> Between:
        """The same without scaling, unless the problem asks for it."""
        return replace(self, scales=False)

    def asked(self, Q: Tensor) -> Tensor:
        """The queries that are to be worked out."""
        if self.queries is None:
            return Q
        if Q.shape[0] is not None and max(self.queries) > Q.shape[0]:
            count = "there is one" if Q.shape[0] == 1 else f"there are {Q.shape[0]}"
            raise InputError(f"there is no query {max(self.queries)}; {count}", place=self.queries_place)
        return Q.rows(self.queries)

    def weights(self, w: Recorder, S: Tensor) -> Tensor:
        """The weights A of scores S, or α of one row of them; each line on the way is a step."""
        return self.softmax.weights(w, self.checked(w, self.ready(w, S)), "A" if len(S.axes) > 1 else "alpha")

    def checked(self, w: Recorder, S: Tensor) -> Tensor:
        """The scores; raises InputError at a row with every key masked, unless such rows are to be 0."""
        if not self.zero_rows:
            check_rows(w, S, self.masks)
        return S

    def ready(self, w: Recorder, S: Tensor) -> Tensor:
        """The scores as softmax takes them, each line on the way a step; any of them may be given in its place."""
        stages = (self._premasked, self.scaled, self._capped, self._biased, self._masked, self._tempered)
        for line, stage in zip(OF_SCORES, stages, strict=True):
            before, name = S, of_scores(S, line)
            S = stage(w, S)
            if S is before and w.is_given(name):
                S = w.step(name, S, "The scores from which the work starts.")
        return S

    def _premasked(self, w: Recorder, S: Tensor) -> Tensor:
        early = [mask for mask in self.masks if mask.before_scaling]
        if not early:
            return S
        M = mask_table(w, S, early, self._number_of(early))
        return w.step(of_scores(S, "premasked"), masked(S, M), "A table is added before the scores are scaled.")

    def _capped(self, w: Recorder, S: Tensor) -> Tensor:
        if self.softcap is None:
            return S
        c = _positive(w, self.softcap, "softcap")
        if any_masked(S):
            raise InputError(
                "softcap cannot cap a masked score",
                place=self.softcap.place,
                hint="Give the mask as an option: it comes after the cap.",
            )
        return w.step(of_scores(S, "capped"), tanh(S / c) * c, "Large scores are capped softly.")

    def _biased(self, w: Recorder, S: Tensor) -> Tensor:
        biases = [self._of_asked(S, self.own_bias)] if self.own_bias is not None else []
        biases += [bias_table(w, S, self.bias)] if self.bias is not None else []
        if not biases:
            return S
        return w.step(of_scores(S, "biased"), reduce(add, biases, S), "A bias is added to the scores.")

    def _masked(self, w: Recorder, S: Tensor) -> Tensor:
        late = [mask for mask in self.masks if not mask.before_scaling]
        tables = [self._of_asked(S, self.own_mask)] if self.own_mask is not None else []
        tables += [mask_table(w, S, late, self._number_of(late))] if late else []
        if not tables:
            return S
        says = "Masked pairs are taken out: their weight will be 0."
        return w.step(of_scores(S, "masked"), reduce(masked, tables, S), says)

    def _tempered(self, w: Recorder, S: Tensor) -> Tensor:
        if self.temperature is None:
            return S
        T = _positive(w, self.temperature, "temperature")
        says = "A temperature above 1 evens the weights out, below 1 sharpens them."
        return w.step(of_scores(S, "tempered"), S / T, says)

    def _of_asked(self, S: Tensor, table: Tensor) -> Tensor:
        """A mechanism's own table of all queries, or its rows of those that are asked."""
        return table if table.shape[0] == S.shape[0] else self.asked(table)

    def scaled(self, w: Recorder, S: Tensor) -> Tensor:
        """The scores, scaled: a step unless the scale is 1."""
        says = "Scaling keeps the scores from growing with the number of features."
        if not (self.scales or self.scale or self.divide_by):
            return S
        if self.scale is not None and self.scale.text.strip().lower() in ("none", "no", "off", "false"):
            return S
        tree = w.tree(self.scale) if self.scale else None
        if tree is None or (tree.kind == "/" and tree.args[0] == Node("number", "1")):
            divisor = SQRT_D_K if tree is None else tree.args[1]
            divisor = w.tree(self.divide_by) if self.divide_by else divisor
            c = w.constant(divisor, _place(self.scale or self.divide_by), needed=not S.absent)
        else:
            c = w.constant(tree, _place(self.scale), needed=not S.absent)
        if c.value is None:
            return S
        if w.arithmetic.is_number(c.value, 1):
            if c.expr.params[0] == SQRT_D_K:
                w.note("√d_k is 1, so that scaling changes nothing.")
            return S
        if w.arithmetic.is_number(c.value, 0):
            key = "scale" if self.scale else "divide-by"
            why = "0 makes every score 0" if tree is not None and c.expr.params[0] == tree else "it divides by 0"
            raise InputError(f"{key}: {why}", place=_place(self.scale or self.divide_by))
        if not S.absent and not w.arithmetic.is_positive(c.value) and any_masked(S):
            raise InputError("a negative scale would turn -inf into +inf", place=_place(self.scale or self.divide_by))
        divides = tree is None or c.expr.params[0] != tree
        if not divides and self.scale:
            self._note_factor(w, c, self.scale.text.strip())
        return w.step(of_scores(S, "scaled"), S / c if divides else S * c, says)

    @staticmethod
    def _note_factor(w: Recorder, c: Tensor, text: str) -> None:
        """A note where a scale makes the scores larger, since most mean to divide."""
        if c.value is not None and w.arithmetic.is_positive(c.value - w.arithmetic.rational("1")):
            w.note(f"scale: {text} multiplies the scores; divide-by: {text} would divide them.")

    def _number_of(self, masks: list[Mask]) -> tuple[int, ...]:
        """M₁ and M₂ where tables are added both before and after scaling, M₂ beside a mechanism's own M; else M."""
        if self.number:
            return self.number
        if self.own_mask is not None and not masks[0].before_scaling:
            return (2,)
        if len({mask.before_scaling for mask in self.masks}) == 1:
            return ()
        return (1,) if masks[0].before_scaling else (2,)


@dataclass(frozen=True)
class OfScores(Between):
    """The same where the scores are given: all of them count, and they are scaled only if that is asked for."""

    scales: bool = False

    OPTIONS: ClassVar[Mapping[str, Setting]] = {
        **{key: setting for key, setting in OPTIONS.items() if key != "queries"},
        "scale": OPTIONS["scale"]._replace(default="none"),
    }


def of_scores(S: Tensor, line: str) -> str:
    """What a line made of scores is called: S_masked, or e_masked where they are one row."""
    return f"{'S' if len(S.axes) > 1 else 'e'}_{line}"


def _positive(w: Recorder, scalar: Scalar, key: str) -> Tensor:
    constant = w.constant(w.tree(scalar), scalar.place)
    if constant.value is not None and not w.arithmetic.is_positive(constant.value):
        raise InputError(f"{key} should be positive", place=scalar.place)
    return constant


def _place(scalar: Scalar | None) -> Place | None:
    return scalar.place if scalar else None


def _scalar(value: Mapping[str, Tree], key: str) -> Scalar | None:
    node = value.get(key)
    if node is not None and not isinstance(node, Scalar):
        raise InputError(f"{key} should be one number", place=node.place)
    return node


def _is(options: Mapping[str, Option], key: str, default: str, other: str) -> bool:
    """Whether an option of two words is set to the other one."""
    return key in options and options[key].word((default, other)) == other

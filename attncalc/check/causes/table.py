"""The table of causes: each mistake with what the student is told, and where it was seen, if it was.

Where several explain the same numbers, the first is named. Mistakes of method rewrite one operation in the expression
of a line; slips are relations of one number to those around it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from attncalc.check.causes.relations import cells, digits, terms
from attncalc.check.causes.rewrites import (
    decoders,
    gradients,
    heads,
    masks,
    norms,
    positions,
    products,
    scaling,
    softmax,
)
from attncalc.check.causes.site import Rewrite
from attncalc.check.causes.slip import Relation
from attncalc.check.claim import Cause

MARKED = "published homework with mistakes in it"
OURS = "thought of for this table"
OTHER = {"row": "column", "rows": "columns", "column": "row", "columns": "rows"}
ROWS = re.compile(r"(?<!\{)\b(?:row|column)s?\b(?!\})")


@dataclass(frozen=True, slots=True)
class Row:
    """A cause: its name, the sentence to the student, where it was seen, and what finds it.

    `ops` are the operations that a rewrite looks at, `everywhere` says that it is made in several lines at once;
    `digits` the significant ones that tell a slip of the pen from
    chance.
    """

    name: str
    says: str
    source: str
    ops: tuple[str, ...] = ()
    rewrite: Rewrite | None = None
    everywhere: bool = False
    relation: Relation | None = None
    digits: int = 3

    def cause(self, words: Mapping[str, object], *, turned: bool = False, probably: bool = False) -> Cause:
        """What the student is told; where the line stands `turned` on the page, its rows are columns."""
        says = ROWS.sub(lambda word: OTHER[word[0]], self.says) if turned else self.says
        says = says.format_map(words)
        return Cause(self.name, f"Probably {says[0].lower()}{says[1:]}" if probably else says)


SCALES = ("over", "times")
JOINS = ("beside", "interleaved")
WAVES = ("sin", "cos", "sin°", "cos°")
ACTIVATIONS = ("tanh", "ReLU", "LeakyReLU", "GELU", "σ", "ELU", "SiLU")

METHOD = (
    Row("no-scaling", "The scores were not divided by {right}.", "delzac/cntkx #10, tunz/transformer-pytorch #8",
        (*SCALES, "line"), scaling.no_scaling),
    Row("scaled-by-d-k", "The scores were divided by {other}, but should be divided by its root, {right}.",
        "cneuralnetwork/solving-ml-papers #1", SCALES, scaling.by_d_k),
    Row("scaled-by-d-model", "The scores were divided by {other} instead of {right}.",
        "aladdinpersson/Machine-Learning-Collection #65, jadore801120/attention-is-all-you-need-pytorch #42",
        SCALES, scaling.by_size("d_model", "d", "h*d_k")),
    Row("scaled-by-n", "The scores were divided by {other} instead of {right}.",
        "phlippe/uvadlc_notebooks #72", SCALES, scaling.by_size("n", "m")),
    Row("scaled-by-d-v", "The scores were divided by {other} instead of {right}.",
        "juho-lee/set_transformer #18", SCALES, scaling.by_size("d_v")),
    Row("multiplied-instead-of-divided", "The scores were multiplied by {right} instead of divided by it.",
        MARKED, SCALES, scaling.multiplied),
    Row("scaled-twice", "The scores were divided by {right} twice.", f"{MARKED}: divided twice", (*SCALES, "exp"),
        scaling.twice),
    Row("scaled-needlessly", "The scores {scores} were divided by {other}; this problem does not scale them.", MARKED,
        ("exp",), scaling.needlessly),
    Row("d-k-miscounted", "The scores were divided by {other} instead of {right}.", f"{MARKED}: by 5 for 4", SCALES,
        scaling.by_a_neighbour),
    Row("root-rounded", "{right} was rounded to {other} before it was used.", f"{MARKED}: √2 taken as 1.4", SCALES,
        scaling.root_rounded),
    Row("softmax-over-the-other-axis", "Softmax was taken down the columns: each row should sum to 1.",
        "nerdai/llms-from-scratch-rs #30; four issue threads", ("share",), softmax.over_the_other_axis),
    Row("softmax-over-the-whole-matrix", "The exponentials were divided by the sum of all of them, not of their row.",
        OURS, ("share",), softmax.over_the_whole),
    Row("no-exponential", "The scores themselves were divided by their sum; softmax divides their exponentials.",
        OURS, ("share",), softmax.no_exponential),
    Row("without-normalising", "The exponentials were not divided by the sum of their row.", OURS, ("share",),
        softmax.without_normalising),
    Row("base-2", "Powers of 2 were taken instead of powers of e.", OURS, ("exp",), softmax.with_base("2")),
    Row("base-10", "Powers of 10 were taken instead of powers of e.", OURS, ("exp",), softmax.with_base("10")),
    Row("exponent-sign-lost", "A minus sign in the exponent was lost: e^|s| was taken for e^s.", f"{MARKED}: sign lost",
        ("exp",), softmax.sign_lost),
    Row("exponent-sign-turned", "e^−s was taken for e^s: the smallest score got the largest weight.", MARKED, ("exp",),
        softmax.sign_turned),
    Row("max-subtracted-on-one-side", "The largest score was subtracted in the {where} only; it belongs in both.",
        OURS, ("share",), softmax.max_on_one_side),
    Row("sum-of-the-others", "Each exponential was divided by the sum of the others; its own belongs in the sum.",
        OURS, ("share",), softmax.sum_of_others),
    Row("e-to-the-0-left-out", "e^0 = 1 is missing in the sum of exponentials.", f"{MARKED}: e^0 taken for nothing",
        ("row sums",), softmax.e_to_the_0_left_out),
    Row("sum-lacks-a-term", "The sum of row {row} lacks the exponential of column {column}.",
        f"{MARKED}: sum of exponentials wrong", ("share",), softmax.sum_without_a_term),
    Row("another-rows-sum", "Row {row} was divided by the sum of row {other}.", MARKED, ("share",),
        softmax.another_rows_sum),
    Row("k-for-k-transposed", "The product was taken with {right} as it stands; its transpose belongs there.", OURS,
        ("matmul",), products.not_transposed),
    Row("q-and-k-exchanged", "{queries} and {keys} were exchanged: rows and columns of the scores are the wrong way "
        "round.", MARKED, ("matmul",), products.exchanged),
    Row("weights-transposed", "The transpose of {weight} was taken.",
        "a forum thread: weights split without transposing", ("matmul",), products.weight_transposed, everywhere=True),
    Row("attention-transposed", "{weights} was taken transposed: columns of weights went with the values, not rows.",
        "an issue thread: AᵀV claimed against a right key", ("matmul",), products.attention_transposed),
    Row("factors-exchanged", "{first} and {second} were multiplied in the wrong order.", OURS, ("matmul",),
        products.factors_exchanged),
    Row("k-used-for-v", "The weights were applied to {wrong} instead of {right}.", OURS, ("line",),
        products.used_for("K", "V")),
    Row("q-used-for-k", "{wrong} stands where {right} belongs.", OURS, ("line",), products.used_for("Q", "K")),
    Row("k-used-for-q", "{wrong} stands where {right} belongs.", OURS, ("line",), products.used_for("K", "Q")),
    Row("v-used-for-k", "{wrong} stands where {right} belongs.", f"{MARKED}: queries times values", ("line",),
        products.used_for("V", "K")),
    Row("q-used-for-v", "The weights were applied to {wrong} instead of {right}.", OURS, ("line",),
        products.used_for("Q", "V")),
    Row("another-projection", "{wrong} was used instead of {right}.", f"{MARKED}: index or role swapped", ("line",),
        products.of_another_projection),
    Row("not-projected", "{tokens} was taken as {line} itself; it should be multiplied by {weight} first.", OURS,
        ("matmul",), products.not_projected),
    Row("bias-forgotten", "{bias} was not added.", OURS, ("add",), products.bias_forgotten),
    Row("residual-forgotten", "{lost} was not added to {line}.", OURS, ("add",), products.residual_forgotten),
    Row("activation-forgotten", "{function} was not applied.", OURS, ACTIVATIONS, products.activation_forgotten),
    Row("wrong-head", "{wrong} was used instead of {right}.", OURS, ("line", "columns"), heads.wrong_head),
    Row("another-heads-line", "These are the numbers of {wrong}; this is {right}.", OURS, ("matmul", "share", "over"),
        heads.all_of_another_head),
    Row("heads-in-another-order", "The heads were joined in the order {order}.", OURS, ("beside",),
        heads.in_another_order),
    Row("heads-joined-without-transposing", "The heads were put one below the other and cut into rows; the outputs of "
        "one token belong side by side.", OURS, ("beside",), heads.joined_as_they_lie),
    Row("columns-dealt-in-turn", "The columns were dealt to the heads in turn; each head takes columns that stand side "
        "by side.", MARKED, ("columns", "line"), heads.dealt_in_turn, everywhere=True),
    Row("heads-not-concatenated", "{instead} was taken; the outputs of all heads belong side by side.",
        f"{MARKED}: heads averaged", ("beside", "matmul"), heads.not_joined),
    Row("wo-forgotten", "{line} was not multiplied by {weight}.", OURS, ("matmul",),
        heads.without_output_projection),
    Row("wo-by-blocks", "Each head was multiplied by its own block of {weight} alone; the outputs of all heads, side "
        "by side, belong before the whole of it.", MARKED, ("matmul",), heads.wo_by_blocks),
    Row("mask-missing", "The mask was not applied.", OURS, ("masked", "line"), masks.missing),
    Row("causal-mask-added", "A causal mask was applied, which this problem does not ask for.", OURS, ("exp",),
        masks.causal_added),
    Row("own-token-hidden", "Every token was kept from looking at itself, which this problem does not ask for.",
        f"{MARKED}: a diagonal of zeros", ("exp",), masks.own_token_hidden),
    Row("mask-after-softmax", "The mask was applied after softmax: hidden keys still count in the sums.", OURS,
        ("share",), masks.after_softmax),
    Row("mask-filled-with-0", "Hidden scores were set to 0 instead of −∞: e^0 = 1 still counts.", OURS, ("masked",),
        masks.filled_with_zeros),
    Row("mask-mirrored", "The mask was applied the wrong way round: queries are its rows, keys its columns.", OURS,
        ("masked",), masks.mirrored),
    Row("mask-inverted", "The mask hides what should be seen.", OURS, ("masked",), masks.inverted),
    Row("mask-shifted", "The mask is off by one place.", OURS, ("masked",), masks.shifted),
    Row("position-exponent-doubled", "The exponent of the frequencies is twice what it should be.",
        f"{MARKED}: index of the position formula", ("rule",), positions.exponent_doubled),
    Row("position-exponent-halved", "The exponent of the frequencies is half of what it should be.",
        f"{MARKED}: index of the position formula", ("rule",), positions.exponent_halved),
    Row("sin-and-cos-exchanged", "Sine and cosine were exchanged.", f"{MARKED}: role swapped in the position formula",
        (*WAVES, *JOINS, "rotated"), positions.waves_exchanged),
    Row("waves-laid-out-otherwise", "Sines and cosines belong in another order of columns.", OURS, JOINS,
        positions.other_layout),
    Row("turned-backwards", "The pairs were turned the other way: the signs of the sines are exchanged.", OURS,
        ("rotated",), positions.turned_backwards),
    Row("positions-off-by-one", "Positions were counted from {start} than they should be.", OURS, ("rule",),
        positions.counted_from_another),
    Row("positions-added-twice", "The positions were added twice.", OURS, ("add",), positions.added_twice),
    Row("degrees-for-radians", "The angles were taken in {wrong}; they are in {right}.", OURS, ("outer", *WAVES),
        positions.in_degrees),
    Row("another-state", "{wrong} was used instead of {right}.", f"{MARKED}: previous and current state", ("line",),
        decoders.another_state),
    Row("joined-in-another-order", "{first} was put before {second}.", MARKED, ("beside",),
        decoders.joined_in_another_order),
    Row("sample-variance", "The squares were averaged over {less} instead of {width}.", OURS, ("row means",),
        norms.sample_variance),
    Row("root-forgotten", "The variance was taken for the standard deviation: its root is missing.", OURS, ("sqrt",),
        norms.root_forgotten),
    Row("mean-left-in", "The mean was not subtracted.", OURS, ("over",), norms.mean_left_in),
    Row("transpose-forgotten-on-the-way-back", "{right} was taken as it stands; its transpose belongs there.", OURS,
        ("matmul",), gradients.not_transposed),
    Row("jacobian-entry-by-entry", "Softmax was taken back entry by entry, with the slopes a(1 − a); each weight "
        "changes with all scores of its row.", OURS, ("through softmax",), gradients.entry_by_entry),
    Row("jacobian-without-the-mean", "{weights} ⊙ {gradient} was taken; from {gradient} the mean of its row under the "
        "weights is subtracted first.", OURS, ("through softmax",), gradients.without_the_mean),
    Row("path-forgotten", "The path {lost} into {line} was forgotten.", OURS, ("add",), gradients.path_forgotten),
    Row("scale-forgotten-on-the-way-back", "The gradient was not divided by {right}.", OURS, ("over",),
        gradients.scale_forgotten),
    Row("factor-forgotten-on-the-way-back", "The gradient was not multiplied by {right}.", OURS, ("times", "hadamard"),
        gradients.factor_forgotten),
    Row("step-uphill", "The step was taken along the gradient; it goes against it.", OURS, ("subtract",),
        gradients.uphill),
)  # a mistake a row  # fmt: skip

SLIPS = (
    Row("sign-lost", "The sign is wrong.", f"{MARKED}: sign lost", relation=digits.sign, digits=2),
    Row("last-weight-patched", "This weight was chosen so that the row sums to 1; calculated, it is another number.",
        f"{MARKED}: last weight patched", relation=cells.patched),
    Row("digits-exchanged", "Two digits of {meant} were exchanged.", f"{MARKED}: 0.399 for 0.339",
        relation=digits.exchanged),
    Row("digit-confused", "The digit {right} became {wrong}: {meant}.", f"{MARKED}: 0/6, 1/7, 9/4 and others",
        relation=digits.confused),
    Row("digit-lost", "The digit {digit} was left out of {meant}.", f"{MARKED}: 7.1 for 7.71", relation=digits.lost),
    Row("digit-gained", "One digit {digit} too many was written: {meant}.", f"{MARKED}: a bracket read as 7",
        relation=digits.gained),
    Row("decimal-point-moved", "The decimal point is in the wrong place: {meant}.", f"{MARKED}: 104 for 1.04",
        relation=digits.decimal_point),
    Row("denominator-lost", "The denominator of {meant} was lost.", f"{MARKED}: −1 for −1/2",
        relation=digits.denominator, digits=1),
    Row("mixed-number-as-power", "The mixed number {meant} was read as a power.", f"{MARKED}: 2^{{1/2}} for 5/2",
        relation=digits.mixed_number, digits=1),
    Row("older-value", "{older}, which was written here before, was kept.",
        f"{MARKED}: results left over after an edit", relation=cells.older),
    Row("left-as-before", "This is still the entry of {line}.", MARKED, relation=cells.before),
    Row("row-and-column-exchanged", "This is the entry in row {row}, column {column}: row and column were exchanged.",
        MARKED, relation=cells.mirrored),
    Row("entry-of-another-column", "This is the entry in column {column} of the same row.",
        f"{MARKED}: spreadsheet reference copied wrongly", relation=cells.of_another_column),
    Row("entry-of-another-row", "This is the entry in row {row} of the same column.",
        f"{MARKED}: spreadsheet reference copied wrongly", relation=cells.of_another_row),
    Row("term-missing", "Term {number} of the sum, {term}, is missing.", f"{MARKED}: slip in a dot product",
        relation=terms.missing),
    Row("term-doubled", "Term {number} of the sum, {term}, was added twice.", f"{MARKED}: slip in a dot product",
        relation=terms.doubled),
    Row("sign-of-a-term", "Term {number} of the sum, {term}, was added with the wrong sign.", f"{MARKED}: sign lost",
        relation=terms.sign_of_term),
    Row("sum-for-product", "The factors of {term} were added instead of multiplied.", MARKED,
        relation=terms.sum_for_product),
    Row("digit-changed", "The digit {right} became {wrong}: {meant}.", f"{MARKED}: a digit copied wrongly",
        relation=digits.changed),
    Row("factor-of-the-place-beside", "{wrong} was taken from the place beside {right} in {line}.",
        f"{MARKED}: copied from the wrong place", relation=terms.factor_beside),
    Row("factor-confused", "{wrong} was taken for the factor {right}.", f"{MARKED}: 1.09 for 1.99",
        relation=terms.factor_confused),
)  # a mistake a row  # fmt: skip
SUMS = Row(
    "weights-do-not-sum-to-1",
    "The weights of row {row} sum to {total}; they should sum to 1.",
    f"{MARKED}: weights that were not checked",
)
NOTHING = Row(
    "follows-from-nothing",
    "These numbers do not follow from the lines before, nor from a known mistake.",
    f"{MARKED}: numbers not computed at all",
)
PEN = tuple(row for row in SLIPS if row.relation and row.relation.__module__ == digits.__name__)  # slips of the pen
ROUNDED_EARLY = tuple(row for row in METHOD if row.rewrite is scaling.root_rounded)
WRONG = tuple(row for row in METHOD if row not in ROUNDED_EARLY)
METHODS = frozenset(row.name for row in METHOD)
TABLE = (*METHOD, *SLIPS, SUMS, NOTHING)

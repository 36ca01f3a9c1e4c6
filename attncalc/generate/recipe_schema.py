"""What a recipe may say, said once: messages and the JSON Schema read it here."""

from __future__ import annotations

from attncalc.generate.kinds import KINDS
from attncalc.problem.schema import (
    NUMBER,
    SCALAR,
    WORDS,
    Schema,
    Setting,
    any_of,
    described,
    list_of,
    mapping,
    one_of,
    whole,
)
from attncalc.problem.schema_file import DRAFT

MOST_DECIMALS = 20
MOST_BLANKS = 999
MOST_LINES = 60
VARY = {
    "numbers": "other numbers in each variant",
    "order": "the same numbers, the questions in another order",
    "both": "other numbers and another order",
}
SPACE = Setting(
    "room to write in: rows of 9, 10.5 or 15 mm; of a question, otherwise the paper's",
    one_of("small", "usual", "large"),
    "large",
    "usual",
)
OBJECT = {"type": "object"}
PAPER = {
    "title": Setting("the title of the paper", SCALAR, "Midterm"),
    "course": Setting("what stands above it", SCALAR, "Deep Learning"),
    "instructions": Setting("what is read before the questions", SCALAR, "No calculators."),
    "vary": Setting("; ".join(f"{name}: {text}" for name, text in VARY.items()), one_of(*VARY), "both", "numbers"),
    "space": SPACE,
    "questions": Setting("the questions, in order", list_of({"$ref": "#/definitions/question"}), "", needed=True),
}
QUESTION = {
    "kind": Setting(
        "; ".join(f"{name}: {kind.help}" for name, kind in KINDS.items()), one_of(*KINDS), "blanks", "compute"
    ),
    "mechanism": Setting("what is calculated", SCALAR, "self-attention", needed=True),
    "title": Setting("its title, otherwise the mechanism's", SCALAR, "One head"),
    "text": Setting("what is said before what is given", SCALAR, ""),
    "sizes": Setting("n: tokens, d: every size of features, heads, or any size", OBJECT, "{n: 2, d: 4}"),
    "options": Setting("options of the problem", OBJECT, "{mask: causal}"),
    "backward": Setting(
        "the way back, as in a problem: true, a loss, or {dO: [[1, 0]]}; then ask: [dV, dS]",
        any_of(SCALAR, OBJECT),
        "{loss: sum}",
    ),
    "entries": Setting("what entries are drawn from, all or by input", any_of(SCALAR, OBJECT), "integers -3..3"),
    "from": Setting("inputs that are an input or a line of an earlier question", OBJECT, "{X: 1.X, Y: 2.O}"),
    "constraints": Setting(
        "what its lines are to be; none drops what is usual", list_of(any_of(SCALAR, OBJECT)), "[{integer: S}]"
    ),
    "nice": Setting("softmax: weights that are small fractions", one_of("softmax"), "softmax"),
    "ask": Setting("the steps that are asked for; the result unless said", WORDS, "[S, A]"),
    "decimals": Setting("digits after the point that are asked for", whole(0, MOST_DECIMALS), "3", "4"),
    "exact": Setting("whether closed forms are asked for", {"type": "boolean"}, "true", "false"),
    "lines": Setting("ruled lines to write on", whole(1, MOST_LINES), "4"),
    "space": SPACE,
    "marks": Setting(
        "marks of each step or part (line, mistake, formula, shapes, parameters, FLOPs …), or one "
        "number for the question, which these share equally",
        any_of(NUMBER, OBJECT),
        "{S: 2}",
        "1",
    ),
    "mistake": Setting("a mistake of the table: what is wrong, or what is done otherwise", SCALAR, "no-scaling"),
    "blanks": Setting(
        "how many entries of each line are left open, instead of all; one more where a row of weights "
        "would have a single one, which the others give away",
        whole(1, MOST_BLANKS),
        "3",
    ),
    "formulas": Setting(
        "whether the formulas of what is to be calculated are printed", {"type": "boolean"}, "false", "true"
    ),
    "count": Setting(
        "what is counted: parameters, multiply-adds, FLOPs, training FLOPs, bytes of the KV cache, of the scores, of "
        "the parameters, of the activations, of Adam's moments",
        WORDS,
        "[parameters, bytes of the KV cache]",
        "[parameters, multiply-adds, FLOPs]",
    ),
    "dtype": Setting("the type of the numbers whose bytes are counted", SCALAR, "bf16", "fp32"),
    "numbers": Setting("whether a question about shapes shows the matrices", {"type": "boolean"}, "true", "false"),
}


def recipe_schema() -> Schema:
    """The schema of a recipe, for editors."""
    definitions = {"question": mapping(described(QUESTION), required=["mechanism"])}
    made = mapping(described(PAPER), required=["questions"])
    return {"$schema": DRAFT, "title": "A recipe of papers of attncalc", **made, "definitions": definitions}

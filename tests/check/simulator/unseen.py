"""Styles that were written apart from everything that reads them: what a class hands in over years."""

from __future__ import annotations

from .displays import document
from .problems import DECODERS, ROWS
from .proven import augmented, exam, gathered, heads_beside, lemmas, split_rows, systems, words_as_indices
from .reported import COLUMNS, calculation_column, footnoted, lab_report, one_in_full, pairs_across, results_only
from .ruled import WROTE, at_the_edge, braced_entries, list_tables, numbered_proof, replies, schemes
from .styles import COMPUTER, LATIN, PLAIN, WITH_TERMS, Style
from .verified import asserted, maxima, named_vectors, stacked_tensors

TEXTS = ("txt", "md")
TEX = {"extensions": ("tex", "md"), "is_latex": True, "languages": LATIN}
NO_PERCENT = {"percent": (False,)}
STEPS = ("Q", "K", "V", "S", "S_scaled", "S_biased", "S_masked", "E", "Z", "C", "Wh", "Ws", "Uh", "pre", "T", "e")

UNSEEN: dict[str, Style] = {
    "lemmas and proofs": Style(document(lemmas), "a lemma for each line, its entries in the proof", kinds=ROWS,
                               fixed=WITH_TERMS, **TEX),
    "class for exams": Style(exam, "\\part[2], the work in solutions", kinds=PLAIN, **TEX),
    "augmented matrices": Style(augmented, "[E | Z] with a bar", is_latex=True, kinds=PLAIN, fixed=WITH_TERMS),
    "heads beside one another": Style(heads_beside, "S^(1) = ..., S^(2) = ... in a display", is_latex=True,
                                      kinds=("heads", "given_heads")),
    "words as indices": Style(words_as_indices, "s_{cat, the} = 1·0 + 2·1 = 2", is_latex=True, kinds=ROWS,
                              fixed=WITH_TERMS),
    "systems in braces": Style(systems, "a brace before the entries, ⇒ and the row", is_latex=True, kinds=ROWS,
                               fixed=WITH_TERMS),
    "gathered fractions": Style(document(gathered), "weights as fractions of powers in gather", kinds=ROWS,
                                fixed=WITH_TERMS, **TEX),
    "split rows": Style(document(split_rows), "a row of sums, below it the row of values", kinds=ROWS,
                        fixed=WITH_TERMS, **TEX),
    "one token in full": Style(one_in_full, "bullets for the first token, then the matrix", is_latex=True, kinds=ROWS,
                               languages=("en", "en", "de", "fr", "es"), fixed=WITH_TERMS),
    "footnotes": Style(footnoted, "rows with footnotes that hold sums and products", kinds=ROWS, fixed=WITH_TERMS),
    "column of calculations": Style(calculation_column, "a table: entry, calculation, result", kinds=ROWS,
                                    languages=tuple(COLUMNS), fixed=WITH_TERMS, signs=NO_PERCENT),
    "results alone": Style(results_only, "a student's name and the last matrices", TEXTS, kinds=PLAIN,
                           fixed={"left_out": frozenset(STEPS)}),
    "pairs across": Style(pairs_across, "a column for each pair, a row for each step", kinds=ROWS),
    "laboratory report": Style(lab_report, "numbered tables, then a discussion", kinds=ROWS,
                               languages=("en", "en", "de", "fr", "es")),
    "results at the edge": Style(at_the_edge, "calculations at the left, boxes at the right", ("txt",), kinds=ROWS,
                                 fixed=WITH_TERMS, signs=NO_PERCENT),
    "list tables": Style(list_tables, "list-table of Sphinx", ("txt",), kinds=PLAIN, languages=LATIN,
                         signs={"hidden": ("-inf", "-∞")}),
    "replies": Style(replies, "answers between quoted questions", ("txt",), kinds=(*ROWS, *DECODERS),
                     languages=tuple(WROTE)),
    "schemes of products": Style(schemes, "factors at the left and above, the product in the corner", ("txt",),
                                 kinds=ROWS, fixed=WITH_TERMS, signs=NO_PERCENT),
    "numbered proof": Style(numbered_proof, "numbered rows, and from which rows they come", ("txt",),
                            kinds=(*ROWS, *DECODERS), fixed=WITH_TERMS),
    "braces at the right": Style(braced_entries, "entries in a brace, their sum behind it", ("txt",), kinds=ROWS,
                                 fixed=WITH_TERMS, signs=NO_PERCENT),
    "assertions": Style(asserted, "assert np.allclose(S, [[2, 3], [1, 4]])", TEXTS, kinds=("scaled", "self", "causal",
                        "cross"), **{**COMPUTER, "signs": {**COMPUTER["signs"], "hidden": ("-np.inf",)}}),
    "named vectors": Style(named_vectors, "R, a row at a time", ("txt",), kinds=ROWS, fixed=WITH_TERMS,
                           **{**COMPUTER, "signs": {**COMPUTER["signs"], "hidden": ("-Inf",)}}),
    "Maxima": Style(maxima, "(%o4) and tall brackets", ("txt",), kinds=("scaled", "self"), **COMPUTER),
    "tensors of all heads": Style(stacked_tensors, "tensor([[[...]], [[...]]])", TEXTS, kinds=("heads", "given_heads"),
                                  **COMPUTER),
}  # fmt: skip

"""Decoders: what they have in common with one another, and with the scores that they are made of."""

from decimal import Decimal
from functools import partial

import pytest
from exactly import entries, matrix_of, same
from hypothesis import given, settings
from hypothesis import strategies as st

import attncalc

GATES = {"tanh": "s", "gru": "rzn", "lstm": "ifgo"}
WEIGHTS = {"dot": (), "general": ("W",), "additive": ("W", "U", "v", "b")}
entry = st.one_of(st.integers(-2, 2).map(str), st.sampled_from(["1/2", "-0.5", "0.25", "-1/3"]))
matrix = partial(matrix_of, entry)


def solved(mechanism, given_, options=None, arithmetic="decimal"):
    return attncalc.solve(attncalc.problem(mechanism, given_, options), arithmetic, significant=20)


def values(sheet, name):
    return sheet[name].values(significant=20)


@st.composite
def decoding(draw, steps=1, cells=tuple(GATES), attends=("before", "after")):
    """The matrices of a decoder, and its options: d = 2 throughout, but for what the decoder is fed."""
    cell, attend, score = (
        draw(st.sampled_from(cells)),
        draw(st.sampled_from(attends)),
        draw(st.sampled_from([*WEIGHTS])),
    )
    height = 2 * len(GATES[cell])
    shapes = {
        "s": (1, 2),
        "Y": (steps, 3),
        "H": (3, 2),
        "W": (2, 2),
        "U": (2, 2),
        "v": (1, 2),
        "b": (1, 2),
        "W_cell": (height, 5 if attend == "before" else 3),
        "U_cell": (height, 2),
        "b_cell": (1, height),
        "W_c": (2, 4),
        "W_y": (3, 2),
        "mem": (1, 2),
    }
    left_out = {"W", "U", "v", "b"} - set(WEIGHTS[score]) | ({"mem"} if cell != "lstm" else set())
    found = {name: draw(matrix(*shape)) for name, shape in shapes.items() if name not in left_out}
    return found, {"cell": cell, "attend": attend, "score": score}


@st.composite
def scoring(draw, *shapes):
    """s, H and further matrices of these names and shapes."""
    return {name: draw(matrix(*shape)) for name, *shape in (("s", 2, 2), ("H", 3, 3), *shapes)}


@given(scoring(("W", 2, 2), ("U", 2, 3), ("v", 1, 2)))
@settings(max_examples=20, deadline=None)
def test_luong_concat_is_additive_with_both_matrices_side_by_side(parts):
    stacked = [w + u for w, u in zip(parts["W"], parts["U"], strict=True)]
    concat = {"s": parts["s"], "H": parts["H"], "W": stacked, "v": parts["v"]}
    one, other = solved("luong-concat", concat, arithmetic="exact"), solved("additive", parts, arithmetic="exact")
    for number in (1, 2):
        assert entries(one, f"Wsh_{number}") == entries(other, f"pre_{number}")
        assert same(one, *(entries(sheet, f"e_{number}") for sheet in (one, other)))
        assert values(one, f"cs_{number}") == values(other, f"cs_{number}")


@given(decoding(steps=2))
@settings(max_examples=20, deadline=None)
def test_one_decoder_step_is_the_first_of_several(decoder):
    parts, options = decoder
    two, one = solved("decoder-step", parts, options), solved("decoder-step", {**parts, "Y": parts["Y"][:1]}, options)
    named = {"s_new": "s", "mem_new": "mem"}
    for step in one.steps:
        name = step.record.name
        key = name if name in ("Uh", "Wh") else f"{named.get(name, name)}_1"
        assert step.values(significant=20) == values(two, key), name


def numbers(step):
    """Its entries to 15 places: what cancels to 0 in one sheet is a rest of rounded digits in the other."""
    return [[round(Decimal(text.rstrip("?")), 15) for text in row] for row in step.values(significant=20)]


@given(decoding(attends=("after",)))
@settings(max_examples=20, deadline=None)
def test_attention_after_the_cell_is_that_of_luong(decoder):
    """And its words are those of Luong's attentional state."""
    parts, options = decoder
    found = solved("decoder-step", parts, options)
    s, c = ([[text.rstrip("?") for text in row] for row in values(found, name)] for name in ("s_new", "c"))
    mechanism = {"dot": "dot-product"}.get(options["score"], options["score"])
    weights = {name: parts[name] for name in WEIGHTS[options["score"]]}
    for name in ("e", "alpha", "c"):
        again = solved(mechanism, {"s": s, "H": parts["H"], **weights})
        assert numbers(again[name]) == numbers(found[name])
    again = solved("luong-output", {"c": c, "s": s, "W_c": parts["W_c"], "W_y": parts["W_y"]})
    assert numbers(again["P_vocab"]) == numbers(found["P_vocab"])


@pytest.mark.parametrize(("cell", "order"), [("gru", "zrn"), ("lstm", "ifog"), ("lstm", "ofgi")])
@given(data=st.data())
@settings(max_examples=8, deadline=None)
def test_the_order_of_the_gates_does_not_matter(cell, order, data):
    parts, options = data.draw(decoding(cells=(cell,)))
    rows = [place for letter in order for place in (2 * GATES[cell].index(letter), 2 * GATES[cell].index(letter) + 1)]
    other = {**parts, **{name: [parts[name][row] for row in rows] for name in ("W_cell", "U_cell")}}
    other["b_cell"] = [[parts["b_cell"][0][row] for row in rows]]
    one, two = solved("decoder-step", parts, options), solved("decoder-step", other, {**options, "gate-order": order})
    assert values(one, "P_vocab") == values(two, "P_vocab")


@given(decoding(cells=("gru",)))
@settings(max_examples=10, deadline=None)
def test_an_update_gate_that_replaces_is_one_of_the_opposite_number(decoder):
    """σ(−x) = 1 − σ(x)."""
    parts, options = decoder
    other = {**parts, "b_cell": [[*parts["b_cell"][0]]]}
    for name in ("W_cell", "U_cell"):
        other[name] = [[f"-({x})" for x in row] if place in (2, 3) else row for place, row in enumerate(parts[name])]
    other["b_cell"] = [[f"-({x})" if place in (2, 3) else x for place, x in enumerate(parts["b_cell"][0])]]
    replaces = solved("decoder-step", other, {**options, "update-gate": "replaces"})
    assert values(replaces, "s_new") == values(solved("decoder-step", parts, options), "s_new")


@given(scoring(("W_psi", 2, 3)))
@settings(max_examples=10, deadline=None)
def test_listen_attend_and_spell_with_one_linear_network_is_the_general_score(parts):
    general = {"s": parts["s"], "H": parts["H"], "W": parts["W_psi"]}
    one, other = solved("las", parts), solved("general", general)
    assert [values(one, f"cs_{number}") for number in (1, 2)] == [values(other, f"cs_{number}") for number in (1, 2)]

"""Graph layers of PyTorch Geometric."""

import numpy as np

from zoo import adapter, array, solved


def _edges(case):
    """The edges in their direction, as pairs from 1."""
    return (case["edge_index"].T + 1).tolist()


def _options(case, **options):
    loops = bool(case.attributes.get("add_self_loops"))
    return {"edges": _edges(case), "directed": True, "self-loops": loops, "activation": "none", **options}


def _heads(name, parts):
    """One matrix, or vector, for each head."""
    return {f"{name}_{number}": part for number, part in enumerate(parts, 1)}


def _alpha(sheet, case, heads):
    """The weights of every edge that was used, by edge and head."""
    pairs = case.outputs["alpha_edge_index"].T + 1
    found = np.empty((len(pairs), heads))
    for row, (source, target) in enumerate(pairs):
        seen = sorted(j for j, i in pairs if i == target)
        for head in range(heads):
            found[row, head] = array(sheet, f"alpha_{head + 1}_{target}")[seen.index(source)]
    return found


@adapter("GATConv")
def gat(case):
    heads = case.attributes["heads"]
    own, other = case["att_dst"][0], case["att_src"][0]
    given = {"H": case["x"], "b": case["bias"].reshape(1, -1)}
    given |= _heads("W", np.split(case["lin_weight"], heads))
    given |= _heads("a", [np.concatenate(pair).reshape(1, -1) for pair in zip(own, other, strict=True)])
    if case["edge_attr"] is not None:
        given |= {"Fe": case["edge_attr"]} | _heads("Wedge", np.split(case["lin_edge_weight"], heads))
        given |= _heads("aedge", [part.reshape(1, -1) for part in case["att_edge"][0]])
    join = "concat" if case.attributes["concat"] else "mean"
    sheet = solved("gat", given, _options(case, join=join, slope=str(case.attributes["negative_slope"])))
    return {"output": array(sheet, "H_biased"), "alpha": _alpha(sheet, case, heads)}


@adapter("GATv2Conv")
def gatv2(case):
    heads = case.attributes["heads"]
    given = {"H": case["x"], "b": case["bias"].reshape(1, -1)}
    for name, key in (("Wl", "lin_l_weight"), ("Wr", "lin_r_weight")):
        given |= _heads(name, np.split(case[key], heads))
    for name, key in (("bl", "lin_l_bias"), ("br", "lin_r_bias")):
        given |= _heads(name, np.split(case[key].reshape(1, -1), heads, axis=1))
    given |= _heads("a", [part.reshape(1, -1) for part in case["att"][0]])
    sheet = solved("gatv2", given, _options(case, slope=str(case.attributes["negative_slope"])))
    return {"output": array(sheet, "H_biased"), "alpha": _alpha(sheet, case, heads)}


@adapter("TransformerConv")
def transformer(case):
    heads = case.attributes["heads"]
    given = {"X": case["x"]}
    for name, word in (("q", "query"), ("k", "key"), ("v", "value"), ("skip", "skip")):
        given[f"W{name}"] = case[f"lin_{word}_weight"].T
        given[f"b{name}"] = case[f"lin_{word}_bias"].reshape(1, -1)
    options = {"edges": _edges(case), "directed": True, "self-loops": False, "heads": heads}
    sheet = solved("graph-transformer", given, {**options, "masked-rows": "zero"})
    pairs = case.outputs["alpha_edge_index"]
    alpha = np.stack([array(sheet, f"A_{head}")[pairs[1], pairs[0]] for head in range(1, heads + 1)], axis=1)
    return {"output": array(sheet, "O_skip"), "alpha": alpha}

"""Counts against those of others: PyTorch, textbooks, and the lines of problems that are solved."""

from pathlib import Path

import pytest
import yaml

import attncalc
from attncalc.cost.asked import Asked
from attncalc.cost.cost import Cost
from attncalc.cost.figure import together
from attncalc.cost.run import of_mechanism, of_problem
from attncalc.mechanisms.on_shapes import on_shapes
from attncalc.mechanisms.plan import plan
from attncalc.problem.names import read_name
from attncalc.problem.problem import Option
from attncalc.problem.reader import load
from attncalc.problem.tree import read_documents

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
COUNTS, FIGURES = (yaml.safe_load((HERE / name).read_text("utf-8")) for name in ("counts.yaml", "figures.yaml"))
# Whose lines depend on numbers: how many are drawn, which are in a window, which words the table lacks.
BY_NUMBERS = {"sampling", "local-m", "local-p", "pointer"}


def cost_of(count, dtype="fp32"):
    if "file" in count:
        return Cost(of_problem(load(ROOT / count["file"])[0], {}), Asked(dtype))
    options = {
        key: Option(key, read_documents(str(value), "test")[0]) for key, value in count.get("options", {}).items()
    }
    made = of_mechanism(count["name"], count.get("sizes", {}), options, count.get("with", ()), count.get("without", ()))
    return Cost(made, Asked(dtype))


@pytest.mark.parametrize("case", COUNTS, ids=[case["source"] for case in COUNTS])
def test_counts_are_those_of_others(case):
    cost = cost_of(case["count"])
    found = {
        "parameters": together(cost.parameters),
        "flops": cost.flops("forward"),
        "training": cost.flops("forward", "backward"),
    }
    assert {key: found[key] for key in found.keys() & case.keys()} == {key: case[key] for key in found.keys() & case}


def of_lines(lines, names, count):
    return sum(count(line) for line in lines if line.names[0] in ([names] if isinstance(names, str) else names))


@pytest.mark.parametrize("case", FIGURES, ids=[case["what"] for case in FIGURES])
def test_figures_are_those_of_formulas(case):
    cost = cost_of(case["count"], case.get("dtype", "fp32"))
    figures = {figure.name: figure for figure in (cost.caches if "caches" in case else cost.held)}
    if kind := next((kind for kind in ("held", "caches") if kind in case), None):
        names = [case[kind]] if isinstance(case[kind], str) else case[kind]
        assert sum(figures[name].value for name in names) == case["value"]
        assert case.get("written", figures[names[0]].written) == figures[names[0]].written
    elif "entries" in case:
        lines = (cost.left or cost.counts).lines
        assert of_lines(lines, case["entries"], lambda line: line.entries.value) == case["value"]
    elif "parameters" in case:
        assert together(cost.parameters) == case["value"]
    else:
        multiplied = lambda line: sum(term.value for term in line.forward if term.multiplied)  # noqa: E731
        assert of_lines(cost.counts.lines, case["multiply-adds"], multiplied) == case["value"]


PROBLEMS = [
    (path, number, problem)
    for path in sorted(ROOT.glob("problems/*/*.yaml"))
    for number, problem in enumerate(load(path))
    if not (problem.parts or problem.named)
]


@pytest.mark.parametrize(
    ("path", "number", "problem"), PROBLEMS, ids=[f"{path.stem}-{number}" for path, number, _ in PROBLEMS]
)
def test_a_run_on_shapes_has_the_lines_and_the_sizes_of_the_solution(path, number, problem):
    planned = plan(problem, partial=True)
    names, signature = [*planned.arranged.given], planned.arranged.signature
    known = [read_name(name) for name in names]
    if planned.mechanism.name in BY_NUMBERS or planned.arranged.sequences:
        pytest.skip("its lines depend on its numbers")
    if not all(name and name.base in signature.names for name in known):
        pytest.skip("it starts in the middle")
    try:
        w = on_shapes(planned.mechanism, names, planned.arranged.problem.options, planned.arranged.sizes)
    except attncalc.InputError:
        pytest.skip("what stands on the page says more than its sizes")
    sheet = attncalc.solve(problem, "float", partial=True)
    for record in sheet.records:
        found = next((each for each in w.records if each.key == record.key), None)
        if found is None or None in (axis.size for axis in found.expr.axes):
            continue
        assert [axis.size for axis in found.expr.axes] == [axis.size for axis in record.expr.axes]

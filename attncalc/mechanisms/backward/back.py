"""The backward pass of a problem: gradients from the result back to what is given."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from attncalc.errors import InputError, did_you_mean
from attncalc.mechanisms.backward.again import Again, renamed
from attncalc.mechanisms.backward.descent import NEXT, learn
from attncalc.mechanisms.backward.settings import Asked, asked
from attncalc.mechanisms.backward.start import LOSS, losses, start
from attncalc.problem.names import read_name
from attncalc.problem.problem import Problem
from attncalc.worksheet.backward.reverse import Reverse
from attncalc.worksheet.recorder import Recorder
from attncalc.worksheet.tensor import Tensor

if TYPE_CHECKING:
    from attncalc.worksheet.planned import Planned

NUMBERS = ("ids", "targets", "segments")  # of words: nobody asks for their gradients


def go_back(w: Recorder, plan: Planned) -> None:
    """Adds the lines of the backward pass that the problem asks for."""
    problem = plan.problem
    assert problem.backward is not None
    said = asked(problem)
    wanted = _wanted(w, problem, said)
    columns = plan.orientation.columns
    found = Reverse(w, start(w, problem, said, columns=columns), wanted).run()
    gradients = w.gradients = {key: found[key] for key in wanted if key in found}
    for key in wanted:
        if key not in found and (said.of is not None or key not in NUMBERS):
            w.note(f"Nothing flows back to {key}: the result does not depend on it smoothly.")
    w.ends = list(gradients.values())
    if said.learning_rate is not None:
        new = learn(w, said, gradients, problem.backward.place)
        w.ends += [tensor.expr.key for tensor in new.values()]
        if not problem.backward.given:
            _after(w, plan, said, new)


def _after(w: Recorder, plan: Planned, said: Asked, new: Mapping[str, Tensor]) -> None:
    """Adds the lines that are other ones with the new weights, up to the loss."""
    again = plan.fresh(w.arithmetic, Again)
    assert isinstance(again, Again)
    again.replaced = {key: tensor.value for key, tensor in new.items()}
    plan.fill(again)
    for _ in losses(again, plan.problem, said, columns=plan.orientation.columns):
        pass
    lines = list(renamed(again, new))
    w.records += lines
    w.ends += [record.key for record in lines if record.name == f"{LOSS}_{NEXT}"]


def _wanted(w: Recorder, problem: Problem, said: Asked) -> list[str]:
    """The inputs whose gradients are asked for: all that are given, unless some are named."""
    known = [record.key for record in w.inputs.values() if record.expr.op == "line"]
    known += [record.key for record in w.records if record.given]
    if said.of is None:
        return [key for key in known if key in problem.given]
    return [key for name in said.of for key in _named(name, known, problem)]


def _named(name: str, known: list[str], problem: Problem) -> list[str]:
    """The inputs of a name, in every section; raises InputError where there is none."""
    meant = read_name(name)
    keys = [key for key in known if key in (name, str(meant))]
    keys = keys or [key for key in known if meant and (own := read_name(key)) and own.base == meant.base]
    if not keys:
        assert problem.backward is not None
        raise InputError(f"of: {name} is no input", place=problem.backward.place, hint=did_you_mean(name, known))
    return keys

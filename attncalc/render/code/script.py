"""A worksheet as a short script that computes every line anew and prints it, to compare with a framework."""

from __future__ import annotations

from attncalc.render.code.dialect import NUMPY, TORCH, Dialect
from attncalc.render.code.helpers import helpers, imports
from attncalc.render.code.lines import INDENT, WIDTH
from attncalc.render.code.part import Part
from attncalc.render.formats import Solved
from attncalc.render.look import Look
from attncalc.render.width import ascii_only

MOST_HALVES = 10  # digits up to which what floats leave of a half can be told from less than a half


def numpy_solutions(solved: list[Solved], look: Look) -> str:
    """The solutions as a script for NumPy."""
    return _script(solved, look, NUMPY)


def torch_solutions(solved: list[Solved], look: Look) -> str:
    """The solutions as a script for torch."""
    return _script(solved, look, TORCH)


def _script(solved: list[Solved], look: Look, dialect: Dialect) -> str:
    several = len(solved) > 1
    width = WIDTH - len(INDENT) if several else WIDTH
    takes = len(_places(solved)) > 1
    parts = [Part.of(item, dialect, width, takes_decimals=takes) for item in solved]
    code = "\n".join(line for part in parts for line in (*part.body, *part.shown))
    functions = [*helpers(code, dialect), show(solved, dialect)]
    says = f'"""Every line of the work, computed anew with {dialect.title}."""'  # no title here: it could be a coding
    title = [] if several else [*parts[0].title, ""]
    head = [says, "", *title, *imports("\n".join([code, *functions]), dialect), "", *printing(solved, dialect)]
    if several:
        names = _function_names(solved)
        work = [part.function(name, _heading(name)) for part, name in zip(parts, names, strict=True)]
        work.append("\n".join(f"{name}()" for name in names))
    else:
        work = ["\n".join([*parts[0].body, "", *parts[0].shown])]
    text = "\n\n\n".join(["\n".join(head), *functions, *work]) + "\n"
    return ascii_only(text) if look.ascii_signs else text


def _function_names(solved: list[Solved]) -> list[str]:
    """problem_1, or problem_1_variant_2 where a problem is worked out in several ways."""
    names, number = [], 0
    for item in solved:
        variant = item.sheet.plan.problem.variant
        number += variant is None or variant.number == 1
        names.append(f"problem_{number}{f'_variant_{variant.number}' if variant else ''}")
    return names


def _heading(name: str) -> str:
    """Problem 1, variant 2."""
    return name.replace("_variant_", ", variant ").replace("_", " ").capitalize()


def printing(solved: list[Solved], dialect: Dialect) -> list[str]:
    """The lines that say how arrays are printed."""
    digits = _significant(solved)
    places = max(_places(solved))
    if dialect is TORCH:
        style = f"precision={digits - 1}, sci_mode=True" if digits else f"precision={places}, sci_mode=False"
        whole = _whole(solved, 'float("inf")')
        return ["torch.set_default_dtype(torch.float64)", f"torch.set_printoptions({style}{whole})"]
    style = f'formatter={{"float": {_formatter(digits)}}}' if digits else f"precision={places}, suppress=True"
    return [f"np.set_printoptions({style}{_whole(solved, 'np.inf')})"]


def _formatter(digits: int) -> str:
    """The function that writes a number with so many significant digits."""
    if digits > MOST_HALVES:
        return f'"{{:.{digits}g}}".format'
    return f'lambda x: f"{{x * (1 + 1e-15):.{digits}g}}"'


def _whole(solved: list[Solved], endless: str) -> str:
    """The option with which large matrices are printed whole, where that is asked for."""
    return f", threshold={endless}" if any(item.selection.full for item in solved) else ""


def _places(solved: list[Solved]) -> set[int]:
    """The decimals that are asked for, of one problem so many, of another perhaps others."""
    return {item.sheet.asked.decimals for item in solved}


def _significant(solved: list[Solved]) -> int:
    """The significant digits that are asked for; 0 where decimals are."""
    return max(item.significant or 0 for item in solved)


def show(solved: list[Solved], dialect: Dialect) -> str:
    """The function that prints steps; it rounds as the page does, which libraries leave to the nearest even digit."""
    places, digits, takes = _places(solved), _significant(solved), ""
    decimals = str(max(places))
    if len(places) > 1:
        decimals, takes = "decimals", "decimals, "
    half_up = max(digits, *places) <= MOST_HALVES
    followed = dialect is TORCH and any(item.sheet.recorder.gradients for item in solved)
    value = "value.detach()" if followed else "value"
    value = f"{value} * (1 + 1e-15)" if half_up else f"{value}.double()" if dialect is TORCH else value
    if digits:
        shown = "np.atleast_1d(value)" if dialect is NUMPY else value
    else:
        shown = f"np.round({value}, {decimals})" if dialect is NUMPY else f"torch.round({value}, decimals={decimals})"
    return (
        f"def show({takes}**steps):\n"
        f'    """Prints every step under its name{"; what lies half way is rounded up" * half_up}."""\n'
        "    for name, value in steps.items():\n"
        f'        print(f"{{name}} =\\n{{{shown} + 0.0}}")'
    )

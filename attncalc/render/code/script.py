"""A worksheet as a short script that computes every line anew and prints it, to compare with a framework."""

from __future__ import annotations

from attncalc.render.code.dialect import NUMPY, TORCH, Dialect
from attncalc.render.code.helpers import helpers, imports
from attncalc.render.code.lines import INDENT, WIDTH
from attncalc.render.code.part import Part
from attncalc.render.formats import Solved
from attncalc.render.look import Look
from attncalc.render.width import ascii_only


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
        work = [part.function(name) for part, name in zip(parts, names, strict=True)]
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


def printing(solved: list[Solved], dialect: Dialect) -> list[str]:
    """The lines that say how arrays are printed."""
    digits = max(item.significant or 0 for item in solved)
    places = max(_places(solved))
    if dialect is TORCH:
        style = f"precision={digits - 1}, sci_mode=True" if digits else f"precision={places}, sci_mode=False"
        return ["torch.set_default_dtype(torch.float64)", f"torch.set_printoptions({style})"]
    if digits:
        return [f'np.set_printoptions(formatter={{"float": "{{:.{digits}g}}".format}})']
    return [f"np.set_printoptions(precision={places}, suppress=True)"]


def _places(solved: list[Solved]) -> set[int]:
    """The decimals that are asked for, of one problem so many, of another perhaps others."""
    return {item.sheet.asked.decimals for item in solved}


def show(solved: list[Solved], dialect: Dialect) -> str:
    """The function that prints steps."""
    places, takes = _places(solved), ""
    decimals = str(max(places))
    if len(places) > 1:
        decimals, takes = "decimals", "decimals, "
    if any(item.significant for item in solved):
        value = "np.atleast_1d(value)" if dialect is NUMPY else "value"
    elif dialect is NUMPY:
        value = f"np.round(value, {decimals})"
    else:
        value = f"torch.round(value.double(), decimals={decimals})"
    return (
        f"def show({takes}**steps):\n"
        '    """Prints every step under its name."""\n'
        "    for name, value in steps.items():\n"
        f'        print(f"{{name}} =\\n{{{value} + 0.0}}")'
    )

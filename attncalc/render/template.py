"""A problem file to fill in, made from what a mechanism declares: its matrices, its options and what they say."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from itertools import cycle, islice
from math import prod
from textwrap import wrap
from typing import NamedTuple

from attncalc.errors import InputError
from attncalc.mechanisms.registry import Mechanism
from attncalc.mechanisms.usual import OTHER, usual_sizes
from attncalc.problem.orientation import PICTURES
from attncalc.problem.reader import loads
from attncalc.problem.schema import Setting
from attncalc.problem.signature import TOKEN_AXES, Term, parts_of, size_of
from attncalc.render.show import SHOW
from attncalc.solve import solve

SEVERAL = TOKEN_AXES | PICTURES | {"d_expert"}  # an input of such a size is shown twice, where there may be several
TOKENS = (2, 0, 1, 1, 1, 0, 1, 2, 2, 1, 2)  # entries one after another; their number divides no size, so rows differ
WEIGHTS = (0, 1, 1, 0, -1)
BITS = (1, 0, 1, 1, 0)
EXAMPLES = {"M_drop": BITS, "ids": (2, 1, 1), "targets": (1, 2, 2)}  # of what holds 0 and 1, or numbers of words
ROWS = {"Q": "query", "K": "key", "V": "value", "H": "state"}
LINE = 110
LARGE = 25  # entries up to which an example is written out
MARGIN = 30  # columns up to which comments are lined up


class Line(NamedTuple):
    """One key of a section: its value in YAML, what it says, and whether it stands or is only offered."""

    key: str
    value: str
    says: str
    stands: bool = False


Sections = dict[str, list[Line]]


@cache
def new_problem(mechanism: Mechanism) -> str:
    """The text of a problem file that can be solved as it is; any one line of what it offers may be put in force."""
    inputs = mechanism.signature.inputs
    sizes = usual_sizes(mechanism)
    sections = {
        "given": [_input(mechanism, term, 3 * number, sizes) for number, term in enumerate(inputs)],
        "options": [_setting(key, setting, sizes) for key, setting in mechanism.settings.items()],
        "show": [_setting(key, setting, sizes) for key, setting in SHOW.items() if setting.example],
    }
    return _text(mechanism, {name: _fitting(mechanism, sections, name) for name in sections})


def described(mechanism: Mechanism, term: Term) -> str:
    """What an input is, and its shape: queries, n×d_k, one row for each query."""
    return f"{mechanism.meaning(term.name)}, {shape(term.axes)}{rows(term)}"


def shape(axes: tuple[str, ...]) -> str:
    """The sizes by name: d_model×(h·d_k); of a vector, how many numbers."""
    sizes = [axis.replace("*", "·") for axis in axes]
    if len(sizes) == 1:
        return "one number" if sizes[0] == "1" else f"{sizes[0]} numbers"
    return "×".join(f"({size})" if len(parts_of(axis)) > 1 else size for size, axis in zip(sizes, axes, strict=True))


def rows(term: Term) -> str:
    """What stands in each row, and whether there may be several of an input."""
    each = ROWS.get(term.name, "token")
    return f", one row for each {each}" * (term.axes[0] in TOKEN_AXES and len(term.axes) > 1) + (
        ("; or several" + ", one row each" * (len(term.axes) == 1)) * term.many
    )


def _input(mechanism: Mechanism, term: Term, start: int, sizes: Mapping[str, int]) -> Line:
    numbers = EXAMPLES.get(term.name, TOKENS if TOKEN_AXES & set(term.axes) else WEIGHTS)
    entries = islice(cycle(numbers), start, None)
    size = [size_of(axis, sizes, OTHER) for axis in term.axes]
    in_force = term.is_usual
    says = described(mechanism, term) + "; may be left out" * (in_force and term.optional)
    if len(size) == 1:
        return Line(term.name, _list(size, entries), says, in_force)
    if term.many and SEVERAL & set(term.axes):
        two = [_list(size, entries) for _ in range(2)]
        return Line(term.name, "\n    - ".join(["", *two]) if in_force else f"[{', '.join(two)}]", says, in_force)
    matrix = _rows(size, entries)
    widths = [max(map(len, column)) for column in zip(*matrix, strict=True)]
    block = (" ".join(map(str.ljust, row, widths)).rstrip() for row in matrix)
    short = f'"{"; ".join(map(" ".join, matrix))}"'
    return Line(term.name, "\n    ".join(["|", *block]) if in_force else short, says, in_force)


def _setting(key: str, setting: Setting, sizes: Mapping[str, int]) -> Line:
    example = setting.example
    if not isinstance(example, str):
        shape = [sizes[axis] for axis in example]
        example = _list(shape, cycle(BITS)) if prod(shape) <= LARGE else f"ones({', '.join(map(str, shape))})"
    default = f"; default: {setting.default}" if setting.default else ""
    return Line(key, example, setting.help + default, setting.needed)


def _list(size: list[int], entries: Iterator[int]) -> str:
    matrix = [f"[{', '.join(row)}]" for row in _rows([1, *size][-2:], entries)]
    return matrix[0] if len(size) == 1 else f"[{', '.join(matrix)}]"


def _rows(size: list[int], entries: Iterator[int]) -> list[list[str]]:
    return [[str(entry) for entry in islice(entries, size[1])] for _ in range(size[0])]


def _fitting(mechanism: Mechanism, sections: Sections, name: str) -> list[Line]:
    """The lines of a section, without those that cannot stand beside what stands: they are only named."""
    fits = {line: line.stands or _can_stand(mechanism, sections, name, line) for line in sections[name]}
    others = ", ".join(line.key for line, fit in fits.items() if not fit)
    named = [Line("", "", f"read too, but not beside these: {others}")] if others else []
    return [*(line for line, fit in fits.items() if fit), *named]


def _can_stand(mechanism: Mechanism, sections: Sections, name: str, line: Line) -> bool:
    tried = {key: [other for other in lines if other.stands] for key, lines in sections.items()}
    tried[name] = [*tried[name], line._replace(stands=True)]
    try:
        solve(loads(_text(mechanism, tried))[0])
    except InputError:
        return False
    return True


def _text(mechanism: Mechanism, sections: Sections) -> str:
    about = " ".join((mechanism.function.__doc__ or "").split())
    comments = [f"# {line}" for text in (about, f"Source: {mechanism.paper}") for line in wrap(text, LINE - 2)]
    title = f'"{mechanism.title}"' if ":" in mechanism.title else mechanism.title
    head = [f"title: {title}", f"mechanism: {mechanism.name}"]
    parts = [text for name, lines in sections.items() for text in (f"{name}:", *_lines(lines))]
    return "\n".join([*comments, *head, *parts]) + "\n"


def _lines(lines: Iterable[Line]) -> Iterator[str]:
    heads = [_head(line) for line in lines]
    margin = max((len(head) for head in heads if len(head) <= MARGIN), default=0)
    for line, head in zip(lines, heads, strict=True):
        rest = line.value.partition("\n")[2]
        yield f"{head:{margin}}  # {line.says}" if line.key else f"  # {line.says}"
        if rest:
            yield rest


def _head(line: Line) -> str:
    mark = "" if line.stands else "# "
    return f"  {mark}{line.key}: {line.value.partition(chr(10))[0]}" if line.key else ""

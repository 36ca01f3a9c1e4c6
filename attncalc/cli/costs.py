"""What is to be counted, as the command line says it, and where that goes."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from pathlib import Path

from attncalc.cost.asked import Asked
from attncalc.cost.cost import Cost
from attncalc.cost.run import Counted, of_mechanism, of_problem
from attncalc.errors import InputError, shorten
from attncalc.problem.problem import Option

DIGITS = re.compile(r"[0-9]{1,10}")
RANGE = re.compile(r"([0-9]{1,10})\.\.([0-9]{1,10})")
FILES = (".yaml", ".yml", ".json")


def counted(
    name: str, sizes: Iterable[str], options: Iterable[str], more: str | None, less: str | None
) -> list[Counted]:
    """A mechanism, or the problems of a file."""
    said, own = _sizes(sizes), _options(options)
    names, others = ((text or "").replace(",", " ").split() for text in (more, less))
    if not (name == "-" or name.endswith(FILES) or Path(name).exists()):
        return [of_mechanism(name, said, own, names, others)]
    from attncalc.problem.reader import load

    if own or names or others:
        raise InputError("-O, --with and --without are of mechanisms; a file says its own", hint="given: [X, Wq, bq]")
    return [of_problem(problem, said) for problem in load(name)]


def delivered(found: list[Counted], asked: Asked, form: str | None, output: Path | None, *, ascii_signs: bool) -> None:
    """Writes what each costs."""
    from attncalc.cli.output import deliver_page, deliver_text
    from attncalc.render.cost.data import as_json
    from attncalc.render.cost.pages import cost_pages
    from attncalc.render.look import Look

    costs = [Cost(one, asked) for one in found]
    try:
        if form == "json" or (form is None and output and output.suffix == ".json"):
            return deliver_text(as_json(costs), output)
        return deliver_page(cost_pages(costs), form, output, Look(ascii_signs=ascii_signs), ("json",))
    except RecursionError:  # a sum over hundreds of tokens, one by one
        raise InputError("a line of it is a sum of too many parts", hint="--size n=64 counts a shorter one") from None


def compared(
    names: str,
    sizes: Iterable[str],
    options: Iterable[str],
    asked: Asked,
    form: str | None,
    output: Path | None,
    plot: Path | None,
    *,
    ascii_signs: bool,
) -> None:
    """Writes a table of several mechanisms over a range of one size, and draws it."""
    from attncalc.cli.output import deliver_page
    from attncalc.cost.compare import points
    from attncalc.files import write_whole
    from attncalc.render.cost.compared import Compared, compared_page
    from attncalc.render.look import Look

    word, range_, fixed = _range(list(sizes))
    own = _options(options)
    found = {}
    for name in names.replace(",", " ").split():
        from attncalc.mechanisms.registry import find

        known = {key: option for key, option in own.items() if key in find(name).settings}
        mine = {key: size for key, size in fixed.items() if key == "d" or key in _known(name)}
        found[name] = points(of_mechanism(name, mine, known), word, range_)
    table = Compared(word, tuple(range_), found)
    if plot is not None:
        from attncalc.render.cost.picture import drawn

        write_whole(plot, drawn(table, plot.suffix))
    if plot is None or output or form:
        deliver_page([compared_page(table, asked)], form, output, Look(ascii_signs=ascii_signs))


def _known(name: str) -> set[str]:
    from attncalc.mechanisms.registry import find

    mechanism = find(name)
    return {*mechanism.signature.sizes, *mechanism.settings, "batch", "layers"}


def _range(sizes: Sequence[str]) -> tuple[str, list[int], dict[str, int]]:
    """The size that goes from one to another, its values, each twice the one before, and the other sizes."""
    ranges = [
        (text.partition("=")[0].strip(), match)
        for text in sizes
        if (match := RANGE.fullmatch(text.partition("=")[2].strip()))
    ]
    if len(ranges) != 1:
        raise InputError("what is compared goes over a range of one size", hint="--size n=1024..65536")
    (word, match), values = ranges[0], []
    first, last = int(match[1]), int(match[2])
    if not 0 < first <= last:
        raise InputError(f"--size {word}={match[0]} should go from a size to a larger one")
    while first <= last:
        values.append(first)
        first *= 2
    return word, values, _sizes(text for text in sizes if not RANGE.fullmatch(text.partition("=")[2].strip()))


def _sizes(texts: Iterable[str]) -> dict[str, int]:
    sizes: dict[str, int] = {}
    for text in texts:
        name, _, size = text.partition("=")
        digits = size.strip().replace(",", "").replace("_", "")
        if not name.strip() or not DIGITS.fullmatch(digits) or not int(digits):
            raise InputError(f"--size {shorten(text)} should be a name and its size", hint="--size n=4096")
        sizes[name.strip()] = int(digits)
    return sizes


def _options(texts: Iterable[str]) -> dict[str, Option]:
    from attncalc.cli.inline import Inline

    return {key.text: Option(key.text, value, key.place) for key, value in Inline.read(None, (), texts).options}

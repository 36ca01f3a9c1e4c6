"""What a question of a paper asks of a student: to calculate lines, to find a mistake, to tell a formula …"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from math import prod
from typing import TYPE_CHECKING, NamedTuple

from attncalc.errors import InputError, did_you_mean, shorten

if TYPE_CHECKING:
    from attncalc.generate.recipe import Item
    from attncalc.worksheet.worksheet import Worksheet

DECIMALS = 4  # unless said
FEW = 4  # names in a message
NO_SCALE = "no-scaling"


def result(sheet: Worksheet) -> list[str]:
    """The line that the mechanism hands back."""
    return [sheet.recorder.result or sheet.steps[-1].name]


def every_line(sheet: Worksheet) -> list[str]:
    """The lines that have to be calculated; those of every head together."""
    return list(dict.fromkeys(record.name for record in sheet.records if not record.detail and not record.given))


def weights(sheet: Worksheet) -> list[str]:
    """The weights, where there are some, otherwise the result."""
    shares = [record.name for record in sheet.records if record.expr.op == "share" and not record.detail]
    return shares[:1] or result(sheet)


def _as_it_is(item: Item, _: Worksheet) -> Item:
    return item


def _with_a_mistake(item: Item, sheet: Worksheet) -> Item:
    """A mistake shows in one of the lines that are named."""
    return _showing(item, sheet, _named(item, sheet))


def _with_a_change(item: Item, sheet: Worksheet) -> Item:
    """What is done otherwise shows in the lines that are asked for."""
    return _showing(item, sheet, _named(item, sheet, of_asked=True) or (NO_SCALE,), of_asked=True)


def _with_formulas(item: Item, sheet: Worksheet) -> Item:
    """Another formula gives other numbers in the line that is asked for."""
    from attncalc.generate.mistaken import FORMULAS

    if len(item.ask) > 1:
        raise InputError("which-formula gives the numbers of one step", place=item.ask[1].place, hint="ask: O")
    return _showing(item, sheet, FORMULAS, of_asked=True)


def _by_sizes(item: Item, sheet: Worksheet) -> Item:
    """Any numbers will do; parameters are asked for where there are some.

    Raises InputError where only the recipe counts on them.
    """
    from attncalc.generate.parameters import parameters
    from attncalc.generate.predicates import without_usual

    item = replace(item, question=replace(item.question, constraints=without_usual(item.question.constraints)))
    if parameters(sheet):
        return item
    shapes, counted = item.parts
    if counted.place:
        raise InputError(f"{item.question.mechanism.name} has no parameters to count", place=counted.place)
    return replace(item, parts=(shapes,))


def _by_counts(item: Item, sheet: Worksheet) -> Item:
    """Any numbers will do; what there is none of is not counted. Raises InputError where only the recipe counts it."""
    from attncalc.cost.answers import count
    from attncalc.cost.cost import Cost
    from attncalc.cost.run import Counted
    from attncalc.generate.predicates import without_usual

    item = replace(item, question=replace(item.question, constraints=without_usual(item.question.constraints)))
    cost = Cost(Counted(problem=sheet.plan.problem))
    none = [part for part in item.parts if not count(part.step, cost)]
    if said := next((part for part in none if part.place or "count" in item.settings), None):
        place = said.place or item.own_places["count"]
        raise InputError(f"{item.question.mechanism.name} has no {said.step} to count", place=place)
    if len(none) == len(item.parts):
        raise InputError(f"{item.question.mechanism.name} has nothing to count", place=item.own_places["kind"])
    return replace(item, parts=tuple(part for part in item.parts if part not in none))


def _with_blanks(item: Item, sheet: Worksheet) -> Item:
    """Some of the entries are left open; raises InputError where no line has so many."""
    count = int(item.settings.get("blanks", 0))
    sizes = {record.key: prod(record.value.shape) for ask in item.ask for record in ask.records(sheet)}
    if count > max(sizes.values()):
        largest = max(sizes, key=sizes.__getitem__)
        raise InputError(
            f"{count} entries cannot be left open: {largest} has {sizes[largest]}", place=item.own_places["blanks"]
        )
    return item


def _named(item: Item, sheet: Worksheet, *, of_asked: bool = False) -> tuple[str, ...]:
    """The mistake that the recipe names; raises InputError for one that is not in the table."""
    from attncalc.check.causes import METHODS

    name = item.settings.get("mistake", "")
    if name and name not in METHODS:
        close = did_you_mean(name, METHODS, listed=False)
        raise InputError(
            f"there is no mistake {shorten(name)}",
            place=item.own_places["mistake"],
            hint=close or _examples(_applicable(item, sheet, of_asked=of_asked)),
        )
    return (name,) if name else ()


def _applicable(item: Item, sheet: Worksheet, *, of_asked: bool) -> list[str]:
    """The mistakes that can show in the lines that are asked for."""
    from attncalc.check.calculation import Calculation
    from attncalc.generate.mistaken import applicable

    return applicable(Calculation(sheet), _keys(item, sheet), of_asked=of_asked)


def _keys(item: Item, sheet: Worksheet) -> tuple[str, ...]:
    return tuple(record.key for ask in item.ask for record in ask.records(sheet))


def _examples(names: Sequence[str]) -> str | None:
    return f"mistake: {' or '.join(names[:FEW])}" if names else None


def _showing(item: Item, sheet: Worksheet, names: tuple[str, ...], *, of_asked: bool = False) -> Item:
    """The question, whose numbers are to show such a mistake; raises InputError where none can."""
    from attncalc.generate.mistaken import Shows

    known = _applicable(item, sheet, of_asked=of_asked)
    if not set(names or known) & set(known):
        raise InputError(
            _says(item, names),
            place=item.own_places.get("mistake", item.own_places["kind"]),
            hint=_examples(known) if "mistake" in item.kind.takes else None,
        )
    decimals = DECIMALS if item.decimals is None else item.decimals
    shows = Shows("mistakes-show", "", (), names, _keys(item, sheet), of_asked, decimals, believable=not of_asked)
    return replace(item, question=replace(item.question, constraints=(*item.question.constraints, shows)))


def _says(item: Item, names: tuple[str, ...]) -> str:
    """Why a question cannot be of its kind."""
    name = item.question.mechanism.name
    lines = " or ".join(ask.step for ask in item.ask)
    where = f"{lines} of {name}" if len(item.ask) <= FEW else name
    if names == (NO_SCALE,) and "mistake" not in item.settings:
        return f"no scale can be left out in {where}; name what is done otherwise"
    if len(names) == 1:
        return f"the mistake {names[0]} never shows in {where}"
    return f"no {'other formula' if names else 'mistake'} that is known shows in {where}"


class Kind(NamedTuple):
    """What it is, and the file in which it is laid out.

    `parts` have marks beside the steps; `takes` are keys of its own. Where `steps` are not calculated by the student,
    these have no marks. `usual` are the steps where none are said; `prepared` raises InputError where a question
    cannot be of the kind, and adds what its numbers have to show. It `prints` what of the work is not left open.
    """

    help: str
    module: str
    parts: tuple[str, ...] = ()
    takes: tuple[str, ...] = ()
    steps: bool = True
    usual: Callable[[Worksheet], list[str]] = result
    prepared: Callable[[Item, Worksheet], Item] = _as_it_is
    prints: bool = False


KINDS = {
    "compute": Kind("the lines that are asked, from what is given", "compute", takes=("formulas",)),
    "blanks": Kind("the work that leads to the lines that are asked is printed, with their formulas", "blanks",
                   takes=("blanks",), prepared=_with_blanks, prints=True),
    "find-the-mistake": Kind("the work is printed with one mistake in it: which line, and what was done",
                             "find_the_mistake", ("line", "mistake"), ("mistake",), False, every_line, _with_a_mistake),
    "which-formula": Kind("numbers are given, and formulas that may have made them", "which_formula", ("formula",),
                          (), False, result, _with_formulas),
    "shapes": Kind("rows and columns of the lines that are asked, and how many parameters there are", "shapes",
                   ("shapes", "parameters"), ("numbers",), False, every_line, _by_sizes),
    "count": Kind("how many parameters there are, and how many multiply-adds and FLOPs the work takes, or what else "
                  "is counted, in bytes too", "count", ("parameters", "multiply-adds", "FLOPs"), ("count", "dtype"),
                  False, every_line, _by_counts),
    "what-changes": Kind("the lines that are asked, once more without the scale, and what happens to the largest",
                         "what_changes", ("without", "change"), ("mistake", "formulas"), True, weights, _with_a_change),
}  # a kind of question a row  # fmt: skip

"""Honest habits of working by hand against slips: how many right entries are called wrong, how many slips pass.

Random problems are worked the way people work them: all digits kept and some printed, begun again from the printed
digits at every line, one or two guard digits, digits cut off, √2 taken as 1.41, exponentials rounded before they are
divided, lines left out. Whatever such a sheet says is a right answer. Then one slip goes into a sheet, and the later
lines follow from it; one that writes what an honest habit writes too is drawn again.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from decimal import Decimal
from itertools import product as every

from by_hand import DETAILS, Habit, Place, Problem, Sheet, Slip, Texts, worked

import attncalc
from attncalc.check.calculation import Calculation
from attncalc.check.claim import At, Claim, Judged, Written
from attncalc.reading.number import read_number

ALARMS = ("wrong", "misread", "missing", "misshapen", "unread")
AFTER_DIVISION = {"S_scaled", "E", "Z", "A", "O"}
FALSE_ALARMS, SMALL_SLIPS, SLIPS_PASSED = 0.1, 8.0, 3.0  # at most, in percent


def drawn(numbers: random.Random) -> Problem:
    """A small problem: scores given by Q and K, or tokens and their weights."""
    n, m, d = (numbers.randint(2, 4) for _ in range(3))
    d_k, d_v = numbers.choice((2, 3, 4, 8)), numbers.randint(2, 3)
    decimals, low = numbers.randint(0, 2), numbers.choice((0, -1, -1))
    places = numbers.randint(1, 4)

    def matrix(rows: int, columns: int, size: float) -> Texts:
        top = round(size * 10**decimals)
        draws = ((numbers.randint(low * top, top) for _ in range(columns)) for _ in range(rows))
        return [[f"{Decimal(entry).scaleb(-decimals):f}" for entry in row] for row in draws]

    if numbers.random() < 0.5:
        given = {"Q": matrix(n, d_k, 3), "K": matrix(m, d_k, 3), "V": matrix(m, d_v, 5)}
        return Problem("scaled-dot-product", given, places)
    given = {"X": matrix(n, d, 2), "Wq": matrix(d, d_k, 1), "Wk": matrix(d, d_k, 1), "Wv": matrix(d, d_v, 2)}
    return Problem("self-attention", given, places)


# Habits, and slips.


def any_habit(numbers: random.Random) -> Habit:
    """Several habits at once."""
    return Habit(
        guard=numbers.choice((None, 0, 1, 2)),
        cut=numbers.random() < 0.2,
        divisor=numbers.choice((None, None, 2, 3)),
        exponentials=numbers.choice((None, None, 0, 1)),
        left_out=_some_lines(numbers) if numbers.random() < 0.4 else _details(numbers),
        in_head=numbers.random() < 0.5,
        short=numbers.random() < 0.3,
    )


def _details(numbers: random.Random) -> frozenset[str]:
    return numbers.choice((DETAILS, frozenset({"Z"}), frozenset()))


def _some_lines(numbers: random.Random) -> frozenset[str]:
    return DETAILS | numbers.choice(({"S"}, {"S_scaled"}, {"S", "S_scaled"}, {"A"}))


Draw = Callable[[random.Random], Habit]
HABITS: dict[str, Draw] = {
    "all digits kept": lambda _: Habit(),
    "begun again from the printed digits": lambda _: Habit(guard=0),
    "one guard digit": lambda _: Habit(guard=1),
    "two guard digits": lambda _: Habit(guard=2),
    "digits cut off": lambda numbers: Habit(cut=True, guard=numbers.choice((None, 0))),
    "divisor rounded": lambda numbers: Habit(divisor=numbers.choice((2, 3)), guard=numbers.choice((None, 0))),
    "exponentials rounded": lambda numbers: Habit(
        exponentials=numbers.choice((0, 1)), guard=numbers.choice((None, 0)), left_out=_details(numbers)
    ),
    "lines left out": lambda numbers: Habit(
        left_out=_some_lines(numbers), guard=numbers.choice((None, 0)), in_head=numbers.random() < 0.5
    ),
    "scores with fewer digits": lambda numbers: Habit(coarser=1, guard=numbers.choice((None, 0, 1))),
    "several of these": any_habit,
}


Slipped = Callable[[random.Random, Sheet, Place], Slip | None]


def digit_changed(numbers: random.Random, sheet: Sheet, place: Place) -> Slip | None:
    """Another digit in the place of one."""
    key, i, j = place
    text = sheet.lines[key].texts[i][j]
    at = numbers.choice([position for position, sign in enumerate(text) if sign.isdigit()])
    other = text[:at] + numbers.choice([digit for digit in "0123456789" if digit != text[at]]) + text[at + 1 :]
    return Slip(key, {(i, j): (other, Decimal(other))})


def some_units_off(numbers: random.Random, sheet: Sheet, place: Place) -> Slip | None:
    """2 to 5 units of the last place too much, or too little."""
    key, i, j = place
    value = Decimal(sheet.lines[key].texts[i][j])
    other = value + Decimal(numbers.choice((-5, -4, -3, -2, 2, 3, 4, 5))).scaleb(value.as_tuple().exponent)
    return Slip(key, {(i, j): (f"{other:f}", other)})


def term_dropped(numbers: random.Random, sheet: Sheet, place: Place) -> Slip | None:
    """A sum without one of its terms."""
    key, i, j = place
    line = sheet.lines[key]
    if len(line.terms[i][j]) < 2:
        return None
    value = line.values[i][j] - numbers.choice(line.terms[i][j])
    return Slip(key, {(i, j): (sheet.text(key, value), value)})


def weights_exchanged(numbers: random.Random, sheet: Sheet, place: Place) -> Slip | None:
    """Two weights of a row, each in the place of the other."""
    key, i, j = place
    if key != "A":
        return None
    line = sheet.lines[key]
    other = numbers.choice([column for column in range(len(line.texts[i])) if column != j])
    return Slip(key, {(i, a): (line.texts[i][b], line.values[i][b]) for a, b in ((j, other), (other, j))})


SLIPS: dict[str, tuple[Slipped, float]] = {
    "a digit changed": (digit_changed, SLIPS_PASSED),
    "off by 2 to 5 units": (some_units_off, SMALL_SLIPS),
    "a term dropped": (term_dropped, SLIPS_PASSED),
    "two weights exchanged": (weights_exchanged, SLIPS_PASSED),
}


# Marking.


def marked(sheet: Sheet) -> dict[Place, Judged]:
    """What `attncalc check` says of every number on a sheet."""
    from attncalc.check.judge import judge

    options = {"tokens": "rows"}
    calculation = Calculation(attncalc.solve(attncalc.problem(sheet.problem.mechanism, sheet.problem.given, options)))
    keys = list(sheet.lines)
    places, claims = [], []
    for (key, i, j), text in sheet.written():
        places.append((key, i, j))
        claims.append(Claim(0, At(key, i + 1, j + 1), Written(text, read_number(text)), keys.index(key) + 1))
    return dict(zip(places, judge(calculation, claims), strict=True))


def slipped(numbers: random.Random, sheet: Sheet, slip_of: Slipped) -> Sheet | None:
    """The sheet with a slip in it that shows; None if there was none in a few draws."""
    places = [place for place, _ in sheet.written()]
    for _ in range(20):
        slip = slip_of(numbers, sheet, numbers.choice(places))
        if slip and not any(is_honest(sheet, slip, entry) for entry in slip.entries):
            with suppress(ArithmeticError):
                return worked(sheet.problem, sheet.habit, slip)
    return None


def is_honest(sheet: Sheet, slip: Slip, entry: tuple[int, int]) -> bool:
    """Whether some honest habit writes the number of a slip, or it is less than a unit from the exact value."""
    value, (i, j) = Decimal(slip.entries[entry][0]), entry
    exact = worked(sheet.problem, Habit()).lines[slip.key].values[i][j]
    if abs(value - exact) < Decimal(1).scaleb(-sheet.places(slip.key)):
        return True
    return any(value == Decimal(other.lines[slip.key].texts[i][j]) for other in _others(sheet, slip.key))


def _others(sheet: Sheet, key: str) -> Iterator[Sheet]:
    """The sheet as all other habits work it up to a line, with the same lines and digits."""
    yield sheet
    divisors = (None, 2, 3) if key in AFTER_DIVISION else (None,)
    exponentials = (None, 0, 1) if key in AFTER_DIVISION - {"S_scaled"} else (None,)
    for guard, cut, divisor, more in every((None, 0, 1, 2), (False, True), divisors, exponentials):
        habit = replace(sheet.habit, guard=guard, cut=cut, divisor=divisor, exponentials=more)
        with suppress(ArithmeticError):  # its exponentials all round to 0
            yield worked(sheet.problem, habit)


def of_habit(draw: Draw, sheets: int, seed: str) -> tuple[int, list[tuple[Sheet, Place, Judged]]]:
    """How many entries honest sheets have, and those that are called wrong."""
    numbers = random.Random(seed)
    total, alarms = 0, []
    for _ in range(sheets):
        sheet = honest(numbers, draw)
        verdicts = marked(sheet)
        total += len(verdicts)
        alarms += [(sheet, place, verdict) for place, verdict in verdicts.items() if verdict.verdict in ALARMS]
    return total, alarms


def of_slip(slip_of: Slipped, sheets: int, seed: str) -> tuple[int, list[tuple[Sheet, Place, Judged]]]:
    """How many entries slips changed, and those that are not called wrong."""
    numbers = random.Random(seed)
    total, passed = 0, []
    for _ in range(sheets):
        sheet = slipped(numbers, honest(numbers, any_habit), slip_of)
        if sheet is None or sheet.slip is None:
            continue
        verdicts = marked(sheet)
        places = [(sheet.slip.key, i, j) for i, j in sheet.slip.entries]
        total += len(places)
        passed += [(sheet, place, verdicts[place]) for place in places if verdicts[place].verdict not in ALARMS]
    return total, passed


def honest(numbers: random.Random, draw: Draw) -> Sheet:
    """A sheet in a habit; one whose exponentials all round to 0 is drawn again, as it cannot be worked."""
    while True:
        try:
            return worked(drawn(numbers), draw(numbers))
        except ArithmeticError:
            continue


def main() -> None:
    """Prints the table: of each habit the entries called wrong, of each slip those that pass."""
    parser = argparse.ArgumentParser(description="Mark sheets in honest habits, and sheets with a slip.")
    parser.add_argument("--problems", type=int, default=100, metavar="N", help="sheets for each row (100)")
    parser.add_argument("--seed", default="2017", help="draw other sheets")
    arguments = parser.parse_args()
    table(arguments.problems, arguments.seed)


def table(sheets: int, seed: str = "2017") -> None:
    """Prints a row for each habit, then one for each slip, as soon as it is measured."""
    print(f"\n{'honest habit':42}{'entries':>9}{'called wrong':>14}{'at most':>9}")
    for name, draw in HABITS.items():
        print(row(name, *of_habit(draw, sheets, f"{seed} {name}"), FALSE_ALARMS), flush=True)
    print(f"\n{'slip':42}{'entries':>9}{'passed':>14}{'at most':>9}")
    for name, (slip_of, at_most) in SLIPS.items():
        print(row(name, *of_slip(slip_of, 5 * sheets, f"{seed} {name}"), at_most), flush=True)


def row(name: str, entries: int, failed: list[tuple[Sheet, Place, Judged]], at_most: float) -> str:
    """One row of the table."""
    share = 100 * len(failed) / max(1, entries)
    return f"{name:42}{entries:9,}{share:12.2f} %{at_most:7.1f} %  {'ok' if share <= at_most else 'OVER'}"


if __name__ == "__main__":
    main()

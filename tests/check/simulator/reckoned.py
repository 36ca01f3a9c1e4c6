"""Calculations by hand in plain signs: products below one another, in tables, with letters first, powers over sums."""

from __future__ import annotations

from decimal import Decimal

from drawn import decimal_of

from .calculated import (
    TUPLES,
    again,
    is_product,
    powers,
    powers_of,
    product,
    row,
    shares_of,
    sums_of,
)
from .forms import is_form
from .headings import bye, caption, head, put, title
from .naming import letter, row_label, words
from .numerals import lowered
from .paper import Paper, Part
from .terms import Place, products
from .work import base


def _worth(paper: Paper, a: Place, b: Place) -> str:
    """The product of two numbers as they are written, to as many places as the writer uses."""
    first, second = (Decimal(paper.work.texts[key][i][j]) for key, i, j in (a, b))
    exact = first * second
    text = f"{round(exact, paper.work.places):f}" if -exact.as_tuple().exponent > paper.work.places else f"{exact:f}"
    text = text.rstrip("0").rstrip(".") if "." in text else text
    return paper.numerals.text("0" if Decimal(text) == 0 else text)


def below_one_another(paper: Paper) -> None:
    """Each product on a line of its own, a rule below them, and the sum below the rule."""
    title(paper, "txt")
    times, rule = (
        paper.once("below times", " x ", " * ", " × ", "·"),
        paper.once("below rule", "-----", "______", "=====", "────"),
    )
    with_products = paper.once("with products", True, True, False)
    for key in (*paper.inputs, *paper.written):
        head(paper, key)
        caption(paper, key)
        if not is_product(paper, key):
            TUPLES(paper, key)
            paper.say("\n")
            continue
        for place in (place for places in paper.places(key) for place in places):
            factors = products(paper.work.calculation, *place)
            name = paper.once("below name", "{n}{i}{j}:", "{n}({i},{j})", "{n}_{i}{j} =", "{n}{i}{j}")
            label = name.format(n=letter(paper, key), i=place[1] + 1, j=place[2] + 1)
            paper.say(label + "\n", "index")
            for number, (a, b) in enumerate(factors, 1):
                paper.say("+ " if number > 1 and paper.once("below plus", True, False) else "  ")
                paper.entry(*a, part=Part(place, number, 1))
                paper.say(times)
                paper.entry(*b, part=Part(place, number, 2))
                paper.say(f" = {_worth(paper, a, b)}" if with_products else "", "product")
                paper.say("\n")
            paper.say(f"  {rule}\n" + paper.once("below sum", "  ", "  = ", "= ", "  sum: "))
            with paper.block(), paper.row(label.strip(" :=")):
                paper.entry(*place)
            paper.say("\n\n")
    bye(paper)


def product_tables(paper: Paper) -> None:
    """A small table for each entry: the factors, their product, and the sum in the last row."""
    title(paper)
    for key in (*paper.inputs, *paper.written):
        head(paper, key)
        caption(paper, key)
        if base(key) != "S" or not is_product(paper, key):
            TUPLES(paper, key)
            paper.say("\n")
            continue
        for place in (place for places in paper.places(key) for place in places):
            label = f"q{place[1] + 1}·k{place[2] + 1}"
            paper.say(f"{label}:\n\n| i | q | k | q·k |\n|---|---|---|---|\n", "index")
            for number, (a, b) in enumerate(products(paper.work.calculation, *place), 1):
                paper.say(f"| {number} | ", "index")
                paper.entry(*a, part=Part(place, number, 1))
                paper.say(" | ")
                paper.entry(*b, part=Part(place, number, 2))
                paper.say(f" | {_worth(paper, a, b)} |\n", "product")
            paper.say(f"| {paper.once('table sum', 'sum', 'Σ', '**Σ**', '')} | | | ")
            with paper.block(), paper.row(label):
                paper.entry(*place)
            paper.say(" |\n\n")
    bye(paper)


def powers_over_sums(paper: Paper) -> None:
    """a12 = e^0.4/(e^1.2 + e^0.4) = 1.49/(3.32 + 1.49) = 1.49/4.81 = 0.31"""
    title(paper)
    form = paper.once("power form", ("e^", ""), ("exp(", ")"), ("e^{", "}"), ("e^(", ")"))
    over = paper.once("over", "/", " / ", " ÷ ")
    links = paper.once("links", (True, True), (True, False), (False, True), (True, True))
    done: set[str] = set()
    for key in (*paper.inputs, *paper.written):
        head(paper, key)
        weights = "A" + key[1:]
        if base(key) in ("E", "Z") and weights in paper.written and shares_of(paper, weights):
            continue  # they stand in the fractions
        caption(paper, key)
        found = shares_of(paper, key)
        if not found:
            TUPLES(paper, key)
            paper.say("\n")
            continue
        for place in (place for places in paper.places(key) for place in places):
            label = f"{letter(paper, key)}{place[1] + 1}{place[2] + 1}"
            with paper.block(), paper.row(label):
                paper.say(f"{label} = ", "index")
                _power_over(paper, place, found, (form, over, links))
                paper.entry(*place)
            paper.say("\n")
        paper.say("\n")
        done.add(key)
    bye(paper)


def _power_over(paper: Paper, place: Place, found: tuple[str, str], how) -> None:  # type: ignore[no-untyped-def]
    form, over, (with_powers, with_sum) = how
    key, i, j = place
    number, source = found
    columns = range(paper.shape(key)[1])
    if with_powers:
        paper.say(form[0])
        paper.entry(source, i, j, part=Part((number, i, j), None, "exponent"))
        paper.say(f"{form[1]}{over}(")
        powers(paper, source, i, number, form)
        paper.say(") = ")
    paper.entry(number, i, j, part=Part(place, None, "numerator"))
    paper.say(f"{over}(")
    for at in columns:
        paper.plus(" + " if at else "")
        paper.entry(number, i, at, part=Part(place, at + 1, "denominator"))
    paper.say(") = ")
    sums = sums_of(paper, key)
    if with_sum and sums:
        paper.entry(number, i, j, part=Part(place, None, "numerator"))
        paper.say(over)
        paper.entry(sums, i, 0, part=Part(place, None, "denominator"))
        paper.say(" = ")


def denominators_first(paper: Paper) -> None:
    """Z1 = e^0.5 + e^1.2 = 1.65 + 3.32 = 4.97, then a1 = (1.65, 3.32)/4.97 = (0.33, 0.67)."""
    title(paper)
    form = paper.once("power form", ("e^", ""), ("exp(", ")"), ("e^{", "}"))
    between, around = paper.separator("shares", ", ", "; "), paper.once("around shares", ("(", ")"), ("[", "]"))
    for key in (*paper.inputs, *paper.written):
        head(paper, key)
        number = "E" + key[1:]
        if base(key) == "E" and sums_of(paper, key) and powers_of(paper, key):
            continue  # they stand in the sums
        caption(paper, key)
        if base(key) == "Z" and number in paper.written and sums_of(paper, number) and powers_of(paper, number):
            for i in range(paper.shape(key)[0]):
                _denominator(paper, key, i, form)
        elif shares_of(paper, key) and sums_of(paper, key):
            for i in range(paper.shape(key)[0]):
                label = f"{letter(paper, key)}{i + 1}"
                paper.say(f"{label} = ", "index")
                again(paper, paper.places(number)[i], key, between, around)
                paper.say(paper.once("over", "/", " / ", " : "))
                paper.entry(str(sums_of(paper, key)), i, 0, again=key)
                paper.say(" = ")
                with paper.block(), paper.row(label):
                    row(paper, key, i, between, around)
                paper.say("\n")
        else:
            TUPLES(paper, key)
        paper.say("\n")
    bye(paper)


def _denominator(paper: Paper, key: str, i: int, form: tuple[str, str]) -> None:
    number = "E" + key[1:]
    label = paper.once("denominator", "Z{i}", "Z_{i}", "sum{i}", "N{i}", "D_{i}").format(i=i + 1)
    paper.say(f"{label} = ", "index")
    powers(paper, str(powers_of(paper, number)), i, number, form)
    paper.say(" = ")
    with paper.block(), paper.row(label):
        for j, place in enumerate(paper.places(number)[i]):
            paper.plus(" + " if j else "")
            paper.entry(*place)
    paper.say(" = ")
    with paper.block(), paper.row(label):
        paper.entry(key, i, 0)
    paper.say("\n")


def letters_first(paper: Paper) -> None:
    """s12 = q1·k2 = q11 k21 + q12 k22 = 1·0 + 2·1 = 2, in plain signs or in dollars."""
    title(paper)
    form = paper.once("first form", "{n}{i}{j}", "{n}_{i}{j}", "{n}_{{{i}{j}}}", "{n}{li}{lj}")
    times = paper.once("times", "·", " * ", " · ", "*")
    quiet = paper.once("quiet", times, "", " ")
    for key in (*paper.inputs, *paper.written):
        head(paper, key)
        caption(paper, key)
        if not is_product(paper, key):
            TUPLES(paper, key)
            paper.say("\n")
            continue
        with paper.block():
            for place in (place for places in paper.places(key) for place in places):
                label = _lettered(paper, place, form)
                with paper.row(label):
                    paper.say(f"{label} = ", "index")
                    pairs = products(paper.work.calculation, *place)
                    text = " + ".join(quiet.join(_lettered(paper, each, form) for each in pair) for pair in pairs)
                    paper.say(f"{text} = ", "index")
                    product(paper, place, times)
                    paper.say(" = ")
                    paper.entry(*place)
                paper.say(paper.once("letters end", "\n", "  \n", "\n\n"))
        paper.say("\n")
    bye(paper)


def _lettered(paper: Paper, place: Place, form: str) -> str:
    key, i, j = place
    if len(paper.work.texts[key]) == 1:
        return f"{letter(paper, key)}{lowered(j + 1) if '{li}' in form else j + 1}"
    return form.format(n=letter(paper, key), i=i + 1, j=j + 1, li=lowered(i + 1), lj=lowered(j + 1))


def exact_and_about(paper: Paper) -> None:
    """e^2/(e^2+1) ≈ 0.881: a closed form, and behind it the decimal."""
    title(paper)
    about = paper.once("about", " ≈ ", " ~ ", " = ", " ≈ ")
    for key in (*paper.inputs, *paper.written):
        head(paper, key)
        caption(paper, key)
        with paper.block():
            for i, places in enumerate(paper.places(key)):
                if not any(is_form(paper.work.texts[place[0]][place[1]][place[2]]) for place in places):
                    label = row_label(paper, key, i, "digit")
                    with paper.row(label):
                        paper.say(f"{label} = " if label else "", "index")
                        row(paper, key, i, paper.separator("exact", ", ", "; "))
                    paper.say("\n")
                    continue
                for place in places:
                    label = f"{letter(paper, key)}{place[1] + 1}{place[2] + 1}"
                    with paper.row(label):
                        paper.say(f"{label} = ", "index")
                        _form_and_decimal(paper, place, about)
                    paper.say("\n")
        paper.say("\n")
    bye(paper)


def _form_and_decimal(paper: Paper, place: Place, about: str) -> None:
    key, i, j = place
    paper.entry(*place)
    value = paper.work.values[key].rows[i][j]
    if is_form(paper.work.texts[key][i][j]):
        paper.say(about)
        text = f"{round(decimal_of(value), paper.work.places):f}"
        paper.entry(*place, shown=paper.numerals.text(text))


def scanned(paper: Paper) -> None:
    """What a program for printed pages makes of work by hand: points for times, walls for brackets."""
    title(paper, "txt")
    times = paper.once("scanned times", " . ", " x ", " X ", " * ", " • ")
    walls = paper.once("scanned walls", ("| ", " |"), ("[ ", " ]"), ("( ", " )"), ("l ", " l"), ("{ ", " }"))
    page = 1
    for key in (*paper.inputs, *paper.written):
        head(paper, key, ("{}\n",))
        put(paper, words(paper, key), paper.once("scanned heading", "{}\n", "{} :\n", "_ {}\n", "{}.\n"))
        with paper.block():
            for i, places in enumerate(paper.places(key)):
                if is_product(paper, key) and paper.once("scanned products", True, False):
                    for place in places:
                        label = f"{letter(paper, key)} {i + 1}{place[2] + 1}"
                        with paper.row(label):
                            paper.say(f"{label} = ", "index")
                            product(paper, place, times, " + ")
                            paper.say(" = ")
                            paper.entry(*place)
                        paper.say("\n")
                    continue
                with paper.row(None):
                    row(paper, key, i, "  ", walls)
                paper.say("\n")
        if paper.chance(0.12):
            paper.say(f"\n{page}\n", "page")
            page += 1
        paper.say("\n")

"""HTML read back: the tree that a parser sees, and the numbers in it."""

from __future__ import annotations

from decimal import Decimal
from html.parser import HTMLParser
from math import inf
from xml.etree.ElementTree import Element, TreeBuilder

VOID = {"meta", "input", "br", "link", "img"}


class _Reader(HTMLParser):
    def __init__(self):
        super().__init__()
        self.builder = TreeBuilder()

    def handle_starttag(self, tag, attrs):
        self.builder.start(tag, {key: value or "" for key, value in attrs})
        if tag in VOID:
            self.builder.end(tag)

    def handle_startendtag(self, tag, attrs):
        self.builder.start(tag, dict(attrs))
        self.builder.end(tag)

    def handle_endtag(self, tag):
        self.builder.end(tag)

    def handle_data(self, data):
        self.builder.data(data)


def parsed(html: str) -> Element:
    """The tree of a page, as an HTML parser reads it."""
    reader = _Reader()
    reader.feed(html.removeprefix("<!DOCTYPE html>").strip())
    reader.close()
    return reader.builder.close()


def said(element: Element) -> str:
    """All text of an element, its spaces joined."""
    return " ".join("".join(element.itertext()).split())


def steps(root: Element) -> list[Element]:
    """The lines of the work."""
    return list(root.iter("details"))


def name(step: Element) -> str:
    """The name of a line as plain text: what stands before the first equals sign."""
    return step.find("summary").find(".//math").get("alttext").partition(" =")[0]


def entries(step: Element) -> list[list[str]]:
    """The entries of a line: its table, or the last matrix of its first line, as texts that `Decimal` reads."""
    table = step.find(".//tbody")
    if table is not None:
        return [[digits(cell) for cell in row.iter("td") if said(cell)] for row in table.iter("tr")]
    first = next(part for part in step.iter("div") if part.get("class") == "line")
    rows = list(first.iter("mtable"))[-1]
    return [[digits(cell) for cell in row.iter("mtd")] for row in rows.iter("mtr")]


def digits(cell: Element) -> str:
    """A cell of digits as a text that `Decimal` reads."""
    return (
        written(cell).strip().replace("−", "-").replace("∞", "inf").replace("·10^", "e").replace("^∗", "").rstrip("*")
    )


def written(element: Element) -> str:
    """Mathematics on one line."""
    if element.tag == "msup":
        base, exponent = map(written, element)
        return f"{base}^{exponent}"
    return (element.text or "") + "".join(written(child) + (child.tail or "") for child in element)


def value(element: Element) -> float:
    """What a closed form amounts to."""
    return eval(_expression(element), {"e": 2.718281828459045, "inf": inf})


def _expression(element: Element) -> str:
    """Mathematics as an expression of Python."""
    parts = [_expression(child) for child in element]
    match element.tag:
        case "mfrac":
            return f"(({parts[0]})/({parts[1]}))"
        case "msqrt":
            return f"({_product(element)})**0.5"
        case "msup":
            return f"({parts[0]})**({parts[1]})"
        case "mn" | "mi" | "mo":
            return said(element).replace("−", "-").replace("·", "*").replace("∞", "inf")
    return _product(element)


def _product(element: Element) -> str:
    """Elements in a row: side by side they are multiplied."""
    row = ""
    for child in element:
        part = _expression(child)
        joined = row and row[-1] not in "(+-*/" and child.tag != "mo" and part
        row += f"*{part}" if joined else part
    return row


def same_digits(one: str, other: str) -> bool:
    """Whether two texts state the same number with the same digits."""
    return Decimal(one).as_tuple() == Decimal(other).as_tuple()

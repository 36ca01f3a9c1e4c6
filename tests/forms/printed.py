"""Printed mathematics calculated again, with nothing but what is printed: 0.107·5 + 0.893, e^{2.121}, matrices."""

import math
import re
from decimal import Decimal, localcontext
from fractions import Fraction

import numpy as np

from attncalc.render.blocks import Bracket

SUPERSCRIPTS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻", "0123456789-")
SMALLEST = -300
TOKEN = re.compile(r"\s*(\d+(?:\.\d+)?|[⁻⁰¹²³⁴-⁹]+|∞|[-−+·/√(){}^]|[A-Za-zσ]+)")
FUNCTIONS = {
    "exp": math.exp,
    "sin": math.sin,
    "cos": math.cos,
    "tanh": math.tanh,
    "ln": math.log,
    "σ": lambda x: 1 / (1 + math.exp(-x)),
    "ReLU": lambda x: max(x, 0),
}


class UnknownError(Exception):
    """Something else stands there than numbers and what is known."""


class Reader:
    """Sums of products of powers, from left to right; fractions stay exact."""

    def __init__(self, text):
        self.tokens, end = [], 0
        while end < len(text.rstrip()):
            match = TOKEN.match(text, end)
            if not match:
                raise UnknownError(text)
            self.tokens.append(match[1])
            end = match.end()
        self.tokens.append("")

    def take(self, *wanted):
        return self.tokens.pop(0) if self.tokens[0] in wanted else ""

    def whole(self):
        value = self.sum()
        if self.tokens != [""]:
            raise UnknownError(self.tokens[0])
        return value

    def sum(self):
        value = self.signed()
        while sign := self.take("+", "−"):
            value = value + self.product() if sign == "+" else value - self.product()
        return value

    def signed(self):
        return -self.product() if self.take("−") else self.product()

    def product(self):
        value = self.power()
        while True:
            if self.take("/"):
                value = value / self.power()
            elif self.take("·") or self.tokens[0] in ("√", "(", "e"):
                value = value * self.power()
            else:
                return value

    def power(self):
        value = self.atom()
        if self.take("^"):
            self.take("{")
            exponent = self.sum()
            self.take("}")
            return to_the(exponent) if value == math.e else value**exponent
        if re.fullmatch("[⁻⁰¹²³⁴-⁹]+", self.tokens[0]):
            exponent = int(self.tokens.pop(0).translate(SUPERSCRIPTS))
            return to_the(exponent) if value == math.e else value**exponent
        return value

    def atom(self):
        token = self.tokens.pop(0)
        if token == "(":
            value = self.sum()
            self.tokens.pop(0)
            return value
        if token == "√":
            return math.sqrt(self.power())
        if re.fullmatch(r"\d+(\.\d+)?", token):
            return Fraction(token)
        if token == "e":
            return math.e
        if token in FUNCTIONS and self.tokens[0] == "(":
            return FUNCTIONS[token](self.atom())
        raise UnknownError(token)


def to_the(exponent):
    """e to the power of a number, with more digits than a float has."""
    with localcontext() as context:
        context.prec = 50
        exponent = Fraction(exponent)
        return Fraction((Decimal(exponent.numerator) / exponent.denominator).exp())


def number(text):
    """What a text comes to; raises UnknownError where that is not known."""
    return Reader(text.strip()).whole()


def holds(value, text, decimals):
    """Whether a number rounds to the printed one; None where it is so near half way that both would be right."""
    printed, (mantissa, _, power) = number(text), text.partition("·10")
    places = decimals
    if power:
        if int(power.translate(SUPERSCRIPTS)) < SMALLEST:
            raise UnknownError("no float is so small")
        places = len(mantissa.partition(".")[2]) - int(power.translate(SUPERSCRIPTS))
    scaled = abs(Fraction(value) - printed) * 10 ** Fraction(places)
    if isinstance(value, float) and abs(float(scaled) - 0.5) < 1e-6:
        return None
    return scaled < Fraction(1, 2) or (scaled == Fraction(1, 2) and abs(printed) > abs(value))


def softmax(rows, along):
    along = along if len(rows) > 1 else -1  # a vector stands as a row
    parts = np.exp(rows - rows.max(axis=along, keepdims=True))
    return parts / parts.sum(axis=along, keepdims=True)


OF_MATRIX = {
    "tanh": np.tanh,
    "sin": np.sin,
    "cos": np.cos,
    "exp": np.exp,
    "σ": lambda rows: 1 / (1 + np.exp(-rows)),
    "ReLU": lambda rows: np.maximum(rows, 0),
}
BETWEEN = {"+": np.add, "−": np.subtract, "⊙": np.multiply, "/": np.divide, "·": np.multiply}


def matrix(pieces, along):
    """What a line of matrices comes to: one, a function of one, or two with what stands between them.

    Softmax goes `along` the rows, -1, or the columns, 0.
    """
    values = [_entries(piece) if isinstance(piece, Bracket) else piece.text.strip() for piece in pieces]
    match values:
        case ["softmax", np.ndarray() as rows]:
            return softmax(rows, along)
        case [str() as name, np.ndarray() as rows] if name in OF_MATRIX:
            return OF_MATRIX[name](rows)
        case [np.ndarray() as one, np.ndarray() as other]:
            return one @ other
        case [np.ndarray() as one, str() as sign, np.ndarray() as other] if sign in BETWEEN:
            return BETWEEN[sign](one, other)
        case [np.ndarray() as one, str() as sign, str() as text] if sign in BETWEEN:
            return BETWEEN[sign](one, float(number(text)))
        case [str() as text, str() as sign, np.ndarray() as other] if sign in BETWEEN:
            return BETWEEN[sign](float(number(text)), other)
    raise UnknownError


def _entries(bracket):
    texts = [[cell.text.rstrip("*") for cell in row] for row in bracket.cells]
    return np.array([[-np.inf if text == "−∞" else float(number(text)) for text in row] for row in texts])

"""Slips of the pen: a sign, a decimal point, a digit."""

from __future__ import annotations

from collections.abc import Iterator

from flint import arb, fmpq

from attncalc.arithmetic.array import MINUS_INFINITY
from attncalc.check.calculation import Entry
from attncalc.check.causes.slip import Guess, Slip
from attncalc.check.digits import ALIKE

MAX_PLACES = 12
LARGEST = 10**100
CERTAIN = 2  # digits at the end that other slips change too


def sign(slip: Slip) -> Iterator[Guess]:
    """−x for x."""
    for value in slip.meant:
        if value is not MINUS_INFINITY and bool(abs(value) >= slip.number.unit):
            yield Guess(-value)


def denominator(slip: Slip) -> Iterator[Guess]:
    """1 for 1/2."""
    for value in slip.meant:
        if type(value) is fmpq and value.q > 1:
            yield Guess(fmpq(value.p), {"meant": shown(f"{value.p}/{value.q}")}, exactly=True)


def mixed_number(slip: Slip) -> Iterator[Guess]:
    """2 to the power of 1/2 for 2 1/2."""
    for value in slip.meant:
        whole_ = whole(abs(value)) if type(value) is fmpq and value.q > 1 else 0
        if whole_ > 0 and not slip.number.unit:
            part = abs(value) - whole_
            power = arb(whole_) ** arb(part)
            words = {"meant": f"{whole_} {part.p}/{part.q}"}
            yield Guess(power if bool(value > 0) else -power, words)


def decimal_point(slip: Slip) -> Iterator[Guess]:
    """104 for 1.04, 0.12 for 1.2."""
    places = places_of(slip)
    for value in slip.meant:
        if value is MINUS_INFINITY or not bool(abs(value) > slip.number.unit):
            continue
        for power in (1, -1, 2, -2, 3, -3, places + 1):
            scale = fmpq(10) ** power
            for text in texts(value, places + power):
                yield Guess(number_of(text) * scale, {"meant": shown(text)}, exactly=True)


def confused(slip: Slip) -> Iterator[Guess]:
    """One digit for another that looks alike."""
    yield from (guess for guess, place, alike in _one_digit_off(slip) if alike)


def changed(slip: Slip) -> Iterator[Guess]:
    """One digit for any other; not one of the last two, which slips in rounding change."""
    yield from (guess for guess, place, alike in _one_digit_off(slip) if not alike and place >= CERTAIN)


def _one_digit_off(slip: Slip) -> Iterator[tuple[Guess, int, bool]]:
    """What should stand there if it differs in one digit; that digit's place from the end, and if both look alike."""
    written = _plain(slip.text)
    for text in _candidates(slip) if written else ():
        pairs = list(zip(text, written or "", strict=False))
        places = [i for i, (a, b) in enumerate(pairs) if a != b]
        if len(text) != len(pairs) or len(text) != len(written or "") or len(places) != 1:
            continue
        right, wrong = pairs[places[0]]
        if right.isdigit() and wrong.isdigit():
            words = {"right": right, "wrong": wrong, "meant": shown(text)}
            yield Guess(number_of(written or ""), words, True), len(pairs) - places[0] - 1, {right, wrong} in ALIKE


def exchanged(slip: Slip) -> Iterator[Guess]:
    """0.93 for 0.39."""
    for text in _candidates(slip):
        for i in range(len(text) - 1):
            j = i + 1 if text[i + 1] != "." else i + 2
            leads = text[j : j + 1] == "0" and not text[:i].strip("-")
            if j < len(text) and text[i].isdigit() and text[j].isdigit() and text[i] != text[j] and not leads:
                letters = list(text)
                letters[i], letters[j] = letters[j], letters[i]
                yield Guess(number_of("".join(letters)), {"meant": shown(text)}, exactly=True)


def lost(slip: Slip) -> Iterator[Guess]:
    """14 for 104, 2.78 for 2.718."""
    places = places_of(slip)
    for value in slip.meant:
        for more in (0, 1):
            for text in texts(value, places + more):
                yield from _without_a_digit(text, more)


def _without_a_digit(text: str, more: int) -> Iterator[Guess]:
    """The text with one of its digits left out: of the decimals if it has one too many, else of the whole part."""
    point = text.find(".") if "." in text else len(text)
    region = range(point + 1, len(text) - 1) if more else range(point)
    for i in region:
        shorter = text[:i] + text[i + 1 :]
        if text[i].isdigit() and shorter.lstrip("-").split(".")[0]:
            yield Guess(number_of(shorter), {"digit": text[i], "meant": shown(text)}, exactly=True)


def gained(slip: Slip) -> Iterator[Guess]:
    """1.47 for 1.4, 7.07 for 7.7: a digit, or a bracket read as one, too many."""
    written = _plain(slip.text)
    if written is None:
        return
    places = places_of(slip)
    for less in (0, 1):
        if places - less < 0:
            continue
        found = (text for value in slip.meant for text in texts(value, places - less) if not less or _is(text, value))
        wanted = {text.rstrip(".") for text in found}
        for i, digit in enumerate(written):
            shorter = (written[:i] + written[i + 1 :]).rstrip(".")
            if digit.isdigit() and shorter in wanted and "." in written:
                yield Guess(number_of(written), {"digit": digit, "meant": shown(shorter)}, exactly=True)


def _is(text: str, value: Entry) -> bool:
    """Whether a text is a value in full."""
    return bool(number_of(text) == value)


def _candidates(slip: Slip) -> list[str]:
    """What should stand there, with as many decimals as are written, rounded and cut."""
    return list(dict.fromkeys(text for value in slip.meant for text in texts(value, places_of(slip))))


def places_of(slip: Slip) -> int:
    """How many decimals are written."""
    text = _plain(slip.text) or ""
    return len(text.partition(".")[2])


def texts(value: Entry, places: int) -> tuple[str, ...]:
    """A value with so many decimals, rounded and cut."""
    if value is MINUS_INFINITY or not 0 <= places <= MAX_PLACES:
        return ()
    size, scale = abs(value), fmpq(10) ** places
    if not bool(size < LARGEST):  # nor is it smaller where it is not known at all
        return ()
    minus = "-" if bool(value < 0) else ""
    numbers = dict.fromkeys(whole(size * scale + half) for half in (fmpq(1, 2), fmpq(0)))
    return tuple(minus + _with_point(number, places) for number in numbers)


def whole(value: Entry) -> int:
    """The integer below a positive value; where a ball does not settle it, that below its middle."""
    if type(value) is fmpq:
        return int(value.floor())
    floor = value.floor()
    return int(float(floor.mid())) if isinstance(floor, arb) else int(floor)


def _with_point(number: int, places: int) -> str:
    digits = str(number).rjust(places + 1, "0")
    return f"{digits[:-places]}.{digits[-places:]}" if places else digits


def _plain(text: str) -> str | None:
    """A decimal as it is written, with a plain minus sign and a 0 before its point; None for anything else."""
    plain = text.strip().replace("−", "-").replace(" ", "")
    sign_, body = ("-", plain[1:]) if plain[:1] == "-" else ("", plain.lstrip("+"))
    body = f"0{body}" if body.startswith(".") else body
    return sign_ + body if body.replace(".", "", 1).isdecimal() and body.isascii() else None


def number_of(text: str) -> fmpq:
    """The value of a decimal."""
    whole_, _, decimals = text.partition(".")
    return fmpq(int(whole_ + decimals or "0"), 10 ** len(decimals))


def shown(text: str) -> str:
    """A number for a sentence."""
    return text.replace("-", "−")

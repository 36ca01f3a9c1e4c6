"""Noise of transcription: what a program that reads handwriting makes of a number now and then."""

from __future__ import annotations

import random

RATES = (1, 2, 5)  # of a hundred signs
CONFUSED = {"0": "6", "6": "0", "1": "7", "7": "1", "9": "4", "4": "9", "3": "8", "5": "6", "8": "3", "2": "7"}
LIKELY = ("0", "6", "1", "7", "9", "4")  # the others are confused more rarely


def misread(numbers: random.Random, text: str, rate: float) -> tuple[str, str] | None:
    """A number with one sign misread, and what happened; None if it is read right."""
    for at, sign in enumerate(text):
        if numbers.random() >= rate / 100:
            continue
        if sign in CONFUSED and (sign in LIKELY or numbers.random() < 0.3):
            return text[:at] + CONFUSED[sign] + text[at + 1 :], "digit"
        if sign in ".," and text.count(sign) == 1 and text[at + 1 :].isdigit() and text[at - 1 : at].isdigit():
            return text[:at] + text[at + 1 :], "decimal-point"
        if sign in "-−" and at == 0 and len(text) > 1 and text[1].isdigit():
            return text[1:], "lost-sign"
    return None

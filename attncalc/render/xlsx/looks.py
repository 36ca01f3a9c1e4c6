"""How cells look: what is given, what is calculated, labels and titles."""

from __future__ import annotations

from typing import Any

FONT = {"font_name": "Calibri", "font_size": 11}
BORDER = {"border": 1, "border_color": "#B0B0B0"}
LOOKS: dict[str, dict[str, Any]] = {
    "title": {"bold": True, "font_size": 15},
    "aside": {"italic": True, "font_color": "#555555"},
    "section": {"bold": True, "font_size": 13, "font_color": "#1F3864", "bottom": 1},
    "formula": {"bold": True},
    "says": {"italic": True, "font_color": "#555555"},
    "label": {"font_color": "#444444", "bg_color": "#F2F2F2", "align": "center", **BORDER},
    "row label": {"font_color": "#444444", "bg_color": "#F2F2F2", "align": "right", **BORDER},
    "name": {"bold": True, "bg_color": "#F2F2F2", **BORDER},
    "given": {"font_color": "#0000C0", "bg_color": "#FFF2CC", "align": "right", **BORDER},
    "step": {"align": "right", **BORDER},
    "result": {"align": "right", "bold": True, "bg_color": "#E2EFDA", **BORDER},
    "product": {"align": "right", "font_color": "#444444", **BORDER},
    "blank": {"align": "right", "border": 1, "border_color": "#404040"},
    "mark": {"align": "center"},
    "good": {"bg_color": "#C6EFCE", "font_color": "#006100"},
    "fair": {"bg_color": "#FFEB9C", "font_color": "#7F6000"},
    "bad": {"bg_color": "#FFC7CE", "font_color": "#9C0006"},
}
GENERAL, SMALL = "General", "0.00E+00"


def decimals(texts: list[list[str]], asked: int, significant: int | None) -> str:
    """The format of a line's numbers: as many decimals as are asked, where some entry has so many."""
    longest = max((len(text.partition(".")[2]) for row in texts for text in row if "e" not in text), default=0)
    return f"0.{'0' * asked}" if asked and longest >= asked and not significant else GENERAL


def number_format(text: str, of_line: str) -> str:
    """The format of one number; one that would be shown as 0 keeps its power of ten."""
    return SMALL if "e" in text else of_line

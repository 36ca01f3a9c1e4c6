"""Where the panels of a picture stand, in inches: cells as large as their values need, panels in rows."""

from __future__ import annotations

from dataclasses import dataclass
from textwrap import wrap

from attncalc.render.plot.weights import Group, Panel
from attncalc.render.width import cut, width
from attncalc.worksheet.notation import plain_number

POINT = 1 / 72
LETTER = 0.64  # width of a letter in sizes of its font
LABEL, VALUE, SMALLEST = 9.0, 8.5, 4.5  # sizes of fonts in points
HEADING = 12.0
WIDEST, HIGHEST = 10.0, 8.0  # of a panel's cells
CELL_WIDTH, CELL_HEIGHT = 0.36, 0.32
THIN = 0.3  # what a row of narrow cells is high at least
GAP, LINE = 0.3, 0.19
LONGEST = 24  # columns of a label


@dataclass(frozen=True)
class Ticks:
    """Labels along a side: every how many, how they are turned, and how large."""

    labels: tuple[str, ...]
    every: int = 1
    angle: int = 0
    size: float = LABEL

    @property
    def room(self) -> float:
        """How far the labels reach from the side."""
        longest = max((_inches(label, self.size) for label in self.labels), default=0)
        return longest * {0: 0, 45: 0.71, 90: 1}[self.angle] + self.size * POINT * 1.4


@dataclass(frozen=True)
class Box:
    """A panel's sizes: its cells, the font of the values (0 where they do not fit), and the room around."""

    panel: Panel
    cell: tuple[float, float]
    font: float
    below: Ticks
    beside: Ticks
    title: tuple[str, ...]

    @property
    def size(self) -> tuple[float, float]:
        """Width and height of the cells together."""
        return self.cell[0] * len(self.panel.columns), self.cell[1] * len(self.panel.rows)

    @property
    def side(self) -> list[str]:
        """What its rows are, cut to lines as long as it is high."""
        return wrap(self.panel.sides[0], max(8, int(self.size[1] / (LABEL * POINT * LETTER))))

    @property
    def left(self) -> float:
        """Room for row labels and their title, or for turned column labels that begin further left."""
        longest = max(_inches(label, self.beside.size) for label in self.beside.labels)
        lean = _inches(self.below.labels[0], self.below.size) * 0.71 - self.cell[0] / 2 if self.below.angle == 45 else 0
        return max(longest + 0.1 + LINE * len(self.side), lean)

    @property
    def top(self) -> float:
        """Room for the title."""
        return LINE * len(self.title) + 0.06

    @property
    def bottom(self) -> float:
        """Room for column labels and their title."""
        return self.below.room + 0.08 + LINE

    @property
    def outer(self) -> tuple[float, float]:
        """Width and height with all that stands around."""
        wide = max(self.left + self.size[0], *(_inches(line, LABEL) * 1.08 for line in self.title))
        return wide, self.top + self.size[1] + self.bottom


@dataclass(frozen=True)
class Placed:
    """A box, and where its top left corner stands from the picture's."""

    box: Box
    x: float
    y: float


@dataclass(frozen=True)
class Page:
    """All panels and headings, and how large the picture is."""

    boxes: tuple[Placed, ...]
    headings: tuple[tuple[str, float], ...]  # a line, and how far down
    size: tuple[float, float]


def page_of(groups: list[Group]) -> Page:
    """The panels of each problem below its heading, as many beside each other as there is room for."""
    made = [(group, [box_of(panel, _longest(panel, group)) for panel in group.panels]) for group in groups]
    room = max(WIDEST, *(box.outer[0] for _, boxes in made for box in boxes))
    placed: list[Placed] = []
    headings: list[tuple[str, float]] = []
    y = 0.0
    for group, boxes in made:
        for line in wrap(group.title, int(room / (HEADING * POINT * LETTER * 1.1))) or [""]:
            headings.append((line, y))
            y += HEADING * POINT * 1.5
        rows = _rows(boxes, room)
        for row in rows:
            placed += _beside(row, y + 0.08)
            y += max(box.top for box in row) + max(box.outer[1] - box.top for box in row) + GAP
    widest = max(item.x + item.box.outer[0] for item in placed)
    titles = max(_inches(line, HEADING) * 1.1 for line, _ in headings)
    return Page(tuple(placed), tuple(headings), (max(widest, titles), y))


def _rows(boxes: list[Box], room: float) -> list[list[Box]]:
    """As many beside each other as there is room for; the heads of another sequence begin a row."""
    rows: list[list[Box]] = [[]]
    for box in boxes:
        used = sum(other.outer[0] + GAP for other in rows[-1])
        is_other = bool(rows[-1]) and rows[-1][-1].panel.titles[:-1] != box.panel.titles[:-1]
        if rows[-1] and (is_other or used + box.outer[0] > room):
            rows.append([])
        rows[-1].append(box)
    return rows


def _beside(row: list[Box], y: float) -> list[Placed]:
    """Boxes side by side, their cells beginning at the same height."""
    top, x, placed = max(box.top for box in row), 0.0, []
    for box in row:
        placed.append(Placed(box, x, y + top - box.top))
        x += box.outer[0] + GAP
    return placed


def _longest(panel: Panel, group: Group) -> int:
    """The characters of the longest value in the panels that are like this one, so that all have the same size."""
    alike = [other for other in group.panels if len(other.columns) == len(panel.columns)]
    return max(width(plain_number(text)) for other in alike for row in other.texts for text in row)


def box_of(panel: Panel, longest: int) -> Box:
    """The sizes of a panel: its values, of so many characters, are written where they can be read."""
    columns, rows = len(panel.columns), len(panel.rows)
    cell = (
        min(max(CELL_WIDTH, longest * VALUE * POINT * LETTER + 0.14), WIDEST / columns),
        min(CELL_HEIGHT, HIGHEST / rows),
    )
    font = min(VALUE, (cell[0] - 0.05) / (longest * POINT * LETTER), cell[1] / POINT * 0.7)
    if font < SMALLEST:
        side, font = min(cell), 0.0
        cell = max(side, THIN / columns), max(side, THIN / rows)
    below, beside = _below(panel.columns, cell[0]), _beside_labels(panel.rows, cell[1])
    box = Box(panel, cell, font, below, beside, ())
    room = int(max(box.left + box.size[0], 2.2) / (LABEL * POINT * LETTER))
    return Box(panel, cell, font, below, beside, tuple(wrap(panel.title, room)) or ("",))


def _below(labels: tuple[str, ...], room: float) -> Ticks:
    short = tuple(cut(label, LONGEST) for label in labels)
    widest = max(_inches(label, LABEL) for label in short)
    if widest <= room:
        return Ticks(short)
    if all(label.isdigit() for label in short):
        return Ticks(short, every=int(widest * 1.3 / room) + 1)
    if room >= LABEL * POINT * 2:
        return Ticks(short, angle=45)
    return Ticks(short, *_thinned(room), 90, min(LABEL, max(SMALLEST, room / POINT * 0.9)))


def _beside_labels(labels: tuple[str, ...], room: float) -> Ticks:
    short = tuple(cut(label, LONGEST) for label in labels)
    if all(label.isdigit() for label in short):
        return Ticks(short, every=int(LABEL * POINT * 1.2 / room) + 1)
    return Ticks(short, *_thinned(room), 0, min(LABEL, max(SMALLEST, room / POINT * 0.9)))


def _thinned(room: float) -> tuple[int]:
    """Every how many labels of the smallest size fit."""
    return (int(SMALLEST * POINT / room) + 1,)


def _inches(text: str, size: float) -> float:
    return width(text) * size * POINT * LETTER

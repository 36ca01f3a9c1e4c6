"""Code that makes a matrix: np.array([[1, 2]]), torch.tensor(…), np.triu(…, k=1). Nothing is run."""

from __future__ import annotations

import re
from collections.abc import Callable

from attncalc.errors import InputError, did_you_mean, shorten
from attncalc.problem.notation.piece import Piece, closing
from attncalc.problem.tree import Mapping, Node, Scalar, Sequence

CALL = re.compile(r"(?:[A-Za-z_]\w*\.)*(?P<name>[A-Za-z_]\w*)\s*\(")
SETTING = re.compile(  # what changes no number
    r"(?:dtype|device|requires_grad|grad_fn|copy|shape|name|order|ndmin|columns|index|trainable)\s*=(?!=)"
    r"|(?:(?:np|numpy|torch)\.)?(?:float|int|bool)\w*$"
)
NAMED = re.compile(r"\w+\s*=(?!=)")
OFFSET = re.compile(r"(?:(?:k|diagonal)\s*=\s*)?([-−]?\d{1,4})")
INTEGERS = re.compile(r"\b(?:u?int|long|bool)")
Read = Callable[[Piece], Node]


def read_call(piece: Piece, read: Read) -> Node:
    """The matrix that a call makes; `read` reads its argument.

    Raises InputError for a call or a setting that is not known, and for a type that would cut numbers short.
    """
    match = CALL.match(piece.text)
    assert match, piece.text
    if match["name"] not in (*CALLS, *TRIANGLES):
        raise piece.error(f"“{shorten(match[0])}…)” is a call, and nothing is run",
                          did_you_mean(match["name"], (*CALLS, *TRIANGLES), listed=False)
                          or "Type the numbers.")  # fmt: skip
    end = closing(piece, match.end() - 1)
    if piece.text[end + 1 :].strip(" ;,."):
        raise piece[end + 1 :].unexpected("after a matrix")
    arguments = [part.strip() for part in piece[match.end() : end].split(",") if part.text.strip()]
    settings = [part.text for part in arguments if SETTING.match(part.text)]
    arguments = [part for part in arguments if part.text not in settings]
    if not arguments:
        raise piece.error(f"{match['name']}(…) is empty")
    return typed(_made(match["name"], arguments, piece, read), " ".join(settings))


def _made(name: str, arguments: list[Piece], piece: Piece, read: Read) -> Node:
    """What the call of this name makes of its arguments."""
    inside, *more = arguments
    if name in TRIANGLES and more and (offset := OFFSET.fullmatch(more[0].text)):
        return _kept(read(inside), name, int(offset[1].replace("−", "-")))
    unread = [part for part in arguments if NAMED.match(part.text)] or (more if name in TRIANGLES else [])
    if unread:
        raise unread[0].unexpected(f"in {name}(…)")
    if more:
        return CALLS[name](piece.items([part.cell for part in arguments]))
    quoted = len(inside.text) > 1 and inside.text[0] in "\"'" and inside.text[-1] == inside.text[0]
    node = read(inside[1:-1] if quoted else inside)
    return _kept(node, name, 0) if name in TRIANGLES else CALLS[name](node)


def typed(node: Node, kind: str) -> Node:
    """The same matrix as this type keeps it; raises InputError where a type of whole numbers would cut one short."""
    cells = [cell.text for row in rows_of(node) or () for cell in row.items if isinstance(cell, Scalar)]
    cut = next((text for text in cells if not re.fullmatch(r"[-+]?\d+\.?0*|True|False", text)), None)
    if cut is not None and INTEGERS.search(kind):
        raise InputError(f"“{shorten(kind)}” keeps whole numbers, and {shorten(cut)} is none", place=node.place,
                         hint="Leave the type out, or type the numbers that are meant.")  # fmt: skip
    return node


def transposed(node: Node) -> Node:
    """Rows as columns; a list of entries becomes a column. Raises InputError for what is no matrix."""
    rows = rows_of(node)
    if rows is None or len({len(row.items) for row in rows}) != 1:
        raise InputError("only a matrix can be transposed", place=node.place)
    columns = zip(*(row.items for row in rows), strict=True)
    return Sequence(tuple(Sequence(column, *rows[0][1:4]) for column in columns), *node[1:4])


def rows_of(node: Node) -> list[Sequence] | None:
    """The rows of a matrix, or the one row that a list of entries is; None for anything else."""
    node = Sequence((node,), *node[1:4]) if isinstance(node, Scalar) else node
    items = tuple(row for _, row in node.entries) if isinstance(node, Mapping) else node.items
    if items and all(isinstance(item, Scalar) for item in items):
        return [Sequence(items, *node[1:4])]
    flat = [item for item in items if isinstance(item, Sequence) and all(isinstance(x, Scalar) for x in item.items)]
    return flat if items and len(flat) == len(items) else None


def reshaped(node: Node, rows: int, columns: int) -> Node:
    """The entries in rows of another length; raises InputError where they do not fit."""
    found = rows_of(node)
    cells = [cell for row in found or () for cell in row.items]
    rows, columns = (size if size > 0 else len(cells) // max(1, rows * columns * -1) for size in (rows, columns))
    if len(cells) != rows * columns or not cells:
        raise InputError(f"{len(cells)} entries cannot be reshaped to {rows}×{columns}", place=node.place)
    starts = range(0, len(cells), columns)
    return Sequence(tuple(Sequence(tuple(cells[i : i + columns]), *node[1:4]) for i in starts), *node[1:4])


def _diagonal(node: Node) -> Node:
    rows = rows_of(node)
    if rows is None or len(rows) != 1:
        raise InputError("diag(…) should hold the entries of a diagonal: diag([1, 2])", place=node.place)
    square = Sequence((rows[0],) * len(rows[0].items), *node[1:4])
    return _kept(_kept(square, "triu", 0), "tril", 0)


def _kept(node: Node, name: str, offset: int) -> Node:
    """The matrix with 0 wherever an entry is not in the triangle of this name and offset."""
    rows = rows_of(node)
    if rows is None:
        raise InputError(f"{name}(…) should hold one matrix", place=node.place)
    kept = [
        [cell if TRIANGLES[name](j - i - offset) else cell._replace(text="0")
         for j, cell in enumerate(row.items) if isinstance(cell, Scalar)]
        for i, row in enumerate(rows)
    ]  # fmt: skip
    return Sequence(tuple(Sequence(tuple(row), *node[1:4]) for row in kept), *node[1:4])


TRIANGLES: dict[str, Callable[[int], bool]] = {"triu": lambda right: right >= 0, "tril": lambda right: right <= 0}
CALLS: dict[str, Callable[[Node], Node]] = {
    **dict.fromkeys(("array", "asarray", "matrix", "tensor", "as_tensor", "Tensor", "FloatTensor", "DoubleTensor",
                     "Matrix", "ImmutableMatrix", "constant", "Variable", "Parameter", "DataFrame", "dict", "list",
                     "float32", "float64"), lambda node: node),
    "transpose": transposed,
    "diag": _diagonal,
}  # fmt: skip

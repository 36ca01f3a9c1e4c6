"""Code that makes a matrix: np.array([[1, 2]]), torch.tensor(…), np.triu(…, k=1), {"a": [1, 2]}. Nothing is run."""

from __future__ import annotations

import re
from collections.abc import Callable

from attncalc.errors import did_you_mean, shorten
from attncalc.reading.matrices import Body, TextError
from attncalc.reading.matrices.cells import read_rows
from attncalc.reading.matrices.changes import diagonal, reshaped, transposed, triangle, typed
from attncalc.reading.matrices.piece import Piece

CALL = re.compile(r"(?:[A-Za-z_]\w*\.)*(?P<name>[A-Za-z_]\w*)\s*\(")
SETTING = re.compile(  # what changes no number
    r"(?:dtype|device|requires_grad|grad_fn|copy|shape|name|order|ndmin|columns|index|trainable)\s*=(?!=)"
    r"|(?:(?:np|numpy|torch)\.)?(?:float|int|bool)\w*$"
)
NAMED = re.compile(r"\w+\s*=(?!=)")
OFFSET = re.compile(r"(?:(?:k|diagonal)\s*=\s*)?([-−]?\d{1,4})")
METHOD = re.compile(r"\s*\.\s*(?P<name>[a-z]+)\s*\((?P<given>[^()]{0,80}|\([^()]{0,80}\))\)")
SIZES = re.compile(r"\(?\s*+(-1|\d{1,6})\s*+,\s*+(-1|\d{1,6})\s*+(?:,\s*+)?\)?")
CONVERTS = {"float", "double", "numpy", "astype", "to", "copy", "clone", "detach", "tolist"}
TRIANGLES = {"triu", "tril"}
MAKERS = (
    "array asarray matrix tensor as_tensor Tensor FloatTensor DoubleTensor Matrix ImmutableMatrix constant Variable "
    "Parameter DataFrame dict list float32 float64"
)
CALLS: dict[str, Callable[[Body], Body]] = {
    **dict.fromkeys(MAKERS.split(), lambda body: body),
    "transpose": transposed,
    "diag": diagonal,
    "triu": lambda body: triangle(body, "triu"),
    "tril": lambda body: triangle(body, "tril"),
}
Read = Callable[[Piece], Body | None]


def called(piece: Piece, call: re.Match[str], read: Read) -> Body:
    """The matrix that a call makes; `read` reads its argument.

    Raises TextError for a call or a setting that is not known, and for a type that would cut numbers short.
    """
    name = call["name"]
    if name not in CALLS:
        hint = did_you_mean(name, CALLS, listed=False) or "Type the numbers."
        raise piece.error(f"“{shorten(call[0])}…)” is a call, and nothing is run", hint)
    arguments = [part.strip() for part in piece[call.end() : -1].split(",") if part.text.strip()]
    settings = [part.text for part in arguments if SETTING.match(part.text)]
    arguments = [part for part in arguments if part.text not in settings]
    if not arguments:
        raise piece.error(f"{name}(…) is empty")
    return typed(_made(name, arguments, piece, read), " ".join(settings))


def _made(name: str, arguments: list[Piece], piece: Piece, read: Read) -> Body:
    inside, *more = arguments
    if name in TRIANGLES and more and (offset := OFFSET.fullmatch(more[0].text)):
        return triangle(_argument(inside, read), name, int(offset[1].replace("−", "-")))
    unread = [part for part in arguments if NAMED.match(part.text)] or (more if name in TRIANGLES else [])
    if unread:
        raise unread[0].unexpected(f"in {name}(…)")
    return CALLS[name](piece.rows([part.cell for part in arguments]) if more else _argument(inside, read))


def _argument(piece: Piece, read: Read) -> Body:
    bare = piece.unquoted()
    return read(bare) or read_rows(bare)


def methods(piece: Piece, body: Body, behind: int) -> tuple[Body, int]:
    """A matrix after the methods that are called on it: .reshape(2, 3), .astype(int), .t(); and where they end."""
    while method := METHOD.match(piece.text, behind):
        sizes = SIZES.fullmatch(method["given"])
        if method["name"] in ("reshape", "view") and sizes:
            body = reshaped(body, int(sizes[1]), int(sizes[2]))
        elif method["name"] in ("transpose", "t") and not method["given"].strip():
            body = transposed(body)
        elif method["name"] in CONVERTS:
            body = typed(body, method[0].strip(" ."))
        else:
            raise TextError(f"“{shorten(method[0].strip())}” is not expected behind a matrix", piece.start + behind)
        behind = method.end()
    return body, behind

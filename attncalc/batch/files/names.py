"""Which array of a file is which matrix."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import NamedTuple

from attncalc.batch.files.layout import Array, shown
from attncalc.batch.files.tensors import Tensors
from attncalc.errors import InputError, Place, did_you_mean, shorten

KNOWN: dict[str, tuple[str, ...]] = {  # letters and digits only; what an array may be called without being asked for
    "Q": ("q", "query", "queries"),
    "K": ("k", "key", "keys"),
    "V": ("v", "value", "values"),
    "X": ("x", "input"),
    "Wq": ("wq", "qprojweight"),
    "Wk": ("wk", "kprojweight"),
    "Wv": ("wv", "vprojweight"),
    "Wo": ("wo", "oprojweight", "outprojweight"),
    "bq": ("bq", "qprojbias"),
    "bk": ("bk", "kprojbias"),
    "bv": ("bv", "vprojbias"),
    "bo": ("bo", "oprojbias", "outprojbias"),
}
GIVEN = ("Q", "K", "V")
PROJECTED = ("X", "Wq", "Wk", "Wv")
OPTIONAL = ("Wo", "bq", "bk", "bv", "bo")
OPTIONS = {"Q": "--query ", "K": "--key ", "V": "--value "}
JOINED = ("in_proj_weight", "in_proj_bias")  # how torch's MultiheadAttention calls those of Q, K and V as one array
LINEAR = ".weight"  # how torch calls the weights of a Linear layer, which stand out × in
SOME = 12


class Sources(NamedTuple):
    """The arrays of one job by role as they stand in the file, where each is from, and which weights stand out × in."""

    arrays: dict[str, Array]
    places: dict[str, Place]
    turned: set[str]


def find_sources(path: Path | str, tensors: Tensors, asked: Mapping[str, str]) -> Sources:
    """Q, K and V, or X and its weights, of a file; `asked` names arrays by role. Raises InputError."""
    tensors = _apart(tensors)
    names = {role: _named(role, tensors, asked.get(role), str(path)) for role in KNOWN}
    found = {role: name for role, name in names.items() if name is not None}
    roles = next((roles for roles in (GIVEN, PROJECTED) if all(role in found for role in roles)), None)
    if roles is None:
        raise InputError(
            f"it should hold Q, K and V, or X, Wq, Wk and Wv; it holds {_list(tensors)}",
            place=Place(str(path)),
            hint="--query NAME --key NAME --value NAME say which.",
        )
    wanted = roles if roles is GIVEN else (*roles, *(role for role in OPTIONAL if role in found))
    places = {role: Place(f"{path}, {shorten(found[role])}") for role in wanted}
    turned = {role for role in wanted if role[0] == "W" and found[role].endswith(LINEAR)}
    return Sources({role: tensors[found[role]]() for role in wanted}, places, turned)


def _apart(tensors: Tensors) -> Tensors:
    """The same, and the parts of what is joined as torch calls them where they are apart: q_proj.weight and so on."""
    found = dict(tensors)
    for name, read in tensors.items():
        before, _, last = name.rpartition(".")
        if last in JOINED:
            for k, letter in enumerate("qkv"):
                part = f"{letter}_proj.{last.removeprefix('in_proj_')}"
                found.setdefault(f"{before}.{part}" if before else part, partial(_third, name, read, k))
    return found


def _third(name: str, read: Callable[[], Array], k: int) -> Array:
    array = read()
    if array.ndim == 0 or len(array) % 3:
        raise InputError(f"{shorten(name)} is {shown(array.shape)}; a third each of its rows should be of Q, K and V")
    rows = len(array) // 3
    return array[k * rows : (k + 1) * rows]


def _named(role: str, tensors: Tensors, asked: str | None, source: str) -> str | None:
    if asked is not None:
        if asked not in tensors:
            raise InputError(
                f"it holds no {shorten(asked)}; it holds {_list(tensors)}",
                place=Place(source),
                hint=did_you_mean(asked, tensors, listed=False),
            )
        return asked
    fitting = [name for name in tensors if _folded(name) in KNOWN[role]]
    fitting = fitting or [name for name in tensors if _is_inner(name, KNOWN[role])]
    if len(fitting) > 1:
        raise InputError(
            f"{role} may be {' or '.join(map(shorten, fitting[:SOME]))}",
            place=Place(source),
            hint=f"{OPTIONS.get(role, f'--name {role}=')}NAME says which.",
        )
    return fitting[0] if fitting else None


def _is_inner(name: str, known: tuple[str, ...]) -> bool:
    """Whether the last parts of a name such as layers.0.attn.q_proj.weight are known."""
    parts = name.split(".")
    return any(_folded(".".join(parts[start:])) in known for start in range(max(1, len(parts) - 2), len(parts)))


def _folded(name: str) -> str:
    return "".join(char for char in name.lower() if char.isalnum())


def _list(tensors: Tensors) -> str:
    names = [shorten(name) for name in tensors]
    more = f" and {len(names) - SOME:,} more" if len(names) > SOME else ""
    return (", ".join(names[:SOME]) + more) or "no arrays"

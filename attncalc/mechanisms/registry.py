"""Registering a mechanism is one decorated function; its shapes are declared once, in one line."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from importlib import import_module
from typing import Any

from attncalc.errors import InputError, did_you_mean
from attncalc.mechanisms.places import PLACES, SEVERAL, SYNONYMS
from attncalc.problem.matrix import Matrix
from attncalc.problem.names import INPUTS
from attncalc.problem.problem import Option
from attncalc.problem.schema import COMMON, Setting
from attncalc.problem.signature import Found, Signature, unify
from attncalc.problem.tree import whole_number
from attncalc.worksheet.recorder import Recorder
from attncalc.worksheet.tensor import Tensor

REGISTRY: dict[str, Mechanism] = {}


@dataclass(frozen=True)
class Mechanism:
    """A mechanism: its function, its shapes, where it was published, and what some names are to it."""

    name: str
    title: str
    function: Callable[..., Tensor]
    signature: Signature
    paper: str
    names: Mapping[str, str] = field(default_factory=dict, hash=False)
    lines: Mapping[str, str] = field(default_factory=dict, hash=False)
    spelt: Mapping[str, str] = field(default_factory=dict, hash=False)

    def meaning(self, name: str) -> str:
        """What an input is: to this mechanism, otherwise to all."""
        return self.names[name] if name in self.names else INPUTS[name]

    @cached_property
    def options(self) -> dict[str, Any]:
        """The option groups that the function takes, by parameter: each reads its own keys."""
        parameters = inspect.signature(self.function, eval_str=True).parameters.values()
        return {p.name: p.annotation for p in parameters if p.kind is p.KEYWORD_ONLY}

    def samples(self) -> dict[str, Any]:
        """The option groups with their defaults, and with an example of what is needed."""
        return {name: kind.sample() if hasattr(kind, "sample") else kind() for name, kind in self.options.items()}

    @cached_property
    def settings(self) -> dict[str, Setting]:
        """Every option that it reads, apart from sizes: those of its groups, and how the matrices stand."""
        groups = {key: setting for kind in self.options.values() for key, setting in kind.OPTIONS.items()}
        return {**groups, **COMMON}

    def __call__(self, w: Recorder, *tensors: Tensor | None, **options: Any) -> Tensor:
        """Runs the mechanism inside another one: the sizes of its signature are bound to these tensors."""
        named = list(zip(self.signature.names, tensors, strict=False))
        found = [
            Found(name, tensor.shape)  # type: ignore[arg-type]
            for name, tensor in named
            if tensor is not None and None not in tensor.shape
        ]
        renamed = [tensor and tensor.renamed(*self.signature[name].axes) for name, tensor in named]
        stated = {name: size for name, size in w.stated.items() if name in self.signature.sizes}
        with w.scope(unify(self.signature, found, stated)):
            return self.function(w, *renamed, **options)


def mechanism(
    title: str,
    *,
    shapes: str,
    paper: str,
    names: str = "",
    lines: str = "",
    spelt: Mapping[str, str] | None = None,
) -> Callable[[Callable[..., Tensor]], Mechanism]:
    """Registers a function under its own name, with hyphens; `shapes` as in `Q[n,d_k] K[m,d_k] -> S[n,m]`.

    `names` says what an input is, and `lines` what a line of the work is, where that is not what the name means
    elsewhere: "Rk: what is added to a key; u: content bias". `spelt` are other names of inputs, such as people write
    with a number: {"W_1": "Wup"}.
    """

    def register(function: Callable[..., Tensor]) -> Mechanism:
        name = function.__name__.replace("_", "-")
        REGISTRY[name] = Mechanism(
            name, title, function, Signature.read(shapes), paper, _declared(names), _declared(lines), spelt or {}
        )
        return REGISTRY[name]

    return register


def _declared(text: str) -> dict[str, str]:
    """What each name is: of "u: content bias; v: position bias"."""
    pairs = (part.split(": ", 1) for part in re.split(r"; (?=\w+: )", text) if part)
    return dict(pairs)


def find(name: str) -> Mechanism:
    """The mechanism of this name (spaces, underscores and capitals are forgiven); raises InputError if none."""
    key = "-".join(name.lower().replace("_", "-").replace("-", " ").split())
    key = SYNONYMS.get(key, key)
    if key not in PLACES:
        hint = f"Did you mean {SEVERAL[key]}?" if key in SEVERAL else did_you_mean(key, [*PLACES, *SYNONYMS])
        raise InputError(f"there is no mechanism {name}", hint=hint or "`attncalc mechanisms` lists them.")
    import_module(f"attncalc.mechanisms.{PLACES[key]}")
    return REGISTRY[key]


def every() -> list[Mechanism]:
    """All mechanisms, in the order of the table."""
    return [find(name) for name in PLACES]


def read_options(
    mechanism: Mechanism, options: Mapping[str, Option], given: Mapping[str, Matrix], symbols: tuple[str, ...]
) -> tuple[dict[str, Any], dict[str, int]]:
    """The option groups of a mechanism, and the sizes that options give (`d_k: 4`, `heads: 2`).

    Raises InputError for an option that the mechanism does not have.
    """
    sizes = set(mechanism.signature.sizes)
    known = mechanism.settings.keys() | sizes
    for option in options.values():
        if option.key not in known:
            raise InputError(
                f"{mechanism.name} has no option {option.key}", place=option.place, hint=did_you_mean(option.key, known)
            )
    read = {
        name: kind.read({key: options[key] for key in (*kind.OPTIONS, *COMMON) if key in options}, given, symbols)
        for name, kind in mechanism.options.items()
    }
    bound = {key: _size(options[key]) for key in sizes & options.keys()}
    for group in read.values():
        bound.update(group.sizes)
    return read, bound


def _size(option: Option) -> int:
    size = whole_number(option.value, 10**6)
    if not size:
        raise InputError(f"{option.key} should be a positive integer", place=option.value.place)
    return size

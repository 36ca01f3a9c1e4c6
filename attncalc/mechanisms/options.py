"""Option groups of mechanisms: a frozen dataclass with one field for each key.

    @dataclass(frozen=True)
    class Window(Options):
        D: int = option("keys seen on each side", WHOLE, "2", default="1")
        sigma: Scalar = option("the width of the Gaussian, in positions", A_NUMBER, "D/2", default="D/2")

A field's name is its key, `_` for `-`; one at its end keeps it from being a word of Python (`lambda_`). Numbers stay as
they were written until `number` reads them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import Field, field, fields
from typing import Any, ClassVar, NamedTuple, TypeVar

from attncalc.errors import InputError, Place, shorten
from attncalc.problem.matrix import Matrix, read_sized
from attncalc.problem.problem import Option
from attncalc.problem.schema import MATRIX, NUMBER, Schema, Setting, list_of, one_of, whole
from attncalc.problem.tree import Node, Scalar, Sequence, read_documents, text_of, whole_number
from attncalc.worksheet.recorder import Recorder
from attncalc.worksheet.tensor import Tensor

LARGEST = 10**6
TRUTH = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}
Group = TypeVar("Group", bound="Options")


class Kind(NamedTuple):
    """What an option holds: its schema, and how it is read from its key and its node."""

    schema: Schema
    read: Callable[[str, Node], Any]


class Options:
    """The base of option groups: reads each field by its kind; what is not written has the field's default."""

    OPTIONS: ClassVar[Mapping[str, Setting]] = {}

    def __init_subclass__(cls) -> None:
        """The settings of the fields."""
        own = {_key(name): value.metadata["setting"] for name, value in vars(cls).items() if isinstance(value, Field)}
        cls.OPTIONS = {**cls.OPTIONS, **own}

    @classmethod
    def read(
        cls: type[Group], options: Mapping[str, Option], given: Mapping[str, Matrix], symbols: tuple[str, ...]
    ) -> Group:
        """The group as it was written; raises InputError for a value that cannot be meant."""
        found = {}
        for each in fields(cls):  # type: ignore[arg-type]
            if "setting" not in each.metadata:  # what follows from the others, or from what is given
                continue
            key = _key(each.name)
            if key in options:
                found[each.name] = each.metadata["kind"].read(key, options[key].value)
            elif each.metadata["setting"].needed and each.default is None:
                raise InputError(
                    f"the option {key} is needed: {each.metadata['setting'].help}",
                    hint=f"options: {{{key}: {each.metadata['setting'].example}}}",
                )
        return cls(**found)

    @classmethod
    def sample(cls: type[Group]) -> Group:
        """The group with its defaults, and an example of each option that is needed."""
        needed = {key: setting.example for key, setting in cls.OPTIONS.items() if setting.needed}
        return cls.read({key: Option(key, node_of(str(text))) for key, text in needed.items()}, {}, ())

    @property
    def sizes(self) -> dict[str, int]:
        """No size follows from these options, unless a group says so."""
        return {}

    @property
    def in_force(self) -> dict[str, str]:
        """The defaults, which what is written overrides."""
        return {key: setting.default for key, setting in self.OPTIONS.items() if setting.default}


def _key(name: str) -> str:
    return name.rstrip("_").replace("_", "-")


def option(help_: str, kind: Kind, example: str | tuple[str, ...], default: str = "", *, needed: bool = False) -> Any:
    """A field of an option group; `default` is YAML, as an example is. Without one, what is not written is None."""
    value = kind.read("default", node_of(default)) if default else None
    setting = Setting(help_, kind.schema, example, default, needed)
    return field(default=value, metadata={"setting": setting, "kind": kind})


def node_of(text: str) -> Node:
    """The node of a default, or an example: a list, a mapping, or one scalar."""
    return next(iter(read_documents(text, "default"))) if text[:1] in ("[", "{") else Scalar(text)


def word(*words: str) -> Kind:
    """One of these words."""

    def read(key: str, node: Node) -> str:
        return Option(key, node).word(words)

    return Kind(one_of(*words), read)


def whole_from(least: int, most: int = LARGEST) -> Kind:
    """A whole number from `least` to `most`."""

    def read(key: str, node: Node) -> int:
        number = whole_number(node, most)
        if number is None or number < least:
            text = _shown(node)
            above = text.isdecimal() and int(text) > most
            bounds = f"{least} to {most:,}" if most < LARGEST or above else f"{least}"
            raise InputError(f"{key} should be a whole number from {bounds}, not {text}", place=node.place)
        return number

    return Kind(whole(least, None if most == LARGEST else most), read)


def _truth(key: str, node: Node) -> bool:
    text = node.text.strip().lower() if isinstance(node, Scalar) else ""
    if text not in TRUTH:
        raise InputError(f"{key} is true or false, not {_shown(node)}", place=node.place)
    return TRUTH[text]


def _number(key: str, node: Node) -> Scalar:
    if not isinstance(node, Scalar):
        raise InputError(f"{key} should be one number", place=node.place)
    return node


def _wholes(key: str, node: Node) -> tuple[int, ...]:
    items = node.items if isinstance(node, Sequence) else (node,)
    return tuple(whole_from(0).read(key, item) for item in items)


def _matrix(key: str, node: Node) -> Matrix:
    return read_sized(node, key)


def _shown(node: Node) -> str:
    return shorten(text_of(node))


A_NUMBER = Kind(NUMBER, _number)  # as it is written, or a formula in the sizes: 1/sqrt(d_k)
WHOLE = whole_from(1)
TRUE_OR_FALSE = Kind({"type": "boolean"}, _truth)
WHOLES = Kind(list_of(whole(0)), _wholes)
A_MATRIX = Kind(MATRIX, _matrix)


def number(
    w: Recorder, scalar: Scalar, key: str, *, least: int | None = None, most: int | None = None, positive: bool = False
) -> Tensor:
    """An option's number as a constant; raises InputError outside its bounds."""
    constant = w.constant(w.tree(scalar), scalar.place)
    if constant.value is not None:
        _check(w, constant.value, key, scalar.place, least, most, positive=positive)
    return constant


def _check(
    w: Recorder, value: Any, key: str, place: Place | None, least: int | None, most: int | None, *, positive: bool
) -> None:
    ar = w.arithmetic
    if getattr(value, "free", None):  # letters are taken to be within bounds
        return
    if positive and not ar.is_positive(value):
        raise InputError(f"{key} should be positive", place=place)
    below = least is not None and ar.is_positive(ar.rational(str(least)) - value)
    above = most is not None and ar.is_positive(value - ar.rational(str(most)))
    if below or above:
        bounds = f"from {least} to {most}" if most is not None else f"at least {least}"
        raise InputError(f"{key} should be {bounds}", place=place)

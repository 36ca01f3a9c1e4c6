"""The option `norm`: which norm, where it stands, and how the spread of a row is measured."""

from __future__ import annotations

from dataclasses import dataclass, field

from attncalc.errors import InputError, did_you_mean, shorten
from attncalc.mechanisms.blocks.layer_norm import Spread, layer_norm
from attncalc.mechanisms.blocks.rms_norm import rms_norm
from attncalc.mechanisms.options import Kind, word
from attncalc.mechanisms.registry import Mechanism
from attncalc.problem.problem import Option
from attncalc.problem.schema import any_of, mapping, one_of
from attncalc.problem.tree import Mapping, Node, Scalar
from attncalc.worksheet.recorder import Recorder
from attncalc.worksheet.tensor import Tensor

NORMS: dict[str, Mechanism] = {"layer": layer_norm, "rms": rms_norm}
OWN = {"layer": ("eps", "variance", "eps-outside"), "rms": ("eps",)}
NO_NORM = "none"


@dataclass(frozen=True)
class Norm:
    """A norm or none, and whether it comes before the sublayer: N(X) goes in, and X is added to what comes out."""

    kind: str = "layer"
    before: bool = False
    spread: Spread = field(default_factory=Spread)

    def of(self, w: Recorder, X: Tensor, gamma: Tensor | None, beta: Tensor | None) -> Tensor:
        """The normalised rows; without a norm, X."""
        return NORMS[self.kind](w, X, gamma, beta, spread=self.spread) if self.kind in NORMS else X


WITHOUT = Norm(NO_NORM)


def _norm(key: str, node: Node) -> Norm:
    """layer, rms or none, or {kind: layer, when: before, eps: 1e-5}; raises InputError for anything else."""
    entries = {part.text: value for part, value in node.entries} if isinstance(node, Mapping) else {"kind": node}
    kind_node = entries.pop("kind", Scalar("layer"))
    kind = word(*NORMS, NO_NORM).read(key, kind_node)
    if kind == NO_NORM:
        return WITHOUT
    when = word("before", "after").read(f"{key}: when", entries.pop("when", Scalar("after")))
    for name in entries.keys() - set(OWN[kind]):
        raise InputError(
            f"{key}: {kind} has no {shorten(name)}",
            place=entries[name].place,
            hint=did_you_mean(name, ["kind", "when", *OWN[kind]]),
        )
    own = {name: Option(name, value, value.place) for name, value in entries.items()}
    return Norm(kind, when == "before", Spread.read(own, {}, ()))


_SPREAD = {key: setting.schema for key, setting in Spread.OPTIONS.items()}
NORM = Kind(
    any_of(
        one_of(*NORMS, NO_NORM),
        mapping({"kind": one_of(*NORMS, NO_NORM), "when": one_of("before", "after"), **_SPREAD}),
    ),
    _norm,
)

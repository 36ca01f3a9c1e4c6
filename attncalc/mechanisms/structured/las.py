"""Listen, Attend and Spell: attention of a speller over what a listener heard."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from attncalc.errors import InputError
from attncalc.mechanisms.encoder_decoder.dot_product import attend
from attncalc.mechanisms.options import WHOLE, Options, option, whole_from, word
from attncalc.mechanisms.registry import mechanism
from attncalc.problem.matrix import Matrix
from attncalc.problem.problem import Option
from attncalc.worksheet.expression import Axis
from attncalc.worksheet.recorder import Recorder
from attncalc.worksheet.rules import listed
from attncalc.worksheet.tensor import Tensor, tanh

NETWORKS: dict[str, Callable[[Recorder, str, Tensor], Tensor]] = {
    "linear": lambda w, name, a: a,
    "tanh": lambda w, name, a: tanh(w.step(f"pre_{name}", a, "One layer, before tanh.")),
}


@dataclass(frozen=True)
class Listener(Options):
    """The networks φ and ψ, and the pyramid of the encoder."""

    network: str = option("φ and ψ: linear or tanh, one layer each", word(*NETWORKS), "tanh", default="linear")
    frames: int | None = option("the frames of sound that the pyramid of the encoder starts from", WHOLE, "16")
    pyramid_layers: int = option(
        "how many layers of the pyramid halve the number of time steps", whole_from(1, 20), "2", default="3"
    )

    @classmethod
    def read(cls, options: Mapping[str, Option], given: Mapping[str, Matrix], symbols: tuple[str, ...]) -> Listener:
        """The options; raises InputError where the frames cannot be halved so often, or there are none."""
        found = super().read(options, given, symbols)
        if found.frames is None and "pyramid-layers" in options:
            raise InputError(
                "pyramid-layers halve the frames of sound, but their number is not given",
                place=options["pyramid-layers"].place,
                hint="options: {frames: 800}",
            )
        divisor = 2**found.pyramid_layers
        if found.frames is not None and found.frames % divisor:
            raise InputError(
                f"{found.frames} frames cannot be halved {found.pyramid_layers} times",
                place=options["frames"].place,
                hint=f"A multiple of {divisor} can: pad them, or leave some out.",
            )
        return found

    def states(self, w: Recorder, given: int | None) -> None:
        """The time steps that each layer of the pyramid leaves, and a note where there are not as many states."""
        if self.frames is None:
            return
        words = f"{self.frames}/2^l, l from 0 to {self.pyramid_layers}"
        axis = Axis("layers", self.pyramid_layers + 1)
        steps = listed(w, words, lambda _, j: f"{self.frames}/2^{j - 1}", axis)
        w.step("T_l", steps, "Each layer of the pyramid joins two time steps into one; the last ones are the states.")
        left = self.frames // 2**self.pyramid_layers
        if given not in (None, left):
            w.note(f"{self.frames} frames leave {left} encoder states, but {given} are given.")

    def through(self, w: Recorder, name: str, a: Tensor, W: Tensor | None, b: Tensor | None, says: str) -> Tensor:
        """What a network makes of a, which has been multiplied by its weights; a itself where it has none."""
        if W is None and b is None:
            return a
        return w.step(name, NETWORKS[self.network](w, name.partition("_")[0], a if b is None else a + b), says)


@mechanism(
    "Listen, Attend and Spell",
    shapes="s[d_s]+ H[m,d_h] W_psi[p,d_h]? b_psi[p]? W_phi[p,d_s]? b_phi[p]? -> cs[d_h+d_s]",
    paper="Chan et al. 2016, Listen, Attend and Spell, section 2",
    names="s: decoder state, the current one; H: encoder states, the top of the pyramid; "
    "W_phi: network of the decoder state; b_phi: its bias; W_psi: network of the encoder states; "
    "b_psi: its bias",
    lines="T_l: time steps after each pyramid layer; pre_phi: decoder state before tanh; "
    "phi_s: decoder state after its network; pre_psi: encoder states before tanh; "
    "psi_h: encoder states after their network",
)
def las(
    w: Recorder,
    s: tuple[Tensor, ...],
    H: Tensor,
    W_psi: Tensor | None,
    b_psi: Tensor | None,
    W_phi: Tensor | None,
    b_phi: Tensor | None,
    *,
    listener: Listener,
) -> Tensor:
    """eᵢ = φ(s)·ψ(hᵢ), each a network of one layer; then softmax and context."""
    listener.states(w, H.shape[0])
    psi = H if W_psi is None else H @ W_psi.T
    psi = listener.through(w, "psi_h", psi, W_psi, b_psi, "Row i is ψ(hᵢ): the same for every decoder state.")
    for s_ in w.each("Decoder state", s):
        phi = s_ if W_phi is None else W_phi @ s_
        phi = listener.through(w, "phi_s", phi, W_phi, b_phi, "The decoder state through its network.")
        e = w.step("e", psi @ phi, "How well each encoder state matches the decoder state.")
        cs = attend(w, e, H, s_)
    return cs

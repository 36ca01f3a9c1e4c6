"""Mistakes of method: those of the table of causes, and those that move right numbers to other places."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from synthetic import outcomes

from attncalc.arithmetic.array import Array
from attncalc.check.calculation import Calculation

__all__ = ["ALL", "DROPPED", "LOCAL", "MOVES", "SKIPS", "outcomes"]

Lines = Mapping[str, Array]
Move = Callable[[Calculation, Lines, str], Array | None]

# Mistakes that somebody makes in one place; all others are made in every head, and in every line of their kind.
LOCAL = {
    "sum-lacks-a-term",
    "another-rows-sum",
    "wrong-head",
    "another-heads-line",
    "not-projected",
    "bias-forgotten",
    "another-projection",
    "max-subtracted-on-one-side",
}
ALL = {"columns-dealt-in-turn"}  # what is made in all lines of its kind, or not at all
# Lines that nobody writes who makes the mistake, or that would only repeat another one.
SKIPS = {
    "no-scaling": ("S_scaled",),
    "mask-missing": ("S_masked",),
    "without-normalising": ("Z",),
    "norm-over-tokens": ("mu", "var", "sigma"),
    "no-exponential": ("E", "Z"),
}
DROPPED = {"no-scaling": "S_scaled", "mask-missing": "S_masked"}  # what a mistake is to leave a line out


def _array(rows: list[list]) -> Array:  # type: ignore[type-arg]
    return Array([entry for row in rows for entry in row], (len(rows), len(rows[0])))


def _columns(value: Array, order: list[int]) -> Array:
    return _array([[row[j] for j in order] for row in value.rows])


def _heads(calculation: Calculation) -> int:
    return sum(key.startswith("O_") and key[2:].isdigit() for key in calculation.records)


def groups_in_turn(calculation: Calculation, lines: Lines, key: str) -> Array | None:
    """Heads 1, 2, 3, 4 with groups 1, 2, 1, 2 instead of 1, 1, 2, 2."""
    name, _, head = key.partition("_")
    groups = sum(one.startswith("K_") and one[2:].isdigit() for one in calculation.records)
    if name not in ("S", "O") or not head.isdigit() or groups in (0, _heads(calculation)):
        return None
    line = "K" if name == "S" else "V"
    own = {leaf.key for leaf in calculation.records[key].expr.lines()} & {f"{line}_{g + 1}" for g in range(groups)}
    other = f"{line}_{(int(head) - 1) % groups + 1}"
    return None if own == {other} else calculation.line(key, {**lines, **dict.fromkeys(own, lines[other])})


def wo_in_turn(calculation: Calculation, lines: Lines, key: str) -> Array | None:
    """The rows of Wo taken in turn from the blocks of the heads."""
    return _with_wo(calculation, lines, key, lambda n, heads: [j for s in range(heads) for j in range(s, n, heads)])


def wo_blocks_exchanged(calculation: Calculation, lines: Lines, key: str) -> Array | None:
    """The first head's rows of Wo with the last head, and the other way round."""
    return _with_wo(calculation, lines, key, lambda n, heads: [*range(n // heads, n), *range(n // heads)])


def _with_wo(calculation: Calculation, lines: Lines, key: str, order: Callable[[int, int], list[int]]) -> Array | None:
    if key != "MH" or "Wo" not in lines:
        return None
    rows = lines["Wo"].rows
    return calculation.line(
        key, {**lines, "Wo": _array([list(rows[j]) for j in order(len(rows), _heads(calculation))])}
    )


def norm_over_tokens(calculation: Calculation, lines: Lines, key: str) -> Array | None:
    """Layer norm down the columns, over the tokens, instead of over the features."""
    if key not in ("X_centred", "X_norm") or "sigma" not in calculation.records:
        return None
    columns = list(zip(*lines["X_res"].rows, strict=True))
    n = len(columns[0])
    centred = [[entry - sum(column) / n for entry in column] for column in columns]
    if key == "X_norm":
        roots = [(_ball(sum(entry * entry for entry in column)) / n).sqrt() for column in centred]
        centred = [[entry / root for entry in column] for column, root in zip(centred, roots, strict=True)]
    return _array([list(row) for row in zip(*centred, strict=True)])


def _ball(value):  # type: ignore[no-untyped-def]
    from attncalc.arithmetic.limits import ball_of

    return ball_of(value)


def pairs_by_halves(calculation: Calculation, lines: Lines, key: str) -> Array | None:
    """Rotation of columns 1, 3 and 2, 4 where neighbours belong together."""
    if key not in ("Q_rot", "K_rot"):
        return None
    name = key[0]
    width = len(lines[name].rows[0])
    order = [j for pair in range(width // 2) for j in (pair, pair + width // 2)]
    turned = calculation.line(key, {**lines, name: _columns(lines[name], order)})
    return turned and _columns(turned, [order.index(j) for j in range(width)])


MOVES: dict[str, Move] = {
    "groups-in-turn": groups_in_turn,
    "wo-rows-in-turn": wo_in_turn,
    "wo-blocks-exchanged": wo_blocks_exchanged,
    "norm-over-tokens": norm_over_tokens,
    "pairs-by-halves": pairs_by_halves,
}

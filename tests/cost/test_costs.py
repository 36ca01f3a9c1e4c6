"""What holds for the cost of every mechanism, and the command as a person types it."""

import json
from pathlib import Path

import pytest

from attncalc.cost.asked import amount
from attncalc.cost.cost import Cost
from attncalc.cost.growth import leading
from attncalc.cost.run import of_mechanism
from attncalc.cost.traffic import traffic
from attncalc.cost.units import in_thousands, of_bytes
from attncalc.errors import InputError
from attncalc.mechanisms.places import PLACES
from attncalc.worksheet.backward.selection import SELECTION
from attncalc.worksheet.counts.pairs import Pairs
from attncalc.worksheet.counts.table import PRICES
from attncalc.worksheet.expression import Axis, line
from attncalc.worksheet.operations import OPERATIONS

SMALL = {"n": 6, "m": 6, "d": 4, "height": 8, "width": 8, "vocab": 5}
# What only moves entries, puts them elsewhere, or makes a table of numbers.
FREE = {
    *SELECTION,
    "transpose",
    "below",
    "kept",
    "seen",
    "above",
    "peaks",
    "repeated",
    "placed",
    "rule",
    "picked columns",
} - {"gathered"}
# Whose examples are of other sizes than are said here.
NEEDS = {"random", "block-sparse", "swin", "gat", "gatv2", "graph-transformer", "pointer"}


def test_every_operation_has_a_price_or_moves_entries():
    assert {name for name in OPERATIONS if name not in PRICES} <= {*FREE, *(f"{name} down" for name in FREE)}
    assert not PRICES.keys() - OPERATIONS.keys()


@pytest.mark.parametrize("name", [name for name in PLACES if name not in NEEDS])
def test_every_mechanism_is_counted_at_any_size(name):
    sizes = {
        key: size
        for key, size in SMALL.items()
        if key in of_mechanism(name, {}, {}).mechanism.signature.sizes or key == "d"
    }
    if name == "swin":
        sizes.pop("n")
    cost, more = (Cost(of_mechanism(name, {**sizes, "batch": batch}, {})) for batch in (1, 3))
    assert more.flops("forward") == 3 * cost.flops("forward")
    assert more.others("backward") == 3 * cost.others("backward")
    assert sum(figure.value for figure in more.parameters) == sum(figure.value for figure in cost.parameters)


@pytest.mark.parametrize(
    ("name", "sizes", "grows"),
    [
        ("scaled-dot-product", {}, "O(n²·d)"),
        ("linear", {}, "O(n·d²)"),
        ("sliding", {}, "O(n·d·w)"),
        ("global-tokens", {}, "O(n·d·w)"),
        ("linformer", {}, "O(n·d·r)"),
        ("additive", {}, "O(n·d·p)"),
        ("local-m", {}, "O(n·d²)"),
        ("classifier", {}, "O(n·d·vocab)"),
        ("lora", {}, "O(d²·r + n·d²)"),
        ("multi-head", {}, "O(n·d² + n²·d)"),
        ("feed-forward", {}, "O(n·d²)"),
    ],
)
def test_growth_is_found_from_counts(name, sizes, grows):
    assert leading(Cost(of_mechanism(name, sizes, {})).growth) == grows


@pytest.mark.parametrize(
    "seen",
    [
        lambda i, j: j <= i,
        lambda i, j: abs(i - j) <= 2,
        lambda i, j: i != j,
        lambda i, j: j <= max(i, 3),
        lambda i, j: i in (1, 4),
        lambda i, j: abs(i - j) <= 4 and (i - j) % 2 == 0,
    ],
)
def test_pairs_that_a_rule_leaves(seen):
    """Of 8 queries and 11 keys, counted one by one."""
    table = line("M", (), (Axis("n", 8), Axis("m", 11)))
    one_by_one = sum(seen(i, j) for i in range(1, 9) for j in range(1, 12))
    assert Pairs({"M": seen}).count(frozenset({"M"}), table) == one_by_one


def test_a_causal_mask_halves_the_pairs_that_are_counted_apart():
    cost = Cost(of_mechanism("scaled-dot-product", {"n": 10, "d": 4}, {}))
    assert cost.left is None
    from attncalc.problem.problem import Option
    from attncalc.problem.tree import Scalar

    masked = Cost(of_mechanism("scaled-dot-product", {"n": 10, "d": 4}, {"mask": Option("mask", Scalar("causal"))}))
    assert masked.multiply_adds("forward") == 2 * 10 * 10 * 4
    assert masked.left.total("forward", multiplied=True) == 2 * 55 * 4
    assert masked.left.total("backward", multiplied=True) == 4 * 55 * 4


def test_traffic_falls_with_fast_memory_as_the_paper_says():
    """Line by line n² dominates; in tiles n²d²/M (Dao et al. 2022, theorem 2): half of M, twice as many tiles."""
    n, d = 8192, 64
    large, small = (traffic(n, n, d, d, 2, fast) for fast in (2**17, 2**16))
    assert large.standard > 6 * n * n
    assert 1.9 < small.tiled / large.tiled < 2.1
    assert 3 * n * d * n / large.tile < large.tiled < 3.3 * n * d * n / large.tile  # Q is read, O read and written


def test_units():
    assert (in_thousands(37_800_000), of_bytes(343_597_383_680)) == ("37.8 M", "343.6 GB = 320 GiB")
    assert (of_bytes(676), of_bytes(1024)) == ("676 B", "1.02 kB = 1 KiB")
    assert (amount("312T", ""), amount("192KiB", ""), amount("1.5e14", "")) == (312 * 10**12, 196_608, 15 * 10**13)
    with pytest.raises(InputError):
        amount("12 apples", "--flops")


def test_the_command(run):
    code, out, err = run("cost", "multi-head", "--size", "d=512", "--with", "bq,bk,bv,bo", "--dtype", "bf16")
    assert (code, err) == (0, "")
    assert "Together 1,050,624 (1.05M) parameters." in out
    assert "Q₁ … Q₈: heads·n·d_k·d_model = 8·512·64·512 = 134,217,728" in out
    assert "together O(n·d² + n²·d)" in out


def test_a_window_leaves_the_pairs_that_are_counted_by_hand(run):
    """513 keys for each query, but for those before the first and behind the last: 4096·513 − 256·257."""
    told = " ".join(run("cost", "sliding", "--size", "n=4096", "--size", "d=64", "--size", "w=256")[1].split())
    assert "masks leave (2,035,456 of 16,777,216, 12.13 %): forward 521,076,736 (521.1M) FLOPs" in told


def test_as_json(run):
    code, out, _ = run("cost", "scaled-dot-product", "--size", "n=4096", "--size", "d=64", "--format", "json")
    found = json.loads(out)
    assert (code, found["format"], found["operations"]["forward"]["flops"]) == (0, "attncalc/cost", 4_294_967_296)


def test_a_problem_with_its_numbers_and_with_other_sizes(run):
    Path("problem.yaml").write_text("Q: 1 0; 0 1\nK: 1 0; 0 1; 1 1\nV: 1; 2; 3\noptions: {mask: causal}\n", "utf-8")
    assert "Forward 36 FLOPs" in run("cost", "problem.yaml")[1]
    told = " ".join(run("cost", "problem.yaml")[1].split())
    assert "For the pairs alone that masks leave (3 of 6, 50.00 %): forward 18 FLOPs" in told
    assert (
        "Sizes: n = 20, d_k = 2, m = 20, d_v = 1." in run("cost", "problem.yaml", "--size", "n=20", "--size", "m=20")[1]
    )


def test_several_side_by_side(run):
    code, out, err = run(
        "cost",
        "--compare",
        "scaled-dot-product,linear,sliding",
        "--size",
        "n=1024..65536",
        "--size",
        "d=64",
        "--plot",
        "costs.svg",
        "--format",
        "plain",
    )
    assert (code, err) == (0, "")
    row = next(line for line in out.splitlines() if line.startswith("n = 4,096"))
    assert row.split()[3:] == ["4.29G", "67.6M", "3.15M"]
    assert Path("costs.svg").read_text("utf-8").count("<path") > 20

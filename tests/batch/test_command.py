"""`attncalc batch` as a person types it."""

import os
import pty
import re
import signal
import subprocess
import sys
from pathlib import Path
from shutil import copytree, ignore_patterns

import numpy as np
import pytest
from peers import cases
from safetensors.numpy import save_file

from attncalc.cli.help import about
from attncalc.parallel import FEW

RANDOM = np.random.default_rng(3)


def matrices(n=20, m=15, d=4, dtype=np.float32, heads=()):
    return {
        name: RANDOM.standard_normal((*heads, rows, d)).astype(dtype)
        for name, rows in zip("QKV", (n, m, m), strict=True)
    }


def naive(Q, K, V, hidden=None, scale=None):
    """The formula in float64."""
    S = Q.astype(float) @ K.astype(float).swapaxes(-1, -2) * (Q.shape[-1] ** -0.5 if scale is None else scale)
    S = S if hidden is None else np.where(hidden, -np.inf, S)
    A = np.exp(S - S.max(-1, keepdims=True))
    A /= A.sum(-1, keepdims=True)
    return A, A @ V.astype(float)


@pytest.fixture
def qkv(tmp_path):
    given = matrices()
    np.savez(tmp_path / "qkv.npz", **given)
    return given


def close(path, expected, within=1e-6):
    found = np.load(path)["O"] if str(path).endswith("npz") else np.load(path)
    return found.shape == expected.shape and np.abs(found - expected).max() <= within * np.abs(expected).max()


def test_an_output_and_one_line(run, qkv):
    status, out, err = run("batch", "qkv.npz", "-o", "out.npz")
    assert (status, err) == (0, "")
    assert re.fullmatch(r"out\.npz: O 20×4 float32, \d+\.\d\d s, CPU\n", out)
    assert close("out.npz", naive(**qkv)[1])
    assert run("batch", "qkv.npz", "-o", "again.npy", "-q") == (0, "", "")
    assert close("again.npy", naive(**qkv)[1])


@pytest.mark.parametrize(
    ("options", "hidden"),
    [
        (["--mask", "causal"], np.triu(np.ones((20, 15)), 1)),
        (["--mask", "causal-lower-right"], np.triu(np.ones((20, 15)), -4)),
        (["--window", "2,1"], ~(np.tri(20, 15, 1, bool) & ~np.tri(20, 15, -3, bool))),
        (["--window", "30"], np.zeros((20, 15))),
    ],
)
def test_masks(run, qkv, options, hidden):
    assert run("batch", "qkv.npz", "-o", "out.npz", "-q", *options) == (0, "", "")
    with np.errstate(invalid="ignore"):
        expected = np.nan_to_num(naive(**qkv, hidden=hidden.astype(bool))[1])  # a row that sees no key is 0
    assert close("out.npz", expected)


@pytest.mark.parametrize(
    "made", [lambda sees: sees, lambda sees: sees.astype(np.int64), lambda sees: np.where(sees, 0, -np.inf)]
)
def test_a_mask_in_a_file(run, qkv, made):
    sees = np.tri(20, 15, 3, bool)
    np.save("m.npy", made(sees))
    assert run("batch", "qkv.npz", "-o", "out.npz", "-q", "--mask", "m.npy") == (0, "", "")
    assert close("out.npz", naive(**qkv, hidden=~sees)[1])


def test_weights_and_log_sums(run, qkv):
    assert run("batch", "qkv.npz", "-o", "out.npz", "-q", "--weights", "A.npy", "--lse", "l.npy")[0] == 0
    weights, outputs = naive(**qkv)
    assert close("A.npy", weights)
    assert close("out.npz", outputs)
    scores = qkv["Q"].astype(float) @ qkv["K"].T.astype(float) / 2
    assert close("l.npy", np.log(np.exp(scores).sum(-1)))


def test_three_files(run, qkv):
    for name, array in qkv.items():
        np.save(f"{name.lower()}.npy", array)
    files = ["--q", "q.npy", "--k", "k.npy", "--v", "v.npy"]
    assert run("batch", *files, "-o", "out.npy", "-q") == (0, "", "")
    assert close("out.npy", naive(**qkv)[1])
    status, _, err = run("batch", *files[:2], "-o", "x.npy")
    assert (status, err.splitlines()[0]) == (2, "attncalc: there is no --k and no --v")


def test_other_names(run, qkv):
    np.savez("other.npz", a=qkv["Q"], b=qkv["K"], c=qkv["V"], k=np.zeros((1, 1)))
    assert run("batch", "other.npz", "-o", "o.npz", "-q", "--query", "a", "--key", "b", "--name", "v=c") == (0, "", "")
    assert close("o.npz", naive(**qkv)[1])
    status, _, err = run("batch", "other.npz", "-o", "o2.npz", "--query", "aa")
    assert (status, "it holds no aa; it holds a, b, c, k" in err) == (2, True)


@pytest.mark.parametrize("dtype", ["float16", "float32", "float64"])
def test_a_layer(run, tmp_path, dtype):
    """X and its weights, as torch keeps them, in heads, and through the output's weights."""
    X = RANDOM.standard_normal((2, 9, 8)).astype(dtype)
    weights = {name: RANDOM.standard_normal((8, 8)).astype(dtype) for name in ("q", "k", "v", "out")}
    biases = {name: RANDOM.standard_normal(8).astype(dtype) for name in weights}
    save_file(
        {
            "X": X,
            **{f"{name}_proj.weight": weight for name, weight in weights.items()},
            **{f"{name}_proj.bias": bias for name, bias in biases.items()},
        },
        "l.safetensors",
    )
    heads = [
        (X.astype(float) @ weights[name].T.astype(float) + biases[name]).reshape(2, 9, 4, 2).swapaxes(1, 2)
        for name in "qkv"
    ]
    mixed = naive(*heads)[1].swapaxes(1, 2).reshape(2, 9, 8)
    assert run("batch", "l.safetensors", "-o", "o.npz", "-q", "--heads", "4") == (0, "", "")
    assert np.load("o.npz")["O"].dtype == dtype
    within = {"float16": 1e-3, "float32": 2e-6, "float64": 1e-14}[dtype]
    assert close("o.npz", mixed @ weights["out"].T.astype(float) + biases["out"], within)


SELF = [case for case in cases() if case.name in ("mha_self_averaged", "mha_self_per_head")]


@pytest.mark.parametrize("case", SELF, ids=lambda case: case.name)
def test_a_layer_of_torch_as_it_is_saved(run, tmp_path, case):
    """torch's MultiheadAttention holds the weights of Q, K and V as one array; torch's own output."""
    layer = {
        f"attn.{name}": case[name.replace("out_proj.", "out_proj_")]
        for name in ("in_proj_weight", "in_proj_bias", "out_proj.weight", "out_proj.bias")
    }
    save_file(
        {"X": case["query"], **{name: np.ascontiguousarray(array) for name, array in layer.items()}}, "l.safetensors"
    )
    heads = str(case.attributes["num_heads"])
    assert run("batch", "l.safetensors", "-o", "o.npz", "-q", "--heads", heads, "--weights", "w.npy") == (0, "", "")
    np.testing.assert_allclose(np.load("o.npz")["O"], case.outputs["attn_output"], case.rtol, case.atol)
    weights, wanted = np.load("w.npy"), case.outputs["attn_output_weights"]
    averaged = case.attributes["average_attn_weights"]
    np.testing.assert_allclose(weights.mean(axis=1) if averaged else weights, wanted, case.rtol, case.atol)


def test_weights_out_by_in_are_asked_for(run, tmp_path):
    X, W = RANDOM.standard_normal((5, 3)), {name: RANDOM.standard_normal((2, 3)) for name in ("Wq", "Wk", "Wv")}
    np.savez("x.npz", X=X, **W)
    status, _, err = run("batch", "x.npz", "-o", "o.npz")
    assert status == 2
    assert err.startswith("attncalc: x.npz: X is 5×3 and Wq is 2×3; Wq should have 3 rows\n--out-in")
    assert run("batch", "x.npz", "-o", "o.npz", "--out-in", "-q")[0] == 0
    assert close("o.npz", naive(*(X @ weight.T for weight in W.values()))[1], 1e-14)


def test_rows_of_each_step(run, qkv):
    status, out, _ = run("batch", "qkv.npz", "--rows", "1,3:4", "-q", "--mask", "causal")
    assert status == 0
    names = [line.split()[0] for line in out.splitlines() if re.match(r"[A-Z]", line)]
    assert names == ["S", "S_scaled", "S_masked", "A", "O"]
    assert [line.split()[0] for line in out.splitlines()[1:4]] == ["1", "3", "4"]
    assert "−∞" in out
    assert all(len(line) <= 80 for line in out.splitlines())
    assert f"{qkv['Q'][0].astype(float) @ qkv['K'][0].astype(float):.6g}".replace("-", "") in out
    assert run("batch", "qkv.npz", "--rows", "1,3:4", "--mask", "causal") == (0, out, "")
    assert run("batch", "qkv.npz", "--rows", "2", "--rows-to", "r.npz", "-q") == (0, "", "")
    with np.load("r.npz") as found:
        assert (found["rows"].tolist(), sorted(found)) == ([2], ["A", "O", "S", "S_scaled", "rows"])
        weights, outputs = naive(**qkv)
        np.testing.assert_allclose(found["A"], weights[1:2], rtol=1e-12)
        np.testing.assert_allclose(found["O"], outputs[1:2], rtol=1e-12)


def test_verify(run, qkv):
    status, out, _ = run("batch", "qkv.npz", "--verify", "8")
    summary, said, units, place, relative = out.splitlines()
    assert status == 0
    assert summary.startswith("O 20×4 float32")
    assert said == "8 of 20 rows against proven digits, 32 numbers:"
    assert re.fullmatch(r"largest error: [\d,.]+ units in the last place,", units)
    assert re.fullmatch(r"    at row \d+, column \d, where O is -?[\d.e-]+", place)
    assert float(relative.removeprefix("largest error, of the largest output: ")) < 1e-6
    assert os.listdir() == ["qkv.npz"]
    assert f"```\n{without_numbers(out)}```" in without_numbers(about("batch"))


def without_numbers(text):
    return re.sub(r"-?\d[\d.,]*(e-?\d+)?", "#", text)


def test_a_folder_a_pattern_and_several_files(run, tmp_path):
    (tmp_path / "in").mkdir()
    given = [matrices() for _ in range(3)]
    for number, one in enumerate(given):
        np.savez(f"in/{number}.npz", **one)
    for what in (["in"], ["in/*.npz"], ["in/0.npz", "in/1.npz", "in/2.npz", "in/1.npz"]):
        assert run("batch", *what, "-o", "out", "-q", "--force") == (0, "", "")
        assert sorted(os.listdir("out")) == ["0.npz", "1.npz", "2.npz"]
        assert all(close(f"out/{number}.npz", naive(**one)[1]) for number, one in enumerate(given))
    assert run("batch", "in/0.npz", "-o", "out", "-q", "--force")[0] == 0


def test_a_folder_of_problems(run, tmp_path):
    (tmp_path / "p").mkdir()
    for number in range(3):
        (tmp_path / "p" / f"{number}.yaml").write_text(f"S: '1 {number}'\nmechanism: softmax\n")
    status, out, err = run("batch", "p", "-o", "done/")
    assert (status, err) == (0, "")
    assert out.startswith("done: 3 worked out, ")
    assert sorted(os.listdir("done")) == ["0.json", "1.json", "2.json"]


def test_a_folder_of_folders(run, tmp_path):
    """All problems of the project, which stand in folders by topic, in one go."""
    problems = tmp_path / "problems"  # those of sizes have no numbers
    copytree(Path(__file__).parents[2] / "problems", problems, ignore=ignore_patterns("sizes"))
    status, out, err = run("batch", str(problems), "-o", "done")
    assert (status, err) == (0, "")
    assert out.startswith(f"done: {len(os.listdir('done'))} worked out, ")
    assert len(os.listdir("done")) >= len(list(problems.rglob("*.yaml")))


def test_many_problems_in_one_array(run, tmp_path):
    given = matrices(5, 5, 8, np.float64, heads=(100,))
    np.savez("stack.npz", **given)
    assert run("batch", "stack.npz", "-m", "scaled-dot-product", "-o", "all.npz", "-q", "-O", "scale=1")[0] == 0
    with np.load("all.npz") as found:
        np.testing.assert_allclose(found["A"], naive(**given, scale=1)[0], rtol=1e-12)


WRONG = {
    "nothing": ([], "name what to read"),
    "no file": (["nope.npz", "-o", "o.npz"], "nope.npz: there is no such file"),
    "no output": (["qkv.npz"], "name the output: -o out.npz"),
    "another ending": (["qkv.npz", "-o", "o.txt"], "o.txt: what is written is .npz or .npy"),
    "no folder": (["qkv.npz", "-o", "no/o.npz"], "no: there is no such folder"),
    "itself": (["qkv.npz", "-o", "qkv.npz", "--force"], "this would replace its own input"),
    "what is there": (["qkv.npz", "-o", "there.npz"], "this file exists\n--force replaces it."),
    "one file twice": (["qkv.npz", "-o", "o.npy", "--lse", "o.npy"], "two outputs would be written to one file"),
    "one array": (["there.npy", "-o", "o.npz"], "it should hold Q, K and V"),
    "several to a file": (["qkv.npz", "b.npz", "-o", "there.npz"], "several outputs need a folder"),
    "weights of several": (["qkv.npz", "b.npz", "-o", "o", "--weights", "w.npy"], "--weights names one file"),
    "a device": (["qkv.npz", "-o", "o.npz", "--device", "cda"], "--device is not cda\nDid you mean cuda?"),
    "a size": (["qkv.npz", "-o", "o.npz", "--memory", "lots"], "--memory lots is no size"),
    "little memory": (["qkv.npz", "-o", "o.npz", "--memory", "1KiB"], "memory is at least 1,048,576 bytes, not 1,024"),
    "a scale": (["qkv.npz", "-o", "o.npz", "--scale", "1/0"], "--scale 1/0 is no number"),
    "a window": (["qkv.npz", "-o", "o.npz", "--window", "a"], "--window a should be"),
    "a type": (["qkv.npz", "-o", "o.npz", "--dtype", "flaot32"], "--dtype is not flaot32\nDid you mean float32?"),
    "a mask": (["qkv.npz", "-o", "o.npz", "--mask", "diagonal"], "a mask is causal, causal-lower-right or a .npy file"),
    "a misspelt mask": (["qkv.npz", "-o", "o.npz", "--mask", "casual"], "or a .npy file\nDid you mean causal?"),
    "no mask": (["qkv.npz", "-o", "o.npz", "--mask", "no.npy"], "no.npy: there is no such file"),
    "its mask": (["qkv.npz", "-o", "o.npz", "--mask", "mask.npy", "--lse", "mask.npy", "--force"], "its own input"),
    "rows on itself": (["qkv.npz", "--rows", "1", "--rows-to", "qkv.npz", "--force"], "its own input"),
    "problems on themselves": (["s.npz", "-m", "scaled-dot-product", "-o", "s.npz", "--force"], "its own input"),
    "several to one": (["qkv.npz", "b.npz", "-o", "o.npz"], "o.npz: several outputs need a folder"),
    "a pipe": (["pipe.npz", "-o", "o.npz"], "pipe.npz: this is neither a file nor a folder"),
    "to a device": (["qkv.npz", "-o", "/dev/null"], "/dev/null: what is written is .npz or .npy"),
    "no mechanism": (["s.npz", "-m", "scaled-dot-prodcut", "-o", "r.npz"], "scaled-dot-prodcut"),
    "no problems": (["none.jsonl", "-o", "r.npz"], "there is no problem in what was read"),
    "files and parts": (["qkv.npz", "--q", "q.npy", "-o", "o.npz"], "or --q, --k and --v; here are both"),
    "rows": (["qkv.npz", "--rows", "0"], "--rows 0 should be rows, counted from 1"),
    "rows backwards": (["qkv.npz", "--rows", "5:3"], "--rows 5:3 should be rows"),
    "rows beyond": (["qkv.npz", "--rows", "21"], "--rows names row 21, and Q has 20"),
    "many rows": (["qkv.npz", "--rows", "1:999999999"], "--rows names more than 10,000 rows"),
    "heads": (["qkv.npz", "-o", "o.npz", "--heads", "3"], "qkv.npz: Q has 4 columns, which 3 heads do not share"),
    "steps": (["qkv.npz", "-o", "o.npz", "--steps", "A"], "--steps is of problems"),
    "mixed": (["qkv.npz", "p.yaml", "-o", "o"], "files of problems and files of arrays are two jobs"),
    "heads of problems": (["p.yaml", "-o", "o", "--heads", "3"], "--heads is of arrays"),
    "a kernel of problems": (["p.yaml", "-o", "o", "--backend", "auto"], "--backend is of arrays"),
    "a kernel": (["qkv.npz", "-o", "o.npz", "--backend", "onnx"], "backend is not onnx\nIt can be auto, numpy"),
    "sizes": (["sizes.npz", "-o", "o.npz"], "sizes.npz: Q is 2×3 and K is 2×4; K should have 3 columns"),
    "keys": (["keys.npz", "-o", "o.npz"], "keys.npz: K is 2×4 and V is 3×1; V should have 2 rows"),
    "batches": (["batches.npz", "-o", "o.npz"], "batches.npz: the batch axes do not fit: Q (2, 4, 4), K (3, 4, 4)"),
    "a mask of another size": (["qkv.npz", "-o", "o.npz", "--mask", "mask.npy"], "does not fit scores"),
    "the output's weights": (["wo.npz", "-o", "o.npz"], "wo.npz: O is 2×2 and Wo is 3×2; Wo should have 2 rows"),
    "proof of NaN": (["qkv.npz", "--verify", "1", "--allow-nonfinite"], "--verify needs finite numbers"),
    "a vector": (["vector.npz", "-o", "o.npz"], "vector.npz: Q "),
    "whole numbers": (["whole.npz", "-o", "o.npz"], "whole.npz, Q: it holds int64; attention takes float16"),
    "no rows": (["empty.npz", "-o", "o.npz"], "empty.npz, Q: it holds no numbers"),
    "a NaN, of several": (["nan.npz", "b.npz", "-o", "o"], "nan.npz, K: [2] row 3, column 1 is nan"),
    "a NaN": (["nan.npz", "-o", "o.npz"], "nan.npz, K: [2] row 3, column 1 is nan\n--allow-nonfinite"),
    "an infinity": (["inf.npz", "-o", "o.npz"], "inf.npz, V: row 1, column 2 is -inf"),
}


@pytest.mark.parametrize(("arguments", "message"), WRONG.values(), ids=WRONG)
def test_one_message_and_nothing_written(run, qkv, arguments, message):
    for name in ("there.npz", "b.npz"):
        np.savez(name, **qkv)
    np.save("there.npy", qkv["Q"])
    Path("p.yaml").write_text("S: '1 2'\n")
    one, bad = np.ones((2, 3, 2)), np.ones((2, 3, 2))
    bad[1, 2, 0] = np.nan
    np.savez("nan.npz", Q=one, K=bad, V=one)
    np.savez("inf.npz", Q=one[0], K=one[0], V=np.array([[1, -np.inf], [1, 1], [1, 1]]))
    np.savez("sizes.npz", Q=np.ones((2, 3)), K=np.ones((2, 4)), V=np.ones((2, 4)))
    np.savez("keys.npz", Q=np.ones((2, 4)), K=np.ones((2, 4)), V=np.ones((3, 1)))
    np.savez("batches.npz", Q=np.ones((2, 4, 4)), K=np.ones((3, 4, 4)), V=np.ones((3, 4, 4)))
    square = {name: np.ones((2, 2)) for name in ("X", "Wq", "Wk", "Wv")}
    np.savez("wo.npz", **square, Wo=np.ones((3, 2)))
    np.save("mask.npy", np.ones((3, 3), bool))
    np.savez("vector.npz", Q=np.ones(3), K=one[0], V=one[0])
    np.savez("whole.npz", Q=np.arange(4).reshape(2, 2), K=one[0], V=one[0])
    np.savez("s.npz", **matrices(5, 5, 8, np.float64, heads=(100,)))
    Path("none.jsonl").touch()
    os.mkfifo("pipe.npz")
    np.savez("empty.npz", Q=np.ones((0, 2)), K=one[0], V=one[0])
    before = sorted(os.listdir())
    status, out, err = run("batch", *arguments)
    assert (status, out) == (2, "")
    assert message in err
    assert err.startswith("attncalc: ")
    assert len(err.splitlines()) <= 2
    assert sorted(os.listdir()) == before


def test_no_bound_on_one_side(run, qkv):
    assert run("batch", "qkv.npz", "-o", "o.npz", "-q", "--window", "none,0") == (0, "", "")
    assert run("batch", "qkv.npz", "-o", "c.npz", "-q", "--mask", "causal") == (0, "", "")
    np.testing.assert_array_equal(np.load("o.npz")["O"], np.load("c.npz")["O"])


@pytest.mark.parametrize(("dtype", "size", "kind"), [("float16", 1e6, "inf"), ("float64", 1e200, "nan")])
def test_what_is_too_large_is_told(run, tmp_path, dtype, size, kind):
    given = {name: np.full((2, 2), size if (name == "V") == (kind == "inf") else 1.0) for name in "QKV"}
    np.savez("large.npz", **given)
    status, _, err = run("batch", "large.npz", "-o", "o.npz", "--dtype", dtype, "--verify", "1")
    message = f"O, row 1, column 1 is {kind}: what it is made of is too large for {dtype}\n"
    assert (status, err) == (0, f"attncalc: {message}")


def test_numbers_that_are_none_where_they_are_allowed(run, tmp_path):
    given = matrices(4, 3, 2)
    given["Q"][1, 0] = np.nan
    given["V"][2, 1] = np.inf
    np.savez("n.npz", **given)
    np.save("m.npy", np.array([[1, 1, 1], [1, 1, 1], [1, 1, 0], [1, 1, 1]]))
    assert run("batch", "n.npz", "-o", "o.npz", "-q", "--allow-nonfinite", "--mask", "m.npy") == (0, "", "")
    found = np.load("o.npz")["O"]
    assert np.isnan(found[1]).all()
    assert np.isfinite(found[2]).all()
    assert found[[0, 3], 1].tolist() == [np.inf, np.inf]
    assert np.isfinite(found[[0, 3], 0]).all()


PEAK = """
import resource, sys
from pathlib import Path
from attncalc.__main__ import main
try:
    main()
except SystemExit as left:
    if sys.platform == "linux":  # where ru_maxrss may count the process that began this one
        most = int(Path("/proc/self/status").read_text().split("VmHWM:")[1].split()[0]) >> 10
    else:
        most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> 20
    print(left.code, most)
"""


def peak(folder, *arguments):
    command = [sys.executable, "-c", PEAK, "batch", "-q", "--threads", "1", *arguments]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True)
    status, megabytes = map(int, done.stdout.split())
    assert status == 0
    return megabytes


def test_neither_scores_nor_weights_stand_in_memory(tmp_path):
    """8,192 tokens: the scores of one head would be 268 MB, its weights are a file of that size."""
    np.savez(tmp_path / "q.npz", **matrices(8192, 8192, 16))
    small = peak(tmp_path, "q.npz", "-o", "o.npz", "--memory", "8MiB")
    assert small < 120
    assert peak(tmp_path, "q.npz", "--weights", "w.npy", "--memory", "8MiB") < small + 80
    assert (tmp_path / "w.npy").stat().st_size > 268_000_000
    weights = np.load(tmp_path / "w.npy", mmap_mode="r")
    np.testing.assert_allclose(weights[::1000].sum(-1), 1, rtol=1e-5)
    (tmp_path / "w.npy").unlink()


def interrupted(folder, number, *arguments):
    """The command on a terminal, with a signal when the bar shows; gives its exit status and what it showed."""
    master, slave = pty.openpty()
    environment = {**os.environ, "TERM": "xterm-256color", "COLUMNS": "80"}
    run = subprocess.Popen(
        [sys.executable, "-m", "attncalc", "batch", *arguments],
        cwd=folder,
        stdin=slave,
        stdout=subprocess.PIPE,
        stderr=slave,
        env=environment,
    )
    os.close(slave)
    shown = b""
    while b"rows/s" not in shown:
        shown += os.read(master, 4096)
    hidden = [name for name in os.listdir(folder) if name.startswith(".")]
    run.send_signal(number)
    out, _ = run.communicate(timeout=60)
    os.close(master)
    return run.returncode, out, shown.decode(), hidden


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_an_early_end_leaves_nothing_half_written(tmp_path, number):
    np.savez(tmp_path / "q.npz", **matrices(65536, 65536, 8))
    (tmp_path / "o.npz").write_bytes(b"as it was")
    status, out, shown, hidden = interrupted(
        tmp_path, number, "q.npz", "-o", "o.npz", "--force", "--lse", "l.npy", "--threads", "1"
    )
    assert (status, out) == (128 + number, b"")
    assert "q.npz" in shown
    assert len(hidden) == 2
    assert sorted(os.listdir(tmp_path)) == ["o.npz", "q.npz"]
    assert (tmp_path / "o.npz").read_bytes() == b"as it was"


def test_no_bar_in_a_pipe(qkv, tmp_path):
    command = [sys.executable, "-m", "attncalc", "batch", "qkv.npz", "-o", "o.npz"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True)
    assert done.stderr == ""
    assert done.stdout.startswith("o.npz: O 20×4 float32")


def test_help_fits_80_columns(run):
    status, out, _ = run("batch", "--help")
    assert status == 0
    assert all(len(line) <= 80 for line in out.splitlines())
    assert "--verify" in out


def test_what_is_not_used_is_not_imported(tmp_path, qkv):
    unwanted = {"flint", "sympy", "cupy", "safetensors", "scipy", "matplotlib"}
    code = (
        "import sys; from attncalc.__main__ import main\ntry: main()\nexcept SystemExit: pass\n"
        f"print(sorted({unwanted} & set(sys.modules)))"
    )
    command = [sys.executable, "-c", code, "batch", "qkv.npz", "-o", "o.npz", "-q"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"
    imported = "import sys, attncalc.cli.solve; print([n for n in sys.modules if 'attncalc.batch' in n])"
    assert subprocess.run([sys.executable, "-c", imported], capture_output=True, text=True, check=True).stdout == "[]\n"


def test_the_examples_of_its_help_run(run, tmp_path):
    lines = re.findall(r"^    attncalc (batch .*?)\s*(?:#.*)?$", about("batch"), re.MULTILINE)
    np.savez("qkv.npz", **matrices())
    weights = {f"W{name}": RANDOM.standard_normal((8, 8)) for name in "qkvo"}
    save_file({"X": RANDOM.standard_normal((6, 8)), **weights}, "layer.safetensors")
    for name, array in matrices().items():
        np.save(f"{name.lower()}.npy", array)
    (tmp_path / "layers").mkdir()
    np.savez("layers/one.npz", **matrices())
    (tmp_path / "problems" / "seeds").mkdir(parents=True)
    (tmp_path / "problems" / "seeds" / "one.yaml").write_text("mechanism: softmax\nS: '1 2'\n")
    for line in lines:
        arguments = [word for word in line.split() if word]
        status, _, err = run(*arguments, *([] if "verify" in line else ["--force"]))
        assert (status, err) == (0, ""), line
    assert len(lines) >= 8


def contents(root):
    return {path.name: path.read_bytes() for path in Path(root).iterdir()}


def test_several_files_at_once(run, tmp_path):
    for number in range(3):
        np.savez(tmp_path / f"{number}.npz", **matrices(n=20 + number))
    outputs = [run("batch", str(tmp_path), "-o", jobs, "--jobs", jobs, "--verify", "2")[1] for jobs in ("1", "2")]
    assert without_numbers(outputs[0]) == without_numbers(outputs[1])
    assert contents("1") == contents("2") != {}


def test_several_problems_at_once(run, tmp_path):
    folder = tmp_path / "problems"
    folder.mkdir()
    np.save(folder / "k.npy", np.eye(2))
    for number in range(FEW + 3):
        rest = "mechanism: hard-attention\nK: 1 0; 0 1\n" if number % 2 else "K: k.npy\n"
        (folder / f"{number}.yaml").write_text(f"Q: {number} 1\nV: 1; 2\n{rest}", "utf-8")
    (folder / "bad.yaml").write_text("Q: [1, [2\n", "utf-8")
    for more in ((), ("--decimals", "20")):
        said = [run("batch", str(folder), "-o", f"{jobs}{len(more)}", "--jobs", jobs, *more)[2] for jobs in ("1", "2")]
        assert said[0] == said[1]
        assert "bad.yaml" in said[0]
        assert contents(f"1{len(more)}") == contents(f"2{len(more)}") != {}
    os.symlink(folder / "k.npy", "k.npz")  # what only the workers have read
    for jobs in ("1", "2"):
        code, _, error = run("batch", str(folder), "-o", "k.npz", "--force", "--jobs", jobs)
        assert (code, "this would replace its own input" in error) == (2, True)
